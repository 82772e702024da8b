"""Finished chunks on disk, so that stopped work goes on where it was."""

from __future__ import annotations

import hashlib
import json
import pickle
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from neuroanalysis.core.chunks import Chunk, Control, WorkError

__all__ = ["Kept", "Shelf"]

P = TypeVar("P")
R = TypeVar("R")

_MAGIC: Final = b"neuroanalysis chunk 1"


@dataclass(frozen=True)
class Kept(Generic[R]):
    """A finished result, which may itself be None."""

    result: R


class Shelf(Generic[P, R]):
    """Finished chunks of one job: ``FOLDER/<digest of the job>/<chunk id>.chunk``.

    A file holds, in lines, a magic word, the digest of what the result depends on, and the digest
    of the rest, which is the pickled result. Unpickling runs what a file says: the digests tell
    damage, not malice, so the folder must be the user's own.

    Parameters
    ----------
    folder
        Made if it is not there.
    function
        What is done with each chunk. With a partial or an object that can be called, what it holds
        counts too.
    key
        What else results depend on, as JSON values.

    Raises
    ------
    WorkError
        For a key that is missing or not JSON, or a folder that cannot be written.
    """

    def __init__(
        self,
        folder: Path,
        function: Callable[[P, Control], R],
        key: Mapping[str, object] | None,
    ) -> None:
        if key is None:
            raise WorkError("key")
        name, state = _described(function)
        try:
            said = json.dumps(
                {"function": name, "key": key},
                sort_keys=True,
                ensure_ascii=False,
                indent=1,
                allow_nan=False,
            ).encode()
        except (TypeError, ValueError) as error:
            raise WorkError("json", reason=str(error)) from error
        self._job = hashlib.sha256(said + state).hexdigest()
        self._folder = folder / self._job[:16]
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WorkError("folder", path=str(folder), reason=error.strerror or error) from error
        self._put(self._folder / "job.json", said)

    def stamp(self, chunk: Chunk[P]) -> str:
        """Return the digest of all that a chunk's result depends on."""
        digest = hashlib.sha256(f"{self._job} {chunk.id} ".encode())
        digest.update(pickle.dumps(chunk.payload, protocol=5))
        return digest.hexdigest()

    def read(self, name: str, stamp: str) -> Kept[R] | None:
        """Return what is kept under a name, or None if there is nothing or nothing to trust."""
        try:
            magic, kept, check, body = self._file(name).read_bytes().split(b"\n", 3)
            if (magic, kept, check) != (_MAGIC, stamp.encode(), _digest(body)):
                return None
            result: R = pickle.loads(body)
        # Whatever is wrong with a file (another version of a class, an unreadable disk block, a cut
        # end), the remedy is the same: compute the chunk again.
        except Exception:
            return None
        return Kept(result)

    def write(self, name: str, stamp: str, result: R) -> None:
        """Keep a result.

        Raises
        ------
        WorkError
            If it cannot be written.
        """
        body = pickle.dumps(result, protocol=5)
        self._put(self._file(name), b"\n".join((_MAGIC, stamp.encode(), _digest(body), body)))

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.chunk"

    def _put(self, path: Path, content: bytes) -> None:
        """Write beside, then rename, so that no reader ever sees half a file."""
        beside: Path | None = None
        try:
            with tempfile.NamedTemporaryFile(
                dir=path.parent, prefix=f"{path.name}.", suffix=".part", delete=False
            ) as file:
                beside = Path(file.name)
                file.write(content)
            beside.replace(path)
        except BaseException as error:
            if beside is not None:
                beside.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise WorkError("folder", path=str(path), reason=error.strerror or error) from error
            raise


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()


def _described(function: Callable[[P, Control], R]) -> tuple[str, bytes]:
    """Return a function's name, or else its class's, and what a pickle knows of it."""
    named = function if hasattr(function, "__qualname__") else type(function)
    try:
        state = pickle.dumps(function, protocol=5)
    except (AttributeError, TypeError, pickle.PicklingError):
        state = b""  # a function inside another, which threads may run: its name has to do
    return f"{named.__module__}.{named.__qualname__}", state

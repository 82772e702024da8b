"""Reading and writing text files without tracebacks and without half-written files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from neuroanalysis.errors import InputError

__all__ = ["check_named", "place_to_write", "read_text", "write_bytes", "write_text"]


def check_named(path: str | Path) -> None:
    """Refuse an empty name, which a system would take for the folder it stands in.

    Raises
    ------
    InputError
        For an empty name.
    """
    if not str(path).strip():
        raise InputError("input.unnamed")


def place_to_write(path: str | os.PathLike[str]) -> Path:
    """Return where a file is to be written: behind a link what it leads to.

    Raises
    ------
    InputError
        For an empty name, and for what is there but is no file, such as a device: renaming another
        file to it would do away with it.
    """
    check_named(os.fspath(path))
    try:
        target = Path(path).resolve()
        strange = target.exists() and not (target.is_file() or target.is_dir())
    except (OSError, RuntimeError, ValueError) as reason:  # links in a ring; no possible path
        said = getattr(reason, "strerror", None) or reason
        raise InputError("input.unwritable", path=path, reason=said) from None
    if strange:
        raise InputError("input.no_file", path=path)
    return target


def read_text(path: str | Path) -> str:
    """Return the text of a UTF-8 file.

    Raises
    ------
    InputError
        When there is no such file, or it cannot be read, is no UTF-8 text, or is empty.
    """
    check_named(path)
    try:
        content = Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError("input.missing", path=path) from None
    except OSError as reason:
        raise InputError("input.unreadable", path=path, reason=reason.strerror) from None
    except UnicodeDecodeError:
        raise InputError("input.encoding", path=path) from None
    except ValueError as reason:  # a path that no system can have
        raise InputError("input.unreadable", path=path, reason=reason) from None
    if not content.strip():
        raise InputError("input.empty", path=path)
    return content


def write_text(path: str | Path, content: str) -> None:
    """Write a UTF-8 file beside its place, then rename it: it is whole, or as it was before.

    Raises
    ------
    InputError
        When it cannot be written.
    """
    _write(path, lambda: content.replace("\n", os.linesep).encode())


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file beside its place, then rename it: it is whole, or as it was before.

    Raises
    ------
    InputError
        When it cannot be written.
    """
    _write(path, lambda: content)


def _write(path: str | Path, content: Callable[[], bytes]) -> None:
    target = place_to_write(path)
    try:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(content())
            Path(name).chmod(_usual_mode())
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as reason:  # ValueError: a path that no system can have
        said = getattr(reason, "strerror", None) or reason
        raise InputError("input.unwritable", path=path, reason=said) from None


def _usual_mode() -> int:
    """Return the rights that a new file usually has: a temporary one has fewer."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask

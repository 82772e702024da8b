"""Rows in parquet files, which know where they come from."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.files import check_named, place_to_write
from neuroanalysis.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["check_writable", "read_parquet", "write_parquet"]

_KEY = b"neuroanalysis"


def check_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a place where no file can be written, before long work is done for it.

    Raises
    ------
    InputError
        When it cannot.
    """
    target = place_to_write(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}-"):
            pass
    except (OSError, ValueError) as reason:
        raise _unwritable(path, reason) from None


def write_parquet(
    frame: pd.DataFrame, path: str | os.PathLike[str], about: Mapping[str, object]
) -> None:
    """Write rows beside their place, then rename the file: it is whole, or as it was before.

    Parameters
    ----------
    frame
        The rows.
    path
        Where.
    about
        What they come from, as JSON values, the game among them; the version is added.

    Raises
    ------
    InputError
        When it cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_writable(path)
    said = json.dumps({"version": _version(), **about})
    rows = pa.Table.from_pandas(frame, preserve_index=False)
    rows = rows.replace_schema_metadata({**(rows.schema.metadata or {}), _KEY: said.encode()})
    target = place_to_write(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        pq.write_table(rows, beside)
        beside.replace(target)
    except OSError as reason:
        raise _unwritable(path, reason) from None
    finally:
        beside.unlink(missing_ok=True)


def read_parquet(
    path: str | os.PathLike[str],
) -> tuple[dict[str, NDArray[np.generic]], dict[str, object]]:
    """Return the columns of such a file, and what it says of itself.

    Raises
    ------
    InputError
        When it is missing, cannot be read, or is not one of these.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    check_named(os.fspath(path))
    try:
        rows = pq.read_table(path)
    except FileNotFoundError:
        raise InputError("input.missing", path=path) from None
    except (OSError, pa.ArrowException) as reason:
        said = str(reason).splitlines()[0][:200]
        raise InputError("input.damaged", path=path, reason=said) from None
    about = (rows.schema.metadata or {}).get(_KEY)
    if about is None:
        raise InputError("input.no_rounds", path=path)
    columns = {
        name: rows.column(name).combine_chunks().to_numpy(zero_copy_only=False)
        for name in rows.column_names
    }
    try:
        origin = json.loads(about)
    except ValueError:
        origin = None
    if not isinstance(origin, dict) or not len(rows):
        raise InputError("input.no_rounds", path=path)
    return columns, origin


def _unwritable(path: str | os.PathLike[str], reason: Exception) -> InputError:
    said = getattr(reason, "strerror", None) or reason
    return InputError("input.unwritable", path=path, reason=said)


def _version() -> str:
    try:
        return version("neuroanalysis")
    except PackageNotFoundError:
        return "uninstalled"

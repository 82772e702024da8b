"""The folders that stand beside the package in a checkout, and inside it when installed."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from neuroanalysis.errors import InputError

__all__ = ["Folder", "find_folder", "is_installed"]

Folder = Literal["data", "notebooks"]

_PACKAGE: Final = Path(__file__).resolve().parent.parent


def find_folder(name: Folder, package: Path = _PACKAGE) -> Path:
    """Return the folder with the result tables or with the notebooks.

    Parameters
    ----------
    name
        ``"data"`` or ``"notebooks"``.
    package
        The folder of the package.

    Raises
    ------
    InputError
        When the installation has lost it.

    Examples
    --------
    >>> find_folder("data").name
    'data'
    """
    # Beside an installed package there may be folders of these names that are not ours, so the
    # place inside comes first, and the one beside it counts only in a checkout.
    inside, beside = package / name, package.parent / name
    if inside.is_dir():
        return inside
    if beside.is_dir() and (package.parent / "pyproject.toml").is_file():
        return beside
    raise InputError("input.missing", path=inside)


def is_installed(folder: Path, package: Path = _PACKAGE) -> bool:
    """Return whether a folder is part of an installed package, which an upgrade overwrites."""
    return folder.is_relative_to(package)

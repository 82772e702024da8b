"""What notebooks tell between their cells, in the language in force."""

from __future__ import annotations

from neuroanalysis.errors import InputError
from neuroanalysis.texts import catalogue, language, text

__all__ = ["Prose", "prose"]


class Prose(str):
    """Markdown that a notebook shows as such."""

    __slots__ = ()

    def _repr_markdown_(self) -> str:
        return str(self)


def prose(notebook: str, part: str) -> Prose:
    """Return a part of what a notebook tells.

    Parameters
    ----------
    notebook
        A table of the catalogue ``notebooks``.
    part
        An entry of that table.

    Raises
    ------
    InputError
        For any other.

    Examples
    --------
    >>> print(prose("deals", "finish"))
    How likely are 14 random cards to finish at all, and how likely are 22 points or more then?
    <BLANKLINE>
    """
    key = f"notebooks.{notebook}.{part}"
    known = [name for name in catalogue(language()) if name.startswith("notebooks.")]
    if key not in known:
        accepted = ", ".join(name.removeprefix("notebooks.") for name in known)
        raise InputError("input.prose", value=f"{notebook}.{part}", accepted=accepted)
    return Prose(text(key))

"""What was given, as a message quotes it: on one line, as it was written, and not at any length."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Final

__all__ = ["number_words", "quoted_values", "shortened"]

_QUOTED: Final = 40
# The end of a path says most; a longer one than this is none that a person gave on purpose.
_PATH: Final = 200
# Words of the package's own, which name all that is accepted, or another error, which is short.
_WHOLE: Final = frozenset({"accepted", "expected", "question", "reason"})


def shortened(said: str, most: int = _QUOTED) -> str:
    """Return what was given as a message quotes it: on one line, and not at any length.

    Parameters
    ----------
    said
        What was given.
    most
        How many characters are quoted.

    Examples
    --------
    >>> shortened("4cn"), shortened("z" * 1_000_000, most=8)
    ('4cn', 'zzzzzzz…')
    """
    start = said if len(said) <= most else said[: most - 1] + "…"
    return "".join(" " if letter < " " else letter for letter in start)


def quoted_values(values: Mapping[str, object]) -> dict[str, object]:
    """Return the fields of a message with what was given shortened.

    Examples
    --------
    >>> quoted_values({"name": "x" * 50, "accepted": "y" * 50})["accepted"] == "y" * 50
    True
    """
    return {name: _quoted(name, value) for name, value in values.items()}


def _quoted(name: str, value: object) -> object:
    if name in _WHOLE:
        return value
    if isinstance(value, str | PurePath):
        path = isinstance(value, PurePath) or name in {"path", "folder", "file"}
        return shortened(str(value), _PATH if path else _QUOTED)
    if isinstance(value, int) and value.bit_length() > 2 * _QUOTED:
        return shortened(number_words(value))
    return value


def number_words(value: int) -> str:
    """Return a whole number as it was written, however long.

    Python does not read more than some thousand decimal digits, nor write them; a longer number was
    written in hexadecimal.
    """
    try:
        return str(value)
    except ValueError:
        return hex(value)

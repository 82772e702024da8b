"""What was given, as a message quotes it: on one line, as it was written, and not at any length."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from itertools import islice
from pathlib import PurePath
from typing import Final

__all__ = ["number_words", "quoted_values", "shortened", "written"]

_QUOTED: Final = 40
# Outcomes of a distribution are Python's values, and are quoted as it writes them.
_AS_PYTHON: Final = frozenset({"outcome", "count"})
# What lies further in, or further on, than this is beyond what a message quotes.
_DEEPEST: Final = 8
_LOOKED_AT: Final = 40
# With its quotes a text is as long as all that is quoted.
_LONGEST_TEXT: Final = 38
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
    if name not in _AS_PYTHON and (value is None or isinstance(value, bool | list | Mapping)):
        return written(value)
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


def written(value: object) -> str:
    """Return a value as a person writes it in JSON or TOML, not as Python does, and shortly.

    Examples
    --------
    >>> written(True), written(None), written("x"), written([1, {"a": False}])
    ('true', 'null', '"x"', '[1, {"a": false}]')
    """
    return shortened(_written(value, _DEEPEST))


def _written(value: object, depth: int) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return number_words(value)
    if isinstance(value, str):
        return f'"{shortened(value, _LONGEST_TEXT)}"'
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | tuple | Mapping) and not depth:
        return "…"
    if isinstance(value, Mapping):
        pairs = islice(value.items(), _LOOKED_AT)
        inside = (f"{_written(key, 0)}: {_written(one, depth - 1)}" for key, one in pairs)
        return f"{{{', '.join(inside)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_written(one, depth - 1) for one in islice(value, _LOOKED_AT))}]"
    return repr(value)

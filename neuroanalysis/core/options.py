"""Readers for option values that come from outside: TOML, JSON, a command line.

Each takes the value and the name of its field, returns the value with its type known, and refuses
anything else with a :class:`~neuroanalysis.errors.RulesError` that names the field.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, TypeVar

from neuroanalysis.errors import InputError, RulesError
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import written

__all__ = [
    "assignments",
    "boolean",
    "check_whole",
    "choice",
    "integer",
    "only",
    "read_toml",
    "sequence",
    "string",
    "strings",
    "table",
    "words",
    "written",
]

# A name is compared with those that are accepted so far.
_LONGEST_NAME: Final = 40

# The parser words its reasons in English; where it stumbled tells as much.
_PLACE: Final = re.compile(r"line (?P<line>\d+), column (?P<column>\d+)")

Choice = TypeVar("Choice", bound=str)


def _wrong_type(value: object, name: str, expected: str) -> RulesError:
    return RulesError(
        "rules.type", name=name, value=written(value), expected=text(f"errors.type.{expected}")
    )


def integer(value: object, name: str, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``; a bool is none.

    Examples
    --------
    >>> integer(13, "hand_size", 1, 26)
    13
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong_type(value, name, "integer")
    if not low <= value <= high:
        raise RulesError("rules.range", name=name, value=written(value), low=low, high=high)
    return value


def check_whole(name: str, value: object, low: int, high: int) -> None:
    """Refuse an argument that is no whole number of a range.

    Raises
    ------
    InputError
        With its name, and what is accepted.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        whole = text("errors.type.integer")
        raise InputError("input.field_type", name=name, value=written(value), expected=whole)
    if not low <= value <= high:
        raise InputError("input.limit", name=name, value=value, low=low, high=high)


def boolean(value: object, name: str) -> bool:
    """Return a value that is true or false."""
    if not isinstance(value, bool):
        raise _wrong_type(value, name, "boolean")
    return value


def string(value: object, name: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise _wrong_type(value, name, "text")
    return value


def choice(value: object, name: str, accepted: Sequence[Choice]) -> Choice:
    """Return one of the accepted texts."""
    for option in accepted:
        if value == option:
            return option
    raise RulesError("rules.choice", name=name, value=written(value), accepted=", ".join(accepted))


def sequence(value: object, name: str) -> Sequence[object]:
    """Return a list (or tuple) of anything."""
    if not isinstance(value, list | tuple):
        raise _wrong_type(value, name, "list")
    return value


def strings(value: object, name: str) -> tuple[str, ...]:
    """Return a list of texts."""
    return tuple(string(entry, name) for entry in sequence(value, name))


def table(value: object, name: str) -> Mapping[str, object]:
    """Return a table with texts as keys."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise _wrong_type(value, name, "table")
    return value


def only(values: Mapping[str, object], accepted: Iterable[str], where: str) -> None:
    """Refuse a table with a name that is not accepted; the nearest names are said.

    Examples
    --------
    >>> only({"copys": 3}, ["copies", "minimums"], "")
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.RulesError: unknown option 'copys'; nearest: copies
    """
    known = list(accepted)
    for name in values:
        if name not in known:
            nearest = get_close_matches(name[:_LONGEST_NAME], known, n=3, cutoff=0.4) or known
            raise RulesError(
                "rules.unknown_option",
                name=f"{where}.{name}" if where else name,
                accepted=", ".join(nearest),
            )


def read_toml(source: str) -> Mapping[str, object]:
    """Read option values from TOML.

    Raises
    ------
    RulesError
        For text that is not TOML; the place is said.

    Examples
    --------
    >>> read_toml("trio_points = 3")
    {'trio_points': 3}
    >>> read_toml("trio_points")
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.RulesError: the rules are not valid TOML: at its end
    """
    try:
        return tomllib.loads(source)
    except (ValueError, RecursionError) as reason:  # no TOML, or beyond what Python reads of it
        found = _PLACE.search(str(reason))
        place = (
            text("errors.rules.toml_place", **found.groupdict())
            if found
            else text("errors.rules.toml_end")
        )
        raise RulesError("rules.toml", reason=place) from None


def assignments(words: Iterable[str]) -> dict[str, object]:
    """Read ``name=value`` words, as a command line or a one-line position has them.

    A value is read as JSON where it is JSON, else as text; a dotted name goes into a table.

    Raises
    ------
    RulesError
        For a word without a value.

    Examples
    --------
    >>> assignments(["one_duo=true", "distinct_scope=grouped", "bonuses.S4_2=12"])
    {'one_duo': True, 'distinct_scope': 'grouped', 'bonuses': {'S4_2': 12}}
    """
    values: dict[str, object] = {}
    for word in words:
        name, sign, raw = word.partition("=")
        if not sign or not name:
            raise RulesError("rules.reader", name=word)
        outer, dot, inner = name.strip().partition(".")
        if not dot:
            values[outer] = _value(raw)
            continue
        group = values.setdefault(outer, {})
        if not isinstance(group, dict):
            raise _wrong_type(group, outer, "table")
        group[inner] = _value(raw)
    return values


def words(values: Mapping[str, object]) -> list[str]:
    """Write option values as the ``name=value`` words that `assignments` reads.

    Examples
    --------
    >>> words({"one_duo": True, "bonuses": {"S4_2": 12}})
    ['one_duo=true', 'bonuses.S4_2=12']
    """
    written: list[str] = []
    for name, value in values.items():
        pairs = (
            [(f"{name}.{inner}", content) for inner, content in value.items()]
            if isinstance(value, Mapping) and all(inner.isidentifier() for inner in value)
            else [(name, value)]
        )
        written += [f"{key}={_word(one)}" for key, one in pairs]
    return written


def _word(value: object) -> str:
    compact = json.dumps(value, separators=(",", ":"))
    # Inside a text, neither a space nor a bar may end the word where it stands in a longer line.
    return compact.replace(" ", "\\u0020").replace("|", "\\u007c")


def _value(raw: str) -> object:
    try:
        value: object = json.loads(raw)
    except (ValueError, RecursionError):  # no JSON, or beyond what Python reads of it
        return raw
    return value

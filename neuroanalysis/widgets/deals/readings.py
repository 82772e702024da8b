"""Options of the rules, each read another way than in force, to be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from neuroanalysis.texts import text

__all__ = ["other_value", "reading_words"]

YES_OR_NO = (False, True)


def other_value(values: Sequence[object], value: object) -> object:
    """Return the value after one, or the first after the last or after one that is not listed.

    Examples
    --------
    >>> other_value(("hand", "grouped"), "hand"), other_value((False, True), True)
    ('grouped', False)
    """
    place = values.index(value) + 1 if value in values else 0
    return values[place % len(values)]


def reading_words(option: str, value: object, names: Mapping[object, str]) -> str:
    """Say an option with a value; one that holds or not is with or without it.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     reading_words("An okey pairs with any tile", False, {})
    'without: An okey pairs with any tile'
    """
    if isinstance(value, bool):
        return text(f"deals.{'with' if value else 'without'}", option=option)
    return f"{option} {names.get(value, str(value))}"

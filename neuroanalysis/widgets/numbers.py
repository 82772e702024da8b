"""Whole numbers that are typed into a field."""

from __future__ import annotations

from neuroanalysis.errors import InputError

__all__ = ["typed_number"]


def typed_number(value: str, name: str, low: int, high: int) -> int:
    """Return the whole number that was typed.

    Parameters
    ----------
    value
        What the page sent.
    name
        What the field is called, in words.
    low, high
        Its limits.

    Raises
    ------
    InputError
        If it is no whole number, or outside the limits.

    Examples
    --------
    >>> typed_number(" 7 ", "Cards dealt", 1, 14)
    7
    """
    typed = value.strip()
    digits = typed.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise InputError("input.whole", name=name, value=typed or "–", low=low, high=high)
    # Longer than both limits: Python reads no number of thousands of digits.
    if len(digits.lstrip("0")) > len(str(max(-low, high))) or not low <= int(typed) <= high:
        raise InputError("input.limit", name=name, value=typed, low=low, high=high)
    return int(typed)

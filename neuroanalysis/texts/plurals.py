"""Templates whose words agree with a number: ``{draws:draw|draws}`` says "1 draw", "2 draws".

What stands after the colon is the words that follow the number, for one and for many; they may be
several, such as ``{rows:ligne ouverte|lignes ouvertes}``. The number is said before them, as it was
given: a number, or one that is written already, such as "1,234" or "1 234".
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from typing import Final

__all__ = ["BETWEEN", "filled_in"]

BETWEEN: Final = "|"
"""What stands between the words for one and those for many."""

# English has one of 1 and many of all else, 0, 1.5 and -1 among them. French has many from 2:
# what begins with 0 or 1 and has no further digit before the decimal mark is less.
_ONE: Final = {
    "en": re.compile("1"),
    "fr": re.compile(r"[-+−]?[01](?:[.,]\d+)?"),
}


class _Agreeing(string.Formatter):
    """`str.format`, with words that agree."""

    def __init__(self, lang: str) -> None:
        self._one = _ONE[lang]

    def format_field(self, value: object, format_spec: str) -> str:
        if BETWEEN not in format_spec:
            return format(value, format_spec)
        said = str(value)
        one, many = format_spec.split(BETWEEN)
        return f"{said} {one if self._one.fullmatch(said) else many}"


_FORMATTERS: Final = {lang: _Agreeing(lang) for lang in _ONE}


def filled_in(template: str, lang: str, values: Mapping[str, object]) -> str:
    """Return a template of a language with its fields filled in.

    Examples
    --------
    >>> [filled_in("{n:draw|draws}", "en", {"n": n}) for n in (0, 1, "1,234")]
    ['0 draws', '1 draw', '1,234 draws']
    >>> [filled_in("{n:pioche|pioches}", "fr", {"n": n}) for n in (0, "1 234")]
    ['0 pioche', '1 234 pioches']
    """
    # Python's own formatting is several times as fast, and most templates have nothing to agree.
    if BETWEEN not in template:
        return template.format(**values)
    return _FORMATTERS[lang].vformat(template, (), values)

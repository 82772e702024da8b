"""The spaces that French has around its marks, which must not end a line."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["french_spaces"]

# What is typed, between backticks, stays as it is typed; so does the mark between the cards of a
# domain, "0,0 2eb ; 0,1 2ev".
_TYPED: Final = re.compile(r"(`+[^`]*`+)")
_BEFORE: Final = re.compile(r"(?<![\s|]) (?:([;?!])(?!\s-?\d+,-?\d)|([:»]))(?=[\s).,…<»*_\"]|$)")
_AFTER: Final = re.compile("« ")


def french_spaces(words: str) -> str:
    r"""Return words with spaces that do not break: narrow ones before ; ? !, full ones else.

    Examples
    --------
    >>> french_spaces("« pli » : quoi ? domaine `0,0 2eb ; 0,1 2ev`")
    '«\xa0pli\xa0»\xa0: quoi\u202f? domaine `0,0 2eb ; 0,1 2ev`'
    """
    parts = _TYPED.split(words)
    return "".join(part if n % 2 else _spaced(part) for n, part in enumerate(parts))


def _spaced(words: str) -> str:
    before = _BEFORE.sub(lambda mark: f"\u202f{mark[1]}" if mark[1] else f"\u00a0{mark[2]}", words)
    return _AFTER.sub("«\u00a0", before)

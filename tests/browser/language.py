"""What a page says, and whether any of it is English where it ought to be French."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from neuroanalysis.texts import catalogue

if TYPE_CHECKING:
    from playwright.sync_api import Page


def spoken_words(page: Page) -> list[str]:
    """What the widgets of a page say and hint."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.na-panel, .na-picker')].flatMap((root) =>
          [root, ...root.querySelectorAll('*')].flatMap((node) => [
            ...[...node.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data),
            node.getAttribute('aria-label'), node.getAttribute('title'),
            node.getAttribute('placeholder'), node.getAttribute('data-done'),
          ])).filter((words) => words?.trim())"""
    )


def english_words(said: list[str], *games: str) -> list[str]:
    """Those of the words that only the English catalogue has; the switch itself is none."""
    pattern = _only_english(games)
    return [words for words in said if pattern.search(words) and words != "English"]


@cache
def _only_english(games: tuple[str, ...]) -> re.Pattern[str]:
    fr, en = catalogue("fr"), catalogue("en")
    phrases = {
        part.strip()
        for key, entry in en.items()
        if key.startswith(("widgets.", "plots.", *(f"{game}." for game in games)))
        and entry != fr[key]
        for part in re.split(r"\{[^}]*\}", entry)
        if re.fullmatch(r"[\w' ,-]{4,}", part.strip())
    }
    known = "\n".join(fr.values())
    # To look for a text is much quicker than for a pattern, and most are nowhere.
    only_english = [
        re.escape(phrase)
        for phrase in phrases
        if phrase not in known or not re.search(rf"\b{re.escape(phrase)}\b", known)
    ]
    assert len(only_english) > 40
    return re.compile(rf"\b(?:{'|'.join(only_english)})\b")

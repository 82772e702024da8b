"""Whether all that is drawn or can be used in a piece of HTML has a name to be read out."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from html.parser import HTMLParser
from typing import Final

__all__ = ["faults"]

_FIELDS: Final = ("input", "select", "textarea")
_CALLED_BY_CONTENT: Final = ("button", "a", "summary")
_HIDDEN: Final = ("aria-hidden", "true")
_VOID: Final = ("input", "br", "hr", "img", "wbr")


@lru_cache(maxsize=2000)
def faults(html: str) -> tuple[str, ...]:
    """Return what is wrong with the names and ids of some HTML."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    twice = [f"id {name} twice" for name, count in Counter(reader.ids).items() if count > 1]
    unknown = [f"no id {name}" for name in reader.asked if name not in reader.ids]
    return (*reader.faults, *twice, *unknown)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.ids: list[str] = []
        self.asked: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._called: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        start = self.get_starttag_text() or ""
        name = (said.get("aria-label") or "").strip()
        around = [one for one, _ in self._open]
        hidden = _HIDDEN in attrs or any(quiet for _, quiet in self._open)
        if "id" in said:
            self.ids.append(said["id"] or "")
        for key in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
            self.asked += (said.get(key) or "").split()

        if tag == "svg" and "svg" not in around and not hidden:
            if said.get("role") != "img" or not name:
                self.faults.append(f"a drawing without a name: {start}")
        elif tag == "img" and not hidden and "alt" not in said:
            self.faults.append(f"a picture without words: {start}")
        elif tag in _FIELDS and not (name or "label" in around or said.get("id")):
            self.faults.append(f"a field without a name: {start}")
        elif tag in _CALLED_BY_CONTENT and hidden:
            self.faults.append(f"hidden, and yet it can be used: {start}")

        if not hidden:
            for place, (depth, words) in enumerate(self._called):
                self._called[place] = (depth, words + name)
        if tag not in _VOID:
            self._open.append((tag, hidden))
            if tag in _CALLED_BY_CONTENT:
                self._called.append((len(self._open), name))

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        opened = [one for one, _ in self._open]
        if not opened or opened[-1] != tag:
            self.faults.append(f"</{tag}> ends {opened[-1:]}")
            return
        if self._called and self._called[-1][0] == len(self._open):
            _, words = self._called.pop()
            if not words.strip():
                self.faults.append(f"a {tag} without a name")
        self._open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if not any(quiet for _, quiet in self._open):
            for place, (depth, words) in enumerate(self._called):
                self._called[place] = (depth, words + data)

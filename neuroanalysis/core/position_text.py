"""The text form of positions in every game: named parts, separated by line breaks or ``|``.

Each part is its name and its words, the hand first; the hand's name may be left out, so that a
plain hand is a position too::

    neurotrio | hand 2eb*2 2ev | laid 3rb*4 | minimum 22
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from neuroanalysis.core import options
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.texts import language, text

__all__ = ["PartNames", "text_field"]

_NAME: Final = re.compile(r"[^\W\d_]{4}")
_SPLIT: Final = re.compile(r"[|\n]")


@dataclass(frozen=True)
class PartNames:
    """The parts of a game's positions.

    Parameters
    ----------
    game
        The game's name, which may stand before all parts.
    names
        What each understood word means: French names beside the English ones, which are written.
        Among the meanings is ``hand``.

    Examples
    --------
    >>> parts = PartNames("neurotrio", {"hand": "hand", "main": "hand", "minimum": "minimum"})
    >>> parts.read("2eb*2 2ev | minimum 24")
    {'hand': '2eb*2 2ev', 'minimum': '24'}
    """

    game: str
    names: Mapping[str, str]

    def said(self, name: str) -> str:
        """Return a part's name in the language in force, as it may be typed.

        Examples
        --------
        >>> from neuroanalysis.texts import speaking
        >>> parts = PartNames("tichu", {"trick": "trick", "pli": "trick", "rules": "rules"})
        >>> with speaking("fr"):
        ...     parts.said("trick"), parts.said("rules")
        ('pli', 'rules')
        """
        others = (word for word, meaning in self.names.items() if name == meaning != word)
        return next(others, name) if language() == "fr" else name

    def is_text(self, source: str) -> bool:
        """Return whether a text is a position rather than a plain hand."""
        first = source.split(maxsplit=1)[0].lower() if source.strip() else ""
        return bool(_SPLIT.search(source)) or first in self.names or first.rstrip(":") == self.game

    def read(self, source: str) -> dict[str, str]:
        """Return the words of each part; lines that begin with ``#`` are remarks.

        Raises
        ------
        PositionError
            For another game's position, an unknown part, or one that stands twice.
        """
        parts: dict[str, str] = {}
        lines = [line for line in source.splitlines() if not line.lstrip().startswith("#")]
        segments = [part.strip() for part in _SPLIT.split("\n".join(lines)) if part.strip()]
        if other := self._other_game(segments):
            raise PositionError("position.game", name=other, accepted=self.game)
        for segment in segments:
            name, content = self._named(segment, unnamed=not parts.keys() - {"game"})
            if name in parts:
                raise PositionError("position.part_twice", name=self.said(name))
            parts[name] = content
        parts.pop("game", None)
        return parts

    def _other_game(self, segments: list[str]) -> str | None:
        """Return the name of another game with which a position begins, if it does.

        It is a word before other parts that begins with letters and is no hand: with as many
        letters as a name has, or before a hand. Such a word alone is a hand that is mistyped.
        """
        first = segments[0].rstrip(":").lower() if len(segments) > 1 else ""
        if first in self.names or first == self.game:
            return None
        if not first[:1].isalpha() or len(first.split()) > 1:
            return None
        hand_follows = any(
            self.names.get(segment.split()[0].rstrip(":").lower()) == "hand"
            for segment in segments[1:]
        )
        return first if hand_follows or _NAME.match(first) else None

    def _named(self, segment: str, *, unnamed: bool) -> tuple[str, str]:
        """Split a part into its name and its words; the first may be a hand without its name."""
        word, content = [*segment.split(maxsplit=1), ""][:2]
        name = word.rstrip(":").lower()
        if name in self.names:
            return self.names[name], content.strip()
        if name == self.game and not content.strip():
            return "game", self.game
        if name == self.game:
            return "hand", content.strip()
        if not unnamed or word.endswith(":"):
            accepted = ", ".join(map(self.said, dict.fromkeys(self.names.values())))
            raise PositionError("position.part", name=word.rstrip(":"), accepted=accepted)
        return "hand", segment


def text_field(record: Mapping[str, object], name: str) -> str:
    """Return a field of a JSON object that is a text; an empty one where it is missing.

    Raises
    ------
    InputError
        For a field of another type.
    """
    value = record.get(name, "")
    if not isinstance(value, str):
        raise InputError(
            "input.field_type",
            name=name,
            value=options.written(value),
            expected=text("errors.type.text"),
        )
    return value

"""What an evaluation says: readings of a hand, what each earns and why, as frozen values.

Nothing here computes credits; `scoring` does. Cards are kinds (0 to 33) throughout.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from neuroanalysis.games.mhing.pieces import KINDS, PIECES, compact
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CountedLine", "Evaluation", "Group", "GroupKind", "Reading"]

GroupKind = Literal["run", "triplet", "pair", "unmatched"]
_STANDS: Final = "*"


@dataclass(frozen=True)
class Group:
    """Cards of a reading that belong together.

    Parameters
    ----------
    kind
        ``"run"``, ``"triplet"``, ``"pair"``, or ``"unmatched"`` for all cards of a hand in which
        nothing matches.
    cards
        What its cards are, or stand for.
    jokers
        Which of them are jokers.
    laid
        Whether it lies on the table.
    """

    kind: GroupKind
    cards: tuple[int, ...]
    jokers: tuple[bool, ...]
    laid: bool = False

    def to_text(self) -> str:
        """Return its text, in which ``*`` stands behind what a joker stands for.

        Examples
        --------
        >>> Group("run", (0, 1, 2), (False, False, False)).to_text()
        '123m'
        >>> Group("pair", (31, 31), (False, True)).to_text()
        '5z-5z*'
        """
        if any(self.jokers):
            return "-".join(
                PIECES.codes[kind] + _STANDS * joker
                for kind, joker in zip(self.cards, self.jokers, strict=True)
            )
        return compact([self.cards.count(kind) for kind in range(KINDS)])

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        record: dict[str, object] = {"kind": self.kind, "cards": self.to_text()}
        return record | {"laid": True} if self.laid else record


@dataclass(frozen=True)
class CountedLine:
    """A line of credits that counts in a reading.

    Parameters
    ----------
    code
        The line, a field of the rules.
    credits
        What it earns in all.
    causes
        For each time that it counts: the places, in the reading, of the groups that earn it; none
        for a flower.
    """

    code: str
    credits: int
    causes: tuple[tuple[int, ...], ...]

    @property
    def times(self) -> int:
        """How often it counts."""
        return len(self.causes)

    @property
    def name(self) -> str:
        """What a person calls it, in the language in force."""
        return text(f"mhing.credit.{self.code}")

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "code": self.code,
            "credits": self.credits,
            "times": self.times,
            "causes": [list(places) for places in self.causes],
        }


@dataclass(frozen=True)
class Reading:
    """One way to read a winning hand, with all its credits explained.

    Readings are told apart by the kinds of their four combinations and their pair, or of their 14
    cards where nothing matches; what the jokers stand for, taken together, follows from that. Which
    of several equal cards is the joker makes no other reading: it is one of the last.

    Parameters
    ----------
    groups
        The combinations, laid ones first, and the pair; or one group in which nothing matches.
    lines
        The lines that count, in the order of the rules.
    """

    groups: tuple[Group, ...]
    lines: tuple[CountedLine, ...]

    @property
    def credits(self) -> int:
        """All credits."""
        return sum(line.credits for line in self.lines)

    @property
    def breakdown(self) -> dict[str, int]:
        """The credits by line; lines that earn nothing are left out."""
        return {line.code: line.credits for line in self.lines if line.credits}

    @property
    def stands(self) -> tuple[int, ...]:
        """What the jokers in hand stand for, rising."""
        return tuple(
            sorted(
                kind
                for group in self.groups
                if not group.laid
                for kind, joker in zip(group.cards, group.jokers, strict=True)
                if joker
            )
        )

    def to_text(self) -> str:
        """Return its groups as text."""
        return " ".join(group.to_text() for group in self.groups)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "text": self.to_text(),
            "credits": self.credits,
            "groups": [group.to_dict() for group in self.groups],
            "lines": [line.to_dict() for line in self.lines],
        }


@dataclass(frozen=True)
class Evaluation:
    """The answer to "what is this hand worth?".

    Parameters
    ----------
    position
        The question.
    readings
        The readings that earn most, or the first of them; none when the cards make no winning hand.
    reading_count
        How many there are.
    distance
        The fewest further cards to four combinations and a pair.
    unmatched_distance, unmatched_honours_distance
        The fewest further cards to a hand in which nothing matches, and to one with all honours;
        None where combinations are laid.
    """

    position: Position
    readings: tuple[Reading, ...]
    reading_count: int
    distance: int
    unmatched_distance: int | None
    unmatched_honours_distance: int | None

    @property
    def complete(self) -> bool:
        """Whether the cards make a winning hand, whatever it earns."""
        return bool(self.readings)

    @property
    def wins(self) -> bool:
        """Whether the player may go out: a winning hand that earns the credits asked, if any."""
        return self.complete and self.readings[0].credits >= self.position.rules.min_credits

    @cached_property
    def best(self) -> Reading | None:
        """A reading that earns most."""
        return self.readings[0] if self.readings else None

    @property
    def credits(self) -> int | None:
        """The credits of the best reading; None when the cards make no winning hand."""
        return self.readings[0].credits if self.readings else None

    @property
    def points(self) -> int | None:
        """The points of the best reading."""
        return self.position.rules.points(self.readings[0].credits) if self.readings else None

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it; keys are the contract of the command line.

        Credits, points and breakdown are null unless the hand wins; what a winning hand earns that
        falls short of the credits asked stands with its readings.
        """
        position = self.position
        record: dict[str, object] = {
            "game": "mhing",
            "hand": compact(position.hand),
            "laid": " ".join(combination.to_text() for combination in position.laid),
        }
        if position.to_discard:
            record["wins"] = self.wins
        return record | {
            "complete": self.complete,
            "credits": self.credits if self.wins else None,
            "points": self.points if self.wins else None,
            "breakdown": self.readings[0].breakdown if self.wins else None,
            "distance": self.distance,
            "distance_nothing_matches": self.unmatched_distance,
            "distance_nothing_matches_with_honours": self.unmatched_honours_distance,
            "reading_count": self.reading_count,
            "readings": [reading.to_dict() for reading in self.readings],
        }

    def to_frame(self) -> pd.DataFrame:
        """Return all readings shown as a tidy table, a row a group or line.

        Columns: ``reading`` (from 1), ``part`` (``"run"``, ``"triplet"``, ``"pair"``,
        ``"unmatched"`` or ``"line"``), ``what`` (cards, or the line's code), ``times`` (how often
        the line counts; 1 for a group) and ``credits``.
        """
        import pandas as pd

        rows: list[tuple[int, str, str, int, int]] = []
        for number, reading in enumerate(self.readings, start=1):
            rows += [(number, str(group.kind), group.to_text(), 1, 0) for group in reading.groups]
            rows += [
                (number, "line", line.code, line.times, line.credits) for line in reading.lines
            ]
        return pd.DataFrame(rows, columns=["reading", "part", "what", "times", "credits"])

    def __str__(self) -> str:
        """Say the answer in one line."""
        if self.best is None:
            return text("mhing.evaluation.distance", distance=self.distance)
        return text(
            "mhing.evaluation.line" if self.wins else "mhing.evaluation.short",
            credits=self.credits,
            points=self.points,
            least=self.position.rules.min_credits,
            reading=self.best.to_text(),
        )

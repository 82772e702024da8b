"""What an evaluation says: groups, groupings, bonuses and why, as frozen values.

Nothing here computes points; `scoring` does. Cards are kinds (0 to 26) throughout.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from neuroanalysis.games.neurotrio.pieces import ATTRIBUTE_VALUES, PIECES
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Cause", "CountedBonus", "DroppedBonus", "Evaluation", "Group", "GroupKind", "Grouping"]

GroupKind = Literal["duo", "trio", "triple", "carre"]


def _codes(kinds: Iterable[int]) -> list[str]:
    return [PIECES.codes[kind] for kind in kinds]


@dataclass(frozen=True)
class Group:
    """Cards that count together.

    Parameters
    ----------
    kind
        ``"duo"``, ``"trio"`` (not three alike), ``"triple"`` (three alike) or ``"carre"``.
    cards
        Its kinds, rising, one entry a card.
    points
        What it counts by itself.
    laid
        Whether it is a carré on the table.
    """

    kind: GroupKind
    cards: tuple[int, ...]
    points: int
    laid: bool = False

    @property
    def is_structure(self) -> bool:
        """Whether it is a trio or a carré."""
        return self.kind != "duo"

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        record: dict[str, object] = {
            "kind": self.kind,
            "cards": _codes(self.cards),
            "points": self.points,
        }
        return record | {"laid": True} if self.laid else record


@dataclass(frozen=True)
class Cause:
    """One reason why a bonus counts.

    Parameters
    ----------
    shared
        Attribute values that all the groups named have (see ``pieces.ATTRIBUTE_VALUES``).
    groups
        Places, in the grouping, of the groups that have them: as many as the bonus asks, or more.
    distinct
        For a bonus of distinct kinds: how many there are.
    """

    shared: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()
    distinct: int = 0

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        if self.distinct:
            return {"distinct": self.distinct}
        return {
            "shared": [ATTRIBUTE_VALUES[value] for value in self.shared],
            "groups": list(self.groups),
        }


@dataclass(frozen=True)
class CountedBonus:
    """A bonus that counts: its points in all, how many times, and every reason for it."""

    code: str
    points: int
    times: int
    causes: tuple[Cause, ...]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "code": self.code,
            "points": self.points,
            "times": self.times,
            "causes": [cause.to_dict() for cause in self.causes],
        }


@dataclass(frozen=True)
class DroppedBonus:
    """A bonus whose condition holds but which does not count: `contained_in` contains it."""

    code: str
    points: int
    contained_in: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "code": self.code,
            "points": self.points,
            "contained_in": list(self.contained_in),
        }


@dataclass(frozen=True)
class Grouping:
    """One way to group all cards, with all its points explained.

    Parameters
    ----------
    groups
        Structures, laid carrés first, then duos.
    rest
        Kinds of the cards in no group.
    bonuses, dropped
        The bonuses that count, and those contained in one of them.
    finish_points
        The points for finishing; 0 where the player does not finish.
    """

    groups: tuple[Group, ...]
    rest: tuple[int, ...]
    bonuses: tuple[CountedBonus, ...]
    dropped: tuple[DroppedBonus, ...]
    finish_points: int = 0

    @property
    def group_points(self) -> int:
        """Points of the groups alone."""
        return sum(group.points for group in self.groups)

    @property
    def bonus_points(self) -> int:
        """Points of the bonuses alone, without those for finishing."""
        return sum(bonus.points for bonus in self.bonuses)

    @property
    def points(self) -> int:
        """All points."""
        return self.group_points + self.bonus_points + self.finish_points

    @property
    def carres_to_lay(self) -> tuple[int, ...]:
        """Kinds of the carrés that are still in the hand; one who finishes must have laid them."""
        return tuple(
            group.cards[0] for group in self.groups if group.kind == "carre" and not group.laid
        )

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "points": self.points,
            "groups": [group.to_dict() for group in self.groups],
            "rest": _codes(self.rest),
            "bonuses": [bonus.to_dict() for bonus in self.bonuses],
            "dropped": [bonus.to_dict() for bonus in self.dropped],
        }


@dataclass(frozen=True)
class Evaluation:
    """The answer to "what is this hand worth?".

    Parameters
    ----------
    position
        The question.
    points
        The best value without finishing.
    groupings
        The groupings worth that, or the first of them.
    grouping_count
        How many there are.
    finish
        The best total with the points for finishing, or None if the cards make no finishing hand.
    finishes, finish_count
        The finishing groupings worth that, or the first of them, and how many there are.
    distance
        The fewest further cards that complete the duos and structures of a finishing hand.
    """

    position: Position
    points: int
    groupings: tuple[Grouping, ...]
    grouping_count: int
    finish: int | None
    finishes: tuple[Grouping, ...]
    finish_count: int
    distance: int

    @property
    def can_finish(self) -> bool:
        """Whether all cards form a finishing hand that reaches the minimum."""
        return self.finish is not None and self.finish >= self.position.minimum

    @cached_property
    def best(self) -> Grouping:
        """The grouping to show first: the best finishing one if the player can finish."""
        return self.finishes[0] if self.can_finish else self.groupings[0]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it; keys are the contract of the command line."""
        position = self.position
        return {
            "game": "neurotrio",
            "hand": PIECES.format(position.hand),
            "laid": PIECES.format([4 * n for n in position.laid]),
            "minimum": position.minimum,
            "points": self.points,
            "finish": self.finish,
            "can_finish": self.can_finish,
            "distance": self.distance,
            "grouping_count": self.grouping_count,
            "groupings": [grouping.to_dict() for grouping in self.groupings],
            "finish_count": self.finish_count,
            "finishes": [grouping.to_dict() for grouping in self.finishes],
        }

    def to_frame(self) -> pd.DataFrame:
        """Return all groupings shown as a tidy table, a row a group, bonus or rest.

        Columns: ``finishing`` (bool), ``grouping`` (from 1), ``part`` (``"duo"``, ``"trio"``,
        ``"triple"``, ``"carre"``, ``"rest"``, ``"bonus"``, ``"finish"``), ``what`` (cards, or the
        bonus's code) and ``points``.
        """
        import pandas as pd

        rows = [
            row
            for finishing, groupings in ((False, self.groupings), (True, self.finishes))
            for number, grouping in enumerate(groupings, start=1)
            for row in _rows(finishing, number, grouping)
        ]
        return pd.DataFrame(rows, columns=["finishing", "grouping", "part", "what", "points"])

    def __str__(self) -> str:
        """Say the answer in one line."""
        finish = (
            text("neurotrio.evaluation.no_finish", distance=self.distance)
            if self.finish is None
            else text("neurotrio.evaluation.finish", points=self.finish)
        )
        return text("neurotrio.evaluation.line", points=self.points, finish=finish)


def _rows(
    finishing: bool, number: int, grouping: Grouping
) -> list[tuple[bool, int, str, str, int]]:
    rows = [
        (finishing, number, str(group.kind), " ".join(_codes(group.cards)), group.points)
        for group in grouping.groups
    ]
    if grouping.rest:
        rows.append((finishing, number, "rest", " ".join(_codes(grouping.rest)), 0))
    rows += [(finishing, number, "bonus", bonus.code, bonus.points) for bonus in grouping.bonuses]
    if grouping.finish_points:
        rows.append((finishing, number, "finish", "FINISH", grouping.finish_points))
    return rows

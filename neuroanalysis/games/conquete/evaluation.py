"""What an evaluation says: placements, what they do to connected sets, plans, as frozen values.

Nothing here searches; `scoring` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.games.conquete.position import Position
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Evaluation", "Placement", "Plan"]


@dataclass(frozen=True)
class Placement:
    """A card on a cell, where it may be placed, and what that brings.

    Parameters
    ----------
    row, column
        The cell.
    kind
        The kind of card.
    vp
        Victory points at once (clause 3.4).
    touched
        How many cards of the domain it touches.
    compatible
        With how many of them it is compatible.
    joined
        The sizes of the player's connected sets that it joins, the largest first; none where the
        card begins a set of its own.
    set_change
        By how much what his connected sets score changes (clause 10.2).
    """

    row: int
    column: int
    kind: int
    vp: int
    touched: int
    compatible: int
    joined: tuple[int, ...]
    set_change: int

    @property
    def cell(self) -> tuple[int, int]:
        """Its row and column."""
        return self.row, self.column

    @property
    def code(self) -> str:
        """The card as text."""
        return PIECES.codes[self.kind]

    @property
    def set_size(self) -> int:
        """Cards in the connected set to which it belongs then."""
        return 1 + sum(self.joined)

    @property
    def total(self) -> int:
        """Victory points at once and the change of what connected sets score."""
        return self.vp + self.set_change

    def to_list(self) -> list[object]:
        """Return it as JSON holds it, shortly: row, column, card, VP."""
        return [self.row, self.column, self.code, self.vp]

    def to_text(self) -> str:
        """Return the card and its cell.

        Examples
        --------
        >>> Placement(0, -1, 14, 1, 2, 2, (), -1).to_text()
        '2eb 0,-1'
        """
        return f"{self.code} {self.row},{self.column}"

    def to_dict(self) -> dict[str, object]:
        """Return all of it as JSON holds it."""
        return {
            "row": self.row,
            "column": self.column,
            "card": self.code,
            "vp": self.vp,
            "touched": self.touched,
            "compatible": self.compatible,
            "joined": list(self.joined),
            "set_change": self.set_change,
            "total": self.total,
        }


@dataclass(frozen=True)
class Plan:
    """A sequence of a player's own placements, as if nobody else placed between (clause 10.3).

    Parameters
    ----------
    placements
        The placements in their order; each as it is when its turn comes.
    going_out
        What is counted for having placed all cards; 0 where some are left.
    bound
        What no sequence exceeds.
    nodes
        How many sets of placements were looked at.
    """

    placements: tuple[Placement, ...]
    going_out: int
    bound: int
    nodes: int

    def __len__(self) -> int:
        """Return the number of placements."""
        return len(self.placements)

    @property
    def vp(self) -> int:
        """Victory points of placing."""
        return sum(placement.vp for placement in self.placements)

    @property
    def set_change(self) -> int:
        """By how much what connected sets score changes."""
        return sum(placement.set_change for placement in self.placements)

    @property
    def value(self) -> int:
        """All that it brings."""
        return self.vp + self.set_change + self.going_out

    @property
    def is_best(self) -> bool:
        """Whether it is proved that no sequence brings more."""
        return self.value == self.bound

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "value": self.value,
            "vp": self.vp,
            "set_change": self.set_change,
            "going_out": self.going_out,
            "bound": self.bound,
            "is_best": self.is_best,
            "placements": [placement.to_dict() for placement in self.placements],
        }

    def __str__(self) -> str:
        """Say it in one line."""
        key = "best" if self.is_best else "found"
        steps = ", ".join(placement.to_text() for placement in self.placements)
        return text(
            f"conquete.plan.{key}",
            steps=steps or text("conquete.plan.nothing"),
            value=self.value,
            bound=self.bound,
        )


@dataclass(frozen=True)
class Evaluation:
    """The answer to "where may these cards go, and what does that bring?".

    Parameters
    ----------
    position
        The question.
    placements
        All legal placements, by row, column and card.
    sets
        The sizes of the player's connected sets now, the largest first.
    plan
        The best sequence of placements that was found; None where it was not asked for.
    """

    position: Position
    placements: tuple[Placement, ...]
    sets: tuple[int, ...]
    plan: Plan | None

    @property
    def is_blocked(self) -> bool:
        """Whether no card may be placed."""
        return not self.placements

    @property
    def sets_score(self) -> int:
        """What the player's connected sets score now (section 6)."""
        return sum(size - self.position.rules.set_less for size in self.sets)

    @cached_property
    def best(self) -> Placement | None:
        """The placement that brings most, sets included; of equal ones the one with more VP."""
        return max(
            self.placements, key=lambda placement: (placement.total, placement.vp), default=None
        )

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it; keys are the contract of the command line."""
        return {
            "game": "conquete",
            "hand": PIECES.format(self.position.hand),
            "placements": [placement.to_list() for placement in self.placements],
            "sets": list(self.sets),
            "sets_score": self.sets_score,
            "best": self.best.to_dict() if self.best else None,
            "plan": None if self.plan is None else self.plan.to_dict(),
        }

    def to_frame(self) -> pd.DataFrame:
        """Return the placements as a tidy table, a row a placement.

        Columns: ``row``, ``column``, ``card``, ``vp``, ``touched``, ``compatible``, ``joined``
        (number of own sets), ``set_size``, ``set_change``, ``total``.
        """
        import pandas as pd

        names = ["row", "column", "card", "vp", "touched", "compatible"]
        names += ["joined", "set_size", "set_change", "total"]
        rows = [
            (
                *one.to_list(),
                one.touched,
                one.compatible,
                len(one.joined),
                one.set_size,
                one.set_change,
                one.total,
            )
            for one in self.placements
        ]
        return pd.DataFrame(rows, columns=names)

    def __str__(self) -> str:
        """Say the answer in one line."""
        best = self.best
        if best is None:
            return text("conquete.evaluation.blocked")
        return text(
            "conquete.evaluation.line",
            n=len(self.placements),
            best=best.to_text(),
            vp=number_text(best.vp),
            total=number_text(best.total),
        )

"""What is known of a hand's chances: its discards, and how sure the numbers are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from neuroanalysis.core.intervals import Computed, Estimate
from neuroanalysis.games.mhing.analysis.solitaire import Aim
from neuroanalysis.games.mhing.pieces import PIECES
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MODELS", "ByDraw", "Line", "Method", "Model", "Odds"]

Model: TypeAlias = Literal["without-replacement"]
Method: TypeAlias = Literal["search", "simulation"]
ByDraw: TypeAlias = Computed | tuple[Estimate, ...]
"""A number for each number of draws 1, 2, ..., with a bound of its error or with intervals."""

MODELS: Final[tuple[Model, ...]] = get_args(Model)


@dataclass(frozen=True)
class Line:
    """A discard, or the draw of a hand between turns, and what comes of it.

    Parameters
    ----------
    chance
        The chance to win within 1, 2, ... draws.
    points
        The points to expect within 1, 2, ... draws; 0 for no win.
    kind
        The card that is discarded; None between turns.
    """

    chance: ByDraw
    points: ByDraw
    kind: int | None = None

    @property
    def card(self) -> str | None:
        """The code of the card."""
        return None if self.kind is None else PIECES.codes[self.kind]

    @property
    def chances(self) -> tuple[float, ...]:
        """The chances as plain numbers."""
        return _plain(self.chance)

    @property
    def expected(self) -> tuple[float, ...]:
        """The points to expect as plain numbers."""
        return _plain(self.points)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        record: dict[str, object] = {} if self.card is None else {"card": self.card}
        record |= _numbers(self.chance, "probability")
        return record | {"points": _numbers(self.points, "value")}


@dataclass(frozen=True)
class Odds:
    """What may become of a hand within some draws of its own, nothing claimed.

    Parameters
    ----------
    position
        The question.
    minimum
        The credits without which one does not go out.
    model, draws
        What is drawn, and within how many draws.
    method
        ``"search"``: every draw and discard was looked at; the chance is the best one, and the
        points are the most to expect, each with the play that is best for it. ``"simulation"``:
        played out by the stated player, the same for both; the best play does at least as well.
    lines
        Of a hand after its draw every discard, that of the best chance first; of one between turns
        the only one.
    aim
        What a simulated player is after.
    now
        The points of a hand after its draw that wins at once, else None.
    """

    position: Position
    minimum: int
    model: Model
    draws: int
    method: Method
    lines: tuple[Line, ...]
    aim: Aim
    now: int | None = None

    @property
    def best(self) -> Line:
        """The line with the best chance within all draws."""
        return self.lines[0]

    @property
    def richest(self) -> Line:
        """The line with the most points to expect within all draws."""
        return max(self.lines, key=lambda line: line.expected[-1])

    @property
    def chance(self) -> ByDraw:
        """The best chance within 1, 2, ... draws.

        With fewer draws to come another discard may be the best, so searched ones are not always
        of one line.
        """
        if self.now is not None:
            return Computed((1.0,) * self.draws, 0.0)
        chances = [line.chance for line in self.lines if isinstance(line.chance, Computed)]
        if not chances:
            return self.best.chance
        columns = zip(*(line.chances for line in self.lines), strict=True)
        return Computed([max(column) for column in columns], max(c.error for c in chances))

    def cost(self, line: Line) -> float:
        """Return how much less the chance is within all draws than with the best line."""
        return self.best.chances[-1] - line.chances[-1]

    @property
    def remark(self) -> str:
        """What has to be said beside the numbers, in the language in force; often nothing."""
        parts = []
        if self.now is not None:
            parts.append(text("mhing.odds.now", points=self.now))
        elif self.method == "search" and not any(max(line.chances) > 0 for line in self.lines):
            parts.append(text("mhing.odds.nothing", draws=self.draws, minimum=self.minimum))
        if self.method == "simulation":
            parts.append(text("mhing.odds.lower_bound"))
        return " ".join(parts)

    def __str__(self) -> str:
        """Say the best chance in one line, with the discard that has it."""
        chance, points = self.chance, self.best.points
        said = text(
            "mhing.odds.win",
            minimum=self.minimum,
            draws=self.draws,
            chance=chance if isinstance(chance, Computed) else chance[-1],
            points=points if isinstance(points, Computed) else points[-1],
        )
        card = self.best.card
        if card is None or self.now is not None:
            return said
        return text("mhing.odds.discard", card=card, said=said)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it, with the fields of the command line's contract."""
        record: dict[str, object] = {
            "model": self.model,
            "minimum": self.minimum,
            "draws": self.draws,
            "method": self.method,
            "aim": self.aim.name,
        }
        record |= _numbers(self.chance, "probability")
        record["points"] = _numbers(self.best.points, "value")
        if self.best.kind is not None:
            record["now"] = self.now
            record["discards"] = [line.to_dict() | {"cost": self.cost(line)} for line in self.lines]
        if remark := self.remark:
            record["remark"] = remark
        return record

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, a row for each line and number of draws: ``card``, ``draws``,
        ``chance``, ``points``, and where it was played out the intervals of both: ``low``,
        ``high``, ``points_low``, ``points_high``.
        """
        import pandas as pd

        rows: list[dict[str, object]] = []
        for line in self.lines:
            for place, (chance, points) in enumerate(zip(line.chances, line.expected, strict=True)):
                row: dict[str, object] = {
                    "card": line.card,
                    "draws": place + 1,
                    "chance": chance,
                    "points": points,
                }
                if isinstance(line.chance, tuple) and isinstance(line.points, tuple):
                    row["low"], row["high"] = line.chance[place].interval
                    row["points_low"], row["points_high"] = line.points[place].interval
                rows.append(row)
        return pd.DataFrame(rows)


def _plain(numbers: ByDraw) -> tuple[float, ...]:
    if isinstance(numbers, Computed):
        return tuple(numbers.values)
    return tuple(estimate.value for estimate in numbers)


def _numbers(numbers: ByDraw, name: str) -> dict[str, object]:
    """Return numbers for JSON with how sure they are."""
    if isinstance(numbers, Computed):
        return numbers.to_dict(name)
    first = numbers[0]
    return {
        name: [estimate.value for estimate in numbers],
        "kind": "estimate",
        "interval": [list(estimate.interval) for estimate in numbers],
        "level": first.level,
        "n": first.n,
        "seed": first.seed,
    }

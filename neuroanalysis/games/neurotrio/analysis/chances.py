"""What is known of a position's chances: its lines of play, and how sure the numbers are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from neuroanalysis.core.intervals import Computed, Estimate
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.scoring import distance
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MODELS", "Action", "ByDraw", "Line", "Method", "Model", "Odds", "plain", "reachable"]

Model: TypeAlias = Literal["discards-return", "without-replacement"]
Action: TypeAlias = Literal["finish", "discard", "lay"]
Method: TypeAlias = Literal["search", "solution", "simulation"]
ByDraw: TypeAlias = Computed | tuple[Estimate, ...]
"""A value for each number of draws 1, 2, ..., with a bound of its error or with intervals."""

MODELS: Final[tuple[Model, ...]] = get_args(Model)


@dataclass(frozen=True)
class Line:
    """A way to go on, and what it is worth when all that follows is played at best.

    Parameters
    ----------
    chance
        To finish within 1, 2, ... draws more with the minimum.
    points
        Expected at the end, finished or not, of the play with the best chance (of plays with equal
        chances the one with most points). None where only chances are known: from the solution.
    most_points
        Expected at the end of the play that has only points in view; None as above, and where it
        was played out.
    action
        ``"finish"``, ``"discard"`` or ``"lay"``; None between turns, where there is only the draw.
    kind
        The card that is discarded, or laid four times.
    outcomes
        After 1, 2, ... draws the probability of each number of points 0, 1, 2, ... at the end,
        under the play with the best chance within so many; None where only chances are known.
    """

    chance: ByDraw
    points: ByDraw | None = None
    most_points: ByDraw | None = None
    action: Action | None = None
    kind: int | None = None
    outcomes: tuple[tuple[float, ...], ...] | None = None

    @property
    def card(self) -> str | None:
        """The code of the card."""
        return None if self.kind is None else PIECES.codes[self.kind]

    @property
    def chances(self) -> tuple[float, ...]:
        """The chances as plain numbers."""
        return plain(self.chance)

    @property
    def rank(self) -> tuple[float, float]:
        """What lines are compared by: the chance within all draws asked, then points with it."""
        points = plain(self.points)[-1] if self.points is not None else 0.0
        return (round(self.chances[-1], 12), points)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        record: dict[str, object] = {}
        if self.action is not None:
            record["action"] = self.action
        if self.card is not None:
            record["card"] = self.card
        record |= _numbers("probability", self.chance)
        if self.points is not None:
            record["points"] = list(plain(self.points))
        if self.most_points is not None:
            record["most_points"] = list(plain(self.most_points))
        if self.outcomes is not None:
            record["outcomes"] = [_likely(outcomes) for outcomes in self.outcomes]
        return record


@dataclass(frozen=True)
class Odds:
    """What may become of a position within some draws.

    Parameters
    ----------
    position
        The question; its minimum is the one that counts.
    model, draws
        What is drawn, and within how many draws.
    method
        ``"search"``: every draw and move was looked at. ``"solution"``: looked up in the solved
        solitaire. ``"simulation"``: the solved solitaire's moves played out with cards of this
        model; no play does worse than it says, the best may do better.
    lines
        Of a hand after its draw every move, best first; of a hand between turns the only one.
    """

    position: Position
    model: Model
    draws: int
    method: Method
    lines: tuple[Line, ...]

    @property
    def best(self) -> Line:
        """The line with the best chance within all draws; of equals, that with most points."""
        return self.lines[0]

    @property
    def chance(self) -> ByDraw:
        """The best chance to finish within 1, 2, ... draws.

        With fewer draws to come another move may be the best, so this is not always one line.
        """
        if self.method == "simulation":
            return self.best.chance
        columns = zip(*(line.chances for line in self.lines), strict=True)
        error = max(line.chance.error for line in self.lines if isinstance(line.chance, Computed))
        return Computed(tuple(max(column) for column in columns), error)

    @property
    def outcomes(self) -> tuple[float, ...] | None:
        """The probability of each number of points at the end, 0, 1, 2, ..., after all draws, under
        the play with the best chance; None where only chances are known.
        """
        by_draw = self.best.outcomes
        return None if by_draw is None else by_draw[-1]

    @property
    def most_points(self) -> Line | None:
        """The line of the play that has only points in view; None where those are not known."""
        known = [line for line in self.lines if line.most_points is not None]
        return max(known, key=lambda line: plain(line.most_points)[-1], default=None)

    def __str__(self) -> str:
        """Say the best chance in one line, with the move that has it."""
        best, minimum = self.best, self.position.minimum
        move = "draw" if best.action is None else best.action
        if isinstance(best.chance, Computed):
            within = "up_to" if self.draws > 1 else "one"
            chance: Computed | Estimate = best.chance
        else:
            within, chance = "within", best.chance[-1]
        said = text(f"neurotrio.odds.{within}", minimum=minimum, draws=self.draws, chance=chance)
        return text(f"neurotrio.odds.line.{move}", card=best.card, said=said)

    def cost(self, line: Line) -> float:
        """Return how much less the chance is within all draws than with the best line."""
        return self.best.chances[-1] - line.chances[-1]

    @property
    def remark(self) -> str:
        """What has to be said beside the numbers, in the language in force; often nothing."""
        minimum = self.position.minimum
        parts = []
        if not any(max(line.chances) > 0 for line in self.lines):
            key = "nothing" if reachable(self.position) else "unreachable"
            parts.append(text(f"neurotrio.odds.{key}", draws=self.draws, minimum=minimum))
        if self.method == "simulation":
            parts.append(text("neurotrio.odds.lower_bound"))
        return " ".join(parts)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it, with the fields of the command line's contract."""
        record: dict[str, object] = {
            "model": self.model,
            "minimum": self.position.minimum,
            "draws": self.draws,
            "method": self.method,
            **_numbers("probability", self.chance),
        }
        for name, values in (
            ("points", self.best.points),
            ("most_points", self.most_points and self.most_points.most_points),
        ):
            if values:
                record[name] = list(plain(values))
        if self.outcomes is not None:
            record["outcomes"] = _likely(self.outcomes)
        if self.best.action is not None:
            of = {name: [line for line in self.lines if line.action == name] for name in _ACTIONS}
            record["finish"] = bool(of["finish"])
            for field, lines in (("discards", of["discard"]), ("lays", of["lay"])):
                record[field] = [line.to_dict() | {"cost": self.cost(line)} for line in lines]
        if remark := self.remark:
            record["remark"] = remark
        return record

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table: a row for each line and number of draws."""
        import pandas as pd

        rows = []
        for line in self.lines:
            points = line.points and plain(line.points)
            for place, chance in enumerate(line.chances):
                rows.append(
                    {
                        "action": line.action,
                        "card": line.card,
                        "draws": place + 1,
                        "chance": chance,
                        "points": points[place] if points else None,
                    }
                )
        return pd.DataFrame(rows)


_ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


def reachable(position: Position) -> bool:
    """Return whether a finishing hand with the minimum can still be had at all."""
    if position.minimum > position.rules.greatest_total:
        return False
    if position.minimum <= max(points for _, points in position.rules.minimums):
        return True  # nearly always; who asks is told otherwise by the numbers
    return distance(position, minimum=position.minimum) is not None


def _likely(outcomes: Sequence[float]) -> dict[str, float]:
    """Return the outcomes that have a chance, for JSON."""
    return {str(points): share for points, share in enumerate(outcomes) if share > 0}


def plain(values: ByDraw | None) -> tuple[float, ...]:
    """Return values as plain numbers; none for None."""
    if values is None:
        return ()
    if isinstance(values, Computed):
        return tuple(values.values)
    return tuple(estimate.value for estimate in values)


def _numbers(name: str, values: ByDraw) -> dict[str, object]:
    """Return values for JSON with how sure they are."""
    record: dict[str, object] = {name: list(plain(values))}
    if isinstance(values, Computed):
        return record | {"kind": "computed", "error": values.error}
    return record | {
        "kind": "estimate",
        "interval": [list(estimate.interval) for estimate in values],
        "level": values[0].level,
        "n": values[0].n,
        "seed": values[0].seed,
    }

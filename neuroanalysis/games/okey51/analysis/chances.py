"""What is known of a rack's chances: its discards, and how sure the numbers are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from neuroanalysis.core.intervals import Computed, Estimate
from neuroanalysis.games.okey51.analysis.distances import Aim
from neuroanalysis.games.okey51.pieces import PIECES
from neuroanalysis.games.okey51.position import Position
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MODELS", "ByDraw", "Line", "Method", "Model", "Odds"]

Model: TypeAlias = Literal["without-replacement"]
Method: TypeAlias = Literal["search", "simulation"]
ByDraw: TypeAlias = Computed | tuple[Estimate, ...]
"""A chance for each number of draws 1, 2, ..., with a bound of its error or with intervals."""

MODELS: Final[tuple[Model, ...]] = get_args(Model)
# Each chance is one fraction made a float.
_ROUNDING: Final = 1e-15


@dataclass(frozen=True)
class Line:
    """A discard, or the draw of a rack between turns, and the chances from there on.

    Parameters
    ----------
    exact
        The chance within one and two draws, each discard being the best one for it.
    played
        Where more draws were asked: the chance within 1, 2, ... draws of the stated player.
    kind
        The tile that is discarded; None between turns.
    """

    exact: tuple[Fraction, ...]
    played: tuple[Estimate, ...] = ()
    kind: int | None = None

    @property
    def card(self) -> str | None:
        """The code of the tile."""
        return None if self.kind is None else PIECES.codes[self.kind]

    @property
    def chance(self) -> ByDraw:
        """The chance within 1, 2, ... draws, all that were asked."""
        return self.played or Computed([float(p) for p in self.exact], _ROUNDING)

    @property
    def chances(self) -> tuple[float, ...]:
        """The same as plain numbers."""
        if self.played:
            return tuple(estimate.value for estimate in self.played)
        return tuple(float(p) for p in self.exact)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        record: dict[str, object] = {} if self.card is None else {"card": self.card}
        return record | _numbers(self)


@dataclass(frozen=True)
class Odds:
    """What may become of a rack within some draws of its own, nothing taken from the discards.

    Parameters
    ----------
    position
        The question; its threshold is the one in force.
    aim
        To open, or to go out.
    model, draws
        What is drawn, and within how many draws.
    method
        ``"search"``: every draw and discard was looked at. ``"simulation"``: played out by a
        player who discards what leaves the fewest draws to the aim, of equals what leaves most
        useful tiles; no play does worse than it says, the best may do better.
    lines
        Of a rack after its draw every discard, best first; of one between turns the only one.
    now
        Whether a rack after its draw reaches the aim at once.
    """

    position: Position
    aim: Aim
    model: Model
    draws: int
    method: Method
    lines: tuple[Line, ...]
    now: bool = False

    @property
    def best(self) -> Line:
        """The line with the best chance within all draws."""
        return self.lines[0]

    @property
    def chance(self) -> ByDraw:
        """The best chance within 1, 2, ... draws.

        With fewer draws to come another discard may be the best, so this is not always one line.
        """
        if self.now:
            return Computed((1.0,) * self.draws, 0.0)
        if self.method == "simulation":
            return self.best.played
        columns = zip(*(line.exact for line in self.lines), strict=True)
        return Computed([float(max(column)) for column in columns], _ROUNDING)

    @property
    def exact(self) -> tuple[Fraction, ...]:
        """The best chance within one and two draws, as fractions; all 1 if it is there now."""
        if self.now:
            return tuple(Fraction(1) for _ in self.best.exact)
        return tuple(map(max, zip(*(line.exact for line in self.lines), strict=True)))

    def cost(self, line: Line) -> float:
        """Return how much less the chance is within all draws than with the best line."""
        return self.best.chances[-1] - line.chances[-1]

    @property
    def remark(self) -> str:
        """What has to be said beside the numbers, in the language in force; often nothing."""
        parts = []
        if self.now:
            parts.append(text(f"okey51.odds.now.{self.aim}"))
        elif not any(max(line.chances) > 0 for line in self.lines):
            parts.append(text(f"okey51.odds.nothing.{self.aim}", draws=self.draws))
        if self.method == "simulation":
            parts.append(text("okey51.odds.lower_bound"))
        return " ".join(parts)

    def __str__(self) -> str:
        """Say the best chance in one line, with the discard that has it."""
        chance = self.chance
        said = text(
            f"okey51.odds.{self.aim}",
            threshold=self.position.threshold,
            draws=self.draws,
            chance=chance if isinstance(chance, Computed) else chance[-1],
        )
        card = self.best.card
        if card is None or self.now:
            return said
        return text("okey51.odds.discard", card=card, said=said)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it, with the fields of the command line's contract."""
        record: dict[str, object] = {
            "model": self.model,
            "aim": self.aim,
            "minimum": self.position.threshold,
            "draws": self.draws,
            "method": self.method,
        }
        if self.now:
            chance = Computed((1.0,) * self.draws, 0.0)
            record |= chance.to_dict("probability")
        elif self.method == "simulation":
            record |= _numbers(self.best)
        else:
            chance = Computed([float(p) for p in self.exact], _ROUNDING)
            record |= chance.to_dict("probability")
        if self.best.kind is not None:
            record["now"] = self.now
            record["discards"] = [line.to_dict() | {"cost": self.cost(line)} for line in self.lines]
        if remark := self.remark:
            record["remark"] = remark
        return record

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, a row for each line and number of draws: ``card``, ``draws``,
        ``chance``, and where it was played out ``low`` and ``high``.
        """
        import pandas as pd

        rows: list[dict[str, object]] = []
        for line in self.lines:
            for place, chance in enumerate(line.chances):
                row: dict[str, object] = {
                    "card": line.card,
                    "draws": place + 1,
                    "chance": chance,
                }
                if line.played:
                    low, high = line.played[place].interval
                    row |= {"low": low, "high": high}
                rows.append(row)
        return pd.DataFrame(rows)


def _numbers(line: Line) -> dict[str, object]:
    """Return a line's chances for JSON with how sure they are."""
    exact: Sequence[Fraction] = line.exact
    if not line.played:
        return Computed([float(p) for p in exact], _ROUNDING).to_dict("probability")
    first = line.played[0]
    return {
        "probability": list(line.chances),
        "kind": "estimate",
        "interval": [list(estimate.interval) for estimate in line.played],
        "level": first.level,
        "n": first.n,
        "seed": first.seed,
        # What the best play has within the first draws, computed.
        "searched": [float(p) for p in exact],
    }

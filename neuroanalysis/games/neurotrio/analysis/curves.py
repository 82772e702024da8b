"""How soon a random deal finishes: one curve a minimum, for two players, and what they say.

A curve has the chance of a random deal to finish within 1, 2, ... draws where discards return. The
*best* player plays, for each number of draws, what finishes most surely within it; the *nearest*
one only minimises his distance (see `nearest`). What lies between them is what skill is worth, what
lies between the curves of two minimums is what the higher one costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from neuroanalysis.core.intervals import Computed, number_text
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.graph import Graph, build_graph
from neuroanalysis.games.neurotrio.analysis.nearest import NearestSweeper, held_ranks
from neuroanalysis.games.neurotrio.analysis.solitaire import (
    MOST_DRAWS,
    Sweeper,
    check_question,
    deal_shares,
)
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ERROR", "PLAYERS", "Curves", "Player", "Wait", "compute_curves"]

Player = Literal["best", "nearest"]
PLAYERS: Final[tuple[Player, ...]] = ("best", "nearest")

ERROR: Final = 1e-12
"""Bound on the error of a curve: 44 means at most lie behind a chance (40 draws, 4 replacements),
each of some 30 roundings of 1.1e-16, and the sum over all deals adds less."""

_BUILDING: Final = 20
_RANKING: Final = 5
_SHOWN: Final = (1, 2, 5, 10, 15, 20, 30, 40)


@dataclass(frozen=True)
class Wait:
    """How many draws a random deal takes, as far as a curve tells.

    Parameters
    ----------
    counted
        The expected number of draws, those of a deal that has not finished by then counted as
        `draws`. For the best player a bound: no way to play has less, but each number of draws has
        its own best way.
    unfinished
        The share of deals that has not finished by then, and takes more draws than are counted.
    draws
        Up to how many draws are counted.
    half
        The fewest draws within which half of all deals finish; None if that takes more.
    error
        Bound on the error of `counted`.

    The expected number without any limit is at least `counted` plus `unfinished`, since a deal that
    has not finished takes one draw more at the least.
    """

    counted: float
    unfinished: float
    draws: int
    half: int | None
    error: float

    @property
    def at_least(self) -> float:
        """A bound from below on the expected number of draws without limit."""
        return self.counted + self.unfinished


@dataclass(frozen=True)
class Curves:
    """The curves of a rule set.

    Parameters
    ----------
    rules
        The rule set.
    chances
        By player and minimum: the chance to finish within 1, 2, ... draws.
    source
        ``"data"`` (the shipped table), ``"solution"`` (the user's cache) or ``"computed"``.
    error
        No chance is further off than this.
    """

    rules: Rules
    chances: Mapping[tuple[Player, int], Sequence[float]]
    source: Literal["data", "solution", "computed"]
    error: float = ERROR

    @property
    def minimums(self) -> tuple[int, ...]:
        """The minimums of the best player's curves."""
        return tuple(sorted(minimum for player, minimum in self.chances if player == "best"))

    @property
    def players(self) -> tuple[Player, ...]:
        """The players that have curves."""
        return tuple(
            player for player in PLAYERS if any(player == known for known, _ in self.chances)
        )

    @property
    def draws(self) -> int:
        """Within how many draws chances are known."""
        return min(len(curve) for curve in self.chances.values())

    def curve(self, minimum: int, player: Player = "best") -> Computed:
        """Return the chance of a random deal to finish within 1, 2, ... draws.

        Raises
        ------
        InputError
            For a minimum that is not known.
        """
        return Computed(self._known(minimum, player), self.error)

    def _known(self, minimum: int, player: Player) -> tuple[float, ...]:
        if (player, minimum) not in self.chances:
            accepted = ", ".join(str(m) for p, m in sorted(self.chances) if p == player)
            raise InputError("input.unsolved_minimum", minimum=minimum, accepted=accepted)
        return tuple(self.chances[player, minimum])

    def wait(self, minimum: int, player: Player = "best") -> Wait:
        """Return how many draws a random deal takes: the sum of the chances to be still without."""
        curve = self._known(minimum, player)
        return Wait(
            counted=1.0 + sum(1.0 - chance for chance in curve[:-1]),
            unfinished=1.0 - curve[-1],
            draws=len(curve),
            half=next((t for t, chance in enumerate(curve, start=1) if chance >= 0.5), None),
            error=self.error * len(curve),
        )

    def skill_gap(self, minimum: int) -> Computed:
        """Return, within 1, 2, ... draws, how much likelier the best player finishes than the
        one who only minimises his distance: what skill is worth.
        """
        return Computed(self._gap(minimum), 2 * self.error)

    def _gap(self, minimum: int) -> list[float]:
        return _less(self._known(minimum, "best"), self._known(minimum, "nearest"))

    def cost(self, minimum: int, than: int | None = None, player: Player = "best") -> Computed:
        """Return, within 1, 2, ... draws, how much a minimum lessens the chance to finish.

        Parameters
        ----------
        minimum
            The higher minimum.
        than
            The lower one; the lowest that is known if None.
        player
            Who plays.
        """
        lower = min(self.minimums) if than is None else than
        lost = _less(self._known(lower, player), self._known(minimum, player))
        return Computed(lost, 2 * self.error)

    def only(self, minimums: Sequence[int], draws: int) -> Curves:
        """Return the curves of some minimums up to so many draws."""
        chances = {
            (player, minimum): tuple(curve[:draws])
            for (player, minimum), curve in self.chances.items()
            if minimum in minimums
        }
        return Curves(self.rules, chances, self.source, self.error)

    def to_dict(self) -> dict[str, object]:
        """Return the best player's curves as JSON holds them, by minimum."""
        return {str(minimum): list(self.curve(minimum).values) for minimum in self.minimums}

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table: ``player``, ``minimum``, ``draws``, ``chance``, ``error``."""
        import pandas as pd

        return pd.DataFrame(
            [
                (player, minimum, t, chance, self.error)
                for (player, minimum), curve in sorted(self.chances.items())
                for t, chance in enumerate(curve, start=1)
            ],
            columns=["player", "minimum", "draws", "chance", "error"],
        )

    def summary(self) -> str:
        """Say in the language in force what the curves say: chances, draws, costs, skill."""
        return "\n".join(self._summary())

    def _summary(self) -> Iterator[str]:
        shown = [t for t in _SHOWN if t <= self.draws]
        least = min(self.minimums)
        for player in self.players:
            yield text(f"neurotrio.curves.title.{player}")
            yield text("neurotrio.curves.head", draws=" ".join(f"{t:>9}" for t in shown))
            for minimum in self.minimums:
                if (player, minimum) not in self.chances:
                    continue
                curve = self.chances[player, minimum]
                chances = " ".join(f"{number_text(100 * curve[t - 1]):>9}" for t in shown)
                yield f"{minimum:>8} {chances}"
            yield ""
        for minimum in self.minimums:
            yield self._sentence(minimum, least)
        yield text("neurotrio.curves.source", error=number_text(self.error))

    def _sentence(self, minimum: int, least: int) -> str:
        wait = self.wait(minimum)
        said = [
            text(
                "neurotrio.curves.wait",
                minimum=minimum,
                counted=number_text(wait.counted),
                draws=wait.draws,
                unfinished=_percent(wait.unfinished),
            )
        ]
        if minimum != least:
            other = number_text(self.wait(least).counted)
            said.append(text("neurotrio.curves.cost", least=least, other=other))
        if ("nearest", minimum) in self.chances:
            gap = self._gap(minimum)
            widest = max(range(len(gap)), key=lambda t: gap[t])
            said.append(
                text(
                    "neurotrio.curves.skill",
                    counted=number_text(self.wait(minimum, "nearest").counted),
                    gap=_points(gap[widest]),
                    draws=widest + 1,
                )
            )
        return " ".join(said)


def _less(more: Sequence[float], less: Sequence[float]) -> list[float]:
    return [a - b for a, b in zip(more, less, strict=True)]


def _percent(share: float) -> str:
    return f"{number_text(100 * share)} %"


def _points(share: float) -> str:
    return number_text(100 * share, digits=3)


def compute_curves(
    rules: Rules | None = None,
    minimums: Sequence[int] = (18,),
    draws: int = MOST_DRAWS,
    *,
    known: Mapping[int, Sequence[float]] | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
) -> Curves:
    """Compute the curves of both players over all hands; nothing is kept.

    Parameters
    ----------
    rules, minimums, draws, workers, progress, cancel
        See `solitaire.solve`.
    known
        Curves of the best player that need not be computed again, by minimum.

    Examples
    --------
    >>> curves = compute_curves(Rules(structures=1, hand_size=4), [12], 3, workers=1)
    >>> [round(chance, 4) for chance in curves.curve(12).values]
    [0.0071, 0.0273, 0.0583]
    >>> [round(chance, 6) for chance in curves.skill_gap(12).values]
    [0.0, 4e-06, 0.000172]
    """
    rules = Rules.or_default(rules)
    check_question(minimums, draws)
    token = cancel or Cancel()
    wanted = tuple(sorted(set(minimums)))
    done = {minimum: curve for minimum, curve in (known or {}).items() if minimum in wanted}
    missing = [m for m in wanted if len(done.get(m, ())) < draws]
    steps = 1000 * (_BUILDING + _RANKING + draws * (1 + bool(missing)))

    def told(begin: int, length: int) -> Callable[[int, int], None]:
        def tell(part: int, total: int) -> None:
            if progress is not None:
                progress(1000 * begin + 1000 * length * part // max(total, 1), steps)

        return tell

    told(0, _BUILDING)(0, 1)
    graph = build_graph(rules, workers=workers, progress=told(0, _BUILDING), cancel=token)
    place = _BUILDING
    chances: dict[tuple[Player, int], Sequence[float]] = {
        ("best", minimum): tuple(done[minimum][:draws]) for minimum in wanted if minimum in done
    }
    if missing:
        swept = _swept(Sweeper(graph, missing, workers), draws, token, told(place, draws))
        chances |= {("best", m): curve for m, curve in zip(missing, swept, strict=True)}
        place += draws
    ranks = held_ranks(graph, workers=workers, progress=told(place, _RANKING), cancel=token)
    place += _RANKING
    nearest = NearestSweeper(graph, wanted, ranks, workers)
    swept = _swept(nearest, draws, token, told(place, draws))
    chances |= {("nearest", m): curve for m, curve in zip(wanted, swept, strict=True)}
    return Curves(rules, chances, "computed")


def _swept(
    sweeper: Sweeper, draws: int, cancel: Cancel, tell: Callable[[int, int], None]
) -> list[tuple[float, ...]]:
    graph: Graph = sweeper.graph
    shares = deal_shares(graph.held[0], graph.rules)
    curves: list[list[float]] = [[] for _ in sweeper.minimums]
    for draw in range(draws):
        cancel.check()
        sweeper.advance(cancel.check)
        for column, curve in enumerate(curves):
            curve.append(float((shares * sweeper.chances[0][:, column]).sum()))
        tell(draw + 1, draws)
    return [tuple(curve) for curve in curves]

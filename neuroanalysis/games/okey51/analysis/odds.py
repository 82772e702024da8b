"""The chance to open, or to go out, within some draws, and what each discard now makes of it.

A turn is: draw a tile that one does not see, uniformly; stop if the aim is reached, by melds or by
pairs; else discard a tile, which never comes back. Nothing is taken from the discards, and no okey
is stolen. One and two draws are looked at completely, so these chances are exact; more are played
out by a stated player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.work import Chunk, Control, Draws, Options, run, seeded_chunks
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.okey51.analysis.asked import Parts, asked
from neuroanalysis.games.okey51.analysis.chances import MODELS, Line, Method, Model, Odds
from neuroanalysis.games.okey51.analysis.distances import AIMS, Aim, aim_of, outlooks
from neuroanalysis.games.okey51.analysis.racks import (
    Rack,
    items,
    layoff_places,
    meld_items,
    meld_places,
)
from neuroanalysis.games.okey51.pieces import TILES
from neuroanalysis.games.okey51.position import Position, Tiles, checked_threshold
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import neuroanalysis.games.okey51._kernels.outlook as kernels

__all__ = ["MOST_DRAWS", "MOST_SEARCHED", "SAMPLES", "aim_arrays", "checked_model", "odds"]

MOST_SEARCHED: Final = 2
"""So many draws are searched through."""
MOST_DRAWS: Final = 20
SAMPLES: Final = 2000
"""So many times a rack is played out where nothing else is asked."""
_MOST_SAMPLES: Final = 10**7
_GREATEST_SEED: Final = 2**63 - 1
# A constant of the program: an answer depends on it.
_CHUNK: Final = 256


@checked
def odds(
    hand: Tiles | Position,
    draws: int = 1,
    minimum: int | None = None,
    *,
    aim: Aim | None = None,
    drawn: bool | None = None,
    model: Model = "without-replacement",
    samples: int = SAMPLES,
    seed: int = 0,
    how: Options | None = None,
    **parts: Unpack[Parts],
) -> Odds:
    """Return the best chance to open within some draws, and what each discard makes of it.

    Parameters
    ----------
    hand, **parts
        See `Position.of`. Who has not opened holds as many tiles as are dealt, or one more: then
        the chances are those after each discard.
    draws
        Draws still to come, 1 to 20; of a rack after its draw, that one is not among them.
    minimum
        The threshold in force; the position's if None.
    aim
        ``"open"``, or ``"out"`` (to go out); if None, ``"out"`` for who has opened.
    drawn
        Whether the rack holds a tile more than between turns; if None, that is so for a rack with
        one tile more than is dealt.
    model
        ``"without-replacement"``: each draw is uniform over the unseen tiles; discards never come
        back.
    samples, seed
        For more than two draws: how often it is played out, and what decides the draws. The same
        seed gives the same answer, whatever the number of workers.
    how
        ``workers``, ``progress``, ``cancel``: see :func:`neuroanalysis.core.work.imap`.

    Returns
    -------
    Odds
        Up to two draws: exact fractions, by search. Beyond: estimates of what a player reaches who
        always discards what leaves the fewest draws to the aim, of equals what leaves most useful
        tiles; and beside them the exact best chances within one and two draws.

    Raises
    ------
    CardError, InputError
        For another number of tiles, draws out of range, an unknown model or aim.
    NeuroanalysisError
        For tiles, rules or a position that are not valid.

    Examples
    --------
    >>> rack = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9"
    >>> answer = odds(rack, draws=2, okey="y2")
    >>> answer.exact[0]
    Fraction(10, 91)
    >>> print(answer.chance)
    0.1099, 0.2176 (computed, error at most 10⁻¹⁵)
    """
    position = asked(hand, **parts)
    if minimum is not None:
        position = replace(position, threshold=checked_threshold(minimum))
    chosen = _checked_aim(aim_of(position) if aim is None else aim, position)
    checked_model(model)
    check_whole("draws", draws, 1, MOST_DRAWS)
    check_whole("samples", samples, 2, _MOST_SAMPLES)
    check_whole("seed", seed, 0, _GREATEST_SEED)
    after = position.to_discard if drawn is None else drawn
    _check_size(position, after)
    kinds: list[int | None] = [None]
    now = False
    if after:
        kinds = [kind for kind in range(TILES) if position.hand[kind]]
        (outlook,) = outlooks(position, [None], drawn=True, aims=[chosen])
        now = outlook.distances.to(chosen) == 0
    racks = [_Left.of(position, kind, chosen, draws) for kind in kinds]
    exact = [rack.exact() for rack in racks]
    if draws <= MOST_SEARCHED:
        method: Method = "search"
        lines = [
            Line(chances[:draws], kind=kind) for kind, chances in zip(kinds, exact, strict=True)
        ]
    else:
        method = "simulation"
        played = _play(racks, draws, samples, seed, how or {})
        lines = [Line(*line) for line in zip(exact, played, kinds, strict=True)]
    lines.sort(key=lambda line: -line.chances[-1])
    return Odds(position, chosen, model, draws, method, tuple(lines), now)


def checked_model(name: object) -> Model:
    """Return a model by name; InputError for an unknown one."""
    for model in MODELS:
        if name == model:
            return model
    accepted = ", ".join(MODELS)
    raise InputError("input.choice", name="model", value=written(name), accepted=accepted)


def _checked_aim(name: object, position: Position) -> Aim:
    for aim in AIMS:
        if name == aim and not (aim == "open" and position.opened):
            return aim
    accepted = "out" if position.opened else ", ".join(AIMS)
    raise InputError("input.choice", name="aim", value=written(name), accepted=accepted)


def _check_size(position: Position, drawn: bool) -> None:
    """Raise CardError unless the rack is one between turns, or one after a draw."""
    size = position.rules.hand_size
    between = position.tiles - drawn
    if position.opened:
        fits = 1 <= between <= size
        low, high = 1 + drawn, size + drawn
        accepted = text("okey51.question.tiles", low=low, high=high)
    else:
        fits = between == size
        accepted = text("okey51.odds.either", one=size, other=size + 1)
    if not fits:
        question = text("okey51.odds.question")
        raise CardError("card.few", n=position.tiles, question=question, accepted=accepted)


def aim_arrays(position: Position, aim: Aim, between: int) -> kernels.Aim:
    """Return what is to be reached as the kernels read it.

    Parameters
    ----------
    position
        The table, the threshold and the rules.
    aim
        To open, or to go out.
    between
        Tiles on the rack between turns.
    """
    from neuroanalysis.games.okey51._kernels.nearest import Goal
    from neuroanalysis.games.okey51._kernels.outlook import Aim as AimArrays

    rules = position.rules
    melds = meld_items(rules.wrap_13_1, rules.one_after_13)
    if aim == "open":
        goal = Goal(0, rules.hand_size, position.threshold)
        return AimArrays(melds, goal, rules.pairs_to_open, rules.okey_pairs)
    places = meld_places(rules.wrap_13_1, rules.one_after_13)
    places += layoff_places(position.melds, between, rules)
    goal = Goal(between, between, 0 if position.opened else position.threshold)
    pairs = 0 if position.opened or between % 2 else between // 2
    return AimArrays(items(places), goal, pairs, rules.okey_pairs)


@dataclass(frozen=True, eq=False)
class _Left:
    """A rack between turns, perhaps after a discard, and what it is to reach."""

    rack: Rack
    target: kernels.Aim

    @classmethod
    def of(cls, position: Position, kind: int | None, aim: Aim, draws: int) -> _Left:
        """Return what a discard leaves; of none, the rack as it is."""
        if kind is not None:
            hand, seen = list(position.hand), list(position.seen)
            hand[kind] -= 1
            seen[kind] += 1
            position = replace(position, hand=tuple(hand), seen=tuple(seen))
        left = cls(Rack.of(position, steals=False), aim_arrays(position, aim, position.tiles))
        if draws > left.total:
            raise InputError("input.limit", name="draws", value=draws, low=1, high=left.total)
        return left

    @property
    def total(self) -> int:
        """Tiles that may be drawn."""
        return int(self.rack.left.sum()) + self.rack.left_wilds

    def exact(self) -> tuple[Fraction, ...]:
        """Return the chance within one draw, and within two if there are so many."""
        from neuroanalysis.games.okey51._kernels.outlook import draw_one

        within = np.zeros(2, dtype=np.int64)
        rack = self.rack
        draw_one(rack.held, rack.left, rack.wilds, rack.left_wilds, self.target, within)
        one, two = (int(number) for number in within)
        first = Fraction(one, self.total)
        if self.total == 1:
            return (first,)
        return (first, Fraction(two, self.total * (self.total - 1)))


def _play(
    racks: Sequence[_Left], draws: int, samples: int, seed: int, how: Options
) -> list[tuple[Estimate, ...]]:
    """Play racks out, all with the same numbers to decide their draws."""
    drawn = seeded_chunks(samples, _CHUNK, seed)
    chunks = [
        Chunk(f"{place}-{chunk.id}", (rack, draws, chunk.payload), chunk.size)
        for place, rack in enumerate(racks)
        for chunk in drawn
    ]
    ends = np.array(run(_played, chunks, **how)).reshape(len(racks), len(drawn), draws + 1)
    reached = ends.sum(axis=1)[:, 1:].cumsum(axis=1)
    return [
        tuple(Estimate.of_share(int(number), samples, seed) for number in row) for row in reached
    ]


def _played(work: tuple[_Left, int, Draws], control: Control) -> NDArray[np.int64]:
    """Return how often the aim was reached by each draw; at place 0, how often it was not."""
    from neuroanalysis.games.okey51._kernels.outlook import play_out

    left, draws, part = work
    control.check()
    reached = np.zeros(len(part), dtype=np.int64)
    decided = part.generator().random((len(part), draws))
    rack = left.rack
    play_out(rack.held, rack.left, rack.wilds, rack.left_wilds, left.target, decided, reached)
    control.advance(len(part))
    return np.bincount(reached, minlength=draws + 1).astype(np.int64)

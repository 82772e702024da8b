"""The graph of one hand within a few draws, built and swept backwards: every move, exactly."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Cancel, usable_cores
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["DrawTree", "Worth"]

_WORDS: Final = 5
_COLUMNS: Final = 3
# Of so many hands the points are counted between two looks at whether somebody has cancelled.
_COUNTED_AT_ONCE: Final = 1 << 15
# For so many states at once there is room made; most of them lead to states that are there already.
_LISTED_AT_ONCE: Final = 1 << 15
_NOTHING: Final = np.zeros(KINDS, dtype=np.uint8)


_Cell = TypeVar("_Cell", np.int32, np.uint8)


class _Count(Protocol):
    """A kernel that writes points of hands."""

    def __call__(
        self,
        counts: NDArray[np.uint8],
        laid: NDArray[np.uint8],
        rules: RuleArrays,
        points: NDArray[np.int32],
        watch: NDArray[np.int64],
        /,
    ) -> None: ...


class Worth(NamedTuple):
    """What a hand is worth: the best chance to finish, points with it, most points."""

    chance: float
    points: float
    """Expected at the end, finished or not, of the policy with the best chance (ties: more)."""
    most_points: float
    """Expected at the end of the policy that has points in view only."""

    @property
    def rank(self) -> tuple[float, float]:
        """What moves are compared by; chances equal but for rounding are equal."""
        return (round(self.chance, 12), self.points)


class _States:
    """States by place, each once."""

    def __init__(self) -> None:
        self.n = 0
        self.words = np.zeros((16, _WORDS), dtype=np.uint64)
        self.slots = np.full(64, -1, dtype=np.int32)

    def reserve(self, more: int) -> None:
        """Make room for so many more states."""
        from neuroanalysis.games.neurotrio._kernels.odds import fill_state_slots

        wanted = self.n + more
        if wanted > len(self.words):
            words = np.zeros((max(wanted, 2 * self.n), _WORDS), dtype=np.uint64)
            words[: self.n] = self.words[: self.n]
            self.words = words
        if 2 * wanted > len(self.slots):
            self.slots = np.full(1 << (2 * wanted).bit_length(), -1, dtype=np.int32)
            fill_state_slots(self.words, self.n, self.slots)

    @property
    def all(self) -> NDArray[np.uint64]:
        return self.words[: self.n]

    def unpacked(self, part: slice) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return counts in hand and laid carrés of some of them, (n, 27) each."""
        from neuroanalysis.games.neurotrio._kernels.odds import unpack_states

        words = self.all[part]
        counts = np.zeros((len(words), KINDS), dtype=np.uint8)
        laid = np.zeros((len(words), KINDS), dtype=np.uint8)
        unpack_states(words, counts, laid)
        return counts, laid


class _Rows(Generic[_Cell]):
    """A row for each state and a column for each kind; `blank` where nothing is."""

    def __init__(self, cell: type[_Cell], blank: int) -> None:
        self.rows: NDArray[_Cell] = np.zeros((0, KINDS), dtype=cell)
        self._blank = blank

    def reserve(self, rows: int) -> None:
        """Make it so many rows long."""
        if rows > len(self.rows):
            longer = np.full((rows, KINDS), self._blank, dtype=self.rows.dtype)
            longer[: len(self.rows)] = self.rows
            self.rows = longer


_Edges = _Rows[np.int32]


def _no_edges() -> _Edges:
    return _Rows(np.int32, -1)


@dataclass(eq=False)
class _Level:
    """Held states after so many draws, and the drawn ones that the next draw leads to."""

    held: _States = field(default_factory=_States)
    drawn: _States = field(default_factory=_States)
    draw_edges: _Edges = field(default_factory=_no_edges)
    draw_weights: _Rows[np.uint8] = field(default_factory=lambda: _Rows(np.uint8, 0))
    discards: _Edges = field(default_factory=_no_edges)
    lays: _Edges = field(default_factory=_no_edges)
    finishes: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    points: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    """Of held states, without finishing."""
    values: list[NDArray[np.float64]] = field(default_factory=list)
    """By draws still to come after the next: (held, 3), see `_kernels.odds.value_drawn`."""
    choices: list[NDArray[np.int16]] = field(default_factory=list)
    """By draws still to come: the move at each drawn state."""


class DrawTree:
    """All that can happen to some hands within a few draws, and what it is worth.

    Parameters
    ----------
    rules
        The rule set.
    roots
        (n, 27) counts of hands, all between turns or all after a draw.
    laid
        (n, 27) laid carrés, 1 each.
    unseen
        (n, 27) cards that may be drawn, and never come back; None if discards return.
    kept
        27 counts that may never be discarded.
    draws
        How many draws; 0 or more of hands after a draw, which they have had already.
    minimum
        Points at which one may finish.
    after_draw
        Whether the hands are after a draw.
    """

    def __init__(
        self,
        rules: Rules,
        roots: NDArray[np.uint8],
        laid: NDArray[np.uint8],
        unseen: NDArray[np.uint8] | None,
        kept: NDArray[np.uint8],
        draws: int,
        minimum: int,
        cancel: Cancel | None = None,
        *,
        after_draw: bool = False,
    ) -> None:
        self.rules = rules
        self.returning = unseen is None
        self.kept = kept
        self.draws = draws
        self.minimum = minimum
        self.after_draw = after_draw
        self.cancel = cancel or Cancel()
        # The turn that a hand after a draw is in takes no draw of those to come.
        turns = draws + after_draw
        self.levels = [_Level() for _ in range(turns + 1)]
        first = self.levels[0].drawn if after_draw else self.levels[0].held
        self.roots = _intern_roots(first, roots, laid, unseen)
        for level, following in zip(self.levels, self.levels[1:], strict=False):
            self._grow(level, following)
        self._count_points()
        for depth in range(turns - 1, -1, -1):
            for still in range(turns - depth):
                self._value(depth, still)

    def _grow(self, level: _Level, following: _Level) -> None:
        """List the draws of a level's held states, then the moves of the drawn ones."""
        from neuroanalysis.games.neurotrio._kernels.odds import forget_unseen

        last = following is self.levels[-1]
        drawn_from, laid_from = 0, 0
        while drawn_from < level.held.n or laid_from < level.drawn.n:
            drawn_from = self._list_draws(level, drawn_from, last=last)
            laid_from = self._list_moves(level, laid_from, level.lays, level.held, laying=True)
        if last:
            # With no draw to come only the hand counts, and many hands are the same without this.
            forget_unseen(level.drawn.all)
        self._list_moves(level, 0, level.discards, following.held, laying=False)

    def _list_draws(self, level: _Level, begin: int, *, last: bool) -> int:
        """List where held states from `begin` on lead by a draw; return up to where it did."""
        from neuroanalysis.games.neurotrio._kernels.odds import list_draws

        end = level.held.n
        level.draw_edges.reserve(end)
        level.draw_weights.reserve(end)
        for start in range(begin, end, _LISTED_AT_ONCE):
            self.cancel.check()
            stop = min(start + _LISTED_AT_ONCE, end)
            level.drawn.reserve(KINDS * (stop - start))
            level.drawn.n = int(
                list_draws(
                    level.held.words,
                    start,
                    stop,
                    self.rules.copies,
                    self.returning,
                    last,
                    level.drawn.words,
                    level.drawn.n,
                    level.drawn.slots,
                    level.draw_edges.rows,
                    level.draw_weights.rows,
                )
            )
        return end

    def _list_moves(
        self, level: _Level, begin: int, edges: _Edges, held: _States, *, laying: bool
    ) -> int:
        """List where drawn states from `begin` on lead by a discard, or a lay; as `_list_draws`."""
        from neuroanalysis.games.neurotrio._kernels.odds import list_moves

        end = level.drawn.n
        edges.reserve(end)
        if laying and not self.rules.carre:
            return end
        most = 4 if laying else min(KINDS, self.rules.hand_size + 1)
        for start in range(begin, end, _LISTED_AT_ONCE):
            self.cancel.check()
            stop = min(start + _LISTED_AT_ONCE, end)
            held.reserve(most * (stop - start))
            held.n = int(
                list_moves(
                    level.drawn.words,
                    start,
                    stop,
                    _NOTHING if laying else self.kept,
                    laying,
                    held.words,
                    held.n,
                    held.slots,
                    edges.rows,
                )
            )
        return end

    def _count_points(self) -> None:
        from neuroanalysis.games.neurotrio._kernels.finish import best_finishes
        from neuroanalysis.games.neurotrio._kernels.value import best_values

        for level in self.levels:
            level.points = self._counted(level.held, best_values)
            level.finishes = self._counted(level.drawn, best_finishes)

    def _counted(self, states: _States, count: _Count) -> NDArray[np.int32]:
        """Count the points of all states, a part of them in each of two threads."""
        points = np.zeros(states.n, dtype=np.int32)
        arrays = self.rules.to_arrays()

        def count_part(begin: int) -> None:
            self.cancel.check()
            part = slice(begin, min(begin + _COUNTED_AT_ONCE, states.n))
            counts, laid = states.unpacked(part)
            count(counts, laid, arrays, points[part], np.zeros(2, dtype=np.int64))

        pool = ThreadPoolExecutor(min(2, usable_cores()))
        try:
            for _ in pool.map(count_part, range(0, states.n, _COUNTED_AT_ONCE)):
                pass
        finally:
            pool.shutdown(cancel_futures=True)
        return points

    def _laid_range(self) -> range:
        return range(self.rules.structures, -1, -1) if self.rules.carre else range(1)

    def _at_the_end(self, level: _Level) -> NDArray[np.float64]:
        """Return what held states are worth with no draw to come: no chance, their points."""
        values = np.zeros((level.held.n, _COLUMNS))
        values[:, 1] = level.points
        values[:, 2] = level.points
        return values

    def _value(self, depth: int, still: int) -> None:
        """Value a level's held states with a draw to come and `still` more after it."""
        from neuroanalysis.games.neurotrio._kernels.odds import value_drawn, value_held

        self.cancel.check()
        level, following = self.levels[depth], self.levels[depth + 1]
        after = self._at_the_end(following) if still == 0 else following.values[still - 1]
        held = np.zeros((level.held.n, _COLUMNS))
        drawn = np.zeros((level.drawn.n, _COLUMNS))
        choices = np.zeros(level.drawn.n, dtype=np.int16)
        stuck = level.points.astype(np.float64)
        for laid in self._laid_range():
            value_drawn(
                level.drawn.all,
                laid,
                level.finishes,
                self.minimum,
                level.discards.rows,
                after,
                level.lays.rows,
                held,
                drawn,
                choices,
            )
            value_held(
                level.held.all,
                laid,
                level.draw_edges.rows,
                level.draw_weights.rows,
                drawn,
                stuck,
                held,
            )
        level.values.append(held)
        level.choices.append(choices)

    def worth(self, root: int, draws: int) -> Worth:
        """Return what a root is worth within so many draws, played at best."""
        if self.after_draw:
            moves = self.moves(root, draws).values()
            best = max(moves, key=lambda worth: worth.rank)
            return best._replace(most_points=max(worth.most_points for worth in moves))
        return self._worth(0, draws - 1, int(self.roots[root]))

    def moves(self, root: int, draws: int) -> dict[int, Worth]:
        """Return what each move of a root after a draw is worth, with so many draws to come.

        Moves are those of `_kernels.odds.value_drawn`: -1 to finish with the minimum, a kind to
        discard, 27 + kind to lay.
        """
        level, place = self.levels[0], int(self.roots[root])
        worths = {}
        if (total := int(level.finishes[place])) >= self.minimum:
            worths[-1] = Worth(1.0, float(total), float(total))
        for kind in range(KINDS):
            if (after := int(level.discards.rows[place, kind])) >= 0:
                worths[kind] = self._worth(1, draws - 1, after)
            if (same := int(level.lays.rows[place, kind])) >= 0:
                worths[KINDS + kind] = self._worth(0, draws, same)
        return worths

    def _worth(self, depth: int, still: int, place: int) -> Worth:
        """Return what a held state is worth with a draw to come and `still` more; -1 for none."""
        level = self.levels[depth]
        values = self._at_the_end(level) if still < 0 else level.values[still]
        chance, points, most = values[place]
        return Worth(float(chance), float(points), float(most))

    def outcomes(self, root: int, draws: int, move: int | None = None) -> NDArray[np.float64]:
        """Return the probability of each final value under the policy of the best chance.

        After a draw it may begin with one of the `moves`, whichever is best.
        """
        from neuroanalysis.games.neurotrio._kernels.odds import spread_drawn, spread_held

        highest = max(
            int(part.max(initial=0))
            for level in self.levels
            for part in (level.points, level.finishes)
        )
        outcomes = np.zeros(highest + 1)
        turns = draws + self.after_draw
        place, begun = int(self.roots[root]), self.levels[0]
        if move is not None and move < 0:
            outcomes[begun.finishes[place]] = 1.0
            return outcomes
        first = int(move is not None and move < KINDS)
        shares = np.zeros(self.levels[first].held.n)
        drawn = np.zeros(self.levels[first].drawn.n)
        if move is None:
            (drawn if self.after_draw else shares)[place] = 1.0
        elif first:
            shares[begun.discards.rows[place, move]] = 1.0
        else:
            shares[begun.lays.rows[place, move - KINDS]] = 1.0
        for depth in range(first, turns):
            level, following = self.levels[depth], self.levels[depth + 1]
            still = turns - depth - 1
            after = np.zeros(following.held.n)
            for laid in reversed(self._laid_range()):
                spread_held(
                    level.held.all,
                    laid,
                    level.draw_edges.rows,
                    level.draw_weights.rows,
                    shares,
                    drawn,
                    level.points.astype(np.int64),
                    outcomes,
                )
                spread_drawn(
                    level.drawn.all,
                    laid,
                    level.finishes,
                    level.choices[still],
                    level.discards.rows,
                    level.lays.rows,
                    drawn,
                    after,
                    shares,
                    outcomes,
                )
            shares, drawn = after, np.zeros(following.drawn.n)
        np.add.at(outcomes, self.levels[turns].points, shares)
        return outcomes


def _intern_roots(
    states: _States,
    roots: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    unseen: NDArray[np.uint8] | None,
) -> NDArray[np.int64]:
    """Write states of these hands; return their places."""
    from neuroanalysis.games.neurotrio._kernels.cube import pack
    from neuroanalysis.games.neurotrio._kernels.odds import intern

    states.reserve(len(roots))
    places = np.zeros(len(roots), dtype=np.int64)
    for row in range(len(roots)):
        state = np.zeros(_WORDS, dtype=np.uint64)
        state[0], state[1] = pack(roots[row])
        if unseen is not None:
            state[2], state[3] = pack(unseen[row])
        state[4] = sum(1 << int(kind) for kind in np.flatnonzero(laid[row]))
        places[row] = intern(state, states.words, states.n, states.slots)
        states.n = max(states.n, int(places[row]) + 1)
    return places

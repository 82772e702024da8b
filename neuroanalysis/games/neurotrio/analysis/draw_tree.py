"""The graph of one hand within a few draws, built and swept backwards: every move, exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Cancel
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["DrawTree"]

_WORDS: Final = 5
_COLUMNS: Final = 3


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

    def unpacked(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return counts in hand and laid carrés, (n, 27) each."""
        from neuroanalysis.games.neurotrio._kernels.odds import unpack_states

        counts = np.zeros((self.n, KINDS), dtype=np.uint8)
        laid = np.zeros((self.n, KINDS), dtype=np.uint8)
        unpack_states(self.all, counts, laid)
        return counts, laid


@dataclass(eq=False)
class _Level:
    """Held states after so many draws, and the drawn ones that the next draw leads to."""

    held: _States = field(default_factory=_States)
    drawn: _States = field(default_factory=_States)
    draw_edges: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, KINDS), np.int32))
    draw_weights: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((0, KINDS), np.uint8))
    discards: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, KINDS), np.int32))
    lays: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, KINDS), np.int32))
    finishes: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    points: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    """Of held states, without finishing."""
    values: list[NDArray[np.float64]] = field(default_factory=list)
    """By draws still to come after the next: (held, 3), see `_kernels.odds.value_drawn`."""
    choices: list[NDArray[np.int16]] = field(default_factory=list)
    """By draws still to come: the move at each drawn state."""


def _longer(table: NDArray[np.int32], rows: int) -> NDArray[np.int32]:
    longer = np.full((rows, KINDS), -1, dtype=np.int32)
    longer[: len(table)] = table
    return longer


class DrawTree:
    """All that can happen to some hands within a few draws, and what it is worth.

    Parameters
    ----------
    rules
        The rule set.
    roots
        (n, 27) counts of hands between turns.
    laid
        (n, 27) laid carrés, 1 each.
    unseen
        (n, 27) cards that may be drawn, and never come back; None if discards return.
    kept
        27 counts that may never be discarded.
    draws
        How many draws.
    minimum
        Points at which one may finish.
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
    ) -> None:
        self.rules = rules
        self.returning = unseen is None
        self.kept = kept
        self.draws = draws
        self.minimum = minimum
        self.cancel = cancel or Cancel()
        self.levels = [_Level() for _ in range(draws + 1)]
        self.roots = self._intern_roots(roots, laid, unseen)
        for level, following in zip(self.levels, self.levels[1:], strict=False):
            self._grow(level, following)
        self._count_points()
        for depth in range(draws - 1, -1, -1):
            for still in range(draws - depth):
                self._value(depth, still)

    def _intern_roots(
        self,
        roots: NDArray[np.uint8],
        laid: NDArray[np.uint8],
        unseen: NDArray[np.uint8] | None,
    ) -> NDArray[np.int64]:
        from neuroanalysis.games.neurotrio._kernels.cube import pack
        from neuroanalysis.games.neurotrio._kernels.odds import intern

        held = self.levels[0].held
        held.reserve(len(roots))
        places = np.zeros(len(roots), dtype=np.int64)
        for row in range(len(roots)):
            state = np.zeros(_WORDS, dtype=np.uint64)
            state[0], state[1] = pack(roots[row])
            if unseen is not None:
                state[2], state[3] = pack(unseen[row])
            state[4] = sum(1 << int(kind) for kind in np.flatnonzero(laid[row]))
            places[row] = intern(state, held.words, held.n, held.slots)
            held.n = max(held.n, int(places[row]) + 1)
        return places

    def _grow(self, level: _Level, following: _Level) -> None:
        """List the draws of a level's held states, then the moves of the drawn ones."""
        from neuroanalysis.games.neurotrio._kernels.odds import list_draws, list_moves

        begin, laid_until = 0, 0
        laying = self.rules.carre
        nothing = np.zeros(KINDS, dtype=np.uint8)
        while begin < level.held.n:
            self.cancel.check()
            end = level.held.n
            level.drawn.reserve(KINDS * (end - begin))
            level.draw_edges = _longer(level.draw_edges, end)
            weights = np.zeros((end, KINDS), dtype=np.uint8)
            weights[:begin] = level.draw_weights
            level.draw_weights = weights
            level.drawn.n = int(
                list_draws(
                    level.held.words,
                    begin,
                    end,
                    self.rules.copies,
                    self.returning,
                    level.drawn.words,
                    level.drawn.n,
                    level.drawn.slots,
                    level.draw_edges,
                    level.draw_weights,
                )
            )
            begin = end
            level.lays = _longer(level.lays, level.drawn.n)
            if laying:
                level.held.reserve(4 * (level.drawn.n - laid_until))
                level.held.n = int(
                    list_moves(
                        level.drawn.words,
                        laid_until,
                        level.drawn.n,
                        nothing,
                        True,
                        level.held.words,
                        level.held.n,
                        level.held.slots,
                        level.lays,
                    )
                )
            laid_until = level.drawn.n
        self.cancel.check()
        following.held.reserve(level.drawn.n * min(KINDS, self.rules.hand_size + 1))
        level.discards = _longer(level.discards, level.drawn.n)
        following.held.n = int(
            list_moves(
                level.drawn.words,
                0,
                level.drawn.n,
                self.kept,
                False,
                following.held.words,
                following.held.n,
                following.held.slots,
                level.discards,
            )
        )

    def _count_points(self) -> None:
        from neuroanalysis.games.neurotrio._kernels.finish import best_finishes
        from neuroanalysis.games.neurotrio._kernels.value import best_values

        arrays = self.rules.to_arrays()
        for level in self.levels:
            self.cancel.check()
            counts, laid = level.held.unpacked()
            level.points = np.zeros(len(counts), dtype=np.int32)
            best_values(counts, laid, arrays, level.points, np.zeros(2, dtype=np.int64))
            counts, laid = level.drawn.unpacked()
            level.finishes = np.zeros(len(counts), dtype=np.int32)
            best_finishes(counts, laid, arrays, level.finishes, np.zeros(2, dtype=np.int64))

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
                level.discards,
                after,
                level.lays,
                held,
                drawn,
                choices,
            )
            value_held(
                level.held.all, laid, level.draw_edges, level.draw_weights, drawn, stuck, held
            )
        level.values.append(held)
        level.choices.append(choices)

    def worth(self, root: int, draws: int) -> tuple[float, float, float]:
        """Return chance, points with it, and most points, of a root within so many draws."""
        chance, points, most = self.levels[0].values[draws - 1][self.roots[root]]
        return float(chance), float(points), float(most)

    def outcomes(self, root: int, draws: int) -> NDArray[np.float64]:
        """Return the probability of each final value under the policy of the best chance."""
        from neuroanalysis.games.neurotrio._kernels.odds import spread_drawn, spread_held

        highest = max(
            int(part.max(initial=0))
            for level in self.levels
            for part in (level.points, level.finishes)
        )
        outcomes = np.zeros(highest + 1)
        shares = np.zeros(self.levels[0].held.n)
        shares[self.roots[root]] = 1.0
        for depth in range(draws):
            level, following = self.levels[depth], self.levels[depth + 1]
            still = draws - depth - 1
            drawn = np.zeros(level.drawn.n)
            after = np.zeros(following.held.n)
            for laid in reversed(self._laid_range()):
                spread_held(
                    level.held.all,
                    laid,
                    level.draw_edges,
                    level.draw_weights,
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
                    level.discards,
                    level.lays,
                    drawn,
                    after,
                    shares,
                    outcomes,
                )
            shares = after
        np.add.at(outcomes, self.levels[draws].points, shares)
        return outcomes

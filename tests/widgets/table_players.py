"""Players for tests: they move by the legal moves alone, the same way every time."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np

from neuroanalysis.games.neurotrio.play import (
    Discard,
    Draw,
    Finish,
    Lay,
    Pang,
    Pass,
    can,
    do,
    legal_moves,
    shuffle,
)


@dataclass(frozen=True)
class Lucky:
    """Finishes when he may, lays when he may, else discards at random; pangs some kinds."""

    pangs: float = 0.2
    asked: list[tuple[int, int]] = field(default_factory=list, compare=False)

    def _luck(self, state, player, key, what):
        return random.Random(f"{what} {key} {player} {state.hands[player]} {state.kept[player]}")

    def move(self, state, player, key):
        if can(state, Finish(player)):
            return Finish(player)
        moves = list(legal_moves(state))
        laying = [move for move in moves if isinstance(move, Lay)]
        return self._luck(state, player, key, "move").choice(laying or moves)

    def wants(self, state, player, key):
        self.asked.append((player, len(state.discards)))
        luck = self._luck(state, player, key, "wants")
        return frozenset(kind for kind in range(27) if luck.random() < self.pangs)


def played_by_hand(state, players, seed, key):
    """The moves of a round, by the words of the players' protocol and nothing else."""
    wanted = [one.wants(state, seat, key) for seat, one in enumerate(players)]
    moves = []
    while state.phase != "over":
        if state.phase == "pang":
            # A copy of the round, so that all answer to the same discard.
            offered = state
            answers = []
            for seat in offered.clockwise_after(offered.offered.player):
                says = offered.offered.kind in wanted[seat] and can(offered, Pang(seat))
                answers.append(Pang(seat) if says else Pass(seat))
        elif state.phase == "shuffle":
            answers = [shuffle(state, seed)]
        elif state.phase == "draw":
            answers = [Draw(state.active)]
        else:
            answers = [players[state.active].move(state, state.active, key)]
        for move in answers:
            state = do(state, move)
            moves.append(move)
            if isinstance(move, Discard):
                wanted[move.player] = players[move.player].wants(state, move.player, key)
    return moves, state


LEVELS = ("random", "child", "beginner", "hiker", "expert", "mythical")


def quick_rounds(table, seed, begin, stop, *, control=None):
    """Rows as `play_rounds` makes them, of rounds that are no rounds: a stand-in to draw.

    Who is more skilled finishes more often, and so does who has a lower minimum; a player of no
    skill never does.
    """
    from neuroanalysis.games.neurotrio.study.rounds import RoundRows

    skills = [LEVELS.index(name) for name in table.names]
    rows = RoundRows.empty(begin, stop - begin, table.minimums)
    for row in range(stop - begin):
        luck = np.random.default_rng([seed, begin + row])
        score = luck.normal(size=table.size) + 0.5 * np.array(skills)
        score += 2.6 - 0.13 * np.array(table.minimums) + 0.3 * (table.rules.trio_points - 2)
        rows.points[row] = luck.integers(3, 14, size=table.size)
        first = int(score.argmax())
        if score[first] > 0 and skills[first]:
            rows.finisher[row] = first
            rows.finished[row, first] = True
            rows.points[row, first] = table.minimums[first] + luck.integers(0, 6)
            rows.how[row] = luck.integers(0, 2)
        rows.turns[row] = luck.integers(10, 90)
        if control is not None:
            control.check()
            control.advance()
    return rows

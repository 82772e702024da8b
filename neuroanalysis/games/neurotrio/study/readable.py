"""The slow, readable way to play rounds: `play`'s moves, one by one, watched by a scorekeeper.

It says what `rounds.play_rounds` must say, and is what that is tested against.
"""

from __future__ import annotations

import numpy as np

from neuroanalysis.core.chunks import Control
from neuroanalysis.games.neurotrio.play import (
    Discard,
    Draw,
    Finish,
    Lay,
    RoundState,
    deal,
    result,
)
from neuroanalysis.games.neurotrio.policies import moves_of_round, round_seed
from neuroanalysis.games.neurotrio.policies.compiled import player
from neuroanalysis.games.neurotrio.scoring import distance_many, evaluate_many
from neuroanalysis.games.neurotrio.study.rounds import HOW, RoundRows, Table

__all__ = ["play_rounds_readably"]


def play_rounds_readably(
    table: Table, seed: int, begin: int, stop: int, *, control: Control | None = None
) -> RoundRows:
    """Play rounds by the readable engine; see `play_rounds`."""
    control = control or Control()
    rows = RoundRows.empty(begin, stop - begin, table.minimums)
    for number in range(begin, stop):
        control.check()
        _play(table, round_seed(seed, number), number % table.size, rows, number - begin)
        control.advance()
    return rows


def _play(table: Table, seed: int, first: int, rows: RoundRows, row: int) -> None:
    players = [
        player(one, minimum, table.rules)
        for one, minimum in zip(table.players, table.minimums, strict=True)
    ]
    names = [f"{place}" for place in range(table.size)]
    state = deal(names, seed=seed, rules=table.rules, minimums=table.minimums, first=first)
    best = [0] * table.size
    came, replacing = "draw", False
    for move, after in moves_of_round(state, players, seed=seed):
        if isinstance(move, Draw):
            came, replacing = ("carre", False) if replacing else ("draw", False)
            rows.draws[row, move.player] += 1
            rows.turns[row] += came == "draw"
        elif isinstance(move, Lay):
            rows.carres[row, move.player] += 1
            replacing = True
        elif isinstance(move, Discard):
            best[move.player] = max(best[move.player], _worth(after, move.player))
        elif isinstance(move, Finish):
            rows.how[row] = HOW.index(came)
        elif state.phase == "pang" and after.phase == "act":
            # All have answered, and somebody has the card.
            rows.pangs[row, after.active] += 1
            came = "pang"
        state = after
    ended = result(state)
    rows.points[row] = ended.points
    rows.reshuffles[row] = state.reshuffles
    rows.value[row] = [_worth(state, place) for place in range(table.size)]
    rows.value_lost[row] = np.maximum(0, np.array(best) - rows.value[row])
    rows.distance[row] = distance_many(
        np.array(state.hands, np.uint8), rules=table.rules, laid=np.array(state.laid, np.uint8)
    )
    if ended.finisher is not None:
        rows.finisher[row] = ended.finisher
        rows.finished[row, ended.finisher] = True
        rows.value_lost[row, ended.finisher] = 0


def _worth(state: RoundState, place: int) -> int:
    hands = np.array([state.hands[place]], np.uint8)
    laid = np.array([state.laid[place]], np.uint8)
    return int(evaluate_many(hands, rules=state.rules, laid=laid, workers=1)[0])

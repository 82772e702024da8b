"""A call of all kernels that play rounds and decide for players."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.okey51._kernels import choosing, players
from neuroanalysis.games.okey51.play import deal
from neuroanalysis.games.okey51.policies import compiled_rounds, skill
from neuroanalysis.games.okey51.policies.compiled import parameters, sight
from neuroanalysis.games.okey51.rules import Rules

RULES = Rules(threshold=30)


def played() -> list[int]:
    """Play some rounds with everybody."""
    skills = [skill(name) for name in ("random", "opener", "counter", "pairs")]
    outcome = compiled_rounds(skills, RULES, 1, 0, 3)
    return [*outcome.told.ravel().tolist(), *outcome.ends.ravel().tolist()]


def decided() -> list[int]:
    """Ask one player, and for his melds and pairs."""
    state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1, rules=RULES)
    move = np.zeros(players.MOVE, dtype=np.int64)
    thought, arrays = players.make_thought(), RULES.to_arrays()
    row = parameters([skill("counter")])[0]
    players.choose_move(sight(state, 0), row, np.uint64(7), arrays, thought, move)
    space, naturals = choosing.make_space(), thought.naturals
    tiles = (naturals, np.int64(1), choosing.KEEP_ONE, choosing.NO_TILE)
    value, melds = choosing.best_melds(*tiles, choosing.MOST_VALUE, arrays, space)
    pairs = choosing.best_pairs(*tiles, state.okey, arrays, space)
    return [*move.tolist(), int(value), int(melds), int(pairs), *space.found.tolist()]


_PLAYED = (
    "table.pair_code table.column_value table.place_for table.place_value table.with_tile"
    " table.okey_place table.okey_value table.tiles_of table.meld_value table.fits_anywhere"
    " table.dearest_value"
)
CALLS: dict[str, Callable[[], list[int]]] = {
    f"{_PLAYED} rounds.play_rounds": played,
    "players.choose_move players.make_thought choosing.best_melds choosing.best_pairs"
    " choosing.make_space": decided,
}
INSIDE = {*_PLAYED.split()}

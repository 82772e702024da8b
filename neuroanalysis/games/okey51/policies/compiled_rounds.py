"""Many rounds at once on the compiled engine: the same rounds as `play_out` plays, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.core.work import progress_array
from neuroanalysis.games.okey51.play import Move
from neuroanalysis.games.okey51.play.state import dealt
from neuroanalysis.games.okey51.policies.codes import move_of
from neuroanalysis.games.okey51.policies.compiled import parameters
from neuroanalysis.games.okey51.policies.skills import Skill
from neuroanalysis.games.okey51.rules import PLAYERS, Rules

__all__ = ["CompiledRounds", "compiled_rounds"]

# A round has a hundred moves, and cannot have many more: each lays or draws a tile.
_LOG_LINES: Final = 512


@dataclass(frozen=True, eq=False)
class CompiledRounds:
    """What the compiled engine tells of some rounds; columns are named in `_kernels/rounds.py`.

    Parameters
    ----------
    told
        (rounds, players, TOLD).
    ends
        (rounds, ENDS).
    doubled
        (rounds,): which of them count double.
    logs
        (rounds, lines, 1 + MOVE), or no rounds where no log was asked for.
    """

    told: NDArray[np.int32]
    ends: NDArray[np.int32]
    doubled: NDArray[np.bool_]
    logs: NDArray[np.int64]

    def moves(self, number: int) -> list[Move]:
        """Return the moves of a round.

        `number` counts from the first of these rounds; a log must have been asked for.
        """
        from neuroanalysis.games.okey51._kernels import rounds

        lines = self.logs[number, : self.ends[number, rounds.MOVES]].tolist()
        return [move_of(line[1:], line[0]) for line in lines]


def compiled_rounds(
    skills: Sequence[Skill],
    rules: Rules,
    seed: int,
    begin: int,
    stop: int,
    *,
    log: bool = False,
    progress: NDArray[np.int64] | None = None,
) -> CompiledRounds:
    """Play the rounds ``begin`` to ``stop - 1`` of a seed.

    Parameters
    ----------
    skills
        Of the four players, clockwise.
    rules
        The rule set.
    seed, begin, stop
        Which rounds. Round ``i`` is dealt by ``deal(..., seed=round_seed(seed, i), first=i % 4)``,
        whoever plays.
    log
        Whether all moves are to be kept.
    progress
        Two integers that the kernel looks at and writes: rounds done, and not 0 to stop.
    """
    from neuroanalysis.games.okey51._kernels import players, rounds

    n = stop - begin
    apart = rules.first_player_indicator_removed
    decks = np.empty((n, rules.deck_size - apart), dtype=np.uint8)
    indicators = np.empty(n, dtype=np.int64)
    doubled = np.zeros(n, dtype=np.bool_)
    keys = np.empty(n, dtype=np.uint64)
    for row in range(n):
        one = round_seed(seed, begin + row)
        racks, indicators[row], pile, doubled[row] = dealt(one, rules)
        decks[row] = (*racks, *pile)
        keys[row] = round_key(one)
    told = np.zeros((n, PLAYERS, rounds.TOLD), dtype=np.int32)
    ends = np.zeros((n, rounds.ENDS), dtype=np.int32)
    logs = np.zeros((n if log else 0, _LOG_LINES, 1 + players.MOVE), dtype=np.int64)
    rounds.play_rounds(
        decks,
        indicators,
        int(apart),
        doubled,
        int(rules.fake_okey_value == "okey"),
        np.arange(begin, stop, dtype=np.int64) % PLAYERS,
        keys,
        parameters(skills),
        rules.to_arrays(),
        told,
        ends,
        logs,
        progress_array() if progress is None else progress,
    )
    return CompiledRounds(told, ends, doubled, logs)

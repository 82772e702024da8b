"""Many rounds at once on the compiled engine: the same rounds as `play_out` plays, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.seeds import round_key, round_seed, tickets
from neuroanalysis.core.work import progress_array
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.play import Discard, Draw, Finish, Lay, Move, Pang
from neuroanalysis.games.neurotrio.policies.compiled import knowledge, parameters
from neuroanalysis.games.neurotrio.policies.skills import Skill
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["CompiledRounds", "compiled_rounds"]

# A round of four has some dozens of moves; one that goes through all shuffles some hundreds.
_LOG_LINES: Final = 4096


@dataclass(frozen=True, eq=False)
class CompiledRounds:
    """What the compiled engine tells of some rounds; columns are named in `_kernels/rounds.py`.

    Parameters
    ----------
    told
        (rounds, players, TOLD).
    ends
        (rounds, ENDS).
    logs
        (rounds, lines, 3), or (0, 0, 3) where no log was asked for.
    """

    told: NDArray[np.int32]
    ends: NDArray[np.int32]
    logs: NDArray[np.int16]

    def moves(self, number: int) -> list[Move]:
        """Return the moves of a round without the passes, the shuffles, and pangs in vain.

        `number` counts from the first of these rounds; a log must have been asked for.
        """
        from neuroanalysis.games.neurotrio._kernels import rounds

        moves: list[Move] = []
        for what, player, kind in self.logs[number, : self.ends[number, rounds.MOVES]].tolist():
            if what == rounds.DREW:
                moves.append(Draw(player))
            elif what == rounds.FINISHED_ROUND:
                moves.append(Finish(player))
            elif what == rounds.LAID:
                moves.append(Lay(player, kind))
            elif what == rounds.DISCARDED:
                moves.append(Discard(player, kind))
            elif what == rounds.PANGED:
                moves.append(Pang(player))
        return moves


def compiled_rounds(
    skills: Sequence[Skill],
    minimums: Sequence[int],
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
    skills, minimums
        Of the players, clockwise.
    rules
        The rule set.
    seed, begin, stop
        Which rounds. Round ``i`` is dealt by ``deal(..., seed=round_seed(seed, i),
        first=i % players)``, whoever plays.
    log
        Whether all moves are to be kept.
    progress
        Two integers that the kernel looks at and writes: rounds done, and not 0 to stop.

    Raises
    ------
    InputError
        Where a player needs the solved solitaire and it is not there.
    """
    from neuroanalysis.games.neurotrio._kernels import rounds

    n, players = stop - begin, len(skills)
    deck = np.repeat(np.arange(KINDS, dtype=np.uint8), rules.copies)
    decks = np.empty((n, len(deck)), dtype=np.uint8)
    orders = np.empty((n, rules.reshuffles, len(deck)), dtype=np.uint8)
    keys = np.empty(n, dtype=np.uint64)
    for row in range(n):
        one = round_seed(seed, begin + row)
        decks[row] = deck[_order(len(deck), one, 0)]
        for shuffle in range(rules.reshuffles):
            orders[row, shuffle] = _order(len(deck), one, shuffle + 1)
        keys[row] = round_key(one)
    solutions, tables = knowledge(skills, minimums, rules)
    told = np.zeros((n, players, rounds.TOLD), dtype=np.int32)
    ends = np.zeros((n, rounds.ENDS), dtype=np.int32)
    logs = np.zeros((n, _LOG_LINES, 3) if log else (0, 0, 3), dtype=np.int16)
    rounds.play_rounds(
        decks,
        orders,
        keys,
        np.arange(begin, stop, dtype=np.int64) % players,
        rules.hand_size,
        np.array(minimums, dtype=np.int64),
        parameters(skills, minimums, rules),
        solutions,
        tables,
        rules.to_arrays(),
        told,
        ends,
        logs,
        progress_array() if progress is None else progress,
    )
    return CompiledRounds(told, ends, logs)


def _order(n: int, seed: int, shuffle: int) -> NDArray[np.int64]:
    """Return the places of cards in the order in which `play.state.shuffled` puts them."""
    numbers = np.array(tickets(n, seed, shuffle), dtype=np.uint64)
    return np.argsort(numbers, kind="stable")

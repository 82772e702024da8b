"""Many rounds at once on the compiled engine: the same rounds as `play_out` plays, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.seeds import round_key, round_seed, shuffled
from neuroanalysis.core.work import progress_array
from neuroanalysis.games.conquete.pieces import KINDS
from neuroanalysis.games.conquete.play import Move
from neuroanalysis.games.conquete.policies.players import move_of_code, parameters
from neuroanalysis.games.conquete.policies.skills import Skill
from neuroanalysis.games.conquete.rules import Rules

__all__ = ["CompiledRounds", "compiled_rounds", "dealt_cards"]


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
        (rounds, moves, MOVE), or no rounds where no log was asked for.
    """

    told: NDArray[np.int64]
    ends: NDArray[np.int64]
    logs: NDArray[np.int64]

    def moves(self, number: int) -> list[Move]:
        """Return the moves of a round.

        `number` counts from the first of these rounds; a log must have been asked for.
        """
        from neuroanalysis.games.conquete._kernels import rounds

        lines = self.logs[number, : self.ends[number, rounds.MOVES]].tolist()
        return [move_of_code(player, code) for player, code in lines]


def dealt_cards(
    seed: int, begin: int, stop: int, players: int, rules: Rules
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the start cards and hands of some rounds, as ``play.deal`` deals them.

    Returns
    -------
    (rounds,) and (rounds, players, kinds) int64 arrays
        Hands are by place at the table: round i is begun by the player at place i, counted round.
    """
    deck = [kind for kind in range(KINDS) for _ in range(rules.copies)]
    sizes = rules.hand_sizes(players)
    starts = np.zeros(stop - begin, dtype=np.int64)
    hands = np.zeros((stop - begin, players, KINDS), dtype=np.int64)
    for row, number in enumerate(range(begin, stop)):
        cards = shuffled(deck, round_seed(seed, number))
        starts[row], at = cards[0], 1
        for step, size in enumerate(sizes):
            for kind in cards[at : at + size]:
                hands[row, (number + step) % players, kind] += 1
            at += size
    return starts, hands


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
        Of the players, in turn order.
    rules
        The rule set.
    seed, begin, stop
        Which rounds. Round ``i`` is dealt by ``deal(..., seed=round_seed(seed, i), first=i % n)``
        for n players, whoever plays.
    log
        Whether all moves are to be kept.
    progress
        Two integers that the kernel looks at and writes: rounds done, and not 0 to stop.
    """
    from neuroanalysis.games.conquete._kernels import rounds
    from neuroanalysis.games.conquete._kernels.board import make_board
    from neuroanalysis.games.conquete._kernels.players import make_space

    n, players = stop - begin, len(skills)
    starts, hands = dealt_cards(seed, begin, stop, players, rules)
    told = np.zeros((n, players, rounds.TOLD), dtype=np.int64)
    ends = np.zeros((n, rounds.ENDS), dtype=np.int64)
    # Each card is placed once, and passes in a row have an end.
    most = rules.deck_size * (players * rules.rounds_of_passes + 1)
    logs = np.zeros((n if log else 0, most if log else 1, rounds.MOVE), dtype=np.int64)
    keys = [round_key(round_seed(seed, number)) for number in range(begin, stop)]
    rounds.play_rounds(
        starts,
        hands,
        np.arange(begin, stop, dtype=np.int64) % players,
        np.array(keys, dtype=np.uint64),
        np.stack([parameters(one) for one in skills]),
        rules.to_arrays(),
        told,
        ends,
        logs,
        progress_array() if progress is None else progress,
        make_board(),
        make_space(),
    )
    return CompiledRounds(told, ends, logs)

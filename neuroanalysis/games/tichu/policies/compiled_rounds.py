"""Many rounds at once on the compiled engine: the same rounds as `play_out` plays, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.seeds import round_key, round_seed, shuffled
from neuroanalysis.core.work import progress_array
from neuroanalysis.games.tichu.pieces import CARDS, bits_of
from neuroanalysis.games.tichu.play import (
    Decline,
    Exchange,
    Gift,
    GrandTichu,
    Lay,
    Move,
    Pass,
    Tichu,
)
from neuroanalysis.games.tichu.policies.players import parameters
from neuroanalysis.games.tichu.policies.skills import Skill
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import PLAYERS, Rules

__all__ = ["CompiledRounds", "compiled_rounds", "dealt_hands", "nothing_asked", "played"]

# 56 plays at most, three passes behind each, and what is called, given and given away.
_LOG_LINES: Final = 256
_ASKED: Final = 4  # a call, and three cards to give


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

    @property
    def points(self) -> NDArray[np.int64]:
        """(rounds, teams): what each round brought."""
        from neuroanalysis.games.tichu._kernels import rounds

        cards = self.ends[:, rounds.CARD_POINTS : rounds.CARD_POINTS + 2]
        found: NDArray[np.int64] = cards + self.ends[:, rounds.CALL_POINTS : rounds.CALL_POINTS + 2]
        return found

    def moves(self, number: int) -> list[Move]:
        """Return the moves of a round.

        `number` counts from the first of these rounds; a log must have been asked for.
        """
        from neuroanalysis.games.tichu._kernels import rounds

        lines = self.logs[number, : self.ends[number, rounds.MOVES]].tolist()
        return [_move(*line) for line in lines]


def _move(player: int, what: int, one: int, other: int, third: int) -> Move:
    from neuroanalysis.games.tichu._kernels import rounds

    if what == rounds.EXCHANGE:
        return Exchange(player, one, other, third)
    if what == rounds.LAY:
        return Lay(player, Combination.of_code(one, other), third or None)
    if what == rounds.GIFT:
        return Gift(player, one)
    kinds: dict[int, type[GrandTichu | Decline | Tichu | Pass]] = {
        rounds.GRAND: GrandTichu,
        rounds.DECLINE: Decline,
        rounds.TICHU: Tichu,
        rounds.PASS: Pass,
    }
    return kinds[what](player)


def dealt_hands(seed: int, begin: int, stop: int, rules: Rules) -> NDArray[np.int64]:
    """Return the first and all cards of each player in some rounds, as ``play.deal`` deals them.

    Returns
    -------
    (rounds, players, 2) int64 array
        As bits.
    """
    hands = np.zeros((stop - begin, PLAYERS, 2), dtype=np.int64)
    size, first = rules.hand_size, rules.first_cards
    for row in range(stop - begin):
        cards = shuffled(range(CARDS), round_seed(seed, begin + row))
        for seat in range(PLAYERS):
            own = cards[size * seat : size * (seat + 1)]
            hands[row, seat] = bits_of(own[:first]), bits_of(own)
    return hands


def nothing_asked(rounds: int) -> NDArray[np.int64]:
    """Return what asks nothing of any player: each calls and gives what he likes."""
    from neuroanalysis.games.tichu._kernels.rounds import AS_HE_LIKES

    return np.full((rounds, PLAYERS, _ASKED), AS_HE_LIKES, dtype=np.int64)


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
        Of the four players, in turn order.
    rules
        The rule set.
    seed, begin, stop
        Which rounds. Round ``i`` is dealt by ``deal(..., seed=round_seed(seed, i))``, whoever
        plays.
    log
        Whether all moves are to be kept.
    progress
        Two integers that the kernel looks at and writes: rounds done, and not 0 to stop.
    """
    hands = dealt_hands(seed, begin, stop, rules)
    keys = [round_key(round_seed(seed, number)) for number in range(begin, stop)]
    return played(hands, keys, skills, rules, log=log, progress=progress)


def played(
    hands: NDArray[np.int64],
    keys: Sequence[int],
    skills: Sequence[Skill],
    rules: Rules,
    *,
    asked: NDArray[np.int64] | None = None,
    log: bool = False,
    progress: NDArray[np.int64] | None = None,
) -> CompiledRounds:
    """Play rounds of given hands.

    Parameters
    ----------
    hands
        (rounds, players, 2), as `dealt_hands` returns them.
    keys
        What the luck of each round is made of.
    skills, rules, log, progress
        As `compiled_rounds`.
    asked
        (rounds, players, 4): the call (0 none, 1 Tichu, 2 Grand Tichu) and the cards that a player
        is told to give; -1 for what he decides himself.
    """
    from neuroanalysis.games.tichu._kernels import rounds

    n = len(hands)
    told = np.zeros((n, PLAYERS, rounds.TOLD), dtype=np.int64)
    ends = np.zeros((n, rounds.ENDS), dtype=np.int64)
    logs = np.zeros((n if log else 0, _LOG_LINES, rounds.MOVE), dtype=np.int64)
    rounds.play_rounds(
        hands,
        np.array(keys, dtype=np.uint64),
        np.stack([parameters(one) for one in skills]),
        nothing_asked(n) if asked is None else asked,
        rules.to_arrays(),
        told,
        ends,
        logs,
        progress_array() if progress is None else progress,
    )
    return CompiledRounds(told, ends, logs)

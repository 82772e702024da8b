"""One hand played many times, each time with other cards elsewhere, and asked to do this or that.

What a hand is told to do is compared on the same deals and with the same luck, so that a difference
is nearer to the truth than the two results by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.chunks import Chunk, Control
from neuroanalysis.core.hands import CountsLike, as_counts
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.rounds.simulation import HowToWork
from neuroanalysis.core.seeds import round_key, round_seed, shuffled
from neuroanalysis.core.study import CHUNK, FEWEST_ROUNDS, MOST_ROUNDS, MOST_SEED
from neuroanalysis.core.work import run
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu.pieces import CARDS, PIECES, as_bits, bits_of, cards_of
from neuroanalysis.games.tichu.policies import Skill, nothing_asked, played
from neuroanalysis.games.tichu.rules import PLAYERS, Rules
from neuroanalysis.games.tichu.study.rounds import Table

__all__ = ["Asked", "Cards", "HandRounds", "check_size", "hand_bits", "play_hand"]

Cards = str | CountsLike
"""A hand as text or as 56 counts."""

_EDITION: Final = 1


@dataclass(frozen=True)
class Asked:
    """What the player of the hand is told to do.

    Parameters
    ----------
    call
        Place in `~.rounds.CALLS`; None for what he decides.
    give
        The cards to the next player, the partner and the one before; None for what he decides.
    """

    call: int | None = None
    give: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class HandRounds:
    """What came of a hand's rounds, (ways, rounds) each.

    Parameters
    ----------
    lead
        Points of the hand's team less those of the other.
    call_points
        What of this is for the hand's own call.
    first_out
        Whether the hand's player was first out.
    """

    lead: NDArray[np.int64]
    call_points: NDArray[np.int64]
    first_out: NDArray[np.bool_]


@dataclass(frozen=True)
class _Part:
    """Some rounds of a hand: the payload of a chunk."""

    hand: int
    exchanged: bool
    ways: tuple[Asked, ...]
    table: str
    seed: int
    begin: int
    stop: int


def hand_bits(hand: Cards) -> int:
    """Return a hand as bits.

    Raises
    ------
    CardError
        For what are no cards, or a card twice.
    """
    counts = PIECES.parse(hand) if isinstance(hand, str) else hand
    return as_bits(as_counts(counts, PIECES, (1,) * CARDS))


def check_size(hand: int, *sizes: int) -> None:
    """Refuse a hand of another number of cards than these.

    Raises
    ------
    InputError
        With the numbers that are accepted.
    """
    if hand.bit_count() not in sizes:
        accepted = ", ".join(f"{size}" for size in sizes)
        raise InputError("tichu.study.hand", n=hand.bit_count(), accepted=accepted)


def play_hand(
    hand: int,
    ways: Sequence[Asked],
    *,
    policy: str | Skill,
    rules: Rules,
    rounds: int,
    seed: int,
    exchanged: bool = False,
    **work: Unpack[HowToWork],
) -> HandRounds:
    """Play a hand in several ways on the same deals.

    Parameters
    ----------
    hand
        As bits: the first cards or all 14; the others are dealt.
    ways
        What its player is told to do.
    policy
        How all four play.
    rules, rounds, seed, **work
        See `~.simulate.simulate`.
    exchanged
        Whether the hand is one after the exchange; the other cards are dealt all the same.
    """
    check_whole("rounds", rounds, FEWEST_ROUNDS, MOST_ROUNDS)
    check_whole("seed", seed, 0, MOST_SEED)
    table = json.dumps(Table.of([policy] * PLAYERS, rules).to_mapping())
    cuts = [range(at, min(at + CHUNK, rounds)) for at in range(0, rounds, CHUNK)]
    chunks = [
        Chunk(
            f"{cut.start:012d}",
            _Part(hand, exchanged, tuple(ways), table, seed, cut.start, cut.stop),
            len(cut) * len(ways),
        )
        for cut in cuts
    ]
    asked = [[one.call, one.give] for one in ways]
    key = {"edition": _EDITION, "hand": hand, "exchanged": exchanged, "ways": asked, "seed": seed}
    parts = run(_play, chunks, key=key | {"table": table}, **work)
    whole = np.concatenate(parts, axis=1)
    return HandRounds(whole[:, :, 0], whole[:, :, 1], whole[:, :, 2] == 1)


def _play(part: _Part, control: Control) -> NDArray[np.int64]:
    """Play the rounds of a chunk in every way: (ways, rounds, 3)."""
    from neuroanalysis.games.tichu._kernels import rounds

    table = Table.from_mapping(json.loads(part.table))
    numbers = range(part.begin, part.stop)
    seeds = [round_seed(part.seed, number) for number in numbers]
    hands = np.array([_dealt(part.hand, one, table.rules) for one in seeds], dtype=np.int64)
    keys = [round_key(one) for one in seeds]
    found = np.zeros((len(part.ways), len(numbers), 3), dtype=np.int64)
    for way, one in enumerate(part.ways):
        asked = nothing_asked(len(numbers))
        if one.call is not None:
            asked[:, 0, 0] = one.call
        if part.exchanged:
            asked[:, :, 1] = rounds.NO_EXCHANGE
        elif one.give is not None:
            asked[:, 0, 1:] = one.give
        ended = played(hands, keys, table.players, table.rules, asked=asked, progress=control.array)
        control.check()
        found[way, :, 0] = ended.points[:, 0] - ended.points[:, 1]
        first = ended.told[:, 0, rounds.PLACE] == 1
        worth = np.array([0, table.rules.tichu_points, table.rules.grand_tichu_points])
        own = worth[ended.told[:, 0, rounds.CALL]]
        found[way, :, 1] = np.where(first, own, -own)
        found[way, :, 2] = first
    return found


def _dealt(hand: int, seed: int, rules: Rules) -> list[tuple[int, int]]:
    """Deal all other cards: the first cards and all cards of each player."""
    others = [card for card in shuffled(range(CARDS), seed) if not hand >> card & 1]
    size, first, own = rules.hand_size, rules.first_cards, cards_of(hand)
    held = [*own, *others[: size - len(own)]]
    rest = others[size - len(own) :]
    hands = [held, *(rest[size * at : size * (at + 1)] for at in range(PLAYERS - 1))]
    return [(bits_of(cards[:first]), bits_of(cards)) for cards in hands]

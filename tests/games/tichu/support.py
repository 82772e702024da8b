"""Hands as the oracle writes them, and as the package does."""

from __future__ import annotations

import random

import numpy as np

from neuroanalysis.games.tichu.pieces import PIECES, bits_of
from neuroanalysis.games.tichu.position import KINDS, Combination
from neuroanalysis.games.tichu.rules import Rules
from tests.oracles import tichu as oracle

NUMBERS = Rules().to_arrays().numbers
LIKELY = ("Ph", "MJ")


def bits(words):
    """Return cards, as text or as a list, as bits."""
    return bits_of(
        PIECES.kind(word) for word in (words.split() if isinstance(words, str) else words)
    )


def random_hand(rng: random.Random, size: int, ranks: str = oracle.RANKS) -> list[str]:
    """Return a hand of some ranks, with Phoenix and Mah Jong more often than by chance."""
    pack = [card for card in oracle.PACK if card[0] in ranks or card in ("MJ", "Dog", "Ph", "Dr")]
    hand = [card for card in LIKELY if rng.random() < 0.5][:size]
    return hand + rng.sample([card for card in pack if card not in hand], size - len(hand))


def random_rules(rng: random.Random) -> dict[str, int | bool]:
    """Return options that combinations depend on."""
    return {
        "cards_in_straight": rng.choice([4, 5, 5, 5, 6, 7]),
        "pairs_in_sequence": rng.choice([2, 2, 3]),
        "mah_jong_in_straight_flush": rng.random() < 0.5,
        "phoenix_full_house_from_quad": rng.random() < 0.5,
    }


def as_oracle(cards: int, code: int):
    """Return a play of the kernels as the oracle writes it."""
    one = Combination.of_code(cards, code)
    half = one.code & 1
    return (
        one.kind,
        one.rank + half / 2,
        one.phoenix,
        frozenset(PIECES.codes[card] for card in one.cards),
    )


def listed(kernel_call, room=4096):
    """Return the plays that a kernel writes, as a list of cards and codes."""
    cards, codes = (np.zeros(room, dtype=np.int64) for _ in range(2))
    answer = kernel_call(cards, codes)
    n = answer[0] if isinstance(answer, tuple) else answer
    return list(zip(cards[:n].tolist(), codes[:n].tolist(), strict=True))


def kind_of(code: int) -> str:
    """Return the kind of a code."""
    return KINDS[(code >> 16) - 1]

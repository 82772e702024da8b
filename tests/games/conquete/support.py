"""Domains as the oracle writes them, and as the package does."""

from __future__ import annotations

import random

from neuroanalysis.games.conquete import Position, Rules
from tests.oracles import conquete as oracle


def entries(domain):
    """Return a domain of the oracle as JSON has it."""
    return [
        [*cell, card] if owner is None else [*cell, card, owner]
        for cell, (card, owner) in domain.items()
    ]


def position(domain, hand, rules, player=None, enlarged=0):
    """Return a position of what the oracle has."""
    return Position.of(
        " ".join(hand),
        domain=entries(domain),
        player=player,
        enlarged=enlarged,
        rules=Rules(**rules),
    )


def random_case(rng: random.Random, size, cards, *, options=True, players=3):
    """Return a domain by legal play, a hand of what is left, and the rules."""
    rules = oracle.random_rules(rng) if options else {}
    domain, left = oracle.grow(rng, size, rng.randint(1, players), rules)
    if rng.random() < 0.6:
        # Cards that go together make plans of which one prepares the next.
        one, _ = rng.choice([*domain.values()])
        left = [card for card in left if oracle.compatible(card, one, {})]
    return domain, rng.sample(left, min(cards, len(left))), rules

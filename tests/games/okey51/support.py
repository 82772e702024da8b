"""Random racks, rules and tables, and the oracle asked about them.

Nothing here computes an answer: answers come from `tests.oracles.okey51`, which shares no code with
the package.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np

from neuroanalysis.games.okey51._kernels import arrangements as kernel
from neuroanalysis.games.okey51.position import Meld, MeldTile
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.games.okey51.scoring import meld_codes
from tests.oracles import okey51 as oracle


@dataclass(frozen=True)
class Question:
    """A rack under rules, in the oracle's words; `table` has open melds as identities in order."""

    counts: tuple[int, ...]
    wilds: int = 0
    rules: Rules = field(default_factory=Rules)
    table: tuple[tuple[int, ...], ...] = ()
    outside: bool = False

    @property
    def codes(self) -> np.ndarray:
        """The table as the kernels read it."""
        return meld_codes(open_melds(self.table))

    @property
    def naturals(self) -> np.ndarray:
        """The naturals as the kernels read them."""
        return np.array(self.counts, dtype=np.uint8)


def open_melds(table) -> list[Meld]:
    """Open melds of the oracle in the package's words."""
    return [Meld(tuple(MeldTile(tile) for tile in tiles)) for tiles in table]


def oracle_rules(rules: Rules) -> oracle.Rules:
    """A rule set in the oracle's words."""
    return oracle.make_rules(**{name: getattr(rules, name) for name in oracle.DEFAULT})


def by_oracle(question: Question) -> list[int]:
    """Value, fewest left, what they count, pairs: by the oracle."""
    rules = oracle_rules(question.rules)
    rack = (question.counts, question.wilds, rules)
    outside = question.outside
    return [
        oracle.meld_value(*rack, outside=outside),
        *oracle.least_left(*rack, question.table, outside=outside),
        oracle.pairs(*rack, outside=outside),
    ]


def by_kernel(questions: list[Question]) -> list[list[int]]:
    """The same by the kernel, for racks that differ in tiles alone."""
    answers = np.full((len(questions), kernel.ANSWERS), -7, dtype=np.int32)
    kernel.best_arrangements(
        np.array([question.counts for question in questions], dtype=np.uint8),
        np.array([question.wilds for question in questions], dtype=np.uint8),
        questions[0].codes,
        np.array([question.outside for question in questions], dtype=np.uint8),
        questions[0].rules.to_arrays(),
        answers,
        np.zeros(2, dtype=np.int64),
    )
    return answers.tolist()


def dealt(rng: random.Random, tiles: int, rules: Rules | None = None) -> Question:
    """Deal a rack from the 105 tiles that are no indicator."""
    okey = rng.randrange(52)
    indicator = 13 * (okey // 13) + (okey % 13 - 1) % 13
    deck = [kind for kind in range(53) for _ in range(2)]
    deck.remove(indicator)
    counts, wilds = [0] * 52, 0
    for kind in rng.sample(deck, tiles):
        if kind == okey:
            wilds += 1
        else:
            counts[okey if kind == 52 else kind] += 1
    rules = rules or Rules()
    return Question(tuple(counts), wilds, rules, outside=tiles > rules.hand_size)


def crowded(rng: random.Random, tiles: int) -> tuple[tuple[int, ...], int]:
    """Deal a rack of few colours and numbers, up to four alike, full of melds; and some wilds."""
    colours = rng.sample(range(4), rng.randint(1, 4))
    first = rng.randrange(13)
    numbers = [(first + step) % 13 for step in range(rng.randint(2, 9))]
    copies = rng.choice([1, 2, 2, 2, 4])
    pool = [13 * colour + n for colour in colours for n in numbers for _ in range(copies)]
    wilds = rng.choice([0, 1, 2, 2])
    counts = [0] * 52
    for kind in rng.sample(pool, min(len(pool), rng.randint(1, max(1, tiles - wilds)))):
        counts[kind] += 1
    return tuple(counts), wilds


def random_rules(rng: random.Random) -> Rules:
    """Choose what matters to a rack."""
    return Rules(
        wrap_13_1=rng.random() < 0.7,
        one_after_13=rng.choice([1, 14]),
        layoffs_per_turn=rng.choice([0, 0, 0, 1, 2, 3]),
        okey_left=rng.choice([100, 100, 0, 5]),
        okey_pairs=rng.random() < 0.7,
    )


def random_table(rng: random.Random, rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Lay up to three open melds, long runs more often than in play."""
    every = oracle.bare_melds(rules.wrap_13_1)
    long = [tiles for tiles in every if len(tiles) > 9]
    return tuple(rng.choice(rng.choice([every, long])) for _ in range(rng.choice([0, 1, 2, 3])))


def random_question(rng: random.Random, tiles: int) -> Question:
    """Choose rules, a table and a crowded rack."""
    rules = random_rules(rng)
    counts, wilds = crowded(rng, tiles)
    return Question(counts, wilds, rules, random_table(rng, rules), rng.random() < 0.5)

"""Random hands and rule sets, and the oracle asked about them.

Nothing here computes an answer: answers come from `tests.oracles.neurotrio`, which shares no code
with the package.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import numpy as np

from neuroanalysis.games.neurotrio.evaluation import Grouping
from neuroanalysis.games.neurotrio.rules import PRESETS, Bonus, Rules
from tests.oracles import neurotrio as oracle

SAME_NAME = (
    "copies",
    "hand_size",
    "duos",
    "structures",
    "carre",
    "duo_points",
    "trio_points",
    "carre_points",
    "finish_points",
    "distinct_scope",
    "repeat_bonuses",
    "one_duo",
)


@dataclass(frozen=True)
class Question:
    """A hand under rules; `laid` names the kinds of the laid carrés, as the oracle takes them."""

    hand: tuple[int, ...]
    laid: tuple[int, ...] = ()
    rules: Rules = field(default_factory=Rules)

    @property
    def on_table(self) -> list[int]:
        """27 numbers, 1 for each laid carré, as batches take them."""
        return [int(kind in self.laid) for kind in range(27)]

    @property
    def laid_cards(self) -> list[int]:
        """27 counts, 4 for each laid carré, as positions take them."""
        return [4 * n for n in self.on_table]


def oracle_rules(rules: Rules) -> dict[str, object]:
    """Return a rule set in the oracle's words."""
    table = [
        oracle.bonus(
            bonus.code,
            bonus.points,
            duos=bonus.duos,
            structures=bonus.structures,
            shared=bonus.shared,
            distinct=bonus.distinct,
            contains=list(bonus.contains) or (),
            per_line=bonus.per_line,
        )
        for bonus in rules.bonuses
    ]
    same = {name: getattr(rules, name) for name in SAME_NAME}
    return oracle.make_rules(bonuses=table, three_alike_points=rules.triple_points, **same)


def oracle_grouping(grouping: Grouping) -> oracle.Grouping:
    """Return a grouping of an evaluation in the oracle's form."""
    structures = sorted(group.cards for group in grouping.groups if group.is_structure)
    duos = sorted(group.cards for group in grouping.groups if not group.is_structure)
    return tuple(structures), tuple(duos)


def random_hand(
    rng: random.Random, cards: int, copies: int = 4, sort: int = 0, barred: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """Deal cards from all kinds (sort 0), from few kinds (1), or from one or two planes (2).

    Hands of the last two sorts are rare in play and full of groups. No card is of a barred kind.
    """
    kinds = [kind for kind in range(27) if kind not in barred]
    few = kinds
    if sort == 1:
        least = -(-cards // copies)
        few = rng.sample(kinds, min(len(kinds), rng.randint(least, max(least, 8))))
    elif sort == 2:
        few = [kind for kind in kinds if kind < 9 * rng.randint(1, 2)]
    if len(few) * copies < cards:
        few = kinds
    dealt = rng.sample([kind for kind in few for _ in range(copies)], cards)
    return tuple(dealt.count(kind) for kind in range(27))


def random_rules(rng: random.Random) -> Rules:
    """Choose a preset and change some of its options; only rule sets that `Rules` accepts."""
    while True:
        base = Rules() if rng.random() < 0.3 else rng.choice(list(PRESETS.values()))
        likely = (
            ("distinct_scope", 0.4, "grouped"),
            ("repeat_bonuses", 0.4, True),
            ("one_duo", 0.3, True),
            ("duo_points", 0.3, rng.randint(0, 3)),
            ("trio_points", 0.2, rng.randint(0, 5)),
            ("triple_points", 0.2, rng.randint(0, 5)),
            ("carre_points", 0.2, rng.randint(0, 9)),
        )
        changes = {name: value for name, chance, value in likely if rng.random() < chance}
        bonuses = base.bonuses
        if rng.random() < 0.2:
            bonuses += (
                Bonus(
                    "X",
                    rng.randint(0, 9),
                    duos=rng.randint(0, 2),
                    structures=rng.randint(1, 3),
                    shared=rng.randint(0, 3),
                    per_line=rng.random() < 0.5,
                ),
            )
        if rng.random() < 0.2:
            bonuses = tuple(replace(bonus, points=rng.randint(0, 12)) for bonus in bonuses)
        try:
            return replace(base, bonuses=bonuses, **changes)
        except ValueError as reason:
            # A random table may reward not declaring a duo, which the rules refuse.
            if "rather not declare" not in str(reason):
                raise


def random_question(rng: random.Random, rules: Rules | None = None) -> Question:
    """Choose rules unless given, perhaps laid carrés, and a hand about as large as to finish."""
    rules = rules or random_rules(rng)
    laid: list[int] = []
    if rules.carre and rng.random() < 0.3:
        laid = rng.sample(range(27), rng.randint(1, min(4, rules.structures)))
    size = rules.finish_size + rng.choice([-1, 0, 0, 1, 1])
    if rng.random() < 0.3:
        size = rng.randint(1, rules.most_cards)
    cards = max(1, min(16, size, rules.most_cards) - 3 * len(laid))
    cards = min(cards, rules.most_cards - 4 * len(laid))
    hand = random_hand(rng, cards, rules.copies, rng.randint(0, 2), tuple(laid))
    return Question(hand, tuple(laid), rules)


def default_hands(seed: int, cards: int, n: int) -> list[tuple[int, ...]]:
    """Deal hands under the default rules, a third of each sort."""
    rng = random.Random(seed)
    return [random_hand(rng, cards, sort=place % 3) for place in range(n)]


def batch(hands: list[tuple[int, ...]]) -> np.ndarray:
    """Return hands as a batch."""
    return np.array(hands, dtype=np.uint8).reshape(-1, 27)

"""Neurotrio deals, slowly: all hands of a few cards, one by one, each asked of the slow evaluator.

It follows the rules page and counts what it says, in plain Python, over physical cards or count
vectors; no symmetry is used to count but by `by_orbits`. The symmetries of the cube are written
from what they are (values renamed, attributes swapped), to judge whoever does use them.

Words are those of `tests.oracles.neurotrio`. An *outcome* is a number, ``"none"``, or a pair.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod

from tests.oracles import neurotrio as oracle
from tests.oracles.neurotrio import Counts, Rules

Outcome = int | str | tuple[int, int]
HELD = {"duos": 2, "triples": 3, "carres": 4}

# --- All deals -------------------------------------------------------------------------------


def physical_deals(cards: int, copies: int) -> Iterator[tuple[int, ...]]:
    """The kinds of every set of physical cards: 108 choose ``cards`` of them for 4 copies."""
    pack = [kind for kind in oracle.KINDS for _ in range(copies)]
    return combinations(pack, cards)


def count_vectors(cards: int, copies: int) -> Iterator[tuple[int, ...]]:
    """Every count vector with so many cards."""
    for kinds in combinations_with_replacement(oracle.KINDS, cards):
        counts = Counter(kinds)
        if not kinds or max(counts.values()) <= copies:
            yield tuple(counts[kind] for kind in oracle.KINDS)


def ways(counts: Counts, copies: int) -> int:
    """How many sets of physical cards have these counts."""
    return prod(comb(copies, int(held)) for held in counts)


def random_deal(rng: random.Random, cards: int, copies: int) -> tuple[int, ...]:
    """The counts of a random set of physical cards."""
    dealt = Counter(rng.sample([kind for kind in oracle.KINDS for _ in range(copies)], cards))
    return tuple(dealt[kind] for kind in oracle.KINDS)


# --- What is asked of a hand -----------------------------------------------------------------


def questions(rules: Rules) -> list[str]:
    """Everything that `answer` knows."""
    codes = [f"bonus:{entry['code']}" for entry in rules["bonuses"]]
    return ["value", "distance", "value,distance", "distinct", *HELD, "finish", *codes]


def answer(of: str, counts: Counts, rules: Rules) -> Outcome:
    """The outcome of one hand, laid carrés apart."""
    counts = [int(held) for held in counts]
    if of == "distinct":
        return sum(held > 0 for held in counts)
    if of in HELD:
        return counts.count(HELD[of])
    if of == "distance":
        lacking = oracle.distance(counts, (), rules)
        assert lacking is not None
        return lacking
    if of == "finish":
        best = oracle.finish(counts, (), rules)[0]
        return "none" if best is None else best
    value, groupings = oracle.evaluate(counts, (), rules)
    if of == "value":
        return value
    if of == "value,distance":
        lacking = oracle.distance(counts, (), rules)
        assert lacking is not None
        return value, lacking
    code = of.removeprefix("bonus:")
    return int(any(code in oracle.bonuses(g, counts, (), rules)[0] for g in groupings))


def answers(counts: Counts, rules: Rules) -> dict[str, Outcome]:
    """The outcome of one hand for every question, its groupings looked at once."""
    counts = [int(held) for held in counts]
    value, groupings = oracle.evaluate(counts, (), rules)
    counted = {code for g in groupings for code in oracle.bonuses(g, counts, (), rules)[0]}
    simple = ("distance", "distinct", *HELD, "finish")
    found = {"value": value, **{of: answer(of, counts, rules) for of in simple}}
    found["value,distance"] = (value, found["distance"])
    for entry in rules["bonuses"]:
        found[f"bonus:{entry['code']}"] = int(entry["code"] in counted)
    return found


def distributions(cards: int, rules: Rules) -> dict[str, Counter[Outcome]]:
    """How many deals have each outcome, for every question."""
    tallies: dict[str, Counter[Outcome]] = {of: Counter() for of in questions(rules)}
    for counts in count_vectors(cards, rules["copies"]):
        weight = ways(counts, rules["copies"])
        for of, outcome in answers(counts, rules).items():
            tallies[of][outcome] += weight
    return tallies


def by_orbits(cards: int, rules: Rules) -> dict[str, Counter[Outcome]]:
    """As `distributions`; of hands that are the same up to symmetry, only the first is asked."""
    tallies: dict[str, Counter[Outcome]] = {of: Counter() for of in questions(rules)}
    for counts, number in _orbits(cards, rules["copies"]):
        weight = number * ways(counts, rules["copies"])
        for of, outcome in answers(counts, rules).items():
            tallies[of][outcome] += weight
    return tallies


@cache
def _orbits(cards: int, copies: int) -> list[tuple[tuple[int, ...], int]]:
    """The first count vector of each orbit, and how many the orbit has."""
    found: list[tuple[tuple[int, ...], int]] = []
    seen: set[tuple[int, ...]] = set()
    for counts in count_vectors(cards, copies):
        if counts not in seen:
            images = orbit(counts)
            seen |= images
            found.append((counts, len(images)))
    return found


def finishing_hands(rules: Rules, carres: int) -> dict[tuple[int, ...], int]:
    """The best finishing total of every hand that finishes with so many carrés.

    Built from the other end: every choice of duos, trios and carrés is put together, and those
    that use more copies than there are fall away.
    """
    totals: dict[tuple[int, ...], int] = {}
    several = combinations_with_replacement
    for fours in several(oracle.CARRES, carres):
        for trios in several(oracle.TRIOS, rules["structures"] - carres):
            for duos in several(oracle.DUOS, rules["duos"]):
                held = Counter(kind for group in fours + trios + duos for kind in group)
                if max(held.values()) > rules["copies"]:
                    continue
                counts = tuple(held[kind] for kind in oracle.KINDS)
                grouping = (tuple(sorted(fours + trios)), duos)
                total = oracle.grouping_value(grouping, counts, (), rules) + rules["finish_points"]
                totals[counts] = max(total, totals.get(counts, 0))
    return totals


# --- Symmetries ------------------------------------------------------------------------------


@cache
def symmetries() -> tuple[tuple[int, ...], ...]:
    """To which kind each goes: the values of each attribute renamed, then the three swapped."""
    found = []
    names = list(permutations(range(3)))
    for order in permutations(range(3)):
        for force in names:
            for nature in names:
                for ground in names:
                    image = []
                    for kind in oracle.KINDS:
                        levels = (force[kind // 9], nature[kind // 3 % 3], ground[kind % 3])
                        a, b, c = (levels[axis] for axis in order)
                        image.append(9 * a + 3 * b + c)
                    found.append(tuple(image))
    return tuple(found)


def moved(counts: Counts, symmetry: tuple[int, ...]) -> tuple[int, ...]:
    """The counts of a hand after a symmetry."""
    image = [0] * len(symmetry)
    for kind, held in enumerate(counts):
        image[symmetry[kind]] = int(held)
    return tuple(image)


def orbit(counts: Counts) -> set[tuple[int, ...]]:
    """All hands that are the same up to symmetry; a few milliseconds."""
    return {moved(counts, symmetry) for symmetry in symmetries()}

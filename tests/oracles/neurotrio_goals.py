"""Finishing hands worth a minimum, slowly: by plain search, and as an integer programme.

A finishing hand is the duos and structures that the rules ask, laid carrés among them. It may have
no more copies of a kind than exist and are not seen elsewhere, and has all kept cards. How far a
hand is from it: the cards it has that the hand has not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import comb, prod
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from tests.oracles import neurotrio as oracle
from tests.oracles.neurotrio import KINDS, Counts, Group, Laid, Rules

NOTHING = (0,) * 27


def lacking(counts: Counts, hand: Counts) -> int:
    """How many cards of a finishing hand are not held."""
    return sum(max(0, wanted - held) for wanted, held in zip(hand, counts, strict=True))


def available(laid: Laid, seen: Counts, rules: Rules) -> list[int]:
    """The most copies of each kind that the hand could come to hold."""
    return [n - seen[kind] for kind, n in enumerate(oracle.existing_cards(laid, rules))]


def choices_within(
    groups: Sequence[Group], n: int, hand: list[int], counts: Counts, exist: Counts, most: int
) -> Iterator[tuple[list[Group], list[int]]]:
    """Every multiset of n groups that, added to a hand, lacks at most `most` and can be had."""
    if n == 0:
        yield [], hand
        return
    before = lacking(counts, hand)
    fitting, hands = [], []
    for group in groups:
        more, lacks, fits = list(hand), before, True
        for kind in group:
            more[kind] += 1
            lacks += more[kind] > counts[kind]
            fits = fits and more[kind] <= exist[kind]
        if fits and lacks <= most:
            fitting.append(group)
            hands.append(more)
    # A group that does not fit now does not beside others either.
    for place, more in enumerate(hands):
        for others, whole in choices_within(fitting[place:], n - 1, more, counts, exist, most):
            yield [fitting[place], *others], whole


def finishing_hands(
    counts: Counts,
    most: int,
    laid: Laid = (),
    kept: Counts = NOTHING,
    seen: Counts = NOTHING,
    rules: Rules = oracle.DEFAULT,
) -> dict[tuple[int, ...], tuple[int, int]]:
    """All finishing hands that lack at most so many cards: how many they lack, and their total."""
    exist = available(laid, seen, rules)
    structures = oracle.TRIOS + oracle.CARRES if rules["carre"] else oracle.TRIOS
    on_table = [(kind,) * 4 for kind in laid]
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    nothing = [0] * 27
    open_structures = rules["structures"] - len(laid)
    for chosen, part in choices_within(structures, open_structures, nothing, counts, exist, most):
        for duos, whole in choices_within(oracle.DUOS, rules["duos"], part, counts, exist, most):
            if all(whole[kind] >= kept[kind] for kind in KINDS):
                grouping = (tuple(sorted(chosen + on_table)), tuple(sorted(duos)))
                total = oracle.grouping_value(grouping, whole, laid, rules)
                total += rules["finish_points"]
                hand = tuple(whole)
                _, before = found.get(hand, (0, -1))
                found[hand] = (lacking(counts, whole), max(before, total))
    return found


def ways(counts: Counts, hand: Counts, exist: Counts) -> int:
    """How many choices of copies there are for the cards that are lacking."""
    return prod(comb(exist[k] - counts[k], max(0, hand[k] - counts[k])) for k in KINDS)


# --- The two-deck game as an integer programme -----------------------------------------------

VALUES = [("force", n) for n in range(3)] + [
    (name, n) for name in ("nature", "background") for n in range(3)
]


@cache
def fitting() -> tuple[list[Group], dict[Any, list[int]]]:
    """The structures, and which of them have each line's two values, and each single value."""
    structures = oracle.TRIOS + oracle.CARRES
    having: dict[Any, list[int]] = {}
    for place, group in enumerate(structures):
        for size in (1, 2):
            for choice in oracle.combinations_in_common(group, size):
                having.setdefault(choice, []).append(place)
    return structures, having


class Programme:
    """Variables with bounds, and linear constraints, by name."""

    def __init__(self) -> None:
        self.index: dict[Any, int] = {}
        self.upper: list[float] = []
        self.rows: list[tuple[Mapping[Any, float], float, float]] = []

    def variable(self, name: Any, upper: float) -> Any:
        self.index[name] = len(self.upper)
        self.upper.append(upper)
        return name

    def constrain(self, row: Mapping[Any, float], low: float, high: float = np.inf) -> None:
        self.rows.append((row, low, high))

    def least(self, goal: Mapping[Any, float]) -> int | None:
        """The least of a sum of variables, all whole; None where nothing satisfies all."""
        matrix = np.zeros((len(self.rows), len(self.upper)))
        for place, (row, _, _) in enumerate(self.rows):
            for name, factor in row.items():
                matrix[place, self.index[name]] += factor
        cost = np.zeros(len(self.upper))
        for name, factor in goal.items():
            cost[self.index[name]] = factor
        answer = milp(
            cost,
            integrality=np.ones(len(cost)),
            bounds=Bounds(0, np.array(self.upper)),
            constraints=LinearConstraint(
                matrix, [low for _, low, _ in self.rows], [high for _, _, high in self.rows]
            ),
        )
        return round(answer.fun) if answer.status == 0 else None


def programmed_distance(
    counts: Counts,
    minimum: int,
    laid: Laid = (),
    kept: Counts = NOTHING,
    seen: Counts = NOTHING,
) -> int | None:
    """The distance under the default rules, by an integer programme.

    It may choose which bonuses to claim; as each bonus of that table is worth more than all it
    contains, claiming the best is what the rules give.
    """
    exist = available(laid, seen, oracle.DEFAULT)
    structures, having = fitting()
    model = Programme()
    x = [model.variable(("structure", n), 4) for n in range(len(structures))]
    y = [model.variable(("duo", kind), 1) for kind in KINDS]
    lacks = [model.variable(("lacks", kind), 4) for kind in KINDS]
    there = [model.variable(("there", kind), 1) for kind in KINDS]
    model.constrain(dict.fromkeys(x, 1), 4 - len(laid), 4 - len(laid))
    model.constrain(dict.fromkeys(y, 1), 1, 1)
    for kind in KINDS:
        cards: dict[Any, float] = {
            name: group.count(kind)
            for name, group in zip(x, structures, strict=True)
            if kind in group
        }
        cards[y[kind]] = 2
        model.constrain(cards, kept[kind], exist[kind])
        model.constrain({lacks[kind]: 1, **{n: -f for n, f in cards.items()}}, -counts[kind])
        if kind not in laid:
            model.constrain({there[kind]: -1, **cards}, 0)
    claims: dict[str, list[Any]] = {}
    for entry in oracle.DEFAULT["bonuses"]:
        code = entry["code"]
        if entry["distinct"]:
            claims[code] = [model.variable((code, None), 1)]
            row = {claims[code][0]: -entry["distinct"], **dict.fromkeys(there, 1)}
            model.constrain(row, 0)
            continue
        claims[code] = []
        for choice, places in having.items():
            if len(choice) != entry["shared"]:
                continue
            claim = model.variable((code, choice), 1)
            claims[code].append(claim)
            fixed = sum(choice <= oracle.attributes(kind) for kind in laid)
            row = {claim: -entry["structures"], **{x[place]: 1 for place in places}}
            model.constrain(row, -fixed)
            if entry["duos"]:
                row = {y[kind]: 1 for kind in KINDS if choice <= oracle.attributes(kind)}
                model.constrain({claim: -1, **row}, 0)
    points: dict[Any, float] = {
        name: oracle.group_points(group, oracle.DEFAULT)
        for name, group in zip(x, structures, strict=True)
    }
    for entry in oracle.DEFAULT["bonuses"]:
        code = entry["code"]
        points |= dict.fromkeys(claims[code], entry["points"])
        model.constrain(dict.fromkeys(claims[code], 1), 0, 1)
        for other in oracle.all_contained(code, oracle.DEFAULT["bonuses"]):
            model.constrain(dict.fromkeys(claims[code] + claims[other], 1), 0, 1)
    model.constrain(points, minimum - oracle.DEFAULT["finish_points"] - 8 * len(laid))
    return model.least(dict.fromkeys(lacks, 1))

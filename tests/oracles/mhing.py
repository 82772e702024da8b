"""Mhing: the slow, obvious reference for the fast evaluator.

It follows the rules page and its French source word for word, with its own parsing, tables and
search. Where it and the fast code differ, the fast code is wrong until shown otherwise. It
validates little: whoever calls it hands it sensible hands.

Words used here
---------------
kind      an integer: characters 0-8, circles 9-17, bamboos 18-26, winds 27-30, dragons 31-33.
counts    36 integers: how many of each kind are in hand, then jokers, then flowers.
group     a tuple of kinds: a run, a triplet or a pair.
reading   ``(combinations, pair)``: a sorted tuple of groups, and a group.
rules     a plain dict like ``DEFAULT``; make one with ``make_rules(...)``.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np

Counts = Sequence[int]
Group = tuple[int, ...]
Reading = tuple[tuple[Group, ...], Group]
Rules = Mapping[str, Any]

# --- Cards -----------------------------------------------------------------------------------

KINDS = range(34)
JOKER, FLOWER = 34, 35
WINDS, DRAGONS = range(27, 31), range(31, 34)
HONOURS = range(27, 34)


def parse(text: str) -> list[int]:
    """Counts of a hand such as ``"123m 11z J F"``."""
    counts = [0] * 36
    for digits, suit in re.findall(r"(\d+)([mpsz])", text):
        for digit in digits:
            counts["mpsz".index(suit) * 9 + int(digit) - 1] += 1
    counts[JOKER], counts[FLOWER] = text.count("J"), text.count("F")
    return counts


def is_suited(kind: int) -> bool:
    """Whether a card has a suit and a number."""
    return kind < 27


def suit(kind: int) -> int:
    """The suit of a suited card."""
    return kind // 9


def number(kind: int) -> int:
    """The number of a suited card."""
    return kind % 9 + 1


RUNS = [(k, k + 1, k + 2) for k in KINDS if is_suited(k) and number(k) <= 7]
TRIPLETS = [(k, k, k) for k in KINDS]
COMBINATIONS = RUNS + TRIPLETS
PAIRS = [(k, k) for k in KINDS]

# --- Rules -----------------------------------------------------------------------------------

DEFAULT: Rules = {
    "flowers": 1,
    "pair_2_5_8": 1,
    "double_run": 1,
    "double_triplet": 1,
    "broken_royal_run": 1,
    "honour_triplet": 1,
    "two_suits": 1,
    "runs_only": 1,
    "identical_runs": 3,
    "royal_run": 3,
    "nothing_matches": 3,
    "one_suit_with_honours": 3,
    "triplets_only": 3,
    "five_kinds": 5,
    "low_hand": 5,
    "high_hand": 5,
    "three_dragons": 8,
    "one_suit": 8,
    "nothing_matches_with_honours": 8,
    "double_run_excludes_identical": True,
    "broken_royal_excludes_royal": True,
    "joker_in_nothing_matches": True,
    "same_kind_triplets_match": True,
    "honour_triplets_double": False,
}


def make_rules(**changes: Any) -> Rules:
    """The default rules with some options changed."""
    unknown = set(changes) - set(DEFAULT)
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    return {**DEFAULT, **changes}


def points(credits_earned: int) -> int:
    """The points of so many credits, from the list of the source."""
    listed = [0, 2, 4, 8, 16, 32, 32, 32, 64, 64, 64]
    if credits_earned < len(listed):
        return listed[credits_earned]
    return 2 * points(credits_earned - 3)


# --- Readings --------------------------------------------------------------------------------


def groupings(cards: Counter[int], combinations_left: int) -> Iterator[Reading]:
    """All ways to part cards into so many combinations and a pair, some of them repeated."""
    if not cards:
        if combinations_left == 0:
            yield (), ()
        return
    lowest = min(cards)
    for group in (*RUNS, *TRIPLETS, *PAIRS):
        if group[0] != lowest or any(cards[k] < n for k, n in Counter(group).items()):
            continue
        is_pair = len(group) == 2
        if is_pair and sum(cards.values()) % 3 != 2:
            continue  # the pair is taken already
        for others, pair in groupings(cards - Counter(group), combinations_left - (not is_pair)):
            if is_pair:
                yield others, group
            else:
                yield (group, *others), pair


def readings(counts: Counts, laid: Sequence[Group] = ()) -> set[Reading]:
    """All readings of a hand: every identity of every joker, and every grouping of that."""
    real = Counter({k: counts[k] for k in KINDS if counts[k]})
    found = set()
    for identities in combinations_with_replacement(KINDS, counts[JOKER]):
        for groups, pair in groupings(real + Counter(identities), 4 - len(laid)):
            found.add((tuple(sorted([*laid, *groups])), pair))
    return found


@cache
def _listed() -> tuple[list[tuple[Group, ...]], Any]:
    """All multisets of four combinations, and what each holds of each kind.

    The array lies in memory kind by kind: most questions look at a few kinds of all of them.
    """
    everything = list(combinations_with_replacement(range(len(COMBINATIONS)), 4))
    places = np.array(everything, dtype=np.int16)
    hands = np.zeros((34, len(everything)), dtype=np.int8)
    for kind in KINDS:
        held = np.array([group.count(kind) for group in COMBINATIONS], dtype=np.int8)
        hands[kind] = held[places].sum(axis=1, dtype=np.int8)
    return [tuple(COMBINATIONS[n] for n in numbers) for numbers in everything], hands.T


@cache
def _beyond_four() -> Any:
    """How many cards of each choice of combinations exceed four of a kind."""
    _, hands = _listed()
    beyond = np.zeros(len(hands), dtype=np.int8)
    for kind in KINDS:
        beyond += np.maximum(hands[:, kind] - 4, 0)
    return beyond


def _covered(real: Any, hands: Any) -> Any:
    """How many of the real cards each choice of combinations holds."""
    covered = np.zeros(len(hands), dtype=np.int8)
    for kind in np.flatnonzero(real):
        covered += np.minimum(hands[:, kind], real[kind])
    return covered


def readings_by_listing(counts: Counts, laid: Sequence[Group] = ()) -> set[Reading]:
    """All readings of a hand, by looking at each of all choices of four combinations and a pair."""
    names, hands = _listed()
    real = np.array(counts[:34], dtype=np.int8)
    for group in laid:
        real = real + np.bincount(group, minlength=34).astype(np.int8)
    there = Counter(laid)
    nearly = np.flatnonzero(_covered(real, hands) >= real.sum() - 2)
    return {
        (tuple(sorted(names[place])), pair)
        for place in nearly.tolist()
        if not laid or there <= Counter(names[place])
        for pair in PAIRS
        if (hands[place] + np.bincount(pair, minlength=34) >= real).all()
    }


def readings_within(counts: Counts, unseen: Counts, further: int) -> Iterator[Reading]:
    """All readings that a hand becomes with so many further cards, of those unseen; nothing laid.

    Cards may be discarded on the way, so a reading need not hold all that are in hand.
    """
    names, hands = _listed()
    real, left = (np.array(cards[:34], dtype=np.int8) for cards in (counts, unseen))
    most = counts[JOKER] + further
    nearly = np.flatnonzero(12 - _covered(real, hands) <= most)
    for pair in PAIRS:
        missing = np.maximum(hands[nearly] + np.bincount(pair, minlength=34) - real, 0)
        beyond = np.maximum(missing - left, 0).sum(axis=1)
        for place in nearly[(missing.sum(axis=1) <= most) & (beyond <= counts[JOKER])].tolist():
            yield names[place], pair


# --- Credits ---------------------------------------------------------------------------------


def lines(reading: Reading, rules: Rules = DEFAULT) -> dict[str, int]:
    """How often each line counts in a reading of four combinations and a pair."""
    combos, pair = reading
    runs = [group for group in combos if group[0] != group[1]]
    triplets = [group for group in combos if group[0] == group[1]]
    cards = [kind for group in (*combos, pair) for kind in group]
    suited = [kind for kind in cards if is_suited(kind)]
    suits = {suit(kind) for kind in suited}
    honours = len(suited) < len(cards)
    times: Counter[str] = Counter()
    if is_suited(pair[0]) and number(pair[0]) in {2, 5, 8}:
        times["pair_2_5_8"] = 1
    for one, other in combinations(runs, 2):
        if one == other:
            times["identical_runs"] += 1
            if not rules["double_run_excludes_identical"]:
                times["double_run"] += 1
        elif number(one[0]) == number(other[0]):
            times["double_run"] += 1
    for one, other in combinations(triplets, 2):
        a, b = one[0], other[0]
        if is_suited(a) and is_suited(b) and number(a) == number(b):
            if a != b or rules["same_kind_triplets_match"]:
                times["double_triplet"] += 1
        elif a == b and rules["honour_triplets_double"] and rules["same_kind_triplets_match"]:
            times["double_triplet"] += 1
    for colour in range(3):
        starts = Counter(number(run[0]) for run in runs if suit(run[0]) == colour)
        times["royal_run"] += starts[1] * starts[4] * starts[7]
        if starts[4] == 0 or not rules["broken_royal_excludes_royal"]:
            times["broken_royal_run"] += starts[1] * starts[7]
    dragons = [triplet[0] for triplet in triplets if triplet[0] in DRAGONS]
    times["honour_triplet"] = sum(triplet[0] in WINDS for triplet in triplets)
    if set(dragons) == set(DRAGONS):
        times["three_dragons"] = 1
    else:
        times["honour_triplet"] += len(dragons)
    times["two_suits"] = len(suits) == 2 and not honours
    times["one_suit"] = len(suits) == 1 and not honours
    times["one_suit_with_honours"] = len(suits) == 1 and honours
    times["runs_only"] = len(runs) == 4
    times["triplets_only"] = len(triplets) == 4
    families = {_family(group[0]) for group in (*combos, pair)}
    times["five_kinds"] = len(families) == 5
    times["low_hand"] = not honours and all(number(kind) <= 5 for kind in cards)
    times["high_hand"] = not honours and all(number(kind) >= 5 for kind in cards)
    return {line: int(n) for line, n in times.items() if n}


def _family(kind: int) -> str:
    if is_suited(kind):
        return "mps"[suit(kind)]
    return "wind" if kind in WINDS else "dragon"


def earned(times: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """The credits by line, lines that earn nothing left out."""
    return {line: n * rules[line] for line, n in times.items() if n * rules[line]}


# --- Nothing matches -------------------------------------------------------------------------


def nothing_matches(cards: Sequence[int]) -> bool:
    """Whether no two cards are equal, and within a suit every two at least 3 apart."""
    return all(
        one != other
        and not (
            is_suited(one)
            and is_suited(other)
            and suit(one) == suit(other)
            and abs(number(one) - number(other)) < 3
        )
        for one, other in combinations(cards, 2)
    )


@cache
def unmatched_hands() -> list[frozenset[int]]:
    """All hands of 14 cards in which nothing matches."""
    in_suits = [
        [
            cards
            for size in range(4)
            for cards in combinations(range(9 * colour, 9 * colour + 9), size)
            if nothing_matches(cards)
        ]
        for colour in range(3)
    ]
    return [
        frozenset((*first, *second, *third, *honours))
        for first, second, third in product(*in_suits)
        if 7 <= len(first + second + third) <= 14
        for honours in combinations(HONOURS, 14 - len(first + second + third))
    ]


def unmatched_readings(counts: Counts, rules: Rules = DEFAULT) -> set[frozenset[int]]:
    """All hands in which nothing matches that 14 cards can be."""
    held = [kind for kind in KINDS if counts[kind]]
    if max(counts[:34]) > 1 or (counts[JOKER] and not rules["joker_in_nothing_matches"]):
        return set()
    return {hand for hand in unmatched_hands() if hand.issuperset(held)}


@cache
def _unmatched_table() -> tuple[Any, Any]:
    """The same hands, a row each: which kinds they hold; and which of them hold all honours."""
    table = np.zeros((len(unmatched_hands()), 34), dtype=np.int8)
    for row, hand in enumerate(unmatched_hands()):
        table[row, sorted(hand)] = 1
    return table, table[:, list(HONOURS)].all(axis=1)


def unmatched_distances(counts: Counts, rules: Rules = DEFAULT) -> tuple[int, int]:
    """The fewest further cards to a hand in which nothing matches, and to one with all honours."""
    table, honours = _unmatched_table()
    kept = table[:, [kind for kind in KINDS if counts[kind]]].sum(axis=1)
    jokers = counts[JOKER] if rules["joker_in_nothing_matches"] else 0
    return max(0, 14 - int(kept.max()) - jokers), max(0, 14 - int(kept[honours].max()) - jokers)


# --- Whole questions -------------------------------------------------------------------------


def evaluate(
    counts: Counts, rules: Rules = DEFAULT, laid: Sequence[Group] = (), *, listing: bool = False
) -> tuple[int | None, list[dict[str, int]], set[Any]]:
    """The most credits of 14 cards (None if they do not win), what it is made of, who earns it.

    The second is the credits by line of each best reading, the third these readings themselves.
    """
    ways = readings_by_listing(counts, laid) if listing else readings(counts, laid)
    worth = {reading: earned(lines(reading, rules), rules) for reading in ways}
    if not laid:
        for hand in unmatched_readings(counts, rules):
            code = "nothing_matches" + "_with_honours" * hand.issuperset(HONOURS)
            worth[hand] = earned({code: 1}, rules)
    if not worth:
        return None, [], set()
    flowers = earned({"flowers": counts[FLOWER]}, rules)
    best = max(sum(by_line.values()) for by_line in worth.values())
    chosen = {way for way, by_line in worth.items() if sum(by_line.values()) == best}
    return (
        best + sum(flowers.values()),
        [worth[way] | flowers for way in chosen],
        chosen,
    )


def distance(counts: Counts, laid: Sequence[Group] = (), laid_real: Sequence[int] = ()) -> int:
    """The fewest further real cards with which the cards contain four combinations and a pair.

    `laid_real` has the kind of each real card of the laid combinations. Of each choice of
    combinations and a pair: what is missing must come from jokers or be further cards, and what
    exceeds the four real copies must be jokers.
    """
    _, hands = _listed()
    if laid:
        few = list(combinations_with_replacement(COMBINATIONS, 4 - len(laid)))
        hands = np.array(
            [np.bincount([k for g in groups for k in g], minlength=34) for groups in few]
            if few[0]
            else np.zeros((1, 34)),
            dtype=np.int8,
        )
    real = np.array(counts[:34], dtype=np.int8)
    exist = 4 - np.bincount(np.array(laid_real, dtype=int), minlength=34).astype(np.int8)
    missing = 3 * (4 - len(laid)) - _covered(real, hands)
    beyond = _beyond_four() if not laid else np.maximum(hands - exist, 0).sum(axis=1)
    best = 14 + counts[JOKER]
    # A pair adds what it lacks, 2 where none is held; so those that lack much already are looked at
    # only if they must be.
    for low in range(15):
        nearly = np.flatnonzero((missing == low) & (beyond <= counts[JOKER]))
        if low >= best:
            break
        for kind in KINDS:
            if real[kind] == 0 and low + 2 >= best:
                continue
            column = hands[nearly, kind]
            more = np.maximum(column + 2 - real[kind], 0) - np.maximum(column - real[kind], 0)
            over = np.maximum(column + 2 - exist[kind], 0) - np.maximum(column - exist[kind], 0)
            possible = low + more[beyond[nearly] + over <= counts[JOKER]]
            if len(possible):
                best = min(best, int(possible.min()))
    return max(0, best - counts[JOKER])

"""A slow twin of Tichu's evaluator, written from the rules page; it imports nothing of the package.

Cards are words: ``7s``, ``Ts``, ``MJ``, ``Dog``, ``Ph``, ``Dr``. A play is (kind, rank, rank of the
Phoenix, cards). The Phoenix is tried as every rank; kinds are then told by counting.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "shdc"
PACK = [*(rank + suit for rank in RANKS for suit in SUITS), "MJ", "Dog", "Ph", "Dr"]
DEFAULT = {
    "cards_in_straight": 5,
    "pairs_in_sequence": 2,
    "mah_jong_in_straight_flush": False,
    "phoenix_full_house_from_quad": False,
}
BOMBS = ("four_of_a_kind", "straight_flush")


def rules_with(rules):
    return DEFAULT | {name: value for name, value in (rules or {}).items() if name in DEFAULT}


def rank(card):
    """Return 1 for Mah Jong, 2 to 14, 15 for the Dragon."""
    return {"MJ": 1, "Dr": 15}[card] if card in ("MJ", "Dr") else RANKS.index(card[0]) + 2


def _kind(ranks, rules):
    """Return kind and rank of a play by its cards' ranks, bombs apart; None for none."""
    held = Counter(ranks)
    n, low, high = len(ranks), min(ranks), max(ranks)
    times = sorted(held.values())
    if 1 in held and (n == 1 or max(times) > 1):
        return ("single", 1) if n == 1 else None
    in_a_row = set(held) == set(range(low, high + 1))
    if times == [n] and n in (1, 2, 3) and (n == 1 or 1 not in held):
        return ("single", "pair", "three")[n - 1], high
    if times == [2, 3] or (times == [5] and rules["phoenix_full_house_from_quad"]):
        return "full_house", max(r for r in held if held[r] >= 3)
    if in_a_row and set(times) == {2} and len(held) >= rules["pairs_in_sequence"]:
        return "pair_sequence", high
    if in_a_row and set(times) == {1} and n >= rules["cards_in_straight"]:
        return "straight", high
    return None


def _bomb(cards, rules):
    if "Ph" in cards or ("MJ" in cards and not rules["mah_jong_in_straight_flush"]):
        return None
    ranks = sorted(rank(card) for card in cards)
    if len(cards) == 4 and ranks[0] == ranks[3]:
        return "four_of_a_kind", ranks[0]
    suits = {card[1] for card in cards if card != "MJ"}
    row = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    if len(suits) == 1 and row and len(cards) >= rules["cards_in_straight"]:
        return "straight_flush", ranks[-1]
    return None


def readings(cards, rules=None):
    """Return all (kind, rank, rank of the Phoenix) that cards are; rank 1.5 for it alone."""
    rules = rules_with(rules)
    cards = set(cards)
    if len(cards) == 1:
        [card] = cards
        if card == "Dog":
            return {("dog", 0, None)}
        return {("single", 1.5 if card == "Ph" else rank(card), None)}
    if not cards or cards & {"Dog", "Dr"}:
        return set()
    if bomb := _bomb(cards, rules):
        return {(*bomb, None)}
    real = [rank(card) for card in cards - {"Ph"}]
    if "Ph" not in cards:
        found = _kind(real, rules)
        return {(*found, None)} if found and max(Counter(real).values()) < 5 else set()
    answers = set()
    for stands in range(2, 15):
        if found := _kind([*real, stands], rules):
            answers.add((*found, stands))
    return answers


def plays(hand, rules=None):
    """Return all plays of a hand, by looking at each of its subsets."""
    return {
        (*reading, frozenset(chosen))
        for size in range(1, len(hand) + 1)
        for chosen in combinations(hand, size)
        for reading in readings(chosen, rules)
    }


def beats(play, trick):
    """Return whether a play beats another; the Phoenix alone beats any single but the Dragon."""
    kind, high, _, cards = play
    other, top, _, below = trick
    if other == "dog" or kind == "dog":
        return False
    if kind in BOMBS:
        if other not in BOMBS:
            return True
        return (kind == "straight_flush", len(cards), high) > (
            other == "straight_flush",
            len(below),
            top,
        )
    if kind != other or len(cards) != len(below):
        return False
    return top < 15 if cards == {"Ph"} else high > top


def bombs(hand, rules=None):
    """Count the bombs of a hand."""
    rules = rules_with(rules)
    held = Counter(card[0] for card in hand if card not in ("MJ", "Dog", "Ph", "Dr"))
    found = sum(n == 4 for n in held.values())
    for suit in SUITS:
        ranks = {rank(card) for card in hand if card[0] in RANKS and card[1] == suit}
        if "MJ" in hand and rules["mah_jong_in_straight_flush"]:
            ranks.add(1)
        for low in range(1, 15):
            for high in range(low + rules["cards_in_straight"] - 1, 15):
                found += set(range(low, high + 1)) <= ranks
    return found


# --- The fewest plays: an integer programme over the ranks ---------------------------------------

PHOENIX, DOG, DRAGON = 0, 15, 16
PLACES = 17


def _vector(*parts):
    need = [0] * PLACES
    for place, n in parts:
        need[place] += n
    return tuple(need)


@cache
def _forms(straight, pairs, from_quad):
    """Return all plays as cards needed of each rank, the Phoenix at 0."""
    plain = {_vector((r, n)) for r in range(2, 15) for n in (1, 2, 3)}
    plain |= {_vector((r, 3), (s, 2)) for r in range(2, 15) for s in range(2, 15) if r != s}
    for low in range(1, 15):
        for high in range(low, 15):
            row = range(low, high + 1)
            if len(row) >= straight:
                plain.add(_vector(*((r, 1) for r in row)))
            if low > 1 and len(row) >= pairs:
                plain.add(_vector(*((r, 2) for r in row)))
    wild = set()
    for need in plain:
        for place in range(2, 15):
            if need[place] and sum(need) > 1:
                wild.add(_vector(*enumerate(need), (place, -1), (PHOENIX, 1)))
    quads = {_vector((r, 4)) for r in range(2, 15)}
    alone = {_vector((place, 1)) for place in (PHOENIX, 1, DOG, DRAGON)}
    five = {_vector((r, 4), (PHOENIX, 1)) for r in range(2, 15)} if from_quad else set()
    return sorted(plain | wild | quads | alone | five)


def counts(hand):
    """Return the cards of each place."""
    places = {"Ph": PHOENIX, "Dog": DOG, "Dr": DRAGON}
    return _vector(*((places[card] if card in places else rank(card), 1) for card in hand))


def forms_in(hand, rules=None):
    rules = rules_with(rules)
    held = counts(hand)
    return [
        need
        for need in _forms(
            rules["cards_in_straight"],
            rules["pairs_in_sequence"],
            rules["phoenix_full_house_from_quad"],
        )
        if all(n <= m for n, m in zip(need, held, strict=True))
    ]


def fewest_plays(hand, rules=None):
    """Return the fewest plays that use up a hand, by an integer programme."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    if not hand:
        return 0
    columns = np.array(forms_in(hand, rules), dtype=float).T
    held = np.array(counts(hand), dtype=float)
    n = columns.shape[1]
    answer = milp(
        np.ones(n),
        constraints=LinearConstraint(columns, held, held),
        integrality=np.ones(n),
        bounds=Bounds(0, 5),
    )
    assert answer.success
    return round(answer.fun)


# --- Partitions of small hands, by laying cards one play after the other -------------------------


def partitions(hand, rules=None, most=99):
    """Return all partitions of a hand into plays, `most` plays at most, each a frozenset."""
    found = {}
    for kind, high, stands, cards in plays(hand, rules):
        found.setdefault(min(cards, key=PACK.index), []).append((kind, high, stands, cards))

    @cache
    def parted(left, room):
        if not left:
            return [()]
        if not room:
            return []
        return [
            (play, *rest)
            for play in found[min(left, key=PACK.index)]
            if play[3] <= left
            for rest in parted(left - play[3], room - 1)
        ]

    return {frozenset(parts) for parts in parted(frozenset(hand), most)}


def fewest_by_laying(hand, rules=None):
    """Return the fewest plays that use up a small hand, by laying cards one play after another."""
    if not hand:
        return 0
    most = 1
    while not (found := partitions(hand, rules, most)):
        most += 1
    return min(map(len, found))


def beaten_outside(play, outside, most, *, against_bombs=False, rules=None):
    """Return whether cards outside, `most` in a hand, contain a play that beats one that is led."""
    if play[0] == "dog":
        return True
    return any(
        beats(other, play) and (other[0] not in BOMBS or against_bombs or play[0] in BOMBS)
        for other in plays(outside, rules)
        if len(other[3]) <= most
    )


def fewest_losing(hand, outside, most, *, against_bombs=False, rules=None):
    """Return the fewest losing leads, and the fewest plays with so few, over all partitions."""
    loses = {
        play: beaten_outside(play, outside, most, against_bombs=against_bombs, rules=rules)
        for play in plays(hand, rules)
    }
    return min(
        (sum(loses[play] for play in parts), len(parts)) for parts in partitions(hand, rules)
    )

"""Slow twin for Neurotrio conquête: placements, connected sets, plans, orders of placing.

Written from the rules alone; imports nothing of the package. A card is its code in French letters,
a cell a pair of row and column, a domain a dict from cells to pairs of card and owner (None for
nobody), a hand a list of cards. Rules are a dict of the options that differ from the default.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product

DECK = [force + nature + ground for force, nature, ground in product("123", "cer", "nvb")]

DEFAULTS = {
    "copies": 2,
    "shared_attributes": 2,
    "needed": 2,
    "one_vp": 0,
    "two_vp": 1,
    "three_vp": 5,
    "four_vp": 20,
    "most_rows": 6,
    "most_columns": 11,
    "grid_either_way_up": False,
    "shape_ratio": 2,
    "rows_enlarged": 1,
    "columns_enlarged": 1,
    "set_less": 2,
}


def option(rules, name):
    return rules.get(name, DEFAULTS[name])


def compatible(card, other, rules):
    """Two cards that share enough attributes go together."""
    shared = sum(mine == theirs for mine, theirs in zip(card, other, strict=True))
    return shared >= option(rules, "shared_attributes")


def around(cell):
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def shape_allowed(cells, rules, enlarged=0):
    """Judge open rows and columns: those that hold a card."""
    rows, columns = len({row for row, _ in cells}), len({column for _, column in cells})
    ratio = option(rules, "shape_ratio")
    if ratio and (columns > ratio * rows or rows > ratio * columns):
        return False
    most_rows = option(rules, "most_rows") + enlarged * option(rules, "rows_enlarged")
    most_columns = option(rules, "most_columns") + enlarged * option(rules, "columns_enlarged")
    upright = rows <= most_rows and columns <= most_columns
    turned = rows <= most_columns and columns <= most_rows
    return upright or (option(rules, "grid_either_way_up") and turned)


def vp_of(domain, card, cell, rules, enlarged=0):
    """Return what placing a card brings at once; None where it is not allowed."""
    if cell in domain:
        return None
    touched = [domain[other][0] for other in around(cell) if other in domain]
    good = sum(compatible(card, other, rules) for other in touched)
    if not touched or good < (1 if len(touched) == 1 else option(rules, "needed")):
        return None
    if not shape_allowed({*domain, cell}, rules, enlarged):
        return None
    return option(rules, ("one_vp", "two_vp", "three_vp", "four_vp")[good - 1])


def placements(domain, hand, rules, enlarged=0):
    """Return all legal placements as lists of row, column, card, VP."""
    cells = {cell for lying in domain for cell in around(lying)}
    found = []
    for cell in cells:
        for card in set(hand):
            vp = vp_of(domain, card, cell, rules, enlarged)
            if vp is not None:
                found.append([*cell, card, vp])
    return sorted(found)


def sets_score(domain, player, rules):
    """Return what a player's connected sets score: each its size, less a number."""
    left = {cell for cell, (_, owner) in domain.items() if owner == player}
    score = 0
    while left:
        connected, grows = {left.pop()}, True
        while grows:
            more = {cell for cell in left if connected & set(around(cell))}
            grows = bool(more)
            connected |= more
            left -= more
        score += len(connected) - option(rules, "set_less")
    return score


def best_value(domain, hand, player, rules, *, enlarged=0, going_out=0):
    """Return the most that a sequence of own placements brings, every sequence tried."""
    begin = sets_score(domain, player, rules)

    @cache
    def most(placed):
        now = domain | {cell: (card, player) for cell, card in placed}
        left = list(hand)
        for _, card in placed:
            left.remove(card)
        out = hand and not left
        value = sets_score(now, player, rules) - begin + (going_out if out else 0)
        for row, column, card, vp in placements(now, left, rules, enlarged):
            value = max(value, vp + most(placed | {((row, column), card)}))
        return value

    return most(frozenset())


def can_be_built(domain, rules, enlarged=0):
    """Tell whether the cards can have been placed in some order, by trying them all."""

    @cache
    def possible(placed):
        if len(placed) == len(domain):
            return True
        now = {cell: domain[cell] for cell in placed}
        return any(
            vp_of(now, domain[cell][0], cell, rules, enlarged) is not None
            and possible(placed | {cell})
            for cell in domain
            if cell not in placed
        )

    return any(
        shape_allowed({cell}, rules, enlarged) and possible(frozenset({cell})) for cell in domain
    )


def grow(rng: random.Random, size, players, rules):
    """Return a domain of at most so many cards by random legal play, and the cards left."""
    deck = DECK * option(rules, "copies")
    rng.shuffle(deck)
    domain = {(rng.randint(-5, 5), rng.randint(-5, 5)): (deck.pop(), None)}
    stuck = []
    while len(domain) < size and deck:
        card = deck.pop()
        legal = placements(domain, [card], rules)
        # Places that touch several cards are rarer, and more is there to be judged.
        if rng.random() < 0.6:
            legal = [one for one in legal if one[3]] or legal
        if legal:
            row, column, _, _ = rng.choice(legal)
            domain[row, column] = (card, rng.choice([*range(1, players + 1), None]))
        else:
            stuck.append(card)
    return domain, deck + stuck


def random_rules(rng: random.Random):
    """Return options that placements depend on, the default ones more often than not."""
    return {
        "shared_attributes": rng.choice([1, 2, 2, 2, 2]),
        "needed": rng.choice([1, 2, 2, 2, 3, 4]),
        "one_vp": rng.choice([0, 0, 2, -3]),
        "two_vp": rng.choice([1, 1, 4, 0]),
        "three_vp": rng.choice([5, 5, 3]),
        "four_vp": rng.choice([20, 20, 1]),
        "most_rows": rng.choice([2, 3, 6, 6]),
        "most_columns": rng.choice([3, 4, 11, 11]),
        "grid_either_way_up": rng.random() < 0.4,
        "shape_ratio": rng.choice([0, 1, 2, 2, 2, 3]),
        "set_less": rng.choice([0, 1, 2, 2, 2, 3]),
    }

"""Neurotrio conquête: what random cards do on cells and hold in hand, by trying everything.

A card's kind is its code, as ``"2eb"``; single cards are ``(code, copy)``. A cell is ``(row,
column)``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, factorial, prod
from typing import NamedTuple

Cell = tuple[int, int]

KINDS = [force + nature + ground for force, nature, ground in product("123", "cer", "nvb")]
ROUND = [(-1, 0), (0, -1), (0, 1), (1, 0)]


class Rules(NamedTuple):
    """The options that matter."""

    copies: int = 2
    shared: int = 2
    needed: int = 2
    vp: tuple[int, int, int, int] = (0, 1, 5, 20)
    ratio: int = 2
    rows: int = 6
    columns: int = 11
    either: bool = False


DEFAULT = Rules()

# --- Cards and cells ------------------------------------------------------------------------------


def deck(rules: Rules) -> list[tuple[str, int]]:
    """All single cards."""
    return [(kind, copy) for kind in KINDS for copy in range(rules.copies)]


@cache
def shared(one: str, other: str) -> int:
    """How many attributes two cards have in common."""
    return sum(a == b for a, b in zip(one, other, strict=True))


def compatible(one: str, other: str, rules: Rules) -> bool:
    """Whether they may lie side by side."""
    return shared(one, other) >= rules.shared


def score(card: str, neighbours: Sequence[str], rules: Rules) -> int | str:
    """What a card brings between others; ``"none"`` where it may not go there."""
    good = sum(compatible(card, other, rules) for other in neighbours)
    if len(neighbours) == 0 or good < (1 if len(neighbours) == 1 else rules.needed):
        return "none"
    return rules.vp[good - 1]


class Profile(NamedTuple):
    """What a cell accepts: how many kinds, and unseen cards, by what they bring."""

    kinds: tuple[tuple[int | str, int], ...]
    cards: tuple[tuple[int | str, int], ...]


def profile(neighbours: Sequence[str], rules: Rules) -> Profile:
    """What the cell between these cards accepts when nothing else is seen."""
    kinds: Counter[int | str] = Counter()
    cards: Counter[int | str] = Counter()
    for kind in KINDS:
        brings = score(kind, neighbours, rules)
        kinds[brings] += 1
        cards[brings] += rules.copies - list(neighbours).count(kind)
    return Profile(
        tuple(sorted((+kinds).items(), key=str)), tuple(sorted((+cards).items(), key=str))
    )


class Ways(NamedTuple):
    """How many there are."""

    multisets: int
    sequences: int
    deals: int


def profiles(cards: int, rules: Rules) -> dict[Profile, Ways]:
    """What cells between so many cards accept: all multisets of kinds, one after the other."""
    found: dict[Profile, Ways] = {}
    for kinds in combinations_with_replacement(KINDS, cards):
        alike = Counter(kinds).values()
        if max(alike) > rules.copies:
            continue
        what = profile(kinds, rules)
        known = found.get(what, Ways(0, 0, 0))
        found[what] = Ways(
            known.multisets + 1,
            known.sequences + factorial(cards) // prod(map(factorial, alike)),
            known.deals + prod(comb(rules.copies, n) for n in alike),
        )
    return found


# --- Deals ----------------------------------------------------------------------------------------


def outcome(kinds: Sequence[str], of: str, rules: Rules) -> int | str:
    """What cards are counted as; the one that stands apart is the first."""
    first, others = kinds[0], kinds[1:]
    match of:
        case "shared_attributes":
            return shared(*kinds)
        case "compatible":
            return sum(compatible(first, other, rules) for other in others)
        case "fit":
            return int(score(first, others, rules) != "none")
        case "vp":
            return score(first, others, rules)
        case "accepting":
            return sum(score(kind, kinds, rules) != "none" for kind in KINDS)
        case "accepting_cards":
            left = unseen(kinds, rules)
            return sum(score(card, kinds, rules) != "none" for card in left)
        case "common":
            return sum(all(compatible(kind, other, rules) for other in kinds) for kind in KINDS)
        case "kinds":
            return len(set(kinds))
        case "pairs":
            return sum(n >= 2 for n in Counter(kinds).values())
    raise AssertionError(of)


APART = ("compatible", "fit", "vp")
"""What is asked of a first card and a set of others."""


def counts(of: str, dealt: int, rules: Rules) -> Counter[int | str]:
    """How often each outcome occurs among all deals of so many cards."""
    cards = deck(rules)
    found: Counter[int | str] = Counter()
    if of not in APART:
        for hand in combinations(cards, dealt):
            found[outcome([kind for kind, _ in hand], of, rules)] += 1
        return found
    for first in cards:
        rest = [card for card in cards if card != first]
        for others in combinations(rest, dealt - 1):
            found[outcome([first[0], *(kind for kind, _ in others)], of, rules)] += 1
    return found


# --- The cell between four ------------------------------------------------------------------------


def near(cell: Cell) -> list[Cell]:
    """The four neighbours of a cell."""
    return [(cell[0] + down, cell[1] + across) for down, across in ROUND]


def hangs_together(cells: Sequence[Cell]) -> bool:
    """Whether cells are connected by their edges."""
    left = set(cells)
    waiting = [left.pop()]
    while waiting:
        for other in near(waiting.pop()):
            if other in left:
                left.remove(other)
                waiting.append(other)
    return not left


def fits_shape(cells: Sequence[Cell], rules: Rules) -> bool:
    """Whether rows and columns may be open so."""
    rows, columns = len({row for row, _ in cells}), len({column for _, column in cells})
    if rules.ratio and (rows > rules.ratio * columns or columns > rules.ratio * rows):
        return False
    upright = rows <= rules.rows and columns <= rules.columns
    return upright or (rules.either and rows <= rules.columns and columns <= rules.rows)


def surrounding(cards: int, reach: int) -> list[frozenset[Cell]]:
    """All connected sets of so many cells round 0,0, which is free, within a square."""
    square = range(-reach, reach + 1)
    others = [cell for cell in product(square, square) if cell not in ROUND and cell != (0, 0)]
    return [
        frozenset((*ROUND, *more))
        for more in combinations(others, cards - 4)
        if hangs_together((*ROUND, *more))
    ]


def orders(shape: frozenset[Cell], rules: Rules) -> int:
    """In how many orders cells can be filled so that all hangs together and fits at any time."""
    return sum(
        all(
            hangs_together(order[:n]) and fits_shape(order[:n], rules)
            for n in range(1, len(order) + 1)
        )
        for order in permutations(shape)
    )


def rows_of_kinds(first: str, length: int, rules: Rules) -> Iterator[list[str]]:
    """All rows of kinds of which each goes with the next, no kind more often than it has copies."""
    row = [first]

    def longer() -> Iterator[list[str]]:
        if len(row) == length:
            yield row
            return
        for kind in KINDS:
            if compatible(row[-1], kind, rules) and row.count(kind) < rules.copies:
                row.append(kind)
                yield from longer()
                row.pop()

    return longer()


def buildings(first: str, rules: Rules) -> tuple[Counter[int], int]:
    """Rows of seven in which every other one is at the hole, and whose hole takes 20 VP.

    By the kinds that go there and are left; and how many there are as single cards.
    """
    by_kinds: Counter[int] = Counter()
    single = 0
    for row in rows_of_kinds(first, 7, rules):
        going = [kind for kind in KINDS if shared(kind, row[0]) >= rules.shared]
        for other in row[2::2]:
            going = [kind for kind in going if shared(kind, other) >= rules.shared]
        left = sum(row.count(kind) < rules.copies for kind in going)
        if left:
            by_kinds[left] += 1
            single += prod(
                factorial(rules.copies) // factorial(rules.copies - n)
                for n in Counter(row).values()
            )
    return by_kinds, single


# --- A domain -------------------------------------------------------------------------------------


def free_cells(domain: dict[Cell, str], rules: Rules) -> list[Cell]:
    """The free cells that touch the domain and on which the shape allows a card."""
    touched = {other for cell in domain for other in near(cell)} - domain.keys()
    return sorted(cell for cell in touched if fits_shape([*domain, cell], rules))


def unseen(seen: Sequence[str], rules: Rules) -> list[str]:
    """The cards that are not seen, one by one."""
    left = [kind for kind, _ in deck(rules)]
    for kind in seen:
        left.remove(kind)
    return left


def on_cell(card: str, cell: Cell, domain: dict[Cell, str], rules: Rules) -> int | str:
    """What a card brings on a free cell."""
    return score(card, [domain[other] for other in near(cell) if other in domain], rules)

"""Okey 51: the slow reference for the fast evaluator, by integer programmes and by trying all.

It follows the rules page and its French source, with its own parsing and its own list of melds,
each written out. The best arrangement is an integer programme over that list; how many there are is
found by trying all. It validates little: whoever calls it hands it sensible racks.

Words used here
---------------
identity  an integer, ``13*colour + number-1`` (colours r, b, k, y).
counts    52 integers, how many naturals of each identity are held; fake okeys are among them.
meld      ``(tiles, wild)``: the identities in order, and the places of those that wilds stand for;
          a run has a 1 after a 13 last; a set's identities rise.
table     open melds: tuples of identities, as in a meld, whoever of them is wild.
use       ``(naturals, wilds, value, laid, target)``: what it takes, what it is worth as a meld,
          how many tiles it lays off, and on which open meld (None: it is a meld of its own).
rules     a plain dict like ``DEFAULT``; make one with ``make_rules(wrap_13_1=False, ...)``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

Rules = Mapping[str, Any]
Ids = tuple[int, ...]

DEFAULT: dict[str, Any] = {
    "wrap_13_1": True,
    "one_after_13": 1,
    "fake_okey_value": "okey",
    "okey_pairs": True,
    "okey_left": 100,
    "hand_size": 14,
    "threshold": 51,
    "pairs_to_open": 5,
    "layoffs_per_turn": 0,
}
LETTERS = {"r": 0, "b": 1, "k": 2, "n": 2, "y": 3, "j": 3}


def make_rules(**options: object) -> Rules:
    """The default rules with some options changed."""
    return {**DEFAULT, **options}


# --- Tiles ---------------------------------------------------------------------------------------


def parse_tile(code: str) -> int:
    """The identity of a number tile such as ``"r5"``; 52 for a fake okey."""
    code = code.lower()
    return 52 if code == "fo" else 13 * LETTERS[code[0]] + int(code[1:]) - 1


def parse(hand: str, okey: str, rules: Rules = DEFAULT) -> tuple[Ids, int]:
    """Naturals by identity and wilds of a hand such as ``"r5 fo b9"``."""
    wild = parse_tile(okey)
    before = 13 * (wild // 13) + (wild % 13 - 1) % 13
    counts, wilds = [0] * 52, 0
    for code in hand.split():
        tile = parse_tile(code)
        if tile == wild:
            wilds += 1
        elif tile == 52:
            counts[wild if rules["fake_okey_value"] == "okey" else before] += 1
        else:
            counts[tile] += 1
    return tuple(counts), wilds


# --- Melds ---------------------------------------------------------------------------------------


def windows(colour: int, wrap: bool) -> Iterator[Ids]:
    """Every run of a colour, from three tiles on; none has two copies of an identity."""
    row = [13 * colour + n for n in range(13)]
    row += row[:1] if wrap else []
    for start in range(len(row)):
        for end in range(start + 3, len(row) + 1):
            if len(set(row[start:end])) == end - start:
                yield tuple(row[start:end])


@cache
def bare_melds(wrap: bool) -> tuple[Ids, ...]:
    """Every run and every set, without wilds."""
    runs = [run for colour in range(4) for run in windows(colour, wrap)]
    sets = [
        tuple(13 * colour + n for colour in colours)
        for n in range(13)
        for size in (3, 4)
        for colours in combinations(range(4), size)
    ]
    return (*runs, *sets)


def is_run(tiles: Ids) -> bool:
    """Whether a meld is a run: all of one colour."""
    return len({tile // 13 for tile in tiles}) == 1


def worth(tiles: Ids, place: int, rules: Rules) -> int:
    """What the tile at a place of a meld is worth in it."""
    number = tiles[place] % 13 + 1
    return int(rules["one_after_13"]) if number == 1 and place and is_run(tiles) else number


class Use(NamedTuple):
    """A way to use tiles of a rack."""

    naturals: Ids
    wilds: int
    value: int
    laid: int
    target: int | None
    tiles: Ids
    wild: Ids


def ways(tiles: Ids, places: Sequence[int], wilds: int) -> Iterator[tuple[Ids, Ids]]:
    """Naturals and places of wilds, for each choice of up to so many wilds among some places."""
    for n in range(min(wilds, len(places)) + 1):
        for wild in combinations(places, n):
            yield tuple(sorted(tiles[place] for place in places if place not in wild)), wild


@cache
def melds_of(tiles: Ids, wilds: int, one_after_13: int) -> tuple[Use, ...]:
    """A bare meld with each choice of wilds."""
    rules = {"one_after_13": one_after_13}
    value = sum(worth(tiles, place, rules) for place in range(len(tiles)))
    return tuple(
        Use(naturals, len(wild), value, 0, None, tiles, wild)
        for naturals, wild in ways(tiles, range(len(tiles)), wilds)
        if naturals
    )


def layings(target: int, open_meld: Ids, wilds: int, rules: Rules) -> Iterator[Use]:
    """What can be laid off on an open meld, both ends of a run together."""
    for tiles in bare_melds(bool(rules["wrap_13_1"])):
        if len(tiles) <= len(open_meld) or is_run(tiles) != is_run(open_meld):
            continue
        if is_run(tiles):
            # Where the open meld stands in the longer one; a 1 in front is none after a 13.
            starts = [
                start
                for start in range(len(tiles) - len(open_meld) + 1)
                if tiles[start : start + len(open_meld)] == open_meld
            ]
            if not starts:
                continue
            inside = range(starts[0], starts[0] + len(open_meld))
            places = [place for place in range(len(tiles)) if place not in inside]
        else:
            if not set(tiles) > set(open_meld):
                continue
            places = [place for place, tile in enumerate(tiles) if tile not in open_meld]
        for naturals, wild in ways(tiles, places, wilds):
            yield Use(naturals, len(wild), 0, len(places), target, tiles, wild)


def fits(use: Use, counts: Sequence[int], wilds: int) -> bool:
    """Whether a rack has what a use takes; no use takes two copies of an identity."""
    return use.wilds <= wilds and all(counts[tile] for tile in use.naturals)


def uses_of(
    counts: Sequence[int], wilds: int, rules: Rules, table: Sequence[Ids] = (), longest: int = 13
) -> list[Use]:
    """All uses of a rack, melds of at most so many tiles."""
    held = {tile for tile, n in enumerate(counts) if n}
    found = [
        use
        for tiles in bare_melds(bool(rules["wrap_13_1"]))
        if len(tiles) <= longest and len(held.intersection(tiles)) >= len(tiles) - wilds
        for use in melds_of(tiles, min(wilds, 2), int(rules["one_after_13"]))
    ]
    for target, open_meld in enumerate(table):
        found += layings(target, tuple(open_meld), min(wilds, 2), rules)
    return [use for use in found if fits(use, counts, wilds)]


# --- The best, by an integer programme -----------------------------------------------------------

FEW = 9
"""So many uses are tried in all ways: most racks have no more, and a programme takes longer."""


def relief(use: Use, rules: Rules) -> int:
    """What its tiles would count if left."""
    return sum(tile % 13 + 1 for tile in use.naturals) + int(rules["okey_left"]) * use.wilds


def size(use: Use) -> int:
    """How many tiles of the rack it takes."""
    return len(use.naturals) + use.wilds


def solve(
    uses: Sequence[Use],
    gains: Sequence[int],
    counts: Sequence[int],
    wilds: int,
    outside: bool,
    rules: Rules,
) -> int:
    """The greatest sum of gains over uses that the rack has the tiles for together."""
    room = sum(counts) + wilds - outside
    if len(uses) <= FEW:
        off = int(rules["layoffs_per_turn"]) or room
        return _try_all(list(zip(uses, gains, strict=True)), list(counts), wilds, room, off)
    held = [tile for tile, n in enumerate(counts) if n]
    tables = sorted({use.target for use in uses if use.target is not None})
    rows = [[int(tile in use.naturals) for use in uses] for tile in held]
    most = [counts[tile] for tile in held]
    rows.append([use.wilds for use in uses])
    most.append(wilds)
    rows.append([size(use) for use in uses])
    most.append(room)
    for target in tables:
        rows.append([int(use.target == target) for use in uses])
        most.append(1)
    if rules["layoffs_per_turn"]:
        rows.append([use.laid for use in uses])
        most.append(rules["layoffs_per_turn"])
    answer = milp(
        -np.array(gains, dtype=float),
        constraints=LinearConstraint(np.array(rows, dtype=float), ub=np.array(most, dtype=float)),
        integrality=np.ones(len(uses)),
        bounds=Bounds(0, 4),
        options={"mip_rel_gap": 0},
    )
    if not answer.success:
        raise AssertionError(answer.message)
    times = [round(x) for x in answer.x]
    return sum(n * gain for n, gain in zip(times, gains, strict=True))


def _try_all(
    left: list[tuple[Use, int]], counts: list[int], wilds: int, room: int, off: int
) -> int:
    """The same, by leaving the first use out, and by taking it once and asking again."""
    if not left:
        return 0
    (use, gain), others = left[0], left[1:]
    best = _try_all(others, counts, wilds, room, off)
    if fits(use, counts, wilds) and size(use) <= room and use.laid <= off:
        for tile in use.naturals:
            counts[tile] -= 1
        if use.target is None:
            again = left
        else:  # an open meld is laid off on once
            again = [one for one in others if one[0].target != use.target]
        taken = _try_all(again, counts, wilds - use.wilds, room - size(use), off - use.laid)
        best = max(best, gain + taken)
        for tile in use.naturals:
            counts[tile] += 1
    return best


def meld_value(
    counts: Sequence[int], wilds: int, rules: Rules = DEFAULT, *, outside: bool = False
) -> int:
    """The greatest total of melds; runs of up to five tiles are enough, a longer one is two."""
    uses = uses_of(counts, wilds, rules, longest=5)
    return solve(uses, [use.value for use in uses], counts, wilds, outside, rules)


def least_left(
    counts: Sequence[int],
    wilds: int,
    rules: Rules = DEFAULT,
    table: Sequence[Ids] = (),
    *,
    outside: bool = False,
) -> tuple[int, int]:
    """The fewest tiles left, and the least they count with that number."""
    uses = uses_of(counts, wilds, rules, table, longest=5)
    tile = 1 << 16
    best = solve(
        uses, [tile * size(use) + relief(use, rules) for use in uses], counts, wilds, outside, rules
    )
    total = sum(n * (kind % 13 + 1) for kind, n in enumerate(counts))
    total += int(rules["okey_left"]) * wilds
    return sum(counts) + wilds - best // tile, total - best % tile


# --- Pairs, by trying all ------------------------------------------------------------------------


def pairs(
    counts: Sequence[int], wilds: int, rules: Rules = DEFAULT, *, outside: bool = False
) -> int:
    """The most disjoint pairs."""
    tiles = [kind for kind, n in enumerate(counts) for _ in range(n)] + [99] * wilds
    most = _pairs(tuple(tiles), bool(rules["okey_pairs"]))
    return most - 1 if outside and 2 * most == len(tiles) else most


@cache
def _pairs(tiles: Ids, with_any: bool) -> int:
    if not tiles:
        return 0
    first, rest = tiles[0], tiles[1:]
    best = _pairs(rest, with_any)
    for place, other in enumerate(rest):
        if other == first or (with_any and other == 99):
            best = max(best, 1 + _pairs(rest[:place] + rest[place + 1 :], with_any))
    return best


# --- All arrangements, by trying all -------------------------------------------------------------

Arrangement = tuple[Use, ...]


def arrangements(
    counts: Sequence[int], wilds: int, rules: Rules = DEFAULT, table: Sequence[Ids] = ()
) -> Iterator[Arrangement]:
    """Every arrangement of a small rack: a multiset of uses, in the order of the list."""
    uses = uses_of(counts, wilds, rules, table)
    limit = rules["layoffs_per_turn"] or 99

    def further(start: int, left: Counter[int], wild: int, chosen: Arrangement) -> Iterator[Any]:
        yield chosen
        laid = sum(use.laid for use in chosen)
        for place in range(start, len(uses)):
            use = uses[place]
            if use.wilds > wild or any(not left[tile] for tile in use.naturals):
                continue
            if use.target is not None and (
                laid + use.laid > limit or use.target in {other.target for other in chosen}
            ):
                continue
            yield from further(
                place, left - Counter(use.naturals), wild - use.wilds, (*chosen, use)
            )

    yield from further(0, Counter(dict(enumerate(counts))), wilds, ())


def best_arrangements(
    counts: Sequence[int],
    wilds: int,
    rules: Rules = DEFAULT,
    table: Sequence[Ids] = (),
    *,
    outside: bool = False,
    objective: str = "value",
) -> tuple[int, list[Arrangement]]:
    """The best of an objective, and all arrangements that reach it.

    Objectives: ``"value"`` of the melds, nothing laid off; ``"left"``, tiles used and then what
    they would count; ``"finish"``, tiles used and then the value of the new melds.
    """
    best, found = -1, []
    for chosen in arrangements(counts, wilds, rules, () if objective == "value" else table):
        used = sum(map(size, chosen))
        if outside and used == sum(counts) + wilds:
            continue
        value = sum(use.value for use in chosen)
        reached = {
            "value": value,
            "left": (used << 16) + sum(relief(use, rules) for use in chosen),
            "finish": (used << 16) + value,
        }[objective]
        if reached > best:
            best, found = reached, []
        if reached == best:
            found.append(chosen)
    return best, found

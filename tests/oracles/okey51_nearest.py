"""How many draws an okey rack is away from opening or going out: by integer programming.

Each meld that there is, of every length, is a variable, as is each tile that is drawn; HiGHS finds
the fewest draws. Written from the rules page alone; it shares nothing with the package's search.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.optimize import LinearConstraint, milp

COLOURS = "rbky"
PACK = Counter({f"{c}{n}": 2 for c in COLOURS for n in range(1, 14)} | {"fo": 2})


@dataclass(frozen=True)
class Table:
    """What is known: tiles by code, open melds as lists of codes, ``*`` behind a wild's."""

    hand: tuple[str, ...]
    okey: str
    melds: tuple[tuple[str, ...], ...] = ()
    seen: tuple[str, ...] = ()
    wrap: bool = True
    one_after_13: int = 1
    fake: str = "okey"
    steals: bool = False

    @property
    def indicator(self) -> str:
        number = int(self.okey[1:])
        return f"{self.okey[0]}{13 if number == 1 else number - 1}"

    def identity(self, code: str) -> str:
        if code == "fo":
            return self.okey if self.fake == "okey" else self.indicator
        return "wild" if code == self.okey else code

    def unseen(self) -> Counter[str]:
        """Return what may be drawn, by code."""
        left = PACK - Counter(self.hand) - Counter(self.seen) - Counter([self.indicator])
        for tile in (tile for meld in self.melds for tile in meld):
            if tile.endswith("*"):
                left[self.okey] -= 1
            elif tile != self.okey and left[tile] > 0:
                left[tile] -= 1
            else:
                left["fo"] -= 1
        return +left


def runs(wrap: bool) -> list[list[tuple[str, int]]]:
    """Return every run, as codes with the place of their number (the 1 after 13 is the 14th)."""
    top = 14 if wrap else 13
    return [
        [(f"{c}{1 if n == 14 else n}", n) for n in range(first, last + 1)]
        for c in COLOURS
        for first in range(1, top - 1)
        for last in range(first + 2, top + 1)
    ]


def sets() -> list[list[str]]:
    """Return every set."""
    return [
        [f"{c}{n}" for c in chosen]
        for n in range(1, 14)
        for size in (3, 4)
        for chosen in combinations(COLOURS, size)
    ]


def layoffs(table: Table) -> list[tuple[int, list[str]]]:
    """Return what can be laid off: the place of the open meld, and all tiles added to it."""
    found = []
    for place, meld in enumerate(table.melds):
        codes = [tile.rstrip("*") for tile in meld]
        if len({code[1:] for code in codes}) == 1:
            free = [c for c in COLOURS if c not in {code[0] for code in codes}]
            found += [(place, [f"{c}{codes[0][1:]}"]) for c in free]
            continue
        # Every longer run that has this one in its middle, and no tile twice.
        numbers = [int(code[1:]) for code in codes]
        first = numbers[0]
        for run in runs(table.wrap):
            inside = [n for _, n in run]
            if run[0][0][0] != codes[0][0] or not set(range(first, first + len(codes))) <= set(
                inside
            ):
                continue
            added = [code for code, n in run if not first <= n < first + len(codes)]
            if added and len({code for code, _ in run}) == len(run):
                found.append((place, added))
    return found


def fewest_draws(
    table: Table, *, value: int, fewest: int, most: int, lay_off: bool = False
) -> int | None:
    """Return the fewest draws to so many tiles in melds worth `value`; None for never."""
    groups = [
        ([code for code, _ in run], sum(table.one_after_13 if n == 14 else n for _, n in run))
        for run in runs(table.wrap)
    ]
    groups += [(codes, int(codes[0][1:]) * len(codes)) for codes in sets()]
    melds = len(groups)
    added = layoffs(table) if lay_off else []
    groups += [(codes, 0) for _, codes in added]
    held = Counter(table.identity(code) for code in table.hand)
    left: Counter[str] = Counter()
    for code, n in table.unseen().items():
        left[table.identity(code)] += n
    open_okeys = Counter(
        tile.rstrip("*") for meld in table.melds for tile in meld if tile.endswith("*")
    )
    names = sorted({code for codes, _ in groups for code in codes})
    # Variables: groups; of each identity held ones used, drawn ones used, wilds in their place,
    # held and drawn ones given for an open okey; held and drawn wilds used.
    n, k = len(groups), len(names)
    used, drawn, wild, give, get = (n + k * part for part in range(5))
    own, new = n + 5 * k, n + 5 * k + 1
    size = n + 5 * k + 2
    cost = np.zeros(size)
    cost[drawn : drawn + k] = cost[get : get + k] = 1
    cost[new] = 1
    rows: list[np.ndarray] = []
    lows: list[float] = []
    highs: list[float] = []

    def rule(entries: dict[int, float], low: float, high: float) -> None:
        row = np.zeros(size)
        for place, weight in entries.items():
            row[place] += weight
        rows.append(row)
        lows.append(low)
        highs.append(high)

    for place, name in enumerate(names):
        entries: dict[int, float] = {used + place: 1, drawn + place: 1, wild + place: 1}
        for group, (codes, _) in enumerate(groups):
            if name in codes:
                entries[group] = -codes.count(name)
        rule(entries, 0, 0)
        rule({used + place: 1, give + place: 1}, 0, held[name])
        rule({drawn + place: 1, get + place: 1}, 0, left[name])
        stolen = open_okeys[name] if table.steals else 0
        rule({give + place: 1, get + place: 1}, 0, stolen)
    stand_ins = {wild + place: 1.0 for place in range(k)}
    stand_ins |= {start + place: -1.0 for start in (give, get) for place in range(k)}
    rule(stand_ins | {own: -1.0, new: -1.0}, -np.inf, 0)
    rule({own: 1}, 0, held["wild"])
    rule({new: 1}, 0, left["wild"])
    rule({g: len(codes) for g, (codes, _) in enumerate(groups)}, fewest, most)
    rule({g: worth for g, (_, worth) in enumerate(groups[:melds])}, value, np.inf)
    for open_meld in range(len(table.melds)):
        rule({melds + i: 1.0 for i, (on, _) in enumerate(added) if on == open_meld}, 0, 1)
    answer = milp(
        cost,
        constraints=LinearConstraint(np.array(rows), lows, highs),
        integrality=np.ones(size),
    )
    return None if answer.x is None else round(answer.fun)


def fewest_draws_to_pairs(table: Table, pairs: int, okey_pairs: bool = True) -> int | None:
    """Return the fewest draws to so many pairs, by trying every number of drawn tiles in turn."""
    held = Counter(table.identity(code) for code in table.hand)
    left: Counter[str] = Counter()
    for code, n in table.unseen().items():
        left[table.identity(code)] += n

    def most(counts: Counter[str]) -> int:
        both = sum(n // 2 for name, n in counts.items() if name != "wild")
        single = sum(n % 2 for name, n in counts.items() if name != "wild")
        taken = min(single, counts["wild"]) if okey_pairs else 0
        return both + taken + (counts["wild"] - taken) // 2

    # Only how many copies are held and left matters: so draws of alike identities are tried once.
    layer = {frozenset(held.items())}
    for draws in range(2 * pairs + 1):
        if any(most(Counter(dict(hand))) >= pairs for hand in layer):
            return draws
        after = set()
        for hand in layer:
            counts = Counter(dict(hand))
            tried = set()
            for name in left:
                rest = left[name] - (counts[name] - held[name])
                kind = (name == "wild", counts[name], rest)
                if rest > 0 and kind not in tried:
                    tried.add(kind)
                    after.add(frozenset((counts + Counter([name])).items()))
        layer = after
    return None

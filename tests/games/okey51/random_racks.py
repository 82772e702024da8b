"""Random positions of Okey 51, as the oracle reads them and as the package does."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from neuroanalysis.games.okey51.position import Position
from neuroanalysis.games.okey51.rules import Rules
from tests.oracles.okey51_nearest import PACK, Table, runs, sets


@dataclass(frozen=True)
class Case:
    """One position, said twice; `drawn`: whether a tile is to be discarded."""

    table: Table
    position: Position
    drawn: bool


def random_case(seed: int, *, opened: bool | None = None, tiles: int | None = None) -> Case:
    """Return a position: rack, open melds (some with okeys), tiles seen, options, all random."""
    rng = random.Random(seed)
    rules = Rules(
        wrap_13_1=rng.random() < 0.7,
        one_after_13=rng.choice([1, 1, 14]),
        fake_okey_value=rng.choice(["okey", "okey", "indicator"]),
        okey_pairs=rng.random() < 0.7,
    )
    okey = rng.choice([code for code in PACK if code != "fo"])
    pack = list((PACK - Counter([Table((), okey).indicator])).elements())
    rng.shuffle(pack)
    has_opened = rng.random() < 0.5 if opened is None else opened
    size = tiles or (rng.randint(3, 14) if has_opened else rng.choice([14, 15]))
    drawn = size == 15 or (has_opened and rng.random() < 0.5)
    hand, rest = pack[:size], pack[size:]
    melds: list[tuple[str, ...]] = []
    shapes = [[code for code, _ in run] for run in runs(rules.wrap_13_1) if len(run) <= 6] + sets()
    for shape in rng.sample(shapes, 100) if has_opened or rng.random() < 0.4 else ():
        free, tiles_of = Counter(rest), []
        for code in shape:
            if free[code] > 0 and code != okey:
                tiles_of.append(code)
                free[code] -= 1
            elif free[okey] > 0 and rng.random() < 0.7:
                tiles_of.append(f"{code}*")
                free[okey] -= 1
        if len(tiles_of) == len(shape) and len(melds) < 3:
            melds.append(tuple(tiles_of))
            rest = list(free.elements())
            rng.shuffle(rest)
    seen = rest[: rng.choice([0, 5, 15, 30, 60])]
    table = Table(
        tuple(hand),
        okey,
        tuple(melds),
        tuple(seen),
        rules.wrap_13_1,
        rules.one_after_13,
        rules.fake_okey_value,
        has_opened,
    )
    position = Position.of(
        " ".join(hand),
        okey=okey,
        rules=rules,
        melds=" ".join("-".join(meld) for meld in melds),
        seen=" ".join(seen),
        threshold=rng.choice([51, 51, 60, 80]),
        opened=has_opened,
    )
    return Case(table, position, drawn)

"""Distances and useful tiles, against an integer programme and against drawing every tile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from neuroanalysis.games.okey51.analysis.distances import (
    WAYS,
    Distances,
    distances,
    outlooks,
    useful_tiles,
)
from neuroanalysis.games.okey51.pieces import PIECES, TILES
from neuroanalysis.games.okey51.position import Position
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.texts import speaking
from tests.games.okey51.random_racks import random_case
from tests.oracles.okey51_nearest import fewest_draws, fewest_draws_to_pairs


def judged(case) -> Distances:
    """Return what the oracle says."""
    position, size = case.position, case.position.tiles - case.drawn
    if position.opened:
        out = fewest_draws(case.table, value=0, fewest=size, most=size, lay_off=True)
        return Distances(0, None, out, None)
    worth, pairing = position.threshold, position.rules.okey_pairs
    return Distances(
        fewest_draws(case.table, value=worth, fewest=0, most=14),
        fewest_draws_to_pairs(case.table, 5, pairing),
        fewest_draws(case.table, value=worth, fewest=14, most=14, lay_off=True),
        None,
    )


@pytest.mark.parametrize("seed", range(10))
def test_distances_are_those_of_the_integer_programme(seed):
    case = random_case(seed)
    found = distances(case.position, drawn=case.drawn)
    assert replace(found, out_pairs=None) == judged(case)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1060))
def test_distances_of_many_racks_are_those_of_the_integer_programme(seed):
    test_distances_are_those_of_the_integer_programme(seed)


@pytest.mark.parametrize("seed", range(40))
def test_a_discard_is_asked_with_the_rest_as_by_itself(seed):
    case = random_case(seed)
    position = case.position
    kinds = [kind for kind in range(TILES) if position.hand[kind]]
    for kind, together in zip(kinds, outlooks(position, kinds, drawn=True), strict=True):
        hand, seen = list(position.hand), list(position.seen)
        hand[kind] -= 1
        seen[kind] += 1
        alone = replace(position, hand=tuple(hand), seen=tuple(seen))
        assert outlooks(alone, [None], drawn=False)[0] == together, PIECES.codes[kind]


@pytest.mark.parametrize("seed", range(30))
def test_useful_tiles_are_those_that_lessen_the_distance_when_drawn(seed):
    unopened = seed % 2 == 1
    case = random_case(seed + 100, tiles=14 if unopened else None, opened=not unopened)
    position = case.position
    if case.drawn:
        return
    outlook = outlooks(position, [None], drawn=False)[0]
    before = outlook.distances.to_dict()
    found = {way: set() for way in WAYS}
    for kind in range(TILES):
        if position.unseen[kind]:
            hand = list(position.hand)
            hand[kind] += 1
            after = distances(replace(position, hand=tuple(hand)), drawn=True).to_dict()
            for way in WAYS:
                if before[way] is not None and after[way] is not None and after[way] < before[way]:
                    found[way].add((kind, position.unseen[kind]))
    said = {way: {(t.kind, t.copies) for t in tiles} for way, tiles in outlook.useful.items()}
    assert {way: tiles for way, tiles in said.items() if tiles} == {
        way: tiles for way, tiles in found.items() if tiles
    }


def test_worked_racks():
    # 10-11-12 of red and three sevens are worth 54; one tile stays to be discarded anyway.
    rack = "r10 r11 r12 b7 k7 y7 y1 y2 k4 k5 b10 b12 r2 r3"
    assert distances(rack, okey="y9").open_melds == 0
    assert distances(rack, okey="y9", threshold=55).open_melds == 1
    # Seven pairs less one tile.
    pairs = "r2 r2 b5 b5 k9 k9 y12 y12 r7 r7 b1 b1 y6 r13"
    assert distances(pairs, okey="b8").open_pairs == 0
    assert distances(pairs, okey="b8").out_pairs == 1
    assert [tile.code for tile in useful_tiles(pairs, "out", okey="b8")] == ["r13", "b8", "y6"]
    # The other copies of the two single tiles lie apart (the indicator) or were seen.
    lonely = "r2 r2 b5 b5 k9 k9 y12 y12 r7 r7 b1 b1 b7 r13"
    asked = {"okey": "b8", "seen": "r13"}
    assert [tile.code for tile in useful_tiles(lonely, "out", **asked)] == ["b8"]
    assert distances(lonely, okey="b8", seen="r13 b8*2").out_pairs == 2
    # An okey that pairs with the other okey only is of no use here.
    strict = Rules(okey_pairs=False)
    assert distances(lonely, **asked, rules=strict).out_pairs == 2


def test_a_threshold_beyond_all_tiles_is_never_reached():
    # Eight 13s, both okeys as two more (sets of 3, 3 and 4) and four 12s are worth 178.
    rack = "r10 r11 r12 b7 k7 y7 y1 y2 k4 k5 b10 b12 r2 r3"
    assert distances(rack, okey="y9", threshold=179).open_melds is None
    assert distances(rack, okey="y9", threshold=178).open_melds == 12
    best = "r13*2 b13*2 k13*2 y13*2 r12*2 b12*2 k12*2"
    assert distances(best, okey="y9", threshold=176).open_melds == 0
    dear = Rules(one_after_13=14)
    runs = "r12 r13 r1 b12 b13 b1 k12 k13 k1 y12 y13 y1 r4 r7"
    assert distances(runs, okey="y9", threshold=156, rules=dear).open_melds == 0
    assert distances(runs, okey="y9", threshold=156).open_melds > 0


def test_tiles_that_are_seen_cannot_be_drawn():
    rack = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 r3 r5 y9 b4"
    near = [(tile.code, tile.copies) for tile in useful_tiles(rack, okey="y2")]
    assert near == [("r9", 2), ("r12", 2), ("y2", 2)]
    gone = useful_tiles(rack, okey="y2", seen="r9 r9 r12 y2*2")
    assert [(tile.code, tile.copies) for tile in gone] == [("r12", 1)]
    assert distances(rack, okey="y2", seen="r9 r9 r12*2 y2*2").open_melds == 2


def test_an_open_okey_is_had_for_its_tile_by_who_has_opened():
    rack, melds = "r5 r6 b5 k9", "b4-b5*-b6 r11-r12-r13"
    assert distances(rack, okey="y2", melds=melds, opened=True, drawn=True).out_melds == 0
    fewer = distances("r5 r6 b7 k9", okey="y2", melds=melds, opened=True, drawn=True)
    assert fewer.out_melds == 1
    assert [
        tile.code for tile in useful_tiles("r5 r6 k9", okey="y2", melds=melds, opened=True)
    ] == ["r4", "r7", "b5", "y2"]


def test_before_opening_an_okey_is_stolen_only_where_that_is_allowed():
    rack, melds = "r10 r11 b5 b7 k7 y7 k2 y4 k6 y13 r3 r1 y9 b1", "b4-b5*-b6"
    asked = {"okey": "y2", "melds": melds}
    assert distances(rack, **asked).open_melds == 1
    early = Rules(steal_before_opening=True)
    assert distances(rack, **asked, rules=early).open_melds == 0


def test_what_is_laid_off_is_placed():
    melds = "r4-r5-r6 b9-r9-k9"
    opened = {"okey": "y2", "melds": melds, "opened": True}
    assert distances("r7 r8 y9", **opened).out_melds == 0
    assert distances("r3 r2 r1 k13", drawn=True, **opened).out_melds == 0
    assert distances("k13", drawn=True, **opened).out_melds == 0
    assert distances("k13", **opened).out_melds == 1


def test_no_tile_stands_twice_in_a_run():
    # Red 1 goes before the run or behind it, but both red ones do not go.
    long = "r2-r3-r4-r5-r6-r7-r8-r9-r10-r11-r12-r13"
    asked = {"okey": "y2", "melds": long, "opened": True, "drawn": True}
    assert distances("r1 k5", **asked).out_melds == 0
    assert distances("r1 r1 k5", **asked).out_melds is None


def test_without_wrap_a_1_does_not_follow_a_13():
    rack = "r12 r13 b12 b13 k5 k9 y1 y5 y7 y9 r3 k3 r7 k7"
    with_wrap = {tile.code for tile in useful_tiles(rack, okey="y2", threshold=26)}
    rules = Rules(wrap_13_1=False)
    without = {tile.code for tile in useful_tiles(rack, okey="y2", threshold=26, rules=rules)}
    assert with_wrap - without == {"r1", "b1"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_distances_are_said(language):
    with speaking(language):
        said = str(Distances(1, 4, 3, None))
    assert all(number in said for number in "143")
    assert ("never" if language == "en" else "jamais") in said


def test_a_whole_position_goes_too():
    position = Position.of("r10 r11 r12 b7 k7 y7 y1 y2 k4 k5 b10 b12 r2 r3", okey="y9")
    assert distances(position) == distances(position.to_text())

"""The evaluator of racks against handed cases, racks worked by hand, and the oracle."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from neuroanalysis.core.work import Cancel, Cancelled, processes
from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.okey51 import scoring
from neuroanalysis.games.okey51.pieces import FAKE, PIECES, indicator_of, number_of
from neuroanalysis.games.okey51.position import Meld, MeldTile, Position
from neuroanalysis.games.okey51.rules import PRESETS, Rules
from neuroanalysis.games.okey51.scoring import evaluate, evaluate_many, meld_codes, split_wilds
from neuroanalysis.texts import speaking
from tests.cases import handed_cases
from tests.error_calls import raised_keys
from tests.games.okey51.support import oracle_rules
from tests.oracles import okey51 as oracle

CASES = handed_cases("okey51")


def rules_of(case):
    return Rules.from_mapping(case.get("rules", {}))


# --- Handed cases --------------------------------------------------------------------------------


def test_the_handed_cases_are_all_there():
    assert len(CASES) >= 164
    assert any("rules" in case for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['hand']} {case['okey']}")
def test_a_handed_case(case):
    answer = evaluate(case["hand"], okey=case["okey"], rules=rules_of(case), limit=5)
    found = answer.to_dict()
    for key in ("meld_value", "least_left_count", "least_left_value", "pairs", "opens"):
        assert found[key] == case[key]
    assert answer.position.okey == PIECES.kind(case["okey"])


def test_the_handed_cases_in_batches():
    by_rules: dict[tuple[Rules, str], list[dict]] = {}
    for case in CASES:
        by_rules.setdefault((rules_of(case), case["okey"]), []).append(case)
    for (rules, okey), cases in by_rules.items():
        racks = np.stack([PIECES.parse(case["hand"]) for case in cases])
        answers = evaluate_many(racks, okey=okey, rules=rules)
        for name in answers._fields:
            assert getattr(answers, name).tolist() == [case[name] for case in cases]


# --- Worked by hand ------------------------------------------------------------------------------


def test_sets_taken_greedily_would_leave_more():
    answer = evaluate("r3 r4 r5 r6 r7 b6 k6", okey="y9")
    assert (answer.meld_value, answer.least_left_count, answer.least_left_value) == (30, 1, 7)
    [best] = answer.arrangements
    assert best.to_text() == "r3-r4-r5 r6-b6-k6 / r7"
    assert (best.value, best.rest_value, best.laid) == (30, 7, ())
    assert answer.tiles_away == 0
    # Neither opened nor with a tile to discard beyond a full rack: he only could.
    assert answer.goes_out is None


def test_a_wild_is_worth_what_it_replaces():
    answer = evaluate("y12 y13 b5", okey="b5", rules=Rules(threshold=36))
    assert [one.to_text() for one in answer.arrangements] == ["y11*-y12-y13 /"]
    assert (answer.meld_value, answer.arrangement_count, answer.opens) == (36, 1, "melds")
    assert answer.least_arrangement_count == 2
    assert {one.to_text() for one in answer.least_arrangements} == {
        "y11*-y12-y13 /",
        "y12-y13-y1* /",
    }
    after = evaluate("y12 y13 b5", okey="b5", rules=Rules(one_after_13=14))
    assert [one.to_text() for one in after.arrangements] == ["y12-y13-y1* /"]
    assert after.meld_value == 39
    assert evaluate("y12 y13 b5", okey="b5", rules=Rules(wrap_13_1=False)).meld_value == 36


def test_laying_off_on_open_melds():
    answer = evaluate("r7 r8 b9 k1", okey="b8", melds="r4-r5*-r6 r9-k9-y9 k11-k12-k13", opened=True)
    assert (answer.meld_value, answer.least_left_count) == (0, 0)
    [best] = answer.least_arrangements
    assert best.to_text() == "r7-r8>r4-r5*-r6 b9>r9-k9-y9 k1>k11-k12-k13 /"
    assert [part.place for part in best.laid] == [0, 1, 2]
    # One is kept, the dearest is laid off; going out needs only that.
    assert answer.goes_out == "melds"
    assert answer.way_out.to_text() == "r7-r8>r4-r5*-r6 b9>r9-k9-y9 / k1"
    unopened = evaluate("r7 r8 b9 k1", okey="b8", melds="r4-r5-r6 r9-k9-y9 k11-k12-k13")
    assert (unopened.least_left_count, unopened.goes_out) == (0, None)


def test_a_limit_on_laying_off():
    melds, rules = "r4-r5-r6 r9-k9-y9", Rules(layoffs_per_turn=2)
    answer = evaluate("r7 r8 b9", okey="b8", melds=melds, rules=rules)
    assert (answer.least_left_count, answer.least_left_value) == (1, 8)
    assert evaluate("r7 r8 b9", okey="b8", melds=melds).least_left_count == 0


FULL = "r1 b1 k1 y1 b4 k4 y4 y7 b7 k7 r10 b10 k10 y10 y12"


def test_going_out_when_opening_takes_the_threshold():
    answer = evaluate(FULL, okey="r6", threshold=77)
    assert (answer.goes_out, answer.tiles_away, answer.opens) == ("melds", 0, "melds")
    assert [tile.code for tile in answer.way_out.rest] == ["y12"]
    higher = evaluate(FULL, okey="r6", threshold=78)
    assert (higher.goes_out, higher.tiles_away, higher.opens) == (None, 0, None)
    assert evaluate(FULL, okey="r6", threshold=78, opened=True).goes_out == "melds"


def test_going_out_counts_no_laid_off_tile_for_the_threshold():
    hand = "r1 b1 k1 y1 b4 k4 y4 y7 b7 k7 r10 b10 k10 y8 y12"
    melds = "y9-y10-y11"
    out = evaluate(hand, okey="r6", threshold=67, melds=melds)
    assert (out.least_left_count, out.meld_value, out.goes_out) == (1, 67, "melds")
    assert evaluate(hand, okey="r6", threshold=68, melds=melds).goes_out is None


def test_going_out_by_pairs():
    answer = evaluate("r2 r2 b5 b5 k9 k9 y12 y12 r1 r1 k2 k2 y3 y3 b7", okey="b8")
    assert (answer.pairs, answer.opens, answer.goes_out) == (7, "pairs", "pairs")
    assert answer.better_way == "pairs"
    assert len(answer.paired) == 7
    by_wild = evaluate("r2 r2 b5 b5 k9 k9 y12 y12 r1 r1 k2 k2 y3 b8 b7", okey="b8")
    assert (by_wild.pairs, by_wild.goes_out) == (7, "pairs")
    assert by_wild.to_dict()["paired"][-1] == "b7-b8*"
    rules = Rules(okey_pairs=False)
    assert evaluate(by_wild.position.hand, okey="b8", rules=rules).pairs == 6


def test_the_better_of_two_ways_leaves_fewer():
    # 7-7-7 twice and 13-13-13 leave five; five pairs leave four.
    hand = "r7 r7 b7 b7 k7 k7 r13 r13 b13 b13 k13 y1 y3 y5"
    answer = evaluate(hand, okey="y8")
    assert (answer.opens, answer.pairs, len(answer.opening.rest)) == ("both", 5, 5)
    assert answer.better_way == "pairs"
    melds = evaluate("r7 r7 b7 b7 k7 k7 r13 r13 b13 b13 k13 k13 y1 y3", okey="y8")
    assert (melds.opens, melds.pairs, len(melds.opening.rest)) == ("both", 6, 2)
    assert melds.better_way == "melds"


def test_a_tile_is_kept_though_all_could_be_melded():
    answer = evaluate("r1 r2 r3 r4 r5 b5 b6 b7 b8 b9 y9 y10 y11 y12 y13", okey="k3")
    assert (answer.meld_value, answer.least_left_count, answer.least_left_value) == (104, 1, 1)
    assert all(len(one.rest) >= 1 for one in (*answer.arrangements, *answer.least_arrangements))
    held = evaluate("r1 r2 r3 b5 b6 b7", okey="k3")
    # All six meld, but to go out one is discarded, which breaks a meld.
    assert (held.least_left_count, held.tiles_away) == (0, 2)


def test_a_rack_of_21_tiles():
    hand = "r1*2 r2*2 r3*2 b5*2 b6*2 b7*2 k11 k12 k13 y4 b4 k4 y9 y10 y11"
    answer = evaluate(hand, indicator="y12", rules=PRESETS["okey101"])
    assert (answer.least_left_count, answer.meld_value, answer.opens) == (0, 126, "both")
    assert (answer.pairs, answer.better_way) == (6, "melds")


# --- What is listed is worth what is said --------------------------------------------------------


def test_arrangements_use_the_tiles_of_the_rack_and_are_what_they_say():
    rng = random.Random(8)
    for _ in range(60):
        rules = Rules(wrap_13_1=rng.random() < 0.5, one_after_13=rng.choice([1, 14]))
        okey = 13 * rng.randrange(4) + rng.randint(1, 5)
        kinds = [kind for kind in range(53) if kind % 13 < 6 or kind == okey]
        pool = [kind for kind in kinds for _ in range(2 - (kind == indicator_of(okey)))]
        hand = np.bincount(rng.sample(pool, rng.choice([14, 15])), minlength=53)
        open_melds = [Meld.of("k11-k12-k13", rules), Meld.of("r13-b13-y13", rules)]
        position = Position.of(hand, okey=okey, rules=rules, melds=open_melds)
        answer = evaluate(position, limit=20)
        assert len(answer.arrangements) == min(20, answer.arrangement_count)
        assert len(answer.least_arrangements) == min(20, answer.least_arrangement_count)
        for one in (*answer.arrangements, *answer.least_arrangements, answer.opening):
            tiles = [tile for meld in one.melds for tile in meld.tiles]
            tiles += [tile for part in one.laid for tile in part.tiles]
            tiles += one.rest
            naturals = Counter(tile.identity for tile in tiles if not tile.wild)
            assert [naturals[kind] for kind in range(52)] == position.naturals.tolist()
            assert sum(tile.wild for tile in tiles) == position.wilds
            assert one.value == sum(Meld.of(m.to_text(), rules).value(rules) for m in one.melds)
            assert one.rest_value == sum(
                100 if tile.wild else number_of(tile.identity) for tile in one.rest
            )
        assert len({one.to_text() for one in answer.arrangements}) == len(answer.arrangements)
        assert all(not one.laid for one in answer.arrangements)


def test_pairs_are_pairs_of_the_rack():
    rng = random.Random(9)
    for _ in range(200):
        rules = Rules(okey_pairs=rng.random() < 0.5)
        okey = rng.randrange(52)
        kinds = [kind for kind in range(53) if kind % 4 == 0 or kind == okey]
        pool = [kind for kind in kinds for _ in range(2 - (kind == indicator_of(okey)))]
        hand = np.bincount(rng.sample(pool, rng.choice([6, 14, 15])), minlength=53)
        position = Position.of(hand, okey=okey, rules=rules)
        answer = evaluate(position, limit=1)
        wanted = oracle.pairs(
            position.naturals.tolist(),
            position.wilds,
            oracle_rules(rules),
            outside=position.to_discard,
        )
        assert answer.pairs == len(answer.paired) == wanted
        used = Counter(tile for pair in answer.paired for tile in pair)
        held = {MeldTile(kind): int(n) for kind, n in enumerate(position.naturals)}
        held[MeldTile(okey, wild=True)] = position.wilds
        assert all(n <= held[tile] for tile, n in used.items())
        for one, other in answer.paired:
            assert one == other or (rules.okey_pairs and other.wild)


# --- Views ---------------------------------------------------------------------------------------


def test_what_is_said_in_both_languages():
    answer = evaluate("r3 r4 r5 r6 r7 b6 k6", okey="y9", threshold=30)
    with speaking("en"):
        assert str(answer) == (
            "melds worth 30, 0 pairs (opens by melds); at least 1 tile left, counting 7"
        )
    with speaking("fr"):
        assert str(answer) == (
            "combinaisons pour 30, 0 paire (ouvre par combinaisons)\u202f;"
            " au moins 1 tuile restante, comptant 7"
        )


def test_json_and_tables():
    answer = evaluate("r7 b9 y12 y13 b5", okey="b5", melds="r4-r5-r6", opened=True)
    record = json.loads(json.dumps(answer.to_dict()))
    assert record["least_arrangements"][0]["laid_off"] == [
        {"tiles": "r7", "meld": "r4-r5-r6", "place": 0}
    ]
    assert record["opening"]["rest_count"] == 2
    assert record["way_out"]["rest"] == ["b9"]
    table = answer.to_frame()
    assert list(table.columns) == ["objective", "arrangement", "part", "what", "value"]
    assert set(table["part"]) == {"run", "laid_off", "rest"}
    value = table[(table["objective"] == "value") & (table["part"] != "rest")]
    assert value["value"].sum() == answer.meld_value * answer.arrangement_count


# --- Batches -------------------------------------------------------------------------------------


def racks(n, tiles=14, seed=1):
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.arange(53), 2)
    return np.stack(
        [np.bincount(rng.choice(deck, tiles, replace=False), minlength=53) for _ in range(n)]
    ).astype(np.uint8)


@pytest.mark.parametrize("fake", ["okey", "indicator"])
def test_a_batch_is_its_racks_one_by_one(fake):
    rules = Rules(fake_okey_value=fake)
    melds = [Meld.of("r4-r5-r6", rules)]
    hands = np.vstack([racks(20), racks(20, 15)])
    hands = hands[hands[:, 3:6].max(axis=1) < 2]  # of those on the table there is one more
    hands = hands[hands[:, PIECES.kind("b7")] < 2]  # the indicator lies apart
    assert len(hands) > 20
    answers = evaluate_many(hands, indicator="b7", rules=rules, melds=melds)
    for row, hand in enumerate(hands):
        one = evaluate(hand, indicator="b7", rules=rules, melds=melds, limit=1)
        assert [int(column[row]) for column in answers] == [
            one.meld_value,
            one.least_left_count,
            one.least_left_value,
            one.pairs,
        ]


def test_workers_change_nothing(monkeypatch):
    hands = racks(50)
    alone = evaluate_many(hands, okey="b8", workers=1)
    monkeypatch.setattr(scoring, "_CHUNK", 7)
    before = hands.copy()
    for how in ({"workers": 1}, {"workers": 3}):
        again = evaluate_many(hands, okey="b8", **how)
        assert all(np.array_equal(one, other) for one, other in zip(alone, again, strict=True))
    with processes(2) as executor:
        again = evaluate_many(hands, okey="b8", executor=executor)
    assert all(np.array_equal(one, other) for one, other in zip(alone, again, strict=True))
    assert np.array_equal(hands, before)


def test_no_racks_and_one():
    assert [column.tolist() for column in evaluate_many(racks(1)[:0], okey="b8")] == [[]] * 4
    hand = racks(1)
    naturals, wilds = split_wilds(hand, 5, Rules())
    naturals[:] = 9
    assert hand.max() < 3  # a copy, one rack too
    assert wilds.shape == (1,)


def test_a_batch_is_cancelled():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        evaluate_many(racks(5), okey="b8", cancel=cancel)


# --- What is refused -----------------------------------------------------------------------------


def test_refusals():
    with pytest.raises(InputError, match="limit"):
        evaluate("r1 r2", okey="b8", limit=0)
    with pytest.raises(PositionError, match="okey"):
        evaluate("r1 r2")
    with pytest.raises(PositionError, match="okey"):
        evaluate_many(racks(1))
    with pytest.raises(CardError):
        evaluate_many(racks(1)[:, :52], okey="b8")
    with pytest.raises(CardError, match="16 cards"):
        evaluate_many(racks(3, 16), okey="b8")


def test_more_places_to_lay_off_on_than_fit():
    rules = Rules(first_player_indicator_removed=False)
    codes = ["r1-r2-r3", "r4-r5-r6", "r7-r8-r9", "r10-r11-r12"]
    melds = [meld.replace("r", colour) for meld in codes for colour in "rbky"] * 2
    table = [Meld.of(meld, rules) for meld in melds]
    with pytest.raises(PositionError, match="32 open melds"):
        evaluate("r13 fo y13 b13 k13", okey="r13", melds=table, rules=rules)
    hand = np.zeros((1, 53), dtype=np.uint8)
    hand[0, [12, FAKE]] = 1
    with pytest.raises(PositionError, match="32 open melds"):
        evaluate_many(hand, okey="r13", melds=table)


def test_the_errors_of_this_room_are_all_met_above():
    keys = raised_keys(Path(scoring.__file__))
    assert keys == {"card.many", "okey51.position.places"}


def test_codes_of_open_melds_leave_wilds_aside():
    rules = Rules()
    with_wilds = [Meld.of("r12-r13*-r1", rules), Meld.of("r9-b9*-k9", rules)]
    without = [Meld.of("r12-r13-r1", rules), Meld.of("r9-b9-k9", rules)]
    assert np.array_equal(meld_codes(with_wilds), meld_codes(without))

"""Discards: each number against the evaluator and the distances, the order, and the reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from neuroanalysis.errors import CardError
from neuroanalysis.games.okey51.analysis.distances import distances, useful_tiles
from neuroanalysis.games.okey51.analysis.hand import discards
from neuroanalysis.games.okey51.pieces import PIECES
from neuroanalysis.games.okey51.position import Position
from neuroanalysis.games.okey51.rules import PRESETS, Rules
from neuroanalysis.games.okey51.scoring import evaluate
from neuroanalysis.texts import speaking
from tests.games.okey51.random_racks import random_case

RACK = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9 y9"


def by_card(table):
    return {row.card: row for row in table.rows}


@pytest.mark.parametrize("seed", range(8))
def test_each_row_says_what_is_true_of_the_rack_left(seed):
    case = random_case(seed + 300, tiles=15 if seed % 2 else 9, opened=seed % 2 == 0)
    table = discards(case.position)
    codes = PIECES.format(case.position.hand, starred=False).split()
    assert sorted(row.card for row in table.rows) == sorted(set(codes))
    for row in table.rows[:: 1 + len(table.rows) // 4]:
        hand, seen = list(case.position.hand), list(case.position.seen)
        hand[row.kind] -= 1
        seen[row.kind] += 1
        left = replace(case.position, hand=tuple(hand), seen=tuple(seen))
        assert row.distances == distances(left, drawn=False)
        assert row.useful == useful_tiles(left, table.aim, drawn=False)
        on_table = left.melds if left.opened else ()
        worth = evaluate(replace(left, melds=on_table), limit=1)
        assert row.meld_value == worth.meld_value
        assert (row.left_count, row.left_value) == (
            worth.least_left_count,
            worth.least_left_value,
        )


def test_the_order_is_that_of_the_numbers():
    table = discards(RACK, okey="y2", melds="r6-r7-r8")
    ranks = [row.rank for row in table.rows]
    assert ranks == sorted(ranks)
    rows = by_card(table)
    # Red 5 fits red 6-7-8: as near as the others, but dear at once.
    assert rows["r5"].penalty == 100
    assert [meld.to_text() for meld in rows["r5"].fits] == ["r6-r7-r8"]
    near = [row.card for row in table.rows if row.distance == 1]
    assert near[-1] == "r5"
    assert rows["k7"].distance == 2
    assert rows["r11"].copies < rows["b1"].copies


def test_what_a_discard_risks():
    rows = by_card(discards("r10 r11 b7 k7 y7 b1 k2 y4 k6 y2 fo r3 r5 y9 y13", okey="y2"))
    assert all(row.penalty == 0 for row in rows.values())
    assert (rows["y9"].taken, rows["fo"].taken, rows["y2"].taken) == (90, 20, 130)
    dear = by_card(discards(RACK, okey="y2", rules=Rules(one_after_13=14)))
    assert (dear["b1"].taken, dear["y13"].taken) == (140, 130)
    lenient = discards(RACK, okey="y2", melds="r6-r7-r8", rules=Rules(penalised_discard="never"))
    assert by_card(lenient)["r5"].penalty == 0
    assert by_card(lenient)["r5"].fits


def test_the_discard_that_ends_the_round_is_exempt():
    table = discards("r9 r7 k5", okey="y2", melds="r4-r5-r6 b9-y9-k9", opened=True)
    assert (table.aim, table.best.card, table.best.distance) == ("out", "k5", 0)
    # Both others fit, but then one tile too many is left.
    rows = by_card(table)
    assert rows["r7"].penalty == 100
    last = discards("r9", okey="y2", melds="r4-r5-r6 b9-y9-k9", opened=True)
    assert (last.best.distance, last.best.penalty, last.reason) == (0, 0, "only")


def test_an_okey_fits_wherever_there_is_a_place():
    full = "r9-b9-k9-y9"
    rows = by_card(discards("y2 k5 k12", okey="y2", melds=full, opened=True))
    assert not rows["y2"].fits
    rows = by_card(discards("y2 k5 k12", okey="y2", melds=f"{full} r4-r5-r6", opened=True))
    assert [meld.to_text() for meld in rows["y2"].fits] == ["r4-r5-r6"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("hand", "melds", "opened", "reason"),
    [
        (RACK, "", False, "taken"),
        ("r4 r5 r6 k13", "", True, "distance"),
        ("r9 r9 b2 k2 k7", "r10-r11-r12 k8-k9-k10", True, None),
        ("k13", "", True, "only"),
    ],
)
def test_reasons_are_said(language, hand, melds, opened, reason):
    table = discards(hand, okey="y2", melds=melds, opened=opened)
    if reason is not None:
        assert table.reason == reason
    with speaking(language):
        said = table.why()
    assert table.best.card in said
    assert "{" not in said


def test_each_reason_has_words():
    from neuroanalysis.texts import catalogue

    reasons = ("only", "distance", "penalty", "copies", "value", "left", "taken", "order")
    for language in ("en", "fr"):
        for reason in reasons:
            assert f"okey51.hand.why.{reason}" in catalogue(language)


def test_the_record_and_the_table_have_every_number():
    table = discards(RACK, okey="y2", melds="r6-r7-r8")
    record = table.to_dict()
    assert len(record["discards"]) == len(table.to_frame()) == 14
    assert record["discards"][0]["card"] == table.best.card
    wanted = {
        "card",
        "distance",
        "useful_copies",
        "meld_value",
        "left_value",
        "penalty",
        "taken",
        "open_melds",
        "out_pairs",
    }
    assert wanted <= set(table.to_frame().columns)


def test_racks_of_101():
    rules = PRESETS["okey101"]
    rack = "r1 r2 r3 b4 b5 b6 k7 k8 k9 y10 y11 y12 r13 b13 k13 y1 y3 y5 r7 r9 b11 k1"
    table = discards(rack, okey="k4", rules=rules)
    assert table.best.distances.out_pairs is None  # 21 tiles are no pairs
    assert table.best.distance == 0


def test_another_number_of_tiles_is_refused():
    with pytest.raises(CardError) as caught:
        discards("r1 r2 r3", okey="y2")
    assert "15" in str(caught.value)


def test_an_aim_can_be_asked_for():
    table = discards(Position.of(RACK, okey="y2"), "out")
    assert table.aim == "out"
    assert table.best.distance == table.best.distances.out

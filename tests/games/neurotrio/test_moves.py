"""Moves side by side: what stands beside each chance is what the other questions answer."""

from __future__ import annotations

import pytest

from neuroanalysis.core.intervals import Computed
from neuroanalysis.games.neurotrio import (
    PIECES,
    Line,
    Odds,
    Position,
    discards,
    distance,
    moves,
    odds,
    useful_cards,
)

DRAWN = "1cv 1cb 1eb 2cv 2cb 2en 2eb*2 2rv 2rb*2 3cn 3cv 3cb"
CARRE = "1cn*4 1cv*4 1cb*4 2cn 3rv"


@pytest.mark.parametrize("hand", [DRAWN, f"{DRAWN} | kept 2en | seen 3cn*2", CARRE])
@pytest.mark.parametrize("model", ["discards-return", "without-replacement"])
def test_every_discard_stands_with_what_it_leaves(hand, model):
    answer = odds(hand, 1, 20, model=model)
    table = moves(answer)
    assert [row.line for row in table.rows] == list(answer.lines)
    gone = {row.kind: row for row in discards(hand).rows}
    found = [row for row in table.rows if row.line.action == "discard"]
    assert {row.line.kind for row in found} == set(gone)
    for row in found:
        other = gone[row.line.kind]
        assert (row.distance, row.useful, row.copies) == (
            other.distance,
            other.useful,
            other.copies,
        )
    assert table.nearest.line.kind == discards(hand).best.kind


def test_a_carre_that_is_laid_leaves_a_hand_too():
    table = moves(odds(CARRE, 1, 26))
    for row in table.rows:
        if row.line.action == "lay":
            hand = [4 * (code in CARRE and f"{code}*4" in CARRE) for code in PIECES.codes]
            hand[PIECES.kind("2cn")] = hand[PIECES.kind("3rv")] = 1
            hand[row.line.kind] = 0
            after = Position.of(hand, laid=f"{row.line.card}*4")
            assert (row.distance, row.useful) == (distance(after), useful_cards(after))
    assert sum(row.line.action == "lay" for row in table.rows) == 3


def test_costs_and_ranks_follow_the_chances():
    table = moves(odds(DRAWN, 2, 20))
    chances = [row.line.chances[-1] for row in table.rows]
    assert chances == pytest.approx(sorted(chances, reverse=True), abs=1e-12)
    for row in table.rows:
        chance = row.line.chances[-1]
        assert row.cost == pytest.approx(max(chances) - chance, abs=1e-15)
        assert row.rank == 1 + sum(other > chance + 1e-11 for other in chances)
    ranks = [row.rank for row in table.rows]
    assert len(set(ranks)) < len(ranks)  # equal chances have one rank


def test_what_the_nearest_discard_is_may_cost():
    # 3cn leaves twice as many useful copies as 2en does, at the same distance.
    table = moves(odds(DRAWN, 2, 20))
    assert (table.best.line.card, table.nearest.line.card) == ("2en", "3cn")
    assert (table.best.distance, table.best.copies) == (1, 3)
    assert (table.nearest.distance, table.nearest.copies) == (1, 6)
    assert table.nearest.cost > 0.007


def line(chance, points, kind, action="discard"):
    return Line(Computed((chance,), 0.0), Computed((points,), 0.0), None, action, kind)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (line(0.5, 10.0, 1), line(0.4, 20.0, 2), "chance"),
        (line(0.5, 10.0, 1), line(0.5, 9.0, 2), "points"),
        (line(0.5, 10.0, 1), line(0.5, 10.0, 2), "order"),
        (line(0.0, 10.0, 1), line(0.0, 9.0, 2), "nothing"),
        (line(1.0, 30.0, None, "finish"), line(0.5, 9.0, 2), "finish"),
        (line(0.5, 10.0, 1), None, "only"),
    ],
)
def test_the_reason_is_the_number_that_decided(first, second, reason):
    lines = tuple(one for one in (first, second) if one)
    assert moves(Odds(Position.of(DRAWN), "discards-return", 1, "search", lines)).reason == reason


def test_a_hand_between_turns_has_one_row():
    hand = DRAWN.replace(" 2en", "")
    table = moves(odds(hand, 1, 20))
    [row] = table.rows
    assert (row.line.action, row.rank, row.cost) == (None, 1, 0)
    assert (row.distance, row.useful) == (distance(hand), useful_cards(hand))
    assert table.nearest is None
    assert table.find(None, None) is row
    assert table.find("discard", 0) is None


def test_the_table_is_tidy():
    answer = odds(DRAWN, 2, 20)
    frame = moves(answer).to_frame()
    assert list(frame.columns) == [
        "action", "card", "distance", "useful_copies", "chance_now", "chance", "points", "cost",
    ]  # fmt: skip
    assert frame["chance_now"].tolist() == [one.chances[0] for one in answer.lines]
    assert frame["points"].tolist() == [one.points.values[-1] for one in answer.lines]
    assert frame["card"][0] == "2en"

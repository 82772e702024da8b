"""What is drawn of answers about a domain: placements, plans, reasons, cells and chances."""

from __future__ import annotations

import re
from html import unescape

import pytest

from neuroanalysis.games.conquete import Position, Rules, best_plan, evaluate, kind_name
from neuroanalysis.games.conquete.analysis import cell_chances, cell_table, outlook
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.plots.columns import percent, share_text
from neuroanalysis.plots.conquete import (
    best_marks,
    cell_html,
    cell_marks,
    cell_table_html,
    chances_html,
    evaluation_html,
    outlook_html,
    placement_marks,
    placements_html,
    plan_html,
    points,
    position_html,
    reasons_html,
    verdict,
)
from neuroanalysis.plots.conquete.evaluation import joined_words, why_words
from neuroanalysis.texts import LANGUAGES, speaking

# A hole that touches four, three of them player 1's in two sets.
HOLE = "0,-1 2eb ; -1,-1 2cb 1 ; -1,0 2cv 1 ; -1,1 1cv 1 ; 0,1 1ev 1 ; 1,-1 2en 2 ; 1,0 2ev 1"


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


@pytest.fixture(scope="module")
def answer():
    return evaluate("2ev 1cn 3rb", domain=HOLE, player=1)


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", bare)).split())


def rows(html):
    """The cells of each row of a table's body, as words."""
    body = re.search(r"<tbody>(.*?)</tbody>", html, re.DOTALL).group(1)
    return [
        [words(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", line, re.DOTALL)]
        for line in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    ]


def test_placements_stand_in_the_order_of_what_they_bring_at_once(answer):
    html = placements_html(answer)
    found = [line[2] for line in rows(html)]
    listed = sorted((one.vp for one in answer.placements), reverse=True)
    assert found == list(map(str, listed[: len(found)]))
    assert listed[0] == 20
    first = rows(html)[0]
    assert first[1] == "0, 0"
    # Sets of 4 and 1 score 2 and -1; one of 6 scores 4.
    assert first[3:] == [
        "23",
        "compatible with 4 of 4 touched joins 2 sets: 4 + 1 cards → 6 (+3)",
    ]


def test_every_placement_is_listed_the_later_ones_folded(answer):
    many = evaluate("2cv 1eb 2en 3ev 2rb", domain=HOLE, player=1, plan=False)
    assert len(many.placements) > 12
    html = placements_html(many)
    assert f"And {len(many.placements) - 12} more." in words(html)
    assert html.count("<details") == 1
    for lines in (html.count("→"), html.count("begins a set")):
        assert lines > 0
    assert html.count('role="img"') == len(many.placements)


def test_a_placement_becomes_what_it_is_asked_to(answer):
    html = placements_html(answer, around=lambda one, drawn: f"<b>{one.to_text()}</b>{drawn}")
    assert all(f"<b>{one.to_text()}</b>" in html for one in answer.placements)


def test_the_verdict_says_the_best_and_the_sets(answer):
    first, number, sets = verdict(answer)
    best = answer.best
    assert first.startswith(f"Best placement: {kind_name(best.kind)} at row 0, column 0: 20 VP")
    assert number == f"{len(answer.placements)} legal placements."
    assert sets == "Connected sets of player 1, in cards: 4 + 1; they score 1 VP."


def test_blocked_and_empty_hands_are_said():
    blocked = evaluate("3rn", domain=HOLE, plan=False)
    assert blocked.is_blocked
    assert verdict(blocked) == ["Blocked: no card of the hand may be placed."]
    assert "Blocked" in words(evaluation_html(blocked))
    empty = evaluate("", domain=HOLE, player=5, plan=False)
    assert verdict(empty) == ["No card in hand.", "Connected sets of player 5: none yet."]
    assert words(placements_html(empty)).endswith("No card in hand.")


def test_why_and_what_becomes_of_sets_is_said(answer):
    said = {(why_words(one), joined_words(one)) for one in answer.placements}
    assert ("touches one compatible card", "begins a set of its own") in said
    assert any(joined.startswith("enlarges a set: ") for _, joined in said)


def test_marks_say_vp_for_a_card_and_the_most_for_a_hand(answer):
    kind = PIECES.kind("2ev")
    of_kind = [one for one in answer.placements if one.kind == kind]
    marks = placement_marks(of_kind)
    assert {cell: mark.words for cell, mark in marks.items()} == {
        one.cell: str(one.vp) for one in of_kind
    }
    assert marks[0, 0].name.startswith("20 VP (compatible with 4 of 4 touched); joins 2 sets")
    most = best_marks(answer.placements)
    for cell, mark in most.items():
        assert int(mark.words) == max(one.vp for one in answer.placements if one.cell == cell)


def test_a_plan_is_told_step_by_step_with_its_proof(answer):
    plan = answer.plan
    html = plan_html(plan, answer.position)
    told = rows(html)
    assert [line[0] for line in told] == [f"{n}." for n in range(1, len(plan) + 1)]
    assert sum(int(line[3].replace("−", "-")) for line in told) == plan.value
    assert f"{points(plan.value)} in all" in words(html)
    assert "Proved: no sequence brings more." in words(html)
    for step, one in enumerate(plan.placements, start=1):
        assert f"step {step}: {kind_name(one.kind)}" in html


def test_a_plan_that_is_not_proved_says_what_bounds_it():
    position = Position.of("2en 2cv 1eb 3ev 2rb 1ev 3cb", domain="0,0 2eb ; 0,1 2ev", player=1)
    plan = best_plan(position, budget=1)
    assert not plan.is_best
    said = words(plan_html(plan, position))
    assert f"no sequence brings more than {points(plan.bound)}" in said
    assert "Proved" not in said


def test_a_plan_for_nobody_is_that_of_who_has_no_card_yet_though_all_eight_have():
    cards = "0,0 2eb ; 0,1 2ev 1 ; 0,2 2en 2 ; 0,3 1en 3 ; 1,0 2cb 4 ; 1,1 2cv 5 ; 1,2 2cn 6"
    domain = f"{cards} ; 1,3 1cn 7 ; 2,0 3cb 8"
    position = Position.of("3cv 2cv", domain=domain)
    plan = best_plan(position, going_out=5)
    assert plan == best_plan("3cv 2cv", domain=domain.replace(" 8", ""), player=8, going_out=5)
    assert len(rows(plan_html(plan, position))) == len(plan) == 2


def test_reasons_stand_by_their_cells():
    html = reasons_html(14, [((-1, 2), "it <touches> nothing")])
    assert rows(html) == [["−1, 2", "it <touches> nothing"]]
    assert "<touches>" not in html
    assert "It may go to all free cells" in words(reasons_html(14, []))


def test_a_position_is_drawn_with_its_hand_and_a_domain_alone_without():
    position = Position.of("1cn 3rb", domain=HOLE, player=2)
    assert position_html(position).count("<svg") == 9
    assert "Hand player 2" in words(position_html(position))
    assert position_html(position.domain).count("<svg") == 7


def test_a_cell_is_drawn_with_what_it_accepts():
    chances = cell_chances("2ev 2cb")
    html = cell_html(chances, "row 1, column 1")
    assert rows(html) == [["1 VP", "", "4", percent(chances.chance)]]
    assert "row 1, column 1" in words(html)
    assert f"{chances.fitting} of 52 unseen cards" in words(html)
    closed = cell_html(cell_chances("1cn 2ev"))
    assert "No kind may go there." in words(closed)
    assert closed.count("<svg") == 2


@pytest.mark.parametrize("neighbours", [1, 2, 3])
def test_the_table_of_cells_has_a_row_for_each_class(neighbours):
    table = cell_table(neighbours)
    told = rows(cell_table_html(table))
    assert len(told) == len(table.classes)
    for line, one in zip(told, table.classes, strict=True):
        assert line[-1] == percent(one.chances.chance, 3)
        assert line[-2] == str(one.chances.fitting)
        assert sum(map(int, line[2:-2])) == one.kinds


def test_chances_of_cells_are_those_counted():
    found = outlook(Position.of("1cn", domain=HOLE))
    marks = cell_marks(found)
    assert set(marks) == {one.cell for one in found.rows}
    told = rows(chances_html(found))[::2]  # the kinds stand under each cell
    shares = [one.chances.chance for one in found.rows]
    assert [line[1] for line in told] == [
        share_text(share, 3) for share in sorted(shares, reverse=True)
    ]
    assert f"6 cards {percent(found.holding(6), 3)}" in words(outlook_html(found))
    assert "In the cells: the chance, in percent" in words(outlook_html(found))


def test_a_domain_without_room_says_so():
    rules = Rules(most_rows=1, most_columns=2)
    found = outlook(Position.of("1cn", domain="0,0 2eb ; 0,1 2ev", rules=rules))
    assert "The shape allows no card more." in words(chances_html(found))


def test_all_is_said_in_both_languages(answer):
    found = outlook(answer.position)
    said = {}
    for lang in LANGUAGES:
        with speaking(lang):
            parts = [evaluation_html(answer), outlook_html(found), cell_table_html(cell_table(2))]
            said[lang] = words(" ".join(parts))
    assert "VP" in said["en"]
    assert "PV" not in said["en"]
    assert "PV" in said["fr"]
    assert "VP" not in said["fr"]

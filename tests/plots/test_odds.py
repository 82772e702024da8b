"""Chances drawn: curves, moves, points at the end; they say what the result holds."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from neuroanalysis.core.intervals import Computed, Estimate, wilson
from neuroanalysis.games.neurotrio import Line, Odds, Position, moves, odds
from neuroanalysis.plots.neurotrio import curves_html, moves_html, odds_html, outcomes_html
from neuroanalysis.plots.neurotrio.reasons import method_words, why_words
from neuroanalysis.texts import speaking
from tests.plots.test_answers import rows, words

DRAWN = "1cv 1cb 1eb 2cv 2cb 2en 2eb*2 2rv 2rb*2 3cn 3cv 3cb"


@pytest.fixture(scope="module")
def answer():
    return odds(DRAWN, 2, 20)


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


def test_the_headline_says_what_and_how_sure(answer):
    said = words(odds_html(answer))
    assert said.startswith("20.4 % to finish within 2 draws, at a minimum of 20")
    assert "over the cards not held: discards return" in said
    assert "every draw and every move was looked at (error at most 10⁻¹²)" in said


def test_each_move_has_a_curve_and_the_best_three_stand_out(answer):
    drawn = curves_html(answer)
    chart = drawn[: drawn.index("</svg>", drawn.index('role="img"'))]
    assert len(re.findall(r"<line [^>]*opacity:.22", drawn)) == len(answer.lines) - 3 + 1
    assert len(re.findall(r"stroke-width:2.4", drawn)) == 3 + 3  # in the chart and its legend
    label = re.search('role="img" aria-label="([^"]*)"', chart).group(1)
    for line in answer.lines[:3]:
        assert f"iscarding {line.card}: " in label
    assert "Discarding 2en: 3.16 %, 20.4 %; Discarding 3cn: " in label
    assert words(drawn).endswith(f"In grey: all others ({len(answer.lines) - 3} moves)")


def test_one_draw_or_no_chance_makes_no_curve(answer):
    assert curves_html(odds(DRAWN, 1, 20)) == ""
    assert curves_html(odds(DRAWN, 2, 999)) == ""


def test_the_table_has_the_numbers_of_each_move(answer):
    table = moves(answer)
    found = rows(moves_html(table, table.rows[1]))
    assert found[0] == (
        "Move Distance left Useful copies Within 1 draw Within 2 draws Points expected Chance lost"
    )
    assert found[1] == "2en best 1 3 3.16 % 20.4 % 13 –"
    assert found[2] == "3cn yours 1 6 6.32 % 19.6 % 13.1 0.765 %"
    assert len(found) == 1 + len(answer.lines)


def test_the_best_is_explained_against_distance_and_copies(answer):
    assert why_words(moves(answer)) == (
        "Discarding 2en finishes within 2 draws with a chance of 20.4 %, against 19.6 % for "
        "discarding 3cn. By distance, useful cards and points kept alone one would choose "
        "discarding 3cn (distance 1, 6 copies; discarding 2en: 1, 3 copies), whose chance is "
        "19.6 %: they say nothing of the 20 points that are needed, nor of the draws after the "
        "next."
    )


def test_a_sentence_for_every_reason():
    finish = odds("1cv*3 1cb*3 1eb*3 1rb*3 2rb*2", minimum=18)
    said = why_words(moves(finish))
    assert said == "Finishing now is certain."
    assert "Finish now best 0 0 100 %" in words(moves_html(moves(finish)))
    nothing = moves(odds(DRAWN, 1, 40))
    assert why_words(nothing).startswith("No move finishes within 1 draw. Discarding 3cn leaves")
    assert words(moves_html(nothing)).count("best") == 1
    lay = why_words(moves(odds("1cn*4 1cv*4 1cb*4 2cn 3rv", minimum=26)))
    assert lay.startswith("Laying the carré of 1cv finishes within 1 draw with a chance of ")


def test_points_at_the_end_are_drawn_and_their_mean_is_the_points_expected(answer):
    drawn = outcomes_html(answer)
    shares = [share for share in answer.outcomes if share > 0]
    assert drawn.count("<rect") == len(shares)
    most = max(range(len(answer.outcomes)), key=answer.outcomes.__getitem__)
    assert f"Most often {most} points" in words(drawn)
    assert f"{answer.best.points.values[-1]:.3g} expected" in words(drawn)


def test_where_only_chances_are_known_there_are_no_points(answer):
    looked_up = replace(
        answer,
        method="solution",
        lines=tuple(
            replace(line, points=None, most_points=None, outcomes=None) for line in answer.lines
        ),
    )
    said = words(odds_html(looked_up))
    assert "looked up in the solved solitaire" in said
    assert "Points at the end" not in said
    assert "20.4 % – –" in said
    level = tuple(replace(line, chance=looked_up.lines[0].chance) for line in looked_up.lines)
    assert why_words(moves(replace(looked_up, lines=level))) == (
        "Discarding 2en and discarding 3cn are equal in chance (20.4 % within 2 draws)."
    )


def test_estimates_show_their_intervals():
    def estimate(n):
        return Estimate.of_share(n, 2000, seed=7)

    position = Position.of(DRAWN, kept="2en")
    lines = tuple(
        Line((estimate(n), estimate(2 * n)), None, None, "discard", kind)
        for n, kind in ((200, 1), (100, 2))
    )
    played = Odds(position, "without-replacement", 2, "simulation", lines)
    assert method_words(played) == (
        "Estimate: played out 2,000 times with seed 7; intervals of 95 %."
    )
    assert "overlap" not in why_words(moves(played))
    close = replace(
        played,
        lines=tuple(
            Line((estimate(n),), None, None, "discard", kind) for n, kind in ((200, 1), (190, 2))
        ),
        draws=1,
    )
    assert "Their intervals overlap" in why_words(moves(close))
    said = words(odds_html(played))
    low, high = wilson(400, 2000)
    assert f"20 % {100 * low:.3g} % – {100 * high:.3g} %" in said
    assert "best play does at least as well" in said


def test_in_french_nothing_is_english(answer):
    with speaking("fr"):
        said = words(odds_html(answer))
    assert said.startswith("20,4 % de finir en 2 pioches, avec un minimum de 20")
    assert "Rejeter 2en : 3,16 %, 20,4 %" in said
    for word in ("draw", "chance of", "best", "Discard", "Points at", "within"):
        assert word in words(odds_html(answer))
        assert word not in said


def test_a_result_is_shown_drawn_in_a_notebook():
    from neuroanalysis.plots.formatters import DRAWINGS

    assert DRAWINGS[Odds.__module__, "Odds"] == (odds_html.__module__, "odds_html")
    assert Computed((0.5,), 0.0).values == (0.5,)

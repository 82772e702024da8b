"""Drawn answers about a hand: they show the cards that the result names, and say its numbers."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.mhing import Position, Rules, evaluate, kind_name
from neuroanalysis.games.mhing.analysis import (
    Prospects,
    choose_goal,
    credits_reachable,
    discards,
    odds,
    useful_cards,
    useful_credits,
)
from neuroanalysis.games.mhing.pieces import JOKER
from neuroanalysis.plots.chances import chance_words
from neuroanalysis.plots.mhing import (
    cards_of,
    credits_html,
    discards_html,
    evaluation_html,
    goals_html,
    odds_html,
    position_html,
    reach_html,
    reading_html,
    useful_html,
    verdict,
)
from neuroanalysis.plots.mhing.odds import goal_words, odds_words
from neuroanalysis.texts import LANGUAGES, speaking

# Jokers, a laid combination with one, flowers; read in more than one way.
HAND = "555m 5555p 55s J J FF"
LAID = "5s-5s*-5s"
WAITING = "123345567m 99m 2p 1z"


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


@pytest.fixture(scope="module")
def answer():
    return evaluate(HAND, laid=LAID)


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def names(html):
    """The names of the drawn cards, jokers without what they stand for."""
    found = re.findall(r"<title>([^<]*)</title>", html)
    return Counter("joker" if name.startswith("joker") else name for name in found)


def held(position):
    found = Counter(card.name for card in cards_of(position.hand))
    for kind, n in position.laid_counts.items():
        found[kind_name(kind)] += n
    return found


def cells(html):
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", html)
    return [[words(cell) for cell in re.findall(r"<td.*?</td>", row)] for row in rows]


def test_each_reading_shows_all_cards_of_the_hand_once(answer):
    assert answer.reading_count > 1
    for reading in answer.readings:
        assert names(reading_html(reading, answer.position)) == held(answer.position)
    assert names(position_html(answer.position)) == held(answer.position)


def test_credits_are_told_line_by_line_with_what_earned_them(answer):
    best = answer.best
    html = credits_html(best)
    *lines, last = cells(html)[1:]
    assert [int(line[-1]) for line in lines] == list(best.breakdown.values())
    assert int(last[-1]) == best.credits == sum(best.breakdown.values())
    drawn = names(html)
    # Two flowers; a pair; the triplets of each double triplet, six cards each.
    assert drawn["flower"] == 2
    times = {line.code: line.times for line in best.lines}
    assert sum(drawn.values()) == 2 + 2 + 6 * times["double_triplet"]
    assert sum("the whole hand" in line for line in lines) == 3


def test_an_answer_says_credits_points_and_the_other_readings(answer):
    said = words(evaluation_html(answer))
    assert f"{answer.credits} credits · {answer.points} points Mhing: a winning hand." in said
    assert f"The {answer.reading_count - 1} other readings" in said or "The other reading" in said
    assert "<script" not in evaluation_html(answer)


def test_verdicts():
    nothing = evaluate("123m 456p 789s 234s 11z")
    assert nothing.credits == 1
    rules = Rules(runs_only=0)
    worthless = evaluate("123m 456p 789s 234s 11z", rules=rules)
    assert verdict(worthless)[1] == "It earns no credit, so no points."
    assert "None: nothing in this hand earns one." in words(evaluation_html(worthless))
    short = evaluate("123m 456p 789s 234s 11z", rules=Rules(min_credits=2))
    assert verdict(short) == ("A complete hand, but 2 credits are asked to go out.",)
    far = evaluate(WAITING)
    assert verdict(far) == ()
    assert words(evaluation_html(far)).startswith("2 cards from a winning hand")


def test_useful_cards_and_discards():
    useful = useful_cards(WAITING)
    html = useful_html(useful_credits(WAITING))
    assert html.count("<svg") == len(useful)
    assert f"{len(useful)} kinds, {sum(card.copies for card in useful)} copies left" in words(html)
    assert "most that a nearest winning hand earns" in words(html)
    near = "123456789m 11z 23p"
    html = words(useful_html(useful_credits(near)))
    assert "most that a nearest" not in html
    for card in useful_cards(near):
        won = evaluate(f"{near} {card.code}")
        assert f"{card.copies} left {won.credits} credits {won.points} points" in html
    asked = useful_html(useful_credits(near, rules=Rules(min_credits=50)))
    assert words(asked).count("too few") == len(useful_cards(near))
    gone = useful_html(Prospects(Position.of(WAITING), ()))
    assert "None: no further card" in words(gone)
    table = discards(f"{WAITING} 5s")
    found = cells(discards_html(table))[1:]
    assert [(row[0], int(row[1]), int(row[3])) for row in found] == [
        (one.card, one.distance, one.credits) for one in table.rows
    ]
    assert table.why() in words(discards_html(table))


def test_credits_in_reach_and_those_out_of_it():
    reach = credits_reachable("123m 55p 4s", laid="555z 123s")
    html = reach_html(reach)
    found = [(row[0], int(row[1]), int(row[2])) for row in cells(html)[1:]]
    assert found == [
        (line.name, line.credits, line.distance) for line in reach if line.distance is not None
    ]
    never = [line.name for line in reach if line.distance is None]
    assert "one suit" in never
    assert f"No longer possible: {', '.join(never)}." in words(html)


def test_computed_odds_say_what_is_surest_and_what_is_richest():
    found = odds("11123m 456m 77m 88p 99s", 2)
    assert found.best is not found.richest
    said = words(odds_html(found))
    assert f"{chance_words(found.best.chances[-1])} to win within 2 draws" in said
    assert f"For points alone, discard {kind_name(found.richest.kind)}" in said
    assert "Computed: every draw and every discard was looked at." in said
    assert [row[0] for row in cells(odds_html(found))[1:]] == [line.card for line in found.lines]


def test_odds_of_a_hand_that_wins_say_so_first():
    found = odds("123445566789m 11z", 1)
    assert odds_words(found) == "The hand wins now, with 128 points."
    said = words(odds_html(found))
    assert said.startswith("The hand wins now, with 128 points. Whoever plays on instead: ")
    assert said.count("The hand wins now") == 1


def test_played_odds_and_goals_say_how_sure_they_are():
    played = odds(WAITING, 3, samples=40, seed=7)
    said = words(odds_html(played))
    assert "Estimate: played out 40 times with seed 7; intervals of 95 %." in said
    assert "Points to expect within so many draws" in said
    goals = choose_goal(WAITING, 6, samples=60, seed=7)
    html = goals_html(goals)
    assert "each goal played out 60 times within 6 draws" in words(html)
    found = cells(html)[1:]
    assert [row[1] for row in found] == [goal_words(goal) for goal in goals.rows]
    for row, goal in zip(found, goals.rows, strict=True):
        assert row[2] == str(goal.distance)
        assert row[3].startswith(chance_words(goal.chance.value))
        assert row[4].startswith(number_text(goal.points.value, 3))
    # A point a goal, with its number on it.
    assert re.findall(r">(\d+)</text></svg>", html) == [
        str(n) for n in range(len(goals.rows), 0, -1)
    ]


def test_around_makes_something_of_each_card():
    seen = []
    table = discards(f"{WAITING} J")
    discards_html(table, around=lambda kind, drawing: seen.append(kind) or drawing)
    assert seen == [one.kind for one in table.rows]
    assert JOKER in seen


def test_french_is_french(answer):
    said = {}
    for lang in LANGUAGES:
        with speaking(lang):
            said[lang] = words(
                evaluation_html(answer)
                + discards_html(discards(f"{WAITING} 5s"))
                + reach_html(credits_reachable(WAITING))
                + position_html(Position.of(WAITING, seen="9p"))
            )
    assert "trois brelans de dragons" in said["fr"]
    assert "rien ne s’accorde" in said["fr"]
    english = set(re.findall(r"[a-z]{4,}", said["en"]))
    assert english & set(re.findall(r"[a-z]{4,}", said["fr"])) <= {
        *("points", "distance", "double", "dragons", "hing")
    }

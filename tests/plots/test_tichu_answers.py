"""Drawn answers about a hand: they show the cards that the result names, and say its numbers."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

import pytest

from neuroanalysis.core.intervals import Estimate, Interval
from neuroanalysis.games.tichu import Combination, Position, answers, evaluate, kind_name
from neuroanalysis.games.tichu.analysis import Unseen, beaten_many
from neuroanalysis.games.tichu.pieces import PHOENIX, PIECES, cards_of
from neuroanalysis.games.tichu.study import CallAdvice, CallResult, CardValues, ExchangeRanking
from neuroanalysis.games.tichu.study.exchanges import Given
from neuroanalysis.plots.columns import share_text
from neuroanalysis.plots.tichu import (
    advice_words,
    answers_html,
    beaten_table,
    bombs_html,
    calls_html,
    contents_html,
    evaluation_html,
    exchanges_html,
    leads_html,
    partition_html,
    position_html,
    values_html,
)
from neuroanalysis.texts import LANGUAGES, speaking

HAND = "5s 5h 5d 5c 6s 7s 8s 9s Ph Dr As Ah Dog 2c"


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


@pytest.fixture(scope="module")
def answer():
    return evaluate(HAND, limit=4)


def words(html):
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", bare).split()))


def names(html):
    """The names of the drawn cards, the Phoenix without what it stands for."""
    found = re.findall(r"<title>([^<]*)</title>", html)
    return Counter("Phoenix" if name.startswith("Phoenix") else name for name in found)


def cells(html):
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", html)
    return [[words(cell) for cell in re.findall(r"<td.*?</td>", row)] for row in rows][1:]


def test_each_partition_shows_all_cards_of_the_hand_once(answer):
    held = Counter(kind_name(card) for card in cards_of(answer.position.bits))
    for partition in answer.partitions:
        assert names(partition_html(partition)) == held
    assert names(leads_html(answer.leads)) == held
    assert names(position_html(answer.position)) == held


def test_an_answer_says_plays_ways_bombs_leads_and_controls(answer):
    said = words(evaluation_html(answer))
    assert f"{answer.fewest_plays} plays at least" in said
    assert f"In {answer.partition_count} ways. Bombs: 2." in said
    others = answer.partition_count - 1
    assert f"The {others} other partitions into as few plays (the first 3)" in said
    leads = answer.leads
    assert f"losing leads: {leads.losing}; plays that win the lead: {leads.holding}" in said
    assert said.count("may be beaten") == leads.losing
    assert "Controls: 5 aces: 2 Dragon Phoenix bombs: 1" in said
    assert names(bombs_html(answer.bombs))[kind_name(PIECES.kind("5s"))] == 2


def test_combinations_are_tabulated(answer):
    found = {kind: int(n) for kind, n in cells(contents_html(answer))}
    assert list(found.values()) == list(answer.combinations.values())
    assert found["four of a kind"] == found["straight flush"] == 1


def test_answers_to_a_trick_under_a_wish():
    found = answers("9s Ts Th Ph As", trick="9h", wish="T")
    said = words(answers_html(found))
    assert "What may be laid 2 plays" in said
    assert "Wished for: 10. It can be laid, so it must." in said
    assert "pass" not in said
    free = words(answers_html(answers("9s Ph", trick="Kh", wish="A")))
    assert "It cannot be laid" in free
    assert "A pass is allowed too." in free
    assert "Nothing: only a pass." in words(answers_html(answers("2s", trick="Kh")))
    lead = answers(HAND)
    assert f"And {len(lead.plays) - 60} more." in words(answers_html(lead))


def test_chances_are_those_of_the_result():
    plays = [Combination.of("Ah"), Combination.of("Dr"), Combination.of("7s-7h")]
    bits = Position.of("Ah Dr 7s 7h Ph 2s 2h 2d 3s 3h 3d 4s 4h 4d").bits
    found = beaten_many(plays, Unseen.of(bits))
    for row, one in zip(cells(beaten_table(found)), found, strict=True):
        assert row[0] == one.play.describe()
        assert row[1] == share_text(one.chance("opponents", bombs=False), 3)
        anyone = one.chance("anyone")
        if isinstance(anyone, Estimate):  # straight flushes of three hands are many to count
            low, high = (share_text(end, 3) for end in anyone.interval)
            assert row[4] == f"{share_text(anyone.value, 3)} {low} – {high}"
        else:
            assert row[4] == share_text(anyone, 3)
    assert cells(beaten_table(found))[1][1] == "0 %"
    assert "Estimates from 20,000 random deals" in words(beaten_table(found))
    counted = beaten_many([Combination.of("Dog")], Unseen.of(Position.of("Dog").bits))
    assert "Calculated" in words(beaten_table(counted))


def advice(gain):
    share = Estimate.of_share(60, 100, seed=1)
    lead = Estimate(10.0, Interval(0.0, 20.0), n=100, seed=1, level=0.95, of="mean")
    extra = Estimate(gain, Interval(gain - 5, gain + 5), n=100, seed=1, level=0.95, of="mean")
    calling = Estimate(10.0 + gain, Interval(0.0, 30.0), n=100, seed=1, level=0.95, of="mean")
    results = {"none": CallResult(share, lead), "tichu": CallResult(share, calling, extra, 0.55)}
    return CallAdvice(1, results, 100, 1)


@pytest.mark.parametrize(
    ("gain", "said"),
    [(20, "Call Tichu:"), (2, "Rather call Tichu:"), (-2, "Rather call"), (-20, "Call nothing:")],
)
def test_advice_is_no_surer_than_the_sample(gain, said):
    found = advice(gain)
    assert advice_words(found).startswith(said)
    html = words(calls_html(found))
    assert "pays from 55 %" in html
    assert "Estimates from 100 rounds, seed 1; intervals of 95 %." in html
    with speaking("fr"):
        assert "rapporte à partir de 55 %" in words(calls_html(found))


def test_exchanges_and_values_name_their_cards():
    mean = Estimate(3.0, Interval(1.0, 5.0), n=10, seed=1, level=0.95, of="mean")
    given = Given((0, 1, PHOENIX), mean, mean)
    said = words(exchanges_html(ExchangeRanking(7, (given,) * 14, 10, 1)))
    assert "2 of spades 2 of hearts Phoenix 3 1 – 5" in said
    assert "2 further ways are not shown." in said
    share = Estimate(0.1, Interval(-0.1, 0.3), n=10, seed=1, level=0.95, of="mean")
    said = words(values_html(CardValues({PHOENIX: mean}, {PHOENIX: share}, 10, 1)))
    assert "Phoenix 3 1 – 5 10 % −10 % to 30 %" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_is_said_in_both_languages(lang, answer):
    with speaking(lang):
        for html in (evaluation_html(answer), contents_html(answer)):
            assert "plots." not in words(html)
            assert "tichu." not in words(html)

"""The deal explorer, driven through its traits and its page's requests; no browser."""

from __future__ import annotations

import pytest

from neuroanalysis.games.neurotrio import Rules, deal_distribution
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.deals import DealExplorer


@pytest.fixture
def explorer():
    made = DealExplorer("duos", cards=2, samples=500, lang="en")
    assert made.wait(60)
    yield made
    made.close()
    set_language(None)


def page(explorer: DealExplorer) -> str:
    return explorer._options.html + explorer._shown.html


def act(explorer: DealExplorer, do: str, value: str) -> None:
    explorer._shown.perform({"do": do, "value": value})
    assert explorer.wait(60)


def test_it_shows_the_exact_count_and_a_sample_over_it(explorer):
    # 27 kinds, each with 6 pairs, among 108 * 107 / 2 deals of two cards.
    assert dict(explorer.answer.exact.counts) == {0: 5778 - 162, 1: 162}
    assert explorer.answer.sampled.n == 500
    assert "exact, computed" in page(explorer)
    assert "162" in page(explorer)
    assert "agree with the exact count" in page(explorer)


def test_another_question_keeps_what_can_be_kept(explorer):
    act(explorer, "of", "value")
    assert (explorer.of, explorer.cards) == ("value", 2)
    act(explorer, "cards", "3")
    assert explorer.answer.exact == deal_distribution("value", 3)
    act(explorer, "of", "finish")
    assert (explorer.of, explorer.cards) == ("finish", 14)
    act(explorer, "of", "distance")
    assert explorer.cards == 13


def test_rules_are_chosen_and_a_bonus_that_is_gone_is_not_asked(explorer):
    act(explorer, "of", "bonus:S4_2")
    act(explorer, "preset", "three_trios")
    assert (explorer.of, explorer.cards) == ("value", 8)
    assert explorer.rules.structures == 3
    act(explorer, "cards", "2")
    act(explorer, "distinct_scope", "grouped")
    act(explorer, "one_duo", "true")
    assert (explorer.rules.distinct_scope, explorer.rules.one_duo) == ("grouped", True)


def test_a_hand_is_found_in_the_distribution(explorer):
    act(explorer, "hand", "2eb*2")
    shown = page(explorer)
    assert "This hand counts as 1" in shown
    assert "▸ 1" in shown
    act(explorer, "hand", "")
    assert "This hand counts" not in page(explorer)


@pytest.mark.parametrize(
    ("do", "value", "said"),
    [
        ("hand", "4cn 1cn", "unknown card"),
        ("hand", "2eb", "1 cards; this question takes 2"),
        ("cards", "99", "cards: 99 is outside 1 to 14"),
        ("samples", "-5", "random hands beside: a whole number from 0 to 10000000"),
        ("seed", "-1", "seed: a whole number from 0 to 2147483647"),
    ],
)
def test_a_mistake_is_said_and_nothing_is_lost(explorer, do, value, said):
    before = explorer.answer
    act(explorer, do, value)
    assert said in page(explorer).replace("&#x27;", "'")
    assert explorer.answer is before
    assert (explorer.of, explorer.cards, explorer.samples) == ("duos", 2, 500)


def test_open_points_of_the_rules_stand_side_by_side(explorer):
    act(explorer, "of", "value")
    act(explorer, "cards", "4")
    act(explorer, "comparing", "true")
    others = explorer.answer.others
    assert len(others) == 3
    assert others[0][1] == deal_distribution("value", 4, Rules(distinct_scope="grouped"))
    assert "rules in force" in page(explorer)
    assert "with: One duo only without finishing" in page(explorer)


def test_in_french_everything_is_french(explorer):
    act(explorer, "hand", "2eb*2")
    act(explorer, "language", "fr")
    shown = page(explorer)
    assert "Cette main compte pour 1" in shown
    assert "Fréquence de" in shown
    for word in ("exact count", "This hand", "How rare", "deals</th>"):
        assert word not in shown


def test_no_sample_is_no_sample(explorer):
    act(explorer, "samples", "0")
    assert explorer.answer.sampled is None
    assert "agree" not in page(explorer)


def test_a_long_count_is_stopped(explorer):
    explorer.rules = Rules(trio_points=3)
    explorer._set(of="value", cards=13)
    act(explorer, "stop", "")
    assert explorer.cards == 13
    assert explorer.answer.exact.total == 5778

"""Drawn answers: they say what the results hold, stand alone, and speak both languages."""

from __future__ import annotations

import re

import pytest

from neuroanalysis.games.neurotrio import (
    Bonus,
    Position,
    Rules,
    UsefulCard,
    discards,
    evaluate,
    preset,
    useful_cards,
)
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.plots.neurotrio import (
    account_html,
    discards_html,
    evaluation_html,
    grouping_html,
    headline_html,
    position_html,
    useful_html,
    verdict,
)
from neuroanalysis.plots.neurotrio.words import bonus_name, group_name, value_words
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import LANGUAGES, speaking
from tests.plots.test_cards import outline

# A laid carré and a panged card; by hand: 8 + 4 + 4 + 4 for groups, S3_2 (force 1, heart) 4,
# D_S2_2 (force 1, blue) 2, D_S4_1 (force 1) 2, which contains S4_1; 28, and 10 for finishing.
FINISHED = "1cv*3 1cb*3 1eb*3 1rb*2 | laid 1cn*4 | kept 1rb | minimum 22"
BETWEEN = "1cn*3 1cv 1cb 1rb 2en 2ev 2eb*2 2rb 3en 3rb"
LAY = "To be laid first: the carré of"
TEN = "the 10 for finishing included"
DRAWN = "1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2 3cn"


def words(html):
    """What a drawing says, its drawn cards and its marks left out."""
    bare = re.sub(r"<svg.*?</svg>", "", html)
    return " ".join(re.sub(r"<[^>]*>", " ", bare).split())


def rows(html):
    return [words(row) for row in re.findall(r"<tr.*?</tr>", html)]


def drawings():
    finished, between = evaluate(FINISHED), evaluate(BETWEEN)
    return {
        "finished": evaluation_html(finished),
        "between": evaluation_html(between),
        "grouping": grouping_html(between.best),
        "useful": useful_html(useful_cards(BETWEEN)),
        "discards": discards_html(discards(DRAWN)),
        "position": position_html(finished.position),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_drawing_stands_alone_and_is_whole(lang):
    with speaking(lang):
        for html in drawings().values():
            outline(html)  # every div that is opened is closed
            assert not re.search(r'<(script|style|link|img)\b|\bid="|\bclass=|url\(|href', html)
            for tag in ("div", "span", "table", "tr", "td", "th", "svg", "details", "s"):
                assert len(re.findall(rf"<{tag}[ >]", html)) == html.count(f"</{tag}>")


def test_the_account_says_points_reasons_and_what_is_dropped():
    with speaking("en"):
        answer = evaluate(FINISHED)
        dropped = "does not add to D_S4_1, which contains it"
        assert rows(account_html(answer.best, answer.position.rules)) == [
            "What counts Points",
            "Groups 8 + 4 + 4 + 4 20",
            "3 structures with force 1 + heart in common S3_2 4",
            "1 duo and 2 structures with force 1 + blue background in common D_S2_2 2",
            "1 duo and 4 structures with force 1 in common D_S4_1 2",
            f"4 structures with 1 attribute value in common S4_1 {dropped} 1",
            "Finishing 10",
            "Total 38",
        ]
    with speaking("fr"):
        assert rows(account_html(answer.best, answer.position.rules))[2:4] == [
            "3 structures avec force 1 + cœur en commun S3_2 4",
            "1 duo et 2 structures avec force 1 + fond bleu en commun D_S2_2 2",
        ]


def test_the_cards_of_a_bonus_are_drawn_with_it():
    answer = evaluate(FINISHED)
    row = next(
        row for row in re.findall(r"<tr.*?</tr>", account_html(answer.best)) if "D_S2_2" in row
    )
    # Two trios and the duo; the blue ground is drawn on each of the eight cards.
    assert (row.count("<svg"), row.count('color="#0072b2"')) == (8, 8)


@pytest.mark.parametrize(("scope", "count"), [("hand", 10), ("grouped", 9)])
def test_the_distinct_cards_that_count_are_drawn(scope, count):
    # Three trios on lines of three kinds (9), and 3rb with 3cb and 2rn in no group at all.
    rules = Rules(distinct_scope=scope)
    answer = evaluate("1cn 1cv 1cb 2en 2ev 2eb 3rn 3rv 3rb 1en", rules=rules)
    [row] = [
        row for row in re.findall(r"<tr.*?</tr>", account_html(answer.best, rules)) if "<svg" in row
    ]
    assert row.count("<svg") == count
    assert f"N{count}" in row


def test_a_bonus_that_counts_several_times_says_so():
    # The duo lies on a line with the first two trios (1, heart) and with the others (1, blue).
    rules = Rules(repeat_bonuses=True)
    answer = evaluate("1cn*3 1cv*3 1eb*3 1rb*3 1cb*2", rules=rules)
    with speaking("en"):
        [found] = [row for row in rows(account_html(answer.best, rules)) if "D_S2_2" in row]
    assert found == (
        "1 duo and 2 structures with force 1 + heart in common D_S2_2 "
        "1 duo and 2 structures with force 1 + blue background in common D_S2_2 2 × 2 4"
    )


def test_groups_are_captioned_and_the_rest_is_faint():
    with speaking("en"):
        found = outline(evaluation_html(evaluate(FINISHED)))
        assert found.cards["laid carré · 8"] == 4
        assert found.cards["duo · 0"] == 2
        html = grouping_html(evaluate(BETWEEN).best)
    assert outline(html).cards["rest · 0"] == 4
    assert html.count('style="opacity:.5"') == 4


def test_the_other_groupings_can_be_unfolded():
    answer = evaluate(BETWEEN)
    assert answer.grouping_count == 3
    with speaking("en"):
        details = re.search(r"<details>.*</details>", evaluation_html(answer)).group()
        assert words(details).startswith("The 2 other groupings worth as much")
    assert details.count('role="group"') == 2 * (1 + 4)  # two hands of three groups and the rest
    one = evaluate("1cn*3")
    assert one.grouping_count == 1
    assert "<details" not in evaluation_html(one)


def test_what_is_not_drawn_of_many_groupings_is_said():
    answer = evaluate("1cn*2 1cv*2 1cb*2 2cn*2 2cv*2 2cb*2 3cn", limit=3)
    number = answer.grouping_count
    assert number > 10
    with speaking("en"):
        assert f"{number - 3} more are not drawn here." in words(evaluation_html(answer))
        assert f"The {number - 1} other groupings" in words(evaluation_html(answer))


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (FINISHED, "Can finish with 38 points, the 10 for finishing included (minimum 22)."),
        (f"{FINISHED[:-2]}40",
         f"All cards form a finishing hand, but 38 points, {TEN}, are below the minimum of 40."),
        (BETWEEN, "Cannot finish yet: 1 card short (distance 1)."),
        ("1cn", "Cannot finish yet: 13 cards short (distance 13)."),
        ("1cv*3 1cb*3 1eb*3 1rb*2 3rn | laid 1cn*4",
         "The duos and structures are complete, but cards are left over."),
        ("1cn*4 1cv*3 1cb*3 1eb*3 1rb*2",
         f"Can finish with 38 points, {TEN} (minimum 18). {LAY} 1 heart on black."),
    ],
)  # fmt: skip
def test_the_verdict(hand, said):
    with speaking("en"):
        assert verdict(evaluate(hand)) == said


def test_the_headline_says_either_total():
    answer = evaluate(FINISHED)
    with speaking("fr"):
        assert words(headline_html(answer)).startswith("38 points en finissant")
        assert words(headline_html(answer, finishing=False)).startswith("28 points sans finir")
        assert words(headline_html(evaluate("1cn"))).startswith("0 point sans finir")


def test_useful_cards_have_the_copies_left_and_may_be_made_buttons():
    useful = (UsefulCard(PIECES.kind("1eb"), 3), UsefulCard(PIECES.kind("2eb"), 1))
    with speaking("en"):
        html = useful_html(useful)
        assert words(html) == "Useful cards 2 kinds, 4 copies left 3 left 1 left"
        assert re.findall(r'title="([^"]*)"', html) == [
            "1 star on blue (1eb)",
            "2 stars on blue (2eb)",
        ]
        buttons = useful_html(useful, around=lambda kind, drawing: f"<button>{kind}</button>")
        assert re.findall(r"<button>(\d+)</button>", buttons) == ["5", "14"]
        assert words(useful_html(())) == "Useful cards No card brings this hand nearer."
        assert "no further card" in useful_html((), complete=True)


def test_discards_stand_in_order_under_the_reason():
    table = discards(DRAWN)
    with speaking("en"):
        html = discards_html(table)
        assert table.why() in words(html)
    codes = re.findall(r'font:12px monospace">(\w{3})<', html)
    assert codes == [PIECES.codes[row.kind] for row in table.rows]
    first = rows(html)[1:3]
    assert first == ["3cn 1 3 kinds, 10 copies 10", "1eb ×3 2eb ×3 3eb ×4"]


def test_a_position_shows_what_is_where():
    with speaking("en"):
        found = outline(
            position_html(Position.of("1cn 1cn 2eb", kept="1cn", laid="3rb*4", seen="2eb"))
        )
    assert found.cards == {"hand": 2, "panged": 1, "laid carré": 4, "seen elsewhere": 1}
    assert "Minimum 18." in found.texts


def test_words_of_quantities_bonuses_and_values():
    with speaking("en"):
        assert [quantity("duos", n) for n in (0, 1, 2)] == ["0 duos", "1 duo", "2 duos"]
        assert bonus_name(Bonus("N9", 1, distinct=9)) == "9 distinct cards"
        assert [value_words(value) for value in (0, 5, 6)] == [
            "force 1",
            "rose",
            "black background",
        ]
    with speaking("fr"):
        assert [quantity("duos", n) for n in (0, 1, 2)] == ["0 duo", "1 duo", "2 duos"]
        assert bonus_name(Bonus("S4_2", 16, structures=4, shared=2)) == (
            "4 structures avec 2 attributs en commun"
        )
        assert [group_name(group) for group in evaluate("1cn*3 2en*2").best.groups] == [
            "trio identique",
            "duo",
        ]


def test_bonuses_of_any_rule_set_are_named():
    own = Rules.from_mapping(
        {"preset": "three_trios", "bonuses": [{"code": "T", "points": 5, "structures": 2}]}
    )
    answer = evaluate("1cn*3 2en*3", rules=own)
    with speaking("en"):
        assert "2 structures with 0 attribute values in common T 5" in rows(
            account_html(answer.best, own)
        )
    assert preset("three_trios").by_code.keys() != own.by_code.keys()

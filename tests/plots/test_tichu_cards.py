"""Drawn Tichu cards: what they say, in grey and by ear, and that they do not disturb each other."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from neuroanalysis.games.tichu import Combination, kind_name
from neuroanalysis.games.tichu.pieces import CARDS, DRAGON, MAH_JONG, PHOENIX, PIECES
from neuroanalysis.plots.tichu import Card, card_svg, cards_of, hand_html, play_cards, play_html
from neuroanalysis.texts import LANGUAGES, speaking
from tests.plots.svg import SVG, contrast


def drawing(card, **options):
    return ElementTree.fromstring(card_svg(card, **options))


def letters(svg):
    return [part.text for part in svg.iter(f"{SVG}text")]


def ground(svg):
    return svg.find(f"{SVG}path").get("fill")


def in_grey(card):
    """What is drawn, whatever its colours and its alternative text."""
    bare = re.sub(r"<title>.*?</title>|aria-label=\"[^\"]*\"", "", card_svg(card))
    return re.sub(r"#[0-9a-f]{3,6}", "", bare)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_differ_by_form_alone(lang):
    with speaking(lang):
        assert len({in_grey(card) for card in range(CARDS)}) == CARDS


def test_suits_differ_by_their_mark_alone():
    marks = [
        {re.sub(r">\w+<", "><", in_grey(card)) for card in range(suit, MAH_JONG, 4)}
        for suit in range(4)
    ]
    assert [len(found) for found in marks] == [1] * 4
    assert len(set.union(*marks)) == 4


def test_ranks_have_the_letters_of_the_language():
    said = {"en": "2 3 4 5 6 7 8 9 10 J Q K A", "fr": "2 3 4 5 6 7 8 9 10 V D R A"}
    for lang, expected in said.items():
        with speaking(lang):
            found = [letters(drawing(card)) for card in range(0, MAH_JONG, 4)]
            assert [one for (one,) in found] == expected.split()


@pytest.mark.parametrize("card", [*range(4), *range(MAH_JONG, CARDS), Card(PHOENIX, 9)])
def test_letters_stand_out(card):
    svg = drawing(card)
    (letter,) = svg.iter(f"{SVG}text")
    assert contrast(letter.get("fill"), ground(svg)) >= 4.5


def test_a_phoenix_that_stands_for_a_rank_shows_it_on_another_ground():
    alone, stands = drawing(PHOENIX), drawing(Card(PHOENIX, 12))
    assert ground(alone) != ground(stands)
    with speaking("en"):
        assert letters(drawing(Card(PHOENIX, 12))) == ["Q"]
    shown = play_cards(Combination.of("7s-8h-Ph=9-Ts-Jd"))
    assert [card.stands for card in shown] == [None, None, 9, None, None]


def test_no_ids_and_no_references_so_that_many_fit_on_a_page():
    for card in [*range(CARDS), Card(PHOENIX, 3)]:
        assert not re.search(r'\bid="|url\(|href|<use|<style', card_svg(card))


def test_names_are_said_once_and_in_both_languages():
    said = {
        "en": ("king of hearts", "Phoenix as 9", "Dragon"),
        "fr": ("roi de cœur", "Phénix pour 9", "Dragon"),
    }
    cards = (Card(PIECES.kind("Kh")), Card(PHOENIX, 9), Card(DRAGON))
    for lang, names in said.items():
        with speaking(lang):
            for card, name in zip(cards, names, strict=True):
                svg = drawing(card)
                assert svg.get("aria-label") == svg.find(f"{SVG}title").text == name
            assert drawing(MAH_JONG).get("aria-label") == kind_name(MAH_JONG)
    assert drawing(3, decorative=True).find(f"{SVG}title") is None


def test_width():
    assert drawing(3, width=36).get("height") == "48"
    assert not {"width", "height"} & set(drawing(3, width=None).attrib)


@pytest.mark.parametrize("card", [-1, CARDS])
def test_a_card_that_there_is_not(card):
    with pytest.raises(ValueError, match="cards 0 to 55"):
        card_svg(card)


def test_hands_and_plays():
    counts = [0] * CARDS
    counts[4] = counts[PHOENIX] = 1
    assert [card.kind for card in cards_of(counts)] == [4, PHOENIX]
    assert cards_of(1 << 4 | 1 << PHOENIX) == cards_of(counts)
    assert 'aria-label="a &lt;hand&gt;"' in hand_html(cards_of(counts), label="a <hand>")
    drawn = play_html(Combination.of("Ph-As"))
    assert drawn.count("<svg") == 2
    assert "Ph=A-As" in drawn

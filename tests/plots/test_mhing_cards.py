"""Drawn Mhing cards: what they say, in grey and by ear, and that they do not disturb each other."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from neuroanalysis.games.mhing import Combination, kind_name
from neuroanalysis.games.mhing.pieces import FLOWER, JOKER, KINDS, PIECES, REAL, WINDS
from neuroanalysis.plots.mhing import Card, card_svg, cards_of, group_cards, hand_html
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
def test_kinds_differ_by_form_alone(lang):
    with speaking(lang):
        assert len({in_grey(kind) for kind in range(KINDS)}) == KINDS


@pytest.mark.parametrize("kind", range(WINDS))
def test_a_card_of_a_suit_shows_its_number(kind):
    svg = drawing(kind)
    assert letters(svg) == [str(kind % 9 + 1)]
    (number,) = svg.iter(f"{SVG}text")
    assert contrast(number.get("fill"), ground(svg)) >= 4.5


def test_suits_differ_by_their_figure_alone():
    figures = [
        {re.sub(r">\d<", "><", in_grey(9 * suit + rank)) for rank in range(9)} for suit in range(3)
    ]
    assert all(len(found) == 1 for found in figures)
    assert len(set.union(*figures)) == 3


def test_honours_have_the_letters_of_the_language_and_white_has_none():
    said = {"en": "E S W N - G R", "fr": "E S O N - V R"}
    for lang, expected in said.items():
        with speaking(lang):
            found = [letters(drawing(kind)) for kind in range(WINDS, REAL)]
            assert [one[0] if one else "-" for one in found] == expected.split()


@pytest.mark.parametrize("kind", range(REAL))
def test_a_joker_that_stands_for_a_card_has_a_star_and_another_ground(kind):
    plain, joker = drawing(kind), drawing(Card(kind, joker=True))
    assert ground(plain) != ground(joker)
    assert len(joker.findall(f"{SVG}path")) == len(plain.findall(f"{SVG}path")) + 1
    assert letters(joker) == letters(plain)
    for part in joker.iter(f"{SVG}text"):
        assert contrast(part.get("fill"), ground(joker)) >= 4.5


def test_no_ids_and_no_references_so_that_many_fit_on_a_page():
    for card in [*range(KINDS), Card(3, joker=True)]:
        assert not re.search(r'\bid="|url\(|href|<use|<style', card_svg(card))


def test_names_are_said_once_and_in_both_languages():
    said = {
        "en": ("3 of bamboos", "joker as white dragon", "flower"),
        "fr": ("3 de bambous", "joker pour dragon blanc", "fleur"),
    }
    cards = (Card(PIECES.kind("3s")), Card(PIECES.kind("5z"), joker=True), Card(FLOWER))
    for lang, names in said.items():
        with speaking(lang):
            for card, name in zip(cards, names, strict=True):
                svg = drawing(card)
                assert svg.get("aria-label") == svg.find(f"{SVG}title").text == name
            assert drawing(JOKER).get("aria-label") == kind_name(JOKER)
    assert drawing(3, decorative=True).find(f"{SVG}title") is None


def test_width():
    assert drawing(3, width=36).get("height") == "48"
    assert not {"width", "height"} & set(drawing(3, width=None).attrib)


@pytest.mark.parametrize("kind", [-1, KINDS])
def test_a_kind_that_there_is_not(kind):
    with pytest.raises(ValueError, match="kinds 0 to 35"):
        card_svg(kind)


def test_hands_and_combinations():
    counts = [0] * KINDS
    counts[4], counts[JOKER] = 2, 1
    assert [card.kind for card in cards_of(counts)] == [4, 4, JOKER]
    assert 'aria-label="a &lt;hand&gt;"' in hand_html(cards_of(counts), label="a <hand>")
    laid = group_cards(Combination.of("4s-5s*-6s"))
    assert [(PIECES.codes[card.kind], card.joker) for card in laid] == [
        ("4s", False),
        ("5s", True),
        ("6s", False),
    ]

"""Drawn cards: what they say, in grey and by ear, and that they do not disturb each other."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from neuroanalysis.games.neurotrio.pieces import kind_name
from neuroanalysis.plots.neurotrio import CardGroup, card_svg, hand_html, kinds_of
from neuroanalysis.texts import speaking
from tests.plots.svg import SVG, contrast

KINDS = range(27)


def drawing(kind, **options):
    return ElementTree.fromstring(card_svg(kind, **options))


def figures(kind):
    return [part for part in drawing(kind).iter(f"{SVG}g") if "transform" in part.attrib]


@pytest.mark.parametrize("kind", KINDS)
def test_force_is_a_digit_and_as_many_figures(kind):
    force = kind // 9 + 1
    assert [part.text for part in drawing(kind).iter(f"{SVG}text")] == [str(force)]
    assert len(figures(kind)) == force


def test_nature_is_the_outline_and_background_the_ground_and_its_pattern():
    def outline(kind):
        return tuple(path.attrib["d"] for path in figures(kind)[0])

    def ground(kind):
        svg = drawing(kind)
        pattern = [
            path.attrib["d"] for path in svg.findall(f"{SVG}path") if "stroke" in path.attrib
        ]
        return svg.attrib["color"], *pattern

    outlines = {nature: {outline(k) for k in KINDS if k // 3 % 3 == nature} for nature in range(3)}
    grounds = {back: {ground(k) for k in KINDS if k % 3 == back} for back in range(3)}
    assert all(len(found) == 1 for found in (*outlines.values(), *grounds.values()))
    assert len(set.union(*outlines.values())) == 3
    assert len(set.union(*grounds.values())) == 3
    black, green, blue = (next(iter(grounds[back])) for back in range(3))
    assert black == ("#1a1a1a",)
    assert (green[0], blue[0]) == ("#117733", "#0072b2")
    assert green[1] != blue[1]


@pytest.mark.parametrize("kind", KINDS)
def test_figures_and_digit_stand_out_from_the_ground(kind):
    svg = drawing(kind)
    inks = {
        part.attrib["fill"] for part in svg.iter() if part.attrib.get("fill", "").startswith("#")
    }
    assert inks
    assert all(contrast(ink, svg.attrib["color"]) >= 4.5 for ink in inks)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_leaves_the_card(kind):
    # Each figure fits the box from -11 to 11 (checked on its numbers: Bézier points bound a curve).
    for figure in figures(kind):
        x, y, scale = map(
            float,
            re.findall(r"translate\((\S+) (\S+)\) scale\((\S+)\)", figure.get("transform"))[0],
        )
        assert 11 * scale <= min(x, 60 - x) + 1
        assert 11 * scale <= min(y, 84 - y) + 1


def test_no_ids_and_no_references_so_that_many_fit_on_a_page():
    for kind in KINDS:
        svg = card_svg(kind)
        assert not re.search(r'\bid="|url\(|href|<use|<style', svg)


def test_names_are_said_once_and_in_both_languages():
    with speaking("fr"):
        svg = drawing(26)
        assert svg.attrib["aria-label"] == svg.find(f"{SVG}title").text == kind_name(26)
        assert kind_name(26) == "3 roses sur fond bleu"
        assert kind_name(0) == "1 cœur sur fond noir"
    with speaking("en"):
        assert len({kind_name(kind) for kind in KINDS}) == 27
    hidden = drawing(26, decorative=True)
    assert hidden.attrib["aria-hidden"] == "true"
    assert hidden.find(f"{SVG}title") is None


def test_width():
    assert drawing(3, width=36).attrib["height"] == "50.4"
    assert not {"width", "height"} & set(drawing(3, width=None).attrib)


@pytest.mark.parametrize("kind", [-1, 27])
def test_a_kind_that_there_is_not(kind):
    with pytest.raises(ValueError, match=str(kind)):
        card_svg(kind)


class Outline(HTMLParser):
    """The groups of a drawn hand: their names and how many cards each has."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.cards: dict[str, int] = {}
        self.names: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag == "div":
            self.open.append(found.get("aria-label", ""))
        if tag == "svg":
            name = next((n for n in reversed(self.open) if n), "")
            self.cards[name] = self.cards.get(name, 0) + 1

    def handle_endtag(self, tag):
        if tag == "div":
            self.open.pop()

    def handle_data(self, data):
        self.texts.append(data)


def outline(html):
    parser = Outline()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser


def test_a_hand_in_groups():
    groups = [
        CardGroup((0, 0), caption="duo"),
        CardGroup((5,) * 4, caption="laid <carré>", note="8 points", style="frame"),
    ]
    found = outline(hand_html((1, 2, 3), groups=groups, label="the hand"))
    assert found.cards == {"duo": 2, "laid <carré>": 4, "the hand": 3}
    assert {"duo", "laid <carré>", "8 points"} <= set(found.texts)


def test_faded_cards_are_drawn_fainter():
    assert "opacity" in hand_html(groups=[CardGroup((7,), style="plain", faded=True)])
    assert "opacity" not in hand_html(groups=[CardGroup((7,), style="plain")])


def test_kinds_of_counts():
    assert kinds_of([0, 2, 0, 1]) == (1, 1, 3)

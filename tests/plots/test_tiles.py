"""Drawn Okey tiles: what they say, in grey and by ear, and that they do not disturb each other."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from neuroanalysis.games.okey51 import Meld, Position, Rules
from neuroanalysis.games.okey51.pieces import FAKE, PIECES, TILES, kind_name
from neuroanalysis.plots.okey51 import Tile, drawn_tile, rack_html, tile_svg, tiles_of
from neuroanalysis.texts import speaking
from tests.plots.svg import SVG, contrast

NUMBER_TILES = range(52)


def drawing(tile, **options):
    return ElementTree.fromstring(tile_svg(tile, **options))


def numbers(svg):
    return [part.text for part in svg.iter(f"{SVG}text")]


def shape(svg):
    """The mark of the colour: what is drawn in the last group, whatever its colours."""
    (group,) = svg.findall(f"{SVG}g")
    (mark,) = group
    return mark.tag, mark.get("d"), mark.get("r")


def ground(svg):
    return svg.find(f"{SVG}path").get("fill")


@pytest.mark.parametrize("kind", NUMBER_TILES)
def test_a_tile_shows_its_number_and_a_shape_for_its_colour(kind):
    svg = drawing(kind)
    assert numbers(svg) == [str(kind % 13 + 1)]
    (number,) = svg.iter(f"{SVG}text")
    assert contrast(number.get("fill"), ground(svg)) >= 4.5


def test_colours_differ_by_shape_alone():
    shapes = {colour: {shape(drawing(13 * colour + n)) for n in range(13)} for colour in range(4)}
    assert all(len(found) == 1 for found in shapes.values())
    assert len(set.union(*shapes.values())) == 4


@pytest.mark.parametrize("kind", NUMBER_TILES)
def test_a_wild_has_a_star_and_another_ground_and_can_still_be_read(kind):
    plain, wild = drawing(kind), drawing(Tile(kind, wild=True))
    assert ground(plain) != ground(wild)
    assert len(wild.findall(f"{SVG}path")) == len(plain.findall(f"{SVG}path")) + 1
    (number,) = wild.iter(f"{SVG}text")
    assert number.text == str(kind % 13 + 1)
    assert contrast(number.get("fill"), ground(wild)) >= 4.5


def test_a_fake_okey_has_its_own_sign_and_says_what_it_counts_as():
    alone, known = drawing(FAKE), drawing(Tile(FAKE, counts_as=PIECES.kind("k12")))
    assert numbers(alone) == []
    assert numbers(known) == ["12"]
    sign = alone.find(f"{SVG}g")[1].get("d")
    signed = [path.get("d") for path in known.iter(f"{SVG}path")]
    assert sign in signed
    assert sign not in [path.get("d") for path in drawing(5).iter(f"{SVG}path")]


def test_no_ids_and_no_references_so_that_many_fit_on_a_page():
    tiles = [*range(TILES), Tile(3, wild=True), Tile(FAKE, counts_as=3)]
    for tile in tiles:
        assert not re.search(r'\bid="|url\(|href|<use|<style', tile_svg(tile))


def test_names_are_said_once_and_in_both_languages():
    said = {
        "en": ("yellow 13", "red 6 as okey (wild)", "fake okey, counts as red 6"),
        "fr": ("13 jaune", "6 rouge en okey (joker)", "fausse okey, compte pour le 6 rouge"),
    }
    for lang, names in said.items():
        with speaking(lang):
            for tile, name in zip(
                (Tile(51), Tile(5, wild=True), Tile(FAKE, counts_as=5)), names, strict=True
            ):
                svg = drawing(tile)
                assert svg.get("aria-label") == svg.find(f"{SVG}title").text == name
            assert drawing(FAKE).get("aria-label") == kind_name(FAKE)
    assert drawing(3, decorative=True).find(f"{SVG}title") is None


def test_width():
    assert drawing(3, width=36).get("height") == "48"
    assert not {"width", "height"} & set(drawing(3, width=None).attrib)


@pytest.mark.parametrize("tile", [-1, 53, Tile(FAKE, counts_as=52)])
def test_a_kind_that_there_is_not(tile):
    with pytest.raises(ValueError, match="kinds 0 to 52"):
        tile_svg(tile)


def test_a_rack_has_its_tiles_in_two_rows_and_okeys_last():
    position = Position.of("r6 r1 fo b9 y13", okey="r6")
    tiles = tiles_of(position)
    assert [PIECES.codes[tile.kind] for tile in tiles] == ["r1", "b9", "y13", "fo", "r6"]
    assert [tile.wild for tile in tiles] == [False] * 4 + [True]
    assert tiles[3].counts_as == PIECES.kind("r6")
    rows = rack_html(tiles, label="a <rack>").split("border-bottom")
    assert [row.count("<svg") for row in rows] == [0, 3, 2]
    assert 'aria-label="a &lt;rack&gt;"' in rows[0]


def test_in_a_meld_a_natural_in_the_okeys_place_is_a_fake_okey():
    okey = PIECES.kind("r6")
    run, other = (Meld.of(words, Rules()) for words in ("r5-r6-r7*", "r6*-b6-k6"))
    assert [drawn_tile(tile, okey).kind for tile in run.tiles] == [4, FAKE, 6]
    assert [drawn_tile(tile, okey).wild for tile in run.tiles] == [False, False, True]
    assert [drawn_tile(tile, okey).wild for tile in other.tiles] == [True, False, False]

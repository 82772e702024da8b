"""Colours that mean something are told apart, also by eyes without red or green cones."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import neuroanalysis
from neuroanalysis.plots import colours
from neuroanalysis.plots.colours import ESTIMATE, GOLD, HERE, INKS, IVORY, OTHER, PAGE
from neuroanalysis.plots.conquete.players import PLAYERS
from neuroanalysis.plots.mhing import cards as mhing
from neuroanalysis.plots.neurotrio_deck import GROUNDS
from neuroanalysis.plots.okey51.tiles import TILE_INKS
from neuroanalysis.plots.tichu import cards as tichu
from tests.plots.colour_sight import SIGHTS, apart, ciede2000, contrast, over, seen

PALETTES = {
    "page": PAGE,
    "marks of charts": (HERE, ESTIMATE, OTHER),
    "signs of answers": (colours.RIGHT, colours.WRONG),
    "players of Neurotrio conquête": tuple(look.ground for look in PLAYERS),
    "cards of Mhing and Tichu": tuple(INKS),
    "tiles of Okey": TILE_INKS,
    "cards of Neurotrio": GROUNDS,
    "grounds": (IVORY, GOLD),
}
LEAST = 10
# JupyterLab's pages and the panels on them, light then dark, each with its fainter ink.
PAGES = {"#ffffff": "#212121", "#111111": "#e0e0e0", "#212121": "#e0e0e0"}


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    # Of table 1 of Sharma, Wu and Dalal: hues across the grey axis and round 0, greys, far pairs.
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_that_were_published(one, other, difference):
    assert ciede2000(one, other) == pytest.approx(difference, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(difference, abs=5e-5)


def test_sight_keeps_white_and_black_and_takes_red_from_green():
    for sight in SIGHTS:
        assert seen("#ffffff", sight) == pytest.approx((100, 0, 0), abs=0.02)
        assert seen("#000000", sight) == pytest.approx((0, 0, 0), abs=0.02)
    assert apart("#a05a00", "#4f7a00", "normal") > 30
    assert apart("#a05a00", "#4f7a00", "deutan") < 12
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("name", PALETTES)
def test_any_two_colours_of_a_palette_lie_apart_for_all_eyes(name):
    near = {
        (one, other, sight): apart(one, other, sight)
        for one, other in combinations(PALETTES[name], 2)
        for sight in SIGHTS
        if apart(one, other, sight) < LEAST
    }
    assert near == {}


@pytest.mark.parametrize("colour", [*PAGE, colours.OUTLINE])
def test_marks_stand_out_on_light_and_dark_pages(colour):
    assert min(contrast(colour, page) for page in PAGES) >= 3


@pytest.mark.parametrize("ink", [*INKS, *TILE_INKS])
def test_inks_can_be_read_on_cards(ink):
    assert min(contrast(ink, ground) for ground in (IVORY, GOLD)) >= 4.5


@pytest.mark.parametrize("colour", [HERE, ESTIMATE])
def test_numbers_can_be_read_on_the_deepest_shade(colour):
    for page, ink in PAGES.items():
        assert contrast(ink, over(colour, colours.DEEPEST, page)) >= 4.5


def test_games_print_with_the_tested_inks():
    for game in (mhing, tichu):
        found = {
            name: value
            for name, value in vars(game).items()
            if name.startswith("_") and isinstance(value, str) and value.startswith("#")
        }
        assert found
        assert set(found.values()) <= set(INKS)


def test_no_file_of_drawings_has_a_second_copy_of_a_colour():
    root = Path(neuroanalysis.__file__).parent
    homes = {
        root / "plots" / "colours.py": {*PAGE, IVORY, GOLD, colours.OUTLINE},
        root / "plots" / "okey51" / "tiles.py": set(TILE_INKS) - {INKS.black},
        root / "plots" / "neurotrio_deck.py": set(GROUNDS) - {INKS.black},
    }
    files = [path for room in ("plots", "widgets") for path in (root / room).rglob("*.py")]
    assert len(files) > 60
    for path in files:
        said = path.read_text(encoding="utf-8").lower()
        for home, known in homes.items():
            assert path == home or not [colour for colour in known if colour in said], path

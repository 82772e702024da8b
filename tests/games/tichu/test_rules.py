"""Rule sets: their fields, and what is refused."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from neuroanalysis.errors import RulesError
from neuroanalysis.games.tichu import PRESETS, Rules, preset
from neuroanalysis.games.tichu._kernels import layout
from neuroanalysis.games.tichu.pieces import PIECES
from neuroanalysis.texts import LANGUAGES, speaking, text


def test_the_default_rules_are_those_of_the_rules_page():
    rules = Rules()
    assert (rules.hand_size, rules.first_cards, rules.target) == (14, 8, 1000)
    assert (rules.tichu_points, rules.grand_tichu_points, rules.double_win_points) == (
        100,
        200,
        200,
    )
    assert not rules.mah_jong_in_straight_flush
    assert not rules.phoenix_full_house_from_quad
    assert rules.wish == "optional"


def test_points_of_cards():
    points = Rules().to_arrays().points
    said = {PIECES.codes[card]: int(points[card]) for card in np.flatnonzero(points)}
    fives = {f"{rank}{suit}": n for rank, n in (("5", 5), ("T", 10), ("K", 10)) for suit in "shdc"}
    assert said == {**fives, "Dr": 25, "Ph": -25}
    assert Rules().points_in_pack == 100


def test_each_number_stands_at_its_place():
    numbers = Rules(cards_in_straight=6, wish="mandatory", target=500).to_arrays().numbers
    assert len(numbers) == layout.PLACES
    assert numbers[layout.CARDS_IN_STRAIGHT] == 6
    assert numbers[layout.WISH] == 2
    assert numbers[layout.TARGET] == 500


def test_every_field_reaches_the_kernels():
    changed = {
        "wish": "off",
        "lead_passes_when_out": "partner",
    }
    plain = Rules().to_arrays()
    for field in dataclasses.fields(Rules):
        value = changed.get(field.name)
        if value is None:
            old = getattr(Rules(), field.name)
            value = not old if isinstance(old, bool) else old + 1
        other = Rules(**{field.name: value}).to_arrays()
        same = all(np.array_equal(a, b) for a, b in zip(plain, other, strict=True))
        assert not same, field.name


@pytest.mark.parametrize(
    "option",
    [
        {"cards_in_straight": 3},
        {"pairs_in_sequence": 1},
        {"wish": "often"},
        {"target": 0},
        {"bomb_own_trick": "yes"},
        {"lead_passes_when_out": "left"},
    ],
)
def test_values_that_are_refused(option):
    [name] = option
    with pytest.raises(RulesError, match=name):
        Rules(**option)


def test_presets():
    assert preset("tichu") == PRESETS["tichu"] == Rules()
    with pytest.raises(RulesError, match="tichu"):
        preset("thirteen")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_its_words(language):
    with speaking(language):
        for field in dataclasses.fields(Rules):
            assert text(f"tichu.option.{field.name}")

"""The rule set: every option is validated, written and read back."""

from __future__ import annotations

import dataclasses

import pytest

from neuroanalysis.errors import RulesError
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51.rules import PRESETS, Rules, preset
from neuroanalysis.texts import speaking

# As the rules page lists them: the option, its default, its other value.
OPTIONS = [
    ("wrap_13_1", True, False),
    ("fake_okey_value", "okey", "indicator"),
    ("one_after_13", 1, 14),
    ("indicator_fake", "redraw", "double"),
    ("okey_pairs", True, False),
    ("steal_before_opening", False, True),
    ("taken_discard_may_return", False, True),
    ("taken_discard_new_meld", False, True),
    ("penalised_discard", "always", "never"),
    ("layoffs_per_turn", 0, 2),
    ("first_player_indicator_removed", True, False),
    ("teams", False, True),
    ("doubling", True, False),
    ("rounds", 1, 3),
]


@pytest.mark.parametrize(("name", "default", "other"), OPTIONS)
def test_each_option_of_the_rules_page(name, default, other):
    assert getattr(Rules(), name) == default
    changed = Rules.from_mapping({name: other})
    assert getattr(changed, name) == other
    assert changed.differences() == {"preset": "okey51", name: other}
    assert Rules.from_toml(changed.to_toml()) == changed
    assert Rules.of_words(changed.to_words(), None) == changed
    assert changed.digest() != Rules().digest()


def test_the_numbers_of_the_source():
    rules = Rules()
    assert (rules.hand_size, rules.threshold, rules.pairs_to_open) == (14, 51, 5)
    assert (rules.finish_points, rules.double_finish_points) == (500, 1000)
    assert (rules.unopened_points, rules.double_unopened_points) == (500, 1000)
    assert (rules.left_factor, rules.double_left_factor) == (5, 10)
    assert (rules.layoff_factor, rules.taken_factor, rules.steal_factor) == (10, 10, 10)
    assert (rules.steal_points, rules.penalised_points, rules.okey_left) == (100, 100, 100)
    assert rules.deck_size == 106


def test_101_with_21_tiles_is_a_rule_set_too():
    assert (preset("okey101").hand_size, preset("okey101").threshold) == (21, 101)
    assert tuple(PRESETS) == ("okey51", "okey101")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"hand_size": 22}, "option 'hand_size': 22 is outside 4 to 21"),
        ({"threshold": "51"}, "option 'threshold'"),
        ({"wrap_13_1": 1}, "option 'wrap_13_1'"),
        ({"fake_okey_value": "joker"}, "accepted|none of okey, indicator"),
        ({"pairs_to_open": 8}, "8 pairs take more than the 14 tiles of a rack"),
        ({"treshold": 60}, "unknown option 'treshold'; nearest: threshold"),
        ({"preset": "okey52"}, "unknown preset 'okey52'; accepted: okey51, okey101"),
        ({"game": "tichu"}, "tichu"),
    ],
)
def test_wrong_values_are_refused_by_name(values, said):
    with speaking("en"), pytest.raises(RulesError, match=said):
        Rules.from_mapping(values)


def test_every_number_reaches_the_kernels_at_a_place_of_its_own():
    before = Rules().to_arrays().numbers
    assert before.shape == (layout.PLACES,)
    changed_places = set()
    for field in dataclasses.fields(Rules):
        value = getattr(Rules(), field.name)
        if field.name in ("fake_okey_value", "indicator_fake", "rounds") or (
            field.name == "first_player_indicator_removed"
        ):
            continue  # settled before a hand, or a round, reaches a kernel
        if value == "always":
            other, number = "never", 0
        else:
            other = not value if isinstance(value, bool) else value + 1
            number = int(other)
        after = dataclasses.replace(Rules(), **{field.name: other}).to_arrays().numbers
        (place,) = (before != after).nonzero()[0]
        assert after[place] == number
        changed_places.add(int(place))
    assert changed_places == set(range(layout.PLACES))

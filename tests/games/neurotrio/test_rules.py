"""The rule set: the numbers of the rules page, and what cannot be played is refused."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.errors import RulesError
from neuroanalysis.games.neurotrio import rules as room
from neuroanalysis.games.neurotrio.rules import (
    BONUSES,
    DEFAULT_PRESET,
    PRESETS,
    Bonus,
    Rules,
    preset,
)
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.neurotrio.support import oracle_rules, random_rules
from tests.oracles import neurotrio as oracle
from tests.refusals import answer_or_none

# --- The numbers of the rules page ---------------------------------------------------------------


def test_the_default_rules_are_those_of_the_rules_page():
    rules = Rules()
    assert (rules.copies, rules.deck_size, rules.hand_size) == (4, 108, 13)
    assert (rules.duos, rules.structures, rules.finish_size, rules.most_cards) == (1, 4, 14, 18)
    assert (rules.duo_points, rules.trio_points, rules.triple_points) == (0, 2, 4)
    assert (rules.carre_points, rules.finish_points) == (8, 10)
    assert [points for _, points in rules.minimums] == [18, 20, 22, 24, 26]
    assert rules.least_minimum == 18
    assert (rules.players_min, rules.players_max) == (2, 6)
    assert (rules.reshuffles, rules.game_target) == (2, 100)
    assert (rules.distinct_scope, rules.repeat_bonuses, rules.one_duo) == ("hand", False, False)
    # The oracle's own table was written from the same page.
    assert oracle_rules(rules) == oracle.DEFAULT


def test_the_bonus_table_is_that_of_the_rules_page():
    assert {bonus.code: bonus.points for bonus in BONUSES} == {
        "S4_2": 16,
        "D_S3_2": 8,
        "S3_2": 4,
        "D_S2_2": 2,
        "D_S4_1": 2,
        "S4_1": 1,
        "N13": 6,
        "N12": 4,
        "N11": 3,
        "N10": 2,
        "N9": 1,
    }
    assert {code: set(inner) for code, inner in Rules().containment.items() if inner} == {
        "S4_2": {"S3_2", "S4_1"},
        "D_S3_2": {"S3_2", "D_S2_2"},
        "D_S4_1": {"S4_1"},
        "N13": {"N12", "N11", "N10", "N9"},
        "N12": {"N11", "N10", "N9"},
        "N11": {"N10", "N9"},
        "N10": {"N9"},
    }


@pytest.mark.parametrize(
    ("name", "copies", "held", "duos", "structures", "carre"),
    [
        ("two_decks", 4, 13, 1, 4, True),
        ("one_deck_shape", 2, 10, 1, 3, False),
        ("two_duos_two_trios", 4, 9, 2, 2, False),
        ("three_trios", 4, 8, 0, 3, False),
    ],
)
def test_a_preset(name, copies, held, duos, structures, carre):
    rules = preset(name)
    assert (rules.copies, rules.hand_size) == (copies, held)
    assert (rules.duos, rules.structures, rules.carre) == (duos, structures, carre)
    # Points are those of the page, and no bonus stands in the table that cannot be had.
    points = {bonus.code: bonus.points for bonus in BONUSES}
    for bonus in rules.bonuses:
        assert bonus.points == points[bonus.code]
        assert bonus.structures <= structures
        assert bonus.distinct <= rules.finish_size
    left_out = set(points) - {bonus.code for bonus in rules.bonuses}
    for bonus in BONUSES:
        if bonus.code in left_out:
            assert bonus.structures > structures or bonus.distinct > rules.finish_size


def test_the_presets_are_these_and_the_first_is_the_default():
    assert list(PRESETS) == ["two_decks", "one_deck_shape", "two_duos_two_trios", "three_trios"]
    assert PRESETS[DEFAULT_PRESET] == Rules()


# --- Bonuses for the kernels ---------------------------------------------------------------------


def test_what_a_set_of_bonuses_is_worth():
    rules = Rules()
    arrays = rules.to_arrays()
    # Bits: bonuses of groups in the order of the table, then those of kinds.
    order = sorted(BONUSES, key=lambda bonus: bonus.distinct > 0)
    bits = {bonus.code: 1 << place for place, bonus in enumerate(order)}
    worth = {}
    for n in range(len(order) + 1):
        for chosen in combinations(order, n):
            codes = {bonus.code for bonus in chosen}
            inner = {
                c for code in codes for c in oracle.all_contained(code, oracle.DEFAULT["bonuses"])
            }
            number = sum(bits[code] for code in codes)
            worth[number] = sum(bonus.points for bonus in chosen if bonus.code not in inner)
            assert arrays.survivors[number] == sum(bits[code] for code in codes - inner)
    assert arrays.points.tolist() == [worth[number] for number in range(1 << len(order))]
    rng = random.Random(1)
    for number in [*range(64), *(rng.randrange(1 << len(order)) for _ in range(40))]:
        subsets = [other for other in range(1 << len(order)) if other & ~number == 0]
        assert arrays.bound[number] == max(worth[other] for other in subsets)


def test_which_kinds_earn_which_bonuses():
    arrays = Rules().to_arrays()
    n13, n12, n11, n10, n9 = (1 << bit for bit in range(6, 11))
    assert arrays.distinct_bits.tolist() == [
        *[0] * 9,
        n9,
        n9 | n10,
        n9 | n10 | n11,
        n9 | n10 | n11 | n12,
        *[n9 | n10 | n11 | n12 | n13] * 15,
    ]


def test_no_bonuses_at_all():
    arrays = Rules(bonuses=()).to_arrays()
    assert arrays.points.tolist() == [0]
    assert arrays.needs.shape == (0, 4)
    assert not np.any(arrays.distinct_bits)


# --- From and to plain values --------------------------------------------------------------------

RULE_SETS = [
    *PRESETS.values(),
    *(random_rules(random.Random(seed)) for seed in range(30)),
    Rules(minimums=(("knight of the rose", 30), ("a=b|c.d", 5), ("é", 1))),
    Rules(bonuses=()),
    Rules(bonuses=(*BONUSES, Bonus("TWINS", 3, duos=2, shared=2, per_line=True))),
    replace(PRESETS["three_trios"], trio_points=3),
]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_rule_set_is_written_and_read_back(rules):
    assert Rules.from_toml(rules.to_toml()) == rules
    assert Rules.from_mapping(rules.to_mapping()) == rules
    assert Rules.from_mapping(rules.differences()) == rules
    assert Rules.from_mapping(rules.differences()).digest() == rules.digest()


def test_different_rules_have_different_digests():
    digests = {rules.digest() for rules in RULE_SETS}
    assert len(digests) == len(set(RULE_SETS))
    assert replace(Rules(), trio_points=2).digest() == Rules().digest()


def test_differences_are_from_the_nearest_preset():
    for name, rules in PRESETS.items():
        assert rules.differences() == {"preset": name}
    assert replace(preset("three_trios"), trio_points=3).differences() == {
        "preset": "three_trios",
        "trio_points": 3,
    }
    dear = tuple(replace(b, points=20) if b.code == "S4_2" else b for b in BONUSES)
    assert Rules(bonuses=dear).differences() == {
        "preset": "two_decks",
        "bonuses": {"S4_2": 20},
    }


def test_values_over_a_preset_and_over_other_rules():
    values = {"preset": "three_trios", "trio_points": 3, "minimums": {"easy": 12}}
    rules = Rules.from_mapping(values)
    assert rules == replace(preset("three_trios"), trio_points=3, minimums=(("easy", 12),))
    assert Rules.from_mapping({"trio_points": 5}, rules).minimums == (("easy", 12),)
    assert Rules.from_mapping({"preset": "two_decks"}, rules) == Rules()
    assert Rules.from_mapping({}) == Rules()


def test_a_rule_file_of_a_designer():
    rules = Rules.from_toml(
        """
        game = "neurotrio"
        preset = "two_duos_two_trios"
        finish_points = 7

        [[bonuses]]
        code = "TWINS"
        points = 3
        duos = 2
        shared = 2

        [[bonuses]]
        code = "TWINS_ON_A_PLANE"
        points = 1
        duos = 2
        shared = 1

        [minimums]
        everybody = 9
        """
    )
    assert (rules.finish_points, rules.structures, rules.least_minimum) == (7, 2, 9)
    assert [bonus.code for bonus in rules.bonuses] == ["TWINS", "TWINS_ON_A_PLANE"]


# --- What is refused -----------------------------------------------------------------------------

ONE = Bonus("ONE", 1, structures=1)


def of(**values):
    return lambda: Rules.from_mapping(values)


def row(**values):
    return of(bonuses=[{"code": "X", "points": 1, "structures": 1, **values}])


def table(*bonuses, **changes):
    return lambda: Rules(bonuses=bonuses, **changes)


BAD = [
    (of(copys=3), "rules.unknown_option", "unknown option 'copys'; nearest: copies"),
    (of(bonuses={"S4": 3}), "rules.unknown_option", "unknown option 'bonuses.S4'; nearest: S4_2"),
    (row(colour=3), "rules.unknown_option", "unknown option 'bonuses.X.colour'; nearest: "),
    (
        of(preset="three_trio"),
        "rules.unknown_preset",
        "unknown preset 'three_trio'; accepted: two_decks, one_deck_shape, two_duos_two_trios, ",
    ),
    (of(preset=3), "rules.type", "option 'preset': 3, where text is expected"),
    (of(game="mhing"), "rules.game", "these rules are for mhing, not for neurotrio"),
    (of(copies="4"), "rules.type", "option 'copies': \"4\", where whole number is expected"),
    (of(copies=True), "rules.type", "option 'copies': true, where whole number is expected"),
    (of(copies=8), "rules.range", "option 'copies': 8 is outside 1 to 7"),
    (of(trio_points=-1), "rules.range", "option 'trio_points': -1 is outside 0 to 999"),
    (of(one_duo=1), "rules.type", "option 'one_duo': 1, where true or false is expected"),
    (
        of(distinct_scope="all"),
        "rules.choice",
        "option 'distinct_scope': \"all\" is none of hand, grouped",
    ),
    (of(bonuses="S4_2"), "rules.type", "option 'bonuses': \"S4_2\", where list is expected"),
    (of(bonuses=["S4_2"]), "rules.type", "option 'bonuses.1': \"S4_2\", where table is expected"),
    (
        of(bonuses=[{"points": 3}]),
        "rules.type",
        "option 'bonuses.1.code': null, where text is expected",
    ),
    (
        of(bonuses={"S4_2": "x"}),
        "rules.type",
        "option 'bonuses.S4_2': \"x\", where whole number is expected",
    ),
    (row(points=1000), "rules.range", "option 'bonuses.X.points': 1000 is outside 0 to 999"),
    (row(structures=7), "rules.range", "option 'bonuses.X.structures': 7 is outside 0 to 6"),
    (row(shared=4), "rules.range", "option 'bonuses.X.shared': 4 is outside 0 to 3"),
    (row(per_line=1), "rules.type", "option 'bonuses.X.per_line': 1, where true or false is "),
    (row(contains="S4"), "rules.type", "option 'bonuses.X.contains': \"S4\", where list is "),
    (
        of(minimums={"easy": "low"}),
        "rules.type",
        "option 'minimums.easy': \"low\", where whole number is expected",
    ),
    (of(minimums=20), "rules.type", "option 'minimums': 20, where table is expected"),
    (
        of(minimums={}),
        "rules.no_minimum",
        "option 'minimums': at least one is needed, such as {beginner = 20}",
    ),
    (
        of(hand_size=12),
        "rules.shape",
        "option 'hand_size': 12 cards and one drawn do not make 1 duo and 4 structures, which",
    ),
    (
        of(copies=1, carre=False),
        "rules.duo_copies",
        "option 'copies': a duo needs 2 copies of a kind, there are 1",
    ),
    (
        of(copies=3),
        "rules.carre_copies",
        "option 'carre': a carré needs 4 copies of a kind, there are 3",
    ),
    (
        of(players_max=9),
        "rules.deck",
        "option 'hand_size': 9 players with 13 cards need more than the 108 cards there are",
    ),
    (
        of(players_min=5, players_max=4),
        "rules.players",
        "option 'players_max': 4 is below 'players_min', 5",
    ),
    (table(ONE, ONE), "rules.bonus_twice", "option 'bonuses': the code ONE stands twice"),
    (
        table(replace(ONE, code="A B")),
        "rules.bonus_code",
        "option 'bonuses': 'A B' is no code; use letters, digits and _",
    ),
    (table(replace(ONE, code="É")), "rules.bonus_code", "option 'bonuses': 'É' is no code; "),
    (table(replace(ONE, code="")), "rules.bonus_code", "option 'bonuses': '' is no code; "),
    (
        table(replace(ONE, contains=("TWO",))),
        "rules.bonus_contains",
        "option 'bonuses.ONE.contains': there is no bonus TWO",
    ),
    (
        table(replace(ONE, contains=("ONE",))),
        "rules.bonus_cycle",
        "option 'bonuses.ONE.contains': ONE would contain itself",
    ),
    (
        table(
            replace(ONE, code="A", contains=("B",)),
            replace(ONE, code="B", contains=("C",)),
            replace(ONE, code="C", contains=("A",)),
        ),
        "rules.bonus_cycle",
        "option 'bonuses.A.contains': A would contain itself",
    ),
    (
        table(Bonus("X", 1)),
        "rules.bonus_empty",
        "option 'bonuses.X': give either a number of distinct kinds or duos and structures",
    ),
    (
        table(Bonus("X", 1, duos=1, distinct=5)),
        "rules.bonus_both",
        "option 'bonuses.X': distinct kinds and groups cannot be asked together",
    ),
    (
        table(Bonus("X", 1, distinct=5, per_line=True)),
        "rules.bonus_line",
        "option 'bonuses.X.per_line': only for a bonus of groups with attributes in common",
    ),
    (
        table(*(Bonus(f"B{n}", 1, structures=1) for n in range(17))),
        "rules.bonus_many",
        "option 'bonuses': 17 bonuses; at most 16",
    ),
    (
        table(
            Bonus("LOW", 3, duos=1, structures=1, contains=("HIGH",)),
            Bonus("HIGH", 5, structures=1),
        ),
        "rules.bonus_costs",
        "option 'bonuses.LOW': its 3 points are fewer than the 5 of what it replaces (HIGH), so",
    ),
    (
        table(
            Bonus("N3", 1, distinct=3, contains=("N2",)),
            Bonus("N2", 4, distinct=2),
            distinct_scope="grouped",
        ),
        "rules.bonus_costs",
        "option 'bonuses.N3': its 1 point is fewer than the 4 of what it replaces (N2), so",
    ),
    (
        # One duo may bring P on two lines; a second brings Q, and P would not count any more.
        table(
            Bonus("P", 2, duos=1, structures=1, shared=2, per_line=True),
            Bonus("Q", 3, duos=2, structures=1, shared=2, contains=("P",)),
            repeat_bonuses=True,
        ),
        "rules.bonus_repeats",
        "option 'bonuses.Q.contains': with 'repeat_bonuses' P may count on several lines",
    ),
    (
        # Values that no reader has seen are held to the same ranges: kernels do not look.
        table(Bonus("X", 1, structures=9)),
        "rules.range",
        "option 'bonuses.X.structures': 9 is outside 0 to 6",
    ),
    (table(Bonus("X", -1, duos=1)), "rules.range", "option 'bonuses.X.points': -1 is outside "),
    (
        table(Bonus("X", 1, duos=1, shared=4)),
        "rules.range",
        "option 'bonuses.X.shared': 4 is outside 0 to 3",
    ),
    (lambda: Rules.from_toml("copies = "), "rules.toml", "the rules are not valid TOML: "),
    (
        lambda: Rules.from_toml("copies = 4\ncopies = 4"),
        "rules.toml",
        "the rules are not valid TOML: ",
    ),
    (lambda: Rules.from_toml("a = " + "9" * 5000), "rules.toml", "the rules are not valid TOML: "),
    (lambda: Rules.from_toml("a = " + "[" * 9999), "rules.toml", "the rules are not valid TOML: "),
    (lambda: preset(""), "rules.unknown_preset", "unknown preset ''; accepted: two_decks, "),
]


@pytest.mark.parametrize(("ask", "key", "said"), BAD)
def test_what_is_refused(ask, key, said):
    with speaking("en"):
        with pytest.raises(RulesError) as caught:
            ask()
        assert str(caught.value).startswith(said)
    assert caught.value.key == key
    with speaking("fr"):
        with pytest.raises(RulesError) as caught:
            ask()
        french = str(caught.value)
    assert not french.startswith(said)
    assert "{" not in french.replace("{beginner = 20}", "")


def test_every_error_of_this_room_is_told_above():
    raised = raised_keys(Path(room.__file__))
    assert raised
    assert raised <= {key for _, key, _ in BAD}


def test_eight_players_can_be_dealt_to_and_nine_not():
    assert Rules(players_max=8).deck_size - 8 * 13 == 4
    with pytest.raises(RulesError, match="9 players"):
        Rules(players_max=9)


def test_contradictory_values_are_refused_wherever_they_come_from():
    rules = Rules()
    for change in ({"hand_size": 12}, {"copies": 2}, {"structures": 3}, {"duos": 2}):
        with pytest.raises(RulesError):
            replace(rules, **change)
        with pytest.raises(RulesError):
            Rules.from_mapping(change)


def test_a_rule_set_does_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().copies = 3
    assert len({Rules(), Rules(), Rules(one_duo=True)}) == 2


# --- Junk ----------------------------------------------------------------------------------------

NAMES = st.sampled_from([*(field.name for field in dataclasses.fields(Rules)), "preset", "game"])
FIELDS = st.sampled_from([*(field.name for field in dataclasses.fields(Bonus)), "S4_2", "N9"])
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 30), st.integers(), st.floats(), st.text(max_size=8)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(FIELDS | st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=12,
)


@given(st.dictionaries(NAMES | st.text(max_size=8), VALUES, max_size=6))
def test_junk_values_are_read_or_refused(values):
    rules = answer_or_none(Rules.from_mapping, values)
    if rules is not None:
        assert rules.hand_size + 1 == 2 * rules.duos + 3 * rules.structures
        assert Rules.from_mapping(rules.to_mapping()) == rules


@given(
    st.text(max_size=60)
    | st.text(alphabet="copies=[]{}\"'.#\n 0123bonustrue", max_size=60)
    | st.lists(st.sampled_from(Rules().to_toml().splitlines())).map("\n".join)
)
def test_junk_text_is_read_or_refused(text):
    rules = answer_or_none(Rules.from_toml, text)
    assert rules is None or Rules.from_toml(rules.to_toml()) == rules

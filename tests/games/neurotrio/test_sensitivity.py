"""One point more or less, against the slow oracle hand by hand, and against what is known.

The oracle lists all groupings of a hand and adds each up under the changed rules; it knows neither
which hands a change can touch nor how bonuses are told from best groupings.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from math import comb

import numpy as np
import pytest

from neuroanalysis.core.distribution import Distribution
from neuroanalysis.core.tables import find_table, read_rows
from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import InputError, NeuroanalysisError, RulesError
from neuroanalysis.games.neurotrio.analysis import deal_distribution, hand_classes
from neuroanalysis.games.neurotrio.analysis.classes import class_chunks
from neuroanalysis.games.neurotrio.rules import GAME, PRESETS, Bonus, Rules
from neuroanalysis.games.neurotrio.study import compare, effects
from neuroanalysis.games.neurotrio.study.compare import compare_deals, describe, differences
from neuroanalysis.games.neurotrio.study.effects import (
    OF,
    Effect,
    deal_effects,
    hand_changes,
    only_points,
)
from neuroanalysis.games.neurotrio.study.rule_files import load_rules, save_rules
from neuroanalysis.games.neurotrio.study.sensitivity import (
    STEPS,
    changed_rules,
    compute_sensitivity,
    point_options,
    possible_changes,
    sensitivity,
)
from neuroanalysis.games.neurotrio.study.sensitivity_tables import (
    SensitivityTable,
    sensitivity_rows,
    shipped_sensitivity,
)
from neuroanalysis.texts import speaking
from tests.games.neurotrio.support import batch, oracle_rules, random_hand, random_rules
from tests.oracles import neurotrio as oracle

# Hands of four cards have everything: groups, bonuses that contain others and that repeat.
SMALL = Rules(
    hand_size=4,
    structures=1,
    duo_points=1,
    bonuses=(
        Bonus("LINE", 3, structures=1, shared=2, contains=("N2",)),
        Bonus("POINT", 5, structures=1, shared=3, contains=("LINE",)),
        Bonus("PAIRS", 2, duos=2, shared=1, per_line=True),
        Bonus("N4", 4, distinct=4, contains=("N3",)),
        Bonus("N3", 3, distinct=3, contains=("N2",)),
        Bonus("N2", 1, distinct=2),
    ),
)
GAMES = {
    "small": SMALL,
    "grouped": replace(SMALL, distinct_scope="grouped"),
    "repeat": replace(SMALL, repeat_bonuses=True),
    "one_duo": replace(SMALL, one_duo=True, distinct_scope="grouped"),
    "two_copies": replace(SMALL, copies=2, carre=False),
    "two_structures": replace(SMALL, duos=0, structures=2, hand_size=5),
}
QUICK = ("one_deck_shape", "three_trios")
rows_of = cache(lambda preset: tuple(read_rows(table_of(preset))))


def table_of(preset):
    return find_table(GAME, "sensitivity", PRESETS[preset].scoring_digest())


def allowed(rules):
    """The changed rules that are not refused, by option and step."""
    found = possible_changes(rules)
    return {key: value for key, value in found.items() if isinstance(value, Rules)}


def slow_worths(hand, variants, of):
    """What a hand is worth under rules that group alike, by the oracle; None: does not finish."""
    first = oracle_rules(variants[0])
    if of == "value":
        found = oracle.groupings(hand, (), first)
    else:
        _, found = oracle.finish(hand, (), {**first, **FREE, "bonuses": []})
        if not found:
            return [None] * len(variants)
    worths = []
    for rules in variants:
        said = oracle_rules(rules)
        best = max(oracle.grouping_value(grouping, hand, (), said) for grouping in found)
        worths.append(best + rules.finish_points * (of == "finish"))
    return worths


# With these all groupings that finish are equally good, so that the oracle gives all of them.
FREE = dict.fromkeys(
    ("duo_points", "trio_points", "three_alike_points", "carre_points", "finish_points"), 0
)


# --- Hand by hand, against the oracle ------------------------------------------------------------


@cache
def slow_effects(game, of):
    """For each change how many deals go from what to what, by the oracle."""
    rules = GAMES[game]
    cards = rules.hand_size if of == "value" else rules.finish_size
    listed = hand_classes(cards, rules.copies)
    variants = list(allowed(rules).values())
    moved = [Counter() for _ in variants]
    before = Counter()
    for hand, weight in zip(listed.counts.tolist(), listed.weights().tolist(), strict=True):
        worth, *others = slow_worths(hand, [rules, *variants], of)
        before["none" if worth is None else worth] += weight
        for count, other in zip(moved, others, strict=True):
            if other != worth:
                count[worth, other] += weight
    return before, moved


@pytest.mark.parametrize("of", OF)
@pytest.mark.parametrize("game", GAMES)
def test_every_change_of_a_small_game_is_what_the_oracle_says(game, of):
    rules = GAMES[game]
    before, moved = slow_effects(game, of)
    found = compute_sensitivity(rules, workers=1)
    assert [(c.option, c.step) for c in found.possible] == list(allowed(rules))
    for change, expected in zip(found.possible, moved, strict=True):
        effect = change.effects[of]
        assert dict(effect.before.counts) == before, change.option
        assert dict(effect.moved) == expected, (change.option, change.step)
    assert any(moved), "nothing changes, so nothing was tested"


@pytest.mark.parametrize("seed", range(12))
def test_hands_of_random_rules_change_as_the_oracle_says(seed):
    rng = random.Random(seed)
    rules = random_rules(rng)
    variants = list(allowed(rules).values())
    for of in OF:
        cards = rules.hand_size if of == "value" else rules.finish_size
        hands = [random_hand(rng, min(cards, 11), rules.copies, sort) for sort in (0, 1)]
        if of == "finish":
            hands = [*hands, finishing_hand(rng, rules), finishing_hand(rng, rules)]
        worth, changed = hand_changes(batch(hands), rules, variants, of)
        for place, hand in enumerate(hands):
            known, *others = slow_worths(hand, [rules, *variants], of)
            assert int(worth[place]) == (-1 if known is None else known)
            for (places, new), expected in zip(changed, others, strict=True):
                told = dict(zip(places.tolist(), new.tolist(), strict=True))
                assert told.get(place, worth[place]) == (-1 if expected is None else expected)


def finishing_hand(rng, rules):
    """A hand of duos and trios as the rules ask, most of them on few lines."""
    while True:
        groups = rng.choices(oracle.DUOS, k=rules.duos)
        groups += rng.choices(oracle.TRIOS[: rng.choice([20, 216])], k=rules.structures)
        held = Counter(kind for group in groups for kind in group)
        if max(held.values()) <= rules.copies:
            return tuple(held[kind] for kind in range(27))


def test_hands_of_the_default_rules_change_as_the_oracle_says():
    rng = random.Random(5)
    rules = Rules()
    variants = list(allowed(rules).values())
    hands = [random_hand(rng, 13, sort=sort) for sort in (0, 0, 0)]
    hands += [tuple(oracle.parse(hand)) for hand in SPECIAL]
    worth, changed = hand_changes(batch(hands), rules, variants, "value")
    for place, hand in enumerate(hands):
        known, *others = slow_worths(hand, [rules, *variants], "value")
        assert worth[place] == known
        for (places, new), expected in zip(changed, others, strict=True):
            told = dict(zip(places.tolist(), new.tolist(), strict=True))
            assert told.get(place, worth[place]) == expected


# Trios that may be three alike or not, bonuses that replace each other, a carré or a trio.
SPECIAL = (
    "1cn*3 1cv*3 1cb*3 2cn*2 3ev 3rb",
    "1cn*4 1cv*4 2cb*2 3rb*3",
    "1cn*2 1cv*3 1cb*2 1en 1ev 1eb 2rn*2 2rv",
)


# --- All deals -----------------------------------------------------------------------------------


def test_a_change_of_nothing_changes_nothing():
    for of, (effect,) in deal_effects(SMALL, [replace(SMALL)], workers=1).items():
        assert effect.moved == {}
        assert effect.after == effect.before
        assert (effect.mean_change, effect.changed) == (0, 0)
        assert effect.before == deal_distribution(of, rules=SMALL, method="classes")


@pytest.mark.parametrize("preset", QUICK)
def test_a_preset_computed_again_is_what_ships(preset):
    found = compute_sensitivity(PRESETS[preset])
    assert [tuple(map(str, row)) for row in sensitivity_rows(found)] == [
        tuple(row.values()) for row in rows_of(preset)
    ]
    assert (found.source, sensitivity(PRESETS[preset]).source) == ("computed", "data")


@pytest.mark.parametrize(("option", "step"), [("trio_points", 1), ("bonuses.N9", -1)])
@pytest.mark.parametrize("of", OF)
def test_what_is_left_after_a_change_is_what_deals_are_worth_then(option, step, of):
    rules = PRESETS["one_deck_shape"]
    change = sensitivity(rules).change(option, step)
    after = changed_rules(rules, option, change.points + step)
    assert change.effects[of].after == deal_distribution(of, rules=after, method="classes")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bonus_gains_just_the_deals_in_which_it_counts(preset):
    # How many these are is in the table of deals, which is made bonus by bonus.
    rules = PRESETS[preset]
    found = sensitivity(rules)
    for bonus in rules.bonuses:
        share = deal_distribution(f"bonus:{bonus.code}", rules=rules).probability(1)
        more = found.change(bonus.code).value
        assert more.mean_change == more.changed == share
        assert found.change(bonus.code, -1).value.changed <= share


@pytest.mark.parametrize("preset", PRESETS)
def test_a_point_more_brings_at_least_what_a_point_less_costs(preset):
    # The worth of a hand is the greatest of sums that are linear in each number of points.
    found = sensitivity(PRESETS[preset])
    options = {change.option for change in found.possible if change.step == -1}
    assert options >= {"trio_points", "finish_points"}
    for option in options:
        for of in OF:
            more, less = (found.change(option, step).effects[of] for step in STEPS)
            assert more.mean_change >= -less.mean_change >= 0


@pytest.mark.parametrize("code", ["N9", "N10"])
def test_the_mean_change_lies_between_the_shares_that_count_before_and_after(code):
    rules = PRESETS["one_deck_shape"]
    option = f"bonuses.{code}"
    after = changed_rules(rules, option, rules.by_code[code].points + 3)
    [effect] = deal_effects(rules, [after], ["value"])["value"]
    shares = [
        deal_distribution(f"bonus:{code}", rules=one, method="classes").probability(1)
        for one in (rules, after)
    ]
    assert 3 * shares[0] <= effect.mean_change <= 3 * shares[1]
    assert 0 < shares[0] < 1


def test_finishing_points_move_every_finishing_hand_and_no_other():
    found = sensitivity()
    for step in STEPS:
        change = found.change("finish_points", step)
        assert change.value.moved == {}
        assert (change.finish.changed, change.finish.mean_change) == (1, step)
        reach = {m: change.finish.reach(m) for m in found.minimums}
        assert all(after == reached(found.finish, m - step) for m, (_, after) in reach.items())


def reached(worth, minimum):
    return sum(n for key, n in worth.counts.items() if key != "none" and key >= minimum)


def test_the_default_rules_are_over_all_deals():
    found = sensitivity()
    assert found.source == "data"
    assert found.value.total == comb(108, 13)
    assert found.finish.total == comb(108, 14)
    assert found.value == deal_distribution("value")
    assert found.finish == deal_distribution("finish")
    for change in found.possible:
        assert change.value.after.total == comb(108, 13)
        assert change.finish.after.counts["none"] == found.finish.counts["none"]
    # Who finishes has 18 points at least, and loses nothing but through trios and finishing.
    losing = [c.option for c in found.possible if c.finish.reach(18)[1] < c.finish.finishing]
    assert losing == ["trio_points", "finish_points"]
    carre = found.change("carre_points")
    assert carre.finish.moved == {}  # no carré in 14 cards
    fours = deal_distribution("carres").share(lambda n: n != 0)
    assert 0 < carre.value.changed <= fours


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_changed_rules_that_are_refused_say_why(lang):
    equal = changed_rules(SMALL, "bonuses.N4", 3)
    rules = replace(
        equal, distinct_scope="grouped", bonuses=equal.bonuses, repeat_bonuses=False, duo_points=0
    )
    found = compute_sensitivity(rules, workers=1)
    refused = {(c.option, c.step): c for c in found.changes if c.refused is not None}
    # Clause 2.8: N3 with a point more would be worth more than N4, for which a duo may ask.
    assert set(refused) == {("duo_points", -1), ("bonuses.N4", -1), ("bonuses.N3", 1)}
    with speaking(lang):
        said = str(found)
        for change in refused.values():
            assert str(change.refused) in said
            with pytest.raises(RulesError):
                assert change.value
        frame = found.to_frame()
    told = frame[frame.refused.notna()]
    assert set(zip(told.option, told.step, strict=True)) == set(refused)
    assert told.change.isna().all()


def test_what_is_no_option_of_points_is_refused():
    with pytest.raises(InputError, match="carre_points"):
        sensitivity().change("copies")
    with pytest.raises(InputError, match="-1 to 1"):
        sensitivity().change("N9", 2)
    assert list(point_options(PRESETS["one_deck_shape"]))[:3] == [
        "duo_points", "trio_points", "finish_points",
    ]  # fmt: skip


def test_the_table_has_each_measure_of_each_change():
    found = sensitivity()
    frame = found.to_frame()
    assert len(found.changes) == 32
    assert len(found.possible) == 31
    assert len(frame) == 31 * (4 + 5) + 1
    row = frame[(frame.option == "bonuses.N10") & (frame.step == -1) & (frame.minimum == 20)]
    finish = found.change("N10", -1).finish
    before, after = finish.reach(20)
    assert row[["before", "after"]].to_numpy().tolist() == [
        [before / finish.finishing, after / finish.finishing]
    ]
    assert row.change.item() == float(finish.reach_change(20))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_said_in_both_languages(lang):
    found = sensitivity()
    with speaking(lang):
        lines = str(found).splitlines()
    assert len(lines) == 2 + 2 + 32 + 1
    assert "N11" in lines[-6]
    assert ("three alike" in lines[8]) == (lang == "en")


# --- Work ----------------------------------------------------------------------------------------


def test_the_answer_does_not_depend_on_who_works(tmp_path):
    rules = PRESETS["one_deck_shape"]
    after = [changed_rules(rules, "trio_points", 3)]
    told = []
    alone = deal_effects(rules, after, workers=1, progress=lambda done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1] > 0
    assert alone == deal_effects(rules, after, workers=2, resume=tmp_path)
    kept = list(tmp_path.rglob("*.chunk"))
    assert kept
    # What is kept is not computed again, and is the same.
    stamps = {file: file.stat().st_mtime_ns for file in kept}
    assert alone == deal_effects(rules, after, workers=1, resume=tmp_path)
    assert stamps == {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.chunk")}


def test_it_can_be_cancelled():
    cancel = Cancel()

    def stop(done, total):
        if done:
            cancel.cancel()

    with pytest.raises(Cancelled):
        compute_sensitivity(Rules(), workers=1, progress=stop, cancel=cancel)


def test_a_part_tells_how_far_it_is():
    chunk = max(class_chunks(8), key=lambda chunk: chunk.size)
    control = effects.Control()
    work = effects._Work("value", (SMALL_TEXT, SMALL_TEXT), chunk.payload)
    sums = effects._count_part(work, control)
    assert sums.moved == ({},)
    assert 0.99 * chunk.payload.expected < control.done <= chunk.payload.expected


SMALL_TEXT = '{"preset": "three_trios"}'


def test_rules_that_deal_other_cards_are_not_compared_hand_by_hand():
    with pytest.raises(RulesError, match="copies"):
        deal_effects(Rules(), [replace(Rules(), copies=5)])
    assert only_points(Rules(), Rules(finish_points=3, minimums=(("a", 1),)))
    assert not only_points(Rules(), Rules(repeat_bonuses=True))


def test_an_effect_counts_hands_that_begin_or_cease_to_finish():
    before = Distribution.from_counts({"none": 6, 18: 2, 20: 2})
    effect = Effect(before, {("none", 18): 1, (20, "none"): 1, (18, 19): 1})
    assert dict(effect.after.counts) == {"none": 6, 18: 2, 19: 1, 20: 1}
    assert effect.mean_change.as_integer_ratio() == (1, 3)
    assert effect.changed.as_integer_ratio() == (3, 5)
    assert effect.reach(20) == (2, 1)


# --- The tables that ship ------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_the_shipped_tables_have_no_faults(preset):
    assert SensitivityTable(preset).faults(rows_of(preset)) == []
    found = shipped_sensitivity(PRESETS[preset])
    assert tuple(tuple(map(str, row)) for row in sensitivity_rows(found)) == tuple(
        tuple(row.values()) for row in rows_of(preset)
    )


def spoilt(change):
    """The faults of a table of which one row is changed."""
    rows = [dict(row) for row in rows_of("three_trios")]
    change(rows)
    with speaking("en"):
        return " ".join(SensitivityTable("three_trios").faults(rows))


def row_of(rows, option, step, of="value"):
    """The first row of a change that is about deals which it changes."""
    head = (of, option, str(step))
    return next(
        row
        for row in rows
        if (row["of"], row["option"], row["step"]) == head and row["before"] != "same"
    )


def test_damage_that_can_be_known_is_told():
    def base(rows):
        rows[0]["count"] = str(int(rows[0]["count"]) + 1)

    def wrong_way(rows):
        row = row_of(rows, "trio_points", 1)
        row["before"], row["after"] = row["after"], row["before"]

    def too_many(rows):
        row_of(rows, "trio_points", -1)["count"] = str(10**30)

    def other(rows):
        row = row_of(rows, "bonuses.D_S2_2", 1)
        row["count"] = str(int(row["count"]) - 1)

    def missing(rows):
        rows.remove(row_of(rows, "duo_points", 1))

    def lost(rows):
        rows.remove(row_of(rows, "finish_points", 1, "finish"))

    assert "not what the table of deals says" in spoilt(base)
    assert "value, trio_points +1: a deal that is worth less" in spoilt(wrong_way)
    assert "value, trio_points -1: more deals change than there are" in spoilt(too_many)
    assert "value, bonuses.D_S2_2 +1: " in spoilt(other)
    assert "value, duo_points +1: the counts add up to" in spoilt(missing)
    assert "finish, finish_points +1: " in spoilt(lost)


# --- Two rule sets -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_differences_rebuild_the_other_rules(seed):
    rng = random.Random(seed)
    one, other = random_rules(rng), random_rules(rng)
    values = one.to_mapping()
    rows = {row["code"]: dict(row) for row in values["bonuses"]}
    order = list(rows)
    for difference in differences(one, other):
        name, _, inner = difference.option.partition(".")
        code, _, field = inner.partition(".")
        if name == "minimums":
            values[name].pop(code, None)
            if difference.after is not None:
                values[name][code] = difference.after
        elif difference.option == "bonuses":
            order = difference.after
        elif field:
            rows[code][field] = difference.after
        elif name == "bonuses" and isinstance(difference.after, int):
            rows[code]["points"] = difference.after
        elif name == "bonuses" and difference.after is None:
            del rows[code]
        elif name == "bonuses":
            rows[code] = difference.after
        else:
            values[name] = difference.after
    order = [code for code in order if code in rows]
    values["bonuses"] = [rows[code] for code in dict.fromkeys((*order, *rows))]
    rebuilt = Rules.from_mapping(values)
    assert set(rebuilt.bonuses) == set(other.bonuses)
    assert replace(rebuilt, bonuses=other.bonuses) == other
    assert (differences(one, other) == ()) == (one == other)


SAID = [
    (Rules(trio_points=3), "points of a trio (trio_points): 2 → 3",
     "points d’un trio (trio_points)\u00a0: 2 → 3"),
    (changed_rules(Rules(), "bonuses.S4_2", 12),
     "points of the bonus S4_2 (bonuses.S4_2): 16 → 12",
     "points du bonus S4_2 (bonuses.S4_2)\u00a0: 16 → 12"),
    (Rules(minimums=(*Rules().minimums, ("mine", 30))),
     "suggested minimum mine (minimums.mine): none → 30",
     "minimum proposé mine (minimums.mine)\u00a0: aucun → 30"),
    (Rules(bonuses=(*Rules().bonuses, Bonus("X", 3, structures=1))),
     "a new bonus X: points=3, structures=1", "un nouveau bonus X\u00a0: points=3, structures=1"),
    (Rules(bonuses=Rules().bonuses[::-1]),
     "the order of the bonuses (bonuses): S4_2, D_S3_2",
     "l’ordre des bonus (bonuses)\u00a0: S4_2, D_S3_2"),
    (Rules(bonuses=(replace(Rules().bonuses[0], contains=()), *Rules().bonuses[1:])),
     "what is contained of the bonus S4_2 (bonuses.S4_2.contains): S3_2, S4_1 → none",
     "ce qui est contenu du bonus S4_2 (bonuses.S4_2.contains)\u00a0: S3_2, S4_1 → aucun"),
    (Rules(bonuses=tuple(replace(bonus, contains=()) for bonus in Rules().bonuses[:-1])),
     "the bonus N9 is gone", "le bonus N9 n’y est plus"),
    (Rules(), "The two rule sets say the same.", "Les deux jeux de règles disent la même chose."),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "english", "french"), SAID)
def test_differences_are_said_in_both_languages(rules, english, french):
    for lang, expected in (("en", english), ("fr", french)):
        with speaking(lang):
            assert any(
                line.startswith(expected) for line in describe(Rules(), rules).splitlines()
            ), describe(Rules(), rules)


def test_rules_are_kept_in_a_file(tmp_path):
    file = tmp_path / "mine.toml"
    for rules in (Rules(trio_points=3), PRESETS["one_deck_shape"]):
        save_rules(rules, file)
        assert load_rules(file) == rules
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]
    file.write_text('preset = "three_trios"\ntrio_points = 3\n')
    assert load_rules(file) == replace(PRESETS["three_trios"], trio_points=3)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("trio_points = -1", "mine.toml: option 'trio_points': -1 is outside 0 to 999"),
        ("trio_point = 1", "mine.toml: unknown option 'trio_point'; nearest: trio_points"),
        ("trio_points = ", "mine.toml: the rules are not valid TOML"),
        ("", "mine.toml is empty"),
        (None, "there is no file"),
    ],
)
def test_a_file_that_is_wrong_is_named(tmp_path, content, said):
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_text(content)
    with speaking("en"), pytest.raises(NeuroanalysisError) as caught:
        load_rules(file)
    with speaking("en"):
        assert said in str(caught.value)
    with pytest.raises(InputError):
        save_rules(Rules(), tmp_path / "nowhere" / "mine.toml")


def test_two_points_at_once_are_compared_hand_by_hand():
    rules = PRESETS["one_deck_shape"]
    after = replace(rules, trio_points=3, one_duo=True, minimums=(("child", 20), ("mine", 21)))
    found = compare_deals(rules, after)
    for of in OF:
        assert found.worth[of] == tuple(
            deal_distribution(of, rules=one, method="classes") for one in (rules, after)
        )
        assert found.effects[of].after == found.worth[of][1]
    reach = {reach.name: reach for reach in found.reaches}
    assert set(reach) == {"child", "beginner", "hiker", "expert", "mythical", "mine"}
    one, other = found.worth["finish"]
    assert reach["child"].minimums == (18, 20)
    assert reach["child"].counts == (reached(one, 18), reached(other, 20))
    assert reach["mine"].counts == (reached(one, 21), reached(other, 21))
    frame = found.to_frame().set_index("measure")
    assert frame.change["value_mean"] == float(other_mean(found))


def other_mean(found):
    one, other = found.worth["value"]
    return other.mean() - one.mean()


def test_what_ships_is_found_again(monkeypatch):
    def never(*_, **__):
        raise AssertionError("computed")

    monkeypatch.setattr(compare, "deal_effects", never)
    same = compare_deals(Rules(), Rules(players_max=4))
    assert not any(effect.moved for effect in same.effects.values())
    more = compare_deals(Rules(), changed_rules(Rules(), "bonuses.N9", 2))
    assert more.effects["value"] == sensitivity().change("N9").value
    with pytest.raises(AssertionError, match="computed"):
        compare_deals(Rules(), Rules(trio_points=4))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rules_that_deal_other_cards_are_compared_as_far_as_they_can_be(lang):
    one, other = PRESETS["three_trios"], PRESETS["two_duos_two_trios"]
    found = compare_deals(one, other)
    assert found.effects == {}
    assert found.worth["value"] == (
        deal_distribution("value", rules=one),
        deal_distribution("value", rules=other),
    )
    with speaking(lang):
        said = str(found)
    assert "8 → 9" in said
    assert ("one by one" in said) == (lang == "en")
    assert "value_changed" not in set(found.to_frame().measure)


def test_a_change_of_shape_changes_who_finishes():
    # Five cards: a duo and a trio, or, with a duo less and a card less in hand, no more.
    one = replace(SMALL, bonuses=())
    other = replace(one, carre=False, trio_points=1)
    found = compare_deals(one, other)
    for of in OF:
        assert found.worth[of][1] == deal_distribution(of, rules=other, method="classes")
    hands = np.array([oracle.parse("1cn*3 2ev*2")], dtype=np.uint8)
    worth, [(places, new)] = hand_changes(hands, one, [other], "finish")
    assert (worth.tolist(), places.tolist(), new.tolist()) == ([15], [], [])

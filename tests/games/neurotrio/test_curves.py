"""Curves of random deals: computed, kept as tables, and what is said from them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.curve_tables import (
    KEPT_ERROR,
    CurveTable,
    curve_rows,
    find_curves,
    shipped_curves,
)
from neuroanalysis.games.neurotrio.analysis.curves import Curves, compute_curves
from neuroanalysis.games.neurotrio.analysis.deal_tables import shipped_deals
from neuroanalysis.games.neurotrio.analysis.deals import Question
from neuroanalysis.games.neurotrio.analysis.solitaire import solve
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules
from neuroanalysis.texts import speaking

PLAIN = Rules(structures=1, hand_size=4, carre=False, copies=2, players_max=6)
# Easy to add up by hand.
BY_HAND = Curves(
    Rules(),
    {
        ("best", 18): (0.25, 0.5, 1.0),
        ("best", 20): (0.0, 0.25, 0.5),
        ("nearest", 18): (0.25, 0.25, 0.75),
        ("nearest", 20): (0.0, 0.25, 0.25),
    },
    "computed",
)


def test_draws_are_counted_as_by_hand():
    # A quarter each at the first and the second draw, half at the third: 1/4 + 2/4 + 3/2.
    wait = BY_HAND.wait(18)
    assert (wait.counted, wait.unfinished, wait.draws, wait.half) == (2.25, 0.0, 3, 2)
    # Of those who have not finished by the third, half of all, each counts three: 2/4 + 3/4 + 3/2.
    other = BY_HAND.wait(20)
    assert (other.counted, other.unfinished, other.half, other.at_least) == (2.75, 0.5, 3, 3.25)
    assert BY_HAND.wait(20, "nearest").half is None


def test_skill_and_costs_are_differences():
    assert list(BY_HAND.skill_gap(18).values) == [0.0, 0.25, 0.25]
    assert list(BY_HAND.cost(20).values) == [0.25, 0.25, 0.5]
    assert list(BY_HAND.cost(20, player="nearest").values) == [0.25, 0.0, 0.5]
    assert BY_HAND.cost(20).error == 2 * BY_HAND.error
    with pytest.raises(InputError, match="minimum 22 is not solved; solved: 18, 20"):
        BY_HAND.cost(22)


def test_a_summary_says_it_in_both_languages():
    english = BY_HAND.summary()
    for said in (
        "Minimum 20: 2.75 draws on average at the least",
        "counted up to 3, within which 50 % of deals do not finish. For 18 they are 2.25.",
        "takes 2.75; the gap is widest within 3 draws: 25 percentage points",
    ):
        assert said in english
    with speaking("fr"):
        assert "Minimum 20\u00a0: au moins 2,75 pioches en moyenne" in BY_HAND.summary()
    frame = BY_HAND.to_frame()
    assert frame.shape == (12, 5)
    assert frame.query("player == 'nearest' and minimum == 18 and draws == 3").chance.item() == 0.75


@pytest.mark.parametrize("preset", ["one_deck_shape", "two_duos_two_trios", "three_trios"])
def test_within_one_draw_it_is_dealing_a_card_more(preset):
    # Without carrés, whoever finishes with his first draw was dealt a finishing hand: the exact
    # counts of deals, made over drawn hands and without any graph, must say the same.
    rules = PRESETS[preset]
    curves = shipped_curves(rules)
    deals = shipped_deals(Question("finish", rules.finish_size, rules))
    for minimum in CurveTable(preset).minimums:
        n = sum(n for total, n in deals.counts.items() if total != "none" and total >= minimum)
        exact = Fraction(n, comb(rules.deck_size, rules.finish_size))
        for player in ("best", "nearest"):
            assert curves.curve(minimum, player).interval(0).covers(exact)


def test_with_carres_the_first_draw_finishes_a_little_more_often():
    rules = Rules()
    curves = shipped_curves(rules)
    for minimum in CurveTable("two_decks").minimums:
        shares = []
        for cards in range(14, 19):
            deals = shipped_deals(Question("finish", cards, rules))
            n = sum(n for total, n in deals.counts.items() if total != "none" and total >= minimum)
            shares.append(Fraction(n, deals.total))
        # The replacements of laid carrés are random cards too; but a player has to lay in time.
        low, high = curves.curve(minimum).interval(0)
        assert shares[0] < low
        assert high < sum(shares)


@pytest.mark.parametrize("preset", PRESETS)
def test_shipped_curves_have_no_faults(preset):
    table = CurveTable(preset)
    curves = shipped_curves(PRESETS[preset])
    assert (curves.source, curves.error, curves.draws) == ("data", KEPT_ERROR, 40)
    assert curves.minimums == table.minimums
    rows = [dict(zip(table.columns, map(str, row), strict=True)) for row in curve_rows(curves)]
    assert table.faults(rows) == []


@pytest.mark.parametrize("preset", ["three_trios"])
def test_computing_again_gives_what_ships(preset):
    rules = PRESETS[preset]
    minimums = CurveTable(preset).minimums
    again, shipped = compute_curves(rules, minimums), shipped_curves(rules)
    for key, curve in shipped.chances.items():
        assert again.chances[key] == pytest.approx(curve, abs=KEPT_ERROR)


def test_faults_are_told():
    table = CurveTable("three_trios")
    right = [
        dict(zip(table.columns, map(str, row), strict=True))
        for row in curve_rows(shipped_curves(table.rules))
    ]

    def faults(row: int, **changed: str) -> str:
        wrong = [dict(other) for other in right]
        wrong[row].update(changed)
        return " ".join(table.faults(wrong))

    assert "best, 18: a chance that falls" in faults(0, chance="0.5")
    assert "best, 20: is above 18" in faults(79, chance="0.99999")
    assert "nearest, 18: is above best" in faults(239, chance="0.99999")
    assert "bound on the error" in faults(3, error="0.1")
    assert "nearest, 26: no answer" in " ".join(table.faults(right[:-1]))


def test_tables_are_the_same_up_to_their_error():
    table = CurveTable("three_trios")
    kept = [["best", "18", "1", "0.5", "2e-12"]]
    assert table.same(kept, [["best", "18", "1", "0.500000000001", "2e-12"]])
    assert not table.same(kept, [["best", "18", "1", "0.50000000001", "2e-12"]])
    assert not table.same(kept, [["best", "18", "2", "0.5", "2e-12"]])
    assert not table.same(kept, [])


def test_curves_are_found_in_the_package_then_in_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    assert find_curves(PRESETS["three_trios"], [20], 5).to_dict().keys() == {"20"}
    assert find_curves(PRESETS["three_trios"], [21]) is None
    assert find_curves(PLAIN) is None
    # What ships and what is kept is put together.
    solve(PRESETS["three_trios"], [21], 5)
    both = find_curves(PRESETS["three_trios"], [20, 21], 5)
    assert (both.minimums, both.source, both.error) == ((20, 21), "solution", KEPT_ERROR)
    assert set(both.chances) == {("best", 20), ("nearest", 20), ("best", 21)}
    assert both.curve(21).values[4] <= both.curve(20).values[4]
    assert find_curves(PRESETS["three_trios"], [20, 21], 6) is None
    assert find_curves(PRESETS["three_trios"], draws=5).minimums == (18, 20, 21, 22, 24, 26)
    solution = solve(PLAIN, [14], 3)
    found = find_curves(PLAIN, [14], 2)
    assert (found.source, found.players, found.draws) == ("solution", ("best",), 2)
    assert found.curve(14).values == solution.curve_of_deals(14).values[:2]
    assert find_curves(PLAIN, [14], 4) is None
    # Who scores otherwise has other curves; other suggested minimums change nothing.
    assert find_curves(replace(PLAIN, minimums=(("all", 30),)), [14], 2) is not None


def test_known_curves_are_not_computed_again():
    alone = compute_curves(PLAIN, [14, 16], 3)
    known = compute_curves(PLAIN, [14, 16], 3, known={14: (0.125, 0.25, 0.5, 0.75)})
    assert known.chances["best", 14] == (0.125, 0.25, 0.5)
    for key in (("best", 16), ("nearest", 14), ("nearest", 16)):
        assert known.chances[key] == alone.chances[key]


def test_it_tells_its_progress_and_can_be_cancelled():
    told = []
    compute_curves(PLAIN, [14], 2, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    cancel = Cancel()
    with pytest.raises(Cancelled):
        compute_curves(PLAIN, [14], 2, progress=lambda *_: cancel.cancel(), cancel=cancel)
    with pytest.raises(InputError, match="draws"):
        compute_curves(PLAIN, [14], 41)

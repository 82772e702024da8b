"""What a change of the rules does to rounds, against direct counts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.errors import MoveError
from neuroanalysis.games.neurotrio.play import Discard, Draw, Pang, can, deal, do, verify
from neuroanalysis.games.neurotrio.rules import Rules, preset
from neuroanalysis.games.neurotrio.study import compare_rules, simulate
from neuroanalysis.texts import speaking

TABLE = ["beginner", "child", "child"]


def measure(comparison, name, player=None):
    return next(m for m in comparison.measures if (m.name, m.player) == (name, player))


def test_the_measures_are_those_of_both_simulations():
    with_pang, without = Rules(), Rules(pang=False)
    found = compare_rules(with_pang, without, TABLE, rounds=80, seed=4, workers=1)
    for rules, side in ((with_pang, "before"), (without, "after")):
        rows = simulate(TABLE, [20, 18, 18], rules=rules, rounds=80, seed=4, workers=1).rows
        assert getattr(measure(found, "points", 0), side).value == pytest.approx(
            rows[rows.player == 0].points.mean()
        )
        assert getattr(measure(found, "finishes", 2), side).value == pytest.approx(
            rows[rows.player == 2].finished.mean()
        )
        began, others = rows[rows.seat == 0].points.mean(), rows[rows.seat != 0].points.mean()
        assert getattr(measure(found, "advantage"), side).value == pytest.approx(began - others)
        draws = rows.groupby("round").draws.sum() - rows.groupby("round").carres.sum()
        assert getattr(measure(found, "turns"), side).value == pytest.approx(draws.mean())


def test_a_change_is_paired_round_by_round():
    found = compare_rules(Rules(), Rules(pang=False), TABLE, rounds=80, seed=4, workers=1)
    turns = measure(found, "turns")
    pairs = found.after.played.turns.astype(float) - found.before.played.turns
    assert turns.change.value == pytest.approx(pairs.mean())
    half = 1.959964 * pairs.std(ddof=1) / np.sqrt(80)
    assert turns.change.interval.high - turns.change.value == pytest.approx(half, rel=1e-4)
    # Without pangs a round is several times as long: no sampling error is near that.
    assert turns.shown
    assert turns.change.value > 5


def test_no_change_changes_nothing():
    found = compare_rules(Rules(), Rules(), TABLE, rounds=30, workers=1)
    assert all(m.change.value == 0 and not m.shown for m in found.measures)
    assert found.differences == ()
    # A share that did not change in 30 rounds may change in others: Wilson's bound for 0 of 30.
    for name, player in (("finished", None), ("finishes", 0)):
        assert measure(found, name, player).change.interval.high == pytest.approx(
            0.113513, abs=1e-5
        )


def test_a_bonus_more_brings_just_its_points_where_nobody_looks_at_it():
    # Children look at no points, with a minimum that any finish reaches: the play is the same.
    after = replace(Rules(), finish_points=13)
    found = compare_rules(Rules(), after, ["child", "child"], [18, 18], rounds=60, workers=1)
    share = sum(measure(found, "finishes", player).before.value for player in (0, 1))
    gained = sum(measure(found, "points", player).change.value for player in (0, 1))
    assert gained == pytest.approx(3 * share)
    assert measure(found, "turns").change.value == 0


def test_other_shapes_can_be_compared():
    small, smaller = preset("one_deck_shape"), preset("three_trios")
    found = compare_rules(small, smaller, ["child", "hiker"], [16, 16], rounds=20, workers=1)
    assert {d.option for d in found.differences} >= {"copies", "hand_size", "duos"}
    frame = found.to_frame()
    assert len(frame) == 3 + 2 * 2
    assert (frame.change_low <= frame.change).all()
    assert (frame.change <= frame.change_high).all()


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("Somebody finishes", "turns")), ("fr", ("Quelqu’un finit", "tours"))],
)
def test_a_comparison_is_told_in_both_languages(lang, words):
    found = compare_rules(Rules(), Rules(pang=False), ["child", "child"], rounds=20, workers=1)
    with speaking(lang):
        told = str(found)
    assert all(word in told for word in words)
    assert len(told.splitlines()) == 1 + 1 + 1 + 3 + 4


def test_a_run_can_be_resumed(tmp_path):
    how = {"rounds": 20, "workers": 1, "resume": tmp_path}
    first = compare_rules(Rules(), Rules(pang=False), ["child", "child"], **how)
    kept = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    again = compare_rules(Rules(), Rules(pang=False), ["child", "child"], **how)
    assert kept
    assert str(first) == str(again)


def test_where_there_is_no_pang_nobody_pangs():
    state = do(deal(["Ana", "Bo"], seed=1, rules=Rules(pang=False)), Draw(0))
    kind = next(k for k in range(27) if state.hands[0][k])
    state = do(state, Discard(0, kind))
    assert not can(state, Pang(1))
    with pytest.raises(MoveError, match="no pang"):
        verify(state, Pang(1))
    found = simulate(["child", "beginner"], rules=Rules(pang=False), rounds=30, workers=1)
    assert found.rows.pangs.sum() == 0

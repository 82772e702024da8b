"""What each card that wins leads to, against the slow twin, and the words of the offer."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.mhing import MHING, Position, Rules, outlook
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, PIECES
from tests.games.mhing.support import (
    laid_text,
    oracle_rules,
    random_rules,
    unmatched_hand,
    winning_hand,
)
from tests.oracles import mhing as oracle


def one_short(seed):
    """Cards that lack one to a winning hand, some of them jokers, some combinations laid."""
    rng = random.Random(seed)
    laid = []
    if seed % 4 == 3:
        counts = unmatched_hand(rng, rng.choice([0, 1]))
    else:
        counts, laid = winning_hand(rng, rng.choice([0, 1]), seed % 3, narrow=seed % 2 == 0)
    counts[FLOWER] = 0
    counts[rng.choice([kind for kind in oracle.KINDS if counts[kind]])] -= 1
    return counts, laid, Rules() if seed % 5 else random_rules(rng)


@pytest.mark.parametrize("seed", range(16))
def test_every_card_that_wins_is_told_with_what_the_hand_earns_then(seed):
    counts, laid, rules = one_short(seed)
    wins = {}
    for kind in range(FLOWER):
        held = sum(group.count(kind) for group in laid) + counts[kind]
        if held == COPIES[kind]:
            continue
        more = list(counts)
        more[kind] += 1
        earned, *_ = oracle.evaluate(more, oracle_rules(rules), laid)
        if earned is not None:
            wins[PIECES.codes[kind]] = (earned, COPIES[kind] - held)
    assert "J" in wins or not rules.joker_in_nothing_matches
    found = outlook(counts, laid=laid_text(laid), rules=rules)
    told = {row.card.code: (row.credits, row.card.copies) for row in found.prospects}
    assert told == wins
    for row in found.prospects:
        assert (row.distance, row.enough) == (0, True)
        assert row.points == rules.points(row.credits)
    points = [row.points for row in found.prospects]
    assert points == sorted(points, reverse=True)
    # A card that wins is said to fall short where more is asked than the hand earns with it.
    most = max(earned for earned, _ in wins.values())
    asked = replace(rules, min_credits=min(most + 1, 99))
    found = outlook(counts, laid=laid_text(laid), rules=asked)
    assert {row.card.code: row.credits for row in found.prospects} == {
        code: earned for code, (earned, _) in wins.items()
    }
    assert not any(row.enough for row in found.prospects)


# --- The offer -----------------------------------------------------------------------------------


def test_after_the_best_discard_the_outlook_is_that_of_the_hand_left():
    answer = MHING.under().ask("123345567m 99m 2p 1z 5p")
    best = answer.advice.best
    left = Position.of("123345567m 99m 2p 5p", seen=best.card)
    assert best.card == "1z"
    assert answer.after == outlook(left)
    assert answer.to_dict()["after"] == outlook(left).to_dict()
    # Who has a winning hand, or is between turns, has nothing to look forward to after a discard.
    for hand in ("123445566789m 11z", "123345567m 99m 2p 1z"):
        assert MHING.under().ask(hand).after is None
        assert "after" not in MHING.under().ask(hand).to_dict()


def test_goals_are_compared_where_they_are_asked_for():
    ruled, hand = MHING.under(), "123345567m 99m 2p 1z"
    asked = {"draws": 2, "samples": 20, "seed": 3}
    assert ruled.odds(hand, **asked).goals is None
    found = ruled.odds(hand, {"goals": "fast, one_suit:m, fast>=5"}, **asked)
    assert {goal.aim.name for goal in found.goals.rows} == {"fast", "one_suit:m"}
    assert {goal.aim.credits for goal in found.goals.rows} == {0, 5, 8}
    record = {"hand": hand, "draws": 2, "goals": "fast, one_suit:m, fast>=5"}
    again = ruled.odds_record(record, samples=20, seed=3)
    assert again.to_dict() == found.to_dict()
    assert len(ruled.odds(hand, {"goals": "all"}, **asked).goals.rows) > 1
    for goals, said in (("no_such_goal", "no_such_goal"), ("fast>=x", "credits"), (3, "goals")):
        with pytest.raises(InputError, match=said):
            ruled.odds_record({"hand": hand, "goals": goals}, samples=20, seed=3)


@pytest.mark.parametrize("minimum", ["x", "-1", "1000", "1.5", "9" * 5000, True, 2.0, -1, None])
def test_a_minimum_is_a_whole_number_of_credits(minimum):
    ruled, record = MHING.under({"min_credits": 2}), {"hand": "123456789m 11z 23p"}
    if minimum is None:
        assert ruled.odds_record(record | {"minimum": None}).odds.minimum == 2
        assert ruled.odds_record(record | {"minimum": 5}).odds.minimum == 5
        return
    with pytest.raises(InputError, match=r"no whole number of credits from 0 to 999"):
        ruled.odds_record(record | {"minimum": minimum})


def test_what_only_other_games_have_is_refused_by_name():
    ruled = MHING.under()
    with pytest.raises(InputError, match="min_credits=3"):
        ruled.simulate(["fast", "fast"], [3, 3], rounds=2, seed=1)
    with pytest.raises(InputError, match="2 hands are not dealt together"):
        ruled.sampled_deals("jokers", samples=2, seed=1, players=2)
    with pytest.raises(PositionError, match="kept"):
        ruled.ask("123m", {"kept": "1m"})
    assert ruled.solitaire is None

"""Finish or keep value against others: rounds side by side against rounds played card by card."""

from __future__ import annotations

import json
import random
from importlib import import_module

import numpy as np
import pytest

from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import Opponent, Position, Rules, race
from neuroanalysis.games.neurotrio.analysis.solitaire import solve
from neuroanalysis.games.neurotrio.analysis.styles import Choices, Eager, Keeper, Nearest
from tests.games.neurotrio.support import oracle_rules
from tests.oracles import race as oracle
from tests.oracles.odds import Solitaire

TINY = Rules(structures=1, hand_size=4)
READY = "1cn*3 1cv*3 1cb*3 2cn*3 2cv"
ROUNDS = 60


@pytest.mark.parametrize(
    ("hand", "others", "rules"),
    [
        ("1cn*2 1cv 3eb", [Opponent(14, "nearest")], TINY),
        ("1cn 2ev 3eb 2rb", [Opponent(16, "keeper"), Opponent(14, "nearest")], TINY),
        # Soon nothing is left to draw, and the discards are shuffled.
        (
            "1cn 2ev",
            [Opponent(30, "nearest")] * 5,
            Rules(structures=1, hand_size=2, duos=0, carre=False, copies=1, players_max=6),
        ),
    ],
)
def test_both_ways_end_as_rounds_played_card_by_card(hand, others, rules, monkeypatch):
    monkeypatch.setattr(
        import_module("neuroanalysis.games.neurotrio.analysis.race"),
        "_mine",
        lambda held, plan, _: (Keeper if plan == "value" else Nearest)(held.rules),
    )
    plain = oracle_rules(rules) | {"reshuffles": rules.reshuffles}
    position = Position.of(hand, rules=rules, minimum=16)
    answer = race(position, others, samples=2000, seed=1)
    by_name = {
        "nearest": oracle.distance_style(plain),
        "keeper": oracle.points_style(plain),
    }
    minimums = [16, *(one.minimum for one in others)]
    for plan in answer.plans:
        mine = by_name["nearest" if plan.name == "finish" else "keeper"]
        styles = [mine, *(by_name[one.style] for one in others)]
        luck = random.Random(plan.name)
        ends = [
            oracle.play(plain, list(position.hand), styles, minimums, luck) for _ in range(ROUNDS)
        ]
        for estimate, who in (
            (plan.finished, [winner == 0 for winner, _ in ends]),
            (plan.overtaken, [winner > 0 for winner, _ in ends]),
            (plan.undecided, [winner < 0 for winner, _ in ends]),
        ):
            share = sum(who) / ROUNDS
            # Five standard errors of the smaller sample, and its grain.
            room = 5 * (max(share * (1 - share), 0.01) / ROUNDS) ** 0.5 + 2 / ROUNDS
            assert estimate.value == pytest.approx(share, abs=room)
        mean = sum(points for _, points in ends) / ROUNDS
        spread = (sum((points - mean) ** 2 for _, points in ends) / ROUNDS) ** 0.5
        room = 5 * max(spread, 0.5) / ROUNDS**0.5
        assert plan.points.value == pytest.approx(mean, abs=room)


def test_who_has_nothing_solved_sees_the_next_card():
    hand = "1cn*2 1cv*2 3eb"
    position = Position.of(hand, rules=TINY, minimum=14)
    judge = Solitaire(oracle_rules(TINY), 14, returning=True)
    hands, laid = position.counts[np.newaxis], position.laid_counts[np.newaxis]
    choices = Choices.of(hands, laid, np.zeros((1, 27), dtype=np.int64), TINY)
    scores = Eager(TINY, 14).scores(choices, 10)
    nearest = Nearest(TINY).scores(choices, 10)
    for row, left in enumerate(choices.hands):
        chance, _ = judge.best_chance(tuple(map(int, left)), (0,) * 27, (0,) * 27, 1)
        assert scores[row] == pytest.approx(1e4 * float(chance) + nearest[row])
    assert scores.max() > 100


def test_the_same_seed_gives_the_same_answer():
    answers = [race(READY, [Opponent()], 22, samples=100, seed=seed) for seed in (1, 1, 2)]
    assert answers[0].to_dict() == answers[1].to_dict() != answers[2].to_dict()
    json.dumps(answers[0].to_dict())


def test_a_target_decides_instead_of_points():
    answer = race(READY, [Opponent()], 22, score=90, target=100, samples=300)
    for plan in answer.plans:
        # Ten points are not held without finishing here, and finishing is worth more.
        assert plan.reached.value >= plan.finished.value
    assert answer.best.reached.value == max(plan.reached.value for plan in answer.plans)


def test_a_perfect_player_finishes_more_often(tmp_path):
    solution = solve(TINY, [18], 12, folder=tmp_path)
    position = Position.of("1cn 2ev 3eb 2rb", rules=TINY, minimum=18)
    finished = {
        style: race(position, [Opponent(18, style)], samples=3000, seed=2, solution=solution)
        .plans[0]
        .overtaken.value
        for style in ("perfect", "keeper")
    }
    assert finished["perfect"] > finished["keeper"]


def test_a_hand_after_its_draw_moves_first():
    answer = race(f"{READY} 2cv", [Opponent()], 18, samples=50)
    assert [plan.finished.value for plan in answer.plans] == [1.0, 1.0]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"opponents": []}, "opponents: 0 is outside 1 to 5"),
        ({"opponents": [Opponent()] * 6}, "opponents: 6"),
        ({"samples": 1}, "samples"),
        ({"seed": -1}, "seed"),
        ({"horizon": 0}, "horizon"),
        ({"opponents": [Opponent(20, "magic")]}, 'style: "magic" is none of perfect'),
        ({"opponents": [Opponent(20, "perfect")]}, "--minimums 20"),
        ({"position": "1cn"}, "13 between turns or 14 after a draw"),
    ],
)
def test_a_mistake_is_named(how, message, monkeypatch, tmp_path):
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    asked = {"position": READY, "opponents": [Opponent()], **how}
    with pytest.raises(NeuroanalysisError) as raised:
        race(**asked)
    assert message in str(raised.value)


def test_it_can_be_cancelled():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        race(READY, [Opponent()], cancel=cancel)

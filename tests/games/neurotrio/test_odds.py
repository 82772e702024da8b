"""The chance of one hand by search, from the solution and played out: they agree, or are bounds."""

from __future__ import annotations

import json
import random
from importlib import import_module

import pytest

from neuroanalysis.core.intervals import Computed
from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import CardError, InputError, NeuroanalysisError
from neuroanalysis.games.neurotrio import Position, Rules, odds
from neuroanalysis.games.neurotrio.analysis.solitaire import solve
from neuroanalysis.games.neurotrio.analysis.solution import QUANTUM
from tests.games.neurotrio.support import oracle_rules
from tests.oracles.odds import Solitaire

# The package gives its name to the function.
odds_module = import_module("neuroanalysis.games.neurotrio.analysis.odds")

TINY = Rules(structures=1, hand_size=4)
MINIMUM = 16


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return solve(TINY, [MINIMUM], 6, folder=tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def nothing_searched(monkeypatch):
    """Let no question be searched, so that small ones are looked up or played out."""
    monkeypatch.setattr(odds_module, "MOST_SEARCHED", 0)


def positions(seed: int, n: int, *, drawn: int, kept: bool = False):
    """Give random positions of the tiny rules, near to finishing."""
    rng = random.Random(seed)
    while n:
        hand = [0] * 27
        some = [kind for kind in rng.sample(range(27), 3) for _ in range(4)]
        for kind in rng.sample(some, 4 + drawn):
            hand[kind] += 1
        held = [kind for kind in range(27) if hand[kind]]
        marked = [int(kept and kind == held[0]) for kind in range(27)]
        yield Position.of(hand, rules=TINY, kept=marked, minimum=MINIMUM)
        n -= 1


@pytest.mark.parametrize("model", ["discards-return", "without-replacement"])
def test_moves_have_the_worth_of_a_plain_recursion(model):
    for position in positions(1, 4, drawn=1):
        returning = model == "discards-return"
        judge = Solitaire(oracle_rules(TINY), MINIMUM, returning)
        unseen = (0,) * 27 if returning else position.unseen
        answer = odds(position, 2, model=model)
        for line in answer.lines:
            if line.action != "discard":
                continue
            left = tuple(n - (kind == line.kind) for kind, n in enumerate(position.hand))
            for draws in (1, 2):
                chance, points = judge.best_chance(left, position.laid, unseen, draws)
                most = judge.most_points(left, position.laid, unseen, draws)
                assert line.chances[draws - 1] == pytest.approx(float(chance), abs=1e-12)
                assert line.points.values[draws - 1] == pytest.approx(float(points), abs=1e-10)
                assert line.most_points.values[draws - 1] == pytest.approx(float(most), abs=1e-10)
        for draws in (1, 2):
            chance, _ = judge.best_move(position.hand, position.laid, unseen, draws)
            assert answer.chance.values[draws - 1] == pytest.approx(float(chance), abs=1e-12)


def test_lines_are_ranked_and_their_costs_are_what_is_lost():
    (position,) = positions(5, 1, drawn=1)
    answer = odds(position, 2)
    chances = [line.chances[-1] for line in answer.lines]
    assert chances == sorted(chances, reverse=True)
    assert [answer.cost(line) for line in answer.lines] == [chances[0] - c for c in chances]
    assert sum(answer.outcomes) == pytest.approx(1)
    for line in answer.lines:
        for draws, outcomes in enumerate(line.outcomes, start=1):
            assert sum(outcomes) == pytest.approx(1)
            mean = sum(points * share for points, share in enumerate(outcomes))
            assert mean == pytest.approx(line.points.values[draws - 1])
            # Who did not finish may hold as many points, so this is a bound.
            assert sum(outcomes[MINIMUM:]) >= line.chances[draws - 1] - 1e-12


@pytest.mark.parametrize("drawn", [0, 1])
def test_the_solution_says_what_the_search_says(tiny, nothing_searched, monkeypatch, drawn):
    for position in positions(2, 5, drawn=drawn):
        looked_up = odds(position, 2, solution=tiny)
        assert looked_up.method == "solution"
        monkeypatch.setattr(odds_module, "MOST_SEARCHED", 3)
        searched = odds(position, 2)
        monkeypatch.setattr(odds_module, "MOST_SEARCHED", 0)
        assert searched.method == "search"
        by_move = {(line.action, line.kind): line.chances for line in searched.lines}
        assert {(line.action, line.kind) for line in looked_up.lines} == set(by_move)
        for line in looked_up.lines:
            expected = by_move[line.action, line.kind]
            assert line.chances == pytest.approx(expected, abs=QUANTUM + 1e-12)
            assert isinstance(line.chance, Computed)
            assert line.chance.error <= QUANTUM + 1e-12


@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("drawn", [0, 1])
def test_played_out_it_lies_below_the_best_play_and_near_it(tiny, nothing_searched, drawn, kept):
    for position in positions(3, 3, drawn=drawn, kept=kept):
        judge = Solitaire(oracle_rules(TINY), MINIMUM, False, position.kept)
        answer = odds(position, 2, model="without-replacement", solution=tiny, samples=4000, seed=9)
        assert answer.method == "simulation"
        for draws in (1, 2):
            if drawn:
                best, _ = judge.best_move(position.hand, position.laid, position.unseen, draws)
            else:
                best, _ = judge.best_chance(position.hand, position.laid, position.unseen, draws)
            estimate = answer.chance[draws - 1]
            assert estimate.n == 4000
            # Six standard errors: one run in a hundred million would fail by chance.
            room = 6 * (float(best) * (1 - float(best)) / 4000) ** 0.5 + 1e-9
            assert estimate.value <= float(best) + room
            assert estimate.value >= float(best) * 0.8 - room


def test_where_discards_return_played_out_it_agrees_with_the_solution(tiny, nothing_searched):
    """The optimal player, simulated: his share of finished games lies where the solution says."""
    (position,) = positions(4, 1, drawn=0)
    playout = odds_module.Playout(position, True, 6, tiny, 20_000, 3, Cancel())
    shares = [estimate.value for estimate in playout.run(None, None).chances]
    exact = tiny.curve(position).values
    # The play aims at six draws: only there it is the best.
    assert shares[-1] == pytest.approx(exact[5], abs=6 * (0.25 / 20_000) ** 0.5)
    assert all(share <= best + 0.021 for share, best in zip(shares, exact, strict=True))


def test_the_same_seed_gives_the_same_answer(tiny, nothing_searched):
    (position,) = positions(6, 1, drawn=1)
    answers = [
        odds(position, 3, model="without-replacement", solution=tiny, samples=200, seed=seed)
        for seed in (1, 1, 2)
    ]
    assert answers[0].to_dict() == answers[1].to_dict()
    assert answers[0].to_dict() != answers[2].to_dict()
    assert "at least as well" in answers[0].remark


def test_a_minimum_that_nobody_reaches_is_no_error():
    answer = odds("1cn*4 1cv*4 1cb*4 2cn", 5, 400)
    assert answer.chance.values == (0.0,) * 5
    assert "No finishing hand worth 400 points" in answer.remark
    # The best hand there is has 50; what is not solved is not asked for.
    answer = odds("1cn*4 1cv*4 1cb*4 2cn", 5, 60)
    assert answer.chance.values == (0.0,) * 5
    assert "No finishing hand worth 60 points" in answer.remark
    answer = odds("1cn*2 1cv 1cb 2en*2 2eb 3rb 3rn 1eb 2eb 2rv*2", 1, 40)
    assert answer.chance.values == (0.0,)
    assert "Nothing that can be drawn within 1 draw makes 40 points." in answer.remark


def test_a_hand_that_can_finish_does_so():
    answer = odds("1cn*3 1cv*3 1cb*3 2cn*3 2cv*2", 2, 18)
    assert answer.best.action == "finish"
    assert answer.best.chances == (1.0, 1.0)
    assert answer.to_dict()["finish"] is True


def test_seen_cards_matter_where_nothing_comes_back():
    hand = "1cn*3 1cv*3 1cb*3 2cn*3 2cv"
    free = odds(hand, 1, 18, model="without-replacement")
    # All other copies of the waiting card are gone, but a duo of anything else needs two draws.
    seen = odds(hand, 1, 18, model="without-replacement", seen="2cv*3")
    assert seen.chance.values[0] < free.chance.values[0]
    assert odds(hand, 1, 18, seen="2cv*3").chance == odds(hand, 1, 18).chance


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"draws": 0}, "draws: 0 is outside 1 to 40"),
        ({"draws": 41}, "draws: 41 is outside 1 to 40"),
        ({"draws": True}, "draws: true, where whole number is expected"),
        ({"model": "magic"}, 'model: "magic" is none of discards-return, without-replacement'),
        ({"seen": "1cn"}, "copies of 1cn"),
        ({"minimum": -1}, "minimum"),
        ({"hand": "1cn*3"}, "3 cards; a chance takes 13 between turns or 14 after a draw"),
        ({"hand": "1cn*4 1cv*4 1cb*4 2cn*3"}, "15 cards"),
        ({"draws": 12}, "neuroanalysis solve neurotrio"),
        ({"draws": 4, "model": "without-replacement"}, "or ask for 3 draws at most"),
    ],
)
def test_a_mistake_is_named(how, message, monkeypatch, tmp_path):
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    how = dict(how)
    hand = how.pop("hand", "1cn*4 1cv*4 1cb*4 2cn")
    with pytest.raises(NeuroanalysisError) as raised:
        odds(hand, **how)
    assert message in str(raised.value)


def test_all_kept_cards_leave_no_discard():
    hand = "1cn*2 1cv 1cb 2en*2 2eb 3rb 3rn 1eb 2eb 2rv*2 3cn"
    with pytest.raises(CardError, match="kept"):
        odds(hand, 1, kept=hand)


def test_samples_out_of_range_are_refused(tiny, nothing_searched):
    (position,) = positions(7, 1, drawn=0)
    for samples in (1, 10**7):
        with pytest.raises(InputError, match="samples"):
            odds(position, 2, model="without-replacement", solution=tiny, samples=samples)
    with pytest.raises(InputError, match="seed"):
        odds(position, 2, model="without-replacement", solution=tiny, seed=-1)


def test_it_can_be_cancelled(tiny, nothing_searched):
    cancel = Cancel()
    cancel.cancel()
    (position,) = positions(8, 1, drawn=0)
    with pytest.raises(Cancelled):
        odds(position, 2, model="without-replacement", solution=tiny, cancel=cancel)


def test_json_and_frame_hold_all_lines():
    (position,) = positions(9, 1, drawn=1)
    answer = odds(position, 2)
    record = json.loads(json.dumps(answer.to_dict()))
    assert record["kind"] == "computed"
    assert record["probability"] == list(answer.chance.values)
    moves = record["discards"] + record["lays"]
    assert len(moves) + record["finish"] == len(answer.lines)
    frame = answer.to_frame()
    assert len(frame) == 2 * len(answer.lines)
    assert list(frame.columns) == ["action", "card", "draws", "chance", "points"]

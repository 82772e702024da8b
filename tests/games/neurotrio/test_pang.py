"""Taking a discard or leaving it, and turns in which cards are offered: against the recursion."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import PIECES, Position, Rules, offered, pang_or_not
from neuroanalysis.games.neurotrio.analysis.pang import played_out
from neuroanalysis.games.neurotrio.analysis.solitaire import solve
from tests.games.neurotrio.support import oracle_rules
from tests.oracles.odds import Solitaire

TINY = Rules(structures=1, hand_size=4)
READY = "1cn*3 1cv*3 1cb*3 2cn*3 2cv"


def positions(seed: int, n: int):
    """Give random positions of the tiny rules with a kept card, and a kind to be offered."""
    rng = random.Random(seed)
    for _ in range(n):
        kinds = rng.sample(range(27), 3)
        hand, kept = [0] * 27, [0] * 27
        for kind in rng.sample([kind for kind in kinds for _ in range(3)], 4):
            hand[kind] += 1
        kept[next(kind for kind in kinds if hand[kind])] = 1
        yield Position.of(hand, rules=TINY, kept=kept, minimum=rng.choice([14, 16, 18])), kinds[0]


@pytest.mark.parametrize("model", ["discards-return", "without-replacement"])
def test_both_ways_have_the_worth_of_a_plain_recursion(model):
    decided = set()
    for position, kind in positions(1, 6):
        rules, returning = oracle_rules(TINY), model == "discards-return"
        pang = pang_or_not(position, PIECES.codes[kind], 1, model=model)
        unseen = tuple(n - (at == kind) for at, n in enumerate(position.unseen))
        more = tuple(n + (at == kind) for at, n in enumerate(position.hand))
        kept = tuple(n + (at == kind) for at, n in enumerate(position.kept))
        taken = Solitaire(rules, position.minimum, returning, kept).best_move(
            more, position.laid, unseen, 1
        )
        left = Solitaire(rules, position.minimum, returning, position.kept).best_chance(
            position.hand, position.laid, unseen, 1
        )
        assert pang.take.best.rank == pytest.approx(tuple(map(float, taken)))
        assert pang.leave.best.rank == pytest.approx(tuple(map(float, left)))
        assert pang.taking == (taken > left)
        assert pang.free.best.rank >= pang.take.best.rank
        decided.add(pang.reason)
    assert len(decided) > 1


def test_the_reason_has_the_numbers():
    pang = pang_or_not(READY, "2cv", 2, 18)
    assert pang.why() == "Take 2cv: with it the hand finishes."
    pang = pang_or_not("1cn*2 1cv*2 2en*2 2ev 3rb*2 3rn 1eb 2rb 3cn", "1cb", 2, 18)
    assert pang.reason == "chance"
    said = pang.why()
    assert f"{100 * pang.take.best.chances[-1]:.3g} %" in said
    assert f"{100 * pang.leave.best.chances[-1]:.3g} %" in said
    assert said.startswith("Take 1cb" if pang.taking else "Leave 1cb")
    assert json.loads(json.dumps(pang.to_dict()))["take"] is pang.taking


@pytest.mark.parametrize(
    ("hand", "card", "message"),
    [
        (READY, "1cn 2cv", "'1cn 2cv' is not one card"),
        (READY, "", "is not one card"),
        (READY, "9zz", "unknown card"),
        ("1cn*4 1cv*3 1cb*3 2cn*3", "1cn", "1cn"),
        (f"{READY} 2cv", "2cv", "14 cards; a pang takes 13"),
    ],
)
def test_a_mistake_is_named(hand, card, message):
    with pytest.raises(NeuroanalysisError) as raised:
        pang_or_not(hand, card, 1)
    assert message in str(raised.value)


@pytest.mark.parametrize("offers", [0, 1, 3])
def test_offers_have_the_worth_of_a_plain_recursion(offers):
    for position, _ in positions(2, 3):
        judge = Solitaire(oracle_rules(TINY), position.minimum, True, position.kept)
        expected = judge.offered(position.hand, position.laid, offers)
        line = offered(position, offers).best
        assert line.rank == pytest.approx(tuple(map(float, expected)), abs=1e-11)


def test_more_offers_never_make_it_worse():
    chances = [offered(READY, offers, minimum=22).best.chances[0] for offers in range(4)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] <= 1


@pytest.mark.parametrize("offers", [-1, 11, True])
def test_offers_out_of_range_are_refused(offers):
    with pytest.raises(NeuroanalysisError, match="offers"):
        offered(READY, offers)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return solve(TINY, [16], 4, folder=tmp_path_factory.mktemp("tiny"))


def test_played_out_one_draw_with_offers_agrees_with_the_search(tiny):
    for found, _ in positions(3, 3):
        position = replace(found, minimum=16, kept=(0,) * 27)
        exact = offered(position, 2)
        estimate = played_out(
            position,
            "discards-return",
            1,
            offers=2,
            samples=10_000,
            seed=4,
            solution=tiny,
            cancel=None,
        )
        share = estimate.best.chances[0]
        # Taking by the solution's chance is nearly, not always, best with one draw to come.
        assert share <= exact.best.chances[0] + 6 * (0.25 / 10_000) ** 0.5
        assert share >= 0.9 * exact.best.chances[0] - 6 * (0.25 / 10_000) ** 0.5


def test_offers_that_cannot_be_answered_say_so(monkeypatch, tmp_path):
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    with pytest.raises(NeuroanalysisError, match="solve neurotrio --minimums 20"):
        offered(READY, 1, 2, 20)
    never = offered(READY, 2, 3, 99)
    assert never.best.chances == (0.0,) * 3
    assert "99" in never.remark


@pytest.mark.parametrize("model", ["discards-return", "without-replacement"])
def test_offers_help_over_several_draws(tiny, model):
    ((position, _),) = positions(5, 1)
    position = replace(position, minimum=16)
    shares = [
        offered(position, n, 3, model=model, solution=tiny, samples=2000, seed=1).best.chances[-1]
        for n in (0, 3)
    ]
    assert shares[1] > shares[0]
    again = offered(position, 3, 3, model=model, solution=tiny, samples=2000, seed=1)
    assert again.best.chances[-1] == shares[1]
    assert again.method == "simulation"


def test_it_can_be_cancelled():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        offered(READY, 1, cancel=cancel)

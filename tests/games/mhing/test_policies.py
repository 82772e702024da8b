"""Players of stated style: what they choose, and how far their plans are by the oracle."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
import pytest

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing.pieces import JOKER, PIECES, parse
from neuroanalysis.games.mhing.play import (
    Discard,
    Mhing,
    Pang,
    Pass,
    Tcheu,
    can,
    deal,
    do,
    legal_moves,
    result,
)
from neuroanalysis.games.mhing.play.state import Discarded
from neuroanalysis.games.mhing.policies import (
    PLAYERS_KNOWN,
    SKILLS,
    Skill,
    judge,
    moves_of_round,
    plan_distances,
    plans_open,
    play_out,
    player,
    skill,
)
from neuroanalysis.games.mhing.policies.players import best_discard, unseen_by
from neuroanalysis.games.mhing.position import Combination
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import evaluate
from tests.games.mhing.support import random_hand
from tests.oracles import mhing as oracle

NAMES = ["Ana", "Bo", "Cem", "Dua"]


def counts(text):
    return tuple(int(n) for n in parse(text))


def kind(code):
    return PIECES.kind(code)


def holding(*hands, active=0, offered=None, laid=None, rules=None):
    """A round in which players hold these cards; the active one is to act, or has discarded."""
    begin = deal(NAMES[: len(hands)], seed=1, rules=rules)
    thrown = None if offered is None else Discarded(active, kind(offered))
    return replace(
        begin,
        hands=tuple(counts(hand) for hand in hands),
        laid=laid or begin.laid,
        owed=(0,) * len(hands),
        active=active,
        phase="act" if offered is None else "claim",
        offered=thrown,
    )


# --- Plans ---------------------------------------------------------------------------------------


def whole_hands(sort, kinds):
    """What all winning hands of a plan hold of each kind: (hands, 34)."""
    single = np.eye(34, dtype=np.int8)
    within = [g for g in oracle.COMBINATIONS if set(g) <= kinds]
    if sort == "families":
        parts = []
        for pair in range(5):
            groups = np.zeros((1, 34), dtype=np.int8)
            for family, name in enumerate(("m", "p", "s", "wind", "dragon")):
                sizes = oracle.PAIRS if family == pair else within
                own = [g for g in sizes if oracle._family(g[0]) == name]
                held = np.array([single[list(g)].sum(axis=0) for g in own], dtype=np.int8)
                groups = (groups[:, np.newaxis] + held).reshape(-1, 34)
            parts.append(groups)
        return np.concatenate(parts)
    if sort == "dragons":
        dragons = single[list(oracle.DRAGONS)].sum(axis=0) * 3
        fours = [dragons + single[list(g)].sum(axis=0) for g in within]
    else:
        chosen = [g for g in within if sort == "kinds" or g[0] == g[1]]
        held = np.array([single[list(g)].sum(axis=0) for g in chosen], dtype=np.int8)
        places = np.array(list(combinations_with_replacement(range(len(chosen)), 4)))
        fours = sum(held[column] for column in places.T)
    pairs = single[sorted(kinds)] * 2
    return (np.array(fours, dtype=np.int8)[:, np.newaxis] + pairs).reshape(-1, 34)


def slow_distance(hand, whole):
    """The fewest further cards to one of these hands; beyond four of a kind only jokers exist."""
    missing = np.maximum(whole - np.array(hand[:34], dtype=np.int8), 0).sum(axis=1)
    beyond = np.maximum(whole - 4, 0).sum(axis=1)
    return max(0, int(missing[beyond <= hand[JOKER]].min()) - hand[JOKER])


SUITS = [frozenset(range(9 * suit, 9 * suit + 9)) for suit in range(3)]
LOW = frozenset(k for k in range(27) if k % 9 < 5)
CASES = {
    "one suit": ("kinds", SUITS[1], ["one_suit"]),
    "low": ("kinds", LOW, ["low_hand"]),
    "triplets": ("triplets", LOW, ["triplets_only", "low_hand"]),
    "families": ("families", frozenset(range(34)), ["five_kinds"]),
    "dragons": ("dragons", frozenset(range(34)), ["three_dragons"]),
}


@pytest.mark.parametrize("case", CASES)
def test_the_distance_to_a_plan_is_that_to_the_nearest_hand_of_it(case):
    sort, kinds, lines = CASES[case]
    plans = [p for p in plans_open(Rules(), ()) if (p.sort, p.kinds) == (sort, kinds)]
    assert [plan.credits for plan in plans] == [sum(getattr(Rules(), line) for line in lines)]
    whole, rng = whole_hands(sort, kinds), random.Random(case)
    near = sorted(kinds)
    for round_ in range(25):
        among = near if round_ % 2 and len(near) > 8 else range(34)
        hand = random_hand(rng, rng.choice([13, 14]), rng.choice([0, 0, 1, 2]), among)
        found = plan_distances(np.array([hand]), (), plans, Rules())[0, 0]
        assert found == slow_distance(hand, whole), hand


def test_the_distance_to_any_hand_and_to_nothing_matches_is_the_evaluators():
    rng = random.Random(3)
    for _ in range(30):
        hand = random_hand(rng, 14, rng.choice([0, 1, 3]))
        answer = evaluate(hand)
        plans = plans_open(Rules(), ())
        found = plan_distances(np.array([hand]), (), plans, Rules())[0]
        by_sort = {plan.sort: int(n) for plan, n in zip(plans, found, strict=True)}
        assert int(found[0]) == answer.distance
        assert by_sort["unmatched"] == answer.unmatched_distance
        assert by_sort["unmatched_honours"] == answer.unmatched_honours_distance
        assert found[0] == min(
            n for n, plan in zip(found, plans, strict=True) if plan.sort[0] != "u"
        )


def test_a_hand_of_a_plan_earns_what_it_makes_sure_of():
    hands = {
        "123m 456m 789m 222m 55m": 8,
        "123m 456m 789m 111z 55m": 3,
        "123m 345p 234s 111m 44p": 5,
        "111m 222p 333s 111z 44p": 3,
        "123m 345p 234s 111z 55z": 5,
        "111222333m 55577m": 11,
        "555666777z 123m 44p": 8,
        "147m 258p 369s 12345z": 3,
        "147m 258p 3s 1234567z": 8,
    }
    for hand, least in hands.items():
        whole = np.array([parse(hand)])
        plans = plans_open(Rules(), ())
        found = plan_distances(whole, (), plans, Rules())[0]
        sure = [plan.credits for plan, n in zip(plans, found, strict=True) if n == 0]
        assert max(sure) == least, hand
        earned = evaluate(hand).credits
        assert all(n <= earned for n in sure), hand


@pytest.mark.parametrize(
    ("laid", "closed", "open_"),
    [
        ("123m", "triplets", "families"),
        ("111m 222m", "families", "triplets"),
        ("111m 123m", "dragons", "kinds"),
        ("111m 555z", "unmatched", "dragons"),
    ],
)
def test_laid_combinations_close_plans(laid, closed, open_):
    groups = tuple(Combination.of(words) for words in laid.split())
    sorts = {plan.sort for plan in plans_open(Rules(), groups)}
    assert closed not in sorts
    assert open_ in sorts
    assert all(
        plan.kinds.issuperset(one.kinds) for plan in plans_open(Rules(), groups) for one in groups
    )


# --- What they choose ----------------------------------------------------------------------------


def test_a_fast_player_keeps_the_least_distance_with_most_useful_cards():
    rng, one = random.Random(11), judge(skill("fast"), Rules())
    for _ in range(10):
        hand = tuple(random_hand(rng, 14, rng.choice([0, 1])))
        unseen = tuple(n - held for n, held in zip((*(4,) * 34, 6, 8), hand, strict=True))
        kind_, _ = best_discard(one, hand, (), unseen)
        left = {}
        for k in range(34):
            if hand[k]:
                rest = [n - (at == k) for at, n in enumerate(hand)]
                far, useful = distances_of(rest), np.zeros(3, dtype=int)
                for more in range(35):
                    if unseen[more]:
                        nearer = [n + (at == more) for at, n in enumerate(rest)]
                        useful += unseen[more] * (distances_of(nearer) < far)
                left[k] = min(zip(far.tolist(), (-useful).tolist(), strict=True))
        assert left[kind_] == min(left.values())


def distances_of(hand):
    """The evaluator's distances, which tests of its own compare with the oracle."""
    answer = evaluate(hand)
    return np.array([answer.distance, answer.unmatched_distance, answer.unmatched_honours_distance])


def test_a_fast_player_goes_out_whenever_he_may():
    whole = "123m 456p 789s 234m 55z"
    assert player("fast").move(holding(whole, "1z"), 0, 1) == Mhing(0)
    # Under a minimum he may not, and discards; with a flower he may again.
    asked = Rules(min_credits=2)
    move = player("fast").move(holding(whole, "1z", rules=asked), 0, 1)
    assert isinstance(move, Discard)
    assert player("fast").move(holding(whole + " F", "1z", rules=asked), 0, 1) == Mhing(0)


def test_a_patient_player_lets_a_worthless_hand_pass():
    # 0 credits now, or a single suit: 8 credits, a card or two away.
    hand = "123m 456m 789m 234m 1z"
    now = holding("123m 234m 456p 678m 99m", "1z")
    assert evaluate("123m 234m 456p 678m 99m").credits is not None
    assert isinstance(player("rich").move(now, 0, 1), Discard)
    assert player("fast").move(now, 0, 1) == Mhing(0)
    assert player("rich").move(holding(hand, "1z"), 0, 1) == Discard(0, kind("1z"))


def test_claims_bring_one_nearer():
    now = holding("5m", "46m 123p 456p 99s 147z", active=0, offered="5m")
    assert player("fast").answer(now, 1, 1) == Tcheu(1, Combination.of("456m"))
    now = holding("5m", "55m 123p 456p 99s 147z", active=0, offered="5m")
    assert player("fast").answer(now, 1, 1) == Pang(1, Combination.of("555m"))
    now = holding("9s", "46m 123p 456p 99s 147z", active=0, offered="1m")
    assert player("fast").answer(now, 1, 1) == Pass(1)
    out = holding("5m", "46m 123p 456p 789p 99s", active=0, offered="5m")
    assert player("fast").answer(out, 1, 1) == Mhing(1)
    # Only for the pair: 5.4.
    pair = holding("9s", "456m 123p 456p 789p 9s", active=0, offered="9s")
    assert not isinstance(player("fast").answer(pair, 1, 1), Mhing)


def test_who_goes_for_nothing_matches_claims_nothing_else():
    hand = "147m 258p 36s 12345z"
    asked = holding("9s", hand, active=0, offered="1m")
    assert player("balanced").answer(asked, 1, 1) == Pass(1)
    out = holding("9s", hand, active=0, offered="9s")
    assert player("balanced").answer(out, 1, 1) == Mhing(1)


@pytest.mark.parametrize("name", PLAYERS_KNOWN)
def test_players_do_what_is_legal_and_the_same_again(name):
    rules = [Rules(), Rules(min_credits=2, claim_pair_for_mhing=True), Rules(max_reshuffles=1)]
    for number, one in enumerate(rules):
        seed = round_seed(3, number)
        begin = deal(NAMES[: 2 + number], seed=seed, rules=one, dealer=number % 2)
        players = [player(name)] * begin.players
        first = list(moves_of_round(begin, players, seed=seed))
        assert first == list(moves_of_round(begin, players, seed=seed))
        now = begin
        for move, after in first:
            assert can(now, move)
            now = do(now, move)
            assert now == after
        assert play_out(begin, players, seed=seed) == now
        assert now.phase == "over"


@pytest.mark.parametrize("name", PLAYERS_KNOWN)
def test_players_decide_by_what_they_see(name):
    # Cards that a player does not see are dealt anew: he does the same.
    rng = random.Random(2)
    seed = round_seed(9, 4)
    begin = deal(NAMES[:3], seed=seed)
    asked = 0
    for before, (move, _) in zip(
        [begin, *(after for _, after in moves_of_round(begin, [player(name)] * 3, seed=seed))],
        moves_of_round(begin, [player(name)] * 3, seed=seed),
        strict=False,
    ):
        if not isinstance(move, Discard | Mhing | Pass | Pang | Tcheu) or rng.random() < 0.6:
            continue
        seat = move.player
        others = [other for other in range(3) if other != seat]
        hidden = list(before.pile)
        for other in others:
            hidden += [k for k in range(35) for _ in range(before.hands[other][k])]
        rng.shuffle(hidden)
        hands = list(before.hands)
        for other in others:
            flowers = before.hands[other][35]
            size, mine = sum(before.hands[other][:35]), Counter()
            while sum(mine.values()) < size:
                at = next(place for place, k in enumerate(hidden) if k != 35)
                mine[hidden.pop(at)] += 1
            hands[other] = (*(mine[k] for k in range(35)), flowers)
        other_world = replace(before, hands=tuple(hands), pile=tuple(hidden))
        assert other_world.cards() == before.cards()
        key = round_key(seed)
        what = "answer" if before.phase == "claim" else "move"
        assert getattr(player(name), what)(other_world, seat, key) == move
        asked += 1
    assert asked > 5


def test_a_random_player_does_everything_that_is_legal():
    now = replay_state()
    seen = Counter()
    for key in range(300):
        seen[player("random").answer(now, 2, key)] += 1
    legal = [move for move in legal_moves(now) if move.player == 2]
    assert set(seen) == set(legal)
    assert min(seen.values()) > 300 / len(legal) / 3


def replay_state():
    """Cem may pang, tcheu or pass."""
    return holding("9s", "1z", "5m 46m 5m J 123p 99s 147z", active=0, offered="5m")


def test_unseen_cards_are_those_of_the_position():
    seed = round_seed(2, 1)
    end = play_out(deal(NAMES, seed=seed), [player("fast")] * 4, seed=seed)
    for seat in range(4):
        assert unseen_by(end, seat)[:35] == end.position(seat).unseen[:35]


# --- Styles --------------------------------------------------------------------------------------


def test_styles_tell():
    names = ["fast", "balanced", "fast", "balanced"]
    points, wins = Counter(), Counter()
    for number in range(60):
        seed = round_seed(31, number)
        begin = deal(NAMES, seed=seed, dealer=number % 4)
        ended = result(play_out(begin, [player(name) for name in names], seed=seed))
        if ended.winner is not None:
            wins[names[ended.winner]] += 1
            points[names[ended.winner]] += max(ended.points)
    # Who goes for the nearest hand wins more often, who weighs points wins more of them.
    assert wins["fast"] > wins["balanced"]
    assert points["balanced"] > points["fast"]


def test_skills_are_named():
    assert tuple(SKILLS) == PLAYERS_KNOWN == ("random", "fast", "rich", "balanced")
    mine = Skill("mine", weight=0.5)
    assert skill(mine) is mine
    assert player(mine).name == "mine"
    with pytest.raises(InputError, match="balanced"):
        skill("expert")

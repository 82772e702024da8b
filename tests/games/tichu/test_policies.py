"""Players of stated style: both engines, what players may know, plans, and who beats whom."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.core.study import mean_of
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu._kernels import fewest, planning, rounds
from neuroanalysis.games.tichu._kernels import players as kernel
from neuroanalysis.games.tichu.pieces import cards_of
from neuroanalysis.games.tichu.play import (
    Exchange,
    Gift,
    Lay,
    Pass,
    bombs_of,
    can,
    deal,
    do,
    result,
)
from neuroanalysis.games.tichu.policies import (
    PLAYERS_KNOWN,
    SKILLS,
    compiled_rounds,
    dealt_hands,
    moves_of_round,
    play_out,
    player,
    sight_of,
    skill,
)
from neuroanalysis.games.tichu.rules import Rules
from tests.games.tichu.support import NUMBERS, as_oracle, bits, random_hand
from tests.games.tichu.test_play import NAMES, holding
from tests.oracles import tichu as oracle

SEED = 11
TABLES = [
    (["planner"] * 4, Rules()),
    (["random"] * 4, Rules(mah_jong_in_straight_flush=True)),
    (["caller", "random", "planner", "shedder"], Rules(wish="mandatory")),
    (["caller"] * 4, Rules(both_partners_may_call=False, tichu_before_exchange=False)),
    (
        ["random", "shedder"] * 2,
        Rules(lead_passes_when_out="partner", bomb_own_trick=False, dragon_gift_last_trick=False),
    ),
    (
        ["random", "caller"] * 2,
        Rules(phoenix_full_house_from_quad=True, wish="off", first_cards=14),
    ),
]


@pytest.mark.parametrize(("names", "rules"), TABLES)
def test_both_engines_play_the_same_moves(names, rules):
    skills, n = [skill(name) for name in names], 12
    compiled = compiled_rounds(skills, rules, SEED, 0, n, log=True)
    for number in range(n):
        seed = round_seed(SEED, number)
        now, made = deal(NAMES, seed=seed, rules=rules), []
        for move, after in moves_of_round(now, [player(one) for one in skills], seed=seed):
            made.append(move)
            now = after
        assert made == compiled.moves(number)
        ended = result(now)
        assert tuple(compiled.points[number]) == ended.points
        told = compiled.told[number]
        for seat in range(4):
            place = now.out.index(seat) if seat in now.out else len(now.out)
            assert told[seat, rounds.PLACE] == place + 1
            assert told[seat, rounds.LEFT] == now.size(seat)
            bombs = sum(
                isinstance(one, Lay) and one.player == seat and one.combination.is_bomb
                for one in made
            )
            assert told[seat, rounds.LAID_BOMBS] == bombs
        assert compiled.ends[number, rounds.PLAYS] == sum(isinstance(one, Lay) for one in made)


def test_a_seed_plays_the_same_again_and_parts_of_a_run_are_parts_of_it():
    skills = [skill(name) for name in PLAYERS_KNOWN]
    whole, tail = (compiled_rounds(skills, Rules(), SEED, begin, 9) for begin in (0, 5))
    assert (whole.told[5:] == tail.told).all()
    assert (whole.points[5:] == tail.points).all()


def test_players_see_nothing_hidden():
    # Whatever the others' cards are, as many of them, the same is decided.
    rng, asked = random.Random(5), 0
    for number in range(6):
        seed = round_seed(SEED, number)
        names = [player(name) for name in PLAYERS_KNOWN]
        now = deal(NAMES, seed=seed)
        for move, after in moves_of_round(now, names, seed=seed):
            if isinstance(move, Lay | Pass) and move.player == now.active and rng.random() < 0.3:
                others = [one for one in range(4) if one != move.player]
                hidden = [card for one in others for card in cards_of(now.hands[one])]
                rng.shuffle(hidden)
                hands = list(now.hands)
                for one in others:
                    own = [hidden.pop() for _ in range(now.size(one))]
                    hands[one] = sum(1 << card for card in own)
                other = replace(now, hands=tuple(hands), given=(None,) * 4)
                other = replace(
                    other,
                    given=tuple(g if p == move.player else None for p, g in enumerate(now.given)),
                )
                key = round_key(seed)
                assert (sight_of(other, move.player) == sight_of(now, move.player)).all()
                assert names[move.player].play(other, move.player, key) == move
                asked += 1
            now = after
    assert asked > 50


# --- Plans ---------------------------------------------------------------------------------------


def planned(hand):
    """The plays of a hand's plan, and its cost."""
    chances = np.zeros(planning._CHANCES.shape)
    planning.win_chances(hand, 0, chances)
    cards, codes = (np.zeros(planning.MOST_PLAYS, dtype=np.int64) for _ in range(2))
    scratch = np.zeros(planning.SCRATCH, dtype=np.int64)
    n, cost = planning.plan(hand, chances, NUMBERS, scratch, cards, codes)
    pairs = list(zip(cards[:n].tolist(), codes[:n].tolist(), strict=True))
    return pairs, cost, chances


def test_a_plan_parts_the_hand_into_plays_and_costs_what_they_cost():
    rng, work, more = random.Random(6), fewest.workspace(), 0
    for number in range(150):
        ranks = rng.choice([oracle.RANKS, "23456789", "9TJQKA"])
        words = random_hand(rng, rng.choice([14, 14, 9, 3]), ranks)
        hand = bits(words)
        pairs, cost, chances = planned(hand)
        assert sum(cards for cards, _ in pairs) == hand
        assert np.bitwise_or.reduce([cards for cards, _ in pairs]) == hand
        for cards, code in pairs:
            kind, rank, stands, named = as_oracle(cards, code)
            assert (kind, rank, stands) in oracle.readings(named), (number, words)
        worth = sum(1 - 2 * planning.chance_of(*pair, chances) for pair in pairs)
        if not any(code >> 16 == 9 for _, code in pairs):  # planned as the straight that it is too
            assert cost == pytest.approx(worth)
        least = fewest.fewest(hand, NUMBERS, work)
        assert len(pairs) >= least
        more += len(pairs) - least
    # It is no proof of the fewest, but near.
    assert more < 150


def test_what_nothing_unseen_beats_wins():
    chances = np.zeros(planning._CHANCES.shape)
    hand = bits("Ks Kh 2s")
    seen = bits("As Ah Ad Ac Dr Ph")
    planning.win_chances(hand, seen, chances)
    assert chances[2, 13] == 1.0
    assert chances[3, 13] == 1.0  # two kings are left elsewhere, a pair that does not beat
    assert chances[2, 12] < 1.0
    planning.win_chances(hand, bits("As Ah Ad Ac Dr"), chances)
    assert chances[2, 13] < 1.0  # the Phoenix beats it


# --- What players do -----------------------------------------------------------------------------


def test_a_planner_goes_out_when_he_can_and_passes_on_his_partner():
    own = player("planner")
    now = holding("As Ah", "2s 3s", "4s 5s", "6s 7s", top="Ks-Kh", holder=2, active=0)
    assert own.play(now, 0, 1).combination.length == 2
    now = holding("As Qh 2d", "2s 3s", "4s 5s", "6s 7s", top="Ks", holder=2, active=0)
    assert own.play(now, 0, 1) == Pass(0)


def test_a_planner_gives_the_dragons_trick_to_who_holds_more_cards():
    for more, to in (("2s 3s 4s", 1), ("2s", 3)):
        now = holding("9s", more, "4d", "6s 7s", top="Dr", holder=0, active=0, phase="gift")
        assert player("planner").gift(now, 0, 1) == Gift(0, to)


def test_a_planner_bombs_what_is_worth_it_and_not_his_partner():
    bomb = "7s 7h 7d 7c 2d"
    rich = {"top": "Dr", "holder": 1, "active": 2}
    now = holding(bomb, "2s 3s", "8s 9s 2c", "Ts Js Qs", **rich)
    assert player("planner").bomb(now, 0, 1).combination.is_bomb
    now = holding(bomb, "8s 9s 2c", "2s 3s", "Ts Js Qs", top="Dr", holder=2, active=3)
    assert player("planner").bomb(now, 0, 1) is None
    assert player("shedder").bomb(now, 0, 1) is None


def test_whose_turn_it_is_next_keeps_to_the_wish_in_his_bombs_as_well():
    # Bo can lay the 8 that is wished for, and so may not bomb with sevens, when he is next.
    hands = ("Ts 3s", "7s 7h 7d 7c 8s 2d", "5s 5h", "6s 6h")
    own = player("random")
    for holder, active, bombs in ((0, 1, 0), (1, 2, 1), (2, 3, 1), (3, 0, 1)):
        now = holding(*hands, top="5d", holder=holder, active=active, wish=8)
        assert len(bombs_of(now, 1)) == bombs
        laid = [own.bomb(now, 1, key) for key in range(40)]
        assert any(laid) == bool(bombs)
        assert all(can(now, one) for one in laid if one)
    # So he is when the player between is out.
    now = holding("", *hands[1:], top="5d", holder=3, active=1, wish=8, out=(0,))
    assert not any(own.bomb(now, 1, key) for key in range(40))
    # The wish leaves him a bomb with a card of its rank, and any where he has no such card.
    for wish, kept in ((7, {"four_of_a_kind"}), (9, {"four_of_a_kind"})):
        now = holding(*hands, top="5d", holder=0, active=1, wish=wish)
        assert {one.kind for one in bombs_of(now, 1)} == kept
        assert any(own.bomb(now, 1, key) for key in range(40))


def test_a_round_in_which_bombs_and_a_wish_meet_is_one_that_the_rules_allow():
    rules = Rules(cards_in_straight=4, pairs_in_sequence=3, first_cards=0)
    made = compiled_rounds([skill("random")] * 4, rules, SEED, 53, 54, log=True).moves(0)
    now = deal(NAMES, seed=round_seed(SEED, 53), rules=rules)
    for move in made:
        now = do(now, move)
    assert now.phase == "over"


def test_a_caller_calls_with_what_wins():
    strong = bits("Dr Ph As Ah Ad Ac Ks Kh Kd Qs Qh Qd 9s 9h")
    weak = bits("2s 3h 5d 6s 8h 9d Js Qh 2d 3d 5s 7h Th Dog")
    for hand, calls in ((strong, True), (weak, False)):
        now = holding("", "", "", "", given=((0, 1, 2),) * 4)
        rest = [card for card in range(56) if not hand >> card & 1]
        others = [sum(1 << card for card in rest[at::3]) for at in range(3)]
        now = replace(now, hands=(hand, *others), won=(0,) * 4)
        assert player("caller").tichu(now, 0, 1) is calls
        assert player("planner").tichu(now, 0, 1) is False
        called = replace(now, calls=(None, None, "tichu", None))
        assert player("caller").tichu(called, 0, 1) is False


def test_a_planner_gives_low_cards_to_opponents_and_keeps_the_best():
    given = []
    for number in range(60):
        seed = round_seed(SEED, number)
        moves = moves_of_round(deal(NAMES, seed=seed), [player("planner")] * 4, seed=seed)
        given += [move for move, _ in (next(moves) for _ in range(8)) if isinstance(move, Exchange)]
    assert len(given) == 240

    def rank(card):
        return 0 if card >= 52 else card // 4 + 2

    low = [rank(card) for one in given for card in (one.to_next, one.to_previous)]
    high = [rank(one.to_partner) for one in given]
    assert np.mean(low) + 3 < np.mean(high)
    assert not any(card >= 54 for one in given for card in (one.to_next, one.to_previous))


def test_an_unknown_player_is_refused_and_ones_own_is_welcome():
    with pytest.raises(InputError, match="planner"):
        skill("wizard")
    mine = replace(SKILLS["planner"], name="mine", eager=1.0)
    assert player(mine).name == "mine"
    assert play_out(deal(NAMES, seed=1), [player(mine)] * 4, seed=1).phase == "over"


# --- Who beats whom ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "n"),
    [("shedder", "random", 150), ("planner", "shedder", 150), ("caller", "planner", 1500)],
)
def test_a_level_beats_the_one_below(better, worse, n):
    # The same deals from both sides, so that the cards even out.
    one, other = skill(better), skill(worse)
    sides = [
        compiled_rounds(table, Rules(), SEED, 0, n).points
        for table in ([one, other] * 2, [other, one] * 2)
    ]
    lead = mean_of(sides[0][:, 0] - sides[0][:, 1] + sides[1][:, 1] - sides[1][:, 0], SEED)
    assert lead.interval.low > 0


def test_the_estimated_chances_to_be_first_out_are_those_of_other_rounds():
    n, seed = 1500, 77
    table = [skill("planner")] * 4
    compiled = compiled_rounds(table, Rules(), seed, 0, n, log=True)
    hands = dealt_hands(seed, 0, n, Rules())
    space, said, eight, came = kernel.make_space(), [], [], []
    for number in range(n):
        held = hands[number, :, 1].tolist()
        for move in compiled.moves(number)[:8]:
            if isinstance(move, Exchange):
                three = (move.to_next, move.to_partner, move.to_previous)
                for step, card in enumerate(three, start=1):
                    held[move.player] &= ~(1 << card)
                    held[(move.player + step) % 4] |= 1 << card
        for seat in range(4):
            sight = np.zeros(kernel.SIGHT, dtype=np.int64)
            sight[kernel.HAND] = held[seat]
            cost = kernel.hand_cost(sight, NUMBERS, space)
            said.append(kernel.first_out_chance(held[seat], cost))
            eight.append(kernel.first_out_chance_of_first(int(hands[number, seat, 0])))
            came.append(compiled.told[number, seat, rounds.PLACE] == 1)
    for told, most in ((np.array(said), 0.8), (np.array(eight), 0.5)):
        for low, high in ((0.0, 0.2), (0.2, 0.35), (0.35, 0.5), (0.5, 0.65), (0.65, 1.0)):
            group = (told >= low) & (told < high)
            if group.sum() < 100:
                continue
            share, mean = np.mean(np.array(came)[group]), told[group].mean()
            # Three standard errors, and what a fit may be off.
            assert abs(share - mean) < 3 * np.sqrt(0.25 / group.sum()) + 0.03, (low, share, mean)
        assert told.max() > most

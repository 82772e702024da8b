"""Players of stated style: both engines, what they may know and weigh, and who beats whom."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.core.study import mean_of
from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete import Rules, placements
from neuroanalysis.games.conquete._kernels import rounds
from neuroanalysis.games.conquete.play import (
    ENDS,
    Pass,
    Place,
    deal,
    do,
    legal_moves,
    placements_of,
    position_of,
    result,
    start,
)
from neuroanalysis.games.conquete.policies import (
    PLAYERS_KNOWN,
    SKILLS,
    compiled_rounds,
    dealt_cards,
    moves_of_round,
    play_out,
    player,
    skill,
)
from neuroanalysis.games.conquete.policies.players import sight_of
from tests.refusals import refused_with

SEED = 11
NAMES = ["Ana", "Bo", "Cem", "Dua", "Eli", "Fay", "Gus", "Hal"]
TABLES = [
    (["random", "greedy", "builder", "patient", "lookahead"], Rules()),
    (["lookahead"] * 2, Rules(may_pass_when_able=False)),
    (
        ["patient", "random"] * 4,
        Rules(vp_may_go_negative=False, pass_cost=3, start_vp=2, extra_card_vp=-4, set_less=3),
    ),
    (
        ["lookahead", "builder", "random"],
        Rules(most_rows=3, most_columns=5, grid_either_way_up=True),
    ),
    (["greedy", "random"], Rules(rows_enlarged=0, columns_enlarged=0, most_rows=3, most_columns=6)),
    (["patient"] * 3, Rules(shared_attributes=3, copies=3, rounds_of_passes=1)),
    (["lookahead", "random"], Rules(needed=1, shape_ratio=0, copies=1, most_rows=30)),
]


@pytest.mark.parametrize(("names", "rules"), TABLES)
def test_both_engines_play_the_same_moves(names, rules):
    skills, n, size = [skill(name) for name in names], 6, len(names)
    compiled = compiled_rounds(skills, rules, SEED, 2, 2 + n, log=True)
    for row, number in enumerate(range(2, 2 + n)):
        seed, first = round_seed(SEED, number), number % size
        now, made = deal(NAMES[:size], seed=seed, rules=rules, first=first), []
        fitting, blocked = [[0] * 5 for _ in names], [0] * size
        for move, after in moves_of_round(now, [player(one) for one in skills], seed=seed):
            made.append(move)
            legal = placements_of(now, move.player)
            if isinstance(move, Place):
                [one] = [p for p in legal if (p.cell, p.kind) == (move.cell, move.kind)]
                fitting[move.player][one.compatible] += 1
            else:
                blocked[move.player] += not legal
            now = after
        assert made == compiled.moves(row)
        told, ends = compiled.told[row], compiled.ends[row]
        assert tuple(told[:, rounds.VP]) == result(now).vp
        assert ENDS[ends[rounds.END]] == now.end
        assert ends[rounds.ENLARGEMENTS] == now.enlarged
        assert (ends[rounds.ROWS], ends[rounds.COLUMNS]) == (now.domain.rows, now.domain.columns)
        for seat, ledger in enumerate(now.ledgers):
            columns = rounds.EXTRA, rounds.PLACING, rounds.PASSING, rounds.FINISHING, rounds.SETS
            parts = ledger.extra, ledger.placing, ledger.passing, ledger.finishing, ledger.sets
            assert tuple(told[seat, columns]) == parts
            assert told[seat, rounds.LEFT] == now.size(seat)
            assert told[seat, rounds.PLACE] == (now.out.index(seat) + 1 if seat in now.out else 0)
            sizes = [len(one) for one in now.domain.sets(seat + 1)]
            assert told[seat, rounds.SET_COUNT] == len(sizes)
            assert told[seat, rounds.LARGEST] == max(sizes, default=0)
            assert told[seat, rounds.FITTING :].tolist() == fitting[seat][1:]
            assert told[seat, rounds.BLOCKED] == blocked[seat]
            passes = [move for move in made if isinstance(move, Pass) and move.player == seat]
            assert told[seat, rounds.PASSED] == len(passes)


def test_a_seed_plays_the_same_again_and_parts_of_a_run_are_parts_of_it():
    skills = [skill(name) for name in PLAYERS_KNOWN]
    whole, tail = (compiled_rounds(skills, Rules(), SEED, begin, 9) for begin in (0, 5))
    assert (whole.told[5:] == tail.told).all()
    assert (whole.ends[5:] == tail.ends).all()


def test_hands_are_dealt_as_rounds_are():
    starts, hands = dealt_cards(SEED, 4, 9, 3, Rules())
    for row, number in enumerate(range(4, 9)):
        state = deal(NAMES[:3], seed=round_seed(SEED, number), first=number % 3)
        assert state.domain.at((0, 0)).kind == starts[row]
        assert state.hands == tuple(map(tuple, hands[row].tolist()))


def test_players_see_nothing_hidden():
    # Whatever the others' cards are, as many of them, the same is decided.
    rng, asked = random.Random(5), 0
    seated = [player(name) for name in PLAYERS_KNOWN]
    for number in range(3):
        seed = round_seed(SEED, number)
        now = deal(NAMES[:5], seed=seed)
        for move, after in moves_of_round(now, seated, seed=seed):
            if rng.random() < 0.4:
                others = [one for one in range(5) if one != move.player]
                hidden = [
                    kind
                    for one in others
                    for kind in range(27)
                    for _ in range(now.hands[one][kind])
                ]
                rng.shuffle(hidden)
                hands = list(now.hands)
                for one in others:
                    own = [hidden.pop() for _ in range(now.size(one))]
                    hands[one] = tuple(own.count(kind) for kind in range(27))
                other = replace(now, hands=tuple(hands))
                assert (sight_of(other, move.player) == sight_of(now, move.player)).all()
                found = seated[move.player].play(other, move.player, round_key(seed))
                assert found == move
                asked += 1
            now = after
    assert asked > 40


# --- What each weighs ----------------------------------------------------------------------------


def situations(n, seed):
    """Give states of rounds between builders, of different lengths."""
    rng = random.Random(seed)
    for number in range(n):
        now = deal(NAMES[:3], seed=round_seed(seed, number))
        for _, after in moves_of_round(now, [player("builder")] * 3, seed=number):
            if after.phase != "over" and rng.random() < 0.5:
                yield after


@pytest.mark.parametrize("name", ["greedy", "builder", "patient"])
def test_the_best_placement_at_once_is_chosen(name):
    # Against the evaluation of positions, which is not what they ask.
    asked = passed = 0
    for now in situations(5, 3):
        who = now.active
        listed = placements(position_of(now, who))
        move = player(name).play(now, who, 7)
        if not listed:
            assert move == Pass(who)
            continue
        worth = {
            (one.cell, one.kind): one.vp + (0 if name == "greedy" else one.set_change)
            for one in listed
        }
        begun, last = now.dealt[who] > now.size(who), now.size(who) == 1
        if name == "patient" and begun and not last and max(worth.values()) < 0:
            assert move == Pass(who)
            passed += 1
        else:
            assert worth[move.cell, move.kind] == max(worth.values())
        asked += 1
    assert asked > 20
    assert (passed > 0) == (name == "patient")


def test_random_placements_are_as_likely_and_passing_too_where_it_may_be():
    now = start(NAMES[:2], ["2ev 1cn", "2cv 3rn"], "2eb")
    for may, ways in ((False, 4), (True, 5)):
        one = player(replace(SKILLS["random"], may_pass=may))
        found = [one.play(now, 0, key) for key in range(4000)]
        shares = {move: found.count(move) / len(found) for move in {*found}}
        assert len(shares) == ways
        assert (Pass(0) in shares) == may
        assert all(abs(share - 1 / ways) < 0.03 for share in shares.values())


def test_equals_are_told_apart_by_luck():
    now = start(NAMES[:2], ["2ev 1cn", "2cv 3rn"], "2eb")
    for name in ("greedy", "builder"):
        cells = {player(name).play(now, 0, key).cell for key in range(60)}
        assert cells == {(-1, 0), (0, -1), (0, 1), (1, 0)}


def outlook(now, move):
    """What a move of one of two is worth till his next turn: the least and most, by equal replies.

    There the cards that he does not see are the other one's hand.
    """

    def totals(state, who):
        return {
            Place(who, one.row, one.column, one.kind): one.total
            for one in placements(position_of(state, who))
        }

    me, opponent = now.active, 1 - now.active
    gain = -1 if isinstance(move, Pass) else totals(now, me)[move]
    after = do(now, move)
    replies = totals(after, opponent) or {Pass(opponent): -1}
    most = max(replies.values())
    then = [
        max(totals(do(after, reply), me).values(), default=-1)
        for reply, worth in replies.items()
        if worth == most
    ]
    return gain - most + min(then), gain - most + max(then)


def test_looking_ahead_finds_the_move_with_the_best_outlook():
    one, rng, at_once = (
        player(replace(SKILLS["lookahead"], width=500, samples=1)),
        random.Random(8),
        0,
    )
    for number in range(2):
        now = deal(NAMES[:2], seed=round_seed(SEED, number), rules=Rules(copies=1))
        for _, after in moves_of_round(now, [player("builder")] * 2, seed=number):
            held = min(map(sum, after.hands))
            if after.phase == "over" or held < 3 or len(after.domain) < 6 or rng.random() < 0.5:
                continue
            ways = {move: outlook(after, move) for move in legal_moves(after)}
            chosen = one.play(after, after.active, number)
            assert ways[chosen][1] >= max(least for least, _ in ways.values())
            if isinstance(chosen, Place):
                listed = placements(position_of(after, after.active))
                [mine] = [p for p in listed if (p.cell, p.kind) == (chosen.cell, chosen.kind)]
                at_once += mine.total < max(p.total for p in listed)
    # To look ahead is something else than to take what is best at once.
    assert at_once > 1


def test_with_a_single_card_nobody_waits():
    now = start(NAMES[:2], ["2ev", "2cv"], "2eb")
    for name in PLAYERS_KNOWN:
        assert isinstance(player(name).play(now, 0, 3), Place)


def test_better_players_win_more():
    # Places go round with the rounds, so each skill plays from every seat.
    n, gaps = 400, {}
    for weak, strong in (("random", "greedy"), ("greedy", "builder"), ("builder", "lookahead")):
        skills = [skill(weak), skill(strong)] * 2
        n = 80 if strong == "lookahead" else 400
        points = compiled_rounds(skills, Rules(), SEED, 0, n).told[:, :, rounds.VP]
        gaps[strong] = mean_of(points[:, 1::2].sum(axis=1) - points[:, ::2].sum(axis=1), SEED)
    assert all(gap.interval.low > 0 for gap in gaps.values()), gaps


def test_unknown_and_impossible_skills_are_refused():
    with pytest.raises(InputError, match="lookahead"):
        player("clairvoyant")
    for changed in ({"width": 0}, {"samples": 2000}):
        one = replace(SKILLS["lookahead"], **changed)
        now = start(NAMES[:2], ["2ev", "2cv"], "2eb")
        refused_with("input.limit", lambda one=one, now=now: player(one).play(now, 0, 1))


def test_a_round_is_played_out_by_players_of_ones_own():
    class Idle:
        name = "idle"

        def play(self, state, player, key):
            return Pass(player)

    end = play_out(deal(NAMES[:2], seed=1), [Idle(), Idle()], seed=1)
    assert (end.end, end.vp) == ("all_pass", (3, 2))
    assert not np.any([ledger.sets for ledger in end.ledgers])

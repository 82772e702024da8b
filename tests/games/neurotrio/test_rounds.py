"""The compiled engine and the players, held against the readable engine and slow twins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio._kernels import rounds as kernel
from neuroanalysis.games.neurotrio.play import Finish, Pang, Pass, Shuffle, deal, result
from neuroanalysis.games.neurotrio.policies import (
    LEVELS,
    SKILLS,
    compiled_rounds,
    moves_of_round,
    player,
    round_seed,
    skill,
    suggested_minimum,
)
from neuroanalysis.games.neurotrio.rules import Rules, preset
from neuroanalysis.games.neurotrio.scoring import distance, evaluate

# The levels that need nothing solved.
FREE = [level for level in LEVELS if SKILLS[level].judgement != "solution"]


def readable(names, minimums, rules, seed, number):
    """Play a round on the readable engine; return its beginning, and moves with their states."""
    players = [player(name, least, rules) for name, least in zip(names, minimums, strict=True)]
    one = round_seed(seed, number)
    begin = deal(
        [f"P{seat}" for seat in range(len(names))],
        seed=one,
        rules=rules,
        minimums=minimums,
        first=number % len(names),
    )
    return begin, list(moves_of_round(begin, players, seed=one))


def effective(begin, played):
    """Return the moves that the compiled engine logs: no passes, no shuffles, no pang in vain."""
    moves, before = [], begin
    for move, after in played:
        if isinstance(move, Pang):
            # Said by several, it is the first's after the discarder: known when all have answered.
            if after.phase != "pang" and after.offered is None:
                moves.append(Pang(after.active))
        elif isinstance(move, Pass):
            if after.phase == "act":
                moves.append(Pang(after.active))
        elif not isinstance(move, Shuffle):
            moves.append(move)
        before = after
    return moves, before


def agree(names, minimums, rules, seed, begin, stop):
    """Play rounds on both engines and compare every move and every number; return the readable."""
    skills = [skill(name) for name in names]
    fast = compiled_rounds(skills, minimums, rules, seed, begin, stop, log=True)
    ends = []
    for row, number in enumerate(range(begin, stop)):
        start, played = readable(names, minimums, rules, seed, number)
        moves, end = effective(start, played)
        assert fast.moves(row) == moves, (names, minimums, number)
        outcome = result(end)
        told, told_of_round = fast.told[row], fast.ends[row]
        assert told[:, kernel.POINTS].tolist() == list(outcome.points)
        assert (int(told_of_round[kernel.FINISHER]) % 1000) == (
            999 if end.finisher is None else end.finisher
        )
        assert told_of_round[kernel.RESHUFFLES] == end.reshuffles
        counted = Counter((type(move).__name__, move.player) for move in moves)
        for seat in range(len(names)):
            position = end.position(seat)
            assert told[seat, kernel.PANGS] == counted["Pang", seat]
            assert told[seat, kernel.CARRES] == counted["Lay", seat] == sum(end.laid[seat])
            assert told[seat, kernel.DRAWS] == counted["Draw", seat]
            assert told[seat, kernel.FINISHED] == (seat == end.finisher)
            assert told[seat, kernel.VALUE] == evaluate(position).points
            assert told[seat, kernel.DISTANCE] == distance(position)
        ends.append((start, played, moves, end))
    return ends


@pytest.mark.parametrize("level", FREE)
def test_both_engines_make_the_same_moves(level):
    n = 25 if level in ("expert", "random") else 60
    agree([level] * 4, [suggested_minimum(level)] * 4, Rules(), 11, 0, n)


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_engines_agree_for_every_number_of_players(players):
    names = ["expert", "random", "hiker", "child", "beginner", "child"][:players]
    minimums = [24, 18, 22, 18, 20, 26][:players]
    agree(names, minimums, Rules(), 5, 100, 120)


@pytest.mark.parametrize("name", ["one_deck_shape", "two_duos_two_trios", "three_trios"])
def test_engines_agree_under_other_rules(name):
    rules = preset(name)
    agree(["hiker", "expert", "random"], [rules.least_minimum] * 3, rules, 2, 0, 20)


def test_engines_agree_where_the_pile_is_shuffled():
    # Nobody can ever finish, so each round goes through all its shuffles.
    ends = agree(["hiker", "child", "random", "expert"], [99] * 4, Rules(), 3, 0, 4)
    assert all(end.reshuffles == 2 and end.finisher is None for *_, end in ends)
    agree(["beginner", "child", "hiker"], [18, 18, 18], Rules(pang=False), 3, 0, 10)
    short = replace(Rules(), reshuffles=0)
    ends = agree(["beginner", "child"], [99, 99], short, 3, 0, 6)
    assert all(end.reshuffles == 0 and not end.pile for *_, end in ends)


def test_engines_agree_where_carres_are_laid():
    # In rounds that last, since nobody has the points to finish, carrés come together.
    ends = agree(["expert", "expert", "child"], [60, 60, 60], Rules(), 8, 0, 9)
    assert sum(sum(map(sum, end.laid)) for *_, end in ends) >= 5


@pytest.mark.slow
def test_both_engines_make_the_same_moves_in_thousands_of_rounds():
    agree(["child", "beginner", "child", "beginner"], [18, 20, 20, 18], Rules(), 1, 0, 2000)
    agree(["hiker", "expert", "beginner", "child"], [22, 24, 20, 18], Rules(), 2, 0, 500)
    agree(["random", "hiker", "child"], [18, 18, 18], Rules(), 3, 0, 300)


def test_the_same_round_whatever_the_chunk():
    skills, minimums = [skill("random"), skill("child"), skill("hiker")], [18, 20, 22]
    whole = compiled_rounds(skills, minimums, Rules(), 4, 0, 30)
    parts = [compiled_rounds(skills, minimums, Rules(), 4, i, i + 10) for i in (0, 10, 20)]
    assert np.array_equal(whole.told, np.concatenate([part.told for part in parts]))
    assert np.array_equal(whole.ends, np.concatenate([part.ends for part in parts]))
    assert len({whole.told[i].tobytes() for i in range(30)}) > 20


def test_all_cards_are_always_there_and_nothing_is_seen_twice():
    # Clause 1.2 in every state: 108 cards, four of each kind, each in one place.
    names, minimums = ["random", "child", "expert", "hiker", "random"], [18, 18, 24, 22, 30]
    for number in range(12):
        begin, played = readable(names, minimums, Rules(), 21, number)
        for state in (begin, *(after for _, after in played)):
            assert state.cards() == Counter(dict.fromkeys(range(27), 4))
            for seat in range(5):
                assert sum(state.hands[seat]) + 3 * sum(state.laid[seat]) in (13, 14)
                assert all(k <= h for k, h in zip(state.kept[seat], state.hands[seat], strict=True))


def test_who_finishes_has_his_minimum():
    names, minimums = ["child", "beginner", "hiker", "expert"], [18, 20, 22, 24]
    fast = compiled_rounds([skill(name) for name in names], minimums, Rules(), 9, 0, 300)
    finished = fast.told[:, :, kernel.FINISHED] == 1
    points = fast.told[:, :, kernel.POINTS]
    assert (finished.sum(axis=1) <= 1).all()
    assert finished.sum() > 250
    for seat, minimum in enumerate(minimums):
        assert points[finished[:, seat], seat].min() >= minimum
    assert (fast.told[:, :, kernel.DISTANCE][finished] == 0).all()


def test_an_unknown_player_is_refused():
    with pytest.raises(InputError, match="nobody"):
        skill("nobody")


def test_who_needs_the_solitaire_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="neuroanalysis solve neurotrio --minimums 26"):
        player("mythical", 26)


def test_a_player_of_ones_own():
    class Keeper:
        """Discards the first card he may; never pangs."""

        name = "keeper"

        def move(self, state, player, key):
            from neuroanalysis.games.neurotrio.play import legal_moves

            legal = legal_moves(state)
            return legal[0] if isinstance(legal[0], Finish) else legal[-1]

        def wants(self, state, player, key):
            return frozenset()

    begin = deal(["Ana", "Bo"], seed=3)
    played = list(moves_of_round(begin, [Keeper(), player("beginner", 18)], seed=3))
    assert played[-1][1].phase == "over"
    assert not [move for move, _ in played if isinstance(move, Pang) and move.player == 0]


def duel(one, other, minimum, rounds, seed):
    """Seat two of each level crosswise, then the other way round on the same cards.

    Returns the mean points by which the first is better, and the standard error of that: the
    rounds of a pair of tables share their luck, so pairs are what is independent.
    """
    points = [
        compiled_rounds([skill(name) for name in names], [minimum] * 4, Rules(), seed, 0, rounds)
        .told[:, :, kernel.POINTS]
        .astype(float)
        for names in ([one, other] * 2, [other, one] * 2)
    ]
    here, there = (table[:, ::2].mean(axis=1) - table[:, 1::2].mean(axis=1) for table in points)
    better = (here - there) / 2
    return better.mean(), better.std(ddof=1) / rounds**0.5


@pytest.mark.parametrize(
    ("better", "worse", "rounds"),
    [
        ("child", "random", 100),
        ("beginner", "child", 400),
        ("hiker", "beginner", 250),
        ("expert", "hiker", 250),
    ],
)
def test_each_level_beats_the_one_below(better, worse, rounds):
    # At a minimum of 22, where the game of values begins. The rounds are chosen so that a level
    # that is as good as the one below would pass once in a million seeds; this seed is fixed.
    ahead, error = duel(better, worse, 22, rounds, 20)
    assert ahead > 4.75 * error


def test_a_level_does_not_beat_itself():
    assert duel("beginner", "beginner", 22, 60, 1) == (0.0, 0.0)

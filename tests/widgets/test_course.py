"""The course of a watched round: what comes next, back, and what a person is asked."""

from __future__ import annotations

import pytest

from neuroanalysis.errors import MoveError
from neuroanalysis.games.neurotrio.play import (
    Discard,
    Draw,
    Finish,
    Pang,
    Pass,
    deal,
    replay,
    result,
)
from neuroanalysis.widgets.rounds import Course
from tests.project import ROOT
from tests.widgets.table_players import Lucky, played_by_hand

TRANSCRIPTS = ROOT / "tests" / "games" / "neurotrio" / "transcripts"
NAMES = ("Ana", "Bo", "Cam", "Dia")


def course(players=2, seed=5, persons=(), pangs=0.2):
    seats = [None if seat in persons else Lucky(pangs) for seat in range(players)]
    return Course.of(deal(NAMES[:players], seed=seed), seats, seed=seed, key=99)


def last(steps):
    return next(iter(reversed(list(steps))), None)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_round_goes_as_the_players_decide(players, seed):
    watched = last(course(players, seed).steps())
    seats = [Lucky(0.2) for _ in range(players)]
    moves, end = played_by_hand(deal(NAMES[:players], seed=seed), seats, seed, 99)
    assert list(watched.moves) == moves
    assert watched.state == end
    assert watched.over
    assert any(isinstance(move, Pang) for move in moves)


def test_all_answers_to_a_discard_are_one_step():
    watched = course(4)
    for later in watched.steps():
        assert not later.unsettled
        new = later.moves[watched.at :]
        assert len(new) == 1 or all(isinstance(move, Pang | Pass) for move in new)
        assert later.at > watched.at
        watched = later


def test_back_and_forth_is_the_same_way():
    end = last(course(3).steps())
    places, watched = [end.at], end
    while (earlier := watched.back()) is not watched:
        watched = earlier
        places.append(watched.at)
    assert watched.at == 0 == end.back_to_begin().at
    assert watched.state == end.begin
    assert places == sorted(set(places), reverse=True)
    again = [later.at for later in watched.steps()]
    assert [0, *again] == places[::-1]


def test_a_turn_begins_with_a_draw_that_replaces_no_carre():
    read = replay((TRANSCRIPTS / "carres.txt").read_text(encoding="utf-8"))
    watched = Course.of(read.begin, [None, None], seed=0, moves=read.moves)
    # Two carrés laid in one turn, each replaced from the pile: three draws, one turn.
    assert sum(isinstance(move, Draw) for move in watched.moves) == 3
    assert watched.turn == 1
    assert [place for place in range(len(watched.states)) if watched.begins_turn(place)] == [0]
    assert watched.result.points == (31, 12)  # as the transcript says


def test_a_shuffle_before_a_draw_begins_no_second_turn():
    read = replay((TRANSCRIPTS / "reshuffles.txt").read_text(encoding="utf-8"))
    watched = Course.of(read.begin, [None] * read.begin.players, seed=0, moves=read.moves)
    draws = sum(isinstance(move, Draw) for move in read.moves)
    begun = sum(watched.begins_turn(place) for place in range(len(watched.states)))
    assert begun == draws


def test_a_person_is_waited_for():
    watched = course(2, persons={0}, pangs=0)
    assert watched.awaited == 0
    assert watched.step() is watched
    assert list(watched.steps()) == []
    drawn = watched.play(Draw(0))
    assert drawn.awaited == 0
    kind = next(kind for kind, n in enumerate(drawn.state.hands[0]) if n)
    thrown = drawn.play(Discard(0, kind))
    assert thrown.awaited is None
    asked = last(thrown.steps())
    # Bo has drawn and discarded; whether that is panged is the person's to say.
    assert asked.awaited == 0
    assert asked.state.phase == "pang"
    assert asked.state.offered.player == 1
    assert asked.step() is asked
    silent = last(asked.play(Pass(0)).steps())
    assert silent is None or silent.awaited == 0
    assert asked.play(Pass(0)).state.phase == "draw"
    panged = asked.play(Pang(0))
    assert panged.state.phase == "act"
    assert panged.state.kept[0][asked.state.offered.kind] == 1


def test_who_passes_is_asked_again_at_his_own_turn():
    watched = course(4, persons={0}, pangs=0).play(Draw(0))
    kind = next(kind for kind, n in enumerate(watched.state.hands[0]) if n)
    watched = last(watched.play(Discard(0, kind)).steps(passing=True))
    assert watched.awaited == 0
    assert watched.state.phase == "draw"
    said = [move for move in watched.moves if isinstance(move, Pang | Pass) and move.player == 0]
    assert said == [Pass(0)] * 3


def test_an_illegal_move_changes_nothing():
    watched = course(2, persons={0}).play(Draw(0))
    before = watched
    with pytest.raises(MoveError, match=r"clause"):
        watched.play(Finish(0))
    with pytest.raises(MoveError, match=r"5\.2"):
        watched.play(Draw(0))
    assert watched == before
    assert watched.awaited == 0


def test_another_move_than_before_forgets_what_came_after():
    watched = course(2, persons={0}, pangs=0).play(Draw(0))
    kinds = [kind for kind, n in enumerate(watched.state.hands[0]) if n]
    first = last(watched.play(Discard(0, kinds[0])).steps())
    back = first.back_to_decision()
    assert back.at == watched.at
    assert not back.latest
    second = back.play(Discard(0, kinds[1]))
    assert second.latest
    assert second.moves == (Draw(0), Discard(0, kinds[1]))
    assert first.moves[1] == Discard(0, kinds[0])


def test_a_transcript_of_a_watched_round_is_the_round():
    end = last(course(3).steps())
    read = replay(end.record())
    assert read.end == end.state
    assert result(read.end) == end.result
    middle = end.back().back()
    assert replay(middle.record()).end == middle.state


def test_a_round_needs_somebody_at_each_seat():
    with pytest.raises(ValueError, match="1 players at 2 seats"):
        Course.of(deal(["Ana", "Bo"], seed=1), [None], seed=1)

"""What clicks do to a selection, without a widget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.errors import CardError
from neuroanalysis.widgets.selection import Board, History, Role

ROLES = (
    Role("hand"),
    Role("kept", part_of="hand"),
    Role("laid", step=4, takes_from="hand"),
    Role("seen"),
)
BOARD = Board(codes=("a", "b", "c"), copies=(4, 4, 1), roles=ROLES)


def test_adding_stops_at_the_copies_over_all_roles():
    selection = BOARD.checked({"hand": [2, 0, 0], "seen": [1, 0, 0]})
    selection = BOARD.add(selection, "seen", 0)
    with pytest.raises(CardError, match="5 copies of a; there are only 4"):
        BOARD.add(selection, "hand", 0)
    with pytest.raises(CardError, match="only 1"):
        BOARD.add(BOARD.add(selection, "hand", 2), "seen", 2)


def test_keeping_marks_a_card_of_the_hand_and_adds_it_when_it_is_not_there():
    selection = BOARD.add(BOARD.checked({"hand": [2, 0, 0]}), "kept", 0)
    assert selection["hand"] == (2, 0, 0)
    assert BOARD.add(selection, "kept", 1)["hand"] == (2, 1, 0)


def test_a_mark_goes_with_the_last_card_that_can_carry_it():
    selection = BOARD.checked({"hand": [2, 0, 0], "kept": [1, 0, 0]})
    selection = BOARD.remove(selection, "hand", 0)
    assert selection["kept"] == (1, 0, 0)
    selection = BOARD.remove(selection, "hand", 0)
    assert selection["kept"] == (0, 0, 0)


@pytest.mark.parametrize("held", range(5))
def test_laying_takes_the_copies_from_the_hand(held):
    selection = BOARD.add(BOARD.checked({"hand": [held, 1, 0]}), "laid", 0)
    assert selection["laid"] == (4, 0, 0)
    assert selection["hand"] == (0, 1, 0)
    assert BOARD.remove(selection, "laid", 0)["laid"] == (0, 0, 0)


def test_laying_what_is_seen_elsewhere_is_refused():
    with pytest.raises(CardError, match="5 copies of a"):
        BOARD.add(BOARD.checked({"seen": [1, 0, 0]}), "laid", 0)


RACK = Board(
    codes=("a", "b", "c"),
    copies=(2, 2, 1),
    roles=(
        Role("hand", most=3),
        Role("turned", most=1, replaces=True),
        Role("named", most=1, replaces=True, apart=True),
    ),
)


def test_a_role_has_room_for_so_many():
    selection = RACK.checked({"hand": [2, 1, 0]})
    with pytest.raises(CardError, match="no room for more: 3 at most"):
        RACK.add(selection, "hand", 2)
    with pytest.raises(CardError, match="no room for more: 3 at most"):
        RACK.checked({"hand": [2, 1, 1]})
    assert RACK.fitted({"hand": [2, 2, 1]})["hand"] == (2, 1, 0)
    assert not RACK.fits({"hand": [2, 2, 1]})


def test_a_card_turned_takes_the_place_of_the_one_before():
    selection = RACK.add(RACK.empty(), "turned", 0)
    selection = RACK.add(selection, "turned", 1)
    assert selection["turned"] == (0, 1, 0)
    with pytest.raises(CardError, match="3 copies of b; there are only 2"):
        RACK.checked({"hand": [0, 2, 0], "turned": [0, 1, 0]})


def test_a_card_that_is_only_named_uses_up_no_copy():
    selection = RACK.checked({"hand": [2, 0, 1], "named": [0, 0, 1]})
    assert RACK.used(selection, 2) == 1
    assert RACK.fitted(selection) == selection


def test_taking_away_what_is_not_there_changes_nothing():
    assert BOARD.remove(BOARD.empty(), "laid", 1) == BOARD.empty()


@pytest.mark.parametrize(
    ("vectors", "says"),
    [
        ({"hand": [1, 0]}, "shape"),
        ({"seen": [0, -1, 0]}, "below 0"),
        ({"hand": [5, 0, 0]}, "5 copies of a"),
    ],
)
def test_counts_that_do_not_fit_are_refused(vectors, says):
    with pytest.raises(CardError, match=says):
        BOARD.checked(vectors)


def test_an_unknown_role_is_a_fault_of_the_program():
    with pytest.raises(KeyError):
        BOARD.checked({"pocket": [0, 0, 0]})


@given(
    st.lists(
        st.tuples(st.booleans(), st.sampled_from([role.name for role in ROLES]), st.integers(0, 2)),
        max_size=60,
    )
)
def test_no_row_of_clicks_breaks_the_rules_of_the_board(clicks):
    selection = BOARD.empty()
    for adds, role, kind in clicks:
        before = selection
        try:
            selection = (BOARD.add if adds else BOARD.remove)(selection, role, kind)
        except CardError:
            assert selection is before
        for at, most in enumerate(BOARD.copies):
            assert sum(selection[name][at] for name in ("hand", "laid", "seen")) <= most
            assert 0 <= selection["kept"][at] <= selection["hand"][at]


@given(st.lists(st.sampled_from(["undo", "redo", *range(5)]), max_size=40))
def test_history_goes_like_two_stacks(steps):
    history = History({"hand": (-1,)})
    past, now, future = [], -1, []
    for step in steps:
        if step == "undo":
            history.undo()
            if past:
                future.append(now)
                now = past.pop()
        elif step == "redo":
            history.redo()
            if future:
                past.append(now)
                now = future.pop()
        elif step != now:
            history.push({"hand": (step,)})
            past.append(now)
            now, future = step, []
        assert history.current == {"hand": (now,)}
        assert (history.can_undo, history.can_redo) == (bool(past), bool(future))


def test_a_history_passes_over_what_does_not_fit_the_board_in_force():
    roles = (Role("hand"), Role("laid", step=4))
    many = Board(("1cn", "1cv"), (4, 4), roles)
    few = Board(("1cn", "1cv"), (2, 2), (Role("hand"),))
    history = History(many.empty())
    assert history.change_board(many) == many.empty()
    for hand, laid in (((1, 0), (0, 0)), ((3, 0), (0, 0)), ((3, 0), (0, 4)), ((1, 1), (0, 0))):
        history.push({"hand": hand, "laid": laid})
    assert history.change_board(few) == {"hand": (1, 1)}
    assert not history.can_redo
    assert history.undo() == {"hand": (1, 0)}
    assert history.undo() == {"hand": (0, 0)}
    assert not history.can_undo
    assert history.redo() == {"hand": (1, 0)}
    history.change_board(many)
    assert history.current == {"hand": (1, 0), "laid": (0, 0)}
    assert history.redo() == {"hand": (3, 0), "laid": (0, 0)}
    assert history.redo() == {"hand": (3, 0), "laid": (0, 4)}
    assert history.change_board(few) == {"hand": (2, 0)}
    assert history.change_board(many) == {"hand": (2, 0), "laid": (0, 0)}
    assert history.undo() == {"hand": (3, 0), "laid": (0, 4)}

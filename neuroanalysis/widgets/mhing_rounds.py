"""A round of Mhing looked through move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neuroanalysis.games.mhing.play import (
    Draw,
    Move,
    Pang,
    Pass,
    RoundState,
    Tcheu,
    do,
    record,
    result,
)
from neuroanalysis.plots.mhing.table import (
    discards_line,
    move_card,
    move_words,
    phase_words,
    pile_words,
    result_html,
    result_words,
    seat_html,
)
from neuroanalysis.plots.seats import seats_html
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.viewer import Viewer

__all__ = ["RoundViewer"]

_NARROWEST: Final = 290


class RoundViewer(Viewer[RoundState, Move]):
    """Look through a round step by step: hands, laid combinations, discards, and what was done.

    Players who say nothing to a discard are no step of their own: a step is any other move, with
    all the passes that follow it.

    Parameters
    ----------
    begin
        The state before the first move.
    moves
        All moves, passes included.
    notes
        What is said beside each player's name, such as how he plays.
    at
        After how many steps to begin.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    at
        How many of the steps lie behind the moment on show. May be assigned.
    states
        All moments, the one before the first step first.

    Raises
    ------
    MoveError
        For a move that the rules do not allow.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.play import deal, legal_moves
    >>> begin = deal(["Ana", "Bo", "Cem"], seed=30)
    >>> viewer = RoundViewer(begin, legal_moves(begin)[:1])
    >>> viewer.at = 1
    >>> viewer.states[viewer.at].phase
    'act'
    """

    name = "widgets.mhing_rounds"

    def __init__(
        self,
        begin: RoundState,
        moves: Sequence[Move],
        *,
        notes: Sequence[str] = (),
        at: int = 0,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        self._whole = begin, tuple(moves)
        self._notes = tuple(notes) or ("",) * begin.players
        states: list[RoundState] = [begin]
        steps: list[Move] = []
        state = begin
        for move in moves:
            state = do(state, move)
            if isinstance(move, Pass) and steps:
                states[-1] = state
            else:
                steps.append(move)
                states.append(state)
        super().__init__(states, steps, at, lesson=lesson)

    def _transcript(self) -> str:
        return record(*self._whole)

    def _turn(self, state: RoundState) -> int:
        return state.turn

    def _begins_turn(self, place: int) -> bool:
        return isinstance(self._moves[place], Draw | Pang | Tcheu)

    def _words(self, state: RoundState, move: Move) -> str:
        return move_words(state, move)

    def _drawing(self, state: RoundState, move: Move) -> str:
        return move_card(state, move)

    def _said(self, state: RoundState) -> tuple[str, str]:
        return phase_words(state), pile_words(state)

    def _ended(self, state: RoundState) -> tuple[str, str]:
        if state.phase != "over":
            return "", ""
        ended = result(state)
        return result_html(state, ended), result_words(state, ended)

    def _lying(self, state: RoundState) -> tuple[list[str], str]:
        seats = "".join(
            seat_html(state, player, note=self._notes[player]) for player in range(state.players)
        )
        return [seats_html(seats, narrowest=_NARROWEST, most=2)], discards_line(state)

"""A round of Tichu looked through move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neuroanalysis.games.tichu.play import Decline, Lay, Move, Pass, RoundState, do, record, result
from neuroanalysis.games.tichu.rules import PLAYERS
from neuroanalysis.plots.seats import seats_html
from neuroanalysis.plots.tichu.table import (
    move_card,
    move_words,
    phase_words,
    result_html,
    result_words,
    seat_html,
    table_words,
    trick_html,
)
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets.viewer import Viewer

__all__ = ["RoundViewer"]

_NARROWEST: Final = 290


class RoundViewer(Viewer[RoundState, Move]):
    """Look through a round step by step: hands, calls, the trick, and what was done.

    Passing, and calling no Grand Tichu, is no step of its own: a step is any other move, with all
    of these that follow it.

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
    >>> from neuroanalysis.games.tichu.play import GrandTichu, deal
    >>> viewer = RoundViewer(deal(["Ana", "Bo", "Cem", "Dua"], seed=1), [GrandTichu(0)])
    >>> viewer.at = 1
    >>> viewer.states[viewer.at].calls[0]
    'grand_tichu'
    """

    name = "widgets.tichu_rounds"

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
        self._notes = tuple(notes) or ("",) * PLAYERS
        states: list[RoundState] = [begin]
        steps: list[Move] = []
        # Cards laid so far tell the moments apart; a combination that is laid comes once.
        self._tricks = {begin.laid: 0}
        self._leading: set[Move] = set()
        state, tricks = begin, 0
        for move in moves:
            leads = isinstance(move, Lay) and not state.trick
            state = do(state, move)
            if leads:
                tricks += 1
                self._leading.add(move)
            self._tricks[state.laid] = tricks
            if isinstance(move, Pass | Decline):
                states[-1] = state
            else:
                steps.append(move)
                states.append(state)
        super().__init__(states, steps, at, lesson=lesson)

    def _transcript(self) -> str:
        return record(*self._whole)

    def _turn(self, state: RoundState) -> int:
        return self._tricks[state.laid] - 1

    def _when(self, state: RoundState) -> str:
        if self._tricks[state.laid]:
            return super()._when(state)
        return text(f"{self.name}.before")

    def _begins_turn(self, place: int) -> bool:
        return self._moves[place] in self._leading

    def _words(self, state: RoundState, move: Move) -> str:
        return move_words(state, move)

    def _drawing(self, state: RoundState, move: Move) -> str:
        return move_card(state, move)

    def _said(self, state: RoundState) -> tuple[str, str]:
        return phase_words(state), table_words(state)

    def _ended(self, state: RoundState) -> tuple[str, str]:
        if state.phase != "over":
            return "", ""
        ended = result(state)
        return result_html(state, ended), result_words(state, ended)

    def _lying(self, state: RoundState) -> tuple[list[str], str]:
        seats = "".join(
            seat_html(state, player, note=self._notes[player]) for player in range(PLAYERS)
        )
        return [seats_html(seats, narrowest=_NARROWEST, most=2)], trick_html(state)

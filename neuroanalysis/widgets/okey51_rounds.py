"""A round of Okey looked through move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neuroanalysis.games.okey51.play import Draw, Move, RoundState, Take, do, record, result
from neuroanalysis.plots.okey51.table import (
    discards_line,
    move_tile,
    move_words,
    phase_words,
    pile_words,
    result_html,
    result_words,
    seat_html,
    turned_html,
)
from neuroanalysis.plots.seats import seats_html
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.viewer import Viewer

__all__ = ["RoundViewer"]

_NARROWEST: Final = 290


class RoundViewer(Viewer[RoundState, Move]):
    """Look through a round step by step: racks, open melds, discards, and what was done.

    Parameters
    ----------
    begin
        The state before the first move.
    moves
        All moves.
    notes
        What is said beside each player's name, such as how he plays.
    at
        After how many moves to begin.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    at
        How many of the moves lie behind the moment on show. May be assigned.
    states
        All moments, the one before the first move first.

    Raises
    ------
    MoveError
        For a move that the rules do not allow.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play import deal, legal_moves
    >>> begin = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> viewer = RoundViewer(begin, legal_moves(begin)[-1:])
    >>> viewer.at = 1
    >>> viewer.states[viewer.at].phase
    'draw'
    """

    name = "widgets.okey51_rounds"

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
        states = [begin]
        for move in moves:
            states.append(do(states[-1], move))
        super().__init__(states, moves, at, lesson=lesson)

    def _transcript(self) -> str:
        return record(*self._whole)

    def _turn(self, state: RoundState) -> int:
        return state.turn

    def _begins_turn(self, place: int) -> bool:
        return isinstance(self._moves[place], Draw | Take)

    def _words(self, state: RoundState, move: Move) -> str:
        return move_words(state, move)

    def _drawing(self, state: RoundState, move: Move) -> str:
        return move_tile(state, move)

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
        drawn = seats_html(seats, narrowest=_NARROWEST, most=2)
        return [turned_html(state), drawn], discards_line(state)

"""A round of Neurotrio conquête looked through move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neuroanalysis.games.conquete.play import Move, Place, RoundState, do, record, result
from neuroanalysis.plots.conquete.table import (
    domain_of,
    move_card,
    move_words,
    phase_words,
    result_html,
    result_words,
    seat_html,
    table_words,
)
from neuroanalysis.plots.seats import seats_html
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.viewer import Viewer

__all__ = ["RoundViewer"]

_NARROWEST: Final = 250
_MOST_SEATS: Final = 4


class RoundViewer(Viewer[RoundState, Move]):
    """Look through a round step by step: the domain, the hands, and what was done.

    Parameters
    ----------
    begin
        The state before the first move.
    moves
        All moves, passes included.
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
    >>> from neuroanalysis.games.conquete.play import Pass, deal
    >>> viewer = RoundViewer(deal(["Ana", "Bo"], seed=1), [Pass(0)])
    >>> viewer.at = 1
    >>> viewer.states[viewer.at].vp
    (5, 5)
    """

    name = "widgets.conquete_rounds"

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
        reached = min(state.moves, len(self._moves) - 1)
        return max(0, sum(map(self._begins_turn, range(reached + 1))) - 1)

    def _begins_turn(self, place: int) -> bool:
        """Whether play has come round the table: who moves sits no further than who did before."""
        moves = self._moves
        return place == 0 or moves[place - 1].player >= moves[place].player

    def _words(self, state: RoundState, move: Move) -> str:
        return move_words(state, move)

    def _drawing(self, state: RoundState, move: Move) -> str:
        return move_card(move)

    def _said(self, state: RoundState) -> tuple[str, str]:
        return phase_words(state), table_words(state)

    def _ended(self, state: RoundState) -> tuple[str, str]:
        if state.phase != "over":
            return "", ""
        ended = result(state)
        return result_html(state, ended), result_words(state, ended)

    def _lying(self, state: RoundState) -> tuple[list[str], str]:
        seats = "".join(
            seat_html(state, player, note=self._notes[player]) for player in range(state.players)
        )
        placed = [move for move in self._moves[: self.at] if isinstance(move, Place)]
        last = placed[-1].cell if placed else None
        return [seats_html(seats, narrowest=_NARROWEST, most=_MOST_SEATS)], domain_of(state, last)

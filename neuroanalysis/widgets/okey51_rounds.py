"""A round of Okey looked through move by move."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

import ipywidgets
import traitlets

from neuroanalysis.games.okey51.play import Draw, Move, RoundState, Take, do, result
from neuroanalysis.plots import register_here
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
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.plots.seats import seats_html, told_html
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.panels import Panel

__all__ = ["RoundViewer"]

_TEXTS: Final = "widgets.okey51_rounds"
# So many moves are told; the transcript has all.
_TOLD: Final = 80
_NARROWEST: Final = 290


class RoundViewer(traitlets.HasTraits):
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

    at = traitlets.Int(min=0)

    def __init__(
        self,
        begin: RoundState,
        moves: Sequence[Move],
        *,
        notes: Sequence[str] = (),
        at: int = 0,
        lang: str | None = None,
    ) -> None:
        if lang is not None:
            set_language(lang)
        register_here()
        self._moves = tuple(moves)
        self._notes = tuple(notes) or ("",) * begin.players
        states = [begin]
        for move in self._moves:
            states.append(do(states[-1], move))
        self.states = tuple(states)
        super().__init__(at=min(at, len(self._moves)))
        self._shown = Panel(self._act)
        self.view = ipywidgets.VBox(
            [self._shown], layout=ipywidgets.Layout(overflow="visible", max_width="1300px")
        )
        self._shown.layout = ipywidgets.Layout(min_width="0")
        self.observe(lambda _: self._draw(), "at")
        self._draw()

    def close(self) -> None:
        """Free the widgets."""
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the moment as it was."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{_TEXTS}.label")
        bundle["text/html"] = "".join(f"<div>{part}</div>" for part in self._parts())
        return bundle

    @traitlets.validate("at")
    def _reached(self, proposal: traitlets.Bunch) -> int:
        return min(int(proposal["value"]), len(self._moves))

    # What a person does

    def _act(self, do: str, value: str) -> None:
        match do:
            case "begin":
                self.at = 0
            case "back":
                self.at = max(0, self.at - 1)
            case "next":
                self.at += 1
            case "turn":
                self.at = self._next_turn()
            case "end":
                self.at = len(self._moves)
            case "language":
                set_language(value)
                self._shown.refresh_texts()
                self._draw()
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _next_turn(self) -> int:
        """Return the moment after the next tile drawn or taken, or the end."""
        begins = (
            place + 1
            for place in range(self.at, len(self._moves))
            if isinstance(self._moves[place], Draw | Take)
        )
        return next(begins, len(self._moves))

    # Drawing

    def _draw(self) -> None:
        buttons = controls.row(
            controls.step_buttons(begun=self.at > 0, on=self.at < len(self._moves)),
            controls.language_buttons(),
        )
        parts = [buttons, *self._parts()]
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        self._shown.show(html, self._spoken())

    def _parts(self) -> list[str]:
        state = self.states[self.at]
        turn = text(f"{_TEXTS}.turn_number", turn=state.turn + 1)
        head = (
            f'<div style="font-weight:600;font-size:15px">{escape(turn)} · '
            f"{escape(phase_words(state))}</div>"
            f'<div style="opacity:.8">{escape(pile_words(state))}</div>'
        )
        seats = "".join(
            seat_html(state, player, note=self._notes[player]) for player in range(state.players)
        )
        ended = result_html(state, result(state)) if state.phase == "over" else ""
        return [
            head,
            ended,
            turned_html(state),
            seats_html(seats, narrowest=_NARROWEST, most=2),
            self._table(state),
        ]

    def _table(self, state: RoundState) -> str:
        """Draw the discards, and beside them what was done."""
        places = range(self.at - 1, max(-1, self.at - 1 - _TOLD), -1)
        lines = [
            (
                move_words(self.states[place], self._moves[place]),
                move_tile(self.states[place], self._moves[place]),
            )
            for place in places
        ]
        title = text(f"{_TEXTS}.told", moves=quantity("moves", len(lines)))
        told = told_html(lines, title) if lines else controls.message(text(f"{_TEXTS}.begun"))
        return (
            '<div style="display:grid;gap:16px 24px;'
            'grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr))">'
            f"<div>{discards_line(state)}</div>{told}</div>"
        )

    def _spoken(self) -> str:
        """Say the last move, and the points at the end."""
        state = self.states[self.at]
        said = []
        if self.at:
            said.append(move_words(self.states[self.at - 1], self._moves[self.at - 1]))
        if state.phase == "over":
            said.append(result_words(state, result(state)))
        return " ".join(said)

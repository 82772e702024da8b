"""What viewers of a round share, whatever the game: the moments, the steps between them, the page.

A subclass knows its game: how a moment is drawn, and how a move is said.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

import ipywidgets
import traitlets

from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.plots import register_here
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.plots.seats import told_html
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.panels import Panel
from neuroanalysis.widgets.saving import Saved, Saving

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Viewer"]

# So many moves are told; the transcript has all.
_TOLD: Final = 80

S = TypeVar("S")
M = TypeVar("M")


class Viewer(Enlarging, Saving, Generic[S, M]):
    """Look through a round step by step.

    A subclass sets its own attributes before it calls this, as everything is drawn here.

    Parameters
    ----------
    states
        All moments, the one before the first step first.
    moves
        What was done at each step: one less than there are moments.
    at
        After how many steps to begin.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    at
        How many of the steps lie behind the moment on show. May be assigned.
    states
        All moments.
    """

    at = traitlets.Int(min=0)

    name: ClassVar[str]
    """The catalogue's table with its texts: ``label``, ``turn_number``, ``told``, ``begun``."""

    def __init__(
        self, states: Sequence[S], moves: Sequence[M], at: int, *, lesson: bool = False
    ) -> None:
        register_here()
        self.states = tuple(states)
        self._moves = tuple(moves)
        super().__init__(at=min(at, len(self._moves)), lesson=lesson)
        self._shown = Panel(self._act)
        self.view = ipywidgets.VBox(
            [self._shown], layout=ipywidgets.Layout(overflow="visible", max_width="1300px")
        )
        self._shown.layout = ipywidgets.Layout(min_width="0")
        self._enlarges(self.view, self._draw)
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
        bundle["text/plain"] = text(f"{self.name}.label")
        bundle["text/html"] = "".join(f"<div>{part}</div>" for part in self._parts())
        return bundle

    @traitlets.validate("at")
    def _reached(self, proposal: traitlets.Bunch) -> int:
        return min(int(proposal["value"]), len(self._moves))

    # What a subclass says

    @abstractmethod
    def _transcript(self) -> str:
        """Return the round as text."""

    @abstractmethod
    def _turn(self, state: S) -> int:
        """Return how many turns are over."""

    def _when(self, state: S) -> str:
        """Say which turn it is."""
        return text(f"{self.name}.turn_number", turn=self._turn(state) + 1)

    @abstractmethod
    def _begins_turn(self, place: int) -> bool:
        """Whether a turn begins with the move at a place."""

    @abstractmethod
    def _words(self, state: S, move: M) -> str:
        """Say a move; `state` is the moment before it."""

    @abstractmethod
    def _drawing(self, state: S, move: M) -> str:
        """Draw what a move is about, or nothing."""

    @abstractmethod
    def _said(self, state: S) -> tuple[str, str]:
        """Say who has to do what, and what is left to draw."""

    @abstractmethod
    def _ended(self, state: S) -> tuple[str, str]:
        """Draw and say how the round ended; nothing before."""

    @abstractmethod
    def _lying(self, state: S) -> tuple[list[str], str]:
        """Draw what the players have, in parts, and what lies discarded."""

    def _saved(self) -> Saved:
        game = self.name.removeprefix("widgets.").removesuffix("_rounds")
        return Saved(f"{game}-round", lambda: self._record(game), self._told_frame)

    def _record(self, game: str) -> dict[str, object]:
        told = self._told_frame()
        return {
            "game": game,
            "transcript": self._transcript(),
            "moves": told.to_dict(orient="records"),
        }

    def _told_frame(self) -> pd.DataFrame:
        """Return a row for each step: its number, the turn from 1, what was done."""
        import pandas as pd

        rows = [
            (place + 1, self._turn(state) + 1, self._words(state, move))
            for place, (state, move) in enumerate(zip(self.states, self._moves, strict=False))
        ]
        return pd.DataFrame(rows, columns=["step", "turn", "done"])

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
            case "lesson":
                self.lesson = value == "true"
            case "language":
                set_language(value)
                self._shown.refresh_texts()
                self._draw()
            case "export":
                self._export(value)
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _export(self, kind: str) -> None:
        try:
            self._hand_over(self._shown, kind)
        except NeuroanalysisError as mistake:  # such as a name that no transcript can have
            said = str(mistake)
            self._shown.show(self._shown.html + controls.message(said, error=True), said)

    def _next_turn(self) -> int:
        """Return the moment after the next move that begins a turn, or the end."""
        begins = (
            place + 1 for place in range(self.at, len(self._moves)) if self._begins_turn(place)
        )
        return next(begins, len(self._moves))

    # Drawing

    def _draw(self) -> None:
        buttons = controls.row(
            controls.step_buttons(begun=self.at > 0, on=self.at < len(self._moves)),
            controls.view_buttons(lesson=self.lesson),
        )
        parts = [buttons, *self._parts()]
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        self._shown.show(html + self._saving_row(), self._spoken())

    def _parts(self) -> list[str]:
        state = self.states[self.at]
        said, left = self._said(state)
        now = escape(f"{self._when(state)} · {said}")
        head = (
            f'<div style="font-weight:600;font-size:15px">{now}</div>'
            f'<div style="opacity:.8">{escape(left)}</div>'
        )
        lying, discards = self._lying(state)
        return [head, self._ended(state)[0], *lying, self._beside(discards)]

    def _beside(self, discards: str) -> str:
        """Draw the discards, and beside them what was done."""
        places = range(self.at - 1, max(-1, self.at - 1 - _TOLD), -1)
        lines = [
            (
                self._words(self.states[place], self._moves[place]),
                self._drawing(self.states[place], self._moves[place]),
            )
            for place in places
        ]
        title = text(f"{self.name}.told", moves=quantity("moves", len(lines)))
        told = told_html(lines, title) if lines else controls.message(text(f"{self.name}.begun"))
        return (
            '<div style="display:grid;gap:16px 24px;'
            'grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr))">'
            f"<div>{discards}</div>{told}</div>"
        )

    def _spoken(self) -> str:
        """Say the last move, and the points at the end."""
        said = []
        if self.at:
            said.append(self._words(self.states[self.at - 1], self._moves[self.at - 1]))
        ended = self._ended(self.states[self.at])[1]
        return " ".join([*said, ended] if ended else said)

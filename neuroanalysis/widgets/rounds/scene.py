"""How a round looks on the page: what a person can do, the table, what was done, how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Final

from neuroanalysis.games.neurotrio.pieces import PIECES, kind_name
from neuroanalysis.games.neurotrio.play import Pass
from neuroanalysis.games.neurotrio.study.simulate import level_name
from neuroanalysis.plots.colours import HERE
from neuroanalysis.plots.neurotrio import card_svg, kinds_of
from neuroanalysis.plots.neurotrio.table import (
    discards_line,
    move_kind,
    move_words,
    phase_words,
    pile_words,
    result_html,
    result_words,
    seat_html,
    told_card,
)
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.plots.seats import seats_html, told_html
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_players import Seats
from neuroanalysis.widgets.rounds.course import Course

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Scene", "told_frame"]

_TEXTS: Final = "widgets.rounds"
_CARD: Final = 46
_CARRE: Final = 4
# So many moves are told; the transcript has all.
_TOLD: Final = 60


def told_frame(course: Course) -> pd.DataFrame:
    """Return a row for each move up to the moment: its number, the turn from 1, what was done."""
    import pandas as pd

    rows, turn = [], 0
    for place, (state, move) in enumerate(zip(course.states, course.done, strict=False)):
        turn += course.begins_turn(place)
        rows.append((place + 1, max(1, turn), move_words(state, move)))
    return pd.DataFrame(rows, columns=["step", "turn", "done"])


@dataclass(frozen=True)
class Scene:
    """A moment of a round, as somebody sees it.

    Parameters
    ----------
    course
        The round, and the moment.
    seats
        Who plays it.
    person
        The seat of a person, whose hand is always shown; None if nobody plays.
    title
        Which round it is.
    open_hands
        Whether all hands are shown.
    """

    course: Course
    seats: Seats
    person: int | None
    title: str
    open_hands: bool = True

    @cached_property
    def hidden(self) -> frozenset[int]:
        """The players whose hands are not shown; when a round is over all are."""
        state = self.course.state
        if self.open_hands or state.phase == "over":
            return frozenset()
        return frozenset(range(state.players)) - {self.person}

    def parts(self) -> list[str]:
        """Return all parts, from top to bottom."""
        return [
            self._buttons(),
            self._head(),
            self._deed(),
            self._ended(),
            self._seats(),
            self._table(),
        ]

    def still(self) -> str:
        """Return it without anything to click, for a page without a kernel."""
        parts = [self._head(), self._ended(), self._seats(), self._table()]
        return "".join(f'<div style="margin-bottom:14px">{part}</div>' for part in parts if part)

    def spoken(self) -> str:
        """Say the last moves, and what is waited for."""
        said = [words for words, _ in reversed(self._told(3))]
        if self.course.over:
            said.append(result_words(self.course.state, self.course.result))
        elif self.course.awaited is not None:
            said.append(self._asked())
        return " ".join(said)

    def _buttons(self) -> str:
        course = self.course
        begun, ended = course.at > 0, course.over and course.latest
        on = not ended and (course.awaited is None or not course.latest)
        take_back = (
            [controls.button(text(f"{_TEXTS}.take_back"), "take-back", enabled=begun)]
            if self.person is not None
            else []
        )
        return controls.step_buttons(*take_back, begun=begun, on=on)

    def _head(self) -> str:
        state = self.course.state
        turn = text(f"{_TEXTS}.turn_number", turn=self.course.turn)
        return (
            f'<div style="font-weight:600;font-size:15px">{escape(turn)} · '
            f"{escape(phase_words(state))}</div>"
            f'<div style="opacity:.8">{escape(self.title)} · {escape(pile_words(state))}</div>'
        )

    # What a person does

    def _asked(self) -> str:
        """Say what the person has to decide."""
        state, person = self.course.state, self.course.awaited
        if person is None:
            return ""
        if state.phase == "pang" and state.offered is not None:
            return text(
                f"{_TEXTS}.ask_pang",
                player=state.names[person],
                other=state.names[state.offered.player],
                card=PIECES.codes[state.offered.kind],
            )
        key = f"{_TEXTS}.ask_{'draw' if state.phase == 'draw' else 'act'}"
        return text(key, player=state.names[person])

    def _deed(self) -> str:
        """Return what the person can do now: the question, his cards, and buttons."""
        person = self.course.awaited
        if person is None:
            return ""
        state = self.course.state
        if state.phase == "pang" and state.offered is not None:
            drawing = card_svg(state.offered.kind, width=_CARD)
            buttons = [self._button(text(f"{_TEXTS}.{do}"), do, key=do) for do in ("pang", "pass")]
            buttons.append(self._button(text(f"{_TEXTS}.pass_on"), "pass-on", key="pass-on"))
            deeds = controls.row(f'<span style="line-height:0">{drawing}</span>', *buttons)
        elif state.phase == "draw":
            deeds = controls.row(self._button(text(f"{_TEXTS}.draw"), "draw", key="draw"))
        else:
            hand = state.hands[person]
            buttons = [self._button(text(f"{_TEXTS}.finish"), "finish", key="finish")]
            buttons += [
                self._button(
                    text(f"{_TEXTS}.lay", card=PIECES.codes[kind]), "lay", PIECES.codes[kind]
                )
                for kind, n in enumerate(hand)
                if n >= _CARRE and state.rules.carre
            ]
            deeds = controls.row(*buttons) + self._hand(person)
        return (
            f'<div style="border:2px solid {HERE};border-radius:8px;padding:10px 12px">'
            f'<div style="font-weight:600;margin-bottom:8px">{escape(self._asked())}</div>'
            f"{deeds}</div>"
        )

    def _button(self, label: str, do: str, code: str = "", key: str = "") -> str:
        return controls.button(label, do, self._value(code), key=key)

    def _value(self, code: str) -> str:
        return f"{self.course.at} {code}".strip()

    def _hand(self, person: int) -> str:
        """Draw the hand as buttons; a click discards."""
        cards = []
        for kind in kinds_of(self.course.state.hands[person]):
            code = PIECES.codes[kind]
            name = text(f"{_TEXTS}.discard", card=f"{kind_name(kind)} ({code})")
            drawing = card_svg(kind, width=_CARD, decorative=True)
            cards.append(controls.pick(drawing, "discard", self._value(code), name))
        label = escape(text(f"{_TEXTS}.hand"))
        return (
            f'<div data-rove="hand" role="group" aria-label="{label}" style="display:flex;'
            f'flex-wrap:wrap;gap:3px;padding-top:8px">{"".join(cards)}</div>'
        )

    # What there is to see

    def _seats(self) -> str:
        """Draw the seats; when the round is over, the groups beside the points are the hands."""
        state = self.course.state
        if state.phase == "over":
            return ""
        return seats_html(
            "".join(
                seat_html(
                    state,
                    player,
                    hidden=player in self.hidden,
                    note=self._note(player),
                    free=not (state.phase == "act" and player == self.course.awaited),
                )
                for player in range(state.players)
            )
        )

    def _note(self, player: int) -> str:
        minimum = self.course.state.minimums[player]
        if player == self.person:
            return text(f"{_TEXTS}.note_you", minimum=minimum)
        level = level_name(self.seats[player][0])
        return text(f"{_TEXTS}.note", level=level, minimum=minimum)

    def _table(self) -> str:
        """Draw the discards, and beside them what was done."""
        told = self._told(_TOLD)
        title = text(f"{_TEXTS}.told", moves=quantity("moves", len(told)))
        lines = ((words, told_card(kind)) for words, kind in told)
        log = told_html(lines, title) if told else controls.message(text(f"{_TEXTS}.begun"))
        return (
            '<div style="display:grid;gap:16px 24px;'
            'grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr))">'
            f"<div>{discards_line(self.course.state)}</div>{log}</div>"
        )

    def _told(self, most: int) -> list[tuple[str, int | None]]:
        """Return the last moves in words, the latest first; who says nothing is not told."""
        course, told = self.course, []
        for place in range(course.at - 1, -1, -1):
            move, state = course.moves[place], course.states[place]
            if not isinstance(move, Pass):
                told.append(
                    (
                        move_words(state, move, hidden=self.hidden),
                        move_kind(state, move, hidden=self.hidden),
                    )
                )
            if len(told) == most:
                break
        return told

    def _ended(self) -> str:
        if not self.course.over:
            return ""
        return result_html(self.course.state, self.course.result, fold=controls.unfold)

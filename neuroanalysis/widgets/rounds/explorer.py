"""A round of Neurotrio on the page: watched step by step, or played against players.

What may be done and what comes of it is known in ``play``, what players do in ``policies``; which
move comes when is `Course`. How a round looks is drawn beside this file.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import ipywidgets
import traitlets

from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import InputError, NeuroanalysisError
from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.games.neurotrio.play import (
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Pang,
    Pass,
    deal,
    replay,
)
from neuroanalysis.games.neurotrio.policies import Player, player, round_key, round_seed
from neuroanalysis.plots import register_here
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.neurotrio_cards import changed_rules
from neuroanalysis.widgets.neurotrio_players import NAMES, Seats
from neuroanalysis.widgets.numbers import typed_number
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.rounds.course import Course
from neuroanalysis.widgets.rounds.form import HIGHEST_SEED, Form
from neuroanalysis.widgets.rounds.scene import Scene, told_frame
from neuroanalysis.widgets.saving import Saved, Saving

__all__ = ["RoundExplorer"]

_TEXTS: Final = "widgets.rounds"
# How long a click waits for what comes of it, so that the next one meets the round as it is then.
_BLINK: Final = 0.5
# A round that runs is drawn no oftener; a person sees no more.
_REDRAW: Final = 0.15

# Set when a round has been played in this process: what follows is not compiled first.
_warm: Final = threading.Event()

_Going = Callable[[], Iterator[Course]]


class RoundExplorer(Enlarging, Saving):
    """Watch a round of Neurotrio step by step, or sit down and play it.

    Parameters
    ----------
    players
        The level of each player, clockwise: 2 to 6 of
        `neuroanalysis.games.neurotrio.policies.LEVELS`.
    minimums
        One each; None for those suggested for the levels.
    rules
        The default rules if None.
    seed, number
        Whose cards are dealt: round `number` of `seed`, the same that a simulation plays.
    person
        The seat that you play, from 0; None only watches.
    open_hands
        Whether the hands of all players are shown.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    seats, rules, seed, number, person
        What is played. May be assigned, which begins anew.
    open_hands
        As above. May be assigned.
    course
        The round so far, and the moment that is looked at; None until it is dealt. Set in a thread.

    Raises
    ------
    NeuroanalysisError
        For players or minimums that cannot be. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = RoundExplorer(["child", "child"], seed=1)
    >>> explorer.wait()
    True
    >>> explorer.course.state.phase, explorer.course.at
    ('draw', 0)
    """

    seats = traitlets.Instance(Seats)
    rules = traitlets.Instance(Rules)
    seed = traitlets.Int(min=0, max=HIGHEST_SEED)
    number = traitlets.Int(min=0, max=HIGHEST_SEED)
    person = traitlets.Int(None, allow_none=True)
    open_hands = traitlets.Bool(True)
    course = traitlets.Instance(Course, allow_none=True)

    def __init__(
        self,
        players: Sequence[str] = ("hiker", "hiker"),
        minimums: Sequence[int] | None = None,
        *,
        rules: Rules | None = None,
        seed: int = 1,
        number: int = 0,
        person: int | None = None,
        open_hands: bool = True,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        register_here()
        rules = Rules.or_default(rules)
        seats = Seats.of(players, minimums, rules)
        # Wrong numbers are refused here, and not on the page.
        deal(NAMES[: len(seats)], seed=seed, rules=rules, minimums=seats.minimums)
        if person is not None and not 0 <= person < len(seats):
            raise InputError(
                "input.limit", name=text(f"{_TEXTS}.person"), value=person, low=0,
                high=len(seats) - 1,
            )  # fmt: skip
        super().__init__(
            seats=seats,
            rules=rules,
            seed=seed,
            number=number,
            person=person,
            open_hands=open_hands,
            lesson=lesson,
        )
        # Says what is wrong, in the language in force.
        self._wrong: Callable[[], str] | None = None
        # Whether the round comes from a text, and whether one is being opened.
        self._opened = self._opening = False
        self._saving = False
        # Rounds go on in threads, and are drawn there.
        self._drawing = threading.RLock()
        self._asked = 0
        self._halted = threading.Event()
        self._options = Panel(self._act)
        self._shown = Panel(self._act)
        self._files = Panel(self._act)
        self._latest = Latest(self._shown)
        self.view = ipywidgets.VBox(
            [self._options, self._shown, self._files],
            layout=ipywidgets.Layout(overflow="visible", max_width="1300px"),
        )
        for panel in (self._options, self._shown, self._files):
            panel.layout = ipywidgets.Layout(min_width="0")
        self._enlarges(self.view, self._draw_options)
        self.observe(lambda _: self._begin(), ["seats", "rules", "seed", "number", "person"])
        self.observe(lambda _: self._redraw(), "open_hands")
        self._begin()

    @property
    def transcript(self) -> str:
        """The round up to the moment that is looked at, as text; empty before it is dealt."""
        return "" if self.course is None else self.course.record()

    def open(self, source: str) -> None:
        """Open a round from text, at its end; it may be looked through, and played on.

        Parameters
        ----------
        source
            A transcript; see :mod:`neuroanalysis.games.neurotrio.play.transcript`.

        Raises
        ------
        InputError
            For a text that is none; the round that was shown stays.
        """
        read = replay(source)
        begin = read.begin
        levels = [*self.seats.levels, *[self.seats[-1][0]] * begin.players][: begin.players]
        person = self.person if self.person is not None and self.person < begin.players else None
        self._opening = True
        try:
            with self.hold_trait_notifications():
                self.seats = Seats(zip(levels, begin.minimums, strict=True))
                self.rules, self.person = begin.rules, person
        finally:
            self._opening = False
        self._opened = True
        self._draw_options()
        deciding = self._deciding(self.seats, begin.rules)
        seed = self._round_seed

        def going() -> Iterator[Course]:
            yield Course.of(begin, deciding(), seed=seed, key=round_key(seed), moves=read.moves)

        self._go(going)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for what goes on; return whether it ended in time (seconds)."""
        return self._latest.wait(timeout)

    def close(self) -> None:
        """Stop playing and free the widgets."""
        self._latest.stop()
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the round as it was."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{_TEXTS}.label")
        self.wait(_BLINK)
        if self.course is not None:
            bundle["text/html"] = self._scene(self.course).still()
        return bundle

    # What goes on

    def step(self) -> None:
        """Go one step on; nothing where a person is waited for."""
        course = self._known()
        self._go(lambda: iter([course.step()]))

    def next_turn(self) -> None:
        """Go on to the next turn, the next decision of the person, or the end."""
        course = self._known()

        def going() -> Iterator[Course]:
            for later in course.steps():
                yield later
                if later.begins_turn(later.at):
                    return

        self._go(going)

    def to_end(self) -> None:
        """Go on to the end, or to the next decision of the person."""
        self._go(self._known().steps)

    def back(self) -> None:
        """Go one step back."""
        course = self._known()
        self._go(lambda: iter([course.back()]))

    def take_back(self) -> None:
        """Go back to the person's last decision."""
        course = self._known()
        self._go(lambda: iter([course.back_to_decision()]))

    def to_begin(self) -> None:
        """Go back to the first moment."""
        course = self._known()
        self._go(lambda: iter([course.back_to_begin()]))

    def play(self, move: Move, *, passing: bool = False) -> None:
        """Make a move of the person; the players go on until he has to decide again.

        An illegal one changes nothing, and the page says why.

        Parameters
        ----------
        move
            What he does.
        passing
            Whether he says nothing to any discard until he draws again.
        """
        course = self._known()

        def going() -> Iterator[Course]:
            played = course.play(move)
            yield played
            if played.awaited is None or passing:
                yield from played.steps(passing=passing)

        self._go(going)

    def _known(self) -> Course:
        if self.course is None:
            raise ValueError("the round is not dealt yet")
        return self.course

    @property
    def _round_seed(self) -> int:
        """What a simulation deals this round from."""
        return round_seed(self.seed, self.number)

    def _begin(self) -> None:
        """Deal the round that is chosen now."""
        if self._opening:
            return  # what is chosen now is that of the opened round
        self._opened = False
        seats, rules, person = self.seats, self.rules, self.person
        seed, first = self._round_seed, self.number % len(seats)
        deciding = self._deciding(seats, rules)

        def going() -> Iterator[Course]:
            begin = deal(
                NAMES[: len(seats)], seed=seed, rules=rules, minimums=seats.minimums, first=first
            )
            course = Course.of(begin, deciding(), seed=seed, key=round_key(seed))
            yield course
            if person is not None and course.awaited is None:
                yield from course.steps()

        with self._drawing:
            self.course = None
        self._draw_options()
        self._go(going)

    def _deciding(self, seats: Seats, rules: Rules) -> Callable[[], list[Player | None]]:
        """Return what makes the players, which may take a while."""
        person = self.person

        def make() -> list[Player | None]:
            return [
                None if seat == person else player(level, minimum, rules)
                for seat, (level, minimum) in enumerate(seats)
            ]

        return make

    def _go(self, going: _Going) -> None:
        """Let a round go on in a thread; the page shows it as it goes."""
        self._wrong = None
        self._halted.clear()
        with self._drawing:
            self._asked += 1
            asked = self._asked

        def work(_: Progress, cancel: Cancel) -> Course | None:
            course, shown = None, time.monotonic()
            for course in going():
                cancel.check()
                if self._halted.is_set():
                    break
                if time.monotonic() - shown > _REDRAW:
                    self._take(asked, course)
                    shown = time.monotonic()
            if course is not None and course.over:
                course.result  # noqa: B018 - found here, in the thread, and kept
            return course

        def take(course: Course | None) -> None:
            if course is not None:
                self._take(asked, course)
            _warm.set()

        self._latest.ask(work, take, fail=self._refuse, working=_working, stoppable=True)
        self._latest.wait(_BLINK)

    def _take(self, asked: int, course: Course) -> None:
        with self._drawing:
            if asked == self._asked:
                self.course = course
                self._draw()

    def _refuse(self, mistake: NeuroanalysisError) -> None:
        self._complain(lambda: str(mistake))

    def _complain(self, wrong: Callable[[], str]) -> None:
        with self._drawing:
            self._wrong = wrong
            self._draw()

    # What a person does

    def _act(self, do: str, value: str) -> None:
        try:
            self._perform(do, value)
        except NeuroanalysisError as mistake:
            self._refuse(mistake)
            self._draw_options()

    def _perform(self, do: str, value: str) -> None:
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            self._change_rules(rules)
            return
        seats = self.seats.obeying(do, value, self.rules)
        if seats is not None:
            person = self.person if self.person is not None and self.person < len(seats) else None
            with self.hold_trait_notifications():
                self.seats, self.person = seats, person
            return
        if do in _GOING:
            if self.course is not None and self._latest.wait(0):
                getattr(self, _GOING[do])()
            return
        if do in _MOVES:
            self._move(do, value)
            return
        match do:
            case "lesson":
                self.lesson = value == "true"
            case "language":
                set_language(value)
                self._refresh_texts()
            case "seed" | "number":
                typed = typed_number(value, text(f"{_TEXTS}.{do}"), 0, HIGHEST_SEED)
                setattr(self, do, typed)
            case "person":
                self.person = int(value) if value else None
            case "open_hands":
                self.open_hands = value == "true"
            case "another":
                self.number += 1
            case "again":
                self._begin()
            case "saving":
                self._saving = not self._saving
                self._draw_files()
            case "export":
                self._hand_over(self._shown, value)
            case "load":
                self.open(value)
            case "load-large":
                self._complain(lambda: text(f"{_TEXTS}.large", name=value))
            case "stop":
                self._halted.set()
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _change_rules(self, rules: Rules) -> None:
        seats = self.seats if rules.minimums == self.rules.minimums else self.seats.under(rules)
        if not rules.players_min <= len(seats) <= rules.players_max:
            seats = seats.under(rules)
        person = self.person if self.person is not None and self.person < len(seats) else None
        with self.hold_trait_notifications():
            self.rules, self.seats, self.person = rules, seats, person

    def _move(self, do: str, value: str) -> None:
        """Make the move of a button; those of a moment that is gone do nothing."""
        at, _, code = value.partition(" ")
        course = self.course
        if course is None or course.awaited is None or not self._latest.wait(0):
            return
        if at != str(course.at):
            return
        person = course.awaited
        kind = PIECES.kind(code) if code else 0
        moves: dict[str, Move] = {
            "draw": Draw(person),
            "finish": Finish(person),
            "lay": Lay(person, kind),
            "discard": Discard(person, kind),
            "pang": Pang(person),
            "pass": Pass(person),
            "pass-on": Pass(person),
        }
        self.play(moves[do], passing=do == "pass-on")

    def _saved(self) -> Saved | None:
        course = self.course
        if course is None:
            return None
        return Saved(
            "neurotrio-round",
            lambda: {
                "game": "neurotrio",
                "transcript": course.record(),
                "moves": told_frame(course).to_dict(orient="records"),
            },
            lambda: told_frame(course),
        )

    # Drawing

    def _refresh_texts(self) -> None:
        for panel in (self._options, self._shown, self._files):
            panel.refresh_texts()
        self._redraw()

    def _redraw(self) -> None:
        self._draw_options()
        with self._drawing:
            self._draw()

    def _draw_options(self) -> None:
        form = Form(
            seats=self.seats,
            rules=self.rules,
            seed=self.seed,
            number=self.number,
            person=self.person,
            open_hands=self.open_hands,
            lesson=self.lesson,
        )
        self._options.show(form.html())

    def _scene(self, course: Course) -> Scene:
        title = text(f"{_TEXTS}.opened")
        if not self._opened:
            title = text(f"{_TEXTS}.round", number=self.number, seed=self.seed)
        return Scene(course, self.seats, self.person, title, open_hands=self.open_hands)

    def _draw(self) -> None:
        parts = []
        spoken = ""
        if self._wrong is not None:
            spoken = self._wrong()
            parts.append(controls.message(spoken, error=True))
        if self.course is not None:
            scene = self._scene(self.course)
            parts += scene.parts()
            spoken = spoken or scene.spoken()
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        self._shown.show(html + self._saving_row(), spoken)
        self._draw_files()

    def _draw_files(self) -> None:
        """Show the transcript where it is asked for: it takes a while to write."""
        said = {name: text(f"{_TEXTS}.{name}") for name in ("saving", "load", "file", "paste")}
        parts = [
            controls.button(said["saving"], "saving", pressed=self._saving),
            controls.upload(said["load"], "load", ".txt,text/plain"),
        ]
        below = ""
        if self._saving:
            written = self.transcript
            parts += [
                controls.copy_button(
                    text(f"{_TEXTS}.copy"), written, text("widgets.explorer.copied")
                ),
                controls.download(text("widgets.explorer.save"), said["file"], written),
            ]
            below = controls.lines(said["paste"], "load", written, rows=12)
            below += controls.message(said["paste"])
        self._files.show(controls.row(*parts) + below)


_GOING: Final = {
    "next": "step",
    "turn": "next_turn",
    "end": "to_end",
    "back": "back",
    "take-back": "take_back",
    "begin": "to_begin",
}
_MOVES: Final = frozenset({"draw", "finish", "lay", "discard", "pang", "pass", "pass-on"})


def _working() -> str:
    return text(f"{_TEXTS}.{'working' if _warm.is_set() else 'compiling'}")

"""What explorers of a hand share, whatever the game: the picker, files, and the answer beside.

A subclass knows its game: what is picked, which options there are, what is asked of a position and
how the answer is drawn.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import ClassVar, Final, Generic, TypeVar

import ipywidgets
import numpy as np

from neuroanalysis.core.contract import Position
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.plots import register_here
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.picker import HandPicker, PickerGame
from neuroanalysis.widgets.saving import Saving

__all__ = ["Explorer", "Warming"]

_FILES: Final = ("copy", "copied", "save", "load", "file")
# How long showing an explorer may wait for an answer, for the sake of a saved notebook.
_BLINK: Final = 0.5


P = TypeVar("P", bound=Position)


class Explorer(Enlarging, Saving, Generic[P]):
    """Pick a position, and read what a subclass says of it.

    A subclass sets its own attributes before it calls this, as everything is drawn here.

    Parameters
    ----------
    start
        Counts by role to begin with.
    **traits
        Traits of the subclass.
    """

    name: ClassVar[str]
    """The catalogue's table with its texts: ``label`` and ``empty``."""
    refines: ClassVar[bool] = False
    """Whether answers come in steps: what is worked on then stands above them, and dims nothing."""
    room: ClassVar[str] = "2 1 380px"
    """How much of the page's width the answer wants beside the cards (CSS ``flex``)."""

    def __init__(self, start: Mapping[str, Iterable[int]], **traits: object) -> None:
        register_here()
        super().__init__(**traits)
        self._random = np.random.default_rng()
        self._mistake: NeuroanalysisError | None = None
        self._empty = not start
        # Questions are numbered: what was asked before, or stopped, has nothing to say any more.
        self._asked = 0
        self._stopped = False
        self._wanted: P | None = None
        # Answers are drawn in the thread that finds them, all else in the kernel's.
        self._drawing = threading.RLock()
        self._options = Panel(self._act)
        self._files = Panel(self._act)
        self._shown = Panel(self._act)
        self._status = Panel(self._act) if self.refines else self._shown
        self._latest = Latest(self._status)
        self.picker = self._picker(start)
        self.view = self._laid_out()
        self._enlarges(self.view, self._draw_options)
        self._refresh_texts()
        self.picker.observe(lambda _: self._picked(), "version")
        self._ask()

    @property
    @abstractmethod
    def position(self) -> P | None:
        """What is picked, or None without a hand.

        Raises
        ------
        NeuroanalysisError
            For what cannot be a position under these rules.
        """

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the answer; return whether it came in time (seconds)."""
        return self._latest.wait(timeout)

    def close(self) -> None:
        """Stop working and free the widgets."""
        self._latest.stop()
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the answer as it was."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{self.name}.label")
        if self._soon():
            self.wait(_BLINK)
        static = self._static_html()
        if static is not None:
            bundle["text/html"] = static
        return bundle

    # What a subclass says

    @abstractmethod
    def _game(self) -> PickerGame:
        """Return what the picker has to be told under the rules in force."""

    @abstractmethod
    def _question(self, position: P) -> None:
        """Ask about a position, by `_latest`."""

    @abstractmethod
    def _forget(self) -> None:
        """Have no answer any more; nothing is asked."""

    @abstractmethod
    def _answered(self) -> P | None:
        """Return the position that the answer is about; None while there is none."""

    @abstractmethod
    def _answer_html(self) -> tuple[str, str] | None:
        """Return the answer and what a screen reader says of it; None while there is none."""

    @abstractmethod
    def _static_html(self) -> str | None:
        """Return the answer for a page without a kernel; None while there is none."""

    @abstractmethod
    def _options_html(self) -> str:
        """Return the fields above the cards."""

    @abstractmethod
    def _perform(self, do: str, value: str) -> None:
        """Do what a part of the page asks that is not of every explorer."""

    @abstractmethod
    def _kind(self, code: str) -> int:
        """Return the kind that a code names."""

    @abstractmethod
    def _gone_words(self, gone: tuple[int, ...]) -> str:
        """Say which pieces a change of rules took away."""

    def _picker(self, start: Mapping[str, Iterable[int]]) -> HandPicker:
        """Return the picker; one that undoes by itself, unless a subclass says otherwise."""
        return HandPicker(self._game(), **start)

    def _hint(self) -> str:
        """Say what to do while there is no answer; nothing while the first is on its way."""
        return text(f"{self.name}.empty") if self._empty else ""

    def _idle(self) -> None:
        """Use the time in which nothing is asked; nothing, unless a subclass says otherwise."""

    def _soon(self) -> bool:
        """Whether an answer can be waited for while the explorer is shown."""
        return True

    # Questions

    def _picked(self) -> None:
        """Ask about what is picked now."""
        self._ask()

    def _ask(self) -> None:
        """Ask what is picked now; show what is wrong with it."""
        position, self._mistake, self._stopped = None, None, False
        try:
            position = self.position
        except NeuroanalysisError as mistake:
            self._mistake = mistake
        self._empty = position is None
        self._wanted = position
        with self._drawing:
            self._asked += 1
        self._draw_files(position)
        if position is None:
            self._latest.stop()
            with self._drawing:
                self._forget()
                self._draw_answer()
            self._idle()
            return
        self._question(position)

    def _stop(self) -> None:
        """Work no more; what was found of this very question stays."""
        if self._latest.wait(0):
            return  # it came in the meantime
        self._latest.stop()
        with self._drawing:
            self._asked += 1
            self._stopped = not self._empty
            if self._answered() != self._wanted:
                self._forget()
            self._draw_answer()

    def _refuse(self, mistake: NeuroanalysisError) -> None:
        with self._drawing:
            self._mistake = mistake
            self._forget()
            self._draw_answer()

    def _change_game(self) -> None:
        """Go on under other rules."""
        game = self._game()
        if self.picker.plays(game):
            self._ask()
        else:
            gone = self.picker.change_game(game)  # which asks
            if any(gone):
                self.picker.message = self._gone_words(gone)
        self._draw_options()

    # What a person does

    def _act(self, do: str, value: str) -> None:
        try:
            self._do(do, value)
        except NeuroanalysisError as mistake:
            self.picker.message = str(mistake)
            self._draw_options()

    def _do(self, do: str, value: str) -> None:
        match do:
            case "lesson":
                self.lesson = value == "true"
            case "language":
                set_language(value)
                self._refresh_texts()
            case "load":
                self.picker.submit(value)
            case "load-large":
                self.picker.message = text("widgets.explorer.large", name=value)
            case "add":
                self.picker.add(self._kind(value))
            case "remove":
                self.picker.remove(self._kind(value))
            case "stop":
                self._stop()
            case "again":
                self._ask()
            case "export":
                self._hand_over(self._shown, value)
            case _:
                self._perform(do, value)

    # Drawing

    def _refresh_texts(self) -> None:
        for panel in (self._options, self._files, self._status, self._shown):
            panel.refresh_texts()
        self.picker.refresh_texts()
        self._draw_options()
        if self._mistake is not None:
            self._ask()  # a mistake keeps some words of the language in which it was made
            return
        self._draw_files(self.position)
        with self._drawing:
            self._draw_answer()

    def _draw_options(self) -> None:
        self._options.show(self._options_html())

    def _draw_files(self, position: P | None) -> None:
        said = {name: text(f"widgets.explorer.{name}") for name in _FILES}
        line = None if position is None else position.to_line()
        self._files.show(
            controls.together(
                controls.copy_button(said["copy"], line, said["copied"]),
                controls.download(
                    said["save"], said["file"], None if position is None else position.to_text()
                ),
                controls.upload(said["load"], "load", ".txt,text/plain"),
            )
            + (f'<div class="na-line">{escape(line)}</div>' if line else "")
        )

    def _draw_answer(self) -> None:
        answer = self._answer_html()
        if self._mistake is not None:
            said = str(self._mistake)
            self._shown.show(controls.message(said, error=True), said)
        elif self._stopped:
            said = text("widgets.explorer.stopped")
            html, spoken = answer or (self._stopped_html(), "")
            row = self._saving_row() if answer else ""
            self._shown.show(html + row, f"{said} {spoken}".strip())
        elif answer is None:
            hint = self._hint()
            self._shown.show(controls.message(hint) if hint else "")
        else:
            html, spoken = answer
            self._shown.show(html + self._saving_row(), spoken)

    def _stopped_html(self, *, bare: bool = False) -> str:
        """Say that nothing is worked on; `bare` without the button that asks again."""
        said = controls.message(text("widgets.explorer.stopped"))
        again = controls.button(text("widgets.explorer.again"), "again")
        return said if bare else controls.row(said, again)

    def _laid_out(self) -> ipywidgets.DOMWidget:
        """Put the answer beside the cards where there is room, else below."""
        layout = ipywidgets.Layout
        left = ipywidgets.VBox(
            [self.picker, self._files],
            layout=layout(flex="3 1 420px", max_width="560px", min_width="0", overflow="visible"),
        )
        right: ipywidgets.Widget = self._shown
        if self._status is not self._shown:
            right = ipywidgets.VBox([self._status, self._shown])
        right.layout = layout(flex=self.room, max_width="760px", min_width="0")
        return ipywidgets.VBox(
            [
                self._options,
                ipywidgets.Box(
                    [left, right],
                    layout=layout(
                        display="flex",
                        flex_flow="row wrap",
                        grid_gap="8px 28px",
                        overflow="visible",
                    ),
                ),
            ],
            layout=layout(overflow="visible"),
        )


class Warming:
    """Compiles what an explorer needs, once a process, so that answers then come at once.

    Parameters
    ----------
    tasks
        Returns what there is to compile, each with the name of its part.
    needed
        The parts that the explorer asks for; who only picks a hand does not wait for the rest.

    Examples
    --------
    >>> warming = Warming(lambda: [("value", lambda: print("compiled"))], ("value",))
    >>> warming.up(lambda done, total: None, Cancel())
    compiled
    >>> warming.up(lambda done, total: None, Cancel()), warming.done
    (None, True)
    """

    def __init__(
        self,
        tasks: Callable[[], Iterable[tuple[str, Callable[[], object]]]],
        needed: tuple[str, ...],
    ) -> None:
        self._tasks = tasks
        self._needed = needed
        # Several explorers may ask at once.
        self._lock = threading.Lock()
        self._done = threading.Event()

    @property
    def done(self) -> bool:
        """Whether this process has its compiled code."""
        return self._done.is_set()

    def up(self, progress: Progress, cancel: Cancel) -> None:
        """Compile, unless it is done."""
        with self._lock:
            if self._done.is_set():
                return
            tasks = [task for part, task in self._tasks() if part in self._needed]
            for number, task in enumerate(tasks):
                progress(number, len(tasks))
                cancel.check()
                task()
            self._done.set()

    def prepare(self, latest: Latest) -> None:
        """Compile while a person still picks."""
        if not self.done:
            latest.ask(self.up, lambda _: None, working=self.working, stoppable=True)

    def working(self) -> str:
        """Say what is being worked on."""
        return text(f"widgets.explorer.{'working' if self.done else 'compiling'}")

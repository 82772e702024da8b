"""Panels beside a picker: HTML from Python with buttons that answer, and work in the background.

A `Panel` shows a string of HTML and hands back what a person does with it, so that an explorer is
written in Python alone. A `Latest` works out the newest question in a thread: the kernel stays
responsive, an older question is cancelled, and the panel says what is going on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import anywidget
from traitlets import Bool, Dict, Float, Int, Unicode

from neuroanalysis.core.work import Cancel, Cancelled, Progress
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import language, text
from neuroanalysis.widgets.turns import Turns

__all__ = ["Act", "Latest", "Panel", "Work"]

Act = Callable[[str, str], None]
"""Called as ``act(do, value)`` with what a person did."""

Work = Callable[[Progress, Cancel], object]
"""Called as ``work(progress, cancel)``, in a thread; what it returns is shown."""

_HERE: Final = Path(__file__).parent
_UNKNOWN: Final = -1.0
# The page fills in a number.
_LABELS: Final = ("stop", "seconds_left", "minutes_left", "hours_left")


class Panel(anywidget.AnyWidget):
    """HTML with parts that a person can use; :mod:`neuroanalysis.widgets.controls` makes those.

    Parameters
    ----------
    act
        What to do when one is used. A mistake that it raises is not caught here.

    Attributes
    ----------
    html
        What is shown. It is put into the page as it is: whoever sets it escapes what users typed.
    spoken
        What a screen reader says when it changes.
    working
        What is being worked on, or nothing; shown only when it takes a while.
    share
        How much of it is done, 0 to 1; below 0 if nobody knows. The page tells from it how long it
        still takes.
    task
        Counts what was worked on: the time of each is taken anew.
    stoppable
        Whether to offer a button that stops it (``act("stop", "")``).

    Examples
    --------
    >>> panel = Panel(lambda do, value: print(do, value))
    >>> panel.show("<button data-do='add' data-value='2eb'>2eb</button>")
    >>> panel.perform({"do": "add", "value": "2eb"})
    add 2eb
    """

    _esm = _HERE / "panel.js"
    _css = _HERE / "panel.css"

    html = Unicode().tag(sync=True)
    spoken = Unicode().tag(sync=True)
    working = Unicode().tag(sync=True)
    share = Float(_UNKNOWN).tag(sync=True)
    stoppable = Bool(False).tag(sync=True)
    task = Int(0).tag(sync=True)
    labels = Dict().tag(sync=True)

    def __init__(self, act: Act) -> None:
        self._act = act
        # Two threads that hold back messages at once would lose some.
        self._writing = threading.RLock()
        super().__init__()
        self.refresh_texts()
        self._turns = Turns()
        # Which drawing of the panel asked last, for there may be several.
        self._view = ""
        self.on_msg(_used)

    def show(self, html: str, spoken: str = "") -> None:
        """Show HTML, and say something beside it."""
        with self._writing, self.hold_sync():
            self.html = html
            self.spoken = spoken

    def show_work(self, working: str, *, stoppable: bool = False) -> None:
        """Say what is being worked on; nothing, when it is done."""
        with self._writing, self.hold_sync():
            self.working = working
            self.share = _UNKNOWN
            self.stoppable = stoppable
            self.task += 1

    def show_share(self, done: int, total: int) -> None:
        """Show how much is done."""
        with self._writing:
            self.share = done / total if total else _UNKNOWN

    def refresh_texts(self) -> None:
        """Ask for the panel's own words again, after a change of language."""
        self.labels = {
            **{name: text(f"widgets.panel.{name}", n="{n}") for name in _LABELS},
            "language": language(),
        }

    def hand_over(self, name: str, kind: str, content: str) -> None:
        """Give the page that asked last a file, which it saves.

        Parameters
        ----------
        name, kind, content
            The file's name, its media type, and its text.
        """
        self.send({"file": name, "kind": kind, "content": content, "view": self._view})

    def perform(self, request: Mapping[str, object]) -> None:
        """Do what a message of the page asks; ValueError for one that no page of ours sends."""
        match request:
            case {"do": str(do), "value": str(value)}:
                self._act(do, value)
            case {"do": "stop"}:
                self._act("stop", "")
            case _:
                raise ValueError(f"unknown request of the page: {request!r}")


def _used(panel: Panel, request: Mapping[str, object], _buffers: object) -> None:
    def perform() -> None:
        panel._view = str(request.get("id")).rpartition("-")[0]
        panel.perform(request)

    panel._turns.take(request.get("id"), perform)


@dataclass(frozen=True)
class _Question:
    work: Work
    show: Callable[[object], None]
    fail: Callable[[NeuroanalysisError], None]
    working: Callable[[], str]
    stoppable: bool
    cancel: Cancel = field(default_factory=Cancel)
    # What was said where the question was asked (the language, the cell) holds in the thread too.
    context: Context = field(default_factory=copy_context)


class Latest:
    """Works out questions in a thread, the newest only, and shows the work on a panel.

    At any time one question is worked on and one may wait. A new one cancels the first and takes
    the place of the second. The thread ends when nothing waits.

    Parameters
    ----------
    panel
        Where to show that work goes on, and how far it is.

    Examples
    --------
    >>> panel = Panel(lambda do, value: None)
    >>> latest = Latest(panel)
    >>> def work(progress, cancel):
    ...     return str(6 * 7)
    >>> latest.ask(work, panel.show, working=lambda: "multiplying")
    >>> latest.wait()
    True
    >>> panel.html
    '42'
    """

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._changed = threading.Condition()
        self._running: _Question | None = None
        self._waiting: _Question | None = None
        self._thread: threading.Thread | None = None

    def ask(
        self,
        work: Work,
        show: Callable[..., None],
        *,
        working: Callable[[], str],
        fail: Callable[[NeuroanalysisError], None] | None = None,
        stoppable: bool = False,
    ) -> None:
        """Ask a question, and forget the one before. Returns at once.

        Parameters
        ----------
        work
            Finds the answer. Raises `Cancelled` soon after its token was used, if it can.
        show
            Called with the answer, in the thread, unless there is a newer question by then.
        working
            Says what is being worked on.
        fail
            Called instead of `show` with a mistake of the user's that `work` raised.
        stoppable
            Whether to offer a button for `stop`.
        """
        question = _Question(work, show, fail or _unexpected, working, stoppable)
        with self._changed:
            if self._running is not None:
                self._running.cancel.cancel()
            self._waiting = question
            self._panel.show_work(working(), stoppable=stoppable)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._serve, name="neuroanalysis-latest", daemon=True
                )
                self._thread.start()

    def stop(self) -> None:
        """Cancel what is worked on, and forget what waits: nothing is shown of either."""
        with self._changed:
            self._waiting = None
            if self._running is not None:
                self._running.cancel.cancel()
            self._panel.show_work("")

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until nothing is worked on; return whether it came to that in time (seconds)."""
        with self._changed:
            return self._changed.wait_for(lambda: self._thread is None, timeout)

    def _serve(self) -> None:
        try:
            while (question := self._next()) is not None:
                question.context.run(self._work, question)
        except BaseException:
            # A fault of the program: it ends this thread, is reported, and the next question finds
            # a thread of its own.
            with self._changed:
                self._running = self._waiting = self._thread = None
                self._panel.show_work("")
                self._changed.notify_all()
            raise

    def _next(self) -> _Question | None:
        with self._changed:
            self._running, self._waiting = self._waiting, None
            if self._running is None:
                self._thread = None
                self._changed.notify_all()
            return self._running

    def _work(self, question: _Question) -> None:
        def progress(done: int, total: int) -> None:
            if not question.cancel.requested:
                self._panel.show_share(done, total)

        try:
            answer = question.work(progress, question.cancel)
        except Cancelled:
            return
        except NeuroanalysisError as mistake:
            self._show(question, question.fail, mistake)
        else:
            self._show(question, question.show, answer)

    def _show(self, question: _Question, show: Callable[..., None], shown: object) -> None:
        with self._changed:
            if question.cancel.requested:
                return
            show(shown)
            self._panel.show_work("")


def _unexpected(mistake: NeuroanalysisError) -> None:
    raise mistake

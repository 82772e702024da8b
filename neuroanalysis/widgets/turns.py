"""Requests of a page, performed one at a time and in the order in which they were made.

Since JupyterLab 4.4 and ipykernel 7 the messages of widgets go to a thread of their own (a subshell
of the kernel), but only from when that thread is known to the page: those sent before go to the
main thread. So the first clicks on a page, or a click while a cell runs, may be handled by two
threads at once and overtake each other; without turns some of them would be lost.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Turns"]

# One for all widgets: a request of one widget changes others of its explorer.
_turn: Final = threading.RLock()


@dataclass
class _View:
    """What came of one drawing of a widget in a page."""

    next: int = 1
    early: dict[int, Callable[[], None]] = field(default_factory=dict)
    early_since: float = 0.0


class Turns:
    """Gives the requests of one widget their turns.

    Parameters
    ----------
    patience
        How long requests wait for one that is missing before them, in seconds. A request that a
        broken connection has swallowed must not make the widget deaf.

    Examples
    --------
    >>> turns = Turns()
    >>> turns.take("page-2", lambda: print("second"))
    >>> turns.take("page-1", lambda: print("first"))
    first
    second
    """

    def __init__(self, patience: float = 2.0) -> None:
        self._patience = patience
        self._views: dict[str, _View] = {}

    def take(self, sent: object, perform: Callable[[], None]) -> None:
        """Perform a request as soon as those before it were performed.

        Parameters
        ----------
        sent
            The page's name for the request: its view and its number there, from 1, with a hyphen
            between; anything else is performed at once.
        perform
            Performs it. What it raises is raised here, when all that could be performed was.
        """
        name, _, number = str(sent).rpartition("-")
        with _turn:
            if not name or not number.isdecimal():
                perform()
                return
            view = self._views.setdefault(name, _View())
            if int(number) < view.next:
                perform()  # it was waited for in vain
                return
            now = time.monotonic()
            if not view.early:
                view.early_since = now
            view.early[int(number)] = perform
            if now - view.early_since > self._patience:
                view.next = min(view.early)
            _serve(view)


def _serve(view: _View) -> None:
    fault: Exception | None = None
    while (perform := view.early.pop(view.next, None)) is not None:
        view.next += 1
        view.early_since = time.monotonic()
        try:
            perform()
        except Exception as raised:
            fault = fault or raised
    if fault is not None:
        raise fault

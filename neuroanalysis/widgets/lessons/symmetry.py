"""Sections 5 and 6: Burnside's lemma, the classes of small hands, inclusion and exclusion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import comb
from typing import ClassVar, Final

from neuroanalysis.core.enumeration import classes, count_vectors
from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.games.neurotrio.analysis.classes import count_classes, symmetries
from neuroanalysis.games.neurotrio.lessons.counting import (
    COPIES,
    DECK,
    cycle_lengths,
    fixed_vectors,
    renaming,
)
from neuroanalysis.games.neurotrio.lessons.events import EVENTS, event_terms, listed_hands
from neuroanalysis.games.neurotrio.pieces import KINDS, attributes
from neuroanalysis.plots.neurotrio import CardGroup, hand_html, kinds_of
from neuroanalysis.plots.neurotrio.cube import cube_svg
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.lessons.base import Play, numbers, table
from neuroanalysis.widgets.panels import Latest

__all__ = ["ClassesPlay", "InclusionPlay", "SymmetryPlay"]

_RENAMINGS: Final = ((0, 1, 2), (0, 2, 1), (1, 2, 0))
_EXCHANGES: Final = ((0, 1, 2), (1, 0, 2), (1, 2, 0))


class SymmetryPlay(Play):
    """Section 5: Burnside's sum, pattern by pattern, and a symmetry to build.

    Examples
    --------
    >>> play = SymmetryPlay(cards=13)
    >>> sum(number * fixed for _, number, fixed in play.patterns()) == 1296 * 5966376
    True
    """

    name = "symmetry"
    choices: ClassVar[Mapping[str, tuple[Sequence[int], int]]] = {
        "cards": (numbers(1, 14), 2),
        "force": (numbers(0, 2), 1),
        "nature": (numbers(0, 2), 0),
        "background": (numbers(0, 2), 0),
        "exchange": (numbers(0, 2), 0),
    }

    def patterns(self) -> list[tuple[tuple[int, ...], int, int]]:
        """Return each pattern of cycles, how many symmetries have it, and what each leaves."""
        cards = self.chosen["cards"]
        types = sorted(symmetries().cycle_types.items(), key=lambda item: (-len(item[0]), item[1]))
        return [(lengths, number, fixed_vectors(lengths, cards)) for lengths, number in types]

    def built(self) -> tuple[int, ...]:
        """Return the symmetry that was built: where it sends each kind."""
        levels = {
            axis: _RENAMINGS[self.chosen[name]]
            for axis, name in enumerate(("force", "nature", "background"))
        }
        order = _EXCHANGES[self.chosen["exchange"]]
        sent = []
        for kind in renaming(levels):
            at = attributes(kind)
            sent.append(sum(step * at[axis] for step, axis in zip((9, 3, 1), order, strict=True)))
        return tuple(sent)

    def draw(self) -> tuple[str, str]:
        """Draw the sum as a table, then the symmetry on the cube."""
        names = "lessons.play.symmetry"
        cards = self.chosen["cards"]
        own = cycle_lengths(self.built())
        rows, total = [], 0
        for lengths, number, fixed in self.patterns():
            total += number * fixed
            mark = "▸ " if lengths == own else ""
            rows.append(
                [
                    mark + _cycles(lengths),
                    number_text(number),
                    number_text(fixed),
                    number_text(number * fixed),
                ]
            )
        order = symmetries().order
        rows.append([escape(text(f"{names}.total")), number_text(order), "", number_text(total)])
        head = [text(f"{names}.{name}") for name in ("cycles", "number", "fixed", "product")]
        mean = text(
            f"{names}.mean",
            sum=number_text(total),
            order=number_text(order),
            classes=number_text(total // order),
            cards=cards,
            vectors=number_text(count_vectors(KINDS, COPIES, cards)),
        )
        return (
            controls.row(self.select("cards", text("lessons.play.cards")))
            + table(head, rows)
            + f"<div><b>{escape(mean)}</b></div>"
            + self._builder(own),
            mean,
        )

    def _builder(self, own: tuple[int, ...]) -> str:
        names = "lessons.play.symmetry"
        cards = self.chosen["cards"]
        ways = {n: text(f"{names}.{way}") for n, way in enumerate(("same", "swap", "turn"))}
        exchanges = {n: text(f"{names}.exchange{n}") for n in range(3)}
        fields = [
            self.select(name, text(f"lessons.attribute.{name}"), ways)
            for name in ("force", "nature", "background")
        ]
        fields.append(self.select("exchange", text(f"{names}.exchange"), exchanges))
        still = [kind for kind, to in enumerate(self.built()) if kind == to]
        said = text(
            f"{names}.built",
            cycles=_cycles(own),
            fixed=number_text(fixed_vectors(own, cards)),
            cards=cards,
        )
        return (
            f'<div style="margin:16px 0 6px"><b>{escape(text(f"{names}.build"))}</b></div>'
            + controls.row(*fields)
            + f'<div style="margin:8px 0">{escape(said)}</div>'
            + cube_svg(still, label=said)
        )


def _cycles(lengths: Sequence[int]) -> str:
    return " + ".join(f"{number}×{length}" for length, number in sorted(Counter(lengths).items()))


class ClassesPlay(Play):
    """Section 5: every class of hands with one to four cards, drawn.

    Examples
    --------
    >>> ClassesPlay(cards=3).html.count("<title>") == 3 * 14
    True
    """

    name = "classes"
    choices: ClassVar[Mapping[str, tuple[Sequence[int], int]]] = {"cards": (numbers(1, 4), 2)}

    def draw(self) -> tuple[str, str]:
        """Draw one hand of each class, over the size of its class."""
        cards = self.chosen["cards"]
        listed = classes(symmetries(), COPIES, cards)
        groups = [
            CardGroup(kinds_of(counts), caption=number_text(int(size)))
            for counts, size in zip(listed.counts, listed.sizes, strict=True)
        ]
        said = text(
            "lessons.play.classes.said",
            classes=number_text(len(listed)),
            cards=cards,
            vectors=number_text(int(listed.sizes.sum())),
        )
        drawn = hand_html(groups=groups, width=26, label=text("lessons.play.classes.label"))
        field = controls.row(self.select("cards", text("lessons.play.cards")))
        return f'{field}<div style="margin:8px 0 12px">{escape(said)}</div>{drawn}', said


class InclusionPlay(Play):
    """Section 6: the terms of inclusion and exclusion, and the same counted class by class.

    Attributes
    ----------
    found
        Hands with the event among all classes; None until they were looked at.

    Examples
    --------
    >>> play = InclusionPlay(event=0, cards=4)
    >>> play.count()
    >>> play.wait()
    True
    >>> play.found
    27
    """

    name = "inclusion"
    choices: ClassVar[Mapping[str, tuple[Sequence[int], int]]] = {
        "event": (numbers(0, 1), 0),
        "cards": (numbers(1, 14), 8),
    }

    def __init__(self, *, lesson: bool = False, **chosen: int) -> None:
        self.found: int | None = None
        self._stopped = False
        self._latest: Latest | None = None
        super().__init__(lesson=lesson, **chosen)
        self._latest = Latest(self)

    def chosen_anew(self, name: str) -> None:
        """Forget, and stop, a count that belonged to another question."""
        self.found, self._stopped = None, False
        if self._latest is not None:
            self._latest.stop()

    def count(self) -> None:
        """Look at every class in a thread; the answer is drawn when it is there."""
        self.found, self._stopped = None, False
        event, cards = EVENTS[self.chosen["event"]], self.chosen["cards"]

        def work(progress: Progress, cancel: Cancel) -> int:
            return listed_hands(event, cards, progress=progress, cancel=cancel)

        if self._latest is not None:
            self._latest.ask(
                work,
                self._take,
                working=lambda: text("lessons.play.inclusion.counting"),
                stoppable=True,
            )

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the count; return whether it came in time (seconds)."""
        return self._latest is None or self._latest.wait(timeout)

    def _take(self, found: int) -> None:
        self.found, self._stopped = found, False
        self.redraw()

    def press(self, do: str, value: str) -> None:
        """Begin to count, or stop it."""
        if do == "count":
            self.count()
        elif do == "stop" and self._latest is not None:
            self._latest.stop()
            self._stopped = self.found is None
        else:
            super().press(do, value)

    def draw(self) -> tuple[str, str]:
        """Draw the partial sums and what came of the count."""
        names = "lessons.play.inclusion"
        cards = self.chosen["cards"]
        terms = event_terms(EVENTS[self.chosen["event"]], cards)
        deals = comb(DECK, cards)
        events = {n: text(f"{names}.{event}") for n, event in enumerate(EVENTS)}
        fields = [
            self.select("event", text(f"{names}.event"), events),
            self.select("cards", text("lessons.play.cards")),
        ]
        rows = [
            [
                str(number),
                ("−" if term < 0 else "+") + number_text(abs(term)),
                number_text(partial),
                number_text(Fraction(partial, deals), 6),
            ]
            for number, (term, partial) in enumerate(
                zip(terms, accumulate(terms), strict=True), start=1
            )
        ]
        head = [text(f"{names}.{name}") for name in ("term", "hands", "partial", "chance")]
        count = text(f"{names}.count", classes=number_text(count_classes(cards)))
        said = "" if terms else text(f"{names}.never", cards=cards)
        if self._stopped:
            said = text("widgets.explorer.stopped")
        if self.found is not None:
            said = text(
                f"{names}.{'agrees' if self.found == sum(terms) else 'differs'}",
                classes=number_text(count_classes(cards)),
                hands=number_text(self.found),
                formula=number_text(sum(terms)),
            )
        return (
            controls.row(*fields)
            + (table(head, rows) if terms else "")
            + controls.row(controls.button(count, "count", key="count"))
            + f'<div style="margin:8px 0">{escape(said)}</div>',
            said,
        )

"""What the lesson's widgets have in common: a state that a person changes, drawn anew each time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import ClassVar

import ipywidgets

from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.complete import Complete
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.panels import Panel

__all__ = ["Play", "bar", "numbers", "table"]


class Play(Enlarging, Panel, metaclass=Complete):
    """A panel with choices and what follows from them.

    A subclass names its table of texts and its whole-number choices, and says in `draw` what is to
    be seen.

    Parameters
    ----------
    lesson
        Whether it is larger, for a projector; an attribute that may be assigned.
    **chosen
        Choices to begin with, instead of the usual ones.

    Raises
    ------
    ValueError
        For a choice that there is not.
    """

    name: ClassVar[str]
    """The table of its texts in ``lessons.play``."""
    choices: ClassVar[Mapping[str, tuple[Sequence[int], int]]] = {}
    """For each choice what there is to choose from, and what is chosen at first."""

    def __init__(self, *, lesson: bool = False, **chosen: int) -> None:
        self.chosen = {name: first for name, (_, first) in self.choices.items()}
        super().__init__(self._act_on)
        self.layout = ipywidgets.Layout(max_width="800px", min_width="0", overflow="visible")
        for name, value in chosen.items():
            self.choose(name, value)
        self.lesson = lesson
        self._enlarges(self, self.redraw)
        self.redraw()

    def choose(self, name: str, value: int) -> None:
        """Make a choice, and draw what follows.

        Raises
        ------
        ValueError
            If there is no such choice.
        """
        if name not in self.choices or value not in self.choices[name][0]:
            raise ValueError(f"no choice {value!r} for {name!r}")
        self.chosen[name] = value
        self.chosen_anew(name)
        self.redraw()

    def chosen_anew(self, name: str) -> None:
        """Set right what depends on a choice; nothing, unless a subclass says otherwise."""

    def press(self, do: str, value: str) -> None:
        """Do what a button of the subclass asks; ValueError for what it has not."""
        raise ValueError(f"unknown request of the page: {do!r} {value!r}")

    @abstractmethod
    def draw(self) -> tuple[str, str]:
        """Return the HTML, and the sentence of it that a screen reader says."""

    def redraw(self) -> None:
        """Draw it again, in the language in force."""
        html, spoken = self.draw()
        label = escape(text(f"lessons.play.{self.name}.label"))
        corner = f'<div class="na-corner">{controls.lesson_button(lesson=self.lesson)}</div>'
        self.show(f'<div role="group" aria-label="{label}">{corner}{html}</div>', spoken)

    def select(self, name: str, label: str, words: Mapping[int, str] | None = None) -> str:
        """Return the field of a choice, its options being numbers or in words."""
        options = [
            (value, words[value] if words else str(value)) for value in self.choices[name][0]
        ]
        return controls.select(label, name, options, self.chosen[name])

    def _act_on(self, do: str, value: str) -> None:
        if do in self.choices:
            self.choose(do, int(value))
        elif do == "lesson":
            self.lesson = value == "true"
        else:
            self.press(do, value)
            self.redraw()

    def _repr_mimebundle_(
        self, **kwargs: dict[str, object]
    ) -> tuple[dict[str, object], dict[str, object]] | None:
        """Show the widget; where there is no kernel, what was drawn last."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        shown, metadata = bundle
        label = text(f"lessons.play.{self.name}.label")
        return {**shown, "text/plain": label, "text/html": self.html}, metadata


def numbers(low: int, high: int) -> range:
    """Return the whole numbers from `low` to `high`."""
    return range(low, high + 1)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """Return a table of cells that are HTML already; after the first `words` columns, numbers."""
    line = "border-bottom:1px solid rgba(128,128,128,.35)"

    def cell(column: int, content: str, tag: str) -> str:
        side = "left" if column < words else "right;font-variant-numeric:tabular-nums"
        scope = ' scope="col"' if tag == "th" else ""
        return f'<{tag}{scope} style="text-align:{side};padding:3px 14px 3px 0">{content}</{tag}>'

    titles = "".join(
        cell(column, escape(title), "th" if title else "td") for column, title in enumerate(head)
    )
    body = "".join(
        f'<tr style="{line}">'
        + "".join(cell(column, content, "td") for column, content in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return (
        '<div style="overflow-x:auto"><table style="border-collapse:collapse;margin:8px 0">'
        f'<thead><tr style="{line}">{titles}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def bar(share: float, colour: str) -> str:
    """Return a bar as long as a share of its place; the number beside it says what it means."""
    return (
        '<span aria-hidden="true" style="display:inline-block;width:130px;text-align:left">'
        f'<span style="display:inline-block;height:11px;border-radius:2px;background:{colour};'
        f'width:{100 * min(1.0, share):.2f}%"></span></span>'
    )

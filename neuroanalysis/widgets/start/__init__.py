"""The start page: what the toolkit answers, and a gallery of all notebooks."""

from __future__ import annotations

from html import escape
from pathlib import Path

import ipywidgets
import traitlets

from neuroanalysis.core.page_address import on_page, other_theme, query, theme
from neuroanalysis.core.places import find_folder
from neuroanalysis.texts import language, set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.panels import Panel
from neuroanalysis.widgets.start.gallery import ORDERS, gallery_html, listed

__all__ = ["StartPage"]


class StartPage(Enlarging):
    """Say what the toolkit answers, and lead to its notebooks.

    Parameters
    ----------
    folder
        The folder of notebooks; the current one if None, when it has some, else the package's.
    lang
        The language to begin with; the one in force if None.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    order
        ``"game"`` or ``"purpose"``: what the notebooks are sorted by. May be assigned.

    Examples
    --------
    >>> start = StartPage(lang="fr")
    >>> start.order = "purpose"
    >>> set_language(None)
    """

    order = traitlets.Enum(ORDERS, "game")

    def __init__(
        self, folder: Path | None = None, *, lang: str | None = None, lesson: bool = False
    ) -> None:
        if lang is not None:
            set_language(lang)
        super().__init__(lesson=lesson)
        here = Path.cwd() if folder is None else folder
        self.entries = listed(here) or listed(find_folder("notebooks"))
        self._said = Panel(self._act)
        self._said.layout = ipywidgets.Layout(min_width="0", overflow="visible")
        # Shown as an output, not by the panel: a notebook knows what a link in an output leads to.
        self._gallery = ipywidgets.Output()
        self.view = ipywidgets.VBox(
            [self._said, self._gallery],
            layout=ipywidgets.Layout(max_width="1250px", overflow="visible"),
        )
        self._enlarges(self.view, self._draw)
        self.observe(lambda _: self._draw(), "order")
        self._draw()

    def close(self) -> None:
        """Free the widgets."""
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the page as it was."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text("gallery.page.title")
        bundle["text/html"] = self._about() + self._cards()
        return bundle

    def _act(self, do: str, value: str) -> None:
        match do:
            case "order" if value in ORDERS:
                self.order = value
            case "lesson":
                self.lesson = value == "true"
            case "language":
                set_language(value)
                self._said.refresh_texts()
                self._draw()
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _draw(self) -> None:
        orders = controls.together(
            *(
                controls.button(
                    text(f"gallery.page.by_{order}"), "order", order, pressed=order == self.order
                )
                for order in ORDERS
            ),
            label=text("gallery.page.orders"),
        )
        parts = [
            self._about(),
            controls.row(orders, _theme_link(), controls.view_buttons(lesson=self.lesson)),
        ]
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts)
        self._said.show(html, text(f"gallery.page.by_{self.order}"))
        shown = {
            "output_type": "display_data",
            "data": {"text/html": self._cards(), "text/plain": text("gallery.page.title")},
            "metadata": {},
        }
        self._gallery.outputs = (shown,)

    def _about(self) -> str:
        answers = "".join(
            f"<li><b>{escape(text(f'gallery.purpose.{purpose}'))}</b> "
            f"{escape(text(f'gallery.answers.{purpose}'))}</li>"
            for purpose in ("odds", "teach", "design")
        )
        return (
            f'<h1 style="font-size:22px;margin:0 0 6px">{escape(text("gallery.page.title"))}</h1>'
            f'<p style="margin:0 0 6px;max-width:80ch">{escape(text("gallery.page.about"))}</p>'
            f'<ul style="margin:0;padding-left:20px;max-width:80ch">{answers}</ul>'
        )

    def _cards(self) -> str:
        return gallery_html(self.entries, self.order, query=_query())


def _query() -> str | None:
    """Return what stands behind the addresses of pages; None in a notebook."""
    return query(language(), theme()) if on_page() else None


def _theme_link() -> str:
    """Return a link to the page in the other theme; nothing in a notebook, which has its own."""
    if not on_page():
        return ""
    other = other_theme(theme())
    address = escape(f"?{query(language(), other)}")
    return f'<a class="na-button" href="{address}">{escape(text(f"gallery.page.{other}"))}</a>'

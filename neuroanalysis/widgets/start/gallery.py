"""The gallery of notebooks: which there are, what each is for, and its card on the start page.

A new notebook takes a line in `PURPOSES`, one in ``gallery.toml`` of each language, and a picture
made by ``tools/thumbnails.py``.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, get_args

from neuroanalysis.core.notebooks import Notebook, find_notebooks, read_notebook
from neuroanalysis.texts import language, text

__all__ = ["ORDERS", "PURPOSES", "Entry", "Order", "Purpose", "gallery_html", "listed"]

Purpose = Literal["odds", "teach", "design"]

Order = Literal["game", "purpose"]
ORDERS: Final[tuple[Order, ...]] = get_args(Order)

# In this order on the page: games as their first notebook stands here, then notebooks by name.
PURPOSES: Final[Mapping[str, tuple[Purpose, ...]]] = {
    "neurotrio/01_hand_explorer": ("odds",),
    "neurotrio/02_deals": ("odds", "design"),
    "neurotrio/03_counting": ("teach",),
    "neurotrio/04_odds": ("odds", "teach"),
    "neurotrio/05_rounds": ("odds", "design"),
    "neurotrio/06_minimums": ("design",),
    "okey51/01_hand": ("odds",),
    "okey51/02_deals": ("odds", "design"),
    "okey51/03_rounds": ("odds", "design"),
    "mhing/01_hand": ("odds",),
    "mhing/02_deals": ("odds", "teach"),
    "mhing/03_rounds": ("odds", "design"),
    "tichu/01_hand": ("odds",),
    "tichu/02_deals": ("odds", "teach"),
    "tichu/03_calls": ("odds", "design"),
    "conquete/01_domain": ("odds", "teach"),
    "conquete/02_games": ("odds", "design"),
}
"""For each notebook, without its ending, what it is for."""

_EDGE: Final = "1px solid rgba(128,128,128,.45)"


@dataclass(frozen=True)
class Entry:
    """A notebook in the gallery.

    Parameters
    ----------
    name
        Its path below the folder of notebooks, with slashes and without its ending.
    folder
        That folder.
    """

    name: str
    folder: Path

    @property
    def game(self) -> str:
        """The name of its game's folder."""
        return self.name.partition("/")[0]

    @property
    def path(self) -> str:
        """Its path below the folder of notebooks, with slashes."""
        return f"{self.name}.ipynb"

    @property
    def purposes(self) -> tuple[Purpose, ...]:
        """What it is for."""
        return PURPOSES[self.name]

    @cached_property
    def notebook(self) -> Notebook:
        """What stands in it."""
        return read_notebook(self.folder / self.path)

    @property
    def title(self) -> str:
        """Its title, in the language in force."""
        return _unbroken(self.notebook.opening(language()).title)

    @property
    def line(self) -> str:
        """What it is about, in a line, in the language in force."""
        game, _, own = self.name.partition("/")
        return _unbroken(text(f"gallery.line.{game}.{own}"))

    @property
    def picture(self) -> str:
        """Its picture, an SVG file's text."""
        place = files(__package__) / "thumbnails" / f"{self.name}.svg"
        return place.read_text(encoding="utf-8")


def _unbroken(words: str) -> str:
    """Keep a French sign with the word that it stands at, as narrow cards break lines often."""
    return re.sub(r" (?=[?!:;»])|(?<=«) ", "\N{NO-BREAK SPACE}", words)


def listed(folder: Path) -> tuple[Entry, ...]:
    """Return the notebooks that are in a folder and that the gallery knows, in its order.

    Examples
    --------
    >>> from neuroanalysis.core.places import find_folder
    >>> listed(find_folder("notebooks"))[0].name
    'neurotrio/01_hand_explorer'
    """
    there = set(find_notebooks(folder))
    return tuple(Entry(name, folder) for name in PURPOSES if f"{name}.ipynb" in there)


def gallery_html(
    entries: Iterable[Entry], order: Order = "game", *, query: str | None = None
) -> str:
    """Return the gallery: a section a game or a purpose, in it a card a notebook.

    Parameters
    ----------
    entries
        What it shows.
    order
        What the sections are.
    query
        For pages without code, what stands behind each address; notebooks that have no such page
        are then named without a link. None for the notebooks themselves.
    """
    shown = list(entries)
    sections: dict[str, list[Entry]] = {}
    if order == "game":
        for entry in shown:
            sections.setdefault(text(f"gallery.game.{entry.game}"), []).append(entry)
    else:
        for purpose in get_args(Purpose):
            fitting = [entry for entry in shown if purpose in entry.purposes]
            sections[text(f"gallery.purpose.{purpose}")] = fitting
    return "".join(
        f'<section>{_heading(title)}<div style="display:grid;gap:14px;'
        'grid-template-columns:repeat(auto-fill,minmax(min(100%,190px),1fr))">'
        f"{''.join(_card(entry, order, query) for entry in found)}</div></section>"
        for title, found in sections.items()
        if found
    )


def _heading(words: str) -> str:
    return f'<h2 style="font-size:17px;font-weight:600;margin:18px 0 8px">{escape(words)}</h2>'


def _card(entry: Entry, order: Order, query: str | None) -> str:
    beside = (
        [text(f"gallery.purpose.{purpose}") for purpose in entry.purposes]
        if order == "game"
        else [text(f"gallery.game.{entry.game}")]
    )
    page = query is None or bool(entry.notebook.page())
    if not page:
        beside.append(text("gallery.page.only_lab"))
    # The words beside it say all that the picture shows.
    data = b64encode(entry.picture.encode()).decode()
    inside = (
        f'<img src="data:image/svg+xml;base64,{data}" alt="" '
        'style="display:block;width:100%;max-width:none;aspect-ratio:8/5;margin:0">'
        '<span style="display:block;padding:8px 10px 10px;line-height:1.4">'
        f'<b style="display:block;font-size:14px">{escape(entry.title)}</b>'
        f'<span style="display:block;font-size:13px;margin:2px 0 4px">{escape(entry.line)}</span>'
        f'<span style="display:block;font-size:12px;opacity:.8">{escape(" · ".join(beside))}</span>'
        "</span>"
    )
    look = f"display:block;border:{_EDGE};border-radius:8px;overflow:hidden;color:inherit"
    if not page:
        return f'<div style="{look}">{inside}</div>'
    address = escape(f"{entry.path}?{query}" if query else entry.path)
    return f'<a href="{address}" style="{look};text-decoration:none">{inside}</a>'

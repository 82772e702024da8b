"""What of a notebook is on its page, and in which language."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.notebooks import START, Cell, Notebook
from neuroanalysis.core.page_address import Theme, known_theme, other_theme, query
from neuroanalysis.texts import LANGUAGES, Language, speaking, text

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["AT", "Wish", "make_page"]

AT: Final = "/voila/render/"
"""The address below which voila shows notebooks."""


class Wish:
    """How a page is wished for.

    Parameters
    ----------
    lang
        The language; an unknown one is not heard.
    theme
        ``"dark"``, or light for anything else.
    usual
        The language to speak where none is wished for.

    Examples
    --------
    >>> Wish("xx", "dark", usual="fr").query()
    'lang=fr&theme=dark'
    """

    def __init__(self, lang: str, theme: str, *, usual: Language) -> None:
        self.lang: Language = next((known for known in LANGUAGES if known == lang), usual)
        self.theme = known_theme(theme)

    def query(self, *, lang: Language | None = None, theme: Theme | None = None) -> str:
        """Return the query of an address that wishes for the same, or for something else."""
        return query(lang or self.lang, theme or self.theme)


def make_page(notebook: NotebookNode, path: str, wish: Wish) -> None:
    """Leave of a notebook what is for its page, and let it speak the language wished for.

    Parameters
    ----------
    notebook
        The notebook, which is changed.
    path
        Where it stands below the folder of notebooks, with slashes.
    wish
        How the page is wished for.
    """
    read = Notebook(tuple(Cell(cell.cell_type, cell.source) for cell in notebook.cells))
    speak = _speaking(notebook, wish.lang)
    # A notebook without a widget is no page of ours; whoever names it sees all that it shows.
    kept = [notebook.cells[place] for place in read.page() or range(len(read.cells))]
    opening, title = kept[0], ""
    if path == START:
        # It has no choice of language in a cell, and says itself what stands in its opening.
        kept[0] = speak
    elif opening.cell_type == "markdown":
        said = read.opening(wish.lang)
        opening.source = f"# {said.title}\n\n{said.about}"
        title = said.title
        chosen = (n for n, cell in enumerate(kept) if "set_language(" in cell.source)
        kept.insert(next(chosen, 0) + 1, speak)
    notebook.cells = kept
    with speaking(wish.lang):
        notebook.metadata["title"] = " · ".join(filter(None, [title, "neuroanalysis"]))
        notebook.metadata["neuroanalysis"] = _around(path, wish)


def _around(path: str, wish: Wish) -> Mapping[str, object]:
    """Return what the page's template says around the cells, in the language in force."""
    links: list[Mapping[str, str]] = []
    if path != START:  # which has both switches among its own
        names = {"en": "English", "fr": "Français"}
        other = other_theme(wish.theme)
        links = [
            {"words": text("cli.app.all"), "address": f"{AT}{START}?{wish.query()}"},
            {"words": text(f"gallery.page.{other}"), "address": f"?{wish.query(theme=other)}"},
            *(
                {"words": names[lang], "address": f"?{wish.query(lang=lang)}", "lang": lang}
                for lang in LANGUAGES
                if lang != wish.lang
            ),
        ]
    # The template writes these between backquotes, where {0} and {1} are numbers.
    working = text("cli.app.working", part="{0}", parts="{1}")
    return {"lang": wish.lang, "nav": text("cli.app.nav"), "links": links, "working": working}


def _speaking(notebook: NotebookNode, lang: Language) -> NotebookNode:
    """Return a cell that chooses a language, made of one of the notebook's."""
    cell: NotebookNode = deepcopy(next(one for one in notebook.cells if one.cell_type == "code"))
    cell.id = "language"
    cell.source = f"from neuroanalysis import set_language\n\nset_language({lang!r})"
    return cell

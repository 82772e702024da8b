"""Sheets of paper, and PDF files of them."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from neuroanalysis.errors import InputError
from neuroanalysis.plots.paper.drawing import POINTS, Place, draw_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PAPERS", "Page", "Paper", "paper", "pdf"]

_INCH: Final = 25.4
_INK: Final = "#1a1a1a"
# In DejaVu Sans, which comes with matplotlib, capitals are so high.
_CAPITAL: Final = 0.73


@dataclass(frozen=True)
class Paper:
    """A size of paper, in millimetres.

    Parameters
    ----------
    name
        What it is called.
    width, height
        Upright.
    """

    name: str
    width: float
    height: float


PAPERS: Final = {
    size.name: size for size in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))
}
"""The sizes there are, by name."""


def paper(name: str) -> Paper:
    """Return a size of paper by its name; capitals make no difference.

    Raises
    ------
    InputError
        For another name than those there are.

    Examples
    --------
    >>> paper("A4").width
    210.0
    """
    try:
        return PAPERS[name.lower()]
    except KeyError:
        accepted = ", ".join(PAPERS)
        raise InputError("input.choice", name="paper", value=name, accepted=accepted) from None


class Page:
    """A sheet of paper to draw on: millimetres from its top left corner, y downwards.

    Parameters
    ----------
    size
        The paper.

    Examples
    --------
    >>> page = Page(paper("letter"))
    >>> page.words(20, 30, "Neurotrio", 5)
    >>> pdf([page]).startswith(b"%PDF-")
    True
    """

    def __init__(self, size: Paper) -> None:
        self.size = size

    @cached_property
    def figure(self) -> Figure:
        """It as a figure of matplotlib."""
        from matplotlib.figure import Figure

        return Figure(figsize=(self.size.width / _INCH, self.size.height / _INCH))

    @cached_property
    def _axes(self) -> Axes:
        axes = self.figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, self.size.width)
        axes.set_ylim(self.size.height, 0)
        return axes

    def drawing(self, x: float, y: float, markup: str, scale: float) -> None:
        """Draw an ``<svg>`` of ours, so many millimetres a unit; see `draw_svg`."""
        draw_svg(self._axes, markup, Place(x, y, scale))

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        width: float = 0.2,
        colour: str = _INK,
    ) -> None:
        """Draw a line, so many millimetres wide."""
        self._axes.plot(
            (start[0], end[0]), (start[1], end[1]), color=colour, linewidth=width * POINTS
        )

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """Fill a rectangle."""
        from matplotlib.patches import Rectangle

        self._axes.add_patch(Rectangle((x, y), width, height, facecolor=fill, linewidth=0))

    def words(
        self,
        x: float,
        y: float,
        said: str,
        height: float,
        *,
        side: Literal["left", "center", "right"] = "left",
        bold: bool = False,
        colour: str = _INK,
    ) -> None:
        """Write a line: its foot stands at y, its capitals are so many millimetres high."""
        self._axes.text(
            x,
            y,
            said,
            fontsize=height / _CAPITAL * POINTS,
            ha=side,
            va="baseline",
            fontweight="bold" if bold else "normal",
            color=colour,
            parse_math=False,
        )


def pdf(pages: Iterable[Page], title: str = "") -> bytes:
    """Return pages as a PDF file: the same bytes for the same pages.

    The figures are made with matplotlib's own settings, not with the user's.
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_pdf import PdfPages

    file = io.BytesIO()
    # Without a date: printed twice, it is the same file.
    about = {"Title": title, "Creator": "neuroanalysis", "Producer": None, "CreationDate": None}
    with mpl.rc_context(), PdfPages(file, metadata=about) as kept:
        mpl.rcdefaults()
        for page in pages:
            page.figure.savefig(kept, format="pdf")
    return file.getvalue()

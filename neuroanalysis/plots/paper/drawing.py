"""Drawings of this package, which are SVG, on a page of matplotlib."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from neuroanalysis.plots.paper.outlines import dots, outline

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

__all__ = ["POINTS", "Place", "draw_svg"]

POINTS: Final = 72 / 25.4
"""Points in a millimetre."""

_INHERITED: Final = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "paint-order",
    "color",
)
_TURN: Final = re.compile(r"(translate|scale)\(([^)]*)\)")
# "square" is called otherwise there.
_CAPS: Final = {"round": "round", "square": "projecting"}


@dataclass(frozen=True)
class Place:
    """Where a drawing lies: millimetres from the page's top left corner, and millimetres a unit."""

    x: float
    y: float
    scale: float

    def within(self, transform: str) -> Place:
        """Return the place of a part with a ``transform`` of shifts and scales.

        Examples
        --------
        >>> Place(10, 20, 2).within("translate(5 6) scale(3)")
        Place(x=20.0, y=32.0, scale=6.0)
        """
        x, y, scale = self.x, self.y, self.scale
        for name, said in _TURN.findall(transform):
            numbers = [float(number) for number in said.split()]
            if name == "scale":
                scale *= numbers[0]
            else:
                x, y = x + scale * numbers[0], y + scale * numbers[1]
        return Place(x, y, scale)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the drawing lies on the page."""
        return self.x + self.scale * x, self.y + self.scale * y


def draw_svg(axes: Axes, markup: str, place: Place) -> None:
    """Draw an ``<svg>`` element of this package.

    It draws what our drawings of cards are made of: ``g``, ``path``, ``rect``, ``text``.

    Parameters
    ----------
    axes
        A page: millimetres, downwards.
    markup
        The element; its own width and height do not count.
    place
        Where it lies. The first two numbers of its ``viewBox`` must be 0.

    Raises
    ------
    ValueError
        For an element or outline that occurs in none of our drawings.
    """
    _draw(axes, ElementTree.fromstring(markup), place, {"fill": "#000000", "stroke": "none"})


def _draw(
    axes: Axes, part: ElementTree.Element, place: Place, inherited: Mapping[str, str]
) -> None:
    style = dict(inherited)
    style |= {name: part.attrib[name] for name in _INHERITED if name in part.attrib}
    place = place.within(part.get("transform", ""))
    kind = part.tag.rpartition("}")[2]
    if kind in {"svg", "g"}:
        for child in part:
            _draw(axes, child, place, style)
    elif kind == "path":
        spots = dots(part.attrib["d"])
        if spots:
            _draw_dots(axes, spots, place, style)
        else:
            _draw_outline(axes, outline(part.attrib["d"]), place, style)
    elif kind == "rect":
        x, y, width, height, corner = (
            float(part.get(name, "0")) for name in ("x", "y", "width", "height", "rx")
        )
        _draw_outline(axes, outline(_rounded(x, y, width, height, corner)), place, style)
    elif kind == "text":
        _draw_text(axes, part, place, style)
    elif kind != "title":
        raise ValueError(f"no element of our drawings: {kind}")


def _rounded(x: float, y: float, width: float, height: float, r: float) -> str:
    right, foot = x + width, y + height
    bend = r * 0.4477  # so far from a corner a Bézier curve's handle lies, for a quarter circle
    return (
        f"M{x + r} {y}H{right - r}C{right - bend} {y} {right} {y + bend} {right} {y + r}"
        f"V{foot - r}C{right} {foot - bend} {right - bend} {foot} {right - r} {foot}"
        f"H{x + r}C{x + bend} {foot} {x} {foot - bend} {x} {foot - r}"
        f"V{y + r}C{x} {y + bend} {x + bend} {y} {x + r} {y}Z"
    )


def _ink(style: Mapping[str, str], name: str) -> str:
    colour = style[name]
    return style["color"] if colour == "currentColor" else colour


def _draw_outline(axes: Axes, path: Path, place: Place, style: Mapping[str, str]) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.transforms import Affine2D

    laid = Affine2D().scale(place.scale).translate(place.x, place.y).transform_path(path)
    fill, stroke = _ink(style, "fill"), _ink(style, "stroke")
    cap = _CAPS.get(style.get("stroke-linecap", ""), "butt")
    join = style.get("stroke-linejoin", "miter")
    width = float(style.get("stroke-width", "1")) * place.scale * POINTS
    line = {"edgecolor": stroke, "linewidth": width, "capstyle": cap, "joinstyle": join}
    none = {"edgecolor": "none", "linewidth": 0}
    if stroke != "none" and style.get("paint-order") == "stroke":
        axes.add_patch(PathPatch(laid, facecolor="none", **line))
        axes.add_patch(PathPatch(laid, facecolor=fill, **none))
    else:
        axes.add_patch(PathPatch(laid, facecolor=fill, **(none if stroke == "none" else line)))


def _draw_dots(
    axes: Axes, spots: list[tuple[float, float]], place: Place, style: Mapping[str, str]
) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    radius = float(style.get("stroke-width", "1")) * place.scale / 2
    discs = [Path.circle(place.at(*spot), radius) for spot in spots]
    axes.add_patch(
        PathPatch(
            Path.make_compound_path(*discs),
            facecolor=_ink(style, "stroke"),
            edgecolor="none",
            linewidth=0,
        )
    )


def _draw_text(
    axes: Axes, part: ElementTree.Element, place: Place, style: Mapping[str, str]
) -> None:
    x, y = place.at(float(part.get("x", "0")), float(part.get("y", "0")))
    side = {"middle": "center", "end": "right"}.get(part.get("text-anchor", ""), "left")
    axes.text(
        x,
        y,
        part.text or "",
        color=_ink(style, "fill"),
        ha=side,
        va="baseline",
        fontsize=float(part.get("font-size", "16")) * place.scale * POINTS,
        fontweight=int(part.get("font-weight", "400")),
        parse_math=False,
    )

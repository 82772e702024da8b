"""Outlines of SVG, as they stand in the attribute ``d`` of a path, for matplotlib."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from matplotlib.path import Path

__all__ = ["dots", "outline"]

_STEP: Final = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER: Final = re.compile(r"-?(?:\d*\.\d+|\d+\.?)")
_DOT: Final = re.compile(r"M(?P<x>-?[\d.]+)[ ,]?(?P<y>-?[\d.]+)h0")
# How many numbers each command takes. Only these occur in the drawings of this package.
_TAKEN: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}


def outline(d: str) -> Path:
    """Return an outline of SVG, of absolute commands M L H V Q C Z.

    Raises
    ------
    ValueError
        For anything else in it.

    Examples
    --------
    >>> path = outline("M0 0H2V1L0 1Z")
    >>> [tuple(map(float, point)) for point in path.vertices]
    [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0), (0.0, 0.0)]
    """
    from matplotlib.path import Path

    move, line, close = int(Path.MOVETO), int(Path.LINETO), int(Path.CLOSEPOLY)
    drawn = {"M": move, "Q": int(Path.CURVE3), "C": int(Path.CURVE4)}
    points: list[tuple[float, float]] = []
    codes: list[int] = []
    start = here = (0.0, 0.0)
    for command, said in _STEP.findall(d):
        numbers = [float(number) for number in _NUMBER.findall(said)]
        taken = _TAKEN.get(command)
        if taken is None or (len(numbers) % taken if taken else numbers):
            raise ValueError(f"no outline of ours: {command}{said}")
        if command == "Z":
            points.append(start)
            codes.append(close)
            here = start
        for at in range(0, len(numbers), taken or 1):
            part = numbers[at : at + taken]
            if command == "H":
                part = [part[0], here[1]]
            elif command == "V":
                part = [here[0], part[0]]
            met = list(zip(part[::2], part[1::2], strict=True))
            # More pairs behind a move are lines.
            code = line if command == "M" and at else drawn.get(command, line)
            points += met
            codes += [code] * len(met)
            here = met[-1]
            if code == move:
                start = here
    return Path(points, codes)


def dots(d: str) -> list[tuple[float, float]]:
    """Return the points of an outline whose lines all have no length; nothing for another one.

    Round caps turn such lines into discs, in browsers; not every program that shows PDF agrees.

    Examples
    --------
    >>> dots("M1 2h0M3 4h0"), dots("M1 2L3 4")
    ([(1.0, 2.0), (3.0, 4.0)], [])
    """
    if _DOT.sub("", d).strip():
        return []
    return [(float(dot["x"]), float(dot["y"])) for dot in _DOT.finditer(d)]

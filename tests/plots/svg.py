"""What tests of drawn pieces measure, whatever the game."""

from __future__ import annotations

SVG = "{http://www.w3.org/2000/svg}"


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb`` or ``#rgb``, as WCAG defines it."""
    full = colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
    red, green, blue = (int(full[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (red, green, blue)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)

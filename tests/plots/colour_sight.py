"""How far colours lie apart, for normal eyes and for those without red or green cones.

Independent of the package: it knows nothing but six hexadecimal digits.

- sRGB and contrast: WCAG 2.2, "relative luminance" and "contrast ratio".
- Sight: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for
  simulation of color vision deficiency", IEEE TVCG 15 (6), 2009; their matrices for severity 1.0,
  which apply to linear RGB.
- Difference: CIEDE2000 as in G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 color-difference
  formula: implementation notes, supplementary test data, and mathematical observations", Color
  Research and Application 30 (1), 2005.
"""

from __future__ import annotations

import math
import re
from typing import Final, TypeAlias

Triple: TypeAlias = tuple[float, float, float]

SIGHTS: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""What a kind of sight makes of linear RGB."""

_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """Return the linear RGB of a colour such as ``#0072b2``."""
    assert re.fullmatch(r"#[0-9a-f]{6}", colour), colour
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def over(colour: str, share: float, ground: str) -> str:
    """Return what a colour laid on a ground with an opacity looks like."""
    mixed = (
        round(share * int(colour[at : at + 2], 16) + (1 - share) * int(ground[at : at + 2], 16))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG of two colours."""
    low, high = sorted(_dot((0.2126, 0.7152, 0.0722), linear(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, sight: str) -> Triple:
    """Return a colour as CIELAB (D65) the way a kind of sight has it."""
    rgb = linear(colour)
    shown = tuple(min(1.0, max(0.0, _dot(line, rgb))) for line in SIGHTS[sight])
    x, y, z = (
        _lab_root(_dot(line, shown) / white) for line, white in zip(_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, sight: str) -> float:
    """Return the CIEDE2000 difference of two colours the way a kind of sight has them."""
    return ciede2000(seen(one, sight), seen(other, sight))


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 difference of two CIELAB colours, kL = kC = kH = 1."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - math.sqrt(chroma / (chroma + 25**7)))
    a1, a2 = stretch * a1, stretch * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))

    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    if grey:
        hue = h1 + h2
    elif abs(h1 - h2) <= 180:
        hue = (h1 + h2) / 2
    else:
        hue = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2

    def cos(times: float, shift: float) -> float:
        return math.cos(math.radians(times * hue + shift))

    t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.20 * cos(4, -63)
    bent = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    tilt = -math.sin(math.radians(2 * bent)) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    return math.sqrt(dl**2 + dc**2 + dh**2 + tilt * dc * dh)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _lab_root(part: float) -> float:
    return math.cbrt(part) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _dot(line: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum(one * two for one, two in zip(line, other, strict=True))

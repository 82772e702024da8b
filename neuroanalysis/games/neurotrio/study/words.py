"""How studies name options and write changes."""

from __future__ import annotations

from fractions import Fraction

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.texts import catalogue, language

__all__ = ["minimum_words", "option_code", "option_words", "signed"]


def option_code(option: str) -> str:
    """Return the short name of an option that is points of something.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     option_code("bonuses.S4_2"), option_code("carre_points")
    ('S4_2', 'carré')
    """
    if option.startswith("bonuses."):
        return option.removeprefix("bonuses.")
    return catalogue(language()).get(f"neurotrio.points_of.{option}", option)


def option_words(option: str) -> str:
    """Return what an option means; a name that only its owner knows stands for itself.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     option_words("trio_points"), option_words("mine")
    ('points of a trio', 'mine')
    """
    return Rules.meaning(option)


def signed(value: Fraction | float, digits: int = 3) -> str:
    """Return a change with its sign; a nought where there is none.

    Examples
    --------
    >>> signed(Fraction(1, 3)), signed(-2), signed(0)
    ('+0.333', '−2', '0')
    """
    if value == 0:
        return "0"
    sign = "+" if value > 0 else "−"
    return sign + number_text(abs(float(value)), digits)


def minimum_words(name: str) -> str:
    """Return for whom a suggested minimum is; a designer's own name stands for itself.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     minimum_words("hiker"), minimum_words("mine")
    ('randonneur', 'mine')
    """
    return catalogue(language()).get(f"neurotrio.minimum.{name}", name)

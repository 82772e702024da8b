"""How many there are of something, in words that agree."""

from __future__ import annotations

from neuroanalysis.texts import text

__all__ = ["other_ways", "quantity"]


def quantity(of: str, n: int | str) -> str:
    """Say how many of something there are, as the catalogue's table ``plots.count`` names it.

    The number may be written already, as `number_text` writes it.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     quantity("points", 0), quantity("points", 1)
    ('0 points', '1 point')
    >>> with speaking("fr"):
    ...     quantity("points", 0)
    '0 point'
    """
    return text(f"plots.count.{of}", n=n)


def other_ways(of: str, n: int) -> str:
    """Say that one or more others are as good, as the table ``plots.others`` names them.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     other_ways("readings", 1), other_ways("readings", 2)
    ('The other reading worth as much', 'The 2 other readings worth as much')
    """
    return text(f"plots.others.{of}_{'one' if n == 1 else 'many'}", n=n)

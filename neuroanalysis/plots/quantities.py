"""How many there are of something, in words: one of it, or many."""

from __future__ import annotations

from neuroanalysis.texts import language, text

__all__ = ["quantity"]


def quantity(of: str, n: int) -> str:
    """Say how many of something there are, as the catalogue's table ``plots.count`` names it.

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
    single = n < 2 if language() == "fr" else n == 1
    return text(f"plots.count.{of}_{'one' if single else 'many'}", n=n)

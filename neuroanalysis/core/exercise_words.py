"""Fields of exercises' texts that speak when they are read: sums, products and lists."""

from __future__ import annotations

from dataclasses import dataclass

from neuroanalysis.core.intervals import number_text

__all__ = ["Listing", "Product", "Sum"]


@dataclass(frozen=True)
class Sum:
    """Terms with their signs; the first is not negative.

    Examples
    --------
    >>> str(Sum((1200, -30, 2)))
    '1,200 − 30 + 2'
    """

    terms: tuple[int, ...]

    def __str__(self) -> str:
        """Write them in a row."""
        first, *others = self.terms
        signed = (f" {'−' if term < 0 else '+'} {number_text(abs(term))}" for term in others)
        return number_text(first) + "".join(signed)


@dataclass(frozen=True)
class Product:
    """Factors.

    Examples
    --------
    >>> str(Product((4, 6)))
    '4 × 6'
    """

    factors: tuple[int, ...]

    def __str__(self) -> str:
        """Write them in a row."""
        return " × ".join(map(number_text, self.factors))


@dataclass(frozen=True)
class Listing:
    """Things one after another; each may be a phrase, which speaks when the list is read.

    Examples
    --------
    >>> str(Listing(("r5", "r6")))
    'r5, r6'
    """

    items: tuple[object, ...]

    def __str__(self) -> str:
        """Write them in a row."""
        return ", ".join(map(str, self.items))

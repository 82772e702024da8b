"""The cards of Neurotrio conquête: the 27 kinds of the Neurotrio deck, and which go together."""

from __future__ import annotations

from functools import lru_cache

from neuroanalysis.core.neurotrio_deck import KINDS, PIECES, attributes, kind_name, shared_values

__all__ = ["KINDS", "PIECES", "attributes", "compatible_kinds", "kind_name", "shared_values"]


@lru_cache(maxsize=8)
def compatible_kinds(shared: int = 2) -> tuple[int, ...]:
    """Return for each kind the set, as bits, of kinds with which it shares enough attributes.

    Parameters
    ----------
    shared
        How many attributes two compatible cards have in common at least (clause 2.1).

    Examples
    --------
    A kind goes with itself and with two others along each of three attributes:

    >>> {kinds.bit_count() for kinds in compatible_kinds()}
    {7}
    """
    return tuple(
        sum(1 << other for other in range(KINDS) if len(shared_values((kind, other))) >= shared)
        for kind in range(KINDS)
    )

"""Seeds of rounds: what deals the pieces of a round, and what its luck is made of.

No library's generator is asked, so that a seed deals the same everywhere and for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import shake_256
from struct import unpack

__all__ = ["round_key", "round_seed", "shuffled", "tickets"]


def shuffled(pieces: Sequence[int], seed: int, shuffle: int = 0) -> tuple[int, ...]:
    """Return pieces in an order that only the seed and the number of the shuffle determine.

    Each place gets a ticket, and the pieces follow their tickets in rising order: see `tickets`.

    Examples
    --------
    >>> shuffled(range(6), 1) == shuffled(range(6), 1) != shuffled(range(6), 1, shuffle=1)
    True
    """
    numbers = tickets(len(pieces), seed, shuffle)
    return tuple(piece for _, piece in sorted(zip(numbers, pieces, strict=True)))


def tickets(n: int, seed: int, shuffle: int = 0) -> tuple[int, ...]:
    """Return `n` numbers of 64 bits that a seed and the number of the shuffle determine.

    They are the bytes of SHAKE-256 of both, so no library's generator is asked: they are the same
    everywhere and for good, and the first ones are the same whatever `n` is.

    Examples
    --------
    >>> tickets(2, seed=1) == tickets(3, seed=1)[:2]
    True
    """
    drawn = shake_256(f"{seed}:{shuffle}".encode()).digest(8 * n)
    return unpack(f"<{n}Q", drawn)


def round_seed(seed: int, number: int) -> int:
    """Return the seed of one round of many: what a game's `deal` is to be given.

    Examples
    --------
    >>> round_seed(0, 5), round_seed(1, 0) == 2**32
    (5, True)
    """
    return (seed << 32) + number


def round_key(seed: int) -> int:
    """Return the key of a round's luck, which is another thing than its pieces.

    Examples
    --------
    >>> round_key(1) == round_key(1) != round_key(2)
    True
    """
    return int.from_bytes(shake_256(f"{seed}:luck".encode()).digest(8), "little")

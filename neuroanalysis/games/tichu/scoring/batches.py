"""Many hands at once: fewest plays, and bombs contained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.hands import as_batch
from neuroanalysis.games.tichu.pieces import CARDS, PIECES
from neuroanalysis.games.tichu.rules import Rules

if TYPE_CHECKING:
    from neuroanalysis.core.work import Control, Options

__all__ = ["bits_many", "bombs_many", "evaluate_many", "fewest_plays_many"]

Question = Literal["plays", "bombs"]

# Chunks of a batch: long enough that a thread is worth it, short enough that progress moves.
_CHUNK: Final = 1 << 16


def fewest_plays_many(
    counts: NDArray[np.integer], *, rules: Rules | None = None, **how: Unpack[Options]
) -> NDArray[np.uint8]:
    """Return the fewest plays of each hand of a batch (clause 3.1).

    Parameters
    ----------
    counts
        (n, 56) whole numbers, a hand a row; of any size.
    rules
        The default rules if None.
    **how
        ``executor``, ``workers``, ``progress``, ``cancel``, ``resume`` and ``key``: see
        :func:`neuroanalysis.core.work.imap`; threads by default, one a core.

    Raises
    ------
    CardError
        For another shape, or a card twice.
    Cancelled
        When it was cancelled.

    Examples
    --------
    >>> hands = [PIECES.parse("7s 7h 9d 9h Ph"), PIECES.parse("As Dog Dr"), PIECES.parse("")]
    >>> fewest_plays_many(np.array(hands)).tolist()
    [1, 3, 0]
    """
    return _batch("plays", counts, rules, how).astype(np.uint8)


def bombs_many(
    counts: NDArray[np.integer], *, rules: Rules | None = None, **how: Unpack[Options]
) -> NDArray[np.int32]:
    """Return how many bombs each hand of a batch contains (clause 2.12).

    Parameters and errors are those of `fewest_plays_many`.

    Examples
    --------
    >>> bombs_many(np.array([PIECES.parse("2s 3s 4s 5s 6s 7s 2h 2d 2c")])).tolist()
    [4]
    """
    return _batch("bombs", counts, rules, how)


def evaluate_many(
    counts: NDArray[np.integer], *, rules: Rules | None = None, **how: Unpack[Options]
) -> NDArray[np.int32]:
    """Return for each hand of a batch its fewest plays and the bombs that it contains.

    Parameters and errors are those of `fewest_plays_many`.

    Returns
    -------
    (n, 2) int32 array
        Fewest plays, bombs.

    Examples
    --------
    >>> evaluate_many(np.array([PIECES.parse("7s 7h 7d 7c Ph"), PIECES.parse("As")])).tolist()
    [[2, 1], [1, 0]]
    """
    plays = _batch("plays", counts, rules, how)
    return np.stack([plays, _batch("bombs", counts, rules, how)], axis=1)


def bits_many(counts: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return each hand of a batch as bits.

    Examples
    --------
    >>> bits_many(np.array([PIECES.parse("2s 2h"), PIECES.parse("")])).tolist()
    [3, 0]
    """
    return counts.astype(np.int64) @ (np.int64(1) << np.arange(CARDS, dtype=np.int64))


@dataclass(frozen=True)
class _Part:
    """A part of a batch, with all that a worker in another process needs."""

    question: Question
    hands: NDArray[np.int64]
    rules: Rules


def _batch(
    question: Question, counts: NDArray[np.integer], rules: Rules | None, how: Options
) -> NDArray[np.int32]:
    from neuroanalysis.core.work import Chunk, run, thread_chunks

    hands = bits_many(as_batch(counts, PIECES, 1))
    parts = [
        Chunk(
            id=chunk.id,
            payload=_Part(
                question, hands[chunk.payload.start : chunk.payload.stop], Rules.or_default(rules)
            ),
            size=chunk.size,
        )
        for chunk in thread_chunks(len(hands), _CHUNK)
    ]
    return np.concatenate([np.zeros(0, dtype=np.int32), *run(_answer, parts, **how)])


def _answer(part: _Part, control: Control) -> NDArray[np.int32]:
    numbers = part.rules.to_arrays().numbers
    if part.question == "bombs":
        from neuroanalysis.games.tichu._kernels.answers import count_bombs

        bombs = np.zeros(len(part.hands), dtype=np.int32)
        count_bombs(part.hands, numbers, bombs, control.array)
        return bombs
    from neuroanalysis.games.tichu._kernels.fewest import fewest_plays

    plays = np.zeros(len(part.hands), dtype=np.uint8)
    fewest_plays(part.hands, numbers, plays, control.array)
    return plays.astype(np.int32)

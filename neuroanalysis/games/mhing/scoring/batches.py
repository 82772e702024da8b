"""Many hands at once: credits, winning, distances; nothing laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.hands import as_batch
from neuroanalysis.errors import CardError
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER, PIECES, REAL
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring.tables import block_tables

if TYPE_CHECKING:
    from neuroanalysis.core.work import Control, Options

__all__ = [
    "complete_many",
    "distance_many",
    "distances_from_unmatched",
    "evaluate_many",
    "unmatched_distance_many",
]

Question = Literal["credits", "complete", "distance", "unmatched"]

# Chunks of a batch: long enough that a thread is worth it, short enough that progress moves.
_CHUNK: Final = 1 << 16
_HAND: Final = 14
_NONE_LAID: Final = -1


def evaluate_many(
    counts: NDArray[np.integer], *, rules: Rules | None = None, **how: Unpack[Options]
) -> NDArray[np.int32]:
    """Return the credits of the best reading of each hand of a batch, -1 for no winning hand.

    Parameters
    ----------
    counts
        (n, 36) whole numbers, a hand a row: 14 cards, and the flowers besides; hands of fewer cards
        do not win.
    rules
        The default rules if None. The credits asked to go out are not looked at.
    **how
        ``executor``, ``workers``, ``progress``, ``cancel``, ``resume`` and ``key``: see
        :func:`neuroanalysis.core.work.imap`; threads by default, one a core.

    Raises
    ------
    CardError
        For another shape, more copies than there are, or a hand of more than 14 cards.
    Cancelled
        When it was cancelled.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import parse
    >>> hands = [parse("99m 777p 111222333s F"), parse("147m 4p 258s 1234567z"), parse("123m")]
    >>> evaluate_many(np.array(hands)).tolist()
    [10, 8, -1]
    """
    return _batch("credits", counts, rules, how)


def complete_many(counts: NDArray[np.integer], **how: Unpack[Options]) -> NDArray[np.bool_]:
    """Return for each hand of a batch whether its 14 cards are four combinations and a pair.

    Parameters and errors are those of `evaluate_many`; no rule matters. Hands in which nothing
    matches are left to `unmatched_distance_many`.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import parse
    >>> hands = [parse("99m 777p 111222333s"), parse("99m 777p 11122233s J"), parse("11m")]
    >>> complete_many(np.array(hands)).tolist()
    [True, True, False]
    """
    return _batch("complete", counts, None, how).astype(np.bool_)


def distance_many(counts: NDArray[np.integer], **how: Unpack[Options]) -> NDArray[np.uint8]:
    """Return the distance of each hand of a batch to four combinations and a pair.

    Parameters and errors are those of `evaluate_many`; no rule matters.

    Examples
    --------
    >>> distance_many(np.zeros((1, 36), dtype=np.uint8)).tolist()
    [14]
    """
    return _batch("distance", counts, None, how).astype(np.uint8)


def unmatched_distance_many(
    counts: NDArray[np.integer], *, rules: Rules | None = None, **how: Unpack[Options]
) -> NDArray[np.uint8]:
    """Return the distances of each hand of a batch to the hands in which nothing matches.

    Parameters and errors are those of `evaluate_many`.

    Returns
    -------
    (n, 2) uint8 array
        The fewest further cards to any of them, and to one with all honours.

    Examples
    --------
    >>> from neuroanalysis.games.mhing.pieces import parse
    >>> unmatched_distance_many(np.array([parse("147m 258p 369s 1234z J"), parse("37m")])).tolist()
    [[0, 2], [12, 12]]
    """
    return _batch("unmatched", counts, rules, how).astype(np.uint8)


def distances_from_unmatched(position: Position) -> tuple[int, int]:
    """Return the distances of a position without laid combinations to such hands."""
    from neuroanalysis.core.work import Control

    part = _Part("unmatched", position.counts[np.newaxis], position.rules)
    either, whole = _answer(part, Control())[0].tolist()
    return either, whole


@dataclass(frozen=True)
class _Part:
    """A part of a batch, with all that a worker in another process needs."""

    question: Question
    counts: NDArray[np.uint8]
    rules: Rules


def _batch(
    question: Question, counts: NDArray[np.integer], rules: Rules | None, how: Options
) -> NDArray[np.int32]:
    from neuroanalysis.core.work import Chunk, run, thread_chunks

    batch = as_batch(counts, PIECES, COPIES)
    sizes = batch[:, :FLOWER].sum(axis=1, dtype=np.uint8)
    if (sizes > _HAND).any():
        row = int(np.argmax(sizes > _HAND))
        raise CardError("card.many", row=row, n=int(sizes[row]), most=_HAND)
    parts = [
        Chunk(
            id=chunk.id,
            payload=_Part(
                question, batch[chunk.payload.start : chunk.payload.stop], Rules.or_default(rules)
            ),
            size=chunk.size,
        )
        for chunk in thread_chunks(len(batch), _CHUNK)
    ]
    shape = (0, 2) if question == "unmatched" else (0,)
    return np.concatenate([np.zeros(shape, dtype=np.int32), *run(_answer, parts, **how)])


def _answer(part: _Part, control: Control) -> NDArray[np.int32]:
    if part.question == "credits":
        return _credits(part, control)
    if part.question == "complete":
        return _complete(part.counts, control)
    if part.question == "distance":
        return _distances(part.counts, control)
    from neuroanalysis.games.mhing._kernels.unmatched import unmatched_distances

    answers = np.zeros((len(part.counts), 2), dtype=np.int32)
    joker_fits = int(part.rules.joker_in_nothing_matches)
    unmatched_distances(part.counts, joker_fits, answers, control.array)
    return answers


def _credits(part: _Part, control: Control) -> NDArray[np.int32]:
    from neuroanalysis.games.mhing._kernels.worth import most_credits

    answers = np.zeros(len(part.counts), dtype=np.int32)
    most_credits(part.counts, _no_groups(), part.rules.to_arrays(), answers, control.array)
    return answers


def _complete(counts: NDArray[np.uint8], control: Control) -> NDArray[np.int32]:
    from neuroanalysis.games.mhing._kernels.distance import wins

    answers = np.zeros(len(counts), dtype=np.int32)
    jokers = counts[:, JOKER] > 0
    plain = counts if not jokers.any() else counts[~jokers]
    found = np.zeros(len(plain), dtype=np.bool_)
    wins(plain, block_tables(), found, control.array)
    answers[~jokers] = found
    answers[jokers] = _distances(counts[jokers], control) == 0
    answers[counts[:, :FLOWER].sum(axis=1, dtype=np.uint8) < _HAND] = 0
    return answers


def _distances(counts: NDArray[np.uint8], control: Control) -> NDArray[np.int32]:
    from neuroanalysis.games.mhing._kernels.distance import distance_workspace, distances

    answers = np.zeros(len(counts), dtype=np.int32)
    nothing, whole = np.zeros(REAL, dtype=np.uint8), Rules().combinations
    work = distance_workspace()
    distances(counts, nothing, whole, block_tables(), work, answers, control.array)
    return answers


def _no_groups() -> NDArray[np.int64]:
    return np.full((1, 4), _NONE_LAID, dtype=np.int64)

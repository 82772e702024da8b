"""The distance of a hand: the fewest further cards to four combinations and a pair (clause 2.5).

The standard method: what each suit and the honours lack to so many combinations and pairs stands in
tables (`blocks`), and the least sum over the four of them is what the hand lacks in all. Jokers
held make up for as many cards; the rest are further cards, which are real ones.

Only so many real cards of a kind exist, fewer where some are laid. What a hand lacks with no such
limit is a lower bound, what it lacks within the limits an upper one. Where they differ and the
jokers do not make up for all, the cards beyond the limits, which must be jokers, are counted in the
recursion; that is rare.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core._kernels.jit import Int, kernel
from neuroanalysis.games.mhing._kernels.blocks import (
    BASE,
    BLOCKS,
    COPIES,
    COSTS,
    FILLED,
    NEVER,
    WORD_BITS,
    BlockWorkspace,
    Tables,
    block_costs,
    block_workspace,
    find_word,
    is_complete,
    pack,
    unpack,
)
from neuroanalysis.games.mhing._kernels.layout import RANKS, REAL, SUITS

_WAYS: Final = 7
_JOKER: Final = REAL
_UNHEARD: Final = 256
"""Win checks are so quick that one in so many asks whether to stop."""
_LOWEST_BITS: Final = np.uint64(0x01010101010101)
_HIGHEST_BITS: Final = np.uint64(0x04040404040404)
"""Of seven numbers up to 4 in a byte each."""


# Where a sum is remembered: the upper bits of a product that mixes both words.
_MIX: Final = 0x9E3779B97F4A7C15 - (1 << 64)


class DistanceWorkspace(NamedTuple):
    """What one question needs."""

    block: BlockWorkspace
    limits: NDArray[np.int64]
    codes: NDArray[np.int64]
    words: NDArray[np.int64]
    first: NDArray[np.int64]
    second: NDArray[np.int64]


@kernel
def distance_workspace() -> DistanceWorkspace:
    """Make the workspace of distances."""
    return DistanceWorkspace(
        block_workspace(),
        np.zeros(REAL, dtype=np.int64),
        np.zeros(BLOCKS, dtype=np.int64),
        np.zeros(BLOCKS, dtype=np.int64),
        np.zeros(_WAYS * COSTS, dtype=np.int64),
        np.zeros(_WAYS * COSTS, dtype=np.int64),
    )


@kernel
def _set_limits(laid: NDArray[np.uint8], work: DistanceWorkspace) -> bool:
    """Write how many of each kind groups may hold; return whether any is less than four."""
    limited = False
    for kind in range(REAL):
        work.limits[kind] = COPIES - laid[kind]
        limited = limited or laid[kind] > 0
    return limited


@kernel
def _add(one: Int, other: Int, place: Int, tables: Tables, work: DistanceWorkspace) -> Int:
    """Work out what two blocks lack together, and remember it at a place."""
    unpack(one, work.first)
    unpack(other, work.second)
    sums = work.block.costs
    for at in range(COSTS):
        sums[at] = NEVER
        # With a pair to come, it is in one of the two; without, in neither.
        for part in range(0, at + 1, 2 - at % 2):
            sums[at] = min(sums[at], work.first[part] + work.second[at - part])
    entry = one | other << WORD_BITS | pack(sums) << 2 * WORD_BITS
    tables.sums[place] = entry
    return entry


@kernel
def _within_limits(
    real: NDArray[np.uint8],
    combinations: Int,
    beyond: Int,
    tables: Tables,
    work: DistanceWorkspace,
) -> Int:
    """Return what a hand lacks with so many cards beyond the limits at most."""
    sums, spare = work.first, work.second
    width = (beyond + 1) * COSTS
    for at in range(width):
        sums[at] = NEVER
    sums[0] = 0
    for block in range(BLOCKS):
        usual = beyond == 0
        for kind in range(RANKS * block, min(RANKS * block + RANKS, REAL)):
            usual = usual and work.limits[kind] == COPIES
        if usual:
            code = work.codes[block]
            word: Int = np.int64(
                tables.suits[0, code] if block < SUITS else tables.honours[0, code]
            )
            if word == 0:
                word = find_word(real, block, code, np.int64(0), tables, work.block)
            unpack(word & (FILLED - 1), work.block.costs)
        else:
            block_costs(real, block, work.limits, beyond, work.block)
        for at in range(width):
            spare[at] = NEVER
        for at in range(width):
            cost = sums[at]
            if cost >= NEVER:
                continue
            # With the pair there, every second place of the other block; and no more than fit.
            stride = 1 + at % 2
            places = 2 * (combinations - at % COSTS // 2) + 2
            for layer in range(0, width - at // COSTS * COSTS, COSTS):
                for more in range(layer, layer + places, stride):
                    spare[at + more] = min(spare[at + more], cost + work.block.costs[more])
        sums, spare = spare, sums
    least = np.int64(NEVER)
    for at in range(2 * combinations + 1, width, COSTS):
        least = min(least, sums[at])
    return least


@kernel
def distances(
    counts: NDArray[np.uint8],
    laid: NDArray[np.uint8],
    combinations: Int,
    tables: Tables,
    work: DistanceWorkspace,
    answers: NDArray[np.int32],
    progress: NDArray[np.int64],
) -> None:
    """Write the distance of each hand of a batch, all with the same combinations laid.

    Parameters
    ----------
    counts
        (n, 36): the hands.
    laid
        (34,): the real cards of the laid combinations.
    combinations
        How many combinations are still to come: four less the laid ones.
    tables, work
        The tables, and the workspace.
    answers, progress
        Where the answers go, and how far it is.
    """
    limited = _set_limits(laid, work)
    whole = 2 * combinations + 1
    codes, words = work.codes, work.words
    for row in range(len(counts)):
        if progress[1]:
            return
        progress[0] += 1
        real = counts[row]
        jokers = np.int64(real[_JOKER])
        characters = np.int64(0)
        circles = np.int64(0)
        bamboos = np.int64(0)
        honours = np.int64(0)
        for rank in range(RANKS):
            characters = characters * BASE + real[rank]
            circles = circles * BASE + real[RANKS + rank]
            bamboos = bamboos * BASE + real[2 * RANKS + rank]
        for kind in range(RANKS * SUITS, REAL):
            honours = honours * BASE + real[kind]
        codes[0] = characters
        codes[1] = circles
        codes[2] = bamboos
        codes[3] = honours
        low: Int = np.int64(-1)
        high: Int = np.int64(NEVER)
        # Without limits first, where they may matter; then within that of four, the usual one. All
        # that is known already is read here: a call costs more than that.
        for unlimited in range(1, -1, -1):
            if (unlimited and not (jokers or limited)) or (limited and not unlimited):
                continue
            for block in range(BLOCKS):
                code = codes[block]
                word: Int = np.int64(
                    tables.suits[unlimited, code]
                    if block < SUITS
                    else tables.honours[unlimited, code]
                )
                if word == 0:
                    word = find_word(real, block, code, unlimited, tables, work.block)
                words[block] = word & (FILLED - 1)
            for half in range(2):
                one = words[2 * half]
                other = words[2 * half + 1]
                key = one | other << WORD_BITS
                place = ((key * _MIX) >> 32) & (len(tables.sums) - 1)
                entry = tables.sums[place]
                # Nothing known reads as two blocks that lack nothing, which lack nothing together.
                if entry & ((1 << 2 * WORD_BITS) - 1) != key:
                    entry = _add(one, other, place, tables, work)
                words[half] = entry >> 2 * WORD_BITS
            unpack(words[0], work.first)
            unpack(words[1], work.second)
            high = np.int64(NEVER)
            for at in range(whole + 1):
                high = min(high, work.first[at] + work.second[whole - at])
            if unlimited:
                low = high
                if low <= jokers:
                    break
        if low > jokers or low < 0:
            if limited:
                high = _within_limits(real, combinations, np.int64(0), tables, work)
            if jokers and low < high:
                high = _within_limits(real, combinations, jokers, tables, work)
        answers[row] = max(0, high - jokers)


@kernel
def wins(
    counts: NDArray[np.uint8],
    tables: Tables,
    answers: NDArray[np.bool_],
    progress: NDArray[np.int64],
) -> None:
    """Write for each hand of 14 real cards whether they are four combinations and a pair.

    The honours are looked at first, all at once: most hands hold a single one. Each suit must hold
    combinations and at most a pair and nothing else, so the number of its cards says which of its
    costs must be 0.
    """
    work = block_workspace()
    four = counts.view(np.uint32)
    for begin in range(0, len(counts), _UNHEARD):
        if progress[1]:
            return
        end = min(begin + _UNHEARD, len(counts))
        progress[0] += end - begin
        for row in range(begin, end):
            answers[row] = False
            # The honours side by side, a byte each: their bits tell 1 and 4, then 2, from the rest.
            honours = np.uint64(four[row, 7]) | np.uint64(four[row, 8] & 0xFFFF) << np.uint64(32)
            honours |= np.uint64(four[row, 6] >> 24) << np.uint64(48)
            twos = honours >> np.uint64(1)
            if (honours & ~twos & _LOWEST_BITS) | (honours & _HIGHEST_BITS):
                continue
            real = counts[row]
            pairs = 0
            if twos & ~honours & _LOWEST_BITS:
                for kind in range(RANKS * SUITS, REAL):
                    pairs += real[kind] == 2
            complete = True
            for suit in range(SUITS):
                code = 0
                cards = 0
                for kind in range(RANKS * suit, RANKS * suit + RANKS):
                    code = code * BASE + real[kind]
                    cards += real[kind]
                known = tables.complete[code]
                if known == 0 and cards % 3 != 1:
                    complete = is_complete(real, suit, code, cards, tables, work)
                else:
                    complete = known == 2
                if not complete:
                    break
                pairs += cards % 3 == 2
            answers[row] = complete and pairs == 1

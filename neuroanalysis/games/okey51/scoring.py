"""The evaluator: best arrangements of a rack, openings, pairs, ways out (clause 3 of README.md).

Input is validated here; kernels find, count and list the arrangements; what each is worth is then
added up again from its melds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.hands import as_batch
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.pieces import Counts
from neuroanalysis.errors import CardError, PositionError
from neuroanalysis.games.okey51.evaluation import Arrangement, Evaluation, LaidOff
from neuroanalysis.games.okey51.pieces import (
    COLOURS,
    COPIES,
    FAKE,
    IDENTITIES,
    NUMBERS,
    PIECES,
    colour_of,
    identity,
    indicator_of,
    number_of,
)
from neuroanalysis.games.okey51.position import (
    Meld,
    MeldTile,
    Position,
    Tiles,
    okey_of_words,
    open_melds,
)
from neuroanalysis.games.okey51.rules import Rules

if TYPE_CHECKING:
    from neuroanalysis.core.work import Control, Options

__all__ = [
    "LIMIT",
    "Answers",
    "evaluate",
    "evaluate_many",
    "meld_codes",
    "meld_tiles",
    "split_wilds",
]

LIMIT: Final = 100
"""How many optimal arrangements are listed where nothing else is asked."""

_CHUNK: Final = 1 << 16
_MOST_LISTED: Final = 1 << 20
# More melds and tiles laid off than any rack has tiles.
_WIDTH: Final = 24
_FIRST_ROOM: Final = 1 << 12


class Answers(NamedTuple):
    """What is answered for each rack of a batch: (n,) int32 arrays."""

    meld_value: NDArray[np.int32]
    """The greatest value of melds."""
    least_left_count: NDArray[np.int32]
    """The fewest tiles left."""
    least_left_value: NDArray[np.int32]
    """The least they count."""
    pairs: NDArray[np.int32]
    """The most pairs."""


@checked
def evaluate(
    hand: Tiles | Position,
    *,
    okey: str | int | None = None,
    indicator: str | int | None = None,
    rules: Rules | Mapping[str, object] | None = None,
    melds: str | Iterable[Meld | str] = (),
    seen: Tiles = "",
    threshold: int | None = None,
    opened: bool = False,
    limit: int = LIMIT,
) -> Evaluation:
    """Answer what a rack is worth, with every optimal arrangement (clause 3).

    Parameters
    ----------
    hand
        Tiles as text, as a list of codes or as 53 counts, or a whole position (as text or object).
    okey, indicator, rules, melds, seen, threshold, opened
        See `Position.of`.
    limit
        How many optimal arrangements to list; their numbers are exact whatever the limit.

    Raises
    ------
    NeuroanalysisError
        For tiles, rules or a position that are not valid.

    Notes
    -----
    An arrangement is a set of melds, some perhaps twice, and of tiles laid off on open melds, each
    with the places of its wilds. Tiles are laid off to leave little, not for the value of melds.

    Examples
    --------
    >>> answer = evaluate("r3 r4 r5 r6 r7 b6 k6 b1 k13 y11 b10 k2 y4 b13", okey="y9")
    >>> answer.meld_value, answer.least_left_count, answer.pairs, answer.opens
    (30, 8, 0, None)
    >>> answer.arrangements[0].to_text()
    'r3-r4-r5 r6-b6-k6 / r7 b1 b10 b13 k2 k13 y4 y11'
    """
    check_whole("limit", limit, 1, _MOST_LISTED)
    position = Position.of(
        hand, okey=okey, indicator=indicator, rules=rules, melds=melds, seen=seen,
        threshold=threshold, opened=opened,
    )  # fmt: skip
    from neuroanalysis.games.okey51._kernels.listing import (
        LEAST_LEFT,
        MOST_VALUE,
        MOST_VALUE_LEAST_LEFT,
    )

    outside = position.to_discard
    value = _search(position, MOST_VALUE, limit, outside=outside)
    least = _search(position, LEAST_LEFT, limit, outside=outside)
    [opening] = _search(position, MOST_VALUE_LEAST_LEFT, 1, outside=outside).arrangements
    pairs = _paired(position)
    best = least.arrangements[0]
    evaluation = Evaluation(
        position=position,
        meld_value=value.best,
        arrangements=value.arrangements,
        arrangement_count=value.number,
        opening=opening,
        least_left_count=len(best.rest),
        least_left_value=best.rest_value,
        least_arrangements=least.arrangements,
        least_arrangement_count=least.number,
        pairs=len(pairs),
        paired=pairs,
        tiles_away=_tiles_away(position, best),
        way_out=_way_out(position, best),
        goes_out_by_pairs=_goes_out_by_pairs(position, len(pairs)),
    )
    _check(evaluation)
    return evaluation


@dataclass(frozen=True)
class _Optimum:
    """The best of an objective, in the kernels' terms, and what reaches it."""

    best: int
    number: int
    arrangements: tuple[Arrangement, ...]


def _search(position: Position, objective: int, limit: int, *, outside: bool) -> _Optimum:
    """Return the best arrangements of a position's rack."""
    from neuroanalysis.games.okey51._kernels.listing import (
        NO_ROOM,
        count_arrangements,
        list_arrangements,
        make_graph,
    )
    from neuroanalysis.games.okey51._kernels.melds import make_uses

    arrays, codes = position.rules.to_arrays(), meld_codes(position.melds)
    room = _FIRST_ROOM
    while True:
        uses, graph = make_uses(room), make_graph(room, room)
        best, number = count_arrangements(
            position.naturals, position.wilds, codes, int(outside), objective, arrays, uses, graph
        )
        if best != NO_ROOM:
            break
        room *= 4
    if best < 0:
        raise PositionError("okey51.position.places", n=len(position.melds))
    rows = np.empty((min(limit, int(number)), _WIDTH), dtype=np.int64)
    list_arrangements(best, int(outside), uses, graph, rows)
    found = tuple(_arrangement(position, [int(code) for code in row if code >= 0]) for row in rows)
    return _Optimum(int(best), int(number), found)


def _arrangement(position: Position, codes: Sequence[int]) -> Arrangement:
    """Return an arrangement from the kernels' numbers of its melds, runs before sets."""
    from neuroanalysis.games.okey51._kernels.melds import ON_RUN, TARGET

    melds: list[Meld] = []
    laid: list[LaidOff] = []
    for code in codes:
        tiles = meld_tiles(code)
        if code & ON_RUN:
            place = code >> TARGET
            laid.append(LaidOff(place, position.melds[place], tiles))
        else:
            melds.append(Meld(tiles))
    melds.sort(key=lambda meld: (meld.kind, colour_of(meld.tiles[0].identity), meld.tiles))
    laid.sort(key=lambda part: (part.place, part.tiles))
    used = [tile for meld in melds for tile in meld.tiles]
    used += [tile for part in laid for tile in part.tiles]
    left = [int(n) for n in position.naturals]
    for tile in used:
        left[tile.identity] -= not tile.wild
    wilds = position.wilds - sum(tile.wild for tile in used)
    rest = [MeldTile(kind) for kind in range(IDENTITIES) for _ in range(left[kind])]
    return Arrangement(
        melds=tuple(melds),
        laid=tuple(laid),
        rest=(*rest, *[MeldTile(position.okey, wild=True)] * wilds),
        value=sum(meld.value(position.rules) for meld in melds),
        rest_value=sum(number_of(tile.identity) for tile in rest)
        + wilds * position.rules.okey_left,
    )


def meld_tiles(code: int) -> tuple[MeldTile, ...]:
    """Return the tiles of a meld or of what is laid off, from the kernels' number of it.

    Examples
    --------
    >>> [tile.code for tile in meld_tiles(3328)]
    ['r4', 'r5', 'r6']
    """
    from neuroanalysis.games.okey51._kernels import melds as packed

    name, first = (code >> place & packed.FOUR_BITS for place in (packed.NAME, packed.FIRST))
    size, wilds = code >> packed.LENGTH & packed.FOUR_BITS, code >> packed.WILDS
    if code & packed.SET:
        return tuple(
            MeldTile(identity(colour, name), bool(wilds >> colour & 1))
            for colour in range(COLOURS)
            if size >> colour & 1
        )
    return tuple(
        MeldTile(identity(name, (first + place - 1) % NUMBERS + 1), bool(wilds >> place & 1))
        for place in range(size)
    )


def meld_codes(melds: Iterable[Meld]) -> NDArray[np.int64]:
    """Return open melds as the kernels read them; what their wilds are does not matter there.

    Examples
    --------
    >>> meld_codes([Meld.of("r4-r5-r6", Rules()), Meld.of("r9-b9-k9", Rules())]).tolist()
    [3328, 7205]
    """
    from neuroanalysis.games.okey51._kernels import melds as packed

    codes: list[int] = []
    for meld in melds:
        first = meld.tiles[0].identity
        if meld.kind == "run":
            place = colour_of(first) << packed.NAME | number_of(first) << packed.FIRST
            codes.append(packed.RUN | place | len(meld.tiles) << packed.LENGTH)
        else:
            colours = sum(1 << colour_of(tile.identity) for tile in meld.tiles)
            codes.append(packed.SET | number_of(first) << packed.NAME | colours << packed.LENGTH)
    return np.array(codes, dtype=np.int64)


def _paired(position: Position) -> tuple[tuple[MeldTile, MeldTile], ...]:
    """Return the most pairs that can be had, of equal tiles first, then those of dear ones."""
    wild = MeldTile(position.okey, wild=True)
    pairs: list[tuple[MeldTile, MeldTile]] = []
    alone: list[MeldTile] = []
    for kind in range(IDENTITIES):
        n, tile = int(position.naturals[kind]), MeldTile(kind)
        pairs += [(tile, tile)] * (n // 2)
        alone += [tile] * (n % 2)
    wilds = position.wilds
    if position.rules.okey_pairs:
        alone.sort(key=lambda tile: -number_of(tile.identity))
        pairs += [(tile, wild) for tile in alone[:wilds]]
        wilds -= min(wilds, len(alone))
    pairs += [(wild, wild)] * (wilds // 2)
    most = (position.tiles - position.to_discard) // 2
    return tuple(pairs[:most])


def _tiles_away(position: Position, least: Arrangement) -> int:
    """Return how many tiles too many are left when one is discarded (clause 3.6)."""
    from neuroanalysis.games.okey51._kernels.listing import LEAST_LEFT

    if not least.rest:
        [least] = _search(position, LEAST_LEFT, 1, outside=True).arrangements
    return len(least.rest) - 1


def _way_out(position: Position, least: Arrangement) -> Arrangement | None:
    """Return an arrangement with which the player goes out now, if there is one (clause 3.6)."""
    from neuroanalysis.games.okey51._kernels.listing import LEAST_LEFT, LEAST_LEFT_MOST_VALUE

    if len(least.rest) > 1 or not (position.opened or position.to_discard):
        return None
    objective = LEAST_LEFT if position.opened else LEAST_LEFT_MOST_VALUE
    [last] = _search(position, objective, 1, outside=True).arrangements
    if len(last.rest) > 1 or not (position.opened or last.value >= position.threshold):
        return None
    return last


def _goes_out_by_pairs(position: Position, pairs: int) -> bool:
    may = position.to_discard and not position.opened
    return may and pairs >= position.rules.pairs_to_open and 2 * pairs == position.tiles - 1


def _check(evaluation: Evaluation) -> None:
    """Make sure that what was listed is worth what was computed."""
    for one in evaluation.arrangements:
        if one.value != evaluation.meld_value:
            raise AssertionError(f"{one.to_text()} is not worth {evaluation.meld_value}")
    left = (evaluation.least_left_count, evaluation.least_left_value)
    for one in evaluation.least_arrangements:
        if (len(one.rest), one.rest_value) != left:
            raise AssertionError(f"{one.to_text()} does not leave {left}")


# --- Batches -------------------------------------------------------------------------------------


def split_wilds(
    counts: NDArray[np.integer], okey: int, rules: Rules
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return naturals by identity, (n, 52), and the numbers of wilds, (n,), of racks by kind.

    Examples
    --------
    >>> racks = np.zeros((1, 53), dtype=np.uint8)
    >>> racks[0, [5, FAKE]] = 1  # the okey and a fake okey
    >>> naturals, wilds = split_wilds(racks, 5, Rules())
    >>> int(naturals[0, 5]), wilds.tolist()
    (1, [1])
    """
    naturals = np.array(counts[:, :IDENTITIES], dtype=np.uint8, order="C")
    wilds = naturals[:, okey].copy()
    naturals[:, okey] = 0
    stands_for = okey if rules.fake_okey_value == "okey" else indicator_of(okey)
    naturals[:, stands_for] += counts[:, FAKE].astype(np.uint8)
    return naturals, wilds


def evaluate_many(
    counts: NDArray[np.integer],
    *,
    okey: str | int | None = None,
    indicator: str | int | None = None,
    rules: Rules | None = None,
    melds: str | Iterable[Meld | str] = (),
    **how: Unpack[Options],
) -> Answers:
    """Return what the racks of a batch are worth, all with the same okey.

    Parameters
    ----------
    counts
        (n, 53) whole numbers, a rack a row; of racks with one tile more than between turns one
        stays outside.
    okey, indicator
        One of them: the tile that is wild, or the one that was turned; see `Position.of`.
    rules
        The default rules if None.
    melds
        Open melds on which all of them may lay off.
    **how
        ``executor``, ``workers``, ``progress``, ``cancel``, ``resume`` and ``key``: see
        :func:`neuroanalysis.core.work.imap`; threads by default, one a core.

    Raises
    ------
    CardError, PositionError
        For another shape, more copies than there are, a rack of too many tiles, or no okey.
    Cancelled
        When it was cancelled.

    Examples
    --------
    >>> racks = np.zeros((1, 53), dtype=np.uint8)
    >>> racks[0, 10:13] = 1  # red 11, 12 and 13
    >>> [int(n[0]) for n in evaluate_many(racks, okey="b5")]
    [36, 0, 0, 0]
    """
    from neuroanalysis.core.work import Chunk, run, thread_chunks

    rules = Rules.or_default(rules)
    batch = as_batch(counts, PIECES, COPIES)
    wild = okey_of_words(okey, indicator)
    _check_sizes(batch, rules)
    codes = meld_codes(open_melds(melds, rules))
    parts = [
        Chunk(
            id=chunk.id,
            payload=_Part(batch[chunk.payload.start : chunk.payload.stop], wild, codes, rules),
            size=chunk.size,
        )
        for chunk in thread_chunks(len(batch), _CHUNK)
    ]
    answers = np.concatenate([np.zeros((0, 4), dtype=np.int32), *run(_answer, parts, **how)])
    if (answers[:, 0] < 0).any():
        raise PositionError("okey51.position.places", n=len(codes))
    return Answers(*(np.ascontiguousarray(column) for column in answers.T))


@dataclass(frozen=True)
class _Part:
    """A part of a batch, with all that a worker in another process needs."""

    counts: Counts
    okey: int
    table: NDArray[np.int64]
    rules: Rules


def _check_sizes(batch: NDArray[np.uint8], rules: Rules) -> None:
    sizes = batch.sum(axis=1, dtype=np.int64)
    most = rules.hand_size + 1
    if (sizes > most).any():
        row = int(np.argmax(sizes > most))
        raise CardError("card.many", row=row, n=int(sizes[row]), most=most)


def _answer(part: _Part, control: Control) -> NDArray[np.int32]:
    from neuroanalysis.games.okey51._kernels.arrangements import ANSWERS, best_arrangements

    naturals, wilds = split_wilds(part.counts, part.okey, part.rules)
    outside = part.counts.sum(axis=1, dtype=np.int64) == part.rules.hand_size + 1
    answers = np.zeros((len(naturals), ANSWERS), dtype=np.int32)
    best_arrangements(
        naturals, wilds, part.table, outside.astype(np.uint8), part.rules.to_arrays(), answers,
        control.array,
    )  # fmt: skip
    return answers

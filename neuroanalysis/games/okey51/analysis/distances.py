"""How many draws a rack is away from opening and from going out: exact.

The fewest draws are found by a search over melds (and tiles laid off) by the tiles that they lack,
with bounds: melds that lack least are tried first, and the number of lacking tiles allowed grows
until some melds reach the goal. One search answers for the rack and for all its discards, and says
which tiles to draw. Pairs need no search.

Distances count tiles, not turns: how much may be laid off in one turn, and what others do in
between, is left out. A tile drawn is one that the player does not see. For who may steal an okey
from an open meld (who has opened, or anybody with `steal_before_opening`) the tile that it stands
for is as good as a wild in melds; for pairs nothing is stolen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, Unpack, get_args

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.games.okey51.analysis.asked import Parts, asked
from neuroanalysis.games.okey51.analysis.racks import (
    Rack,
    items,
    layoff_places,
    meld_items,
    meld_places,
)
from neuroanalysis.games.okey51.pieces import FAKE, IDENTITIES, PIECES
from neuroanalysis.games.okey51.position import Position, Tiles
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.games.okey51._kernels.nearest import Goal, Items

__all__ = [
    "AIMS",
    "WAYS",
    "Aim",
    "Distances",
    "Outlook",
    "UsefulTile",
    "Way",
    "aim_of",
    "distances",
    "outlooks",
    "useful_tiles",
]

Aim = Literal["open", "out"]
Way = Literal["open_melds", "open_pairs", "out_melds", "out_pairs"]

AIMS: Final[tuple[Aim, ...]] = get_args(Aim)
WAYS: Final[tuple[Way, ...]] = get_args(Way)


@dataclass(frozen=True)
class UsefulTile:
    """A kind of tile of which the next one brings a rack nearer, and how many are unseen."""

    kind: int
    copies: int

    @property
    def code(self) -> str:
        """The code of the tile."""
        return PIECES.codes[self.kind]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"card": self.code, "copies": self.copies}


@dataclass(frozen=True)
class Distances:
    """The fewest tiles to draw until a rack can do something; None where it never can.

    Parameters
    ----------
    open_melds
        Until it opens by melds at the threshold in force; 0 for who has opened.
    open_pairs
        Until it opens by pairs; None for who has opened by melds.
    out_melds
        Until all tiles but one can go into melds, or be laid off on open ones, and the last is
        discarded; for who has not opened, with melds that open.
    out_pairs
        Until all tiles but one are pairs; None too for a rack of an odd number between turns.
    """

    open_melds: int | None
    open_pairs: int | None
    out_melds: int | None
    out_pairs: int | None

    @property
    def open(self) -> int | None:
        """Until it opens in either way."""
        return _least(self.open_melds, self.open_pairs)

    @property
    def out(self) -> int | None:
        """Until it goes out in either way."""
        return _least(self.out_melds, self.out_pairs)

    def to(self, aim: Aim) -> int | None:
        """Return the distance to an aim, in either way."""
        return self.open if aim == "open" else self.out

    def to_dict(self) -> dict[str, object]:
        """Return them as JSON holds them."""
        return asdict(self)

    def __str__(self) -> str:
        """Say them in one line, in the language in force."""
        said = {
            way: text("okey51.hand.never") if draws is None else str(draws)
            for way, draws in asdict(self).items()
        }
        return text("okey51.hand.distances", **said)


@dataclass(frozen=True)
class Outlook:
    """What a rack is away from, and what brings it nearer.

    Parameters
    ----------
    distances
        The fewest draws.
    useful
        For each way in which the rack can still get there, the kinds of tiles that lessen its
        draws.
    """

    distances: Distances
    useful: dict[Way, tuple[UsefulTile, ...]]

    def useful_for(self, aim: Aim) -> tuple[UsefulTile, ...]:
        """Return the tiles that lessen the distance to an aim, by kind."""
        nearest = self.distances.to(aim)
        draws = self.distances.to_dict()
        kinds = {
            tile.kind: tile
            for way in WAYS
            if way.startswith(aim) and draws[way] == nearest
            for tile in self.useful.get(way, ())
        }
        return tuple(kinds[kind] for kind in sorted(kinds))


@checked
def distances(
    hand: Tiles | Position, *, drawn: bool | None = None, **parts: Unpack[Parts]
) -> Distances:
    """Return the fewest tiles to draw until a rack opens, and until it goes out.

    Parameters
    ----------
    hand, **parts
        See `Position.of`.
    drawn
        Whether the rack holds a tile more than between turns, which is about to be discarded; if
        None, that is so for a rack with one tile more than is dealt.

    Raises
    ------
    NeuroanalysisError
        For tiles, rules or a position that are not valid.

    Examples
    --------
    >>> rack = "r10 r11 r12 b7 k7 y7 y1 y2 k4 k5 b10 b12 r2 r3"
    >>> distances(rack, okey="y9")
    Distances(open_melds=0, open_pairs=5, out_melds=4, out_pairs=7)
    >>> distances(rack, okey="y9", threshold=69).open_melds
    1
    """
    position = asked(hand, **parts)
    return outlooks(position, [None], _drawn(position, drawn))[0].distances


@checked
def useful_tiles(
    hand: Tiles | Position,
    aim: Aim | None = None,
    *,
    drawn: bool | None = None,
    **parts: Unpack[Parts],
) -> tuple[UsefulTile, ...]:
    """Return the kinds of which one more brings a rack nearer, with the tiles left to draw.

    Kinds of which all copies are held or seen are left out.

    Parameters
    ----------
    hand, drawn, **parts
        See `distances`.
    aim
        ``"open"`` or ``"out"``, by melds or pairs, whichever is nearer; if None, ``"out"`` for
        who has opened, else ``"open"``.

    Examples
    --------
    >>> rack = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9"
    >>> [(tile.code, tile.copies) for tile in useful_tiles(rack, okey="y2")]
    [('r9', 2), ('r12', 2), ('k10', 2), ('y2', 2), ('y10', 2)]
    """
    position = asked(hand, **parts)
    chosen = aim_of(position) if aim is None else aim
    return outlooks(position, [None], _drawn(position, drawn))[0].useful_for(chosen)


def aim_of(position: Position) -> Aim:
    """Return what the player is after: to open, or if he has, to go out."""
    return "out" if position.opened else "open"


def outlooks(
    position: Position,
    removed: Sequence[int | None],
    drawn: bool,
    aims: Sequence[Aim] = AIMS,
) -> tuple[Outlook, ...]:
    """Return what a rack less each of these tiles is away from.

    Parameters
    ----------
    position
        The rack.
    removed
        Kinds that are held; None for the rack as it is.
    drawn
        Whether the rack holds a tile more than between turns.
    aims
        What to look for; the distances to other aims are None.
    """
    rack = Rack.of(position, steals=position.opened or position.rules.steal_before_opening)
    given = {int(kind) for kind in np.flatnonzero(rack.given)}
    # A tile that would steal an okey is counted as a wild: without it the okeys are others'.
    apart = [_identity(position, kind) in given for kind in removed]
    together = [kind for kind, alone in zip(removed, apart, strict=True) if not alone]
    found = iter(_searched(position, rack, together, drawn, aims)) if together else iter(())
    answers = []
    for kind, alone in zip(removed, apart, strict=True):
        if not alone or kind is None:
            answers.append(next(found))
            continue
        left = list(position.hand)
        left[kind] -= 1
        seen = list(position.seen)
        seen[kind] += 1
        less = replace(position, hand=tuple(left), seen=tuple(seen))
        answers.append(outlooks(less, [None], drawn=False, aims=aims)[0])
    return tuple(answers)


def _drawn(position: Position, drawn: bool | None) -> bool:
    return position.to_discard if drawn is None else drawn


def _identity(position: Position, kind: int | None) -> int | None:
    """Return the identity of a natural tile; None for a wild or nothing."""
    if kind is None or kind == position.okey:
        return None
    return position.fake_identity if kind == FAKE else kind


def _searched(
    position: Position,
    rack: Rack,
    removed: Sequence[int | None],
    drawn: bool,
    aims: Sequence[Aim],
) -> list[Outlook]:
    from neuroanalysis.games.okey51._kernels.nearest import NO_TILE, WILD, Goal

    rules = position.rules
    rows = np.array(
        [
            NO_TILE
            if kind is None
            else WILD
            if kind == position.okey
            else _identity(position, kind)
            for kind in removed
        ],
        dtype=np.int64,
    )
    # What is placed until one is out: each turn a tile is drawn, and one is discarded.
    size = position.tiles - drawn if position.opened else rules.hand_size
    found: dict[Way, tuple[NDArray[np.int64], NDArray[np.uint64]]] = {}
    plain = Rack.of(position, steals=False)
    if not position.opened and "open" in aims:
        melds = meld_items(rules.wrap_13_1, rules.one_after_13)
        goal = Goal(0, rules.hand_size, position.threshold)
        found["open_melds"] = _by_melds(rack, melds, goal, rows)
        found["open_pairs"] = _by_pairs(plain, position, rules.pairs_to_open, rows)
    if not position.opened and "out" in aims and size % 2 == 0:
        found["out_pairs"] = _by_pairs(plain, position, size // 2, rows)
    if size > 0 and "out" in aims:
        places = meld_places(rules.wrap_13_1, rules.one_after_13)
        places += layoff_places(position.melds, size, rules)
        goal = Goal(size, size, 0 if position.opened else position.threshold)
        found["out_melds"] = _by_melds(rack, items(places), goal, rows)
    answers = []
    for row in range(len(rows)):
        draws: dict[Way, int | None] = dict.fromkeys(WAYS)
        if position.opened:
            draws["open_melds"] = 0
        if size == 0:
            draws["out_melds"] = 0
        useful: dict[Way, tuple[UsefulTile, ...]] = {}
        for way, (counts, bits) in found.items():
            number = int(counts[row])
            if number >= 0:
                draws[way] = number
                useful[way] = _tiles(position, rack, int(bits[row]))
        answers.append(Outlook(Distances(**draws), useful))
    return answers


def _by_melds(
    rack: Rack, places: Items, goal: Goal, rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    from neuroanalysis.games.okey51._kernels.nearest import nearest

    draws = np.zeros(len(rows), dtype=np.int64)
    useful = np.zeros(len(rows), dtype=np.uint64)
    nearest(rack.held, rack.left, rack.wilds, rack.left_wilds, places, goal, rows, draws, useful)
    return draws, useful


def _by_pairs(
    rack: Rack, position: Position, pairs: int, rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    from neuroanalysis.games.okey51._kernels.nearest_pairs import nearest_pairs

    draws = np.zeros(len(rows), dtype=np.int64)
    useful = np.zeros(len(rows), dtype=np.uint64)
    nearest_pairs(
        rack.held,
        rack.left,
        rack.wilds,
        rack.left_wilds,
        pairs,
        position.rules.okey_pairs,
        rows,
        draws,
        useful,
    )
    return draws, useful


def _tiles(position: Position, rack: Rack, bits: int) -> tuple[UsefulTile, ...]:
    """Return the kinds that identities, as bits, stand for, with their unseen copies."""
    identities = {identity for identity in range(IDENTITIES) if bits >> identity & 1}
    wild = bool(bits >> IDENTITIES & 1)
    if wild:
        identities |= set(rack.stealing)
    kinds = {kind for kind in identities if kind != position.okey}
    if position.fake_identity in identities:
        kinds.add(FAKE)
    if wild:
        kinds.add(position.okey)
    unseen = position.unseen
    return tuple(UsefulTile(kind, unseen[kind]) for kind in sorted(kinds) if unseen[kind] > 0)


def _least(*draws: int | None) -> int | None:
    known = [number for number in draws if number is not None]
    return min(known) if known else None

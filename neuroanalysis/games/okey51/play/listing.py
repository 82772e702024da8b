"""What the active player may do, listed: for whoever chooses among it, at random or by a click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from neuroanalysis.games.okey51.pieces import COLOURS, FAKE, IDENTITIES, NUMBERS, identity
from neuroanalysis.games.okey51.play.moves import (
    Discard,
    Draw,
    Lay,
    LayOff,
    LayPair,
    Move,
    Open,
    OpenPairs,
    Steal,
    Take,
    Use,
)
from neuroanalysis.games.okey51.play.pairs import Pair
from neuroanalysis.games.okey51.play.state import RoundState
from neuroanalysis.games.okey51.play.turns import can, taken
from neuroanalysis.games.okey51.position import Meld, MeldTile
from neuroanalysis.games.okey51.scoring import meld_tiles

__all__ = ["legal_moves", "melds_held", "pairs_held"]


def legal_moves(state: RoundState) -> tuple[Move, ...]:
    """Return the legal moves of the active player, openings left out but for one of each way.

    There can be thousands of openings: of those by melds one of greatest value is listed, and of
    those by pairs one with most pairs; so a player who may open at all is offered it. The same
    holds for a taken discard that opens.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play.state import deal
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> {type(move).__name__ for move in legal_moves(state)}
    {'Discard'}
    """
    if state.phase == "over":
        return ()
    player = state.active
    if state.phase == "draw":
        return (Draw(player), *_takes(state))
    acts = [move for move in _acts(state) if can(state, move)]
    return (*acts, *(Discard(player, kind) for kind, n in enumerate(state.racks[player]) if n))


def _takes(state: RoundState) -> Iterator[Take]:
    """Give the ways to take the last discard."""
    player, offered = state.active, state.offered
    if offered is None:
        return
    if state.rules.taken_discard_may_return:
        yield Take(player, None)
    after = taken(state, player)
    with_it = offered.kind
    wild = with_it == state.okey
    tile = state.fake_identity if with_it == FAKE else with_it
    for use in _acts(after, MeldTile(tile, wild)):
        if not isinstance(use, LayPair) and can(state, Take(player, use)):
            yield Take(player, use)


def _acts(state: RoundState, tile: MeldTile | None = None) -> Iterator[Use | LayPair]:
    """Give what might be laid now, legal or not; where a tile is named, openings with it."""
    player, opening = state.active, state.opened[state.active]
    if opening is None:
        melds = _best_melds(state, tile)
        if melds:
            yield Open(player, melds)
        pairs = pairs_held(state, player)
        if tile is not None and len(pairs) * 2 == sum(state.racks[player]):
            # One tile is kept: not the one that was taken, nor its like.
            pairs = sorted(pairs, key=lambda pair: tile not in pair.tiles)
        room = (sum(state.racks[player]) - 1) // 2
        if pairs:
            yield OpenPairs(player, tuple(pairs[:room]))
    elif opening.how == "pairs":
        for pair in pairs_held(state, player):
            yield LayPair(player, pair)
    else:
        for meld in melds_held(state, player):
            yield Lay(player, meld)
    for place, laid in enumerate(state.table):
        if not isinstance(laid.meld, Meld):
            continue
        for kind in dict.fromkeys(laid.meld.extensions(state.rules)):
            yield LayOff(player, place, MeldTile(kind))
            yield LayOff(player, place, MeldTile(kind, wild=True))
        for open_tile in laid.meld.tiles:
            if open_tile.wild:
                yield Steal(player, place, open_tile.identity)


def naturals_and_wilds(state: RoundState, player: int) -> tuple[list[int], int]:
    """Return 52 counts by identity of a player's tiles, okeys left out, and how many okeys."""
    rack = state.racks[player]
    naturals = list(rack[:IDENTITIES])
    naturals[state.okey] = 0
    naturals[state.fake_identity] += rack[FAKE]
    return naturals, rack[state.okey]


def pairs_held(state: RoundState, player: int) -> list[Pair]:
    """Return the most disjoint pairs that a player holds, an okey with the dearest single tile.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play.state import deal
    >>> pairs_held(deal(["Ana", "Bo", "Cem", "Dua"], seed=1), 1)
    [Pair(identity=37, wilds=0)]
    """
    naturals, wilds = naturals_and_wilds(state, player)
    pairs = [Pair(kind) for kind, n in enumerate(naturals) for _ in range(n // 2)]
    if state.rules.okey_pairs:
        alone = sorted(
            (kind for kind, n in enumerate(naturals) if n % 2), key=lambda kind: -(kind % NUMBERS)
        )
        pairs += [Pair(kind, 1) for kind in alone[:wilds]]
        wilds -= min(wilds, len(alone))
    if wilds == 2:
        pairs.append(Pair(state.okey, 2))
    return pairs


def melds_held(state: RoundState, player: int) -> list[Meld]:
    """Return every meld that a player's tiles make, with every place of his okeys."""
    naturals, wilds = naturals_and_wilds(state, player)
    found = []
    for tiles in _shapes(state.rules.wrap_13_1):
        missing = [place for place, kind in enumerate(tiles) if not naturals[kind]]
        needed = Counter(tiles)
        for n in range(len(missing), min(wilds, len(tiles) - 1) + 1):
            others = [place for place in range(len(tiles)) if place not in missing]
            for more in combinations(others, n - len(missing)):
                places = {*missing, *more}
                real = needed - Counter(tiles[place] for place in places)
                if all(m <= naturals[kind] for kind, m in real.items()):
                    found.append(
                        Meld(
                            tuple(
                                MeldTile(kind, place in places) for place, kind in enumerate(tiles)
                            )
                        )
                    )
    return found


def _shapes(wrap: bool) -> Iterator[tuple[int, ...]]:
    """Give the identities of every run and set."""
    for colour in range(COLOURS):
        last = NUMBERS + wrap
        for first in range(1, last - 1):
            for end in range(first + 2, last + 1):
                yield tuple(identity(colour, (n - 1) % NUMBERS + 1) for n in range(first, end + 1))
    for number in range(1, NUMBERS + 1):
        for size in (3, 4):
            for colours in combinations(range(COLOURS), size):
                yield tuple(identity(colour, number) for colour in colours)


def _best_melds(state: RoundState, tile: MeldTile | None) -> tuple[Meld, ...]:
    """Return disjoint melds of most value, one tile kept and with a tile among them; or none."""
    import numpy as np

    from neuroanalysis.games.okey51._kernels import choosing

    naturals, wilds = naturals_and_wilds(state, state.active)
    wanted = choosing.NO_TILE
    if tile is not None:
        wanted = choosing.A_WILD if tile.wild else np.int64(tile.identity)
    space = choosing.make_space()
    _, melds = choosing.best_melds(
        np.array(naturals, dtype=np.int64),
        np.int64(wilds),
        choosing.KEEP_ONE,
        wanted,
        choosing.MOST_VALUE,
        state.rules.to_arrays(),
        space,
    )
    return tuple(Meld(meld_tiles(code)) for code in space.found[:melds].tolist())

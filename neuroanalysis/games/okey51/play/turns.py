"""What may be done in a round, and what comes of it: `verify`, `can` and `do` share one check.

Each rule stands once, in `verify`, beside the number of its clause (README.md, sections 4 to 6).
`do` verifies first and then only moves tiles, so an illegal move changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from neuroanalysis.errors import MoveError, PositionError
from neuroanalysis.games.okey51.pieces import FAKE, PIECES, TILES
from neuroanalysis.games.okey51.play.charges import discard_charges, use_charges
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
)
from neuroanalysis.games.okey51.play.pairs import Pair
from neuroanalysis.games.okey51.play.state import Discarded, OnTable, Opening, RoundState
from neuroanalysis.games.okey51.position import Meld, MeldTile

__all__ = ["can", "do", "taken", "tiles_of_use", "verify"]

Act: TypeAlias = Open | OpenPairs | Lay | LayPair | LayOff | Steal


def verify(state: RoundState, move: Move) -> None:
    """Refuse a move that the rules do not allow now.

    Raises
    ------
    MoveError
        With what was tried, why it is refused, and the clause.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play.state import deal
    >>> verify(deal(["Ana", "Bo", "Cem", "Dua"], seed=1), Draw(0))
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.MoveError: Ana has a tile to discard and draws none now (clauses 5.1 ...
    """
    if state.phase == "over":
        raise MoveError("okey51.move.over")
    name = _name(state, move.player)
    if move.player != state.active:
        raise MoveError("okey51.move.turn", player=name, active=state.names[state.active])
    if isinstance(move, Draw):
        if state.phase != "draw":
            raise MoveError("okey51.move.to_act", player=name)
    elif isinstance(move, Take):
        _verify_take(state, move)
    elif state.phase != "act":
        raise MoveError("okey51.move.to_draw", player=name)
    elif isinstance(move, Discard):
        if not 0 <= move.kind < TILES:
            raise MoveError("move.kind", kind=move.kind, high=TILES - 1)
        if not state.racks[move.player][move.kind]:
            code = PIECES.codes[move.kind]
            raise MoveError("okey51.move.not_held", player=name, tiles=code)
    else:
        _verify_act(state, move)


def _name(state: RoundState, player: int) -> str:
    if not 0 <= player < state.players:
        raise MoveError("move.seat", player=player, high=state.players - 1)
    return state.names[player]


def _verify_take(state: RoundState, move: Take) -> None:
    name = state.names[move.player]
    if state.phase != "draw":
        raise MoveError("okey51.move.to_act", player=name)
    if state.offered is None:
        raise MoveError("okey51.move.nothing_offered", player=name)
    code = PIECES.codes[state.offered.kind]
    use, rules = move.use, state.rules
    if use is None:
        if not rules.taken_discard_may_return:
            raise MoveError("okey51.move.unused", player=name, tile=code)
        return
    if use.player != move.player:
        raise MoveError("okey51.move.turn", player=_name(state, use.player), active=name)
    if isinstance(use, Lay) and not rules.taken_discard_new_meld:
        raise MoveError("okey51.move.new_meld", player=name, tile=code)
    after = taken(state, move.player)
    _verify_act(after, use)
    if not _contains(after, use, state.offered.kind):
        raise MoveError("okey51.move.unused", player=name, tile=code)


def _contains(state: RoundState, use: Act, kind: int) -> bool:
    """Return whether a use lays a tile of that kind; copies are not told apart (clause 5.3)."""
    laid = state.tiles_for(use.player, tiles_of_use(use))
    if laid is None:
        return False
    if kind == FAKE and state.fake_identity != state.okey:
        # A number tile goes before a fake okey of its identity: either will do.
        return bool(laid[FAKE] or laid[state.fake_identity])
    return bool(laid[kind])


def tiles_of_use(use: Act) -> tuple[MeldTile, ...]:
    """Return the tiles that a move lays on the table."""
    if isinstance(use, Open):
        return tuple(tile for meld in use.melds for tile in meld.tiles)
    if isinstance(use, OpenPairs):
        return tuple(tile for pair in use.pairs for tile in pair.tiles)
    if isinstance(use, Lay):
        return use.meld.tiles
    if isinstance(use, LayPair):
        return use.pair.tiles
    return (use.tile,) if isinstance(use, LayOff) else (MeldTile(use.identity),)


def _verify_act(state: RoundState, move: Act) -> None:
    name, opening = state.names[move.player], state.opened[move.player]
    if isinstance(move, Open | OpenPairs):
        if opening is not None:
            raise MoveError("okey51.move.opened", player=name)
    elif isinstance(move, LayPair):
        if opening is None or opening.how != "pairs":
            raise MoveError("okey51.move.no_pairs_player", player=name)
    elif opening is None:
        if not (isinstance(move, Steal) and state.rules.steal_before_opening):
            raise MoveError("okey51.move.unopened", player=name)
    elif opening.how == "pairs":
        raise MoveError("okey51.move.pairs_player", player=name)
    if isinstance(move, Open):
        _verify_open(state, move)
    elif isinstance(move, OpenPairs):
        _verify_pairs(state, move)
    elif isinstance(move, LayPair):
        _check_pair(state, move.pair)
    elif isinstance(move, Lay):
        _check_meld(state, move.meld)
    elif isinstance(move, LayOff):
        _verify_lay_off(state, move)
    else:
        _verify_steal(state, move)
    _verify_tiles(state, move)


def _verify_open(state: RoundState, move: Open) -> None:
    for meld in move.melds:
        _check_meld(state, meld)
    value = sum(meld.value(state.rules) for meld in move.melds)
    if value < state.threshold or not move.melds:
        raise MoveError(
            "okey51.move.threshold",
            player=state.names[move.player],
            value=value,
            threshold=state.threshold,
        )


def _verify_pairs(state: RoundState, move: OpenPairs) -> None:
    for pair in move.pairs:
        _check_pair(state, pair)
    if len(move.pairs) < state.rules.pairs_to_open:
        raise MoveError(
            "okey51.move.few_pairs",
            player=state.names[move.player],
            n=len(move.pairs),
            least=state.rules.pairs_to_open,
        )


def _check_meld(state: RoundState, meld: Meld) -> None:
    try:
        proper = Meld.of(meld.to_text(), state.rules) == meld
    except PositionError:
        proper = False
    if not proper:
        raise MoveError("okey51.move.no_meld", meld=meld.to_text())


def _check_pair(state: RoundState, pair: Pair) -> None:
    known = 0 <= pair.identity < FAKE and 0 <= pair.wilds <= 2
    if not known or (pair.wilds == 2 and pair.identity != state.okey):
        raise MoveError("okey51.move.no_pair")
    if pair.wilds == 1 and not state.rules.okey_pairs:
        raise MoveError("okey51.move.okey_pair", pair=pair.to_text())


def _on_table(state: RoundState, place: int) -> Meld:
    meld = state.table[place].meld if 0 <= place < len(state.table) else None
    if not isinstance(meld, Meld):
        raise MoveError("okey51.move.no_open_meld", number=place + 1, n=len(state.table))
    return meld


def _verify_lay_off(state: RoundState, move: LayOff) -> None:
    meld, name = _on_table(state, move.meld), state.names[move.player]
    if move.tile.identity not in meld.extensions(state.rules):
        raise MoveError(
            "okey51.move.no_place", player=name, tile=move.tile.code, meld=meld.to_text()
        )
    most = state.rules.layoffs_per_turn
    if most and state.laid_off >= most:
        raise MoveError("okey51.move.laid_off", player=name, most=most)


def _verify_steal(state: RoundState, move: Steal) -> None:
    meld = _on_table(state, move.meld)
    if MeldTile(move.identity, wild=True) not in meld.tiles:
        raise MoveError(
            "okey51.move.no_okey",
            player=state.names[move.player],
            tile=PIECES.codes[move.identity] if 0 <= move.identity < FAKE else str(move.identity),
            meld=meld.to_text(),
        )


def _verify_tiles(state: RoundState, move: Act) -> None:
    name, tiles = state.names[move.player], tiles_of_use(move)
    if state.tiles_for(move.player, tiles) is None:
        words = " ".join(tile.code for tile in tiles)
        raise MoveError("okey51.move.not_held", player=name, tiles=words)
    # Clause 5.4; a stolen okey comes for the tile that is given.
    if not isinstance(move, Steal) and len(tiles) >= sum(state.racks[move.player]):
        raise MoveError("okey51.move.keep_one", player=name)


def can(state: RoundState, move: Move) -> bool:
    """Return whether a move is legal now."""
    try:
        verify(state, move)
    except MoveError:
        return False
    return True


def do(state: RoundState, move: Move) -> RoundState:
    """Return the state after a move; the state given stays as it is.

    Raises
    ------
    MoveError
        As `verify`.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play.state import deal
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> kind = next(kind for kind, n in enumerate(state.racks[0]) if n)
    >>> state = do(state, Discard(0, kind))
    >>> state.active, state.phase, do(state, Draw(1)).phase
    (1, 'draw', 'act')
    """
    verify(state, move)
    if isinstance(move, Draw):
        racks = _with(state.racks, move.player, state.pile[0], 1)
        return replace(state, racks=racks, pile=state.pile[1:], phase="act")
    if isinstance(move, Take):
        after = taken(state, move.player)
        charges = use_charges(state, after, move)
        after = replace(after, charges=(*after.charges, *charges))
        return after if move.use is None else _acted(after, move.use)
    if isinstance(move, Discard):
        return _discarded(state, move)
    return _acted(state, move)


def taken(state: RoundState, player: int) -> RoundState:
    """Give the last discard to a player, who is then to use it."""
    kind = state.discards[-1].kind
    racks = _with(state.racks, player, kind, 1)
    return replace(state, racks=racks, discards=state.discards[:-1], phase="act")


def _acted(state: RoundState, move: Act) -> RoundState:
    """Lay what a legal move lays."""
    player = move.player
    laid = state.tiles_for(player, tiles_of_use(move))
    if laid is None:
        raise AssertionError("a verified move lays tiles that are held")
    rack = tuple(n - m for n, m in zip(state.racks[player], laid, strict=True))
    state = replace(state, racks=_replaced(state.racks, player, rack))
    if isinstance(move, LayOff | Steal):
        return _on_open_meld(state, move, fakes=laid[FAKE])
    melds: Sequence[Meld | Pair]
    if isinstance(move, Lay):
        melds = (move.meld,)
    elif isinstance(move, LayPair):
        melds = (move.pair,)
    else:
        melds = move.melds if isinstance(move, Open) else move.pairs
        value = (
            sum(meld.value(state.rules) for meld in move.melds)
            if isinstance(move, Open)
            else len(move.pairs)
        )
        opening = Opening("melds" if isinstance(move, Open) else "pairs", value, state.turn)
        state = replace(
            state,
            opened=(*state.opened[:player], opening, *state.opened[player + 1 :]),
            # Clause 4.2: pairs have no total, and leave the chain as it is.
            threshold=value + 1
            if isinstance(move, Open) and state.rules.doubling
            else state.threshold,
        )
    fakes, table = laid[FAKE], list(state.table)
    for meld in melds:
        here = min(fakes, sum(tile == MeldTile(state.fake_identity) for tile in meld.tiles))
        table.append(OnTable(player, meld, here))
        fakes -= here
    return replace(state, table=tuple(table))


def _on_open_meld(state: RoundState, move: LayOff | Steal, fakes: int) -> RoundState:
    laid = state.table[move.meld]
    meld = _on_table(state, move.meld)
    if isinstance(move, LayOff):
        changed = meld.with_tile(move.tile, state.rules)
        state = replace(state, laid_off=state.laid_off + 1)
    else:
        place = meld.tiles.index(MeldTile(move.identity, wild=True))
        tiles = (*meld.tiles[:place], MeldTile(move.identity), *meld.tiles[place + 1 :])
        changed = Meld(tiles if meld.kind == "run" else tuple(sorted(tiles)))
        state = replace(state, racks=_with(state.racks, move.player, state.okey, 1))
    charges = use_charges(state, state, move)
    entry = OnTable(laid.owner, changed, laid.fakes + fakes)
    table = (*state.table[: move.meld], entry, *state.table[move.meld + 1 :])
    return replace(state, table=table, charges=(*state.charges, *charges))


def _discarded(state: RoundState, move: Discard) -> RoundState:
    player = move.player
    racks = _with(state.racks, player, move.kind, -1)
    out = not any(racks[player])
    charges = () if out else discard_charges(state, move)
    state = replace(
        state,
        racks=racks,
        discards=(*state.discards, Discarded(player, move.kind)),
        charges=(*state.charges, *charges),
        turn=state.turn + 1,
        laid_off=0,
    )
    if out:
        return replace(state, phase="over", finisher=player, last=move.kind)
    # Clause 6.2: the next player could not draw.
    return replace(state, phase="draw" if state.pile else "over", active=state.after(player))


def _with(
    of_players: tuple[tuple[int, ...], ...], player: int, kind: int, change: int
) -> tuple[tuple[int, ...], ...]:
    counts = list(of_players[player])
    counts[kind] += change
    return _replaced(of_players, player, tuple(counts))


def _replaced(
    of_players: tuple[tuple[int, ...], ...], player: int, counts: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    return (*of_players[:player], counts, *of_players[player + 1 :])

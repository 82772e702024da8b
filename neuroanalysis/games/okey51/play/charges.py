"""What is charged during a round, to whom, and why (clauses 6.6 to 6.8)."""

from __future__ import annotations

from neuroanalysis.games.okey51.pieces import FAKE, number_of
from neuroanalysis.games.okey51.play.moves import Discard, LayOff, Open, OpenPairs, Steal, Take, Use
from neuroanalysis.games.okey51.play.state import Charge, ChargeKind, RoundState
from neuroanalysis.games.okey51.position import Meld, MeldTile

__all__ = ["discard_charges", "fits", "use_charges"]


def fits(state: RoundState, kind: int) -> bool:
    """Return whether a tile could be laid off on an open meld; an okey wherever there is a place.

    Examples
    --------
    >>> from neuroanalysis.games.okey51.play.state import deal
    >>> fits(deal(["Ana", "Bo", "Cem", "Dua"], seed=1), kind=0)  # nothing lies open
    False
    """
    identity = state.fake_identity if kind == FAKE else kind
    places = [place for meld in state.melds() for place in meld.extensions(state.rules)]
    return bool(places) if kind == state.okey else identity in places


def discard_charges(state: RoundState, move: Discard) -> tuple[Charge, ...]:
    """Return what a discard costs that does not end the round."""
    rules = state.rules
    if rules.penalised_discard == "never" or not fits(state, move.kind):
        return ()
    return (Charge(move.player, "penalised", rules.penalised_points, state.turn),)


def use_charges(
    state: RoundState, after: RoundState, move: LayOff | Steal | Take
) -> tuple[Charge, ...]:
    """Return what a lay-off or a theft costs the owner, and a taken discard its discarder.

    `after` is the state with the taken tile on the rack.
    """
    rules = state.rules
    if isinstance(move, Take):
        discarded = state.discards[-1]
        value = _taken_value(after, move.use, discarded.kind)
        return _charged(state, discarded.player, move.player, "taken", rules.taken_factor * value)
    laid = state.table[move.meld]
    if not isinstance(laid.meld, Meld):
        raise AssertionError("a verified move goes to a meld")
    if isinstance(move, LayOff):
        value = _laid_value(state, laid.meld, move.tile)
        points = rules.layoff_factor * value
        return _charged(state, laid.owner, move.player, "laid_off", points)
    place = laid.meld.tiles.index(MeldTile(move.identity, wild=True))
    points = rules.steal_points + rules.steal_factor * laid.meld.tile_value(place, rules)
    return _charged(state, laid.owner, move.player, "stolen", points)


def _charged(
    state: RoundState, player: int, by: int, kind: ChargeKind, points: int
) -> tuple[Charge, ...]:
    if state.partners(player, by) or not points:
        return ()
    return (Charge(player, kind, points, state.turn),)


def _laid_value(state: RoundState, meld: Meld, tile: MeldTile) -> int:
    changed = meld.with_tile(tile, state.rules)
    at_end = meld.kind == "run" and changed.tiles[0] != tile
    place = len(changed.tiles) - 1 if at_end else changed.tiles.index(tile)
    return changed.tile_value(place, state.rules)


def _taken_value(state: RoundState, use: Use | None, kind: int) -> int:
    """Return what a taken discard is worth where it is used; of several places, in the dearest."""
    wild = kind == state.okey
    identity = state.fake_identity if kind == FAKE else kind
    own = number_of(identity)
    if isinstance(use, LayOff | Steal):
        meld = state.table[use.meld].meld
        if not isinstance(meld, Meld):
            raise AssertionError("a verified move goes to a meld")
        if isinstance(use, LayOff):
            return _laid_value(state, meld, use.tile)
        place = meld.tiles.index(MeldTile(use.identity, wild=True))
        return meld.tile_value(place, state.rules)
    if isinstance(use, OpenPairs):
        pairs = [number_of(pair.identity) for pair in use.pairs if pair.wilds]
        return max(pairs) if wild else own
    if use is None:
        return own
    melds = use.melds if isinstance(use, Open) else (use.meld,)
    return max(
        meld.tile_value(place, state.rules)
        for meld in melds
        for place, tile in enumerate(meld.tiles)
        if (tile.wild if wild else tile == MeldTile(identity))
    )

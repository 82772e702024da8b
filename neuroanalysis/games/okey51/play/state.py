"""The state of a round: whose tiles lie where, and what is waited for. Nothing in it changes.

A round is in one of three phases::

    draw  the active player draws the top tile or takes the last discard
    act   the active player opens, lays, lays off, steals, and then discards
    over  somebody has gone out, or there is no tile left to draw
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from neuroanalysis.core.hands import as_counts
from neuroanalysis.core.seeds import shuffled
from neuroanalysis.errors import PositionError
from neuroanalysis.games.okey51.pieces import COPIES, FAKE, PIECES, TILES, number_of, okey_of
from neuroanalysis.games.okey51.play.pairs import Pair
from neuroanalysis.games.okey51.position import Meld, MeldTile, Position, Tiles
from neuroanalysis.games.okey51.rules import PLAYERS, Rules

__all__ = [
    "Charge",
    "ChargeKind",
    "Discarded",
    "OnTable",
    "Opening",
    "Phase",
    "RoundState",
    "deal",
    "dealt",
    "start",
]

Phase = Literal["draw", "act", "over"]
ChargeKind = Literal["laid_off", "taken", "stolen", "penalised"]
Counts53 = tuple[int, ...]


@dataclass(frozen=True)
class Discarded:
    """A tile on the discards, and who put it there."""

    player: int
    kind: int


@dataclass(frozen=True)
class OnTable:
    """A meld or a pair that lies open.

    Parameters
    ----------
    owner
        Who laid it.
    meld
        What it is.
    fakes
        How many of its tiles are fake okeys, which look there like what they stand for.
    """

    owner: int
    meld: Meld | Pair
    fakes: int = 0


@dataclass(frozen=True)
class Opening:
    """How a player opened.

    Parameters
    ----------
    how
        By melds or by pairs.
    value
        What the melds were worth, or how many pairs there were.
    turn
        In which turn of the round, from 0.
    """

    how: Literal["melds", "pairs"]
    value: int
    turn: int


@dataclass(frozen=True)
class Charge:
    """Points that a player got for what he or another did during the round (clauses 6.6, 6.7).

    Parameters
    ----------
    player
        Who gets them.
    kind
        For a tile laid off on his meld, his discard taken, an okey stolen from his meld, or a
        penalised discard.
    points
        How many.
    turn
        In which turn of the round, from 0.
    """

    player: int
    kind: ChargeKind
    points: int
    turn: int


@dataclass(frozen=True)
class RoundState:
    """A round at one moment. Make one with `deal` or `start`; `do` makes the next ones.

    Parameters
    ----------
    rules
        The rule set.
    names
        Of the players, clockwise.
    racks
        53 counts a player.
    indicator
        The tile that was turned.
    pile
        The kinds of the tiles to draw, the top first.
    active
        Who draws or acts.
    doubled
        Whether the round counts double (clause 1.2).
    threshold
        What an opening is worth at least (clause 4.2).
    table
        Melds and pairs that lie open, the first laid first.
    discards
        The first discarded first; taken ones are not there any more.
    opened
        How each player opened, or None.
    charges
        What was charged so far.
    laid_off
        How many tiles the active player has laid off in this turn.
    turn
        How many turns are over.
    phase
        What is waited for.
    finisher
        Who has gone out.
    last
        The kind of the tile with which he did.
    """

    rules: Rules
    names: tuple[str, ...]
    racks: tuple[Counts53, ...]
    indicator: int
    pile: tuple[int, ...]
    active: int
    doubled: bool = False
    threshold: int = 0
    table: tuple[OnTable, ...] = ()
    discards: tuple[Discarded, ...] = ()
    opened: tuple[Opening | None, ...] = (None,) * PLAYERS
    charges: tuple[Charge, ...] = ()
    laid_off: int = 0
    turn: int = 0
    phase: Phase = "act"
    finisher: int | None = None
    last: int | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @cached_property
    def okey(self) -> int:
        """The kind that is wild."""
        return okey_of(self.indicator)

    @property
    def fake_identity(self) -> int:
        """What a fake okey stands for."""
        return self.okey if self.rules.fake_okey_value == "okey" else self.indicator

    @property
    def offered(self) -> Discarded | None:
        """The discard that the active player may take (clause 5.3)."""
        return self.discards[-1] if self.phase == "draw" and self.discards else None

    def after(self, player: int) -> int:
        """Return who sits next to a player, clockwise."""
        return (player + 1) % self.players

    def partners(self, player: int, other: int) -> bool:
        """Return whether two players are one, or of one team (clause 5.5)."""
        return player == other or (self.rules.teams and (player - other) % 2 == 0)

    def value_of(self, kind: int) -> int:
        """Return what a tile is worth by itself: its number, a fake okey its identity's."""
        return number_of(self.fake_identity if kind == FAKE else kind)

    def melds(self) -> tuple[Meld, ...]:
        """Return the melds that lie open, pairs left out."""
        return tuple(laid.meld for laid in self.table if isinstance(laid.meld, Meld))

    def position(self, player: int) -> Position:
        """Return what a player holds and sees: the discards and all that lies open.

        Raises
        ------
        CardError
            For the one who has gone out, who holds nothing.
        """
        seen = [0] * TILES
        for tile in self.discards:
            seen[tile.kind] += 1
        for laid in self.table:
            if isinstance(laid.meld, Pair):
                for kind, n in self._kinds(laid).items():
                    seen[kind] += n
        opening = self.opened[player]
        return Position(
            hand=self.racks[player],
            okey=self.okey,
            melds=self.melds(),
            seen=tuple(seen),
            threshold=self.threshold,
            opened=opening is not None and opening.how == "melds",
            rules=self.rules,
        )

    def tiles_for(self, player: int, tiles: Iterable[MeldTile]) -> Counts53 | None:
        """Return which tiles of his rack a player would lay for these, as 53 counts.

        None if he has not got them. A number tile goes before a fake okey (clause 4.7).
        """
        rack, laid = self.racks[player], [0] * TILES
        for tile in tiles:
            if tile.wild:
                laid[self.okey] += 1
                continue
            kind = tile.identity
            # Nobody lays an okey as the tile that it is but as a wild.
            if kind == self.okey or (laid[kind] == rack[kind] and kind == self.fake_identity):
                kind = FAKE if kind == self.fake_identity else kind
                if kind != FAKE:
                    return None
            laid[kind] += 1
        return tuple(laid) if all(n <= m for n, m in zip(laid, rack, strict=True)) else None

    def tiles(self) -> Counter[int]:
        """Count all tiles wherever they are: two of each kind, always."""
        everywhere = Counter(self.pile)
        everywhere.update(tile.kind for tile in self.discards)
        for rack in self.racks:
            everywhere.update(dict(enumerate(rack)))
        for laid in self.table:
            everywhere.update(self._kinds(laid))
        if self.rules.first_player_indicator_removed:
            everywhere[self.indicator] += 1
        return +everywhere

    def _kinds(self, laid: OnTable) -> Counter[int]:
        """Count what lies in a meld or a pair."""
        kinds = Counter(self.okey if tile.wild else tile.identity for tile in laid.meld.tiles)
        if laid.fakes:
            kinds[self.fake_identity] -= laid.fakes
            kinds[FAKE] += laid.fakes
        return kinds


def start(
    names: Sequence[str],
    racks: Sequence[Tiles],
    pile: Sequence[int],
    *,
    indicator: int,
    rules: Rules | None = None,
    first: int = 0,
    doubled: bool = False,
) -> RoundState:
    """Return a round that begins with given tiles.

    Parameters
    ----------
    names
        Of the four players, clockwise.
    racks
        Of each player, as text or 53 counts: one more tile for the first.
    pile
        All other tiles as kinds, the top first.
    indicator
        The tile turned, which is none of the pile unless the rules say so (clause 1.4).
    rules
        The default rules if None.
    first
        Who begins.
    doubled
        Whether the round counts double (clause 1.2).

    Raises
    ------
    CardError, PositionError
        For a number of players, a rack's size or tiles that the rules do not have (clauses 1.1 and
        5.1), two players of one name, a fake okey as indicator.
    """
    rules = Rules.or_default(rules)
    names = tuple(names)
    _check_players(len(names), len(racks))
    for name in names:
        if names.count(name) > 1:
            raise PositionError("round.same_name", name=name)
    if not 0 <= first < PLAYERS:
        raise PositionError("round.seat", player=first, high=PLAYERS - 1)
    if not 0 <= indicator < FAKE:
        raise PositionError("okey51.position.fake_okey")
    dealt = tuple(tuple(int(n) for n in as_counts(rack, PIECES, COPIES)) for rack in racks)
    for place, rack in enumerate(dealt):
        size = rules.hand_size + (place == first)
        if sum(rack) != size:
            raise PositionError("okey51.round.rack", name=names[place], n=sum(rack), size=size)
    state = RoundState(
        rules=rules,
        names=names,
        racks=dealt,
        indicator=indicator,
        pile=tuple(int(kind) for kind in pile),
        active=first,
        doubled=doubled,
        threshold=rules.threshold,
    )
    everywhere = state.tiles()
    if everywhere != Counter(dict.fromkeys(range(TILES), COPIES)):
        raise PositionError("okey51.round.tiles", n=everywhere.total(), deck=rules.deck_size)
    return state


def _check_players(names: int, racks: int) -> None:
    if names != PLAYERS or racks != PLAYERS:
        raise PositionError("okey51.round.players", names=names, racks=racks, players=PLAYERS)


_DECK: Final = tuple(kind for kind in range(TILES) for _ in range(COPIES))


def deal(
    names: Sequence[str], *, seed: int, rules: Rules | None = None, first: int = 0
) -> RoundState:
    """Return a round with shuffled tiles, dealt from the first player on (clause 5.1).

    Parameters
    ----------
    names, rules, first
        See `start`.
    seed
        The same seed deals the same tiles, on every machine and with every version.

    Examples
    --------
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> state.phase, len(state.pile), sum(state.racks[0]), sum(state.racks[1])
    ('act', 48, 15, 14)
    """
    rules = Rules.or_default(rules)
    _check_players(len(names), PLAYERS)
    tiles, indicator, pile, doubled = dealt(seed, rules)
    given, at = [], 0
    for place in range(PLAYERS):
        given.append(tiles[at : at + rules.hand_size + (place == 0)])
        at += len(given[-1])
    racks = [tuple(rack.count(kind) for kind in range(TILES)) for rack in given]
    racks = [racks[(seat - first) % PLAYERS] for seat in range(PLAYERS)]
    return start(names, racks, pile, indicator=indicator, rules=rules, first=first, doubled=doubled)


def dealt(seed: int, rules: Rules) -> tuple[tuple[int, ...], int, tuple[int, ...], bool]:
    """Return what a seed deals: the tiles of all racks, the first player's first; the indicator;
    the pile, its top first; and whether the round counts double.
    """
    tiles = shuffled(_DECK, seed)
    racks, rest = tiles[: PLAYERS * rules.hand_size + 1], tiles[PLAYERS * rules.hand_size + 1 :]
    doubled, shuffles = False, 0
    while rest[0] == FAKE:  # put back, and another is turned (clause 1.2)
        doubled, shuffles = rules.indicator_fake == "double", shuffles + 1
        rest = shuffled(rest, seed, shuffles)
    indicator, pile = rest[0], rest[1:]
    if not rules.first_player_indicator_removed:
        pile = shuffled(rest, seed, shuffles + 1)
    return racks, indicator, pile, doubled

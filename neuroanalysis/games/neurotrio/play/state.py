"""The state of a round: whose cards lie where, and what is waited for. Nothing in it changes.

A round is in one of five phases::

    draw     the active player takes the top card (a turn begins, or a carré is replaced)
    act      the active player finishes, lays a carré, or discards
    pang     a discard lies open; everybody else says pang or passes
    shuffle  a card is to be drawn and the pile is empty: chance makes a new one
    over     somebody has finished, or there is no card left to draw
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from neuroanalysis.core.hands import as_counts
from neuroanalysis.core.seeds import shuffled
from neuroanalysis.errors import PositionError
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.games.neurotrio.position import Cards, Position, checked_minimum
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["Discarded", "Phase", "RoundState", "deal", "start"]

Phase = Literal["draw", "act", "pang", "shuffle", "over"]
Counts27 = tuple[int, ...]

_NOTHING: Final[Counts27] = (0,) * KINDS
_CARRE: Final = 4


@dataclass(frozen=True)
class Discarded:
    """A card on the table, and who put it there."""

    player: int
    kind: int


@dataclass(frozen=True)
class RoundState:
    """A round at one moment. Make one with `deal` or `start`; `do` makes the next ones.

    Parameters
    ----------
    rules
        The rule set.
    names, minimums
        Of each player, clockwise: what he is called, and the points at which he may finish.
    hands
        27 counts a player, panged cards included, laid carrés left out.
    kept
        27 counts a player: those of his hand that he panged, which he may never discard.
    laid
        27 numbers a player, 1 for each carré that he laid.
    pile
        The kinds of the cards to draw, the top first.
    discards
        The cards that nobody panged, the first discarded first.
    active
        Who draws or acts; in the phase ``pang`` who discarded.
    due
        Who draws next when nobody pangs: pangs leave him as he is (clause 5.5).
    phase
        What is waited for.
    offered
        The discard that lies open in the phase ``pang``.
    panging, passing
        Who has said what to it so far.
    reshuffles
        How often the discards have become a pile.
    finisher
        Who has finished.
    """

    rules: Rules
    names: tuple[str, ...]
    minimums: tuple[int, ...]
    hands: tuple[Counts27, ...]
    kept: tuple[Counts27, ...]
    laid: tuple[Counts27, ...]
    pile: tuple[int, ...]
    active: int
    due: int
    discards: tuple[Discarded, ...] = ()
    phase: Phase = "draw"
    offered: Discarded | None = None
    panging: frozenset[int] = frozenset()
    passing: frozenset[int] = frozenset()
    reshuffles: int = 0
    finisher: int | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    def after(self, player: int) -> int:
        """Return who sits next to a player, clockwise."""
        return (player + 1) % self.players

    def clockwise_after(self, player: int) -> list[int]:
        """Return the other players, clockwise."""
        return [(player + step) % self.players for step in range(1, self.players)]

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw: in the pile, or after a shuffle (clause 5.6)."""
        return bool(self.pile) or self.can_shuffle

    @property
    def can_shuffle(self) -> bool:
        """Whether the discards may still become a new pile (clause 5.6)."""
        return bool(self.discards) and self.reshuffles < self.rules.reshuffles

    def position(self, player: int) -> Position:
        """Return what a player holds and sees.

        Seen are the discards, the carrés that others have laid and the cards that they panged.
        """
        seen = list(_NOTHING)
        for card in (*self.discards, *([self.offered] if self.offered else [])):
            seen[card.kind] += 1
        for other in self.clockwise_after(player):
            for kind in range(KINDS):
                seen[kind] += self.kept[other][kind] + _CARRE * self.laid[other][kind]
        return Position(
            hand=self.hands[player],
            laid=self.laid[player],
            kept=self.kept[player],
            seen=tuple(seen),
            minimum=self.minimums[player],
            rules=self.rules,
        )

    def cards(self) -> Counter[int]:
        """Count all cards wherever they are: of each kind as many as the rules say, always."""
        everywhere = Counter(self.pile)
        everywhere.update(card.kind for card in self.discards)
        if self.offered:
            everywhere[self.offered.kind] += 1
        for hand, laid in zip(self.hands, self.laid, strict=True):
            for kind in range(KINDS):
                everywhere[kind] += hand[kind] + _CARRE * laid[kind]
        return everywhere


def start(
    names: Sequence[str],
    hands: Sequence[Cards],
    pile: Sequence[int],
    *,
    rules: Rules | None = None,
    minimums: Sequence[int] | None = None,
    first: int = 0,
) -> RoundState:
    """Return a round that begins with given cards.

    Parameters
    ----------
    names
        Of the players, clockwise.
    hands
        Of each player, as text or 27 counts.
    pile
        All other cards as kinds, the top first.
    rules
        The default rules if None.
    minimums
        One each; the lowest suggested one if None.
    first
        Who begins; the source lets the players agree on him.

    Raises
    ------
    CardError, PositionError
        For a number of players, a hand's size or cards that the rules do not have (clauses 1.2
        and 5.1), two players of one name, another number of minimums.
    """
    rules = Rules.or_default(rules)
    names = tuple(names)
    points = (rules.least_minimum,) * len(names) if minimums is None else tuple(minimums)
    if not rules.players_min <= len(names) <= rules.players_max:
        raise PositionError(
            "round.players", n=len(names), low=rules.players_min, high=rules.players_max
        )
    for name in names:
        if names.count(name) > 1:
            raise PositionError("round.same_name", name=name)
    if not len(names) == len(points) == len(hands):
        raise PositionError(
            "round.lengths", players=len(names), minimums=len(points), hands=len(hands)
        )
    if not 0 <= first < len(names):
        raise PositionError("round.seat", player=first, high=len(names) - 1)
    dealt = [tuple(int(n) for n in as_counts(hand, PIECES, rules.copies)) for hand in hands]
    for name, hand in zip(names, dealt, strict=True):
        if sum(hand) != rules.hand_size:
            raise PositionError("round.hand", name=name, n=sum(hand), size=rules.hand_size)
    nothing = (_NOTHING,) * len(names)
    state = RoundState(
        rules=rules,
        names=names,
        minimums=tuple(checked_minimum(minimum) for minimum in points),
        hands=tuple(dealt),
        kept=nothing,
        laid=nothing,
        pile=tuple(int(kind) for kind in pile),
        active=first,
        due=(first + 1) % len(names),
    )
    everywhere = state.cards()
    if everywhere != Counter(dict.fromkeys(range(KINDS), rules.copies)):
        raise PositionError("round.cards", n=everywhere.total(), deck=rules.deck_size)
    return state


def deal(
    names: Sequence[str],
    *,
    seed: int,
    rules: Rules | None = None,
    minimums: Sequence[int] | None = None,
    first: int = 0,
) -> RoundState:
    """Return a round with shuffled cards, dealt from the first player on.

    Parameters
    ----------
    names, rules, minimums, first
        See `start`.
    seed
        The same seed deals the same cards, on every machine and with every version.

    Examples
    --------
    >>> state = deal(["Ana", "Bo"], seed=1)
    >>> state.names[state.active], state.phase, len(state.pile), sum(state.hands[1])
    ('Ana', 'draw', 82, 13)
    """
    rules = Rules.or_default(rules)
    deck = [kind for kind in range(KINDS) for _ in range(rules.copies)]
    cards = shuffled(deck, seed)
    size, players = rules.hand_size, len(names)
    given = [cards[size * place : size * (place + 1)] for place in range(players)]
    hands = [tuple(hand.count(kind) for kind in range(KINDS)) for hand in given]
    hands = [hands[(seat - first) % players] for seat in range(players)]
    return start(names, hands, cards[size * players :], rules=rules, minimums=minimums, first=first)

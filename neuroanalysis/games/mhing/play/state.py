"""The state of a round: whose cards lie where, and what is waited for. Nothing in it changes.

A round is in one of five phases::

    draw     the active player takes the top card (for a flower, or a turn begins)
    act      the active player goes out or discards
    claim    a discard lies open; everybody else claims it or passes
    shuffle  a card is to be drawn and the pile is empty: chance makes a new one
    over     somebody has gone out, or the round is void
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from neuroanalysis.core.hands import as_counts
from neuroanalysis.core.seeds import shuffled
from neuroanalysis.errors import PositionError
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER, KINDS, PIECES, parse
from neuroanalysis.games.mhing.play.moves import Claim
from neuroanalysis.games.mhing.position import Cards, Combination, Position
from neuroanalysis.games.mhing.rules import Rules

__all__ = ["Counts36", "Discarded", "Phase", "RoundState", "deal", "first_owed", "start"]

Phase = Literal["draw", "act", "claim", "shuffle", "over"]
Counts36 = tuple[int, ...]


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
    names
        Of the players, clockwise.
    hands
        36 counts a player: the cards in hand, and the flowers laid.
    laid
        The combinations that each has on the table, the first laid first.
    pile
        The kinds of the cards to draw, the top first.
    dealer
        Who dealt, and plays first.
    active
        Who draws or acts; in the phase ``claim`` who discarded.
    owed
        How many cards each has still to draw for flowers that were dealt to him (clause 4.3).
    discards
        The cards that nobody claimed, the first discarded first.
    phase
        What is waited for.
    offered
        The discard that lies open in the phase ``claim``.
    claims, passing
        Who has said what to it so far.
    reshuffles
        How often the discards have become a pile.
    turn
        How many turns are over.
    finisher
        Who has gone out.
    claimed
        Whether he did with a discard of another player.
    """

    rules: Rules
    names: tuple[str, ...]
    hands: tuple[Counts36, ...]
    laid: tuple[tuple[Combination, ...], ...]
    pile: tuple[int, ...]
    dealer: int
    active: int
    owed: tuple[int, ...]
    discards: tuple[Discarded, ...] = ()
    phase: Phase = "draw"
    offered: Discarded | None = None
    claims: tuple[Claim, ...] = ()
    passing: frozenset[int] = frozenset()
    reshuffles: int = 0
    turn: int = 0
    finisher: int | None = None
    claimed: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def void(self) -> bool:
        """Whether the round is over without a winner (clause 4.5)."""
        return self.phase == "over" and self.finisher is None

    def after(self, player: int) -> int:
        """Return who sits next to a player, clockwise."""
        return (player + 1) % self.players

    def clockwise_after(self, player: int) -> list[int]:
        """Return the other players, clockwise."""
        return [(player + step) % self.players for step in range(1, self.players)]

    @property
    def can_shuffle(self) -> bool:
        """Whether the discards may still become a new pile (clause 4.5)."""
        return bool(self.discards) and self.reshuffles < self.rules.max_reshuffles

    def seen(self, player: int) -> Counts36:
        """Return what a player sees elsewhere: discards, what the others have laid, flowers."""
        seen = [0] * KINDS
        for card in self.discards:
            seen[card.kind] += 1
        if self.offered:
            seen[self.offered.kind] += 1
        for other in range(self.players):
            if other != player:
                seen[FLOWER] += self.hands[other][FLOWER]
                for kind in _cards(self.laid[other]):
                    seen[kind] += 1
        return tuple(seen)

    def position(self, player: int) -> Position:
        """Return what a player holds and sees."""
        return Position(
            hand=self.hands[player],
            laid=self.laid[player],
            seen=self.seen(player),
            rules=self.rules,
        )

    def cards(self) -> Counter[int]:
        """Count all cards wherever they are: of each kind as many as there are, always."""
        everywhere = Counter(self.pile)
        everywhere.update(card.kind for card in self.discards)
        if self.offered:
            everywhere[self.offered.kind] += 1
        for hand, laid in zip(self.hands, self.laid, strict=True):
            everywhere.update(dict(enumerate(hand)))
            everywhere.update(_cards(laid))
        return +everywhere


def _cards(laid: Sequence[Combination]) -> list[int]:
    """Return the kinds of the cards of combinations, jokers as jokers."""
    return [
        JOKER if joker else kind
        for one in laid
        for kind, joker in zip(one.kinds, one.jokers, strict=True)
    ]


def start(
    names: Sequence[str],
    hands: Sequence[Cards],
    pile: Sequence[int],
    *,
    rules: Rules | None = None,
    dealer: int = 0,
) -> RoundState:
    """Return a round that begins with given cards; flowers dealt are laid, not yet replaced.

    Parameters
    ----------
    names
        Of the players, clockwise.
    hands
        13 cards of each player, flowers included, as text or 36 counts.
    pile
        All other cards as kinds, the top first.
    rules
        The default rules if None.
    dealer
        Who dealt, and plays first.

    Raises
    ------
    CardError, PositionError
        For a number of players, a hand's size or cards that the rules do not have (clauses 1.1, 1.2
        and 4.1), or two players of one name.
    """
    rules = Rules.or_default(rules)
    names = tuple(names)
    if not rules.players_min <= len(names) <= rules.players_max:
        low, high = rules.players_min, rules.players_max
        raise PositionError("mhing.round.players", n=len(names), low=low, high=high)
    for name in names:
        if names.count(name) > 1:
            raise PositionError("round.same_name", name=name)
    if len(names) != len(hands):
        raise PositionError("mhing.round.hands", players=len(names), hands=len(hands))
    if not 0 <= dealer < len(names):
        raise PositionError("round.seat", player=dealer, high=len(names) - 1)
    dealt = [_counts(hand) for hand in hands]
    for name, hand in zip(names, dealt, strict=True):
        if sum(hand) != rules.hand_size:
            raise PositionError("mhing.round.hand", name=name, n=sum(hand), size=rules.hand_size)
    owed = tuple(hand[FLOWER] for hand in dealt)
    state = RoundState(
        rules=rules,
        names=names,
        hands=tuple(dealt),
        laid=((),) * len(names),
        pile=tuple(int(kind) for kind in pile),
        dealer=dealer,
        active=first_owed(owed, dealer),
        owed=owed,
    )
    everywhere = state.cards()
    if everywhere != Counter(dict(enumerate(COPIES))):
        raise PositionError("mhing.round.cards", n=everywhere.total(), deck=rules.deck_size)
    return state


def _counts(hand: Cards) -> Counts36:
    counts = parse(hand) if isinstance(hand, str) else as_counts(hand, PIECES, COPIES)
    return tuple(int(n) for n in counts)


def first_owed(owed: Sequence[int], dealer: int) -> int:
    """Return who draws next for flowers that were dealt, or the dealer, who then begins."""
    clockwise = [(dealer + step) % len(owed) for step in range(len(owed))]
    return next((player for player in clockwise if owed[player]), dealer)


_DECK: Final = tuple(kind for kind in range(KINDS) for _ in range(COPIES[kind]))


def deal(
    names: Sequence[str], *, seed: int, rules: Rules | None = None, dealer: int = 0
) -> RoundState:
    """Return a round with shuffled cards, dealt from the dealer on.

    Parameters
    ----------
    names, rules, dealer
        See `start`.
    seed
        The same seed deals the same cards, on every machine and with every version.

    Examples
    --------
    >>> state = deal(["Ana", "Bo", "Cem"], seed=30)
    >>> state.names[state.active], state.phase, len(state.pile), sum(state.hands[1])
    ('Ana', 'draw', 111, 13)
    """
    rules = Rules.or_default(rules)
    cards = shuffled(_DECK, seed)
    size, players = rules.hand_size, len(names)
    given = [cards[size * place : size * (place + 1)] for place in range(players)]
    hands = [tuple(hand.count(kind) for kind in range(KINDS)) for hand in given]
    hands = [hands[(seat - dealer) % players] for seat in range(players)]
    return start(names, hands, cards[size * players :], rules=rules, dealer=dealer)

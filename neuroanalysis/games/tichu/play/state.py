"""The state of a round: whose cards lie where, and what is waited for. Nothing in it changes.

A round is in one of five phases::

    grand     each player sees his first cards, and calls Grand Tichu or declines
    exchange  each player gives a card to each other one
    play      the active player leads, answers or passes; bombs come at any time
    gift      the active player has won a trick with the Dragon, and gives it away
    over      one or two players have cards left
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from neuroanalysis.core.seeds import shuffled
from neuroanalysis.errors import PositionError
from neuroanalysis.games.tichu.pieces import CARDS, PIECES, bits_of
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import PLAYERS, Rules

__all__ = ["Call", "Laid", "Phase", "RoundState", "deal", "partner_of", "start"]

Phase = Literal["grand", "exchange", "play", "gift", "over"]
Call = Literal["tichu", "grand_tichu"]


def partner_of(player: int) -> int:
    """Return who faces a player.

    Examples
    --------
    >>> partner_of(3)
    1
    """
    return (player + 2) % PLAYERS


@dataclass(frozen=True)
class Laid:
    """A combination on the table, and whose it is."""

    player: int
    combination: Combination


@dataclass(frozen=True)
class RoundState:
    """A round at one moment. Make one with `deal` or `start`; `do` makes the next ones.

    Parameters
    ----------
    rules
        The rule set.
    names
        Of the players in turn order; the first and third are partners, and the other two.
    hands
        The cards that each holds, as bits.
    to_come
        The cards that each takes when all have said whether they call Grand Tichu.
    phase
        What is waited for.
    active
        Whose turn it is in the phases ``play`` and ``gift``.
    calls
        What each has called.
    declined
        Who has called no Grand Tichu so far in the phase ``grand``.
    given
        What each gives to the next player, his partner and the one before; None until he has said.
    trick
        What lies on the table, the first laid first; empty for the player who leads.
    passes
        How many have passed since the last combination was laid.
    wish
        The rank wished for, until somebody plays it.
    won
        The cards of the tricks that each has won.
    out
        Who has laid all his cards, the first out first.
    """

    rules: Rules
    names: tuple[str, ...]
    hands: tuple[int, ...]
    to_come: tuple[int, ...] = (0,) * PLAYERS
    phase: Phase = "grand"
    active: int = 0
    calls: tuple[Call | None, ...] = (None,) * PLAYERS
    declined: frozenset[int] = frozenset()
    given: tuple[tuple[int, int, int] | None, ...] = (None,) * PLAYERS
    trick: tuple[Laid, ...] = ()
    passes: int = 0
    wish: int | None = None
    won: tuple[int, ...] = (0,) * PLAYERS
    out: tuple[int, ...] = ()

    @property
    def top(self) -> Combination | None:
        """What is to be beaten; None for the player who leads."""
        return self.trick[-1].combination if self.trick else None

    @property
    def holder(self) -> int | None:
        """Who wins the trick if all others pass."""
        return self.trick[-1].player if self.trick else None

    @property
    def trick_cards(self) -> int:
        """The cards of the trick, as bits."""
        found = 0
        for laid in self.trick:
            found |= laid.combination.bits
        return found

    @property
    def laid(self) -> int:
        """All cards that were laid in the round, as bits."""
        found = self.trick_cards
        for cards in self.won:
            found |= cards
        return found

    @property
    def double_win(self) -> bool:
        """Whether the first two who are out are partners (clause 7.2)."""
        return len(self.out) > 1 and self.out[1] == partner_of(self.out[0])

    def size(self, player: int) -> int:
        """Return how many cards a player holds."""
        return self.hands[player].bit_count()

    def has_laid(self, player: int) -> bool:
        """Return whether a player has laid his first card."""
        return self.size(player) + self.to_come[player].bit_count() < self.rules.hand_size

    def in_turn_after(self, player: int) -> list[int]:
        """Return the other players, in turn order."""
        return [(player + step) % PLAYERS for step in range(1, PLAYERS)]

    def next_in(self, player: int) -> int:
        """Return the next player in turn order who still has cards."""
        return next((one for one in self.in_turn_after(player) if one not in self.out), player)

    def cards(self) -> list[int]:
        """Count each card wherever it is: once, always."""
        places = [*self.hands, *self.to_come, *self.won, self.trick_cards]
        return [sum(place >> card & 1 for place in places) for card in range(CARDS)]


def start(
    names: Sequence[str], hands: Sequence[str | Sequence[int]], *, rules: Rules | None = None
) -> RoundState:
    """Return a round that begins with given cards.

    Parameters
    ----------
    names
        Of the four players, in turn order.
    hands
        The 14 cards of each in the order dealt, as text or numbers: the first ones are what he sees
        before he may call Grand Tichu.
    rules
        The default rules if None.

    Raises
    ------
    CardError, PositionError
        For a number of players, a hand's size or cards that the rules do not have, or two players
        of one name.

    Examples
    --------
    >>> hands = [" ".join(PIECES.codes[card] for card in range(p, 56, 4)) for p in range(4)]
    >>> state = start(["Ana", "Bo", "Cem", "Dua"], hands)
    >>> state.phase, state.size(0), state.to_come[0].bit_count()
    ('grand', 8, 6)
    """
    rules, names = Rules.or_default(rules), tuple(names)
    if len(names) != PLAYERS or len(hands) != PLAYERS:
        raise PositionError(
            "tichu.round.players", names=len(names), hands=len(hands), players=PLAYERS
        )
    for name in names:
        if names.count(name) > 1:
            raise PositionError("round.same_name", name=name)
    dealt = [_in_order(hand) for hand in hands]
    for name, cards in zip(names, dealt, strict=True):
        if len(cards) != rules.hand_size:
            raise PositionError("tichu.round.hand", name=name, n=len(cards), size=rules.hand_size)
    first = rules.first_cards
    state = RoundState(
        rules,
        names,
        tuple(bits_of(cards[:first]) for cards in dealt),
        tuple(bits_of(cards[first:]) for cards in dealt),
    )
    for card, n in enumerate(state.cards()):
        if n != 1:
            raise PositionError("tichu.round.cards", code=PIECES.codes[card])
    return state


def _in_order(hand: str | Sequence[int]) -> list[int]:
    if not isinstance(hand, str):
        for card in hand:
            if not 0 <= card < CARDS:
                raise PositionError("move.kind", kind=card, high=CARDS - 1)
        return list(hand)
    codes = hand.replace("|", " ").replace(",", " ").split()
    return [PIECES.kind(code, place) for place, code in enumerate(codes, start=1)]


def deal(names: Sequence[str], *, seed: int, rules: Rules | None = None) -> RoundState:
    """Return a round with shuffled cards.

    Parameters
    ----------
    names, rules
        See `start`.
    seed
        The same seed deals the same cards, on every machine and with every version.

    Examples
    --------
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> state.phase, state.size(0), state.to_come[0].bit_count()
    ('grand', 8, 6)
    """
    rules = Rules.or_default(rules)
    cards, size = shuffled(range(CARDS), seed), rules.hand_size
    return start(names, [cards[size * p : size * (p + 1)] for p in range(PLAYERS)], rules=rules)

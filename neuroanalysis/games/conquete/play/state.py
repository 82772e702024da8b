"""The state of a round: where the cards lie, and what each player has. Nothing in it changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from neuroanalysis.games.conquete.pieces import KINDS
from neuroanalysis.games.conquete.position import Domain
from neuroanalysis.games.conquete.rules import Rules

__all__ = ["ENDS", "End", "Ledger", "RoundState"]

End = Literal["all_but_one_out", "nothing_fits", "all_pass"]
ENDS: Final[tuple[End, ...]] = get_args(End)
"""How a round ends, in the order of the kernels: a single player holds cards (clause 5.7), no card
could be placed on any grid (5.6), or all have passed again and again (7.1)."""


@dataclass(frozen=True)
class Ledger:
    """A player's VP by what they are for; what is lost is below 0.

    Parameters
    ----------
    start, extra
        From the beginning: what all have, and what is for a card more.
    placing, passing
        For cards placed, and what passing cost.
    finishing
        For having placed all cards as one of the first.
    sets
        For connected sets: 0 until the round is over.
    """

    start: int = 0
    extra: int = 0
    placing: int = 0
    passing: int = 0
    finishing: int = 0
    sets: int = 0

    @property
    def vp(self) -> int:
        """The sum."""
        return self.start + self.extra + self.placing + self.passing + self.finishing + self.sets

    def changed(self, rules: Rules, **parts: int) -> Ledger:
        """Return it with VP won or lost, part by part; nobody falls below 0 if the rules forbid it.

        Examples
        --------
        >>> Ledger(start=1).changed(Rules(vp_may_go_negative=False), passing=-3).vp
        0
        """
        found = self
        for name, vp in parts.items():
            change = vp if rules.vp_may_go_negative else max(vp, -found.vp)
            found = replace(found, **{name: getattr(found, name) + change})
        return found


@dataclass(frozen=True)
class RoundState:
    """A round at one moment. `~.dealing` makes one, and `do` the next ones.

    Parameters
    ----------
    rules
        The rule set.
    names
        Of the players in turn order.
    hands
        27 counts of each.
    domain
        The cards that lie; those of the player at place p are the player's with number p + 1. The
        start card lies on row 0, column 0.
    dealt
        How many cards each was dealt.
    ledgers
        The VP of each.
    active
        Whose turn it is.
    enlarged
        How often the grid has been enlarged.
    passes
        How many have passed since a card was placed.
    moves
        How many moves were made.
    out
        Who has placed all cards, the first out first.
    end
        How the round ended; None while it goes on.
    """

    rules: Rules
    names: tuple[str, ...]
    hands: tuple[tuple[int, ...], ...]
    domain: Domain
    dealt: tuple[int, ...]
    ledgers: tuple[Ledger, ...]
    active: int = 0
    enlarged: int = 0
    passes: int = 0
    moves: int = 0
    out: tuple[int, ...] = ()
    end: End | None = None

    @property
    def phase(self) -> Literal["play", "over"]:
        """Whether it goes on."""
        return "play" if self.end is None else "over"

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def vp(self) -> tuple[int, ...]:
        """The VP of each so far."""
        return tuple(ledger.vp for ledger in self.ledgers)

    @property
    def holding(self) -> tuple[int, ...]:
        """Who still holds cards."""
        return tuple(one for one in range(self.players) if self.size(one))

    def size(self, player: int) -> int:
        """Return how many cards a player holds."""
        return sum(self.hands[player])

    def kinds(self, player: int) -> tuple[int, ...]:
        """Return the kinds that a player holds, each once."""
        return tuple(kind for kind, n in enumerate(self.hands[player]) if n)

    def next_in(self, player: int) -> int:
        """Return the next player in turn order who holds cards."""
        order = [(player + step) % self.players for step in range(1, self.players + 1)]
        return next((one for one in order if self.size(one)), player)

    def cards(self) -> tuple[int, ...]:
        """Count the cards of each kind wherever they are."""
        placed = self.domain.counts.tolist()
        return tuple(placed[kind] + sum(hand[kind] for hand in self.hands) for kind in range(KINDS))

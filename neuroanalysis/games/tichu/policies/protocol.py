"""What a player is to whoever plays a round out: questions about what he sees."""

from __future__ import annotations

from typing import Protocol

from neuroanalysis.games.tichu.play import Exchange, Gift, Lay, Pass, RoundState

__all__ = ["Player"]


class Player(Protocol):
    """A player who decides by what he sees and by a round's key alone.

    He sees his hand, the trick, all that was laid, how many cards the others hold, what was called
    and wished, and what he gave in the exchange. So the same sight always brings the same answer,
    and a round can be played again from its seed. Each question comes with the round, where he
    sits, and what his luck is made of: `~neuroanalysis.core.seeds.round_key`.
    """

    @property
    def name(self) -> str:
        """What he is called."""
        ...

    def grand_tichu(self, state: RoundState, player: int, key: int) -> bool:
        """Return whether he calls Grand Tichu with his first cards."""
        ...

    def tichu(self, state: RoundState, player: int, key: int) -> bool:
        """Return whether he calls Tichu: before the exchange, and in turn until his first card."""
        ...

    def exchange(self, state: RoundState, player: int, key: int) -> Exchange:
        """Return what he gives."""
        ...

    def play(self, state: RoundState, player: int, key: int) -> Lay | Pass:
        """Return what he does in turn."""
        ...

    def bomb(self, state: RoundState, player: int, key: int) -> Lay | None:
        """Return the bomb that he lays out of turn, or None; asked of whoever has one."""
        ...

    def gift(self, state: RoundState, player: int, key: int) -> Gift:
        """Return who gets the trick that his Dragon has won."""
        ...

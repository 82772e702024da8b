"""What a player is to whoever plays a round out: one question about what he sees."""

from __future__ import annotations

from typing import Protocol

from neuroanalysis.games.conquete.play import Move, RoundState

__all__ = ["Player"]


class Player(Protocol):
    """A player who decides by what he sees and by a round's key alone.

    He sees the domain and whose its cards are, his hand, how many cards the others hold, and how
    often the grid was enlarged. So the same sight always brings the same answer, and a round can
    be played again from its seed.
    """

    @property
    def name(self) -> str:
        """What he is called."""
        ...

    def play(self, state: RoundState, player: int, key: int) -> Move:
        """Return what he does in turn: of a round, his place, and what his luck is made of.

        The key is `~neuroanalysis.core.seeds.round_key`'s.
        """
        ...

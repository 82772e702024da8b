"""What a player is to the engines: two questions about what he sees."""

from __future__ import annotations

from typing import Protocol

from neuroanalysis.games.neurotrio.play import Move, RoundState

__all__ = ["Player"]


class Player(Protocol):
    """A player who decides by what he sees (`RoundState.position`) and by a round's key alone.

    So a position always brings the same answer, and a round can be played again from its seed.
    """

    @property
    def name(self) -> str:
        """What he is called."""
        ...

    def move(self, state: RoundState, player: int, key: int) -> Move:
        """Return what he does when he has drawn or panged: finish, lay a carré or discard.

        Parameters
        ----------
        state
            The round, in the phase ``act``.
        player
            Where he sits.
        key
            What his luck is made of: `~neuroanalysis.core.seeds.round_key`.
        """
        ...

    def wants(self, state: RoundState, player: int, key: int) -> frozenset[int]:
        """Return which kinds he will pang until his next turn is over, wherever it is legal.

        Asked when the cards have been dealt, and after each discard of his own.
        """
        ...

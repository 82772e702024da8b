"""What a player is to whoever plays a round out: two questions about what he sees."""

from __future__ import annotations

from typing import Protocol

from neuroanalysis.games.mhing.play import Claim, Discard, Mhing, Pass, RoundState

__all__ = ["Player"]


class Player(Protocol):
    """A player who decides by what he sees and by a round's key alone.

    He sees his hand, what is laid, the discards, and how many turns are over. So the same sight
    always brings the same answer, and a round can be played again from its seed.
    """

    @property
    def name(self) -> str:
        """What he is called."""
        ...

    def move(self, state: RoundState, player: int, key: int) -> Mhing | Discard:
        """Return what he does when he has drawn or claimed: go out or discard.

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

    def answer(self, state: RoundState, player: int, key: int) -> Claim | Pass:
        """Return what he says to the discard that lies open; the parameters are those of `move`."""
        ...

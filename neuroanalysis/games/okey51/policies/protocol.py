"""What a player is to the engines: one question about what he sees."""

from __future__ import annotations

from typing import Protocol

from neuroanalysis.games.okey51.play import Move, RoundState

__all__ = ["Player"]


class Player(Protocol):
    """A player who decides by what he sees and by a round's key alone.

    He sees his rack, the table, the discards, who has opened, and how many turns are over. So the
    same sight always brings the same answer, and a round can be played again from its seed.
    """

    @property
    def name(self) -> str:
        """What he is called."""
        ...

    def move(self, state: RoundState, player: int, key: int) -> Move:
        """Return his next move.

        Parameters
        ----------
        state
            The round, in which he is the active player.
        player
            Where he sits.
        key
            What his luck is made of: `~neuroanalysis.core.seeds.round_key`.
        """
        ...

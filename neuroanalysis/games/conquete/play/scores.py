"""What a round brings."""

from __future__ import annotations

from dataclasses import dataclass

from neuroanalysis.errors import MoveError
from neuroanalysis.games.conquete.play.state import End, Ledger, RoundState

__all__ = ["RoundResult", "result"]


@dataclass(frozen=True)
class RoundResult:
    """How a round ended.

    Parameters
    ----------
    vp
        Of each player.
    ledgers
        What each one's VP are for.
    winners
        Who has the most: one player, or several who share the win (clause 6.4).
    order
        Who placed all cards, the first first.
    end
        How it ended.
    """

    vp: tuple[int, ...]
    ledgers: tuple[Ledger, ...]
    winners: tuple[int, ...]
    order: tuple[int, ...]
    end: End


def result(state: RoundState) -> RoundResult:
    """Count the VP of a round that is over (section 6).

    Raises
    ------
    MoveError
        When it is not over.
    """
    if state.end is None:
        raise MoveError("conquete.move.not_over")
    most = max(state.vp)
    winners = tuple(player for player, vp in enumerate(state.vp) if vp == most)
    return RoundResult(state.vp, state.ledgers, winners, state.out, state.end)

"""What comes of a position before the next turn: the grid is enlarged, or the round stops."""

from __future__ import annotations

from dataclasses import replace

from neuroanalysis.games.conquete._kernels.layout import MOST_CARDS
from neuroanalysis.games.conquete.play.placing import fits_anywhere
from neuroanalysis.games.conquete.play.state import End, RoundState

__all__ = ["set_scores", "settled"]


def settled(state: RoundState) -> RoundState:
    """Return the state in which the next player is asked, or in which the round is over."""
    if len(state.holding) <= 1:
        return _over(state, "all_but_one_out")
    more = _enlargements(state)
    if more is None:
        return _over(state, "nothing_fits")
    state = replace(state, enlarged=state.enlarged + more)
    if state.passes >= len(state.holding) * state.rules.rounds_of_passes:
        return _over(state, "all_pass")
    if not state.size(state.active):
        return replace(state, active=state.next_in(state.active))
    return state


def _enlargements(state: RoundState) -> int | None:
    """Return how often the grid is enlarged; None where that helps nobody (5.5 and 5.6)."""
    if fits_anywhere(state, state.holding, state.enlarged):
        return 0
    # So often is as good as without limits: no domain has as many rows, columns or cards.
    if not fits_anywhere(state, state.holding, state.enlarged + MOST_CARDS):
        return None
    times = range(1, MOST_CARDS + 1)
    return next(n for n in times if fits_anywhere(state, state.holding, state.enlarged + n))


def _over(state: RoundState, end: End) -> RoundState:
    scores = set_scores(state)
    ledgers = tuple(
        ledger.changed(state.rules, sets=score)
        for ledger, score in zip(state.ledgers, scores, strict=True)
    )
    return replace(state, end=end, ledgers=ledgers)


def set_scores(state: RoundState) -> tuple[int, ...]:
    """Return what the connected sets of each player score (clause 6.2)."""
    less = state.rules.set_less
    return tuple(
        sum(len(one) - less for one in state.domain.sets(player + 1))
        for player in range(state.players)
    )

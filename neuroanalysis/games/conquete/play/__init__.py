"""A round of Neurotrio conquête, played by the rules: README.md, sections 5 to 7.

``moves``: what can be done. ``state``: where the cards lie, and each player's VP. ``dealing``: how
a round begins. ``placing``: what may be placed. ``ending``: what comes before the next turn: the
grid is enlarged, or the round stops. ``turns``: what may be done now and what comes of it
(`verify`, `can`, `do`). ``scores``: the VP of a round. ``transcript``: a round as text;
``reading``: such a text played again.

>>> state = deal(["Ana", "Bo", "Cem"], seed=1)
>>> len(state.domain), [state.size(player) for player in range(3)], state.phase
(1, [18, 18, 17], 'play')
>>> do(state, Pass(0)).vp
(5, 6, 5)
"""

from __future__ import annotations

from neuroanalysis.games.conquete.play.dealing import deal, start
from neuroanalysis.games.conquete.play.moves import Move, Pass, Place
from neuroanalysis.games.conquete.play.placing import (
    can_place,
    placement_of,
    placements_of,
    position_of,
)
from neuroanalysis.games.conquete.play.reading import replay
from neuroanalysis.games.conquete.play.scores import RoundResult, result
from neuroanalysis.games.conquete.play.state import ENDS, End, Ledger, RoundState
from neuroanalysis.games.conquete.play.transcript import Transcript, record, said_points
from neuroanalysis.games.conquete.play.turns import can, do, legal_moves, verify

__all__ = [
    "ENDS",
    "End",
    "Ledger",
    "Move",
    "Pass",
    "Place",
    "RoundResult",
    "RoundState",
    "Transcript",
    "can",
    "can_place",
    "deal",
    "do",
    "legal_moves",
    "placement_of",
    "placements_of",
    "position_of",
    "record",
    "replay",
    "result",
    "said_points",
    "start",
    "verify",
]

"""A round and a game of Tichu, played by the rules: README.md, sections 4 to 7.

``moves``: what can be done. ``state``: where the cards lie, and dealing. ``plays``: what a player
may lay. ``turns``: what may be done now and what comes of it (`verify`, `can`, `do`). ``listing``:
the moves to choose from. ``scores``: the points of a round, a game. ``transcript``: a round as
text; ``reading``: such a text played again.

>>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
>>> state.phase, can(state, GrandTichu(2)), can(state, Tichu(2))
('grand', True, False)
>>> state = do(state, GrandTichu(2))
>>> state.calls
(None, None, 'grand_tichu', None)
"""

from __future__ import annotations

from neuroanalysis.games.tichu.play.listing import exchanges_of, laying_moves, legal_moves
from neuroanalysis.games.tichu.play.moves import (
    Decline,
    Exchange,
    Gift,
    GrandTichu,
    Lay,
    Move,
    Pass,
    Tichu,
)
from neuroanalysis.games.tichu.play.plays import bombs_of, may_bomb, must_fulfil, plays_of
from neuroanalysis.games.tichu.play.reading import replay
from neuroanalysis.games.tichu.play.scores import TEAMS, Game, RoundResult, result, team_of
from neuroanalysis.games.tichu.play.state import (
    Call,
    Laid,
    Phase,
    RoundState,
    deal,
    partner_of,
    start,
)
from neuroanalysis.games.tichu.play.transcript import Transcript, record, said_points
from neuroanalysis.games.tichu.play.turns import can, do, verify

__all__ = [
    "TEAMS",
    "Call",
    "Decline",
    "Exchange",
    "Game",
    "Gift",
    "GrandTichu",
    "Laid",
    "Lay",
    "Move",
    "Pass",
    "Phase",
    "RoundResult",
    "RoundState",
    "Tichu",
    "Transcript",
    "bombs_of",
    "can",
    "deal",
    "do",
    "exchanges_of",
    "laying_moves",
    "legal_moves",
    "may_bomb",
    "must_fulfil",
    "partner_of",
    "plays_of",
    "record",
    "replay",
    "result",
    "said_points",
    "start",
    "team_of",
    "verify",
]

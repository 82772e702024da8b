"""A round and a game of Mhing, played by the rules: README.md, sections 4 to 6.

``moves``: what can be done. ``state``: where the cards lie, and dealing. ``winning``: what a card
can be claimed for, and what going out earns. ``turns``: what may be done now and what comes of it
(`verify`, `can`, `do`). ``listing``: the moves to choose from. ``scores``: the points of a round, a
game. ``transcript``: a round as text; ``reading``: such a text played again.

>>> state = deal(["Ana", "Bo", "Cem"], seed=30)
>>> state.phase, can(state, Draw(0)), can(state, Draw(1))
('draw', True, False)
>>> state = do(state, Draw(0))
>>> state.phase, legal_moves(state)[0]
('act', Discard(player=0, kind=1))
"""

from __future__ import annotations

from neuroanalysis.games.mhing.play.listing import claims_of, legal_moves
from neuroanalysis.games.mhing.play.moves import (
    Claim,
    Discard,
    Draw,
    Mhing,
    Move,
    Pang,
    Pass,
    Shuffle,
    Tcheu,
)
from neuroanalysis.games.mhing.play.reading import replay
from neuroanalysis.games.mhing.play.scores import Game, RoundResult, result
from neuroanalysis.games.mhing.play.state import (
    Counts36,
    Discarded,
    Phase,
    RoundState,
    deal,
    start,
)
from neuroanalysis.games.mhing.play.transcript import Transcript, record
from neuroanalysis.games.mhing.play.turns import can, do, shuffle, verify, with_card
from neuroanalysis.games.mhing.play.winning import (
    NO_WIN,
    claimed_credits,
    combinations_with,
    credits_of,
    distances,
    lay,
)

__all__ = [
    "NO_WIN",
    "Claim",
    "Counts36",
    "Discard",
    "Discarded",
    "Draw",
    "Game",
    "Mhing",
    "Move",
    "Pang",
    "Pass",
    "Phase",
    "RoundResult",
    "RoundState",
    "Shuffle",
    "Tcheu",
    "Transcript",
    "can",
    "claimed_credits",
    "claims_of",
    "combinations_with",
    "credits_of",
    "deal",
    "distances",
    "do",
    "lay",
    "legal_moves",
    "record",
    "replay",
    "result",
    "shuffle",
    "start",
    "verify",
    "with_card",
]

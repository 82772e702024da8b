"""A round and a game of Okey 51, played by the rules: README.md, sections 4 to 6.

``moves``: what can be done, with ``pairs``. ``state``: where the tiles lie, and dealing. ``turns``:
what may be done now and what comes of it (`verify`, `can`, `do`). ``charges``: what it costs whom.
``listing``: the moves to choose from. ``scores``: the points of a round, a game. ``transcript``: a
round as text; ``reading``: such a text played again.

>>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
>>> state = do(state, legal_moves(state)[-1])
>>> state.phase, can(state, Draw(1)), can(state, Draw(2))
('draw', True, False)
>>> state = do(state, Draw(1))
>>> state.phase, sum(state.racks[1])
('act', 15)
"""

from __future__ import annotations

from neuroanalysis.games.okey51.play.charges import fits
from neuroanalysis.games.okey51.play.listing import legal_moves, melds_held, pairs_held
from neuroanalysis.games.okey51.play.moves import (
    Discard,
    Draw,
    Lay,
    LayOff,
    LayPair,
    Move,
    Open,
    OpenPairs,
    Steal,
    Take,
    Use,
)
from neuroanalysis.games.okey51.play.pairs import Pair
from neuroanalysis.games.okey51.play.reading import replay
from neuroanalysis.games.okey51.play.scores import End, Game, RoundResult, result
from neuroanalysis.games.okey51.play.state import (
    Charge,
    ChargeKind,
    Discarded,
    OnTable,
    Opening,
    Phase,
    RoundState,
    deal,
    start,
)
from neuroanalysis.games.okey51.play.transcript import Transcript, record
from neuroanalysis.games.okey51.play.turns import can, do, verify

__all__ = [
    "Charge",
    "ChargeKind",
    "Discard",
    "Discarded",
    "Draw",
    "End",
    "Game",
    "Lay",
    "LayOff",
    "LayPair",
    "Move",
    "OnTable",
    "Open",
    "OpenPairs",
    "Opening",
    "Pair",
    "Phase",
    "RoundResult",
    "RoundState",
    "Steal",
    "Take",
    "Transcript",
    "Use",
    "can",
    "deal",
    "do",
    "fits",
    "legal_moves",
    "melds_held",
    "pairs_held",
    "record",
    "replay",
    "result",
    "start",
    "verify",
]

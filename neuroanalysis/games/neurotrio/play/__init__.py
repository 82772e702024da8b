"""A round and a game of Neurotrio, played by the rules: README.md, section 5, as a state machine.

``moves``: what can be done. ``state``: where the cards lie, and dealing. ``turns``: what may be
done now and what comes of it (`verify`, `can`, `do`). ``scores``: the points of a round, a game.
``transcript``: a round as text; ``reading``: such a text played again.

>>> state = deal(["Ana", "Bo"], seed=1, minimums=[18, 20])
>>> state = do(state, Draw(0))
>>> can(state, Finish(0)), can(state, Draw(0))
(False, False)
>>> state = do(state, legal_moves(state)[0])
>>> state.phase, legal_moves(state)
('pang', (Pang(player=1), Pass(player=1)))
"""

from __future__ import annotations

from neuroanalysis.core.seeds import shuffled
from neuroanalysis.games.neurotrio.play.moves import (
    Discard,
    Draw,
    Finish,
    Lay,
    Move,
    Pang,
    Pass,
    Shuffle,
)
from neuroanalysis.games.neurotrio.play.reading import replay
from neuroanalysis.games.neurotrio.play.scores import Game, RoundResult, result
from neuroanalysis.games.neurotrio.play.state import (
    Discarded,
    Phase,
    RoundState,
    deal,
    start,
)
from neuroanalysis.games.neurotrio.play.transcript import Transcript, record
from neuroanalysis.games.neurotrio.play.turns import can, do, legal_moves, shuffle, verify

__all__ = [
    "Discard",
    "Discarded",
    "Draw",
    "Finish",
    "Game",
    "Lay",
    "Move",
    "Pang",
    "Pass",
    "Phase",
    "RoundResult",
    "RoundState",
    "Shuffle",
    "Transcript",
    "can",
    "deal",
    "do",
    "legal_moves",
    "record",
    "replay",
    "result",
    "shuffle",
    "shuffled",
    "start",
    "verify",
]

"""Questions of whoever plays Tichu or chooses its rules, answered by simulated rounds.

``rounds``: a table and what comes of its rounds. ``simulate``: rounds with estimates. ``calls``:
the chance to be first out with a hand, and whether to call. ``exchanges``: which cards to give.
``cards``: what a card is worth. ``effects``: two rule sets on the same deals. ``hands``: one hand
played in several ways.
"""

from __future__ import annotations

from neuroanalysis.games.tichu.study.calls import (
    CallAdvice,
    CallResult,
    first_out,
    whether_to_call,
)
from neuroanalysis.games.tichu.study.cards import CardValues, value_of_cards
from neuroanalysis.games.tichu.study.effects import RulesEffect, compare_rules
from neuroanalysis.games.tichu.study.exchanges import ExchangeRanking, Given, rank_exchanges
from neuroanalysis.games.tichu.study.rounds import RoundRows, Table, play_rounds
from neuroanalysis.games.tichu.study.simulate import Simulation, simulate

__all__ = [
    "CallAdvice",
    "CallResult",
    "CardValues",
    "ExchangeRanking",
    "Given",
    "RoundRows",
    "RulesEffect",
    "Simulation",
    "Table",
    "compare_rules",
    "first_out",
    "play_rounds",
    "rank_exchanges",
    "simulate",
    "value_of_cards",
    "whether_to_call",
]

"""Tichu: hands parted into plays, bombs, deals and rounds.

A hand is text (``"As Ks Qs MJ Ph"``, see :mod:`.pieces`), 56 counts, or a `Position`. The rules are
a `Rules`; the clauses are in README.md beside this file.

>>> answer = evaluate("3s 4h 5d 6c 7s 7h 7d 8s 9h Tc Jd")
>>> answer.fewest_plays, answer.best.to_text()
(2, '7h-7d 3s-4h-5d-6c-7s-8s-9h-Tc-Jd')

How many of all hands hold a bomb?

>>> deal_distribution("bomb").counts[1]
294663199638

Rounds are played with :mod:`.play`, which is imported by itself; many of them with `simulate`.
"""

from __future__ import annotations

from neuroanalysis.games.tichu.analysis import (
    Beaten,
    Unseen,
    beaten,
    beaten_many,
    beaten_plays,
    deal_distribution,
    outcome_of,
    sample_deals,
)
from neuroanalysis.games.tichu.evaluation import Answers, Controls, Evaluation, Leads, Partition
from neuroanalysis.games.tichu.offer import TICHU, Advised, Calls, Tichu, TichuRuled
from neuroanalysis.games.tichu.pieces import PIECES, kind_name
from neuroanalysis.games.tichu.position import Combination, Position
from neuroanalysis.games.tichu.rules import DEFAULT_PRESET, PRESETS, Rules, preset
from neuroanalysis.games.tichu.scoring import (
    LIMIT,
    answers,
    bombs_many,
    check_answer,
    combinations,
    evaluate,
    evaluate_many,
    fewest_losing,
    fewest_plays,
    fewest_plays_many,
    loses_lead,
)
from neuroanalysis.games.tichu.study import (
    CallAdvice,
    CardValues,
    ExchangeRanking,
    RulesEffect,
    Simulation,
    compare_rules,
    first_out,
    rank_exchanges,
    simulate,
    value_of_cards,
    whether_to_call,
)

__all__ = [
    "DEFAULT_PRESET",
    "LIMIT",
    "PIECES",
    "PRESETS",
    "TICHU",
    "Advised",
    "Answers",
    "Beaten",
    "CallAdvice",
    "Calls",
    "CardValues",
    "Combination",
    "Controls",
    "Evaluation",
    "ExchangeRanking",
    "Leads",
    "Partition",
    "Position",
    "Rules",
    "RulesEffect",
    "Simulation",
    "Tichu",
    "TichuRuled",
    "Unseen",
    "answers",
    "beaten",
    "beaten_many",
    "beaten_plays",
    "bombs_many",
    "check_answer",
    "combinations",
    "compare_rules",
    "deal_distribution",
    "evaluate",
    "evaluate_many",
    "fewest_losing",
    "fewest_plays",
    "fewest_plays_many",
    "first_out",
    "kind_name",
    "loses_lead",
    "outcome_of",
    "preset",
    "rank_exchanges",
    "sample_deals",
    "simulate",
    "value_of_cards",
    "whether_to_call",
]

"""The questions that Mhing players ask, one file a subject.

``deals``: how often a deal has a property, exactly by ``classes`` and ``closed_forms``, or sampled;
``solitaire``: hands played out by a player with a stated aim; ``unmatched``: of which hands nothing
matches. ``hand``: how far a hand is from winning, which cards help, which to discard and why;
``reach``: how far from each line of credits, by ``shapes``; ``prospects``: the credits that each
useful card leads to; ``outlook``: all that of a hand between turns; ``near``: many hands at once.
``odds``: the chance to win and the points to expect within some draws, by ``search`` or played out,
kept as ``chances``; ``goals``: what comes of going for a quick hand or a rich one.
"""

from neuroanalysis.games.mhing.analysis.chances import MODELS, Line, Model, Odds
from neuroanalysis.games.mhing.analysis.deals import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.mhing.analysis.goals import Goal, Goals, choose_goal
from neuroanalysis.games.mhing.analysis.hand import (
    Discard,
    Discards,
    Distances,
    UsefulCard,
    discards,
    distances,
    useful_cards,
)
from neuroanalysis.games.mhing.analysis.odds import odds
from neuroanalysis.games.mhing.analysis.outlook import Outlook, outlook
from neuroanalysis.games.mhing.analysis.prospects import Prospect, Prospects, useful_credits
from neuroanalysis.games.mhing.analysis.reach import Reach, ReachedLine, credits_reachable
from neuroanalysis.games.mhing.analysis.solitaire import AIMS, Aim

__all__ = [
    "AIMS",
    "MODELS",
    "Aim",
    "Discard",
    "Discards",
    "Distances",
    "Goal",
    "Goals",
    "Line",
    "Model",
    "Odds",
    "Outlook",
    "Prospect",
    "Prospects",
    "Reach",
    "ReachedLine",
    "UsefulCard",
    "choose_goal",
    "credits_reachable",
    "deal_distribution",
    "discards",
    "distances",
    "odds",
    "outcome_of",
    "outlook",
    "questions",
    "sample_deals",
    "useful_cards",
    "useful_credits",
]

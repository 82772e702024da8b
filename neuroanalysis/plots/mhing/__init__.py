"""Drawings of Mhing cards, hands, readings and results."""

from neuroanalysis.plots.mhing.analysis import (
    discards_html,
    distances_html,
    reach_html,
    useful_html,
)
from neuroanalysis.plots.mhing.cards import (
    Card,
    CardGroup,
    card_svg,
    cards_html,
    cards_of,
    group_cards,
    hand_html,
)
from neuroanalysis.plots.mhing.evaluation import (
    credits_html,
    evaluation_html,
    headline_html,
    position_html,
    reading_html,
    verdict,
)
from neuroanalysis.plots.mhing.odds import goals_html, odds_html

__all__ = [
    "Card",
    "CardGroup",
    "card_svg",
    "cards_html",
    "cards_of",
    "credits_html",
    "discards_html",
    "distances_html",
    "evaluation_html",
    "goals_html",
    "group_cards",
    "hand_html",
    "headline_html",
    "odds_html",
    "position_html",
    "reach_html",
    "reading_html",
    "useful_html",
    "verdict",
]

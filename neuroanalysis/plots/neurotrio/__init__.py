"""Drawings of Neurotrio cards, hands and results."""

from neuroanalysis.plots.neurotrio.analysis import (
    advice_html,
    advised_html,
    discards_html,
    useful_html,
)
from neuroanalysis.plots.neurotrio.cards import CardGroup, card_svg, hand_html, kinds_of
from neuroanalysis.plots.neurotrio.evaluation import (
    account_html,
    evaluation_html,
    grouping_html,
    groups_html,
    headline_html,
    position_html,
)
from neuroanalysis.plots.neurotrio.words import verdict

__all__ = [
    "CardGroup",
    "account_html",
    "advice_html",
    "advised_html",
    "card_svg",
    "discards_html",
    "evaluation_html",
    "grouping_html",
    "groups_html",
    "hand_html",
    "headline_html",
    "kinds_of",
    "position_html",
    "useful_html",
    "verdict",
]

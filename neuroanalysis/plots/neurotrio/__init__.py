"""Drawings of Neurotrio cards, hands and results."""

from neuroanalysis.plots.neurotrio.analysis import (
    advice_html,
    advised_html,
    discards_html,
    useful_html,
)
from neuroanalysis.plots.neurotrio.deck import deck_pages
from neuroanalysis.plots.neurotrio.evaluation import (
    account_html,
    evaluation_html,
    grouping_html,
    groups_html,
    headline_html,
    position_html,
)
from neuroanalysis.plots.neurotrio.odds import (
    curves_html,
    moves_html,
    odds_headline,
    odds_html,
    outcomes_html,
)
from neuroanalysis.plots.neurotrio.reasons import move_name, why_words
from neuroanalysis.plots.neurotrio.score_sheet import score_page
from neuroanalysis.plots.neurotrio.words import verdict
from neuroanalysis.plots.neurotrio_deck import CardGroup, card_svg, hand_html, kinds_of

__all__ = [
    "CardGroup",
    "account_html",
    "advice_html",
    "advised_html",
    "card_svg",
    "curves_html",
    "deck_pages",
    "discards_html",
    "evaluation_html",
    "grouping_html",
    "groups_html",
    "hand_html",
    "headline_html",
    "kinds_of",
    "move_name",
    "moves_html",
    "odds_headline",
    "odds_html",
    "outcomes_html",
    "position_html",
    "score_page",
    "useful_html",
    "verdict",
    "why_words",
]

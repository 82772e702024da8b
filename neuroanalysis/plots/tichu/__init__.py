"""Drawings of Tichu cards, hands, plays and results."""

from neuroanalysis.plots.tichu.beaten import beaten_html, beaten_table
from neuroanalysis.plots.tichu.calls import (
    advice_words,
    calls_html,
    exchanges_html,
    values_html,
)
from neuroanalysis.plots.tichu.cards import (
    Card,
    CardGroup,
    card_svg,
    cards_html,
    cards_of,
    hand_html,
    play_cards,
    play_html,
)
from neuroanalysis.plots.tichu.evaluation import (
    answers_html,
    bombs_html,
    contents_html,
    controls_html,
    evaluation_html,
    headline_html,
    leads_html,
    partition_html,
    position_html,
    verdict,
)

__all__ = [
    "Card",
    "CardGroup",
    "advice_words",
    "answers_html",
    "beaten_html",
    "beaten_table",
    "bombs_html",
    "calls_html",
    "card_svg",
    "cards_html",
    "cards_of",
    "contents_html",
    "controls_html",
    "evaluation_html",
    "exchanges_html",
    "hand_html",
    "headline_html",
    "leads_html",
    "partition_html",
    "play_cards",
    "play_html",
    "position_html",
    "values_html",
    "verdict",
]

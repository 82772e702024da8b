"""Drawings of Neurotrio cards and hands."""

from neuroanalysis.plots.neurotrio.cards import (
    CardGroup,
    card_name,
    card_svg,
    hand_html,
    kinds_of,
)

__all__ = ["CardGroup", "card_name", "card_svg", "hand_html", "kinds_of"]

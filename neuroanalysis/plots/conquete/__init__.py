"""Drawings of Neurotrio conquête: the domain, placements, plans, cells, and their chances."""

from neuroanalysis.plots.conquete.cells import cell_html, cell_table_html, kinds_html, points
from neuroanalysis.plots.conquete.domain import Mark, domain_html, domain_words
from neuroanalysis.plots.conquete.evaluation import (
    best_marks,
    evaluation_html,
    headline_html,
    placement_marks,
    placements_html,
    plan_html,
    position_html,
    reasons_html,
    verdict,
)
from neuroanalysis.plots.conquete.outlook import cell_marks, chances_html, outlook_html
from neuroanalysis.plots.conquete.players import badge_html, player_name

__all__ = [
    "Mark",
    "badge_html",
    "best_marks",
    "cell_html",
    "cell_marks",
    "cell_table_html",
    "chances_html",
    "domain_html",
    "domain_words",
    "evaluation_html",
    "headline_html",
    "kinds_html",
    "outlook_html",
    "placement_marks",
    "placements_html",
    "plan_html",
    "player_name",
    "points",
    "position_html",
    "reasons_html",
    "verdict",
]

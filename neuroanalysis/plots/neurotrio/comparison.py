"""Two rule sets beside each other, drawn: what differs, and what deals are worth under each."""

from __future__ import annotations

from html import escape
from typing import Final

from neuroanalysis.games.neurotrio.study.compare import DealComparison
from neuroanalysis.plots.columns import columns_svg
from neuroanalysis.plots.markup import block, heading
from neuroanalysis.texts import text

__all__ = ["comparison_html"]

_TEXTS: Final = "plots.comparison"


def comparison_html(found: DealComparison) -> str:
    """Draw the distributions before and after a change, under what is said of it.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio import Rules
    >>> from neuroanalysis.games.neurotrio.study.compare import compare_deals
    >>> "<svg" in comparison_html(compare_deals(Rules(), Rules(trio_points=3)))
    True
    """
    said = "".join(f"<div>{escape(line) or '&nbsp;'}</div>" for line in str(found).splitlines())
    beside = text(f"{_TEXTS}.columns")
    drawn = []
    for of, pair in found.worth.items():
        worth = [
            one.given(lambda outcome: outcome != "none") for one in pair if len(one.counts) > 1
        ]
        if len(worth) == 2:
            title = text(f"{_TEXTS}.{of}")
            drawn.append(heading(title, beside) + columns_svg(worth, label=title))
    title = text(f"{_TEXTS}.title")
    return block(heading(title) + said, *drawn, label=title)

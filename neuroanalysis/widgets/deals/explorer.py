"""The deal explorer of Neurotrio."""

from __future__ import annotations

import traitlets

from neuroanalysis.core.distribution import Distribution
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.games.neurotrio import Rules, deal_distribution
from neuroanalysis.widgets.deals.base import USUAL_SAMPLES, DealBase
from neuroanalysis.widgets.deals.game import Asked
from neuroanalysis.widgets.deals.neurotrio import NeurotrioDeals

__all__ = ["DealExplorer"]


class DealExplorer(DealBase[Rules]):
    """Choose what is asked of a random deal, and read how often it is so.

    Parameters
    ----------
    of, cards, rules
        What to begin with; see `deal_distribution`.
    hand
        A hand whose rarity is told; none by default.
    samples, seed
        Random hands drawn over the exact count (0 for none), and their seed.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    of, cards, rules, samples, seed, hand
        As above. May be assigned.
    comparing
        Whether other readings of the rules are shown beside those in force.
    log
        Whether each step upwards in the chart is ten times as much.
    answer, found
        What was found last: about all deals, and about the hand; None before. Set in a thread.
    picker
        The cards of the hand.

    Raises
    ------
    NeuroanalysisError
        For a question or a hand that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = DealExplorer("duos", cards=2, samples=0)
    >>> explorer.wait()
    True
    >>> explorer.answer.exact.counts[1]
    162
    """

    game = NeurotrioDeals()
    rules = traitlets.Instance(Rules)

    def __init__(
        self,
        of: str = "value",
        cards: int | None = None,
        *,
        rules: Rules | None = None,
        hand: str = "",
        samples: int = USUAL_SAMPLES,
        seed: int = 1,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        super().__init__(
            of,
            cards,
            rules or Rules(),
            hand=hand,
            samples=samples,
            seed=seed,
            lang=lang,
            lesson=lesson,
        )

    def _exact(self, asked: Asked[Rules], progress: Progress, cancel: Cancel) -> Distribution:
        return deal_distribution(
            asked.of, asked.cards, asked.rules, progress=progress, cancel=cancel
        )

"""The deal explorer of Mhing: how near a hand is to winning, and how rare a hand is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import traitlets

from neuroanalysis.core.contract import DealsOffer
from neuroanalysis.errors import CardError
from neuroanalysis.games.mhing import MHING
from neuroanalysis.games.mhing.analysis.deals import EXACT_QUESTIONS
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.texts import text
from neuroanalysis.widgets.deals.base import USUAL_SAMPLES, DealBase
from neuroanalysis.widgets.deals.game import Asked, Held, Vectors
from neuroanalysis.widgets.deals.options import OptionDeals
from neuroanalysis.widgets.mhing_cards import (
    OPTIONS,
    card_game,
    changed_rules,
    gone_cards,
    option_fields,
    option_name,
    write_cards,
)
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.selection import Selection

__all__ = ["DealExplorer", "MhingDeals"]


class MhingDeals(OptionDeals[Rules]):
    """Mhing, as :class:`neuroanalysis.widgets.deals.game.DealGame` says.

    Examples
    --------
    >>> MhingDeals().compared("jokers")
    ('joker_in_nothing_matches',)
    """

    words = "deals.mhing"

    def offer(self, rules: Rules) -> DealsOffer:
        """Return what the game says about deals under rules."""
        return MHING.under(rules.to_mapping())

    def fields(self, rules: Rules) -> tuple[Sequence[str], Sequence[str]]:
        """Return the options that change what a hand is worth."""
        return [], option_fields(rules)

    def changed_rules(self, rules: Rules, do: str, value: str) -> Rules | None:
        """Return the rules after a request of one of the fields; None for other requests."""
        return changed_rules(rules, do, value)

    def compared(self, of: str) -> Sequence[str]:
        """Return what a joker may stand for; of what a hand wins also what that is worth."""
        return OPTIONS[:1] if of in EXACT_QUESTIONS else OPTIONS

    def option(self, name: str) -> str:
        """Say an option."""
        return option_name(name)

    def read(self, hand: str, asked: Asked[Rules]) -> Held[Rules]:
        """Read a hand, of which nothing is laid but flowers."""
        position = Position.of(hand, rules=asked.rules)
        if position.laid:
            question = text("mhing.deals.hand")
            raise CardError("mhing.deals.laid", n=len(position.laid), question=question)
        return Held(position.cards, position.rules, {"hand": position.counts.tolist()})

    def write(self, picked: Selection, asked: Asked[Rules]) -> str:
        """Write the cards that are picked."""
        del asked
        return write_cards(picked)

    def picker(
        self,
        asked: Asked[Rules],
        picked: Vectors,
        random: np.random.Generator,
        parse: Callable[[str], Vectors],
    ) -> PickerGame:
        """Return what the picker has to be told; flowers are laid and replaced."""
        del picked
        game = card_game(asked.rules, laid=(), random=random, parse=parse)

        def words() -> dict[str, str]:
            return {**game.words(), "label": text(f"{self.words}.picker")}

        return replace(game, deal_sizes=(asked.cards,), roles=game.roles[:1], words=words)

    def gone(self, gone: Sequence[int]) -> str:
        """Say which cards a change of rules took away."""
        return gone_cards(gone)


class DealExplorer(DealBase[Rules]):
    """Choose what is asked of a random hand, and read how often it is so.

    Parameters
    ----------
    of, cards, rules
        What to begin with; see `deal_distribution` and `sample_deals`. What a hand
        wins at last is only sampled.
    hand
        A hand whose rarity is told; none by default.
    samples, seed
        Random hands (0 for none, where a question is counted exactly), and their seed.
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
        Whether options of the rules are shown beside those in force.
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
    >>> explorer = DealExplorer("jokers", samples=0)
    >>> explorer.wait(), float(explorer.answer.exact.probability(0))
    (True, 0.5559755557891295)
    """

    game = MhingDeals()
    rules = traitlets.Instance(Rules)

    def __init__(
        self,
        of: str = "distance",
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

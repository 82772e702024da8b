"""The deal explorer of Tichu: how rare bombs are, and how rare a hand is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import traitlets

from neuroanalysis.core.contract import DealsOffer
from neuroanalysis.games.tichu import TICHU
from neuroanalysis.games.tichu.pieces import PIECES
from neuroanalysis.games.tichu.position import Position
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.deals.base import USUAL_SAMPLES, DealBase
from neuroanalysis.widgets.deals.game import Asked, Held, Vectors
from neuroanalysis.widgets.deals.options import OptionDeals
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.selection import Selection
from neuroanalysis.widgets.tichu_cards import (
    card_game,
    changed_rules,
    option_name,
    write_cards,
)

__all__ = ["DealExplorer", "TichuDeals"]

# What is in a hand depends on these options alone; only the plays that it parts into on the second.
_OPTIONS: Final = ("mah_jong_in_straight_flush", "phoenix_full_house_from_quad")


class TichuDeals(OptionDeals[Rules]):
    """Tichu, as :class:`neuroanalysis.widgets.deals.game.DealGame` says.

    Examples
    --------
    >>> TichuDeals().compared("bomb"), len(TichuDeals().compared("fewest_plays"))
    (('mah_jong_in_straight_flush',), 2)
    """

    words = "deals.tichu"

    def offer(self, rules: Rules) -> DealsOffer:
        """Return what the game says about deals under rules."""
        return TICHU.under(rules.to_mapping())

    def fields(self, rules: Rules) -> tuple[Sequence[str], Sequence[str]]:
        """Return the options that say what a combination is."""
        options = [
            controls.checkbox(option_name(name), name, getattr(rules, name)) for name in _OPTIONS
        ]
        return [], options

    def changed_rules(self, rules: Rules, do: str, value: str) -> Rules | None:
        """Return the rules after a request of one of the fields; None for other requests."""
        return changed_rules(rules, do, value)

    def compared(self, of: str) -> Sequence[str]:
        """Return the options that say what a combination is."""
        return _OPTIONS if of == "fewest_plays" else _OPTIONS[:1]

    def option(self, name: str) -> str:
        """Say an option."""
        return option_name(name)

    def read(self, hand: str, asked: Asked[Rules]) -> Held[Rules]:
        """Read a hand."""
        position = Position.of(hand, rules=asked.rules)
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
        """Return what the picker has to be told."""
        del picked
        game = card_game(asked.rules, random=random, parse=parse)

        def words() -> dict[str, str]:
            return {**game.words(), "label": text(f"{self.words}.picker")}

        return replace(game, deal_sizes=(asked.cards,), roles=game.roles[:1], words=words)

    def gone(self, gone: Sequence[int]) -> str:
        """Say which cards are gone; no rules take any away, as each is there once."""
        return PIECES.format(gone)


class DealExplorer(DealBase[Rules]):
    """Choose what is asked of a random hand, and read how often it is so.

    Parameters
    ----------
    of, cards, rules
        What to begin with; see `deal_distribution` and `sample_deals`. The fewest
        plays are only sampled.
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
    >>> explorer = DealExplorer("bomb", 8, samples=0)
    >>> explorer.wait(), explorer.answer.exact.probability(1)
    (True, Fraction(36151, 12140975))
    """

    game = TichuDeals()
    rules = traitlets.Instance(Rules)

    def __init__(
        self,
        of: str = "bomb",
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

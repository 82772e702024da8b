"""What the deal explorer of Neurotrio asks, shows to pick, and says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from neuroanalysis.core.contract import DealsOffer
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio import NEUROTRIO, Position, Rules
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.texts import text
from neuroanalysis.widgets.deals.game import Asked, Held, Vectors
from neuroanalysis.widgets.deals.options import OptionDeals
from neuroanalysis.widgets.neurotrio_cards import (
    OPEN_POINTS,
    SCOPES,
    card_game,
    changed_rules,
    gone_cards,
    open_point_fields,
    option_name,
    preset_field,
    preset_name,
)
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.selection import Selection

__all__ = ["NeurotrioDeals"]


class NeurotrioDeals(OptionDeals[Rules]):
    """Neurotrio, as :class:`neuroanalysis.widgets.deals.game.DealGame` says.

    Examples
    --------
    >>> points = NeurotrioDeals().readings(Asked("value", 13, Rules()))
    >>> [(point, getattr(rules, point)) for point, rules in points]
    [('distinct_scope', 'grouped'), ('repeat_bonuses', True), ('one_duo', True)]
    """

    words = "deals"

    def offer(self, rules: Rules) -> DealsOffer:
        """Return what the game says about deals under rules."""
        return NEUROTRIO.under(rules.to_mapping())

    def question(self, of: str) -> str:
        """Say a question in words."""
        if of.startswith("bonus:"):
            return text("deals.of.bonus", code=of.removeprefix("bonus:"))
        return text(f"deals.of.{of.replace(',', '_')}")

    def title(self, asked: Asked[Rules]) -> str:
        """Say a question, of how many cards, and under which rules.

        Examples
        --------
        >>> NeurotrioDeals().title(Asked("duos", 2, Rules(one_duo=True)))
        'Kinds held exactly twice · cards dealt: 2 · ... · one_duo=true'
        """
        return super().title(asked)

    def logarithmic(self, of: str) -> bool:
        """Return whether outcomes are rare: the totals of hands that finish are."""
        return of == "finish"

    def fields(self, rules: Rules) -> tuple[Sequence[str], Sequence[str]]:
        """Return the presets, and the points that the source leaves open."""
        return [preset_field(rules)], open_point_fields(rules)

    def changed_rules(self, rules: Rules, do: str, value: str) -> Rules | None:
        """Return the rules after a request of one of the fields; None for other requests."""
        return changed_rules(rules, do, value)

    def preset(self, name: str) -> str:
        """Say a preset."""
        return preset_name(name)

    def compared(self, of: str) -> Sequence[str]:
        """Return the points that the source leaves open; each is read the other way."""
        del of
        return OPEN_POINTS

    def option(self, name: str) -> str:
        """Say an open point."""
        return option_name(name)

    def values(self, name: str) -> Sequence[object]:
        """Return the ways to read an open point."""
        return SCOPES if name == "distinct_scope" else super().values(name)

    def value(self, value: object) -> str:
        """Say among which cards distinct ones are counted."""
        return option_name(str(value))

    def read(self, hand: str, asked: Asked[Rules]) -> Held[Rules]:
        """Read a hand, which has no carré laid yet."""
        position = Position.of(hand, rules=asked.rules)
        if any(position.laid):
            raise InputError("input.laid")
        return Held(position.cards, position.rules, {"hand": position.counts.tolist()})

    def write(self, picked: Selection, asked: Asked[Rules]) -> str:
        """Write the cards that are picked."""
        del asked
        return PIECES.format(picked["hand"])

    def picker(
        self,
        asked: Asked[Rules],
        picked: Vectors,
        random: np.random.Generator,
        parse: Callable[[str], Vectors],
    ) -> PickerGame:
        """Return what the picker has to be told."""
        del picked
        return card_game(
            asked.rules,
            random=random,
            deal_sizes=(asked.cards,),
            parse=parse,
            words=lambda: {"label": text("deals.picker")},
        )

    def gone(self, gone: Sequence[int]) -> str:
        """Say which cards a change of rules took away, and how they come back."""
        return gone_cards(gone)

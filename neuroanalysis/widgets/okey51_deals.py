"""The deal explorer of Okey 51: how often a rack opens, and how rare a rack is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import traitlets

from neuroanalysis.core.contract import DealsOffer
from neuroanalysis.core.hands import deal_hands
from neuroanalysis.games.okey51 import OKEY51
from neuroanalysis.games.okey51.pieces import (
    COPIES,
    IDENTITIES,
    TILES,
    indicator_of,
    okey_of,
)
from neuroanalysis.games.okey51.position import Position, checked_threshold
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.texts import text
from neuroanalysis.widgets.deals.base import USUAL_SAMPLES, DealBase
from neuroanalysis.widgets.deals.game import Asked, Held, Vectors
from neuroanalysis.widgets.deals.options import OptionDeals
from neuroanalysis.widgets.okey51_tiles import (
    FAKES,
    ONES,
    OPTIONS,
    changed_rules,
    gone_tiles,
    option_fields,
    option_name,
    preset_field,
    threshold_field,
    tile_game,
    write_tiles,
)
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.selection import Selection

__all__ = ["DealExplorer", "Okey51Deals"]

_VALUES: Final = {"one_after_13": ONES, "fake_okey_value": FAKES}


class Okey51Deals(OptionDeals[Rules]):
    """Okey 51, as :class:`neuroanalysis.widgets.deals.game.DealGame` says.

    Examples
    --------
    >>> readings = Okey51Deals().readings(Asked("opening", 14, Rules()))
    >>> [(name, getattr(rules, name)) for name, rules in readings]
    [('wrap_13_1', False), ('one_after_13', 14), ('fake_okey_value', 'indicator'), ...]
    """

    words = "deals.okey51"

    def offer(self, rules: Rules) -> DealsOffer:
        """Return what the game says about deals under rules."""
        return OKEY51.under(rules.to_mapping())

    def fields(self, rules: Rules) -> tuple[Sequence[str], Sequence[str]]:
        """Return the presets and the threshold, and options of what melds are worth."""
        return [preset_field(rules), threshold_field(rules.threshold)], option_fields(rules)

    def changed_rules(self, rules: Rules, do: str, value: str) -> Rules | None:
        """Return the rules after a request of one of the fields; None for other requests."""
        if do == "threshold":
            return Rules.from_mapping({do: checked_threshold(value)}, rules)
        return changed_rules(rules, do, value)

    def preset(self, name: str) -> str:
        """Say a preset."""
        return text(f"widgets.okey51.preset.{name}")

    def compared(self, of: str) -> Sequence[str]:
        """Return all options that change what a rack is worth."""
        del of
        return OPTIONS

    def option(self, name: str) -> str:
        """Say an option."""
        return option_name(name)

    def values(self, name: str) -> Sequence[object]:
        """Return the values that an option is compared at."""
        return _VALUES.get(name) or super().values(name)

    def value(self, value: object) -> str:
        """Say what a 1 is worth, or what a fake okey counts as."""
        if isinstance(value, int):
            return text("widgets.okey51.options.points", n=value)
        return option_name(str(value))

    def read(self, hand: str, asked: Asked[Rules]) -> Held[Rules]:
        """Read a rack, which names its okey or the indicator."""
        position = Position.of(hand, rules=asked.rules)
        turned = [0] * TILES
        turned[indicator_of(position.okey)] = 1
        picked = {"hand": position.counts.tolist(), "turned": turned}
        return Held(position.tiles, position.rules, picked)

    def write(self, picked: Selection, asked: Asked[Rules]) -> str:
        """Write the tiles and the indicator that are picked; nothing before that is turned."""
        del asked
        return write_tiles(picked) if any(picked["turned"]) else ""

    def lacking(self, picked: Selection, asked: Asked[Rules]) -> str:
        """Say that an indicator has to be turned."""
        del asked
        lacks = any(picked["hand"]) and not any(picked["turned"])
        return text("widgets.okey51.no_indicator") if lacks else ""

    def picker(
        self,
        asked: Asked[Rules],
        picked: Vectors,
        random: np.random.Generator,
        parse: Callable[[str], Vectors],
    ) -> PickerGame:
        """Return what the picker has to be told; racks are dealt with an indicator."""
        rules = asked.rules
        game = tile_game(rules, okey=_okey_turned(picked), melds=(), random=random, parse=parse)
        hand, turned, *_ = game.roles

        def deal(size: int) -> Vectors:
            indicator = int(random.integers(IDENTITIES))
            left = [COPIES] * TILES
            left[indicator] -= rules.first_player_indicator_removed
            one = [int(kind == indicator) for kind in range(TILES)]
            return {"hand": deal_hands(1, size, left, random)[0].tolist(), "turned": one}

        def words() -> dict[str, str]:
            return {**game.words(), "label": text(f"{self.words}.picker")}

        return replace(
            game,
            deal=deal,
            deal_sizes=(asked.cards,) if asked.cards <= rules.hand_size + 1 else (),
            roles=(hand, turned),
            words=words,
        )

    def looks(self, asked: Asked[Rules], picked: Vectors) -> object:
        """Return what is wild, and what a fake okey counts as."""
        return _okey_turned(picked), asked.rules.fake_okey_value

    def gone(self, gone: Sequence[int]) -> str:
        """Say which tiles a change of rules took away, and how they come back."""
        return gone_tiles(gone)


def _okey_turned(picked: Vectors) -> int | None:
    turned = next((kind for kind, n in enumerate(picked.get("turned", ())) if n), None)
    return None if turned is None or turned >= IDENTITIES else okey_of(turned)


class DealExplorer(DealBase[Rules]):
    """Choose what is asked of a random rack, and read how often it is so.

    Parameters
    ----------
    of, cards, rules
        What to begin with; see `deal_distribution` and `sample_deals`. What melds are worth is only
        sampled.
    hand
        A rack whose rarity is told, with its okey or indicator; none by default.
    samples, seed
        Random racks (0 for none, where a question is counted exactly), and their seed.
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
        What was found last: about all deals, and about the rack; None before. Set in a thread.
    picker
        The tiles of the rack, and the indicator.

    Raises
    ------
    NeuroanalysisError
        For a question or a rack that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = DealExplorer("okeys", samples=0)
    >>> explorer.wait(), explorer.answer.exact.probability(2)
    (True, Fraction(1, 60))
    """

    game = Okey51Deals()
    rules = traitlets.Instance(Rules)

    def __init__(
        self,
        of: str = "pairs",
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

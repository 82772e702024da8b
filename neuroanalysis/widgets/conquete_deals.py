"""The deal explorer of Neurotrio conquête: how often cards go together, and how rare some are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import traitlets

from neuroanalysis.core.contract import DealsOffer
from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete import CONQUETE
from neuroanalysis.games.conquete.pieces import KINDS, PIECES
from neuroanalysis.games.conquete.position import Domain, Position
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.conquete_cards import CHOSEN, card_game, option_name
from neuroanalysis.widgets.deals.base import USUAL_SAMPLES, DealBase
from neuroanalysis.widgets.deals.game import Asked, Held, Vectors
from neuroanalysis.widgets.deals.options import OptionDeals
from neuroanalysis.widgets.numbers import typed_number
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.selection import Role, Selection

__all__ = ["ConqueteDeals", "DealExplorer"]

# Which cards are compatible, and where they may go: no other option changes an answer about deals
# but the points of a placement.
_OPTIONS: Final = ("shared_attributes", "needed", "copies")
_PLACED: Final = ("fit", "vp")
_AGAINST: Final = "compatible"
_START: Final = "domain 0,0"


class ConqueteDeals(OptionDeals[Rules]):
    """Neurotrio conquête, as :class:`neuroanalysis.widgets.deals.game.DealGame` says.

    A card apart from the hand is the one that is placed, or the start card.

    Examples
    --------
    >>> held = ConqueteDeals().read("2ev 1ev 3ev", Asked("vp", 3, Rules()))
    >>> held.cards, sum(held.picked["hand"]), sum(held.picked["turned"])
    (3, 2, 1)
    """

    words = "deals.conquete"

    def offer(self, rules: Rules) -> DealsOffer:
        """Return what the game says about deals under rules."""
        return CONQUETE.under(rules.to_mapping())

    def fields(self, rules: Rules) -> tuple[Sequence[str], Sequence[str]]:
        """Return the options that say which cards are compatible, and where they may go."""
        fields = []
        for name in _OPTIONS:
            shown = option_name(name)
            value, limits = getattr(rules, name), rules.ranges[name]
            fields.append(controls.number(shown, name, value, *limits, shown=shown))
        return [], fields

    def changed_rules(self, rules: Rules, do: str, value: str) -> Rules | None:
        """Return the rules after a request of one of the fields; None for other requests."""
        if do not in _OPTIONS:
            return None
        return Rules.from_mapping(
            {do: typed_number(value, option_name(do), *rules.ranges[do])}, rules
        )

    def compared(self, of: str) -> Sequence[str]:
        """Return the options that say which cards are compatible, and where they may go."""
        del of
        return _OPTIONS[:2]

    def option(self, name: str) -> str:
        """Say an option."""
        return option_name(name)

    def values(self, name: str) -> Sequence[object]:
        """Return the values that an option can have."""
        low, high = Rules.ranges[name]
        return range(low, high + 1)

    def value(self, value: object) -> str:
        """Say a number."""
        return text("deals.conquete.value", value=value)

    def read(self, hand: str, asked: Asked[Rules]) -> Held[Rules]:
        """Read cards; the one apart stands first, or is the start card that a domain names."""
        offer = self.offer(asked.rules)
        cards = offer.hand_size(hand)
        parts = Position.parts(hand)
        kinds = PIECES.in_order(parts.get("hand", ""), asked.rules.copies)
        apart = [0] * KINDS
        if asked.of == _AGAINST and "domain" not in parts:
            raise InputError("conquete.deals.start_wanted", of=asked.of)
        if asked.of != _AGAINST and "domain" in parts:
            raise InputError("conquete.deals.start_unwanted", of=asked.of)
        if asked.of == _AGAINST:
            (start,) = Domain.of(parts["domain"])
            apart[start.kind] = 1
        elif asked.of in _PLACED and kinds:
            apart[kinds[0]], kinds = 1, kinds[1:]
        counts = [kinds.count(kind) for kind in range(KINDS)]
        picked = {"hand": counts}
        if asked.of in (_AGAINST, *_PLACED):
            picked[CHOSEN] = apart
        return Held(cards, asked.rules, picked)

    def write(self, picked: Selection, asked: Asked[Rules]) -> str:
        """Write the cards, and the one apart as `read` wants it; nothing before that is picked."""
        hand, apart = PIECES.format(picked["hand"]), picked.get(CHOSEN)
        if apart is None:
            return hand
        if not any(apart) or not hand:
            return ""
        one = PIECES.format(apart)
        return f"{hand} | {_START} {one}" if asked.of == _AGAINST else f"{one} {hand}"

    def lacking(self, picked: Selection, asked: Asked[Rules]) -> str:
        """Say that the card apart from the others has to be picked too."""
        if not any(picked["hand"]) or any(picked.get(CHOSEN, (1,))):
            return ""
        return text(f"{self.words}.{self._apart(asked.of)}_first")

    def picker(
        self,
        asked: Asked[Rules],
        picked: Vectors,
        random: np.random.Generator,
        parse: Callable[[str], Vectors],
    ) -> PickerGame:
        """Return what the picker has to be told."""
        del picked
        apart = asked.of in (_AGAINST, *_PLACED)
        beside = int(asked.of == _AGAINST)

        def deal(size: int) -> Vectors:
            deck = np.repeat(np.arange(KINDS), asked.rules.copies)
            dealt = random.permutation(deck)[: size + beside].tolist()
            first, others = (dealt[:1], dealt[1:]) if apart else ([], dealt)
            vectors = {"hand": [others.count(kind) for kind in range(KINDS)]}
            if apart:
                vectors[CHOSEN] = [first.count(kind) for kind in range(KINDS)]
            return vectors

        game = card_game(asked.rules, None, deal=deal, parse=parse)

        def words() -> dict[str, str]:
            said = {"label": text(f"{self.words}.picker")}
            said["hand"], said["hand_hint"] = (
                text(f"{self.words}.{name}") for name in ("role", "role_hint")
            )
            for name in ("deal_hint", "text", "placeholder"):
                said[name] = text(f"{self.words}.{name}")
            if apart:
                name = self._apart(asked.of)
                said[CHOSEN] = text(f"{self.words}.{name}")
                said[f"{CHOSEN}_hint"] = text(f"{self.words}.{name}_hint")
            return {**game.words(), **said}

        roles = (Role("hand"), Role(CHOSEN, most=1, replaces=True))
        return replace(
            game, deal_sizes=(asked.cards,), roles=roles if apart else roles[:1], words=words
        )

    def gone(self, gone: Sequence[int]) -> str:
        """Say which cards a change of rules took away, and how they come back."""
        return text("widgets.neurotrio.fewer", cards=PIECES.format(gone))

    def _apart(self, of: str) -> str:
        return "start" if of == _AGAINST else "placed"


class DealExplorer(DealBase[Rules]):
    """Choose what is asked of random cards and read how often it is so.

    Parameters
    ----------
    of, cards, rules
        What to begin with; see `deal_distribution` and `sample_deals`.
    hand
        Cards whose rarity is told; none by default. Where one is placed between others, it stands
        first; the start card that a hand is held against is its domain.
    samples, seed
        Random deals drawn over the exact count (0 for none), and their seed.
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
        The cards, and the one that stands apart.

    Raises
    ------
    NeuroanalysisError
        For a question or a hand that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = DealExplorer("fit", 5, samples=0)
    >>> explorer.wait(), explorer.answer.exact.probability(1)
    (True, Fraction(1123, 4505))
    """

    game = ConqueteDeals()
    rules = traitlets.Instance(Rules)

    def __init__(
        self,
        of: str = "compatible",
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

"""The rule set of Tichu: every number and option, validated.

The clauses are in README.md beside this file; what each field means is said there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.rule_sets import OptionRules
from neuroanalysis.games.tichu._kernels import layout
from neuroanalysis.games.tichu._kernels.layout import RuleArrays
from neuroanalysis.games.tichu.pieces import CARDS, DRAGON, LOWEST, PHOENIX, RANKS, SUITS

__all__ = ["DEFAULT_PRESET", "GAME", "PLAYERS", "PRESETS", "WISHES", "Rules", "preset"]

GAME: Final = "tichu"
PLAYERS: Final = 4
WISHES: Final = ("off", "optional", "mandatory")
"""What the player of Mah Jong may wish, in the order of the kernels."""

_LEADS: Final = ("next", "partner")


@dataclass(frozen=True)
class Rules(OptionRules):
    """A rule set; the defaults are the game of the source and the published rules.

    Every value is validated on construction, so a `Rules` is always one that can be played.

    Parameters
    ----------
    first_cards
        Cards seen before Grand Tichu; then the others of the 14 are dealt.
    pairs_in_sequence, cards_in_straight
        The least length of each; a straight flush is as long as a straight at least.
    mah_jong_in_straight_flush
        Whether Mah Jong may be the 1 of a straight flush of any suit.
    phoenix_full_house_from_quad
        Whether four of a rank and the Phoenix are a full house.
    wish
        Whether the player of Mah Jong may (``"optional"``), must (``"mandatory"``) or must not
        (``"off"``) wish for a rank.
    tichu_before_exchange
        Whether Tichu may be called before cards are exchanged too.
    bomb_own_trick
        Whether a player may bomb his own play.
    both_partners_may_call
        Whether both partners may call in one round.
    dragon_gift_last_trick
        Whether the Dragon's trick is given away when it is the last one too.
    lead_passes_when_out
        Who leads for a player who is out: ``"next"`` in turn order, or his ``"partner"`` first.
    tichu_points, grand_tichu_points, double_win_points, target
        What a call wins or loses, what a double win scores, and where a game ends.
    five_points, ten_points, king_points, dragon_points, phoenix_points
        What cards count in won tricks.

    Raises
    ------
    RulesError
        For a value out of range; the field is named.

    Examples
    --------
    >>> Rules().points_in_pack
    100
    >>> Rules(cards_in_straight=2)
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.RulesError: option 'cards_in_straight': 2 is ...
    """

    game: ClassVar[str] = GAME
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {
        "first_cards": (0, CARDS // PLAYERS),
        "pairs_in_sequence": (2, 7),
        "cards_in_straight": (4, RANKS),
        **dict.fromkeys(("tichu_points", "grand_tichu_points", "double_win_points"), (0, 1000)),
        "target": (1, 10_000),
        **dict.fromkeys(("five_points", "ten_points", "king_points"), (0, 100)),
        **dict.fromkeys(("dragon_points", "phoenix_points"), (-100, 100)),
    }
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "wish": WISHES,
        "lead_passes_when_out": _LEADS,
    }

    first_cards: int = 8
    pairs_in_sequence: int = 2
    cards_in_straight: int = 5
    mah_jong_in_straight_flush: bool = False
    phoenix_full_house_from_quad: bool = False
    wish: str = "optional"
    tichu_before_exchange: bool = True
    bomb_own_trick: bool = True
    both_partners_may_call: bool = True
    dragon_gift_last_trick: bool = True
    lead_passes_when_out: str = "next"
    tichu_points: int = 100
    grand_tichu_points: int = 200
    double_win_points: int = 200
    target: int = 1000
    five_points: int = 5
    ten_points: int = 10
    king_points: int = 10
    dragon_points: int = 25
    phoenix_points: int = -25

    def __post_init__(self) -> None:
        """Check each value."""
        self.check_plain_fields()

    @classmethod
    def presets(cls) -> Mapping[str, Rules]:
        """Return the named rule sets, the default first."""
        return PRESETS

    @property
    def hand_size(self) -> int:
        """Cards dealt to each."""
        return CARDS // PLAYERS

    @property
    def deck_size(self) -> int:
        """Cards there are."""
        return CARDS

    @property
    def points_in_pack(self) -> int:
        """What all cards count together."""
        return int(self.to_arrays().points.sum())

    def to_arrays(self) -> RuleArrays:
        """Return the rule set as the kernels read it."""
        return _arrays(self)

    def _to_arrays(self) -> RuleArrays:
        numbers = np.zeros(layout.PLACES, dtype=np.int64)
        for place, value in (
            (layout.HAND_SIZE, self.hand_size),
            (layout.FIRST_CARDS, self.first_cards),
            (layout.PAIRS_IN_SEQUENCE, self.pairs_in_sequence),
            (layout.CARDS_IN_STRAIGHT, self.cards_in_straight),
            (layout.MAH_JONG_IN_STRAIGHT_FLUSH, self.mah_jong_in_straight_flush),
            (layout.PHOENIX_FULL_HOUSE_FROM_QUAD, self.phoenix_full_house_from_quad),
            (layout.WISH, WISHES.index(self.wish)),
            (layout.TICHU_BEFORE_EXCHANGE, self.tichu_before_exchange),
            (layout.BOMB_OWN_TRICK, self.bomb_own_trick),
            (layout.BOTH_PARTNERS_MAY_CALL, self.both_partners_may_call),
            (layout.DRAGON_GIFT_LAST_TRICK, self.dragon_gift_last_trick),
            (layout.LEAD_PASSES_TO_PARTNER, _LEADS.index(self.lead_passes_when_out)),
            (layout.TICHU_POINTS, self.tichu_points),
            (layout.GRAND_TICHU_POINTS, self.grand_tichu_points),
            (layout.DOUBLE_WIN_POINTS, self.double_win_points),
            (layout.TARGET, self.target),
            (layout.FIVE_POINTS, self.five_points),
            (layout.TEN_POINTS, self.ten_points),
            (layout.KING_POINTS, self.king_points),
            (layout.DRAGON_POINTS, self.dragon_points),
            (layout.PHOENIX_POINTS, self.phoenix_points),
        ):
            numbers[place] = value
        points = np.zeros(CARDS, dtype=np.int64)
        for rank, worth in ((5, self.five_points), (10, self.ten_points), (13, self.king_points)):
            points[SUITS * (rank - LOWEST) : SUITS * (rank - LOWEST + 1)] = worth
        points[DRAGON], points[PHOENIX] = self.dragon_points, self.phoenix_points
        return RuleArrays(numbers, points)


@lru_cache(maxsize=64)
def _arrays(rules: Rules) -> RuleArrays:
    """Return the arrays of equal rules once: every position without named rules has its own."""
    return rules._to_arrays()


DEFAULT_PRESET: Final = "tichu"
PRESETS: Final[dict[str, Rules]] = {"tichu": Rules()}
"""The named rule sets."""


@checked
def preset(name: str) -> Rules:
    """Return a named rule set.

    Raises
    ------
    RulesError
        For an unknown name; the message lists the known ones.

    Examples
    --------
    >>> preset("tichu") == Rules()
    True
    """
    return Rules.preset(name)

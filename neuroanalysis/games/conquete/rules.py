"""The rule set of Neurotrio conquête: every number and option, validated.

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
from neuroanalysis.errors import RulesError
from neuroanalysis.games.conquete._kernels import layout
from neuroanalysis.games.conquete._kernels.layout import RuleArrays
from neuroanalysis.games.conquete.pieces import KINDS, compatible_kinds

__all__ = ["DEFAULT_PRESET", "GAME", "PLAYERS", "PRESETS", "Rules", "preset"]

GAME: Final = "conquete"
PLAYERS: Final = range(2, layout.MOST_PLAYERS + 1)
"""How many may play."""

_POINTS: Final = (-100, 100)
_LENGTH: Final = (1, layout.MOST_CARDS)


@dataclass(frozen=True)
class Rules(OptionRules):
    """A rule set; the defaults are the game of the source.

    Every value is validated on construction, so a `Rules` is always one that can be played.

    Parameters
    ----------
    copies
        How often each of the 27 kinds is in the deck.
    start_vp, extra_card_vp
        Victory points at the start; and more for who is dealt a card more.
    shared_attributes
        How many attributes two compatible cards share at least.
    needed
        With how many of the cards it touches a card must be compatible where it touches several.
    one_vp, two_vp, three_vp, four_vp
        What a placed card brings that is compatible with so many.
    pass_cost
        What passing costs a player who holds cards.
    may_pass_when_able
        Whether a player who could place a card may pass.
    vp_may_go_negative
        Whether costs may lead below 0; else they stop there.
    rounds_of_passes
        A round stops when all who hold cards have passed so many times, one after the other.
    most_rows, most_columns
        How many rows and columns may be open before any is added.
    grid_either_way_up
        Whether that limit holds either way up: rows and columns may change places.
    shape_ratio
        How many times as many rows as columns, or columns as rows, may be open; 0 for any.
    rows_enlarged, columns_enlarged
        How many more may be open each time all players are blocked.
    first_out_vp, second_out_vp, third_out_vp
        What the first three bring who have placed all their cards.
    set_less
        A connected set of a player's cards scores its size less this.

    Raises
    ------
    RulesError
        For a value out of range; the field is named.

    Examples
    --------
    >>> Rules().deck_size
    54
    >>> Rules(copies=0)
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.RulesError: option 'copies': 0 is ...
    """

    game: ClassVar[str] = GAME
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {
        "copies": (1, layout.MOST_COPIES),
        "start_vp": (0, 100),
        "extra_card_vp": _POINTS,
        "shared_attributes": (1, 3),
        "needed": (1, layout.SIDES),
        **dict.fromkeys(("one_vp", "two_vp", "three_vp", "four_vp"), _POINTS),
        "pass_cost": (0, 100),
        "rounds_of_passes": (1, 100),
        "most_rows": _LENGTH,
        "most_columns": _LENGTH,
        "shape_ratio": (0, layout.MOST_CARDS),
        "rows_enlarged": (0, layout.MOST_CARDS),
        "columns_enlarged": (0, layout.MOST_CARDS),
        **dict.fromkeys(("first_out_vp", "second_out_vp", "third_out_vp"), _POINTS),
        "set_less": (0, layout.MOST_CARDS),
    }
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    copies: int = 2
    start_vp: int = 5
    extra_card_vp: int = 1
    shared_attributes: int = 2
    needed: int = 2
    one_vp: int = 0
    two_vp: int = 1
    three_vp: int = 5
    four_vp: int = 20
    pass_cost: int = 1
    may_pass_when_able: bool = True
    vp_may_go_negative: bool = True
    rounds_of_passes: int = 3
    most_rows: int = 6
    most_columns: int = 11
    grid_either_way_up: bool = False
    shape_ratio: int = 2
    rows_enlarged: int = 1
    columns_enlarged: int = 1
    first_out_vp: int = 5
    second_out_vp: int = 3
    third_out_vp: int = 1
    set_less: int = 2

    def __post_init__(self) -> None:
        """Check each value."""
        self.check_plain_fields()

    @classmethod
    def presets(cls) -> Mapping[str, Rules]:
        """Return the named rule sets, the default first."""
        return PRESETS

    @property
    def deck_size(self) -> int:
        """Cards there are."""
        return KINDS * self.copies

    def hand_sizes(self, players: int) -> tuple[int, ...]:
        """Return how many cards each is dealt, in the order of play.

        Raises
        ------
        RulesError
            For another number of players than may play.

        Examples
        --------
        >>> Rules().hand_sizes(4)
        (14, 13, 13, 13)
        """
        if players not in PLAYERS:
            raise RulesError(
                "conquete.rules.players", value=players, low=PLAYERS[0], high=PLAYERS[-1]
            )
        each, more = divmod(self.deck_size - 1, players)
        return (each + 1,) * more + (each,) * (players - more)

    @property
    def placing(self) -> tuple[int, int, int, int]:
        """What a placed card brings that is compatible with one, two, three, four."""
        return self.one_vp, self.two_vp, self.three_vp, self.four_vp

    @property
    def finishing(self) -> tuple[int, int, int]:
        """What the first, second and third to have placed all cards get."""
        return self.first_out_vp, self.second_out_vp, self.third_out_vp

    def to_arrays(self) -> RuleArrays:
        """Return the rule set as the kernels read it."""
        return _arrays(self)

    def _to_arrays(self) -> RuleArrays:
        numbers = np.zeros(layout.PLACES, dtype=np.int64)
        for place, value in (
            (layout.COPIES, self.copies),
            (layout.START_VP, self.start_vp),
            (layout.EXTRA_CARD_VP, self.extra_card_vp),
            (layout.NEEDED, self.needed),
            (layout.PASS_COST, self.pass_cost),
            (layout.MAY_PASS_WHEN_ABLE, self.may_pass_when_able),
            (layout.VP_MAY_GO_NEGATIVE, self.vp_may_go_negative),
            (layout.MOST_ROWS, self.most_rows),
            (layout.MOST_COLUMNS, self.most_columns),
            (layout.EITHER_WAY_UP, self.grid_either_way_up),
            (layout.SHAPE_RATIO, self.shape_ratio),
            (layout.ROWS_ENLARGED, self.rows_enlarged),
            (layout.COLUMNS_ENLARGED, self.columns_enlarged),
            (layout.SET_LESS, self.set_less),
            (layout.ROUNDS_OF_PASSES, self.rounds_of_passes),
        ):
            numbers[place] = value
        return RuleArrays(
            numbers,
            np.array(compatible_kinds(self.shared_attributes), dtype=np.int64),
            np.array((0, *self.placing), dtype=np.int64),
            np.array(self.finishing, dtype=np.int64),
        )


@lru_cache(maxsize=64)
def _arrays(rules: Rules) -> RuleArrays:
    """Return the arrays of equal rules once: every position without named rules has its own."""
    return rules._to_arrays()


DEFAULT_PRESET: Final = "conquete"
PRESETS: Final[dict[str, Rules]] = {"conquete": Rules()}
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
    >>> preset("conquete") == Rules()
    True
    """
    return Rules.preset(name)

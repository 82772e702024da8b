"""The rule set of Okey 51: every number and option, validated.

The clauses are in README.md beside this file; what each field means is said there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, Literal, get_args

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.rule_sets import OptionRules
from neuroanalysis.errors import RulesError
from neuroanalysis.games.okey51._kernels import layout
from neuroanalysis.games.okey51._kernels.layout import RuleArrays
from neuroanalysis.games.okey51.pieces import COPIES, TILES

__all__ = [
    "DEFAULT_PRESET",
    "GAME",
    "PLAYERS",
    "PRESETS",
    "FakeValue",
    "IndicatorFake",
    "Penalised",
    "Rules",
    "preset",
]

GAME: Final = "okey51"
PLAYERS: Final = 4
FakeValue = Literal["okey", "indicator"]
IndicatorFake = Literal["redraw", "double"]
Penalised = Literal["always", "never"]
_POINTS_LIMIT: Final = 9999


@dataclass(frozen=True)
class Rules(OptionRules):
    """A rule set; the defaults are the game of the source.

    Every value is validated on construction, so a `Rules` is always one that can be played.

    Parameters
    ----------
    hand_size
        Tiles dealt to each player; the first has one more.
    threshold
        What the melds of an opening are worth at least.
    pairs_to_open
        Pairs of an opening by pairs at least.
    wrap_13_1
        Whether a 1 may stand after a 13.
    one_after_13
        What such a 1 is worth.
    fake_okey_value
        Whether a fake okey has the identity of the okey or of the indicator.
    indicator_fake
        When a fake okey is turned as indicator: another is turned, or the round counts double too.
    okey_pairs
        Whether an okey makes a pair with any tile, or only with the other okey.
    doubling
        Whether an opening must be worth more than the one before it.
    teams
        Whether players who face each other are partners, who cost each other nothing.
    rounds
        Rounds of a game.
    steal_before_opening
        Whether an okey may be taken from an open meld before one has opened.
    taken_discard_may_return
        Whether a taken discard need not be used, and may be discarded again.
    taken_discard_new_meld
        Whether an opened player may use a taken discard in a new meld.
    penalised_discard
        Whether discarding a tile that could be laid off costs anything.
    layoffs_per_turn
        Tiles that may be laid off in a turn; 0 for no limit.
    first_player_indicator_removed
        Whether the indicator lies outside the draw pile; else it is shuffled into it.
    finish_points, double_finish_points
        What the one who goes out is spared: by hand; by pairs or by discarding an okey.
    unopened_points, double_unopened_points
        What an opponent who has not opened pays at such an end.
    left_factor, double_left_factor
        By what the tiles left to an opened opponent are multiplied at such an end; the greater one
        holds for a pairs player whatever the end.
    okey_left
        What an okey counts among tiles left.
    layoff_factor, taken_factor, steal_factor
        By what the value of a tile is multiplied that is laid off on another's meld, taken from
        the discards, or given for a stolen okey.
    steal_points
        What a stolen okey costs besides.
    penalised_points
        What a penalised discard costs.

    Raises
    ------
    RulesError
        For a value out of range or values that contradict each other; the field is named.

    Examples
    --------
    >>> Rules().threshold, Rules.from_mapping({"preset": "okey101"}).hand_size
    (51, 21)
    >>> Rules(hand_size=0)
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.RulesError: option 'hand_size': 0 is outside 4 to 21
    """

    game: ClassVar[str] = GAME
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {
        "hand_size": (4, 21),
        "threshold": (0, 999),
        "pairs_to_open": (1, 10),
        "one_after_13": (1, 14),
        "rounds": (1, 99),
        "layoffs_per_turn": (0, 99),
        "finish_points": (0, _POINTS_LIMIT),
        "double_finish_points": (0, _POINTS_LIMIT),
        "unopened_points": (0, _POINTS_LIMIT),
        "double_unopened_points": (0, _POINTS_LIMIT),
        "left_factor": (0, 100),
        "double_left_factor": (0, 100),
        "okey_left": (0, _POINTS_LIMIT),
        "layoff_factor": (0, 100),
        "taken_factor": (0, 100),
        "steal_factor": (0, 100),
        "steal_points": (0, _POINTS_LIMIT),
        "penalised_points": (0, _POINTS_LIMIT),
    }
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "fake_okey_value": get_args(FakeValue),
        "indicator_fake": get_args(IndicatorFake),
        "penalised_discard": get_args(Penalised),
    }

    hand_size: int = 14
    threshold: int = 51
    pairs_to_open: int = 5
    wrap_13_1: bool = True
    one_after_13: int = 1
    fake_okey_value: FakeValue = "okey"
    indicator_fake: IndicatorFake = "redraw"
    okey_pairs: bool = True
    doubling: bool = True
    teams: bool = False
    rounds: int = 1
    steal_before_opening: bool = False
    taken_discard_may_return: bool = False
    taken_discard_new_meld: bool = False
    penalised_discard: Penalised = "always"
    layoffs_per_turn: int = 0
    first_player_indicator_removed: bool = True
    finish_points: int = 500
    double_finish_points: int = 1000
    unopened_points: int = 500
    double_unopened_points: int = 1000
    left_factor: int = 5
    double_left_factor: int = 10
    okey_left: int = 100
    layoff_factor: int = 10
    taken_factor: int = 10
    steal_factor: int = 10
    steal_points: int = 100
    penalised_points: int = 100

    def __post_init__(self) -> None:
        """Check each value, then the values against each other."""
        self.check_plain_fields()
        if 2 * self.pairs_to_open > self.hand_size:
            raise RulesError(
                "okey51.rules.pairs", pairs=self.pairs_to_open, hand_size=self.hand_size
            )

    @classmethod
    def presets(cls) -> Mapping[str, Rules]:
        """Return the named rule sets, the default first."""
        return PRESETS

    @property
    def deck_size(self) -> int:
        """Tiles there are."""
        return TILES * COPIES

    def to_arrays(self) -> RuleArrays:
        """Return the rule set as the kernels read it."""
        return self._arrays

    @cached_property
    def _arrays(self) -> RuleArrays:
        numbers = np.zeros(layout.PLACES, dtype=np.int64)
        for place, value in (
            (layout.WRAP, self.wrap_13_1),
            (layout.ONE_AFTER_13, self.one_after_13),
            (layout.OKEY_PAIRS, self.okey_pairs),
            (layout.HAND_SIZE, self.hand_size),
            (layout.THRESHOLD, self.threshold),
            (layout.PAIRS_TO_OPEN, self.pairs_to_open),
            (layout.OKEY_LEFT, self.okey_left),
            (layout.DOUBLING, self.doubling),
            (layout.TEAMS, self.teams),
            (layout.STEAL_BEFORE_OPENING, self.steal_before_opening),
            (layout.TAKEN_MAY_RETURN, self.taken_discard_may_return),
            (layout.TAKEN_NEW_MELD, self.taken_discard_new_meld),
            (layout.PENALISED, self.penalised_discard == "always"),
            (layout.LAYOFFS_PER_TURN, self.layoffs_per_turn),
            (layout.FINISH_POINTS, self.finish_points),
            (layout.DOUBLE_FINISH_POINTS, self.double_finish_points),
            (layout.UNOPENED_POINTS, self.unopened_points),
            (layout.DOUBLE_UNOPENED_POINTS, self.double_unopened_points),
            (layout.LEFT_FACTOR, self.left_factor),
            (layout.DOUBLE_LEFT_FACTOR, self.double_left_factor),
            (layout.LAYOFF_FACTOR, self.layoff_factor),
            (layout.TAKEN_FACTOR, self.taken_factor),
            (layout.STEAL_POINTS, self.steal_points),
            (layout.STEAL_FACTOR, self.steal_factor),
            (layout.PENALISED_POINTS, self.penalised_points),
        ):
            numbers[place] = value
        return RuleArrays(numbers)


DEFAULT_PRESET: Final = "okey51"
PRESETS: Final[dict[str, Rules]] = {
    "okey51": Rules(),
    "okey101": Rules(hand_size=21, threshold=101, wrap_13_1=False),
}
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
    >>> preset("okey101").wrap_13_1
    False
    """
    return Rules.preset(name)

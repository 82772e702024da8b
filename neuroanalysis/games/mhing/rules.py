"""The rule set of Mhing: every number and option, validated.

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
from neuroanalysis.games.mhing._kernels import layout
from neuroanalysis.games.mhing._kernels.layout import RuleArrays
from neuroanalysis.games.mhing.pieces import COPIES

__all__ = ["CREDIT_LINES", "DEFAULT_PRESET", "GAME", "PRESETS", "Rules", "preset"]

GAME: Final = "mhing"
_CREDITS_LIMIT: Final = 99
_MOST_CREDITS: Final = 4000
_REAL_COPIES: Final = 4

CREDIT_LINES: Final = (
    "flowers",
    "pair_2_5_8",
    "double_run",
    "double_triplet",
    "broken_royal_run",
    "honour_triplet",
    "two_suits",
    "runs_only",
    "identical_runs",
    "royal_run",
    "nothing_matches",
    "one_suit_with_honours",
    "triplets_only",
    "five_kinds",
    "low_hand",
    "high_hand",
    "three_dragons",
    "one_suit",
    "nothing_matches_with_honours",
)
"""The lines of credits, each a field of the rules, in the order of the kernels."""


@dataclass(frozen=True)
class Rules(OptionRules):
    """A rule set; the defaults are the game of the source.

    Every value is validated on construction, so a `Rules` is always one that can be played.

    Parameters
    ----------
    flowers, pair_2_5_8, double_run, double_triplet, broken_royal_run, honour_triplet, two_suits, \
    runs_only, identical_runs, royal_run, nothing_matches, one_suit_with_honours, triplets_only, \
    five_kinds, low_hand, high_hand, three_dragons, one_suit, nothing_matches_with_honours
        The credits of each line.
    single_doublings, credits_a_doubling
        Points: 0 credits are 0; each of the first `single_doublings` credits doubles, from 1; so
        does the next, and then every further `credits_a_doubling` together.
    double_run_excludes_identical
        Whether two identical runs are no double run besides.
    broken_royal_excludes_royal
        Whether 1-2-3 and 7-8-9 earn nothing where a 4-5-6 of the suit stands beside them.
    joker_in_nothing_matches
        Whether a joker may stand in a hand in which nothing matches.
    claim_pair_for_mhing
        Whether a discard that completes only the pair may be claimed to go out.
    same_kind_triplets_match
        Whether two triplets of one kind are a double triplet.
    honour_triplets_double
        Whether two triplets of one honour are.
    players_min, players_max
        How many play.
    max_reshuffles
        How often the discards make a new draw pile before the round is void.
    min_credits
        Credits asked to go out, a house rule; 0 for none.

    Raises
    ------
    RulesError
        For a value out of range or values that contradict each other; the field is named.

    Examples
    --------
    >>> [Rules().points(credits) for credits in (0, 1, 4, 5, 7, 8, 20)]
    [0, 2, 16, 32, 32, 64, 1024]
    >>> Rules(same_kind_triplets_match=False, honour_triplets_double=True)
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.RulesError: option 'honour_triplets_double': true needs ...
    """

    game: ClassVar[str] = GAME
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {
        **dict.fromkeys(CREDIT_LINES, (0, _CREDITS_LIMIT)),
        "single_doublings": (0, 9),
        "credits_a_doubling": (1, 9),
        "players_min": (2, 8),
        "players_max": (2, 8),
        "max_reshuffles": (0, 99),
        "min_credits": (0, _CREDITS_LIMIT),
    }
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    flowers: int = 1
    pair_2_5_8: int = 1
    double_run: int = 1
    double_triplet: int = 1
    broken_royal_run: int = 1
    honour_triplet: int = 1
    two_suits: int = 1
    runs_only: int = 1
    identical_runs: int = 3
    royal_run: int = 3
    nothing_matches: int = 3
    one_suit_with_honours: int = 3
    triplets_only: int = 3
    five_kinds: int = 5
    low_hand: int = 5
    high_hand: int = 5
    three_dragons: int = 8
    one_suit: int = 8
    nothing_matches_with_honours: int = 8
    single_doublings: int = 4
    credits_a_doubling: int = 3
    double_run_excludes_identical: bool = True
    broken_royal_excludes_royal: bool = True
    joker_in_nothing_matches: bool = True
    claim_pair_for_mhing: bool = False
    same_kind_triplets_match: bool = True
    honour_triplets_double: bool = False
    players_min: int = 2
    players_max: int = 6
    max_reshuffles: int = 20
    min_credits: int = 0

    def __post_init__(self) -> None:
        """Check each value, then the values against each other."""
        self.check_plain_fields()
        if self.honour_triplets_double and not self.same_kind_triplets_match:
            raise RulesError("mhing.rules.honours")
        if self.players_max < self.players_min:
            raise RulesError(
                "rules.players", players_min=self.players_min, players_max=self.players_max
            )

    @classmethod
    def presets(cls) -> Mapping[str, Rules]:
        """Return the named rule sets, the default first."""
        return PRESETS

    @property
    def hand_size(self) -> int:
        """Cards held between turns, flowers apart; one more makes a winning hand."""
        return 13

    @property
    def combinations(self) -> int:
        """Runs and triplets of a winning hand."""
        return 4

    @property
    def deck_size(self) -> int:
        """Cards there are."""
        return sum(COPIES)

    def points(self, earned: int) -> int:
        """Return the points of so many credits (clause 3.3)."""
        if earned <= 0:
            return 0
        if earned <= self.single_doublings:
            return int(2**earned)
        further = (earned - self.single_doublings - 1) // self.credits_a_doubling
        return int(2 ** (self.single_doublings + 1 + further))

    def to_arrays(self) -> RuleArrays:
        """Return the rule set as the kernels read it."""
        return _arrays(self)

    def _to_arrays(self) -> RuleArrays:
        numbers = np.zeros(layout.PLACES, dtype=np.int64)
        for place, value in (
            (layout.HAND_SIZE, self.hand_size),
            (layout.COMBINATIONS, self.combinations),
            (layout.COPIES, _REAL_COPIES),
            (layout.DOUBLE_RUN_EXCLUDES_IDENTICAL, self.double_run_excludes_identical),
            (layout.BROKEN_ROYAL_EXCLUDES_ROYAL, self.broken_royal_excludes_royal),
            (layout.JOKER_IN_NOTHING_MATCHES, self.joker_in_nothing_matches),
            (layout.CLAIM_PAIR_FOR_MHING, self.claim_pair_for_mhing),
            (layout.SAME_KIND_TRIPLETS_MATCH, self.same_kind_triplets_match),
            (layout.HONOUR_TRIPLETS_DOUBLE, self.honour_triplets_double),
            (layout.MAX_RESHUFFLES, self.max_reshuffles),
            (layout.MIN_CREDITS, self.min_credits),
        ):
            numbers[place] = value
        worth = np.array([getattr(self, line) for line in CREDIT_LINES], dtype=np.int64)
        # Beyond what an int64 holds nothing is told apart any more; no hand comes near it.
        points = [min(self.points(n), 2**62) for n in range(_MOST_CREDITS)]
        return RuleArrays(numbers, worth, np.array(points, dtype=np.int64))


@lru_cache(maxsize=64)
def _arrays(rules: Rules) -> RuleArrays:
    """Return the arrays of equal rules once: every position without named rules has its own."""
    return rules._to_arrays()


DEFAULT_PRESET: Final = "mhing"
PRESETS: Final[dict[str, Rules]] = {"mhing": Rules()}
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
    >>> preset("mhing") == Rules()
    True
    """
    return Rules.preset(name)

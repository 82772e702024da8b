"""Hands played out by a player with a stated aim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.work import Control
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing._kernels.layout import RANKS, WINDS
from neuroanalysis.games.mhing.pieces import COPIES, KINDS, REAL, SUIT_LETTERS
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import block_tables
from neuroanalysis.games.mhing.scoring.tables import laid_cards, laid_groups

if TYPE_CHECKING:
    from neuroanalysis.games.mhing._kernels.solitaire import Goal, Table

__all__ = ["AIMS", "Aim", "Played", "check_points", "played", "table"]

_MIDDLE: Final = 5
_MOST_POINTS: Final = 2**47
_OTHERS: Final = {"m": "ps", "p": "ms", "s": "mp"}

# By name: what the distance is counted to (see the kernel), the kinds that are kept, and the line
# whose credits are wanted at least.
_COMBINED: Final = 1


def _kinds(suits: str, low: int = 1, high: int = RANKS, *, honours: bool = False) -> set[int]:
    kept = {
        RANKS * SUIT_LETTERS.index(suit) + rank - 1
        for suit in suits
        for rank in range(low, high + 1)
    }
    return kept | (set(range(WINDS, REAL)) if honours else set())


_EVERYTHING: Final = _kinds("mps", honours=True)
_KINDS_OF: Final[dict[str, tuple[int, set[int], str]]] = (
    {
        "fast": (0, _EVERYTHING, ""),
        "triplets_only": (4, _EVERYTHING, "triplets_only"),
        "nothing_matches": (2, _EVERYTHING, "nothing_matches"),
        "nothing_matches_with_honours": (3, _EVERYTHING, "nothing_matches_with_honours"),
        "low_hand": (_COMBINED, _kinds("mps", high=_MIDDLE), "low_hand"),
        "high_hand": (_COMBINED, _kinds("mps", low=_MIDDLE), "high_hand"),
    }
    | {
        f"{line}:{suit}": (_COMBINED, _kinds(suits, honours=honours), line)
        for line, honours in (("one_suit", False), ("one_suit_with_honours", True))
        for suit, suits in zip(SUIT_LETTERS, SUIT_LETTERS, strict=True)
    }
    | {
        f"two_suits:{others}": (_COMBINED, _kinds(others), "two_suits")
        for others in _OTHERS.values()
    }
)
AIMS: Final = tuple(_KINDS_OF)
"""What a player may be after, by name; ``fast`` is any winning hand."""


@dataclass(frozen=True)
class Aim:
    """What a player is after.

    Parameters
    ----------
    name
        One of `AIMS`.
    credits
        Without so many he does not go out.
    rules
        The rule set.
    """

    name: str
    credits: int
    rules: Rules

    @classmethod
    def of(cls, name: str, rules: Rules, least: int | None = None) -> Aim:
        """Return an aim by name, with the credits of its line, or so many.

        Raises
        ------
        InputError
            For an unknown name.

        Examples
        --------
        >>> Aim.of("one_suit:m", Rules()).credits
        8
        """
        if name not in _KINDS_OF:
            raise InputError("mhing.goal.unknown", value=name, accepted=", ".join(AIMS))
        line = _KINDS_OF[name][2]
        own = (getattr(rules, line) if line else 0) if least is None else least
        return cls(name, max(own, rules.min_credits), rules)

    @property
    def line(self) -> str:
        """The line of credits that it is about; empty for any winning hand."""
        return _KINDS_OF[self.name][2]

    @property
    def kinds(self) -> frozenset[int]:
        """The real kinds that are kept."""
        return frozenset(_KINDS_OF[self.name][1])

    def goal(self) -> Goal:
        """Return it as the kernel reads it."""
        from neuroanalysis.games.mhing._kernels.solitaire import Goal

        keep = np.ones(KINDS, dtype=np.uint8)
        for kind in range(REAL):
            keep[kind] = kind in self.kinds
        return Goal(keep, _KINDS_OF[self.name][0], self.credits)


class Played(NamedTuple):
    """What became of hands: (n,) each."""

    turns: NDArray[np.int64]
    """The draw that wins, from 1; 0 for none."""
    earned: NDArray[np.int64]
    """The credits of the winning hand; -1 for none."""
    first: NDArray[np.int64]
    """What was discarded before the first draw; -1 for nothing."""


def check_points(most: float) -> None:
    """Refuse points, or a mean of points, of which so many are not told apart any more.

    The table of points that the rules give to kernels ends at 2**62; a hand worth that much that
    comes once in all draws of two cards has a greater mean than is let through here.

    Raises
    ------
    InputError
        With the most points that are counted with.
    """
    if most > _MOST_POINTS:
        raise InputError("mhing.analysis.points", most=_MOST_POINTS)


def table(position: Position | None, rules: Rules) -> Table:
    """Return what lies, as the kernel reads it; nothing of no position."""
    from neuroanalysis.games.mhing._kernels.solitaire import Table

    if position is None:
        laid, cards, n = np.full(4, -1, dtype=np.int64), np.zeros(REAL, dtype=np.uint8), 0
    else:
        laid, cards, n = laid_groups(position), laid_cards(position), len(position.laid)
    return Table(laid, cards, rules.combinations - n, rules.to_arrays())


def played(
    hands: NDArray[np.uint8],
    piles: NDArray[np.uint8],
    draws: int,
    aim: Aim,
    control: Control,
    position: Position | None = None,
) -> Played:
    """Play hands out.

    The player discards what leaves the least distance to his aim; of equals what leaves most unseen
    copies of cards that lessen it; of equals the first by kind. He goes out as soon as his hand
    wins with the credits that he wants.

    Parameters
    ----------
    hands
        (1 or n, 36): between turns; or with a card more, which is discarded first.
    piles
        (n, cards): in the order that they are drawn.
    draws
        At most, flowers apart.
    aim
        What the player is after.
    control
        Hears how far it is.
    position
        What lies and what is seen; nothing if None.
    """
    from neuroanalysis.games.mhing._kernels.solitaire import play_out

    if position is None:
        unseen = (np.array(COPIES) - hands).astype(np.uint8)
    else:
        seen = np.array(position.seen, dtype=np.int64)
        for kind, n in position.laid_counts.items():
            seen[kind] += n
        unseen = (np.array(COPIES) - seen - hands).astype(np.uint8)
    turns = np.zeros(len(piles), dtype=np.int64)
    earned = np.zeros(len(piles), dtype=np.int64)
    first = np.zeros(len(piles), dtype=np.int64)
    play_out(
        hands,
        unseen,
        piles,
        draws,
        aim.goal(),
        table(position, aim.rules),
        block_tables(),
        turns,
        earned,
        first,
        control.array,
    )
    return Played(turns, earned, first)

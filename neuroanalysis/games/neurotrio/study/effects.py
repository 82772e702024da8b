"""What a change of the rules does to the worth of deals: exact, over all of them.

Two rule sets are compared hand by hand, so that not only the distributions before and after are
known but also how many deals change, and from what to what.

Many changes of points are looked at in one pass, and few hands need a second look:

- Values are whole numbers. With one point more for a bonus, a grouping that is not the best can at
  most draw level; so a hand gains just that point if the bonus counts in some best grouping.
- With fewer points for a bonus, a hand can lose only if it counts in some best grouping.
- A duo, a trio of three alike or a carré is only in hands with two, three or four of a kind.
- Which cards finish, and in which groupings, does not depend on points; see `_kernels.reprice`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.distribution import Distribution, Outcome
from neuroanalysis.core.work import Chunk, Control, Options, fold
from neuroanalysis.errors import RulesError
from neuroanalysis.games.neurotrio._kernels import layout
from neuroanalysis.games.neurotrio.analysis.classes import ClassPart, class_chunks, list_part
from neuroanalysis.games.neurotrio.analysis.deals import deal_question
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import Rules

if TYPE_CHECKING:
    from typing import Unpack

__all__ = ["GROUP_POINTS", "OF", "Effect", "Of", "deal_effects", "hand_changes", "only_points"]

Of = Literal["value", "finish"]
"""A hand between turns, without finishing; or a finishing hand, the points for it included."""

OF: Final[tuple[Of, ...]] = get_args(Of)

GROUP_POINTS: Final = ("duo_points", "trio_points", "triple_points", "carre_points")
_ALIKE: Final = {"duo_points": 2, "triple_points": 3, "carre_points": 4}
# What chunks that are kept hold; another number where they hold something else.
_FORM: Final = 1
_BATCH: Final = 1 << 12
_NONE: Final = -1
# For each change of the worth, from what to what; `_NONE` where the hand does not finish.
_Moved = dict[tuple[int, int], int]


@dataclass(frozen=True)
class Effect:
    """What a change of the rules does to the worth of deals of so many cards.

    Parameters
    ----------
    before
        How many deals are worth what under the rules as they were; ``"none"`` does not finish.
    moved
        How many deals go from one worth to another one, by both.

    Examples
    --------
    >>> two = Effect(Distribution.from_counts({0: 5, 2: 3}), {(2, 3): 3})
    >>> two.mean_change, two.changed, two.after.counts[3]
    (Fraction(3, 8), Fraction(3, 8), 3)
    """

    before: Distribution
    moved: Mapping[tuple[Outcome, Outcome], int] = field(default_factory=dict)

    @property
    def after(self) -> Distribution:
        """How many deals are worth what under the changed rules."""
        counts = dict(self.before.counts)
        for (old, new), n in self.moved.items():
            counts[old] = counts.get(old, 0) - n
            counts[new] = counts.get(new, 0) + n
        kept = {outcome: n for outcome, n in counts.items() if n}
        return Distribution(kept, self.before.total, self.before.source)

    @property
    def changed(self) -> Fraction:
        """The share of those that are worth something before or after whose worth changes."""
        return Fraction(sum(self.moved.values()), self._worth_something)

    @property
    def mean_change(self) -> Fraction:
        """The mean change of the deals that are worth something both before and after."""
        change, lost = 0, 0
        for (old, new), n in self.moved.items():
            if isinstance(old, int) and isinstance(new, int):
                change += (new - old) * n
            else:
                lost += n
        both = self._worth_something - lost
        return Fraction(change, both) if both else Fraction(0)

    @property
    def finishing(self) -> int:
        """How many deals are worth something before: all, or those that finish."""
        return self.before.total - self.before.counts.get("none", 0)

    def reach(self, minimum: int) -> tuple[int, int]:
        """Return how many deals are worth at least so much, before and after."""
        return _reaching(self.before, minimum), _reaching(self.after, minimum)

    def reach_change(self, minimum: int) -> Fraction:
        """Return by how much the share of those that reach it changes, of all that finish before.

        Examples
        --------
        >>> Effect(Distribution.from_counts({0: 5, 2: 3}), {(2, 3): 3}).reach_change(3)
        Fraction(3, 8)
        """
        before, after = self.reach(minimum)
        return Fraction(after - before, self.finishing) if self.finishing else Fraction(0)

    @property
    def _worth_something(self) -> int:
        new = sum(n for (old, _), n in self.moved.items() if old == "none")
        return max(1, self.finishing + new)


def _reaching(worth: Distribution, minimum: int) -> int:
    return sum(n for key, n in worth.counts.items() if isinstance(key, int) and key >= minimum)


def only_points(one: Rules, other: Rules) -> bool:
    """Return whether two rule sets score hands alike but for numbers of points.

    Examples
    --------
    >>> only_points(Rules(), Rules(trio_points=3)), only_points(Rules(), Rules(one_duo=True))
    (True, False)
    """
    return _without_points(one).scoring_digest() == _without_points(other).scoring_digest()


def deal_effects(
    before: Rules, after: Sequence[Rules], of: Sequence[Of] = OF, **how: Unpack[Options]
) -> dict[Of, tuple[Effect, ...]]:
    """Compute what each of several changes of one rule set does, in one pass over all classes.

    Parameters
    ----------
    before
        The rules as they are.
    after
        The changed rules, of as many copies of each kind and cards in hand.
    of
        ``"value"``: best value without finishing of a hand between turns; ``"finish"``: best total
        of a finishing hand without carrés, which has one card more.
    **how
        ``workers``, ``progress``, ``cancel``, ``resume``...: see
        :func:`neuroanalysis.core.work.imap`. With ``resume`` no ``key`` is needed.

    Returns
    -------
    dict
        For each of `of` an effect for each of `after`.

    Raises
    ------
    RulesError
        For rules whose deals are other cards, or more than four copies of a kind.
    InputError
        For hands of more than 14 cards.

    Examples
    --------
    >>> small = Rules(hand_size=4, structures=1, bonuses=())
    >>> more = Rules(hand_size=4, structures=1, bonuses=(), trio_points=3)
    >>> [effect] = deal_effects(small, [more], ["value"], workers=1)["value"]
    >>> effect.mean_change == effect.changed
    True
    """
    for rules in after:
        for name in ("copies", "hand_size"):
            if getattr(rules, name) != getattr(before, name):
                raise RulesError(
                    "rules.other_deals",
                    name=name,
                    before=getattr(before, name),
                    after=getattr(rules, name),
                )
    deal_question("value", None, before)  # not too many cards
    texts = tuple(json.dumps(rules.to_mapping()) for rules in (before, *after))
    cards = {of: before.hand_size if of == "value" else before.finish_size for of in of}
    chunks = [
        Chunk(id=f"{of}-{chunk.id}", payload=_Work(of, texts, chunk.payload), size=chunk.size)
        for of, dealt in cards.items()
        for chunk in class_chunks(dealt, before.copies)
    ]
    if how.get("resume") is not None and how.get("key") is None:
        how["key"] = {"about": "deal_effects", "form": _FORM}
    sums = {of: _Sums(of, {}, tuple({} for _ in after)) for of in cards}
    sums = fold(_count_part, chunks, _added, sums, **how)
    return {of: _effects(sums[of], comb(before.deck_size, cards[of])) for of in cards}


def _effects(sums: _Sums, total: int) -> tuple[Effect, ...]:
    worth = Distribution({_outcome(code): n for code, n in sums.before.items()}, total)
    return tuple(
        Effect(worth, {(_outcome(old), _outcome(new)): n for (old, new), n in sorted(one.items())})
        for one in sums.moved
    )


def _outcome(code: int) -> Outcome:
    return "none" if code == _NONE else code


@dataclass(frozen=True)
class _Work:
    """One part of the work; rules are texts, which are the same however much is known of them."""

    of: Of
    rules: tuple[str, ...]
    part: ClassPart


@dataclass(frozen=True)
class _Sums:
    of: Of
    before: dict[int, int]
    moved: tuple[_Moved, ...]


def _added(so_far: dict[Of, _Sums], other: _Sums) -> dict[Of, _Sums]:
    one = so_far[other.of]
    for worth, n in other.before.items():
        one.before[worth] = one.before.get(worth, 0) + n
    for sums, more in zip(one.moved, other.moved, strict=True):
        for pair, n in more.items():
            sums[pair] = sums.get(pair, 0) + n
    return so_far


@lru_cache(maxsize=4)
def _rules_of(texts: tuple[str, ...]) -> tuple[Rules, ...]:
    return tuple(Rules.from_mapping(json.loads(source)) for source in texts)


def _count_part(work: _Work, control: Control) -> _Sums:
    """Return how many deals of one part of the classes have each worth, and each change of it."""
    from neuroanalysis.games.neurotrio._kernels.deals import class_weights

    before, *after = _rules_of(work.rules)
    counts, orders = list_part(work.part)
    ways = np.array([comb(before.copies, n) for n in range(before.copies + 1)], dtype=np.int64)
    weights = np.zeros(len(counts), dtype=np.int64)
    class_weights(counts, orders, ways, weights)
    sums = _Sums(work.of, {}, tuple({} for _ in after))
    for start in range(0, len(counts), _BATCH):
        control.check()
        batch = slice(start, start + _BATCH)
        hands, deals = counts[batch], weights[batch]
        worth, changed = hand_changes(hands, before, after, work.of)
        for (same, _), n in _tallied(worth, worth, deals).items():
            sums.before[same] = sums.before.get(same, 0) + n
        for moved, (which, new) in zip(sums.moved, changed, strict=True):
            for pair, n in _tallied(worth[which], new, deals[which]).items():
                moved[pair] = moved.get(pair, 0) + n
        control.advance(work.part.expected * len(hands) // len(counts))
    return sums


_Places = NDArray[np.int64]
_Worths = NDArray[np.int32]


def hand_changes(
    hands: NDArray[np.uint8], before: Rules, after: Sequence[Rules], of: Of
) -> tuple[_Worths, list[tuple[_Places, _Worths]]]:
    """Return what hands are worth, and for each change which ones it changes, and to what.

    Parameters
    ----------
    hands
        (n, 27) counts.
    before, after, of
        See `deal_effects`.

    Returns
    -------
    tuple
        (n,) worths, -1 where a hand does not finish; for each of `after` the places of the hands
        that are worth something else, and what they are worth.

    Examples
    --------
    >>> hands = np.zeros((2, 27), dtype=np.uint8)
    >>> hands[0, [0, 1, 2]], hands[1, 0] = 1, 3
    >>> worth, [(places, new)] = hand_changes(hands, Rules(), [Rules(triple_points=7)], "value")
    >>> worth.tolist(), places.tolist(), new.tolist()
    ([2, 4], [1], [7])
    """
    if of == "value":
        return _values(hands, before, after)
    if all(only_points(before, rules) for rules in after):
        return _repriced(hands, before, after)
    worth, every = _best_finishes(hands, before), np.arange(len(hands))
    return worth, [_only_changed(worth, every, _best_finishes(hands, rules)) for rules in after]


def _tallied(old: _Worths, new: _Worths, weights: NDArray[np.int64]) -> _Moved:
    """Return how many deals go from what to what: sums that cannot overflow."""
    from neuroanalysis.games.neurotrio._kernels.deals import HALF_BITS, tally

    if not len(old):
        return {}
    codes = (old.astype(np.int64) + 1 << 32) | (new.astype(np.int64) + 1)
    found, outcomes = np.unique(codes, return_inverse=True)
    low, high = np.zeros(len(found), dtype=np.int64), np.zeros(len(found), dtype=np.int64)
    tally(outcomes.astype(np.int64), weights, low, high)
    return {
        ((code >> 32) - 1, (code & 0xFFFFFFFF) - 1): int(low[place])
        + (int(high[place]) << HALF_BITS)
        for place, code in enumerate(found.tolist())
    }


# --- Without finishing ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Look:
    """Which hands a change of the rules can change, and how much of it is known beforehand.

    With `bonus` those in which the bonus with this bit counts in some best grouping; with `alike`
    those with so many of some kind (99: no hand). If `rises`, each of them gains just one point.
    """

    bonus: int | None = None
    alike: int = 0
    rises: bool = False


@lru_cache(maxsize=256)
def _look(before: Rules, after: Rules) -> _Look:
    if not only_points(before, after):
        return _Look()
    groups = [name for name in GROUP_POINTS if getattr(before, name) != getattr(after, name)]
    if not before.carre:
        groups = [name for name in groups if name != "carre_points"]
    codes = [code for code in before.by_code if before.by_code[code] != after.by_code[code]]
    if not groups and len(codes) == 1:
        [code] = codes
        bonus = before.by_code[code]
        more = after.by_code[code].points - bonus.points
        repeated = before.repeat_bonuses and bonus.per_line
        if more < 0 or (more == 1 and not repeated):
            return _Look(bonus=before.bonus_place(code), rises=more == 1)
    if not codes and "trio_points" not in groups:
        return _Look(alike=min((_ALIKE[name] for name in groups), default=99))
    return _Look()


def _values(
    hands: NDArray[np.uint8], before: Rules, after: Sequence[Rules]
) -> tuple[_Worths, list[tuple[_Places, _Worths]]]:
    from neuroanalysis.games.neurotrio._kernels.value import counted_bonuses

    looks = [_look(before, rules) for rules in after]
    worth = _best_values(hands, before)
    bits = np.zeros(len(hands), dtype=np.int64)
    if any(look.bonus is not None for look in looks):
        counted_bonuses(hands, _laid(), before.to_arrays(), bits, np.zeros(2, dtype=np.int64))
    most = hands.max(axis=1)
    found = []
    for rules, look in zip(after, looks, strict=True):
        if look.bonus is not None:
            which = np.flatnonzero(bits >> look.bonus & 1)
        else:
            which = np.flatnonzero(most >= look.alike)
        new = worth[which] + np.int32(1) if look.rises else _best_values(hands[which], rules)
        found.append(_only_changed(worth, which, new))
    return worth, found


def _best_values(hands: NDArray[np.uint8], rules: Rules) -> _Worths:
    from neuroanalysis.games.neurotrio._kernels.value import best_values

    worth = np.zeros(len(hands), dtype=np.int32)
    best_values(hands, _laid(), rules.to_arrays(), worth, np.zeros(2, dtype=np.int64))
    return worth


def _laid() -> NDArray[np.uint8]:
    return np.zeros((1, KINDS), dtype=np.uint8)


def _only_changed(worth: _Worths, which: _Places, new: _Worths) -> tuple[_Places, _Worths]:
    differ = new != worth[which]
    return which[differ], new[differ]


# --- Finishing -----------------------------------------------------------------------------------


def _repriced(
    hands: NDArray[np.uint8], before: Rules, after: Sequence[Rules]
) -> tuple[_Worths, list[tuple[_Places, _Worths]]]:
    """Look at the groupings of each finishing hand once, for rules that differ in points only."""
    from neuroanalysis.games.neurotrio._kernels.reprice import repriced_finishes

    worth = _best_finishes(hands, before)
    which = np.flatnonzero(worth != _NONE)
    arrays = [rules.to_arrays() for rules in after]
    totals = np.zeros((len(which), len(after)), dtype=np.int32)
    if after and len(which):
        repriced_finishes(
            hands[which],
            _without_points(before).to_arrays(),
            np.array([rules.numbers for rules in arrays]),
            np.array([rules.needs[:, layout.REPEAT_POINTS] for rules in arrays]),
            np.array([rules.points for rules in arrays]),
            totals,
            np.zeros(2, dtype=np.int64),
        )
    return worth, [_only_changed(worth, which, totals[:, place]) for place in range(len(after))]


def _best_finishes(hands: NDArray[np.uint8], rules: Rules) -> _Worths:
    from neuroanalysis.games.neurotrio._kernels.finish import best_finishes

    worth = np.zeros(len(hands), dtype=np.int32)
    best_finishes(hands, _laid(), rules.to_arrays(), worth, np.zeros(2, dtype=np.int64))
    return worth


@lru_cache(maxsize=256)
def _without_points(rules: Rules) -> Rules:
    """Return the rules with no points for anything: what is left says how hands are grouped."""
    nothing: dict[str, object] = dict.fromkeys((*GROUP_POINTS, "finish_points"), 0)
    nothing["bonuses"] = dict.fromkeys(rules.by_code, 0)
    return Rules.from_mapping(nothing, rules)

"""How often random cards have a property: counted exactly, or sampled.

All deals of the 54 cards are equally likely. What a card does on a cell between random others is
counted over the orbits of ``orbits``, what a hand holds by closed forms; the same can be asked of
cards dealt at random, and the two compared.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.work import Chunk, Control, Draws, Options, fold, seeded_chunks
from neuroanalysis.errors import InputError
from neuroanalysis.games.conquete._kernels.layout import SIDES
from neuroanalysis.games.conquete.analysis.cells import cell_table, unseen_cards
from neuroanalysis.games.conquete.analysis.fits import NONE, CardList, kinds_of
from neuroanalysis.games.conquete.pieces import KINDS, attributes, compatible_kinds
from neuroanalysis.games.conquete.rules import Rules

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "QUESTIONS",
    "Question",
    "card_limits",
    "deal_distribution",
    "drawn",
    "outcome_of",
    "question",
    "questions",
    "sample_deals",
]

_PLACED: Final = ("fit", "vp")
_ROUND_A_CELL: Final = ("accepting", "accepting_cards", "common")
_HELD: Final = ("kinds", "pairs")
QUESTIONS: Final = ("shared_attributes", "compatible", *_PLACED, *_ROUND_A_CELL, *_HELD)
"""What may be asked of a deal."""

_USUAL_PLAYERS: Final = 4
_USUAL: Final = {"shared_attributes": 2, "fit": 3, "vp": 3, "common": SIDES}
_CHUNK: Final = 1 << 13
_AXES: Final = 3
# Outcome of `vp` for a card that may not be placed, below any value of the rules.
_NO_VP: Final = -(1 << 20)


@dataclass(frozen=True)
class Question:
    """A question about so many random cards under a rule set, checked.

    Parameters
    ----------
    of
        One of `QUESTIONS`.
    cards
        How many cards it is about; see `deal_distribution`.
    rules
        The rule set.

    Raises
    ------
    InputError
        For another question or number of cards.
    """

    of: str
    cards: int
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        """Check what is asked."""
        low, high = card_limits(self.of, self.rules)
        if not low <= self.cards <= high:
            raise InputError("input.limit", name="cards", value=self.cards, low=low, high=high)

    @property
    def _first(self) -> int:
        """How many cards are dealt besides: the start card, where a hand is held against it."""
        return _first(self.of)

    @property
    def dealt(self) -> int:
        """How many cards are dealt."""
        return self.cards + self._first

    @property
    def total(self) -> int:
        """How many deals there are: of a first card and a set of others, or of a set."""
        deck = self.rules.deck_size
        if self.of in (*_PLACED, "compatible"):
            return deck * comb(deck - 1, self.dealt - 1)
        return comb(deck, self.cards)

    def codes(self, dealt: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return each deal's outcome as a number: (n,) int64.

        Parameters
        ----------
        dealt
            (n, dealt) kinds; the first is the card that is placed, or the start card.
        """
        match self.of:
            case "shared_attributes":
                return _shared()[dealt[:, 0], dealt[:, 1]]
            case "compatible":
                goes = self._compatible[dealt[:, :1], dealt[:, 1:]]
                return _row_sums(goes)
            case "fit" | "vp":
                goes = self._compatible[dealt[:, :1], dealt[:, 1:]]
                return self._placed(_row_sums(goes))
            case "accepting" | "accepting_cards" | "common":
                return self._accepted_between(dealt)
            case _:
                held = np.zeros((len(dealt), KINDS), dtype=np.int64)
                np.add.at(held, (np.arange(len(dealt))[:, np.newaxis], dealt), 1)
                least = 2 if self.of == "pairs" else 1
                return _row_sums(held >= least)

    @property
    def _compatible(self) -> NDArray[np.bool_]:
        return _shared() >= self.rules.shared_attributes

    def _may_go(self, goes: NDArray[np.int64], neighbours: int) -> NDArray[np.bool_]:
        return goes >= (1 if neighbours == 1 else self.rules.needed)

    def _placed(self, goes: NDArray[np.int64]) -> NDArray[np.int64]:
        may = self._may_go(goes, self.cards - 1)
        if self.of == "fit":
            return may.astype(np.int64)
        brings = np.array((_NO_VP, *self.rules.placing), dtype=np.int64)
        return np.where(may, brings[goes], _NO_VP)

    def _accepted_between(self, dealt: NDArray[np.int64]) -> NDArray[np.int64]:
        goes = self._compatible[dealt].sum(axis=1, dtype=np.int64)
        if self.of == "common":
            return _row_sums(goes == self.cards)
        may = self._may_go(goes, self.cards)
        if self.of == "accepting":
            return _row_sums(may)
        gone = (dealt[:, :, np.newaxis] == np.arange(KINDS)).sum(axis=1, dtype=np.int64)
        return _row_sums(may * (self.rules.copies - gone))

    def outcome(self, code: int) -> Outcome:
        """Return the outcome that a number from `codes` stands for."""
        return NONE if self.of == "vp" and code == _NO_VP else code


def _row_sums(rows: NDArray[np.bool_] | NDArray[np.int64]) -> NDArray[np.int64]:
    sums: NDArray[np.int64] = rows.sum(axis=1, dtype=np.int64)
    return sums


@lru_cache(maxsize=1)
def _shared() -> NDArray[np.int64]:
    """Return how many attributes any two kinds share: (27, 27)."""
    levels = np.array([attributes(kind) for kind in range(KINDS)], dtype=np.int64)
    alike: NDArray[np.int64] = (levels[:, np.newaxis] == levels).sum(axis=2, dtype=np.int64)
    return alike


def questions(rules: Rules | None = None) -> tuple[str, ...]:
    """Return all that may be asked of a deal under a rule set.

    Examples
    --------
    >>> questions()[:3]
    ('shared_attributes', 'compatible', 'fit')
    """
    del rules
    return QUESTIONS


def card_limits(of: str, rules: Rules | None = None) -> tuple[int, int]:
    """Return of how few and of how many cards a question can be asked.

    Raises
    ------
    InputError
        For another question.

    Examples
    --------
    >>> card_limits("vp"), card_limits("kinds")
    ((2, 5), (0, 54))
    """
    rules = rules or Rules()
    if of not in (accepted := questions(rules)):
        raise InputError("input.question", value=of, accepted=", ".join(accepted))
    if of == "shared_attributes":
        return 2, 2
    if of in _PLACED:
        return 2, 1 + SIDES
    if of in _ROUND_A_CELL:
        return 1, SIDES
    return 0, rules.deck_size - _first(of)


def _first(of: str) -> int:
    """Return how many cards are dealt besides those that are asked of."""
    return int(of == "compatible")


def question(of: str, cards: int | None = None, rules: Rules | None = None) -> Question:
    """Return a question, about as many cards as it mostly is about where none are said.

    Raises
    ------
    InputError
        For another question or number of cards.

    Examples
    --------
    >>> question("vp").cards, question("kinds").cards
    (3, 13)
    """
    rules = Rules.or_default(rules)
    if cards is None:
        hand = rules.hand_sizes(_USUAL_PLAYERS)[-1]
        cards = _USUAL.get(of, 2 if of in _ROUND_A_CELL else hand)
    return Question(of, cards, rules)


@checked
def deal_distribution(
    of: str = "shared_attributes",
    cards: int | None = None,
    rules: Rules | None = None,
    **how: Unpack[Options],
) -> Distribution:
    """Return how many of all deals have each outcome: exact integers.

    Parameters
    ----------
    of
        Of two cards: ``"shared_attributes"``.

        Of a hand: ``"compatible"`` (how many of its cards are compatible with a random start card),
        ``"kinds"`` (different ones), ``"pairs"`` (kinds held twice or more).

        Of one card and those round a cell: ``"fit"`` (1 if it may go there, else 0), ``"vp"`` (what
        it brings, or ``"none"``).

        Of the cards round a cell: ``"accepting"`` (how many kinds may go there),
        ``"accepting_cards"`` (how many of the other cards may), ``"common"`` (how many kinds are
        compatible with all of them).
    cards
        2; or cards of the hand (as of four players if None); or 2 to 5, the one card among them (3
        if None); or the 1 to 4 cards round a cell (2 if None, 4 for ``"common"``).
    rules
        The default rules if None.
    **how
        As in other games; ``progress`` hears of the end alone.

    Returns
    -------
    Distribution
        All sets of so many cards; where one card stands apart from the others, all choices of it
        and of a set of others.

    Raises
    ------
    InputError
        For another question or number of cards.

    Notes
    -----
    Clauses 8.1 to 8.4.

    Examples
    --------
    >>> deal_distribution("shared_attributes").counts
    mappingproxy({0: 432, 1: 648, 2: 324, 3: 27})
    >>> [deal_distribution("fit", n).probability(1) for n in (2, 3, 4, 5)]
    [Fraction(13, 53), Fraction(3, 53), Fraction(131, 901), Fraction(1123, 4505)]
    """
    asked = question(of, cards, rules)
    answer = Distribution(_counts(asked), asked.total)
    if told := how.get("progress"):
        told(1, 1)
    return answer


def _counts(asked: Question) -> dict[Outcome, int]:
    of, cards, rules = asked.of, asked.cards, asked.rules
    match of:
        case "shared_attributes":
            return _pairs_sharing(rules)
        case "compatible":
            return _compatible_held(cards, rules)
        case "fit":
            return dict(cell_table(cards - 1, rules).scores.map(lambda vp: int(vp != NONE)).counts)
        case "vp":
            return dict(cell_table(cards - 1, rules).scores.counts)
        case "accepting":
            return dict(cell_table(cards, rules).kinds.counts)
        case "accepting_cards":
            return dict(cell_table(cards, rules).cards.counts)
        case "common":
            return _common(cards, rules)
        case "kinds":
            return {n: _with_kinds(cards, n, rules.copies) for n in range(KINDS + 1)}
        case _:
            return {n: _with_pairs(cards, n, rules.copies) for n in range(KINDS + 1)}


def _pairs_sharing(rules: Rules) -> dict[Outcome, int]:
    """Count pairs of cards: in each attribute the second is as the first, or one of two others."""
    copies = rules.copies
    counts: dict[Outcome, int] = {
        n: KINDS * comb(_AXES, n) * 2 ** (_AXES - n) // 2 * copies**2 for n in range(_AXES)
    }
    counts[_AXES] = KINDS * comb(copies, 2)
    return counts


def _compatible_held(cards: int, rules: Rules) -> dict[Outcome, int]:
    """Count hands by cards that go with the start card: as many go with one card as another."""
    going = compatible_kinds(rules.shared_attributes)[0].bit_count() * rules.copies - 1
    others = rules.deck_size - 1 - going
    return {n: rules.deck_size * comb(going, n) * comb(others, cards - n) for n in range(cards + 1)}


def _common(cards: int, rules: Rules) -> dict[Outcome, int]:
    compatible = compatible_kinds(rules.shared_attributes)
    counts: Counter[Outcome] = Counter()
    for row in cell_table(cards, rules).classes:
        kinds = compatible[row.neighbours[0]]
        for neighbour in row.neighbours[1:]:
            kinds &= compatible[neighbour]
        counts[kinds.bit_count()] += row.deals
    return dict(counts)


def _with_kinds(cards: int, kinds: int, copies: int) -> int:
    """Count hands of exactly so many kinds: a choice of kinds, none of them missing."""
    each_there: int = sum(
        (-1) ** missing * comb(kinds, missing) * comb(copies * (kinds - missing), cards)
        for missing in range(kinds + 1)
    )
    return comb(KINDS, kinds) * each_there


def _with_pairs(cards: int, pairs: int, copies: int) -> int:
    """Count hands in which exactly so many kinds are held twice or more."""
    several = [0, 0, *(comb(copies, number) for number in range(2, copies + 1))]
    held = [1]
    for _ in range(pairs):
        held = _times(held, several, cards)
    single = KINDS - pairs
    once = [comb(single, number) * copies**number for number in range(single + 1)]
    found = _times(held, once, cards)
    return comb(KINDS, pairs) * (found[cards] if cards < len(found) else 0)


def _times(one: list[int], other: list[int], most: int) -> list[int]:
    """Multiply polynomials, leaving out powers above ``most``."""
    product = [0] * min(len(one) + len(other) - 1, most + 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other[: max(0, most + 1 - i)]):
            product[i + j] += a * b
    return product


@checked
def outcome_of(cards: CardList, of: str, rules: Rules | None = None) -> Outcome:
    """Return what given cards are counted as, so that they can be found in a distribution.

    Parameters
    ----------
    cards
        As many as the question is about. For ``"compatible"`` the start card stands before those of
        the hand; for ``"fit"`` and ``"vp"`` the card that is placed stands first.
    of
        One of the questions.
    rules
        The default rules if None.

    Raises
    ------
    CardError
        For an unknown card, or a copy too many.
    InputError
        For another question, or a number of cards it is not asked of.

    Examples
    --------
    >>> outcome_of("2ev 1ev 3ev 2cv", "vp"), outcome_of("2cb 1ev 3ev 2cv", "vp")
    (5, 'none')
    """
    kinds = kinds_of(cards)
    rules = Rules.or_default(rules)
    asked = Question(of, len(kinds) - (of == "compatible"), rules)
    unseen_cards(kinds, rules)
    dealt = np.array(kinds, dtype=np.int64)[np.newaxis]
    return asked.outcome(int(asked.codes(dealt)[0]))


@checked
def sample_deals(
    of: str = "shared_attributes",
    cards: int | None = None,
    rules: Rules | None = None,
    *,
    samples: int = 20_000,
    seed: int = 0,
    **how: Unpack[Options],
) -> SampledDistribution:
    """Return how often each outcome occurs in random deals.

    Parameters
    ----------
    of, cards, rules
        See `deal_distribution`.
    samples
        How many deals are looked at.
    seed
        The same seed gives the same answer, whatever the number of workers.
    **how
        See :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    InputError
        For another question, number of cards or samples.

    Examples
    --------
    >>> sample_deals("vp", 5, samples=2000, seed=1).n
    2000
    """
    asked = question(of, cards, rules)
    if not 1 <= samples <= 10**9:
        raise InputError("input.limit", name="samples", value=samples, low=1, high=10**9)
    chunks = [
        Chunk(id=chunk.id, payload=(asked, chunk.payload), size=chunk.size)
        for chunk in seeded_chunks(samples, _CHUNK, seed)
    ]
    found: Counter[int] = fold(_sample_part, chunks, _merged, Counter(), **how)
    return SampledDistribution.from_counts(
        {asked.outcome(code): n for code, n in found.items()}, seed=seed
    )


def _merged(one: Counter[int], other: Counter[int]) -> Counter[int]:
    return one + other


def _sample_part(work: tuple[Question, Draws], control: Control) -> Counter[int]:
    asked, draws = work
    dealt = drawn(len(draws), asked.dealt, asked.rules, draws.generator())
    control.check()
    codes, numbers = np.unique(asked.codes(dealt), return_counts=True)
    control.advance(len(draws))
    return Counter(dict(zip(codes.tolist(), numbers.tolist(), strict=True)))


def drawn(n: int, cards: int, rules: Rules, rng: np.random.Generator) -> NDArray[np.int64]:
    """Deal ``n`` times so many cards, in order: (n, cards) kinds.

    Examples
    --------
    >>> drawn(2, 3, Rules(), np.random.default_rng(1)).shape
    (2, 3)
    """
    deck = np.repeat(np.arange(KINDS, dtype=np.int64), rules.copies)
    return rng.permuted(np.tile(deck, (n, 1)), axis=1)[:, :cards]

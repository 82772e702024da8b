"""How often a random deal has a property: exactly, over all deals, or sampled.

Nothing about a deal needs sampling: the evaluator goes once over each class of hands, and each
class counts as often as it has deals. The sampled twin answers the same questions about hands dealt
together, and is there to be compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.asking import one_of
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.work import Chunk, Control, Draws, Options, fold, seeded_chunks
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.classes import (
    ClassPart,
    class_chunks,
    list_part,
)
from neuroanalysis.games.neurotrio.analysis.closed_forms import distinct_kinds, kinds_held_exactly
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.position import Cards, Position
from neuroanalysis.games.neurotrio.rules import Rules

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "QUESTIONS",
    "Question",
    "card_limits",
    "deal_distribution",
    "deal_question",
    "deal_together",
    "outcome_of",
    "questions",
    "sample_deals",
]

QUESTIONS: Final = (
    "value",
    "distance",
    "value,distance",
    "distinct",
    "duos",
    "triples",
    "carres",
    "finish",
)
"""What may be asked of a deal, besides ``bonus:CODE`` for each bonus."""

Method = Literal["fastest", "classes"]

MOST_CARDS: Final = 14
_SAMPLE_CHUNK: Final = 1 << 14
_HELD: Final = {"duos": 2, "triples": 3, "carres": 4}
# So many hands are looked at between two looks at the control: a tenth of a second for the slowest.
_BATCH: Final = 1 << 12
# A joint outcome is coded as value x this + distance.
_DISTANCES: Final = 64


@dataclass(frozen=True)
class Question:
    """A question about deals of so many cards under a rule set, checked.

    Parameters
    ----------
    of
        One of `QUESTIONS`, or ``bonus:CODE``.
    cards
        Cards dealt: 1 to 14; for ``finish`` those of a finishing hand, or one more for each carré.
    rules
        The rule set.

    Raises
    ------
    InputError
        For another question or number of cards.
    """

    of: str
    cards: int
    rules: Rules

    def __post_init__(self) -> None:
        """Check what is asked."""
        low, high = card_limits(self.of, self.rules)
        if not low <= self.cards <= high:
            raise InputError("input.limit", name="cards", value=self.cards, low=low, high=high)

    @property
    def parts(self) -> tuple[str, ...]:
        """What the parts of joint outcomes are; nothing for others."""
        parts = tuple(self.of.split(","))
        return parts if len(parts) > 1 else ()

    def outcome(self, code: int) -> Outcome:
        """Return the outcome that a number from `codes` stands for."""
        if self.of == "finish":
            return "none" if code == 0 else code - 1
        if self.of == "value,distance":
            return (code // _DISTANCES, code % _DISTANCES)
        return code

    def codes(self, counts: NDArray[np.uint8], control: Control) -> NDArray[np.int64]:
        """Return each hand's outcome as a number from 0: (n,) int64."""
        from neuroanalysis.games.neurotrio._kernels.deals import kinds_held
        from neuroanalysis.games.neurotrio._kernels.distance import distances
        from neuroanalysis.games.neurotrio._kernels.finish import best_finishes
        from neuroanalysis.games.neurotrio._kernels.value import best_values, counted_bonuses

        arrays = self.rules.to_arrays()
        laid = np.zeros((1, KINDS), dtype=np.uint8)
        answers = np.zeros(len(counts), dtype=np.int32)
        codes = np.zeros(len(counts), dtype=np.int64)
        watch = np.zeros(2, dtype=np.int64)
        control.check()
        if self.of == "distinct":
            kinds_held(counts, -1, codes)
        elif self.of in _HELD:
            kinds_held(counts, _HELD[self.of], codes)
        elif self.of.startswith("bonus:"):
            counted_bonuses(counts, laid, arrays, codes, watch)
            codes = codes >> self.rules.bonus_place(self.of.removeprefix("bonus:")) & 1
        elif self.of == "finish":
            best_finishes(counts, laid, arrays, answers, watch)
            codes = answers.astype(np.int64) + 1
        else:
            if "value" in self.of:
                best_values(counts, laid, arrays, answers, watch)
                codes += answers
            if "distance" in self.of:
                distances(counts, laid, arrays, answers, watch)
                codes = codes * _DISTANCES + answers
        return codes


def questions(rules: Rules | None = None) -> tuple[str, ...]:
    """Return all that may be asked of a deal under a rule set.

    Examples
    --------
    >>> questions()[-1]
    'bonus:N9'
    """
    return (*QUESTIONS, *(f"bonus:{bonus.code}" for bonus in Rules.or_default(rules).bonuses))


def card_limits(of: str, rules: Rules | None = None) -> tuple[int, int]:
    """Return of how few and of how many cards a question can be asked.

    Raises
    ------
    InputError
        For another question.

    Examples
    --------
    >>> card_limits("value"), card_limits("finish")
    ((1, 14), (14, 18))
    """
    rules = Rules.or_default(rules)
    accepted = questions(rules)
    if of not in accepted:
        raise InputError("input.question", value=of, accepted=", ".join(accepted))
    if of == "finish":
        return rules.finish_size, rules.most_cards
    return 1, min(MOST_CARDS, rules.deck_size)


@checked
def deal_distribution(
    of: str = "value",
    cards: int | None = None,
    rules: Rules | None = None,
    *,
    method: Method = "fastest",
    **how: Unpack[Options],
) -> Distribution:
    """Return how many of all deals have each outcome: exact integers.

    Parameters
    ----------
    of
        ``"value"`` (best value without finishing), ``"distance"``, ``"value,distance"`` (jointly),
        ``"distinct"`` (different kinds), ``"duos"``, ``"triples"``, ``"carres"`` (kinds held
        exactly two, three, four times), ``"bonus:CODE"`` (1 if that bonus counts in some best
        grouping without finishing, else 0), ``"finish"`` (best finishing total, or ``"none"``).
    cards
        Cards dealt, 1 to 14; the rules' hand size if None, for ``finish`` one more. For ``finish``
        up to four more are meant as 14 and a laid carré for each card more.
    rules
        The default rules if None.
    method
        ``"classes"`` always goes over all classes of hands; ``"fastest"`` reads a table that ships
        with the package where the rules match (the answer's `source` says so), or uses a closed
        form where there is one.
    **how
        ``workers``, ``progress``, ``cancel``, ...: see :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    InputError
        For another question or number of cards.
    RulesError
        For more than four copies of a kind.

    Examples
    --------
    >>> duos = deal_distribution("duos", cards=2)
    >>> duos.counts[1], duos.total
    (162, 5778)
    >>> deal_distribution("value", cards=3).counts[4] == 27 * 4
    True
    """
    question = deal_question(of, cards, rules)
    one_of("method", method, get_args(Method))
    if method == "fastest" and of == "distinct":
        return distinct_kinds(question.cards, question.rules.copies)
    if method == "fastest" and of in _HELD:
        return kinds_held_exactly(_HELD[of], question.cards, question.rules.copies)
    if method == "fastest":
        from neuroanalysis.games.neurotrio.analysis.deal_tables import shipped_deals

        shipped = shipped_deals(question)
        if shipped is not None:
            return replace(shipped, parts=question.parts)
    counts = _over_classes(question, **how)
    total = comb(question.rules.deck_size, question.cards)
    return Distribution(counts, total, parts=question.parts)


def deal_question(of: str, cards: int | None, rules: Rules | None) -> Question:
    """Return the question that is meant, with the number of cards that goes with it if None."""
    rules = Rules.or_default(rules)
    if cards is None:
        cards = rules.finish_size if of == "finish" else rules.hand_size
    return Question(of, cards, rules)


@checked
def outcome_of(hand: Cards | Position, of: str, rules: Rules | None = None) -> Outcome:
    """Return what one hand is counted as, so that it can be found in a distribution.

    Parameters
    ----------
    hand, rules
        See `Position.of`.
    of
        See `deal_distribution`.

    Raises
    ------
    NeuroanalysisError
        For a hand, rules or a question that are not valid.

    Examples
    --------
    >>> outcome_of("1cn*3 2eb", "value")
    4
    """
    position = Position.of(hand, rules=rules)
    if any(position.laid):
        raise InputError("input.laid")
    question = Question(of, position.cards, position.rules)
    return question.outcome(int(question.codes(position.counts[np.newaxis], Control())[0]))


def _over_classes(question: Question, **how: Unpack[Options]) -> dict[Outcome, int]:
    chunks = [
        Chunk(id=chunk.id, payload=(question, chunk.payload), size=chunk.size)
        for chunk in class_chunks(question.cards, question.rules.copies)
    ]
    codes: dict[int, int] = fold(_count_part, chunks, _merged, {}, **how)
    return {question.outcome(code): n for code, n in codes.items()}


def _merged(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    for code, n in other.items():
        one[code] = one.get(code, 0) + n
    return one


def _count_part(work: tuple[Question, ClassPart], control: Control) -> dict[int, int]:
    """Return how many deals of one part of the classes have each outcome, by its code."""
    from neuroanalysis.games.neurotrio._kernels.deals import HALF_BITS, class_weights, tally

    question, part = work
    counts, orders = list_part(part)
    copies = part.copies
    ways = np.array([comb(copies, n) for n in range(copies + 1)], dtype=np.int64)
    weights = np.zeros(len(counts), dtype=np.int64)
    class_weights(counts, orders, ways, weights)
    codes = np.zeros(len(counts), dtype=np.int64)
    for start in range(0, len(counts), _BATCH):
        batch = slice(start, start + _BATCH)
        codes[batch] = question.codes(counts[batch], control)
        control.advance(part.expected * len(counts[batch]) // len(counts))
    low = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
    high = np.zeros_like(low)
    tally(codes, weights, low, high)
    return {
        code: int(low[code]) + (int(high[code]) << HALF_BITS)
        for code in np.flatnonzero(low | high).tolist()
    }


@checked
def sample_deals(
    of: str = "value",
    cards: int | None = None,
    rules: Rules | None = None,
    *,
    samples: int = 100_000,
    seed: int = 0,
    players: int = 1,
    **how: Unpack[Options],
) -> SampledDistribution:
    """Return how often each outcome occurs in random deals: the twin of `deal_distribution`.

    Parameters
    ----------
    of, cards, rules
        See `deal_distribution`.
    samples
        How many hands are looked at, rounded up to whole tables of `players`.
    seed
        The same seed gives the same answer, whatever the number of workers.
    players
        So many hands are dealt together from one pack, and all are looked at. Each is a random
        deal; those dealt together are not independent, so intervals are honest for 1 only.
    **how
        See :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    InputError
        For another question, number of cards, samples or players.

    Examples
    --------
    >>> sample_deals("distance", samples=1000, seed=1).n
    1000
    """
    question = deal_question(of, cards, rules)
    if not 1 <= samples <= 10**9:
        raise InputError("input.limit", name="samples", value=samples, low=1, high=10**9)
    most = question.rules.deck_size // question.cards
    if not 1 <= players <= most:
        raise InputError("input.limit", name="players", value=players, low=1, high=most)
    tables = -(-samples // players)
    chunks = [
        Chunk(id=chunk.id, payload=(question, players, chunk.payload), size=chunk.size)
        for chunk in seeded_chunks(tables, _SAMPLE_CHUNK, seed)
    ]
    codes: dict[int, int] = fold(_sample_part, chunks, _merged, {}, **how)
    return SampledDistribution.from_counts(
        {question.outcome(code): n for code, n in codes.items()}, seed=seed
    )


def _sample_part(work: tuple[Question, int, Draws], control: Control) -> dict[int, int]:
    question, players, draws = work
    hands = deal_together(
        len(draws), players, question.cards, question.rules.copies, draws.generator()
    )
    codes = question.codes(hands.reshape(-1, KINDS), control)
    found, numbers = np.unique(codes, return_counts=True)
    return dict(zip(found.tolist(), numbers.tolist(), strict=True))


def deal_together(
    n: int, players: int, cards: int, copies: int, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Deal ``n`` times to several players from one pack: (n, players, 27) counts.

    Every way to deal the physical cards is equally likely: each place of all packs in turn is
    swapped with a random one that is not dealt yet (Fisher and Yates), and those dealt are kept.

    Examples
    --------
    >>> hands = deal_together(2, 4, 13, 4, np.random.default_rng(1))
    >>> hands.shape, int(hands.sum(axis=1).max()) <= 4
    ((2, 4, 27), True)
    """
    kinds = np.repeat(np.arange(KINDS, dtype=np.uint8), copies)
    packs = np.repeat(kinds[:, np.newaxis], n, axis=1)
    every = np.arange(n)
    dealt = players * cards
    for place in range(dealt):
        other = rng.integers(place, len(kinds), size=n)
        taken = packs[other, every]
        packs[other, every] = packs[place]
        packs[place] = taken
    cells = np.repeat(KINDS * np.arange(n * players), cards) + packs[:dealt].T.ravel()
    counts = np.bincount(cells, minlength=n * players * KINDS)
    return counts.astype(np.uint8).reshape(n, players, KINDS)

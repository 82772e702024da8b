"""How often a random deal has a property: counted exactly, or sampled.

Flowers are laid and replaced until none is left. So a hand of 13 cards is any 13 of the 142 cards
that are no flower, all equally likely, whatever was laid, and whatever others were dealt. What can
be said of the cards alone is counted exactly. What a hand wins at last is sampled: it is played out
as a solitaire by a stated player.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.work import Chunk, Control, Draws, Options, fold, seeded_chunks
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.mhing.analysis import closed_forms
from neuroanalysis.games.mhing.analysis.classes import distances_and_jokers
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER, KINDS
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import distance_many, unmatched_distance_many
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "EXACT_QUESTIONS",
    "QUESTIONS",
    "SOLITAIRE_DRAWS",
    "SOLITAIRE_QUESTIONS",
    "Dealt",
    "Question",
    "card_limits",
    "deal",
    "deal_distribution",
    "outcome_of",
    "questions",
    "sample_deals",
]

EXACT_QUESTIONS: Final = (
    "distance",
    "jokers",
    "flowers",
    "nothing_matches",
    "unmatched_distance",
    "distance,jokers",
)
"""What may be asked of a deal and is counted exactly."""
SOLITAIRE_QUESTIONS: Final = ("credits", "points", "draws")
"""What may be asked of the end of a solitaire."""
QUESTIONS: Final = (*EXACT_QUESTIONS, *SOLITAIRE_QUESTIONS)
"""What may be asked of a deal; all but the exact ones are only sampled."""

SOLITAIRE_DRAWS: Final = 60
"""Cards drawn at most in a solitaire, flowers apart."""

_MOST_CARDS: Final = 14
_CHUNK: Final = 1 << 12
# A joint outcome is coded as the first part x this + jokers.
_JOKERS: Final = COPIES[JOKER] + 1
_DECK: Final = np.repeat(np.arange(KINDS, dtype=np.uint8), COPIES)


@dataclass(frozen=True)
class Question:
    """A question about deals of so many cards under a rule set, checked.

    Parameters
    ----------
    of
        One of `QUESTIONS`.
    cards
        Cards of the hand, flowers apart: 1 to 14; a solitaire begins with as many as are dealt.
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
    def parts(self) -> tuple[str, ...]:
        """What the parts of joint outcomes are; nothing for others."""
        parts = tuple(self.of.split(","))
        return parts if len(parts) > 1 else ()

    def outcome(self, code: int) -> Outcome:
        """Return the outcome that a number from `codes` stands for."""
        if self.parts:
            return divmod(code, _JOKERS)
        if self.of in SOLITAIRE_QUESTIONS:
            return "none" if code == 0 else code - 1
        return code

    def codes(self, dealt: Dealt, control: Control) -> NDArray[np.int64]:
        """Return each hand's outcome as a number from 0: (n,) int64."""
        control.check()
        hands = dealt.hands
        if self.of == "jokers":
            return hands[:, JOKER].astype(np.int64)
        if self.of == "flowers":
            return hands[:, FLOWER].astype(np.int64)
        if self.of in SOLITAIRE_QUESTIONS:
            return self._played(dealt, control)
        if self.of.startswith("distance"):
            distances = distance_many(hands, workers=1).astype(np.int64)
            return distances * _JOKERS + hands[:, JOKER] if self.parts else distances
        unmatched = unmatched_distance_many(hands, rules=self.rules, workers=1).astype(np.int64)
        if self.of == "unmatched_distance":
            return unmatched[:, 0]
        return self._nothing_matches(hands)

    def _nothing_matches(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return 0, 1 or 2 as `closed_forms.nothing_matches` counts them, by trying all places."""
        from neuroanalysis.games.mhing.analysis.unmatched import kinds_of_unmatched

        return kinds_of_unmatched(hands, self.rules.joker_in_nothing_matches)

    def _played(self, dealt: Dealt, control: Control) -> NDArray[np.int64]:
        from neuroanalysis.games.mhing.analysis.solitaire import Aim, check_points, played

        turns, earned, _ = played(
            dealt.hands, dealt.piles, SOLITAIRE_DRAWS, Aim.of("fast", self.rules), control
        )
        if self.of == "draws":
            return np.where(turns > 0, turns + 1, 0)
        if self.of == "credits":
            return earned + 1
        worth = self.rules.to_arrays().points[np.maximum(earned, 0)]
        check_points(int(worth.max()))
        return np.where(earned >= 0, worth + 1, 0)


class Dealt(NamedTuple):
    """Hands dealt: (n, 36) counts, the flowers laid among them, and (n, cards) what comes next."""

    hands: NDArray[np.uint8]
    piles: NDArray[np.uint8]


def questions(rules: Rules | None = None) -> tuple[str, ...]:
    """Return all that may be asked of a deal under a rule set, the exact ones first.

    Examples
    --------
    >>> questions()[:2]
    ('distance', 'jokers')
    """
    del rules
    return QUESTIONS


def card_limits(of: str, rules: Rules | None = None) -> tuple[int, int]:
    """Return of how few and of how many cards, flowers apart, a question can be asked.

    Raises
    ------
    InputError
        For another question.

    Examples
    --------
    >>> card_limits("jokers"), card_limits("credits")
    ((1, 14), (13, 13))
    """
    rules = rules or Rules()
    if of not in (accepted := questions(rules)):
        raise InputError("input.question", value=of, accepted=", ".join(accepted))
    if of in SOLITAIRE_QUESTIONS:
        return rules.hand_size, rules.hand_size
    return 1, _MOST_CARDS


def _question(of: str, cards: int | None, rules: Rules | None) -> Question:
    rules = Rules.or_default(rules)
    return Question(of, rules.hand_size if cards is None else cards, rules)


@checked
def deal_distribution(
    of: str = "distance",
    cards: int | None = None,
    rules: Rules | None = None,
    **how: Unpack[Options],
) -> Distribution:
    """Return how many of all deals have each outcome: exact integers.

    Parameters
    ----------
    of
        ``"distance"`` (fewest further cards to four combinations and a pair, clause 2.5),
        ``"jokers"`` (held), ``"flowers"`` (laid), ``"nothing_matches"`` (clause 7.2: 1 when nothing
        among the cards matches, 2 when so and all seven honours are there, else 0),
        ``"unmatched_distance"`` (fewest further cards to a hand in which nothing matches), or
        ``"distance,jokers"`` (jointly).
    cards
        In the hand, flowers apart: 1 to 14; as many as are dealt if None.
    rules
        The default rules if None; what a joker may stand for matters.
    **how
        As in other games; it takes some seconds at most, so ``progress`` hears of its end alone.

    Returns
    -------
    Distribution
        All hands of so many of the 142 cards that are no flower; for flowers, all orders of the
        150 cards told apart by the places of the flowers.

    Raises
    ------
    InputError
        For another question or number of cards, and for what can only be sampled.

    Notes
    -----
    Rules, clauses 1.2, 2.3 to 2.5, 7.1 and 7.2. Distances are counted by suit and put together by
    convolution: see :mod:`neuroanalysis.games.mhing.analysis.classes`.

    Examples
    --------
    >>> jokers = deal_distribution("jokers")
    >>> jokers.total == comb(142, 13), float(jokers.probability(0))
    (True, 0.5559755557891295)
    """
    question = _question(of, cards, rules)
    if of not in EXACT_QUESTIONS:
        accepted = ", ".join(EXACT_QUESTIONS)
        raise InputError("mhing.deals.sampled", value=of, accepted=accepted)
    total = comb(closed_forms.HANDED, question.cards)
    if of == "flowers":
        total = comb(sum(COPIES), COPIES[FLOWER])
    answer = Distribution(_counts(question), total, parts=question.parts)
    if told := how.get("progress"):
        told(1, 1)
    return answer


def _counts(question: Question) -> Counter[Outcome]:
    cards, fits = question.cards, question.rules.joker_in_nothing_matches
    counts: Counter[Outcome] = Counter()
    match question.of:
        case "distance,jokers":
            counts.update(distances_and_jokers(cards))
        case "distance":
            for (lacking, _), number in distances_and_jokers(cards).items():
                counts[lacking] += number
        case "jokers":
            counts.update(closed_forms.jokers_held(cards))
        case "flowers":
            counts.update(closed_forms.flowers_laid(cards))
        case "nothing_matches":
            counts.update(closed_forms.nothing_matches(cards, fits))
        case _:
            counts.update(closed_forms.unmatched_distances(cards, fits))
    return counts


@checked
def outcome_of(hand: Position, of: str) -> Outcome:
    """Return what one hand is counted as, so that it can be found in a distribution.

    Parameters
    ----------
    hand
        Cards of which none is laid, but flowers.
    of
        One of the exact questions; see `deal_distribution`.

    Raises
    ------
    CardError
        For a hand with laid combinations.
    InputError
        For another question.

    Examples
    --------
    >>> outcome_of(Position.of("147m 258p 369s 1234z J"), "nothing_matches")
    1
    """
    if of not in EXACT_QUESTIONS:
        raise InputError("input.question", value=of, accepted=", ".join(EXACT_QUESTIONS))
    if hand.laid:
        raise CardError("mhing.deals.laid", n=len(hand.laid), question=text("mhing.deals.hand"))
    question = _question(of, hand.cards, hand.rules)
    dealt = Dealt(hand.counts[np.newaxis], np.zeros((1, 0), dtype=np.uint8))
    return question.outcome(int(question.codes(dealt, Control())[0]))


@checked
def sample_deals(
    of: str = "credits",
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
    of
        What `deal_distribution` counts, or what becomes of a deal of 13 cards that is played out as
        a solitaire: ``"credits"`` or ``"points"`` of the winning hand, or ``"draws"`` (the draw
        that wins); ``"none"`` where 60 draws do not win.
    cards, rules
        See `deal_distribution`.
    samples
        How many hands are dealt.
    seed
        The same seed gives the same answer, whatever the number of workers.
    **how
        See :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    InputError
        For another question, number of cards or samples.

    Notes
    -----
    The solitaire (clause 7.3): draw a card, laying and replacing flowers; go out as soon as the
    hand wins and earns the credits asked, if any; else discard a card, which never comes back.
    Nothing is claimed. The player is "fast": of `neuroanalysis.games.mhing.analysis.solitaire`.

    Examples
    --------
    >>> sample_deals("jokers", samples=2000, seed=1).n
    2000
    """
    question = _question(of, cards, rules)
    if not 1 <= samples <= 10**9:
        raise InputError("input.limit", name="samples", value=samples, low=1, high=10**9)
    chunks = [
        Chunk(id=chunk.id, payload=(question, chunk.payload), size=chunk.size)
        for chunk in seeded_chunks(samples, _CHUNK, seed)
    ]
    codes: Counter[int] = fold(_sample_part, chunks, _merged, Counter(), **how)
    return SampledDistribution.from_counts(
        {question.outcome(code): n for code, n in codes.items()}, seed=seed
    )


def _merged(one: Counter[int], other: Counter[int]) -> Counter[int]:
    return one + other


def _sample_part(work: tuple[Question, Draws], control: Control) -> Counter[int]:
    question, draws = work
    dealt = deal(len(draws), question.cards, draws.generator())
    codes = question.codes(dealt, control)
    if question.of not in SOLITAIRE_QUESTIONS:  # a solitaire tells how far it is by itself
        control.advance(len(draws))
    found, numbers = np.unique(codes, return_counts=True)
    return Counter(dict(zip(found.tolist(), numbers.tolist(), strict=True)))


def deal(n: int, cards: int, rng: np.random.Generator) -> Dealt:
    """Deal ``n`` times to one player, who lays flowers and replaces them until none is left.

    Every order of the 150 cards is equally likely.

    Examples
    --------
    >>> dealt = deal(3, 13, np.random.default_rng(1))
    >>> dealt.hands[:, :FLOWER].sum(axis=1).tolist(), dealt.piles.shape
    ([13, 13, 13], (3, 129))
    """
    orders = rng.permuted(np.tile(_DECK, (n, 1)), axis=1)
    seen = (orders != FLOWER).cumsum(axis=1, dtype=np.uint8)
    last = (seen == cards).argmax(axis=1)
    taken = np.arange(len(_DECK)) <= last[:, np.newaxis]
    cells = (KINDS * np.arange(n))[:, np.newaxis] + orders
    counts = np.bincount(cells[taken], minlength=n * KINDS)
    left = len(_DECK) - cards - COPIES[FLOWER]
    piles = np.take_along_axis(orders, last[:, np.newaxis] + 1 + np.arange(left), axis=1)
    return Dealt(counts.astype(np.uint8).reshape(n, KINDS), piles)

"""How often a random deal has a property: counted exactly, or sampled.

A hand is any so many of the 56 cards, all equally likely, whoever else is dealt cards. What one
hand holds, and how many of several hands dealt together hold a bomb, is counted exactly; the same
can be asked of hands dealt at random, and the two compared. The fewest plays are only sampled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import comb, prod
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.hands import CountsLike, as_counts
from neuroanalysis.core.work import Chunk, Control, Draws, Options, fold, seeded_chunks
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu.analysis import bombs, closed_forms
from neuroanalysis.games.tichu.analysis.looking import Hands
from neuroanalysis.games.tichu.analysis.several_hands import Pack, hands_with_bombs
from neuroanalysis.games.tichu.pieces import CARDS, PIECES, SUITS
from neuroanalysis.games.tichu.rules import PLAYERS, Rules
from neuroanalysis.games.tichu.scoring import fewest_plays_many

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "EXACT_QUESTIONS",
    "HAND_QUESTIONS",
    "QUESTIONS",
    "SAMPLED_QUESTIONS",
    "Question",
    "card_limits",
    "deal",
    "deal_distribution",
    "outcome_of",
    "questions",
    "sample_deals",
]

_HANDS: Final = {f"bomb_hands_{hands}": hands for hands in range(2, PLAYERS + 1)}
# What is asked of single cards: how many of so many.
_MARKED: Final = {"aces": SUITS, "dragon": 1, "phoenix": 1, "mah_jong": 1, "dog": 1}
# Outcomes in parts that are not questions of their own.
_PARTS: Final = {"strongest_bomb": ("length", "rank")}

EXACT_QUESTIONS: Final = (
    "bomb",
    "four_of_a_kind",
    "straight_flush",
    "four_of_a_kind,straight_flush",
    "longest_straight_flush",
    "strongest_bomb",
    "bombs",
    "fours_of_a_kind",
    "straight_flushes",
    "highest_four_of_a_kind",
    "longest_straight",
    "ranks",
    "points",
    "high_cards",
    *_MARKED,
    *_HANDS,
)
"""What may be asked of a deal and is counted exactly."""
SAMPLED_QUESTIONS: Final = ("fewest_plays",)
"""What may be asked of a deal, and is only sampled."""
QUESTIONS: Final = (*EXACT_QUESTIONS, *SAMPLED_QUESTIONS)
"""What may be asked of a deal."""
HAND_QUESTIONS: Final = tuple(of for of in QUESTIONS if of not in _HANDS)
"""What may be asked of a single hand."""

_CHUNK: Final = 1 << 13


@dataclass(frozen=True)
class Question:
    """A question about deals of so many cards under a rule set, checked.

    Parameters
    ----------
    of
        One of `QUESTIONS`.
    cards
        Cards of each hand: 0 to 56, or as many as there are for each of several hands.
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
    def hands(self) -> int:
        """Hands that are dealt together."""
        return _HANDS.get(self.of, 1)

    @property
    def parts(self) -> tuple[str, ...]:
        """What the parts of joint outcomes are; nothing for others."""
        parts = tuple(self.of.split(","))
        return parts if len(parts) > 1 else _PARTS.get(self.of, ())

    def outcomes(self, dealt: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the outcome of each deal as a row of its parts: (n, parts) int64.

        Parameters
        ----------
        dealt
            (n, hands, 56): which cards each hand holds.
        """
        n = len(dealt)
        if self.of == "fewest_plays":
            hands = dealt.reshape(n, CARDS).astype(np.uint8)
            # What is asked here is a part of a batch already.
            plays = fewest_plays_many(hands, rules=self.rules, workers=1)
            return plays.astype(np.int64)[:, np.newaxis]
        looked = Hands(dealt.reshape(n * self.hands, CARDS), self.rules)
        if self.of in _HANDS:
            having = looked.answer("bomb").reshape(n, self.hands)
            return np.asarray(having.sum(axis=1, keepdims=True), dtype=np.int64)
        if self.of == "strongest_bomb":
            return np.stack(looked.strongest_bomb(), axis=1)
        return np.stack([looked.answer(part) for part in self.of.split(",")], axis=1)


def _ways(cards: int, hands: int) -> int:
    """Return how many deals there are of hands of so many cards, in order."""
    return comb(CARDS, cards * hands) * prod(comb(cards * n, cards) for n in range(2, hands + 1))


def questions(rules: Rules | None = None) -> tuple[str, ...]:
    """Return all that may be asked of a deal under a rule set.

    Examples
    --------
    >>> questions()[0]
    'bomb'
    """
    del rules
    return QUESTIONS


def card_limits(of: str, rules: Rules | None = None) -> tuple[int, int]:
    """Return of how few and of how many cards a hand a question can be asked.

    Raises
    ------
    InputError
        For another question.

    Examples
    --------
    >>> card_limits("bomb"), card_limits("bomb_hands_3")
    ((0, 56), (0, 18))
    """
    if of not in (accepted := questions(rules)):
        raise InputError("input.question", value=of, accepted=", ".join(accepted))
    return 0, CARDS // _HANDS.get(of, 1)


def _question(of: str, cards: int | None, rules: Rules | None) -> Question:
    rules = Rules.or_default(rules)
    return Question(of, rules.hand_size if cards is None else cards, rules)


@checked
def deal_distribution(
    of: str = "bomb",
    cards: int | None = None,
    rules: Rules | None = None,
    **how: Unpack[Options],
) -> Distribution:
    """Return how many of all deals have each outcome: exact integers.

    Parameters
    ----------
    of
        Whether there is any (0 or 1): ``"bomb"``, ``"four_of_a_kind"``, ``"straight_flush"``, or
        the last two jointly, ``"four_of_a_kind,straight_flush"``.

        How many: ``"bombs"`` (each straight flush within a longer one counts),
        ``"fours_of_a_kind"``, ``"straight_flushes"``, ``"ranks"`` (of which there is a card),
        ``"points"`` (that the cards count), ``"aces"``, ``"high_cards"`` (aces, Phoenix, Dragon),
        ``"dragon"``, ``"phoenix"``, ``"mah_jong"``, ``"dog"``.

        The greatest: ``"longest_straight_flush"`` and ``"longest_straight"`` (with the Phoenix;
        cards, 0 for none), ``"highest_four_of_a_kind"`` (rank, 0 for none), ``"strongest_bomb"``
        (length, 0 for four of a kind, and highest rank; ``(0, 0)`` for none).

        Of several hands dealt together how many hold a bomb: ``"bomb_hands_2"`` (partners, or both
        opponents), ``"bomb_hands_3"``, ``"bomb_hands_4"``.
    cards
        In the hand, or in each of several: from 0 to all there are; as many as are dealt if None.
    rules
        The default rules if None.
    **how
        As in other games; ``progress`` hears of the end alone.

    Returns
    -------
    Distribution
        All hands of so many cards; for several hands, all deals of them in order.

    Raises
    ------
    InputError
        For another question or number of cards, and for what can only be sampled.

    Notes
    -----
    Clauses 8.1 to 8.3. One hand takes a moment, four hands some seconds: see
    :mod:`neuroanalysis.games.tichu.analysis.bombs` and
    :mod:`neuroanalysis.games.tichu.analysis.several_hands`.

    Examples
    --------
    >>> bomb = deal_distribution("bomb")
    >>> bomb.counts[1], bomb.total
    (294663199638, 5804731963800)
    >>> print(deal_distribution("bomb", 8).probability(1))
    36151/12140975
    """
    question = _question(of, cards, rules)
    if of not in EXACT_QUESTIONS:
        raise InputError("tichu.deals.sampled", value=of, accepted=", ".join(EXACT_QUESTIONS))
    total = _ways(question.cards, question.hands)
    answer = Distribution(_counts(question), total, parts=question.parts)
    if told := how.get("progress"):
        told(1, 1)
    return answer


def _counts(question: Question) -> Counter[Outcome]:
    of, cards, rules = question.of, question.cards, question.rules
    counts: Counter[Outcome] = Counter()
    match of:
        case "bomb":
            none = bombs.no_bomb(cards, rules)
            counts.update({0: none, 1: _ways(cards, 1) - none})
        case "four_of_a_kind":
            counts.update(_whether(bombs.fours_held(cards)))
        case "straight_flush":
            counts.update(_whether(bombs.longest_flush(cards, rules)))
        case "four_of_a_kind,straight_flush":
            counts.update(bombs.fours_and_flushes(cards, rules))
        case "longest_straight_flush":
            counts.update(bombs.longest_flush(cards, rules))
        case "strongest_bomb":
            counts.update(bombs.strongest_bomb(cards, rules))
        case "bombs":
            counts.update(bombs.bombs_held(cards, rules))
        case "fours_of_a_kind":
            counts.update(bombs.fours_held(cards))
        case "straight_flushes":
            counts.update(bombs.flushes_held(cards, rules))
        case "highest_four_of_a_kind":
            counts.update(bombs.highest_four(cards))
        case "longest_straight":
            counts.update(closed_forms.longest_straight(cards, rules))
        case "ranks":
            counts.update(closed_forms.ranks_held(cards))
        case "points":
            counts.update(closed_forms.points_held(cards, rules))
        case "high_cards":
            counts.update(closed_forms.high_cards(cards))
        case _ if of in _MARKED:
            counts.update(closed_forms.held(cards, _MARKED[of]))
        case _:
            counts.update(hands_with_bombs(cards, question.hands, Pack.of(rules)))
    return counts


def _whether(counts: Mapping[int, int]) -> Counter[int]:
    """Return counts of 0 for none and of 1 for any."""
    found: Counter[int] = Counter()
    for n, number in counts.items():
        found[int(n > 0)] += number
    return found


@checked
def outcome_of(hand: str | CountsLike, of: str, rules: Rules | None = None) -> Outcome:
    """Return what one hand is counted as, so that it can be found in a distribution.

    Parameters
    ----------
    hand
        56 counts.
    of
        One of the questions about one hand; see `sample_deals`.
    rules
        The default rules if None.

    Raises
    ------
    InputError
        For another question.

    Examples
    --------
    >>> from neuroanalysis.games.tichu.pieces import PIECES
    >>> outcome_of(PIECES.parse("7s 7h 7d 7c Ph"), "strongest_bomb")
    (0, 7)
    """
    if of in _HANDS:
        raise InputError("input.question", value=of, accepted=", ".join(HAND_QUESTIONS))
    counts = as_counts(hand, PIECES, 1)
    question = _question(of, int(counts.sum()), rules)
    row = question.outcomes(counts[np.newaxis, np.newaxis].astype(np.bool_))[0]
    return _outcome(tuple(row.tolist()))


def _outcome(parts: tuple[int, ...]) -> Outcome:
    return parts if len(parts) > 1 else parts[0]


@checked
def sample_deals(
    of: str = "bomb",
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
        What `deal_distribution` counts, or ``"fewest_plays"``: the fewest plays that use up the
        hand.
    cards, rules
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
    >>> sample_deals("aces", samples=2000, seed=1).n
    2000
    """
    question = _question(of, cards, rules)
    if not 1 <= samples <= 10**9:
        raise InputError("input.limit", name="samples", value=samples, low=1, high=10**9)
    chunks = [
        Chunk(id=chunk.id, payload=(question, chunk.payload), size=chunk.size)
        for chunk in seeded_chunks(samples, _CHUNK, seed)
    ]
    found: Counter[tuple[int, ...]] = fold(_sample_part, chunks, _merged, Counter(), **how)
    return SampledDistribution.from_counts(
        {_outcome(row): n for row, n in found.items()}, seed=seed
    )


def _merged(
    one: Counter[tuple[int, ...]], other: Counter[tuple[int, ...]]
) -> Counter[tuple[int, ...]]:
    return one + other


def _sample_part(work: tuple[Question, Draws], control: Control) -> Counter[tuple[int, ...]]:
    question, draws = work
    dealt = deal(len(draws), question.hands, question.cards, draws.generator())
    control.check()
    rows, numbers = np.unique(question.outcomes(dealt), axis=0, return_counts=True)
    control.advance(len(draws))
    return Counter(dict(zip(map(tuple, rows.tolist()), numbers.tolist(), strict=True)))


def deal(n: int, hands: int, cards: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Deal ``n`` times so many hands from one pack: (n, hands, 56), which cards each holds.

    Examples
    --------
    >>> dealt = deal(3, 4, 14, np.random.default_rng(1))
    >>> dealt.shape, dealt.sum(axis=1).tolist() == [[1] * 56] * 3
    ((3, 4, 56), True)
    """
    orders = rng.permuted(np.tile(np.arange(CARDS), (n, 1)), axis=1)
    dealt = np.zeros((n, hands, CARDS), dtype=np.bool_)
    for hand in range(hands):
        taken = orders[:, hand * cards : (hand + 1) * cards]
        dealt[np.arange(n)[:, np.newaxis], hand, taken] = True
    return dealt

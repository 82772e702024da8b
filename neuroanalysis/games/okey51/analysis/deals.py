"""How often a random deal has a property: exactly for pairs and okeys, sampled for melds.

A deal is a rack of so many tiles and an indicator, a number tile. All indicators are as likely, and
pairs and okeys are as likely under each of them, so these are counted exactly; what melds are worth
is evaluated on racks dealt at random. The same seed deals the same racks whatever the question and
the options of the melds, so that they can be compared rack by rack.
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
from neuroanalysis.errors import InputError
from neuroanalysis.games.okey51.analysis.closed_forms import deck_dealt, pairs_and_okeys
from neuroanalysis.games.okey51.analysis.racks import meld_items
from neuroanalysis.games.okey51.analysis.worth import meld_values, pairs_held
from neuroanalysis.games.okey51.pieces import COPIES, FAKE, IDENTITIES, NUMBERS, TILES
from neuroanalysis.games.okey51.position import Position
from neuroanalysis.games.okey51.rules import Rules

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "EXACT_QUESTIONS",
    "QUESTIONS",
    "SAMPLE_CHUNK",
    "WAYS_TO_OPEN",
    "Dealt",
    "Question",
    "card_limits",
    "deal_distribution",
    "deal_question",
    "deal_together",
    "outcome_of",
    "questions",
    "sample_deals",
]

EXACT_QUESTIONS: Final = ("pairs", "okeys", "pairs,okeys")
"""What may be asked of a deal and is counted exactly."""
QUESTIONS: Final = (
    *EXACT_QUESTIONS,
    "opening",
    "meld_value",
    "ways",
    "distance",
    "opening,okeys",
    "meld_value,okeys",
    "ways,okeys",
    "distance,okeys",
)
"""What may be asked of a deal; all but the exact ones are sampled."""
WAYS_TO_OPEN: Final = ("none", "melds", "pairs", "both")
"""The outcomes of ``"ways"``."""

MOST_TILES: Final = 22
SAMPLE_CHUNK: Final = 1 << 13
# A joint outcome is coded as the first part x this + okeys.
_OKEYS: Final = 4
_NUMBER_TILES: Final = IDENTITIES * COPIES
_PACK: Final = np.repeat(np.arange(TILES, dtype=np.uint8), COPIES)


@dataclass(frozen=True)
class Question:
    """A question about deals of so many tiles under a rule set, checked.

    Parameters
    ----------
    of
        One of `QUESTIONS`.
    tiles
        Tiles dealt: 1 to 22.
    rules
        The rule set; its threshold is the one that an opening must reach.
    keep
        Whether one tile must stay outside melds; so it is with one tile more than is dealt.

    Raises
    ------
    InputError
        For another question or number of tiles.
    """

    of: str
    tiles: int
    rules: Rules = field(default_factory=Rules)
    keep: bool = False

    def __post_init__(self) -> None:
        """Check what is asked."""
        low, high = card_limits(self.of, self.rules)
        if not low <= self.tiles <= high:
            raise InputError("input.limit", name="cards", value=self.tiles, low=low, high=high)

    @property
    def parts(self) -> tuple[str, ...]:
        """What the parts of joint outcomes are; nothing for others."""
        parts = tuple(self.of.split(","))
        return parts if len(parts) > 1 else ()

    def outcome(self, code: int) -> Outcome:
        """Return the outcome that a number from `codes` stands for."""
        if not self.parts:
            return self._single(self.of, code)
        return (self._single(self.parts[0], code // _OKEYS), code % _OKEYS)

    def _single(self, of: str, code: int) -> int | str:
        if of == "ways":
            return WAYS_TO_OPEN[code]
        if of == "distance":
            return "none" if code == 0 else code - 1
        return code

    def codes(self, dealt: Dealt, control: Control) -> NDArray[np.int64]:
        """Return each rack's outcome as a number from 0: (n,) int64."""
        control.check()
        codes = self._first(self.of.split(",")[0], dealt, control)
        control.check()
        return codes * _OKEYS + dealt.wilds if self.parts else codes

    def _first(self, of: str, dealt: Dealt, control: Control) -> NDArray[np.int64]:
        if of == "okeys":
            return dealt.wilds.astype(np.int64)
        if of == "distance":
            return _distances(dealt, self.rules)
        pairs = pairs_held(dealt.naturals, dealt.wilds, self.rules)
        if of == "pairs":
            return pairs
        values = meld_values(dealt.naturals, dealt.wilds, self.rules, self.keep, control)
        if of == "meld_value":
            return values
        # A threshold of 0 still wants a meld.
        melds = (values >= max(1, self.rules.threshold)).astype(np.int64)
        if of == "opening":
            return melds
        return melds + 2 * (pairs >= self.rules.pairs_to_open)


class Dealt(NamedTuple):
    """Racks dealt: (n, 52) naturals by identity, (n,) wilds, (n, 53) tiles by kind, (n,) okeys."""

    naturals: NDArray[np.uint8]
    wilds: NDArray[np.uint8]
    tiles: NDArray[np.uint8]
    okey: NDArray[np.int64]


def questions(rules: Rules | None = None) -> tuple[str, ...]:
    """Return all that may be asked of a deal under a rule set, the exact ones first.

    Examples
    --------
    >>> questions()[:3]
    ('pairs', 'okeys', 'pairs,okeys')
    """
    del rules
    return QUESTIONS


def card_limits(of: str, rules: Rules | None = None) -> tuple[int, int]:
    """Return of how few and of how many tiles a question can be asked.

    Raises
    ------
    InputError
        For another question.

    Examples
    --------
    >>> card_limits("pairs")
    (1, 22)
    """
    if of not in (accepted := questions(rules)):
        raise InputError("input.question", value=of, accepted=", ".join(accepted))
    return 1, MOST_TILES


def deal_question(of: str, tiles: int | None, rules: Rules | None) -> Question:
    """Return the question that is meant, about as many tiles as are dealt if none are said."""
    rules = Rules.or_default(rules)
    tiles = rules.hand_size if tiles is None else tiles
    return Question(of, tiles, rules, keep=tiles == rules.hand_size + 1)


@checked
def deal_distribution(
    of: str = "pairs",
    tiles: int | None = None,
    rules: Rules | None = None,
    **how: Unpack[Options],
) -> Distribution:
    """Return how many of all deals have each outcome: exact integers.

    Parameters
    ----------
    of
        ``"pairs"`` (most disjoint pairs), ``"okeys"`` (okeys held), or ``"pairs,okeys"`` (jointly).
    tiles
        Tiles dealt, 1 to 22; as many as the rules deal if None. Deals are taken from the tiles that
        are left when an indicator, a number tile, lies apart, or from all 106.
    rules
        The default rules if None.
    **how
        As in other games; it takes a moment, so ``progress`` hears of its end alone.

    Raises
    ------
    InputError
        For another question or number of tiles, and for what can only be sampled.

    Notes
    -----
    Rules, clauses 1.1 to 1.4 and 2.5. The generating functions are those of
    :mod:`neuroanalysis.games.okey51.analysis.closed_forms`.

    Examples
    --------
    >>> pairs = deal_distribution("pairs", 14)
    >>> sum(n for most, n in pairs.counts.items() if most >= 5), pairs.total
    (51296550740400, 91748617512913200)
    >>> deal_distribution("okeys", 14).probability(2)
    Fraction(1, 60)
    """
    question = deal_question(of, tiles, rules)
    if of not in EXACT_QUESTIONS:
        accepted = ", ".join(EXACT_QUESTIONS)
        raise InputError("okey51.deals.sampled", value=of, accepted=accepted)
    joint = pairs_and_okeys(question.tiles, question.rules)
    counts: Counter[Outcome] = Counter()
    for (pairs, okeys), n in joint.items():
        counts[{"pairs": pairs, "okeys": okeys}.get(of, (pairs, okeys))] += n
    total = comb(deck_dealt(question.rules), question.tiles)
    if told := how.get("progress"):
        told(1, 1)
    return Distribution(counts, total, parts=question.parts)


@checked
def outcome_of(hand: str | Position, of: str) -> Outcome:
    """Return what one rack is counted as, so that it can be found in a distribution.

    Parameters
    ----------
    hand
        The rack; its rules count, their threshold too.
    of
        See `sample_deals`.

    Raises
    ------
    InputError
        For another question.

    Examples
    --------
    >>> outcome_of(Position.of("r5 r5 b2 b2 k9", okey="y1"), "pairs")
    2
    """
    hand = Position.of(hand)
    question = deal_question(of, hand.tiles, hand.rules)
    dealt = Dealt(
        hand.naturals[np.newaxis],
        np.array([hand.wilds], dtype=np.uint8),
        hand.counts[np.newaxis],
        np.array([hand.okey], dtype=np.int64),
    )
    return question.outcome(int(question.codes(dealt, Control())[0]))


@checked
def sample_deals(
    of: str = "opening",
    tiles: int | None = None,
    rules: Rules | None = None,
    *,
    samples: int = 100_000,
    seed: int = 0,
    players: int = 1,
    keep: bool | None = None,
    **how: Unpack[Options],
) -> SampledDistribution:
    """Return how often each outcome occurs in random deals.

    Parameters
    ----------
    of
        ``"opening"`` (1 if its melds are worth the threshold or more, else 0), ``"meld_value"``
        (their greatest value), ``"ways"`` (how it opens: ``"none"``, ``"melds"``, ``"pairs"`` or
        ``"both"``), ``"distance"`` (fewest tiles to draw until it opens), any of these with
        ``,okeys`` behind (jointly with the okeys held), or what `deal_distribution` counts.
    tiles, rules
        See `deal_distribution`.
    samples
        How many racks are looked at, rounded up to whole tables of `players`.
    seed
        The same seed gives the same answer, whatever the number of workers.
    players
        So many racks are dealt together from one pack, and all are looked at. Each is a random
        deal; those dealt together are not independent, so intervals are honest for 1 only.
    keep
        Whether one tile must stay outside melds, to be discarded; if None, that is so for one tile
        more than is dealt.
    **how
        See :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    InputError
        For another question, number of tiles, samples or players.

    Examples
    --------
    >>> sample_deals("opening", samples=2000, seed=1).n
    2000
    """
    question = deal_question(of, tiles, rules)
    if keep is not None:
        question = Question(of, question.tiles, question.rules, keep)
    if not 1 <= samples <= 10**9:
        raise InputError("input.limit", name="samples", value=samples, low=1, high=10**9)
    most = deck_dealt(question.rules) // question.tiles
    if not 1 <= players <= most:
        raise InputError("input.limit", name="players", value=players, low=1, high=most)
    tables = -(-samples // players)
    chunks = [
        Chunk(id=chunk.id, payload=(question, players, chunk.payload), size=chunk.size)
        for chunk in seeded_chunks(tables, SAMPLE_CHUNK, seed)
    ]
    codes: Counter[int] = fold(_sample_part, chunks, _merged, Counter(), **how)
    return SampledDistribution.from_counts(
        {question.outcome(code): n for code, n in codes.items()}, seed=seed
    )


def _merged(one: Counter[int], other: Counter[int]) -> Counter[int]:
    return one + other


def _sample_part(work: tuple[Question, int, Draws], control: Control) -> Counter[int]:
    question, players, draws = work
    dealt = deal_together(len(draws), players, question.tiles, question.rules, draws.generator())
    codes = question.codes(dealt, control)
    control.advance(len(draws))
    found, numbers = np.unique(codes, return_counts=True)
    return Counter(dict(zip(found.tolist(), numbers.tolist(), strict=True)))


def deal_together(
    n: int, players: int, tiles: int, rules: Rules, rng: np.random.Generator
) -> Dealt:
    """Deal ``n`` times to several players from one pack, a random number tile being the indicator.

    Every way to deal the physical tiles is equally likely: each place of all packs in turn is
    swapped with a random one that is not dealt yet (Fisher and Yates), and those dealt are kept.

    Examples
    --------
    >>> dealt = deal_together(2, 4, 14, Rules(), np.random.default_rng(1))
    >>> dealt.tiles.shape, sorted(set(dealt.tiles.sum(axis=1).tolist()))
    ((8, 53), [14])
    """
    packs = np.repeat(_PACK[:, np.newaxis], n, axis=1)
    every = np.arange(n)
    turned = rng.integers(_NUMBER_TILES, size=n)
    indicator = packs[turned, every].astype(np.int64)
    apart = int(rules.first_player_indicator_removed)
    if apart:
        packs[turned, every] = packs[0]
    for place in range(apart, apart + players * tiles):
        other = rng.integers(place, len(_PACK), size=n)
        taken = packs[other, every]
        packs[other, every] = packs[place]
        packs[place] = taken
    dealt = packs[apart : apart + players * tiles].T.ravel()
    cells = np.repeat(TILES * np.arange(n * players), tiles) + dealt
    counts = np.bincount(cells, minlength=n * players * TILES)
    racks = counts.astype(np.uint8).reshape(n * players, TILES)
    indicator = np.repeat(indicator, players)
    place_in_colour = indicator % NUMBERS
    okey = indicator - place_in_colour + (place_in_colour + 1) % NUMBERS
    rows = np.arange(len(racks))
    wilds = racks[rows, okey].copy()
    naturals = racks[:, :IDENTITIES].copy()
    naturals[rows, okey] = 0
    fakes = okey if rules.fake_okey_value == "okey" else indicator
    naturals[rows, fakes] += racks[:, FAKE]
    return Dealt(naturals, wilds, racks, okey)


def _distances(dealt: Dealt, rules: Rules) -> NDArray[np.int64]:
    """Return 1 more than the fewest draws until each rack opens; 0 where it never can."""
    from neuroanalysis.games.okey51._kernels.nearest import Goal
    from neuroanalysis.games.okey51._kernels.outlook import Aim, nearest_many

    unseen = COPIES - dealt.tiles.astype(np.int64)
    rows = np.arange(len(unseen))
    number = dealt.okey % NUMBERS
    indicator = dealt.okey - number + (number - 1) % NUMBERS
    unseen[rows, indicator] -= rules.first_player_indicator_removed
    left_wilds = unseen[rows, dealt.okey]
    left = unseen[:, :IDENTITIES].copy()
    left[rows, dealt.okey] = 0
    left[rows, dealt.okey if rules.fake_okey_value == "okey" else indicator] += unseen[:, FAKE]
    aim = Aim(
        meld_items(rules.wrap_13_1, rules.one_after_13),
        Goal(0, rules.hand_size, rules.threshold),
        rules.pairs_to_open,
        rules.okey_pairs,
    )
    draws = np.zeros(len(unseen), dtype=np.int64)
    nearest_many(
        dealt.naturals.astype(np.int64), left, dealt.wilds.astype(np.int64), left_wilds, aim, draws
    )
    return draws + 1

"""How likely it is that somebody can beat a play, by the cards that are unseen.

The unseen cards lie at random in the other three hands. Asked is not what somebody will play, but
whether he holds cards that beat the play: of its own type, or a bomb as well. It is counted
exactly; only where suits and several hands together would take long, as when much less than a hand
has been seen, is it estimated from random deals, and says so. Of all that is asked in one call the
quickest to count is counted first.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Final, Literal, TypeAlias, get_args

import numpy as np

from neuroanalysis.core.arguments import checked, entries
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.study import MOST_SEED
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu.analysis.automata import Aim
from neuroanalysis.games.tichu.analysis.sampled_beaten import share_beaten
from neuroanalysis.games.tichu.analysis.suits import Dealing
from neuroanalysis.games.tichu.analysis.unseen import effort, ways_to_deal, ways_unbeaten
from neuroanalysis.games.tichu.pieces import ACE, CARDS, LOWEST, SUITS
from neuroanalysis.games.tichu.position import Cards, Combination, Position
from neuroanalysis.games.tichu.rules import PLAYERS, Rules
from neuroanalysis.games.tichu.scoring import evaluate, fewest_losing
from neuroanalysis.texts import text

__all__ = [
    "WHO",
    "Beaten",
    "Chances",
    "Unseen",
    "Which",
    "Who",
    "beaten",
    "beaten_many",
    "beaten_plays",
]

Which: TypeAlias = Literal["partition", "leads", "each"]
"""Plays of a hand: those of a partition into the fewest, those of the one with the fewest losing
leads, or one of each type, length and rank."""

Who: TypeAlias = Literal["next", "partner", "previous", "opponents", "anyone"]
WHO: Final[tuple[Who, ...]] = get_args(Who)
"""Whose hands may beat a play: in turn order, then either opponent, then any of the three."""

_HANDS: Final[dict[Who, tuple[int, ...]]] = {
    "next": (0,),
    "partner": (1,),
    "previous": (2,),
    "opponents": (0, 2),
    "anyone": (0, 1, 2),
}
_ALL: Final = (1 << CARDS) - 1
_DEALT: Final = (CARDS // PLAYERS, CARDS // PLAYERS, CARDS // PLAYERS)
_SAMPLES: Final = 20_000
# The sums of one call, of about a nanosecond each.
_MOST_EFFORT: Final = 6 << 30

Chance: TypeAlias = Fraction | Estimate
"""Exact, or from a sample."""


@dataclass(frozen=True)
class Unseen:
    """The cards that a player does not see, and how many of them each other player holds.

    Parameters
    ----------
    cards
        As bits.
    sizes
        Cards in the hands of the next player, the partner and the previous player. What is left
        lies nowhere, as in a pack that is not all dealt.
    rules
        The rule set.

    Raises
    ------
    InputError
        For sizes below 0, of another number of hands, or of more cards than are unseen.

    Examples
    --------
    >>> Unseen.of(0b1111).cards.bit_count()
    52
    """

    cards: int
    sizes: tuple[int, int, int] = _DEALT
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        """Check the sizes."""
        cards = self.cards.bit_count()
        if len(self.sizes) != PLAYERS - 1 or min(self.sizes) < 0 or sum(self.sizes) > cards:
            sizes = ", ".join(map(str, self.sizes))
            raise InputError("tichu.beaten.sizes", sizes=sizes, cards=cards)

    @classmethod
    def of(
        cls,
        seen: int,
        sizes: tuple[int, int, int] = _DEALT,
        rules: Rules | None = None,
    ) -> Unseen:
        """Return what is unseen when these cards, as bits, are: the own hand, and all laid."""
        return cls(_ALL & ~seen, sizes, Rules.or_default(rules))

    @classmethod
    def by(cls, position: Position) -> Unseen:
        """Return what is unseen in a position.

        Where it does not say how many cards the others hold, it is as equally many as can be, and
        no more than 14; the next players in turn have the more (clause 8.7).

        Examples
        --------
        >>> Unseen.by(Position.of("As Ks", seen="Dr", others=(3, 2, 1))).sizes
        (3, 2, 1)
        >>> Unseen.by(Position.of("As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s", trick="Td")).sizes
        (14, 14, 13)
        """
        if position.others:
            first, second, third = position.others
            return cls(position.unseen, (first, second, third), position.rules)
        each, more = divmod(min(position.unseen.bit_count(), sum(_DEALT)), PLAYERS - 1)
        sizes = (each + (more > 0), each + (more > 1), each)
        return cls(position.unseen, sizes, position.rules)


@dataclass(frozen=True)
class Chances:
    """The chance that somebody holds what beats a play, for each of `WHO`.

    Parameters
    ----------
    of_type
        A play of the same type and length, and a higher rank.
    with_bombs
        Such a play or a bomb that beats it.
    """

    of_type: tuple[Chance, ...]
    with_bombs: tuple[Chance, ...]


@dataclass(frozen=True)
class Beaten:
    """How likely it is that a play can be beaten.

    Parameters
    ----------
    play
        The play.
    unseen
        The cards it can be beaten by, and whose they may be.
    chances
        The chances.
    """

    play: Combination
    unseen: Unseen
    chances: Chances

    def chance(self, who: Who = "anyone", *, bombs: bool = True) -> Chance:
        """Return the chance that somebody holds what beats it, bombs among it or not.

        Examples
        --------
        >>> from neuroanalysis.games.tichu.pieces import PIECES, as_bits
        >>> aces = Combination.of("As-Ah")
        >>> beaten(aces, Unseen.of(aces.bits)).chance("anyone", bombs=False)
        Fraction(0, 1)
        """
        chances = self.chances.with_bombs if bombs else self.chances.of_type
        return chances[WHO.index(who)]

    def __str__(self) -> str:
        """Say in one line how sure the play is, and how what is estimated was, in words.

        Examples
        --------
        >>> print(beaten(Combination.of("As"), Unseen.of(Combination.of("As").bits)))
        single ace: an opponent can beat it with chance 76.36 % (...
        """
        told: tuple[Who, ...] = ("opponents", "anyone")
        chances = [self.chance(who, bombs=bombs) for who in told for bombs in (False, True)]
        opponents, opponents_bombs, anyone, anyone_bombs = map(_percent, chances)
        line = text(
            "tichu.beaten.line",
            play=self.play.describe(),
            opponents=opponents,
            opponents_bombs=opponents_bombs,
            anyone=anyone,
            anyone_bombs=anyone_bombs,
        )
        for chance in chances:
            if isinstance(chance, Estimate):
                level, n = number_text(100 * chance.level), number_text(chance.n)
                return text("tichu.beaten.sampled", line=line, level=level, n=n, seed=chance.seed)
        return line

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: exact chances as two integers, others with an interval.

        Examples
        --------
        >>> dragon = Combination.of("Dr")
        >>> beaten(dragon, Unseen.of(dragon.bits)).to_dict()["of_type"]["next"]
        {'probability': 0.0, 'numerator': 0, 'denominator': 1}
        """
        record: dict[str, object] = self.play.to_dict()
        for name, chances in (
            ("of_type", self.chances.of_type),
            ("with_bombs", self.chances.with_bombs),
        ):
            record[name] = {who: _record(chance) for who, chance in zip(WHO, chances, strict=True)}
        return record


def _percent(chance: Chance) -> str:
    """Return a chance in per cent; an estimated one with its interval."""
    if not isinstance(chance, Estimate):
        return text("tichu.beaten.exact", value=number_text(100 * chance))
    low, high = (number_text(100 * end) for end in chance.interval)
    return text("tichu.beaten.estimate", value=number_text(100 * chance.value), low=low, high=high)


def _record(chance: Chance) -> dict[str, object]:
    if isinstance(chance, Estimate):
        return {"probability": chance.value, **chance.to_dict()}
    return {
        "probability": float(chance),
        "numerator": chance.numerator,
        "denominator": chance.denominator,
    }


@checked
def beaten(play: str | Combination, unseen: Unseen | Cards | Position, *, seed: int = 0) -> Beaten:
    """Return the chance that a play can be beaten, by whom, with and without bombs.

    Parameters
    ----------
    play
        The play; its cards are none of the unseen ones. The Phoenix alone counts from the card on
        which it lies.
    unseen
        What the player does not see; or the hand, or the position, that the play is laid from: what
        is unseen there (`Unseen.by`).
    seed
        Of the random deals, where it takes some (clause 8.6).

    Raises
    ------
    InputError
        When a card of the play is unseen.

    Notes
    -----
    Clauses 8.4 to 8.6. All deals of the unseen cards are equally likely. Cards of one suit
    that are a bomb are no straight, and beat one as a bomb. The Phoenix among the unseen cards may
    stand for whatever it can.

    Examples
    --------
    Of 42 unseen cards, one ace, the Phoenix and the Dragon beat a king:

    >>> from neuroanalysis.games.tichu.pieces import PIECES, as_bits
    >>> hand = as_bits(PIECES.parse("As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s"))
    >>> king = beaten(Combination.of("Ks"), Unseen.of(hand))
    >>> print(king.chance("next", bombs=False), king.chance("anyone", bombs=False))
    293/410 1
    >>> beaten("Ks", "As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s").chances == king.chances
    True
    """
    left = unseen if isinstance(unseen, Unseen) else Unseen.by(Position.of(unseen))
    return beaten_many([play], left, seed=seed)[0]


@checked
def beaten_many(
    plays: Iterable[str | Combination], unseen: Unseen, *, seed: int = 0
) -> tuple[Beaten, ...]:
    """Return `beaten` of many plays; those of one type, length and rank are counted once.

    Together they take no longer than one play may: where that is not enough for all, what takes
    longest is estimated.
    """
    chosen = [Combination.of_play(play, unseen.rules) for play in entries("plays", plays)]
    check_whole("seed", seed, 0, MOST_SEED)
    aims: dict[int, tuple[Aim | None, Aim | None]] = {}
    for play in chosen:
        if play.bits & unseen.cards:
            raise InputError("tichu.beaten.unseen", play=play.to_text())
        if play.code not in aims:
            aims[play.code] = _aims(play, unseen)
    counted = _affordable((aim for both in aims.values() for aim in both if aim), unseen)
    chances = {
        code: Chances(*(_chances(aim, unseen, counted, seed) for aim in both))
        for code, both in aims.items()
    }
    return tuple(Beaten(play, unseen, chances[play.code]) for play in chosen)


@checked
def beaten_plays(
    hand: Cards | Position,
    plays: Which | Iterable[str | Combination] = "partition",
    *,
    seed: int = 0,
) -> tuple[Beaten, ...]:
    """Return for plays of a hand the chance that each can be beaten, by all that was seen.

    Parameters
    ----------
    hand
        A position, as text or object: its hand, its trick and what was seen are not unseen, and
        ``others`` hold so many cards; see `Unseen.by`. Cards alone are a hand as dealt.
    plays
        One of `Which`, or the plays. With a trick to beat, the Phoenix alone is laid on it.
    seed
        See `beaten`.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid, or an unknown word for the plays.

    Examples
    --------
    Who leads has two kings and a three; three cards are left, each in another hand:

    >>> from neuroanalysis.games.tichu import PIECES
    >>> seen = 1 - PIECES.parse("Ks Kh 3s Ad 4d 5d")
    >>> position = Position.of("Ks Kh 3s", seen=seen, others=(1, 1, 1))
    >>> for found in beaten_plays(position, "each"):
    ...     print(found.play.to_text(), *found.chances.of_type)
    3s 1 1 1 1 1
    Ks 1/3 1/3 1/3 2/3 1
    Ks-Kh 0 0 0 0 0
    """
    position = Position.of(hand)
    chosen = _plays(position, plays) if isinstance(plays, str) else entries("plays", plays)
    laid = [Combination.of_play(play, position.rules).laid_on(position.trick) for play in chosen]
    return beaten_many(laid, Unseen.by(position), seed=seed)


def _plays(position: Position, which: str) -> Iterable[Combination]:
    if which not in get_args(Which):
        raise InputError("tichu.beaten.plays", value=which, accepted=", ".join(get_args(Which)))
    if which == "each":
        return _each(position)
    if which == "partition":
        return evaluate(position, limit=1).best.plays
    leads = fewest_losing(position)
    if leads is None:
        raise InputError("tichu.beaten.leads", n=position.cards)
    return leads.partition.plays


def _each(position: Position) -> Iterable[Combination]:
    """Return one play of each type, length and rank that a hand contains, rising."""
    from neuroanalysis.games.tichu._kernels.answers import ROOM, plays_in

    cards, codes = (np.zeros(ROOM, dtype=np.int64) for _ in range(2))
    n = plays_in(position.bits, 0, 0, position.rules.to_arrays().numbers, cards, codes)
    pairs = dict(zip(codes[:n].tolist(), cards[:n].tolist(), strict=True))
    return [Combination.of_code(pairs[code], code) for code in sorted(pairs)]


def _aims(play: Combination, unseen: Unseen) -> tuple[Aim | None, Aim | None]:
    """Return what of its type beats a play, and what does with bombs; None for nothing."""
    rules = unseen.rules
    any_flush = (rules.cards_in_straight - 1, ACE)
    match play.kind:
        case "dog":
            return None, None
        case "four_of_a_kind":
            quads = Aim(None, quads_above=play.rank)
            return quads, replace(quads, flush=any_flush)
        case "straight_flush":
            longer = Aim(None, flush=(play.length, play.rank))
            return longer, longer
        case _:
            aim = Aim(
                play.kind,
                rank=play.rank,
                length=play.length,
                phoenix_full_house_from_quad=rules.phoenix_full_house_from_quad,
            )
            plain = replace(aim, suited=_suited(play, unseen)) if play.kind == "straight" else aim
            return plain, replace(aim, quads_above=0, flush=any_flush)


def _suited(play: Combination, unseen: Unseen) -> int:
    """Return the unseen cards of straight flushes as long as a straight, and higher; as bits."""
    rows = (
        sum(1 << SUITS * (rank - LOWEST) + suit for rank in range(top - play.length + 1, top + 1))
        for top in range(play.rank + 1, ACE + 1)
        for suit in range(SUITS)
    )
    return reduce(or_, (row for row in rows if not row & ~unseen.cards), 0)


_Question: TypeAlias = tuple[Aim, tuple[int, ...]]
"""What is aimed at, and the sizes of the hands, the largest first."""


def _questions(aim: Aim, unseen: Unseen) -> list[_Question]:
    """Return what is asked about each of `WHO`."""
    hands = ([unseen.sizes[hand] for hand in _HANDS[who]] for who in WHO)
    return [(aim, tuple(sorted(sizes, reverse=True))) for sizes in hands]


def _affordable(aims: Iterable[Aim], unseen: Unseen) -> set[_Question]:
    """Return the questions that are counted: the quickest, as long as all are not too much."""
    asked = {question for aim in aims for question in _questions(aim, unseen)}
    mah_jong = unseen.rules.mah_jong_in_straight_flush
    efforts = {
        (aim, sizes): effort(aim, unseen.cards, sizes, mah_jong=mah_jong) for aim, sizes in asked
    }
    total = 0.0
    ready: set[Dealing] = set()
    counted = set()
    # Those that are as quick are in an order that does not depend on that of the plays.
    for question in sorted(asked, key=lambda one: (efforts[one].alone, repr(one))):
        sums, steps = efforts[question]
        total += sums + sum(n for dealing, n in steps.items() if dealing not in ready)
        if total > _MOST_EFFORT:
            break
        ready |= set(steps)
        counted.add(question)
    return counted


def _chances(
    aim: Aim | None, unseen: Unseen, counted: Container[_Question], seed: int
) -> tuple[Chance, ...]:
    if aim is None:
        return (Fraction(0),) * len(WHO)
    cards, mah_jong = unseen.cards, unseen.rules.mah_jong_in_straight_flush
    found: dict[_Question, Chance] = {}
    questions = _questions(aim, unseen)
    for question in questions:
        if question in found:
            continue
        _, sizes = question
        if question in counted:
            without = ways_unbeaten(aim, cards, sizes, mah_jong=mah_jong)
            found[question] = 1 - Fraction(without, ways_to_deal(cards.bit_count(), sizes))
        else:
            found[question] = share_beaten(
                aim, cards, sizes, mah_jong=mah_jong, samples=_SAMPLES, seed=seed
            )
    return tuple(found[question] for question in questions)

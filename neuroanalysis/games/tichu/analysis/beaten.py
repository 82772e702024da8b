"""How likely it is that somebody can beat a play, by the cards that are unseen.

The unseen cards lie at random in the other three hands. Asked is not what somebody will play, but
whether he holds cards that beat the play: of its own type, or a bomb as well. It is counted
exactly; only where straight flushes of several hands would take minutes, since much less than a
hand has been seen, is it estimated from random deals, and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Final, Literal, TypeAlias, get_args

from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu.analysis.automata import Aim
from neuroanalysis.games.tichu.analysis.sampled_beaten import share_beaten
from neuroanalysis.games.tichu.analysis.unseen import too_many, ways_to_deal, ways_unbeaten
from neuroanalysis.games.tichu.pieces import ACE, CARDS, LOWEST, SUITS
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import PLAYERS, Rules
from neuroanalysis.texts import text

__all__ = ["WHO", "Beaten", "Chances", "Unseen", "Who", "beaten", "beaten_many"]

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
        return cls(_ALL & ~seen, sizes, rules or Rules())


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
        """Say in one line how sure the play is, in the language in force."""

        def percent(who: Who, *, bombs: bool) -> str:
            return number_text(100 * _plain(self.chance(who, bombs=bombs)))

        return text(
            "tichu.beaten.line",
            play=self.play.describe(),
            opponents=percent("opponents", bombs=False),
            opponents_bombs=percent("opponents", bombs=True),
            anyone=percent("anyone", bombs=False),
            anyone_bombs=percent("anyone", bombs=True),
        )

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


def _plain(chance: Chance) -> Fraction | float:
    return chance.value if isinstance(chance, Estimate) else chance


def _record(chance: Chance) -> dict[str, object]:
    if isinstance(chance, Estimate):
        return {"probability": chance.value, **chance.to_dict()}
    return {
        "probability": float(chance),
        "numerator": chance.numerator,
        "denominator": chance.denominator,
    }


def beaten(play: Combination, unseen: Unseen, *, seed: int = 0) -> Beaten:
    """Return the chance that a play can be beaten, by whom, with and without bombs.

    Parameters
    ----------
    play
        The play; its cards are none of the unseen ones. The Phoenix alone counts from the card on
        which it lies.
    unseen
        What the player does not see.
    seed
        Of the random deals, where it takes some. With a hand of 14 cards seen it takes none.

    Raises
    ------
    InputError
        When a card of the play is unseen.

    Notes
    -----
    Clauses 8.4 to 8.6. All deals of the unseen cards are equally likely. Cards of one
    suit that are a bomb are no straight, and beat one as a bomb. The Phoenix among the unseen cards
    may stand for whatever it can.

    Examples
    --------
    Of 42 unseen cards, one ace, the Phoenix and the Dragon beat a king:

    >>> from neuroanalysis.games.tichu.pieces import PIECES, as_bits
    >>> hand = as_bits(PIECES.parse("As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s"))
    >>> king = beaten(Combination.of("Ks"), Unseen.of(hand))
    >>> print(king.chance("next", bombs=False), king.chance("anyone", bombs=False))
    293/410 1
    """
    if play.bits & unseen.cards:
        raise InputError("tichu.beaten.unseen", play=play.to_text())
    plain, bombs = _aims(play, unseen)
    return Beaten(
        play, unseen, Chances(_chances(plain, unseen, seed), _chances(bombs, unseen, seed))
    )


def beaten_many(
    plays: Iterable[Combination], unseen: Unseen, *, seed: int = 0
) -> tuple[Beaten, ...]:
    """Return `beaten` of many plays; those of one type, length and rank are counted once."""
    known: dict[int, Chances] = {}
    answers = []
    for play in plays:
        if play.code not in known or play.bits & unseen.cards:
            known[play.code] = beaten(play, unseen, seed=seed).chances
        answers.append(Beaten(play, unseen, known[play.code]))
    return tuple(answers)


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


def _chances(aim: Aim | None, unseen: Unseen, seed: int) -> tuple[Chance, ...]:
    if aim is None:
        return (Fraction(0),) * len(WHO)
    return tuple(
        _chance(aim, unseen, [unseen.sizes[hand] for hand in _HANDS[who]], seed) for who in WHO
    )


def _chance(aim: Aim, unseen: Unseen, sizes: Sequence[int], seed: int) -> Chance:
    cards, mah_jong = unseen.cards, unseen.rules.mah_jong_in_straight_flush
    if too_many(aim, cards, sizes, mah_jong=mah_jong):
        return share_beaten(aim, cards, sizes, mah_jong=mah_jong, samples=_SAMPLES, seed=seed)
    without = ways_unbeaten(aim, cards, sizes, mah_jong=mah_jong)
    return 1 - Fraction(without, ways_to_deal(cards.bit_count(), sizes))

"""The exercises: one generator each, and the exact answer beside the question.

A generator fixes what makes its exercise hard and lets the dice choose the rest: other cards for
each student, the same difficulty. Answers come from the evaluator, the search for distances and the
exact deal counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from neuroanalysis.core.exercise_books import ExerciseBook
from neuroanalysis.core.exercise_words import Listing
from neuroanalysis.core.exercises import Answer, Dice, Phrase, Problem
from neuroanalysis.games.mhing._kernels.layout import RANKS, SUITS
from neuroanalysis.games.mhing.analysis import (
    UsefulCard,
    deal_distribution,
    discards,
    useful_cards,
)
from neuroanalysis.games.mhing.evaluation import Reading
from neuroanalysis.games.mhing.pieces import (
    COPIES,
    FLOWER,
    JOKER,
    KINDS,
    PIECES,
    REAL,
    WINDS,
    compact,
)
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.games.mhing.scoring import distance, evaluate
from neuroanalysis.texts import text

__all__ = ["BOOK", "SECTIONS"]

_Generator: TypeAlias = Callable[[Dice], Problem]
_RULES: Final = Rules()
_TABLE: Final = "mhing.exercise"
_HONOURS: Final = range(WINDS, REAL)
_DEALT: Final = 13
_SEEN: Final = 8
# Of the lines that a hand of combinations may show, those that the question has to tell.
_CREDITS: Final = (
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
    "one_suit_with_honours",
    "triplets_only",
    "five_kinds",
    "low_hand",
    "high_hand",
    "one_suit",
    "three_dragons",
)


def _problem(
    name: str,
    answer: Answer,
    pieces: Sequence[int] = (),
    work: Callable[[], Mapping[str, object]] = dict,
    **values: object,
) -> Problem:
    return Problem(f"{_TABLE}.{name}", answer, values, tuple(pieces), work)


def _counts(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(cards.count(kind) for kind in range(KINDS))


def _position(cards: Sequence[int], seen: Sequence[int] = ()) -> Position:
    return Position(_counts(cards), seen=_counts(seen), rules=_RULES)


def _few_of_each(cards: Sequence[int]) -> bool:
    """Whether no card is held four times: then none that is waited for is a fifth."""
    return max(_counts(cards)) < COPIES[0]


def _run(dice: Dice, suit: int) -> list[int]:
    low = RANKS * suit + dice.below(RANKS - 2)
    return [low, low + 1, low + 2]


def _alike(dice: Dice, suits: Sequence[int], n: int) -> list[int]:
    """Return so many equal cards of the suits, or of the honours one time in four."""
    if dice.below(4) == 0:
        return [dice.pick(_HONOURS)] * n
    return [RANKS * dice.pick(suits) + dice.below(RANKS)] * n


def _combinations(dice: Dice, suits: Sequence[int], n: int) -> list[int]:
    """Return the cards of so many combinations: two runs in three, the others triplets."""
    found: list[int] = []
    for _ in range(n):
        found += _alike(dice, suits, 3) if dice.below(3) == 0 else _run(dice, dice.pick(suits))
    return found


def _waited_for(cards: Sequence[int], seen: Sequence[int] = ()) -> tuple[UsefulCard, ...]:
    """Return what 13 cards win with; nothing if one card is not enough."""
    position = _position(cards, seen)
    return useful_cards(position) if distance(position) == 1 else ()


def _hands_credits(dice: Dice) -> Problem:
    """A winning hand of two suits and honours, one card of it a joker with up to three readings."""
    suits = dice.sample(range(SUITS), 2)
    flowers = 1 + dice.below(2)
    while True:
        cards = [*_combinations(dice, suits, 4), *_alike(dice, suits, 2)]
        if not _few_of_each(cards):
            continue
        real = sorted(dice.sample(cards, _DEALT))
        held = [*real, JOKER, *[FLOWER] * flowers]
        if not 2 <= len(_waited_for(real)) <= 4:  # a joker, and what it can stand for
            continue
        found = evaluate(_position(held), limit=1)
        best, earned = found.best, found.credits
        if best and earned and 4 <= earned - flowers <= 8 and found.reading_count == 1:
            break
    shown = best

    def work() -> Mapping[str, object]:
        return {"reading": shown.to_text(), "lines": _lines(shown)}

    credits_of = {line: int(getattr(_RULES, line)) for line in _CREDITS}
    return _problem("hands_credits", earned, held, work, **credits_of)


def _lines(reading: Reading) -> Listing:
    return Listing(
        tuple(
            Phrase(
                f"{_TABLE}.line",
                {"name": Phrase(f"mhing.credit.{line.code}"), "credits": line.credits},
            )
            for line in reading.lines
        )
    )


def _waits_kinds(dice: Dice) -> Problem:
    """Ten cards of a suit and a triplet of honours that wait for three to five kinds."""
    suit, honour = dice.below(SUITS), dice.pick(_HONOURS)
    pack = [kind for kind in range(RANKS * suit, RANKS * (suit + 1)) for _ in range(COPIES[0])]
    while True:
        cards = [*sorted(dice.sample(pack, _DEALT - 3)), honour, honour, honour]
        waited = [card for card in _waited_for(cards) if card.kind != JOKER]
        if 3 <= len(waited) <= 5 and _few_of_each(cards):
            break
    return _problem(
        "waits_kinds",
        len(waited),
        cards,
        lambda: {"waited": Listing(tuple(card.code for card in waited))},
    )


def _waits_chance(dice: Dice) -> Problem:
    """Three combinations, a pair and two cards beside each other, some discards seen."""
    while True:
        suits = dice.sample(range(SUITS), 2)
        low = RANKS * dice.pick(suits) + dice.below(RANKS - 2)
        cards = [
            *_combinations(dice, suits, 3),
            *_alike(dice, suits, 2),
            low,
            low + 1 + dice.below(2),
        ]
        if not _few_of_each(cards):
            continue
        needed = [card for card in _waited_for(cards) if card.kind != JOKER]
        if not 1 <= len(needed) <= 3:
            continue
        lying = dice.pick(needed).kind
        left = [kind for kind in range(REAL) if kind not in cards and kind != lying]
        seen = sorted([lying, *dice.sample(left, _SEEN - 1)])
        waited = _waited_for(cards, seen)
        if len(waited) == len(needed) + 1:
            break
    # Flowers are laid and replaced, so a card that stays is one of the others.
    unseen = sum(COPIES) - COPIES[FLOWER] - len(cards) - len(seen)
    copies = sum(card.copies for card in waited)
    return _problem(
        "waits_chance",
        Fraction(copies, unseen),
        sorted(cards),
        lambda: {
            "waited": Listing(tuple(f"{card.copies} × {card.code}" for card in waited)),
            "copies": copies,
            "unseen": unseen,
        },
        seen=compact(_counts(seen)),
    )


def _waits_far(dice: Dice) -> Problem:
    """Thirteen cards that lack two or three cards, each as likely."""
    wanted = 2 + dice.below(2)
    while True:
        suits = dice.sample(range(SUITS), 2)
        planted = [*_combinations(dice, suits, 2), *_alike(dice, suits, 2)]
        others = [kind for kind in range(REAL) if kind not in planted]
        cards = sorted([*planted, *dice.sample(others, _DEALT - len(planted))])
        if _few_of_each(cards) and distance(_position(cards)) == wanted:
            break
    return _problem("waits_far", wanted, cards, lambda: _way(cards))


def _way(cards: Sequence[int]) -> Mapping[str, object]:
    """Return a shortest way to win: what is drawn, what is discarded, and the hand."""
    held, drawn, gone = list(cards), list[int](), list[int]()
    while True:
        drawn.append(next(card.kind for card in useful_cards(_position(held))))
        held.append(drawn[-1])
        found = evaluate(_position(held), limit=1)
        if found.best:
            break
        gone.append(discards(_position(held)).best.kind)
        held.remove(gone[-1])
    return {
        "drawn": compact(_counts(drawn)),
        "gone": compact(_counts(gone)),
        "reading": found.best.to_text(),
    }


def _deals_jokers(dice: Dice) -> Problem:
    """So many jokers in a hand."""
    cards, jokers = 8 + dice.below(7), 1 + dice.below(3)
    return _problem(
        "deals_jokers",
        deal_distribution("jokers", cards).probability(jokers),
        work=lambda: {"others": cards - jokers},
        cards=cards,
        jokers=jokers,
    )


def _deals_flowers(dice: Dice) -> Problem:
    """So many flowers laid until a hand is whole."""
    cards, flowers = 8 + dice.below(6), 1 + dice.below(3)

    def work() -> Mapping[str, object]:
        return {
            "before": cards + flowers - 1,
            "behind": sum(COPIES) - cards - flowers,
            "later": COPIES[FLOWER] - flowers,
        }

    return _problem(
        "deals_flowers",
        deal_distribution("flowers", cards).probability(flowers),
        work=work,
        cards=cards,
        flowers=flowers,
    )


_GENERATORS: Final[Mapping[str, _Generator]] = {
    "hands_credits": _hands_credits,
    "waits_kinds": _waits_kinds,
    "waits_chance": _waits_chance,
    "waits_far": _waits_far,
    "deals_jokers": _deals_jokers,
    "deals_flowers": _deals_flowers,
}

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "hands": ("hands_credits",),
    "waits": ("waits_kinds", "waits_chance", "waits_far"),
    "deals": ("deals_jokers", "deals_flowers"),
}
"""The sections in their order, and the exercises of each."""

BOOK: Final = ExerciseBook(
    sections=SECTIONS,
    make=lambda name, seed: _GENERATORS[name](Dice("mhing", name, seed)),
    pieces=PIECES,
    words="mhing",
    title=lambda section: text(f"mhing.section.{section}"),
)
"""All exercises; what the functions of the room ask."""

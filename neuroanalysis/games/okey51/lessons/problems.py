"""The exercises: one generator each, and the exact answer beside the question.

A generator fixes what makes its exercise hard and lets the dice choose the rest: other tiles for
each student, the same difficulty. Answers come from the evaluator, the search for distances and the
exact deal counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from neuroanalysis.core.exercise_books import ExerciseBook
from neuroanalysis.core.exercise_words import Listing
from neuroanalysis.core.exercises import Answer, Dice, Phrase, Problem
from neuroanalysis.games.okey51.analysis import UsefulTile, deal_distribution
from neuroanalysis.games.okey51.analysis.distances import outlooks
from neuroanalysis.games.okey51.pieces import (
    COLOURS,
    COPIES,
    FAKE,
    IDENTITIES,
    PIECES,
    TILES,
    identity,
    indicator_of,
)
from neuroanalysis.games.okey51.position import Meld, Position
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.games.okey51.scoring import evaluate
from neuroanalysis.texts import text

__all__ = ["BOOK", "SECTIONS"]

_Generator: TypeAlias = Callable[[Dice], Problem]
_RULES: Final = Rules()
_TABLE: Final = "okey51.exercise"
# Fewer, and one looks at nothing but an okey; more, and a student loses count.
_FEWEST_USEFUL, _MOST_USEFUL = 3, 6
_SEEN: Final = 8
# Numbers of the planted melds: with higher ones nearly every rack opens.
_LOWEST, _HIGHEST = 2, 8


def _problem(
    name: str,
    answer: Answer,
    pieces: Sequence[int] = (),
    work: Callable[[], Mapping[str, object]] = dict,
    **values: object,
) -> Problem:
    return Problem(f"{_TABLE}.{name}", answer, values, tuple(pieces), work)


def _turned(okey: int) -> dict[str, object]:
    """Return the fields that say what was turned."""
    return {"indicator": PIECES.codes[indicator_of(okey)], "okey": PIECES.codes[okey]}


def _position(tiles: Sequence[int], okey: int, seen: Sequence[int] = ()) -> Position:
    return Position(_counts(tiles), okey, seen=_counts(seen), rules=_RULES)


def _counts(tiles: Sequence[int]) -> tuple[int, ...]:
    return tuple(tiles.count(kind) for kind in range(TILES))


def _written(melds: Iterable[Meld]) -> Listing:
    return Listing(tuple(meld.to_text() for meld in melds))


def _opening(opens: bool) -> Phrase:
    return Phrase(
        f"{_TABLE}.{'opens' if opens else 'short'}",
        {"threshold": _RULES.threshold, "pairs": _RULES.pairs_to_open},
    )


def _counted(useful: Iterable[UsefulTile]) -> Listing:
    return Listing(tuple(f"{tile.copies} × {tile.code}" for tile in useful))


def _near_melds(dice: Dice, others: int, okey: int) -> list[int]:
    """Return a run and a set of three, two neighbours, and other tiles; no two of them alike."""
    while True:
        colour, low = dice.below(COLOURS), _LOWEST + dice.below(_HIGHEST - _LOWEST - 1)
        number = _LOWEST + dice.below(_HIGHEST - _LOWEST + 1)
        beside, first = dice.below(COLOURS), _LOWEST + dice.below(_HIGHEST - _LOWEST)
        planted = [
            *(identity(colour, low + step) for step in range(3)),
            *(identity(of, number) for of in dice.sample(range(COLOURS), 3)),
            *(identity(beside, first + step) for step in range(2)),
        ]
        if len({*planted, okey}) == len(planted) + 1:
            break
    left = [kind for kind in range(TILES) if kind not in planted and kind != okey]
    return sorted([*planted, *dice.sample(left, others)])


def _melds_value(dice: Dice) -> Problem:
    """Fourteen tiles with an okey that miss or make an opening, each as likely."""
    opens = bool(dice.below(2))
    while True:
        okey = dice.below(IDENTITIES)
        tiles = [*_near_melds(dice, 5, okey), okey]
        found = evaluate(_position(tiles, okey), limit=1)
        value = found.meld_value
        near = abs(2 * (value - _RULES.threshold) + 1) <= 20
        if near and (value >= _RULES.threshold) == opens and found.arrangement_count <= 3:
            break
    return _problem(
        "melds_value",
        value,
        tiles,
        lambda: {"melds": _written(found.opening.melds), "opening": _opening(opens)},
        **_turned(okey),
    )


def _melds_draw(dice: Dice) -> Problem:
    """Fourteen tiles without an okey, of which one more of a few kinds makes an opening."""
    while True:
        okey = dice.below(IDENTITIES)
        tiles = _near_melds(dice, 6, okey)
        position = _position(tiles, okey)
        [outlook] = outlooks(position, [None], drawn=False, aims=("open",))
        useful = outlook.useful.get("open_melds", ())
        one_more = outlook.distances.open_melds == 1
        if one_more and _FEWEST_USEFUL <= len(useful) <= _MOST_USEFUL:
            break
    copies, unseen = sum(tile.copies for tile in useful), sum(position.unseen)

    def work() -> Mapping[str, object]:
        found = evaluate(position, limit=1)
        return {
            "melds": _written(found.opening.melds),
            "value": found.meld_value,
            "useful": _counted(useful),
            "copies": copies,
            "unseen": unseen,
        }

    return _problem(
        "melds_draw",
        Fraction(copies, unseen),
        tiles,
        work,
        threshold=_RULES.threshold,
        **_turned(okey),
    )


def _pairs_most(dice: Dice) -> Problem:
    """Two or three pairs, one or both fake okeys, one or both okeys, and other tiles."""
    okey = dice.below(IDENTITIES)
    okeys, fakes, alike = (1 + dice.below(COPIES), 1 + dice.below(COPIES), 2 + dice.below(2))
    apart = (okey, indicator_of(okey))
    kinds = dice.sample(
        [kind for kind in range(IDENTITIES) if kind not in apart],
        _RULES.hand_size - okeys - fakes - alike,
    )
    tiles = [*sorted([*kinds, *kinds[:alike]]), *[FAKE] * fakes, *[okey] * okeys]
    found = evaluate(_position(tiles, okey), limit=1)

    def work() -> Mapping[str, object]:
        natural = sum(n == COPIES for kind, n in Counter(tiles).items() if kind != okey)
        opens = found.pairs >= _RULES.pairs_to_open
        return {"alike": natural, "okeys": okeys, "opening": _opening(opens)}

    return _problem("pairs_most", found.pairs, tiles, work, **_turned(okey))


def _pairs_draw(dice: Dice) -> Problem:
    """One pair short of an opening, with or without an okey; some tiles needed lie discarded."""
    okey = dice.below(IDENTITIES)
    okeys, spoilt = dice.below(2), 1 + dice.below(3)
    alike = _RULES.pairs_to_open - 1 - okeys
    kinds = dice.sample(
        [kind for kind in range(IDENTITIES) if kind != okey], _RULES.hand_size - okeys - alike
    )
    # The indicator is of a kind held once, so that its other tile cannot come.
    if indicator_of(okey) not in kinds:
        kinds = (*kinds[:-1], indicator_of(okey))
    singles = [kind for kind in kinds if kind != indicator_of(okey)]
    doubled, single = singles[:alike], singles[alike:]
    tiles = [*sorted([*kinds, *doubled]), *[okey] * okeys]
    others = [kind for kind in range(IDENTITIES) if kind not in kinds and kind != okey]
    seen = sorted([*dice.sample(single, spoilt), *dice.sample(others, _SEEN - spoilt)])
    position = _position(tiles, okey, seen)
    [outlook] = outlooks(position, [None], drawn=False, aims=("open",))
    useful = outlook.useful["open_pairs"]
    copies, unseen = sum(tile.copies for tile in useful), sum(position.unseen)
    return _problem(
        "pairs_draw",
        Fraction(copies, unseen),
        tiles,
        lambda: {"useful": _counted(useful), "copies": copies, "unseen": unseen},
        seen=Listing(tuple(PIECES.codes[kind] for kind in seen)),
        pairs=_RULES.pairs_to_open,
        **_turned(okey),
    )


def _deals_okeys(dice: Dice) -> Problem:
    """One okey or both in a hand."""
    tiles, okeys = 8 + dice.below(8), 1 + dice.below(COPIES)
    return _problem(
        "deals_okeys",
        deal_distribution("okeys", tiles).probability(okeys),
        work=lambda: {"others": tiles - okeys},
        tiles=tiles,
        okeys=okeys,
    )


def _deals_no_pair(dice: Dice) -> Problem:
    """No two tiles of a small hand make a pair."""
    tiles = 5 + dice.below(6)
    return _problem(
        "deals_no_pair",
        deal_distribution("pairs", tiles).probability(0),
        work=lambda: {"less": tiles - 1},
        tiles=tiles,
    )


_GENERATORS: Final[Mapping[str, _Generator]] = {
    "melds_value": _melds_value,
    "melds_draw": _melds_draw,
    "pairs_most": _pairs_most,
    "pairs_draw": _pairs_draw,
    "deals_okeys": _deals_okeys,
    "deals_no_pair": _deals_no_pair,
}

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "melds": ("melds_value", "melds_draw"),
    "pairs": ("pairs_most", "pairs_draw"),
    "deals": ("deals_okeys", "deals_no_pair"),
}
"""The sections in their order, and the exercises of each."""

BOOK: Final = ExerciseBook(
    sections=SECTIONS,
    make=lambda name, seed: _GENERATORS[name](Dice("okey51", name, seed)),
    pieces=PIECES,
    words="okey51",
    title=lambda section: text(f"okey51.section.{section}"),
)
"""All exercises; what the functions of the room ask."""

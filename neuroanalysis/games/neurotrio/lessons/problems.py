"""The exercises of the lesson: one generator each, and the exact answer beside the question.

A generator fixes what makes its exercise hard (how many cards, how many of them on lines, ...) and
lets the dice choose the rest: another deal for each student, the same difficulty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Final, Literal, TypeAlias

from neuroanalysis.core.enumeration import SymmetryGroup, count_vectors
from neuroanalysis.core.exercise_words import Product, Sum
from neuroanalysis.core.exercises import (
    Answer,
    Dice,
    Exercise,
    ExerciseError,
    Given,
    Problem,
    Verdict,
    seed_name,
)
from neuroanalysis.games.neurotrio.analysis.classes import symmetries
from neuroanalysis.games.neurotrio.analysis.closed_forms import cards_of_value, copies_of_kind
from neuroanalysis.games.neurotrio.lessons.counting import (
    COPIES,
    DECK,
    HAND,
    at_least_one,
    held_on_lines,
    missing,
    orbit_size,
    renaming,
    trios,
)
from neuroanalysis.games.neurotrio.lessons.words import (
    Attribute,
    Cards,
    CodeGroups,
    Value,
)
from neuroanalysis.games.neurotrio.pieces import KINDS, LINES

__all__ = [
    "SECTIONS",
    "Section",
    "check",
    "checked_section",
    "exercise_names",
    "exercises",
    "problem",
]

Section: TypeAlias = Literal["cube", "trios", "multisets", "chances", "symmetry", "inclusion"]
_Generator: TypeAlias = Callable[[Dice], Problem]


def _problem(
    name: str,
    answer: Answer,
    pieces: Sequence[int] = (),
    work: Callable[[], Mapping[str, object]] = dict,
    **values: object,
) -> Problem:
    return Problem(f"lessons.exercise.{name}", answer, values, tuple(pieces), work)


def _cube_lines(dice: Dice) -> Problem:
    """Five cards, no three on a line, 2 to 4 pairs that are; lines they touch."""
    while True:
        kinds = sorted(dice.sample(range(KINDS), 5))
        touched = held_on_lines(kinds)
        pairs = touched.count(2)
        if max(touched) == 2 and 2 <= pairs <= 4:
            break
    lines = sum(1 for n in touched if n)
    return _problem("cube_lines", lines, kinds, lambda: {"pairs": pairs})


def _cube_trios(dice: Dice) -> Problem:
    """Ten different cards with 2 to 4 whole lines among them, each number as likely."""
    wanted = 2 + dice.below(3)
    while True:
        kinds = sorted(dice.sample(range(KINDS), 10))
        whole = [line for line, n in zip(LINES, held_on_lines(kinds), strict=True) if n == 3]
        if len(whole) == wanted:
            break
    return _problem("cube_trios", len(whole), kinds, lambda: {"lines": CodeGroups(tuple(whole))})


def _trios_box(dice: Dice) -> Problem:
    """The kinds of trio of a game with other numbers of values, all three different."""
    sizes = dice.sample(range(2, 7), 3)
    # Multisets of three on each line, less those of three alike, which lie on three lines each.
    along = tuple(prod(sizes) // size * (comb(size + 2, 3) - size) for size in sizes)
    triples = prod(sizes)
    return _problem(
        "trios_box",
        sum(along) + triples,
        work=lambda: {"sum": Sum((*along, triples)), "kinds": triples},
        forces=sizes[0],
        natures=sizes[1],
        backgrounds=sizes[2],
    )


def _trios_hand(dice: Dice) -> Problem:
    """Nine cards of five kinds on two crossing lines; the question is which trios fit."""
    kind = dice.below(KINDS)
    one, other = dice.sample([line for line in LINES if kind in line], 2)
    numbers = dice.pick(((3, 2, 2, 1, 1), (2, 2, 2, 2, 1), (3, 3, 1, 1, 1)))
    held = dict(zip(sorted({*one, *other}), dice.shuffled(numbers), strict=True))
    pieces = [kind for kind, n in held.items() for _ in range(n)]
    fits = [trio for trio in trios() if all(trio.count(k) <= held.get(k, 0) for k in trio)]
    different = sum(1 for trio in fits if len(set(trio)) == 3)
    alike = sum(1 for trio in fits if len(set(trio)) == 1)
    work = {"different": different, "two": len(fits) - different - alike, "alike": alike}
    return _problem("trios_hand", len(fits), pieces, lambda: work)


def _multisets_vectors(dice: Dice) -> Problem:
    """Count vectors of a small game, by inclusion and exclusion or by multiplying out."""
    kinds, copies, cards = 5 + dice.below(3), 2 + dice.below(2), 6 + dice.below(3)
    terms = tuple(
        (-1) ** j * comb(kinds, j) * comb(cards - j * (copies + 1) + kinds - 1, kinds - 1)
        for j in range(kinds + 1)
        if j * (copies + 1) <= cards
    )
    return _problem(
        "multisets_vectors",
        count_vectors(kinds, copies, cards),
        work=lambda: {"sum": Sum(terms)},
        kinds=kinds,
        copies=copies,
        cards=cards,
    )


def _multisets_hands(dice: Dice) -> Problem:
    """The real cards that make a drawn hand of 13 with eight kinds."""
    most = [shape for shape in _shapes(HAND, 8, COPIES) if shape[0] >= 3 and 2 in shape]
    numbers = dice.shuffled(dice.pick(most))
    kinds = sorted(dice.sample(range(KINDS), 8))
    pieces = [kind for kind, n in zip(kinds, numbers, strict=True) for _ in range(n)]
    ways = tuple(comb(COPIES, n) for n in numbers)
    return _problem("multisets_hands", prod(ways), pieces, lambda: {"product": Product(ways)})


def _shapes(cards: int, kinds: int, most: int) -> list[tuple[int, ...]]:
    """Return the falling ways to write `cards` as a sum of so many numbers from 1 to `most`."""
    if not kinds:
        return [()] if not cards else []
    return [
        (first, *rest)
        for first in range(min(most, cards), 0, -1)
        for rest in _shapes(cards - first, kinds - 1, first)
    ]


def _chances_value(dice: Dice) -> Problem:
    """So many cards of an attribute value in a deal."""
    cards, value = 8 + dice.below(7), dice.below(9)
    hits = cards // 3 - 1 + dice.below(3)
    return _problem(
        "chances_value",
        cards_of_value(cards).probability(hits),
        work=lambda: {"misses": cards - hits},
        cards=cards,
        hits=hits,
        value=Value(value),
    )


def _chances_copies(dice: Dice) -> Problem:
    """So many copies of a drawn card in a deal."""
    cards, kind, copies = 9 + dice.below(6), dice.below(KINDS), 2 + dice.below(2)
    return _problem(
        "chances_copies",
        copies_of_kind(cards).probability(copies),
        (kind,),
        lambda: {"others": cards - copies},
        cards=cards,
        copies=copies,
        card=Cards((kind,)),
    )


def _chances_draw(dice: Dice) -> Problem:
    """The next card makes a trio with two cards of a line, of which more copies are held."""
    line = dice.pick(LINES)
    pair = dice.sample(line, 2)
    copies = [kind for kind in line for _ in range(COPIES - (kind in pair))]
    held = [*pair, *dice.sample(copies, 2 + dice.below(3))]
    others = [kind for kind in range(KINDS) if kind not in line]
    pieces = sorted([*held, *dice.sample(others, HAND - len(held))])
    left = 3 * COPIES - len(held)
    return _problem(
        "chances_draw",
        Fraction(left, DECK - HAND),
        pieces,
        lambda: {"held": len(held), "left": left},
        pair=Cards(tuple(sorted(pair))),
    )


def _symmetry_fixed(dice: Dice) -> Problem:
    """Two values swapped in each of two attributes, and what stays as it is."""
    cards = 4 + dice.below(4)
    swapped: dict[int, tuple[int, int]] = {}
    for axis in sorted(dice.sample(range(3), 2)):
        one, other, *_ = sorted(dice.sample(range(3), 2))
        swapped[axis] = (one, other)
    levels = {axis: _swap(*pair) for axis, pair in swapped.items()}
    sent = renaming(levels)
    alone = sum(1 for kind, to in enumerate(sent) if kind == to)
    pairs = (KINDS - alone) // 2
    terms = tuple(
        count_vectors(pairs, COPIES, n) * count_vectors(alone, COPIES, cards - 2 * n)
        for n in range(cards // 2 + 1)
    )
    words = [Value(3 * axis + level) for axis, pair in swapped.items() for level in pair]
    return _problem(
        "symmetry_fixed",
        sum(terms),
        work=lambda: {"alone": alone, "pairs": pairs, "sum": Sum(tuple(t for t in terms if t))},
        cards=cards,
        one=words[0],
        other=words[1],
        third=words[2],
        fourth=words[3],
    )


def _swap(one: int, other: int) -> tuple[int, ...]:
    levels = [0, 1, 2]
    levels[one], levels[other] = other, one
    return tuple(levels)


def _symmetry_line(dice: Dice) -> Problem:
    """Classes of hands of one line only, whose three kinds may be renamed."""
    copies, cards = 4 + dice.below(3), 6 + dice.below(4)
    group = SymmetryGroup.generated_by([(1, 0, 2), (1, 2, 0)])
    fixed = (
        count_vectors(3, copies, cards),
        sum(count_vectors(1, copies, cards - 2 * n) for n in range(copies + 1) if 2 * n <= cards),
        int(cards % 3 == 0 and cards // 3 <= copies),
    )
    return _problem(
        "symmetry_line",
        group.count_classes(copies, cards),
        work=lambda: dict(zip(("identity", "swap", "turn"), fixed, strict=True)),
        copies=copies,
        cards=cards,
    )


def _symmetry_orbit(dice: Dice) -> Problem:
    """The hands that are worth the same as three drawn cards, all different."""
    kinds = tuple(sorted(dice.sample(range(KINDS), 3)))
    size = orbit_size(kinds)
    order = symmetries().order
    work = {"order": order, "stabiliser": order // size}
    return _problem("symmetry_orbit", size, kinds, lambda: work)


def _inclusion_missing(dice: Dice) -> Problem:
    """At least one of the three values of an attribute does not occur in a deal."""
    cards, axis = 5 + dice.below(8), dice.below(3)
    terms = missing(3, DECK // 3, DECK, cards)
    return _problem(
        "inclusion_missing",
        Fraction(sum(terms), comb(DECK, cards)),
        work=lambda: {"sum": Sum(terms), "total": comb(DECK, cards)},
        cards=cards,
        attribute=Attribute(axis),
    )


def _inclusion_carres(dice: Dice) -> Problem:
    """A deal has all four copies of at least one of three drawn cards."""
    cards = 12 + dice.below(7)
    kinds = tuple(sorted(dice.sample(range(KINDS), 3)))
    terms = at_least_one(3, COPIES, DECK, cards)
    return _problem(
        "inclusion_carres",
        Fraction(sum(terms), comb(DECK, cards)),
        kinds,
        lambda: {"sum": Sum(terms), "total": comb(DECK, cards)},
        cards=cards,
    )


_GENERATORS: Final[Mapping[str, _Generator]] = {
    "cube_lines": _cube_lines,
    "cube_trios": _cube_trios,
    "trios_box": _trios_box,
    "trios_hand": _trios_hand,
    "multisets_vectors": _multisets_vectors,
    "multisets_hands": _multisets_hands,
    "chances_value": _chances_value,
    "chances_copies": _chances_copies,
    "chances_draw": _chances_draw,
    "symmetry_fixed": _symmetry_fixed,
    "symmetry_line": _symmetry_line,
    "symmetry_orbit": _symmetry_orbit,
    "inclusion_missing": _inclusion_missing,
    "inclusion_carres": _inclusion_carres,
}

SECTIONS: Final[Mapping[Section, tuple[str, ...]]] = {
    "cube": ("cube_lines", "cube_trios"),
    "trios": ("trios_box", "trios_hand"),
    "multisets": ("multisets_vectors", "multisets_hands"),
    "chances": ("chances_value", "chances_copies", "chances_draw"),
    "symmetry": ("symmetry_fixed", "symmetry_line", "symmetry_orbit"),
    "inclusion": ("inclusion_missing", "inclusion_carres"),
}
"""The sections in their order, and the exercises of each."""


def exercise_names() -> tuple[str, ...]:
    """Return the names of all exercises, in the order of the lesson.

    Examples
    --------
    >>> exercise_names()[:2]
    ('cube_lines', 'cube_trios')
    """
    return tuple(name for names in SECTIONS.values() for name in names)


def problem(name: str, seed: str | int) -> Problem:
    """Return an exercise of a student with its answer. For keys and tests, not for students.

    Raises
    ------
    ExerciseError
        For an unknown exercise, or an empty name.

    Examples
    --------
    >>> problem("cube_lines", "Zoé") == problem("cube_lines", "zoé ")
    True
    """
    if name not in exercise_names():
        raise ExerciseError("exercise", name=name, accepted=", ".join(exercise_names()))
    return _GENERATORS[name](Dice(name, seed_name(seed)))


def exercises(section: str, seed: str | int) -> tuple[Exercise, ...]:
    """Return the exercises of a section for a student.

    Parameters
    ----------
    section
        One of `SECTIONS`.
    seed
        The student's name or number; case and spaces do not matter.

    Raises
    ------
    ExerciseError
        For an unknown section, or an empty name.

    Examples
    --------
    >>> first, _ = exercises("cube", "Zoé")
    >>> first.check("2/7")
    <Verdict.WRONG: 'wrong'>
    """
    return tuple(
        problem(name, seed).exercise(name, seed) for name in SECTIONS[checked_section(section)]
    )


def check(section: str, number: int, seed: str | int, answer: Given) -> Verdict:
    """Judge an answer to an exercise, numbered from 1 in its section, without giving it away.

    Raises
    ------
    ExerciseError
        For an unknown section or number, or an answer that is no number.

    Examples
    --------
    >>> check("cube", 1, "Zoé", "")
    <Verdict.BLANK: 'blank'>
    """
    names = SECTIONS[checked_section(section)]
    if not 1 <= number <= len(names):
        raise ExerciseError("number", number=number, most=len(names), section=section)
    name = names[number - 1]
    return problem(name, seed).exercise(name, seed).check(answer)


def checked_section(section: str) -> Section:
    """Return the name of a section, if it is one.

    Raises
    ------
    ExerciseError
        If it is none; the message lists them.

    Examples
    --------
    >>> checked_section("cube")
    'cube'
    """
    for known in SECTIONS:
        if section == known:
            return known
    raise ExerciseError("section", section=section, accepted=", ".join(SECTIONS))

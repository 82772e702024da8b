"""The lesson's texts, and the figures that they quote."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final

from neuroanalysis.core.enumeration import count_hands, count_vectors, hands_of_vector
from neuroanalysis.core.exercises import ExerciseError, Given, answer_text
from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.prose import Prose
from neuroanalysis.games.neurotrio.analysis.classes import count_classes, symmetries
from neuroanalysis.games.neurotrio.analysis.closed_forms import (
    cards_of_value,
    cards_on_line,
    copies_of_kind,
    kinds_held_exactly,
)
from neuroanalysis.games.neurotrio.lessons.counting import (
    COPIES,
    DECK,
    HAND,
    cycle_lengths,
    fixed_vectors,
    renaming,
    trios,
)
from neuroanalysis.games.neurotrio.lessons.events import event_terms
from neuroanalysis.games.neurotrio.lessons.problems import checked_section, exercises
from neuroanalysis.games.neurotrio.pieces import KINDS, LINES, shared_values
from neuroanalysis.texts import text

__all__ = ["facts", "prose", "reply", "title"]

# A fraction is quoted as such where it is short enough to be read.
_LARGEST_DENOMINATOR: Final = 1000


def prose(section: str) -> Prose:
    """Return a section's text in the language in force, its figures worked out.

    Parameters
    ----------
    section
        One of `SECTIONS`, or ``"start"`` for the lesson's opening and ``"teacher"`` for its end.

    Raises
    ------
    ExerciseError
        For any other.

    Examples
    --------
    >>> "5,966,376" in prose("symmetry")
    True
    """
    if section not in {"start", "teacher"}:
        checked_section(section)
    said = {name: _said(fact) for name, fact in facts().items()}
    return Prose(text(f"lessons.prose.{section}", **said))


def _said(fact: int | Fraction) -> str:
    short = Fraction(fact).denominator < _LARGEST_DENOMINATOR
    return answer_text(fact) if short else number_text(Fraction(fact))


def reply(section: str, seed: str | int, *answers: Given) -> Prose:
    """Say what there is to say of answers to a section's exercises, in their order.

    Unlike `check` it raises nothing for an answer that cannot be read: it says so.

    Raises
    ------
    ExerciseError
        For an unknown section, or an empty name.

    Examples
    --------
    >>> print(reply("cube", "Zoé", "", "many"))
    1. No answer yet.
    2. 'many' is no number; accepted: ...
    """
    asked = exercises(section, seed)
    lines = []
    for number, (exercise, given) in enumerate(zip(asked, answers, strict=False), start=1):
        try:
            said = str(exercise.check(given))
        except ExerciseError as mistake:
            said = str(mistake)
        lines.append(text("lessons.reply.line", number=number, said=said))
    if len(answers) > len(asked):
        lines.append(text("lessons.reply.many", most=len(asked)))
    return Prose("\n".join(lines))


def title(section: str) -> str:
    """Return a section's title in the language in force."""
    return text(f"lessons.title.{checked_section(section)}")


@cache
def facts() -> Mapping[str, int | Fraction]:
    """Return the figures that the texts quote, by the names of their fields.

    Examples
    --------
    >>> facts()["vectors13"], facts()["classes13"]
    (7633490490, 5966376)
    """
    on_lines = sum(1 for pair in combinations(range(KINDS), 2) if len(shared_values(pair)) == 2)
    shapes = {n: sum(1 for trio in trios() if len(set(trio)) == n) for n in (1, 2, 3)}
    group = symmetries()
    pairs = {
        shared: sum(1 for two in combinations(range(KINDS), 2) if len(shared_values(two)) == shared)
        for shared in (0, 1, 2)
    }
    carres = event_terms("carre", HAND)
    deals = count_hands(KINDS, COPIES, HAND)
    absent = event_terms("missing", 6)
    six = count_hands(KINDS, COPIES, 6)
    ordered = sum(len(set(permutations(trio))) for trio in trios())
    numbers: dict[str, int | Fraction] = {
        "kinds": KINDS,
        "copies": COPIES,
        "cards": DECK,
        "lines": len(LINES),
        "lines_per_kind": sum(1 for line in LINES if 0 in line),
        "neighbours": sum(len(set(line) - {0}) for line in LINES if 0 in line),
        "kind_pairs": comb(KINDS, 2),
        "line_pairs": on_lines,
        "other_kinds": KINDS - 1,
        "line_chance": Fraction(on_lines, comb(KINDS, 2)),
        "trios": len(trios()),
        "trios_alike": shapes[1],
        "trios_two": shapes[2],
        "trios_different": shapes[3],
        "trios_per_line": comb(5, 3),
        "mixed_per_line": comb(5, 3) - 3,
        "ordered": ordered,
        "ordered_swap": shapes[1] + shapes[2],
        "ordered_turn": shapes[1],
        "ordered_sum": ordered + 3 * (shapes[1] + shapes[2]) + 2 * shapes[1],
        "vectors2": count_vectors(KINDS, COPIES, 2),
        "hands13": deals,
        "vectors13": count_vectors(KINDS, COPIES, HAND),
        "line_vectors5": count_vectors(3, COPIES, 5),
        "line_free5": comb(7, 2),
        "line_over5": 3,
        "ways_all_different": COPIES**HAND,
        "ways_least": hands_of_vector([4, 4, 4, 1], COPIES),
        "kind_none": copies_of_kind(HAND).probability(0),
        "kind_two": copies_of_kind(HAND).probability(2),
        "kind_four": copies_of_kind(HAND).probability(4),
        "kind_mean": copies_of_kind(HAND).mean(),
        "value_mean": cards_of_value(HAND).mean(),
        "value_four": cards_of_value(HAND).probability(4),
        "line_mean": cards_on_line(HAND).mean(),
        "line_three": cards_on_line(HAND).share(lambda n: n in range(3, HAND + 1)),
        "duos_mean": kinds_held_exactly(2, HAND).mean(),
        "carres_mean": kinds_held_exactly(4, HAND).mean(),
        "order": group.order,
        "cycle_types": len(group.cycle_types),
        **{f"classes{n}": count_classes(n) for n in (2, 3, 4, 13, 14)},
        "class_mean": round(Fraction(count_vectors(KINDS, COPIES, HAND), count_classes(HAND))),
        "same_two": KINDS,
        **{f"share{shared}": n for shared, n in pairs.items()},
        "swap_fixed2": fixed_vectors(cycle_lengths(renaming({0: (1, 0, 2)})), 2),
        "carre_first": Fraction(carres[0], deals),
        "carre_exact": Fraction(sum(carres), deals),
        "carre_terms": len(carres),
        "missing_first": Fraction(absent[0], six),
        "missing_exact": Fraction(sum(absent), six),
    }
    return numbers

"""The lesson's figures and answers, each worked out again in another, plainer way."""

from __future__ import annotations

import csv
import io
import re
import string
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, factorial, prod

import numpy as np
import pytest
from scipy.stats import hypergeom

from neuroanalysis.core.exercises import ExerciseError, Verdict
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio import lessons
from neuroanalysis.games.neurotrio.lessons import SECTIONS, exercise_names, facts, problem
from neuroanalysis.games.neurotrio.lessons.counting import cycle_lengths, fixed_vectors, trios
from neuroanalysis.games.neurotrio.lessons.events import EVENTS, event_terms, listed_hands
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.texts import LANGUAGES, catalogue, speaking

# --- Plain twins: cards are triples, nothing of the package is asked ------------------------------

CELLS = list(product(range(3), repeat=3))
NAMES = ["".join(cell) for cell in product("123", "cer", "nvb")]


def cell(kind):
    return CELLS[NAMES.index(PIECES.codes[kind])]


def shared(*cells):
    return sum(len(set(values)) == 1 for values in zip(*cells, strict=True))


LINES = [three for three in combinations(CELLS, 3) if shared(*three) == 2]


@cache
def symmetries():
    """All 1,296 as dictionaries."""
    return [
        {at: tuple(names[axis][at[axis]] for axis in order) for at in CELLS}
        for names in product(permutations(range(3)), repeat=3)
        for order in permutations(range(3))
    ]


def coefficient(cycles, copies, cards):
    """Coefficient of x^cards in the product of (1 + x^c + ... + x^(c copies)), with numpy."""
    row = np.array([1], dtype=object)
    for length in cycles:
        factor = np.zeros(length * copies + 1, dtype=object)
        factor[::length] = 1
        row = np.convolve(row, factor)[: cards + 1]
    return int(row[cards]) if cards < len(row) else 0


def cycles_of(sent):
    left, lengths = set(sent), []
    while left:
        at = start = left.pop()
        length = 1
        while (at := sent[at]) != start:
            left.remove(at)
            length += 1
        lengths.append(length)
    return sorted(lengths)


def vectors(kinds, copies, cards):
    return sum(1 for held in product(range(copies + 1), repeat=kinds) if sum(held) == cards)


# --- The answers ---------------------------------------------------------------------------------


def cube_lines(values, cells):
    return sum(1 for line in LINES if set(line) & set(cells))


def cube_trios(values, cells):
    return sum(1 for three in combinations(cells, 3) if shared(*three) == 2)


def trios_box(values, cells):
    box = product(*(range(values[name]) for name in ("forces", "natures", "backgrounds")))
    return sum(1 for three in combinations_with_replacement(list(box), 3) if shared(*three) >= 2)


def trios_hand(values, cells):
    return len({three for three in combinations(sorted(cells), 3) if shared(*three) >= 2})


def multisets_vectors(values, cells):
    return vectors(values["kinds"], values["copies"], values["cards"])


def multisets_hands(values, cells):
    return prod(len(list(combinations("abcd", n))) for n in Counter(cells).values())


def chances_value(values, cells):
    return hypergeom.pmf(values["hits"], 108, 36, values["cards"])


def chances_copies(values, cells):
    return hypergeom.pmf(values["copies"], 108, 4, values["cards"])


def chances_draw(values, cells):
    unseen = Counter(dict.fromkeys(CELLS, 4)) - Counter(cells)
    pair = [cell(kind) for kind in values["pair"].kinds]
    assert not Counter(pair) - Counter(cells)
    assert unseen.total() == 95
    helps = sum(n for at, n in unseen.items() if shared(*pair, at) >= 2)
    return Fraction(helps, unseen.total())


def symmetry_fixed(values, cells):
    levels = [list(range(3)) for _ in range(3)]
    for one, other in (("one", "other"), ("third", "fourth")):
        (axis, a), (same, b) = (divmod(values[name].value, 3) for name in (one, other))
        assert axis == same
        levels[axis][a], levels[axis][b] = b, a
    sent = {at: tuple(levels[axis][at[axis]] for axis in range(3)) for at in CELLS}
    if values["cards"] == 4:
        hands = combinations_with_replacement(CELLS, 4)
        return sum(1 for hand in hands if sorted(map(sent.get, hand)) == sorted(hand))
    return coefficient(cycles_of(sent), 4, values["cards"])


def symmetry_line(values, cells):
    held = combinations_with_replacement(range(values["copies"] + 1), 3)
    return sum(1 for three in held if sum(three) == values["cards"])


def symmetry_orbit(values, cells):
    return len({tuple(sorted(map(sent.get, cells))) for sent in symmetries()})


def inclusion_missing(values, cells):
    n = values["cards"]
    without = sum(
        comb(36, a) * comb(36, b) * comb(36, n - a - b)
        for a in range(n + 1)
        for b in range(n + 1 - a)
        if 0 in {a, b, n - a - b}
    )
    return Fraction(without, comb(108, n))


def inclusion_carres(values, cells):
    n = values["cards"]
    assert len(set(cells)) == 3
    hands = sum(
        prod(comb(4, held) for held in three) * comb(96, n - sum(three))
        for three in product(range(5), repeat=3)
        if 4 in three and sum(three) <= n
    )
    return Fraction(hands, comb(108, n))


TWINS = {name: globals()[name] for name in exercise_names()}
STUDENTS = ["Ada", "Blaise", "Zoé", *range(9)]


@pytest.mark.parametrize("name", exercise_names())
@pytest.mark.parametrize("student", STUDENTS)
def test_an_answer_is_that_of_the_plain_twin(name, student):
    made = problem(name, student)
    expected = TWINS[name](made.values, [cell(kind) for kind in made.pieces])
    if isinstance(expected, float):
        assert float(made.answer) == pytest.approx(expected, rel=1e-9)
    else:
        assert made.answer == expected
    assert isinstance(made.answer, int | Fraction)
    assert isinstance(made.answer, Fraction) == name.startswith(("chances", "inclusion"))


@pytest.mark.parametrize("name", exercise_names())
def test_students_have_other_deals_of_the_same_form(name):
    made = [problem(name, student) for student in range(40)]
    assert len({len(one.pieces) for one in made}) == 1
    assert len({(one.pieces, str(one.question)) for one in made}) > 8
    assert len({one.answer for one in made}) >= 3
    for one in made:
        assert max(Counter(one.pieces).values(), default=0) <= 4


@pytest.mark.parametrize("seed", range(20))
def test_the_difficulty_is_the_same(seed):
    touched = [
        sum(cell(kind) in line for kind in problem("cube_lines", seed).pieces) for line in LINES
    ]
    assert max(touched) == 2
    assert 2 <= touched.count(2) <= 4
    assert 2 <= problem("cube_trios", seed).answer <= 4
    held = Counter(problem("trios_hand", seed).pieces)
    assert (len(held), held.total()) == (5, 9)
    assert max(held.values()) <= 3
    assert len(set(problem("multisets_hands", seed).pieces)) == 8
    values = problem("trios_box", seed).values
    assert len(set(values.values())) == 3


ADA = {
    "cube_lines": "13",
    "cube_trios": "4",
    "trios_box": "800",
    "trios_hand": "9",
    "multisets_vectors": "90",
    "multisets_hands": "98304",
    "chances_value": "208318544/766940369",
    "chances_copies": "679/17013",
    "chances_draw": "7/95",
    "symmetry_fixed": "2106",
    "symmetry_line": "6",
    "symmetry_orbit": "648",
    "inclusion_missing": "54257068/2064839455",
    "inclusion_carres": "88355759/115638801327",
}


def test_the_exercises_of_a_name_stay_what_they_were():
    # Keys that teachers printed must fit: this changes only with a reason, and in the change log.
    made = {name: str(problem(name, "Ada").answer) for name in exercise_names()}
    assert made == ADA


@pytest.mark.parametrize("name", exercise_names())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_question_hints_and_solution_speak(name, lang):
    made = problem(name, "Ada")
    with speaking(lang):
        said = [str(made.question), *map(str, made.hints)]
        solution = str(made.solution)
        answer = str(made.answer) if made.answer < 1000 else f"{made.answer:,}"
    assert all(said)
    # Grouped as the language does; the digits are those of the answer.
    assert re.sub(r"[\s,]", "", answer).split("/")[0] in re.sub(r"[\s,\u202f]", "", solution)
    assert "{" not in "".join(said) + solution


def test_hints_do_not_hold_the_answer_in_plain():
    for name in ("multisets_hands", "symmetry_fixed", "trios_box"):
        made = problem(name, "Ada")
        shown = " ".join(map(str, (made.question, *made.hints)))
        assert str(made.answer) not in shown.replace(",", "")


# --- Checks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("section", SECTIONS)
def test_a_student_is_told_right_and_wrong(section):
    for number, name in enumerate(SECTIONS[section], start=1):
        answer = problem(name, "Ada").answer
        assert lessons.check(section, number, "ada ", answer) is Verdict.RIGHT
        assert lessons.check(section, number, "Ada", answer + 1) is Verdict.WRONG
        assert lessons.check(section, number, "Ada", "") is Verdict.BLANK


def test_what_is_asked_for_must_exist():
    with pytest.raises(ExerciseError, match="accepted: cube, trios"):
        lessons.exercises("cubes", "Ada")
    with pytest.raises(ExerciseError, match="no exercise 3 in the section 'cube'; it has 1 to 2"):
        lessons.check("cube", 3, "Ada", 1)
    with pytest.raises(ExerciseError, match="no exercise 'x'"):
        problem("x", "Ada")
    with pytest.raises(ExerciseError, match="no section 'end'"):
        lessons.prose("end")
    with pytest.raises(ExerciseError, match="needs a name"):
        lessons.sheet(" ")


def test_a_reply_says_what_is_wrong_instead_of_raising():
    answer = problem("cube_lines", "Ada").answer
    assert lessons.reply("cube", "Ada", answer) == "1. Right!"
    said = lessons.reply("cube", "Ada", "many", answer + 100, 5).splitlines()
    assert said[0].startswith("1. 'many' is no number")
    assert said[1].startswith("2. Not yet")
    assert said[2:] == ["there are only 2 exercises here"]


# --- The figures of the texts --------------------------------------------------------------------

HAND = comb(108, 13)


def no_carre(cards):
    """Hands without a carré: (1 + 4x + 6x² + 4x³)^27."""
    row = np.array([1], dtype=object)
    for _ in range(27):
        row = np.convolve(row, np.array([1, 4, 6, 4], dtype=object))[: cards + 1]
    return int(row[cards])


def all_forces(cards):
    """Hands with each of the three forces."""
    return sum(
        comb(36, a) * comb(36, b) * comb(36, cards - a - b)
        for a in range(1, cards)
        for b in range(1, cards - a)
    )


def classes_by_looking(cards):
    """Orbits of count vectors, found by applying all symmetries to each."""
    left = set(combinations_with_replacement(CELLS, cards))
    found = 0
    while left:
        hand = next(iter(left))
        left -= {tuple(sorted(map(sent.get, hand))) for sent in symmetries()}
        found += 1
    return found


def burnside(cards):
    total = sum(coefficient(cycles, 4, cards) * n for cycles, n in patterns().items())
    assert total % 1296 == 0
    return total // 1296


@cache
def patterns():
    return Counter(tuple(cycles_of(sent)) for sent in symmetries())


ROWS = [rows for rows in product(CELLS, repeat=3) if shared(*rows) >= 2]
ALL_TRIOS = [three for three in combinations_with_replacement(CELLS, 3) if shared(*three) >= 2]
PAIRS = Counter(shared(*two) for two in combinations(CELLS, 2))
SWAPPED = {at: ((1, 0, 2)[at[0]], at[1], at[2]) for at in CELLS}

FIGURES = {
    "kinds": len(CELLS),
    "copies": 4,
    "cards": 27 * 4,
    "lines": len(LINES),
    "lines_per_kind": sum((0, 0, 0) in line for line in LINES),
    "neighbours": sum(shared((0, 0, 0), at) == 2 for at in CELLS),
    "kind_pairs": len(list(combinations(CELLS, 2))),
    "line_pairs": PAIRS[2],
    "other_kinds": 26,
    "line_chance": Fraction(PAIRS[2], PAIRS.total()),
    "trios": len(ALL_TRIOS),
    "trios_alike": sum(len(set(three)) == 1 for three in ALL_TRIOS),
    "trios_two": sum(len(set(three)) == 2 for three in ALL_TRIOS),
    "trios_different": sum(len(set(three)) == 3 for three in ALL_TRIOS),
    "trios_per_line": len(list(combinations_with_replacement("abc", 3))),
    "mixed_per_line": sum(len(set(three)) > 1 for three in combinations_with_replacement("abc", 3)),
    "ordered": len(ROWS),
    "ordered_swap": sum(one == other for one, other, _ in ROWS),
    "ordered_turn": sum(len(set(row)) == 1 for row in ROWS),
    "ordered_sum": 6 * len(ALL_TRIOS),
    "vectors2": len(list(combinations_with_replacement(CELLS, 2))),
    "hands13": factorial(108) // factorial(13) // factorial(95),
    "vectors13": coefficient([1] * 27, 4, 13),
    "line_vectors5": vectors(3, 4, 5),
    "line_free5": vectors(3, 5, 5),
    "line_over5": vectors(3, 5, 5) - vectors(3, 4, 5),
    "ways_all_different": 67108864,
    "ways_least": 4,
    "kind_none": hypergeom.pmf(0, 108, 4, 13),
    "kind_two": hypergeom.pmf(2, 108, 4, 13),
    "kind_four": hypergeom.pmf(4, 108, 4, 13),
    "kind_mean": hypergeom.mean(108, 4, 13),
    "value_mean": hypergeom.mean(108, 36, 13),
    "value_four": hypergeom.pmf(4, 108, 36, 13),
    "line_mean": hypergeom.mean(108, 12, 13),
    "line_three": hypergeom.sf(2, 108, 12, 13),
    "duos_mean": 27 * hypergeom.pmf(2, 108, 4, 13),
    "carres_mean": 27 * hypergeom.pmf(4, 108, 4, 13),
    "order": len({tuple(sent.values()) for sent in symmetries()}),
    "cycle_types": len(patterns()),
    "classes2": classes_by_looking(2),
    "classes3": classes_by_looking(3),
    "classes4": burnside(4),
    "classes13": burnside(13),
    "classes14": burnside(14),
    "class_mean": round(coefficient([1] * 27, 4, 13) / burnside(13)),
    "same_two": len(CELLS),
    "share0": PAIRS[0],
    "share1": PAIRS[1],
    "share2": PAIRS[2],
    "swap_fixed2": sum(
        sorted(map(SWAPPED.get, hand)) == sorted(hand)
        for hand in combinations_with_replacement(CELLS, 2)
    ),
    "carre_first": 27 * hypergeom.pmf(4, 108, 4, 13),
    "carre_exact": Fraction(HAND - no_carre(13), HAND),
    "carre_terms": 13 // 4,
    "missing_first": 3 * comb(72, 6) / comb(108, 6),
    "missing_exact": Fraction(comb(108, 6) - all_forces(6), comb(108, 6)),
}


def test_each_figure_is_worked_out_here_too():
    assert set(facts()) == set(FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure(name):
    expected = FIGURES[name]
    if isinstance(expected, float):
        assert float(facts()[name]) == pytest.approx(expected, rel=1e-9)
    else:
        assert facts()[name] == expected


PROSE = ["start", *SECTIONS, "teacher"]


def test_each_figure_is_quoted():
    quoted = {
        name
        for section in PROSE
        for _, name, _, _ in string.Formatter().parse(catalogue("en")[f"lessons.prose.{section}"])
    }
    assert set(facts()) <= quoted


# Figures that stand in the texts as they are, with what each has to be. Formulas are made of these.
PLAIN = {
    "0": 0, "1": 1, "2": 2, "3": 3, "4": FIGURES["copies"], "5": 5, "6": factorial(3),
    "9": 13 - 4, "12": 3 * 4, "13": 13, "14": 13 + 1, "27": len(CELLS), "36": 9 * 4, "72": 108 - 36,
    "96": 108 - 12, "100": 108 - 8, "104": 108 - 4, "108": 27 * 4,
}  # fmt: skip


@pytest.mark.parametrize("section", PROSE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_has_no_other_figures(section, lang):
    template = catalogue(lang)[f"lessons.prose.{section}"]
    literal = "".join(part for part, *_ in string.Formatter().parse(template))
    found = set(re.findall(r"\d+", literal))
    assert {figure for figure in found if str(PLAIN.get(figure)) != figure} == set()


@pytest.mark.parametrize("section", PROSE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_is_markdown_with_whole_formulas(section, lang):
    with speaking(lang):
        shown = lessons.prose(section)
        if section in SECTIONS:
            assert shown.lstrip().startswith(f"## {lessons.title(section)}")
    assert shown._repr_markdown_() == shown
    assert shown.count("$$") % 2 == 0
    assert shown.count("$") % 2 == 0
    for formula in re.findall(r"\$\$?([^$]+)\$\$?", shown):
        assert formula.count("{") == formula.count("}")
    outside = re.sub(r"\$\$?[^$]+\$\$?", "", shown)
    assert "{" not in outside
    assert "\\" not in outside


def test_the_trios_of_the_lesson_are_the_plain_ones():
    made = {tuple(sorted(map(cell, trio))) for trio in trios()}
    assert made == {tuple(sorted(three)) for three in ALL_TRIOS}


@pytest.mark.parametrize("cards", [1, 2, 5, 13])
def test_what_a_symmetry_leaves_as_it_is(cards):
    for sent in symmetries()[::97]:
        numbers = [CELLS.index(sent[at]) for at in CELLS]
        assert list(cycle_lengths(numbers)) == cycles_of(sent)
        expected = coefficient(cycles_of(sent), 4, cards)
        assert fixed_vectors(cycle_lengths(numbers), cards) == expected


# --- Inclusion and exclusion ---------------------------------------------------------------------


@pytest.mark.parametrize("cards", range(1, 15))
def test_the_terms_add_up_to_what_the_complement_leaves(cards):
    deals = comb(108, cards)
    assert sum(event_terms("carre", cards)) == deals - no_carre(cards)
    assert sum(event_terms("missing", cards)) == deals - all_forces(cards)


@pytest.mark.parametrize("cards", range(1, 14))
@pytest.mark.parametrize("event", EVENTS)
def test_the_truth_lies_between_partial_sums(event, cards):
    terms = event_terms(event, cards)
    truth, partial = sum(terms), 0
    for number, term in enumerate(terms, start=1):
        partial += term
        assert partial >= truth if number % 2 else partial <= truth


@pytest.mark.parametrize("cards", range(1, 8))
def test_looking_at_every_class_says_the_same(cards):
    assert listed_hands("carre", cards) == comb(108, cards) - no_carre(cards)
    assert listed_hands("missing", cards) == comb(108, cards) - all_forces(cards)


def test_looking_at_every_hand_says_the_same():
    # The 204,156 sets of three real cards, by their forces alone.
    forces = [at[0] for at in CELLS for _ in range(4)]
    absent = sum(1 for three in combinations(forces, 3) if len(set(three)) < 3)
    assert listed_hands("missing", 3) == absent


# --- Sheets and keys -----------------------------------------------------------------------------


def test_a_key_has_each_answer_of_each_student():
    key = lessons.answer_key(["Ada", "Zoé"])
    assert len(key.rows) == 2 * len(exercise_names())
    rows = list(csv.DictReader(io.StringIO(key.to_csv())))
    assert [row["answer"] for row in rows] == [
        str(problem(name, student).answer)
        for student in ("Ada", "Zoé")
        for name in exercise_names()
    ]
    assert {row["student"] for row in rows} == {"Ada", "Zoé"}
    assert all(row["solution"] for row in rows)


def test_a_key_of_numbers_or_of_one_name():
    assert len(lessons.answer_key(range(3), ["cube"]).rows) == 6
    assert lessons.answer_key("Ada", ["cube"]).rows[0].student == "Ada"
    assert lessons.answer_key([]).to_csv().strip() == ""


def test_a_name_may_not_stand_twice_in_a_key():
    with pytest.raises(ExerciseError, match="'ADA' stands twice"):
        lessons.answer_key(["Ada", "ADA"])


def test_a_key_speaks_both_languages():
    with speaking("fr"):
        page = lessons.answer_key("Ada", ["cube"]).page()
        assert lessons.answer_key("Ada", ["cube"]).to_csv().startswith("élève,")
    assert page.lang == "fr"
    assert "corrigé" in page.html
    assert "| partie |" in page.markdown


def test_a_name_is_never_a_formula_nor_markup():
    name = '=HYPERLINK("x")<b>'
    key = lessons.answer_key([name], ["cube"])
    assert next(csv.reader(io.StringIO(key.to_csv().splitlines()[1])))[0] == "'" + name
    assert "<b>" not in key.page().body.replace("<b>1", "")
    assert "HYPERLINK" in key.page().body
    assert "<b>" not in lessons.sheet(name, []).page().body


def test_a_sheet_has_the_questions_and_no_answers():
    drawn = []

    def draw(kinds):
        drawn.append(tuple(kinds))
        return "<svg/>"

    page = lessons.sheet("Ada").page(draw)
    made = [problem(name, "Ada") for name in exercise_names()]
    assert drawn == [one.pieces for one in made if one.pieces]
    for one in made:
        assert str(one.question) in page.markdown
        assert str(one.solution) not in page.markdown
        assert PIECES.format(np.bincount(one.pieces, minlength=27)) in page.html
    for one in made:
        if one.answer > 999 or isinstance(one.answer, Fraction):
            assert str(one.answer) not in page.markdown + page.html
    assert page.html.startswith('<!doctype html><html lang="en">')


@pytest.mark.parametrize("ending", [".html", ".md", ".csv"])
def test_files(tmp_path, ending):
    key = lessons.answer_key("Zoé", ["cube"])
    path = key.save(tmp_path / f"key{ending}")
    assert "Zoé" in path.read_text(encoding="utf-8-sig")
    page = lessons.sheet("Zoé", ["cube"]).page()
    if ending != ".csv":
        assert "Zoé" in page.save(tmp_path / f"sheet{ending}").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_is_refused(tmp_path):
    key = lessons.answer_key("Zoé", ["cube"])
    with pytest.raises(ExerciseError, match=r"accepted: \.csv, \.html, \.md"):
        key.save(tmp_path / "key.pdf")
    with pytest.raises(ExerciseError, match=r"accepted: \.html, \.md"):
        key.page().save(tmp_path / "key.csv")
    with pytest.raises(InputError, match="cannot write"):
        key.save(tmp_path / "none" / "key.csv")

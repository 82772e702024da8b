"""The lesson's widgets through what their pages send, without a browser."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from math import comb

import pytest

from neuroanalysis.cli import main
from neuroanalysis.core.exercises import ExerciseError, Verdict
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.neurotrio.lessons import SECTIONS, exercises, problem
from neuroanalysis.games.neurotrio.pieces import LINES, PIECES
from neuroanalysis.plots.neurotrio.cube import cube_svg
from neuroanalysis.texts import LANGUAGES, speaking
from neuroanalysis.widgets.lessons import (
    ChancesPlay,
    ClassesPlay,
    CubePlay,
    ExerciseBox,
    InclusionPlay,
    MultisetsPlay,
    Student,
    SymmetryPlay,
    TriosPlay,
    ask,
)

PLAYS = [
    ChancesPlay,
    ClassesPlay,
    CubePlay,
    InclusionPlay,
    MultisetsPlay,
    SymmetryPlay,
    TriosPlay,
]


def send(panel, do, value=""):
    """Do what the page would ask for."""
    panel.perform({"do": do, "value": str(value)})


def words(html):
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_widget_is_drawn_and_shows_without_a_kernel(play, lang):
    with speaking(lang):
        made = play()
        shown, _ = made._repr_mimebundle_()
    assert shown["text/html"] == made.html
    assert "application/vnd.jupyter.widget-view+json" in shown
    assert "{" not in words(made.html)
    assert 'id="' not in made.html


@pytest.mark.parametrize("play", PLAYS)
def test_what_no_page_of_ours_sends_is_a_fault(play):
    made = play()
    with pytest.raises(ValueError, match="unknown request"):
        send(made, "explode")
    for name in made.choices:
        with pytest.raises(ValueError, match="no choice 99"):
            send(made, name, 99)
        with pytest.raises(ValueError, match="no choice 99"):
            play(**{name: 99})


@pytest.mark.parametrize("play", PLAYS)
def test_every_choice_is_drawn(play):
    made = play()
    for name, (values, _) in made.choices.items():
        for value in values:
            send(made, name, value)
            assert made.chosen[name] == value
            assert re.search(rf'<option value="{value}" selected>', made.html)


# --- The cube ------------------------------------------------------------------------------------


def test_clicked_cards_light_their_lines():
    play = CubePlay()
    assert "three lines" in play.spoken
    send(play, "pick", "2eb")
    kind = PIECES.kind("2eb")
    assert {LINES[line] for line in play.lit()} == {line for line in LINES if kind in line}
    assert "3 lines" in play.spoken
    assert "6 neighbours" in play.spoken
    send(play, "pick", "2en")
    send(play, "pick", "2ev")
    [lit] = play.lit()
    assert {PIECES.codes[kind] for kind in LINES[lit]} == {"2en", "2ev", "2eb"}
    assert play.spoken == (
        "Kinds picked: 3. Pairs on a line: 3 of 3. Lines of the 27 that are touched: 7, filled: 1."
    )
    assert play.html.count('aria-pressed="true"') == 3
    send(play, "pick", "2ev")
    assert len(play.picked) == 2
    send(play, "clear")
    assert not play.picked
    with pytest.raises(CardError):
        send(play, "pick", "9zz")


def test_the_cube_draws_every_card_and_line_once():
    svg = cube_svg(kinds=[0], lines=[0, 26])
    assert svg.count("<line") == 27
    assert svg.count('stroke-width="5"') == 2
    assert svg.count("opacity:.5") == 26
    assert svg.count('aria-hidden="true"') == 27
    assert 'id="' not in svg
    assert "opacity:.5" not in cube_svg()


def test_no_card_of_the_cube_hides_another_and_no_line_runs_through_one():
    boxes = [
        (float(x), float(y))
        for x, y in re.findall(r'translate\(([\d.]+) ([\d.]+)\)"><svg', cube_svg())
    ]
    assert len(set(boxes)) == 27
    wide, high = 21, 29.4
    for at, (x, y) in enumerate(boxes):
        for x2, y2 in boxes[:at]:
            assert abs(x - x2) >= wide or abs(y - y2) >= high
    centres = [(x + wide / 2, y + high / 2) for x, y in boxes]
    lines = re.findall(r'<line x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"', cube_svg())
    for line in lines:
        x1, y1, x2, y2 = map(float, line)
        on = 0
        for x, y in centres:
            steps = [(x1 + t / 200 * (x2 - x1), y1 + t / 200 * (y2 - y1)) for t in range(201)]
            on += any(abs(a - x) < wide / 2 and abs(b - y) < high / 2 for a, b in steps)
        assert on == 3


@pytest.mark.parametrize("wrong", [{"kinds": [27]}, {"lines": [27]}, {"kinds": [-1]}])
def test_the_cube_refuses_what_it_has_not(wrong):
    with pytest.raises(ValueError, match="27 of each"):
        cube_svg(**wrong)


# --- Trios, count vectors, chances ---------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(3, 3, 3), (1, 1, 1), (2, 3, 4), (6, 1, 5)])
def test_the_three_ways_agree_with_plain_counting(sizes):
    from itertools import combinations_with_replacement, product

    play = TriosPlay(**dict(zip(("forces", "natures", "backgrounds"), sizes, strict=True)))
    cells = list(product(*map(range, sizes)))
    plain = sum(
        sum(len(set(values)) == 1 for values in zip(*three, strict=True)) >= 2
        for three in combinations_with_replacement(cells, 3)
    )
    assert [total for *_, total in play.ways()] == [plain] * 3


def test_the_calculations_shown_come_to_the_results():
    play = TriosPlay(forces=2, natures=4, backgrounds=5)
    for _, calculation, total in play.ways():
        plain = re.sub(r"\([a-z ]+\)", "", calculation).replace("×", "*")
        assert re.fullmatch(r"[\d +*/()]+", plain)
        assert eval(plain) == total  # digits and signs only, by the line above


def test_a_long_triangle_is_cut_but_ends_with_the_answer():
    play = MultisetsPlay(kinds=27, copies=4, cards=13)
    assert "7,633,490,490" in play.html
    assert "20,592,957,740,312,160" in play.spoken
    assert "⋮" in play.html
    assert play.html.count("<tr") < 15
    assert "⋮" not in MultisetsPlay(kinds=8).html


def test_deals_are_counted_and_forgotten_with_the_question():
    play = ChancesPlay(seed=3)
    send(play, "deal", 1)
    assert sum(play.tally.values()) == 1
    assert len(play.last) == 13
    held = sum(PIECES.codes[kind][1] == "e" for kind in play.last)
    assert play.tally == {held: 1}
    send(play, "deal", 1000)
    assert "1,001 hands dealt. Exact mean 4.333." in play.spoken
    mean = sum(n * times for n, times in play.tally.items()) / 1001
    assert mean == pytest.approx(13 / 3, abs=0.25)
    send(play, "cards", 5)
    assert not play.tally
    with pytest.raises(ValueError, match="unknown request"):
        send(play, "deal", 10**9)


@pytest.mark.parametrize(("special", "size"), [(0, 4), (1, 36), (2, 12)])
def test_the_special_cards_are_as_many_as_said(special, size):
    play = ChancesPlay(special=special)
    assert 4 * len(play._SPECIAL[special]) == size
    with speaking("fr"):
        play.redraw()
    assert f"({size})" in play.html


# --- Symmetry ------------------------------------------------------------------------------------


def test_the_sum_over_the_patterns_is_burnsides():
    play = SymmetryPlay(cards=4)
    assert sum(number for _, number, _ in play.patterns()) == 1296
    assert "/ 1,296 = 58 classes of 4 cards" in play.spoken


def test_a_built_symmetry_is_one_and_its_pattern_is_marked():
    found = set()
    play = SymmetryPlay()
    for force in range(3):
        for exchange in range(3):
            for nature in range(3):
                play.choose("force", force)
                play.choose("nature", nature)
                play.choose("exchange", exchange)
                sent = play.built()
                assert sorted(sent) == list(range(27))
                lines = {frozenset(line) for line in LINES}
                assert {frozenset(sent[kind] for kind in line) for line in lines} == lines
                [marked] = re.findall(r"▸ ([^<]+)", play.html)
                assert f"Cycles: {marked}." in words(play.html)
                found.add(sent)
    assert len(found) == 27


def test_each_class_is_drawn():
    for cards, number in ((1, 1), (2, 4), (3, 14), (4, 58)):
        play = ClassesPlay(cards=cards)
        assert play.spoken.startswith(f"{number} class")
        assert play.html.count("<title>") == number * cards


# --- Inclusion and exclusion ---------------------------------------------------------------------


def test_counting_class_by_class_agrees():
    for event in (0, 1):
        play = InclusionPlay(event=event, cards=5)
        send(play, "count")
        assert play.wait(120)
        assert "The formula says the same" in play.spoken
    assert play.found == comb(108, 5) - sum(
        comb(36, a) * comb(36, b) * comb(36, 5 - a - b)
        for a in range(1, 5)
        for b in range(1, 5 - a)
    )
    send(play, "cards", 6)
    assert play.found is None
    assert "The formula" not in play.html


def test_a_count_can_be_stopped():
    play = InclusionPlay(cards=14)
    send(play, "count")
    send(play, "stop")
    assert play.wait(120)
    assert play.found is None
    assert play.spoken == "Stopped before the answer was found."
    send(play, "cards", 6)
    assert "Stopped" not in play.html


def test_what_cannot_happen_is_said():
    assert InclusionPlay(cards=3).spoken == "It cannot happen with 3 cards."


# --- Exercises -----------------------------------------------------------------------------------


@pytest.fixture
def box():
    return ExerciseBox(exercises("cube", "Ada")[0])


def test_a_right_answer_and_a_wrong_one(box):
    answer = problem("cube_lines", "Ada").answer
    send(box._question, "answer", answer + 1)
    assert box.verdict is Verdict.WRONG
    assert "Not yet" in box._reply.spoken
    send(box._question, "answer", answer)
    assert box.verdict is Verdict.RIGHT
    assert "✓ Right!" in re.sub(r"<[^>]*>", "", box._reply.html)
    send(box._question, "check")
    assert box.verdict is Verdict.RIGHT


def test_the_question_stands_still_while_one_answers(box):
    before = box._question.html
    send(box._question, "answer", "3")
    send(box._reply, "hint")
    assert box._question.html == before


def test_what_is_no_number_is_explained_on_the_page(box):
    send(box._question, "answer", "<b>many</b>")
    assert box.verdict is None
    assert "is no number" in box._reply.spoken
    assert "<b>many" not in box._reply.html


def test_nothing_handed_in(box):
    send(box._question, "check")
    assert box.verdict is Verdict.BLANK


def test_hints_come_one_by_one_and_end(box):
    hints = [str(hint) for hint in box.exercise.hints]
    assert hints[0] not in words(box._reply.html)
    send(box._reply, "hint")
    assert hints[0] in words(box._reply.html)
    assert hints[1] not in words(box._reply.html)
    for _ in range(3):
        send(box._reply, "hint")
    assert hints[1] in words(box._reply.html)
    assert box.hints == 2
    assert 'aria-disabled="true"' in box._reply.html
    with pytest.raises(ValueError, match="unknown request"):
        send(box._reply, "explode")


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_section_is_asked(section, lang):
    with speaking(lang):
        asked = ask(section, "Ada")
        assert [box.number for box in asked.boxes] == list(range(1, 1 + len(SECTIONS[section])))
        for box in asked.boxes:
            assert " ".join(str(box.exercise).split()) in words(box._question.html)
            svgs = box._question.html.count("<svg")
            assert svgs == len(box.exercise.pieces)
        shown = asked._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in shown


def test_neither_the_widget_nor_its_output_holds_the_answer():
    for name, section, number in (
        ("multisets_hands", "multisets", 1),
        ("symmetry_fixed", "symmetry", 0),
        ("chances_value", "chances", 0),
    ):
        asked = ask(section, "Ada")
        box = asked.boxes[number]
        answer = problem(name, "Ada").answer
        box.hint()
        box.hint()
        state = json.dumps(
            [panel.get_state() for panel in (box._question, box._reply)], default=str
        ) + json.dumps(asked._repr_mimebundle_())
        with_marks = re.sub(r"(?<=\d),(?=\d{3})", "", state)
        assert box.exercise.check(answer) is Verdict.RIGHT
        # As a number by itself: digits may meet by chance inside another.
        assert not re.search(rf"(?<![\d.]){re.escape(str(answer))}(?![\d.])", with_marks)


# --- Whose exercises they are --------------------------------------------------------------------


@pytest.fixture
def lesson():
    """A field for a name, and all sections that follow it."""
    student = Student("Ada")
    return student, {section: ask(section, student) for section in SECTIONS}


def test_all_exercises_follow_the_name_as_the_key_of_the_command_goes(lesson, tmp_path):
    # All sections' worked solutions take a second: a name must not decide one exercise otherwise.
    student, sections = lesson
    send(student, "name", "  Zoé  Martin ")
    key = tmp_path / "key.csv"
    sheets = ["--students", "ZOÉ martin", "--out", str(tmp_path / "class.html")]
    assert main(["print", "exercises", "neurotrio", *sheets, "--key", str(key)]) in (0, None)
    rows = list(csv.DictReader(io.StringIO(key.read_text(encoding="utf-8"))))
    boxes = [box for asked in sections.values() for box in asked.boxes]
    assert len(rows) == len(boxes) > 10
    for box, row in zip(boxes, rows, strict=True):
        send(box._question, "answer", row["answer"])
        assert box.verdict is Verdict.RIGHT
    for asked in sections.values():
        assert asked.student == "Zoé Martin"
        assert "Exercises of “Zoé Martin”" in words(asked._above.html)


def test_each_name_keeps_its_own_answers(lesson):
    student, sections = lesson
    box = sections["cube"].boxes[0]
    send(box._question, "answer", "1/2")
    send(box._reply, "hint")
    replied = box._reply.html
    send(student, "name", "Zoé")
    assert (box.answer, box.verdict, box.hints) == ("", None, 0)
    assert "Not yet" not in box._reply.html
    assert 'value=""' in box._question.html
    send(box._question, "answer", "7/2")
    send(student, "name", "ADA")  # the same student
    assert (box.answer, box.verdict, box.hints) == ("1/2", Verdict.WRONG, 1)
    assert box._reply.html == replied
    assert 'value="1/2"' in box._question.html
    student.name = "Zoé"
    assert box.answer == "7/2"


def test_the_same_question_to_another_student_is_drawn_anew():
    # The page draws only what changed, and what the one typed would stay for the other.
    exercise = exercises("cube", "Ada")[0]
    box = ExerciseBox(exercise)
    before = box._question.html
    box.take(replace(exercise, seed="zoé"))
    assert words(box._question.html) == words(before)
    assert box._question.html != before


@pytest.mark.parametrize(("lang", "said"), [("en", "needs a name"), ("fr", "il faut un nom")])
def test_an_empty_name_is_refused_in_words(lesson, lang, said):
    student, sections = lesson
    before = sections["cube"].boxes[0]._question.html
    with speaking(lang):
        send(student, "name", "   ")
        assert said in student.spoken
        assert "Ada" in student.spoken
    assert student.name == sections["cube"].student == "Ada"
    assert sections["cube"].boxes[0]._question.html == before
    send(student, "name", "Ada")
    assert "na-error" not in student.html
    for refuse in (Student, lambda name: setattr(student, "name", name), lambda n: ask("cube", n)):
        with pytest.raises(ExerciseError):
            refuse(" ")
    with pytest.raises(ExerciseError):
        sections["cube"].student = ""
    assert student.name == "Ada"
    with pytest.raises(ValueError, match="unknown request"):
        send(student, "explode")


def test_the_name_stays_when_all_is_drawn_again(lesson):
    student, sections = lesson
    send(student, "name", "<b>Zoé</b>")
    box = sections["cube"].boxes[0]
    send(box._question, "answer", "many")
    send(student, "lesson", "true")
    with speaking("fr"):
        student.redraw()
        box.redraw()
    assert "« <b>Zoé</b> »" in student.spoken.replace("\xa0", " ")
    assert "<b>Zoé" not in student.html
    assert 'value="&lt;b&gt;Zoé&lt;/b&gt;"' in student.html
    assert "n’est pas un nombre" in box._reply.spoken
    assert 'value="many"' in box._question.html


def test_a_name_may_be_assigned_without_a_field():
    asked = ask("chances", 7)
    asked.student = "Zoé"
    assert [str(box.exercise) for box in asked.boxes] == list(map(str, exercises("chances", "Zoé")))
    assert ask("chances", "Zoé").student == "Zoé"


def test_answers_are_saved(lesson, tmp_path):
    student, sections = lesson
    asked = sections["cube"]
    assert asked._below.html == ""
    with pytest.raises(InputError):
        asked.save(tmp_path / "none.json")
    send(asked.boxes[1]._question, "answer", problem("cube_trios", "Ada").answer)
    assert "PNG" not in asked._below.html
    asked.save(tmp_path / "answers.json")
    asked.save(tmp_path / "answers.csv")
    said = json.loads((tmp_path / "answers.json").read_text(encoding="utf-8"))
    assert (said["section"], said["student"]) == ("cube", "Ada")
    none = {"number": 1, "exercise": "cube_lines", "answer": "", "verdict": None, "hints": 0}
    right = {"number": 2, "exercise": "cube_trios", "answer": "4", "verdict": "right", "hints": 0}
    assert said["answers"] == [none, right]
    table = (tmp_path / "answers.csv").read_text(encoding="utf-8")
    read = list(csv.DictReader(io.StringIO(table)))
    assert [(row["student"], row["answer"]) for row in read] == [("Ada", ""), ("Ada", "4")]
    student.name = "Zoé"
    assert asked._below.html == ""


@pytest.mark.parametrize(
    ("lang", "one", "many"),
    [("en", "1 class of 1 card.", "4 classes of 2 cards."),
     ("fr", "1 classe de 1 carte.", "4 classes de 2 cartes.")],
)  # fmt: skip
def test_what_is_counted_agrees_with_its_number(lang, one, many):
    with speaking(lang):
        assert ClassesPlay(cards=1).spoken.startswith(one)
        assert ClassesPlay(cards=2).spoken.startswith(many)
        said = " ".join(play(cards=1).spoken for play in (SymmetryPlay, MultisetsPlay))
    assert not re.search(r"\b1 (classes|cards|cartes|hands|mains)\b", said)

"""Answers are read as a person meant them, judged rightly, and not given away."""

from __future__ import annotations

import hashlib
import pickle
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from neuroanalysis.core.exercises import (
    Dice,
    ExerciseError,
    Lock,
    Phrase,
    Problem,
    Verdict,
    answer_text,
    read_answer,
    seed_name,
)
from neuroanalysis.core.intervals import number_text
from neuroanalysis.texts import LANGUAGES, speaking
from tests.refusals import answer_or_none

# --- Reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("216", ["216"]),
        ("  216 ", ["216"]),
        ("= 216", ["216"]),
        ("007", ["7"]),
        (216, ["216"]),
        (np.int64(216), ["216"]),
        ("7 633 490 490", ["7633490490"]),
        ("7\u202f633\u202f490\u202f490", ["7633490490"]),
        ("7,633,490,490", ["7633490490"]),
        ("7.633.490.490", ["7633490490"]),
        ("7’633’490’490", ["7633490490"]),
        ("7_633_490_490", ["7633490490"]),
        ("3/8", ["3/8"]),
        ("3 / 8", ["3/8"]),
        ("1 234/5 678", ["617/2839"]),
        ("-3/8", ["-3/8"]),
        ("−3", ["-3"]),
        ("½", ["1/2"]),
        (Fraction(3, 8), ["3/8"]),
        ("0.375", ["3/8"]),
        ("0,375", ["3/8"]),
        (".375", ["3/8"]),
        ("≈ 0,375", ["3/8"]),
        (0.375, ["3/8"]),
        ("1,234", ["1234", "617/500"]),
        ("1.234", ["1234", "617/500"]),
        ("0.234", ["117/500"]),
        ("1,234.5", ["2469/2"]),
        ("1.234,5", ["2469/2"]),
        ("1 234,5", ["2469/2"]),
        ("37.5 %", ["3/8"]),
        ("37,5%", ["3/8"]),
        ("50 %", ["1/2"]),
        ("1.5e-3", ["3/2000"]),
        ("1,5E-3", ["3/2000"]),
        (1.5e-7, ["3/20000000"]),
        ("1.5 × 10⁻³", ["3/2000"]),
        ("1.5*10^-3", ["3/2000"]),
        ("1,5 · 10^(-3)", ["3/2000"]),
        ("2x10^3", ["2000"]),
        ("", []),
        ("   ", []),
        (None, []),
    ],
)
def test_an_answer_is_read(said, meant):
    assert [str(reading.value) for reading in read_answer(said)] == meant


@pytest.mark.parametrize(
    "said",
    [
        "many", "3/0", "1/2/3", "12,34,56", "1 2", "1 1/2", "--3", "3,", ".", "%", "3 8", "1e9999",
        "2**3", "C(4,2)", "nan", "inf", "٣", "9" * 400, True, float("nan"), float("inf"), [1],
    ],
)  # fmt: skip
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_number_is_refused_in_words(said, lang):
    with speaking(lang), pytest.raises(ExerciseError, match="3/8"):
        read_answer(said)


@given(st.text(alphabet="0123456789 ,.'’_/%+-−eE*x×^()⁻³½≈=", max_size=30) | st.text(max_size=20))
def test_junk_is_read_or_refused(said):
    answer_or_none(read_answer, said)


@given(st.integers(0, 10**20), st.sampled_from([",", ".", " ", "\u202f", "\u00a0", "_", "'", ""]))
def test_grouped_digits_are_one_number(number, mark):
    said = f"{number:,}".replace(",", mark)
    assert number in [reading.value for reading in read_answer(said)]


@pytest.mark.parametrize(
    ("said", "digits"),
    [("0.0620", 3), ("6.20 %", 3), ("12 %", 2), ("0.5", 1), ("1.50e-7", 3), ("3/8", None)],
)
def test_significant_digits(said, digits):
    assert read_answer(said)[-1].digits == digits


# --- Judging -------------------------------------------------------------------------------------


def test_a_count_must_be_exact():
    lock = Lock.of(7633490490, "demo")
    assert lock.verdict("7,633,490,490") is Verdict.RIGHT
    assert lock.verdict(7633490490.0) is Verdict.RIGHT
    for wrong in ("7633490491", "7.63e9", "7630000000", "-7633490490", "0"):
        assert lock.verdict(wrong) is Verdict.WRONG
    assert lock.verdict("") is Verdict.BLANK


def test_a_comma_that_can_be_read_in_two_ways_is_right_if_one_of_them_is():
    assert Lock.of(1234, "demo").verdict("1,234") is Verdict.RIGHT
    assert Lock.of(Fraction(617, 500), "demo").verdict("1,234") is Verdict.RIGHT


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("3/13", Verdict.RIGHT),
        ("6/26", Verdict.RIGHT),
        ("0.231", Verdict.RIGHT),
        ("0.2308", Verdict.RIGHT),
        ("0,23077", Verdict.RIGHT),
        ("23.1 %", Verdict.RIGHT),
        (3 / 13, Verdict.RIGHT),
        ("0.23", Verdict.ROUGH),
        ("23 %", Verdict.ROUGH),
        ("0.5", Verdict.ROUGH),  # says nothing about right or wrong
        ("0.230", Verdict.WRONG),
        ("0.2307", Verdict.WRONG),  # cut off, not rounded
        ("3/14", Verdict.WRONG),
        ("0", Verdict.WRONG),
    ],
)
def test_a_chance_may_be_rounded(said, verdict):
    assert Lock.of(Fraction(3, 13), "demo").verdict(said) is verdict


def test_an_exact_decimal_may_be_short():
    assert Lock.of(Fraction(1, 2), "demo").verdict("0.5") is Verdict.RIGHT
    assert Lock.of(Fraction(1, 2), "demo").verdict("50 %") is Verdict.RIGHT


@given(st.fractions(min_value=Fraction(1, 10**8), max_value=1), st.integers(3, 10))
def test_every_rounding_is_right_and_its_neighbours_are_wrong(answer, digits):
    assume(answer.denominator > 1)
    context = Context(prec=digits, rounding=ROUND_HALF_UP)
    rounded = context.divide(Decimal(answer.numerator), Decimal(answer.denominator))
    # As many digits as asked for, the last ones 0 where need be.
    unit = Decimal(1).scaleb(rounded.adjusted() - digits + 1)
    written = rounded.quantize(unit)
    lock = Lock.of(answer, "demo")
    assert lock.verdict(f"{written:f}") is Verdict.RIGHT
    assert lock.verdict(f"{written:e}") is Verdict.RIGHT
    assert lock.verdict(f"{written + unit:f}") is Verdict.WRONG


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=1))
@example(Fraction(68719476736249997, 274877906945000000))  # 0.25 in floating point
def test_what_floating_point_makes_of_a_chance_is_right(answer):
    assert Lock.of(answer, "demo").verdict(answer.numerator / answer.denominator) is Verdict.RIGHT


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_verdict_has_words_of_its_own(lang):
    with speaking(lang):
        assert len({str(verdict) for verdict in Verdict}) == len(Verdict)


# --- Not given away ------------------------------------------------------------------------------


def test_an_exercise_does_not_show_its_answer():
    answer = Fraction(271828182845, 314159265358979)
    values = {"cards": 3}
    problem = Problem("lessons.exercise.hand", answer, values, work=lambda: {"sum": answer})
    exercise = problem.exercise("hand", "Zoé")
    assert exercise.check(answer) is Verdict.RIGHT
    shown = repr(exercise) + repr(exercise.lock) + str(vars(exercise.lock))
    stored = pickle.dumps(exercise)
    for secret in ("271828182845", "314159265358979", f"{float(answer):.3g}"):
        assert secret not in shown
        assert secret.encode() not in stored


def test_the_same_answer_looks_different_for_each_student():
    problem = Problem("lessons.exercise.hand", 24, {})
    one, other = (problem.exercise("hand", name).lock for name in ("Ann", "Bob"))
    assert one.verdict(24) is other.verdict(24) is Verdict.RIGHT
    assert not one.digests & other.digests


# --- Seeds and draws -----------------------------------------------------------------------------


def test_capitals_and_spaces_of_a_name_do_not_matter():
    assert seed_name(" Zoé   MARTIN") == seed_name("zoe\u0301 martin") == "zoé martin"
    assert seed_name(7) == seed_name("7")
    for name in ("", "  ", "\u00a0"):
        with pytest.raises(ExerciseError, match="needs a name"):
            seed_name(name)


def test_draws_are_those_of_the_hash_and_nothing_else():
    # Worked out here again: keys that are printed must fit sheets made by later versions.
    digest = hashlib.sha256(b"demo\n1\n2").digest()
    dice = Dice("demo", 1)
    dice.below(10)
    assert dice.below(1000) == int.from_bytes(digest, "big") % 1000


def test_draws_are_spread_evenly():
    dice = Dice("even")
    found = np.bincount([dice.below(6) for _ in range(6000)], minlength=6)
    # Chi-squared with 5 degrees of freedom; the draws are always these, so it never fails by luck.
    assert ((found - 1000) ** 2 / 1000).sum() < 15


@given(st.integers(0, 12), st.integers())
def test_a_sample_has_no_item_twice(n, seed):
    drawn = Dice(seed).sample(range(12), n)
    assert len(set(drawn)) == n
    assert set(drawn) <= set(range(12))
    assert sorted(Dice(seed).shuffled(range(12))) == list(range(12))


# --- Words ---------------------------------------------------------------------------------------


def test_a_phrase_speaks_the_language_in_force():
    inner = Phrase("neurotrio.nature.star")
    phrase = Phrase("lessons.value.nature", {"value": inner})
    with speaking("en"):
        assert str(phrase) == "nature star"
    with speaking("fr"):
        assert str(phrase) == "nature étoile"


def test_numbers_are_written_as_the_language_does():
    with speaking("en"):
        assert answer_text(1296) == "1,296"
        assert answer_text(Fraction(1296)) == "1,296"
        assert answer_text(Fraction(10001, 20002 * 3)) == "1/6 ≈ 0.1667"
        assert number_text(Fraction(1, 3 * 10**6)) == "3.333 × 10⁻⁷"
    with speaking("fr"):
        assert answer_text(1296) == "1\u202f296"
        assert answer_text(Fraction(1, 6)) == "1/6 ≈ 0,1667"

"""Exercises with one exact answer: seeded, in both languages, checked without being given away.

A `Problem` knows its answer; it is for whoever writes exercises and for an answer key. An
`Exercise` is what a student gets: question, hints, and a `Lock` that knows the answer when it sees
it but holds only salted digests of it, so that neither a notebook nor a printed value shows it.
"""

from __future__ import annotations

import hashlib
import operator
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias, TypeVar

from neuroanalysis.core.intervals import number_text
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import quoted_values

__all__ = [
    "Answer",
    "Dice",
    "Exercise",
    "ExerciseError",
    "Given",
    "Lock",
    "Phrase",
    "Problem",
    "Reading",
    "Verdict",
    "answer_text",
    "read_answer",
    "seed_name",
]

T = TypeVar("T")

Answer: TypeAlias = int | Fraction
"""A count is an int and must be met exactly; a chance is a Fraction, and may be rounded."""

Given: TypeAlias = str | int | float | Fraction | None
"""What a student may hand in."""

# A rounded answer is accepted from three significant digits on; what has more than ten may come
# from floating point, whose last digits are noise.
_FEWEST_DIGITS: Final = 3
_MOST_DIGITS: Final = 10
_ROUNDS: Final = 1000
_LONGEST_ANSWER: Final = 300
_LARGEST_EXPONENT: Final = 300


class ExerciseError(NeuroanalysisError):
    """An answer that cannot be read, an exercise that there is not, a student without a name."""

    def __str__(self) -> str:
        """Say it in the language in force."""
        return text(f"lessons.error.{self.key}", **quoted_values(self.values))


# --- Seeds -----------------------------------------------------------------------------------


def seed_name(seed: str | int) -> str:
    """Return a seed as it counts: a number, or a name whose case and spaces do not matter.

    Raises
    ------
    ExerciseError
        For an empty name.

    Examples
    --------
    >>> seed_name("  Zoé  MARTIN "), seed_name(7)
    ('zoé martin', '7')
    """
    name = " ".join(unicodedata.normalize("NFKC", str(seed)).casefold().split())
    if not name:
        raise ExerciseError("seed")
    return name


class Dice:
    """Draws that a seed alone decides, on every machine and in every version.

    They come from SHA-256 and not from a library's generator, since a key that a teacher printed
    last year must still fit the sheets made with a newer numpy.

    Parameters
    ----------
    *seeds
        What decides the draws: the exercise, the student.

    Examples
    --------
    >>> Dice("demo", 1).sample(range(10), 3) == Dice("demo", 1).sample(range(10), 3)
    True
    """

    def __init__(self, *seeds: str | int) -> None:
        self._seed = "\n".join(map(str, seeds))
        self._draws = 0

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each as likely (to within n / 2^256)."""
        self._draws += 1
        digest = hashlib.sha256(f"{self._seed}\n{self._draws}".encode()).digest()
        return int.from_bytes(digest, "big") % n

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], n: int) -> tuple[T, ...]:
        """Return n items of different places, in the order drawn."""
        left = list(items)
        return tuple(left.pop(self.below(len(left))) for _ in range(n))

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order."""
        return self.sample(items, len(items))


# --- Words -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Phrase:
    """A text of the catalogue that is spoken when it is read, in the language then in force.

    Parameters
    ----------
    key
        The entry.
    values
        Its fields. Whole numbers are written as the language writes them; a value may be a phrase.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> phrase = Phrase("neurotrio.nature.heart")
    >>> with speaking("fr"):
    ...     str(phrase)
    'cœur'
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """Speak."""
        return text(self.key, **{name: _spoken(value) for name, value in self.values.items()})


def _spoken(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return str(value)
    return answer_text(value)


def answer_text(answer: Answer) -> str:
    """Return an answer as the language in force writes it, a fraction with its decimals.

    Examples
    --------
    >>> answer_text(5966376), answer_text(Fraction(3, 13))
    ('5,966,376', '3/13 ≈ 0.2308')
    """
    exact = Fraction(answer)
    if exact.denominator == 1:
        return number_text(exact.numerator)
    shown = f"{number_text(exact.numerator)}/{number_text(exact.denominator)}"
    return f"{shown} ≈ {number_text(exact)}"


# --- Reading what a student wrote ------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """One way to read an answer: its value, and its significant digits if it is a decimal."""

    value: Fraction
    digits: int | None = None


_SPACES = re.compile(r"[\s\u00a0\u2007\u2009\u202f]+")
_EXPONENT_SIGNS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_POWER = re.compile(
    r"(?P<mantissa>.+?) ?(?:e|[*×·x] ?10 ?(?:\^|\*\*)) ?\(?(?P<power>[+-]?\d{1,4})\)?"
)
_DECIMAL = re.compile(r"(?P<whole>.*)(?P<mark>[.,])(?P<part>\d+)")
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:(?P<mark>[ ,.'’_])\d{3})(?:(?P=mark)\d{3})*")


def read_answer(given: Given) -> tuple[Reading, ...]:
    """Read an answer: ``216``, ``7 633 490 490``, ``3/8``, ``0.375``, ``0,375``, ``37.5 %``.

    Where a comma or a point can be read in two ways, as in ``1,234``, both are returned: whoever
    counts 1,234 things is right, and so is who means 1 and 234 thousandths.

    Returns
    -------
    tuple of Reading
        Empty when nothing was handed in.

    Raises
    ------
    ExerciseError
        For what is no number; the message says what is accepted.

    Examples
    --------
    >>> [str(reading.value) for reading in read_answer("37,5 %")]
    ['3/8']
    >>> [str(reading.value) for reading in read_answer("1,234")]
    ['1234', '617/500']
    """
    if given is None:
        return ()
    if isinstance(given, Fraction):
        return (Reading(given),)
    if isinstance(given, bool):
        raise ExerciseError("unreadable", answer=given)
    if not isinstance(given, str | float):
        try:
            return (Reading(Fraction(operator.index(given))),)
        except TypeError:
            given = str(given)
    said = str(given)
    words = _RAISED.sub(lambda raised: "^" + raised[0].translate(_EXPONENT_SIGNS), said)
    words = unicodedata.normalize("NFKC", words.replace("10^^", "10^"))
    words = _SPACES.sub(" ", words).strip().replace("\u2044", "/").replace("−", "-").lower()
    words = words.replace("≈", "").lstrip("= ").strip()
    if not words:
        return ()
    found = tuple(_readings(words)) if len(words) <= _LONGEST_ANSWER else ()
    if not found:
        raise ExerciseError("unreadable", answer=said[:40])
    return found


def _readings(words: str) -> Iterator[Reading]:
    if words.endswith("%"):
        for reading in _readings(words[:-1].strip()):
            # "37 %" is a rounded number as much as "0.37" is.
            digits = reading.digits or _significant(str(abs(reading.value.numerator)))
            yield Reading(reading.value / 100, digits)
    elif words.startswith(("-", "+")):
        sign = -1 if words[0] == "-" else 1
        rest = words[1:].strip()
        if not rest.startswith(("-", "+")):
            for reading in _readings(rest):
                yield Reading(sign * reading.value, reading.digits)
    elif "/" in words:
        above, _, below = words.partition("/")
        for one in _numbers(above.strip()):
            for other in _numbers(below.strip()):
                if other.value:
                    yield Reading(one.value / other.value)
    elif match := _POWER.fullmatch(words):
        power = int(match["power"])
        if abs(power) <= _LARGEST_EXPONENT:
            for reading in _numbers(match["mantissa"].strip()):
                digits = reading.digits or _significant(str(abs(reading.value.numerator)))
                yield Reading(reading.value * Fraction(10) ** power, digits)
    else:
        yield from _numbers(words)


def _numbers(word: str) -> Iterator[Reading]:
    """Read digits with marks between groups and one before decimals, each way that fits."""
    whole = _whole(word)
    if whole is not None:
        yield Reading(Fraction(whole))
    # The mark before the decimals is not also the one between groups.
    if (match := _DECIMAL.fullmatch(word)) and match["mark"] not in match["whole"]:
        before = _whole(match["whole"]) if match["whole"] else 0
        if before is not None and match["part"].isascii():
            part = match["part"]
            value = before + Fraction(int(part), 10 ** len(part))
            yield Reading(value, _significant(f"{before}{part}"))


def _whole(word: str) -> int | None:
    if word.isascii() and word.isdigit():
        return int(word)
    if _GROUPED.fullmatch(word):
        return int(re.sub(r"\D", "", word))
    return None


def _significant(digits: str) -> int:
    return max(1, len(digits.lstrip("0")))


def _rounded(value: Fraction, digits: int) -> Fraction:
    """Round to so many significant digits, halves away from zero."""
    if not value:
        return value
    size = abs(value)
    exponent = len(str(size.numerator)) - len(str(size.denominator))
    if size < Fraction(10) ** exponent:
        exponent -= 1
    unit = Fraction(10) ** (exponent - digits + 1)
    steps = (2 * size / unit + 1) // 2
    return steps * unit if value > 0 else -steps * unit


# --- Checking --------------------------------------------------------------------------------


class Verdict(Enum):
    """What is said of an answer; spoken in the language in force."""

    RIGHT = "right"
    WRONG = "wrong"
    ROUGH = "rough"
    """A decimal with fewer than three significant digits, which is not the exact answer either."""
    BLANK = "blank"

    def __str__(self) -> str:
        """Say it."""
        return text(f"lessons.verdict.{self.value}", digits=_FEWEST_DIGITS)


@dataclass(frozen=True)
class Lock:
    """Knows an answer when it sees it, and cannot tell it.

    It holds digests of the answer and, for a fraction, of its roundings to 3 to 10 significant
    digits. A number that is small enough to be guessed can be guessed from them by trying, as it
    can by asking; nothing can be read off.

    Examples
    --------
    >>> lock = Lock.of(Fraction(3, 13), salt="demo")
    >>> lock.verdict("23.1 %"), lock.verdict("0.231"), lock.verdict("0.23")
    (<Verdict.RIGHT: 'right'>, <Verdict.RIGHT: 'right'>, <Verdict.ROUGH: 'rough'>)
    """

    salt: str
    rounded: bool = field(repr=False)
    digests: frozenset[str] = field(repr=False)

    @classmethod
    def of(cls, answer: Answer, salt: str) -> Lock:
        """Return the lock of an answer."""
        exact = Fraction(answer)
        marks = {_mark(exact, None)}
        rounded = isinstance(answer, Fraction) and exact.denominator > 1
        if rounded:
            marks |= {
                _mark(_rounded(exact, digits), digits)
                for digits in range(_FEWEST_DIGITS, _MOST_DIGITS + 1)
            }
        return cls(salt, rounded, frozenset(_digest(salt, mark) for mark in marks))

    def verdict(self, given: Given) -> Verdict:
        """Judge an answer.

        Raises
        ------
        ExerciseError
            For what is no number.
        """
        readings = read_answer(given)
        if not readings:
            return Verdict.BLANK
        if any(self._fits(reading) for reading in readings):
            return Verdict.RIGHT
        # A computed 0.25 may be all that floating point has of a chance with many digits.
        if isinstance(given, float) and self._fits(Reading(readings[0].value, _MOST_DIGITS)):
            return Verdict.RIGHT
        rough = all(
            reading.digits is not None and reading.digits < _FEWEST_DIGITS for reading in readings
        )
        return Verdict.ROUGH if self.rounded and rough else Verdict.WRONG

    def _fits(self, reading: Reading) -> bool:
        if _digest(self.salt, _mark(reading.value, None)) in self.digests:
            return True
        if reading.digits is None or reading.digits < _FEWEST_DIGITS:
            return False
        digits = min(reading.digits, _MOST_DIGITS)
        return _digest(self.salt, _mark(_rounded(reading.value, digits), digits)) in self.digests


def _mark(value: Fraction, digits: int | None) -> str:
    return f"{value}|{'' if digits is None else digits}"


def _digest(salt: str, mark: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", mark.encode(), salt.encode(), _ROUNDS).hex()


# --- Exercises -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Exercise:
    """What a student gets: a question, hints in steps, and a check.

    Parameters
    ----------
    name
        Which exercise it is.
    seed
        Whose it is; see `seed_name`.
    question
        The question.
    hints
        The hints, the most general first.
    pieces
        Kinds to draw beside the question.
    lock
        What checks the answer.

    Examples
    --------
    >>> problem = Problem("lessons.exercise.multisets_hands", 24, {}, pieces=(0, 0, 1))
    >>> exercise = problem.exercise("multisets_hands", "Zoé")
    >>> exercise.check("24"), exercise.check(23)
    (<Verdict.RIGHT: 'right'>, <Verdict.WRONG: 'wrong'>)
    """

    name: str
    seed: str
    question: Phrase
    hints: tuple[Phrase, ...]
    pieces: tuple[int, ...]
    lock: Lock = field(repr=False)

    def check(self, given: Given) -> Verdict:
        """Judge an answer: a number, or text such as ``3/8``, ``0.375`` or ``37.5 %``.

        Counts must be exact; of a chance, three significant digits are enough.

        Raises
        ------
        ExerciseError
            For what is no number.
        """
        return self.lock.verdict(given)

    def __str__(self) -> str:
        """Ask the question in the language in force."""
        return str(self.question)


@dataclass(frozen=True)
class Problem:
    """A question with its answer, for those who may know it.

    Parameters
    ----------
    table
        The table of the catalogue with the entries ``question``, ``hint1``, ``hint2`` and
        ``solution``.
    answer
        The exact answer.
    values
        Fields of the question and the hints.
    pieces
        Kinds to draw beside the question.
    work
        Further fields, of the solution alone, worked out when it is asked for.
    """

    table: str
    answer: Answer
    values: Mapping[str, object]
    pieces: tuple[int, ...] = ()
    work: Callable[[], Mapping[str, object]] = field(default=dict, compare=False)

    @cached_property
    def question(self) -> Phrase:
        """The question."""
        return Phrase(f"{self.table}.question", self.values)

    @cached_property
    def hints(self) -> tuple[Phrase, ...]:
        """Two hints, the more general first."""
        first = Phrase(f"{self.table}.hint1", self.values)
        return first, Phrase(f"{self.table}.hint2", self.values)

    @cached_property
    def solution(self) -> Phrase:
        """The worked solution, which ends with the answer."""
        fields = {**self.values, **self.work(), "answer": self.answer}
        return Phrase(f"{self.table}.solution", fields)

    def exercise(self, name: str, seed: str | int) -> Exercise:
        """Return it as a student gets it: without the answer."""
        student = seed_name(seed)
        lock = Lock.of(self.answer, f"{name}\n{student}")
        return Exercise(name, student, self.question, self.hints, self.pieces, lock)

"""Batches of hands: the same with any workers, cancelled, and refused where they are wrong."""

from __future__ import annotations

import random
from concurrent.futures import Executor, Future
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuroanalysis.core.work import Cancel, Cancelled, processes
from neuroanalysis.errors import CardError, InputError, PositionError
from neuroanalysis.games.neurotrio import scoring
from neuroanalysis.games.neurotrio.rules import PRESETS, Bonus, Rules
from neuroanalysis.games.neurotrio.scoring import (
    distance,
    distance_many,
    evaluate,
    evaluate_many,
    finish_many,
)
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.neurotrio.support import (
    batch,
    default_hands,
    random_hand,
    random_question,
)
from tests.oracles import neurotrio as oracle
from tests.refusals import answer_or_none

ROOT = Path(__file__).parents[3]


# --- Batches -------------------------------------------------------------------------------------

QUESTIONS = [evaluate_many, finish_many, distance_many]


@pytest.fixture(scope="module")
def many():
    """Enough hands for several chunks once these are made small."""
    return batch([random_hand(random.Random(n), 14, sort=n % 3) for n in range(500)])


@pytest.fixture(scope="module")
def answers(many):
    return {question: [question(row[np.newaxis])[0] for row in many] for question in QUESTIONS}


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(scoring, "_CHUNK", 37)


class InTurn(Executor):
    """An executor that does everything at once, in the caller's thread."""

    def submit(self, fn, /, *args, **kwargs):
        future: Future = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("how", [{"workers": 1}, {"workers": 2}, {"workers": 5}, {}])
def test_a_batch_gives_the_same_with_any_number_of_threads(many, answers, question, how):
    assert question(many, **how).tolist() == answers[question]


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_batch_gives_the_same_with_another_executor(many, answers, question):
    assert question(many, executor=InTurn(), workers=2).tolist() == answers[question]


@pytest.mark.slow
@pytest.mark.usefixtures("small_chunks")
def test_a_batch_gives_the_same_with_processes(many, answers, monkeypatch):
    monkeypatch.syspath_prepend(ROOT)
    with processes(2) as pool:
        for question in QUESTIONS:
            found = question(many, executor=pool, workers=2)
            assert found.tolist() == answers[question]


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
def test_laid_carres_of_a_batch(question):
    rng = random.Random(4)
    questions = [random_question(rng, Rules()) for _ in range(80)]
    found = question(
        batch([one.hand for one in questions]), laid=batch([one.on_table for one in questions])
    )
    for one, answer in zip(questions, found.tolist(), strict=True):
        [alone] = question(batch([one.hand]), laid=np.array(one.on_table))
        assert answer == alone
        if question is distance_many:
            assert answer == oracle.distance(one.hand, one.laid)


def test_the_types_of_answers():
    hands = np.zeros((3, 27), dtype=np.int64)
    assert [question(hands).tolist() for question in QUESTIONS] == [[0] * 3, [-1] * 3, [14] * 3]
    assert all(question(hands).shape == (3,) for question in QUESTIONS)
    assert all(question(hands[:0]).shape == (0,) for question in QUESTIONS)


def test_a_batch_is_not_changed(many):
    before = many.copy()
    for question in QUESTIONS:
        question(many)
    assert np.array_equal(many, before)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
def test_progress_is_told(many, question):
    told = []
    question(many, workers=2, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, len(many))
    assert told[-1] == (len(many), len(many))
    assert told == sorted(told)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_batch_can_be_cancelled(many, question):
    cancel = Cancel()
    with pytest.raises(Cancelled):
        question(many, workers=2, cancel=cancel, progress=lambda *_: cancel.cancel())
    with pytest.raises(Cancelled):
        question(many, cancel=cancel)


def test_a_running_batch_hears_a_cancel():
    # One chunk of many slow hands: only the kernel itself can end it early.
    rows = np.repeat(batch(default_hands(2, 18, 60)), 4000, axis=0)
    cancel, told = Cancel(), []

    def progress(done, total):
        told.append(done)
        if done:
            cancel.cancel()

    with pytest.raises(Cancelled):
        evaluate_many(rows, workers=1, cancel=cancel, progress=progress)
    assert 0 < told[-1] < len(rows)


# --- Bad input -----------------------------------------------------------------------------------

ZERO = np.zeros((1, 27), dtype=np.int64)


def filled(rows, **places):
    """Rows of zeros with some counts set: `r1k3=5` is row 1, kind 3."""
    counts = np.zeros((rows, 27), dtype=np.int64)
    for place, n in places.items():
        row, kind = place[1:].split("k")
        counts[int(row), int(kind)] = n
    return counts


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("ask", "kind", "said"),
    [
        (lambda q: q(np.zeros(27)), CardError, "counts of shape (27,); expected (n, 27)"),
        (lambda q: q(np.zeros((2, 26))), CardError, "counts of shape (2, 26); expected (n, 27)"),
        (
            lambda q: q(np.zeros((2, 27))),
            CardError,
            "counts of type float64; whole numbers from 0 to 4 are expected",
        ),
        (
            lambda q: q(filled(3, r2k0=5, r2k1=7)),
            CardError,
            "hand 2 of the batch: 5 copies of 1cn; there are only 4",
        ),
        (lambda q: q(filled(1, r0k26=5)), CardError, "5 copies of 3rb; there are only 4"),
        (
            lambda q: q(filled(2, r1k1=-1)),
            CardError,
            "hand 1 of the batch: a count below 0 for 1cv",
        ),
        (
            lambda q: q(filled(2, r1k1=3), rules=PRESETS["one_deck_shape"]),
            CardError,
            "hand 1 of the batch: 3 copies of 1cv; there are only 2",
        ),
        (
            lambda q: q(filled(3), laid=filled(2)),
            CardError,
            "counts of shape (2, 27); expected (27,) or (3, 27)",
        ),
        (
            lambda q: q(filled(3), laid=filled(3, r1k0=4)),
            CardError,
            "hand 1 of the batch: 4 copies of 1cn; there are only 1",
        ),
        (
            lambda q: q(filled(3, r2k0=1), laid=filled(1, r0k0=1)),
            CardError,
            "hand 2 of the batch: 5 copies of 1cn; there are only 4",
        ),
        (
            lambda q: q(filled(1), laid=np.ones(27, dtype=int)),
            PositionError,
            "27 laid carrés; a hand has at most 4 structures",
        ),
        (
            lambda q: q(filled(1), laid=filled(1, r0k0=1), rules=Rules(carre=False)),
            PositionError,
            "1 laid carré; a hand has at most 0 structures",
        ),
    ],
)
def test_a_batch_that_is_not_valid(question, ask, kind, said):
    with pytest.raises(kind) as caught:
        ask(question)
    assert str(caught.value) == said
    with speaking("fr"):
        french = str(caught.value)
    assert french != said
    assert "{" not in french


@pytest.mark.parametrize("limit", [0, -1, 2**20 + 1])
def test_a_limit_out_of_range(limit):
    with pytest.raises(InputError) as caught:
        evaluate("2eb", limit=limit)
    assert str(caught.value) == f"limit: {limit} is outside 1 to 1048576"
    with speaking("fr"):
        assert str(caught.value) == f"limit\u00a0: {limit} n’est pas entre 1 et 1048576"


def test_the_errors_of_this_room_are_all_met_above():
    keys = raised_keys(Path(scoring.__file__))
    assert keys == {"card.shape", "card.many", "input.limit", "position.laid_many"}


def test_a_hand_far_beyond_play_is_refused_and_named():
    hands = np.zeros((3, 27), dtype=np.uint8)
    hands[1, :5] = 4
    for many in (evaluate_many, finish_many, distance_many):
        with pytest.raises(CardError) as caught:
            many(hands)
        assert str(caught.value) == "hand 1 of the batch has 20 cards; a batch takes up to 19"
        hands[1, 0] = 3
        assert len(many(hands)) == 3
        hands[1, 0] = 4


def test_points_beyond_sixteen_bits_are_counted():
    # Each of six triples lies on three lines, so each of the three bonuses counts 18 times.
    bonuses = tuple(Bonus(code, 999, structures=1, shared=2, per_line=True) for code in "ABC")
    rules = Rules(structures=6, hand_size=19, players_max=4, repeat_bonuses=True, bonuses=bonuses)
    answer = evaluate("1cn*3 2ev*3 3rb*3 1rv*3 2cb*3 3en*3", rules=rules)
    assert answer.points == 6 * 4 + 3 * 18 * 999
    batch = answer.position.counts[np.newaxis]
    assert evaluate_many(batch, rules=rules).tolist() == [answer.points]


@settings(max_examples=60)
@given(hand=st.text(alphabet="123cervnb hskg*x,;|\t0489é²", max_size=60), laid=st.text(max_size=10))
def test_junk_is_answered_or_refused(hand, laid):
    for ask in (evaluate, distance):
        answer_or_none(ask, hand, laid=laid)

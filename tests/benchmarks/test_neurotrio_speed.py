"""How fast Neurotrio's hands and deals are answered; nothing here is a limit that a test enforces.

``make bench`` measures and prints the figures in words; they are in each benchmark's ``extra_info``
as well. As plain tests, all run on a little work. What a user waits for in a fresh process is
measured in fresh processes; the figures of kernels are those after their compilation.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from math import comb

import numpy as np
import pytest

from neuroanalysis.core.hands import deal_hands
from neuroanalysis.core.work import Control
from neuroanalysis.games.neurotrio import (
    Rules,
    distance,
    distance_many,
    evaluate,
    evaluate_many,
    finish_many,
    goals,
)
from neuroanalysis.games.neurotrio._kernels.rounds import POINTS
from neuroanalysis.games.neurotrio.analysis import canonical, distance_table, hand_classes
from neuroanalysis.games.neurotrio.analysis.classes import class_chunks, list_part
from neuroanalysis.games.neurotrio.analysis.deals import Question, deal_together
from neuroanalysis.games.neurotrio.play import deal, result
from neuroanalysis.games.neurotrio.policies import (
    compiled_rounds,
    play_out,
    player,
    round_seed,
    skill,
    suggested_minimum,
)
from tests import kernel_census
from tests.benchmarks.measuring import each, rate, timed, times
from tests.oracles import deals as slowly
from tests.oracles import neurotrio as oracle
from tests.project import ROOT

HAND = "1cn 1cv 1cb 2en 2en 2en 3rb 3rv 3rn 1eb 2eb 2rv 2rv"


# --- Hands --------------------------------------------------------------------------------------


def random_hands(n, cards=13, seed=1):
    return deal_hands(n, cards, [4] * 27, np.random.default_rng(seed))


def finishing_hands(n, seed=1):
    """Return 14-card hands of one duo and four trios, as a player has who may finish."""
    rng = random.Random(seed)
    found = []
    while len(found) < n:
        groups = [rng.choice(oracle.DUOS), *rng.choices(oracle.TRIOS, k=4)]
        held = Counter(kind for group in groups for kind in group)
        if max(held.values()) <= 4:
            found.append([held[kind] for kind in oracle.KINDS])
    return np.array(found, dtype=np.uint8)


# --- Hands in batches, on one core ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "fast", "slow"),
    [
        ("best value", evaluate_many, lambda hand: oracle.evaluate(hand)[0]),
        ("distance", distance_many, oracle.distance),
    ],
)
def test_13_cards_in_a_batch(measure, question, fast, slow):
    measure.title = f"{question} of 13 random cards, in batches on one core"
    n, few = (300_000, 500) if measure.real else (300, 20)
    hands = random_hands(n)
    answers = measure.run(fast, hands, workers=1)
    by_oracle, judged = timed(each, slow, hands[:few].tolist())
    assert answers[:few].tolist() == judged
    measure.tell("speed", rate(n, measure.seconds))
    measure.tell("the slow oracle", rate(few, by_oracle))
    measure.tell("ratio", times(by_oracle / few, measure.seconds / n))


def test_finishing_hands_in_a_batch(measure):
    measure.title = "best finishing total of hands that finish, in batches on one core"
    n, few = (100_000, 500) if measure.real else (100, 20)
    hands = finishing_hands(few)
    many = np.tile(hands, (n // few, 1))
    totals = measure.run(finish_many, many, workers=1)
    by_oracle, judged = timed(each, lambda hand: oracle.finish(hand)[0], hands.tolist())
    assert totals[:few].tolist() == judged
    measure.tell("speed", rate(n, measure.seconds))
    measure.tell("ratio to the slow oracle", times(by_oracle / few, measure.seconds / n))


# --- Goals: what a click waits for, 20 ms being the target ----------------------------------------


@pytest.mark.parametrize("cards", [13, 14])
@pytest.mark.parametrize(
    ("question", "ask"),
    [
        ("distance to 24 points", lambda hand: distance(hand, minimum=24)),
        ("distance to 30 points", lambda hand: distance(hand, minimum=30)),
        ("all goals", goals),
    ],
)
def test_a_click_for_goals(measure, question, ask, cards):
    measure.title = f"{question} of {cards} random cards, a hand at a time (target: 20 ms)"
    hands = random_hands(200 if measure.real else 2, cards)
    measure.run(each, ask, hands[:2])  # compiles
    spent = [timed(ask, hand)[0] * 1000 for hand in hands]
    measure.tell("mean", f"{np.mean(spent):.1f} ms")
    measure.tell("median", f"{np.median(spent):.1f} ms")
    measure.tell("worst", f"{max(spent):.1f} ms")
    measure.tell("within 20 ms", f"{np.mean(np.array(spent) <= 20):.0%}")


# --- Beside the mahjong package ------------------------------------------------------------------


def mahjong_tiles(n, cards, seed=1):
    """Return random hands of the 34 kinds of tiles, as counts."""
    return deal_hands(n, cards, [4] * 34, np.random.default_rng(seed))


def test_distance_beside_the_mahjong_package(measure):
    shanten = pytest.importorskip("mahjong.shanten").Shanten()
    measure.title = "distance, beside mahjong's calculate_shanten on as many random tiles"
    n, many = (3000, 300_000) if measure.real else (30, 30)
    hands = random_hands(n).tolist()
    tiles = mahjong_tiles(n, 13).tolist()
    answers = measure.run(each, distance, hands)
    theirs, theirs_answers = timed(each, shanten.calculate_shanten, tiles)
    assert len(answers) == len(theirs_answers) == n
    in_batch, _ = timed(distance_many, random_hands(many), workers=1)
    measure.tell("mahjong", rate(n, theirs))
    measure.tell("one by one", rate(n, measure.seconds))
    measure.tell("in a batch", rate(many, in_batch))
    measure.tell("a batch is faster than mahjong", times(theirs / n, in_batch / many))


def complete_tiles(n, seed=1):
    """Return complete hands of four sets and a pair, as mahjong's numbers of 136 tiles."""
    rng = random.Random(seed)
    runs = [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7]
    sets = [*runs, *((kind,) * 3 for kind in range(34))]
    found = []
    while len(found) < n:
        kinds = [*rng.choices(sets, k=4), (rng.randrange(34),) * 2]
        held = Counter(kind for group in kinds for kind in group)
        if max(held.values()) <= 4:
            found.append([4 * kind + copy for kind in held for copy in range(held[kind])])
    return found


def test_value_beside_the_mahjong_package(measure):
    calculator = pytest.importorskip("mahjong.hand_calculating.hand").HandCalculator
    measure.title = "a complete hand's worth, beside mahjong's estimate_hand_value"
    n, many = (1000, 100_000) if measure.real else (20, 20)
    hands = finishing_hands(n)
    answers = measure.run(each, evaluate, hands.tolist())
    assert all(answer.finish is not None for answer in answers)
    tiles = complete_tiles(n)
    theirs, values = timed(each, lambda hand: calculator.estimate_hand_value(hand, hand[0]), tiles)
    assert {value.error for value in values} <= {None, "no_yaku"}
    batch = np.tile(hands, (many // n, 1))
    in_batch, _ = timed(finish_many, batch, workers=1)
    measure.tell("mahjong", rate(n, theirs))
    measure.tell("one by one, all groupings explained", rate(n, measure.seconds))
    measure.tell("best total in a batch", rate(many, in_batch))
    measure.tell("a batch is faster than mahjong", times(theirs / n, in_batch / many))


# --- Classes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [13, 14])
def test_listing_all_classes(measure, cards):
    measure.title = f"all classes of {cards} cards listed, two workers"
    cards = cards if measure.real else 5
    listed = measure.run(hand_classes, cards, workers=2, rounds=1, warmups=0)
    measure.tell("time", f"{measure.seconds:.1f} s")
    measure.tell("classes", f"{len(listed):,}")


def test_canonical_form(measure):
    measure.title = "canonical form of 13 random cards, one core"
    n = 1_000_000 if measure.real else 100
    hands = random_hands(n)
    numbers, _ = measure.run(canonical, hands)
    assert len(numbers) == n
    few = hands[:200]
    seconds, orbits = timed(each, slowly.orbit, few[: 20 if measure.real else 2].tolist())
    measure.tell("time", f"{measure.seconds / n * 1e9:.0f} ns a hand, its validation included")
    measure.tell("ratio to the slow orbit", times(seconds / len(orbits), measure.seconds / n))


def test_distance_by_class(measure):
    cards, n = (13, 2_000_000) if measure.real else (5, 100)
    measure.title = "distance by canonical form and table, one core"
    made, table = timed(distance_table, cards)
    hands = random_hands(n, cards)
    found = measure.run(table.of, hands)
    few = hands[:20_000]
    assert found[: len(few)].tolist() == distance_many(few, workers=1).tolist()
    measure.tell("speed", rate(n, measure.seconds))
    measure.tell("the table was made in", f"{made:.1f} s on all cores")


# --- Whole distributions -------------------------------------------------------------------------

# A fresh process, as a user has it: compiled code is there, nothing else is.
DISTRIBUTION = """
import json, pathlib, time
from neuroanalysis.games.neurotrio.analysis import deal_distribution
begun = time.perf_counter()
answer = deal_distribution({of!r}, {cards}, method="classes", workers=2)
seconds = time.perf_counter() - begun
status = pathlib.Path("/proc/self/status")  # elsewhere than on Linux, nothing is said of memory
lines = status.read_text().splitlines() if status.exists() else []
memory = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
print(json.dumps([seconds, memory, answer.total]))
"""


def phases(of, cards, most=None):
    """Return the seconds on one core of each phase, over all classes or the first `most` parts."""
    from neuroanalysis.games.neurotrio._kernels.deals import class_weights, tally

    question = Question(of, cards, Rules())
    ways = np.array([comb(4, n) for n in range(5)], dtype=np.int64)
    spent = Counter()
    for chunk in class_chunks(cards)[:most]:
        seconds, (counts, orders) = timed(list_part, chunk.payload)
        spent["listing"] += seconds
        seconds, codes = timed(question.codes, counts, Control())
        spent["evaluating"] += seconds
        weights = np.zeros(len(counts), dtype=np.int64)
        low, high = np.zeros((2, int(codes.max(initial=0)) + 1), dtype=np.int64)
        spent["tallying"] += timed(class_weights, counts, orders, ways, weights)[0]
        spent["tallying"] += timed(tally, codes, weights, low, high)[0]
    return spent


@pytest.mark.parametrize(("of", "cards"), [("value", 13), ("distance", 13), ("finish", 14)])
def test_whole_distribution(measure, of, cards):
    measure.title = f"{of} distribution of all {cards}-card deals, two workers, nothing cached"
    if measure.real:
        fresh_process(DISTRIBUTION.format(of="value", cards=3))  # all that it reads is at hand
    elif of != "finish":
        cards = 5
    else:
        of, cards = "value", 4
    said = measure.run(fresh_process, DISTRIBUTION.format(of=of, cards=cards), rounds=1, warmups=0)
    seconds, memory, total = json.loads(said)
    assert total == comb(108, cards)
    phases(of, cards, most=1)  # compiles, before phases are timed
    spent = phases(of, cards)
    measure.tell("time", f"{seconds:.1f} s ({measure.seconds:.1f} s with the start of Python)")
    for kibibytes in memory:
        measure.tell("memory", f"{kibibytes / 2**20:.2f} GiB at most")
    whole = spent.total()
    split = ", ".join(f"{name} {part:.1f} s ({part / whole:.0%})" for name, part in spent.items())
    measure.tell("on one core", split)


def test_hands_dealt_together(measure):
    measure.title = "six players dealt 13 cards from one pack, one core"
    n = 20_000 if measure.real else 20
    hands = measure.run(deal_together, n, 6, 13, 4, np.random.default_rng(1))
    assert hands.sum() == n * 6 * 13
    measure.tell("speed", rate(6 * n, measure.seconds))


# --- Rounds --------------------------------------------------------------------------------------


def played_readably(level, minimum, n):
    """Play rounds on the readable engine; return each one's points."""
    points = []
    for number in range(n):
        one = round_seed(1, number)
        begin = deal(["A", "B", "C", "D"], seed=one, minimums=[minimum] * 4, first=number % 4)
        end = play_out(begin, [player(level, minimum)] * 4, seed=one)
        points.append(list(result(end).points))
    return points


@pytest.mark.parametrize(
    ("level", "target", "n"),
    [("child", 300, 3000), ("beginner", 100, 1000), ("hiker", 50, 500), ("expert", 20, 200)],
)
def test_rounds(measure, level, target, n):
    minimum = suggested_minimum(level)
    measure.title = (
        f"rounds of four players ({level}) at {minimum} points, one core"
        f" (target: {target} rounds/s)"
    )
    n, few = (n, 20) if measure.real else (3, 1)
    skills, minimums = [skill(level)] * 4, [minimum] * 4
    played = measure.run(compiled_rounds, skills, minimums, Rules(), 1, 0, n)
    played_readably(level, minimum, 1)  # compiles what decides one by one
    slow, points = timed(played_readably, level, minimum, few)
    assert played.told[:few, :, POINTS].tolist() == points
    measure.tell("speed", f"{n / measure.seconds:,.0f} rounds/s")
    measure.tell("the readable engine", f"{few / slow:,.1f} rounds/s, by the same decisions")
    measure.tell("ratio", f"{slow / few / (measure.seconds / n):,.1f} times")


# --- Start-up, in fresh processes ----------------------------------------------------------------


def fresh_process(script, *arguments, **variables):
    """Run Python; return what it printed."""
    answer = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | variables,
        check=False,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


IMPORT = """
import time
begun = time.perf_counter()
import neuroanalysis
print(time.perf_counter() - begun)
"""
COMMAND = "import sys; from neuroanalysis.cli import main; sys.exit(main())"
ASKED = ("evaluate", "neurotrio", HAND, "--json")


def test_import_of_the_package(measure):
    measure.title = "import of the package in a fresh process"
    said = measure.run(fresh_process, IMPORT, rounds=5)
    nothing, _ = timed(fresh_process, "pass")
    measure.tell("import", f"{float(said) * 1000:.0f} ms")
    measure.tell("whole process", f"{measure.seconds:.2f} s (an empty one: {nothing:.2f} s)")


def test_first_answer_with_a_warm_cache(measure):
    measure.title = "first answer of the command, fresh process, compiled code at hand"
    said = measure.run(fresh_process, COMMAND, *ASKED, rounds=3)
    assert json.loads(said)["points"] == oracle.evaluate(oracle.parse(HAND))[0]
    measure.tell("time", f"{measure.seconds:.2f} s")


@pytest.mark.slow
def test_first_answer_with_a_cold_cache(measure, tmp_path):
    measure.title = "first answer of the command, fresh process, nothing compiled yet"
    warm = fresh_process(COMMAND, *ASKED)
    if not measure.real:
        kernel_census.copy_cache(tmp_path, without="value.optimal_groupings")  # a little work
    cold = {"NEUROANALYSIS_CACHE": str(tmp_path)}
    said = measure.run(fresh_process, COMMAND, *ASKED, rounds=1, warmups=0, **cold)
    assert said == warm
    assert list(tmp_path.rglob("value.optimal_groupings*.nbc"))
    measure.tell("time", f"{measure.seconds:.1f} s")

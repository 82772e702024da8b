"""``neuroanalysis design``: the contract's JSON, the readable answer, what is refused."""

from __future__ import annotations

import os
import signal

import pytest

from neuroanalysis.games.neurotrio import design_minimums
from neuroanalysis.games.neurotrio.rules import Rules

# One duo and one trio from four cards of two copies: a round takes no time.
SMALL = ("-o", "structures=1", "-o", "hand_size=4", "-o", "carre=false", "-o", "copies=2")
RULES = Rules(structures=1, hand_size=4, carre=False, copies=2)
RANGE = ("--low", 12, "--high", 15)
WORDS = ("design", "neurotrio", "--players", "child,child", *SMALL, *RANGE, "--rounds", 500)


def test_the_contract(cli):
    ran = cli(*WORDS, "--seed", 3, "--json")
    assert (ran.code, ran.err) == (0, "")
    record = ran.record
    assert record["target"] == "equal-points"
    assert [row["policy"] for row in record["players"]] == ["child", "child"]
    # Players alike: no other answer is fair.
    assert record["minimums"] == [12, 12]
    assert record["seed"] == 3
    low, high = record["spread_interval"]
    assert low <= record["spread"] <= high
    assert record["balanced"] is (high <= record["tolerance"])
    assert {"minimums", "rounds", "figures", "intervals", "spread"} <= set(record["surface"][0])
    expected = design_minimums(["child", "child"], rules=RULES, low=12, high=15, rounds=500, seed=3)
    assert record == expected.record()


def test_the_answer_does_not_depend_on_workers_or_on_what_is_kept(cli, tmp_path):
    out = cli(*WORDS, "--json").out
    assert cli(*WORDS, "--workers", 2, "--resume", tmp_path, "--json").out == out
    assert cli(*WORDS, "--resume", tmp_path, "--json").out == out
    assert list(tmp_path.rglob("*.chunk"))


@pytest.mark.parametrize("target", ["equal-points", "equal-finishes", "equal-games"])
def test_a_person_reads_the_verdict_first(cli, target):
    words = (*WORDS, "--target", target)
    loose = cli(*words, "--tolerance", 5).out
    assert loose.startswith("Fair within")
    tight = cli(*words, "--tolerance", "0.0001").out
    assert tight.startswith("Not shown to be fair")
    assert "500 fresh rounds" in " ".join(tight.split())
    assert "1. child" in tight
    assert "12 / 12" in tight
    assert cli(*words, "--lang", "fr").out.startswith(("Équitable", "Pas reconnu"))


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupt_says_what_is_kept(start_working, tmp_path):
    words = ("design", "neurotrio", "--players", "expert,child,hiker", "--rounds", 1_000_000)
    process = start_working(*words, "--resume", tmp_path)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert b"goes on from there" in err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--players", "child,wizard"], 1, "'wizard'; accepted: random, child"),
        (["--target", "luck"], 1, 'target: "luck" is none of equal-points, equal-finishes'),
        (["--rounds", "99"], 1, "rounds: 99 is outside 100 to"),
        (["--low", "16"], 1, "minimums from 16 to 15"),
        (["--low", "x"], 2, "option --low: 'x' is no whole number"),
        (["--tolerance", "x"], 2, "option --tolerance: 'x' is no number"),
        (["--tolerance", "0"], 1, "tolerance"),
        (["--tolerance", "nan"], 1, "tolerance"),
        (["--tolerance", "inf"], 1, "tolerance"),
    ],
)
def test_what_is_refused(cli, words, code, said):
    ran = cli(*WORDS, *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err

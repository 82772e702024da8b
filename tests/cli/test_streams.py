"""The command as a process: what goes to which stream, when, and what it exits with."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import HERE, handed_cases
from tests.project import ROOT

QUESTION = b'{"hand": "2eb 2ev 2en"}\n'
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def test_the_handed_cases_agree_in_a_process_of_its_own(start):
    process = start("evaluate", "neurotrio", "--input", HERE / "neurotrio.jsonl", "--json")
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    answers = [json.loads(line) for line in out.splitlines()]
    cases = handed_cases("neurotrio")
    assert [(a["points"], a["finish"], a["distance"]) for a in answers] == [
        (case["points"], case["finish"], case["distance"]) for case in cases
    ]


def test_an_error_exits_with_1_and_leaves_standard_output_empty(start):
    process = start("evaluate", "neurotrio", "4cn")
    out, err = process.communicate()
    assert (process.returncode, out) == (1, b"")
    assert err.startswith(b"error: unknown card '4cn'")
    assert err.count(b"\n") == 1


def test_wrong_usage_exits_with_2(start):
    process = start("evaluate", "neurotrio", "2eb", "--lade", "1cn")
    out, err = process.communicate()
    assert (process.returncode, out) == (2, b"")
    assert b"Traceback" not in err


def test_each_answer_comes_before_the_next_question(start):
    process = start("evaluate", "neurotrio", "--input", "-", "--json")
    for _ in range(3):
        process.stdin.write(QUESTION)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["points"] == 2
    _, err = process.communicate()
    assert (process.returncode, err) == (0, b"")


@POSIX
def test_an_interrupt_ends_it_without_a_word(start):
    process = start("evaluate", "neurotrio", "--input", "-", "--json")
    process.stdin.write(QUESTION)
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")


@POSIX
@pytest.mark.parametrize("words", [["--json"], ["--input", "-"]])
def test_a_reader_that_has_had_enough_is_no_error(start, words):
    hand = [] if "--input" in words else ["2eb 2ev"]
    process = start("evaluate", "neurotrio", *hand, *words)
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):  # it may have ended already
        process.stdin.write(QUESTION * 20)
        process.stdin.close()
    assert process.stderr.read() == b""
    assert process.wait() != 0


@POSIX
def test_a_reader_of_a_page_that_has_had_enough_is_no_error(start):
    process = start("rules", "neurotrio")
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() != 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    "words", [["evaluate", "neurotrio", "2eb", "--json"], ["rules", "neurotrio"]]
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_answer_that_cannot_be_written_is_an_error(words, unbuffered, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    command = " ".join([sys.executable, "-m", "neuroanalysis", *words, "2>&1 >/dev/full"])
    with os.popen(command) as process:
        said = process.read()
    assert said.startswith("error: the answer cannot be written: ")
    assert said.count("\n") == 1


@POSIX
@pytest.mark.parametrize(
    ("words", "closed", "said"),
    [
        ("evaluate neurotrio --input -", "<&-", "error: standard input is closed"),
        ("odds neurotrio --input -", "<&-", "error: standard input is closed"),
        ("evaluate neurotrio 2eb --json", ">&-", "error: the answer cannot be written: "),
        ("evaluate neurotrio 2eb", ">&-", "error: the answer cannot be written: "),
        ("rules neurotrio --toml", ">&-", "error: the answer cannot be written: "),
        ("evaluate neurotrio 4cn", "2>&-", ""),
    ],
)
def test_a_stream_that_is_closed_is_said_in_one_line(words, closed, said):
    command = f"{shlex.quote(sys.executable)} -m neuroanalysis {words} {closed}"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(said)
    assert ran.stderr.count("\n") == (1 if said else 0)


def test_a_terminal_without_accents_gets_an_answer(start):
    process = start(
        "evaluate", "neurotrio", "1cn*4", "--lang", "fr", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    )
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b"carr? " in out

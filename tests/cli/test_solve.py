"""``neuroanalysis solve``: solved and kept, curves, an interrupt, what is refused."""

from __future__ import annotations

import json
import os
import signal
from collections import namedtuple

import pytest

from neuroanalysis.games.neurotrio.analysis import solitaire
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules

# One duo and one trio from four cards of two copies: solved in a moment.
SMALL = ("-o", "structures=1", "-o", "hand_size=4", "-o", "carre=false", "-o", "copies=2")
RULES = Rules(structures=1, hand_size=4, carre=False, copies=2)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """Let the command keep its solutions in a folder of the test's own."""
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    return tmp_path


def test_it_solves_keeps_and_says_what_is_kept(cli):
    words = ("solve", "neurotrio", *SMALL, "--minimums", "12,14", "--draws", 5, "--json")
    record = cli(*words).record
    solution = Solution.find(RULES)
    assert record == {
        "game": "neurotrio",
        "minimums": [12, 14],
        "draws": 5,
        "error": solution.error,
        "bytes": sum(file.stat().st_size for file in solution.folder.iterdir()),
        "folder": str(solution.folder),
    }
    assert solution.error < 1e-4
    said = cli(*words[:-1]).out
    assert "solved: minimums 12, 14, within 5 draws, each chance to within 7.6 × 10⁻⁶" in said
    assert "résolu\u00a0: minimums 12, 14" in cli(*words[:-1], "--lang", "fr").out


def test_without_minimums_the_lowest_is_solved(cli):
    assert cli("solve", "neurotrio", *SMALL, "--draws", 1, "--json").record["minimums"] == [18]


def test_curves_come_from_the_package(cli, cache):
    ran = cli("solve", "neurotrio", "--preset", "three_trios", "--curves", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.record) == {"18", "20", "22", "24", "26"}
    for curve in ran.record.values():
        assert len(curve) == 40
        assert curve == sorted(curve)
    assert not list(cache.iterdir())
    words = ("--minimums", "20", "--draws", 3)
    short = cli(
        "solve", "neurotrio", "--preset", "three_trios", *words, "--curves", "--json"
    ).record
    assert short == {"20": ran.record["20"][:3]}


def test_the_curves_of_the_default_rules_ship(cli, cache):
    record = cli("solve", "neurotrio", "--curves", "--json").record
    assert set(record) == {"18", "20", "22", "24", "26"}
    assert not list(cache.iterdir())


def test_curves_that_are_not_known_are_solved_first(cli):
    words = ("solve", "neurotrio", *SMALL, "--minimums", "13", "--draws", 4, "--curves")
    record = cli(*words, "--json").record
    assert record == {"13": list(Solution.find(RULES).curve_of_deals(13).values)}
    said = cli(*words).out
    assert "Minimum 13:" in said
    assert "Minimum 13\u00a0:" in cli(*words, "--lang", "fr").out


def test_only_what_is_missing_is_solved(cli):
    words = ("--preset", "three_trios", "--minimums", "20,21", "--draws", 2, "--curves", "--json")
    assert set(cli("solve", "neurotrio", *words).record) == {"20", "21"}
    assert Solution.find(PRESETS["three_trios"]).minimums == (21,)


def test_progress_is_shown_on_a_terminal_only(cli, monkeypatch):
    words = ("solve", "neurotrio", *SMALL, "--draws", 2, "--json")
    assert cli(*words).err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "100%" in cli(*words, "--minimums", "12").err


def test_a_stopped_run_says_what_is_kept_and_goes_on(cli, monkeypatch):
    words = ("solve", "neurotrio", *SMALL, "--minimums", "12", "--draws", 10)
    advance = solitaire.Sweeper.advance
    swept = []

    def interrupted(self, *told):
        if len(swept) == 6:
            raise KeyboardInterrupt
        swept.append(1)
        advance(self, *told)

    monkeypatch.setattr(solitaire.Sweeper, "advance", interrupted)
    ran = cli(*words)
    assert (ran.code, ran.out) == (130, "")
    assert "stopped: 4 of 10 draws are kept" in ran.err
    monkeypatch.setattr(solitaire.Sweeper, "advance", advance)
    again = cli(*words)
    assert again.code == 0
    assert "goes on after 4 of 10 draws" in again.err
    assert cli(*words).err == ""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupt_at_the_beginning_keeps_nothing_and_says_so(start_working):
    process = start_working("solve", "neurotrio")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert b"stopped: nothing is kept yet" in err
    assert b"Traceback" not in err


def test_too_little_room_is_said(cli, monkeypatch):
    usage = namedtuple("Usage", "total used free")(0, 0, 0)
    monkeypatch.setattr(solitaire.shutil, "disk_usage", lambda folder: usage)
    ran = cli("solve", "neurotrio", *SMALL)
    assert (ran.code, ran.out) == (1, "")
    assert "where 0 MB are free" in ran.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--minimums", "x"], 2, "option --minimums: 'x' is no whole number"),
        (["--minimums", ""], 2, "option --minimums: '' is no whole number"),
        (["--minimums", "18,18"], 2, "a number stands twice in '18,18'"),
        (["--minimums=-1"], 1, "minimums: -1 is outside 0 to 999"),
        (["--minimums", "18,1000"], 1, "minimums: 1000 is outside 0 to 999"),
        (["--draws", "0"], 1, "draws: 0 is outside 1 to 40"),
        (["--draws", "41"], 1, "draws: 41 is outside 1 to 40"),
        (["--draws", "41", "--curves"], 1, "draws: 41 is outside 1 to 40"),
        (["--draws", "many"], 2, "option --draws: 'many' is no whole number"),
        (["--workers", "0"], 1, "workers"),
        (["-o", "copies=5"], 1, "at most 4 copies"),
    ],
)
def test_what_is_refused(cli, words, code, said):
    ran = cli("solve", "neurotrio", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


def test_json_is_one_line(cli):
    out = cli("solve", "neurotrio", "--preset", "three_trios", "--curves", "--json").out
    assert out.count("\n") == 1
    assert json.loads(out)

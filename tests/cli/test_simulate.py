"""``neuroanalysis simulate``: the contract's JSON, the readable answer, files, what is refused."""

from __future__ import annotations

import os
import signal

import pytest

from neuroanalysis.games.neurotrio import Simulation, simulate
from neuroanalysis.games.neurotrio.rules import Rules

WORDS = ("simulate", "neurotrio", "--players", "hiker,child", "--rounds", 300, "--seed", 7)


def test_the_contract(cli):
    words = (*WORDS, "--minimums", "22,20", "--json")
    ran = cli(*words)
    assert (ran.code, ran.err) == (0, "")
    record = ran.record
    head = {"game": "neurotrio", "rounds": 300, "seed": 7, "rules": {"preset": "two_decks"}}
    assert {key: record[key] for key in head} == head
    assert [(row["seat"], row["policy"], row["minimum"]) for row in record["players"]] == [
        (0, "hiker", 22),
        (1, "child", 20),
    ]
    for row in record["players"]:
        low, high = row["finish_interval"]
        assert 0 <= low <= row["finish_share"] <= high <= 1
        low, high = row["points_interval"]
        assert low < row["mean_points"] < high
    assert sum(share["value"] for share in record["ends"].values()) == pytest.approx(1)
    low, high = record["length"]["interval"]
    assert low < record["length"]["value"] < high
    assert ran.out.count("\n") == 1


def test_the_answer_does_not_depend_on_workers_or_on_what_is_kept(cli, tmp_path):
    out = cli(*WORDS, "--json").out
    assert cli(*WORDS, "--workers", 1, "--json").out == out
    assert cli(*WORDS, "--workers", 2, "--resume", tmp_path, "--json").out == out
    assert list(tmp_path.rglob("*.chunk"))
    assert cli(*WORDS, "--resume", tmp_path, "--json").out == out
    assert cli(*WORDS[:-1], 8, "--json").out != out


def test_it_says_what_the_package_says(cli):
    study = simulate(["hiker", "child"], rounds=300, seed=7)
    assert cli(*WORDS, "--json").record == study.record()
    under = simulate(["hiker", "child"], rules=Rules(trio_points=3), rounds=300, seed=7)
    record = cli(*WORDS, "-o", "trio_points=3", "--json").record
    assert record == under.record()
    assert record["rules"] == {"preset": "two_decks", "trio_points": 3}


def test_rows_go_to_a_file(cli, tmp_path):
    path = tmp_path / "rounds.parquet"
    ran = cli(*WORDS, "--out", path, "--json")
    assert ran.err.split() == ["rows", "written", "to", str(path)]
    assert Simulation.read(path).record() == ran.record


def test_a_person_reads_players_ends_and_games(cli):
    said = cli(*WORDS).out
    assert "300 rounds, seed 7; in brackets 95 % intervals" in said
    assert "1. hiker" in said
    assert "A round has" in said
    assert "with nobody" in said
    assert "games of" in said
    french = cli(*WORDS, "--lang", "fr").out
    assert "1. randonneur" in french
    assert "300 manches, graine 7" in french
    few = cli(*WORDS[:-3], 3)
    assert "whole games" in few.out


def test_the_table_fits_eighty_columns(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = cli(*WORDS).out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith(" 1. hiker") for line in lines)


def test_progress_is_shown_on_a_terminal_only_and_beside_the_answer(cli, monkeypatch):
    quiet = cli(*WORDS, "--json")
    monkeypatch.setenv("FORCE_COLOR", "1")
    loud = cli(*WORDS, "--json")
    assert "100%" in loud.err
    assert loud.out == quiet.out


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("kept", [True, False])
def test_an_interrupt_says_what_is_kept(start_working, tmp_path, kept):
    resume = ("--resume", tmp_path) if kept else ()
    process = start_working(*WORDS[:-3], 1_000_000, *resume)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert (b"goes on from there" if kept else b"nothing is kept") in err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--players", "hiker"], 1, "1 player; accepted: 2 to 6 (clause 5.1)"),
        (["--players", "hiker,wizard"], 1, "'wizard'; accepted: random, child"),
        (["--players", "hiker,"], 1, "''; accepted: random"),
        (["--minimums", "18"], 1, "2 players, but 1 minimum"),
        (["--minimums", "18,x"], 2, "option --minimums: 'x' is no whole number"),
        (["--minimums", "18,1000"], 1, "'1000' is no whole number from 0 to 999"),
        (["--rounds", "1"], 1, "rounds: 1 is outside 2 to"),
        (["--rounds", "many"], 2, "option --rounds: 'many' is no whole number"),
        (["--seed", "-1"], 1, "seed: -1 is outside 0 to"),
        (["--workers", "0"], 1, "workers"),
        (["--out", "/no/such/folder/x.parquet"], 1, "cannot write /no/such/folder/x.parquet"),
        (["--resume", "/dev/null/x"], 1, "cannot keep finished chunks in /dev/null/x"),
        (["--resume", ""], 1, "the name of the file is empty"),
        (["--out", ""], 1, "the name of the file is empty"),
        (["--out", "/dev/null"], 1, "neither a file nor free"),
        (["-o", "copies=9"], 1, "copies"),
    ],
)
def test_what_is_refused(cli, words, code, said):
    ran = cli(*WORDS, *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert cli(*WORDS, *words, "--lang", "fr").err not in ("", ran.err)


def test_players_have_to_be_said(cli):
    ran = cli("simulate", "neurotrio")
    assert (ran.code, ran.out) == (2, "")
    assert "--players is missing" in ran.err

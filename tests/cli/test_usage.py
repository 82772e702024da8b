"""How the command is called: help, version, language, wrong usage, what goes where."""

from __future__ import annotations

import logging
import re
import tomllib

import pytest

import neuroanalysis
from neuroanalysis.cli import batch
from neuroanalysis.cli.app import app
from neuroanalysis.texts import catalogue, language
from tests.project import ROOT

COMMANDS = [entry.name for entry in app.registered_commands]


def test_the_commands_are_those():
    first = ["evaluate", "rules", "lab", "app", "warmup", "deals", "odds", "solve"]
    assert [*first, "simulate", "design"] == COMMANDS


def test_the_version_is_the_project_s(cli):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert neuroanalysis.__version__ == project["version"]
    ran = cli("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"neuroanalysis {project['version']}\n", "")


def test_without_a_command_the_help_stands_beside_the_error(cli):
    ran = cli()
    assert (ran.code, ran.out) == (2, "")
    assert all(command in ran.err for command in COMMANDS)
    assert "error: a command is missing\n" in ran.err


def test_the_first_page_names_each_command(cli):
    ran = cli("--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Usage: neuroanalysis COMMAND [OPTIONS]")
    for command in COMMANDS:
        assert re.search(rf"^  {command} +\S", ran.out, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("word", ["--help", "-h"])
def test_each_command_has_a_page_with_all_its_options(cli, command, word):
    ran = cli(command, word)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: neuroanalysis {command}")
    assert "--lang en|fr" in ran.out
    [entry] = [entry for entry in app.registered_commands if entry.name == command]
    declared = re.findall(r"'(--[a-z-]+)", repr(entry.callback.__annotations__))
    assert all(option in ran.out for option in declared)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["evalute", "neurotrio", "2eb"], ["evalute", *COMMANDS]),
        (["--json"], ["--json"]),
        (["evaluate"], ["GAME", "missing"]),
        (["evaluate", "neurotrio"], ["--input", "--position"]),
        (["evaluate", "neurotrio", "2eb", "2ev"], ["quotes"]),
        (["evaluate", "neurotrio", "2eb", "--input", "-"], ["--input"]),
        (["evaluate", "neurotrio", "2eb", "--position", "x"], ["--position"]),
        (["evaluate", "neurotrio", "2eb", "--lade", "1cn*4"], ["--lade", "--laid"]),
        (["evaluate", "neurotrio", "2eb", "--laid"], ["--laid", "value"]),
        (["evaluate", "neurotrio", "2eb", "--json=yes"], ["--json", "no value"]),
        (["evaluate", "neurotrio", "2eb", "--limit", "few"], ["--limit", "few"]),
        (["evaluate", "neurotrio", "2eb", "--lang", "de"], ["de", "en, fr"]),
        (["evaluate", "neurotrio", "2eb", "--lang"], ["en, fr"]),
        (["warmup", "neurotrio"], ["warmup"]),
    ],
)
def test_wrong_usage_is_told_and_exits_with_2(cli, words, named):
    ran = cli(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert "see: neuroanalysis" in ran.err
    for part in named:
        assert part in ran.err


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_the_language_may_be_said_anywhere(cli, place):
    words = ["evaluate", "neurotrio", "2eb"]
    for said in (["--lang", "fr"], ["--lang=fr"]):
        ran = cli(*words[:place], *said, *words[place:])
        assert ran.code == 0
        assert "Vaut 0 point sans finir." in ran.out
    assert language() == "en"


def test_after_two_dashes_nothing_is_an_option(cli):
    ran = cli("evaluate", "neurotrio", "--", "--lang")
    assert ran.code == 1
    assert "'--lang'" in ran.err


@pytest.mark.parametrize(
    ("variable", "locale", "said"),
    [
        ("LC_ALL", "fr_CA.UTF-8", "Vaut"),
        ("LC_ALL", "de_DE.UTF-8", "Worth"),
        ("LC_MESSAGES", "fr_FR.UTF-8", "Vaut"),
        ("LANG", "fr_FR", "Vaut"),
    ],
)
def test_the_locale_decides_when_nothing_is_said(cli, monkeypatch, variable, locale, said):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, locale)
    assert said in cli("evaluate", "neurotrio", "2eb").out
    assert "Worth" in cli("evaluate", "neurotrio", "2eb", "--lang", "en").out


def test_colours_are_for_terminals_that_want_them(cli, monkeypatch):
    coloured = re.compile(r"\x1b\[[0-9;]*3[0-9]m")
    assert "\x1b" not in cli("evaluate", "neurotrio", "2eb 2ev").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert coloured.search(cli("evaluate", "neurotrio", "2eb 2ev").out)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured.search(cli("evaluate", "neurotrio", "2eb 2ev").out)


def test_a_warning_of_the_package_is_a_line_beside_the_answer(cli, monkeypatch):
    answer_lines = batch.answer_lines

    def warn_and_answer(*given, **how):
        logging.getLogger("neuroanalysis").warning("the folder %s\ncannot be used", "/x")
        logging.getLogger("neuroanalysis.core").info("not worth saying")
        answer_lines(*given, **how)

    monkeypatch.setattr(batch, "answer_lines", warn_and_answer)
    ran = cli("evaluate", "neurotrio", "--input", "-", stdin='{"hand": "2eb"}')
    assert ran.err == "warning: the folder /x cannot be used\n"
    assert ran.record["points"] == 0
    assert logging.getLogger("neuroanalysis").handlers == []


def test_a_fault_of_the_program_is_not_hidden(cli, monkeypatch):
    def fail(*given, **how):
        raise ZeroDivisionError

    monkeypatch.setattr(batch, "answer_lines", fail)
    with pytest.raises(ZeroDivisionError):
        cli("evaluate", "neurotrio", "--input", "-")


def test_both_languages_have_the_same_entries_with_the_same_fields():
    english, french = (
        {key: entry for key, entry in catalogue(lang).items() if key.startswith("cli.")}
        for lang in ("en", "fr")
    )
    assert english.keys() == french.keys()
    assert len(english) > 100

    def fields(entry):
        return set(re.findall(r"(?<!\{)\{(\w+)", entry))

    assert [key for key in english if fields(english[key]) != fields(french[key])] == []


@pytest.mark.parametrize(
    "words",
    [
        ["deals", "neurotrio", "--cards", "LONG"],
        ["--lang", "LONG"],
        ["LONG"],
        ["data", "LONG"],
        ["data", "verify", "--preset", "LONG"],
        ["data", "build", "--only", "LONG"],
        ["rules", "neurotrio", "--LONG"],
        ["rules", "LONG"],
        ["evaluate", "neurotrio", "2eb", "--preset", "LONG"],
        ["evaluate", "neurotrio", "2eb", "--save", "LONG"],
    ],
)
def test_what_was_typed_is_quoted_shortly(cli, words):
    ran = cli(*(word.replace("LONG", "z" * 10_000) for word in words))
    assert ran.code in (1, 2)
    assert "zzz…" in ran.err
    assert max(map(len, ran.err.splitlines())) < 350

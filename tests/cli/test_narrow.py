"""Narrow terminals: tables lose their bars and their form, but never a digit."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from rich.cells import cell_len

NUMBER = re.compile(r"\d[\d.,e\u202f+-]*")
DRAWN = "3cn*4 2rn*3 3ev*2 1eb 3rv 1cb*2 1cn"
COMMANDS = [
    ("deals", "neurotrio", "--exact"),
    ("deals", "neurotrio", "--of", "value,distance", "--cards", "2", "--exact"),
    ("deals", "neurotrio", "--samples", "300", "--hand", "2eb*3 2ev*2 1cn*4 3rn*4"),
    ("evaluate", "neurotrio", DRAWN),
    ("evaluate", "neurotrio", "1cn*4 1cv*4 1cb*4 1eb*4 1rb*2"),
    ("odds", "neurotrio", DRAWN, "--draws", "1"),
    ("rules", "neurotrio"),
]


def numbers(said):
    """Count the numbers, however the lines are broken; a card's code is none."""
    return Counter(word.rstrip(".,") for word in NUMBER.findall(said))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("words", COMMANDS)
def test_every_number_is_whole_however_narrow_the_terminal_is(cli, monkeypatch, words, lang):
    wide = cli("--lang", lang, *words)
    assert wide.code == 0
    for columns in (80, 60, 50, 40, 30):
        monkeypatch.setenv("COLUMNS", str(columns))
        narrow = cli("--lang", lang, *words)
        # A heading of digits stands once above a table, or in each row beside its cell.
        assert not numbers(wide.out) - numbers(narrow.out), columns
        assert narrow.out.count("…") == wide.out.count("…")


def test_each_count_is_said_with_all_its_digits(cli, monkeypatch):
    words = ("deals", "neurotrio", "--exact")
    counts = cli(*words, "--json").record["counts"].values()
    for columns in (60, 50, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = cli(*words).out
        for count in counts:
            assert f" {count:,}" in out, columns


@pytest.mark.parametrize("columns", [60, 40])
def test_no_line_of_a_table_is_longer_than_the_terminal(cli, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in COMMANDS:
        if words[0] != "deals":  # its first two lines are the terminal's to break
            lines = cli(*words).out.splitlines()
            assert max(map(cell_len, lines)) <= columns

"""``neuroanalysis data``: the tables that ship, made, checked, damaged."""

from __future__ import annotations

import shutil

import pytest

from neuroanalysis.cli import data as command
from neuroanalysis.core.places import find_folder
from neuroanalysis.core.tables import manifest, read_rows
from neuroanalysis.games.neurotrio import PRESETS
from neuroanalysis.games.neurotrio.analysis.deal_tables import DealTable, deal_rows
from neuroanalysis.games.neurotrio.analysis.deals import Question


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a copy of the shipped tables, which the command takes for them."""
    copy = tmp_path / "data"
    shutil.copytree(find_folder("data"), copy)
    monkeypatch.setattr(command, "find_folder", lambda name: copy)
    return copy


def test_the_shipped_tables_are_sound(cli):
    ran = cli("data", "verify")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [f"neurotrio/{name}/deals.csv: sound" for name in PRESETS]
    assert {table.file for table in manifest()} == {
        f"neurotrio/{name}/deals.csv" for name in PRESETS
    }


def test_a_changed_number_is_noticed(cli, folder):
    file = folder / "neurotrio/three_trios/deals.csv"
    file.write_text(file.read_text().replace("1", "2", 1))
    ran = cli("data", "verify")
    assert ran.code == 1
    assert "three_trios/deals.csv: " in ran.err
    assert "is damaged" in ran.err
    assert "1 of 4 tables are not sound" in ran.err
    assert "two_decks/deals.csv: sound" in ran.out


def test_a_missing_table_is_noticed_and_made_again(cli, folder):
    file = folder / "neurotrio/three_trios/deals.csv"
    before = file.read_bytes()
    file.unlink()
    assert cli("data", "verify", "--preset", "three_trios").code == 1
    made = cli("data", "build", "--preset", "three_trios")
    assert made.code == 0
    assert "three_trios/deals.csv: made" in made.err
    # Made anew over all classes, it is what ships to the last byte.
    assert file.read_bytes() == before
    assert cli("data", "verify").code == 0
    assert "left as it is" in cli("data", "build", "--preset", "three_trios").err


def test_tables_of_other_rules_are_noticed(cli, folder):
    listing = folder / "manifest.toml"
    digest = PRESETS["three_trios"].scoring_digest()
    listing.write_text(listing.read_text().replace(digest, "0" * 16))
    ran = cli("data", "verify")
    assert ran.code == 1
    assert f"made for other rules ({'0' * 16}, not {digest})" in ran.err


def test_faults_within_a_table_are_told():
    [entry] = [table for table in manifest() if table.rules == "three_trios"]
    rows = [dict(row) for row in read_rows(entry)]
    table = DealTable("three_trios")
    assert table.faults(rows) == []
    assert any("no answer" in fault for fault in table.faults(rows[1:2]))
    rows[0]["count"] = str(int(rows[0]["count"]) + 1)
    faults = table.faults(rows)
    assert any("add up to" in fault for fault in faults)
    assert any("value,distance" in fault for fault in faults)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["data"], 2, "a command is missing"),
        (["data", "verify", "--preset", "x"], 2, "no table of the preset 'x'"),
        (["data", "verify", "chess"], 1, "unknown game 'chess'"),
        (["data", "build", "--into", "no/such/folder"], 1, "there is no folder no/such/folder"),
    ],
)
def test_what_is_refused(cli, words, code, said):
    ran = cli(*words)
    assert ran.code == code
    assert said in ran.err


@pytest.mark.slow
def test_recomputing_gives_the_same(cli):
    for preset in ("one_deck_shape", "two_duos_two_trios", "three_trios"):
        assert cli("data", "verify", "--recompute", "--preset", preset).code == 0
    [entry] = [table for table in manifest() if table.rules == "two_decks"]
    kept = [tuple(row.values()) for row in read_rows(entry)]
    for of, cards in (("value", 13), ("distance", 13), ("finish", 14)):
        rows = [
            tuple(map(str, row)) for row in deal_rows(Question(of, cards, PRESETS["two_decks"]))
        ]
        assert rows == [row for row in kept if row[:2] == (of, str(cards))]

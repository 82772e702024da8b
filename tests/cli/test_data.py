"""``neuroanalysis data``: the tables that ship, made, checked, damaged."""

from __future__ import annotations

import os
import shutil
import signal
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import comb

import pytest

from neuroanalysis import __version__
from neuroanalysis.cli import data as command
from neuroanalysis.core.places import find_folder
from neuroanalysis.core.tables import manifest, read_rows, write_table
from neuroanalysis.games.neurotrio import PRESETS
from neuroanalysis.games.neurotrio.analysis.curve_tables import CurveTable
from neuroanalysis.games.neurotrio.analysis.deal_tables import DealTable
from neuroanalysis.games.neurotrio.study.sensitivity_tables import SensitivityTable


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a copy of the shipped tables, which the command takes for them."""
    copy = tmp_path / "data"
    shutil.copytree(find_folder("data"), copy)
    monkeypatch.setattr(command, "find_folder", lambda name: copy)
    return copy


def deals_of(preset, folder=None):
    """Return the manifest's entry of a preset's deals."""
    [entry] = [
        table for table in manifest(folder) if (table.rules, table.about) == (preset, "deals")
    ]
    return entry


def test_the_shipped_tables_are_sound(cli):
    ran = cli("data", "verify")
    assert (ran.code, ran.err) == (0, "")
    files = [
        f"neurotrio/{name}/{about}.csv"
        for about in ("deals", "curves", "sensitivity")
        for name in PRESETS
    ]
    assert ran.out.splitlines() == [f"{file}: sound" for file in files]
    assert {table.file for table in manifest()} == set(files)


def test_a_changed_number_is_noticed(cli, folder):
    file = folder / "neurotrio/three_trios/deals.csv"
    file.write_text(file.read_text().replace("1", "2", 1))
    ran = cli("data", "verify")
    assert ran.code == 1
    assert "three_trios/deals.csv: " in ran.err
    assert "is damaged" in ran.err
    assert "1 of 12 tables are not sound" in ran.err
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


def test_a_table_of_another_version_is_noticed_and_made_again(cli, folder):
    listing = folder / "manifest.toml"
    right = listing.read_text()
    listing.write_text(right.replace(f'"{__version__}"', '"0.0.1"'))
    ran = cli("data", "verify", "--preset", "three_trios")
    assert ran.code == 1
    assert f"made for other version (0.0.1, not {__version__})" in ran.err
    assert cli("data", "build", "--preset", "three_trios").code == 0
    assert cli("data", "verify", "--preset", "three_trios").code == 0
    assert cli("data", "verify", "--preset", "two_decks").code == 1


def test_a_table_that_no_game_has_is_noticed(cli, folder):
    entry = deals_of("three_trios")
    stray = replace(entry, file="neurotrio/old/deals.csv")
    write_table(stray, ["of"], [["value"]], folder)
    ran = cli("data", "verify")
    assert ran.code == 1
    assert "neurotrio/old/deals.csv: belongs to no game" in ran.err
    assert "1 of 13 tables are not sound" in ran.err
    # Asked about one preset, the others are of no interest.
    assert cli("data", "verify", "--preset", "three_trios").code == 0


def test_a_table_that_is_no_longer_what_is_computed_is_noticed(cli, folder):
    entry = deals_of("three_trios")
    rows = [list(row.values()) for row in read_rows(entry)]
    # One deal goes from one total to another: all sums are right, and the checksum too.
    one, other = [row for row in rows if row[0] == "finish" and row[2] != "none"][:2]
    one[3], other[3] = str(int(one[3]) - 1), str(int(other[3]) + 1)
    write_table(entry, DealTable("three_trios").columns, rows, folder)
    assert cli("data", "verify").code == 0
    ran = cli("data", "verify", "--recompute", "--preset", "three_trios")
    assert ran.code == 1
    assert "three_trios/deals.csv: is not what is computed" in ran.err


def test_what_is_sound_is_only_made_again_by_force(cli, folder):
    file = folder / "neurotrio/three_trios/deals.csv"
    before = (file.read_bytes(), file.stat().st_mtime_ns)
    words = ("data", "build", "neurotrio", "--preset", "three_trios")
    assert cli(*words).code == 0
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before
    assert "made" in cli(*words, "--force").err
    assert file.read_bytes() == before[0]
    assert file.stat().st_mtime_ns > before[1]


def test_one_question_alone_is_made_again_and_the_others_are_kept(cli, folder):
    entry = deals_of("three_trios")
    file = folder / entry.file
    right = file.read_bytes()
    rows = [list(row.values()) for row in read_rows(entry)]
    for place, row in enumerate(rows):
        if row[0] in ("finish", "bonus:N9"):
            rows[place][3] = str(int(row[3]) + 1)
    write_table(entry, DealTable("three_trios").columns, rows, folder)
    assert file.read_bytes() != right
    words = ("data", "build", "--preset", "three_trios", "--only")
    said = cli(*words, "finish").err
    assert [line for line in said.splitlines() if "computing" in line] == [
        "computing three_trios: finish, 9"
    ]
    found = [list(row.values()) for row in read_rows(kept_entry(folder), folder)]
    assert found == [
        kept if kept[0] != "finish" else [*kept[:3], str(int(kept[3]) - 1)] for kept in rows
    ]
    assert cli("data", "verify", "--preset", "three_trios").code == 1
    assert cli(*words, "bonus:N9").code == 0
    assert file.read_bytes() == right
    assert cli("data", "verify", "--preset", "three_trios").code == 0


def kept_entry(folder):
    return deals_of("three_trios", folder)


def test_one_question_alone_needs_a_table_with_the_others(cli, folder):
    words = ("data", "build", "--preset", "three_trios", "--only", "finish")
    listing = folder / "manifest.toml"
    listing.write_text(listing.read_text().replace(f'"{__version__}"', '"0.0.1"'))
    before = (folder / "neurotrio/three_trios/deals.csv").read_bytes()
    ran = cli(*words)
    assert ran.code == 1
    assert "make it without --only first" in ran.err
    assert (folder / "neurotrio/three_trios/deals.csv").read_bytes() == before
    listing.unlink()
    assert cli(*words).code == 1
    assert not listing.exists()


def test_tables_can_be_made_in_an_empty_folder_and_are_the_shipped_ones(cli, tmp_path):
    ran = cli("data", "build", "--preset", "three_trios", "--into", tmp_path)
    assert ran.code == 0
    assert len(manifest(tmp_path)) == 3
    for made in manifest(tmp_path):
        [shipped] = [table for table in manifest() if table.file == made.file]
        [table] = [
            table
            for kind in (DealTable, CurveTable, SensitivityTable)
            for table in [kind("three_trios")]
            if table.entry(__version__).file == made.file
        ]
        rows, others = (
            [list(row.values()) for row in found]
            for found in (read_rows(made, tmp_path), read_rows(shipped))
        )
        assert table.same(rows, others)


def test_curves_can_be_made_without_the_deals(cli, tmp_path):
    words = ("data", "build", "--preset", "three_trios", "--only", "curves", "--into", tmp_path)
    ran = cli(*words)
    assert ran.code == 0
    assert [table.about for table in manifest(tmp_path)] == ["curves"]
    # Asked for by name it is made again, sound or not.
    assert "curves.csv: made, 400 rows" in cli(*words).err


def test_curves_that_are_no_longer_what_is_computed_are_noticed(cli, folder):
    [entry] = [
        table for table in manifest() if (table.rules, table.about) == ("three_trios", "curves")
    ]
    rows = [list(row.values()) for row in read_rows(entry)]
    rows[5][3] = str(float(rows[5][3]) + 1e-9)
    write_table(entry, CurveTable("three_trios").columns, rows, folder)
    assert cli("data", "verify", "--preset", "three_trios").code == 0
    ran = cli("data", "verify", "--recompute", "--preset", "three_trios")
    assert ran.code == 1
    assert "three_trios/curves.csv: is not what is computed" in ran.err


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_an_interrupted_build_leaves_nothing_half_made(start_working, tmp_path):
    process = start_working("data", "build", "--preset", "two_decks", "--into", tmp_path)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert list(tmp_path.rglob("*")) == []


def test_the_totals_of_18_cards_are_those_of_four_carres_and_a_duo_put_together():
    # Points by hand: four carrés 32, finishing 10; no four kinds share two values, so S4_2 and
    # D_S3_2 never count, and five distinct kinds are too few for the others.
    kinds = list(product(range(3), repeat=3))
    values = [{(axis, kind[axis]) for axis in range(3)} for kind in kinds]

    def shared(places):
        return len(set.intersection(*(values[place] for place in places)))

    found = Counter()
    for carres in combinations(range(27), 4):
        line = any(shared(three) == 2 for three in combinations(carres, 3))
        level = shared(carres) >= 1
        pairs = [pair for pair in combinations(carres, 2) if shared(pair) == 2]
        for duo in set(range(27)) - set(carres):
            beside = any(shared((*pair, duo)) == 2 for pair in pairs)
            together = level and shared((*carres, duo)) >= 1
            points = 42 + 4 * line + 2 * beside + (2 if together else level)
            found[str(points)] += comb(4, 2)
    entry = deals_of("two_decks")
    rows = {row["outcome"]: int(row["count"]) for row in read_rows(entry) if row["cards"] == "18"}
    assert rows.pop("none") == comb(108, 18) - found.total()
    assert rows == found


def test_faults_within_a_table_are_told():
    entry = deals_of("three_trios")
    rows = [dict(row) for row in read_rows(entry)]
    table = DealTable("three_trios")
    assert table.faults(rows) == []
    assert any("no answer" in fault for fault in table.faults(rows[1:2]))
    rows[0]["count"] = str(int(rows[0]["count"]) + 1)
    faults = table.faults(rows)
    assert any("add up to" in fault for fault in faults)
    assert any("value,distance" in fault for fault in faults)


@pytest.mark.parametrize("of", ["finish", "distance", "bonus:N13", "bonus:N9"])
def test_deals_moved_between_outcomes_are_told_though_totals_are_right(of):
    rows = [dict(row) for row in read_rows(deals_of("two_decks"))]
    cards = "13" if of.startswith("bonus") else "14"
    table = DealTable("two_decks")
    assert table.faults(rows) == []
    one, other = [row for row in rows if (row["of"], row["cards"]) == (of, cards)][:2]
    one["count"], other["count"] = str(int(one["count"]) - 1), str(int(other["count"]) + 1)
    faults = table.faults(rows)
    assert not any("add up to" in fault for fault in faults)
    said = "bonus:N" if of.startswith("bonus") else "finish, 14: outcome none"
    assert any(said in fault and "as is known otherwise" in fault for fault in faults)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["data"], 2, "a command is missing"),
        (["data", "verify", "--preset", "x"], 2, "no table of the preset 'x'"),
        (["data", "build", "--only", "x"], 2, "no table answers 'x'; accepted: value; distance"),
        (["data", "build", "--preset", "three_trios", "--only", "bonus:N13"], 2, "bonus:N13"),
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

"""Result tables: written and read again, found by what they are about, damage noticed."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import replace
from hashlib import sha256

import pytest

from neuroanalysis.core import tables
from neuroanalysis.core.tables import (
    MANIFEST,
    Table,
    find_table,
    manifest,
    read_rows,
    write_table,
)
from neuroanalysis.errors import InputError

ENTRY = Table(
    file="chess/fischer/openings.csv",
    game="chess",
    about="openings",
    rules="fischer",
    digest="0123",
    command="make openings",
    version="1.0",
    sha256="",
)
COLUMNS = ("opening", "count")
ROWS = [("a, b", 10**30), ('"quoted"', 0), ("", 3)]


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Return a folder that is taken for the package's."""
    monkeypatch.setattr(tables, "find_folder", lambda name: tmp_path)
    tables._shipped.cache_clear()
    yield tmp_path
    tables._shipped.cache_clear()


def test_rows_come_back_as_text_by_column(tmp_path):
    entry = write_table(ENTRY, COLUMNS, ROWS, tmp_path)
    assert read_rows(entry, tmp_path) == [
        {"opening": "a, b", "count": str(10**30)},
        {"opening": '"quoted"', "count": "0"},
        {"opening": "", "count": "3"},
    ]
    with (tmp_path / ENTRY.file).open(newline="", encoding="utf-8") as file:
        assert list(csv.reader(file))[1] == ["a, b", str(10**30)]


def test_the_manifest_says_all_about_a_table(tmp_path):
    entry = write_table(ENTRY, COLUMNS, ROWS, tmp_path)
    content = (tmp_path / ENTRY.file).read_bytes()
    assert entry == replace(ENTRY, sha256=sha256(content).hexdigest())
    assert manifest(tmp_path) == (entry,)
    [row] = tomllib.loads((tmp_path / MANIFEST).read_text(encoding="utf-8"))["table"]
    assert row["command"] == "make openings"
    assert row["sha256"] == entry.sha256


def test_a_further_table_leaves_the_others_and_one_written_again_takes_its_place(tmp_path):
    first = write_table(ENTRY, COLUMNS, ROWS, tmp_path)
    second = write_table(replace(ENTRY, file="chess/a.csv"), COLUMNS, ROWS, tmp_path)
    assert manifest(tmp_path) == (second, first)
    again = write_table(replace(ENTRY, version="2.0"), COLUMNS, ROWS[:1], tmp_path)
    assert again.sha256 != first.sha256
    assert manifest(tmp_path) == (second, again)
    assert len(read_rows(again, tmp_path)) == 1
    assert not [path.name for path in tmp_path.rglob(".*")]


def test_the_same_rows_make_the_same_bytes(tmp_path):
    made = []
    for name in "ab":
        folder = tmp_path / name
        folder.mkdir()
        write_table(ENTRY, COLUMNS, ROWS, folder)
        made.append([path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()])
    assert made[0] == made[1]
    assert all(b"\r" not in content for content in made[0])


def test_a_folder_without_manifest_has_no_tables(tmp_path):
    assert manifest(tmp_path) == ()


def test_a_table_is_found_by_game_subject_and_digest(shipped):
    assert find_table("chess", "openings", "0123") is None
    entry = write_table(ENTRY, COLUMNS, ROWS)
    # Although it was looked for before it was there.
    assert find_table("chess", "openings", "0123") == entry
    assert read_rows(entry)[0]["opening"] == "a, b"
    for other in (("go", "openings", "0123"), ("chess", "ends", "0123"), ("chess", "openings", "")):
        assert find_table(*other) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content.replace(b"3", b"4"),
        lambda content: content[:-2],
        lambda content: content + b"x,1\n",
        lambda content: b"",
        lambda content: content + b"\xff",
    ],
)
def test_a_damaged_table_is_not_read(tmp_path, damage):
    entry = write_table(ENTRY, COLUMNS, ROWS, tmp_path)
    file = tmp_path / ENTRY.file
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(InputError, match="openings"):
        read_rows(entry, tmp_path)


def test_a_table_that_is_missing_is_told(tmp_path):
    entry = write_table(ENTRY, COLUMNS, ROWS, tmp_path)
    (tmp_path / ENTRY.file).unlink()
    with pytest.raises(InputError, match="no file"):
        read_rows(entry, tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        "table = = 3",
        "table = 3",
        "table = [3]",
        "[[table]]\nfile = 'a.csv'",
        "[[table]]\nfyle = 'a.csv'",
        "",
    ],
)
def test_a_manifest_that_is_none_is_told(tmp_path, content):
    (tmp_path / MANIFEST).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=MANIFEST):
        manifest(tmp_path)


def test_a_table_is_as_it_was_when_the_new_one_cannot_be_computed(tmp_path):
    entry = write_table(ENTRY, COLUMNS, ROWS, tmp_path)

    def interrupted():
        yield ROWS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_table(ENTRY, COLUMNS, interrupted(), tmp_path)
    assert manifest(tmp_path) == (entry,)
    assert len(read_rows(entry, tmp_path)) == len(ROWS)

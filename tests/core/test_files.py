"""Text files are read whole or refused with a reason, and written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from neuroanalysis.core.files import read_text, write_text
from neuroanalysis.errors import InputError
from neuroanalysis.texts import speaking


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "hand.txt"
    write_text(path, "cœur\n2eb\n")
    assert read_text(path) == read_text(str(path)) == "cœur\n2eb\n"
    assert path.read_bytes() == "cœur\n2eb\n".encode()
    write_text(str(path), "again")
    assert read_text(path) == "again"
    assert list(tmp_path.iterdir()) == [path]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    path = tmp_path / "hand.txt"
    path.write_bytes(b"\xef\xbb\xbf2eb")
    assert read_text(path) == "2eb"


def bad_reads(folder: Path) -> dict[str, tuple[object, str, str]]:
    empty, blank, latin = folder / "empty", folder / "blank", folder / "latin"
    empty.write_text("")
    blank.write_text(" \n\t\n")
    latin.write_bytes("cœur été".encode("latin-1", "replace"))
    gone = folder / "gone" / "hand.txt"
    return {
        "missing": (gone, f"there is no file {gone}", f"le fichier {gone} n’existe pas"),
        "empty": (empty, f"{empty} is empty", f"{empty} est vide"),
        "blank": (blank, f"{blank} is empty", f"{blank} est vide"),
        "encoding": (latin, f"{latin} is not UTF-8 text", f"{latin} n’est pas un texte UTF-8"),
        "folder": (
            folder,
            f"cannot read {folder}: Is a directory",
            f"impossible de lire {folder}\u00a0: Is a directory",
        ),
        "impossible": (
            "a\0b",
            # No message has a control character in it.
            "cannot read a b: embedded null byte",
            "impossible de lire a b\u00a0: embedded null byte",
        ),
    }


@pytest.mark.parametrize("case", ["missing", "empty", "blank", "encoding", "folder", "impossible"])
def test_a_file_that_cannot_be_read(tmp_path, case):
    path, english, french = bad_reads(tmp_path)[case]
    with pytest.raises(InputError) as caught:
        read_text(path)
    with speaking("en"):
        assert str(caught.value) == english
    with speaking("fr"):
        assert str(caught.value) == french


@pytest.mark.parametrize("place", ["gone/hand.txt", "file/hand.txt", "a\0b"])
def test_a_file_that_cannot_be_written(tmp_path, place):
    (tmp_path / "file").touch()
    with pytest.raises(InputError) as caught:
        write_text(tmp_path / place, "2eb")
    shown = str(tmp_path / place).replace("\0", " ")
    with speaking("en"):
        assert str(caught.value).startswith(f"cannot write {shown}: ")
    with speaking("fr"):
        assert str(caught.value).startswith(f"impossible d’écrire {shown}\u00a0: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "hand.txt"
    write_text(path, "before")
    with pytest.raises(InputError, match="surrogates not allowed"):
        write_text(path, "x" * 100_000 + "\ud800")
    assert read_text(path) == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_no_file_to_write(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(InputError, match="cannot write"):
        write_text(folder, "2eb")
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_what_is_no_file_is_not_done_away_with(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to(pipe)
    for place in (pipe, link):
        with pytest.raises(InputError, match="neither a file nor free"):
            write_text(place, "text")
    assert pipe.is_fifo()
    assert link.is_symlink()


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="there are no links")
def test_a_link_stays_one_and_its_file_is_written(tmp_path):
    file, link, ring = (tmp_path / name for name in ("file", "link", "ring"))
    file.write_text("old")
    link.symlink_to(file)
    write_text(link, "new")
    assert file.read_text() == "new"
    assert link.is_symlink()
    ring.symlink_to(ring)
    with pytest.raises(InputError):
        write_text(ring, "text")

"""``neuroanalysis print``: files that are whole, or as they were before."""

from __future__ import annotations

import csv
import io
from html import escape

import pytest

from tests.plots.pdf_pages import sheets, title


def test_a_deck_is_written_as_the_rules_need_it(cli, tmp_path):
    file = tmp_path / "deck.pdf"
    ran = cli("print", "deck", "neurotrio", "--preset", "one_deck_shape", "--out", file)
    assert (ran.code, ran.out, ran.err) == (0, "", f"{file}: 6 pages\n")
    read = sheets(file.read_bytes())
    assert sum(word == "2eb" for sheet in read for word in sheet.words) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["deck.pdf"]


def test_scores_are_written_in_the_language_asked_for(cli, tmp_path):
    file = tmp_path / "feuille.PDF"
    ran = cli(
        *[
            "print",
            "scores",
            "neurotrio",
            "--players",
            "2",
            "--paper",
            "letter",
            "--lang",
            "fr",
            "--out",
        ],
        file,
    )
    assert (ran.code, ran.out, ran.err) == (0, "", f"{file}\u00a0: 1 page\n")
    [sheet] = sheets(file.read_bytes())
    assert "Joueur" in sheet.words
    assert title(file.read_bytes()) == "Neurotrio\u00a0: feuille de score"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["deck", "neurotrio", "--out", "x.png"], 2, ".pdf"),
        (["deck", "neurotrio"], 2, "--out is missing"),
        (["deck", "neurotrio", "--out", "x.pdf", "--decks", "many"], 2, "many"),
        (["deck", "neurotrio", "--out", "x.pdf", "--decks", "9"], 1, "1 to 8"),
        (["deck", "tichu", "--out", "x.pdf"], 1, "accepted: neurotrio"),
        (["deck", "chess", "--out", "x.pdf"], 1, "chess"),
        (["scores", "neurotrio", "--out", "x.pdf", "--paper", "a5"], 1, "a4, letter"),
        (["scores", "neurotrio", "--out", "x.pdf", "--players", "7"], 1, "2 to 6"),
        (["scores", "neurotrio", "--out", "nowhere/x.pdf"], 1, "cannot write"),
        ([], 2, "a command is missing"),
        (["cards"], 2, "accepted: deck, scores, exercises"),
        (["exercises", "tichu", "--students", "a,A", "--out", "x.md"], 1, "'A' stands twice"),
        (["exercises", "tichu", "--students", "a", "--out", "x.pdf"], 1, ".html, .md"),
        (["exercises", "conquete", "--students", "a", "--out", "x.md"], 1, "okey51, mhing, tichu"),
        (
            ["exercises", "tichu", "--students", "a", "--out", "x.md", "--sections", "cube"],
            1,
            "plays",
        ),
    ],
)
def test_what_cannot_be_printed_is_told_and_nothing_is_written(
    cli, tmp_path, monkeypatch, words, code, said
):
    monkeypatch.chdir(tmp_path)
    ran = cli("print", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("game", "exercises"), [("tichu", 5), ("neurotrio", 14), ("okey51", 6), ("mhing", 6)]
)
def test_exercises_and_their_key_fit_together(cli, tmp_path, game, exercises):
    out, key = tmp_path / "class.html", tmp_path / "key.csv"
    ran = cli("print", "exercises", game, "--students", "Zoé, 7", "--out", out, "--key", key)
    assert (ran.code, ran.out) == (0, "")
    assert str(out) in ran.err
    rows = list(csv.DictReader(io.StringIO(key.read_text(encoding="utf-8-sig"))))
    assert [row["student"] for row in rows] == ["Zoé"] * exercises + ["7"] * exercises
    page = out.read_text(encoding="utf-8")
    assert page.count('<section class="student">') == 2
    assert page.count('class="exercise"') == 2 * exercises
    assert all(escape(row["question"]) in page for row in rows)
    assert not any(escape(row["solution"]) in page for row in rows)
    assert page.count("<svg") > 20  # the cards are drawn

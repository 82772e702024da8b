"""``neuroanalysis print``: files that are whole, or as they were before."""

from __future__ import annotations

import pytest

from tests.plots.pdf_pages import sheets, title


def test_a_deck_is_written_as_the_rules_need_it(cli, tmp_path):
    file = tmp_path / "deck.pdf"
    ran = cli("print", "deck", "neurotrio", "--preset", "one_deck_shape", "--out", file)
    assert (ran.code, ran.out, ran.err) == (0, "", f"{file}: 6 page(s)\n")
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
    assert (ran.code, ran.out, ran.err) == (0, "", f"{file} : 1 page(s)\n")
    [sheet] = sheets(file.read_bytes())
    assert "Joueur" in sheet.words
    assert title(file.read_bytes()) == "Neurotrio : feuille de score"


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
        (["cards"], 2, "accepted: deck, scores"),
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

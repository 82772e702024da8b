"""Answers saved from every widget: what the command prints, and tables that can be read back."""

from __future__ import annotations

import io
import json

import pandas as pd
import pytest

from neuroanalysis.cli import main
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.widgets.saving import Saved


@pytest.fixture
def answered():
    """Wait for a widget's answer; it is closed afterwards."""
    opened = []

    def wait(widget):
        opened.append(widget)
        assert widget.wait(600)
        return widget

    yield wait
    for widget in opened:
        widget.close()


def printed(capsys, *words):
    """Return what the command prints as JSON."""
    assert main([*words, "--json"]) in (0, None)
    return json.loads(capsys.readouterr().out)


def handed(panel, name):
    """Press a button of a panel; return the files that it hands to the page."""
    files = []
    panel.send = files.append
    panel.perform({"do": "export", "value": name})
    return files


def saved(widget, path):
    widget.save(path)
    return path.read_text(encoding="utf-8")


def neurotrio():
    from neuroanalysis.widgets.neurotrio import HandExplorer

    return HandExplorer("2eb 2ev 2en 1cn 1cv 3rb*2")


def okey51():
    from neuroanalysis.widgets.okey51 import RackExplorer

    return RackExplorer("r10 r11 r12 r13 b1 b2", okey="y2")


@pytest.mark.parametrize(
    ("made", "asked"),
    [
        (neurotrio, ("neurotrio", "2eb 2ev 2en 1cn 1cv 3rb*2")),
        (okey51, ("okey51", "r10 r11 r12 r13 b1 b2", "--okey", "y2")),
    ],
    ids=["neurotrio", "okey51"],
)
def test_a_hand_is_saved_as_the_command_prints_it(made, asked, answered, capsys, tmp_path):
    explorer = answered(made())
    said = json.loads(saved(explorer, tmp_path / "hand.json"))
    assert said == printed(capsys, "evaluate", *asked)
    read = pd.read_csv(io.StringIO(saved(explorer, tmp_path / "hand.csv")))
    assert len(read) == len(explorer._saved().table()) > 0


def test_a_hand_of_mhing_has_the_fields_of_the_command_and_more(answered, capsys, tmp_path):
    from neuroanalysis.widgets.mhing import HandExplorer

    explorer = answered(HandExplorer("123456789m 11p 567p"))
    said = json.loads(saved(explorer, tmp_path / "hand.json"))
    evaluated = printed(capsys, "evaluate", "mhing", "123456789m 11p 567p", "--no-advice")
    assert evaluated.items() <= said.items()
    assert "reach" in said
    wins = pd.read_csv(io.StringIO(saved(explorer, tmp_path / "hand.csv")))
    assert wins["credits"].sum() > 0


def test_a_hand_of_tichu_is_saved_with_what_is_shown(answered, capsys, tmp_path):
    from neuroanalysis.widgets.tichu import HandExplorer

    explorer = answered(HandExplorer("7s 7h 9d"))
    said = json.loads(saved(explorer, tmp_path / "hand.json"))
    evaluated = printed(capsys, "evaluate", "tichu", "7s 7h 9d", "--no-advice")
    assert evaluated.items() <= said.items()
    explorer.shown = "answers"
    assert explorer.wait(60)
    plays = pd.read_csv(io.StringIO(saved(explorer, tmp_path / "hand.csv")))
    assert sorted(plays["cards"]) == ["7h", "7s", "7s-7h", "9d"]


def test_a_domain_is_saved(answered, capsys, tmp_path):
    from neuroanalysis.widgets.conquete import DomainExplorer

    explorer = answered(DomainExplorer("2cv 1ev", domain="0,0 2eb ; 0,1 2ev 1", player=1))
    said = json.loads(saved(explorer, tmp_path / "domain.json"))
    assert said == printed(
        capsys, "evaluate", "conquete", "2cv 1ev", "--domain", "0,0 2eb ; 0,1 2ev 1",
        "--player", "1", "--no-advice",
    )  # fmt: skip
    read = pd.read_csv(io.StringIO(saved(explorer, tmp_path / "domain.csv")))
    assert len(read) == len(said["placements"])


def test_chances_are_saved_as_the_command_prints_them(answered, capsys, tmp_path):
    from neuroanalysis.widgets.odds import OddsExplorer

    hand = "1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2"
    explorer = answered(OddsExplorer(hand, minimum=18, draws=1))
    said = json.loads(saved(explorer, tmp_path / "odds.json"))
    asked = ("odds", "neurotrio", hand, "--minimum", "18", "--draws", "1")
    assert said == printed(capsys, *asked)
    read = pd.read_csv(io.StringIO(saved(explorer, tmp_path / "odds.csv")))
    assert read["chance"].tolist() == said["probability"]


def test_deals_are_saved_as_the_command_counts_them(answered, capsys, tmp_path):
    from neuroanalysis.widgets.deals import DealExplorer

    explorer = answered(DealExplorer("duos", cards=2, samples=1000, seed=3))
    said = json.loads(saved(explorer, tmp_path / "deals.json"))
    asked = ("deals", "neurotrio", "--of", "duos", "--cards", "2")
    assert printed(capsys, *asked, "--exact").items() <= said.items()
    sampled = printed(capsys, *asked, "--samples", "1000", "--seed", "3")
    assert {name: sampled[name] for name in said["sampled"]} == said["sampled"]
    read = pd.read_csv(io.StringIO(saved(explorer, tmp_path / "deals.csv")))
    assert dict(zip(map(str, read["outcome"]), read["count"], strict=True)) == said["counts"]
    assert (
        dict(zip(map(str, read["outcome"]), read["sampled"], strict=True))
        == (said["sampled"]["counts"])
    )


def test_a_round_is_saved_and_read_again(answered, tmp_path):
    from neuroanalysis.games.neurotrio.play import replay
    from neuroanalysis.widgets.rounds import RoundExplorer

    explorer = answered(RoundExplorer(["child", "child"], seed=1))
    explorer.to_end()
    answered(explorer)
    said = json.loads(saved(explorer, tmp_path / "round.json"))
    assert tuple(replay(said["transcript"]).moves) == explorer.course.moves
    read = pd.read_csv(io.StringIO(saved(explorer, tmp_path / "round.csv")))
    assert len(read) == len(explorer.course.moves)
    assert read["turn"].iloc[-1] == explorer.course.turn


def test_a_viewed_round_is_saved_and_read_again(tmp_path):
    from neuroanalysis.games.conquete.play import Pass, deal, replay
    from neuroanalysis.widgets.conquete_rounds import RoundViewer

    moves = [Pass(0), Pass(1)]
    viewer = RoundViewer(deal(["Ana", "Bo"], seed=1), moves)
    said = json.loads(saved(viewer, tmp_path / "round.json"))
    assert list(replay(said["transcript"]).moves) == moves
    assert [one["step"] for one in said["moves"]] == [1, 2]
    viewer.close()
    # A name that no transcript can have is said on the page.
    viewer = RoundViewer(deal(["Ana B", "Bo"], seed=1), moves)
    assert handed(viewer._shown, "json") == []
    assert "Ana B" in viewer._shown.spoken
    with pytest.raises(PositionError):
        viewer.save(tmp_path / "other.json")
    assert not (tmp_path / "other.json").exists()
    viewer.close()


def test_replies_of_the_trainer_are_saved(answered, tmp_path):
    from neuroanalysis.widgets.odds import OddsTrainer

    trainer = answered(OddsTrainer("Ada", draws=1))
    assert "na-unpictured" not in trainer._shown.html
    best = trainer.table.best
    trainer.choose(best.line.action, best.line.kind)
    said = json.loads(saved(trainer, tmp_path / "training.json"))
    assert (said["seed"], said["replies"][0]["cost"]) == ("Ada", 0.0)
    read = pd.read_csv(io.StringIO(saved(trainer, tmp_path / "training.csv")))
    assert read["rank"].tolist() == [1]


def test_the_page_is_handed_what_it_asked_for(answered):
    explorer = answered(neurotrio())
    assert 'data-picture="neurotrio-hand.png"' in explorer._shown.html
    (file,) = handed(explorer._shown, "csv")
    assert (file["file"], file["kind"]) == ("neurotrio-hand.csv", "text/csv")
    assert file["content"] == explorer._saved().content("csv")
    explorer.picker.clear()
    assert "data-picture" not in explorer._shown.html
    assert handed(explorer._shown, "csv") == []


def test_other_endings_are_refused(answered, tmp_path):
    explorer = answered(neurotrio())
    with pytest.raises(InputError, match="accepted endings: json, csv"):
        explorer.save(tmp_path / "hand.xlsx")
    assert list(tmp_path.iterdir()) == []


def test_estimates_become_numbers_and_integers_stay_whole():
    share = Estimate.of_share(1, 4, seed=1)
    table = pd.DataFrame({"count": [10**17 + 1, 2], "share": [share, None]})
    content = Saved("x", dict, lambda: table).content("csv").splitlines()
    assert content[0] == "count,share,share_low,share_high"
    assert content[1].startswith(f"{10**17 + 1},0.25,")
    assert content[2] == "2,,,"

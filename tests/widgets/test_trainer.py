"""The trainer, driven through its methods and its page's requests; no browser."""

from __future__ import annotations

import re
import threading
from html import unescape
from importlib import import_module

import pytest

from neuroanalysis.core.exercises import ExerciseError
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio import moves, preset
from neuroanalysis.games.neurotrio.lessons import training_position
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.odds import OddsTrainer

PATIENCE = 120

module = import_module("neuroanalysis.widgets.odds.trainer")


@pytest.fixture
def train():
    """Make trainers, and close them in the end."""
    made = []

    def make(*args, **options):
        made.append(OddsTrainer(*args, **{"lang": "en", "draws": 1, **options}))
        return settled(made[-1])

    yield make
    for trainer in made:
        trainer.close()
        assert trainer.wait(PATIENCE)
        assert trainer._ahead.wait(PATIENCE)
    set_language(None)


def settled(trainer):
    assert trainer.wait(PATIENCE)
    return trainer


def words(panel):
    bare = re.sub(r"<svg.*?</svg>", "", panel.html, flags=re.S)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", bare).split()))


def do(trainer, action, value=""):
    """Use the page."""
    trainer._shown.perform({"do": action, "value": value})
    return settled(trainer)


def buttons(trainer):
    """The values of the buttons that make a move."""
    return re.findall(r'data-do="choose" data-value="([^"]*)"', trainer._shown.html)


def click(trainer, row):
    line = row.line
    do(
        trainer,
        "choose",
        f"{trainer.number} {line.action} {'-' if line.kind is None else line.kind}",
    )


def test_it_asks_about_the_position_of_its_seed(train):
    trainer = train("Ada")
    assert trainer.table == moves(training_position("Ada", 1, draws=1))
    said = words(trainer._shown)
    assert said.startswith("Position 1 of “Ada” Next position Which card goes, for the best chance")
    assert "within 1 draw with 18 points or more?" in said
    assert "%" not in said
    held = trainer.table.odds.position.hand
    wanted = [f"1 discard {kind}" for kind, n in enumerate(held) for _ in range(n)]
    assert [value for value in buttons(trainer) if "discard" in value] == wanted
    labels = re.findall(r'data-value="1 discard[^>]*aria-label="([^"]*)"', trainer._shown.html)
    assert all(label.startswith("Discard ") for label in labels)
    assert 'data-key="next"' in trainer._shown.html
    assert trainer._shown.html.count('aria-disabled="true"') == 1  # there is no next one yet


def test_a_wrong_move_is_told_what_it_cost(train):
    trainer = train("Ada")
    table = trainer.table
    worst = table.rows[-1]
    click(trainer, worst)
    best, chance = (row.line.chances[-1] for row in (table.best, worst))
    assert trainer.reply.move == worst
    assert trainer.reply.move.cost == pytest.approx(best - chance)
    said = words(trainer._shown)
    assert f"It costs {100 * (best - chance):.3g} percentage points: " in said
    assert f"discarding {table.best.line.card} has {100 * best:.3g} %" in said
    assert f"Rank {worst.rank} of {len(table.rows)} moves." in said
    assert f"{worst.line.card} yours" in said
    assert f"{table.best.line.card} best" in said
    assert f"Best chance found at 0 of 1 position; {100 * chance / best:.3g} %" in said
    assert "It costs" in trainer._shown.spoken
    shown = trainer._shown.html
    assert all(f'data-value="{value}" aria-disabled="true"' in shown for value in buttons(trainer))


def test_the_best_move_costs_nothing(train):
    trainer = train("Ada")
    click(trainer, trainer.table.best)
    said = words(trainer._shown)
    assert "No move has a better chance." in said
    assert "Best chance found at 1 of 1 position; 100 % of all the chance kept." in said
    assert trainer.reply.move.cost == 0


def test_the_score_runs_over_positions(train):
    trainer = train(7)
    chances, bests = [], []
    for number in (1, 2, 3):
        table = trainer.table
        assert table == moves(training_position(7, number, draws=1))
        row = table.best if number != 2 else table.rows[-1]
        click(trainer, row)
        chances.append(row.line.chances[-1])
        bests.append(table.best.line.chances[-1])
        do(trainer, "next")
    assert (trainer.number, len(trainer.replies), trainer.reply) == (4, 3, None)
    kept = f"{100 * sum(chances) / sum(bests):.3g} %"
    assert f"Best chance found at 2 of 3 positions; {kept} of all the chance kept." in words(
        trainer._shown
    )
    do(trainer, "again")
    assert (trainer.number, trainer.replies) == (1, ())
    assert trainer.table == moves(training_position(7, 1, draws=1))


def test_one_move_a_position(train):
    trainer = train("Ada")
    do(trainer, "next")  # nothing was answered yet
    assert trainer.number == 1
    first, second = trainer.table.rows[:2]
    click(trainer, first)
    click(trainer, second)
    assert [reply.move for reply in trainer.replies] == [first]
    with pytest.raises(ValueError, match="no move here"):
        trainer.choose("discard", second.line.kind)
    do(trainer, "next")
    do(trainer, "choose", f"1 discard {first.line.kind}")  # a click on what was there before
    assert len(trainer.replies) == 1
    with pytest.raises(ValueError, match="no move here"):
        trainer.choose("lay", 0)


def test_finishing_and_laying_have_buttons(train):
    # The first position of this seed is complete already.
    trainer = train(7, minimum=20)
    assert trainer.table.best.line.action == "finish"
    assert "1 finish -" in buttons(trainer)
    assert "Finishing now" in words(trainer._shown)
    do(trainer, "choose", "1 finish -")
    assert "Finishing now: 100 %. No move has a better chance." in words(trainer._shown)


def test_dealing_is_stopped_and_taken_up_again(train, monkeypatch):
    trainer = train("Ada")
    assert trainer._ahead.wait(PATIENCE)
    begun, release = threading.Event(), threading.Event()

    def slow(*place, cancel, **how):
        begun.set()
        while not release.wait(0.01):
            cancel.check()
        return training_position(*place, **how)

    monkeypatch.setattr(module, "training_position", slow)
    trainer._options.perform({"do": "seed", "value": "Emmy"})
    assert begun.wait(PATIENCE)
    assert trainer._shown.working == "Dealing a position…"
    # The page still shows what was there before.
    trainer._shown.perform({"do": "choose", "value": buttons(trainer)[0]})
    assert trainer.replies == ()
    trainer._shown.perform({"do": "stop"})
    assert words(settled(trainer)._shown) == "Stopped. Deal after all"
    assert trainer.table is None
    release.set()
    do(trainer, "deal")
    assert trainer.table == moves(training_position("Emmy", 1, draws=1))


def test_the_next_position_is_dealt_meanwhile(train, monkeypatch):
    trainer = train("Ada")
    assert trainer._ahead.wait(PATIENCE)
    dealt = []

    def recorded(seed, number, **how):
        dealt.append(number)
        return training_position(seed, number, **how)

    monkeypatch.setattr(module, "training_position", recorded)
    click(trainer, trainer.table.best)
    do(trainer, "next")
    assert trainer.table == moves(training_position("Ada", 2, draws=1))
    assert trainer._ahead.wait(PATIENCE)
    assert dealt == [3]


def test_other_settings_begin_anew(train):
    trainer = train("Ada")
    click(trainer, trainer.table.best)
    do(trainer, "minimum", "20")
    assert (trainer.number, trainer.replies) == (1, ())
    assert trainer.table == moves(training_position("Ada", 1, draws=1, minimum=20))
    do(trainer, "seed", "Emmy")
    do(trainer, "model", "without-replacement")
    wanted = training_position("Emmy", 1, draws=1, minimum=20, model="without-replacement")
    assert trainer.table == moves(wanted)
    do(trainer, "draws", "2")
    assert trainer.table.odds.draws == 2
    do(trainer, "draws", "1")
    do(trainer, "preset", "three_trios")
    assert trainer.minimum == preset("three_trios").least_minimum
    assert sum(trainer.table.odds.position.hand) == 9


def test_mistakes_are_said(train):
    trainer = train("Ada")
    do(trainer, "minimum", "999")
    assert "na-error" in trainer._shown.html
    assert "at a minimum of 999; a lower minimum" in words(trainer._shown)
    do(trainer, "minimum", "18")
    assert "Which card goes" in words(trainer._shown)
    do(trainer, "seed", "  ")
    assert "na-error" in trainer._shown.html
    assert trainer.seed == "Ada"
    do(trainer, "seed", "Ada")  # the position is still there
    assert "na-error" not in trainer._shown.html
    assert "Which card goes" in words(trainer._shown)
    with pytest.raises(ValueError, match="fly"):
        do(trainer, "fly")
    with pytest.raises(ExerciseError):
        OddsTrainer(" ")
    with pytest.raises(InputError, match="luck"):
        OddsTrainer(model="luck")


def test_in_french_everything_is_french(train):
    trainer = train("Ada")
    click(trainer, trainer.table.rows[-1])
    english = words(trainer._shown) + words(trainer._options)
    do(trainer, "language", "fr")
    said = words(trainer._shown) + words(trainer._options)
    assert "Coût : " in said
    for word in (
        "Position 1 of",
        "It costs",
        "Rank",
        "Moves",
        "best",
        "yours",
        "Your name",
        "draw",
    ):
        assert word in english
        assert word not in said
    assert trainer.reply is not None


def test_without_a_kernel_the_position_can_still_be_seen(train):
    bundle = train("Ada")._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "Which card goes" in bundle["text/html"]
    assert bundle["text/plain"] == "Neurotrio discard trainer"

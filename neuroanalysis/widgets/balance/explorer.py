"""The balance explorer: a table of players simulated, its minimums moved and made fair.

What a round brings and which minimums are fair is worked out in ``study``; this file asks, and
draws what comes, by and by.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import ipywidgets
import traitlets

from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.games.neurotrio.study.simulate import level_name
from neuroanalysis.plots import register_here
from neuroanalysis.plots.bars import of_estimates
from neuroanalysis.plots.curves import curves_html
from neuroanalysis.plots.neurotrio.rounds import design_html, design_words, simulation_html
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.balance.form import (
    FEWEST_ROUNDS,
    HIGHEST_SEED,
    MOST_ROUNDS,
    TARGETS,
    Form,
    house_rules,
    house_words,
    target_of,
)
from neuroanalysis.widgets.balance.questions import Question, Sweep, swept
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.neurotrio_cards import changed_rules
from neuroanalysis.widgets.neurotrio_players import NAMES, Seats
from neuroanalysis.widgets.numbers import typed_number
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.saving import Saved, Saving

if TYPE_CHECKING:
    import pandas as pd

    from neuroanalysis.games.neurotrio.study import Design, Simulation

__all__ = ["Answers", "BalanceExplorer"]

_TEXTS: Final = "widgets.balance"
# Progress of work in several stages, in parts of one stage.
_PARTS: Final = 1000

# Set when rounds have been simulated in this process: what follows is not compiled first.
_warm: Final = threading.Event()


@dataclass(frozen=True)
class Answers:
    """All that was found so far, each with the table that it is about.

    Attributes
    ----------
    simulation, house
        The rounds of the table, and the same under a house rule.
    sweep
        How the figures move with one player's minimum.
    design
        Minimums that were searched for.
    found, suggested
        The table with these minimums, and with those that the rules suggest.
    """

    simulation: Simulation | None = None
    house: Simulation | None = None
    sweep: Sweep | None = None
    design: Design | None = None
    found: Simulation | None = None
    suggested: Simulation | None = None

    @property
    def parts(self) -> dict[str, Simulation | Sweep | Design]:
        """What there is, by name."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: part for name, part in named.items() if part is not None}

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: what there is, each part as the command prints it."""
        return {name: part.record() for name, part in self.parts.items()}

    def to_frame(self) -> pd.DataFrame:
        """Return the first part that there is as a table.

        Of a simulation a row for each player of each round, of a curve one for each minimum and
        player, of a search one for each choice of minimums that was tried.

        Raises
        ------
        ValueError
            Where nothing was found yet.
        """
        if self.simulation is not None:
            return self.simulation.rows
        if self.sweep is not None:
            return self.sweep.to_frame()
        if self.design is not None:
            return self.design.surface
        raise ValueError("nothing was found yet")


class BalanceExplorer(Enlarging, Saving):
    """Choose a table of players and their minimums, and see how fair it is.

    Nothing is simulated before it is asked for. Rounds are shown as they come, ever more of them,
    and what was found stays on the page when it is stopped.

    Parameters
    ----------
    players
        The level of each player, clockwise.
    minimums
        One each; None for those suggested for the levels.
    rules
        The default rules if None.
    rounds, seed
        How many rounds are played, and where their cards come from.
    target
        What the search for minimums makes equal: ``"equal-points"``, ``"equal-finishes"`` or
        ``"equal-games"``.
    house
        Other rules to compare with.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    seats, rules, rounds, seed, target, house
        As above. May be assigned.
    moving
        Whose minimum the curve moves: a seat from 0.
    answers
        What was found so far. Set in a thread.

    Raises
    ------
    NeuroanalysisError
        For players that there are not. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = BalanceExplorer(["child", "beginner"])
    >>> explorer.seats.minimums, explorer.answers.simulation is None
    ((18, 20), True)
    """

    seats = traitlets.Instance(Seats)
    rules = traitlets.Instance(Rules)
    house = traitlets.Instance(Rules, allow_none=True)
    rounds = traitlets.Int(min=FEWEST_ROUNDS, max=MOST_ROUNDS)
    seed = traitlets.Int(min=0, max=HIGHEST_SEED)
    target = traitlets.Enum(TARGETS)
    moving = traitlets.Int(0, min=0)
    answers = traitlets.Instance(Answers)

    def __init__(
        self,
        players: Sequence[str] = ("hiker", "child"),
        minimums: Sequence[int] | None = None,
        *,
        rules: Rules | None = None,
        rounds: int = 500,
        seed: int = 1,
        target: str = "equal-points",
        house: Rules | None = None,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        register_here()
        rules = Rules.or_default(rules)
        super().__init__(
            seats=Seats.of(players, minimums, rules),
            rules=rules,
            house=house,
            rounds=rounds,
            seed=seed,
            target=target,
            answers=Answers(),
            lesson=lesson,
        )
        self._mistake: NeuroanalysisError | None = None
        self._stopped = False
        # Rounds that were played once are not played again.
        self._keep = tempfile.TemporaryDirectory(prefix="neuroanalysis-")
        self._drawing = threading.RLock()
        self._asked = 0
        self._options = Panel(self._act)
        self._status = Panel(self._act)
        self._shown = Panel(self._act)
        self._latest = Latest(self._status)
        self.view = ipywidgets.VBox(
            [self._options, self._status, self._shown],
            layout=ipywidgets.Layout(overflow="visible", max_width="1300px"),
        )
        self._enlarges(self.view, self._draw_options)
        self._redraw()
        self.observe(
            lambda _: self._redraw(),
            ["seats", "rules", "house", "rounds", "seed", "target", "moving"],
        )

    @property
    def question(self) -> Question:
        """What is asked now."""
        return Question(self.seats.levels, self.seats.minimums, self.rules, self.rounds, self.seed)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for what is worked on; return whether it ended in time (seconds)."""
        return self._latest.wait(timeout)

    def close(self) -> None:
        """Stop working and free the widgets."""
        self._latest.stop()
        self._latest.wait(5)
        self._keep.cleanup()
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, what was found."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{_TEXTS}.label")
        shown = self._answers_html()
        if shown:
            bundle["text/html"] = shown
        return bundle

    # Questions

    def simulate(self) -> None:
        """Play the table's rounds, and those of the house rule beside them."""
        question, house, keep = self.question, self.house, Path(self._keep.name)
        second = None if house is None else replace(question, rules=house)

        def answers(progress: Progress, cancel: Cancel) -> Iterator[Answers]:
            stages = 1 if second is None else 2
            here = None
            for here in question.growing(keep, _stage(progress, 0, stages), cancel):
                if second is None:
                    yield replace(self.answers, simulation=here, house=None)
            if second is not None:
                for there in second.growing(keep, _stage(progress, 1, stages), cancel):
                    if there.rounds == question.rounds:
                        yield replace(self.answers, simulation=here, house=there)

        self._work(answers)

    def curve(self) -> None:
        """Move one player's minimum, and see what that does to everybody."""
        question, keep, moving = self.question, Path(self._keep.name), self.moving

        def answers(progress: Progress, cancel: Cancel) -> Iterator[Answers]:
            for sweep in swept(question, moving, keep, progress, cancel):
                yield replace(self.answers, sweep=sweep)

        self._work(answers)

    def balance(self) -> None:
        """Search for minimums that make the table fair, and compare them with those suggested."""
        question, keep, target = self.question, Path(self._keep.name), target_of(self.target)
        rules = self.house or self.rules
        suggested = Seats.of(question.levels, None, rules).minimums

        def answers(progress: Progress, cancel: Cancel) -> Iterator[Answers]:
            from neuroanalysis.games.neurotrio.study import design_minimums

            design = design_minimums(
                question.levels,
                target,
                rules=rules,
                rounds=question.rounds,
                seed=question.seed,
                progress=_stage(progress, 0, 3),
                cancel=cancel,
            )
            yield replace(self.answers, design=design, found=None, suggested=None)
            pair = [
                replace(question, rules=rules, minimums=minimums).simulate(
                    keep, progress=_stage(progress, place, 3), cancel=cancel
                )
                for place, minimums in enumerate((design.minimums, suggested), 1)
            ]
            yield replace(self.answers, design=design, found=pair[0], suggested=pair[1])

        self._work(answers)

    def _work(self, answers: Callable[[Progress, Cancel], Iterator[Answers]]) -> None:
        self._mistake, self._stopped = None, False
        with self._drawing:
            self._asked += 1
            asked = self._asked

        def work(progress: Progress, cancel: Cancel) -> None:
            def told(done: int, total: int) -> None:
                if done and not _warm.is_set() and not cancel.requested:
                    _warm.set()
                    self._status.show_work(_working(), stoppable=True)
                progress(done, total)

            for found in answers(told, cancel):
                cancel.check()
                self._take(asked, found)

        def done(_: object) -> None:
            _warm.set()

        self._latest.ask(work, done, fail=self._refuse, working=_working, stoppable=True)

    def _take(self, asked: int, found: Answers) -> None:
        with self._drawing:
            if asked == self._asked:
                self.answers = found
                self._draw()

    def _refuse(self, mistake: NeuroanalysisError) -> None:
        with self._drawing:
            self._mistake = mistake
            self._draw()

    # What a person does

    def _act(self, do: str, value: str) -> None:
        try:
            self._perform(do, value)
        except NeuroanalysisError as mistake:
            self._refuse(mistake)
            self._draw_options()

    def _perform(self, do: str, value: str) -> None:
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            with self.hold_trait_notifications():
                self.rules, self.house = rules, None
                self._sit(self.seats.under(rules))
            return
        seats = self.seats.obeying(do, value, self.rules)
        if seats is not None:
            self._sit(seats)
            return
        if do.startswith("house-"):
            self.house = house_rules(self.rules, self.house, do, value)
            return
        match do:
            case "simulate":
                self.simulate()
            case "curve":
                self.curve()
            case "balance":
                self.balance()
            case "lesson":
                self.lesson = value == "true"
            case "language":
                set_language(value)
                for panel in (self._options, self._status, self._shown):
                    panel.refresh_texts()
                self._redraw()
            case "rounds":
                label = text(f"{_TEXTS}.rounds")
                self.rounds = typed_number(value, label, FEWEST_ROUNDS, MOST_ROUNDS)
            case "seed":
                self.seed = typed_number(value, text(f"{_TEXTS}.seed"), 0, HIGHEST_SEED)
            case "target":
                self.target = target_of(value)
            case "moving":
                self.moving = int(value)
            case "no-house":
                self.house = None
            case "suggested":
                self._sit(Seats.of(self.seats.levels, None, self.rules))
            case "adopt":
                design = self.answers.design
                if design is not None and design.table.names == self.seats.levels:
                    self._sit(Seats(zip(self.seats.levels, design.minimums, strict=True)))
            case "stop":
                self._stop()
            case "export":
                self._hand_over(self._shown, value)
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _sit(self, seats: Seats) -> None:
        with self.hold_trait_notifications():
            self.seats = seats
            self.moving = min(self.moving, len(seats) - 1)

    def _stop(self) -> None:
        """Work no more; what was found stays."""
        self._latest.stop()
        with self._drawing:
            self._asked += 1
            self._stopped = True
            self._draw()

    # Drawing

    def _saved(self) -> Saved | None:
        answers = self.answers
        if not answers.parts:
            return None
        return Saved("neurotrio-table", answers.to_dict, answers.to_frame)

    def _redraw(self) -> None:
        self._draw_options()
        with self._drawing:
            self._draw()

    def _draw_options(self) -> None:
        form = Form(
            seats=self.seats,
            rules=self.rules,
            house=self.house,
            rounds=self.rounds,
            seed=self.seed,
            target=self.target,
            moving=self.moving,
            lesson=self.lesson,
        )
        self._options.show(form.html())

    def _draw(self) -> None:
        parts, spoken = [], ""
        if self._mistake is not None:
            spoken = str(self._mistake)
            parts.append(controls.message(spoken, error=True))
        elif self._stopped:
            spoken = text(f"{_TEXTS}.stopped")
            parts.append(controls.message(spoken))
        shown = self._answers_html()
        if not shown and not parts:
            parts.append(controls.message(text(f"{_TEXTS}.empty")))
        self._shown.show("".join(parts) + shown + self._saving_row(), spoken or self._spoken())

    def _spoken(self) -> str:
        answers = self.answers
        if answers.design is not None:
            return design_words(answers.design)
        if answers.simulation is not None:
            return of_estimates(answers.simulation.rounds, answers.simulation.seed)
        return ""

    def _answers_html(self) -> str:
        answers = self.answers
        parts = [self._simulation_html(answers), self._curve_html(answers.sweep)]
        parts.append(self._design_html(answers))
        return "".join(f'<div class="na-part">{part}</div>' for part in parts if part)

    def _simulation_html(self, answers: Answers) -> str:
        here = answers.simulation
        if here is None:
            return ""
        names = _names(here.table.names, here.table.minimums)
        notes = []
        if here.rounds < self.rounds and self._latest_is_on:
            rounds = number_text(here.rounds)
            notes.append(text(f"{_TEXTS}.so_far", rounds=rounds, asked=number_text(self.rounds)))
        shown = here.table.names, here.table.minimums, here.table.rules, here.seed
        if shown != (self.seats.levels, self.seats.minimums, self.rules, self.seed):
            notes.append(text(f"{_TEXTS}.stale"))
        said = "".join(controls.message(note) for note in notes)
        beside = ("", "")
        if answers.house is not None:
            changes = house_words(here.table.rules, answers.house.table.rules)
            beside = (text(f"{_TEXTS}.as_is"), changes)
        return (
            _title(text(f"{_TEXTS}.simulated"))
            + said
            + simulation_html(here, answers.house, names=names, beside=beside)
        )

    @property
    def _latest_is_on(self) -> bool:
        return not self._stopped and bool(self._status.working)

    def _curve_html(self, sweep: Sweep | None) -> str:
        if sweep is None:
            return ""
        levels, minimums = sweep.question.levels, sweep.question.minimums
        names = tuple(f"{NAMES[seat]} · {level_name(level)}" for seat, level in enumerate(levels))
        across = text(f"{_TEXTS}.across", player=NAMES[sweep.player])
        marked = minimums[sweep.player]
        drawn = "".join(
            f"<div>{chart}</div>"
            for chart in (
                curves_html(
                    text("plots.rounds.mean"),
                    sweep.traces(names, points=True),
                    "points",
                    across,
                    marked=marked,
                ),
                curves_html(
                    text("plots.rounds.finishes"),
                    sweep.traces(names, points=False),
                    "share",
                    across,
                    marked=marked,
                ),
            )
        )
        rounds, seed = sweep.question.rounds, sweep.question.seed
        return (
            _title(text(f"{_TEXTS}.moved", player=NAMES[sweep.player]))
            + '<div style="display:grid;gap:14px 28px;grid-template-columns:repeat(auto-fit,'
            f'minmax(min(100%,360px),1fr))">{drawn}</div>'
            + controls.message(text(f"{_TEXTS}.each", said=of_estimates(rounds, seed)))
        )

    def _design_html(self, answers: Answers) -> str:
        design = answers.design
        if design is None:
            return ""
        levels = design.table.names
        suggested = Seats.of(levels, None, design.table.rules).minimums
        names = [f"{NAMES[seat]} · {level_name(level)}" for seat, level in enumerate(levels)]
        drawn = design_html(design, names=names, suggested=suggested)
        if levels == self.seats.levels:
            drawn += controls.row(controls.button(text(f"{_TEXTS}.adopt"), "adopt"))
        if answers.found is not None and answers.suggested is not None:
            beside = (
                text(f"{_TEXTS}.found", minimums=" / ".join(map(str, design.minimums))),
                text(f"{_TEXTS}.as_suggested", minimums=" / ".join(map(str, suggested))),
            )
            drawn += _title(text(f"{_TEXTS}.compared"))
            drawn += simulation_html(answers.found, answers.suggested, names=names, beside=beside)
        return _title(text(f"{_TEXTS}.balanced")) + drawn


def _names(levels: Sequence[str], minimums: Sequence[int]) -> list[str]:
    return [
        f"{NAMES[seat]} · {level_name(level)} · {minimum}"
        for seat, (level, minimum) in enumerate(zip(levels, minimums, strict=True))
    ]


def _title(words: str) -> str:
    return (
        '<div style="font-weight:600;font-size:16px;margin:10px 0 8px;padding-top:10px;'
        f'border-top:1px solid rgba(128,128,128,.4)">{escape(words)}</div>'
    )


def _stage(progress: Progress, number: int, stages: int) -> Progress:
    return lambda done, total: progress(
        number * _PARTS + _PARTS * done // max(1, total), stages * _PARTS
    )


def _working() -> str:
    return text(f"{_TEXTS}.{'working' if _warm.is_set() else 'compiling'}")

"""The hand explorer of Neurotrio: cards picked, the answer beside them.

It draws and asks. What a hand is worth, what helps it, which rules there are and what is wrong with
a hand is all known elsewhere.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING, Final

import ipywidgets
import numpy as np
import traitlets

from neuroanalysis.core import options
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import NEUROTRIO, Advised, Discards, Position, Rules
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES, kind_name
from neuroanalysis.plots import register_here
from neuroanalysis.plots.neurotrio import (
    account_html,
    advice_html,
    advised_html,
    groups_html,
    headline_html,
    verdict,
)
from neuroanalysis.texts import catalogue, language, set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_cards import (
    OPEN_POINTS,
    card_game,
    changed_rules,
    open_point_fields,
    preset_field,
)
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.picker import HandPicker, PickerGame
from neuroanalysis.widgets.selection import Role

if TYPE_CHECKING:
    from neuroanalysis.games.neurotrio.evaluation import Grouping

__all__ = ["HandExplorer"]

_TEXTS: Final = "widgets.neurotrio"
_CARRE: Final = 4
_HIGHEST_MINIMUM: Final = 999
# How long showing an explorer may wait for an answer, for the sake of a saved notebook.
_BLINK: Final = 0.5

_ROLES: Final = (
    Role("hand"),
    Role("kept", part_of="hand"),
    Role("laid", step=_CARRE, takes_from="hand"),
    Role("seen"),
)


class HandExplorer(traitlets.HasTraits):
    """Pick a hand, and read what it is worth, what helps it, and which card to discard.

    Parameters
    ----------
    hand
        What to begin with: cards, the text of a position, or a position. Nothing by default.
    rules, minimum
        Where the position names none: the default rules, and their lowest suggested minimum.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.

    Attributes
    ----------
    rules, minimum
        What holds for the hand. May be assigned.
    answer
        What was found last; None while there is no hand, or one that cannot be. Set in a thread.
    picker
        The cards.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = HandExplorer("1cn*3 1cv*3 1cb*3 1eb*3 1rb*2", minimum=22)
    >>> explorer.wait()
    True
    >>> explorer.answer.evaluation.can_finish
    True
    """

    rules = traitlets.Instance(Rules)
    minimum = traitlets.Int(min=0, max=_HIGHEST_MINIMUM)
    answer = traitlets.Instance(Advised, allow_none=True)

    def __init__(
        self,
        hand: str | Position = "",
        *,
        rules: Rules | None = None,
        minimum: int | None = None,
        lang: str | None = None,
    ) -> None:
        if lang is not None:
            set_language(lang)
        register_here()
        start = None
        if isinstance(hand, Position) or hand.strip():
            start = Position.of(hand, rules=rules, minimum=minimum)
        in_force = start.rules if start else rules or Rules()
        super().__init__(
            rules=in_force,
            minimum=start.minimum if start else minimum or in_force.least_minimum,
        )
        self._random = np.random.default_rng()
        self._mistake: NeuroanalysisError | None = None
        self._empty = start is None
        self._finishing = False
        self._number = 0
        # Answers are drawn in the thread that finds them, all else in the kernel's.
        self._drawing = threading.RLock()
        self._options = Panel(self._act)
        self._files = Panel(self._act)
        self._shown = Panel(self._act)
        self._latest = Latest(self._shown)
        self.picker = HandPicker(self._game(), **_vectors(start, in_force) if start else {})
        self.view = _laid_out(self._options, self.picker, self._files, self._shown)
        self._refresh_texts()
        self.picker.observe(lambda _: self._ask(), "version")
        self.observe(lambda _: self._change_rules(), "rules")
        self.observe(lambda _: self._change_minimum(), "minimum")
        self._ask()

    @property
    def position(self) -> Position | None:
        """What is picked, or None without a hand.

        Raises
        ------
        NeuroanalysisError
            For cards that cannot be a position under these rules.
        """
        picked = self.picker.selection
        nothing = (0,) * KINDS
        hand, laid = picked["hand"], picked.get("laid", nothing)
        if not any(hand) and not any(laid):
            return None
        return Position(
            hand=hand,
            laid=tuple(n // _CARRE for n in laid),
            kept=picked["kept"],
            seen=picked["seen"],
            minimum=self.minimum,
            rules=self.rules,
        )

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the answer; return whether it came in time (seconds)."""
        return self._latest.wait(timeout)

    def show_grouping(self, number: int, *, finishing: bool | None = None) -> None:
        """Show another of the groupings worth as much.

        Parameters
        ----------
        number
            From 1; what is beyond the listed ones shows the nearest of them.
        finishing
            Whether to show one with which the player finishes; None for the same as now.
        """
        with self._drawing:
            if self.answer is not None:
                if finishing is not None:
                    self._finishing = finishing and bool(self.answer.evaluation.finishes)
                self._number = max(0, min(number, len(self._groupings(self.answer))) - 1)
            self._draw_answer()

    def close(self) -> None:
        """Stop working and free the widgets."""
        self._latest.stop()
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the answer as it was."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{_TEXTS}.label")
        if _warm.is_set():
            self.wait(_BLINK)
        if self.answer is not None:
            bundle["text/html"] = advised_html(self.answer)
        return bundle

    # Questions and answers

    def _ask(self) -> None:
        """Ask what is picked now; show what is wrong with it."""
        position, self._mistake = None, None
        try:
            position = self.position
        except NeuroanalysisError as mistake:
            self._mistake = mistake
        self._empty = position is None
        self._draw_files(position)
        if position is None:
            self._latest.stop()
            with self._drawing:
                self.answer = None
                self._draw_answer()
            _prepare(self._latest)
            return
        line = position.to_line()

        def work(progress: Progress, cancel: Cancel) -> Advised:
            _warm_up(progress, cancel)
            return NEUROTRIO.under().ask(line)

        self._latest.ask(work, self._take, fail=self._refuse, working=_working)

    def _take(self, answer: Advised) -> None:
        with self._drawing:
            self._finishing, self._number = answer.evaluation.can_finish, 0
            self.answer = answer
            self._draw_answer()

    def _refuse(self, mistake: NeuroanalysisError) -> None:
        with self._drawing:
            self._mistake, self.answer = mistake, None
            self._draw_answer()

    def _change_rules(self) -> None:
        game = self._game()
        fits = (
            set(self.picker.copies) == {game.copies}
            and [role["name"] for role in self.picker.roles] == [role.name for role in game.roles]
            and self.picker.deal_sizes == list(game.deal_sizes)
        )
        if fits:
            self._ask()
        else:
            fewer = self.picker.change_game(game)  # which asks
            if fewer:
                self.picker.message = text(f"{_TEXTS}.fewer", n=fewer, copies=self.rules.copies)
        self._draw_options()

    def _change_minimum(self) -> None:
        self._ask()
        self._draw_options()

    # What a person does

    def _act(self, do: str, value: str) -> None:
        try:
            self._perform(do, value)
        except NeuroanalysisError as mistake:
            self.picker.message = str(mistake)
            self._draw_options()

    def _perform(self, do: str, value: str) -> None:
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            self.rules = rules
            return
        match do:
            case "language":
                set_language(value)
                self._refresh_texts()
            case "minimum":
                if value:  # the entry "own" has none
                    # Read, and refused, as in the text of a position.
                    self.minimum = Position.from_text(f"hand 1cn | minimum {value}").minimum
                self._draw_options()
            case "load":
                self.picker.submit(value)
            case "load-large":
                self.picker.message = text("widgets.explorer.large", name=value)
            case "grouping":
                self.show_grouping(int(value))
            case "finishing":
                self.show_grouping(1, finishing=value == "true")
            case "add":
                self.picker.add(PIECES.kind(value))
            case "remove":
                self.picker.remove(PIECES.kind(value))
            case "stop":
                self._latest.stop()
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _game(self) -> PickerGame:
        """What the picker has to be told under the rules in force."""
        rules = self.rules
        return card_game(
            rules,
            random=self._random,
            deal_sizes=(rules.hand_size, rules.finish_size),
            parse=self._parse,
            roles=[role for role in _ROLES if rules.carre or role.name != "laid"],
            words=_words,
        )

    def _parse(self, line: str) -> Mapping[str, Iterable[int]]:
        """Read cards or a whole position; the rules and the minimum that it names hold from now."""
        if not line.strip():
            return {}
        position = Position.from_text(line, rules=self.rules)
        self.rules = position.rules
        if "minimum" in line.lower():
            self.minimum = position.minimum
        return _vectors(position, position.rules)

    # Drawing

    def _refresh_texts(self) -> None:
        for panel in (self._options, self._files, self._shown):
            panel.refresh_texts()
        self.picker.refresh_texts()
        self._draw_options()
        if self._mistake is not None:
            self._ask()  # a mistake keeps some words of the language in which it was made
            return
        self._draw_files(self.position)
        with self._drawing:
            self._draw_answer()

    def _draw_options(self) -> None:
        changes = self.rules.differences()
        for name in ("preset", *OPEN_POINTS):
            changes.pop(name, None)
        names = f"{_TEXTS}.options"
        shown = [
            controls.row(
                preset_field(self.rules), self._minimum_field(), controls.language_buttons()
            ),
            controls.unfold(text(f"{names}.more"), *open_point_fields(self.rules)),
        ]
        if changes:
            words = " ".join(options.words(changes))
            shown.append(controls.message(text(f"{names}.changes", changes=words)))
        self._options.show("".join(shown))

    def _minimum_field(self) -> str:
        names = catalogue(language())
        suggested: list[tuple[object, str]] = [
            (points, f"{names.get(f'{_TEXTS}.minimum.{name}', name)} · {points}")
            for name, points in self.rules.minimums
        ]
        chosen: object = self.minimum
        if chosen not in dict(suggested):
            suggested.append(("", text(f"{_TEXTS}.options.own_minimum")))
            chosen = ""
        label = text(f"{_TEXTS}.options.minimum")
        exact = text(f"{_TEXTS}.options.minimum_number")
        return controls.together(
            controls.select(label, "minimum", suggested, chosen),
            controls.number(exact, "minimum", self.minimum, 0, _HIGHEST_MINIMUM),
            one_line=True,
        )

    def _draw_files(self, position: Position | None) -> None:
        said = {name: text(f"widgets.explorer.{name}") for name in _FILES}
        line = None if position is None else position.to_line()
        self._files.show(
            controls.together(
                controls.copy_button(said["copy"], line, said["copied"]),
                controls.download(
                    said["save"], said["file"], None if position is None else position.to_text()
                ),
                controls.upload(said["load"], "load", ".txt,text/plain"),
            )
            + (f'<div class="na-line">{escape(line)}</div>' if line else "")
        )

    def _draw_answer(self) -> None:
        if self._mistake is not None:
            said = str(self._mistake)
            self._shown.show(controls.message(said, error=True), said)
        elif self.answer is None:
            # While the first answer is on its way there is nothing to say.
            hint = controls.message(text(f"{_TEXTS}.empty")) if self._empty else ""
            self._shown.show(hint)
        else:
            evaluation = self.answer.evaluation
            grouping = self._groupings(self.answer)[self._number]
            parts = [
                headline_html(evaluation, finishing=self._finishing),
                self._pager(self.answer),
                groups_html(grouping),
                account_html(grouping, evaluation.position.rules),
                _advice(self.answer),
            ]
            html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
            self._shown.show(html, f"{evaluation} {verdict(evaluation)}")

    def _groupings(self, answer: Advised) -> tuple[Grouping, ...]:
        evaluation = answer.evaluation
        return evaluation.finishes if self._finishing else evaluation.groupings

    def _pager(self, answer: Advised) -> str:
        """Buttons to turn over the groupings worth as much, and between finishing and not."""
        evaluation = answer.evaluation
        parts = []
        if evaluation.finish is not None:
            parts.append(_finishing_buttons(evaluation.points, evaluation.finish, self._finishing))
        total = evaluation.finish_count if self._finishing else evaluation.grouping_count
        listed = len(self._groupings(answer))
        if total > 1:
            number = self._number + 1
            said = "page" if listed == total else "page_listed"
            place = text(f"widgets.explorer.{said}", number=number, total=total, listed=listed)
            steps = (("‹", "previous", number - 1), ("›", "next", number + 1))
            back, forth = (
                controls.button(
                    sign,
                    "grouping",
                    target,
                    name=text(f"widgets.explorer.{name}"),
                    enabled=1 <= target <= listed,
                    key=name,
                )
                for sign, name, target in steps
            )
            parts.append(controls.together(back, f"<span>{escape(place)}</span>", forth))
        return controls.row(*parts) if parts else ""


_FILES: Final = ("copy", "copied", "save", "load", "file")


def _laid_out(choices: Panel, picker: HandPicker, files: Panel, shown: Panel) -> ipywidgets.Widget:
    """Put the answer beside the cards where there is room, else below."""
    layout = ipywidgets.Layout
    left = ipywidgets.VBox(
        [picker, files],
        layout=layout(flex="3 1 420px", max_width="560px", min_width="0", overflow="visible"),
    )
    shown.layout = layout(flex="2 1 380px", max_width="760px", min_width="0")
    return ipywidgets.VBox(
        [
            choices,
            ipywidgets.Box(
                [left, shown],
                layout=layout(
                    display="flex", flex_flow="row wrap", grid_gap="8px 28px", overflow="visible"
                ),
            ),
        ],
        layout=layout(overflow="visible"),
    )


# Whether this process has its compiled code; several explorers may ask at once.
_warming = threading.Lock()
_warm = threading.Event()


def _warm_up(progress: Progress, cancel: Cancel) -> None:
    """Compile what the game needs, once a process, so that answers then come at once."""
    with _warming:
        if _warm.is_set():
            return
        tasks = NEUROTRIO.warm_up()
        for done, (_, task) in enumerate(tasks):
            progress(done, len(tasks))
            cancel.check()
            task()
        _warm.set()


def _prepare(latest: Latest) -> None:
    """Compile while a person still picks cards."""
    if not _warm.is_set():
        latest.ask(_warm_up, lambda _: None, working=_working)


def _working() -> str:
    return text(f"widgets.explorer.{'working' if _warm.is_set() else 'compiling'}")


def _vectors(position: Position, rules: Rules) -> dict[str, Iterable[int]]:
    """Return what the picker is to show of a position; it counts each card of a carré."""
    vectors: dict[str, Iterable[int]] = {
        "hand": position.hand,
        "kept": position.kept,
        "seen": position.seen,
    }
    if rules.carre:
        vectors["laid"] = [_CARRE * n for n in position.laid]
    return vectors


def _words() -> dict[str, str]:
    names = [name for role in _ROLES for name in (role.name, f"{role.name}_hint")]
    return {"label": text(f"{_TEXTS}.label")} | {name: text(f"{_TEXTS}.{name}") for name in names}


def _finishing_buttons(points: int, finish: int, finishing: bool) -> str:
    choices = (
        ("false", "not_finishing", points, not finishing),
        ("true", "finishing", finish, finishing),
    )
    buttons = (
        controls.button(
            f"{text(f'plots.verdict.{words}')} · {total}", "finishing", value, pressed=pressed
        )
        for value, words, total, pressed in choices
    )
    return controls.together(*buttons, label=text("widgets.explorer.shown"))


def _advice(answer: Advised) -> str:
    """Useful cards, or discards: each a button that shows the hand with or without the card."""
    leaving = isinstance(answer.advice, Discards)
    do, words = ("remove", "discard") if leaving else ("add", "add")

    def around(kind: int, drawing: str) -> str:
        name = text(f"{_TEXTS}.{words}", card=f"{kind_name(kind)} ({PIECES.codes[kind]})")
        return controls.pick(drawing, do, PIECES.codes[kind], name)

    drawn = advice_html(answer, around=around)
    if not answer.advice:
        return drawn
    hint = controls.message(text(f"{_TEXTS}.{'what_if_discard' if leaving else 'what_if'}"))
    return f'<div data-rove="advice">{drawn}</div>{hint}'

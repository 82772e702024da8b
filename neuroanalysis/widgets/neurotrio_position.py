"""What explorers of a Neurotrio position share: cards, rules, a minimum, files; the answer beside.

A subclass says what is asked of a position and how the answer is drawn.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from html import escape
from typing import ClassVar, Final

import ipywidgets
import numpy as np
import traitlets

from neuroanalysis.core import options
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import Position, Rules
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.plots import register_here
from neuroanalysis.texts import catalogue, language, set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_cards import (
    OPEN_POINTS,
    card_game,
    changed_rules,
    gone_cards,
    open_point_fields,
    preset_field,
)
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.picker import HandPicker, PickerGame
from neuroanalysis.widgets.selection import Role

__all__ = ["HIGHEST_MINIMUM", "PositionExplorer", "minimum_field", "minimum_of"]

HIGHEST_MINIMUM: Final = 999

_TEXTS: Final = "widgets.neurotrio"
_CARRE: Final = 4
_FILES: Final = ("copy", "copied", "save", "load", "file")

_ROLES: Final = (
    Role("hand"),
    Role("kept", part_of="hand"),
    Role("laid", step=_CARRE, takes_from="hand"),
    Role("seen"),
)


class PositionExplorer(traitlets.HasTraits):
    """Pick a position, and read what a subclass says of it.

    Parameters
    ----------
    hand
        What to begin with: cards, the text of a position, or a position. Nothing by default.
    rules, minimum
        Where the position names none: the default rules, and their lowest suggested minimum.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    **more
        Traits of the subclass.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid. What is wrong later is shown on the page.
    """

    rules = traitlets.Instance(Rules)
    minimum = traitlets.Int(min=0, max=HIGHEST_MINIMUM)

    name: ClassVar[str]
    """The catalogue's table with its texts: ``label`` and ``empty``."""
    refines: ClassVar[bool] = False
    """Whether answers come in steps: what is worked on then stands above them, and dims nothing."""
    room: ClassVar[str] = "2 1 380px"
    """How much of the page's width the answer wants beside the cards (CSS ``flex``)."""

    def __init__(
        self,
        hand: str | Position = "",
        *,
        rules: Rules | None = None,
        minimum: int | None = None,
        lang: str | None = None,
        **more: object,
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
            **more,
        )
        self._random = np.random.default_rng()
        self._mistake: NeuroanalysisError | None = None
        self._empty = start is None
        # Answers are drawn in the thread that finds them, all else in the kernel's.
        self._drawing = threading.RLock()
        self._options = Panel(self._act)
        self._files = Panel(self._act)
        self._shown = Panel(self._act)
        self._status = Panel(self._act) if self.refines else self._shown
        self._latest = Latest(self._status)
        self.picker = HandPicker(self._game(), **_vectors(start, in_force) if start else {})
        self.view = self._laid_out()
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

    def close(self) -> None:
        """Stop working and free the widgets."""
        self._latest.stop()
        self.view.close()

    # What a subclass says

    def _question(self, position: Position) -> None:
        """Ask about a position, by `_latest`."""
        raise NotImplementedError

    def _forget(self) -> None:
        """Have no answer any more; nothing is asked."""
        raise NotImplementedError

    def _answer_html(self) -> tuple[str, str] | None:
        """Return the answer and what a screen reader says of it; None while there is none."""
        raise NotImplementedError

    def _hint(self) -> str:
        """Say what to do while there is no answer; nothing while the first is on its way."""
        return text(f"{self.name}.empty") if self._empty else ""

    def _fields(self) -> str:
        """Return fields of its own, under those of every explorer."""
        return ""

    def _obey(self, do: str, value: str) -> None:
        """Do what a field or a button of its own asks; ValueError for what it has not."""
        raise ValueError(f"unknown request of the page: {do!r}")

    # Questions

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
                self._forget()
                self._draw_answer()
            self._idle()
            return
        self._question(position)

    def _stop(self) -> None:
        self._latest.stop()

    def _idle(self) -> None:
        """Use the time in which nothing is asked; nothing, unless a subclass says otherwise."""

    def _refuse(self, mistake: NeuroanalysisError) -> None:
        with self._drawing:
            self._mistake = mistake
            self._forget()
            self._draw_answer()

    def _change_rules(self) -> None:
        game = self._game()
        if self.picker.plays(game):
            self._ask()
        else:
            gone = self.picker.change_game(game)  # which asks
            if any(gone):
                self.picker.message = gone_cards(gone)
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
                self.picker.message = ""  # what was wrong with the field before
                if value:  # the entry "own" has none
                    self.minimum = minimum_of(value)
                self._draw_options()
            case "load":
                self.picker.submit(value)
            case "load-large":
                self.picker.message = text("widgets.explorer.large", name=value)
            case "add":
                self.picker.add(PIECES.kind(value))
            case "remove":
                self.picker.remove(PIECES.kind(value))
            case "stop":
                self._stop()
            case _:
                self._obey(do, value)

    def _game(self) -> PickerGame:
        """What the picker has to be told under the rules in force."""
        rules = self.rules
        return card_game(
            rules,
            random=self._random,
            deal_sizes=(rules.hand_size, rules.finish_size),
            parse=self._parse,
            roles=[role for role in _ROLES if rules.carre or role.name != "laid"],
            words=lambda: _words() | {"label": text(f"{self.name}.label")},
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
        for panel in (self._options, self._files, self._status, self._shown):
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
                preset_field(self.rules),
                minimum_field(self.rules, self.minimum),
                controls.language_buttons(),
            ),
            self._fields(),
            controls.unfold(text(f"{names}.more"), *open_point_fields(self.rules)),
        ]
        if changes:
            words = " ".join(options.words(changes))
            shown.append(controls.message(text(f"{names}.changes", changes=words)))
        self._options.show("".join(shown))

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
        answer = self._answer_html()
        if self._mistake is not None:
            said = str(self._mistake)
            self._shown.show(controls.message(said, error=True), said)
        elif answer is None:
            hint = self._hint()
            self._shown.show(controls.message(hint) if hint else "")
        else:
            self._shown.show(*answer)

    def _laid_out(self) -> ipywidgets.Widget:
        """Put the answer beside the cards where there is room, else below."""
        layout = ipywidgets.Layout
        left = ipywidgets.VBox(
            [self.picker, self._files],
            layout=layout(flex="3 1 420px", max_width="560px", min_width="0", overflow="visible"),
        )
        right: ipywidgets.Widget = self._shown
        if self._status is not self._shown:
            right = ipywidgets.VBox([self._status, self._shown])
        right.layout = layout(flex=self.room, max_width="760px", min_width="0")
        return ipywidgets.VBox(
            [
                self._options,
                ipywidgets.Box(
                    [left, right],
                    layout=layout(
                        display="flex",
                        flex_flow="row wrap",
                        grid_gap="8px 28px",
                        overflow="visible",
                    ),
                ),
            ],
            layout=layout(overflow="visible"),
        )


def minimum_field(rules: Rules, minimum: int) -> str:
    """Return the fields of a minimum, suggested or typed; they send ``minimum``."""
    names = catalogue(language())
    suggested: list[tuple[object, str]] = [
        (points, f"{names.get(f'{_TEXTS}.minimum.{name}', name)} · {points}")
        for name, points in rules.minimums
    ]
    chosen: object = minimum
    if chosen not in dict(suggested):
        suggested.append(("", text(f"{_TEXTS}.options.own_minimum")))
        chosen = ""
    label = text(f"{_TEXTS}.options.minimum")
    exact = text(f"{_TEXTS}.options.minimum_number")
    return controls.together(
        controls.select(label, "minimum", suggested, chosen),
        controls.number(exact, "minimum", minimum, 0, HIGHEST_MINIMUM),
        one_line=True,
    )


def minimum_of(value: str) -> int:
    """Return the minimum that was typed; read, and refused, as in the text of a position.

    Examples
    --------
    >>> minimum_of("22")
    22
    """
    return Position.from_text(f"hand 1cn | minimum {value}").minimum


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

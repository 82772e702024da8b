"""The rack explorer of Okey 51: tiles picked and an indicator turned, the answer beside them.

It draws and asks. What a rack is worth, which rules there are and what is wrong with a rack is all
known elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

import traitlets

from neuroanalysis.core import options
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import PositionError
from neuroanalysis.games.okey51 import OKEY51, Advised, Discards
from neuroanalysis.games.okey51.evaluation import Evaluation
from neuroanalysis.games.okey51.pieces import (
    COPIES,
    FAKE,
    PIECES,
    TILES,
    indicator_of,
    kind_name,
    okey_of,
)
from neuroanalysis.games.okey51.position import Meld, Position, checked_threshold, okey_of_words
from neuroanalysis.games.okey51.rules import GAME, Rules
from neuroanalysis.plots.okey51.analysis import advice_html, advised_html
from neuroanalysis.plots.okey51.evaluation import (
    VIEWS,
    View,
    arrangement_html,
    headline_html,
    listed,
    pairs_html,
    verdict,
    view_words,
)
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.explorer import Explorer, Warming
from neuroanalysis.widgets.okey51_tiles import (
    OPTIONS,
    changed_rules,
    gone_tiles,
    option_fields,
    option_name,
    preset_field,
    threshold_field,
    tile_game,
    turned_kind,
)
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.saving import Saved

__all__ = ["RackExplorer"]

_TEXTS: Final = "widgets.okey51"
_EXAMPLE: Final = "r4-r5*-r6 b9-r9-k9"
_warming: Final = Warming(OKEY51.warm_up, ("arrangements", "advice"))
_OKEY: Final = re.compile(r"(?:^|[|\n])\s*(?:okey\b|indicat)")


class RackExplorer(Explorer[Position]):
    """Pick the tiles of a rack, turn an indicator, and read what the rack is worth.

    Parameters
    ----------
    hand
        What to begin with: tiles, the text of a position, or a position. Nothing by default.
    okey, indicator
        The tile that is wild, or the one that was turned, where `hand` does not say it.
    rules
        Where the position names none: the default rules.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    rules, threshold, opened, melds
        What holds besides the tiles that are picked. May be assigned.
    answer
        What was found last; None while there is no rack, or one that cannot be. Set in a thread.
    picker
        The tiles.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = RackExplorer("r10 r11 r12 b7 k7 y7", indicator="b13")
    >>> explorer.wait()
    True
    >>> explorer.answer.evaluation.opens
    'melds'
    """

    rules = traitlets.Instance(Rules)
    threshold = traitlets.Int(min=0, max=999)
    opened = traitlets.Bool(False)
    melds = traitlets.Tuple()
    answer = traitlets.Instance(Advised, allow_none=True)

    name = _TEXTS

    def __init__(
        self,
        hand: str | Position = "",
        *,
        okey: str | int | None = None,
        indicator: str | int | None = None,
        rules: Rules | None = None,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        start = None
        vectors: dict[str, Iterable[int]] = {}
        if isinstance(hand, Position) or hand.strip():
            start = Position.of(hand, okey=okey, indicator=indicator, rules=rules)
            vectors = _vectors(start)
        elif okey is not None or indicator is not None:
            vectors = {"turned": _one(indicator_of(okey_of_words(okey, indicator)))}
        in_force = start.rules if start else Rules.or_default(rules)
        self._view: View = "value"
        self._number = 0
        # What is drawn as wild; it follows what is turned.
        self._okey = _okey_turned(vectors.get("turned", ()))
        super().__init__(
            vectors,
            rules=in_force,
            threshold=start.threshold if start else in_force.threshold,
            opened=start.opened if start else False,
            melds=start.melds if start else (),
            lesson=lesson,
        )
        if self._okey is None:
            self.picker.mode = "turned"
        self.observe(self._change_rules, "rules")
        self.observe(lambda _: self._change_game(), "melds")
        self.observe(lambda _: self._change_question(), ["threshold", "opened"])

    @property
    def position(self) -> Position | None:
        """What is picked, or None without a tile or an indicator.

        Raises
        ------
        NeuroanalysisError
            For tiles that cannot be a position under these rules.
        """
        picked = self.picker.selection
        turned = turned_kind(picked)
        if turned is None or not any(picked["hand"]):
            return None
        return Position(
            hand=picked["hand"],
            okey=okey_of_words(None, turned),
            melds=self.melds,
            seen=picked["seen"],
            threshold=self.threshold,
            opened=self.opened,
            rules=self.rules,
        )

    def show_view(self, view: View, number: int = 1) -> None:
        """Show the melds worth most, what leaves least, or the pairs.

        Parameters
        ----------
        view
            One of `VIEWS`.
        number
            Which of the arrangements as good, from 1; what is beyond those listed shows the
            nearest of them.
        """
        with self._drawing:
            self._view, self._number = view, 0
            if self.answer is not None and view != "pairs":
                found, _ = listed(self.answer.evaluation, view)
                self._number = max(0, min(number, len(found)) - 1)
            self._draw_answer()

    # Questions and answers

    def _question(self, position: Position) -> None:
        line = position.to_line()

        def work(progress: Progress, cancel: Cancel) -> Advised:
            _warming.up(progress, cancel)
            return OKEY51.under().ask(line)

        self._latest.ask(
            work, self._take, fail=self._refuse, working=_warming.working, stoppable=True
        )

    def _idle(self) -> None:
        _warming.prepare(self._latest)

    def _soon(self) -> bool:
        return _warming.done

    def _forget(self) -> None:
        self.answer = None

    def _answered(self) -> Position | None:
        return None if self.answer is None else self.answer.evaluation.position

    def _take(self, answer: Advised) -> None:
        with self._drawing:
            self._view, self._number = "value", 0
            self.answer = answer
            self._draw_answer()

    def _picked(self) -> None:
        okey = _okey_turned(self.picker.turned)
        if okey == self._okey:
            self._ask()
            return
        self._okey = okey
        if okey is not None and self.picker.mode == "turned":
            self.picker.mode = "hand"  # an indicator is turned once; then tiles are picked
        self._change_game()

    def _change_game(self) -> None:
        # Faces change with the okey and the rules, even where copies and racks stay as they are.
        gone = self.picker.change_game(self._game())  # which asks
        if any(gone):
            self.picker.message = self._gone_words(gone)
        self._draw_options()

    def _change_rules(self, change: traitlets.Bunch) -> None:
        self._change_game()
        if self.threshold == change["old"].threshold:
            self.threshold = self.rules.threshold
        melds, mistake = [], None
        for meld in self.melds:
            try:
                melds.append(Meld.of(meld.to_text(), self.rules))
            except PositionError as said:
                mistake = said
        if mistake is not None:
            self.melds = tuple(melds)
            self.picker.message = str(mistake)

    def _change_question(self) -> None:
        self._ask()
        self._draw_options()

    # What a person does

    def _perform(self, do: str, value: str) -> None:
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            self.rules = rules
            return
        match do:
            case "threshold":
                self.picker.message = ""  # what was wrong with the field before
                self.threshold = checked_threshold(value)
            case "opened":
                self.opened = value == "true"
            case "melds":
                self.picker.message = ""
                self.melds = tuple(Meld.of(words, self.rules) for words in value.split())
            case "view" if value in VIEWS:
                self.show_view(value)
            case "arrangement":
                self.show_view(self._view, int(value))
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _kind(self, code: str) -> int:
        return PIECES.kind(code)

    def _gone_words(self, gone: tuple[int, ...]) -> str:
        return gone_tiles(gone)

    def _game(self) -> PickerGame:
        return tile_game(
            self.rules,
            okey=self._okey,
            melds=self.melds,
            random=self._random,
            parse=self._parse,
        )

    def _parse(self, line: str) -> Mapping[str, Iterable[int]]:
        """Read tiles or a whole position; the indicator stays where the line names none.

        A line that begins with the game's name is a whole position: nothing of before holds on.
        """
        turned = {"turned": tuple(self.picker.turned)} if any(self.picker.turned) else {}
        if not line.strip():
            return turned
        if self._okey is None and not _names_okey(line):
            return {"hand": PIECES.parse(line, COPIES).tolist()}
        position = Position.of(
            line, okey=None if _names_okey(line) else self._okey, rules=self.rules
        )
        whole = line.lower().lstrip().startswith(GAME)
        self.rules = position.rules
        if whole or position.melds:
            self.melds = position.melds
        if whole or position.threshold != position.rules.threshold:
            self.threshold = position.threshold
        if whole or position.opened:
            self.opened = position.opened
        return _vectors(position)

    # Drawing

    def _options_html(self) -> str:
        changes = self.rules.differences()
        for name in ("preset", *OPTIONS):
            changes.pop(name, None)
        shown = [
            controls.row(
                preset_field(self.rules),
                threshold_field(self.threshold),
                controls.checkbox(option_name("opened"), "opened", self.opened),
                controls.view_buttons(lesson=self.lesson),
            ),
            controls.row(
                controls.words(
                    option_name("melds"),
                    "melds",
                    " ".join(meld.to_text() for meld in self.melds),
                    example=_EXAMPLE,
                )
            ),
            controls.unfold(option_name("more"), *option_fields(self.rules)),
        ]
        if changes:
            words = " ".join(options.words(changes))
            shown.append(controls.message(text(f"{_TEXTS}.options.changes", changes=words)))
        return "".join(shown)

    def _saved(self) -> Saved | None:
        answer = self.answer
        if answer is None:
            return None
        table = answer.advice if isinstance(answer.advice, Discards) else answer.evaluation
        return Saved("okey51-rack", answer.to_dict, table.to_frame)

    def _static_html(self) -> str | None:
        return None if self.answer is None else advised_html(self.answer)

    def _answer_html(self) -> tuple[str, str] | None:
        answer = self.answer
        if answer is None:
            return None
        evaluation = answer.evaluation
        parts = [
            headline_html(evaluation),
            self._views(evaluation),
            self._shown_html(evaluation),
            _advice(answer),
        ]
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        return html, " ".join([str(evaluation), *verdict(evaluation)])

    def _views(self, evaluation: Evaluation) -> str:
        """Buttons to choose what is shown, and to turn over the arrangements as good."""
        buttons = [
            controls.button(view_words(evaluation, view), "view", view, pressed=view == self._view)
            for view in VIEWS
        ]
        parts = [controls.together(*buttons, label=text(f"{_TEXTS}.views"))]
        if self._view != "pairs":
            found, total = listed(evaluation, self._view)
            if total > 1:
                number = self._number + 1
                parts.append(controls.pager("arrangement", number, len(found), total, _TEXTS))
        return controls.row(*parts)

    def _shown_html(self, evaluation: Evaluation) -> str:
        if self._view == "pairs":
            return pairs_html(evaluation)
        found, _ = listed(evaluation, self._view)
        return arrangement_html(found[self._number], evaluation.position)

    def _hint(self) -> str:
        if self._empty and self._okey is None:
            return text(f"{_TEXTS}.no_indicator")
        return super()._hint()


def _advice(answer: Advised) -> str:
    """Useful tiles, or discards: each a button that shows the rack with or without the tile."""
    leaving = isinstance(answer.advice, Discards)
    do, words = ("remove", "discard") if leaving else ("add", "add")

    def around(kind: int, drawing: str) -> str:
        name = text(f"{_TEXTS}.{words}", tile=f"{kind_name(kind)} ({PIECES.codes[kind]})")
        return controls.pick(drawing, do, PIECES.codes[kind], name)

    drawn = advice_html(answer, around=around)
    if "<button" not in drawn:
        return drawn
    hint = controls.message(text(f"{_TEXTS}.{'what_if_discard' if leaving else 'what_if'}"))
    return f'<div data-rove="advice">{drawn}</div>{hint}'


def _vectors(position: Position) -> dict[str, Iterable[int]]:
    """Return what the picker is to show of a position."""
    return {
        "hand": position.hand,
        "turned": _one(position.indicator),
        "seen": position.seen,
    }


def _one(kind: int) -> tuple[int, ...]:
    return tuple(int(other == kind) for other in range(TILES))


def _okey_turned(turned: Iterable[int]) -> int | None:
    """Return the okey that a turned tile makes; None for no tile, or one that makes none."""
    kind = next((kind for kind, n in enumerate(turned) if n), FAKE)
    return None if kind == FAKE else okey_of(kind)


def _names_okey(line: str) -> bool:
    return _OKEY.search(line.lower()) is not None

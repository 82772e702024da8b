"""The explorer of Neurotrio conquête: a domain built by clicks, and what is said of it beside.

It draws and asks. What may be placed, what it brings, what is best and what is likely is all known
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
import traitlets

from neuroanalysis.core import options
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import InputError, NeuroanalysisError, PositionError
from neuroanalysis.games.conquete.analysis import Outlook, outlook
from neuroanalysis.games.conquete.evaluation import Evaluation, Placement, Plan
from neuroanalysis.games.conquete.pieces import KINDS, PIECES, kind_name
from neuroanalysis.games.conquete.position import Domain, DomainCard, Position
from neuroanalysis.games.conquete.position.domain import Cell
from neuroanalysis.games.conquete.rules import GAME, PLAYERS, Rules
from neuroanalysis.games.conquete.scoring import best_plan, check_placement, evaluate
from neuroanalysis.plots.conquete.cells import cell_html
from neuroanalysis.plots.conquete.domain import Mark, domain_html, spot_name
from neuroanalysis.plots.conquete.evaluation import (
    best_marks,
    evaluation_html,
    headline_html,
    placement_marks,
    placements_html,
    plan_html,
    reasons_html,
    verdict,
)
from neuroanalysis.plots.conquete.outlook import cell_marks, chances_html
from neuroanalysis.plots.conquete.players import player_name, short_name
from neuroanalysis.plots.neurotrio_deck import card_svg
from neuroanalysis.texts import language, set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.conquete_cards import (
    CHOSEN,
    MOST_ENLARGED,
    card_game,
    changed_rules,
    option_fields,
)
from neuroanalysis.widgets.explorer import Explorer, Warming
from neuroanalysis.widgets.numbers import typed_number
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.saving import Saved
from neuroanalysis.widgets.steps import StepPicker, Trail

__all__ = ["VIEWS", "DomainAnswer", "DomainExplorer", "View"]

View: TypeAlias = Literal["placements", "plan", "cells", "reasons"]
"""What is shown under the domain: placements of the hand, the best sequence of them, chances of
cells, why the chosen card may not go somewhere."""

VIEWS: Final[tuple[View, ...]] = get_args(View)

_Judged: TypeAlias = tuple[list[Placement], list[tuple[Cell, str]]]

_TEXTS: Final = "widgets.conquete"
_NOTHING: Final = (0,) * KINDS
_START: Final[Cell] = (0, 0)
_BUDGET: Final = 300_000
_MOST_OUT: Final = 100
_CARD: Final = 34
_EXAMPLE: Final = "0,0 2eb ; 0,1 2ev ; 1,0 2cb"


def _tasks() -> list[tuple[str, Callable[[], object]]]:
    """Return what there is to compile, each with the name of its part."""
    return [
        ("placements", lambda: evaluate("2cv", domain=_EXAMPLE, plan=False)),
        ("plans", lambda: best_plan("2cv 1ev", domain=_EXAMPLE)),
    ]


_warming: Final = Warming(_tasks, ("placements",))
_plan_warming: Final = Warming(_tasks, ("plans",))


@dataclass(frozen=True)
class DomainAnswer:
    """What was found of a domain and a hand.

    Parameters
    ----------
    evaluation
        The placements.
    plan
        The best sequence of them, where it was asked.
    going_out
        The points for having placed all cards that `plan` was asked with.
    """

    evaluation: Evaluation
    plan: Plan | None = None
    going_out: int = 0

    @property
    def position(self) -> Position:
        """The question."""
        return self.evaluation.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the evaluation's fields, and the plan where it was asked."""
        evaluation = self.evaluation
        return (evaluation if self.plan is None else replace(evaluation, plan=self.plan)).to_dict()


@dataclass(frozen=True)
class _Step:
    """A state of the explorer; going back and forth changes all of it."""

    domain: Domain | None
    last: Cell | None
    hand: tuple[int, ...]
    chosen: int | None
    player: int | None
    enlarged: int
    rules: Rules

    @property
    def selection(self) -> dict[str, tuple[int, ...]]:
        """What the picker shows of it."""
        return {
            "hand": self.hand,
            CHOSEN: tuple(int(kind == self.chosen) for kind in range(KINDS)),
        }

    @property
    def position(self) -> Position | None:
        """The question, if there is a domain.

        Raises
        ------
        NeuroanalysisError
            For parts that do not go together.
        """
        if self.domain is None:
            PIECES.check_copies(self.hand, self.rules.copies)
            return None
        return Position(self.domain, self.hand, self.player, self.enlarged, self.rules)


class DomainExplorer(Explorer[Position]):
    """Build a domain by clicks, and read what the cards of a hand bring on it.

    Parameters
    ----------
    hand
        What to begin with: cards, the text of a position, or a position. Nothing by default.
    domain, player, enlarged
        See `Position.of`, where `hand` does not say them. Without a domain the first card that is
        placed is the start card.
    rules
        Where the position names none: the default rules.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    player
        Who places cards, from 1; None for nobody. May be assigned.
    enlarged, rules
        What holds besides. May be assigned, where the domain can be under them.
    shown
        What is shown under the domain, one of `VIEWS`. May be assigned.
    going_out
        Points for having placed all cards, in plans. May be assigned.
    answer
        What was found last; None while there is no domain. Set in a thread.
    picker
        The cards: the hand, and the card to place.
    message
        What was wrong with the last click on the domain, or nothing.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = DomainExplorer(player=1)
    >>> explorer.place(0, 0, "2eb")
    >>> explorer.place(0, 1, "2ev")
    >>> explorer.domain.to_text()
    '0,0 2eb ; 0,1 2ev 1'
    >>> explorer.undo()
    >>> explorer.domain.to_text(), explorer.wait()
    ('0,0 2eb', True)
    """

    rules = traitlets.Instance(Rules)
    player = traitlets.Int(None, min=1, max=PLAYERS[-1], allow_none=True)
    enlarged = traitlets.Int(0, min=0, max=MOST_ENLARGED)
    shown = traitlets.Enum(VIEWS, "placements")
    going_out = traitlets.Int(0, min=0, max=_MOST_OUT)
    answer = traitlets.Instance(DomainAnswer, allow_none=True)
    message = traitlets.Unicode()

    name = _TEXTS
    refines = True
    room = "3 1 420px"

    def __init__(
        self,
        hand: str | Position = "",
        *,
        domain: str | Domain | None = None,
        player: int | None = None,
        enlarged: int = 0,
        rules: Rules | None = None,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        begin = _begin(hand, domain, player, enlarged, rules)
        self._trail = Trail(begin)
        self._moving = False
        self._pending: _Step | None = None
        self._cell: Cell | None = None
        super().__init__(
            begin.selection,
            rules=begin.rules,
            player=begin.player,
            enlarged=begin.enlarged,
            lesson=lesson,
        )
        self.observe(lambda _: self._changed(), ["rules", "enlarged", "player"])
        self.observe(lambda _: self._ask(), ["shown", "going_out"])

    @property
    def domain(self) -> Domain | None:
        """The cards that lie; None before the start card."""
        return self._trail.current.domain

    @property
    def chosen(self) -> int | None:
        """The kind of card that a click places; None for none."""
        return self._trail.current.chosen

    @property
    def position(self) -> Position | None:
        """Domain and hand, or None without a domain."""
        return self._trail.current.position

    # What a person does, as methods

    def choose(self, card: str | int | None) -> None:
        """Choose the card that a click places: its code or its kind, in hand or not."""
        self._amend(replace(self._trail.current, chosen=None if card is None else _kind_of(card)))

    def place(self, row: int, column: int, card: str | int | None = None) -> None:
        """Place a card for the player; it leaves the hand if it was in it.

        Parameters
        ----------
        row, column
            The cell. The first card of all is the start card, and nobody's.
        card
            Its code or its kind; the chosen one if None.

        Raises
        ------
        NeuroanalysisError
            Where it may not be placed, with the clause; nothing has changed then.
        """
        here = self._trail.current
        kind = here.chosen if card is None else _kind_of(card)
        if kind is None:
            raise InputError("conquete.explorer.no_card")
        held = here.hand[kind] > 0
        if here.domain is None:
            domain = Domain((DomainCard(row, column, kind),))
        else:
            _judge(here, kind, (row, column))
            domain = here.domain.with_card((row, column), kind, here.player)
        hand = tuple(n - (held and other == kind) for other, n in enumerate(here.hand))
        left = hand[kind] if held else here.rules.copies - int(domain.counts[kind])
        chosen = None if kind == here.chosen and left <= 0 else here.chosen
        after = replace(here, domain=domain, last=(row, column), hand=hand, chosen=chosen)
        _ = after.position  # a start card may be a copy too many
        self._push(after)

    def undo(self) -> None:
        """Go back a step: a card placed, a card of the hand, a deal, a change of rules."""
        self._trail.undo()
        self._settle()

    def redo(self) -> None:
        """Go forth again after an undo."""
        self._trail.redo()
        self._settle()

    def clear(self) -> None:
        """Take all cards away (undo brings them back)."""
        here = self._trail.current
        self._push(replace(here, domain=None, last=None, hand=_NOTHING, chosen=None, enlarged=0))

    def deal(self, cards: int) -> None:
        """Turn a random start card, and deal a random hand; ValueError for no size on offer."""
        self.picker.deal(cards)

    def load(self, line: str) -> None:
        """Read a position, or the cards of a hand alone.

        Raises
        ------
        NeuroanalysisError
            For what is wrong with it; nothing has changed then.
        """
        self.picker.submit(line)

    # What the picker asks

    def check_add(self, kind: int, role: str) -> None:
        """Refuse a card of the hand that there is no copy of."""
        if role == "hand":
            here = self._trail.current
            hand = tuple(n + (other == kind) for other, n in enumerate(here.hand))
            _ = replace(here, hand=hand).position

    def select(self, vectors: Mapping[str, Iterable[int]]) -> None:
        """Take what was read or dealt."""
        after, self._pending = self._pending or self._trail.current, None
        hand = tuple(int(n) for n in vectors.get("hand", _NOTHING))
        after = replace(after, hand=hand)
        _ = after.position
        self._push(after)

    def _picker(self, start: Mapping[str, Iterable[int]]) -> StepPicker:
        picker = StepPicker(self._game(), self, **start)
        # Whoever begins without a hand wants to place cards first.
        picker.mode = "hand" if any(self._trail.current.hand) else CHOSEN
        return picker

    def _game(self) -> PickerGame:
        here = self._trail.current
        return card_game(here.rules, here.domain, deal=self._dealt, parse=self._parse)

    def _dealt(self, size: int) -> Mapping[str, Iterable[int]]:
        here = self._trail.current
        deck = np.repeat(np.arange(KINDS), here.rules.copies)
        start, *hand = self._random.permutation(deck)[: size + 1].tolist()
        self._pending = replace(
            here,
            domain=Domain((DomainCard(*_START, start),)),
            last=None,
            chosen=None,
            enlarged=0,
        )
        return {"hand": np.bincount(hand, minlength=KINDS).tolist()}

    def _parse(self, line: str) -> Mapping[str, Iterable[int]]:
        """Read the cards of a hand, or a whole position."""
        here = self._trail.current
        words = line.strip()
        if not _is_whole(words):
            hand = PIECES.parse(words) if words else np.zeros(KINDS, dtype=np.uint8)
            return {"hand": hand.tolist()}
        self._pending = _step_of(Position.of(words, rules=here.rules))
        return {"hand": self._pending.hand}

    def _picked(self) -> None:
        """Follow the picker, whose cards were clicked."""
        if self._moving:
            return
        here = self._trail.current
        picked = self.picker.selection
        chosen = next((kind for kind, n in enumerate(picked[CHOSEN]) if n), None)
        after = replace(here, hand=picked["hand"], chosen=chosen)
        if after.hand == here.hand:
            self._trail.amend(after)
        else:
            self._trail.push(after)
        self._told()

    # Steps

    def _push(self, step: _Step) -> None:
        self._trail.push(step)
        self._settle()

    def _amend(self, step: _Step) -> None:
        self._trail.amend(step)
        self._settle()

    def _settle(self) -> None:
        """Show the state in force everywhere."""
        here = self._trail.current
        self._moving = True
        try:
            self.rules, self.player, self.enlarged = here.rules, here.player, here.enlarged
            self.picker.put(self._game(), here.selection)
        finally:
            self._moving = False
        self._told()
        self._draw_options()

    def _told(self) -> None:
        self.message = ""
        self.picker.show_reach(self._trail.can_undo, self._trail.can_redo)
        self._ask()

    def _changed(self) -> None:
        """Follow what was assigned."""
        if self._moving:
            return
        here = self._trail.current
        after = replace(here, rules=self.rules, player=self.player, enlarged=self.enlarged)
        if after == replace(here, player=self.player):
            self._amend(after)
        else:
            self._push(after)

    @traitlets.validate("rules")
    def _possible_rules(self, proposal: traitlets.Bunch) -> Rules:
        rules: Rules = proposal["value"]
        self._check(replace(self._trail.current, rules=rules))
        return rules

    @traitlets.validate("enlarged")
    def _possible_times(self, proposal: traitlets.Bunch) -> int:
        enlarged: int = proposal["value"]
        self._check(replace(self._trail.current, enlarged=enlarged))
        return enlarged

    def _check(self, step: _Step) -> None:
        """Refuse what the domain cannot have been placed under."""
        if self._moving:
            return
        if step.domain is None:
            _ = step.position
            return
        _ = Position.of(
            step.hand,
            domain=step.domain,
            player=step.player,
            enlarged=step.enlarged,
            rules=step.rules,
        )

    # Questions and answers

    def _question(self, position: Position) -> None:
        shown, going_out = self.shown, self.going_out
        planned = shown == "plan" and position.cards > 0
        with self._drawing:
            asked = self._asked
            known = self.answer
            if known is not None and known.position != position:
                known = self.answer = None
            self._draw_answer()

        def work(progress: Progress, cancel: Cancel) -> tuple[int, DomainAnswer]:
            _warming.up(progress, cancel)
            answer = known or DomainAnswer(evaluate(position, plan=False))
            if planned and (answer.plan is None or answer.going_out != going_out):
                self._take((asked, answer))
                _plan_warming.up(progress, cancel)
                plan = best_plan(
                    position,
                    going_out=going_out,
                    budget=_BUDGET,
                    progress=progress,
                    cancel=cancel,
                )
                answer = replace(answer, plan=plan, going_out=going_out)
            return asked, answer

        def working() -> str:
            return (_plan_warming if planned else _warming).working()

        self._latest.ask(work, self._take, fail=self._refuse, working=working, stoppable=True)

    def _idle(self) -> None:
        _warming.prepare(self._latest)

    def _soon(self) -> bool:
        return _warming.done

    def _forget(self) -> None:
        self.answer = None

    def _answered(self) -> Position | None:
        return None if self.answer is None else self.answer.position

    def _take(self, found: tuple[int, DomainAnswer]) -> None:
        asked, answer = found
        with self._drawing:
            if asked == self._asked:
                self.answer = answer
                self._draw_answer()

    # What a person does on the page

    def _perform(self, do: str, value: str) -> None:
        self.picker.message = ""  # what was wrong with a field before
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            self.rules = rules
            return
        match do:
            case "player":
                self.player = int(value) if value else None
            case "enlarged":
                name = text(f"{_TEXTS}.enlarged")
                self.enlarged = typed_number(value, name, 0, MOST_ENLARGED)
            case "going_out":
                name = text(f"{_TEXTS}.going_out")
                self.going_out = typed_number(value, name, 0, _MOST_OUT)
            case "choose":
                self.choose(PIECES.kind(value) if value else None)
            case "place":
                self._clicked(value)
            case "take":
                # A placement of the table: the card with its cell.
                code, _, cell = value.partition(" ")
                self._clicked(cell, PIECES.kind(code))
            case "undo":
                self.undo()
            case "redo":
                self.redo()
            case "show" if value in VIEWS:
                self.shown = value
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _clicked(self, value: str, kind: int | None = None) -> None:
        """Place a card, or say why not; without a card, show what the cell accepts."""
        row, column = map(int, value.split(","))
        if kind is None and self.chosen is None and self.domain is not None:
            self._cell = (row, column)
            self.message = ""
            if self.shown == "cells":
                self._draw_answer()
            else:
                self.shown = "cells"
            return
        try:
            self.place(row, column, kind)
        except NeuroanalysisError as mistake:
            self.message = str(mistake)
            with self._drawing:
                self._draw_answer()

    def _kind(self, code: str) -> int:
        return PIECES.kind(code)

    def _gone_words(self, gone: tuple[int, ...]) -> str:
        return PIECES.format(gone)

    def _refresh_texts(self) -> None:
        self.message = ""  # it was said in the language before
        super()._refresh_texts()

    # Drawing

    def _options_html(self) -> str:
        changes = self.rules.differences()
        for name in ("preset", "grid_either_way_up", "shape_ratio", "needed"):
            changes.pop(name, None)
        name = text(f"{_TEXTS}.enlarged")
        fields = [
            controls.number(name, "enlarged", self.enlarged, 0, MOST_ENLARGED, shown=name),
            *option_fields(self.rules),
        ]
        shown = [
            controls.row(self._players(), controls.view_buttons(lesson=self.lesson)),
            controls.unfold(text(f"{_TEXTS}.more"), *fields),
        ]
        if changes:
            words = " ".join(options.words(changes))
            shown.append(controls.message(text(f"{_TEXTS}.changes", changes=words)))
        return "".join(shown)

    def _players(self) -> str:
        label = text(f"{_TEXTS}.player")
        buttons = [
            controls.button(
                short_name(number) if number else text("plots.conquete.player.nobody"),
                "player",
                number or "",
                name=player_name(number),
                pressed=number == self.player,
            )
            for number in (None, *range(1, PLAYERS[-1] + 1))
        ]
        return controls.together(f"<span>{escape(label)}</span>", *buttons, label=label)

    def _saved(self) -> Saved | None:
        answer = self.answer
        if answer is None:
            return None
        return Saved("conquete-domain", answer.to_dict, answer.evaluation.to_frame)

    def _static_html(self) -> str | None:
        if self.answer is None:
            return None
        return evaluation_html(self.answer.evaluation) + self._below(bare=True)

    def _answer_html(self) -> tuple[str, str] | None:
        parts = [self._to_place(), self._board(), self._steps()]
        answer = self.answer
        # The plan says it by itself; of all else on the page only the placements are worked on.
        if self._stopped and answer is None:
            parts.append(self._stopped_html())
        spoken = [self.message] if self.message else []
        if self.message:
            parts.insert(1, controls.message(self.message, error=True))
        if self.domain is not None:
            if answer is not None and answer.position.cards:
                parts.append(headline_html(answer.evaluation))
                spoken = spoken or verdict(answer.evaluation)
            parts += [self._views(), self._below()]
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        return html, " ".join(spoken)

    def _to_place(self) -> str:
        """Say which card a click places, and offer those of the hand."""
        here = self._trail.current
        title = text(f"{_TEXTS}.turned")
        if here.chosen is None:
            which = "pick_start" if here.domain is None else "pick"
            said = f"<span>{escape(text(f'{_TEXTS}.{which}'))}</span>"
        else:
            where = "from_hand" if here.hand[here.chosen] else "any"
            words = text(f"{_TEXTS}.{where}", card=kind_name(here.chosen))
            none = controls.button(text(f"{_TEXTS}.none_chosen"), "choose", "")
            drawn = card_svg(here.chosen, width=_CARD, decorative=True)
            said = f"{drawn}<span>{escape(words)}</span>{none}"
        held = [
            _pressed(
                controls.pick(
                    card_svg(kind, width=24, decorative=True),
                    "choose",
                    PIECES.codes[kind],
                    text(f"{_TEXTS}.choose", card=kind_name(kind)),
                ),
                kind == here.chosen,
            )
            for kind, n in enumerate(here.hand)
            if n
        ]
        hand = ""
        if held:
            label = text(f"{_TEXTS}.choose_hand")
            hand = controls.row(
                f"<span>{escape(label)}</span>",
                f'<span class="na-set" role="group" aria-label="{escape(label)}" '
                f'data-rove="hand">{"".join(held)}</span>',
            )
        return f"<div><b>{escape(title)}</b></div>{controls.row(said)}{hand}"

    def _board(self) -> str:
        here = self._trail.current
        if here.domain is None:
            if here.chosen is None:
                return controls.message(text(f"{_TEXTS}.empty"))
            name = text(f"{_TEXTS}.start")
            mark = Mark("+", text(f"{_TEXTS}.start_short"), name)
            return domain_html([], cells={_START: mark}, press=_press)
        return domain_html(
            here.domain, cells=self._marks(here), last=here.last, press=_press, legend=True
        )

    def _marks(self, here: _Step) -> Mapping[Cell, Mark]:
        """Say of each free cell what the chosen card brings, or the hand, or how many kinds go."""
        assert here.domain is not None
        look = Mark("·", "", text(f"{_TEXTS}.look"), strong=False)
        cells = dict.fromkeys(here.domain.free_cells(), look)
        if here.chosen is not None:
            legal, barred = _judged(here, here.chosen)
            marks = {cell: Mark("–", "", why, strong=False) for cell, why in barred}
            return {**cells, **marks, **placement_marks(legal)}
        if self.shown == "cells":
            chances = _outlook(here)
            return {**cells, **(cell_marks(chances) if chances is not None else {})}
        if any(here.hand):
            found = self.answer.evaluation.placements if self.answer is not None else ()
            return {**cells, **best_marks(found)}
        return {**cells, **_kinds_marks(here)}

    def _steps(self) -> str:
        """Buttons beside the domain, as in the picker."""
        trail = self._trail
        return controls.together(
            controls.button(text("widgets.picker.undo"), "undo", enabled=trail.can_undo),
            controls.button(text("widgets.picker.redo"), "redo", enabled=trail.can_redo),
        )

    def _views(self) -> str:
        buttons = [
            controls.button(text(f"{_TEXTS}.view.{view}"), "show", view, pressed=view == self.shown)
            for view in VIEWS
        ]
        parts = [controls.together(*buttons, label=text(f"{_TEXTS}.views"))]
        if self.shown == "plan":
            name = text(f"{_TEXTS}.going_out")
            parts.append(
                controls.number(name, "going_out", self.going_out, 0, _MOST_OUT, shown=name)
            )
        return controls.row(*parts)

    def _below(self, *, bare: bool = False) -> str:
        """Draw what was chosen; `bare` for a page that cannot answer."""
        here, answer = self._trail.current, self.answer
        match self.shown:
            case "placements" if answer is not None and not bare:
                return placements_html(answer.evaluation, around=_take_button)
            case "plan" if not any(here.hand):
                return controls.message(text(f"{_TEXTS}.no_hand"))
            case "plan" if (
                answer is not None
                and answer.plan is not None
                and answer.going_out == self.going_out
            ):
                return plan_html(answer.plan, answer.position)
            case "plan" if answer is not None and self._stopped:
                return self._stopped_html(bare=bare)
            case "cells":
                return self._cells(here)
            case "reasons" if here.chosen is None:
                return controls.message(text(f"{_TEXTS}.pick"))
            case "reasons" if here.chosen is not None:
                return reasons_html(here.chosen, _judged(here, here.chosen)[1])
        return ""

    def _cells(self, here: _Step) -> str:
        found = _outlook(here)
        if found is None:
            return controls.message(text(f"{_TEXTS}.all_seen"))
        of_cell = [one for one in found.rows if one.cell == self._cell]
        drawn = "".join(cell_html(one.chances, spot_name(one.cell)) for one in of_cell)
        return drawn + chances_html(found)


def _begin(
    hand: str | Position,
    domain: str | Domain | None,
    player: int | None,
    enlarged: int,
    rules: Rules | None,
) -> _Step:
    """Return the state to begin with.

    Raises
    ------
    NeuroanalysisError
        For what cannot be.
    """
    if isinstance(hand, Position) or _is_whole(hand) or domain is not None:
        return _step_of(
            Position.of(hand, domain=domain, player=player, enlarged=enlarged or None, rules=rules)
        )
    in_force = Rules.or_default(rules)
    counts = PIECES.parse(hand) if hand.strip() else np.zeros(KINDS, dtype=np.uint8)
    if player is not None and player not in range(1, PLAYERS[-1] + 1):
        raise PositionError("conquete.position.player", value=player, most=PLAYERS[-1])
    begin = _Step(None, None, tuple(counts.tolist()), None, player, 0, in_force)
    _ = begin.position
    return begin


def _step_of(position: Position) -> _Step:
    return _Step(
        position.domain,
        None,
        position.hand,
        None,
        position.player,
        position.enlarged,
        position.rules,
    )


def _is_whole(words: str) -> bool:
    """Whether a text is that of a position, and not of a hand alone."""
    return "|" in words or "\n" in words.strip() or words.lower().lstrip().startswith(GAME)


def _kind_of(card: str | int) -> int:
    if isinstance(card, str):
        return PIECES.kind(card)
    if not 0 <= card < KINDS:
        raise InputError("input.limit", name="card", value=card, low=0, high=KINDS - 1)
    return card


def _alone(here: _Step, kind: int) -> Position:
    """Return the position of who holds one card of a kind: that, or one that he might hold."""
    assert here.domain is not None
    hand = tuple(int(other == kind) for other in range(KINDS))
    return Position(here.domain, hand, here.player, here.enlarged, here.rules)


def _judge(here: _Step, kind: int, cell: Cell) -> Placement:
    return check_placement(_alone(here, kind), kind, cell)


def _judged(here: _Step, kind: int) -> _Judged:
    """Return where a card may go, and where not and why, among the cells that touch."""
    return _judged_in(here, kind, language())


@lru_cache(maxsize=8)
def _judged_in(here: _Step, kind: int, _language: str) -> _Judged:
    # The words are those of a language.
    legal: list[Placement] = []
    barred: list[tuple[Cell, str]] = []
    assert here.domain is not None
    for cell in here.domain.free_cells():
        try:
            legal.append(_judge(here, kind, cell))
        except NeuroanalysisError as mistake:
            barred.append((cell, str(mistake)))
    return legal, barred


def _outlook(here: _Step) -> Outlook | None:
    """Return what random unseen cards may do; None where none is unseen."""
    position = here.position
    if position is None or not position.unseen.sum():
        return None
    return outlook(position)


def _kinds_marks(here: _Step) -> dict[Cell, Mark]:
    """Say of each cell how many kinds may go there."""
    found = _outlook(here)
    marks = {}
    for one in found.rows if found is not None else ():
        n = sum(map(len, one.chances.kinds.values()))
        name = text(f"{_TEXTS}.kinds", n=n)
        marks[one.cell] = Mark(str(n), text(f"{_TEXTS}.kinds_short"), name, strong=n > 0)
    return marks


def _press(cell: Cell, drawing: str, name: str) -> str:
    """Make a button of a free cell."""
    button = controls.pick(drawing, "place", f"{cell[0]},{cell[1]}", name)
    return button.replace('class="na-pick"', 'class="na-pick na-cell"', 1)


def _pressed(button: str, pressed: bool) -> str:
    return button.replace("<button ", f'<button aria-pressed="{str(pressed).lower()}" ', 1)


def _take_button(placement: Placement, drawing: str) -> str:
    """Make a button of a placement of the table."""
    cell = f"{placement.row},{placement.column}"
    name = text(f"{_TEXTS}.take", card=kind_name(placement.kind), cell=cell.replace("-", "−"))
    return controls.pick(drawing, "take", f"{placement.code} {cell}", name)

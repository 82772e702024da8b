"""The trainer: it deals a position, asks for a move, and shows what the move cost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final, get_args

import ipywidgets
import traitlets

from neuroanalysis.core.exercises import seed_name
from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import Move, Moves, Rules, moves
from neuroanalysis.games.neurotrio.analysis.chances import MODELS, Action, Model
from neuroanalysis.games.neurotrio.analysis.odds import MOST_SEARCHED, checked_model
from neuroanalysis.games.neurotrio.lessons.training import training_position
from neuroanalysis.games.neurotrio.pieces import PIECES, kind_name
from neuroanalysis.games.neurotrio.rules import GAME
from neuroanalysis.plots import register_here
from neuroanalysis.plots.chances import chance_words
from neuroanalysis.plots.colours import HERE, WRONG
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.neurotrio import card_svg, curves_html, kinds_of, move_name, moves_html
from neuroanalysis.plots.neurotrio.reasons import sentence
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.enlarging import Enlarging
from neuroanalysis.widgets.neurotrio_cards import preset_field
from neuroanalysis.widgets.neurotrio_position import HIGHEST_MINIMUM, minimum_field, minimum_of
from neuroanalysis.widgets.odds.fields import COMPILED, draws_field, draws_of, model_field
from neuroanalysis.widgets.panels import Latest, Panel
from neuroanalysis.widgets.saving import Saved, Saving

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["OddsTrainer", "Reply"]

_TEXTS: Final = "widgets.trainer"
_CARD: Final = 46
_BLINK: Final = 0.5


@dataclass(frozen=True)
class Reply:
    """What was chosen at a position, and what it cost.

    Attributes
    ----------
    number
        The position's.
    move
        What was chosen, with its cost and rank.
    best
        The best chance that there was.
    """

    number: int
    move: Move
    best: float

    @property
    def chance(self) -> float:
        """The chance of what was chosen."""
        return self.move.line.chances[-1]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        line = self.move.line
        return {
            "position": self.number,
            "action": line.action,
            "card": line.card,
            "chance": self.chance,
            "best": self.best,
            "cost": self.move.cost,
            "rank": self.move.rank,
        }


class OddsTrainer(Enlarging, Saving):
    """Positions to decide on, one after another, with what each decision cost.

    Parameters
    ----------
    seed
        Whose positions they are: a number or a name. The same seed deals the same positions.
    draws, minimum, model, rules
        How difficult it is; see `training_position`.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    seed, draws, minimum, model, rules
        As above. May be assigned, which begins anew.
    number
        Which position it is, from 1.
    table
        All moves of the position with their chances; None while it is dealt. Set in a thread.
    replies
        What was chosen so far, one reply a position.

    Raises
    ------
    NeuroanalysisError
        For arguments that are not valid.

    Examples
    --------
    >>> trainer = OddsTrainer("Ada", draws=1)
    >>> trainer.wait()
    True
    >>> best = trainer.table.best.line
    >>> trainer.choose(best.action, best.kind).move.cost
    0.0
    """

    seed = traitlets.Unicode()
    draws = traitlets.Int(min=1, max=MOST_SEARCHED)
    minimum = traitlets.Int(min=0, max=HIGHEST_MINIMUM)
    model = traitlets.Enum(MODELS)
    rules = traitlets.Instance(Rules)
    number = traitlets.Int(1)
    table = traitlets.Instance(Moves, allow_none=True)

    def __init__(
        self,
        seed: str | int = 1,
        draws: int = 2,
        *,
        minimum: int | None = None,
        model: Model = "discards-return",
        rules: Rules | None = None,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        register_here()
        rules = Rules.or_default(rules)
        seed_name(seed)  # an empty name is refused
        super().__init__(
            seed=str(seed).strip(),
            draws=draws,
            minimum=rules.least_minimum if minimum is None else minimum,
            model=checked_model(model),
            rules=rules,
            lesson=lesson,
        )
        self.replies: tuple[Reply, ...] = ()
        self._mistake: NeuroanalysisError | None = None
        # Positions are dealt in threads, the next one while a person still thinks.
        self._drawing = threading.RLock()
        self._dealing = threading.Lock()
        self._dealt: dict[int, Moves] = {}
        self._options = Panel(self._act)
        self._shown = Panel(self._act)
        self._latest = Latest(self._shown)
        self._unseen = Panel(self._act)
        self._ahead = Latest(self._unseen)
        for panel in (self._options, self._shown):
            panel.layout = ipywidgets.Layout(max_width="800px", min_width="0")
        self.view = ipywidgets.VBox(
            [self._options, self._shown], layout=ipywidgets.Layout(overflow="visible")
        )
        self._enlarges(self.view, self._draw_options)
        self.observe(lambda _: self._begin(), ["seed", "draws", "minimum", "model", "rules"])
        self._begin()

    @property
    def reply(self) -> Reply | None:
        """What was chosen at this position; None before."""
        last = self.replies[-1] if self.replies else None
        return last if last is not None and last.number == self.number else None

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the position; return whether it came in time (seconds)."""
        return self._latest.wait(timeout)

    def choose(self, action: Action, kind: int | None = None) -> Reply:
        """Make a move, and show what it cost.

        Parameters
        ----------
        action, kind
            As in a line of `Odds`.

        Raises
        ------
        ValueError
            If it is no move here, or one was made already.
        """
        with self._drawing:
            move = self.table.find(action, kind) if self.table is not None else None
            if self.table is None or move is None or self.reply is not None:
                raise ValueError(f"no move here: {action} {kind}")
            best = self.table.best.line.chances[-1]
            self.replies = (*self.replies, Reply(self.number, move, best))
            self._draw()
        return self.replies[-1]

    def advance(self) -> None:
        """Go on to the next position, if a move was made at this one."""
        if self.reply is not None:
            self.number += 1
            self._deal()

    def close(self) -> None:
        """Stop dealing and free the widgets."""
        self._latest.stop()
        self._ahead.stop()
        self._unseen.close()
        self.view.close()

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, object]:
        """Show the widgets; where there is no kernel, the position as it was drawn."""
        del include, exclude
        bundle: dict[str, object] = dict(self.view._repr_mimebundle_())
        bundle["text/plain"] = text(f"{_TEXTS}.label")
        self.wait(_BLINK)
        if self.table is not None:
            bundle["text/html"] = self._shown.html
        return bundle

    # Dealing

    def _begin(self) -> None:
        """Begin anew, with the first position."""
        self._ahead.stop()
        self.number, self.replies = 1, ()
        # Whatever is still being dealt belongs to the old settings and goes where nobody looks.
        self._dealt = {}
        self._draw_options()
        self._deal()

    def _deal(self) -> None:
        with self._drawing:
            self.table, self._mistake = None, None
        number = self.number
        deal = self._dealer()

        def work(_: Progress, cancel: Cancel) -> Moves:
            return deal(number, cancel)

        def take(table: Moves) -> None:
            with self._drawing:
                self.table = table
                self._draw()
            COMPILED.set()
            self._ahead.ask(
                lambda _, cancel: deal(number + 1, cancel),
                lambda _: None,
                fail=lambda _: None,  # it is said when that position is asked for
                working=str,
            )

        self._latest.ask(work, take, fail=self._refuse, working=_working, stoppable=True)

    def _dealer(self) -> Callable[[int, Cancel], Moves]:
        """Return what deals positions under the settings of now, each once."""
        seed, draws, minimum, rules = self.seed, self.draws, self.minimum, self.rules
        model, dealt, dealing = checked_model(self.model), self._dealt, self._dealing

        def deal(number: int, cancel: Cancel) -> Moves:
            with dealing:
                cancel.check()
                if number not in dealt:
                    dealt[number] = moves(
                        training_position(
                            seed,
                            number,
                            draws=draws,
                            minimum=minimum,
                            model=model,
                            rules=rules,
                            cancel=cancel,
                        )
                    )
                return dealt[number]

        return deal

    def _refuse(self, mistake: NeuroanalysisError) -> None:
        with self._drawing:
            self._mistake = mistake
            self._draw()

    def _forget_mistake(self) -> None:
        """Show the position again, which is still there after a field was refused."""
        with self._drawing:
            if self._mistake is not None and self.table is not None:
                self._mistake = None
                self._draw()

    # What a person does

    def _act(self, do: str, value: str) -> None:
        try:
            self._perform(do, value)
        except NeuroanalysisError as mistake:
            self._refuse(mistake)
            self._draw_options()
        else:
            self._forget_mistake()

    def _perform(self, do: str, value: str) -> None:
        match do:
            case "choose":
                self._click(value)
            case "next":
                self.advance()
            case "again":
                self._begin()
            case "stop":
                self._stop()
            case "export":
                self._hand_over(self._shown, value)
            case "deal":
                self._deal()
            case "lesson":
                self.lesson = value == "true"
            case "language":
                set_language(value)
                self._refresh_texts()
            case "seed":
                seed_name(value)  # an empty name is refused
                self.seed = value.strip()
            case "draws":
                self.draws = draws_of(value, MOST_SEARCHED)
            case "model":
                self.model = checked_model(value)
            case "minimum":
                if value:  # the entry "own" has none
                    self.minimum = minimum_of(value)
                self._draw_options()
            case "preset":
                rules = Rules.from_mapping({"preset": value})
                with self.hold_trait_notifications():
                    self.rules, self.minimum = rules, rules.least_minimum
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _stop(self) -> None:
        """Deal no more, until asked; what is there already stays."""
        self._latest.stop()
        self._ahead.stop()
        with self._drawing:
            if self.table is None:
                again = controls.button(text(f"{_TEXTS}.deal"), "deal")
                stopped = controls.message(text("widgets.odds.stopped"))
                self._shown.show(controls.row(stopped, again))

    def _click(self, value: str) -> None:
        """Make the move of a button; those of a position that is gone do nothing."""
        number, named, kind = value.split()
        here = self.table is not None and self.reply is None and int(number) == self.number
        for action in _ACTIONS:
            if here and action == named:
                self.choose(action, None if kind == "-" else int(kind))

    # Drawing

    def _refresh_texts(self) -> None:
        for panel in (self._options, self._shown):
            panel.refresh_texts()
        self._draw_options()
        with self._drawing:
            self._draw()

    def _draw_options(self) -> None:
        self._options.show(
            controls.row(
                preset_field(self.rules),
                minimum_field(self.rules, self.minimum),
                controls.view_buttons(lesson=self.lesson),
            )
            + controls.row(draws_field(self.draws), model_field(self.model))
            + controls.row(
                controls.words(
                    text(f"{_TEXTS}.seed"),
                    "seed",
                    self.seed,
                    example=text(f"{_TEXTS}.example"),
                    kept=True,
                )
            )
        )

    def _saved(self) -> Saved | None:
        replies = self.replies
        if not replies:
            return None
        settings = {
            "game": GAME,
            "seed": self.seed,
            "draws": self.draws,
            "minimum": self.minimum,
            "model": self.model,
            "rules": self.rules.differences(),
        }
        rows = [reply.to_dict() for reply in replies]

        def table() -> pd.DataFrame:
            import pandas as pd

            return pd.DataFrame(rows)

        return Saved("neurotrio-training", lambda: settings | {"replies": rows}, table)

    def _draw(self) -> None:
        if self._mistake is not None:
            said = str(self._mistake)
            self._shown.show(controls.message(said, error=True), said)
        elif self.table is not None:
            parts = [self._head(), self._hand(self.table), self._question(self.table)]
            reply = self.reply
            if reply is not None:
                parts = [*parts[:2], *_result(self.table, reply)]
            parts.append(self._score())
            html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
            spoken = self._asked() if reply is None else _verdict(self.table, reply)
            self._shown.show(html + self._saving_row(), spoken)

    def _head(self) -> str:
        title = text(f"{_TEXTS}.position", number=self.number, seed=self.seed)
        return controls.row(
            f'<span style="font-weight:600;font-size:15px">{escape(title)}</span>',
            controls.button(
                text(f"{_TEXTS}.next"), "next", enabled=self.reply is not None, key="next"
            ),
        )

    def _asked(self) -> str:
        draws = quantity("draws", self.draws)
        return text(f"{_TEXTS}.asked", draws=draws, minimum=self.minimum)

    def _question(self, table: Moves) -> str:
        """Ask for a move; those that are no discard have buttons under the hand."""
        others = [
            controls.button(
                sentence(move_name(row.line)), "choose", self._value(row.line.action, row.line.kind)
            )
            for row in table.rows
            if row.line.action != "discard"
        ]
        return f"<div>{escape(self._asked())}</div>" + (controls.row(*others) if others else "")

    def _hand(self, table: Moves) -> str:
        """Draw the hand as buttons; after the move the best ones and the chosen one are marked."""
        reply = self.reply
        cards = []
        # Of copies of a card only one is marked.
        before = -1
        for kind in kinds_of(table.odds.position.hand):
            first, before = kind != before, kind
            move = table.find("discard", kind)
            marks = []
            if reply is not None and first and move is not None:
                marks += ["best"] * (move.rank == 1) + ["yours"] * (move is reply.move)
            cards.append(self._card(kind, marks))
        label = escape(text(f"{_TEXTS}.hand"))
        return (
            f'<div data-rove="hand" role="group" aria-label="{label}" '
            f'style="display:flex;flex-wrap:wrap;gap:6px 3px;align-items:flex-start">'
            f"{''.join(cards)}</div>"
        )

    def _card(self, kind: int, marks: list[str]) -> str:
        words = " · ".join(text(f"plots.odds.{mark}") for mark in marks)
        card = f"{kind_name(kind)} ({PIECES.codes[kind]})"
        name = text(f"{_TEXTS}.discard", card=card) if self.reply is None else card
        name = escape(f"{name}: {words}" if words else name)
        off = "" if self.reply is None else ' aria-disabled="true"'
        colour = WRONG if "best" not in marks else HERE
        ring = f"box-shadow:0 0 0 3px {colour}" if marks else ""
        drawing = card_svg(kind, width=_CARD, decorative=True)
        return (
            f'<span style="display:inline-flex;flex-direction:column;align-items:center;gap:5px">'
            f'<button type="button" class="na-pick" data-do="choose" '
            f'data-value="{self._value("discard", kind)}"{off} aria-label="{name}" '
            f'title="{name}" style="{ring}">{drawing}</button>'
            f'<span aria-hidden="true" style="font-size:12px;max-width:64px;text-align:center">'
            f"{escape(words)}</span></span>"
        )

    def _value(self, action: Action | None, kind: int | None) -> str:
        return f"{self.number} {action} {'-' if kind is None else kind}"

    def _score(self) -> str:
        """Say how all replies together did."""
        if not self.replies:
            return controls.message(text(f"{_TEXTS}.no_score"))
        kept = sum(reply.chance for reply in self.replies) / sum(r.best for r in self.replies)
        said = text(
            f"{_TEXTS}.score",
            positions=quantity("positions", len(self.replies)),
            best=sum(reply.move.rank == 1 for reply in self.replies),
            kept=percent(kept, 3),
        )
        again = controls.button(text(f"{_TEXTS}.again"), "again")
        return controls.row(f"<span>{escape(said)}</span>", again)


_ACTIONS: Final[tuple[Action, ...]] = get_args(Action)


def _result(table: Moves, reply: Reply) -> list[str]:
    """Return what the move cost, why the best is best, and all moves."""
    verdict = f'<div style="font-weight:600">{escape(_verdict(table, reply))}</div>'
    title = text(f"{_TEXTS}.curves")
    curves = (
        f'<details data-key="curves"><summary>{escape(title)}</summary>'
        f"{curves_html(table.odds)}</details>"
    )
    return [verdict, moves_html(table, reply.move), curves]


def _verdict(table: Moves, reply: Reply) -> str:
    """Say what the move cost."""
    move = reply.move
    return text(
        f"{_TEXTS}.{'right' if move.rank == 1 else 'wrong'}",
        move=sentence(move_name(move.line)),
        chance=chance_words(reply.chance),
        cost=number_text(100 * move.cost, 3),
        best=move_name(table.best.line),
        best_chance=chance_words(reply.best),
        rank=move.rank,
        moves=quantity("moves", len(table.rows)),
    )


def _working() -> str:
    return text(f"{_TEXTS}.{'working' if COMPILED.is_set() else 'compiling'}")

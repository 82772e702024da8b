"""The hand explorer of Mhing: cards picked, the answer beside them.

It draws and asks. What a hand is worth, which rules there are and what is wrong with a hand is all
known elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

import traitlets

from neuroanalysis.core import options
from neuroanalysis.core.work import Cancel, Options, Progress
from neuroanalysis.games.mhing.analysis import (
    Discards,
    Goals,
    Odds,
    Prospects,
    Reach,
    choose_goal,
    credits_reachable,
    discards,
    odds,
    useful_credits,
)
from neuroanalysis.games.mhing.evaluation import Evaluation
from neuroanalysis.games.mhing.pieces import PIECES, kind_name
from neuroanalysis.games.mhing.position import Combination, Position
from neuroanalysis.games.mhing.rules import CREDIT_LINES, GAME, Rules
from neuroanalysis.games.mhing.scoring import evaluate
from neuroanalysis.plots.mhing.analysis import discards_html, reach_html, useful_html
from neuroanalysis.plots.mhing.evaluation import (
    credits_html,
    evaluation_html,
    facts_html,
    headline_html,
    reading_html,
    verdict,
)
from neuroanalysis.plots.mhing.odds import goals_html, goals_words, odds_html, odds_words
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.explorer import Explorer, Warming
from neuroanalysis.widgets.mhing_cards import (
    OPTIONS,
    card_game,
    changed_rules,
    credit_fields,
    gone_cards,
    minimum_field,
    option_fields,
    option_name,
)
from neuroanalysis.widgets.numbers import typed_number
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.saving import Saved

__all__ = ["VIEWS", "HandAnswer", "HandExplorer", "View"]

View: TypeAlias = Literal["next", "reach", "odds", "goals"]
"""What is shown under a hand: the next card or discard, credits in reach, chances, goals."""

VIEWS: Final[tuple[View, ...]] = get_args(View)

_TEXTS: Final = "widgets.mhing"
_EXAMPLE: Final = "555z 4s-5s*-6s"
_MOST_DRAWS: Final = 30
_SAMPLES: Final = 1000
_HAND: Final = "123445566789m 11z"
_WAITING: Final = "123345567m 99m 2p 1z"


def _tasks() -> list[tuple[str, Callable[[], object]]]:
    """Return what there is to compile, each with the name of its part."""
    return [
        ("readings", lambda: evaluate(_HAND)),
        ("next", lambda: (discards(f"{_WAITING} 5s"), useful_credits(_WAITING))),
        ("odds", lambda: odds(_WAITING, 1)),
        ("played", lambda: odds(_WAITING, 3, samples=2)),
    ]


_warming: Final = Warming(_tasks, ("readings", "next"))
_chances_warming: Final = Warming(_tasks, ("odds", "played"))


@dataclass(frozen=True)
class HandAnswer:
    """What was found of a hand.

    Parameters
    ----------
    evaluation
        What it is worth, and how far it is.
    next
        The discards where one is due, else the useful cards with what each leads to.
    reach
        The credits in reach.
    odds, goals
        Chances and goals, where they were asked.
    """

    evaluation: Evaluation
    next: Discards | Prospects
    reach: Reach
    odds: Odds | None = None
    goals: Goals | None = None

    @property
    def position(self) -> Position:
        """The question."""
        return self.evaluation.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the evaluation's and the advice's fields, ``reach``, more."""
        record = self.evaluation.to_dict() | self.next.to_dict() | {"reach": self.reach.to_dict()}
        if self.odds is not None:
            record["odds"] = self.odds.to_dict()
        if self.goals is not None:
            record["goals"] = self.goals.to_dict()
        return record


class HandExplorer(Explorer[Position]):
    """Pick the cards of a hand, and read what it is worth, how far it is and what to go for.

    Parameters
    ----------
    hand
        What to begin with: cards, the text of a position, or a position. Nothing by default.
    laid
        Combinations on the table, where `hand` does not say them.
    rules
        Where the position names none: the default rules.
    draws
        Draws still to come, for chances and goals.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    rules, laid, draws
        What holds besides the cards that are picked. May be assigned.
    shown
        What is shown under the hand, one of `VIEWS`. May be assigned.
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
    >>> explorer = HandExplorer("123445566789m 11z")
    >>> explorer.wait()
    True
    >>> explorer.answer.evaluation.credits
    13
    """

    rules = traitlets.Instance(Rules)
    laid = traitlets.Tuple()
    draws = traitlets.Int(12, min=1, max=_MOST_DRAWS)
    shown = traitlets.Enum(VIEWS, "next")
    answer = traitlets.Instance(HandAnswer, allow_none=True)

    name = _TEXTS
    refines = True

    def __init__(
        self,
        hand: str | Position = "",
        *,
        laid: str = "",
        rules: Rules | None = None,
        draws: int = 12,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        start = None
        vectors: dict[str, Iterable[int]] = {}
        if isinstance(hand, Position) or hand.strip():
            start = Position.of(hand, laid=laid, rules=rules)
            vectors = _vectors(start)
        self._number = 0
        super().__init__(
            vectors,
            rules=start.rules if start else Rules.or_default(rules),
            laid=start.laid if start else tuple(map(Combination.of, laid.split())),
            draws=draws,
            lesson=lesson,
        )
        self.observe(lambda _: self._change_game(), ["rules", "laid"])
        self.observe(lambda _: self._ask(), ["draws", "shown"])

    @property
    def position(self) -> Position | None:
        """What is picked, or None without a card.

        Raises
        ------
        NeuroanalysisError
            For cards that cannot be a position under these rules.
        """
        picked = self.picker.selection
        if not any(picked["hand"]):
            return None
        return Position(hand=picked["hand"], laid=self.laid, seen=picked["seen"], rules=self.rules)

    def show_reading(self, number: int) -> None:
        """Show one of the readings worth most, from 1; beyond those listed the nearest of them."""
        with self._drawing:
            if self.answer is not None:
                listed = len(self.answer.evaluation.readings)
                self._number = max(0, min(number, listed) - 1)
            self._draw_answer()

    # Questions and answers

    def _question(self, position: Position) -> None:
        shown, draws = self.shown, self.draws
        further = shown in ("odds", "goals") and _whole(position)
        with self._drawing:
            asked = self._asked
            known = self.answer
        if known is not None and known.position != position:
            known = None

        def work(progress: Progress, cancel: Cancel) -> tuple[int, HandAnswer]:
            _warming.up(progress, cancel)
            answer = known or _answer(position)
            if further:
                self._take((asked, answer))
                _chances_warming.up(progress, cancel)
                answer = _with_chances(answer, shown, draws, progress, cancel)
            return asked, answer

        def working() -> str:
            return (_chances_warming if further else _warming).working()

        self._latest.ask(work, self._take, fail=self._refuse, working=working, stoppable=True)

    def _idle(self) -> None:
        _warming.prepare(self._latest)

    def _soon(self) -> bool:
        return _warming.done and self.shown in ("next", "reach")

    def _forget(self) -> None:
        self.answer = None

    def _answered(self) -> Position | None:
        return None if self.answer is None else self.answer.position

    def _take(self, found: tuple[int, HandAnswer]) -> None:
        asked, answer = found
        with self._drawing:
            if asked != self._asked:
                return
            if self.answer is None or self.answer.position != answer.position:
                self._number = 0
            self.answer = answer
            self._draw_answer()

    # What a person does

    def _perform(self, do: str, value: str) -> None:
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            self.picker.message = ""  # what was wrong with a field before
            self.rules = rules
            return
        match do:
            case "laid":
                self.picker.message = ""
                self.laid = tuple(Combination.of(words) for words in value.split())
            case "draws":
                self.picker.message = ""
                self.draws = typed_number(value, text(f"{_TEXTS}.draws"), 1, _MOST_DRAWS)
            case "show" if value in VIEWS:
                self.shown = value
            case "reading":
                self.show_reading(int(value))
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _kind(self, code: str) -> int:
        return PIECES.kind(code)

    def _gone_words(self, gone: tuple[int, ...]) -> str:
        return gone_cards(gone)

    def _game(self) -> PickerGame:
        return card_game(self.rules, laid=self.laid, random=self._random, parse=self._parse)

    def _parse(self, line: str) -> Mapping[str, Iterable[int]]:
        """Read cards or a whole position; a line that begins with the game's name is all."""
        if not line.strip():
            return {}
        whole = line.lower().lstrip().startswith(GAME)
        position = Position.of(line, rules=self.rules)
        if not (whole or position.laid):
            position = replace(position, laid=self.laid)
        self.rules = position.rules
        self.laid = position.laid
        return _vectors(position)

    # Drawing

    def _options_html(self) -> str:
        changes = self.rules.differences()
        for name in ("preset", "min_credits", *OPTIONS, *CREDIT_LINES):
            changes.pop(name, None)
        laid = " ".join(one.to_text() for one in self.laid)
        shown = [
            controls.row(
                minimum_field(self.rules),
                controls.words(option_name("laid"), "laid", laid, example=_EXAMPLE),
                controls.view_buttons(lesson=self.lesson),
            ),
            controls.unfold(option_name("more"), *option_fields(self.rules)),
            controls.unfold(option_name("credits"), *credit_fields(self.rules)),
        ]
        if changes:
            words = " ".join(options.words(changes))
            shown.append(controls.message(text(f"{_TEXTS}.options.changes", changes=words)))
        return "".join(shown)

    def _saved(self) -> Saved | None:
        answer = self.answer
        if answer is None:
            return None
        shown = {
            "next": answer.next,
            "reach": answer.reach,
            "odds": answer.odds,
            "goals": answer.goals,
        }[self.shown]
        table = answer.evaluation if shown is None or answer.evaluation.wins else shown
        return Saved("mhing-hand", answer.to_dict, table.to_frame)

    def _static_html(self) -> str | None:
        if self.answer is None:
            return None
        parts = [evaluation_html(self.answer.evaluation), self._below(self.answer, bare=True)]
        return "".join(parts)

    def _answer_html(self) -> tuple[str, str] | None:
        answer = self.answer
        if answer is None:
            return None
        evaluation = answer.evaluation
        parts = [headline_html(evaluation), *self._reading(evaluation)]
        if not evaluation.complete:
            parts.append(facts_html(evaluation))
        parts += [self._views(answer), self._below(answer)]
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        return html, " ".join([str(evaluation), *verdict(evaluation), *self._spoken(answer)])

    def _reading(self, evaluation: Evaluation) -> list[str]:
        """Draw a reading with its credits, and buttons to turn over the others worth as much."""
        if evaluation.best is None:
            return []
        reading = evaluation.readings[min(self._number, len(evaluation.readings) - 1)]
        parts = [reading_html(reading, evaluation.position), credits_html(reading)]
        if evaluation.reading_count > 1:
            listed, total = len(evaluation.readings), evaluation.reading_count
            parts.insert(0, controls.pager("reading", self._number + 1, listed, total, _TEXTS))
        return parts

    def _views(self, answer: HandAnswer) -> str:
        """Buttons to choose what is shown, and the draws where they matter."""
        leaving = isinstance(answer.next, Discards)
        buttons = [
            controls.button(
                text(f"{_TEXTS}.view.{'discards' if view == 'next' and leaving else view}"),
                "show",
                view,
                pressed=view == self.shown,
            )
            for view in VIEWS
        ]
        parts = [controls.together(*buttons, label=text(f"{_TEXTS}.views"))]
        if self.shown in ("odds", "goals"):
            name = text(f"{_TEXTS}.draws")
            parts.append(controls.number(name, "draws", self.draws, 1, _MOST_DRAWS, shown=name))
        return controls.row(*parts)

    def _below(self, answer: HandAnswer, *, bare: bool = False) -> str:
        """Draw what was chosen: of cards a button each, but for a page that cannot answer."""
        leaving = isinstance(answer.next, Discards)
        do, words = ("remove", "discard") if leaving else ("add", "add")

        def around(kind: int, drawing: str) -> str:
            name = text(f"{_TEXTS}.{words}", card=f"{kind_name(kind)} ({PIECES.codes[kind]})")
            return controls.pick(drawing, do, PIECES.codes[kind], name)

        chosen = {} if bare else {"around": around}
        found, goals = answer.odds, answer.goals
        if self.shown == "reach":
            return reach_html(answer.reach)
        if self.shown == "next":
            if isinstance(answer.next, Discards):
                drawn = discards_html(answer.next, **chosen)
            else:
                drawn = useful_html(answer.next, **chosen)
        elif not _whole(answer.position):
            return controls.message(text(f"{_TEXTS}.whole"))
        elif self.shown == "odds" and found is not None and found.draws == self.draws:
            drawn = odds_html(found, **chosen)
        elif self.shown == "goals" and goals is not None and goals.draws == self.draws:
            drawn = goals_html(goals, **chosen)
        else:
            return self._stopped_html(bare=bare) if self._stopped else ""
        if "<button" not in drawn:
            return drawn
        hint = controls.message(text(f"{_TEXTS}.{'what_if_discard' if leaving else 'what_if'}"))
        return f'<div data-rove="advice">{drawn}</div>{hint}'

    def _spoken(self, answer: HandAnswer) -> list[str]:
        if self.shown == "odds" and answer.odds is not None and answer.odds.draws == self.draws:
            return [odds_words(answer.odds)]
        if self.shown == "goals" and answer.goals is not None and answer.goals.draws == self.draws:
            return [goals_words(answer.goals)]
        return []


def _answer(position: Position) -> HandAnswer:
    found = discards(position) if position.to_discard else useful_credits(position)
    return HandAnswer(evaluate(position), found, credits_reachable(position))


def _with_chances(
    answer: HandAnswer, shown: View, draws: int, progress: Progress, cancel: Cancel
) -> HandAnswer:
    """Return an answer with the chances or the goals of so many draws, if it has them not."""
    position, how = answer.position, Options(progress=progress, cancel=cancel)
    if shown == "odds" and (answer.odds is None or answer.odds.draws != draws):
        answer = replace(answer, odds=odds(position, draws, samples=_SAMPLES, how=how))
    if shown == "goals" and (answer.goals is None or answer.goals.draws != draws):
        answer = replace(answer, goals=choose_goal(position, draws, samples=_SAMPLES, how=how))
    return answer


def _whole(position: Position) -> bool:
    """Whether a hand has as many cards as chances are asked of."""
    return position.cards >= position.rules.hand_size


def _vectors(position: Position) -> dict[str, Iterable[int]]:
    """Return what the picker is to show of a position."""
    return {"hand": position.hand, "seen": position.seen}

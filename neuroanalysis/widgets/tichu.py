"""The hand explorer of Tichu: cards picked, the answer beside them.

It draws and asks. How a hand is parted, what beats a play, what a call brings and what is wrong
with a hand is all known elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import traitlets

from neuroanalysis.core import options
from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.games.tichu.analysis import Beaten, Unseen, beaten
from neuroanalysis.games.tichu.evaluation import Answers, Evaluation
from neuroanalysis.games.tichu.pieces import LOWEST, PIECES, RANK_CODES
from neuroanalysis.games.tichu.position import Combination, Position
from neuroanalysis.games.tichu.rules import GAME, PLAYERS, Rules
from neuroanalysis.games.tichu.scoring import answers, evaluate
from neuroanalysis.games.tichu.study import CallAdvice, whether_to_call
from neuroanalysis.plots.tichu.beaten import beaten_table
from neuroanalysis.plots.tichu.calls import advice_words, calls_html
from neuroanalysis.plots.tichu.evaluation import (
    answers_html,
    bombs_html,
    contents_html,
    controls_html,
    evaluation_html,
    headline_html,
    leads_html,
    partition_html,
    verdict,
)
from neuroanalysis.texts import set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.explorer import Explorer, Warming
from neuroanalysis.widgets.numbers import typed_number
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.saving import Saved
from neuroanalysis.widgets.tichu_cards import (
    OPTIONS,
    card_game,
    changed_rules,
    option_fields,
    option_name,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["VIEWS", "HandAnswer", "HandExplorer", "View"]

View: TypeAlias = Literal["leads", "beaten", "answers", "contents", "call"]
"""What is shown under a hand: losing leads and controls, chances that its plays are beaten, what
may be laid, the combinations in it, whether to call."""

VIEWS: Final[tuple[View, ...]] = get_args(View)

_TEXTS: Final = "widgets.tichu"
_EXAMPLE: Final = "7s-8h-Ph=9-Ts-Jd"
_MOST_ROUNDS: Final = 100_000
_FEWEST_ROUNDS: Final = 100
# So much work that all is compiled which tells the chances.
_MUCH: Final = "As Ks Kh 9s 9h 8d 7d 6s 5h 5d 4s 4h 2s Ph | others 4 4 4"
_STRAIGHT: Final = "4s-5h-6s-7d-8d"
_HAND: Final = "5s 5h 5d 5c 6s 7s 8s 9s Ph Dr As Ah Dog 2c"


def _tasks() -> list[tuple[str, Callable[[], object]]]:
    """Return what there is to compile, each with the name of its part."""
    return [
        ("partitions", lambda: evaluate(_HAND, trick="4s")),
        ("beaten", lambda: beaten(Combination.of(_STRAIGHT), Unseen.by(Position.of(_MUCH)))),
        ("calls", lambda: whether_to_call(_HAND, rounds=2, workers=1)),
    ]


_warming: Final = Warming(_tasks, ("partitions",))
_beaten_warming: Final = Warming(_tasks, ("beaten",))
_calls_warming: Final = Warming(_tasks, ("calls",))


@dataclass(frozen=True)
class HandAnswer:
    """What was found of a hand.

    Parameters
    ----------
    evaluation
        Its partitions, bombs, leads, controls.
    answers
        What may be laid on the trick, or led.
    beaten
        How likely its plays are beaten, where it was asked.
    advice
        Whether to call, where it was asked.
    exchanged
        Whether `advice` is of cards after the exchange.
    """

    evaluation: Evaluation
    answers: Answers
    beaten: tuple[Beaten, ...] = ()
    advice: CallAdvice | None = None
    exchanged: bool = False

    @property
    def position(self) -> Position:
        """The question."""
        return self.evaluation.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the evaluation's fields, ``answers``, what else was asked."""
        record = self.evaluation.to_dict() | {"answers": self.answers.to_dict()}
        if self.beaten:
            record["beaten"] = [one.to_dict() for one in self.beaten]
        if self.advice is not None:
            record["calls"] = self.advice.record() | {"exchanged": self.exchanged}
        return record

    def to_frame(self, shown: View) -> pd.DataFrame:
        """Return what is shown as a table; the partitions where that is none."""
        import pandas as pd

        if shown == "call" and self.advice is not None:
            return self.advice.to_frame().reset_index()
        if shown == "beaten" and self.beaten:
            return pd.json_normalize([one.to_dict() for one in self.beaten], sep="_")
        if shown == "answers" and self.answers.plays:
            return pd.json_normalize([play.to_dict() for play in self.answers.plays], sep="_")
        return self.evaluation.to_frame()


class HandExplorer(Explorer[Position]):
    """Pick the cards of a hand, and read how it is best parted, what may be beaten and called.

    Parameters
    ----------
    hand
        What to begin with: cards, the text of a position, or a position. Nothing by default.
    trick, wish, others
        See `Position.of`, where `hand` does not say them.
    rules
        Where the position names none: the default rules.
    rounds
        How many rounds are simulated to tell whether to call.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.

    Attributes
    ----------
    rules, trick, wish, others, rounds
        What holds besides the cards that are picked. May be assigned.
    exchanged
        Whether 14 cards are those after the exchange, for a call. May be assigned.
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
    >>> explorer = HandExplorer("7s 7h 9d")
    >>> explorer.wait()
    True
    >>> explorer.answer.evaluation.fewest_plays
    2
    """

    rules = traitlets.Instance(Rules)
    trick = traitlets.Instance(Combination, allow_none=True)
    wish = traitlets.Int(None, allow_none=True)
    others = traitlets.Tuple()
    rounds = traitlets.Int(500, min=_FEWEST_ROUNDS, max=_MOST_ROUNDS)
    exchanged = traitlets.Bool(False)
    shown = traitlets.Enum(VIEWS, "leads")
    answer = traitlets.Instance(HandAnswer, allow_none=True)

    name = _TEXTS
    refines = True

    def __init__(
        self,
        hand: str | Position = "",
        *,
        trick: str = "",
        wish: str = "",
        others: str = "",
        rules: Rules | None = None,
        rounds: int = 500,
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        if lang is not None:
            set_language(lang)
        whole = isinstance(hand, Position) or bool(hand.strip())
        start = Position.of(hand, trick=trick, wish=wish, others=others, rules=rules)
        self._number = 0
        super().__init__(
            _vectors(start) if whole else {},
            rules=start.rules,
            trick=start.trick,
            wish=start.wish,
            others=start.others,
            rounds=rounds,
            lesson=lesson,
        )
        self.observe(lambda _: self._change_game(), "rules")
        self.observe(lambda _: self._ask_and_draw(), ["trick", "wish", "others"])
        self.observe(lambda _: self._ask(), ["rounds", "exchanged", "shown"])

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
        return Position(
            hand=picked["hand"],
            trick=self.trick,
            wish=self.wish,
            seen=picked["seen"],
            others=self.others,
            rules=self.rules,
        )

    def show_partition(self, number: int) -> None:
        """Show one of the partitions into fewest plays, from 1; beyond those listed the nearest."""
        with self._drawing:
            if self.answer is not None:
                listed = len(self.answer.evaluation.partitions)
                self._number = max(0, min(number, listed) - 1)
            self._draw_answer()

    # Questions and answers

    def _question(self, position: Position) -> None:
        shown, rounds, exchanged = self.shown, self.rounds, self.exchanged
        further = shown == "beaten" or (shown == "call" and _callable(position))
        with self._drawing:
            asked = self._asked
            known = self.answer
        if known is not None and known.position != position:
            known = None
        warming = {"beaten": _beaten_warming, "call": _calls_warming}.get(shown, _warming)

        def work(progress: Progress, cancel: Cancel) -> tuple[int, HandAnswer]:
            _warming.up(progress, cancel)
            answer = known or HandAnswer(evaluate(position), answers(position))
            if further:
                self._take((asked, answer))
                warming.up(progress, cancel)
                if shown == "beaten":
                    answer = _with_chances(answer, progress, cancel)
                else:
                    answer = _with_advice(answer, rounds, exchanged, progress, cancel)
            return asked, answer

        def working() -> str:
            return (warming if further else _warming).working()

        self._latest.ask(work, self._take, fail=self._refuse, working=working, stoppable=True)

    def _ask_and_draw(self) -> None:
        self._ask()
        self._draw_options()

    def _idle(self) -> None:
        _warming.prepare(self._latest)

    def _soon(self) -> bool:
        return _warming.done and self.shown != "call"

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
        self.picker.message = ""  # what was wrong with a field before
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            self.rules = rules
            return
        match do:
            case "trick":
                self.trick = Combination.of(value, self.rules) if value.strip() else None
            case "wish":
                self.wish = int(value) if value else None
            case "others":
                # Checked with the hand, too; a mistake in the words is told here.
                self.others = Position.of("", others=value).others
            case "rounds":
                name = text(f"{_TEXTS}.rounds")
                self.rounds = typed_number(value, name, _FEWEST_ROUNDS, _MOST_ROUNDS)
            case "exchanged":
                self.exchanged = value == "true"
            case "show" if value in VIEWS:
                self.shown = value
            case "partition":
                self.show_partition(int(value))
            case _:
                raise ValueError(f"unknown request of the page: {do!r}")

    def _kind(self, code: str) -> int:
        return PIECES.kind(code)

    def _gone_words(self, gone: tuple[int, ...]) -> str:
        return PIECES.format(gone)

    def _game(self) -> PickerGame:
        return card_game(self.rules, random=self._random, parse=self._parse)

    def _parse(self, line: str) -> Mapping[str, Iterable[int]]:
        """Read cards or a whole position; a line that begins with the game's name is all."""
        if not line.strip():
            return {}
        position = Position.of(line, rules=self.rules)
        if line.lower().lstrip().startswith(GAME) or position.trick is not None:
            with self.hold_trait_notifications():
                self.rules = position.rules
                self.trick, self.wish = position.trick, position.wish
                self.others = position.others
        return _vectors(position)

    # Drawing

    def _options_html(self) -> str:
        changes = self.rules.differences()
        for name in ("preset", *OPTIONS):
            changes.pop(name, None)
        wishes: list[tuple[object, str]] = [("", text(f"{_TEXTS}.no_wish"))]
        wishes += [(LOWEST + place, code) for place, code in enumerate(_rank_words())]
        trick = self.trick.to_text() if self.trick else ""
        others = " ".join(map(str, self.others))
        shown = [
            controls.row(
                controls.words(text(f"{_TEXTS}.trick"), "trick", trick, example=_EXAMPLE),
                controls.select(
                    text(f"{_TEXTS}.wish"), "wish", wishes, "" if self.wish is None else self.wish
                ),
                controls.words(text(f"{_TEXTS}.others"), "others", others, example="14 14 14"),
                controls.view_buttons(lesson=self.lesson),
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
        return Saved("tichu-hand", answer.to_dict, lambda: answer.to_frame(self.shown))

    def _static_html(self) -> str | None:
        if self.answer is None:
            return None
        return evaluation_html(self.answer.evaluation) + self._below(self.answer, bare=True)

    def _answer_html(self) -> tuple[str, str] | None:
        answer = self.answer
        if answer is None:
            return None
        evaluation = answer.evaluation
        parts = [headline_html(evaluation), *self._partition(evaluation)]
        parts += [bombs_html(evaluation.bombs), self._views(), self._below(answer)]
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        spoken = [str(evaluation), *verdict(evaluation)]
        advice = _advice_of(answer, self.rounds, self.exchanged)
        if self.shown == "call" and advice is not None:
            spoken.append(advice_words(advice))
        return html, " ".join(spoken)

    def _partition(self, evaluation: Evaluation) -> list[str]:
        """Draw a partition into fewest plays, and buttons to turn over the others."""
        listed = evaluation.partitions
        parts = [partition_html(listed[min(self._number, len(listed) - 1)])]
        if evaluation.partition_count > 1:
            total = evaluation.partition_count
            number = self._number + 1
            parts.insert(0, controls.pager("partition", number, len(listed), total, _TEXTS))
        return parts

    def _views(self) -> str:
        """Buttons to choose what is shown, and what is simulated where it matters."""
        buttons = [
            controls.button(text(f"{_TEXTS}.view.{view}"), "show", view, pressed=view == self.shown)
            for view in VIEWS
        ]
        parts = [controls.together(*buttons, label=text(f"{_TEXTS}.views"))]
        if self.shown == "call":
            name = text(f"{_TEXTS}.rounds")
            parts.append(
                controls.number(
                    name, "rounds", self.rounds, _FEWEST_ROUNDS, _MOST_ROUNDS, shown=name
                )
            )
            parts.append(
                controls.checkbox(text(f"{_TEXTS}.exchanged"), "exchanged", self.exchanged)
            )
        return controls.row(*parts)

    def _below(self, answer: HandAnswer, *, bare: bool = False) -> str:
        """Draw what was chosen; `bare` for a page that cannot answer."""
        match self.shown:
            case "leads":
                leads = answer.evaluation.leads
                if bare:
                    return ""  # a part of the answer that is drawn above
                drawn = leads_html(leads) if leads else controls.message(text(f"{_TEXTS}.large"))
                return f"{drawn}<br>{controls_html(answer.evaluation.controls)}"
            case "answers":
                return answers_html(answer.answers)
            case "contents":
                return contents_html(answer.evaluation)
            case "beaten" if answer.beaten:
                return beaten_table(answer.beaten) + _assumed(answer.position)
            case "call" if not _callable(answer.position):
                rules = answer.position.rules
                first, cards = rules.first_cards, rules.hand_size
                return controls.message(text(f"{_TEXTS}.whole", first=first, cards=cards))
            case "call" if (advice := _advice_of(answer, self.rounds, self.exchanged)) is not None:
                return calls_html(advice)
        return self._stopped_html(bare=bare) if self._stopped else ""


def _rank_words() -> Iterable[str]:
    """Return how the ranks are shown, from 2, in the language in force."""
    faces = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    for code in RANK_CODES:
        face = faces.get(code, code)
        yield face if face.isdigit() else text(f"tichu.rank.{face}")


def _assumed(position: Position) -> str:
    """Say how many cards the others are taken to hold; nothing where that is known."""
    if position.others or position.unseen.bit_count() == position.rules.hand_size * (PLAYERS - 1):
        return ""
    sizes = " ".join(map(str, Unseen.by(position).sizes))
    return controls.message(text(f"{_TEXTS}.others_assumed", sizes=sizes))


def _callable(position: Position) -> bool:
    """Whether a hand has as many cards as a call can be asked of."""
    return position.cards in (position.rules.first_cards, position.rules.hand_size)


def _with_chances(answer: HandAnswer, progress: Progress, cancel: Cancel) -> HandAnswer:
    """Return an answer with the chances of its plays, if it has them not."""
    position = answer.position
    if answer.beaten:
        return answer
    unseen = Unseen.by(position)
    leads = answer.evaluation.leads
    plays = [one for partition in answer.evaluation.partitions[:1] for one in partition.plays]
    if leads is not None:
        plays += [play for play in leads.partition.plays if play not in plays]
    found: dict[int, Beaten] = {}
    rows = []
    for number, play in enumerate(plays):
        progress(number, len(plays))
        cancel.check()
        if play.code not in found:
            found[play.code] = beaten(play, unseen)
        rows.append(replace(found[play.code], play=play))
    return replace(answer, beaten=tuple(rows))


def _advice_of(answer: HandAnswer, rounds: int, exchanged: bool) -> CallAdvice | None:
    """Return whether to call, if it was judged in this way."""
    position, advice = answer.position, answer.advice
    exchanged = exchanged and position.cards == position.rules.hand_size
    if advice is None or (advice.rounds, answer.exchanged) != (rounds, exchanged):
        return None
    return advice


def _with_advice(
    answer: HandAnswer, rounds: int, exchanged: bool, progress: Progress, cancel: Cancel
) -> HandAnswer:
    """Return an answer with whether to call, judged by so many rounds, if it has it not."""
    if _advice_of(answer, rounds, exchanged) is not None:
        return answer
    position = answer.position
    exchanged = exchanged and position.cards == position.rules.hand_size
    advice = whether_to_call(
        position.hand,
        rules=position.rules,
        rounds=rounds,
        exchanged=exchanged,
        workers=1,
        progress=progress,
        cancel=cancel,
    )
    return replace(answer, advice=advice, exchanged=exchanged)


def _vectors(position: Position) -> dict[str, Iterable[int]]:
    """Return what the picker is to show of a position."""
    return {"hand": position.hand, "seen": position.seen}

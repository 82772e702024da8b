"""The odds explorer of Neurotrio: pick a hand, see the chance of every move draw by draw."""

from __future__ import annotations

from html import escape
from typing import Final

import traitlets

from neuroanalysis.core.work import Cancel, Progress
from neuroanalysis.games.neurotrio import Line, Odds, Position, Rules, moves, odds
from neuroanalysis.games.neurotrio.analysis.chances import MODELS, Model
from neuroanalysis.games.neurotrio.analysis.odds import MOST_DRAWS, MOST_SEARCHED, checked_model
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.pieces import PIECES, kind_name
from neuroanalysis.plots.neurotrio import (
    curves_html,
    moves_html,
    odds_headline,
    odds_html,
    outcomes_html,
    why_words,
)
from neuroanalysis.plots.neurotrio.reasons import headline_words
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_position import PositionExplorer
from neuroanalysis.widgets.odds.fields import COMPILED, draws_field, draws_of, model_field
from neuroanalysis.widgets.saving import Saved

__all__ = ["OddsExplorer"]

_TEXTS: Final = "widgets.odds"
_SOLVE: Final = "neuroanalysis solve neurotrio"


class OddsExplorer(PositionExplorer):
    """Pick a hand, and read the chance to finish: of each move, within 1, 2, ... draws.

    Few draws are answered first, and stay on the page while more are searched through.

    Parameters
    ----------
    hand, rules, minimum, lang
        See `PositionExplorer`.
    draws, model
        What to begin with; see `odds`.

    Attributes
    ----------
    rules, minimum, draws, model
        What holds for the hand. May be assigned.
    answer
        What was found last, perhaps for fewer draws than asked while the search goes on; None
        while there is no hand, or one that cannot be. Set in a thread.
    picker
        The cards.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid. What is wrong later is shown on the page.

    Examples
    --------
    >>> explorer = OddsExplorer("1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2", minimum=18, draws=1)
    >>> explorer.wait()
    True
    >>> f"{explorer.answer.best.chances[0]:.4f}"
    '0.1064'
    """

    draws = traitlets.Int(min=1, max=MOST_DRAWS)
    model = traitlets.Enum(MODELS)
    answer = traitlets.Instance(Odds, allow_none=True)

    name = _TEXTS
    refines = True
    room = "3 1 520px"

    def __init__(
        self,
        hand: str | Position = "",
        draws: int = 2,
        *,
        rules: Rules | None = None,
        minimum: int | None = None,
        model: Model = "discards-return",
        lang: str | None = None,
        lesson: bool = False,
    ) -> None:
        self._few: int | None = None
        super().__init__(
            hand,
            rules=rules,
            minimum=minimum,
            lang=lang,
            lesson=lesson,
            draws=draws,
            model=checked_model(model),
        )
        self.observe(lambda _: self._change_question(), ["draws", "model"])

    # Questions and answers

    def _question(self, position: Position) -> None:
        draws, model = self.draws, checked_model(self.model)
        wanted = position.rules.hand_size - 3 * sum(position.laid)
        held = sum(position.hand)
        if held < wanted:
            # Not a mistake: cards are still being picked.
            self._latest.stop()
            with self._drawing:
                self._asked += 1
                self._forget()
                self._few = wanted - held
                self._draw_answer()
            return
        with self._drawing:
            asked = self._asked
            self._few = None

        def work(_: Progress, cancel: Cancel) -> tuple[int, Odds]:
            for fewer in _before(position, draws, model):
                first = odds(position, fewer, model=model, cancel=cancel)
                cancel.check()
                self._take((asked, first))
            return asked, odds(position, draws, model=model, cancel=cancel)

        def working() -> str:
            key = "working" if COMPILED.is_set() else "compiling"
            return text(f"{_TEXTS}.{key}", draws=quantity("draws", draws))

        self._latest.ask(work, self._take, fail=self._refuse, working=working, stoppable=True)

    def _take(self, found: tuple[int, Odds]) -> None:
        asked, answer = found
        with self._drawing:
            if asked == self._asked:
                self.answer = answer
                self._draw_answer()
        COMPILED.set()

    def _forget(self) -> None:
        self._few = None
        self.answer = None

    def _answered(self) -> Position | None:
        answer = self.answer
        # Chances of another model, or of more draws, are the answer to another question.
        if answer is None or answer.model != self.model or answer.draws > self.draws:
            return None
        return answer.position

    def _change_question(self) -> None:
        self._ask()
        self._draw_options()

    # What a person does

    def _obey(self, do: str, value: str) -> None:
        match do:
            case "draws":
                self.draws = draws_of(value, MOST_DRAWS)
            case "model":
                self.model = checked_model(value)
            case "lay":
                self.picker.add(PIECES.kind(value), "laid")
            case "draw":
                self._draw_card()
            case _:
                super()._obey(do, value)

    def _draw_card(self) -> None:
        """Draw a random unseen card."""
        position = self.position
        if position is not None:
            pile = [kind for kind, n in enumerate(position.unseen) for _ in range(n)]
            self.picker.add(pile[int(self._random.integers(len(pile)))])

    # Drawing

    def _saved(self) -> Saved | None:
        answer = self.answer
        return None if answer is None else Saved("neurotrio-odds", answer.to_dict, answer.to_frame)

    def _static_html(self) -> str | None:
        return None if self.answer is None else odds_html(self.answer)

    def _fields(self) -> str:
        solution = Solution.find(self.rules)
        most = MOST_SEARCHED if solution is None else min(MOST_DRAWS, solution.draws)
        fields = controls.row(draws_field(self.draws, most), model_field(self.model))
        if solution is None:
            words = text(f"{_TEXTS}.unsolved", most=MOST_SEARCHED, command=_SOLVE)
            fields += controls.message(words)
        return fields

    def _hint(self) -> str:
        if self._few is not None:
            return text(f"{_TEXTS}.few", n=quantity("cards", self._few))
        return super()._hint()

    def _answer_html(self) -> tuple[str, str] | None:
        answer = self.answer
        if answer is None:
            return None
        parts = [self._progress(answer), odds_headline(answer), self._seen(answer)]
        spoken = headline_words(answer)
        if answer.best.action is None:
            parts.append(controls.row(controls.button(text(f"{_TEXTS}.draw"), "draw")))
            parts.append(curves_html(answer))
        else:
            table = moves(answer)
            spoken = f"{spoken}. {why_words(table)}"
            parts += [curves_html(answer), moves_html(table, around=_around)]
        parts.append(outcomes_html(answer))
        html = "".join(f'<div class="na-part">{part}</div>' for part in parts if part)
        return html, spoken

    def _progress(self, answer: Odds) -> str:
        """Say that what is shown is not yet all that was asked."""
        if answer.draws == self.draws and not self._stopped:
            return ""
        so_far, asked = quantity("draws", answer.draws), quantity("draws", self.draws)
        if not self._stopped:
            return controls.message(text(f"{_TEXTS}.refining", so_far=so_far, asked=asked))
        again = controls.button(text(f"{_TEXTS}.again"), "again")
        said = text(f"{_TEXTS}.stopped_before", so_far=so_far)
        return controls.row(controls.message(said), again)

    def _seen(self, answer: Odds) -> str:
        """Say that seen cards change nothing where they do not."""
        if answer.model != "discards-return" or not any(answer.position.seen):
            return ""
        return controls.message(text(f"{_TEXTS}.seen_return"))


def _before(position: Position, draws: int, model: Model) -> range:
    """Return the numbers of draws that are answered while the search for all of them goes on."""
    looked_up = draws > MOST_SEARCHED and model == "discards-return" and not any(position.kept)
    return range(1, 1 if looked_up else min(draws, MOST_SEARCHED))


def _around(line: Line, drawing: str) -> str:
    """Make a button of a card that may go."""
    if line.kind is None:
        return drawing
    do = "lay" if line.action == "lay" else "remove"
    name = text(f"{_TEXTS}.{do}", card=kind_name(line.kind))
    return controls.pick(drawing, do, PIECES.codes[line.kind], escape(name, quote=False))

"""How the chance to be first out with a hand looks in a terminal, and what each call brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from neuroanalysis.cli.output import table
from neuroanalysis.cli.screens import answer_screen
from neuroanalysis.cli.tichu.evaluation import position_table
from neuroanalysis.cli.tichu.words import between, headings, percent, share, words
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.study import LEVEL
from neuroanalysis.games.tichu import CallAdvice, Calls
from neuroanalysis.games.tichu.study.simulate import player_name
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

__all__ = ["odds_screen"]


@answer_screen.register(Calls)
def odds_screen(answer: Calls) -> list[RenderableType]:
    """Return the position, each call with what it brings, and which one is best."""
    advice = answer.advice
    title = words(
        "odds.exchanged" if answer.exchanged else "odds.dealt",
        player=player_name(answer.model),
        rounds=number_text(advice.rounds),
        seed=advice.seed,
        level=number_text(100 * LEVEL),
    )
    screen: list[RenderableType] = [position_table(answer.position), Text(), Text(title, "bold")]
    screen += [_calls(advice), Text(), Text(_verdict(advice), "bold")]
    return screen


def _calls(advice: CallAdvice) -> Table:
    rows = table(*headings("call", "first_out", "lead", "gain", "even"), numbers=range(1, 5))
    none = words("odds.none")
    for call, one in advice.results.items():
        rows.add_row(
            text(f"tichu.call.{call}"),
            share(one.first_out),
            _mean(one.lead),
            none if one.gain is None else _mean(one.gain),
            none if one.break_even is None else percent(one.break_even),
        )
    return rows


def _verdict(advice: CallAdvice) -> str:
    """Say which call is best, and whether that is sure."""
    calls = {call: one.gain for call, one in advice.results.items() if one.gain is not None}
    best = max(calls, key=lambda call: calls[call].value)
    gain = calls[best]
    name = text(f"tichu.call.{best}")
    if gain.interval.low > 0:
        return words("odds.call", call=name)
    return words("odds.no_call" if gain.interval.high < 0 else "odds.unsure", call=name)


def _mean(estimate: Estimate) -> str:
    return between(estimate.value, estimate.interval)

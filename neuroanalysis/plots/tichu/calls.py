"""Whether to call, which cards to give, what cards are worth: drawn from simulated rounds."""

from __future__ import annotations

from html import escape
from typing import Final

from neuroanalysis.core.intervals import Estimate, ends_text
from neuroanalysis.games.tichu.pieces import kind_name
from neuroanalysis.games.tichu.study.calls import CallAdvice, CallResult
from neuroanalysis.games.tichu.study.cards import CardValues
from neuroanalysis.games.tichu.study.exchanges import ExchangeRanking
from neuroanalysis.plots.axes import Unit, number_words
from neuroanalysis.plots.bars import of_estimates
from neuroanalysis.plots.colours import HERE, OTHER
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.tichu.cards import card_svg
from neuroanalysis.texts import text

__all__ = ["advice_words", "calls_html", "exchanges_html", "values_html"]

_TEXTS: Final = "plots.tichu.calls"
_MOST_WAYS: Final = 12


def advice_words(advice: CallAdvice) -> str:
    """Say in a sentence what to call, and how sure that is.

    Parameters
    ----------
    advice
        What `whether_to_call` returned.
    """
    best = advice.best
    name = text(f"tichu.call.{best}")
    others = [one for call, one in advice.results.items() if call != "none"]
    if best == "none":
        sure = all(one.gain is not None and one.gain.interval.high < 0 for one in others)
        return text(f"{_TEXTS}.{'never' if sure else 'rather_not'}")
    gain = advice.results[best].gain
    sure = gain is not None and gain.interval.low > 0
    return text(f"{_TEXTS}.{'call' if sure else 'rather'}", call=name)


def calls_html(advice: CallAdvice) -> str:
    """Draw what each call brings beside calling nothing, and where it breaks even.

    Parameters
    ----------
    advice
        What `whether_to_call` returned.
    """
    title = text(f"{_TEXTS}.title")
    head = [text(f"{_TEXTS}.{name}") for name in ("what", "first_out", "even", "lead", "gain")]
    numbers = (1, 2, 3, 4)
    rows = [row(_cells(call, one), numbers) for call, one in advice.results.items()]
    picture = "".join(
        _break_even(text(f"tichu.call.{call}"), one)
        for call, one in advice.results.items()
        if one.break_even is not None
    )
    return block(
        f'<div style="font-weight:700;font-size:15px">{escape(advice_words(advice))}</div>',
        heading(title) + table(head, rows, numbers, title),
        picture,
        f"{small(of_estimates(advice.rounds, advice.seed))} {small(text(f'{_TEXTS}.said'))}",
        label=title,
    )


def _cells(call: str, one: CallResult) -> list[str]:
    even = "–" if one.break_even is None else f"<b>{percent(one.break_even, 3)}</b>"
    gain = "–" if one.gain is None else _cell(one.gain)
    return [
        escape(text(f"tichu.call.{call}")),
        _cell(one.first_out, share=True),
        even,
        _cell(one.lead),
        gain,
    ]


def _cell(estimate: Estimate, *, share: bool = False) -> str:
    unit: Unit = "share" if share else "points"
    between = ends_text(estimate.interval, lambda end: number_words(end, unit))
    return f"{number_words(estimate.value, unit)}<br>{small(between)}"


def _break_even(name: str, one: CallResult) -> str:
    """Draw a scale from never to always: how often first out, and what the call asks."""
    even = one.break_even or 0.0
    low, high = one.first_out.interval
    said = text(
        f"{_TEXTS}.scale",
        call=name,
        share=percent(one.first_out.value, 3),
        low=percent(low, 3),
        high=percent(high, 3),
        even=percent(even, 3),
    )

    def at(share: float) -> str:
        return f"{min(1.0, max(0.0, share)) * 100:.2f}%"

    line = "stroke:currentColor;stroke-width:1.6"
    return (
        f'<div style="margin:0 0 10px"><div>{escape(said)}</div>'
        f'<svg width="100%" height="26" role="img" aria-label="{escape(said)}" '
        'style="display:block;max-width:560px;overflow:visible">'
        '<rect x="0" y="9" width="100%" height="8" style="fill:currentColor;opacity:.15"/>'
        f'<rect x="{at(low)}" y="6" width="{at(high - low)}" height="14" '
        f'style="fill:{HERE};fill-opacity:.45;stroke:{HERE}"/>'
        f'<line x1="{at(one.first_out.value)}" x2="{at(one.first_out.value)}" y1="4" y2="22" '
        f'style="{line}"/><line x1="{at(even)}" x2="{at(even)}" y1="0" y2="26" '
        f'style="stroke:{OTHER};stroke-width:3;stroke-dasharray:5 3"/></svg></div>'
    )


def exchanges_html(ranking: ExchangeRanking) -> str:
    """Tabulate ways of giving three cards, the best first; of many the first twelve.

    Parameters
    ----------
    ranking
        What `rank_exchanges` returned.
    """
    title = text(f"{_TEXTS}.exchanges")
    names = ("next", "partner", "previous", "lead", "behind")
    head = [text(f"{_TEXTS}.give.{name}") for name in names]
    numbers = (3, 4)
    rows = [
        row(
            [
                *(_named(card) for card in one.cards),
                _cell(one.lead),
                "–" if place == 0 else _cell(one.behind),
            ],
            numbers,
            middle=True,
        )
        for place, one in enumerate(ranking.ways[:_MOST_WAYS])
    ]
    under = [small(of_estimates(ranking.rounds, ranking.seed)), small(text(f"{_TEXTS}.lucky"))]
    if len(ranking.ways) > _MOST_WAYS:
        under.append(small(text(f"{_TEXTS}.more", n=len(ranking.ways) - _MOST_WAYS)))
    return block(heading(title) + table(head, rows, numbers, title), " ".join(under), label=title)


def _named(card: int) -> str:
    drawing = card_svg(card, width=26, decorative=True)
    return (
        '<span style="display:inline-flex;align-items:center;gap:6px;line-height:1.2">'
        f"{drawing}<span>{escape(kind_name(card))}</span></span>"
    )


def values_html(values: CardValues) -> str:
    """Tabulate what it is worth to be dealt each card.

    Parameters
    ----------
    values
        What `value_of_cards` returned.
    """
    title = text(f"{_TEXTS}.values")
    head = [text(f"{_TEXTS}.value.{name}") for name in ("card", "lead", "first_out")]
    rows = [
        row(
            [_named(card), _cell(lead), _cell(values.first_out[card], share=True)],
            (1, 2),
            middle=True,
        )
        for card, lead in values.lead.items()
    ]
    tabulated = f'<div style="max-width:560px">{table(head, rows, (1, 2), title)}</div>'
    return block(
        heading(title) + tabulated,
        f"{small(of_estimates(values.rounds, values.seed))} {small(text(f'{_TEXTS}.value.said'))}",
        label=title,
    )

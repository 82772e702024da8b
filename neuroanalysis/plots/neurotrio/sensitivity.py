"""What one point more or less does, drawn: bars to both sides, the widest first.

Inline styles only, so that a saved notebook shows them anywhere; nothing is computed here.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Final, NamedTuple

from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.neurotrio.study.sensitivity import PointChange, Sensitivity
from neuroanalysis.games.neurotrio.study.words import option_code, signed
from neuroanalysis.plots.colours import ESTIMATE, HERE
from neuroanalysis.plots.columns import percent
from neuroanalysis.plots.markup import FOCUS, block, heading, row, small, table
from neuroanalysis.texts import text

__all__ = ["reach_html", "sensitivity_html", "tornado_svg"]

_TEXTS: Final = "plots.sensitivity"
_MORE: Final = HERE
_LESS: Final = ESTIMATE
_ROW: Final = 22
_BAR: Final = 12
# In percent of the width: where names end, the middle line, the longest bar to either side.
_NAMES, _MIDDLE, _REACH = 15.0, 57.0, 30.0
_CELL: Final = 84
# A shorter bar cannot be seen.
_LEAST: Final = 0.4


class _Sides(NamedTuple):
    """What one point less and one point more do; None where the rules refuse it."""

    option: str
    less: Fraction | None
    more: Fraction | None

    @property
    def widest(self) -> Fraction:
        return max(abs(self.less or Fraction(0)), abs(self.more or Fraction(0)))


def sensitivity_html(found: Sensitivity) -> str:
    """Draw all of it: what happens to the mean value, then who reaches which minimum.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.study.sensitivity import sensitivity
    >>> "<svg" in sensitivity_html(sensitivity())
    True
    """
    over = text(
        f"{_TEXTS}.over",
        cards=found.rules.hand_size,
        source=text(f"distribution.source.{found.source}"),
    )
    refused = [change for change in found.changes if change.refused is not None]
    said = "; ".join(
        f"{option_code(change.option)} {_points(change)} ({change.refused})" for change in refused
    )
    return block(
        heading(text(f"{_TEXTS}.title"), over) + _legend(),
        tornado_svg(found),
        reach_html(found),
        small(text(f"{_TEXTS}.small")),
        small(text(f"{_TEXTS}.refused", changes=said)) if refused else "",
        label=text(f"{_TEXTS}.title"),
    )


def tornado_svg(found: Sensitivity) -> str:
    """Draw how the mean value of a hand between turns changes, the widest change first.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.study.sensitivity import sensitivity
    >>> tornado_svg(sensitivity()).count("<rect") > 10
    True
    """
    sides = [
        _Sides(option, *(_mean_change(change) for change in pair))
        for option, pair in _pairs(found).items()
    ]
    sides.sort(key=lambda side: -side.widest)
    most = max((side.widest for side in sides), default=Fraction(0)) or Fraction(1)
    height = _ROW * len(sides) + 8
    axis = 'style="stroke:currentColor;opacity:.4"'
    drawn = [f'<line x1="{_MIDDLE}%" x2="{_MIDDLE}%" y1="2" y2="{height - 2}" {axis}/>']
    for place, side in enumerate(sides):
        middle = 4 + _ROW * place + _ROW / 2
        drawn.append(_words(_NAMES, middle, option_code(side.option), "end"))
        for change, way, colour in ((side.less, -1, _LESS), (side.more, 1, _MORE)):
            if change is None:
                continue
            length = _REACH * float(abs(change) / most)
            if length >= _LEAST:
                left = _MIDDLE - length if way < 0 else _MIDDLE
                drawn.append(
                    f'<rect x="{left:.2f}%" width="{length:.2f}%" y="{middle - _BAR / 2}" '
                    f'height="{_BAR}" style="fill:{colour}"/>'
                )
            said = signed(change) if change else text(f"{_TEXTS}.nothing")
            anchor = "end" if way < 0 else "start"
            drawn.append(_words(_MIDDLE + way * (length + 0.8), middle, said, anchor))
    title = text(f"{_TEXTS}.mean")
    label = text(f"{_TEXTS}.alt", title=title, said="; ".join(map(_spoken, sides)))
    return heading(title) + (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="{height}" role="img" '
        f'aria-label="{escape(label)}" style="display:block;max-width:760px;overflow:visible;'
        'font:12px/1 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif">'
        f"{''.join(drawn)}</svg>"
    )


def reach_html(found: Sensitivity) -> str:
    """Tabulate how the shares of finishing hands that reach each minimum change, with bars.

    Each column has its own scale.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.study.sensitivity import sensitivity
    >>> "≥ 26" in reach_html(sensitivity())
    True
    """
    pairs = _pairs(found)
    columns = {
        minimum: [
            _Sides(option, *(_reach_change(change, minimum) for change in pair))
            for option, pair in pairs.items()
        ]
        for minimum in found.minimums
    }
    title = text(f"{_TEXTS}.reach")
    count = found.finish.total - found.finish.counts.get("none", 0)
    head = [text(f"{_TEXTS}.option"), *(f"≥ {minimum}" for minimum in columns)]
    numbers = range(1, len(head))
    now = [text(f"{_TEXTS}.now")]
    for minimum in columns:
        reaching = found.possible[0].finish.reach(minimum)[0]
        now.append(percent(Fraction(reaching, max(1, count))))
    rows = [row(list(map(escape, now)), numbers, strong=True)]
    for place, option in enumerate(pairs):
        cells = [escape(option_code(option))]
        for sides in columns.values():
            most = max(side.widest for side in sides)
            cells.append(_cell(sides[place], most))
        rows.append(row(cells, numbers, middle=True))
    beside = text(f"{_TEXTS}.finishing", cards=found.rules.finish_size, n=number_text(count))
    scrolled = (
        f'<div role="region" aria-label="{escape(title)}" tabindex="0" '
        f'style="{FOCUS};overflow-x:auto;max-width:100%">'
        f"{table(head, rows, numbers, title)}</div>"
    )
    return heading(title, beside) + scrolled


def _pairs(found: Sensitivity) -> dict[str, tuple[PointChange, PointChange]]:
    """Return for each option what one point less does, then one more."""
    options = dict.fromkeys(change.option for change in found.changes)
    return {option: (found.change(option, -1), found.change(option, 1)) for option in options}


def _mean_change(change: PointChange) -> Fraction | None:
    return None if change.refused is not None else change.value.mean_change


def _reach_change(change: PointChange, minimum: int) -> Fraction | None:
    return None if change.refused is not None else 100 * change.finish.reach_change(minimum)


def _points(change: PointChange) -> str:
    return f"{change.points} → {change.points + change.step}".replace("-", "−")


def _said(change: Fraction | None) -> str:
    return text(f"{_TEXTS}.nothing") if not change else signed(change)


def _spoken(side: _Sides) -> str:
    return text(
        f"{_TEXTS}.said",
        option=option_code(side.option),
        less=_said(side.less),
        more=_said(side.more),
    )


def _cell(side: _Sides, most: Fraction) -> str:
    if not side.widest:
        return escape(text(f"{_TEXTS}.nothing"))
    half = _CELL / 2
    bars = []
    for change, way, colour in ((side.less, -1, _LESS), (side.more, 1, _MORE)):
        length = half * float(abs(change or Fraction(0)) / most)
        if length >= _LEAST:
            left = half - length if way < 0 else half
            bars.append(
                f'<rect x="{left:.1f}" width="{length:.1f}" y="1" height="8" '
                f'style="fill:{colour}"/>'
            )
    drawing = (
        f'<svg width="{_CELL}" height="10" aria-hidden="true" '
        'style="display:block;margin-left:auto">'
        f'<line x1="{half}" x2="{half}" y1="0" y2="10" style="stroke:currentColor;opacity:.4"/>'
        f"{''.join(bars)}</svg>"
    )
    said = text(f"{_TEXTS}.cell", less=_said(side.less), more=_said(side.more))
    return drawing + small(said)


def _legend() -> str:
    marks = "".join(
        '<span style="display:inline-flex;align-items:center;gap:6px;margin-right:16px">'
        f'<svg width="14" height="12" aria-hidden="true"><rect width="14" height="12" '
        f'style="fill:{colour}"/></svg>{escape(text(f"{_TEXTS}.{name}"))}</span>'
        for name, colour in (("less", _LESS), ("more", _MORE))
    )
    return f"<div>{marks}</div>"


def _words(x: float, y: float, said: str, anchor: str) -> str:
    return (
        f'<text x="{x:.2f}%" y="{y:.1f}" dy="0.35em" text-anchor="{anchor}" '
        f'style="fill:currentColor">{escape(said)}</text>'
    )

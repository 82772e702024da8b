"""How likely it is that plays are beaten, tabulated with the plays drawn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from neuroanalysis.core.intervals import Estimate, ends_text
from neuroanalysis.games.tichu.analysis.beaten import Beaten, Chance, Who
from neuroanalysis.plots.columns import share_text
from neuroanalysis.plots.markup import block, heading, row, small, table
from neuroanalysis.plots.tichu.cards import play_html
from neuroanalysis.texts import text

__all__ = ["beaten_html", "beaten_table"]

_TEXTS: Final = "plots.tichu.beaten"
_COLUMNS: Final[tuple[tuple[Who, bool], ...]] = (
    ("opponents", False),
    ("opponents", True),
    ("partner", True),
    ("anyone", True),
)
_DIGITS: Final = 3


def beaten_html(beaten: Beaten) -> str:
    """Draw one play with its chances.

    Examples
    --------
    >>> from neuroanalysis.games.tichu import Combination
    >>> from neuroanalysis.games.tichu.analysis import Unseen
    >>> from neuroanalysis.games.tichu.analysis import beaten as chance_beaten
    >>> dragon = Combination.of("Dr")
    >>> "0 %" in beaten_html(chance_beaten(dragon, Unseen.of(dragon.bits)))
    True
    """
    return beaten_table([beaten])


def beaten_table(plays: Sequence[Beaten]) -> str:
    """Tabulate plays with the chance that somebody holds what beats each.

    Parameters
    ----------
    plays
        What `beaten_many` returned.
    """
    title = text(f"{_TEXTS}.title")
    head = [text(f"{_TEXTS}.play")]
    head += [text(f"{_TEXTS}.{who}_{'bombs' if bombs else 'type'}") for who, bombs in _COLUMNS]
    numbers = tuple(range(1, len(head)))
    rows = [row(_cells(one), numbers, middle=True) for one in plays]
    sampled = any(
        isinstance(one.chance(who, bombs=bombs), Estimate)
        for one in plays
        for who, bombs in _COLUMNS
    )
    how = small(text(f"{_TEXTS}.{'sampled' if sampled else 'exact'}"))
    return block(
        heading(title) + table(head, rows, numbers, title),
        f"{how} {small(text(f'{_TEXTS}.said'))}",
        label=title,
    )


def _cells(one: Beaten) -> list[str]:
    # Room for the five cards of most plays side by side; longer ones wrap.
    name = f"<div>{escape(one.play.describe())}</div>"
    play = f'<div style="min-width:142px">{play_html(one.play)}{name}</div>'
    return [play, *(_chance(one.chance(who, bombs=bombs)) for who, bombs in _COLUMNS)]


def _chance(chance: Chance) -> str:
    if not isinstance(chance, Estimate):
        return escape(share_text(chance, _DIGITS))
    between = ends_text(chance.interval, lambda end: share_text(end, _DIGITS))
    return f"{escape(share_text(chance.value, _DIGITS))}<br>{small(between)}"

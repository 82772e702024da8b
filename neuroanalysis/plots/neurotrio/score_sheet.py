"""A score sheet for the table: rounds and players to fill in, groups and bonuses as a reminder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.study.simulate import level_name
from neuroanalysis.plots.neurotrio.words import bonus_name
from neuroanalysis.plots.paper import Page, paper
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["USUAL_PLAYERS", "score_page"]

USUAL_PLAYERS: Final = 4

# Millimetres.
_MARGIN: Final = 15.0
_TABLE_TOP: Final = 33.0
_NAMES: Final = 10.0
_ROW: Final = 7.2
_ROUNDS: Final = 20.0
_LINE: Final = 5.0
_LEFT: Final = 76.0
_PALE: Final = "#8f8f8f"
_SHADE: Final = "#f0f0f0"
_SMALL: Final = 1.7
_TEXT: Final = 2.0
_HEAD: Final = 2.5


def score_page(
    players: int = USUAL_PLAYERS, size: str = "a4", *, rules: Rules | None = None
) -> Page:
    """Draw a score sheet in the language in force; one serves for a game.

    Parameters
    ----------
    players
        How many play.
    size
        The paper: ``"a4"`` or ``"letter"``.
    rules
        What the reminder says; the default rules if None.

    Raises
    ------
    InputError
        For a number of players the rules do not have, or another paper.

    Examples
    --------
    >>> score_page(3).size.name
    'a4'
    """
    rules = Rules.or_default(rules)
    low, high = rules.players_min, rules.players_max
    if not low <= players <= high:
        raise InputError("input.limit", name="players", value=players, low=low, high=high)
    page = Page(paper(size))
    groups, bonuses = _group_rows(rules), _bonus_rows(rules)
    page.words(_MARGIN, 20, text("plots.scores.title"), 4.2, bold=True)
    page.words(_MARGIN, 27, text("plots.scores.table"), _TEXT)
    notes = _notes(rules)
    lines = max(len(groups) + len(notes), len(bonuses)) + 1
    foot = page.size.height - _MARGIN
    top = foot - _LINE * lines - 3
    _table(page, players, top - _LINE - _HEAD)
    _reminder(page, _MARGIN, top, _LEFT, text("plots.scores.groups"), groups)
    for number, note in enumerate(notes, start=len(groups) + 1):
        page.words(_MARGIN, top + _LINE * number, note, _SMALL)
    page.words(_MARGIN, foot, _minimums(rules), _TEXT)
    right = _MARGIN + _LEFT + 6
    width = page.size.width - _MARGIN - right
    _reminder(page, right, top, width, text("plots.scores.bonuses"), bonuses)
    return page


def _table(page: Page, players: int, bottom: float) -> None:
    """Draw the table of rounds, with as many rows as there is room for."""
    left, right = _MARGIN, page.size.width - _MARGIN
    width = (right - left - _ROUNDS) / players
    first = _TABLE_TOP + _NAMES + 2 * _ROW
    rounds = int((bottom - first) // _ROW)
    foot = first + rounds * _ROW
    page.box(left, _TABLE_TOP, right - left, first - _TABLE_TOP, _SHADE)
    heads = ((_NAMES, "player"), (_ROW, "minimum"), (_ROW, "round"))
    y = _TABLE_TOP
    for height, name in heads:
        page.words(left + 1.5, y + height / 2 + 0.8, text(f"plots.scores.{name}"), _SMALL)
        page.line((left, y), (right, y))
        y += height
    for number in range(rounds + 1):
        y = first + number * _ROW
        page.line((left, y), (right, y))
        if number < rounds:
            said = str(number + 1)
            page.words(left + _ROUNDS / 2, y + _ROW / 2 + 1, said, _TEXT, side="center")
    for x in (left, right):
        page.line((x, _TABLE_TOP), (x, foot), width=0.4)
    for number in range(players):
        x = left + _ROUNDS + number * width
        middle = x + width / 2
        page.line((x, _TABLE_TOP), (x, foot), width=0.4)
        page.line((middle, first - _ROW), (middle, foot), colour=_PALE)
        at = first - _ROW / 2 + 0.8
        for centre, name in ((x + width / 4, "points"), (x + 3 * width / 4, "total")):
            page.words(centre, at, text(f"plots.scores.{name}"), _SMALL, side="center")


def _reminder(
    page: Page, x: float, y: float, width: float, title: str, rows: Sequence[tuple[str, int]]
) -> None:
    page.words(x, y - 1, title, _HEAD, bold=True)
    for number, (name, points) in enumerate(rows, start=1):
        at = y + _LINE * number
        page.words(x, at, name, _TEXT)
        page.words(x + width, at, str(points), _TEXT, side="right", bold=True)
        page.line((x, at + 1.4), (x + width, at + 1.4), width=0.1, colour=_PALE)


def _group_rows(rules: Rules) -> list[tuple[str, int]]:
    points = {"duo": rules.duo_points, "trio": rules.trio_points, "triple": rules.triple_points}
    if rules.carre:
        points["carre"] = rules.carre_points
    rows = [(text(f"plots.scores.group.{name}"), worth) for name, worth in points.items()]
    return [*rows, (text("plots.scores.group.finish"), rules.finish_points)]


def _bonus_rows(rules: Rules) -> list[tuple[str, int]]:
    return [
        (f"{bonus.code}  {bonus_name(bonus)}", bonus.points)
        for bonus in rules.bonuses
        if bonus.points
    ]


def _notes(rules: Rules) -> list[str]:
    """Return what else is to be remembered, a short line each."""
    duos, structures = quantity("duos", rules.duos), quantity("structures", rules.structures)
    return [
        text("plots.scores.note.finish", duos=duos, structures=structures),
        *([text("plots.scores.note.carre")] if rules.carre else []),
        text("plots.scores.note.contained"),
        text("plots.scores.note.end", points=rules.game_target),
    ]


def _minimums(rules: Rules) -> str:
    said = (f"{level_name(name)} {points}" for name, points in rules.minimums)
    return text("plots.scores.minimums", minimums=", ".join(said))

"""``neuroanalysis print``: what is needed at the table or in class, on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from neuroanalysis import games
from neuroanalysis.cli.help import Help, show_help_instead
from neuroanalysis.cli.output import remark
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, under
from neuroanalysis.cli.studying import names
from neuroanalysis.cli.usage import RefusedError, UsageError, number_or_none
from neuroanalysis.core.files import write_bytes
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from neuroanalysis.core.exercise_books import Draw, ExerciseBook
    from neuroanalysis.games.neurotrio.rules import Rules
    from neuroanalysis.plots.paper import Page

__all__ = ["deck", "exercises", "printing", "scores"]

GameName = Annotated[str, typer.Argument(metavar="game", help="print.game")]
PdfFile = Annotated[str, typer.Option("--out", metavar="pdf_file", help="print.out")]
PageFile = Annotated[str, typer.Option("--out", metavar="page_file", help="print.pages")]
PaperName = Annotated[str, typer.Option("--paper", metavar="name", help="print.paper")]


def printing(context: typer.Context, show_usage: Help = False) -> None:
    """Begin: without a command there is only the help page to show."""
    if context.invoked_subcommand is None:
        show_help_instead(context)
        raise UsageError(text("cli.usage.command"))


def deck(
    game: GameName,
    out: PdfFile,
    decks: Annotated[
        str | None, typer.Option("--decks", metavar="number", help="print.decks")
    ] = None,
    paper: PaperName = "a4",
    backs: Annotated[bool, typer.Option("--backs", help="print.backs")] = False,
    preset: PresetName = None,
    file: RulesFile = None,
    option: OptionWords = None,
    show_usage: Help = False,
) -> None:
    """Write a deck to cut out."""
    wanted = number_or_none(decks, "--decks")
    _check_ending(out)
    rules = _rules(game, preset, file, option)
    from neuroanalysis.plots.neurotrio.deck import IN_A_DECK, deck_pages

    if wanted is None:
        wanted = -(-rules.copies // IN_A_DECK)
    _write(out, deck_pages(wanted, paper, backs=backs), text("plots.deck.title"))


def scores(
    game: GameName,
    out: PdfFile,
    players: Annotated[
        str | None, typer.Option("--players", metavar="number", help="print.players")
    ] = None,
    paper: PaperName = "a4",
    preset: PresetName = None,
    file: RulesFile = None,
    option: OptionWords = None,
    show_usage: Help = False,
) -> None:
    """Write a score sheet."""
    wanted = number_or_none(players, "--players")
    _check_ending(out)
    rules = _rules(game, preset, file, option)
    from neuroanalysis.plots.neurotrio.score_sheet import USUAL_PLAYERS, score_page

    if wanted is None:
        wanted = max(rules.players_min, min(USUAL_PLAYERS, rules.players_max))
    _write(out, [score_page(wanted, paper, rules=rules)], text("plots.scores.title"))


def exercises(
    game: Annotated[str, typer.Argument(metavar="game", help="print.books")],
    students: Annotated[str, typer.Option("--students", metavar="names", help="print.students")],
    out: PageFile,
    key: Annotated[str | None, typer.Option("--key", metavar="key_file", help="print.key")] = None,
    sections: Annotated[
        str | None, typer.Option("--sections", metavar="names", help="print.sections")
    ] = None,
    show_usage: Help = False,
) -> None:
    """Write the exercises of a class, and their answer key."""
    games.game(game)
    if game not in _BOOKS:
        raise RefusedError(text("cli.print.nothing", game=game, accepted=", ".join(_BOOKS)))
    book, draw = _BOOKS[game]()
    named = names(students)
    chosen = None if sections is None else names(sections)
    answers = book.answer_key(named, chosen)  # refuses a student who stands twice
    page = book.pages(named, chosen, draw)
    page.save(out)
    remark("print.sheets", path=out, students=len(named))
    if key is not None:
        answers.save(key)
        remark("print.answers", path=key, answers=len(answers.rows))


def _neurotrio_book() -> tuple[ExerciseBook, Draw]:
    from neuroanalysis.games.neurotrio.lessons import BOOK
    from neuroanalysis.plots.neurotrio import hand_html

    return BOOK, hand_html


def _tichu_book() -> tuple[ExerciseBook, Draw]:
    from neuroanalysis.games.tichu.lessons import BOOK
    from neuroanalysis.plots.tichu import Card, hand_html

    return BOOK, lambda cards: hand_html(map(Card, cards))


def _okey51_book() -> tuple[ExerciseBook, Draw]:
    from neuroanalysis.games.okey51.lessons import BOOK
    from neuroanalysis.plots.okey51 import Tile, TileGroup, tiles_html

    # What is wild stands in the question; a rack shows no star on it.
    return BOOK, lambda tiles: tiles_html([TileGroup(tuple(map(Tile, tiles)), style="plain")])


def _mhing_book() -> tuple[ExerciseBook, Draw]:
    from neuroanalysis.games.mhing.lessons import BOOK
    from neuroanalysis.plots.mhing import Card, hand_html

    return BOOK, lambda cards: hand_html(map(Card, cards))


_BOOKS: Final[Mapping[str, Callable[[], tuple[ExerciseBook, Draw]]]] = {
    "neurotrio": _neurotrio_book,
    "okey51": _okey51_book,
    "mhing": _mhing_book,
    "tichu": _tichu_book,
}


def _rules(game: str, preset: str | None, file: str | None, option: list[str] | None) -> Rules:
    """Return the rules asked for, of the only game that has cards to print as yet."""
    found = games.game(game)
    from neuroanalysis.games.neurotrio.rules import Rules

    rules = under(found, preset, file, option).rules
    if not isinstance(rules, Rules):
        raise RefusedError(text("cli.print.nothing", game=game, accepted="neurotrio"))
    return rules


def _check_ending(path: str) -> None:
    if Path(path).suffix.lower() != ".pdf":
        raise UsageError(text("cli.print.ending", path=path))


def _write(path: str, pages: Sequence[Page], title: str) -> None:
    from neuroanalysis.plots.paper import pdf

    write_bytes(path, pdf(pages, title))
    remark("print.written", path=path, pages=len(pages))

"""``neuroanalysis solve``: a game played alone, solved for every hand at once."""

from __future__ import annotations

from typing import Annotated

import typer

from neuroanalysis import games
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import remark, write_json, write_text
from neuroanalysis.cli.progress import progress_bar
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, under
from neuroanalysis.cli.usage import RefusedError, UsageError, number_or_none, whole_number
from neuroanalysis.core.contract import Curves, Solitaire, Solved
from neuroanalysis.core.intervals import number_text
from neuroanalysis.texts import text

__all__ = ["solve"]


def solve(
    game: Annotated[str, typer.Argument(metavar="game", help="argument.game")],
    minimums: Annotated[
        str | None, typer.Option("--minimums", metavar="numbers", help="solve.minimums")
    ] = None,
    draws: Annotated[
        str | None, typer.Option("--draws", metavar="number", help="solve.draws")
    ] = None,
    curves: Annotated[bool, typer.Option("--curves", help="solve.curves")] = False,
    preset: PresetName = None,
    file: RulesFile = None,
    option: OptionWords = None,
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="number", help="option.workers")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="option.json")] = False,
    show_usage: Help = False,
) -> None:
    """Solve a game played alone, or show how soon random deals finish."""
    wanted = _numbers(minimums)
    within, threads = number_or_none(draws, "--draws"), number_or_none(workers, "--workers")
    solitaire = under(games.game(game), preset, file, option).solitaire
    if solitaire is None:
        raise RefusedError(text("cli.solve.never", game=game))
    horizon = solitaire.most_draws if within is None else within
    if curves:
        found = _curves(solitaire, wanted, horizon, threads)
        if as_json:
            write_json(found.to_dict())
        else:
            write_text(found.summary() + "\n")
        return
    solved = _solved(solitaire, wanted or solitaire.minimums[:1], horizon, threads)
    if as_json:
        write_json({"game": game, **_record(solved)})
        return
    write_text(
        text(
            "cli.solve.done",
            minimums=", ".join(map(str, solved.minimums)),
            draws=solved.draws,
            error=number_text(solved.error, digits=2),
            size=number_text(round(solved.size / 1e6)),
            folder=solved.folder,
        )
        + "\n"
    )


def _record(solved: Solved) -> dict[str, object]:
    return {
        "minimums": list(solved.minimums),
        "draws": solved.draws,
        "error": solved.error,
        "bytes": solved.size,
        "folder": str(solved.folder),
    }


def _numbers(words: str | None) -> tuple[int, ...] | None:
    if words is None:
        return None
    numbers = tuple(whole_number(word.strip(), "--minimums") for word in words.split(","))
    if len(set(numbers)) < len(numbers):
        raise UsageError(text("cli.solve.twice", minimums=words))
    return numbers


def _curves(
    solitaire: Solitaire, minimums: tuple[int, ...] | None, draws: int, workers: int | None
) -> Curves:
    """Return curves; those that neither ship nor are kept are solved first."""
    known = solitaire.curves(None, draws)
    there = known.minimums if known is not None else ()
    wanted = minimums or there or solitaire.minimums[:1]
    missing = tuple(minimum for minimum in wanted if minimum not in there)
    if missing:
        _solved(solitaire, missing, draws, workers)
    found = solitaire.curves(wanted, draws)
    assert found is not None
    return found


def _solved(
    solitaire: Solitaire, minimums: tuple[int, ...], draws: int, workers: int | None
) -> Solved:
    kept = solitaire.draws_kept(minimums, draws)
    if kept:
        remark("solve.resumed", kept=kept, draws=draws)
    try:
        with progress_bar(text("cli.solve.working"), resumable=True) as told:
            return solitaire.solve(minimums, draws, workers=workers, progress=told)
    except KeyboardInterrupt:
        kept = solitaire.draws_kept(minimums, draws)
        remark("solve.stopped" if kept else "solve.nothing", kept=kept, draws=draws)
        raise

"""``neuroanalysis design``: minimums that make a table of different players fair."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from neuroanalysis import games
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import write_json
from neuroanalysis.cli.progress import progress_bar
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, under
from neuroanalysis.cli.screens import show_study
from neuroanalysis.cli.studying import PlayerNames, ResumeFolder, names, saying_what_is_kept
from neuroanalysis.cli.usage import UsageError, number_or_none
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import shortened

__all__ = ["design"]

SEED: Final = 0


def design(
    game: Annotated[str, typer.Argument(metavar="game", help="argument.game")],
    players: PlayerNames,
    target: Annotated[
        str | None, typer.Option("--target", metavar="name", help="design.target")
    ] = None,
    rounds: Annotated[
        str | None, typer.Option("--rounds", metavar="number", help="design.rounds")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="number", help="deals.seed")] = None,
    low: Annotated[str | None, typer.Option("--low", metavar="number", help="design.low")] = None,
    high: Annotated[
        str | None, typer.Option("--high", metavar="number", help="design.high")
    ] = None,
    tolerance: Annotated[
        str | None, typer.Option("--tolerance", metavar="number", help="design.tolerance")
    ] = None,
    preset: PresetName = None,
    file: RulesFile = None,
    option: OptionWords = None,
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="number", help="option.workers")
    ] = None,
    resume: ResumeFolder = None,
    as_json: Annotated[bool, typer.Option("--json", help="option.json")] = False,
    show_usage: Help = False,
) -> None:
    """Find minimums that make a table fair, and say how fair they are."""
    n, first, least, most, threads = (
        number_or_none(word, name)
        for word, name in (
            (rounds, "--rounds"),
            (seed, "--seed"),
            (low, "--low"),
            (high, "--high"),
            (workers, "--workers"),
        )
    )
    bound = _decimal(tolerance)
    ruled = under(games.game(game), preset, file, option)
    with (
        saying_what_is_kept(resume),
        progress_bar(text("cli.design.working"), resumable=True) as told,
    ):
        study = ruled.design(
            names(players),
            next(iter(ruled.design_targets), "") if target is None else target,
            rounds=ruled.usual_rounds.designed if n is None else n,
            seed=SEED if first is None else first,
            low=least,
            high=most,
            tolerance=bound,
            workers=threads,
            resume=resume,
            progress=told,
        )
    if as_json:
        write_json(study.record())
    else:
        show_study(game, study)


def _decimal(word: str | None) -> float | None:
    if word is None:
        return None
    try:
        return float(word)
    except ValueError:
        said = shortened(word)
        raise UsageError(text("cli.usage.decimal", option="--tolerance", value=said)) from None

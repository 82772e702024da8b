"""``neuroanalysis simulate``: rounds between players of stated skill, with estimates."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from neuroanalysis import games
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import remark, write_json
from neuroanalysis.cli.progress import progress_bar
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, under
from neuroanalysis.cli.screens import show_study
from neuroanalysis.cli.studying import (
    PlayerNames,
    ResumeFolder,
    names,
    numbers,
    saying_what_is_kept,
)
from neuroanalysis.cli.usage import number_or_none
from neuroanalysis.texts import text

__all__ = ["simulate"]

SEED: Final = 0


def simulate(
    game: Annotated[str, typer.Argument(metavar="game", help="argument.game")],
    players: PlayerNames,
    minimums: Annotated[
        str | None, typer.Option("--minimums", metavar="numbers", help="simulate.minimums")
    ] = None,
    rounds: Annotated[
        str | None, typer.Option("--rounds", metavar="number", help="simulate.rounds")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="number", help="deals.seed")] = None,
    preset: PresetName = None,
    file: RulesFile = None,
    option: OptionWords = None,
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="number", help="option.workers")
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="parquet_file", help="simulate.out")
    ] = None,
    resume: ResumeFolder = None,
    as_json: Annotated[bool, typer.Option("--json", help="option.json")] = False,
    show_usage: Help = False,
) -> None:
    """Play rounds, and say what came of them."""
    points = numbers(minimums, "--minimums")
    n, first, threads = (
        number_or_none(word, name)
        for word, name in ((rounds, "--rounds"), (seed, "--seed"), (workers, "--workers"))
    )
    ruled = under(games.game(game), preset, file, option)
    with (
        saying_what_is_kept(resume),
        progress_bar(text("cli.simulate.working"), resumable=True) as told,
    ):
        study = ruled.simulate(
            names(players),
            points,
            rounds=ruled.usual_rounds.simulated if n is None else n,
            seed=SEED if first is None else first,
            workers=threads,
            resume=resume,
            out=out,
            progress=told,
        )
    if out is not None:
        remark("simulate.written", path=out)
    if as_json:
        write_json(study.record())
    else:
        show_study(game, study)

"""``neuroanalysis odds``: the chance within some draws, and what each move makes of it.

Of a hand of a game without draws: the chance to win the round, and what each call makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import typer

from neuroanalysis import games
from neuroanalysis.cli import batch
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import write_json
from neuroanalysis.cli.position_options import (
    DomainCards,
    Enlarged,
    Exchanged,
    GoalNames,
    HandWords,
    IndicatorTile,
    KeptCards,
    LaidCards,
    MeldWords,
    MinimumPoints,
    Okey,
    Opened,
    PlayerNumber,
    PositionFile,
    SeenCards,
    Threshold,
    check_sources,
    given_parts,
)
from neuroanalysis.cli.progress import progress_bar
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, in_file, under
from neuroanalysis.cli.screens import show_answer
from neuroanalysis.cli.usage import UsageError, number_or_none
from neuroanalysis.core.contract import Answer
from neuroanalysis.core.files import read_text
from neuroanalysis.texts import text

__all__ = ["odds"]

SAMPLES: Final = 2000
SEED: Final = 0


def odds(
    game: Annotated[str, typer.Argument(metavar="game", help="argument.game")],
    hand: HandWords = None,
    draws: Annotated[
        str | None, typer.Option("--draws", metavar="number", help="odds.draws")
    ] = None,
    minimum: MinimumPoints = None,
    model: Annotated[str | None, typer.Option("--model", metavar="name", help="odds.model")] = None,
    laid: LaidCards = None,
    kept: KeptCards = None,
    seen: SeenCards = None,
    samples: Annotated[
        str | None, typer.Option("--samples", metavar="number", help="odds.samples")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="number", help="deals.seed")] = None,
    okey: Okey = None,
    indicator: IndicatorTile = None,
    melds: MeldWords = None,
    threshold: Threshold = None,
    opened: Opened = False,
    goals: GoalNames = None,
    domain: DomainCards = None,
    player: PlayerNumber = None,
    enlarged: Enlarged = None,
    exchanged: Exchanged = False,
    preset: PresetName = None,
    rules: RulesFile = None,
    option: OptionWords = None,
    position: PositionFile = None,
    input_file: Annotated[
        str | None, typer.Option("--input", metavar="jsonl_file", help="odds.input")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="option.json")] = False,
    show_usage: Help = False,
) -> None:
    """Answer what the chance of one hand is, or of each line of a file."""
    given = given_parts(
        opened=opened,
        exchanged=exchanged,
        laid=laid,
        kept=kept,
        seen=seen,
        minimum=minimum,
        okey=okey,
        indicator=indicator,
        melds=melds,
        threshold=threshold,
        goals=goals,
        domain=domain,
        player=player,
        enlarged=enlarged,
    )
    check_sources(hand, position, input_file)
    if input_file is not None:
        own = given | {n: v for n, v in (("draws", draws), ("model", model)) if v is not None}
        if own:
            raise UsageError(text("cli.usage.with_input", option=f"--{next(iter(own))}"))
    turns, games_played, first = (
        number_or_none(word, name)
        for word, name in ((draws, "--draws"), (samples, "--samples"), (seed, "--seed"))
    )
    played = SAMPLES if games_played is None else games_played
    start = SEED if first is None else first
    ruled = under(games.game(game), preset, rules, option)
    if input_file is not None:

        def ask(record: Mapping[str, object]) -> Answer:
            return ruled.odds_record(record, samples=played, seed=start)

        batch.answer_lines(ask, input_file)
        return
    within = ruled.usual_draws if turns is None else turns
    drawn = ruled.odds_models[0] if model is None else model

    def answered(source: str) -> Answer:
        with progress_bar(text("cli.odds.working")):
            return ruled.odds(source, given, draws=within, model=drawn, samples=played, seed=start)

    if position is None:
        answer = answered(hand or "")
    else:
        content = read_text(position)
        with in_file(position):
            answer = answered(content)
    if as_json:
        write_json(answer.to_dict())
    else:
        show_answer(game, answer)

"""``neuroanalysis evaluate``: what a hand is worth, for a person, as JSON, or line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import typer

from neuroanalysis import games
from neuroanalysis.cli import batch
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import remark, write_json
from neuroanalysis.cli.position_options import (
    DomainCards,
    Enlarged,
    HandWords,
    IndicatorTile,
    InputFile,
    KeptCards,
    LaidCards,
    MeldWords,
    MinimumPoints,
    Okey,
    Opened,
    OtherHands,
    PlayerNumber,
    PlayWords,
    PositionFile,
    SeenCards,
    Threshold,
    TrickWords,
    WishedRank,
    check_sources,
    given_parts,
)
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, in_file, under
from neuroanalysis.cli.screens import show_answer
from neuroanalysis.cli.usage import UsageError, whole_number
from neuroanalysis.core.contract import Answer, Ruled
from neuroanalysis.core.files import read_text, write_text
from neuroanalysis.texts import text

__all__ = ["evaluate"]

# A person looks at a few groupings; a program may want many, at a price in time.
_LISTED: Final = 3
_LISTED_JSON: Final = 100


def evaluate(
    game: Annotated[str, typer.Argument(metavar="game", help="argument.game")],
    hand: HandWords = None,
    laid: LaidCards = None,
    kept: KeptCards = None,
    seen: SeenCards = None,
    minimum: MinimumPoints = None,
    okey: Okey = None,
    indicator: IndicatorTile = None,
    melds: MeldWords = None,
    threshold: Threshold = None,
    opened: Opened = False,
    trick: TrickWords = None,
    wish: WishedRank = None,
    others: OtherHands = None,
    play: PlayWords = None,
    domain: DomainCards = None,
    player: PlayerNumber = None,
    enlarged: Enlarged = None,
    preset: PresetName = None,
    rules: RulesFile = None,
    option: OptionWords = None,
    position: PositionFile = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="file", help="evaluate.save")
    ] = None,
    input_file: InputFile = None,
    limit: Annotated[
        str | None, typer.Option("--limit", metavar="number", help="evaluate.limit")
    ] = None,
    advice: Annotated[
        bool | None, typer.Option("--advice/--no-advice", help="evaluate.advice")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="option.json")] = False,
    show_usage: Help = False,
) -> None:
    """Answer what one hand is worth, or each line of a file."""
    given = given_parts(
        opened=opened,
        laid=laid,
        kept=kept,
        seen=seen,
        minimum=minimum,
        okey=okey,
        indicator=indicator,
        melds=melds,
        threshold=threshold,
        trick=trick,
        wish=wish,
        others=others,
        play=play,
        domain=domain,
        player=player,
        enlarged=enlarged,
    )
    check_sources(hand, position, input_file)
    if input_file is not None and (given or save is not None):
        option_name = next(iter(given), "save")
        raise UsageError(text("cli.usage.with_input", option=f"--{option_name}"))
    listed = _LISTED_JSON if as_json or input_file is not None else _LISTED
    if limit is not None:
        listed = whole_number(limit, "--limit")
    ruled = under(games.game(game), preset, rules, option)
    if input_file is not None:

        def ask(record: Mapping[str, object]) -> Answer:
            return ruled.ask_record(record, limit=listed, advice=advice is True)

        batch.answer_lines(ask, input_file)
        return
    answer = _ask(ruled, hand, position, given, limit=listed, advice=advice is not False)
    if save is not None:
        write_text(save, answer.position.to_text())
        remark("evaluate.saved", path=save)
    if as_json:
        write_json(answer.to_dict())
    else:
        show_answer(game, answer)


def _ask(
    ruled: Ruled,
    hand: str | None,
    file: str | None,
    parts: dict[str, str],
    *,
    limit: int,
    advice: bool,
) -> Answer:
    if file is None:
        return ruled.ask(hand or "", parts, limit=limit, advice=advice)
    content = read_text(file)
    with in_file(file):
        return ruled.ask(content, parts, limit=limit, advice=advice)

"""The options that say what belongs to a hand, shared by the commands that ask about one.

Each is a part of a game's positions by the same name; a game refuses the parts of the others.
"""

from __future__ import annotations

from typing import Annotated

import typer

from neuroanalysis.cli.usage import UsageError
from neuroanalysis.texts import text

__all__ = [
    "DomainCards",
    "Enlarged",
    "Exchanged",
    "GoalNames",
    "HandWords",
    "IndicatorTile",
    "InputFile",
    "KeptCards",
    "LaidCards",
    "MeldWords",
    "MinimumPoints",
    "Okey",
    "Opened",
    "OtherHands",
    "PlayWords",
    "PlayerNumber",
    "PositionFile",
    "SeenCards",
    "Threshold",
    "TrickWords",
    "WishedRank",
    "check_sources",
    "given_parts",
]

HandWords = Annotated[
    str | None, typer.Argument(metavar="hand", help="evaluate.hand", show_default=False)
]
LaidCards = Annotated[str | None, typer.Option("--laid", metavar="cards", help="evaluate.laid")]
KeptCards = Annotated[str | None, typer.Option("--kept", metavar="cards", help="evaluate.kept")]
SeenCards = Annotated[str | None, typer.Option("--seen", metavar="cards", help="evaluate.seen")]
MinimumPoints = Annotated[
    str | None, typer.Option("--minimum", metavar="number", help="evaluate.minimum")
]
Okey = Annotated[str | None, typer.Option("--okey", metavar="tile", help="evaluate.okey")]
IndicatorTile = Annotated[
    str | None, typer.Option("--indicator", metavar="tile", help="evaluate.indicator")
]
MeldWords = Annotated[str | None, typer.Option("--melds", metavar="melds", help="evaluate.melds")]
Threshold = Annotated[
    str | None, typer.Option("--threshold", metavar="number", help="evaluate.threshold")
]
GoalNames = Annotated[str | None, typer.Option("--goals", metavar="goals", help="odds.goals")]
TrickWords = Annotated[str | None, typer.Option("--trick", metavar="play", help="evaluate.trick")]
WishedRank = Annotated[str | None, typer.Option("--wish", metavar="rank", help="evaluate.wish")]
OtherHands = Annotated[
    str | None, typer.Option("--others", metavar="numbers", help="evaluate.others")
]
PlayWords = Annotated[str | None, typer.Option("--play", metavar="play", help="evaluate.play")]
DomainCards = Annotated[
    str | None, typer.Option("--domain", metavar="domain", help="evaluate.domain")
]
PlayerNumber = Annotated[
    str | None, typer.Option("--player", metavar="number", help="evaluate.player")
]
Enlarged = Annotated[
    str | None, typer.Option("--enlarged", metavar="number", help="evaluate.enlarged")
]
Exchanged = Annotated[bool, typer.Option("--exchanged", help="odds.exchanged")]
Opened = Annotated[bool, typer.Option("--opened", help="evaluate.opened")]
PositionFile = Annotated[
    str | None, typer.Option("--position", metavar="file", help="evaluate.position")
]
InputFile = Annotated[
    str | None, typer.Option("--input", metavar="jsonl_file", help="evaluate.input")
]


def given_parts(*, opened: bool, exchanged: bool = False, **parts: str | None) -> dict[str, str]:
    """Return the parts of a position that options name."""
    given = {name: value for name, value in parts.items() if value is not None}
    switches = {"opened": opened, "exchanged": exchanged}
    return given | {name: "yes" for name, on in switches.items() if on}


def check_sources(*sources: str | None) -> None:
    """Refuse anything but one of: a hand, a position's file, a file of questions.

    Raises
    ------
    UsageError
        For none, or several.
    """
    if sum(source is not None for source in sources) != 1:
        raise UsageError(text("cli.usage.sources"))

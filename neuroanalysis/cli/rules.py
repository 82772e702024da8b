"""``neuroanalysis rules``: the rule set in force."""

from __future__ import annotations

from typing import Annotated

import typer

from neuroanalysis import games
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import write_json, write_text
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, under
from neuroanalysis.cli.screens import show_rules
from neuroanalysis.cli.usage import UsageError
from neuroanalysis.core.contract import Game
from neuroanalysis.texts import text

__all__ = ["rules"]


def rules(
    game: Annotated[str, typer.Argument(metavar="game", help="argument.game")],
    preset: PresetName = None,
    file: RulesFile = None,
    option: OptionWords = None,
    as_json: Annotated[bool, typer.Option("--json", help="option.json")] = False,
    as_toml: Annotated[bool, typer.Option("--toml", help="rules.toml")] = False,
    list_presets: Annotated[bool, typer.Option("--list", help="rules.list")] = False,
    show_usage: Help = False,
) -> None:
    """Show the rules in force, or the presets there are."""
    chosen = games.game(game)
    if as_json and as_toml:
        raise UsageError(text("cli.usage.together", one="--json", other="--toml"))
    if list_presets:
        if as_toml:
            raise UsageError(text("cli.usage.together", one="--list", other="--toml"))
        _list(chosen, as_json=as_json)
        return
    in_force = under(chosen, preset, file, option).rules
    if as_json:
        write_json(in_force.to_mapping())
    elif as_toml:
        write_text(in_force.to_toml())
    else:
        show_rules(game, in_force)


def _list(game: Game, *, as_json: bool) -> None:
    for name, rule_set in game.presets.items():
        if as_json:
            write_json({"preset": name, "rules": rule_set.to_mapping()})
        else:
            write_text(text("cli.rules.preset", name=name, about=_about(game, name)) + "\n")


def _about(game: Game, preset: str) -> str:
    return text(f"cli.{game.name}.preset.{preset}")

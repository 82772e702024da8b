"""The help pages, in the language in force.

typer's own help words its headings in English and takes texts when the program is loaded. Here the
declarations of commands and options hold keys of the catalogue ``cli`` instead, and become words
when a page is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from neuroanalysis.cli.output import grid, show, stderr_console
from neuroanalysis.texts import LANGUAGES, text

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["Help", "help_page", "show_help", "show_help_instead"]


def show_help(context: typer.Context, wanted: bool) -> None:
    """Show the page of the context's command and leave, if it is wanted."""
    if wanted and not context.resilient_parsing:
        show(*help_page(context))
        raise typer.Exit


def show_help_instead(context: typer.Context) -> None:
    """Show the page on standard error: it was not what was asked for."""
    for part in help_page(context):
        stderr_console().print(part)


Help = Annotated[
    bool,
    typer.Option("--help", "-h", is_eager=True, callback=show_help, help="option.help"),
]
"""The option of each command that shows its help page."""


def help_page(context: typer.Context) -> list[Table | Text | Padding]:
    """Return the help page of the context's command: usage, what it does, its parts."""
    command = context.command
    arguments, options = grid(), grid()
    usage = [context.command_path]
    for parameter in command.get_params(context):
        about = text(f"cli.{getattr(parameter, 'help', None)}")
        metavar = getattr(parameter, "metavar", None)
        word = text(f"cli.metavar.{metavar}") if metavar else ""
        if parameter.param_type_name == "argument":
            usage.append(word if parameter.required else f"[{word}]")
            arguments.add_row(Text(word, "bold"), about)
        else:
            names = ", ".join(sorted([*parameter.opts, *parameter.secondary_opts], key=len))
            options.add_row(Text(f"{names} {word}".rstrip(), "bold"), about)
    options.add_row(Text(f"--lang {'|'.join(LANGUAGES)}", "bold"), text("cli.option.lang"))
    commands = grid()
    for name, child in getattr(command, "commands", {}).items():
        commands.add_row(Text(name, "bold"), text(f"cli.{child.help}"))
    if commands.row_count:
        usage.append(text("cli.metavar.command"))
    usage.append(text("cli.metavar.options"))
    sections = {"arguments": arguments, "commands": commands, "options": options}
    page: list[Table | Text | Padding] = [
        Text(text("cli.help.usage", usage=" ".join(usage))),
        Padding(text(f"cli.{command.help}"), (1, 0, 0, 2)),
    ]
    for name, table in sections.items():
        if table.row_count:
            page += [Text(), Text(text(f"cli.help.{name}"), "bold"), Padding(table, (0, 0, 0, 2))]
    if command.epilog:
        examples = text(f"cli.{command.epilog}")
        page += [Text(), Text(text("cli.help.examples"), "bold"), Padding(examples, (0, 0, 0, 2))]
    return page

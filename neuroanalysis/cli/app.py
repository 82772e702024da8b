"""The commands of ``neuroanalysis``."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from neuroanalysis import __version__
from neuroanalysis.cli.data import build, data, verify
from neuroanalysis.cli.deals import deals
from neuroanalysis.cli.design import design
from neuroanalysis.cli.evaluate import evaluate
from neuroanalysis.cli.help import Help, show_help_instead
from neuroanalysis.cli.lab import lab
from neuroanalysis.cli.odds import odds
from neuroanalysis.cli.output import write_text
from neuroanalysis.cli.pages.command import pages
from neuroanalysis.cli.printing import deck, exercises, printing, scores
from neuroanalysis.cli.rules import rules
from neuroanalysis.cli.simulate import simulate
from neuroanalysis.cli.solve import solve
from neuroanalysis.cli.usage import UsageError
from neuroanalysis.cli.warmup import warmup
from neuroanalysis.texts import text

__all__ = ["app", "start"]

# Completion scripts word their options in English; tracebacks are for our own faults, and plain.
app: Final = typer.Typer(
    add_completion=False, add_help_option=False, pretty_exceptions_enable=False
)


def _show_version(wanted: bool) -> None:
    if wanted:
        write_text(f"neuroanalysis {__version__}\n")
        raise typer.Exit


@app.callback(
    invoke_without_command=True, help="about", epilog="example.all", add_help_option=False
)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_show_version, help="option.version"),
    ] = False,
    show_usage: Help = False,
) -> None:
    """Begin: without a command there is only the help page to show."""
    if context.invoked_subcommand is None:
        show_help_instead(context)
        raise UsageError(text("cli.usage.command"))


app.command("evaluate", help="evaluate.about", epilog="example.evaluate", add_help_option=False)(
    evaluate
)
app.command("rules", help="rules.about", epilog="example.rules", add_help_option=False)(rules)
app.command(
    "lab",
    help="lab.about",
    epilog="example.lab",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True},
)(lab)
app.command("app", help="app.about", epilog="example.app", add_help_option=False)(pages)
app.command("warmup", help="warmup.about", add_help_option=False)(warmup)
app.command("deals", help="deals.about", epilog="example.deals", add_help_option=False)(deals)
app.command("odds", help="odds.about", epilog="example.odds", add_help_option=False)(odds)
app.command("solve", help="solve.about", epilog="example.solve", add_help_option=False)(solve)
app.command("simulate", help="simulate.about", epilog="example.simulate", add_help_option=False)(
    simulate
)
app.command("design", help="design.about", epilog="example.design", add_help_option=False)(design)

tables: Final = typer.Typer(add_completion=False, add_help_option=False)
tables.callback(invoke_without_command=True, help="data.about", add_help_option=False)(data)
tables.command("build", help="data.build", add_help_option=False)(build)
tables.command("verify", help="data.verify", add_help_option=False)(verify)
app.add_typer(tables, name="data", help="data.about")

paper: Final = typer.Typer(add_completion=False, add_help_option=False)
paper.callback(invoke_without_command=True, help="print.about", add_help_option=False)(printing)
paper.command("deck", help="print.deck", epilog="example.deck", add_help_option=False)(deck)
paper.command("scores", help="print.scores", epilog="example.scores", add_help_option=False)(scores)
paper.command(
    "exercises", help="print.exercises", epilog="example.exercises", add_help_option=False
)(exercises)
app.add_typer(paper, name="print", help="print.about")

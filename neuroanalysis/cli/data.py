"""``neuroanalysis data``: the result tables that ship with the package, made and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from neuroanalysis import __version__, games
from neuroanalysis.cli.help import Help, show_help_instead
from neuroanalysis.cli.output import remark, write_text
from neuroanalysis.cli.progress import progress_bar
from neuroanalysis.cli.usage import RefusedError, UsageError, number_or_none
from neuroanalysis.core.contract import ResultTable
from neuroanalysis.core.places import find_folder
from neuroanalysis.core.tables import Table, manifest, read_rows, write_table
from neuroanalysis.core.work import Options
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import shortened

if TYPE_CHECKING:
    from typing import Unpack

__all__ = ["build", "data", "verify"]

GameName = Annotated[str | None, typer.Argument(metavar="game", help="data.game")]
TablePreset = Annotated[str | None, typer.Option("--preset", metavar="name", help="data.preset")]
Workers = Annotated[str | None, typer.Option("--workers", metavar="number", help="option.workers")]


def data(context: typer.Context, show_usage: Help = False) -> None:
    """Begin: without a command there is only the help page to show."""
    if context.invoked_subcommand is None:
        show_help_instead(context)
        raise UsageError(text("cli.usage.command"))


def build(
    game: GameName = None,
    preset: TablePreset = None,
    only: Annotated[
        str | None, typer.Option("--only", metavar="question", help="data.only")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="data.force")] = False,
    into: Annotated[str | None, typer.Option("--into", metavar="folder", help="data.into")] = None,
    workers: Workers = None,
    show_usage: Help = False,
) -> None:
    """Make the tables that are missing or of other rules or another version."""
    folder = Path(into) if into else find_folder("data")
    if not folder.is_dir():
        raise RefusedError(text("cli.data.no_folder", folder=folder))
    known = {entry.file: entry for entry in manifest(folder)}
    for table in _with_part(list(_tables(game, preset)), only):
        wanted = table.entry(__version__)
        kept = known.get(wanted.file)
        if only is not None and table.parts != (only,):
            if kept is None or _faults_of_entry(table, kept):
                raise RefusedError(text("cli.data.no_rest", file=wanted.file))
            rest = read_rows(kept, folder)
            made = _computed(wanted.file, partial(table.renewed, rest, only), workers)
        elif only is None and not force and kept is not None and not _faults(table, kept, folder):
            remark("data.kept", file=wanted.file)
            continue
        else:
            made = _computed(wanted.file, table.rows, workers)
        write_table(wanted, table.columns, made, folder)
        remark("data.made", file=wanted.file, rows=len(made))


def verify(
    game: GameName = None,
    preset: TablePreset = None,
    recompute: Annotated[bool, typer.Option("--recompute", help="data.recompute")] = False,
    workers: Workers = None,
    show_usage: Help = False,
) -> None:
    """Check the tables that ship with the package."""
    folder = find_folder("data")
    known = {entry.file: entry for entry in manifest(folder)}
    wrong = checked = 0
    for table in _tables(game, preset):
        wanted = table.entry(__version__)
        entry = known.pop(wanted.file, None)
        checked += 1
        faults = [text("cli.data.missing")] if entry is None else _faults(table, entry, folder)
        if entry is not None and not faults and recompute:
            rows = [
                [str(cell) for cell in row] for row in _computed(wanted.file, table.rows, workers)
            ]
            kept = [[row[name] for name in table.columns] for row in read_rows(entry, folder)]
            if not table.same(kept, rows):
                faults = [text("cli.data.differs")]
        for fault in faults:
            remark("data.fault", file=wanted.file, fault=fault)
        wrong += bool(faults)
        if not faults:
            write_text(text("cli.data.sound", file=wanted.file) + "\n")
    if game is None and preset is None:
        for file in known:  # what is left
            remark("data.fault", file=file, fault=text("cli.data.stray"))
            checked += 1
            wrong += 1
    if wrong:
        raise RefusedError(text("cli.data.wrong", wrong=wrong, checked=checked))


def _tables(game: str | None, preset: str | None) -> Iterator[ResultTable]:
    names = games.names() if game is None else (game,)
    found = [table for name in names for table in games.game(name).tables()]
    presets = sorted({table.entry(__version__).rules for table in found})
    if preset is not None and preset not in presets:
        said = shortened(preset)
        raise UsageError(text("cli.data.no_preset", name=said, accepted=", ".join(presets)))
    for table in found:
        if preset in (None, table.entry(__version__).rules):
            yield table


def _with_part(tables: list[ResultTable], part: str | None) -> list[ResultTable]:
    """Return the tables that have a part; all without one."""
    if part is None:
        return tables
    found = [table for table in tables if part in table.parts]
    if not found:
        accepted = dict.fromkeys(part for table in tables for part in table.parts)
        said = shortened(part)
        raise UsageError(text("cli.data.no_part", name=said, accepted="; ".join(accepted)))
    return found


def _faults_of_entry(table: ResultTable, entry: Table) -> list[str]:
    """Return for what else than these rules and this version a table was made, in words."""
    wanted = table.entry(__version__)
    return [
        text("cli.data.other", name=name, found=found, expected=expected)
        for name, found, expected in (
            ("rules", entry.digest, wanted.digest),
            ("version", entry.version, wanted.version),
        )
        if found != expected
    ]


def _faults(table: ResultTable, entry: Table, folder: Path) -> list[str]:
    """Return what is wrong with a table as it is kept, in words."""
    faults = _faults_of_entry(table, entry)
    try:
        return [*faults, *table.faults(read_rows(entry, folder))]
    except NeuroanalysisError as error:
        return [*faults, str(error)]
    except (KeyError, ValueError):  # the digest is right, but these are not the columns
        return [*faults, text("cli.data.columns")]


class _Computing(Protocol):
    """What computes rows, and says what it is working on."""

    def __call__(
        self, told: Callable[[str], None], **how: Unpack[Options]
    ) -> Sequence[Sequence[object]]: ...


def _computed(file: str, compute: _Computing, workers: str | None) -> list[list[object]]:
    with progress_bar(file) as told:
        how: Options = {
            "workers": number_or_none(workers, "--workers"),
            "progress": told,
        }
        return [list(row) for row in compute(lambda what: remark("data.working", what=what), **how)]

"""Small exact result tables that ship with the package, in the folder ``data``.

``data/manifest.toml`` names each table: its file, the game, what it depends on (a digest of the
rules), the command that makes it, the version that made it, and its SHA-256. A table is a CSV file;
its numbers are whole, however long.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import tomli_w

from neuroanalysis.core import options
from neuroanalysis.core.files import read_text, write_text
from neuroanalysis.core.places import find_folder
from neuroanalysis.errors import InputError, RulesError

__all__ = ["MANIFEST", "Table", "find_table", "manifest", "read_rows", "write_table"]

MANIFEST = "manifest.toml"

Row = Mapping[str, str]


@dataclass(frozen=True)
class Table:
    """What the manifest says of a table.

    Parameters
    ----------
    file
        Its path in the folder.
    game, about
        Whose it is, and what it is about.
    rules, digest
        The name of the rule set, and the digest of all in it that the table depends on.
    command, version
        The command that made it, and the version of the package that did.
    sha256
        Digest of the file.
    """

    file: str
    game: str
    about: str
    rules: str
    digest: str
    command: str
    version: str
    sha256: str


def manifest(folder: Path | None = None) -> tuple[Table, ...]:
    """Return all tables that the manifest names; none where there is no manifest.

    Raises
    ------
    InputError
        For a manifest that cannot be read.

    Examples
    --------
    >>> all(table.file.endswith(".csv") for table in manifest())
    True
    """
    file = (folder or find_folder("data")) / MANIFEST
    if not file.exists():
        return ()
    try:
        content = tomllib.loads(read_text(file))
        rows = [
            options.table(row, "table")
            for row in options.sequence(content.get("table", []), "table")
        ]
        return tuple(Table(**{key: str(value) for key, value in row.items()}) for row in rows)
    except (tomllib.TOMLDecodeError, TypeError, RulesError) as reason:
        raise InputError("input.damaged", path=file, reason=reason) from None


def find_table(game: str, about: str, digest: str) -> Table | None:
    """Return the table about something under rules with a digest, or None."""
    for table in _shipped():
        if (table.game, table.about, table.digest) == (game, about, digest):
            return table
    return None


@lru_cache(maxsize=1)
def _shipped() -> tuple[Table, ...]:
    return manifest()


def read_rows(table: Table, folder: Path | None = None) -> list[Row]:
    """Return a table's rows by column.

    Raises
    ------
    InputError
        When the file is missing or is not what the manifest says.
    """
    path = (folder or find_folder("data")) / table.file
    content = read_text(path)
    found = sha256(content.encode()).hexdigest()
    if found != table.sha256:
        raise InputError("input.damaged", path=path, reason=f"SHA-256 {found[:12]}...")
    return list(csv.DictReader(io.StringIO(content)))


def write_table(
    table: Table,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    folder: Path | None = None,
) -> Table:
    """Write a table and its entry in the manifest; return the entry with the file's digest."""
    root = folder or find_folder("data")
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    content = lines.getvalue()
    path = root / table.file
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, content)
    entry = Table(**{**asdict(table), "sha256": sha256(content.encode()).hexdigest()})
    entries = {known.file: known for known in manifest(root)} | {entry.file: entry}
    ordered = [asdict(entries[file]) for file in sorted(entries)]
    write_text(root / MANIFEST, tomli_w.dumps({"table": ordered}))
    _shipped.cache_clear()
    return entry

"""Rule sets kept in files, to be changed by hand and compared."""

from __future__ import annotations

from pathlib import Path

from neuroanalysis.core.files import read_text, write_text
from neuroanalysis.errors import RulesError
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["load_rules", "save_rules"]


def save_rules(rules: Rules, path: str | Path) -> None:
    """Write a rule set to a TOML file, every option of it; ``--rules`` of the commands reads it.

    The file is written beside its place and then renamed: it is whole, or as it was before.

    Parameters
    ----------
    rules
        The rule set.
    path
        The file; what it had is replaced.

    Raises
    ------
    InputError
        When it cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save_rules(Rules(trio_points=3), Path(folder) / "mine.toml")
    ...     load_rules(Path(folder) / "mine.toml").trio_points
    3
    """
    write_text(path, rules.to_toml())


def load_rules(path: str | Path) -> Rules:
    """Read a rule set from a TOML file; options left out are those of the preset it names.

    Parameters
    ----------
    path
        As `save_rules` or ``neuroanalysis rules --toml`` wrote it, or written by hand.

    Raises
    ------
    InputError
        For a file that is missing, empty or cannot be read.
    RulesError
        For rules that are not valid; the message names the file and the option.
    """
    content = read_text(path)
    try:
        return Rules.from_toml(content)
    except RulesError as error:
        raise RulesError("rules.file", path=path, reason=error) from None

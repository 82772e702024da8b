"""What the result tables of presets have in common, whatever they are about."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from neuroanalysis.core.tables import Table
from neuroanalysis.games.neurotrio.rules import GAME, PRESETS, Rules

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.work import Options

__all__ = ["PresetTable", "WholeTable"]


@dataclass(frozen=True)
class PresetTable(ABC):
    """A table of a preset, as one to be made and checked."""

    preset: str

    about: ClassVar[str]
    """What it tells: the name of its file, too."""
    column_names: ClassVar[tuple[str, ...]]

    @property
    def rules(self) -> Rules:
        """The preset's rules."""
        return PRESETS[self.preset]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the file."""
        return self.column_names

    @property
    def command(self) -> str:
        """The command that makes it."""
        return f"neuroanalysis data build {GAME} --preset {self.preset} --only {self.about}"

    def entry(self, version: str) -> Table:
        """Return the table's entry in the manifest, still without its digest."""
        return Table(
            file=f"{GAME}/{self.preset}/{self.about}.csv",
            game=GAME,
            about=self.about,
            rules=self.preset,
            digest=self.rules.scoring_digest(),
            command=self.command,
            version=version,
            sha256="",
        )

    def same(self, kept: Sequence[Sequence[str]], made: Sequence[Sequence[str]]) -> bool:
        """Return whether two tables say the same: whole numbers, so to the last digit."""
        return list(kept) == list(made)


class WholeTable(PresetTable):
    """A table no part of which is computed without the rest."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What can be computed without the rest: nothing, so this is all of it."""
        return (self.about,)

    @abstractmethod
    def rows(
        self, told: Callable[[str], None] = lambda what: None, **how: Unpack[Options]
    ) -> list[tuple[object, ...]]:
        """Compute the whole table."""

    def renewed(
        self,
        kept: Sequence[Mapping[str, str]],
        part: str,
        told: Callable[[str], None] = lambda what: None,
        **how: Unpack[Options],
    ) -> list[tuple[object, ...]]:
        """Compute the whole table, whatever was kept."""
        return self.rows(told, **how)

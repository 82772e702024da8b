"""Who sits at a table: what the tables of all games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from neuroanalysis.core.skills import NamedSkill, plain_skill
from neuroanalysis.errors import InputError

__all__ = ["Seated", "parts_of_table"]

S_co = TypeVar("S_co", bound=NamedSkill, covariant=True)


@dataclass(frozen=True)
class Seated(Generic[S_co]):
    """The base of every game's ``Table``: players, clockwise.

    Parameters
    ----------
    players
        How each plays.
    """

    players: tuple[S_co, ...]

    skills: ClassVar[Mapping[str, NamedSkill]]
    """The skills that are known by their names."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the players' skills are called."""
        return tuple(one.name for one in self.players)

    @property
    def size(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def traits(self) -> dict[str, tuple[object, ...]]:
        """What tells the players apart, one value each: columns of what is said of them."""
        return {"policy": self.names}

    def to_mapping(self) -> dict[str, object]:
        """Return it as JSON holds it; a known skill by its name alone."""
        return {"players": [plain_skill(one, self.skills) for one in self.players]}


def parts_of_table(
    said: Mapping[str, object], *lists: str
) -> tuple[list[Sequence[object]], Mapping[str, object]]:
    """Return named lists of what a table's ``to_mapping`` wrote, and its rules.

    Raises
    ------
    InputError
        When one is something else.
    KeyError
        When one is missing.

    Examples
    --------
    >>> parts_of_table({"players": ["wise"], "rules": {"flowers": 0}}, "players")
    ([['wise']], {'flowers': 0})
    """
    found: list[Sequence[object]] = []
    for name in lists:
        part = said[name]
        if not isinstance(part, list):
            raise InputError("input.field", name=name)
        found.append(part)
    rules = said["rules"]
    if not isinstance(rules, Mapping):
        raise InputError("input.field", name="rules")
    return found, rules

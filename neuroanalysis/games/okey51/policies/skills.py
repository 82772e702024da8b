"""The one table of what tells players of different skill apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from neuroanalysis.core.skills import NamedSkill, known_skill

__all__ = ["PLAYERS_KNOWN", "SKILLS", "Skill", "skill"]

_NEVER: Final = 99.0


@dataclass(frozen=True)
class Skill(NamedSkill):
    """What a player weighs, and how.

    All of them open when they may, by melds of most value; lay, lay off and steal what they can,
    at an opponent's cost where there is a choice; and keep the tiles of their best melds.

    Parameters
    ----------
    name
        What he is called, on the command line too.
    chance
        Nought, or the chance that he lets each opportunity pass; then he discards any tile.
    keep
        What he weighs a tile's promise to become part of a meld with, when he discards.
    penalty
        The same for what the discard could be charged (clauses 6.6 and 6.7).
    left
        The same, once he has opened, for what the tile would cost if left (clause 6.3).
    pairs_from
        From how many pairs on he goes for an opening by pairs.

    Examples
    --------
    >>> SKILLS["counter"].penalty > SKILLS["opener"].penalty == 0
    True
    """

    chance: float = 0.0
    keep: float = 1.0
    penalty: float = 0.0
    left: float = 0.0
    pairs_from: float = _NEVER


SKILLS: Final[Mapping[str, Skill]] = MappingProxyType(
    {
        chosen.name: chosen
        for chosen in (
            Skill("random", chance=0.5),
            Skill("opener"),
            Skill("counter", keep=4.0, penalty=1.0, left=0.5),
            Skill("pairs", keep=4.0, penalty=1.0, left=0.5, pairs_from=2),
        )
    }
)
"""Each player's parameters."""

PLAYERS_KNOWN: Final = tuple(SKILLS)
"""Their names."""


def skill(name: str | Skill) -> Skill:
    """Return a skill by its name; a skill of the caller's own is returned as it is.

    Raises
    ------
    InputError
        For a name that is not in the table.

    Examples
    --------
    >>> skill("pairs").pairs_from
    2
    """
    return known_skill(name, Skill, SKILLS)

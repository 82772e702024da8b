"""The one table of what tells players of different style apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

from neuroanalysis.core.skills import NamedSkill, known_skill

__all__ = ["JUDGEMENTS", "PLAYERS_KNOWN", "SKILLS", "Judgement", "Skill", "skill"]

Judgement = Literal["chance", "lowest", "plans"]
JUDGEMENTS: Final[tuple[Judgement, ...]] = get_args(Judgement)
"""In the order of the kernels."""

_NEVER: Final = 2.0


@dataclass(frozen=True)
class Skill(NamedSkill):
    """What a player weighs, and how.

    Parameters
    ----------
    name
        What he is called, on the command line too.
    judgement
        ``chance``: any legal play or passing, each as likely. ``lowest``: the lowest card that is
        legal, with as many others as go with it. ``plans``: the hand is parted into plays, and what
        costs least in turns and in cards that win the lead is laid; see `_kernels/planning.py`.
    lead_worth
        What winning the lead is worth to him, in turns.
    eager
        How much better than passing a play has to be, in turns; below 0 it may be worse.
    bomb_from
        From which stake on he bombs a trick: 1 is 25 points, or an opponent about to be out.
    tichu_from, grand_from
        From which estimated chance to be first out he calls; above 1 for never.

    Examples
    --------
    >>> SKILLS["planner"].judgement, SKILLS["caller"].tichu_from < 1
    ('plans', True)
    """

    judgement: Judgement = "plans"
    lead_worth: float = 1.1
    eager: float = -0.3
    bomb_from: float = 0.7
    tichu_from: float = _NEVER
    grand_from: float = _NEVER


SKILLS: Final[Mapping[str, Skill]] = MappingProxyType(
    {
        chosen.name: chosen
        for chosen in (
            Skill("random", "chance"),
            Skill("shedder", "lowest"),
            Skill("planner"),
            Skill("caller", tichu_from=0.5, grand_from=0.5),
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
    >>> skill("shedder").judgement
    'lowest'
    """
    return known_skill(name, Skill, SKILLS)

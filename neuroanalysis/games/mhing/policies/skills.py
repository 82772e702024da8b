"""The one table of what tells players of different style apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from neuroanalysis.core.skills import NamedSkill, known_skill

__all__ = ["PLAYERS_KNOWN", "SKILLS", "Judgement", "Skill", "skill"]

Judgement = Literal["chance", "plans"]
"""Whether a player lets luck choose among the legal moves, or weighs plans."""


@dataclass(frozen=True)
class Skill(NamedSkill):
    """What a player weighs, and how.

    Whoever weighs plans (`~.plans`) takes the one of most worth: what its credits bring, times the
    chance that its next missing card is among the cards that he will see soon, times `step` for
    each further one that is missing.

    Parameters
    ----------
    name
        What he is called, on the command line too.
    judgement
        ``chance``: any legal move, each as likely. ``plans``: as above.
    weight
        The power of the points of a hand that he counts: 0 for one to whom all wins are alike, 1
        for one who counts the points as they are.
    step
        The chance that he gives each missing card but the next.
    horizon
        How many cards he hopes to see that he could take.
    hoped
        Credits that he hopes for beyond those that a plan makes sure of.
    patience
        He goes out when what the hand brings is at least so many times what he expects of going on;
        0 for one who always goes out.

    Examples
    --------
    >>> SKILLS["fast"].weight, SKILLS["balanced"].weight
    (0.0, 1.0)
    """

    judgement: Judgement = "plans"
    weight: float = 1.0
    step: float = 0.2
    horizon: float = 5.0
    hoped: int = 1
    patience: float = 1.0


SKILLS: Final[Mapping[str, Skill]] = MappingProxyType(
    {
        chosen.name: chosen
        for chosen in (
            Skill("random", "chance"),
            # So small a step that the distance decides before all else.
            Skill("fast", weight=0.0, step=1e-6, patience=0.0),
            Skill("rich", step=0.7, horizon=20.0),
            Skill("balanced", step=0.2, horizon=5.0),
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
    >>> skill("fast").patience
    0.0
    """
    return known_skill(name, Skill, SKILLS)

"""The one table of what tells players of different skill apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from neuroanalysis.core.skills import NamedSkill, known_skill
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["LEVELS", "SKILLS", "Judgement", "Skill", "skill", "suggested_minimum"]

Judgement = Literal["chance", "groups", "distance", "copies", "goals", "solution"]
"""What a player looks at, from nothing to the solved solitaire."""


@dataclass(frozen=True)
class Skill(NamedSkill):
    """What a player looks at, and how he weighs it.

    Parameters
    ----------
    name
        What he is called, on the command line too.
    judgement
        ``chance``: any legal move. ``groups``: keeps the duos and trios that he sees.
        ``distance``: the discard that leaves the least distance. ``copies``: of these the one with
        most useful unseen copies, then the most valuable cards. ``goals``: the most expected
        points, with a chance from the ways to complete the nearest finishing hands worth his
        minimum. ``solution``: the same with the chance of the solved solitaire.
    horizon
        How many cards he hopes to see that he could take, draws and discards of others, at a table
        where everybody may finish with the least total; for ``solution`` also how many draws.
    growth
        How many more for each point that the minimums of the table lie above it in the mean.
    reach
        For ``goals``: how many missing cards he looks for at most.
    margin
        By how many expected points a pang that is a step to a goal has to be better than going on
        without it; below 0 for one who takes a step in hand, which his estimate undervalues, since
        the others race him. Other pangs must be better in any case.
    premium
        For ``solution``: how many points above his minimum he expects a finish to bring.
    alone, alone_growth
        For ``solution`` where the rules have no pangs, so that his own draws are all that he can
        take: how many of them he expects before somebody else finishes, at a table where everybody
        may finish with the least total, and how many more for each point that the minimums of the
        table lie above it in the mean.
    """

    judgement: Judgement
    horizon: float = 0.0
    growth: float = 0.0
    reach: int = 0
    margin: float = 0.0
    premium: float = 0.0
    alone: float = 0.0
    alone_growth: float = 0.0


SKILLS: Final[Mapping[str, Skill]] = MappingProxyType(
    {
        chosen.name: chosen
        for chosen in (
            Skill("random", "chance"),
            Skill("child", "groups"),
            Skill("beginner", "distance"),
            Skill("hiker", "copies"),
            Skill("expert", "goals", horizon=1.5, growth=0.8, reach=4, margin=-0.5),
            Skill(
                "mythical",
                "solution",
                horizon=1.5,
                growth=0.8,
                reach=4,
                margin=-0.5,
                premium=1.0,
                alone=8.0,
                alone_growth=2.0,
            ),
        )
    }
)
"""Each level's parameters, the weakest player first."""

LEVELS: Final = tuple(SKILLS)
"""The names of the levels, the weakest first."""


def skill(name: str | Skill) -> Skill:
    """Return a skill by its name; a skill of the caller's own is returned as it is.

    Raises
    ------
    InputError
        For a name that is not in the table.

    Examples
    --------
    >>> skill("hiker").judgement
    'copies'
    """
    return known_skill(name, Skill, SKILLS)


def suggested_minimum(name: str | Skill, rules: Rules | None = None) -> int:
    """Return the minimum that the rules suggest for a player of that level (clause 4.3).

    For a player whom the rules do not mention, the least total of a finishing hand.

    Examples
    --------
    >>> [suggested_minimum(level) for level in LEVELS]
    [18, 18, 20, 22, 24, 26]
    """
    rules = Rules.or_default(rules)
    return dict(rules.minimums).get(skill(name).name, rules.least_minimum)

"""The one table of what tells players of different style apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

from neuroanalysis.core.skills import NamedSkill, known_skill

__all__ = ["JUDGEMENTS", "PLAYERS_KNOWN", "SKILLS", "Judgement", "Skill", "skill"]

Judgement = Literal["chance", "now", "ahead"]
JUDGEMENTS: Final[tuple[Judgement, ...]] = get_args(Judgement)
"""In the order of the kernels."""


@dataclass(frozen=True)
class Skill(NamedSkill):
    """What a player weighs, and how.

    Parameters
    ----------
    name
        What he is called, on the command line too.
    judgement
        ``chance``: any legal placement, each as likely. ``now``: what is worth most at once.
        ``ahead``: the `width` placements worth most at once, and passing if he may, are tried
        against hands that others might hold, until his next turn: see `_kernels/players.py`.
    set_worth
        What a VP that his connected sets would score is worth to him now; 0: he does not look.
    may_pass
        Whether he may pass though he could place. By chance, passing is as likely as each
        placement.
    pass_below
        ``now``: he passes where no placement is worth so much, but places his first card.
    width, samples
        ``ahead``: how many placements are tried, and against how many deals of hidden cards.
    against
        ``ahead``: what a VP that an opponent gains, on average over them, takes from his own.

    Examples
    --------
    >>> SKILLS["greedy"].set_worth, SKILLS["builder"].set_worth
    (0.0, 1.0)
    """

    judgement: Judgement = "now"
    set_worth: float = 1.0
    may_pass: bool = False
    pass_below: float = 0.0
    width: int = 6
    samples: int = 4
    against: float = 1.0


SKILLS: Final[Mapping[str, Skill]] = MappingProxyType(
    {
        chosen.name: chosen
        for chosen in (
            Skill("random", "chance", set_worth=0.0),
            Skill("greedy", set_worth=0.0),
            Skill("builder"),
            Skill("patient", may_pass=True),
            Skill("lookahead", "ahead", may_pass=True),
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
    >>> skill("lookahead").judgement
    'ahead'
    """
    return known_skill(name, Skill, SKILLS)

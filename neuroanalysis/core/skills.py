"""What the players' skills of all games have in common: a name, by which most are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TypeVar

from neuroanalysis.core.options import written
from neuroanalysis.errors import InputError

__all__ = ["NamedSkill", "known_skill", "plain_skill", "read_skill"]


@dataclass(frozen=True)
class NamedSkill:
    """The base of every game's ``Skill``.

    Parameters
    ----------
    name
        What a player of it is called, on the command line too.
    """

    name: str


S = TypeVar("S", bound=NamedSkill)


def known_skill(one: object, kind: type[S], known: Mapping[str, S]) -> S:
    """Return a skill by its name; a skill of the caller's own is returned as it is.

    Raises
    ------
    InputError
        For what is neither; the known names are told.

    Examples
    --------
    >>> known = {"wise": NamedSkill("wise")}
    >>> known_skill("wise", NamedSkill, known), known_skill(NamedSkill("Zoe"), NamedSkill, known)
    (NamedSkill(name='wise'), NamedSkill(name='Zoe'))
    """
    if isinstance(one, kind):
        return one
    if isinstance(one, str) and one in known:
        return known[one]
    name = one if isinstance(one, str) else written(one)
    raise InputError("input.skill", name=name, accepted=", ".join(known))


def plain_skill(one: S, known: Mapping[str, S]) -> object:
    """Return a skill as JSON holds it; one of the known ones by its name alone."""
    return one.name if known.get(one.name) == one else asdict(one)


def read_skill(said: object, kind: type[S], known: Mapping[str, S]) -> S:
    """Return the skill that `plain_skill` wrote.

    Examples
    --------
    >>> known = {"wise": NamedSkill("wise")}
    >>> plain_skill(NamedSkill("Zoe"), known)
    {'name': 'Zoe'}
    >>> read_skill({"name": "Zoe"}, NamedSkill, known), read_skill("wise", NamedSkill, known)
    (NamedSkill(name='Zoe'), NamedSkill(name='wise'))
    """
    return kind(**said) if isinstance(said, dict) else known_skill(said, kind, known)

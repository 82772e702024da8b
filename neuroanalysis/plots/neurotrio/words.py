"""What drawings and panels say of Neurotrio results: groups, bonuses, causes, the verdict.

The results hold codes and numbers only; the words are made here, from the catalogue ``plots``.
"""

from __future__ import annotations

from neuroanalysis.games.neurotrio.evaluation import Cause, Evaluation, Group, Grouping
from neuroanalysis.games.neurotrio.pieces import FORCES, NATURES, kind_name, value_name
from neuroanalysis.games.neurotrio.rules import Bonus
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text

__all__ = ["bonus_name", "cause_name", "group_name", "value_words", "verdict"]


def value_words(value: int) -> str:
    """Say an attribute value so that it stands alone (see ``pieces.ATTRIBUTE_VALUES``).

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     value_words(1), value_words(4), value_words(8)
    ('force 2', 'étoile', 'fond bleu')
    """
    if value < len(FORCES):
        attribute = "force"
    elif value < len(FORCES) + len(NATURES):
        attribute = "nature"
    else:
        attribute = "background"
    return text(f"plots.value.{attribute}", value=value_name(value))


def group_name(group: Group) -> str:
    """Say what a group is: a duo, a trio, a carré on the table, ..."""
    return text(f"plots.group.{'laid' if group.laid else group.kind}")


def bonus_name(bonus: Bonus) -> str:
    """Say what a row of the bonus table asks.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     bonus_name(Bonus("D_S3_2", 8, duos=1, structures=3, shared=2))
    '1 duo and 3 structures with 2 attribute values in common'
    """
    if bonus.distinct:
        return quantity("distinct", bonus.distinct)
    return text(
        "plots.bonus.in_common",
        groups=_groups(bonus.duos, bonus.structures),
        values=quantity("values", bonus.shared),
    )


def cause_name(cause: Cause, grouping: Grouping) -> str:
    """Say what a bonus is due to: how many kinds, or which groups have which values in common."""
    if cause.distinct:
        return quantity("distinct", cause.distinct)
    structures = sum(grouping.groups[place].is_structure for place in cause.groups)
    return text(
        "plots.bonus.in_common",
        groups=_groups(len(cause.groups) - structures, structures),
        values=text("plots.value.and").join(map(value_words, cause.shared))
        or quantity("values", 0),
    )


def _groups(duos: int, structures: int) -> str:
    parts = [quantity(of, n) for of, n in (("duos", duos), ("structures", structures)) if n]
    return text("plots.bonus.and").join(parts)


def verdict(evaluation: Evaluation) -> str:
    """Say whether the player can finish, with how much, or what is missing.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio.scoring import evaluate
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     verdict(evaluate("1cn*3 1cv*3 1cb*3 1eb*2"))
    'Cannot finish yet: 3 cards short (distance 3).'
    """
    if evaluation.finish is None:
        if evaluation.distance == 0:
            return text("plots.verdict.left_over")
        short = quantity("short", evaluation.distance)
        return text("plots.verdict.short", short=short, distance=evaluation.distance)
    said = text(
        "plots.verdict.can" if evaluation.can_finish else "plots.verdict.low",
        points=quantity("points", evaluation.finish),
        bonus=evaluation.position.rules.finish_points,
        minimum=evaluation.position.minimum,
    )
    to_lay = evaluation.finishes[0].carres_to_lay
    if to_lay:
        cards = text("plots.verdict.and").join(map(kind_name, to_lay))
        said += " " + text("plots.verdict.lay", cards=cards)
    return said

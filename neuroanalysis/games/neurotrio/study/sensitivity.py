"""What one point more or less does: for each bonus, each kind of group, and finishing.

Nothing is sampled. Each change of the rules is put to every deal: how much more or less a hand
between turns is worth, and how many of the hands that can finish reach each suggested minimum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from neuroanalysis.core.distribution import Distribution, Source
from neuroanalysis.core.intervals import number_text
from neuroanalysis.errors import InputError, RulesError
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.study.effects import GROUP_POINTS, OF, Effect, Of, deal_effects
from neuroanalysis.games.neurotrio.study.words import option_code, signed
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from typing import Unpack

    import pandas as pd

    from neuroanalysis.core.work import Options

__all__ = [
    "STEPS",
    "PointChange",
    "Sensitivity",
    "changed_rules",
    "compute_sensitivity",
    "point_options",
    "possible_changes",
    "sensitivity",
    "with_effects",
]

Method = Literal["fastest", "classes"]
STEPS: Final = (1, -1)
_BONUSES: Final = "bonuses."
# So wide is the column of names.
_NAME: Final = 16


@dataclass(frozen=True)
class PointChange:
    """One point more or less somewhere, and what it does.

    Parameters
    ----------
    option
        What it is for: ``"trio_points"``, ``"bonuses.S4_2"``, ...
    step
        1 or -1.
    points
        The points as they are.
    effects
        What it does to hands between turns (``"value"``) and to finishing hands (``"finish"``);
        nothing where the changed rules are refused.
    refused
        Why they are.
    """

    option: str
    step: int
    points: int
    effects: Mapping[Of, Effect]
    refused: RulesError | None = None

    @property
    def value(self) -> Effect:
        """What it does to the value of a hand between turns.

        Raises
        ------
        RulesError
            Where the changed rules are refused.
        """
        return self._effect("value")

    @property
    def finish(self) -> Effect:
        """What it does to the total of a finishing hand without carrés.

        Raises
        ------
        RulesError
            Where the changed rules are refused.
        """
        return self._effect("finish")

    def _effect(self, of: Of) -> Effect:
        if self.refused is not None:
            raise self.refused
        return self.effects[of]


@dataclass(frozen=True)
class Sensitivity:
    """What one point more or less does under a rule set; shown as a table.

    Parameters
    ----------
    rules
        The rule set.
    changes
        One for each option and step, in the order of the rules; refused ones too.
    source
        ``"data"`` if it was read from a table that ships with the package.
    """

    rules: Rules
    changes: tuple[PointChange, ...]
    source: Source = "computed"

    @property
    def minimums(self) -> tuple[int, ...]:
        """The suggested minimums, the lowest first."""
        return tuple(sorted({points for _, points in self.rules.minimums}))

    @property
    def possible(self) -> tuple[PointChange, ...]:
        """The changes that the rules allow."""
        return tuple(change for change in self.changes if change.refused is None)

    @property
    def value(self) -> Distribution:
        """The value of hands between turns under the rules as they are."""
        return self.possible[0].value.before

    @property
    def finish(self) -> Distribution:
        """The totals of finishing hands without carrés under the rules as they are."""
        return self.possible[0].finish.before

    def change(self, option: str, step: int = 1) -> PointChange:
        """Return what one point more (1) or less (-1) does; a bonus may be named by its code.

        Raises
        ------
        InputError
            For an option without points or another step.

        Examples
        --------
        >>> more = sensitivity().change("N9")
        >>> print(f"{float(more.value.changed):.4f} {float(more.value.mean_change):.4f}")
        0.0756 0.0756
        """
        for change in self.changes:
            if option in (change.option, option_code(change.option)) and change.step == step:
                return change
        known = dict.fromkeys(change.option for change in self.changes)
        if step not in STEPS:
            raise InputError("input.limit", name="step", value=step, low=-1, high=1)
        raise InputError("input.points_option", value=option, accepted=", ".join(known))

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, one row a change and a measure of it.

        Returns
        -------
        pandas.DataFrame
            ``option``, ``step``, ``points`` (as they are); ``refused``, a sentence or nothing;
            ``measure``: ``"value_mean"``, ``"finish_mean"`` (points), ``"value_changed"``,
            ``"finish_changed"`` (shares of hands that change), ``"reach"`` (share of finishing
            hands that reach ``minimum``); ``minimum``, only for that; ``before``, ``after`` and
            ``change``, floats: of shares that change there is only the last. A refused change has
            one row without a measure.

        Examples
        --------
        >>> table = sensitivity().to_frame()
        >>> table[(table.measure == "reach") & (table.minimum == 22)].shape[0]
        31
        """
        import pandas as pd

        rows = [row for change in self.changes for row in self._rows(change)]
        columns = ["option", "step", "points", "refused", "measure", "minimum"]
        frame = pd.DataFrame(rows, columns=[*columns, "before", "after", "change"])
        return frame.astype({"minimum": "Int64"})

    def _rows(self, change: PointChange) -> Iterator[tuple[object, ...]]:
        head = (change.option, change.step, change.points)
        if change.refused is not None:
            yield (*head, str(change.refused), None, None, None, None, None)
            return
        for of in OF:
            effect = change.effects[of]
            before = float(_mean(effect.before))
            moved = float(effect.mean_change)
            yield (*head, None, f"{of}_mean", None, before, before + moved, moved)
            yield (*head, None, f"{of}_changed", None, None, None, float(effect.changed))
        finishing = max(1, change.finish.finishing)
        for minimum in self.minimums:
            now, then = (n / finishing for n in change.finish.reach(minimum))
            moved = float(change.finish.reach_change(minimum))
            yield (*head, None, "reach", minimum, now, then, moved)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        value, finish = self.value, self.finish
        count = finish.total - finish.counts.get("none", 0)
        yield text(
            "neurotrio.sensitivity.title",
            cards=self.rules.hand_size,
            more=self.rules.finish_size,
            mean=number_text(value.mean()),
            finish_mean=number_text(_mean(finish)),
            finishing=number_text(count),
            source=text(f"distribution.source.{self.source}"),
        )
        heads = [text(f"neurotrio.sensitivity.{name}") for name in ("mean", "changed")]
        reached = [f"≥ {minimum}" for minimum in self.minimums]
        yield _line(text("neurotrio.sensitivity.option"), "", [*heads, *reached])
        shares = [
            self.possible[0].finish.reach(minimum)[0] / max(1, count) for minimum in self.minimums
        ]
        now = text("neurotrio.sensitivity.now")
        yield _line(now, "", ["", "", *(f"{number_text(100 * share)} %" for share in shares)])
        for change in self.changes:
            name = option_code(change.option)
            points = f"{change.points} → {change.points + change.step}".replace("-", "−")
            if change.refused is not None:
                yield f"{name:<{_NAME}} {points:>8}  {change.refused}"
                continue
            moved = [change.finish.reach_change(minimum) for minimum in self.minimums]
            yield _line(
                name,
                points,
                [
                    signed(change.value.mean_change),
                    f"{number_text(100 * float(change.value.changed), 3)} %",
                    *(signed(100 * share) for share in moved),
                ],
            )
        yield text("neurotrio.sensitivity.note")


def _line(name: str, points: str, cells: list[str]) -> str:
    return f"{name:<{_NAME}} {points:>8} " + " ".join(f"{cell:>10}" for cell in cells)


def _mean(worth: Distribution) -> float:
    """Return the mean of those that are worth something; 0 if there are none."""
    numbers = {key: n for key, n in worth.counts.items() if isinstance(key, int)}
    return sum(key * n for key, n in numbers.items()) / max(1, sum(numbers.values()))


def point_options(rules: Rules) -> dict[str, int]:
    """Return the options of a rule set that are points of something it has, and the points.

    Examples
    --------
    >>> list(point_options(Rules(bonuses=())))
    ['duo_points', 'trio_points', 'triple_points', 'carre_points', 'finish_points']
    """
    there = {
        "duo_points": rules.copies >= 2,
        "triple_points": rules.copies >= 3,
        "carre_points": rules.carre,
    }
    groups = [name for name in (*GROUP_POINTS, "finish_points") if there.get(name, True)]
    found = {name: int(getattr(rules, name)) for name in groups}
    return found | {f"{_BONUSES}{bonus.code}": bonus.points for bonus in rules.bonuses}


def changed_rules(rules: Rules, option: str, points: int) -> Rules:
    """Return the rules with other points for something.

    Raises
    ------
    RulesError
        If the rules would not be valid.

    Examples
    --------
    >>> changed_rules(Rules(), "bonuses.S4_2", 17).by_code["S4_2"].points
    17
    """
    if option.startswith(_BONUSES):
        code = option.removeprefix(_BONUSES)
        return Rules.from_mapping({"bonuses": {code: points}}, rules)
    return Rules.from_mapping({option: points}, rules)


def sensitivity(
    rules: Rules | None = None, *, method: Method = "fastest", **how: Unpack[Options]
) -> Sensitivity:
    """Find what one point more or less does, for each bonus, each kind of group, and finishing.

    Exact, over all deals: a hand between turns (its value without finishing), and a hand that may
    finish, which has one card more. A finishing hand of that size has no carré; a larger one has
    one for each further card, so that a point more for a carré is just one point for each of them.

    Parameters
    ----------
    rules
        The default rules if None.
    method
        ``"fastest"`` reads the table that ships with the package where it is for rules that score
        alike; ``"classes"`` always goes over all deals: about two minutes of work for the default
        rules, shared by all cores.
    **how
        ``workers``, ``progress``, ``cancel``, ``resume``...: see
        :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    RulesError
        For more than four copies of a kind.

    Examples
    --------
    >>> found = sensitivity()
    >>> float(found.change("finish_points").finish.mean_change)
    1.0
    >>> found.change("duo_points", -1).refused is None
    False
    """
    rules = Rules.or_default(rules)
    if method == "fastest":
        from neuroanalysis.games.neurotrio.study.sensitivity_tables import shipped_sensitivity

        shipped = shipped_sensitivity(rules)
        if shipped is not None:
            return shipped
    return compute_sensitivity(rules, **how)


def compute_sensitivity(rules: Rules, **how: Unpack[Options]) -> Sensitivity:
    """Find it over all deals; nothing is read and nothing is kept."""
    variants = possible_changes(rules)
    allowed = {key: found for key, found in variants.items() if isinstance(found, Rules)}
    effects = deal_effects(rules, list(allowed.values()), **how)
    places = {key: place for place, key in enumerate(allowed)}
    return with_effects(
        rules,
        variants,
        {key: {of: effects[of][place] for of in OF} for key, place in places.items()},
    )


def possible_changes(rules: Rules) -> dict[tuple[str, int], Rules | RulesError]:
    """Return the rules after each change, or why they are refused."""
    found: dict[tuple[str, int], Rules | RulesError] = {}
    for option, points in point_options(rules).items():
        for step in STEPS:
            try:
                found[option, step] = changed_rules(rules, option, points + step)
            except RulesError as refusal:
                found[option, step] = refusal
    return found


def with_effects(
    rules: Rules,
    variants: Mapping[tuple[str, int], Rules | RulesError],
    effects: Mapping[tuple[str, int], Mapping[Of, Effect]],
    source: Source = "computed",
) -> Sensitivity:
    """Put together what `possible_changes` and `deal_effects` say."""
    points = point_options(rules)
    return Sensitivity(
        rules,
        tuple(
            PointChange(
                option,
                step,
                points[option],
                effects.get((option, step), {}),
                found if isinstance(found, RulesError) else None,
            )
            for (option, step), found in variants.items()
        ),
        source,
    )

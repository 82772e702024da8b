"""Two rule sets beside each other: what differs, and what that does to deals, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from neuroanalysis.core import options
from neuroanalysis.core.distribution import Distribution
from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.neurotrio.analysis.deals import deal_distribution
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.games.neurotrio.study.effects import OF, Effect, Of, deal_effects
from neuroanalysis.games.neurotrio.study.sensitivity import changed_rules
from neuroanalysis.games.neurotrio.study.sensitivity_tables import shipped_sensitivity
from neuroanalysis.games.neurotrio.study.words import minimum_words, option_words, signed
from neuroanalysis.texts import catalogue, language, text

if TYPE_CHECKING:
    from typing import Unpack

    import pandas as pd

    from neuroanalysis.core.work import Options

__all__ = ["DealComparison", "Reach", "RuleDifference", "compare_deals", "describe", "differences"]


@dataclass(frozen=True)
class RuleDifference:
    """One option that two rule sets have differently; shown as a sentence.

    Parameters
    ----------
    option
        As a command line names it: ``"trio_points"``, ``"minimums.child"``, ``"bonuses.S4_2"`` (a
        bonus's points, or the whole bonus where only one rule set has it),
        ``"bonuses.S4_2.contains"``, or ``"bonuses"`` for their order.
    before, after
        As JSON and TOML hold them; None where there is nothing.
    """

    option: str
    before: object
    after: object

    def __str__(self) -> str:
        name, _, inner = self.option.partition(".")
        code, _, field = inner.partition(".")
        if name == "bonuses" and not field and (self.before is None or self.after is None):
            if self.before is None:
                return text("neurotrio.difference.added", code=code, bonus=_said(self.after))
            return text("neurotrio.difference.removed", code=code, bonus=_said(self.before))
        values = {"before": _said(self.before), "after": _said(self.after), "option": self.option}
        if self.option == "bonuses":
            return text("neurotrio.difference.order", **values)
        return text("neurotrio.difference.line", what=_what(name, code, field), **values)


def _what(name: str, code: str, field: str) -> str:
    if name == "minimums":
        return text(
            "neurotrio.difference.minimum", what=option_words(name), name=minimum_words(code)
        )
    if name != "bonuses":
        return option_words(name)
    if not field:
        return text("neurotrio.difference.points", code=code)
    known = catalogue(language()).get(f"neurotrio.difference.field.{field}", field)
    return text("neurotrio.difference.asked", what=known, code=code)


def _said(value: object) -> str:
    if value is None or value == []:
        return text("neurotrio.difference.none")
    if isinstance(value, bool):
        return text(f"neurotrio.difference.{'true' if value else 'false'}")
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Mapping):
        return ", ".join(options.words({key: one for key, one in value.items() if key != "code"}))
    return str(value)


def differences(before: Rules, after: Rules) -> tuple[RuleDifference, ...]:
    r"""Return what two rule sets have differently, in the order of the options; nothing if equal.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     print(*differences(Rules(), Rules(trio_points=3, one_duo=True)), sep="\n")
    points of a trio (trio_points): 2 → 3
    whether a player who did not finish counts one duo only (one_duo): no → yes
    """
    return tuple(_differences(before, after))


def _differences(before: Rules, after: Rules) -> Iterator[RuleDifference]:
    old, new = before.to_mapping(), after.to_mapping()
    for name in old:
        if name == "bonuses":
            yield from _bonus_differences(before, after)
        elif name == "minimums":
            one, other = dict(before.minimums), dict(after.minimums)
            for who in dict.fromkeys((*one, *other)):
                if one.get(who) != other.get(who):
                    yield RuleDifference(f"minimums.{who}", one.get(who), other.get(who))
        elif old[name] != new[name]:
            yield RuleDifference(name, old[name], new[name])


def _bonus_differences(before: Rules, after: Rules) -> Iterator[RuleDifference]:
    one, other = before.by_code, after.by_code
    for code in dict.fromkeys((*one, *other)):
        if code not in one or code not in other:
            rows = [table[code].to_mapping() if code in table else None for table in (one, other)]
            yield RuleDifference(f"bonuses.{code}", *rows)
            continue
        old, new = one[code], other[code]
        if old.points != new.points:
            yield RuleDifference(f"bonuses.{code}", old.points, new.points)
        for field in ("duos", "structures", "shared", "distinct", "contains", "per_line"):
            pair = [getattr(bonus, field) for bonus in (old, new)]
            if pair[0] != pair[1]:
                yield RuleDifference(
                    f"bonuses.{code}.{field}",
                    *(list(value) if isinstance(value, tuple) else value for value in pair),
                )
    kept = [code for code in one if code in other]
    moved = [code for code in other if code in one]
    if kept != moved:
        yield RuleDifference("bonuses", kept, moved)


def describe(before: Rules, after: Rules) -> str:
    """Say in words how two rule sets differ, a line an option.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("fr"):
    ...     describe(Rules(), Rules(carre_points=9)).split()[-4:]
    [':', '8', '→', '9']
    """
    found = differences(before, after)
    return "\n".join(map(str, found)) or text("neurotrio.difference.same")


@dataclass(frozen=True)
class Reach:
    """How many finishing hands reach a suggested minimum, before and after.

    Parameters
    ----------
    name
        Whose minimum.
    minimums
        In points, before and after; the same where only one rule set suggests one by this name.
    counts
        How many deals of a finishing hand's size reach it.
    finishing
        How many of those deals can finish at all.
    """

    name: str
    minimums: tuple[int, int]
    counts: tuple[int, int]
    finishing: tuple[int, int]

    @property
    def shares(self) -> tuple[Fraction, Fraction]:
        """The shares of finishing hands that reach it."""
        one, other = (
            Fraction(n, max(1, of)) for n, of in zip(self.counts, self.finishing, strict=True)
        )
        return one, other

    @property
    def change(self) -> Fraction:
        """By how much that share changes."""
        return self.shares[1] - self.shares[0]


@dataclass(frozen=True)
class DealComparison:
    """What a change of the rules does to deals, exactly; shown in words.

    Parameters
    ----------
    before, after
        The rule sets.
    worth
        What deals are worth under each: hands between turns (``"value"``) and finishing hands
        without carrés (``"finish"``).
    effects
        The same hand by hand; nothing where the rule sets deal other cards.
    """

    before: Rules
    after: Rules
    worth: Mapping[Of, tuple[Distribution, Distribution]]
    effects: Mapping[Of, Effect]

    @property
    def differences(self) -> tuple[RuleDifference, ...]:
        """What the two rule sets have differently."""
        return differences(self.before, self.after)

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """How many finishing hands reach each suggested minimum; each rule set has its own."""
        one, other = dict(self.before.minimums), dict(self.after.minimums)
        finishing = _both(_numbers_of(worth) for worth in self.worth["finish"])
        found = []
        for name, points in (other | one).items():
            minimums = (points, other.get(name, points))
            pairs = zip(minimums, self.worth["finish"], strict=True)
            counts = _both(_numbers_of(worth, minimum) for minimum, worth in pairs)
            found.append(Reach(name, minimums, counts, finishing))
        return tuple(found)

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, one row a measure.

        Returns
        -------
        pandas.DataFrame
            ``measure``: ``"value_mean"``, ``"finish_mean"`` (points), ``"value_changed"``,
            ``"finish_changed"`` (shares of hands that change, only where both rule sets deal the
            same cards), ``"reach"`` (share of finishing hands that reach a minimum); ``minimum``,
            whose, only for that; ``before``, ``after`` and ``change``, floats.

        Examples
        --------
        >>> table = compare_deals(Rules(), Rules(finish_points=11)).to_frame()
        >>> float(table.set_index("measure").change["finish_mean"])
        1.0
        """
        import pandas as pd

        rows: list[tuple[object, ...]] = []
        for of in OF:
            old, new = map(_mean, self.worth[of])
            rows.append((f"{of}_mean", None, float(old), float(new), float(new - old)))
            if of in self.effects:
                changed = float(self.effects[of].changed)
                rows.append((f"{of}_changed", None, None, None, changed))
        for reach in self.reaches:
            now, then = map(float, reach.shares)
            rows.append(("reach", reach.name, now, then, float(reach.change)))
        return pd.DataFrame(rows, columns=["measure", "minimum", "before", "after", "change"])

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield describe(self.before, self.after)
        yield ""
        yield text("neurotrio.comparison.title")
        if self.effects and not any(effect.moved for effect in self.effects.values()):
            yield text("neurotrio.comparison.no_change")
        old, new = map(_mean, self.worth["value"])
        yield text(
            "neurotrio.comparison.value",
            cards=_pair(self.before.hand_size, self.after.hand_size),
            before=number_text(old),
            after=number_text(new),
            change=signed(new - old),
        )
        if self.effects:
            share = number_text(100 * float(self.effects["value"].changed), 3)
            yield text("neurotrio.comparison.changed", share=f"{share} %")
        else:
            yield text("neurotrio.comparison.other_deals")
        finishing = [number_text(_numbers_of(worth)) for worth in self.worth["finish"]]
        means = [number_text(_mean(worth)) for worth in self.worth["finish"]]
        yield text(
            "neurotrio.comparison.finish",
            cards=_pair(self.before.finish_size, self.after.finish_size),
            number=_pair(*finishing),
            mean=_pair(*means),
        )
        for reach in self.reaches:
            shares = [f"{number_text(100 * float(share))} %" for share in reach.shares]
            yield text(
                "neurotrio.comparison.reach",
                name=minimum_words(reach.name),
                minimum=_pair(*reach.minimums),
                before=shares[0],
                after=shares[1],
                change=signed(100 * reach.change),
            )


def _both(numbers: Iterator[int]) -> tuple[int, int]:
    one, other = numbers
    return one, other


def _pair(one: object, other: object) -> str:
    return f"{one}" if one == other else f"{one} → {other}"


def _numbers_of(worth: Distribution, least: int = 0) -> int:
    return sum(n for key, n in worth.counts.items() if isinstance(key, int) and key >= least)


def _mean(worth: Distribution) -> Fraction:
    """Return the mean of those that are worth something; 0 if there are none."""
    numbers = {key: n for key, n in worth.counts.items() if isinstance(key, int)}
    return Fraction(sum(key * n for key, n in numbers.items()), max(1, sum(numbers.values())))


def compare_deals(before: Rules, after: Rules, **how: Unpack[Options]) -> DealComparison:
    """Find what a change of the rules does to deals: exact, over all of them.

    Parameters
    ----------
    before, after
        The rule sets. Where they deal as many cards from as many copies, hands are compared one by
        one, which takes a minute for rules as large as the default ones; a change of one point from
        a preset, or none of points, is known at once.
    **how
        ``workers``, ``progress``, ``cancel``, ``resume``...: see
        :func:`neuroanalysis.core.work.imap`.

    Raises
    ------
    RulesError
        For more than four copies of a kind.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     found = str(compare_deals(Rules(), Rules(finish_points=11))).splitlines()
    >>> found[0], found[3]
    ('points for finishing (finish_points): 10 → 11', 'A hand of 13 cards between turns: ...
    """
    if (before.copies, before.hand_size) != (after.copies, after.hand_size):
        pairs = {of: (_worth(before, of, **how), _worth(after, of, **how)) for of in OF}
        return DealComparison(before, after, pairs, {})
    effects = _known(before, after)
    if effects is None:
        found = deal_effects(before, [after], **how)
        effects = {of: found[of][0] for of in OF}
    worth = {of: (effect.before, effect.after) for of, effect in effects.items()}
    return DealComparison(before, after, worth, effects)


def _worth(rules: Rules, of: Of, **how: Unpack[Options]) -> Distribution:
    return deal_distribution(of, rules=rules, **how)


def _known(before: Rules, after: Rules) -> Mapping[Of, Effect] | None:
    """Return what is known without looking at any hand: no change of worth, or one that ships."""
    shipped = shipped_sensitivity(before)
    if shipped is None:
        return None
    if before.scoring_digest() == after.scoring_digest():
        return {"value": Effect(shipped.value), "finish": Effect(shipped.finish)}
    for change in shipped.possible:
        rules = changed_rules(before, change.option, change.points + change.step)
        if rules.scoring_digest() == after.scoring_digest():
            return change.effects
    return None

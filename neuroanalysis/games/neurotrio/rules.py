"""The rule set of Neurotrio "french" mah-jong: every number and option, validated.

The clauses are in README.md beside this file; what each field means is said there too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core import options
from neuroanalysis.core.arguments import checked
from neuroanalysis.core.rule_sets import OptionRules
from neuroanalysis.errors import RulesError
from neuroanalysis.games.neurotrio._kernels import layout
from neuroanalysis.games.neurotrio._kernels.layout import RuleArrays
from neuroanalysis.games.neurotrio.pieces import KINDS

__all__ = ["BONUSES", "DEFAULT_PRESET", "PRESETS", "Bonus", "DistinctScope", "Rules", "preset"]

DistinctScope = Literal["hand", "grouped"]
GAME: Final = "neurotrio"
_POINTS_LIMIT: Final = 999
_LINES: Final = 27


@dataclass(frozen=True)
class Bonus:
    """One row of the bonus table.

    Either `distinct` is given, and the bonus counts with that many distinct kinds or more; or
    `duos` and `structures`, and it counts when that many groups have `shared` attribute values in
    common.

    Parameters
    ----------
    code
        The bonus's name in results and in `contains`.
    points
        What it adds.
    duos, structures, shared
        Groups asked, and how many attribute values (0 to 3) every card of them must have.
    distinct
        Distinct kinds asked; 0 for a bonus of groups.
    contains
        Codes of the bonuses that do not count beside this one; what those contain is contained too.
    per_line
        With the option `repeat_bonuses`, it counts once for each choice of shared values.

    Examples
    --------
    >>> Bonus("S3_2", 4, structures=3, shared=2).to_mapping()
    {'code': 'S3_2', 'points': 4, 'structures': 3, 'shared': 2}
    """

    code: str
    points: int
    duos: int = 0
    structures: int = 0
    shared: int = 0
    distinct: int = 0
    contains: tuple[str, ...] = ()
    per_line: bool = False

    @classmethod
    def from_mapping(cls, row: object, where: str) -> Bonus:
        """Read a row of a table; the field at fault is named under `where`.

        Raises
        ------
        RulesError
            For unknown fields and values of the wrong type.
        """
        table = options.table(row, where)
        code = options.string(table.get("code"), f"{where}.code")
        where = f"bonuses.{code}"
        options.only(table, [field.name for field in dataclasses.fields(cls)], where)
        return cls(
            code=code,
            points=options.integer(table.get("points"), f"{where}.points", 0, _POINTS_LIMIT),
            duos=options.integer(table.get("duos", 0), f"{where}.duos", 0, layout.MAX_DUOS),
            structures=options.integer(
                table.get("structures", 0), f"{where}.structures", 0, layout.MAX_STRUCTURES
            ),
            shared=options.integer(table.get("shared", 0), f"{where}.shared", 0, 3),
            distinct=options.integer(table.get("distinct", 0), f"{where}.distinct", 0, KINDS),
            contains=options.strings(table.get("contains", ()), f"{where}.contains"),
            per_line=options.boolean(table.get("per_line", False), f"{where}.per_line"),
        )

    def to_mapping(self) -> dict[str, object]:
        """Return the row with the fields that differ from their defaults."""
        row: dict[str, object] = {"code": self.code, "points": self.points}
        for field in dataclasses.fields(self)[2:]:
            value = getattr(self, field.name)
            if value != field.default:
                row[field.name] = list(value) if isinstance(value, tuple) else value
        return row


BONUSES: Final = (
    Bonus("S4_2", 16, structures=4, shared=2, contains=("S3_2", "S4_1")),
    Bonus("D_S3_2", 8, duos=1, structures=3, shared=2, contains=("S3_2", "D_S2_2")),
    Bonus("S3_2", 4, structures=3, shared=2),
    Bonus("D_S2_2", 2, duos=1, structures=2, shared=2, per_line=True),
    Bonus("D_S4_1", 2, duos=1, structures=4, shared=1, contains=("S4_1",)),
    Bonus("S4_1", 1, structures=4, shared=1),
    Bonus("N13", 6, distinct=13, contains=("N12",)),
    Bonus("N12", 4, distinct=12, contains=("N11",)),
    Bonus("N11", 3, distinct=11, contains=("N10",)),
    Bonus("N10", 2, distinct=10, contains=("N9",)),
    Bonus("N9", 1, distinct=9),
)
"""The bonus table of the source, without the ten points for finishing."""


@dataclass(frozen=True)
class Rules(OptionRules):
    """A rule set; the defaults are the two-deck game of the source.

    Every value is validated on construction, so a `Rules` is always one that can be played.

    Parameters
    ----------
    copies
        Copies of each of the 27 kinds.
    hand_size
        Cards held between turns; one more makes `duos` duos and `structures` structures.
    duos, structures
        What a finishing hand is made of.
    carre
        Whether four alike may count as a carré (and be laid).
    duo_points, trio_points, triple_points, carre_points, finish_points
        Points of each group, and of finishing.
    bonuses
        The bonus table.
    distinct_scope
        Which cards bonuses of distinct kinds look at: all the player's (``"hand"``), or only those
        in duos, trios and carrés (``"grouped"``).
    repeat_bonuses
        Whether bonuses marked `per_line` count once for each line.
    one_duo
        Whether a player who did not finish may count one duo only.
    minimums
        Suggested personal minimums: name and points, the 10 for finishing included.
    players_min, players_max, reshuffles, game_target
        The frame of a round and of a game.
    pang
        Whether a discard may be panged (clause 5.3).

    Raises
    ------
    RulesError
        For a value out of range or values that contradict each other; the field is named.

    Examples
    --------
    >>> Rules().finish_size, Rules(distinct_scope="grouped").distinct_scope
    (14, 'grouped')
    >>> Rules(hand_size=12)
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.RulesError: option 'hand_size': 12 cards and one drawn do not make ...
    """

    game: ClassVar[str] = GAME
    ranges: ClassVar[Mapping[str, tuple[int, int]]]
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"distinct_scope": get_args(DistinctScope)}

    copies: int = 4
    hand_size: int = 13
    duos: int = 1
    structures: int = 4
    carre: bool = True
    duo_points: int = 0
    trio_points: int = 2
    triple_points: int = 4
    carre_points: int = 8
    finish_points: int = 10
    bonuses: tuple[Bonus, ...] = BONUSES
    distinct_scope: DistinctScope = "hand"
    repeat_bonuses: bool = False
    one_duo: bool = False
    minimums: tuple[tuple[str, int], ...] = (
        ("child", 18),
        ("beginner", 20),
        ("hiker", 22),
        ("expert", 24),
        ("mythical", 26),
    )
    players_min: int = 2
    players_max: int = 6
    reshuffles: int = 2
    game_target: int = 100
    pang: bool = True

    def __post_init__(self) -> None:
        """Check each value, then the values against each other."""
        self._check_values()
        self._check_shape()
        self._check_bonuses()

    def _check_values(self) -> None:
        self.check_plain_fields()
        if not self.minimums:
            raise RulesError("rules.no_minimum")
        for name, points in self.minimums:
            options.integer(points, f"minimums.{name}", 0, _POINTS_LIMIT)

    def _check_shape(self) -> None:
        if self.hand_size + 1 != self.finish_size:
            raise RulesError(
                "rules.shape",
                hand_size=self.hand_size,
                duos=self.duos,
                structures=self.structures,
                needed=self.finish_size,
            )
        if self.duos and self.copies < 2:
            raise RulesError("rules.duo_copies", copies=self.copies)
        if self.carre and self.copies < 4:
            raise RulesError("rules.carre_copies", copies=self.copies)
        if self.players_max < self.players_min:
            raise RulesError("rules.players", **dataclasses.asdict(self))
        if self.players_max * self.hand_size >= self.deck_size:
            raise RulesError(
                "rules.deck",
                players=self.players_max,
                hand_size=self.hand_size,
                deck=self.deck_size,
            )

    def _check_bonuses(self) -> None:
        if len(self.bonuses) > layout.MAX_BONUSES:
            raise RulesError("rules.bonus_many", n=len(self.bonuses), most=layout.MAX_BONUSES)
        codes = [bonus.code for bonus in self.bonuses]
        for bonus in self.bonuses:
            # A row that was not read by `from_mapping` is held to the same ranges.
            Bonus.from_mapping(bonus.to_mapping(), "bonuses")
            if not bonus.code.replace("_", "").isalnum() or not bonus.code.isascii():
                raise RulesError("rules.bonus_code", code=bonus.code)
            if codes.count(bonus.code) > 1:
                raise RulesError("rules.bonus_twice", code=bonus.code)
            groups = bonus.duos + bonus.structures
            if bonus.distinct and (groups or bonus.shared):
                raise RulesError("rules.bonus_both", code=bonus.code)
            if not bonus.distinct and not groups:
                raise RulesError("rules.bonus_empty", code=bonus.code)
            if bonus.per_line and bonus.distinct:
                raise RulesError("rules.bonus_line", code=bonus.code)
            for contained in bonus.contains:
                if contained not in codes:
                    raise RulesError("rules.bonus_contains", code=bonus.code, contained=contained)
        for code, contained_codes in self.containment.items():
            if code in contained_codes:
                raise RulesError("rules.bonus_cycle", code=code)
        self._check_that_duos_never_cost()

    def _check_that_duos_never_cost(self) -> None:
        """Refuse a table in which one more duo can lower the points.

        A grouping is a choice of structures, with every duo left over declared: that is the
        player's best as long as no bonus that a duo brings is worth less than those it replaces.
        """
        points = self.to_arrays().points
        sets = np.arange(len(points))
        for place, bonus in enumerate(self._ordered):
            if bonus.duos or (bonus.distinct and self.distinct_scope == "grouped"):
                without = sets[(sets >> place & 1) == 0]
                loss = points[without] - points[without | 1 << place]
                worst = int(np.argmax(loss))
                if loss[worst] > 0:
                    contained = self.containment[bonus.code]
                    replaced = [
                        other.code
                        for bit, other in enumerate(self._ordered)
                        if without[worst] >> bit & 1 and other.code in contained
                    ]
                    raise RulesError(
                        "rules.bonus_costs",
                        code=bonus.code,
                        points=bonus.points,
                        replaced=", ".join(replaced),
                        lost=int(loss[worst]) + bonus.points,
                    )
        if self.repeat_bonuses:
            self._check_that_repetitions_are_not_replaced()

    def _check_that_repetitions_are_not_replaced(self) -> None:
        """Refuse that a bonus which a duo brings replaces one that may count on several lines.

        As in the table of the source it may: where three structures share a line, of four in all
        and at most five copies of a kind, only the fourth can share another line with one of them.
        So the contained bonus counts once at most before the duo comes, which the table allows for.
        """
        few = self.structures <= 4 and self.copies <= 5
        for bonus in self.bonuses:
            if not (bonus.duos or (bonus.distinct and self.distinct_scope == "grouped")):
                continue
            for code in sorted(self.containment[bonus.code]):
                below = self.by_code[code]
                once = bonus.structures >= 3 and below.structures >= 2
                lines = bonus.shared == 2 and below.shared == 2
                if below.per_line and below.points and not (few and once and lines):
                    raise RulesError("rules.bonus_repeats", code=bonus.code, contained=code)

    @property
    def finish_size(self) -> int:
        """Cards of a finishing hand, before one more for each carré."""
        return 2 * self.duos + 3 * self.structures

    @property
    def deck_size(self) -> int:
        """Cards there are."""
        return KINDS * self.copies

    @property
    def most_cards(self) -> int:
        """Cards of the greatest finishing hand: all its structures carrés."""
        return self.finish_size + (self.structures if self.carre else 0)

    @property
    def least_minimum(self) -> int:
        """The lowest suggested minimum: what is meant where none is given."""
        return min(points for _, points in self.minimums)

    @cached_property
    def greatest_total(self) -> int:
        """Return what no finishing hand is worth more than: the best groups and every bonus.

        A bound that is seldom reached, for bonuses contain each other.

        Examples
        --------
        >>> Rules(bonuses=(), carre=False).greatest_total
        26
        """
        structure = max(self.trio_points, self.triple_points, self.carre_points * self.carre)
        groups = self.duos * self.duo_points + self.structures * structure
        lines = _LINES if self.repeat_bonuses else 1
        bonuses = sum(bonus.points * (lines if bonus.per_line else 1) for bonus in self.bonuses)
        return groups + bonuses + self.finish_points

    @cached_property
    def containment(self) -> dict[str, frozenset[str]]:
        """For each bonus, all bonuses that it contains, also through others."""
        direct = {bonus.code: set(bonus.contains) for bonus in self.bonuses}
        closed: dict[str, frozenset[str]] = {}
        for code, below in direct.items():
            found: set[str] = set()
            frontier = set(below)
            while frontier:
                found |= frontier
                frontier = {low for high in frontier for low in direct[high]} - found
            closed[code] = frozenset(found)
        return closed

    @cached_property
    def by_code(self) -> dict[str, Bonus]:
        """The bonus table by code."""
        return {bonus.code: bonus for bonus in self.bonuses}

    @classmethod
    def presets(cls) -> Mapping[str, Rules]:
        """Return the named rule sets, the default first."""
        return PRESETS

    def read_field(self, name: str, value: object) -> object:
        """Return an option's value as its field holds it.

        ``bonuses`` is a list of rows, or a table from codes to new points; ``minimums`` a table
        from names to points.

        Raises
        ------
        RulesError
            For a value that is wrong.

        Examples
        --------
        >>> Rules.from_mapping({"preset": "three_trios", "trio_points": 3}).trio_points
        3
        """
        if name == "bonuses":
            return _read_bonuses(value, self.bonuses)
        if name == "minimums":
            return tuple(
                (key, options.integer(points, f"minimums.{key}", 0, _POINTS_LIMIT))
                for key, points in options.table(value, name).items()
            )
        return super().read_field(name, value)

    def plain_field(self, name: str) -> object:
        """Return a field as JSON and TOML hold it.

        Examples
        --------
        >>> Rules.from_toml(Rules().to_toml()) == Rules()
        True
        """
        if name == "bonuses":
            return [bonus.to_mapping() for bonus in self.bonuses]
        return dict(self.minimums) if name == "minimums" else super().plain_field(name)

    def changes(self, base: Rules) -> dict[str, object]:
        """Return the options that make this rule set of another; of bonuses the points alone.

        Examples
        --------
        >>> Rules(one_duo=True).differences()
        {'preset': 'two_decks', 'one_duo': True}
        """
        changes = super().changes(base)
        if "bonuses" in changes and [replace(bonus, points=0) for bonus in self.bonuses] == [
            replace(bonus, points=0) for bonus in base.bonuses
        ]:
            changes["bonuses"] = {
                bonus.code: bonus.points
                for bonus, before in zip(self.bonuses, base.bonuses, strict=True)
                if bonus != before
            }
        return changes

    def scoring_digest(self) -> str:
        """Return a short name of all in these rules on which the worth of a hand depends.

        Minimums, players and the course of a round do not matter.
        """
        return self.digest_without(*_NOT_SCORING)

    def to_arrays(self) -> RuleArrays:
        """Return the rule set as the kernels read it."""
        return self._arrays

    @cached_property
    def _arrays(self) -> RuleArrays:
        numbers = np.zeros(layout.NUMBERS, dtype=np.int64)
        numbers[layout.DUOS] = self.duos
        numbers[layout.STRUCTURES] = self.structures
        numbers[layout.CARRE] = self.carre
        numbers[layout.COPIES] = self.copies
        numbers[layout.DUO_POINTS] = self.duo_points
        numbers[layout.TRIO_POINTS] = self.trio_points
        numbers[layout.TRIPLE_POINTS] = self.triple_points
        numbers[layout.CARRE_POINTS] = self.carre_points
        numbers[layout.FINISH_POINTS] = self.finish_points
        numbers[layout.GROUPED_SCOPE] = self.distinct_scope == "grouped"
        numbers[layout.ONE_DUO] = self.one_duo
        numbers[layout.PANG] = self.pang
        of_groups = [bonus for bonus in self.bonuses if not bonus.distinct]
        of_kinds = [bonus for bonus in self.bonuses if bonus.distinct]
        needs = np.array(
            [
                (
                    bonus.duos,
                    bonus.structures,
                    bonus.shared,
                    bonus.points if self.repeat_bonuses and bonus.per_line else 0,
                )
                for bonus in of_groups
            ],
            dtype=np.int64,
        ).reshape(-1, 4)
        distinct_bits = np.array(
            [
                sum(
                    1 << (len(of_groups) + bit)
                    for bit, bonus in enumerate(of_kinds)
                    if kinds >= bonus.distinct
                )
                for kinds in range(KINDS + 1)
            ],
            dtype=np.int64,
        )
        survivors, points = self._worth_of_sets()
        return RuleArrays(
            numbers=numbers,
            needs=needs,
            distinct_bits=distinct_bits,
            points=points,
            bound=_greatest_of_subsets(points),
            survivors=survivors,
        )

    @property
    def _ordered(self) -> list[Bonus]:
        """The bonuses in the order of their bits: those of groups before those of kinds."""
        return sorted(self.bonuses, key=lambda bonus: bonus.distinct > 0)

    def bonus_place(self, code: str) -> int:
        """Return the bit that stands for a bonus in the kernels' sets."""
        return [bonus.code for bonus in self._ordered].index(code)

    def _worth_of_sets(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        ordered = self._ordered
        bit = {bonus.code: 1 << place for place, bonus in enumerate(ordered)}
        sets = np.arange(1 << len(ordered), dtype=np.int64)
        survivors = sets.copy()
        for bonus in ordered:
            contained = sum(bit[code] for code in self.containment[bonus.code])
            survivors[(sets & bit[bonus.code]) != 0] &= ~contained
        points = np.zeros_like(sets)
        for bonus in ordered:
            points += bonus.points * ((survivors & bit[bonus.code]) != 0)
        return survivors, points


def _greatest_of_subsets(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each set the greatest points among its subsets, one bit after the other."""
    greatest = points.copy()
    sets = np.arange(len(points))
    bit = 1
    while bit < len(points):
        with_bit = sets[(sets & bit) != 0]
        greatest[with_bit] = np.maximum(greatest[with_bit], greatest[with_bit ^ bit])
        bit <<= 1
    return greatest


def _read_bonuses(value: object, base: Iterable[Bonus]) -> tuple[Bonus, ...]:
    if isinstance(value, Mapping):
        points = options.table(value, "bonuses")
        options.only(points, [bonus.code for bonus in base], "bonuses")
        return tuple(
            replace(
                bonus,
                points=options.integer(
                    points.get(bonus.code, bonus.points), f"bonuses.{bonus.code}", 0, _POINTS_LIMIT
                ),
            )
            for bonus in base
        )
    rows = options.sequence(value, "bonuses")
    return tuple(Bonus.from_mapping(row, f"bonuses.{place}") for place, row in enumerate(rows, 1))


_NOT_SCORING: Final = (
    "minimums",
    "players_min",
    "players_max",
    "reshuffles",
    "game_target",
    "pang",
)
Rules.ranges = {
    "copies": (1, layout.MAX_COPIES),
    "hand_size": (1, 26),
    "duos": (0, layout.MAX_DUOS),
    "structures": (1, layout.MAX_STRUCTURES),
    "duo_points": (0, _POINTS_LIMIT),
    "trio_points": (0, _POINTS_LIMIT),
    "triple_points": (0, _POINTS_LIMIT),
    "carre_points": (0, _POINTS_LIMIT),
    "finish_points": (0, _POINTS_LIMIT),
    "players_min": (1, 12),
    "players_max": (1, 12),
    "reshuffles": (0, 99),
    "game_target": (1, 9999),
}


def _reachable(structures: int, cards: int) -> tuple[Bonus, ...]:
    """Return the part of the bonus table that a smaller shape can reach, points unchanged."""
    kept = [
        bonus for bonus in BONUSES if bonus.structures <= structures and bonus.distinct <= cards
    ]
    codes = {bonus.code for bonus in kept}
    return tuple(
        replace(bonus, contains=tuple(code for code in bonus.contains if code in codes))
        for bonus in kept
    )


DEFAULT_PRESET: Final = "two_decks"
PRESETS: Final[dict[str, Rules]] = {
    "two_decks": Rules(),
    "one_deck_shape": Rules(
        copies=2,
        hand_size=10,
        duos=1,
        structures=3,
        carre=False,
        bonuses=_reachable(3, 11),
        players_max=5,
    ),
    "two_duos_two_trios": Rules(
        hand_size=9, duos=2, structures=2, carre=False, bonuses=_reachable(2, 10)
    ),
    "three_trios": Rules(hand_size=8, duos=0, structures=3, carre=False, bonuses=_reachable(3, 9)),
}
"""The named rule sets."""


@checked
def preset(name: str) -> Rules:
    """Return a named rule set.

    Raises
    ------
    RulesError
        For an unknown name; the message lists the known ones.

    Examples
    --------
    >>> preset("one_deck_shape").finish_size
    11
    """
    return Rules.preset(name)

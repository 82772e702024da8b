"""Many rounds played at one table: who sits there, and what came of each round.

Round number i of a seed has the same cards for every table, however the rounds are cut into chunks
and whoever plays them: dealt by ``play.deal(..., seed=(seed << 32) + i, first=i % players)``, so
that each can be looked at alone, and tables are compared on the same cards. Who begins goes round,
as in a game (clause 5.7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.chunks import Control
from neuroanalysis.core.options import written
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.neurotrio.policies import (
    SKILLS,
    Skill,
    compiled_rounds,
    skill,
    suggested_minimum,
)
from neuroanalysis.games.neurotrio.position import checked_minimum
from neuroanalysis.games.neurotrio.rules import Rules

__all__ = ["HOW", "NOBODY", "RoundRows", "Table", "play_rounds"]

HOW: Final = ("draw", "pang", "carre", "nobody")
"""How a round ends: somebody finishes on a card drawn, panged, or drawn for a carré; or nobody."""
NOBODY: Final = HOW.index("nobody")


@dataclass(frozen=True)
class Table:
    """Who sits at a table, clockwise, under which rules.

    Build one with `of`, which takes names.

    Parameters
    ----------
    players
        How each plays.
    minimums
        Points at which each may finish.
    rules
        The rule set.

    Raises
    ------
    PositionError
        For a number of players that the rules do not have (clause 5.1), another number of minimums,
        or a minimum out of range.

    Examples
    --------
    >>> table = Table.of(["hiker", "child"])
    >>> table.names, table.minimums
    (('hiker', 'child'), (22, 18))
    """

    players: tuple[Skill, ...]
    minimums: tuple[int, ...]
    rules: Rules

    def __post_init__(self) -> None:
        """Check the parts against each other."""
        n, rules = len(self.players), self.rules
        if not rules.players_min <= n <= rules.players_max:
            raise PositionError("round.players", n=n, low=rules.players_min, high=rules.players_max)
        if len(self.minimums) != n:
            raise PositionError("round.minimums", players=n, minimums=len(self.minimums))
        for minimum in self.minimums:
            checked_minimum(minimum)

    @classmethod
    def of(
        cls,
        players: Sequence[str | Skill],
        minimums: Sequence[int] | None = None,
        rules: Rules | None = None,
    ) -> Table:
        """Return the table of these players.

        Parameters
        ----------
        players
            Names of skills, or skills, clockwise.
        minimums
            One each; those that go with their skills if None.
        rules
            The default rules if None.

        Raises
        ------
        InputError
            For an unknown skill; the known ones are named.
        PositionError
            As `Table`.
        """
        rules = rules or Rules()
        skills = tuple(_skill(player) for player in players)
        points = [suggested_minimum(one, rules) for one in skills] if minimums is None else minimums
        return cls(skills, tuple(checked_minimum(minimum) for minimum in points), rules)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players' skills are called."""
        return tuple(one.name for one in self.players)

    @property
    def size(self) -> int:
        """How many play."""
        return len(self.players)

    def to_mapping(self) -> dict[str, object]:
        """Return it as JSON holds it; a skill of the table of skills by its name alone."""
        return {
            "players": [
                one.name if SKILLS.get(one.name) == one else asdict(one) for one in self.players
            ],
            "minimums": list(self.minimums),
            "rules": self.rules.to_mapping(),
        }

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Table:
        """Return the table that `to_mapping` wrote.

        Examples
        --------
        >>> table = Table.of(["expert", "child"], [24, 18])
        >>> Table.from_mapping(table.to_mapping()) == table
        True
        """
        players, minimums, rules = values["players"], values["minimums"], values["rules"]
        if not (
            isinstance(players, list) and isinstance(minimums, list) and isinstance(rules, Mapping)
        ):
            raise InputError("input.field", name="players")
        skills = [Skill(**one) if isinstance(one, dict) else _skill(one) for one in players]
        return cls.of(skills, minimums, Rules.from_mapping(rules))


def _skill(player: object) -> Skill:
    if isinstance(player, Skill | str):
        return skill(player)
    raise InputError("input.skill", name=written(player), accepted=", ".join(SKILLS))


@dataclass(frozen=True, eq=False)
class RoundRows:
    """What came of some rounds in a row, in arrays.

    Parameters
    ----------
    begin
        The number of the first round.
    minimums
        Of the players.
    finished
        (rounds, players) bool: whether the player finished.
    points
        What the round brings him (clause 4.4).
    value
        What his cards are worth without finishing (clause 2.6).
    value_lost
        The greatest worth of his cards after a turn of his, less their worth at the end; 0 if he
        finished. What holding on, or being overtaken, has cost him.
    draws
        Cards he drew, replacements of carrés included.
    pangs, carres
        Discards he took; carrés he laid.
    distance
        Of his cards at the end (clause 4.5).
    finisher
        (rounds,): who finished, -1 for nobody.
    how
        Place in `HOW`.
    turns
        Turns begun by a draw.
    reshuffles
        How often the discards became a pile.
    """

    begin: int
    minimums: tuple[int, ...]
    finished: NDArray[np.bool_]
    points: NDArray[np.int16]
    value: NDArray[np.int16]
    value_lost: NDArray[np.int16]
    draws: NDArray[np.int16]
    pangs: NDArray[np.int16]
    carres: NDArray[np.int8]
    distance: NDArray[np.int8]
    finisher: NDArray[np.int8]
    how: NDArray[np.int8]
    turns: NDArray[np.int16]
    reshuffles: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.finisher)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.minimums)

    @property
    def first(self) -> NDArray[np.int64]:
        """(rounds,): who began."""
        return np.arange(self.begin, self.begin + len(self)) % self.players

    @property
    def seat(self) -> NDArray[np.int64]:
        """(rounds, players): how far clockwise from who began; 0 began."""
        return (np.arange(self.players) - self.first[:, np.newaxis]) % self.players

    @property
    def minimum(self) -> NDArray[np.int64]:
        """(rounds, players): points at which the player could finish."""
        return np.broadcast_to(np.array(self.minimums), (len(self), self.players))

    @classmethod
    def empty(cls, begin: int, n: int, minimums: tuple[int, ...]) -> RoundRows:
        """Return rows to be filled in."""
        each, small = (n, len(minimums)), np.int8
        return cls(
            begin,
            minimums,
            finished=np.zeros(each, np.bool_),
            points=np.zeros(each, np.int16),
            value=np.zeros(each, np.int16),
            value_lost=np.zeros(each, np.int16),
            draws=np.zeros(each, np.int16),
            pangs=np.zeros(each, np.int16),
            carres=np.zeros(each, small),
            distance=np.zeros(each, small),
            finisher=np.full(n, -1, small),
            how=np.full(n, NOBODY, small),
            turns=np.zeros(n, np.int16),
            reshuffles=np.zeros(n, small),
        )

    @classmethod
    def joined(cls, parts: Sequence[RoundRows]) -> RoundRows:
        """Return parts that follow each other as one."""
        arrays = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in cls.array_names()
        }
        return cls(parts[0].begin, parts[0].minimums, **arrays)

    @classmethod
    def array_names(cls) -> tuple[str, ...]:
        """Return the names of the arrays."""
        return tuple(field.name for field in fields(cls) if field.name not in ("begin", "minimums"))

    def equals(self, other: RoundRows) -> bool:
        """Return whether both say the same of the same rounds."""
        return (self.begin, self.minimums) == (other.begin, other.minimums) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self.array_names()
        )


def play_rounds(
    table: Table, seed: int, begin: int, stop: int, *, control: Control | None = None
) -> RoundRows:
    """Play rounds ``begin`` to ``stop - 1`` of a seed.

    Parameters
    ----------
    table
        Who plays.
    seed, begin, stop
        Which rounds.
    control
        Counts the rounds played, and can stop them; then `Cancelled` is raised.

    Examples
    --------
    >>> table = Table.of(["child", "child"])
    >>> whole, tail = play_rounds(table, 7, 0, 3), play_rounds(table, 7, 2, 3)
    >>> bool((whole.points[2:] == tail.points).all())
    True
    """
    from neuroanalysis.games.neurotrio._kernels import rounds

    control = control or Control()
    played = compiled_rounds(
        table.players,
        table.minimums,
        table.rules,
        seed,
        begin,
        stop,
        progress=control.array,
    )
    control.check()
    rows = RoundRows.empty(begin, stop - begin, table.minimums)
    for name, column in (
        ("finished", rounds.FINISHED),
        ("points", rounds.POINTS),
        ("value", rounds.VALUE),
        ("value_lost", rounds.VALUE_LOST),
        ("draws", rounds.DRAWS),
        ("pangs", rounds.PANGS),
        ("carres", rounds.CARRES),
        ("distance", rounds.DISTANCE),
    ):
        getattr(rows, name)[:] = played.told[:, :, column]
    for name, column in (
        ("finisher", rounds.FINISHER),
        ("how", rounds.HOW),
        ("turns", rounds.TURNS),
        ("reshuffles", rounds.RESHUFFLES),
    ):
        getattr(rows, name)[:] = played.ends[:, column]
    return rows

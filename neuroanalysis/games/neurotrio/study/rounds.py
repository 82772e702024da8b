"""Many rounds played at one table: who sits there, and what came of each round.

Round number i of a seed has the same cards for every table, however the rounds are cut into chunks
and whoever plays them: dealt by ``play.deal(..., seed=(seed << 32) + i, first=i % players)``, so
that each can be looked at alone, and tables are compared on the same cards. Who begins goes round,
as in a game (clause 5.7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked, entries
from neuroanalysis.core.chunks import Control
from neuroanalysis.core.rounds.rows import Column, Rows
from neuroanalysis.core.rounds.tables import Seated, parts_of_table
from neuroanalysis.core.skills import read_skill
from neuroanalysis.errors import PositionError
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
class Table(Seated[Skill]):
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

    minimums: tuple[int, ...]
    rules: Rules
    skills = SKILLS

    def __post_init__(self) -> None:
        """Check the parts against each other."""
        n, rules = self.size, self.rules
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
        rules = Rules.or_default(rules)
        skills = tuple(map(skill, entries("players", players)))
        points = [suggested_minimum(one, rules) for one in skills] if minimums is None else minimums
        return cls(skills, tuple(checked_minimum(minimum) for minimum in points), rules)

    @property
    def traits(self) -> dict[str, tuple[object, ...]]:
        """What tells the players apart, one value each."""
        return {"policy": self.names, "minimum": self.minimums}

    def to_mapping(self) -> dict[str, object]:
        """Return it as JSON holds it; a skill of the table of skills by its name alone."""
        more = {"minimums": list(self.minimums), "rules": self.rules.to_mapping()}
        return super().to_mapping() | more

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Table:
        """Return the table that `to_mapping` wrote.

        Examples
        --------
        >>> table = Table.of(["expert", "child"], [24, 18])
        >>> Table.from_mapping(table.to_mapping()) == table
        True
        """
        (players, minimums), rules = parts_of_table(values, "players", "minimums")
        skills = [read_skill(one, Skill, SKILLS) for one in players]
        return cls.of(skills, [checked_minimum(one) for one in minimums], Rules.from_mapping(rules))


@dataclass(frozen=True, eq=False)
class RoundRows(Rows):
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

    of_players = (
        Column("finished", np.bool_),
        Column("points", np.int16),
        Column("value", np.int16),
        Column("value_lost", np.int16),
        Column("draws", np.int16),
        Column("pangs", np.int16),
        Column("carres", np.int8),
        Column("distance", np.int8),
    )
    of_rounds = (
        Column("how", np.int8, blank=NOBODY, words=HOW),
        Column("turns", np.int16),
        Column("reshuffles", np.int8),
    )
    of_table = ("begin", "minimums")

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

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.minimums)

    @property
    def minimum(self) -> NDArray[np.int64]:
        """(rounds, players): points at which the player could finish."""
        return np.broadcast_to(np.array(self.minimums), (len(self), self.players))

    @classmethod
    def empty(cls, begin: int, n: int, minimums: tuple[int, ...]) -> RoundRows:
        """Return rows to be filled in."""
        columns = cls.blank(n, len(minimums))
        finisher = np.full(n, -1, np.int8)
        return cls.made({"begin": begin, "minimums": minimums, **columns, "finisher": finisher})


@checked
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

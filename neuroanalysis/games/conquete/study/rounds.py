"""Many rounds played at one table: who sits there, and what came of each round.

Round number i of a seed has the same cards for every table of as many players, however the rounds
are cut into chunks and whoever plays them: dealt by ``play.deal(..., seed=round_seed(seed, i))``,
and the player at place i, counted round the table, plays first.

Rounds are played on the compiled engine, some thousands a second; see `~.policies`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked, entries
from neuroanalysis.core.chunks import Control
from neuroanalysis.core.rounds.rows import Column, Rows
from neuroanalysis.core.rounds.tables import Seated, parts_of_table
from neuroanalysis.core.skills import read_skill
from neuroanalysis.games.conquete.play import ENDS
from neuroanalysis.games.conquete.policies import SKILLS, Skill, compiled_rounds, skill
from neuroanalysis.games.conquete.rules import Rules

__all__ = ["FITTING", "PARTS", "RoundRows", "Table", "play_rounds"]

PARTS = ("start", "extra", "placing", "passing", "finishing", "sets")
"""What VP are for: `~.play.Ledger` has the same fields."""
FITTING = ("fitting_one", "fitting_two", "fitting_three", "fitting_four")
"""Cards that a player placed, by the number of neighbours with which they were compatible."""


@dataclass(frozen=True)
class Table(Seated[Skill]):
    """Who sits at a table, in turn order, under which rules.

    Build one with `of`, which takes names.

    Parameters
    ----------
    players
        How each plays.
    rules
        The rule set.

    Raises
    ------
    RulesError
        For another number of players than may play.

    Examples
    --------
    >>> Table.of(["builder", "greedy", "random"]).names
    ('builder', 'greedy', 'random')
    """

    rules: Rules
    skills = SKILLS

    def __post_init__(self) -> None:
        """Check the number of players."""
        self.rules.hand_sizes(self.size)

    @classmethod
    def of(cls, players: Sequence[str | Skill], rules: Rules | None = None) -> Table:
        """Return the table of these players.

        Raises
        ------
        InputError
            For an unknown skill; the known ones are named.
        RulesError
            As `Table`.
        """
        return cls(tuple(map(skill, entries("players", players))), Rules.or_default(rules))

    def to_mapping(self) -> dict[str, object]:
        """Return it as JSON holds it; a skill of the table of skills by its name alone."""
        return super().to_mapping() | {"rules": self.rules.to_mapping()}

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Table:
        """Return the table that `to_mapping` wrote.

        Examples
        --------
        >>> table = Table.of(["lookahead", "random"])
        >>> Table.from_mapping(table.to_mapping()) == table
        True
        """
        [players], rules = parts_of_table(values, "players")
        skills = [read_skill(one, Skill, SKILLS) for one in players]
        return cls.of(skills, Rules.from_mapping(rules))


@dataclass(frozen=True, eq=False)
class RoundRows(Rows):
    """What came of some rounds in a row, in arrays; those of players are (rounds, players).

    Parameters
    ----------
    begin
        The number of the first round.
    points
        The VP of each at the end.
    start, extra, placing, passing, finishing, sets
        What they are for; their sum are the points.
    extra_card
        Whether he was dealt a card more than others.
    place
        1 for who was first to have placed all cards, and so on; 0 for who never had.
    cards_left
        Cards in his hand at the end.
    passes, blocked
        How often he passed; and how often of it because he could place nothing.
    set_count, largest_set
        His connected sets, and the size of the largest.
    fitting_one, fitting_two, fitting_three, fitting_four
        Cards that he placed, by the number of compatible neighbours.
    end
        (rounds,): place in `ENDS`.
    turns
        (rounds,): moves, passes too.
    enlargements
        (rounds,): how often the grid was enlarged.
    rows, columns
        (rounds,): open ones at the end.
    """

    of_players = (
        Column("points", np.int32),
        *(Column(name, np.int32) for name in PARTS),
        Column("extra_card", np.int8),
        Column("place", np.int8),
        Column("cards_left", np.int8),
        Column("passes", np.int16),
        Column("blocked", np.int16),
        Column("set_count", np.int8),
        Column("largest_set", np.int8),
        *(Column(name, np.int8) for name in FITTING),
    )
    of_rounds = (
        Column("end", np.int8, words=ENDS),
        Column("turns", np.int16),
        Column("enlargements", np.int8),
        Column("rows", np.int16),
        Column("columns", np.int16),
    )

    points: NDArray[np.int32]
    start: NDArray[np.int32]
    extra: NDArray[np.int32]
    placing: NDArray[np.int32]
    passing: NDArray[np.int32]
    finishing: NDArray[np.int32]
    sets: NDArray[np.int32]
    extra_card: NDArray[np.int8]
    place: NDArray[np.int8]
    cards_left: NDArray[np.int8]
    passes: NDArray[np.int16]
    blocked: NDArray[np.int16]
    set_count: NDArray[np.int8]
    largest_set: NDArray[np.int8]
    fitting_one: NDArray[np.int8]
    fitting_two: NDArray[np.int8]
    fitting_three: NDArray[np.int8]
    fitting_four: NDArray[np.int8]
    end: NDArray[np.int8]
    turns: NDArray[np.int16]
    enlargements: NDArray[np.int8]
    rows: NDArray[np.int16]
    columns: NDArray[np.int16]

    @property
    def first_out(self) -> NDArray[np.bool_]:
        """(rounds, players): whether the player was first to have placed all cards."""
        first: NDArray[np.bool_] = self.place == 1
        return first

    @property
    def won(self) -> NDArray[np.bool_]:
        """(rounds, players): whether nobody had more VP."""
        most: NDArray[np.bool_] = self.points == self.points.max(axis=1, keepdims=True)
        return most


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
    >>> table = Table.of(["greedy"] * 3)
    >>> whole, tail = play_rounds(table, 7, 0, 3), play_rounds(table, 7, 2, 3)
    >>> bool((whole.points[2:] == tail.points).all())
    True
    """
    from neuroanalysis.games.conquete._kernels import rounds

    control = control or Control()
    played = compiled_rounds(table.players, table.rules, seed, begin, stop, progress=control.array)
    control.check()
    told, ends = played.told, played.ends
    dealt = told[:, :, rounds.DEALT]
    of_players = {
        "points": told[:, :, rounds.VP],
        "start": np.full(dealt.shape, table.rules.start_vp),
        "extra": told[:, :, rounds.EXTRA],
        "placing": told[:, :, rounds.PLACING],
        "passing": told[:, :, rounds.PASSING],
        "finishing": told[:, :, rounds.FINISHING],
        "sets": told[:, :, rounds.SETS],
        "extra_card": dealt > dealt.min(axis=1, keepdims=True),
        "place": told[:, :, rounds.PLACE],
        "cards_left": told[:, :, rounds.LEFT],
        "passes": told[:, :, rounds.PASSED],
        "blocked": told[:, :, rounds.BLOCKED],
        "set_count": told[:, :, rounds.SET_COUNT],
        "largest_set": told[:, :, rounds.LARGEST],
        **{name: told[:, :, rounds.FITTING + n] for n, name in enumerate(FITTING)},
    }
    of_rounds = {
        "end": ends[:, rounds.END],
        "turns": ends[:, rounds.MOVES],
        "enlargements": ends[:, rounds.ENLARGEMENTS],
        "rows": ends[:, rounds.ROWS],
        "columns": ends[:, rounds.COLUMNS],
    }
    kinds = {column.name: column.kind for column in (*RoundRows.of_players, *RoundRows.of_rounds)}
    arrays = {name: told.astype(kinds[name]) for name, told in (of_players | of_rounds).items()}
    return RoundRows.made({"begin": begin, **arrays})

"""Many rounds played at one table: who sits there, and what came of each round.

Round number i of a seed has the same tiles for every table, however the rounds are cut into chunks
and whoever plays them: dealt by ``play.deal(..., seed=round_seed(seed, i), first=i % 4)``, so that
each can be looked at alone, and tables and rules are compared on the same tiles. Who begins goes
round, as in a game (clause 5.1).
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
from neuroanalysis.games.okey51.policies import SKILLS, Skill, compiled_rounds, skill
from neuroanalysis.games.okey51.rules import PLAYERS, Rules
from neuroanalysis.texts import text

__all__ = ["CHARGES", "ENDS", "OPENINGS", "RoundRows", "Table", "play_rounds", "unused_options"]

ENDS: Final = ("hand", "pairs", "okey", "empty")
"""How a round ends (clauses 6.1 and 6.2)."""
OPENINGS: Final = ("no", "melds", "pairs")
"""How a player opened."""
CHARGES: Final = ("laid_off", "taken", "stolen", "penalised")
"""What is charged during a round (clauses 6.6 and 6.7)."""


@dataclass(frozen=True)
class Table(Seated[Skill]):
    """Who sits at a table, clockwise, under which rules.

    Build one with `of`, which takes names.

    Parameters
    ----------
    players
        How each of the four plays.
    rules
        The rule set.

    Raises
    ------
    PositionError
        For another number of players (clause 5.1).

    Examples
    --------
    >>> Table.of(["opener", "counter"] * 2).names
    ('opener', 'counter', 'opener', 'counter')
    """

    rules: Rules
    skills = SKILLS

    def __post_init__(self) -> None:
        """Check the number of players."""
        if self.size != PLAYERS:
            raise PositionError("okey51.round.seats", n=self.size, players=PLAYERS)

    @classmethod
    def of(cls, players: Sequence[str | Skill], rules: Rules | None = None) -> Table:
        """Return the table of these players.

        Raises
        ------
        InputError
            For an unknown skill; the known ones are named.
        PositionError
            As `Table`.
        """
        return cls(tuple(map(skill, entries("players", players))), Rules.or_default(rules))

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The places that count together: each by itself, or those of each team."""
        return ((0, 2), (1, 3)) if self.rules.teams else tuple((n,) for n in range(PLAYERS))

    def to_mapping(self) -> dict[str, object]:
        """Return it as JSON holds it; a skill of the table of skills by its name alone."""
        return super().to_mapping() | {"rules": self.rules.to_mapping()}

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Table:
        """Return the table that `to_mapping` wrote.

        Examples
        --------
        >>> table = Table.of(["pairs", "opener", "random", "counter"])
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
    opened
        Place in `OPENINGS`.
    opening, opening_turn, opening_drawn
        What the opening was worth (of pairs, how many); in which turn of the round, from 0; how
        many tiles had been drawn by then. 0 for whoever did not open.
    laid_off, taken, stolen, penalised
        What the player was charged for tiles laid off on his melds, discards of his that were
        taken, okeys stolen from him, and penalised discards.
    at_end
        What the end brought him.
    left
        How many tiles were left to him.
    takes
        Discards that he took.
    finisher
        (rounds,): the place at the table of who went out, -1 for nobody.
    end
        Place in `ENDS`.
    turns
        Turns that were played.
    drawn
        Tiles that were drawn.
    doubled
        Whether the round counted double.
    """

    of_players = (
        Column("opened", np.int8, words=OPENINGS),
        Column("opening", np.int16),
        Column("opening_turn", np.int16),
        Column("opening_drawn", np.int16),
        *(Column(name, np.int32) for name in CHARGES),
        Column("at_end", np.int32),
        Column("left", np.int8),
        Column("takes", np.int16),
    )
    of_rounds = (
        Column("finisher", np.int8),
        Column("end", np.int8, words=ENDS),
        Column("turns", np.int16),
        Column("drawn", np.int16),
        Column("doubled", np.bool_),
    )

    opened: NDArray[np.int8]
    opening: NDArray[np.int16]
    opening_turn: NDArray[np.int16]
    opening_drawn: NDArray[np.int16]
    laid_off: NDArray[np.int32]
    taken: NDArray[np.int32]
    stolen: NDArray[np.int32]
    penalised: NDArray[np.int32]
    at_end: NDArray[np.int32]
    left: NDArray[np.int8]
    takes: NDArray[np.int16]
    finisher: NDArray[np.int8]
    end: NDArray[np.int8]
    turns: NDArray[np.int16]
    drawn: NDArray[np.int16]
    doubled: NDArray[np.bool_]

    @property
    def points(self) -> NDArray[np.int32]:
        """(rounds, players): what the round brought each."""
        return self.laid_off + self.taken + self.stolen + self.penalised + self.at_end

    @property
    def finished(self) -> NDArray[np.bool_]:
        """(rounds, players): whether the player went out."""
        finished: NDArray[np.bool_] = np.arange(PLAYERS) == self.finisher[:, np.newaxis]
        return finished


def unused_options(*rules: Rules) -> tuple[str, ...]:
    """Return a sentence for each option in force that changes nothing, for no player uses it.

    Of `taken_discard_may_return` nobody of the table of skills makes use (clause P.1): a discard
    that is taken to no end costs him who discarded it, but a tile of the pile might be of use.

    Examples
    --------
    >>> unused_options(Rules(taken_discard_new_meld=True))
    ()
    >>> len(unused_options(Rules(), Rules(taken_discard_may_return=True)))
    1
    """
    unused = any(one.taken_discard_may_return for one in rules)
    return (text("okey51.study.unused", option="taken_discard_may_return"),) if unused else ()


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
    >>> table = Table.of(["opener"] * 4)
    >>> whole, tail = play_rounds(table, 7, 0, 3), play_rounds(table, 7, 2, 3)
    >>> bool((whole.points[2:] == tail.points).all())
    True
    """
    from neuroanalysis.games.okey51._kernels import rounds

    control = control or Control()
    played = compiled_rounds(table.players, table.rules, seed, begin, stop, progress=control.array)
    control.check()
    told, ends = played.told, played.ends
    return RoundRows(
        begin,
        opened=told[:, :, rounds.OPENED].astype(np.int8),
        opening=told[:, :, rounds.OPENING].astype(np.int16),
        opening_turn=told[:, :, rounds.OPENING_TURN].astype(np.int16),
        opening_drawn=told[:, :, rounds.OPENING_DRAWN].astype(np.int16),
        laid_off=told[:, :, rounds.CHARGED_LAID_OFF],
        taken=told[:, :, rounds.CHARGED_TAKEN],
        stolen=told[:, :, rounds.CHARGED_STOLEN],
        penalised=told[:, :, rounds.CHARGED_PENALISED],
        at_end=told[:, :, rounds.AT_END],
        left=told[:, :, rounds.LEFT].astype(np.int8),
        takes=told[:, :, rounds.TAKES].astype(np.int16),
        finisher=ends[:, rounds.FINISHER].astype(np.int8),
        end=ends[:, rounds.END].astype(np.int8),
        turns=ends[:, rounds.TURNS].astype(np.int16),
        drawn=ends[:, rounds.DRAWN].astype(np.int16),
        doubled=played.doubled,
    )

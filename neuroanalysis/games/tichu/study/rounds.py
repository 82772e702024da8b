"""Many rounds played at one table: who sits there, and what came of each round.

Round number i of a seed has the same cards for every table, however the rounds are cut into chunks
and whoever plays them: dealt by ``play.deal(..., seed=round_seed(seed, i))``, so that each can be
looked at alone, and tables and rules are compared on the same cards.

Rounds are played on the compiled engine, some thousands a second; see `~.policies`.
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
from neuroanalysis.games.tichu.policies import SKILLS, Skill, compiled_rounds, skill
from neuroanalysis.games.tichu.rules import PLAYERS, Rules

__all__ = ["CALLS", "ENDS", "RoundRows", "Table", "play_rounds"]

ENDS: Final = ("counted", "double_win")
"""How a round ends: three players are out and cards are counted, or partners were first and second
(clauses 7.1 and 7.2)."""
CALLS: Final = ("none", "tichu", "grand_tichu")
"""What a player may have called."""


@dataclass(frozen=True)
class Table(Seated[Skill]):
    """Who sits at a table, in turn order, under which rules; first and third are partners.

    Build one with `of`, which takes names.

    Parameters
    ----------
    players
        How each plays.
    rules
        The rule set.

    Raises
    ------
    PositionError
        For another number of players than four (clause 4.1).

    Examples
    --------
    >>> Table.of(["planner", "shedder"] * 2).names
    ('planner', 'shedder', 'planner', 'shedder')
    """

    rules: Rules
    skills = SKILLS

    def __post_init__(self) -> None:
        """Check the number of players."""
        if self.size != PLAYERS:
            raise PositionError("tichu.round.table", n=self.size, players=PLAYERS)

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

    def to_mapping(self) -> dict[str, object]:
        """Return it as JSON holds it; a skill of the table of skills by its name alone."""
        return super().to_mapping() | {"rules": self.rules.to_mapping()}

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Table:
        """Return the table that `to_mapping` wrote.

        Examples
        --------
        >>> table = Table.of(["caller", "random"] * 2)
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
        What the round brought each player's team.
    card_points
        What of it is for cards or a double win; the rest is for calls.
    place
        1 for who was first out, and so on; players with cards left share the next place.
    call
        Place in `CALLS`.
    dealt_bomb, held_bomb
        Whether his 14 cards held a bomb before the exchange, and after it.
    laid_bombs
        Bombs that he laid.
    tricks
        Tricks that he won, the Dragon's too.
    cards_left
        Cards in his hand at the end.
    end
        (rounds,): place in `ENDS`.
    turns
        (rounds,): tricks.
    plays
        (rounds,): combinations laid.
    """

    of_players = (
        Column("points", np.int32),
        Column("card_points", np.int32),
        Column("place", np.int8),
        Column("call", np.int8, words=CALLS),
        Column("dealt_bomb", np.int8),
        Column("held_bomb", np.int8),
        Column("laid_bombs", np.int8),
        Column("tricks", np.int8),
        Column("cards_left", np.int8),
    )
    of_rounds = (
        Column("end", np.int8, words=ENDS),
        Column("turns", np.int16),
        Column("plays", np.int16),
    )

    points: NDArray[np.int32]
    card_points: NDArray[np.int32]
    place: NDArray[np.int8]
    call: NDArray[np.int8]
    dealt_bomb: NDArray[np.int8]
    held_bomb: NDArray[np.int8]
    laid_bombs: NDArray[np.int8]
    tricks: NDArray[np.int8]
    cards_left: NDArray[np.int8]
    end: NDArray[np.int8]
    turns: NDArray[np.int16]
    plays: NDArray[np.int16]

    @property
    def first(self) -> NDArray[np.int64]:
        """(rounds,): all 0; who holds Mah Jong begins, so no place at the table is another."""
        return np.zeros(len(self), dtype=np.int64)

    @property
    def first_out(self) -> NDArray[np.bool_]:
        """(rounds, players): whether the player was first out."""
        first: NDArray[np.bool_] = self.place == 1
        return first

    @property
    def call_won(self) -> NDArray[np.bool_]:
        """(rounds, players): whether he called and was first out."""
        won: NDArray[np.bool_] = self.first_out & (self.call > 0)
        return won


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
    >>> table = Table.of(["planner"] * 4)
    >>> whole, tail = play_rounds(table, 7, 0, 3), play_rounds(table, 7, 2, 3)
    >>> bool((whole.points[2:] == tail.points).all())
    True
    """
    from neuroanalysis.games.tichu._kernels import rounds

    control = control or Control()
    played = compiled_rounds(table.players, table.rules, seed, begin, stop, progress=control.array)
    control.check()
    told, ends = played.told, played.ends
    cards = ends[:, rounds.CARD_POINTS : rounds.CARD_POINTS + 2]
    return RoundRows(
        begin,
        points=np.tile(played.points, 2).astype(np.int32),
        card_points=np.tile(cards, 2).astype(np.int32),
        place=told[:, :, rounds.PLACE].astype(np.int8),
        call=told[:, :, rounds.CALL].astype(np.int8),
        dealt_bomb=told[:, :, rounds.DEALT_BOMBS].astype(np.int8),
        held_bomb=told[:, :, rounds.HELD_BOMBS].astype(np.int8),
        laid_bombs=told[:, :, rounds.LAID_BOMBS].astype(np.int8),
        tricks=told[:, :, rounds.TRICKS].astype(np.int8),
        cards_left=told[:, :, rounds.LEFT].astype(np.int8),
        end=(ends[:, rounds.DOUBLE] >= 0).astype(np.int8),
        turns=ends[:, rounds.ALL_TRICKS].astype(np.int16),
        plays=ends[:, rounds.PLAYS].astype(np.int16),
    )

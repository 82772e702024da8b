"""Many rounds played at one table: who sits there, and what came of each round.

Round number i of a seed has the same cards for every table of as many players, however the rounds
are cut into chunks and whoever plays them: dealt by ``play.deal(..., seed=round_seed(seed, i),
dealer=i % n)``, so that each can be looked at alone, and tables and rules are compared on the same
cards. The deal passes clockwise, as in a game (clause 6.4).

Rounds are played move by move on the readable engine, over compiled questions: some tens a second.
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
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.mhing.pieces import FLOWER, KINDS
from neuroanalysis.games.mhing.play import (
    Draw,
    Mhing,
    Move,
    Pang,
    RoundState,
    Tcheu,
    deal,
    distances,
    result,
)
from neuroanalysis.games.mhing.policies import (
    SKILLS,
    Skill,
    moves_of_round,
    player,
    round_seed,
    skill,
)
from neuroanalysis.games.mhing.rules import CREDIT_LINES, Rules

__all__ = ["ENDS", "NOBODY", "RoundRows", "Table", "play_rounds"]

ENDS: Final = ("drawn", "claimed", "void")
"""How a round ends: somebody goes out with a card that he drew or holds, with a discard that he
claimed, or nobody does (clauses 6.1 and 6.3)."""
NOBODY: Final = -1
_MOST_POINTS: Final = 2**31 - 1


@dataclass(frozen=True)
class Table(Seated[Skill]):
    """Who sits at a table, clockwise, under which rules.

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
        For a number of players that the rules do not have (clause 4.1).

    Examples
    --------
    >>> Table.of(["fast", "rich", "fast"]).names
    ('fast', 'rich', 'fast')
    """

    rules: Rules
    skills = SKILLS

    def __post_init__(self) -> None:
        """Check the number of players."""
        low, high = self.rules.players_min, self.rules.players_max
        if not low <= self.size <= high:
            raise PositionError("mhing.round.players", n=self.size, low=low, high=high)

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
        >>> table = Table.of(["balanced", "random"])
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
        What the round brought each.
    draws, pangs, tcheus
        Cards that he drew in turns and for flowers, and what he claimed and got.
    flowers
        Flowers laid at the end.
    distance
        How many further cards he lacked at the end to four combinations and a pair; 0 for one who
        went out with such a hand.
    winner
        (rounds,): who went out, -1 for nobody.
    credits
        (rounds,): what his hand earned, -1 in a void round.
    end
        (rounds,): place in `ENDS`.
    turns
        (rounds,): turns that ended with a discard.
    reshuffles
        (rounds,): how often the discards became a pile.
    lines
        (rounds, lines): the credits of the winner's best reading by line of credits.
    """

    of_players = (
        Column("points", np.int32),
        Column("draws", np.int16),
        Column("pangs", np.int8),
        Column("tcheus", np.int8),
        Column("flowers", np.int8),
        Column("distance", np.int8),
    )
    of_rounds = (
        Column("winner", np.int8, blank=NOBODY),
        Column("credits", np.int16, blank=NOBODY),
        Column("end", np.int8, blank=ENDS.index("void"), words=ENDS),
        Column("turns", np.int16),
        Column("reshuffles", np.int8),
    )

    points: NDArray[np.int32]
    draws: NDArray[np.int16]
    pangs: NDArray[np.int8]
    tcheus: NDArray[np.int8]
    flowers: NDArray[np.int8]
    distance: NDArray[np.int8]
    winner: NDArray[np.int8]
    credits: NDArray[np.int16]
    end: NDArray[np.int8]
    turns: NDArray[np.int16]
    reshuffles: NDArray[np.int8]
    lines: NDArray[np.int16]

    @property
    def won(self) -> NDArray[np.bool_]:
        """(rounds, players): whether the player went out."""
        won: NDArray[np.bool_] = np.arange(self.size) == self.winner[:, np.newaxis]
        return won

    @property
    def dealer(self) -> NDArray[np.int64]:
        """(rounds,): who dealt, and began."""
        return self.first

    @classmethod
    def empty(cls, begin: int, rounds: int, players: int) -> RoundRows:
        """Return rows of rounds that have not been played yet."""
        lines = np.zeros((rounds, len(CREDIT_LINES)), dtype=np.int16)
        return cls.made({"begin": begin, **cls.blank(rounds, players), "lines": lines})


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

    Raises
    ------
    InputError
        For rules under which a hand brings more points than can be counted.

    Examples
    --------
    >>> table = Table.of(["fast"] * 3)
    >>> whole, tail = play_rounds(table, 7, 0, 3), play_rounds(table, 7, 2, 3)
    >>> bool((whole.points[2:] == tail.points).all())
    True
    """
    control = control or Control()
    rows = RoundRows.empty(begin, stop - begin, table.size)
    for number in range(begin, stop):
        control.check()
        _play(table, round_seed(seed, number), number % table.size, rows, number - begin)
        control.advance()
    return rows


def _play(table: Table, seed: int, dealer: int, rows: RoundRows, row: int) -> None:
    players = [player(one) for one in table.players]
    names = [f"{place}" for place in range(table.size)]
    state = deal(names, seed=seed, rules=table.rules, dealer=dealer)
    answers: list[Move] = []
    for move, after in moves_of_round(state, players, seed=seed):
        if isinstance(move, Draw):
            rows.draws[row, move.player] += 1
        elif isinstance(move, Pang | Tcheu | Mhing) and state.offered is not None:
            answers.append(move)
        if state.offered is not None and after.offered is None:
            _count_claim(answers, after, rows, row)
            answers = []
        state = after
    _count_end(state, rows, row)


def _count_claim(answers: Sequence[Move], after: RoundState, rows: RoundRows, row: int) -> None:
    """Count what was claimed with success, if anything was."""
    if after.phase not in ("act", "over"):
        return
    for move in answers:
        if isinstance(move, Pang | Tcheu) and move.player == after.active and not after.claimed:
            (rows.pangs if isinstance(move, Pang) else rows.tcheus)[row, move.player] += 1


def _count_end(state: RoundState, rows: RoundRows, row: int) -> None:
    ended = result(state)
    if max(ended.points) > _MOST_POINTS:
        raise InputError("mhing.study.points", most=_MOST_POINTS)
    rows.points[row] = ended.points
    rows.turns[row], rows.reshuffles[row] = state.turn, state.reshuffles
    for place in range(state.players):
        hand = np.array([state.hands[place]])
        rows.flowers[row, place] = hand[0, FLOWER]
        to_come = state.rules.combinations - len(state.laid[place])
        rows.distance[row, place] = distances(hand[:, :KINDS], to_come)[0]
    if ended.winner is None or ended.evaluation is None or ended.evaluation.best is None:
        return
    rows.winner[row] = ended.winner
    rows.credits[row] = ended.evaluation.best.credits
    rows.end[row] = ENDS.index("claimed" if state.claimed else "drawn")
    for code, earned in ended.evaluation.best.breakdown.items():
        rows.lines[row, CREDIT_LINES.index(code)] = earned

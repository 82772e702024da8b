"""The players of the table of skills: the decisions of the compiled engine, asked one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.play import Discard, Finish, Lay, Move, RoundState
from neuroanalysis.games.neurotrio.policies.skills import Judgement, Skill, skill
from neuroanalysis.games.neurotrio.rules import Rules

if TYPE_CHECKING:
    from neuroanalysis.games.neurotrio._kernels.classes import ClassTables
    from neuroanalysis.games.neurotrio._kernels.rounds import Solutions

__all__ = ["CompiledPlayer", "knowledge", "parameters", "player"]

# The numbers of the judgements in `_kernels/players.py`.
_JUDGEMENTS: Final[tuple[Judgement, ...]] = (
    "chance",
    "groups",
    "distance",
    "copies",
    "goals",
    "solution",
)
# More than are ever solved: as many as there are.
DRAWS_KNOWN: Final = 999
# As many as any rule set may have players.
_SEATS: Final = 12

Counts: TypeAlias = NDArray[np.uint8]
Sight: TypeAlias = tuple[Counts, Counts, Counts, Counts]


def player(name: str | Skill, minimum: int, rules: Rules | None = None) -> CompiledPlayer:
    """Return a player of a level, for the readable engine.

    Parameters
    ----------
    name
        One of `LEVELS`, or a skill of one's own.
    minimum
        At how many points he may finish: what he has to know before he looks anything up.
    rules
        The default rules if None.

    Raises
    ------
    InputError
        For an unknown name; for a player who knows the solved solitaire where it is not solved for
        his minimum.
    """
    rules = Rules.or_default(rules)
    chosen = skill(name)
    return CompiledPlayer(chosen, minimum, rules)


@dataclass(frozen=True, eq=False)
class CompiledPlayer:
    """A player of the table of skills, as a `Player` of the readable engine."""

    skill: Skill
    minimum: int
    rules: Rules

    def __post_init__(self) -> None:
        """Look for what he has to know."""
        _ = self._known

    @property
    def name(self) -> str:
        """What he is called."""
        return self.skill.name

    def move(self, state: RoundState, player: int, key: int) -> Move:
        """Return what he does when he has drawn or panged: see `Player`."""
        from neuroanalysis.games.neurotrio._kernels import rounds, simple_players

        solutions, tables = self._known
        number = int(
            rounds.decide(
                *self._sees(state, player),
                state.minimums[player],
                state.can_draw,
                self._row(state),
                np.uint64(key),
                solutions,
                tables,
                self.rules.to_arrays(),
            )
        )
        if number == simple_players.FINISH:
            return Finish(player)
        if number < simple_players.LAY:
            return Discard(player, number - simple_players.DISCARD)
        return Lay(player, number - simple_players.LAY)

    def wants(self, state: RoundState, player: int, key: int) -> frozenset[int]:
        """Return which kinds he will pang until his next turn is over: see `Player`."""
        from neuroanalysis.games.neurotrio._kernels import rounds

        solutions, tables = self._known
        wanted = np.zeros(KINDS, dtype=np.bool_)
        rounds.wish(
            *self._sees(state, player),
            state.minimums[player],
            self._row(state),
            np.uint64(key),
            solutions,
            tables,
            self.rules.to_arrays(),
            wanted,
        )
        return frozenset(int(kind) for kind in np.flatnonzero(wanted))

    def _row(self, state: RoundState) -> NDArray[np.float64]:
        row: NDArray[np.float64] = parameters([self.skill], state.minimums, self.rules)[0]
        return row

    @cached_property
    def _known(self) -> tuple[Solutions, ClassTables]:
        return knowledge([self.skill], [self.minimum], self.rules)

    def _sees(self, state: RoundState, player: int) -> Sight:
        """Return his hand, what he panged, his laid carrés, and what he does not see."""
        position = state.position(player)
        hand, kept, laid, unseen = (
            np.array(row, dtype=np.uint8)
            for row in (position.hand, position.kept, position.laid, position.unseen)
        )
        return hand, kept, laid, unseen


def parameters(
    skills: Sequence[Skill], minimums: Sequence[int], rules: Rules
) -> NDArray[np.float64]:
    """Return the parameters of players as the kernels read them, one row a skill.

    `minimums` are those of the whole table: they tell how long rounds last.
    """
    from neuroanalysis.games.neurotrio._kernels import players

    above = sum(minimums) / len(minimums) - rules.least_minimum
    rows = np.zeros((len(skills), players.PARAMETERS))
    for row, chosen in zip(rows, skills, strict=True):
        row[players.JUDGEMENT] = _JUDGEMENTS.index(chosen.judgement)
        row[players.HORIZON] = chosen.horizon + chosen.growth * max(0.0, above)
        row[players.REACH] = chosen.reach
        row[players.MARGIN] = chosen.margin
        row[players.PREMIUM] = chosen.premium
        row[players.DRAWS] = max(1, round(row[players.HORIZON]))
        if chosen.judgement == "solution" and not rules.pang:
            # Every hand is the solitaire's: no goal is looked for, so the solution is asked always.
            row[players.REACH] = 0
            row[players.DRAWS] = DRAWS_KNOWN
            lasting = chosen.alone + chosen.alone_growth * max(0.0, above)
            row[players.ENDS] = 1 / max(1.0, lasting)
    return rows


def knowledge(
    skills: Sequence[Skill], minimums: Sequence[int], rules: Rules
) -> tuple[Solutions, ClassTables]:
    """Return the solved solitaire for those who look into it, and the tables that find a class.

    Raises
    ------
    InputError
        Where a player needs a solution that is not there; the message names the command.
    """
    from neuroanalysis.games.neurotrio._kernels.rounds import Solutions

    nothing = np.zeros((1, 0), dtype=np.uint16)
    nothing.flags.writeable = False
    chances = [nothing] * _SEATS
    solution = None
    for seat, (chosen, minimum) in enumerate(zip(skills, minimums, strict=True)):
        if chosen.judgement == "solution":
            solution = _solution_for(chosen, minimum, rules)
            chances[seat] = solution.steps(minimum)
    if solution is None:
        keys = np.zeros(0, dtype=np.int64)
        return Solutions(keys, np.zeros(1, dtype=np.int64), tuple(chances)), class_tables(1)
    lengths = [len(keys) for keys in solution.keys]
    begins = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    solutions = Solutions(np.concatenate(solution.keys), begins, tuple(chances))
    return solutions, class_tables(rules.copies, laid=rules.carre)


def _solution_for(chosen: Skill, minimum: int, rules: Rules) -> Solution:
    solution = Solution.find(rules)
    if solution is None or minimum not in solution.minimums:
        raise InputError("input.unsolved_player", player=chosen.name, minimum=minimum)
    return solution

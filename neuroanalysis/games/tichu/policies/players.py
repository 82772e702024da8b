"""The players of the table of skills, who ask the compiled decisions what to do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from neuroanalysis.games.tichu.pieces import MAH_JONG, cards_of
from neuroanalysis.games.tichu.play import Exchange, Gift, Lay, Pass, RoundState
from neuroanalysis.games.tichu.policies.skills import JUDGEMENTS, Skill, skill
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import PLAYERS, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neuroanalysis.games.tichu._kernels.players import Space

__all__ = ["SkilledPlayer", "parameters", "player", "sight_of"]

_NOT_GIVEN = (-1, -1, -1)
_CALLS = (None, "tichu", "grand_tichu")


def player(name: str | Skill) -> SkilledPlayer:
    """Return a player of the table.

    Raises
    ------
    InputError
        For an unknown name.

    Examples
    --------
    >>> player("planner").name
    'planner'
    """
    return SkilledPlayer(skill(name))


@cache
def parameters(one: Skill) -> NDArray[np.float64]:
    """Return what a skill's decisions depend on, as the kernels read it."""
    from neuroanalysis.games.tichu._kernels import players as kernel

    found = np.zeros(kernel.PARAMETERS)
    found[kernel.JUDGEMENT] = JUDGEMENTS.index(one.judgement)
    found[kernel.LEAD_WORTH], found[kernel.EAGER] = one.lead_worth, one.eager
    found[kernel.BOMB_FROM] = one.bomb_from
    found[kernel.TICHU_FROM], found[kernel.GRAND_FROM] = one.tichu_from, one.grand_from
    return found


@cache
def _space() -> Space:
    from neuroanalysis.games.tichu._kernels.players import make_space

    return make_space()


def sight_of(state: RoundState, player: int) -> NDArray[np.int64]:
    """Return what a player sees, as the kernels read it; nothing else of the round is in it."""
    from neuroanalysis.games.tichu._kernels import players as kernel

    sight = np.zeros(kernel.SIGHT, dtype=np.int64)
    sight[kernel.HAND], sight[kernel.SEEN] = state.hands[player], state.laid
    sight[kernel.SEAT], sight[kernel.PASSES] = player, state.passes
    sight[kernel.WISHED] = state.wish or 0
    if state.top is not None and state.holder is not None:
        sight[kernel.TRICK] = state.top.code
        sight[kernel.HOLDER] = (state.holder - player) % PLAYERS
        worth = state.rules.to_arrays().points
        sight[kernel.POINTS] = sum(int(worth[card]) for card in cards_of(state.trick_cards))
    for step in range(PLAYERS):
        other = (player + step) % PLAYERS
        sight[kernel.SIZES + step] = state.size(other)
        sight[kernel.CALLS + step] = _CALLS.index(state.calls[other])
    sight[kernel.GIVEN :] = state.given[player] or _NOT_GIVEN
    return sight


@dataclass(frozen=True)
class SkilledPlayer:
    """Decides by a skill of the table: see `~.skills.Skill` and `Player`."""

    skill: Skill

    @property
    def name(self) -> str:
        """What he is called."""
        return self.skill.name

    def grand_tichu(self, state: RoundState, player: int, key: int) -> bool:
        """Return whether he calls Grand Tichu: see `Player`."""
        from neuroanalysis.games.tichu._kernels.players import calls_grand

        del key
        return bool(calls_grand(sight_of(state, player), parameters(self.skill)))

    def tichu(self, state: RoundState, player: int, key: int) -> bool:
        """Return whether he calls Tichu: see `Player`."""
        from neuroanalysis.games.tichu._kernels.players import calls_tichu

        del key
        sight, numbers = sight_of(state, player), _numbers(state.rules)
        return bool(calls_tichu(sight, parameters(self.skill), numbers, _space()))

    def exchange(self, state: RoundState, player: int, key: int) -> Exchange:
        """Return what he gives: see `Player`."""
        from neuroanalysis.games.tichu._kernels.players import choose_exchange

        given = np.zeros(PLAYERS - 1, dtype=np.int64)
        sight, numbers = sight_of(state, player), _numbers(state.rules)
        own = parameters(self.skill)
        choose_exchange(sight, np.uint64(key), own, numbers, _space(), given)
        return Exchange(player, *given.tolist())

    def play(self, state: RoundState, player: int, key: int) -> Lay | Pass:
        """Return what he does in turn: see `Player`."""
        from neuroanalysis.games.tichu._kernels.players import choose_play

        sight, numbers = sight_of(state, player), _numbers(state.rules)
        own = parameters(self.skill)
        cards, code = choose_play(sight, np.uint64(key), own, numbers, _space())
        return self._lay(state, player, key, cards, code) or Pass(player)

    def bomb(self, state: RoundState, player: int, key: int) -> Lay | None:
        """Return the bomb that he lays out of turn: see `Player`."""
        from neuroanalysis.games.tichu._kernels.players import choose_bomb

        sight, numbers = sight_of(state, player), _numbers(state.rules)
        own = parameters(self.skill)
        cards, code = choose_bomb(sight, np.uint64(key), own, numbers, _space())
        return self._lay(state, player, key, cards, code)

    def gift(self, state: RoundState, player: int, key: int) -> Gift:
        """Return who gets the Dragon's trick: see `Player`."""
        from neuroanalysis.games.tichu._kernels.players import choose_gift

        step = choose_gift(sight_of(state, player), np.uint64(key), parameters(self.skill))
        return Gift(player, (player + step) % PLAYERS)

    def _lay(self, state: RoundState, player: int, key: int, cards: int, code: int) -> Lay | None:
        from neuroanalysis.games.tichu._kernels.players import choose_wish

        if not cards:
            return None
        wish = 0
        if cards >> MAH_JONG & 1:
            sight, numbers = sight_of(state, player), _numbers(state.rules)
            own = parameters(self.skill)
            wish = int(choose_wish(sight, cards, np.uint64(key), own, numbers))
        one = Combination.of_code(cards, code).laid_on(state.top)
        return Lay(player, one, wish or None)


def _numbers(rules: Rules) -> NDArray[np.int64]:
    return rules.to_arrays().numbers

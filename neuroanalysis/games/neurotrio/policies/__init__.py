"""Players of stated skill.

``skills``: the one table of levels and their parameters. ``protocol``: what a player is to both
engines.
``compiled``: the players of the table. ``playing``: a round played out on the readable engine.
``compiled_rounds``: many rounds on the compiled one.
"""

from __future__ import annotations

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.games.neurotrio.policies.compiled import (
    CompiledPlayer,
    knowledge,
    parameters,
    player,
)
from neuroanalysis.games.neurotrio.policies.compiled_rounds import (
    CompiledRounds,
    compiled_rounds,
)
from neuroanalysis.games.neurotrio.policies.playing import moves_of_round, play_out
from neuroanalysis.games.neurotrio.policies.protocol import Player
from neuroanalysis.games.neurotrio.policies.skills import (
    LEVELS,
    SKILLS,
    Skill,
    skill,
    suggested_minimum,
)

__all__ = [
    "LEVELS",
    "SKILLS",
    "CompiledPlayer",
    "CompiledRounds",
    "compiled_rounds",
    "Player",
    "Skill",
    "knowledge",
    "moves_of_round",
    "parameters",
    "play_out",
    "player",
    "round_key",
    "round_seed",
    "skill",
    "suggested_minimum",
]

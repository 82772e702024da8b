"""Players of stated skill.

``skills``: the one table of players and their parameters. ``protocol``: what a player is to both
engines. ``compiled``: the players of the table. ``playing``: a round played out on the readable
engine. ``compiled_rounds``: many rounds on the compiled one. ``codes``: moves as numbers.
"""

from __future__ import annotations

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.games.okey51.policies.compiled import CompiledPlayer, parameters, player
from neuroanalysis.games.okey51.policies.compiled_rounds import CompiledRounds, compiled_rounds
from neuroanalysis.games.okey51.policies.playing import moves_of_round, play_out
from neuroanalysis.games.okey51.policies.protocol import Player
from neuroanalysis.games.okey51.policies.skills import PLAYERS_KNOWN, SKILLS, Skill, skill

__all__ = [
    "PLAYERS_KNOWN",
    "SKILLS",
    "CompiledPlayer",
    "CompiledRounds",
    "Player",
    "Skill",
    "compiled_rounds",
    "moves_of_round",
    "parameters",
    "play_out",
    "player",
    "round_key",
    "round_seed",
    "skill",
]

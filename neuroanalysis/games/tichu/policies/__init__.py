"""Players of stated style.

``skills``: the one table of players and their parameters. ``players``: who asks the compiled
decisions. ``protocol``: what a player is. ``playing``: a round played out, and who is asked when.
``compiled_rounds``: many rounds at once on the compiled engine.
"""

from __future__ import annotations

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.games.tichu.policies.compiled_rounds import (
    CompiledRounds,
    compiled_rounds,
    dealt_hands,
    nothing_asked,
    played,
)
from neuroanalysis.games.tichu.policies.players import SkilledPlayer, player, sight_of
from neuroanalysis.games.tichu.policies.playing import moves_of_round, play_out
from neuroanalysis.games.tichu.policies.protocol import Player
from neuroanalysis.games.tichu.policies.skills import PLAYERS_KNOWN, SKILLS, Skill, skill

__all__ = [
    "PLAYERS_KNOWN",
    "SKILLS",
    "CompiledRounds",
    "Player",
    "Skill",
    "SkilledPlayer",
    "compiled_rounds",
    "dealt_hands",
    "moves_of_round",
    "nothing_asked",
    "play_out",
    "played",
    "player",
    "round_key",
    "round_seed",
    "sight_of",
    "skill",
]

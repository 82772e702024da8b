"""Players of stated style.

``skills``: the one table of players and their parameters. ``players``: who asks the compiled
decisions. ``protocol``: what a player is. ``playing``: a round played out. ``compiled_rounds``:
many rounds at once on the compiled engine.
"""

from __future__ import annotations

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.games.conquete.policies.compiled_rounds import (
    CompiledRounds,
    compiled_rounds,
    dealt_cards,
)
from neuroanalysis.games.conquete.policies.players import SkilledPlayer, player
from neuroanalysis.games.conquete.policies.playing import moves_of_round, play_out
from neuroanalysis.games.conquete.policies.protocol import Player
from neuroanalysis.games.conquete.policies.skills import PLAYERS_KNOWN, SKILLS, Skill, skill

__all__ = [
    "PLAYERS_KNOWN",
    "SKILLS",
    "CompiledRounds",
    "Player",
    "Skill",
    "SkilledPlayer",
    "compiled_rounds",
    "dealt_cards",
    "moves_of_round",
    "play_out",
    "player",
    "round_key",
    "round_seed",
    "skill",
]

"""Players of stated style.

``skills``: the one table of players and their parameters. ``plans``: what a hand could become.
``worth``: what that is worth to whom. ``players``: the players of the table. ``protocol``: what a
player is. ``playing``: a round played out.
"""

from __future__ import annotations

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.games.mhing.policies.plans import Plan, plan_distances, plans_open
from neuroanalysis.games.mhing.policies.players import PlanPlayer, RandomPlayer, player
from neuroanalysis.games.mhing.policies.playing import moves_of_round, play_out
from neuroanalysis.games.mhing.policies.protocol import Player
from neuroanalysis.games.mhing.policies.skills import PLAYERS_KNOWN, SKILLS, Skill, skill
from neuroanalysis.games.mhing.policies.worth import Judge, judge

__all__ = [
    "PLAYERS_KNOWN",
    "SKILLS",
    "Judge",
    "Plan",
    "PlanPlayer",
    "Player",
    "RandomPlayer",
    "Skill",
    "judge",
    "moves_of_round",
    "plan_distances",
    "plans_open",
    "play_out",
    "player",
    "round_key",
    "round_seed",
    "skill",
]

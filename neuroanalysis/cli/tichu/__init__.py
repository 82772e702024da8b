"""Tichu in a terminal: importing this registers how its answers and rules are shown."""

from __future__ import annotations

from neuroanalysis.cli.tichu import evaluation, odds, rules, study

__all__ = ["evaluation", "odds", "rules", "study"]

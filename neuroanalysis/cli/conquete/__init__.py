"""Neurotrio conquête in a terminal: importing this registers how its answers are shown."""

from __future__ import annotations

from neuroanalysis.cli.conquete import evaluation, odds, rules, study

__all__ = ["evaluation", "odds", "rules", "study"]

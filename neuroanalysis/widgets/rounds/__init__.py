"""Rounds of Neurotrio watched step by step, and played against players."""

from neuroanalysis.widgets.rounds.course import Course
from neuroanalysis.widgets.rounds.explorer import RoundExplorer

__all__ = ["Course", "RoundExplorer"]

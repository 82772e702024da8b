"""What one plays with in the counting lesson, and the exercises with their answer boxes.

A section has a widget or two of `plays` and its exercises, which `ask` shows. All
follow the name that is typed into a field, if they are asked of a `Student`.
"""

from neuroanalysis.widgets.lessons.ask import Asked, ExerciseBox, ask
from neuroanalysis.widgets.lessons.counting import (
    ChancesPlay,
    CubePlay,
    MultisetsPlay,
    TriosPlay,
)
from neuroanalysis.widgets.lessons.student import Student
from neuroanalysis.widgets.lessons.symmetry import ClassesPlay, InclusionPlay, SymmetryPlay

__all__ = [
    "Asked",
    "ChancesPlay",
    "ClassesPlay",
    "CubePlay",
    "ExerciseBox",
    "InclusionPlay",
    "MultisetsPlay",
    "Student",
    "SymmetryPlay",
    "TriosPlay",
    "ask",
]

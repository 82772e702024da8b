"""The counting lesson: texts with their figures, exercises for each student, sheets and keys.

Six sections lead from the cube of kinds to the 5,966,376 classes of deals, and to chances by
inclusion and exclusion. A number of a text comes from `facts`, an answer from exact code; each
student has exercises of their own, decided by a name or number, that are as hard as anybody's.

Beside it, positions to train discards on (`training_position`).
"""

from neuroanalysis.core.prose import Prose
from neuroanalysis.games.neurotrio.lessons.problems import (
    SECTIONS,
    Section,
    check,
    exercise_names,
    exercises,
    problem,
)
from neuroanalysis.games.neurotrio.lessons.sheets import (
    BOOK,
    AnswerKey,
    Page,
    Sheet,
    answer_key,
    sheet,
)
from neuroanalysis.games.neurotrio.lessons.texts import facts, prose, reply, title
from neuroanalysis.games.neurotrio.lessons.training import training_position

__all__ = [
    "BOOK",
    "SECTIONS",
    "AnswerKey",
    "Page",
    "Prose",
    "Section",
    "Sheet",
    "answer_key",
    "check",
    "exercise_names",
    "exercises",
    "facts",
    "problem",
    "prose",
    "reply",
    "sheet",
    "title",
    "training_position",
]

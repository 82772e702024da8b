"""What the odds explorer and the trainer share: fields, and whether there is compiled code yet."""

from __future__ import annotations

import threading
from typing import Final

from neuroanalysis.games.neurotrio.analysis.chances import MODELS
from neuroanalysis.games.neurotrio.analysis.odds import MOST_SEARCHED
from neuroanalysis.plots.quantities import quantity
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.numbers import typed_number

__all__ = ["COMPILED", "draws_field", "draws_of", "model_field"]

COMPILED: Final = threading.Event()
"""Set when this process has found a chance: what follows is not compiled first."""

_TEXTS: Final = "widgets.odds"


def model_field(model: str) -> str:
    """Return the field of a model; it sends ``model``."""
    choices = [(name, text(f"{_TEXTS}.model.{name}")) for name in MODELS]
    return controls.select(text(f"{_TEXTS}.drawn"), "model", choices, model)


def draws_field(draws: int, most: int = MOST_SEARCHED) -> str:
    """Return the field of a number of draws, 1 to `most`; it sends ``draws``."""
    label = text(f"{_TEXTS}.draws")
    if most > MOST_SEARCHED:
        return controls.together(
            f"<span>{label}</span>", controls.number(label, "draws", draws, 1, most), one_line=True
        )
    choices = [(n, quantity("draws", n)) for n in sorted({*range(1, most + 1), draws})]
    return controls.select(label, "draws", choices, draws)


def draws_of(value: str, most: int) -> int:
    """Return the number of draws that was chosen.

    Raises
    ------
    InputError
        If it is none from 1 to `most`.

    Examples
    --------
    >>> draws_of("2", 3)
    2
    """
    return typed_number(value, text(f"{_TEXTS}.draws"), 1, most)

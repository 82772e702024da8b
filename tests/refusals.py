"""For tests with junk: whatever comes in is answered, or refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pytest

from neuroanalysis.errors import NeuroanalysisError

P = ParamSpec("P")
R = TypeVar("R")


def answer_or_none(ask: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R | None:
    """Return the answer, or None where the package refuses; any other error passes through."""
    try:
        return ask(*arguments, **named)
    except NeuroanalysisError as error:
        if not str(error):
            pytest.fail(f"refused without a word: {error!r}")
        return None

"""For tests with junk: whatever comes in is answered, or refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pytest

from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import speaking

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


def refused_with(
    key: str,
    ask: Callable[[], object],
    kinds: type[NeuroanalysisError] | tuple[type[NeuroanalysisError], ...] = NeuroanalysisError,
) -> None:
    """Check that the package refuses under a key, in words of both languages."""
    with pytest.raises(kinds) as caught:
        ask()
    assert caught.value.key == key
    assert isinstance(caught.value, NeuroanalysisError)
    for language in ("en", "fr"):
        with speaking(language):
            assert str(caught.value)

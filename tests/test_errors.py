"""Errors say what is wrong in the language in force, and travel from other processes."""

from __future__ import annotations

import copy
import inspect
import pickle

import pytest

from neuroanalysis import errors
from neuroanalysis.errors import (
    CardError,
    InputError,
    MoveError,
    NeuroanalysisError,
    PositionError,
    RulesError,
)
from neuroanalysis.texts import catalogue, speaking

KINDS = [CardError, InputError, MoveError, PositionError, RulesError]


def test_these_are_all():
    found = {kind for _, kind in inspect.getmembers(errors, inspect.isclass)}
    assert found == {NeuroanalysisError, *KINDS}
    assert set(errors.__all__) == {kind.__name__ for kind in found}


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_one_that_a_caller_can_catch_as_a_whole(kind):
    with pytest.raises(NeuroanalysisError):
        raise kind("card.all_kept")
    # Whoever knows nothing of this package catches what Python raises for a wrong value.
    assert issubclass(kind, ValueError)


def test_the_message_follows_the_language():
    error = CardError("card.too_many", held=5, code="1cn", most=4)
    with speaking("en"):
        assert str(error) == "5 copies of 1cn; there are only 4"
    with speaking("fr"):
        assert str(error) == "5 exemplaires de 1cn\u202f; il n’y en a que 4"
    assert (error.key, error.values["held"]) == ("card.too_many", 5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "again", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy, copy.deepcopy]
)
def test_an_error_travels(kind, again):
    error = kind("card.row", row=3, reason=CardError("card.negative", code="1cn"))
    copied = again(error)
    assert type(copied) is kind
    assert str(copied) == str(error) == "hand 3 of the batch: a count below 0 for 1cn"


def test_an_error_inside_another_speaks_the_same_language():
    error = CardError("card.row", row=3, reason=CardError("card.negative", code="1cn"))
    with speaking("fr"):
        assert str(error) == "main 3 du lot\u00a0: nombre négatif pour 1cn"


def test_every_message_is_one_line_and_no_sentence_of_its_own():
    # They are shown behind a name or a line's number, so they neither start nor end a sentence.
    for language in ("en", "fr"):
        messages = {k: v for k, v in catalogue(language).items() if k.startswith("errors.")}
        assert messages
        for key, message in messages.items():
            assert message.strip() == message, key
            assert "\n" not in message, key
            assert not message.endswith("."), key

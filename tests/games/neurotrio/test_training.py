"""Positions to train on: the same for everybody with the seed, and worth a thought."""

from __future__ import annotations

import pytest

from neuroanalysis.core.exercises import ExerciseError
from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio import Rules, odds, preset
from neuroanalysis.games.neurotrio.lessons.training import HOPELESS, decides, training_position


def hands(seed, numbers, **how):
    return [training_position(seed, n, draws=1, **how).position.hand for n in numbers]


def test_a_seed_decides_the_cards():
    first = hands("Ada", (1, 2, 3))
    assert hands(" ada", (1, 2, 3)) == first
    assert [hands("Ada", [n])[0] for n in (3, 2, 1)] == first[::-1]
    assert len({*first, *hands("Emmy", (1, 2, 3))}) == 6
    assert hands(7, [1]) == hands("7", [1])


@pytest.mark.parametrize("model", ["discards-return", "without-replacement"])
@pytest.mark.parametrize("minimum", [18, 22])
def test_each_has_a_decision_that_matters(minimum, model):
    for number in range(1, 6):
        found = training_position("class", number, draws=1, minimum=minimum, model=model)
        position = found.position
        assert (sum(position.hand), position.minimum, found.model) == (14, minimum, model)
        assert max(position.hand) <= 4
        again = odds(position.hand, 1, minimum, model=model)
        chances = [line.chances[-1] for line in again.lines]
        assert [line.chances[-1] for line in found.lines] == chances
        assert max(chances) >= HOPELESS
        assert max(chances) - min(chances) > 1e-9


def test_within_two_draws_there_is_more_to_think_of():
    found = training_position("Ada", 1, minimum=20)
    assert (found.draws, found.method) == (2, "search")
    assert decides(found)


def test_other_rules_deal_other_hands():
    found = training_position(1, 1, draws=1, rules=preset("three_trios"))
    assert sum(found.position.hand) == 9
    assert found.position.minimum == preset("three_trios").least_minimum


def test_positions_without_a_decision_are_not_taken():
    # Seven pairs far from any structure: nothing finishes within one draw.
    assert not decides(odds("1cn*2 1ev*2 1rb*2 2cv*2 2en*2 3rb*2 3cv*2"))


def test_it_gives_up_where_there_is_none():
    with pytest.raises(InputError, match="minimum of 999"):
        training_position(1, 1, draws=1, minimum=999)
    with pytest.raises(InputError, match="model"):
        training_position(1, 1, model="luck")  # type: ignore[arg-type]
    with pytest.raises(ExerciseError):
        training_position("  ", 1)


def test_it_can_be_cancelled():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        training_position(1, 1, draws=1, rules=Rules(), cancel=cancel)

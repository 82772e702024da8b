"""Public functions refuse what they cannot read in words, not with an error of Python's."""

from __future__ import annotations

import pytest

from neuroanalysis.core.arguments import checked, entries
from neuroanalysis.errors import InputError, NeuroanalysisError
from neuroanalysis.games import conquete, mhing, neurotrio, okey51, tichu
from neuroanalysis.texts import speaking
from tests.refusals import refused_with


@checked
def asked(
    n: int, share: float = 0.5, name: str | None = None, told: bool = False, *more: int
) -> object:
    return n, share, name, told, more


def test_what_fits_is_handed_on():
    assert asked(3) == (3, 0.5, None, False, ())
    assert asked(3, 1, "x", told=True) == (3, 1, "x", True, ())


@pytest.mark.parametrize(
    ("given", "english", "french"),
    [
        ({"n": "3"}, 'n: "3", where whole number', 'n\u00a0: "3", alors'),
        ({"n": True}, "n: true, where whole number", "n\u00a0: true, alors"),
        ({"n": None}, "n: null, where whole number", "n\u00a0: null, alors"),
        ({"n": 1.0}, "n: 1.0, where whole number", "n\u00a0: 1.0, alors"),
        ({"n": 1, "share": "1"}, 'share: "1", where number', 'share\u00a0: "1", alors'),
        ({"n": 1, "share": float("nan")}, "share: nan, where number", "share\u00a0: nan"),
        ({"n": 1, "name": 2}, "name: 2, where text", "name\u00a0: 2, alors"),
        ({"n": 1, "told": 1}, "told: 1, where true or false", "told\u00a0: 1, alors"),
    ],
)
def test_what_does_not_fit_is_refused(given, english, french):
    for language, said in (("en", english), ("fr", french)):
        with speaking(language), pytest.raises(InputError) as caught:
            asked(**given)
        with speaking(language):
            assert str(caught.value).startswith(said)


def test_what_is_missing_or_unknown_is_said_as_by_any_function():
    with pytest.raises(TypeError, match=r"asked\(\) missing 1 required"):
        asked()
    with pytest.raises(TypeError, match="unexpected keyword argument 'm'"):
        asked(1, m=2)


def test_entries_of_what_has_none():
    assert entries("players", iter("ab")) == ("a", "b")
    refused_with("input.argument", lambda: entries("players", 3))


GIVEN = [
    ("samples", lambda: neurotrio.sample_deals("value", samples=10.5)),
    ("limit", lambda: neurotrio.evaluate("2eb", limit="3")),
    ("limit", lambda: tichu.evaluate("As", limit="3")),
    ("cards", lambda: neurotrio.count_classes("13")),
    ("draws", lambda: neurotrio.deal_curves(draws="3")),
    ("rules", lambda: neurotrio.evaluate("2eb", rules="mhing")),
    ("rules", lambda: okey51.evaluate("r5", okey="y2", rules="mhing")),
    ("rules", lambda: mhing.evaluate("1m", rules="mhing")),
    ("rules", lambda: tichu.evaluate("As", rules="mhing")),
    ("rules", lambda: conquete.evaluate("2eb", domain="0,0 2eb", rules="mhing")),
    ("rules", lambda: mhing.evaluate("1m", rules=tichu.Rules())),
    ("players", lambda: neurotrio.simulate(3, [18], rounds=2)),
    ("players", lambda: mhing.simulate(3, rounds=2)),
    ("laid", lambda: mhing.evaluate("1m", laid=3)),
    ("domain", lambda: conquete.evaluate("2eb", domain=3)),
    ("aims", lambda: mhing.choose_goal("123345567m 99m 2p 1z", 2, aims=3)),
    ("play", lambda: tichu.beaten(3, "As")),
    ("play", lambda: tichu.check_answer("As", 3)),
    ("play", lambda: tichu.loses_lead(None, "As")),
    ("trick", lambda: tichu.evaluate("As", trick=3)),
    ("variants", lambda: okey51.compare_openings(variants=3)),
    ("method", lambda: neurotrio.deal_distribution("value", method="x")),
]


@pytest.mark.parametrize(("name", "ask"), GIVEN)
def test_games_name_the_argument_that_is_wrong(name, ask):
    with speaking("en"), pytest.raises(NeuroanalysisError) as caught:
        ask()
    with speaking("en"):
        assert name.removeprefix("trick") in str(caught.value)


def test_plays_are_read_from_text():
    hand = "As Ah Ks Kh 2s"
    combination = tichu.Combination.of("As-Ah")
    unseen = tichu.Unseen.by(tichu.Position.of(hand))
    assert tichu.beaten("As-Ah", hand).chances == tichu.beaten(combination, unseen).chances
    assert tichu.loses_lead("2s", hand)


@pytest.mark.parametrize("others", [[3, 2, 1], "3 2 1"])
@pytest.mark.parametrize("wish", [7, "7"])
def test_numbers_of_json_are_read_as_numbers_and_as_text(wish, others):
    position = tichu.Position.from_mapping({"hand": "As 7s", "wish": wish, "others": others})
    assert (position.wish, position.others) == (7, (3, 2, 1))


@pytest.mark.parametrize(
    ("part", "value"),
    [("wish", 7.5), ("wish", True), ("wish", [7]), ("others", 3), ("others", [1, None, 2])],
)
def test_other_values_of_json_are_refused(part, value):
    record = {"hand": "As 7s", part: value}
    refused_with(f"tichu.position.{part}", lambda: tichu.Position.from_mapping(record))


PARTS = [
    (neurotrio.Position, "main, posés, gardées, vues, minimum, règles"),
    (okey51.Position, "main, okey, indicateur, combinaisons, vues, seuil, ouvert, règles"),
    (mhing.Position, "main, posées, vues, règles"),
    (tichu.Position, "main, pli, demande, vues, autres, règles"),
    (conquete.Position, "domaine, main, joueur, agrandi, règles"),
]


@pytest.mark.parametrize(("position", "names"), PARTS)
def test_parts_are_named_in_french(position, names):
    with speaking("fr"), pytest.raises(NeuroanalysisError) as caught:
        position.from_text("hand | nonsense 3")
    with speaking("fr"):
        assert str(caught.value).endswith(names)

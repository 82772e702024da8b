"""Messages quote what was given as it was written, on one line, and not at any length."""

from __future__ import annotations

import datetime
import json
import tomllib

import pytest

from neuroanalysis.core.contract import Registry
from neuroanalysis.core.options import written
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.games.neurotrio import Position, Rules, deal_distribution
from neuroanalysis.texts import speaking

LONG = "z" * 100_000
# What a message says besides what it quotes; 40 characters are quoted.
MOST = 400


def said(ask, *args, **named):
    with pytest.raises(NeuroanalysisError) as caught:
        ask(*args, **named)
    return str(caught.value)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("ask", "given"),
    [
        (Position.of, LONG),
        (Position.of, f"2eb*{LONG}"),
        (Position.of, f"*{LONG}"),
        (Position.of, "2eb*" + "9" * 100_000),
        (Position.of, f"2eb | {LONG} 2eb"),
        (Position.of, f"{LONG} | hand 2eb"),
        (Position.of, f"2eb | minimum {LONG}"),
        (Position.of, f"2eb | rules {LONG}"),
        (Position.of, f"2eb | rules two_decks {LONG}"),
        (Position.of, f"2eb | rules copies={LONG}"),
        (Position.of, f"2eb | rules copies={'9' * 4000}"),
        (Position.of, f"2eb | rules bonuses.{LONG}=1"),
        (Position.from_mapping, {"hand": ["x" * 10] * 10_000}),
        (Position.from_mapping, {"hand": "2eb", "minimum": 10**4000}),
        (Position.from_mapping, {"hand": "2eb", "minimum": LONG}),
        (Position.from_mapping, {"hand": "2eb", "rules": {"copies": [LONG] * 9}}),
        (Position.load, f"missing/{LONG}"),
        (deal_distribution, LONG),
        (Registry().game, LONG),
    ],
)
def test_no_message_is_long(ask, given, lang):
    with speaking(lang):
        message = said(ask, given)
    assert len(message) < MOST
    assert "…" in message
    quoted = ("z" * 25, "9" * 25, "1" + "0" * 24, "x" * 10)
    assert any(part in message for part in quoted)


def test_what_is_accepted_is_never_cut():
    message = said(Rules.from_mapping, {LONG: 1})
    assert message.endswith("game_target, pang")


def test_a_message_is_one_line():
    assert "\n" not in said(Rules.from_mapping, {"a\nb": 1})


@pytest.mark.parametrize(
    ("toml", "shown"),
    [
        ("2020-01-31", "2020-01-31"),
        ("2020-01-31T07:30:00", "2020-01-31T07:30:00"),
        ("07:30:00", "07:30:00"),
        ("true", "true"),
        ("1.5", "1.5"),
        ("[1, true]", "[1, true]"),
        ("{a = false}", '{"a": false}'),
        ("'x'", '"x"'),
        ("18446744073709551616", "18446744073709551616"),
        ("1" + "0" * 60, "1" + "0" * 38 + "…"),
        ("0x1" + "0" * 20_000, "0x1" + "0" * 36 + "…"),
    ],
)
def test_a_value_is_quoted_as_toml_has_it(toml, shown):
    rules = tomllib.loads(f"copies = {toml}")
    assert said(Rules.from_mapping, rules).startswith(f"option 'copies': {shown}")


@pytest.mark.parametrize(
    ("content", "shown"),
    [("true", "true"), ("null", "null"), ('["2eb"]', '["2eb"]'), ("[" * 900 + "]" * 900, "[[[")],
)
def test_a_value_is_quoted_as_json_has_it(content, shown):
    message = said(Position.from_mapping, {"hand": json.loads(content)})
    assert message.startswith(f"the field 'hand': {shown}")
    assert "None" not in message
    assert "True" not in message


def test_a_minimum_that_is_none_is_quoted_as_it_was_written():
    assert said(Position.from_mapping, {"hand": "2eb", "minimum": True}).startswith(
        "the minimum 'true' is no whole number"
    )
    assert "'1000'" in said(Position.of, "2eb | minimum 1000")


def test_python_values_of_other_kinds_are_quoted_too():
    assert written(datetime.timedelta(1)).startswith("datetime.timedelta")
    assert len(written({str(n): n for n in range(10**5)})) <= 40


def test_a_long_line_is_refused_at_once():
    # Each would take minutes if time grew with the square of the length.
    assert Position.of("2eb" + " " * 500_000 + "2eb").cards == 2
    assert "unknown card" in said(Position.of, "2ebx" * 500_000)

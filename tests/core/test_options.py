"""Option values from outside: what each reader takes, and what it says of anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.core import options
from neuroanalysis.errors import InputError, RulesError
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.refusals import answer_or_none

GOOD = [
    (lambda: options.integer(3, "n", 1, 5), 3),
    (lambda: options.integer(1, "n", 1, 1), 1),
    (lambda: options.boolean(False, "b"), False),
    (lambda: options.string("", "s"), ""),
    (lambda: options.choice("two", "c", ("one", "two")), "two"),
    (lambda: options.sequence([1, "a"], "l"), [1, "a"]),
    (lambda: options.sequence((1,), "l"), (1,)),
    (lambda: options.strings(["a", "b"], "l"), ("a", "b")),
    (lambda: options.strings((), "l"), ()),
    (lambda: options.table({"a": 1}, "t"), {"a": 1}),
    (lambda: options.only({"a": 1}, ["a", "b"], ""), None),
]


@pytest.mark.parametrize(("read", "value"), GOOD)
def test_a_value_that_is_accepted(read, value):
    assert read() == value


BAD = [
    (
        lambda: options.integer(True, "n", 0, 5),
        "option 'n': true, where whole number is expected",
        "option «\u00a0n\u00a0»\u00a0: true, alors qu’il faut\u00a0: nombre entier",
    ),
    (
        lambda: options.integer(3.0, "n", 0, 5),
        "option 'n': 3.0, where whole number is expected",
        "option «\u00a0n\u00a0»\u00a0: 3.0, alors qu’il faut\u00a0: nombre entier",
    ),
    (
        lambda: options.integer(None, "n", 0, 5),
        "option 'n': null, where whole number is expected",
        "option «\u00a0n\u00a0»\u00a0: null, alors qu’il faut\u00a0: nombre entier",
    ),
    (
        lambda: options.integer(6, "n", 0, 5),
        "option 'n': 6 is outside 0 to 5",
        "option «\u00a0n\u00a0»\u00a0: 6 n’est pas entre 0 et 5",
    ),
    (
        lambda: options.integer(-1, "n", 0, 5),
        "option 'n': -1 is outside 0 to 5",
        "option «\u00a0n\u00a0»\u00a0: -1 n’est pas entre 0 et 5",
    ),
    (
        lambda: options.boolean(1, "b"),
        "option 'b': 1, where true or false is expected",
        "option «\u00a0b\u00a0»\u00a0: 1, alors qu’il faut\u00a0: vrai ou faux",
    ),
    (
        lambda: options.string(3, "s"),
        "option 's': 3, where text is expected",
        "option «\u00a0s\u00a0»\u00a0: 3, alors qu’il faut\u00a0: texte",
    ),
    (
        lambda: options.choice("three", "c", ("one", "two")),
        "option 'c': \"three\" is none of one, two",
        'option «\u00a0c\u00a0»\u00a0: "three" ne figure pas parmi one, two',
    ),
    (
        lambda: options.choice(["one"], "c", ("one", "two")),
        "option 'c': [\"one\"] is none of one, two",
        'option «\u00a0c\u00a0»\u00a0: ["one"] ne figure pas parmi one, two',
    ),
    (
        lambda: options.sequence("ab", "l"),
        "option 'l': \"ab\", where list is expected",
        'option «\u00a0l\u00a0»\u00a0: "ab", alors qu’il faut\u00a0: liste',
    ),
    (
        lambda: options.strings(["a", 2], "l"),
        "option 'l': 2, where text is expected",
        "option «\u00a0l\u00a0»\u00a0: 2, alors qu’il faut\u00a0: texte",
    ),
    (
        lambda: options.table(["a"], "t"),
        "option 't': [\"a\"], where table is expected",
        'option «\u00a0t\u00a0»\u00a0: ["a"], alors qu’il faut\u00a0: table',
    ),
    (
        lambda: options.table({1: 2}, "t"),
        "option 't': {1: 2}, where table is expected",
        "option «\u00a0t\u00a0»\u00a0: {1: 2}, alors qu’il faut\u00a0: table",
    ),
    (
        lambda: options.only({"copys": 3}, ["copies", "minimums"], ""),
        "unknown option 'copys'; nearest: copies",
        "option inconnue «\u00a0copys\u00a0»\u202f; les plus proches\u00a0: copies",
    ),
    (
        lambda: options.only({"zzz": 3}, ["copies", "duos"], "bonuses.X"),
        "unknown option 'bonuses.X.zzz'; nearest: copies, duos",
        "option inconnue «\u00a0bonuses.X.zzz\u00a0»\u202f; les plus proches\u00a0: copies, duos",
    ),
    (
        lambda: options.assignments(["one_duo"]),
        "option 'one_duo' has no value; write one_duo=value",
        "l’option «\u00a0one_duo\u00a0» n’a pas de valeur\u202f; écrire one_duo=valeur",
    ),
    (
        lambda: options.assignments(["=3"]),
        "option '=3' has no value; write =3=value",
        "l’option «\u00a0=3\u00a0» n’a pas de valeur\u202f; écrire =3=valeur",
    ),
    (
        lambda: options.assignments(["bonuses=3", "bonuses.X=4"]),
        "option 'bonuses': 3, where table is expected",
        "option «\u00a0bonuses\u00a0»\u00a0: 3, alors qu’il faut\u00a0: table",
    ),
    (
        lambda: options.read_toml("copies = 4\ncopies = "),
        "the rules are not valid TOML: at its end",
        "les règles ne sont pas du TOML valide\u00a0: à la fin",
    ),
    (
        lambda: options.read_toml("copies = 4\ncopies = x\n"),
        "the rules are not valid TOML: line 2, column 10",
        "les règles ne sont pas du TOML valide\u00a0: ligne 2, colonne 10",
    ),
]


@pytest.mark.parametrize(("read", "english", "french"), BAD)
def test_a_value_that_is_refused(read, english, french):
    for language, said in (("en", english), ("fr", french)):
        with speaking(language):
            with pytest.raises(RulesError) as caught:
                read()
            assert str(caught.value) == said


BAD_ARGUMENTS = [
    (True, "input.field_type", "'rounds'"),
    ("3", "input.field_type", '"3"'),
    (1.0, "input.field_type", "1.0"),
    (1, "input.limit", "rounds: 1 is outside 2 to 9"),
    (10, "input.limit", "rounds: 10 is outside 2 to 9"),
]


@pytest.mark.parametrize(("value", "key", "said"), BAD_ARGUMENTS)
def test_an_argument_that_is_no_whole_number_of_its_range_is_refused(value, key, said):
    with speaking("en"), pytest.raises(InputError) as caught:
        options.check_whole("rounds", value, 2, 9)
    assert caught.value.key == key
    with speaking("en"):
        assert said in str(caught.value)
    options.check_whole("rounds", 2, 2, 9)
    options.check_whole("rounds", 9, 2, 9)


def test_every_error_of_this_room_is_told_above():
    told = set()
    for read, *_ in BAD:
        with pytest.raises(RulesError) as caught:
            read()
        told.add(caught.value.key)
    told |= {key for _, key, _ in BAD_ARGUMENTS}
    assert raised_keys(Path(options.__file__)) == told


def test_a_number_of_thousands_of_digits_can_be_spoken_of():
    with pytest.raises(RulesError) as caught:
        options.integer(16**5000, "n", 0, 5)
    assert str(caught.value).endswith(" is outside 0 to 5")


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ([], {}),
        (["a=1", "b=true", "c=null"], {"a": 1, "b": True, "c": None}),
        (["a=text", 'b="3"', "c="], {"a": "text", "b": "3", "c": ""}),
        (["a=x=y"], {"a": "x=y"}),
        (["a.x=1", "a.y.z=2"], {"a": {"x": 1, "y.z": 2}}),
        (['a=[1,{"b":2}]'], {"a": [1, {"b": 2}]}),
        (["a=1", "a=2"], {"a": 2}),
        (["a=" + "9" * 5000], {"a": "9" * 5000}),
        (["a=" + "[" * 50_000], {"a": "[" * 50_000}),
    ],
)
def test_assignments(words, values):
    assert options.assignments(words) == values


def test_words():
    values = {"a": 1, "b": False, "c": "x y", "d": {"e": 2, "f": [1, 2]}, "g": {"two words": 3}}
    assert options.words(values) == [
        "a=1",
        "b=false",
        'c="x\\u0020y"',
        "d.e=2",
        "d.f=[1,2]",
        'g={"two\\u0020words":3}',
    ]


NAMES = st.text(alphabet="abcdef_", min_size=1, max_size=6)
PLAIN = st.one_of(st.booleans(), st.integers(), st.text(), st.lists(st.text()))


@given(st.dictionaries(NAMES, PLAIN | st.dictionaries(st.text(), PLAIN, min_size=1)))
def test_words_are_read_back_from_a_line(values):
    line = " ".join(options.words(values))
    assert "|" not in line
    assert "\n" not in line
    assert options.assignments(line.split()) == values


@given(st.lists(st.text(max_size=20)))
def test_junk_is_read_or_refused(words):
    values = answer_or_none(options.assignments, words)
    assert values is None or len(values) <= len(words)

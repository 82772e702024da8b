"""The catalogues: both languages say the same things, and the code says nothing else."""

from __future__ import annotations

import ast
import builtins
import importlib
import pkgutil
import re
import string
import threading
from functools import cache

import pytest

import neuroanalysis
from neuroanalysis import texts
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import (
    LANGUAGES,
    catalogue,
    environment_language,
    language,
    set_language,
    speaking,
    text,
)
from tests.error_calls import Call, calls
from tests.project import PACKAGE

ENGLISH, FRENCH = catalogue("en"), catalogue("fr")
SOURCES = sorted(PACKAGE.rglob("*.py"))


def fields(template):
    """The names of a template's fields, or the reason why it is none."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


# --- The catalogues ------------------------------------------------------------------------------


def test_both_languages_have_the_same_keys():
    assert ENGLISH
    assert set(ENGLISH) == set(FRENCH)
    assert LANGUAGES == ("en", "fr")


@pytest.mark.parametrize("key", sorted(set(ENGLISH) & set(FRENCH)))
def test_both_languages_have_the_same_fields(key):
    assert fields(ENGLISH[key]) == fields(FRENCH[key])
    assert ENGLISH[key]
    assert FRENCH[key]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_agree_have_one_form_for_one_and_one_for_many(lang):
    specs = {
        (key, spec)
        for key, entry in catalogue(lang).items()
        for _, _, spec, _ in string.Formatter().parse(entry)
        if spec and "|" in spec
    }
    assert len(specs) > 200
    for key, spec in sorted(specs):
        one, many = spec.split("|")
        assert one.strip() == one != many == many.strip(), key
        assert one, key
        assert many, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_entry_leaves_its_reader_to_choose_between_one_and_many(lang):
    entries = catalogue(lang)
    assert [key for key in entries if re.search(r"\w\((s|es|e|x|ent|nt)\)", entries[key])] == []


def test_no_sentence_was_left_untranslated():
    # Single words are the same in both now and then, and so are commands to type.
    same = [
        key
        for key in ENGLISH
        if ENGLISH[key] == FRENCH.get(key) and not ENGLISH[key].startswith("neuroanalysis ")
    ]
    assert [key for key in same if len(re.findall(r"\b[a-z]{2,}\b", ENGLISH[key])) > 3] == []


# --- What the code says is in the catalogues -----------------------------------------------------


class Anything:
    """A value for any field of any template."""

    def __format__(self, _):
        return "something"

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    __str__ = __repr__ = lambda _: "something"


@cache
def error_classes() -> dict[str, type[NeuroanalysisError]]:
    """All errors of the package by name."""
    for module in pkgutil.walk_packages(neuroanalysis.__path__, "neuroanalysis."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found, waiting = {}, [NeuroanalysisError]
    while waiting:
        kind = waiting.pop()
        found[kind.__name__] = kind
        waiting += kind.__subclasses__()
    return found


# Errors of Python itself have plain messages, for programmers.
LITERAL = [call for path in SOURCES for call in calls(path) if not hasattr(builtins, call.name)]


def test_calls_are_found():
    assert {"text", "CardError", "RulesError", "WorkError"} <= {call.name for call in LITERAL}


def say(call: Call) -> str:
    """Say what a call in the source says, with any values for the fields that it gives."""
    names = set(call.fields)
    if call.open:
        names |= {name for template in ENGLISH.values() for name in fields(template)}
    values = {name: Anything() for name in names}
    if call.name == "text":
        return text(call.key, **values)
    kind = error_classes()[call.name]
    return str(kind(call.key, **values))


@pytest.mark.parametrize("call", LITERAL, ids=lambda call: f"{call.where} {call.key}")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_has_an_entry_with_just_these_fields(call, lang):
    with speaking(lang):
        assert say(call)


# --- The catalogues hold nothing else ------------------------------------------------------------


def mentioned():
    """Texts in the code that may be keys, or ends or beginnings of keys; and patterns of keys."""
    constants, patterns = set(), set()
    for path in SOURCES:
        inside = set()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                inside |= set(map(id, node.values))
                literals = [part for part in node.values if isinstance(part, ast.Constant)]
                # A hole is one word: what has dots stands somewhere as a text of its own. The
                # prefix of all errors of a class says nothing about which errors there are.
                own_key = "{self.key}" in ast.unparse(node)
                if not own_key and any(re.search(r"\w", str(part.value)) for part in literals):
                    patterns.add(
                        "".join(
                            re.escape(str(part.value)) if part in literals else r"[\w-]+"
                            for part in node.values
                        )
                    )
        constants |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in inside
        }
    for path in PACKAGE.rglob("*.js"):
        constants |= set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    return constants, patterns


def unused(keys):
    """Those of the keys that the code does not mention, nor make from parts."""
    constants, patterns = mentioned()
    prefixes = tuple(one for one in constants if re.fullmatch(r"\w+(\.\w+)*\.", one))
    matched = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    found = []
    for key in keys:
        ends = [key[place + 1 :] for place, sign in enumerate(key) if sign == "."]
        made = [key, *ends]
        if key.startswith("errors."):
            ends, made = [end for end in ends if "." in end], [key]
        if not (
            constants.intersection([key, *ends])
            or key.startswith(prefixes)
            or any(matched.fullmatch(one) for one in made)
        ):
            found.append(key)
    return found


def test_no_entry_is_unused():
    assert unused(ENGLISH) == []
    strange = ["errors.card.blue", "errors.input.text", "cli.usage.nonsense"]
    assert unused(strange) == strange


# --- Speaking ------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def same_language_afterwards():
    before = texts._chosen
    yield
    texts._chosen = before


def test_an_entry_is_filled_in():
    with speaking("en"):
        assert text("errors.card.negative", code="2eb") == "a count below 0 for 2eb"
    with speaking("fr"):
        assert text("errors.card.negative", code="2eb") == "nombre négatif pour 2eb"


@pytest.mark.parametrize(
    ("lang", "number", "said"),
    [
        ("en", 0, "0 duos"),
        ("en", 1, "1 duo"),
        ("en", 2, "2 duos"),
        ("en", -1, "-1 duos"),
        ("en", "−1", "−1 duos"),
        ("en", "1,234", "1,234 duos"),
        ("en", "1.5", "1.5 duos"),
        ("en", "1 (0.9 to 1.1)", "1 (0.9 to 1.1) duos"),
        ("fr", 0, "0 duo"),
        ("fr", 1, "1 duo"),
        ("fr", 2, "2 duos"),
        ("fr", 10, "10 duos"),
        ("fr", -1, "-1 duo"),
        ("fr", "−0,5", "−0,5 duo"),
        ("fr", "1,5", "1,5 duo"),
        ("fr", "1\u202f234", "1\u202f234 duos"),
        ("fr", "1 (0,9 à 1,1)", "1 (0,9 à 1,1) duos"),
    ],
)
def test_words_agree_with_the_number_before_them(lang, number, said):
    with speaking(lang):
        assert text("plots.count.duos", n=number) == said


def test_an_unknown_key_is_a_fault_of_the_program():
    with pytest.raises(KeyError):
        text("errors.card.blue")


@pytest.mark.parametrize(
    ("locale", "lang"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "FR"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LC_ALL": "fr_BE", "LANG": "en_GB"}, "fr"),
        ({"LC_MESSAGES": "fr_BE", "LANG": "en_GB"}, "fr"),
        ({"LC_ALL": "en_GB", "LC_MESSAGES": "fr_BE", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LANG": "fr_FR"}, "fr"),
    ],
)
def test_the_language_of_the_environment(monkeypatch, locale, lang):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    set_language(None)
    assert environment_language() == language() == lang


def test_a_chosen_language_is_stronger_than_the_environments():
    set_language("fr")
    assert language() == "fr"
    with speaking("en"):
        assert language() == "en"
        with speaking("fr"):
            assert language() == "fr"
        assert language() == "en"
    assert language() == "fr"
    set_language(None)
    assert language() == environment_language()


def test_the_language_of_a_block_ends_with_it_even_by_an_error():
    set_language("en")
    with pytest.raises(ZeroDivisionError), speaking("fr"):
        1 / 0  # noqa: B018 - the error is what is wanted
    assert language() == "en"


def test_a_block_concerns_its_own_thread_and_a_choice_all():
    set_language("fr")
    heard = []
    with speaking("en"):
        thread = threading.Thread(target=lambda: heard.append(language()))
        thread.start()
        thread.join()
    assert heard == ["fr"]


@pytest.mark.parametrize("name", ["de", "", "FR", "french"])
def test_an_unknown_language_is_refused(name):
    with pytest.raises(ValueError, match=f"unknown language '{name}'; accepted: en, fr"):
        set_language(name)
    with pytest.raises(ValueError, match="accepted: en, fr"), speaking(name):
        pass


def test_french_elides_with_one_kind_of_apostrophe():
    # What is typed, between backticks, is Python's.
    said = {key: re.sub(r"`[^`]*`", "", words) for key, words in FRENCH.items()}
    assert [key for key, words in said.items() if re.search(r"[^\W\d_]'[^\W\d_]", words)] == []


def test_no_french_line_begins_with_a_mark():
    # Between the cards of a domain stands a mark too, as it is typed.
    loose = re.compile(r" [:?!»]| ;(?! -?\d+,-?\d)|« ")
    said = {key: re.sub(r"`[^`]*`", "", words) for key, words in FRENCH.items()}
    assert [key for key, words in said.items() if loose.search(words)] == []
    assert " :" not in "".join(ENGLISH[key] for key in FRENCH if key.startswith("errors."))


def test_a_catalogue_cannot_hold_anything_but_texts():
    assert dict(texts._flattened({"a": {"b": "c"}}, "f")) == {"f.a.b": "c"}
    with pytest.raises(TypeError, match=r"the entry f\.a of the catalogue is not a text: 3"):
        dict(texts._flattened({"a": 3}, "f"))

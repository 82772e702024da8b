"""Every word that a person reads, in French and in English.

The words stand in TOML files under ``catalogues/``, one folder a language and one file a subject. A
key names file, tables and entry: ``errors.card.unknown`` is ``unknown`` in the table ``[card]`` of
``errors.toml``. Entries are :meth:`str.format` templates, in which words may agree with a number:
``{draws:draw|draws}``, see `neuroanalysis.texts.plurals`.

This is the lowest layer of the package (errors speak too), so it imports nothing else of it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Final, Literal, get_args

from neuroanalysis.texts.plurals import filled_in
from neuroanalysis.texts.typography import french_spaces

__all__ = [
    "LANGUAGES",
    "Language",
    "catalogue",
    "environment_language",
    "language",
    "set_language",
    "speaking",
    "text",
]

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

# The variables that the C library reads for messages, strongest first.
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")

_chosen: Language | None = None
# A block of `speaking` concerns only its own thread or task; the choice is for the whole process.
_spoken: ContextVar[Language | None] = ContextVar("_spoken", default=None)


def environment_language() -> Language:
    """Return the language of the environment's locale: French if it says so, else English.

    Examples
    --------
    >>> environment_language() in LANGUAGES
    True
    """
    for variable in _LOCALE_VARIABLES:
        locale = os.environ.get(variable, "")
        if locale:
            return "fr" if locale.lower().startswith("fr") else "en"
    return "en"


def language() -> Language:
    """Return the language in force: that of `speaking`, of `set_language`, or the environment's."""
    return _spoken.get() or _chosen or environment_language()


def set_language(name: str | None) -> None:
    """Choose the language of everything said from now on in this process.

    Parameters
    ----------
    name
        ``"en"``, ``"fr"``, or None for the environment's.

    Raises
    ------
    ValueError
        For any other name.
    """
    global _chosen
    _chosen = None if name is None else _checked(name)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak another language inside a ``with`` block.

    Examples
    --------
    >>> with speaking("fr"):
    ...     text("neurotrio.nature.heart")
    'cœur'
    """
    token = _spoken.set(_checked(name))
    try:
        yield
    finally:
        _spoken.reset(token)


def text(key: str, /, **values: object) -> str:
    """Return the entry of a key in the language in force, with its fields filled in.

    Parameters
    ----------
    key
        ``file.table.entry``.
    **values
        The fields of the template.

    Raises
    ------
    KeyError
        For an unknown key: a fault of the program, not of its user.

    Examples
    --------
    >>> with speaking("en"):
    ...     text("errors.card.unknown", code="4cn", position=2, accepted="3cn")
    "unknown card '4cn' at position 2; nearest: 3cn"
    """
    lang = language()
    return filled_in(catalogue(lang)[key], lang, values)


@cache
def catalogue(lang: Language) -> Mapping[str, str]:
    """Return all entries of a language, by their dotted keys."""
    entries: dict[str, str] = {}
    folder = files(__package__) / "catalogues" / lang
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text(encoding="utf-8"))
            entries.update(_flattened(tables, file.name.removesuffix(".toml")))
    # Written with plain spaces, as a keyboard has them, and spoken with those of print.
    return (
        {key: french_spaces(words) for key, words in entries.items()} if lang == "fr" else entries
    )


def _flattened(tables: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in tables.items():
        key = f"{prefix}.{name}"
        if isinstance(value, Mapping):
            yield from _flattened(value, key)
        elif isinstance(value, str):
            yield key, value
        else:
            raise TypeError(f"the entry {key} of the catalogue is not a text: {value!r}")


def _checked(name: str) -> Language:
    for lang in LANGUAGES:
        if name == lang:
            return lang
    raise ValueError(f"unknown language {name!r}; accepted: {', '.join(LANGUAGES)}")

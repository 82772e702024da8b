"""Wrong usage of the command, said in our own words.

typer tells its errors apart by class, but words them in English; so each class has words here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import typer

from neuroanalysis.texts import LANGUAGES, Language, text
from neuroanalysis.texts.quoting import shortened

__all__ = [
    "TYPER_USAGE",
    "RefusedError",
    "UsageError",
    "explained",
    "number_or_none",
    "take_language",
    "whole_number",
]

# typer does not offer this base class by name; depending on its version it is click's or its own.
TYPER_USAGE: Final[type[Exception]] = next(
    kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "UsageError"
)


class UsageError(Exception):
    """The command cannot be called like that; the process exits with 2."""


class RefusedError(Exception):
    """What was asked failed for a reason that the message tells; the process exits with 1."""


def take_language(words: Sequence[str]) -> tuple[list[str], Language | None]:
    """Take ``--lang`` out of the arguments, wherever it stands before a ``--``.

    It is looked for before anything else is read, because everything said depends on it.

    Raises
    ------
    UsageError
        For another language than those there are, or none.

    Examples
    --------
    >>> take_language(["rules", "--lang", "fr", "neurotrio"])
    (['rules', 'neurotrio'], 'fr')
    """
    left: list[str] = []
    found: Language | None = None
    rest = iter(words)
    for word in rest:
        if word == "--":
            left += [word, *rest]
        elif word == "--lang":
            found = _language(next(rest, ""))
        elif word.startswith("--lang="):
            found = _language(word.removeprefix("--lang="))
        else:
            left.append(word)
    return left, found


def _language(name: str) -> Language:
    for known in LANGUAGES:
        if name == known:
            return known
    said = shortened(name)
    raise UsageError(text("cli.usage.language", name=said, accepted=", ".join(LANGUAGES)))


def whole_number(word: str, option: str) -> int:
    """Return the whole number that an option was given.

    Raises
    ------
    UsageError
        For anything else.
    """
    try:
        return int(word)
    except ValueError:
        raise UsageError(text("cli.usage.number", option=option, value=shortened(word))) from None


def number_or_none(word: str | None, option: str) -> int | None:
    """Return the whole number that an option was given, None if it was not given at all."""
    return None if word is None else whole_number(word, option)


def explained(error: Exception, words: Sequence[str], commands: Mapping[str, Sequence[str]]) -> str:
    """Say what is wrong with the arguments.

    Parameters
    ----------
    error
        An error of the class `TYPER_USAGE`.
    words
        The arguments.
    commands
        The names of all commands, with those that stand below each.
    """
    kind = type(error).__name__
    given = str(getattr(error, "option_name", ""))
    option = shortened(given)
    command = next((word for word in words if not word.startswith("-")), "")
    if kind == "NoSuchOption":
        nearest = ", ".join(sorted(getattr(error, "possibilities", None) or ()))
        hint = text("cli.usage.nearest", nearest=nearest) if nearest else ""
        return text("cli.usage.no_option", option=option, hint=hint)
    if kind == "MissingParameter":
        parameter = getattr(error, "param", None)
        if getattr(parameter, "param_type_name", "") == "option":
            return text("cli.usage.missing", name=getattr(parameter, "opts", [""])[0])
        name = str(getattr(parameter, "metavar", None) or getattr(parameter, "name", ""))
        return text("cli.usage.missing", name=text(f"cli.metavar.{name}"))
    if kind == "BadOptionUsage":
        assigned = any(word.startswith(f"{given}=") for word in words)
        return text("cli.usage.no_value" if assigned else "cli.usage.value", option=option)
    if command not in commands:
        return text("cli.usage.no_command", name=shortened(command), accepted=", ".join(commands))
    below = commands[command]
    if below:
        found = [word for word in words if not word.startswith("-")]
        name = found[1] if len(found) > 1 else ""
        if name not in below:
            return text("cli.usage.no_command", name=shortened(name), accepted=", ".join(below))
    return text("cli.usage.arguments", command=command)

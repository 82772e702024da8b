"""Running a command: its language, and what its errors say and exit with."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from io import TextIOWrapper

import typer.main

from neuroanalysis.cli.app import app
from neuroanalysis.cli.output import remark, speaking_log
from neuroanalysis.cli.usage import TYPER_USAGE, RefusedError, UsageError, explained, take_language
from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import speaking

__all__ = ["run"]

_ERROR, _USAGE, _INTERRUPTED = 1, 2, 130


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command; see :func:`neuroanalysis.cli.main`."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        # A terminal without accents shows a question mark for them, not a traceback.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    with ExitStack() as stack:
        stack.enter_context(speaking_log())
        try:
            words, chosen = take_language(words)
            if chosen is not None:
                stack.enter_context(speaking(chosen))
            return _invoke(words)
        except NeuroanalysisError as error:
            remark("error.line", reason=error)
            return _ERROR
        except RefusedError as error:
            remark("error.line", reason=error)
            return _ERROR
        except UsageError as error:
            return _wrong_usage(str(error), words)
        except KeyboardInterrupt:
            return _INTERRUPTED


def _invoke(words: list[str]) -> int:
    command = typer.main.get_command(app)
    try:
        # Without typer's standalone mode it leaves errors to us, and returns an exit's code.
        code: object = command.main(words, prog_name="neuroanalysis", standalone_mode=False)
    except TYPER_USAGE as error:
        return _wrong_usage(explained(error, words, _commands()), words)
    except typer.Abort:
        return _INTERRUPTED
    return code if isinstance(code, int) else 0


def _wrong_usage(reason: str, words: Sequence[str]) -> int:
    command = next((f" {word}" for word in words if word in _commands()), "")
    remark("error.line", reason=reason)
    remark("error.help", command=f"neuroanalysis{command} --help")
    return _USAGE


def _commands() -> dict[str, list[str]]:
    """Return the names of all commands, with those that stand below each."""
    groups = {
        str(group.name): [str(entry.name) for entry in group.typer_instance.registered_commands]
        for group in app.registered_groups
        if group.typer_instance is not None
    }
    return {str(entry.name): [] for entry in app.registered_commands} | groups

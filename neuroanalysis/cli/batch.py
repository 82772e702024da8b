"""Answers to a file of questions: one JSON object a line in, one a line out, in order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from neuroanalysis.cli.output import write_json
from neuroanalysis.cli.usage import RefusedError
from neuroanalysis.core.contract import Answer
from neuroanalysis.core.files import check_named
from neuroanalysis.errors import InputError, NeuroanalysisError
from neuroanalysis.texts import text

__all__ = ["answer_lines"]

_BOM = b"\xef\xbb\xbf"


def answer_lines(ask: Callable[[Mapping[str, object]], Answer], path: str) -> None:
    """Answer each line that is not blank, as it comes.

    A line that is not valid gets ``{"error": "..."}`` in its place.

    Parameters
    ----------
    ask
        Answers the object of a line, or raises what is wrong with it.
    path
        A file, or ``-`` for standard input.

    Raises
    ------
    InputError
        When there is nothing to read.
    RefusedError
        At the end, when lines were not valid.
    """
    lines = wrong = 0
    with _opened(path) as file:
        for number, line in _numbered(file, path):
            lines += 1
            try:
                answer = ask(_record(line, number))
            except NeuroanalysisError as error:
                wrong += 1
                write_json({"error": _with_line(error, number)})
            else:
                write_json(answer.to_dict())
    if not lines:
        raise InputError("input.empty", path=_shown(path))
    if wrong:
        raise RefusedError(text("cli.batch.wrong", wrong=wrong, lines=lines, path=_shown(path)))


def _numbered(file: BinaryIO, path: str) -> Iterator[tuple[int, bytes]]:
    """Give the lines that are not blank, with their numbers."""
    try:
        for number, line in enumerate(file, start=1):
            content = line.removeprefix(_BOM) if number == 1 else line
            if content.strip():
                yield number, content
    except OSError as reason:
        raise _unreadable(path, reason) from None


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == "-":
        if sys.stdin is None:  # the process was started with it closed
            raise InputError("input.closed", path=_shown(path))
        yield sys.stdin.buffer
        return
    check_named(path)
    with ExitStack() as stack:
        try:
            file = stack.enter_context(Path(path).open("rb"))
        except (OSError, ValueError) as reason:  # ValueError: a path that no system can have
            raise _unreadable(path, reason) from None
        yield file


def _unreadable(path: str, reason: OSError | ValueError) -> InputError:
    if isinstance(reason, FileNotFoundError):
        return InputError("input.missing", path=path)
    said = reason.strerror if isinstance(reason, OSError) else reason
    return InputError("input.unreadable", path=_shown(path), reason=said)


def _shown(path: str) -> str:
    return text("cli.batch.standard_input") if path == "-" else path


def _record(line: bytes, number: int) -> dict[str, object]:
    try:
        record: object = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError("input.encoding", path=text("cli.batch.line", line=number)) from None
    except RecursionError:
        raise InputError("input.json", line=number, reason=text("cli.batch.deep")) from None
    except json.JSONDecodeError as error:
        place = text("cli.batch.column", column=error.colno)
        raise InputError("input.json", line=number, reason=place) from None
    except ValueError:  # a number with more digits than Python reads
        raise InputError("input.json", line=number, reason=text("cli.batch.digits")) from None
    if not isinstance(record, dict):
        raise InputError("input.object", line=number)
    return record


def _with_line(error: NeuroanalysisError, number: int) -> str:
    """Say which line it was, where the message does not say it by itself."""
    if error.key in {"input.json", "input.object", "input.encoding"}:
        return str(error)
    return text("cli.batch.in_line", line=number, reason=error)

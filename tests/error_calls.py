"""Finds in a source file which errors it raises, and which texts it says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Call:
    """A call with a catalogue key that stands in the source as it is."""

    name: str
    """What is called: `text`, or the class of an error."""
    key: str
    fields: frozenset[str]
    """The fields that are given by name."""
    open: bool
    """Whether more fields are given by ``**``."""
    where: str


def calls(path: Path) -> Iterator[Call]:
    """Give the calls of `text` and of errors whose first argument is a literal key."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
            continue
        name, first = node.func.id, node.args[0]
        speaks = name == "text" or name.endswith("Error")
        if speaks and isinstance(first, ast.Constant) and isinstance(first.value, str):
            names = [keyword.arg for keyword in node.keywords]
            yield Call(
                name=name,
                key=first.value,
                fields=frozenset(name for name in names if name is not None),
                open=None in names,
                where=f"{path.name}:{node.lineno}",
            )


def raised_keys(*paths: Path) -> set[str]:
    """Return the keys of all errors that the files raise."""
    return {call.key for path in paths for call in calls(path) if call.name != "text"}

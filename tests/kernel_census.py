"""All kernels of all games, and what they answer in this process.

``python -m tests.kernel_census`` calls every public kernel and prints as JSON what each call
answered, how often each kernel came from the cache, and how often it was compiled.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from typing import Any

from numba.core.dispatcher import Dispatcher

import neuroanalysis

KernelTable = dict[str, dict[str, Dispatcher]]


def kernels() -> KernelTable:
    """Return the kernels of each game, by ``file.name``."""
    found: KernelTable = {}
    for module in pkgutil.walk_packages(neuroanalysis.__path__, "neuroanalysis."):
        parts = module.name.split(".")
        if parts[1] == "games" and "_kernels" in parts and parts[-1] != "_kernels":
            members = vars(importlib.import_module(module.name))
            found.setdefault(parts[2], {}).update(
                (f"{parts[-1]}.{name}", member)
                for name, member in members.items()
                if isinstance(member, Dispatcher) and member.py_func.__module__ == module.name
            )
    return found


def public(table: dict[str, Dispatcher]) -> set[str]:
    """Return the names of a game's kernels that other files may call."""
    return {name for name in table if not name.split(".")[1].startswith("_")}


def calls(game: str) -> dict[str, Any]:
    """Return a game's calls, by the names of the kernels that each calls, with spaces between."""
    return dict(importlib.import_module(f"tests.games.{game}.kernel_calls").CALLS)


def inside(game: str) -> set[str]:
    """Return the public kernels that only other kernels call, and so are part of them."""
    module = importlib.import_module(f"tests.games.{game}.kernel_calls")
    return set(getattr(module, "INSIDE", ()))


def main() -> None:
    """Call them all."""
    report: dict[str, Any] = {"answers": {}, "loaded": {}, "compiled": {}}
    for game, table in kernels().items():
        for names, call in calls(game).items():
            report["answers"][f"{game}: {names}"] = call()
        for name, kernel in table.items():
            report["loaded"][f"{game}.{name}"] = sum(kernel.stats.cache_hits.values())
            report["compiled"][f"{game}.{name}"] = sum(kernel.stats.cache_misses.values())
    print(json.dumps(report))


if __name__ == "__main__":
    main()

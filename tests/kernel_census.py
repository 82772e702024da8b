"""All kernels of all games, and what they answer in this process.

``python -m tests.kernel_census`` calls every public kernel and prints as JSON what each call
answered, how often each kernel came from the cache, and how often it was compiled.

``python -m tests.kernel_census warm`` shares the calls out to two processes, and keeps what they
told beside the machine code: the tests that follow compile none of it again, and the one that calls
all kernels in two processes in a row has had the first of them.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher

import neuroanalysis
from neuroanalysis.core._kernels.jit import cache_folder
from tests.project import PACKAGE, ROOT

PLACE = "*/kernel_calls/__init__.py"
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


def files(game: str) -> list[str]:
    """Return the names of the modules with a game's calls, none of which is imported for it."""
    package = importlib.import_module(f"tests.games.{game}.kernel_calls")
    return [f"{package.__name__}.{found.name}" for found in pkgutil.iter_modules(package.__path__)]


def calls(game: str) -> dict[str, Any]:
    """Return a game's calls, by the names of the kernels that each calls, with spaces between."""
    modules = map(importlib.import_module, files(game))
    return {names: call for module in modules for names, call in module.CALLS.items()}


def inside(game: str) -> set[str]:
    """Return the public kernels that only other kernels call, and so are part of them."""
    modules = map(importlib.import_module, files(game))
    return {name for module in modules for name in getattr(module, "INSIDE", ())}


def call_file(name: str) -> dict[str, Any]:
    """Call what a module has; tell the answers, and what was loaded and compiled meanwhile.

    No kernels are imported but those that it needs: some are compiled when they are.
    """
    game = name.split(".")[2]
    module = importlib.import_module(name)
    answers = {f"{game}: {names}": call() for names, call in module.CALLS.items()}
    before = _TOLD.copy()
    _TOLD[:] = _counted()
    loaded, compiled = (
        {kernel: n - old[kernel] for kernel, n in new.items()}
        for old, new in zip(before, _TOLD, strict=True)
    )
    return {"answers": answers, "loaded": loaded, "compiled": compiled}


_TOLD: list[Counter[str]] = [Counter(), Counter()]


def _counted() -> tuple[Counter[str], Counter[str]]:
    loaded: Counter[str] = Counter()
    compiled: Counter[str] = Counter()
    for module, members in [(name, vars(module)) for name, module in sys.modules.items()]:
        if module.startswith("neuroanalysis.games.") and "._kernels." in module:
            for name, kernel in members.items():
                if isinstance(kernel, Dispatcher) and kernel.py_func.__module__ == module:
                    full = f"{module.split('.')[2]}.{module.rpartition('.')[2]}.{name}"
                    loaded[full] = sum(kernel.stats.cache_hits.values())
                    compiled[full] = sum(kernel.stats.cache_misses.values())
    return loaded, compiled


def together(reports: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return what several calls have told as one report."""
    whole: dict[str, Any] = {"answers": {}, "loaded": Counter(), "compiled": Counter()}
    for one in reports:
        for part, told in one.items():
            whole[part].update(told)
    return whole


def every() -> list[str]:
    """Return all modules with calls; the players' of a game, which take longest, come first."""
    games = sorted(path.parent.parent.name for path in (ROOT / "tests/games").glob(PLACE))
    return [name for game in games for name in reversed(files(game))]


def kept() -> Path:
    """Return where the report of the processes that compiled all kernels is kept.

    It is of these calls alone, and lies with the machine code, which is of these kernels alone.
    """
    digest = sha256()
    files = [Path(__file__), *(ROOT / "tests" / "games").glob("*/kernel_calls/*.py")]
    for file in sorted(files):
        digest.update(file.read_bytes())
    sources = sorted((PACKAGE / "games").glob("*/_kernels"))
    for folder in sources:
        digest.update(cache_folder(folder).name.encode())
    return cache_folder(sources[0]) / f"census-{digest.hexdigest()[:16]}.json"


def warm() -> None:
    """Call all in two processes, and keep the report if all kernels were compiled for it."""
    if kept().exists():
        return
    # From each import on by itself: a process that was forked would know what this one has loaded.
    with get_context("spawn").Pool(2) as pool:
        report = together(pool.imap(call_file, every(), chunksize=1))
    if all(report["compiled"][f"{g}.{n}"] for g, table in kernels().items() for n in public(table)):
        beside = kept().with_suffix(".new")
        beside.write_text(json.dumps(report), encoding="utf-8")
        beside.replace(kept())


def copy_cache(place: Path, without: str) -> None:
    """Copy all machine code that is at hand to a cache folder, but for one kernel's by itself.

    So a test may wait for one kernel to be compiled, and need not wait for all of them.
    """
    here = cache_folder(sorted((PACKAGE / "games").glob("*/_kernels"))[0]).parent
    # Another process may be writing; what is not complete yet has "tmp" in its name.
    left_out = shutil.ignore_patterns(f"{without}-*", "*.tmp.*", "*.new")
    shutil.copytree(here, place / here.name, ignore=left_out)


def main() -> None:
    """Do what the command line asks for."""
    if sys.argv[1:] == ["warm"]:
        warm()
    else:
        print(json.dumps(together(map(call_file, every()))))


if __name__ == "__main__":
    main()

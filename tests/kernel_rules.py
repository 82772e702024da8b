"""What a kernel file may be, checked on its source.

import-linter sees which modules import which; this sees inside the files under `_kernels`:

- they import numpy, numba, the core's kernels and their own siblings, and of the standard library
  only what builds constant tables;
- whatever is compiled is compiled by the project's own `kernel`, which sets flags and cache;
- nothing runs in parallel inside a kernel (threads over chunks do that) and no global changes;
- no function calls itself, directly or through others: numba's cache breaks on recursion.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

COMPILER = "neuroanalysis.core._kernels.jit"
SHARED = "neuroanalysis.core._kernels"
STANDARD = {"__future__", "collections.abc", "itertools", "math", "typing"}
OUTSIDE = {"numba", "numpy"}
# numba's own ways to compile, and its parallel loop.
FORBIDDEN = {
    "cfunc",
    "generated_jit",
    "guvectorize",
    "jit",
    "jit_module",
    "jitclass",
    "njit",
    "overload",
    "prange",
    "stencil",
    "vectorize",
}


def complaints(source: str, package: str) -> list[str]:
    """Return what is wrong with a kernel file of `package`, a dotted name ending in `_kernels`."""
    tree = ast.parse(source)
    found = [*_imports(tree, package), *_compilers(tree), *_decorators(tree), *_recursion(tree)]
    found += [
        (node.lineno, "a global that varies is frozen by numba; pass an array")
        for node in ast.walk(tree)
        if isinstance(node, ast.Global)
    ]
    return [f"line {line}: {what}" for line, what in sorted(set(found))]


def _imports(tree: ast.Module, package: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            modules = [".".join(part for part in (base, node.module) if part)]
        else:
            continue
        for module in modules:
            if not _may_import(module, package):
                yield node.lineno, f"a kernel file may not import {module}"


def _may_import(module: str, package: str) -> bool:
    inside = any(module == home or module.startswith(f"{home}.") for home in (SHARED, package))
    return inside or module in STANDARD or module.split(".", maxsplit=1)[0] in OUTSIDE


def _compilers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "numba":
            names = {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute):
            names = {node.attr}
        elif isinstance(node, ast.keyword) and node.arg == "parallel":
            yield node.value.lineno, "parallel= is not for kernels; chunks on threads are"
            continue
        else:
            continue
        for name in sorted(names & FORBIDDEN):
            yield node.lineno, f"{name} is not for kernel files; use kernel of {COMPILER}"


def _decorators(tree: ast.Module) -> Iterator[tuple[int, str]]:
    ours = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == COMPILER
        for alias in node.names
        if alias.name == "kernel"
    }
    for function in _functions(tree):
        for decorator in function.decorator_list:
            plain = decorator.func if isinstance(decorator, ast.Call) else decorator
            if not (isinstance(plain, ast.Name) and plain.id in ours):
                yield decorator.lineno, f"{function.name} has a decorator that is not our kernel"
        if not function.decorator_list and not function.name.startswith("_"):
            yield function.lineno, f"{function.name} is public and not compiled; add @kernel"


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def _recursion(tree: ast.Module) -> Iterator[tuple[int, str]]:
    functions = {function.name: function for function in _functions(tree)}
    uses = {
        name: {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and node.id in functions
        }
        for name, function in functions.items()
    }
    for name, function in functions.items():
        reached: set[str] = set()
        waiting = list(uses[name])
        while waiting:
            other = waiting.pop()
            if other not in reached:
                reached.add(other)
                waiting += uses[other]
        if name in reached:
            yield function.lineno, f"{name} calls itself, directly or through others"

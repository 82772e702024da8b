"""The one decorator of all kernels, and the folder where their machine code is kept.

With ``cache=True`` numba looks only at the file of the function it compiles: when a helper in
*another* file changes, a cached caller goes on with stale machine code. So the cache folder's name
holds a digest of all kernel sources that a kernel may call (its own folder's and this one's),
numba's version and the package's. numba asks for the folder when a function is decorated; it is set
for that moment only, so a user's own numba code keeps its place, whoever imported numba first.
"""

from __future__ import annotations

import atexit
import inspect
import logging
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, cast

import numba
import numpy as np
import platformdirs
from llvmlite import binding
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["Int", "apart", "cache_folder", "kernel", "plain"]

# In compiled code a whole number has 64 bits, whether it came from Python or out of an array.
Int: TypeAlias = int | np.integer[Any]

Numbas: TypeAlias = Any
"""What numba hands over; it ships no types."""

P = ParamSpec("P")
R = TypeVar("R")

CACHE_VARIABLE: Final = "NEUROANALYSIS_CACHE"
_HERE: Final = Path(__file__).resolve().parent


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function on its first call, for threads, and keep its machine code.

    Kernels are serial (work is cut into chunks above them), release the interpreter's lock, and
    never call themselves: a cached caller of a self-recursive function crashes the next process.
    """
    folder = cache_folder(Path(function.__code__.co_filename).resolve().parent)
    settings = vars(numba.config)
    before = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = str(folder)
    try:
        return cast(Callable[P, R], numba.njit(cache=True, nogil=True)(function))
    finally:
        settings["CACHE_DIR"] = before


def apart(function: Callable[P, R], *examples: object) -> Callable[P, R]:
    """Compile a kernel now, for arguments of the examples' types; return it for kernels to call.

    numba copies a kernel into each that calls it, and optimises the copy again, and once more in
    each caller of that one: a large kernel under many others costs a minute. What is returned here
    is called by its address instead. Cached callers know the address by a name, so `apart` stands
    in the module of the callers, where it runs before any of them is loaded.
    """
    dispatcher: Numbas = function
    typeof: Numbas = numba.typeof
    build: Numbas = cgutils
    types = tuple(typeof(example) for example in examples)
    dispatcher.compile(types)
    compiled = dispatcher.overloads[types]
    own = compiled.signature
    name = f"{function.__module__}.{function.__qualname__}"
    entry = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    if binding.address_of_symbol(name) not in (None, entry):
        raise ValueError(f"{name} is called apart for one signature only")
    binding.add_symbol(name, entry)

    def called(_context: Numbas, *_types: Numbas) -> tuple[Numbas, Callable[..., Numbas]]:
        def lower(context: Numbas, builder: Numbas, _own: Numbas, values: Numbas) -> Numbas:
            convention = context.call_conv
            kind = convention.get_function_type(own.return_type, own.args)
            callee = build.get_or_insert_function(builder.module, kind, name)
            status, answer = convention.call_function(
                builder, callee, own.return_type, own.args, values
            )
            with build.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return answer

        return own, lower

    # numba looks here for how many arguments there are.
    first = inspect.Parameter("_context", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    others = inspect.signature(function).parameters.values()
    called.__name__ = function.__name__
    called.__signature__ = inspect.Signature([first, *others])  # type: ignore[attr-defined]
    return cast(Callable[P, R], intrinsic(called))


def plain(function: Callable[P, R]) -> Callable[P, R]:
    """Return the Python function of a kernel: it is quicker, once, than to compile or to load."""
    return cast(Callable[P, R], cast(Any, function).py_func)


@cache
def cache_folder(sources: Path) -> Path:
    """Return the folder for the machine code of the kernels whose sources lie in a folder.

    The environment variable ``NEUROANALYSIS_CACHE`` names another place than the user's cache
    folder. Where neither can be written to, a folder among the temporary ones serves, the same one
    each time, and a remark is logged.
    """
    name = f"{sources.parent.name}-{_digest(sources)}"
    chosen = os.environ.get(CACHE_VARIABLE)
    root = Path(chosen) if chosen else platformdirs.user_cache_path("neuroanalysis")
    folder = root / "kernels" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as reason:
        fallback = _temporary_folder(name)
        logging.getLogger("neuroanalysis").warning(
            "the cache folder %s cannot be written to (%s); compiled code goes to %s",
            folder,
            reason.strerror,
            fallback,
        )
        return fallback


def _temporary_folder(name: str) -> Path:
    """Return a folder among the temporary ones: the user's own one, else one for this process.

    Machine code is loaded from it, so nobody else may have laid anything there. A folder that is
    the user's, is no link, and is closed to all others cannot be put in its place by anybody else.
    """
    own = Path(tempfile.gettempdir()) / f"neuroanalysis-{_user()}"
    try:
        own.mkdir(mode=0o700, exist_ok=True)
        if _is_private(own):
            folder = own / name
            folder.mkdir(mode=0o700, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
    except OSError:
        pass  # somebody else's, or no folder at all
    folder = Path(tempfile.mkdtemp(prefix="neuroanalysis-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _user() -> str:
    # Windows has no number for it, and a temporary folder for each user.
    return "cache" if sys.platform == "win32" else str(os.getuid())


def _is_private(folder: Path) -> bool:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    if sys.platform == "win32":
        return True
    return found.st_uid == os.getuid() and not found.st_mode & 0o077


def _digest(sources: Path) -> str:
    digest = sha256(f"numba {numba.__version__} neuroanalysis {_package_version()}".encode())
    for folder in sorted({sources, _HERE}):
        for file in sorted(folder.glob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _package_version() -> str:
    try:
        return version("neuroanalysis")
    except PackageNotFoundError:
        return "uninstalled"

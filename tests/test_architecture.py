"""The order of imports and the rules for kernel files hold, and their checks would see a breach."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kernel_rules import complaints
from tests.project import PACKAGE, ROOT

CONFIGURATION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# --- import-linter ---------------------------------------------------------------------------


def linter(folder):
    """Run import-linter on a project; return whether it is content, and its report."""
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    answer = subprocess.run(
        [sys.executable, "-c", script, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.returncode == 0, answer.stdout + answer.stderr


def test_the_contracts_are_kept():
    content, report = linter(ROOT)
    assert content, report


# One breach each: the contract's id, the file that breaks it, and the import that does.
BREACHES = [
    ("order", "neuroanalysis/texts/extra.py", "import neuroanalysis.errors"),
    ("order", "neuroanalysis/core/extra.py", "import neuroanalysis.games.first.pieces"),
    ("order", "neuroanalysis/games/first/rules.py", "import neuroanalysis.plots"),
    ("order", "neuroanalysis/plots/extra.py", "import neuroanalysis.widgets"),
    ("order", "neuroanalysis/widgets/extra.py", "import neuroanalysis.cli"),
    ("order", "neuroanalysis/helpers.py", "pass"),
    ("games", "neuroanalysis/games/first/rules.py", "import neuroanalysis.games.second.rules"),
    ("rooms", "neuroanalysis/games/first/rules.py", "import neuroanalysis.games.first.play"),
    ("rooms", "neuroanalysis/games/first/_kernels.py", "import neuroanalysis.games.first.pieces"),
    ("rooms", "neuroanalysis/games/first/cellar.py", "pass"),
    ("drawing", "neuroanalysis/core/extra.py", "def draw(): import matplotlib.pyplot"),
    ("drawing", "neuroanalysis/games/first/play.py", "import ipywidgets"),
    ("oracles", "tests/oracles/first.py", "import neuroanalysis.games.first.pieces"),
]
SKELETON = [
    *(f"neuroanalysis/{part}/__init__.py" for part in ("texts", "core", "plots", "widgets", "cli")),
    "neuroanalysis/__init__.py",
    "neuroanalysis/errors.py",
    "neuroanalysis/games/__init__.py",
    *(
        f"neuroanalysis/games/{game}/{room}.py"
        for game in ("first", "second")
        for room in ("__init__", "_kernels", "pieces", "rules", "play")
    ),
    "tests/__init__.py",
    "tests/oracles/__init__.py",
]


def skeleton(folder: Path) -> None:
    """Lay out an empty project with this project's contracts."""
    for name in SKELETON:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    shutil.copy(ROOT / "pyproject.toml", folder)


def test_an_empty_project_keeps_the_contracts(tmp_path):
    skeleton(tmp_path)
    content, report = linter(tmp_path)
    assert content, report


@pytest.mark.parametrize(("contract", "name", "line"), BREACHES)
def test_a_breach_is_seen(tmp_path, contract, name, line):
    skeleton(tmp_path)
    (tmp_path / name).write_text(f"{line}\n", encoding="utf-8")
    content, report = linter(tmp_path)
    [title] = [
        entry["name"]
        for entry in CONFIGURATION["tool"]["importlinter"]["contracts"]
        if entry["id"] == contract
    ]
    assert not content
    assert f"{title} BROKEN" in " ".join(report.split()), report


# --- What the package imports is what it asks for --------------------------------------------

# These come with a package that is asked for and cannot be without them.
THROUGH = {"IPython": "ipywidgets", "traitlets": "ipywidgets", "llvmlite": "numba"}


def test_every_library_that_is_imported_is_a_dependency():
    project = CONFIGURATION["project"]
    optional = project["optional-dependencies"]
    asked = [*project["dependencies"], *optional["distributed"], *optional["app"]]
    known = {canonicalize_name(Requirement(line).name) for line in asked}
    distributions = packages_distributions()
    unknown = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = {str(node.module).split(".")[0]}
            else:
                continue
            for name in names - sys.stdlib_module_names - {"neuroanalysis"}:
                homes = [THROUGH.get(name, ""), *distributions.get(name, [])]
                if not known & {canonicalize_name(home) for home in homes}:
                    unknown.add(f"{path.relative_to(ROOT)}: {name}")
    assert unknown == set()


# --- Kernel files ----------------------------------------------------------------------------

# The one file that is allowed numba's own compiler, because it is the project's.
COMPILER = "neuroanalysis/core/_kernels/jit.py"
KERNEL_FILES = {
    path.relative_to(ROOT).as_posix(): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if "_kernels" in path.relative_to(PACKAGE).parts
}
HOME = "neuroanalysis.games.neurotrio._kernels"
IMPORT = "from neuroanalysis.core._kernels.jit import kernel\n"


def test_kernel_files_are_found():
    assert COMPILER in KERNEL_FILES
    assert any(name.startswith("neuroanalysis/games/neurotrio/_kernels/") for name in KERNEL_FILES)


@pytest.mark.parametrize("name", [name for name in KERNEL_FILES if name != COMPILER])
def test_a_kernel_file_keeps_the_rules(name):
    package = name[: name.index("/_kernels/")].replace("/", ".") + "._kernels"
    assert complaints(KERNEL_FILES[name].read_text(encoding="utf-8"), package) == []


@pytest.mark.parametrize(
    "source",
    [
        "import numpy as np\nfrom numba import types\nimport math\n",
        f"import {HOME}.cube\nfrom .cube import pack\nfrom . import cube\n",
        IMPORT
        + "@kernel\ndef f(x):\n    return g(x)\n@kernel(fastmath=True)\ndef g(x):\n    return x\n",
        "def _table():\n    return [1]\nTABLE = _table()\n",
    ],
)
def test_what_a_kernel_file_may_do(source):
    assert complaints(source, HOME) == []


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import pandas\n", "may not import pandas"),
        ("import os\n", "may not import os"),
        ("from neuroanalysis.core import hands\n", "may not import neuroanalysis.core"),
        ("from ..rules import Rules\n", "may not import neuroanalysis.games.neurotrio.rules"),
        (
            "import neuroanalysis.games.tichu._kernels.plays\n",
            "may not import neuroanalysis.games.tichu._kernels.plays",
        ),
        ("from numba import njit\n", "njit is not for kernel files"),
        ("import numba\n@numba.jit\ndef _f(x):\n    return x\n", "jit is not for kernel files"),
        ("import numba\nfor i in numba.prange(3): pass\n", "prange is not for kernel files"),
        (IMPORT + "@kernel(parallel=True)\ndef f(x):\n    return x\n", "parallel="),
        ("def f(x):\n    return x\n", "f is public and not compiled"),
        ("@other\ndef f(x):\n    return x\n", "f has a decorator that is not our kernel"),
        ("def kernel(f):\n    return f\n@kernel\ndef f(x):\n    return x\n", "not our kernel"),
        (IMPORT + "@kernel\ndef f(x):\n    return f(x)\n", "f calls itself"),
        (
            IMPORT + "@kernel\ndef f(x):\n    return g(x)\n@kernel\ndef g(x):\n    return f(x)\n",
            "g calls itself, directly or through others",
        ),
        ("n = 0\ndef _f():\n    global n\n", "a global that varies"),
    ],
)
def test_what_a_kernel_file_may_not_do(source, what):
    assert any(what in complaint for complaint in complaints(source, HOME))

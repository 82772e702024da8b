"""What a module says it offers is what it offers."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import subprocess
import sys

import pytest

import neuroanalysis
from tests.project import ROOT

MODULES = sorted(
    found.name
    for found in pkgutil.walk_packages([str(ROOT)])
    if found.name.split(".", maxsplit=1)[0] == "neuroanalysis" and "__main__" not in found.name
)
PUBLIC = [name for name in MODULES if not any(part.startswith("_") for part in name.split("."))]


def test_modules_are_found():
    assert {"neuroanalysis.errors", "neuroanalysis.texts", "neuroanalysis.core"} <= set(PUBLIC)


@pytest.mark.parametrize("name", MODULES)
def test_all_names_things_that_exist_once(name):
    module = importlib.import_module(name)
    offered = getattr(module, "__all__", [])
    assert len(offered) == len(set(offered))
    assert [item for item in offered if not hasattr(module, item)] == []


@pytest.mark.parametrize("name", PUBLIC)
def test_what_a_public_module_defines_is_offered(name):
    module = importlib.import_module(name)
    own = {
        item
        for item, value in vars(module).items()
        if not item.startswith("_")
        and (inspect.isfunction(value) or inspect.isclass(value))
        and value.__module__ == name
    }
    assert own <= set(getattr(module, "__all__", []))


def test_dir_shows_what_the_package_offers():
    assert set(neuroanalysis.__all__) <= set(dir(neuroanalysis))


def test_importing_the_package_loads_nothing_heavy():
    script = (
        "import sys, neuroanalysis\n"
        "heavy = {'IPython', 'ipywidgets', 'matplotlib', 'numba', 'pandas', 'pyarrow', 'scipy'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert answer.stdout.strip() == "[]"

"""How `make docs` builds the pages in this folder: Sphinx, with warnings as errors.

The reference is made of the docstrings: a page a module, written to ``docs/reference`` first. What
a package offers from its modules is listed on its own page, and described where it is defined.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from sphinx.domains.python import ObjectEntry, PythonDomain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import neuroanalysis  # noqa: E402  (the package beside this folder, installed or not)

project = "neuroanalysis"
author = "The neuroanalysis team"
version = release = neuroanalysis.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["build"]
html_theme = "furo"
html_title = "neuroanalysis"
# No page asks another server for anything.
html_show_sphinx = False
myst_heading_anchors = 3

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "ignore-module-all": True, "show-inheritance": True}
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True

REFERENCE = HERE / "reference"


def public_modules() -> list[str]:
    """Return the names of all modules without an underscore."""
    found = pkgutil.walk_packages(neuroanalysis.__path__, "neuroanalysis.")
    names = ["neuroanalysis", *(module.name for module in found)]
    return sorted(
        name for name in names if not any(part.startswith("_") for part in name.split("."))
    )


def page(name: str, below: list[str]) -> str:
    """Return the page of a module."""
    module = importlib.import_module(name)
    title = name.replace("_", "\\_")
    lines = [title, "=" * len(title), "", f".. automodule:: {name}", ""]
    offered = [line for item in getattr(module, "__all__", ()) for line in entry(module, item)]
    if offered:
        lines += [".. rubric:: Offered here", "", *offered, ""]
    if below:
        lines += [".. rubric:: Modules", "", ".. toctree::", "   :maxdepth: 1", ""]
        lines += [f"   {child}" for child in below]
    return "\n".join(lines) + "\n"


def entry(module: ModuleType, item: str) -> list[str]:
    """Return a line about what a module offers from another one; nothing of what it defines."""
    value = getattr(module, item, None)
    home = getattr(value, "__module__", None)
    name = getattr(value, "__qualname__", None)
    if home == module.__name__ or name != item or not str(home).startswith("neuroanalysis"):
        return []
    about = (value.__doc__ or "").strip().partition("\n\n")[0].replace("\n", " ")
    return [f"- :py:obj:`{item} <{home}.{name}>`: {' '.join(about.split())}"]


def write_reference(app: Sphinx) -> None:
    """Write a page for each public module; what did not change keeps its date."""
    REFERENCE.mkdir(exist_ok=True)
    names = public_modules()
    written = set()
    for name in names:
        below = [other for other in names if other.rpartition(".")[0] == name]
        place = REFERENCE / f"{name}.rst"
        content = page(name, below)
        written.add(place)
        if not place.exists() or place.read_text(encoding="utf-8") != content:
            place.write_text(content, encoding="utf-8")
    for stray in set(REFERENCE.glob("*.rst")) - written:
        stray.unlink()


class OwnGameFirst(PythonDomain):
    """Each game has its `Rules`: a name without its module means the one that is meant there."""

    def find_obj(
        self,
        env: BuildEnvironment,
        modname: str | None,
        classname: str | None,
        name: str,
        type: str | None,  # noqa: A002  (Sphinx calls it so)
        searchmode: int = 0,
    ) -> list[tuple[str, ObjectEntry]]:
        """Return what a name may mean: one thing, or nothing where that cannot be told."""
        found = super().find_obj(env, modname, classname, name, type, searchmode)
        if len(found) < 2:
            return found
        if modname is None:
            return []
        meant = getattr(sys.modules.get(modname), name, None)
        home = f"{getattr(meant, '__module__', '')}.{getattr(meant, '__qualname__', '')}"
        exactly = [match for match in found if match[0] == home]
        return exactly or [max(found, key=lambda match: _shared(match[0], modname))]


def _shared(one: str, other: str) -> int:
    """Return how many names from the left two dotted names have in common."""
    pairs = list(zip(one.split("."), other.split("."), strict=False))
    return next((n for n, (a, b) in enumerate(pairs) if a != b), len(pairs))


def setup(app: Sphinx) -> None:
    """Have the reference written before anything is read, and names found where they are meant."""
    app.add_domain(OwnGameFirst, override=True)
    app.connect("builder-inited", write_reference)

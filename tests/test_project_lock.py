"""requirements.lock pins all that pyproject.toml asks for, with hashes, and agrees with it."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = ["requirements.lock", "requirements-uv.lock"]
PIN = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>\S+)(?: ; (?P<marker>[^\\]+?))?(?: \\)?")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?: \\)?")


def pins(lock):
    """Return (name, version, marker or None) of each pin."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    found = [PIN.fullmatch(line) for line in lines if not line.startswith(" ")]
    assert all(found), "a line that is not a pin"
    return [(match["name"], match["version"], match["marker"]) for match in found]


def requirements():
    asked = list(PROJECT["dependencies"])
    for extra in PROJECT["optional-dependencies"].values():
        asked += extra
    return sorted(set(asked))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes_and_there_is_nothing_else(lock):
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    hashes = 1
    for line in lines:
        if HASH.fullmatch(line):
            hashes += 1
        else:
            assert hashes > 0, f"no hash before: {line}"
            assert PIN.fullmatch(line), line
            hashes = 0
    assert hashes > 0


@pytest.mark.parametrize("asked", requirements())
def test_a_requirement_is_pinned_within_its_range(asked):
    requirement = Requirement(asked)
    name = canonicalize_name(requirement.name)
    pinned = [found for found in pins("requirements.lock") if found[0] == name]
    assert pinned, f"{asked} is not in requirements.lock: make lock"
    for _, pin, _ in pinned:
        assert requirement.specifier.contains(pin), f"{name} is pinned at {pin}: make lock"


def test_what_is_installed_is_what_is_pinned():
    for name, pin, marker in pins("requirements.lock"):
        if marker is None or Marker(marker).evaluate():
            assert version(name) == pin, f"{name}: run the tests through `make test`"


def test_the_version_stands_in_one_place_only():
    import neuroanalysis

    assert neuroanalysis.__version__ == PROJECT["version"] == version("neuroanalysis")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {PROJECT['version']}" in changes

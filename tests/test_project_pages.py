"""The pages at the top tell the truth about files and commands."""

from __future__ import annotations

import re

import pytest

from tests.project import ROOT

PAGES = ["README.md", "CONTRIBUTING.md"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name):
    return re.findall(r"^```\w*\n(.*?)^```", page(name), flags=re.DOTALL | re.MULTILINE)


def named_paths(name):
    """Return what is in back-quotes or the target of a link and looks like a path of ours."""
    words = re.findall(r"`([\w./-]+)`", page(name)) + re.findall(r"\]\(([\w./-]+)\)", page(name))
    top = {path.name for path in ROOT.iterdir()}
    return sorted({word for word in words if word.split("/")[0] in top or word.endswith(".md")})


@pytest.mark.parametrize("name", PAGES)
def test_named_paths_exist(name):
    paths = named_paths(name)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", PAGES)
def test_named_make_targets_exist(name):
    targets = set(re.findall(r"(?:`|^)make ([a-z]+)", page(name), flags=re.MULTILINE))
    assert targets
    assert {target for target in targets if f"\n{target}:" not in MAKEFILE} == set()


def test_the_readme_starts_with_exactly_two_commands():
    lines = [line for line in blocks("README.md")[0].splitlines() if line]
    assert [line.split("#")[0].strip() for line in lines] == ["make lab", "make test"]

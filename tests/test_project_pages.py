"""The pages at the top tell the truth about files and commands."""

from __future__ import annotations

import re

import pytest

from tests.project import ROOT

PAGES = ["README.md", "README.fr.md", "CONTRIBUTING.md"]
TWINS = [("README.md", "README.fr.md")]
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


def commands(name):
    """The blocks of a page without the remarks in them, which each language has its own of."""
    return [re.sub(r"\s*# .*", "", block) for block in blocks(name)]


def headings(name):
    plain = re.sub(r"^```.*?^```", "", page(name), flags=re.DOTALL | re.MULTILINE)
    return [mark for mark, _ in re.findall(r"^(#+) (.+)$", plain, flags=re.MULTILINE)]


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_twins_in_two_languages_say_the_same(one, other):
    assert commands(one) == commands(other)
    assert headings(one) == headings(other)
    assert set(named_paths(one)) - {other} == set(named_paths(other)) - {one}
    for name, twin in ((one, other), (other, one)):
        assert f"]({twin})" in page(name).splitlines()[0]


def test_the_pages_to_build_link_to_each_other_in_both_languages():
    english, french = page("docs/index.md"), page("docs/index.fr.md")
    assert "](index.fr.md)" in english
    assert "](index.md)" in french
    how_to = re.findall(r"^how-to/(\S+)$", english, flags=re.MULTILINE)
    assert len(how_to) == len(re.findall(r"^how-to/fr/(\S+)$", french, flags=re.MULTILINE)) == 3

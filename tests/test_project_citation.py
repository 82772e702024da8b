"""CITATION.cff says of the project what pyproject.toml says."""

from __future__ import annotations

import tomllib

import yaml

from tests.project import ROOT


def test_it_says_version_licence_and_keywords_of_the_project():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # What the schema of version 1.2.0 requires, and no key that it does not know.
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert set(cited) - {"type", "version", "license", "keywords"} == {
        "cff-version",
        "message",
        "title",
        "authors",
    }
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    for name in ("version", "license", "keywords"):
        assert cited[name] == project[name]
    assert all(set(author) == {"name"} for author in cited["authors"])

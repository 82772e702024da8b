"""Nothing committed depends on where it was made: no package index, no path of one machine."""

from __future__ import annotations

import re

import pytest

from tests.project import ROOT, own_files

# Each pattern is written so that it does not match itself.
UNWANTED = {
    "an option that names a package index": r"--(?:extra-|default-)?index-url\b|--find[-]links\b",
    "the address of a package index": r"https?://[^\s\"']*/simple\b|\b(?:files\.)?python(?:hosted)\.org",
    "the address of the usual index": r"\bpypi[.]org",
    "a download address of a lock file": r"\"?\b(?:url|resolved)\"? *[=:] *\"https?:",
    "a path of one machine": r"(?<![\w.<])/(?:opt|work|root|tmp|home|Users)/[A-Za-z]",
}
TEXT = {path.relative_to(ROOT).as_posix(): path for path in own_files()}


def complaints(text: str) -> list[str]:
    return [
        f"line {number}: {what}: {line.strip()[:100]}"
        for number, line in enumerate(text.splitlines(), start=1)
        for what, pattern in UNWANTED.items()
        if re.search(pattern, line)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "pip install --extra-" + "index-url=x y",
        "find = https://mirror.example" + "/simple/numpy",
        "https://" + "pypi" + ".org/project/x",
        '{"resolved"' + ': "https://example.org/x.tgz"}',
        "cd /" + "tmp/x",
        '"/' + 'home/ann/x"',
    ],
)
def test_unwanted_lines_are_seen(line):
    assert complaints(f"fine\n{line}")[0].startswith("line 2")


def test_the_files_are_seen():
    assert {"Makefile", "pyproject.toml", "requirements.lock", ".ci/run"} <= set(TEXT)


@pytest.mark.parametrize("name", TEXT)
def test_a_file_names_no_index_and_no_machine(name):
    try:
        text = TEXT[name].read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return  # a picture or a table
    assert complaints(text) == []

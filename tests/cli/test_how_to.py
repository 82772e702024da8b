"""The how-to pages: their examples answer what they say, and their commands run."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest
from typer.main import get_command

from neuroanalysis.cli.app import app
from neuroanalysis.cli.usage import take_language
from tests.project import ROOT

PAGES = sorted((ROOT / "docs" / "how-to").glob("*.md"))
FRENCH = sorted((ROOT / "docs" / "how-to" / "fr").glob("*.md"))
# These take longer than a test may: only that they can be called so is looked at.
LONG = {"design", "lab", "simulate", "solve", "warmup"}


def commands(page):
    """Return the commands of a page as lists of words."""
    found = re.findall(
        r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    lines = [line for block in found for line in block.splitlines()]
    return [words for line in lines if (words := shlex.split(line, comments=True))]


def check_call(words):
    """Parse a call, without running it: unknown options and missing values are refused."""
    left, _ = take_language(words)
    command = get_command(app)
    while left and left[0] in getattr(command, "commands", {}):
        name, *left = left
        command = command.commands[name]
    command.make_context(name, left)


def without_language(words):
    return [word for word in take_language(words)[0] if not re.search(r"\.(html|csv|pdf)$", word)]


def test_there_is_a_page_for_each_purpose():
    assert {"study-odds.md", "teach.md", "design-rules.md"} <= {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_answer_what_the_page_says(page):
    parser = doctest.DocTestParser()
    text = page.read_text(encoding="utf-8")
    # The fence behind an answer would be taken for a part of it.
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    examples = parser.get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    assert len(examples.examples) > 3
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(examples, out=told.append).failed == 0, "".join(told)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_run(page, cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = commands(page)
    assert len(found) > 3
    for program, *words in found:
        assert program == "neuroanalysis"
        if words[0] in LONG:
            check_call(words)
            continue
        ran = cli(*words)
        assert ran.code == 0, (words, ran.err)
        assert ran.out or list(tmp_path.iterdir())


def test_the_french_pages_give_the_commands_of_the_english_ones():
    """So that those which run there need not be run again."""
    said = [without_language(words) for page in PAGES for words in commands(page)]
    again = [words for page in FRENCH for words in commands(page)]
    assert len(FRENCH) == len(PAGES)
    assert sorted(map(without_language, again)) == sorted(said)
    for _, *words in again:
        assert "--lang" in words
        check_call(words)

"""The copies of the handed cases are the handed cases."""

from __future__ import annotations

import pytest

from tests.cases import HERE, handed_cases
from tests.project import ROOT

HANDED = ROOT.parent / "shared" / "cases"
COPIES = sorted(path.name for path in HERE.glob("*.jsonl"))


def test_there_are_cases():
    assert {"neurotrio.jsonl", "neurotrio_odds.jsonl"} <= set(COPIES)


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_equals_what_was_handed(name):
    if not HANDED.is_dir():
        pytest.skip("the handed cases are not beside this checkout")
    assert (HERE / name).read_bytes() == (HANDED / name).read_bytes()


@pytest.mark.parametrize("name", COPIES)
def test_every_line_is_read(name):
    lines = (HERE / name).read_bytes().split(b"\n")
    cases = handed_cases(name.removesuffix(".jsonl"))
    assert len(cases) == sum(1 for line in lines if line)
    assert all(isinstance(case, dict) for case in cases)

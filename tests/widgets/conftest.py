"""What holds for all that any widget draws in any test here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from neuroanalysis.widgets.panels import Panel
from tests.drawn import faults

_READ = 5


@pytest.fixture(autouse=True)
def all_drawn_is_named(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Read what panels showed after a test: drawings and controls have names, ids are unique."""
    drawn = []
    show = Panel.show

    def read(panel: Panel, html: str, spoken: str = "") -> None:
        drawn.append(html)
        show(panel, html, spoken)

    monkeypatch.setattr(Panel, "show", read)
    yield
    # Of a test that draws hundreds of times the first and the last few: to read all takes seconds.
    some = drawn if len(drawn) <= 2 * _READ else [*drawn[:_READ], *drawn[-_READ:]]
    assert [fault for html in some for fault in faults(html)] == []

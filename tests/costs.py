"""What tests cost: ``make test ARGS="-p tests.costs"`` tells the CPU seconds of files and tests.

Wall time says little where tests run beside each other. The seconds of child processes count for
the test during which they end: servers of the browser tests for the last of these.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator

import pytest

TOLD = 30
SPENT = "cpu"
_before = [0.0]


def _cpu() -> float:
    return sum(os.times()[:4])


def pytest_runtest_logstart() -> None:
    _before[0] = _cpu()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    now = _cpu()
    report.user_properties.append((SPENT, now - _before[0]))
    _before[0] = now
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    tests: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                tests[report.nodeid] += dict(report.user_properties).get(SPENT, 0.0)
    files: Counter[str] = Counter()
    for name, seconds in tests.items():
        files[name.partition("::")[0]] += seconds
    terminalreporter.section(f"CPU seconds: {tests.total():.0f} together")
    for costs in (files, tests):
        for name, seconds in costs.most_common(TOLD):
            terminalreporter.line(f"{seconds:8.1f}  {name}")
        terminalreporter.line("")

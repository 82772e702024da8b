"""What all benchmarks use: a measure each, and lines shown at the end of their file."""

from __future__ import annotations

import pytest

from tests.benchmarks.measuring import Measure


def pytest_ignore_collect(collection_path, config):
    """Leave the pages out where nothing is measured: tests/browser goes the same way."""
    if collection_path.name == "test_pages_speed.py" and not config.getoption("benchmark_enable"):
        return True
    return None


@pytest.fixture(scope="module")
def lines(request):
    """Collect lines, and show them after the last benchmark of a file."""
    told = []
    yield told
    plugins = request.config.pluginmanager
    reporter, capture = map(plugins.get_plugin, ("terminalreporter", "capturemanager"))
    if told and reporter is not None:
        with capture.global_and_fixture_disabled():
            reporter.write_line("")
            for line in told:
                reporter.write_line(line)


@pytest.fixture
def measure(request, benchmark, lines):
    title = request.node.name.removeprefix("test_").replace("_", " ")
    measuring = Measure(benchmark, title, lines)
    yield measuring
    measuring.close()

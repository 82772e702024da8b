"""What holds for every test, the examples in docstrings included."""

from __future__ import annotations

import os
import signal

import pytest

# Messages are compared in English, wherever the tests run.
os.environ["LC_ALL"] = "C.UTF-8"

# A shell starts what runs in the background with Ctrl-C ignored, and so do some services; Python
# then never raises KeyboardInterrupt, nor do the processes that it starts. The tests that press
# Ctrl-C need it as it is at a terminal, or they wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


# --- In which order tests begin -------------------------------------------------------------------


@pytest.hookimpl(trylast=True)  # of those that are left
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let long tests begin first: those in a browser and notebooks, and beside them the slow ones.

    pytest-xdist gives each process as many tests, in their order, and lets those that have finished
    theirs take from the end of another's. So half of the tests begin with one kind of long ones,
    half with the other, and at the end there are only short ones to share. Tests of a file stay
    beside each other, and so nearly always in one process with what they have in common.
    """
    pages, slow, short = [], [], []
    for item in items:
        if item.get_closest_marker("browser") or item.get_closest_marker("notebook"):
            pages.append(item)
        else:
            (slow if item.get_closest_marker("slow") else short).append(item)
    pages.sort(key=lambda item: item.get_closest_marker("browser") is None)
    beside = max(0, len(items) // 2 - len(pages))
    items[:] = [*pages, *short[:beside], *slow, *short[beside:]]

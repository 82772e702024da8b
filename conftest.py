"""What holds for every test, the examples in docstrings included."""

from __future__ import annotations

import os
import signal
from collections import Counter

import pytest

# Messages are compared in English, wherever the tests run.
os.environ["LC_ALL"] = "C.UTF-8"

# A shell starts what runs in the background with Ctrl-C ignored, and so do some services; Python
# then never raises KeyboardInterrupt, nor do the processes that it starts. The tests that press
# Ctrl-C need it as it is at a terminal, or they wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


# --- Which tests go together to one process, and when ---------------------------------------------

# What all browser tests share: two servers and a browser.
BROWSER = "browser"


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let long tests begin first, and each other file's stay together, the largest files first.

    So that no process works on alone at the end: what is begun last is short. A slow test or a
    notebook goes by itself; those that have long work in common name it by ``xdist_group``.
    """
    sizes = Counter(item.path for item in items)

    def order(item: pytest.Item) -> tuple[int, int]:
        for place, mark in enumerate(("browser", "slow", "notebook")):
            if item.get_closest_marker(mark):
                return place, 0
        return 3, -sizes[item.path]

    items.sort(key=order)
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group(BROWSER))
        elif order(item)[0] == 3 and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))

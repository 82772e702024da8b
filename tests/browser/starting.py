"""A browser, and the command that serves the pages, as a person begins."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.project import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

EXPLORER = "Que vaut une main"


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """Give this machine's Chromium; without one the test is skipped, with the reason on show."""
    chromium = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        yield running
        running.close()


@contextmanager
def running_app() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give the process of ``neuroanalysis app``, and the address that it says."""
    pytest.importorskip("voila", reason="voila is not installed (extra: app)")
    process = subprocess.Popen(
        [sys.executable, "-m", "neuroanalysis", "app", "--no-browser"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        # It says no address if it fails, so a clock ends the wait.
        watch = threading.Timer(120, process.kill)
        watch.start()
        said, address = "", None
        for line in process.stderr:
            said += line
            if address := re.search(r"http://127\.0\.0\.1:\d+/\?token=\w+", line):
                break
        watch.cancel()
        assert address, said
        yield process, address[0]
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def open_explorer(start: Page) -> Page:
    """Follow the link of the start page, in French, to Neurotrio's hands; return that page."""
    with start.context.expect_page() as opened:
        start.get_by_role("link", name=re.compile(EXPLORER)).click()
    return opened.value


def last_card(page: Page) -> Locator:
    """The card to click on Neurotrio's page: with it the hand has one too many, and one may go."""
    return page.locator(".na-table").get_by_role(
        "button", name=re.compile("^3 roses sur fond vert")
    )

"""What goes wrong on pages while a test uses them, and pictures of these pages at its end.

Every session of the browser is made by `Watch.session` (the fixture `new_page` does it), which
listens to its pages. `conftest.py` fails a test during which a page wrote an error to its console,
raised one, or asked another machine for something, and keeps a picture of each page that the test
used, whether it passed or not.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.project import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["Watch"]

PICTURES: Final = Path(os.environ.get("NEUROANALYSIS_SCREENSHOTS") or ROOT / "build/screenshots")

_HERE: Final = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "about:")
# What is no fault of a page of ours: a pattern of the words, and the reason.
_HARMLESS: Final[dict[str, str]] = {}


class Watch:
    """Listens to all pages of a browser.

    Attributes
    ----------
    wrong
        What went wrong since the test began.
    used
        The pages that the test has used so far, in the order of their opening.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.wrong: list[str] = []
        self.used: list[Page] = []

    def session(self, **options: object) -> BrowserContext:
        """Return a new session of the browser whose pages are listened to."""
        context = self.browser.new_context(**options)
        context.on("console", lambda said: said.type == "error" and self._note(said.text))
        context.on("weberror", lambda raised: self._note(str(raised.error)))
        context.on("request", lambda asked: self._asked(asked.url))
        context.on("page", self.use)
        return context

    def use(self, page: Page) -> None:
        """Note that the test uses a page: its picture is kept at the end."""
        if page not in self.used:
            self.used.append(page)

    def begin(self) -> None:
        """Forget what was before: a test begins."""
        self.wrong.clear()
        self.used.clear()

    def end(self, test: str) -> list[str]:
        """Keep pictures of what the test used, and return what went wrong."""
        self.keep_pictures(test)
        return list(self.wrong)

    def keep_pictures(self, test: str) -> None:
        """Keep pictures of the pages that are open; for a test that closes them before its end."""
        name = picture_name(test)
        shown = [page for page in self.used if not page.is_closed()]
        for number, page in enumerate(shown, 1):
            file = PICTURES / f"{name}{f'-{number}' if len(shown) > 1 else ''}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            # What is to be seen in the window; all of a page would take longer, after every test.
            try:
                page.screenshot(path=file)
            except Exception as reason:  # a page that crashed; why, the test itself says better
                self.wrong.append(f"no picture of {page.url}: {reason}")
        self.used.clear()  # what is kept is kept, and a page may take its time to close

    def _asked(self, address: str) -> None:
        if not address.startswith(_HERE):
            self._note(f"asked another machine: {address}")

    def _note(self, words: str) -> None:
        if not any(re.search(pattern, words) for pattern in _HARMLESS):
            self.wrong.append(words)


def picture_name(test: str) -> str:
    """Return the name of a test's picture below the folder: its file's and its own.

    >>> picture_name("tests/browser/test_odds.py::test_rows[en/1]")
    'test_odds/test_rows-en-1'
    """
    file, _, name = test.partition("::")
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-")
    return f"{Path(file).stem}/{plain}"

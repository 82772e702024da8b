"""What stands behind the address of a page without code: its language and its theme."""

from __future__ import annotations

import os
from typing import Final, Literal
from urllib.parse import parse_qs, urlencode

__all__ = ["PAGES_VARIABLE", "Theme", "known_theme", "on_page", "other_theme", "query", "theme"]

PAGES_VARIABLE: Final = "NEUROANALYSIS_PAGES"
"""The environment variable that `neuroanalysis app` sets for its pages."""

Theme = Literal["light", "dark"]


def on_page() -> bool:
    """Return whether this process stands behind a page without code."""
    return bool(os.environ.get(PAGES_VARIABLE))


def theme() -> Theme:
    """Return the theme of the page that this process stands behind."""
    # voila tells a page's kernel the page's own query.
    asked = parse_qs(os.environ.get("QUERY_STRING", ""))
    return known_theme(asked.get("theme", [""])[0])


def known_theme(name: str) -> Theme:
    """Return a theme by its name, the light one for any other name."""
    return "dark" if name == "dark" else "light"


def other_theme(name: Theme) -> Theme:
    """Return the theme that is not this one."""
    return "light" if name == "dark" else "dark"


def query(lang: str, theme: Theme) -> str:
    """Return the query of the address of a page.

    Examples
    --------
    >>> query("fr", other_theme("light"))
    'lang=fr&theme=dark'
    """
    return urlencode({"lang": lang, "theme": theme})

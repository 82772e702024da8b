"""What a page of JupyterLab is told to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
CHANGE_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
# A name of a theme is there before its colours are.
GROUND = "() => getComputedStyle(document.documentElement).getPropertyValue('--jp-layout-color0')"


def in_both_themes(page: Page) -> Iterator[str]:
    """Give the names of both themes, each while the page is shown in it; it begins in the light."""
    page.mouse.move(0, 0)
    light = page.evaluate(GROUND)
    assert light
    yield "light"
    page.evaluate(CHANGE_THEME, "JupyterLab Dark")
    page.wait_for_function(
        f"light => ![light, ''].includes(({GROUND})().trim()) && document.body.dataset.jpThemeLight"
        " === 'false'",
        arg=light.strip(),
    )
    yield "dark"

"""What a page of JupyterLab is told to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
CHANGE_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
# The first cell gets other words, and nothing of what it showed is left.
WRITE = """async (source) => {
  const { commands, shell } = window.jupyterapp;
  await commands.execute('notebook:clear-all-cell-outputs');
  const notebook = shell.currentWidget.content;
  notebook.activeCellIndex = 0;
  notebook.widgets[0].model.sharedModel.setSource(source);
}"""
EMPTY = "() => !document.querySelector('.jp-OutputArea-output')"
END_KERNEL = "() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()"
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

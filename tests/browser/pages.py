"""What a page of JupyterLab is told to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
# By the kernel, for the promise to be kept when it has: no cell shows it.
RUN_UNSEEN = """code => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
  .requestExecute({code, silent: true, store_history: false}).done.then(() => null)"""
EMPTY = "() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')"
REWRITE = """source => {
  const cells = window.jupyterapp.shell.currentWidget.content.widgets;
  if (cells.length !== 1) throw new Error(`${cells.length} cells`);
  cells[0].model.sharedModel.setSource(source);
}"""
CHANGE_THEME = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
# A name of a theme is there before its colours are.
GROUND = "() => getComputedStyle(document.documentElement).getPropertyValue('--jp-layout-color0')"


def in_both_themes(page: Page) -> Iterator[str]:
    """Give the names of both themes, each while the page is shown in it; it begins in the light."""
    page.mouse.move(0, 0)
    light = page.evaluate(GROUND).strip()
    assert light
    yield "light"
    page.evaluate(CHANGE_THEME, "JupyterLab Dark")
    page.wait_for_function(
        f"light => ![light, ''].includes(({GROUND})().trim()) && document.body.dataset.jpThemeLight"
        " === 'false'",
        arg=light,
    )
    yield "dark"
    # As the page was, for what is shown on it next.
    page.evaluate(CHANGE_THEME, "JupyterLab Light")
    page.wait_for_function(
        f"light => ({GROUND})().trim() === light && document.body.dataset.jpThemeLight === 'true'",
        arg=light,
    )

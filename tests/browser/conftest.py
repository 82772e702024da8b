"""Servers and a browser for the tests that click.

Where there is no Chromium (or no voila) these tests are skipped, with the reason on show.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from neuroanalysis.cli.lab import SETTINGS
from tests.browser.pages import CHANGE_THEME, EMPTY, REWRITE, RUN_ALL, RUN_UNSEEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
# Generous: a first start on a busy machine takes half of it. Nothing waits when it is sooner.
PATIENCE = 120
HEIGHT = 900

Visit = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
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


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the servers show; tests put their notebooks there."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def lab(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab without token, on this machine only."""
    port = _free_port()
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
               "--ip=127.0.0.1", f"--port={port}", "--IdentityProvider.token=",
               "--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}"]  # fmt: skip
    with _serving(command, f"http://127.0.0.1:{port}/api", folder):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def voila(folder: Path) -> Iterator[str]:
    """The address of a voila that serves the notebooks of the folder."""
    pytest.importorskip("voila", reason="voila is not installed (extra: app)")
    port = _free_port()
    command = [sys.executable, "-m", "voila", str(folder), "--no-browser", f"--port={port}",
               "--Voila.ip=127.0.0.1"]  # fmt: skip
    with _serving(command, f"http://127.0.0.1:{port}/", folder):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def desk(lab: str, folder: Path, browser: Browser) -> Iterator[Desk]:
    """The page of JupyterLab that tests use one after another."""
    with _pages(browser) as new_page:
        yield Desk(lambda source, width: _open_lab(lab, folder, new_page, source, width))


@pytest.fixture
def visit_lab(desk: Desk, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Run a notebook of one cell in JupyterLab; returns the page.

    It is a page and a kernel that a test before has left behind, if that went well: to load both
    again takes several times as long as what most tests do there.
    """
    failed = request.session.testsfailed
    yield desk.visit
    if request.session.testsfailed > failed:
        desk.clear()


@pytest.fixture
def visit_new_lab(lab: str, folder: Path, browser: Browser) -> Iterator[Visit]:
    """As `visit_lab`, for what happens only in a page or a kernel that has just begun."""
    with _visiting_lab(lab, folder, browser) as visit:
        yield visit


@pytest.fixture(scope="module")
def visit_lab_for_all(lab: str, folder: Path, browser: Browser) -> Iterator[Visit]:
    """As `visit_new_lab`, for a page with one widget that a file's tests share."""
    with _visiting_lab(lab, folder, browser) as visit:
        yield visit


@contextmanager
def _visiting_lab(lab: str, folder: Path, browser: Browser) -> Iterator[Visit]:
    with _pages(browser) as new_page:

        def visit(source: str, *, width: int = 1280) -> Page:
            return _open_lab(lab, folder, new_page, source, width)

        yield visit


def _open_lab(
    lab: str, folder: Path, new_page: Callable[..., Page], source: str, width: int
) -> Page:
    name = _notebook(folder, source)
    page = new_page(viewport={"width": width, "height": HEIGHT})
    # `reset`: no layout of an earlier visit comes back.
    page.goto(f"{lab}/lab/tree/{name}?reset")
    page.wait_for_function(
        "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady",
        timeout=PATIENCE * 1000,
    )
    page.evaluate(CHANGE_THEME, "JupyterLab Light")  # a page before may have changed it
    page.evaluate(RUN_ALL)
    return page


class Desk:
    """A page of JupyterLab with a notebook of one cell, in which another is run at each visit."""

    def __init__(self, opened: Callable[[str, int], Page]) -> None:
        self._opened = opened
        self._page: Page | None = None

    def visit(self, source: str, *, width: int = 1280) -> Page:
        """Run a cell, with nothing on the page that another has shown."""
        if self._page is None:
            self._page = self._opened(source, width)
            return self._page
        page = self._page
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.mouse.move(0, 0)
        # What a widget still works on is stopped with it.
        page.evaluate(RUN_UNSEEN, "import ipywidgets; ipywidgets.Widget.close_all()")
        page.evaluate(EMPTY)
        expect_none = (
            "() => !document.querySelector('.jp-OutputArea-output, .na-panel, .na-picker')"
        )
        page.wait_for_function(expect_none)
        page.evaluate(REWRITE, source)
        page.evaluate(RUN_ALL)
        return page

    def clear(self) -> None:
        """Let the next visit begin with another page and kernel."""
        if self._page is not None:
            self._page.context.close()
        self._page = None


@pytest.fixture
def visit_voila(voila: str, folder: Path, browser: Browser) -> Iterator[Visit]:
    """Open a notebook of one cell as a voila page; returns the page."""
    with _pages(browser) as new_page:

        def visit(source: str, *, theme: str = "light", width: int = 1280) -> Page:
            name = _notebook(folder, source)
            page = new_page(viewport={"width": width, "height": HEIGHT})
            page.goto(f"{voila}/voila/render/{name}?theme={theme}", timeout=PATIENCE * 1000)
            return page

        yield visit


@contextmanager
def _pages(browser: Browser) -> Iterator[Callable[..., Page]]:
    contexts = []

    def new_page(**options: object) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        return page

    yield new_page
    for context in contexts:
        context.close()


def _notebook(folder: Path, source: str) -> str:
    import nbformat  # takes seconds, and this file is read wherever tests are

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    name = f"visit-{len(list(folder.glob('visit-*.ipynb')))}.ipynb"
    nbformat.write(notebook, folder / name)
    return name


@contextmanager
def _serving(command: list[str], address: str, folder: Path) -> Iterator[None]:
    log = folder.parent / f"{folder.name}-{command[2]}.log"
    # The servers' kernels import the package from here, installed or not.
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "JUPYTER_CONFIG_DIR": str(folder.parent / "jupyter-config"),
        "JUPYTER_DATA_DIR": str(folder.parent / "jupyter-data"),
        # As `neuroanalysis lab` starts it.
        "JUPYTER_CONFIG_PATH": str(SETTINGS),
    }
    with log.open("wb") as output:
        server = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(address, server, log)
            yield
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.2)
    pytest.fail(f"the server did not come up:\n{log.read_text(errors='replace')[-3000:]}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

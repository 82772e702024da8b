"""Servers and a browser for the tests that click.

Where there is no Chromium (or no voila) these tests are skipped, with the reason on show.

``visit_lab`` and ``visit_voila`` show a notebook of one cell and return its page; ``new_page`` is
for anything else. The tests of a file share one page of JupyterLab and its kernel, in which the
cell is written anew, so a test leaves nothing running. What goes wrong on any page fails the test,
and a picture of each is kept: see `watching.py`.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from neuroanalysis.cli.lab import SETTINGS
from tests.browser.pages import CHANGE_THEME, EMPTY, END_KERNEL, RUN_ALL, WRITE
from tests.browser.starting import running_chromium
from tests.browser.watching import Watch
from tests.project import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Generous: a first start on a busy machine takes half of it. Nothing waits when it is sooner.
PATIENCE = 120

# What begins a page without code: titles, and what it is about.
OPENING = "# A test · Un essai\n\nWhat a cell shows.\n\nCe que montre une cellule."

Visit = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with running_chromium() as running:
        yield running


_watches: list[Watch] = []


@pytest.fixture(scope="session")
def watch(browser: Browser) -> Iterator[Watch]:
    """What listens to all pages; `Watch.session` makes a session of the browser."""
    _watches.append(Watch(browser))
    yield _watches[0]
    _watches.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test on whose pages something went wrong, and keep pictures of them in any case."""
    failed: BaseException | None = None
    result = None
    try:
        result = yield
    except BaseException as error:
        failed = error
    wrong = [said for one in _watches for said in one.end(item.nodeid)]
    if failed is not None:
        for said in wrong:
            failed.add_note(f"On the page: {said}")
        raise failed
    if wrong:
        pytest.fail("On the page:\n" + "\n".join(wrong), pytrace=False)
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    for one in _watches:
        one.begin()


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
    with _serving("lab", command, f"http://127.0.0.1:{port}/api", folder):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def voila(folder: Path) -> Iterator[str]:
    """The address of the folder's notebooks, served as ``neuroanalysis app`` serves its own."""
    pytest.importorskip("voila", reason="voila is not installed (extra: app)")
    port = _free_port()
    call = f"serve_pages(Path({str(folder)!r}), {port}, 'let-me-in', lambda: None)"
    script = (
        f"from pathlib import Path\nfrom neuroanalysis.cli.pages.server import serve_pages\n{call}"
    )
    command = [sys.executable, "-c", script]
    with _serving("app", command, f"http://127.0.0.1:{port}/", folder):
        yield f"http://127.0.0.1:{port}/voila/render/{{}}?token=let-me-in"


@pytest.fixture(scope="module")
def visit_lab_for_all(lab: str, folder: Path, watch: Watch) -> Iterator[Visit]:
    """As `visit_lab`, for what a file's tests look at together."""
    opened: list[Page] = []
    with _pages(watch) as new_page:

        def visit(source: str, *, fresh: bool = False) -> Page:
            if opened and not fresh:
                page = opened[0]
                watch.use(page)
                page.evaluate(WRITE, source)
                page.wait_for_function(EMPTY)
            else:
                page = new_page(viewport={"width": 1280, "height": 900})
                # `reset`: no layout of an earlier visit comes back.
                page.goto(f"{lab}/lab/tree/{_notebook(folder, source)}?reset")
                page.wait_for_function(
                    "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady",
                    timeout=PATIENCE * 1000,
                )
                opened.insert(len(opened) if fresh else 0, page)
            page.evaluate(CHANGE_THEME, "JupyterLab Light")  # a test before may have changed it
            page.evaluate(RUN_ALL)
            return page

        yield visit
        for page in opened:
            page.evaluate(END_KERNEL)


@pytest.fixture
def visit_lab(visit_lab_for_all: Visit) -> Visit:
    """Show a notebook of one cell in JupyterLab and run it; returns the page.

    The first test of a file opens the page. For those after it the cell is written anew and run in
    the same kernel, which takes a tenth of the time; what was shown before is gone from the page,
    and the language is the one that the cell sets. ``fresh=True`` gives a page and a kernel of the
    test's own.
    """
    return visit_lab_for_all


@pytest.fixture
def visit_voila(voila: str, folder: Path, watch: Watch) -> Iterator[Visit]:
    """Show a notebook of one cell as a page without code, with a kernel of its own."""
    with _pages(watch) as new_page:

        def visit(source: str, *, theme: str = "light", width: int = 1280) -> Page:
            address = voila.format(_notebook(folder, source, OPENING))
            page = new_page(viewport={"width": width, "height": 900})
            page.goto(f"{address}&theme={theme}", timeout=PATIENCE * 1000)
            return page

        yield visit


@pytest.fixture
def new_page(watch: Watch) -> Iterator[Callable[..., Page]]:
    """Open an empty page in a session of its own; takes the options of playwright's sessions."""
    with _pages(watch) as new_page:
        yield new_page


@contextmanager
def _pages(watch: Watch) -> Iterator[Callable[..., Page]]:
    contexts = []

    def new_page(**options: object) -> Page:
        context = watch.session(**options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        return page

    yield new_page
    for context in contexts:
        context.close()


def _notebook(folder: Path, source: str, opening: str = "") -> str:
    import nbformat  # takes seconds, and this file is read wherever tests are

    cells = [nbformat.v4.new_code_cell(source)]
    if opening:
        cells.insert(0, nbformat.v4.new_markdown_cell(opening))
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    name = f"visit-{len(list(folder.glob('visit-*.ipynb')))}.ipynb"
    nbformat.write(notebook, folder / name)
    return name


@contextmanager
def _serving(name: str, command: list[str], address: str, folder: Path) -> Iterator[None]:
    log = folder.parent / f"{folder.name}-{name}.log"
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

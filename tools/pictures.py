"""Make docs/pictures: a sheet of the printed deck, and the hand explorer as it runs in a Chromium.

A voila shows a notebook of one cell; Chromium opens it and takes the picture when the answer is
there. Needs the extras `test` and `app`, and a Chromium on the path.
"""

from __future__ import annotations

import io
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

from neuroanalysis.plots.neurotrio import deck_pages

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 120  # seconds, for a first start with everything to be compiled
WIDTH, SCALE = 1180, 1.5

CELL = """
from neuroanalysis.widgets.neurotrio import HandExplorer

HandExplorer("1cn*3 1cv*3 1cb*3 1eb*2 1rb*2 | seen 1eb 3rn | minimum 22", lang="en")
"""


def main() -> None:
    """Make the pictures."""
    keep("deck.png", sheet_of_cards())
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        sys.exit(f"No Chromium here; looked for {', '.join(CHROMIUMS)}.")
    with tempfile.TemporaryDirectory() as name:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
        notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(notebook, Path(name, "explorer.ipynb"))
        with served(Path(name)) as address:
            picture = photographed(f"{address}/voila/render/explorer.ipynb", chromium)
    keep("explorer.png", picture)


def keep(name: str, picture: bytes) -> None:
    """Write a picture beside its place, then rename it."""
    place = PICTURES / name
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = place.with_suffix(".part")
    beside.write_bytes(picture)
    beside.replace(place)
    sys.stdout.write(f"{place.relative_to(ROOT)}: {len(picture) // 1024} kB\n")


def sheet_of_cards() -> bytes:
    """Return a picture of the second sheet of a deck: the nine cards of force 2."""
    file = io.BytesIO()
    deck_pages(1)[1].figure.savefig(file, dpi=60, metadata={"Software": None})
    return file.getvalue()


def photographed(address: str, chromium: str) -> bytes:
    """Return a picture of the explorer on a page, as tall as it is."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(
            viewport={"width": WIDTH, "height": 2000}, device_scale_factor=SCALE
        )
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(address)
        page.locator(".na-panel table").first.wait_for()
        page.locator(".na-working").wait_for(state="detached")
        explorer = page.locator(".widget-vbox").first
        picture = explorer.screenshot()
        browser.close()
    return picture


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve the notebooks of a folder, on this machine only; gives the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "voila", str(folder), "--no-browser", f"--port={port}",
               "--Voila.ip=127.0.0.1"]  # fmt: skip
    # The kernel imports the package from here, installed or not.
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    environment = os.environ | {"PYTHONPATH": path, "JUPYTER_PREFER_ENV_PATH": "1"}
    with (
        Path(folder, "voila.log").open("wb") as log,
        subprocess.Popen(
            command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT
        ) as server,
    ):
        try:
            wait_for(address, server)
            yield address
        finally:
            server.terminate()


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until a server answers."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.2)
    sys.exit("voila did not come up; is the extra `app` installed?")


if __name__ == "__main__":
    main()

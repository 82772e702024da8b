"""``neuroanalysis app``: the notebooks as pages without code, in a browser."""

from __future__ import annotations

import os
import secrets
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import remark
from neuroanalysis.cli.usage import RefusedError, UsageError, whole_number
from neuroanalysis.core.places import find_folder
from neuroanalysis.texts import text

__all__ = ["free_port", "pages"]

_HOST: Final = "127.0.0.1"
_USUAL: Final = 8866
_TRIED: Final = 50
_LAST: Final = 65535


def pages(
    port: Annotated[str | None, typer.Option(metavar="number", help="app.port")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="app.no_browser")] = False,
    show_usage: Help = False,
) -> None:
    """Serve the notebooks as pages, to this machine only, until Ctrl-C."""
    asked = None if port is None else whole_number(port, "--port")
    if asked is not None and not 1 <= asked <= _LAST:
        raise UsageError(text("cli.app.port_range", port=asked, most=_LAST))
    if find_spec("voila") is None:
        raise RefusedError(text("cli.app.no_voila"))
    folder = find_folder("notebooks")
    chosen = free_port(asked)
    remark("app.starting", path=folder)

    from neuroanalysis.cli.pages.server import serve_pages

    token = secrets.token_hex(24)
    address = f"http://{_HOST}:{chosen}/?token={token}"
    with _way_in(address) as file:

        def ready() -> None:
            remark("app.ready", address=address)
            if not no_browser:
                threading.Thread(target=_open, args=[file], daemon=True).start()

        serve_pages(folder, chosen, token, ready)
    remark("app.stopped")


def free_port(asked: int | None) -> int:
    """Return a port that nobody listens on: the one asked for, or one from 8866 on.

    Raises
    ------
    RefusedError
        When there is none, or no right to it.
    """
    reason = ""
    for port in range(_USUAL, _USUAL + _TRIED) if asked is None else [asked]:
        try:
            with socket.socket() as probe:
                if os.name == "posix":  # elsewhere it would take a port from who listens there
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((_HOST, port))
        except OSError as error:
            reason = error.strerror or str(error)
        else:
            return port
    if asked is None:
        raise RefusedError(text("cli.app.no_port", low=_USUAL, high=_USUAL + _TRIED - 1))
    raise RefusedError(text("cli.app.port_taken", port=asked, reason=reason))


@contextmanager
def _way_in(address: str) -> Iterator[Path]:
    """Give a page, readable to its user only, that leads to an address.

    Programs' arguments are there for everybody on a machine to read, and a browser's would hold the
    token.
    """
    with tempfile.TemporaryDirectory(prefix="neuroanalysis-") as folder:
        page = Path(folder, "open.html")
        page.write_text(
            f'<!doctype html><meta http-equiv="refresh" content="0;url={escape(address)}">'
            f'<a href="{escape(address)}">neuroanalysis</a>\n',
            encoding="utf-8",
        )
        yield page


def _open(page: Path) -> None:
    if not webbrowser.open(page.as_uri()):
        remark("app.no_browser_found")

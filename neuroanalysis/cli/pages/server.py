"""The server of the pages: voila, told what to show and to let nobody in without the token."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from neuroanalysis.cli.pages.page import AT, Wish, make_page
from neuroanalysis.core.notebooks import START
from neuroanalysis.core.page_address import PAGES_VARIABLE
from neuroanalysis.texts import Language, language

if TYPE_CHECKING:
    from nbformat import NotebookNode
    from tornado.web import RequestHandler

__all__ = ["HOST", "serve_pages"]

HOST: Final = "127.0.0.1"

_TEMPLATE: Final = Path(__file__).parent / "template"
# A page whose browser was closed without saying so leaves a process behind for so long (seconds).
_FORGET: Final = 600
_PING: Final = 30_000  # milliseconds, as often as the server pings


def serve_pages(folder: Path, port: int, token: str, ready: Callable[[], None]) -> None:
    """Serve the notebooks of a folder as pages, until Ctrl-C.

    Parameters
    ----------
    folder
        The folder.
    port
        Where to listen, on this machine only.
    token
        What a browser has to show once, in ``?token=``.
    ready
        Called when a browser may come.
    """
    from tornado.ioloop import IOLoop
    from tornado.web import RedirectHandler
    from traitlets.config import Config
    from voila.app import Voila

    os.environ[PAGES_VARIABLE] = "1"
    settings = Config()
    settings.Voila.ip = HOST
    settings.Voila.port = port
    settings.Voila.port_retries = 0
    settings.Voila.open_browser = False
    settings.Voila.root_dir = str(folder)
    settings.Voila.token = token
    settings.Voila.log_level = "ERROR"
    # A file of settings that lies about could open the server to all.
    settings.Voila.config_file_paths = []
    # The usual one is longer than the time between pings, and tornado complains of it.
    settings.Voila.tornado_settings = {"ws_ping_timeout": _PING}
    settings.VoilaConfiguration.template = "lab"
    settings.VoilaConfiguration.allow_template_override = "NO"
    settings.VoilaConfiguration.file_allowlist = []
    settings.VoilaConfiguration.prelaunch_hook = partial(_prepare, usual=language())
    # Beside the token of browsers: what passes between the server and its kernels is read by none.
    settings.KernelManager.transport_encryption = "auto"
    settings.MappingKernelManager.cull_idle_timeout = _FORGET
    settings.MappingKernelManager.cull_interval = 60

    server = Voila(config=settings)
    server.initialize([])
    server.template_paths.insert(0, str(_TEMPLATE))
    handlers = server.init_handlers
    # The first that fits an address answers: at / the start page, rather than a list of files.
    first = ("/", RedirectHandler, {"url": f"{AT}{START}", "permanent": False})
    server.init_handlers = lambda: [first, *handlers()]
    # Comes when the loop runs, which it does once the server listens.
    IOLoop.current().add_callback(ready)
    server.start()


def _prepare(
    request: RequestHandler, notebook: NotebookNode, cwd: str, *, usual: Language
) -> NotebookNode:
    """Make a notebook the page that was asked for; voila calls it for each."""
    del cwd
    wish = Wish(
        request.get_query_argument("lang", ""),
        request.get_query_argument("theme", ""),
        usual=usual,
    )
    # Sets the cookie that the page shows when it is closed, so that its kernel may end too.
    request.xsrf_form_html()
    make_page(notebook, request.path_args[0], wish)
    return notebook

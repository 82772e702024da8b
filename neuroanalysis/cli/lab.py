"""``neuroanalysis lab``: JupyterLab on the notebooks."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import remark
from neuroanalysis.core.notebooks import START
from neuroanalysis.core.places import find_folder, is_installed
from neuroanalysis.errors import InputError
from neuroanalysis.texts import environment_language, language

__all__ = ["SETTINGS", "lab", "notebooks_to_open"]

SETTINGS: Final = Path(__file__).parent / "lab_settings"
"""A folder of settings for JupyterLab: a button over each notebook that runs all of it."""


def lab(
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="lab_arguments", help="lab.arguments")
    ] = None,
    show_usage: Help = False,
) -> None:
    """Open JupyterLab on the notebooks."""
    folder = notebooks_to_open()
    remark("lab.opening", path=folder)
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and "--allow-root" not in (arguments or ()):
        # Whoever works as root has a machine or container to himself; JupyterLab would refuse.
        remark("lab.root")
        command.append("--allow-root")
    if (folder / START).is_file() and not any("default_url" in word for word in arguments or ()):
        command.append(f"--LabApp.default_url=/lab/tree/{START}")
    raise typer.Exit(_start([*command, *(arguments or ())], _environment()))


def notebooks_to_open() -> Path:
    """Return the folder of the notebooks, where what a person changes stays.

    Installed notebooks, which an upgrade overwrites, and those in a folder that cannot be written
    to are copied to a folder of the user's first; what is there already is left as it is.

    Raises
    ------
    InputError
        When they are not there, or the copy cannot be written.
    """
    folder = find_folder("notebooks")
    if not is_installed(folder) and _writable(folder):
        return folder
    own = Path.home() / "neuroanalysis-notebooks"
    try:
        copied = _copy_missing(folder, own)
    except OSError as reason:
        raise InputError("input.unwritable", path=own, reason=reason.strerror) from None
    remark("lab.copied", count=copied, path=own)
    return own


def _writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _copy_missing(source: Path, target: Path) -> int:
    copied = 0
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        place = target / file.relative_to(source)
        if ".ipynb_checkpoints" not in file.parts and not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)
            copied += 1
    return copied


def _environment() -> Mapping[str, str]:
    """Return JupyterLab's environment: our settings, and notebooks in the language in force."""
    environment = dict(os.environ)
    if language() != environment_language():
        # LC_ALL is stronger than LC_MESSAGES; all else that it says stays said.
        everything = environment.pop("LC_ALL", "")
        if everything:
            environment["LANG"] = everything
        environment["LC_MESSAGES"] = {"fr": "fr_FR.UTF-8", "en": "en_US.UTF-8"}[language()]
    more = filter(None, [str(SETTINGS), environment.get("JUPYTER_CONFIG_PATH", "")])
    environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join(more)
    return environment


def _start(command: list[str], environment: Mapping[str, str]) -> int:
    """Run a program in this one's place, so that signals and Ctrl-C are its own."""
    if os.name == "posix":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execve(command[0], command, environment)
    # Windows has no such call: wait for it, and leave Ctrl-C to it, which asks before it stops.
    with subprocess.Popen(command, env=dict(environment)) as program:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return program.wait()

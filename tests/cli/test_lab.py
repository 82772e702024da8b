"""``neuroanalysis lab``: the notebooks' folder, and JupyterLab in the command's place."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from neuroanalysis.cli import lab
from neuroanalysis.core.places import find_folder, is_installed
from neuroanalysis.errors import InputError
from tests.project import ROOT


@pytest.fixture
def started(monkeypatch):
    """Return what JupyterLab would have been started with."""
    calls = []

    def start(command, environment):
        calls.append((command, environment))
        return 7

    monkeypatch.setattr(lab, "_start", start)
    return calls


@pytest.fixture
def home(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Notebooks as an installed package has them."""
    package = tmp_path / "site-packages" / "neuroanalysis"
    folder = package / "notebooks" / "neurotrio"
    folder.mkdir(parents=True)
    (folder / "01.ipynb").write_text("one")
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "01-checkpoint.ipynb").write_text("old")
    monkeypatch.setattr(lab, "find_folder", lambda name: find_folder(name, package))
    monkeypatch.setattr(lab, "is_installed", lambda found: is_installed(found, package))
    return package / "notebooks"


def test_it_opens_the_checkout_s_notebooks_and_exits_as_they_do(cli, started):
    ran = cli("lab", "--no-browser", "--port=8890", "-y")
    assert (ran.code, ran.out) == (7, "")
    [(command, _)] = started
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert command[-3:] == ["--no-browser", "--port=8890", "-y"]
    assert f"--ServerApp.root_dir={ROOT / 'notebooks'}" in command
    assert str(ROOT / "notebooks") in ran.err


@pytest.mark.parametrize(("user", "added"), [(0, True), (1000, False)])
def test_root_may_start_it_too(cli, started, monkeypatch, user, added):
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    ran = cli("lab")
    [(command, _)] = started
    assert ("--allow-root" in command) is added
    assert ("--allow-root" in ran.err) is added


def test_installed_notebooks_are_copied_once_and_what_is_changed_stays(
    cli, started, home, installed
):
    own = home / "neuroanalysis-notebooks"
    ran = cli("lab")
    assert f"--ServerApp.root_dir={own}" in started[0][0]
    assert f"copied to {own}" in ran.err
    assert "(1 new)" in ran.err
    copied = [path.relative_to(own).as_posix() for path in own.rglob("*") if path.is_file()]
    assert copied == ["neurotrio/01.ipynb"]
    (own / "neurotrio" / "01.ipynb").write_text("mine")
    (installed / "neurotrio" / "02.ipynb").write_text("two")
    assert "(1 new)" in cli("lab").err
    assert (own / "neurotrio" / "01.ipynb").read_text() == "mine"
    assert (own / "neurotrio" / "02.ipynb").read_text() == "two"


def test_notebooks_that_cannot_be_written_to_are_copied(cli, started, home, monkeypatch):
    monkeypatch.setattr(lab, "_writable", lambda folder: False)
    assert cli("lab").code == 7
    own = home / "neuroanalysis-notebooks"
    assert f"--ServerApp.root_dir={own}" in started[0][0]


def test_a_copy_that_cannot_be_written_is_an_error(cli, started, installed, monkeypatch, tmp_path):
    (tmp_path / "home").write_text("a file, not a folder")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    ran = cli("lab")
    assert (ran.code, started) == (1, [])
    assert ran.err.startswith("error: cannot write ")


def test_a_folder_is_writable_when_a_file_can_be_made_there(tmp_path):
    assert lab._writable(tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert not lab._writable(tmp_path / "none")


def test_the_notebooks_speak_the_language_asked_for(cli, started, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    cli("lab", "--lang", "fr")
    cli("lab", "--lang", "en")
    french, english = (environment for _, environment in started)
    assert french["LC_MESSAGES"].startswith("fr")
    assert french["LANG"] == "C.UTF-8"
    assert "LC_ALL" not in french
    own = {"JUPYTER_CONFIG_PATH": english["JUPYTER_CONFIG_PATH"]}
    assert english == dict(os.environ) | own


def test_our_settings_are_added_to_those_that_there_are(cli, started, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "theirs")
    cli("lab")
    [(_, environment)] = started
    ours, theirs = environment["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert theirs == "theirs"
    file = Path(ours) / "labconfig" / "default_setting_overrides.json"
    panel = json.loads(file.read_text(encoding="utf-8"))["@jupyterlab/notebook-extension:panel"]
    assert [item["command"] for item in panel["toolbar"]] == ["notebook:run-all-cells"]


def test_it_opens_on_the_start_page_unless_told_otherwise(cli, started, home, installed):
    start = "--LabApp.default_url=/lab/tree/00_start.ipynb"
    cli("lab")
    assert start not in started[-1][0]  # these notebooks have none
    (installed / "00_start.ipynb").write_text("start")
    cli("lab")
    assert start in started[-1][0]
    cli("lab", "--ServerApp.default_url=/tree")
    assert start not in started[-1][0]


def test_a_folder_is_found_inside_the_package_or_beside_it_in_a_checkout(tmp_path):
    package = tmp_path / "neuroanalysis"
    (tmp_path / "data").mkdir()
    # Somebody else's folder, as site-packages may have one.
    with pytest.raises(InputError, match="data"):
        find_folder("data", package)
    (tmp_path / "pyproject.toml").touch()
    assert find_folder("data", package) == tmp_path / "data"
    (package / "data").mkdir(parents=True)
    assert find_folder("data", package) == package / "data"
    assert is_installed(package / "data", package)
    assert not is_installed(tmp_path / "data", package)


def fetched(address):
    """Return what is answered there; a server says its address a little before it listens."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(address) as answer:
                return json.load(answer)
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError(f"nobody answers at {address}")


@pytest.mark.slow
def test_jupyterlab_answers_with_the_notebooks(start, tmp_path):
    process = start(
        "lab",
        "--no-browser",
        "--ServerApp.ip=127.0.0.1",
        "--ServerApp.port=0",
        "--IdentityProvider.token=",
        HOME=str(tmp_path),
        JUPYTER_RUNTIME_DIR=str(tmp_path),
    )
    # It never says where it is if it fails, so a clock ends the wait.
    watch = threading.Timer(90, process.kill)
    watch.start()
    address = None
    for line in process.stderr:
        found = re.search(rb"http://127\.0\.0\.1:\d+/", line)
        if found:
            address = found[0].decode()
            break
    watch.cancel()
    assert address is not None
    listed = {entry["name"] for entry in fetched(f"{address}api/contents")["content"]}
    there = {path.name for path in (ROOT / "notebooks").iterdir() if path.name[0] not in "._"}
    assert listed - {"__pycache__"} == there - {"__pycache__"}
    process.terminate()
    assert process.wait() == 0

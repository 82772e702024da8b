"""Compiled code is kept between processes, is never stale, and is nobody else's business."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from neuroanalysis.core._kernels import jit
from tests import kernel_census
from tests.project import PACKAGE, ROOT


def run(arguments, cache, path=ROOT):
    """Run Python with its kernels cached in a folder (None: as here); return what it printed."""
    environment = dict(os.environ, PYTHONPATH=str(path))
    if cache is not None:
        environment["NEUROANALYSIS_CACHE"] = str(cache)
    # Where numba keeps other people's code is not the tests' to decide.
    for name in ("NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT"):
        environment.pop(name, None)
    answer = subprocess.run(
        [sys.executable, *arguments],
        cwd=path,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


# --- Every kernel --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def census():
    return kernel_census.kernels()


def test_kernels_are_found_and_each_public_one_has_a_call(census):
    assert "neurotrio" in census
    for game, table in census.items():
        called = [name for names in kernel_census.calls(game) for name in names.split()]
        assert len(called) == len(set(called))
        assert set(called) == kernel_census.public(table) != set()


def test_every_kernel_is_cached_and_releases_the_interpreters_lock(census):
    for table in census.values():
        for name, kernel in table.items():
            assert kernel.targetoptions.get("nogil") is True, name
            assert not kernel.targetoptions.get("parallel"), name
            assert kernel._cache.cache_path is not None, name


@pytest.mark.slow
def test_every_kernel_is_called_in_two_processes_in_a_row(census, tmp_path):
    ask = ["-m", "tests.kernel_census"]
    before = kernel_census.kept()
    if before.exists():  # the step before the tests was the first of the two, and kept its report
        first = json.loads(before.read_text(encoding="utf-8"))
        second = json.loads(run(ask, None))
    else:
        first, second = (json.loads(run(ask, tmp_path)) for _ in range(2))
    assert first["answers"] == second["answers"] != {}
    assert sorted(first["compiled"]) == sorted(second["compiled"])
    for game, table in census.items():
        inside = kernel_census.inside(game)
        assert inside <= kernel_census.public(table)
        for name in kernel_census.public(table):
            assert first["compiled"][f"{game}.{name}"] > 0, name
            # What is part of its callers' machine code comes with them, and is not loaded again.
            assert (second["loaded"][f"{game}.{name}"] > 0) != (name in inside), name
    assert {name: n for name, n in second["compiled"].items() if n} == {}


# --- Never stale ---------------------------------------------------------------------------------

HELPER = """
from neuroanalysis.core._kernels.jit import kernel

@kernel
def addend(x):
    return x + 1
"""
CALLER = """
from helper import addend
from neuroanalysis.core._kernels.jit import kernel

@kernel
def doubled(x):
    return 2 * addend(x)
"""
ASK = """
from caller import doubled
print(doubled(5), sum(doubled.stats.cache_hits.values()))
"""


def test_a_kernel_sees_that_a_helper_in_another_file_changed(tmp_path):
    # numba by itself looks at the caller's file only, which stays as it is.
    sources = tmp_path / "game" / "_kernels"
    sources.mkdir(parents=True)
    (sources / "helper.py").write_text(HELPER, encoding="utf-8")
    (sources / "caller.py").write_text(CALLER, encoding="utf-8")
    ask = ["-c", f"import sys; sys.path.insert(0, {str(sources)!r})\n{ASK}"]
    cache = tmp_path / "cache"
    assert run(ask, cache).split() == ["12", "0"]
    assert run(ask, cache).split() == ["12", "1"]
    (sources / "helper.py").write_text(HELPER.replace("x + 1", "x + 100"), encoding="utf-8")
    assert run(ask, cache).split() == ["210", "0"]
    assert len(list((cache / "kernels").iterdir())) == 2
    (sources / "helper.py").write_text(HELPER, encoding="utf-8")
    assert run(ask, cache).split() == ["12", "1"]


DIVIDER = """
from neuroanalysis.core._kernels.jit import kernel

@kernel
def quotient(x, y):
    return x // y
"""
APART = """
from divider import quotient
from neuroanalysis.core._kernels.jit import apart, kernel

called = apart(quotient, 1, 1)

@kernel
def doubled(x, y):
    return 2 * called(x, y)

@kernel
def again(x, y):
    return doubled(x, y)
"""
ASK_APART = """
from apart_caller import apart, again, quotient
try:
    again(1, 0)
except ZeroDivisionError:
    print("refused")
print(again(7, 2), [sum(kernel.stats.cache_hits.values()) for kernel in (quotient, again)])
print("quotient" in again.inspect_llvm(again.signatures[0]).replace("divider.quotient", ""))
try:
    apart(quotient, 1.0, 1.0)
except ValueError as reason:
    print(reason)
"""


def test_what_is_called_apart_is_no_part_of_its_callers_but_raises_in_them(tmp_path):
    sources = tmp_path / "game" / "_kernels"
    sources.mkdir(parents=True)
    (sources / "divider.py").write_text(DIVIDER, encoding="utf-8")
    (sources / "apart_caller.py").write_text(APART, encoding="utf-8")
    ask = ["-W", "ignore", "-c", f"import sys; sys.path.insert(0, {str(sources)!r})\n{ASK_APART}"]
    cache = tmp_path / "cache"
    once = "divider.quotient is called apart for one signature only"
    first = run(ask, cache).splitlines()
    assert first == ["refused", "6 [0, 0]", "False", once]
    second = run(ask, cache).splitlines()
    assert (second[:2], second[3]) == (["refused", "6 [1, 1]"], once)
    (sources / "divider.py").write_text(DIVIDER.replace("x // y", "x // y + 100"), encoding="utf-8")
    assert run(ask, cache).splitlines()[1] == "206 [0, 0]"


LUCK = """
import numpy as np
from neuroanalysis.games.neurotrio._kernels.luck import luck
one, none = np.eye(2, 27, dtype=np.uint8) * np.array([[1], [0]], dtype=np.uint8)
print(luck(np.uint64(1), one, none, 0), luck(np.uint64(1), none, none, 0))
print(sum(luck.stats.cache_hits.values()))
"""


def test_a_kernel_of_a_game_sees_that_a_helper_of_it_or_of_core_changed(tmp_path):
    # One that is compiled in a moment: all have their folder from the same decorator.
    shutil.copytree(PACKAGE, tmp_path / "neuroanalysis", ignore=shutil.ignore_patterns("*.pyc"))
    ask, cache = ["-c", LUCK], tmp_path / "cache"
    one, none, loaded = run(ask, cache, tmp_path).split()
    assert (one != none, loaded) == (True, "0")
    assert run(ask, cache, tmp_path).split() == [one, none, "1"]
    pack, mixed = "games/neurotrio/_kernels/cube.py", "core/_kernels/luck.py"
    for file, line, changed, said in (
        (pack, "low |= U64(counts[kind])", "low |= U64(0)", [none, none]),
        (mixed, "return word ^ (word >> U64(31))", "return U64(7)", ["7", "7"]),
    ):
        helper = tmp_path / "neuroanalysis" / file
        source = helper.read_text(encoding="utf-8")
        assert source.count(line) == 1
        helper.write_text(source.replace(line, changed), encoding="utf-8")
        assert run(ask, cache, tmp_path).split() == [*said, "0"]


def test_the_folder_is_named_after_all_sources_that_a_kernel_may_call(tmp_path, monkeypatch):
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path / "cache"))
    sources = tmp_path / "game" / "_kernels"
    sources.mkdir(parents=True)
    (sources / "one.py").write_text("A = 1\n", encoding="utf-8")

    def folder():
        return jit.cache_folder.__wrapped__(sources)

    first = folder()
    assert first.is_dir()
    assert first.parent == tmp_path / "cache" / "kernels"
    assert first.name.startswith("game-")
    assert folder() == first
    (sources / "note.txt").touch()
    assert folder() == first
    (sources / "two.py").touch()
    assert folder() != first
    (sources / "two.py").unlink()
    assert folder() == first
    monkeypatch.setattr(numba, "__version__", "999")
    assert folder() != first
    monkeypatch.undo()
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(jit, "version", lambda _: "999")
    assert folder() != first


# --- Nobody else's business ----------------------------------------------------------------------

OWN = """
import numba
@numba.njit(cache=True)
def triple(x):
    return 3 * x
"""


@pytest.mark.parametrize("numba_first", [True, False])
def test_a_users_own_numba_code_keeps_its_place(tmp_path, numba_first):
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    place, cache = tmp_path / "place", tmp_path / "cache"
    theirs = f"import numba; numba.config.CACHE_DIR = {str(place)!r}\n"
    ours = "from neuroanalysis.games.neurotrio._kernels import cube\n"
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        + (theirs + ours if numba_first else ours + theirs)
        + "print(numba.config.CACHE_DIR)\n"
        "from own import triple\n"
        "print(triple(2), cube.bit_count(7))\n"
        "print(numba.config.CACHE_DIR)\n"
    )
    assert run(["-c", script], cache).split() == [str(place), "6", "3", str(place)]
    names = {
        folder: {path.name.split("-")[0] for path in folder.rglob("*.nb?")}
        for folder in (place, cache)
    }
    assert names == {place: {"own.triple"}, cache: {"cube.bit_count"}}


def test_the_setting_is_as_before_even_where_compiling_is_refused(monkeypatch):
    before = numba.config.CACHE_DIR

    def refuse(**_):
        raise RuntimeError("no")

    monkeypatch.setattr(numba, "njit", refuse)
    with pytest.raises(RuntimeError):
        jit.kernel(lambda x: x)
    after = numba.config.CACHE_DIR
    assert after == before


@pytest.fixture
def unwritable(tmp_path, monkeypatch):
    """Let no cache folder be writable, and keep temporary folders in one of the test's own."""
    (tmp_path / "file").touch()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv(jit.CACHE_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(jit.tempfile, "tempdir", None)
    return temporary


NEUROTRIO = PACKAGE / "games" / "neurotrio" / "_kernels"


def test_a_folder_that_cannot_be_written_is_replaced_with_a_remark(unwritable, caplog):
    with caplog.at_level(logging.WARNING, "neuroanalysis"):
        folder = jit.cache_folder.__wrapped__(NEUROTRIO)
    assert folder.is_dir()
    assert unwritable in folder.parents
    assert not any(folder.iterdir())
    [remark] = caplog.records
    assert str(unwritable.parent / "file") in remark.getMessage()
    assert str(folder) in remark.getMessage()


BIT_COUNT = (
    "from neuroanalysis.games.neurotrio._kernels import cube\n"
    "print(cube.bit_count(7), sum(cube.bit_count.stats.cache_hits.values()))\n"
)


def test_without_a_folder_that_can_be_written_code_is_kept_in_one_place(unwritable):
    file = unwritable.parent / "file"
    assert run(["-c", BIT_COUNT], file).split() == ["3", "0"]
    [own] = unwritable.iterdir()
    assert run(["-c", BIT_COUNT], file).split() == ["3", "1"]
    assert list(unwritable.iterdir()) == [own]


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_the_place_among_the_temporary_folders_is_the_users_alone(unwritable):
    folder = jit.cache_folder.__wrapped__(NEUROTRIO)
    assert folder.parent.stat().st_mode & 0o777 == 0o700
    assert jit.cache_folder.__wrapped__(NEUROTRIO) == folder


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
@pytest.mark.parametrize("laid", ["open to others", "a link", "a file", "of another user"])
def test_what_another_may_have_laid_there_is_not_used_and_nothing_stays(
    unwritable, monkeypatch, laid
):
    planted = unwritable / f"neuroanalysis-{os.getuid()}"
    elsewhere = unwritable.parent / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    if laid == "open to others":
        planted.mkdir()
        planted.chmod(0o777)
    elif laid == "a link":
        planted.symlink_to(elsewhere)
    elif laid == "a file":
        planted.touch()
    else:
        planted.mkdir(mode=0o700)
        # The folder is named after the user, but its owner is found to be another.
        user = os.getuid()
        monkeypatch.setattr(jit, "_user", lambda: str(user))
        monkeypatch.setattr(jit.os, "getuid", lambda: user + 1)
    folder = jit.cache_folder.__wrapped__(NEUROTRIO)
    assert folder.parent == unwritable
    assert folder != planted
    assert not list(elsewhere.iterdir())
    shutil.rmtree(folder)
    if laid != "of another user":
        before = sorted(unwritable.iterdir())
        assert run(["-c", BIT_COUNT], unwritable.parent / "file").split() == ["3", "0"]
        assert sorted(unwritable.iterdir()) == before


# --- Light imports -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module",
    [
        "neuroanalysis",
        "neuroanalysis.games.neurotrio",
        "neuroanalysis.games.neurotrio.scoring",
        "neuroanalysis.games.neurotrio.analysis",
        "neuroanalysis.core.work",
    ],
)
def test_importing_loads_nothing_heavy(module, tmp_path):
    script = (
        f"import sys, {module}\n"
        "heavy = {'IPython', 'ipywidgets', 'llvmlite', 'matplotlib', 'numba', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)), 'numpy' in sys.modules)\n"
    )
    said = run(["-c", script], tmp_path)
    assert said.startswith("[]"), said
    assert not any(tmp_path.iterdir())


def test_the_place_of_the_users_cache_is_the_platforms(monkeypatch, tmp_path):
    monkeypatch.delenv(jit.CACHE_VARIABLE, raising=False)
    monkeypatch.setattr(jit.platformdirs, "user_cache_path", lambda name: tmp_path / name)
    folder = jit.cache_folder.__wrapped__(PACKAGE / "games" / "neurotrio" / "_kernels")
    assert folder.parent == tmp_path / "neuroanalysis" / "kernels"
    assert Path(folder).is_dir()

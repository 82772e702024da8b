"""The built wheel holds all that an installed package needs."""

from __future__ import annotations

import subprocess
import sys
import zipfile

import pytest

from tests.project import PACKAGE, ROOT, own_files

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    [built] = folder.glob("*.whl")
    return built


def test_every_file_of_the_package_and_both_folders_are_in_it(wheel):
    expected = set()
    for path in own_files():
        if path.is_relative_to(PACKAGE):
            expected.add(path.relative_to(ROOT).as_posix())
        for folder in ("data", "notebooks"):
            if path.is_relative_to(ROOT / folder):
                expected.add("neuroanalysis/" + path.relative_to(ROOT).as_posix())
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if not name.split("/")[0].endswith("-info")}
    assert "neuroanalysis/texts/__init__.py" in held
    assert held ^ expected == set()


def test_it_runs_where_the_checkout_is_not(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    script = (
        "import neuroanalysis.errors\n"
        "print(neuroanalysis.__file__)\n"
        "error = neuroanalysis.errors.CardError\n"
        "print(error('card.unknown', code='x', position=2, accepted='y'))\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    place, message = answer.stdout.splitlines()
    assert place.startswith(str(tmp_path))
    assert "position 2" in message

"""Every notebook runs from its first cell to its last in a kernel that knows nothing yet."""

from __future__ import annotations

import pytest

from tests.project import ROOT

FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(
    path.relative_to(FOLDER).as_posix()
    for path in FOLDER.rglob("*.ipynb")
    if ".ipynb_checkpoints" not in path.parts
)

pytestmark = pytest.mark.notebook


def test_there_are_notebooks():
    assert "neurotrio/01_hand_explorer.ipynb" in NOTEBOOKS


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name):
    # These take seconds to import, wherever tests are collected.
    import nbformat
    from nbclient import NotebookClient

    path = FOLDER / name
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    )
    client.execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    assert code
    assert [cell.source for cell in code if cell.execution_count is None] == []

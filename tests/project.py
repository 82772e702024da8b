"""The project as files: where it stands, and which of them are its own."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "neuroanalysis"
# What tools make; only asked where git does not answer.
MADE = {".git", ".venv", "__pycache__", ".ipynb_checkpoints", "build", "dist"}


def own_files() -> list[Path]:
    """Return the files that are committed or would be; without git, all that no tool made."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        paths = [path for path in ROOT.rglob("*") if not _made(path.relative_to(ROOT))]
    else:
        paths = [ROOT / name for name in answer.stdout.split("\0") if name]
    return sorted(path for path in paths if path.is_file())


def _made(path: Path) -> bool:
    caches = any(part.startswith(".") and "cache" in part for part in path.parts)
    return caches or not MADE.isdisjoint(path.parts)

"""Map data/ and notebooks/ into the wheel, so that an installed package finds them.

A build hook rather than a `force-include` table: the table would also copy both folders into
site-packages for an editable installation, where the copies grow stale beside the real ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("data", "notebooks")


class MapFolders(BuildHookInterface):
    """Adds the folders to a standard wheel and to no other build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill hatchling's own `force_include`, which names a source and its place in the wheel."""
        if version != "standard":
            return
        for folder in FOLDERS:
            source = Path(self.root, folder)
            build_data["force_include"][str(source)] = f"neuroanalysis/{folder}"

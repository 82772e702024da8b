"""The handed cases: inputs with the right answer, by references that share no code with us."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def handed_cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of one file, for example `handed_cases("neurotrio")`, in its order."""
    lines = (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]

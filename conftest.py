"""What holds for every test, the examples in docstrings included."""

from __future__ import annotations

import os

# Messages are compared in English, wherever the tests run.
os.environ["LC_ALL"] = "C.UTF-8"

"""``python -m neuroanalysis`` is the command ``neuroanalysis``."""

from __future__ import annotations

import sys

from neuroanalysis.cli import main

if __name__ == "__main__":
    sys.exit(main())

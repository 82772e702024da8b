"""What holds for every test, the examples in docstrings included."""

from __future__ import annotations

import os
import signal

# Messages are compared in English, wherever the tests run.
os.environ["LC_ALL"] = "C.UTF-8"

# A shell starts what runs in the background with Ctrl-C ignored, and so do some services; Python
# then never raises KeyboardInterrupt, nor do the processes that it starts. The tests that press
# Ctrl-C need it as it is at a terminal, or they wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

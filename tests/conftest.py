"""What holds for the tests in this folder."""

from __future__ import annotations

from hypothesis import settings

# The first example of a property may compile kernels, so no example has a deadline. All else stays
# as Hypothesis has it, which repeats the same examples where CI is set.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

"""A call of every public kernel, for the test that calls them in two processes on one cache.

`CALLS` has what to call, by the names of the kernels that it calls: ``file.name``, with a space
between them. `INSIDE` names those of them that only other kernels call.
"""

from tests.games.okey51.kernel_calls import evaluator, nearest, rounds

CALLS = evaluator.CALLS | nearest.CALLS | rounds.CALLS
INSIDE = evaluator.INSIDE | nearest.INSIDE | rounds.INSIDE

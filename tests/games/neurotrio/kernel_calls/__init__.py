"""A call of every public kernel, for the test that calls them in two processes on one cache.

`CALLS` has what to call, by the names of the kernels that it calls: ``file.name``, with a space
between them. `INSIDE` names those of them that only other kernels call.
"""

from tests.games.neurotrio.kernel_calls import (
    aims,
    drawing,
    evaluator,
    hand_classes,
    nearest,
    repricing,
    rounds,
)

CALLS = (
    evaluator.CALLS
    | hand_classes.CALLS
    | drawing.CALLS
    | nearest.CALLS
    | aims.CALLS
    | repricing.CALLS
    | rounds.CALLS
)
INSIDE = rounds.INSIDE

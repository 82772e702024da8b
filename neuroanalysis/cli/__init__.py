"""The command ``neuroanalysis``: answers on standard output, everything else on standard error.

`app` holds the commands and `running` runs them; ``evaluate``, ``batch``, ``rules``, ``lab`` and
``warmup`` are one command or part of one each. What a game's answers look like in a terminal is in
the game's own folder here.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments
        The words behind the command's name; None for this process's.

    Returns
    -------
    int
        What the process should exit with: 0, 1 for an error that the message tells, 2 for wrong
        usage, 130 when interrupted.
    """
    try:
        from neuroanalysis.cli.running import run
    except KeyboardInterrupt:  # what is imported takes the better part of a second
        return 130
    return run(arguments)

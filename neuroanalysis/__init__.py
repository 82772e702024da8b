"""Hands, deals and rounds of five card and tile games: counted, explained, designed.

Each game is a module of :mod:`neuroanalysis.games`::

    from neuroanalysis.games import neurotrio

    print(neurotrio.evaluate("2eb 2eb 2ev 2en"))

What is asked of every game alike goes through `game`. `set_language` chooses between English and
French for everything that is said.
"""

from __future__ import annotations

from typing import Final

from neuroanalysis import games
from neuroanalysis.games import game
from neuroanalysis.plots import Shell, register, register_here
from neuroanalysis.texts import set_language

__all__ = ["__version__", "game", "games", "load_ipython_extension", "set_language"]

__version__: Final = "0.1.0"


def load_ipython_extension(shell: Shell) -> None:
    """``%load_ext neuroanalysis``: show results drawn; importing the package there does it too."""
    register(shell)


register_here()

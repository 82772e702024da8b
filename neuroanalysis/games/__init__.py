"""The games, by name.

>>> names()
('neurotrio', 'okey51', 'mhing', 'tichu', 'conquete')
>>> game("neurotrio").name
'neurotrio'
"""

from __future__ import annotations

from typing import Final

from neuroanalysis.core.contract import Game, Registry

__all__ = ["GAMES", "game", "names"]

GAMES: Final = Registry()
"""All games; each is imported when it is first asked for."""


def _neurotrio() -> Game:
    from neuroanalysis.games.neurotrio import NEUROTRIO

    return NEUROTRIO


def _okey51() -> Game:
    from neuroanalysis.games.okey51 import OKEY51

    return OKEY51


def _mhing() -> Game:
    from neuroanalysis.games.mhing import MHING

    return MHING


def _tichu() -> Game:
    from neuroanalysis.games.tichu import TICHU

    return TICHU


def _conquete() -> Game:
    from neuroanalysis.games.conquete import CONQUETE

    return CONQUETE


GAMES.register("neurotrio", _neurotrio)
GAMES.register("okey51", _okey51)
GAMES.register("mhing", _mhing)
GAMES.register("tichu", _tichu)
GAMES.register("conquete", _conquete)


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return GAMES.names


def game(name: str) -> Game:
    """Return a game by name.

    Raises
    ------
    InputError
        For an unknown name; the nearest ones are said.
    """
    return GAMES.game(name)

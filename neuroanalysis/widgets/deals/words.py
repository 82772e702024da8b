"""A deal explorer's words: its game's own, or else those of all games."""

from __future__ import annotations

from neuroanalysis.texts import catalogue, language, text

__all__ = ["said"]


def said(words: str, name: str, **fields: object) -> str:
    """Return a text of a game's table, or else the one that all deal explorers have.

    Parameters
    ----------
    words
        The catalogue's table with the game's words.
    name
        The text's name.
    **fields
        What is filled in.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     said("deals.okey51", "deal"), said("deals.okey51", "seed")
    ('Deal a rack', 'Seed')
    """
    own = f"{words}.{name}"
    return text(own if own in catalogue(language()) else f"deals.{name}", **fields)

"""The cards of the Neurotrio deck as a picker shows them, for all games played with it."""

from __future__ import annotations

from neuroanalysis.core.neurotrio_deck import FORCES, KINDS, kind_name
from neuroanalysis.plots.neurotrio_deck import card_svg
from neuroanalysis.texts import text
from neuroanalysis.widgets.picker import Face, Pane

__all__ = ["deck_faces", "deck_panes"]


def deck_faces() -> list[Face]:
    """Return how each of the 27 kinds looks, and what it is called in the language in force.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     deck_faces()[0].name
    '1 heart on black'
    """
    return [Face(card_svg(kind, width=None), kind_name(kind)) for kind in range(KINDS)]


def deck_panes() -> list[list[Pane]]:
    """Return a pane a force; its rows are natures, its columns backgrounds.

    Examples
    --------
    >>> [[pane.rows[0] for pane in line] for line in deck_panes()]
    [[(0, 1, 2), (9, 10, 11), (18, 19, 20)]]
    """
    return [
        [
            Pane(
                text("widgets.neurotrio.force", value=value),
                tuple(
                    tuple(9 * force + 3 * nature + background for background in range(3))
                    for nature in range(3)
                ),
            )
            for force, value in enumerate(FORCES)
        ]
    ]

"""A picker's game for tests: the real cards, a plain text form, and a deal that is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from neuroanalysis.games.neurotrio.pieces import PIECES, kind_name, value_name
from neuroanalysis.plots.neurotrio import card_svg
from neuroanalysis.widgets.picker import Face, Pane, PickerGame
from neuroanalysis.widgets.selection import Role, Selection

ROLES = (
    Role("hand"),
    Role("kept", part_of="hand"),
    Role("laid", step=4, takes_from="hand"),
    Role("seen"),
)


def parse(line: str) -> dict[str, Iterable[int]]:
    """Read ``cards; kept: cards; ...``."""
    hand, *others = line.split(";")
    vectors = {"hand": PIECES.parse(hand)}
    for part in others:
        name, cards = part.split(":")
        vectors[name.strip()] = PIECES.parse(cards)
    return vectors


def write(selection: Selection) -> str:
    """Write what `parse` reads; empty parts are left out."""
    others = "".join(
        f"; {name}: {PIECES.format(counts)}"
        for name, counts in selection.items()
        if name != "hand" and any(counts)
    )
    return PIECES.format(selection["hand"]) + others


def deal(size: int) -> Mapping[str, Iterable[int]]:
    """Deal as many cards of a shuffled pack, the same each time."""
    pack = np.random.default_rng(7).permutation(np.repeat(np.arange(27), 4))
    return {"hand": np.bincount(pack[:size], minlength=27)}


def panes() -> list[list[Pane]]:
    """One pane a force; rows are natures, columns backgrounds."""
    return [
        [
            Pane(
                value_name(force),
                tuple(
                    tuple(9 * force + 3 * nature + background for background in range(3))
                    for nature in range(3)
                ),
            )
            for force in range(3)
        ]
    ]


def game() -> PickerGame:
    """Return the game that the picker's tests use."""
    return PickerGame(
        codes=PIECES.codes,
        copies=4,
        faces=lambda: [Face(card_svg(kind, width=None), kind_name(kind)) for kind in range(27)],
        panes=panes,
        parse=parse,
        write=write,
        deal=deal,
        deal_sizes=(13, 14),
        roles=ROLES,
    )

"""Which tile to discard, with all the numbers that decide. Everything here is exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np

from neuroanalysis.errors import CardError
from neuroanalysis.games.okey51.analysis.asked import Parts, asked
from neuroanalysis.games.okey51.analysis.distances import (
    Aim,
    Distances,
    UsefulTile,
    aim_of,
    outlooks,
)
from neuroanalysis.games.okey51.analysis.worth import Worth, worth
from neuroanalysis.games.okey51.pieces import FAKE, NUMBERS, PIECES, TILES, number_of
from neuroanalysis.games.okey51.position import Meld, Position, Tiles
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Discard", "Discards", "discards"]

# Further away than anything.
_NEVER: Final = 1 << 20


@dataclass(frozen=True)
class Discard:
    """A tile that may be discarded, and the rack left without it.

    Parameters
    ----------
    kind
        The tile.
    aim
        What the player is after.
    distances
        Of the rack left.
    useful
        The tiles that bring the rack left nearer to the aim.
    meld_value
        The greatest value of the melds kept.
    left_count, left_value
        What the best arrangement leaves outside melds (and, for who has opened, what cannot be laid
        off either): fewest tiles, then the least sum, an okey counting what it does at the end.
    fits
        The open melds on which the tile could be laid off.
    penalty
        What discarding it costs at once, for it could be laid off. Nothing if the round ends.
    taken
        What it costs at most if the next player takes it: he must use it in that turn, to open or
        to lay off. An okey counts what it will stand for, a 1 what it may count after a 13.
    """

    kind: int
    aim: Aim
    distances: Distances
    useful: tuple[UsefulTile, ...]
    meld_value: int
    left_count: int
    left_value: int
    fits: tuple[Meld, ...]
    penalty: int
    taken: int

    @property
    def card(self) -> str:
        """The code of the tile."""
        return PIECES.codes[self.kind]

    @property
    def distance(self) -> int | None:
        """From the rack left to the aim; None if it can never get there."""
        return self.distances.to(self.aim)

    @property
    def copies(self) -> int:
        """Unseen copies of all useful tiles."""
        return sum(tile.copies for tile in self.useful)

    @property
    def rank(self) -> tuple[int, int, int, int, int, int, int]:
        """What discards are ordered by: see `Discards`."""
        kept = -self.meld_value if self.aim == "open" else 0
        far = _NEVER if self.distance is None else self.distance
        return (far, self.penalty, -self.copies, kept, self.left_value, self.taken, self.kind)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "card": self.card,
            "distance": self.distance,
            "distances": self.distances.to_dict(),
            "useful": [tile.to_dict() for tile in self.useful],
            "useful_copies": self.copies,
            "meld_value": self.meld_value,
            "left_count": self.left_count,
            "left_value": self.left_value,
            "fits": [meld.to_text() for meld in self.fits],
            "penalty": self.penalty,
            "taken": self.taken,
        }


@dataclass(frozen=True)
class Discards:
    """All discards of a position, best first.

    The order: least distance of the rack left to the aim; of equals, least penalty; then most
    unseen copies of useful tiles; then, before opening, the greatest value of the melds kept; then
    the least sum left; then what costs least if it is taken; then the order of the tiles.
    """

    position: Position
    aim: Aim
    rows: tuple[Discard, ...]

    @property
    def best(self) -> Discard:
        """The first row."""
        return self.rows[0]

    @cached_property
    def reason(self) -> str:
        """Which number put the first row first: ``"distance"``, ``"penalty"``, ``"copies"``,
        ``"value"`` or ``"left"``, ``"taken"``, ``"order"`` (equal in all), or ``"only"`` where
        there is no other.
        """
        if len(self.rows) == 1:
            return "only"
        names = ("distance", "penalty", "copies", "value", "left", "taken")
        best, second = (row.rank for row in self.rows[:2])
        for name, mine, other in zip(names, best, second, strict=False):
            if mine != other:
                return name
        return "order"

    def why(self) -> str:
        """Say why the first is first, with the numbers that decided, in the language in force."""
        best = self.best
        second = self.rows[min(1, len(self.rows) - 1)]
        said = {
            "card": best.card,
            "second": second.card,
            "aim": text(f"okey51.hand.aim.{self.aim}"),
        }
        for name in ("distance", "penalty", "copies", "meld_value", "left_value", "taken"):
            for row, prefix in ((best, ""), (second, "second_")):
                value = getattr(row, name)
                said[prefix + name] = text("okey51.hand.never") if value is None else str(value)
        return text(f"okey51.hand.why.{self.reason}", **said)

    def __str__(self) -> str:
        """Say why the first is first, then each discard in a line, best first."""
        return "\n".join([self.why(), *(_line(row) for row in self.rows)])

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "aim": self.aim,
            "discards": [row.to_dict() for row in self.rows],
            "reason": self.reason,
            "why": self.why(),
        }

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, best first: ``card``, ``distance``, the four distances, ``useful``
        (codes with copies), ``useful_copies``, ``meld_value``, ``left_count``, ``left_value``,
        ``fits``, ``penalty``, ``taken``.
        """
        import pandas as pd

        rows = []
        for row in self.rows:
            record = row.to_dict()
            record |= {
                "useful": " ".join(f"{tile.code}*{tile.copies}" for tile in row.useful),
                "fits": " ".join(meld.to_text() for meld in row.fits),
                **row.distances.to_dict(),
            }
            del record["distances"]
            rows.append(record)
        return pd.DataFrame(rows)


def _line(row: Discard) -> str:
    return text(
        "okey51.hand.row",
        card=row.card,
        distance=text("okey51.hand.never") if row.distance is None else row.distance,
        copies=row.copies,
        meld_value=row.meld_value,
        left_value=row.left_value,
        penalty=row.penalty,
        taken=row.taken,
    )


def discards(hand: Tiles | Position, aim: Aim | None = None, **parts: Unpack[Parts]) -> Discards:
    """Return what each discard leaves, and what it risks; best first.

    Parameters
    ----------
    hand, **parts
        See `Position.of`. The rack holds the tile just drawn: who has not opened holds one more
        than is dealt.
    aim
        ``"open"`` or ``"out"`` (to go out); if None, ``"out"`` for who has opened.

    Raises
    ------
    CardError
        For another number of tiles.
    NeuroanalysisError
        For tiles, rules or a position that are not valid.

    Examples
    --------
    >>> table = discards("r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9 y9", okey="y2")
    >>> table.best.card, table.best.distance, table.best.copies
    ('y13', 1, 10)
    """
    position = asked(hand, **parts)
    if not position.opened and not position.to_discard:
        question = text("okey51.hand.question")
        accepted = position.rules.hand_size + 1
        raise CardError("card.few", n=position.tiles, question=question, accepted=accepted)
    chosen = aim_of(position) if aim is None else aim
    kinds = [kind for kind in range(TILES) if position.hand[kind]]
    outlook_of = outlooks(position, kinds, drawn=True)
    rows = [
        _row(position, chosen, kind, outlook.distances, outlook.useful_for(chosen), kept)
        for kind, outlook, kept in zip(kinds, outlook_of, _kept(position, kinds), strict=True)
    ]
    return Discards(position, chosen, tuple(sorted(rows, key=lambda row: row.rank)))


def _row(
    position: Position,
    aim: Aim,
    kind: int,
    distances: Distances,
    useful: tuple[UsefulTile, ...],
    kept: Worth,
) -> Discard:
    rules = position.rules
    wild = kind == position.okey
    identity = position.fake_identity if kind == FAKE else kind
    fits = tuple(
        meld
        for meld in position.melds
        if (open_at := meld.extensions(rules)) and (wild or identity in open_at)
    )
    goes_out = distances.out == 0
    penalised = bool(fits) and rules.penalised_discard == "always" and not goes_out
    return Discard(
        kind=kind,
        aim=aim,
        distances=distances,
        useful=useful,
        meld_value=kept.meld_value,
        left_count=kept.left_count,
        left_value=kept.left_value,
        fits=fits,
        penalty=rules.penalised_points * penalised,
        taken=rules.taken_factor * _dearest(None if wild else identity, rules),
    )


def _dearest(identity: int | None, rules: Rules) -> int:
    """Return the most that a tile may be worth in a meld; None for a wild."""
    number = NUMBERS if identity is None else number_of(identity)
    if rules.wrap_13_1 and (identity is None or number == 1):
        return max(number, rules.one_after_13)
    return number


def _kept(position: Position, kinds: Sequence[int]) -> list[Worth]:
    """Return what the rack is worth without each of these tiles."""
    naturals = np.repeat(position.naturals[np.newaxis], len(kinds), axis=0)
    wilds = np.full(len(kinds), position.wilds, dtype=np.uint8)
    for row, kind in enumerate(kinds):
        if kind == position.okey:
            wilds[row] -= 1
        else:
            naturals[row, position.fake_identity if kind == FAKE else kind] -= 1
    return worth(naturals, wilds, position.rules, melds=position.melds if position.opened else ())

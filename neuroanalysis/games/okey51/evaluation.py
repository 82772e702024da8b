"""What an evaluation says: arrangements, openings, ways out, as frozen values.

Nothing here computes answers; `scoring` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from neuroanalysis.games.okey51.pieces import PIECES
from neuroanalysis.games.okey51.position import Meld, MeldTile, Position
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Arrangement", "Evaluation", "LaidOff", "Way", "Ways"]

Way = Literal["melds", "pairs"]
Ways = Literal["melds", "pairs", "both"]

_JOIN = "-"


def _codes(tiles: tuple[MeldTile, ...]) -> str:
    return _JOIN.join(tile.code for tile in tiles)


@dataclass(frozen=True)
class LaidOff:
    """Tiles laid off on one end of an open meld.

    Parameters
    ----------
    place
        The place of the meld among those of the position, from 0.
    meld
        The meld as it was.
    tiles
        The tiles laid off, in the order in which they stand then.
    """

    place: int
    meld: Meld
    tiles: tuple[MeldTile, ...]

    def to_text(self) -> str:
        """Return tiles and meld: ``r7-r8>r4-r5-r6``."""
        return f"{_codes(self.tiles)}>{self.meld.to_text()}"

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"tiles": _codes(self.tiles), "meld": self.meld.to_text(), "place": self.place}


@dataclass(frozen=True)
class Arrangement:
    """One way to use the tiles of a rack.

    Parameters
    ----------
    melds
        New melds, with what their wilds stand for.
    laid
        What is laid off on open melds.
    rest
        The tiles left, a fake okey as what it stands for.
    value
        What the new melds are worth (clause 3.1).
    rest_value
        What the rest counts (clause 3.2).
    """

    melds: tuple[Meld, ...]
    laid: tuple[LaidOff, ...]
    rest: tuple[MeldTile, ...]
    value: int
    rest_value: int

    def to_text(self) -> str:
        """Return melds, tiles laid off, and behind a slash the rest."""
        used = [meld.to_text() for meld in self.melds] + [part.to_text() for part in self.laid]
        return f"{' '.join(used)} / {' '.join(tile.code for tile in self.rest)}".strip()

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "melds": [meld.to_text() for meld in self.melds],
            "laid_off": [part.to_dict() for part in self.laid],
            "rest": [tile.code for tile in self.rest],
            "value": self.value,
            "rest_count": len(self.rest),
            "rest_value": self.rest_value,
        }


@dataclass(frozen=True)
class Evaluation:
    """The answer to "what is this rack worth?".

    Parameters
    ----------
    position
        The question.
    meld_value
        The greatest value of melds (clause 3.1).
    arrangements, arrangement_count
        The arrangements worth that, or the first of them, and how many there are.
    opening
        Of those, one that leaves the fewest tiles.
    least_left_count, least_left_value
        The fewest tiles left, melding and laying off, and the least they count (clause 3.2).
    least_arrangements, least_arrangement_count
        The arrangements that leave that, or the first of them, and how many there are.
    pairs
        The most pairs (clause 3.3).
    paired
        They.
    tiles_away
        How many tiles too many are left to go out, when one is discarded: 0 if all others are used.
    way_out
        An arrangement with which the player goes out now, or None.
    goes_out_by_pairs
        Whether he goes out now by pairs.
    """

    position: Position
    meld_value: int
    arrangements: tuple[Arrangement, ...]
    arrangement_count: int
    opening: Arrangement
    least_left_count: int
    least_left_value: int
    least_arrangements: tuple[Arrangement, ...]
    least_arrangement_count: int
    pairs: int
    paired: tuple[tuple[MeldTile, MeldTile], ...]
    tiles_away: int
    way_out: Arrangement | None
    goes_out_by_pairs: bool

    @property
    def opens(self) -> Ways | None:
        """By what it opens under the threshold of the position (clause 3.4)."""
        return _ways(
            self.meld_value >= self.position.threshold,
            self.pairs >= self.position.rules.pairs_to_open,
        )

    @property
    def better_way(self) -> Way | None:
        """The better way to open: what leaves fewer tiles on the rack (clause 3.5)."""
        if self.opens != "both":
            return self.opens
        by_pairs = self.position.tiles - 2 * self.pairs < len(self.opening.rest)
        return "pairs" if by_pairs else "melds"

    @property
    def goes_out(self) -> Ways | None:
        """By what the player goes out now (clause 3.6)."""
        return _ways(self.way_out is not None, self.goes_out_by_pairs)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it; keys are the contract of the command line."""
        position = self.position
        return {
            "game": "okey51",
            "hand": PIECES.format(position.hand),
            "okey": PIECES.codes[position.okey],
            "melds": [meld.to_text() for meld in position.melds],
            "threshold": position.threshold,
            "opened": position.opened,
            "meld_value": self.meld_value,
            "least_left_count": self.least_left_count,
            "least_left_value": self.least_left_value,
            "pairs": self.pairs,
            "opens": self.opens,
            "better_way": self.better_way,
            "goes_out": self.goes_out,
            "tiles_away": self.tiles_away,
            "arrangement_count": self.arrangement_count,
            "arrangements": [one.to_dict() for one in self.arrangements],
            "opening": self.opening.to_dict(),
            "least_arrangement_count": self.least_arrangement_count,
            "least_arrangements": [one.to_dict() for one in self.least_arrangements],
            "paired": [_codes(pair) for pair in self.paired],
            "way_out": self.way_out.to_dict() if self.way_out else None,
        }

    def to_frame(self) -> pd.DataFrame:
        """Return all arrangements shown as a tidy table, a row a meld, tiles laid off, or rest.

        Columns: ``objective`` (``"value"`` or ``"left"``), ``arrangement`` (from 1), ``part``
        (``"run"``, ``"set"``, ``"laid_off"``, ``"rest"``), ``what`` (tiles) and ``value`` (of a
        meld what it is worth, of a rest what it counts, else 0).
        """
        import pandas as pd

        rules = self.position.rules
        rows: list[tuple[str, int, str, str, int]] = []
        for objective, listed in (("value", self.arrangements), ("left", self.least_arrangements)):
            for number, one in enumerate(listed, start=1):
                where = (objective, number)
                rows += [(*where, m.kind, m.to_text(), m.value(rules)) for m in one.melds]
                rows += [(*where, "laid_off", part.to_text(), 0) for part in one.laid]
                rest = " ".join(tile.code for tile in one.rest)
                rows.append((*where, "rest", rest, one.rest_value))
        return pd.DataFrame(rows, columns=["objective", "arrangement", "part", "what", "value"])

    def __str__(self) -> str:
        """Say the answer in one line."""
        opens = text(f"okey51.evaluation.opens.{self.opens or 'none'}")
        return text(
            "okey51.evaluation.line",
            value=self.meld_value,
            pairs=self.pairs,
            opens=opens,
            count=self.least_left_count,
            left=self.least_left_value,
        )


def _ways(melds: bool, pairs: bool) -> Ways | None:
    if melds:
        return "both" if pairs else "melds"
    return "pairs" if pairs else None

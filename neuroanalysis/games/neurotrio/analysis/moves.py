"""The moves of a hand side by side: the chance of each, and what it leaves to hope for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from neuroanalysis.games.neurotrio.analysis.chances import Action, Line, Odds
from neuroanalysis.games.neurotrio.analysis.hand import Discard, UsefulCard, discards, useful_cards
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.scoring import distance

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Move", "Moves", "moves"]

_CARRE: Final = 4
# Chances are compared as `Line.rank` does.
_DIGITS: Final = 12


@dataclass(frozen=True)
class Move:
    """A way to go on, with what decides how good it is.

    Parameters
    ----------
    line
        Its chances and points.
    cost
        How much less its chance is within all draws than the best.
    rank
        1 for the best chance; as many moves have a better one as the rank says, and one more.
    distance, useful
        Of the hand left after it, and the cards useful to that hand.
    """

    line: Line
    cost: float
    rank: int
    distance: int
    useful: tuple[UsefulCard, ...]

    @property
    def copies(self) -> int:
        """Unseen copies of all useful cards."""
        return sum(card.copies for card in self.useful)


@dataclass(frozen=True)
class Moves:
    """All moves of a position, best first; of a hand between turns its one row.

    Parameters
    ----------
    odds
        What the chances are from.
    rows
        In the order of its lines.
    nearest
        The discard that `discards` puts first, which looks at distance, useful copies and points
        only; None where nothing may be discarded.
    """

    odds: Odds
    rows: tuple[Move, ...]
    nearest: Move | None

    @property
    def best(self) -> Move:
        """The first row."""
        return self.rows[0]

    @property
    def second(self) -> Move | None:
        """The best row with less chance than the first; if there is none, the next one."""
        others = self.rows[1:]
        return next((row for row in others if row.rank > 1), others[0] if others else None)

    @property
    def reason(self) -> str:
        """Why the first row is first: ``"finish"``, ``"only"``, ``"nothing"`` (no move has any
        chance), ``"chance"``, ``"points"`` (chances are equal), or ``"order"`` (equal in both).
        """
        best, second = self.best, self.second
        if best.line.action == "finish":
            return "finish"
        if second is None:
            return "only"
        if not best.line.chances[-1] > 0:
            return "nothing"
        if second.rank > 1:
            return "chance"
        return "points" if best.line.rank > second.line.rank else "order"

    def find(self, action: Action | None, kind: int | None) -> Move | None:
        """Return the row of a move, if it is one."""
        wanted = (action, kind)
        return next((row for row in self.rows if (row.line.action, row.line.kind) == wanted), None)

    def to_frame(self) -> pd.DataFrame:
        """Return a tidy table, best first: ``action``, ``card``, ``distance``, ``useful_copies``,
        ``chance_now`` (within one draw), ``chance`` (within all), ``points`` (expected with the
        best chance; missing where they are not known), ``cost``.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "action": row.line.action,
                    "card": row.line.card,
                    "distance": row.distance,
                    "useful_copies": row.copies,
                    "chance_now": row.line.chances[0],
                    "chance": row.line.chances[-1],
                    "points": row.line.rank[1] if row.line.points is not None else None,
                    "cost": row.cost,
                }
                for row in self.rows
            ]
        )


def moves(odds: Odds) -> Moves:
    """Put beside each move's chance what `discards` says of the hand that it leaves.

    Parameters
    ----------
    odds
        The answer for the position.

    Examples
    --------
    >>> from neuroanalysis.games.neurotrio import odds
    >>> table = moves(odds("1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 2rv*2 3cn", minimum=18))
    >>> best = table.best
    >>> best.line.card, best.distance, best.copies, f"{best.line.chances[0]:.4f}", table.reason
    ('3cn', 1, 10, '0.1064', 'chance')
    """
    position = odds.position
    gone: dict[int, Discard] = {}
    first = None
    if any(line.action == "discard" for line in odds.lines):
        table = discards(position)
        gone = {row.kind: row for row in table.rows}
        first = table.best.kind
    chances = [round(line.chances[-1], _DIGITS) for line in odds.lines]
    rows = []
    for line, chance in zip(odds.lines, chances, strict=True):
        if line.action == "discard" and line.kind is not None:
            left, useful = gone[line.kind].distance, gone[line.kind].useful
        elif line.action == "finish":
            left, useful = 0, ()
        else:
            after = position if line.kind is None else _laid(position, line.kind)
            left, useful = distance(after), useful_cards(after)
        rank = 1 + sum(other > chance for other in chances)
        rows.append(Move(line, max(0.0, odds.cost(line)), rank, left, useful))
    found = Moves(odds, tuple(rows), None)
    return replace(found, nearest=found.find("discard", first) if first is not None else None)


def _laid(position: Position, kind: int) -> Position:
    """Return the position when a carré was laid, before its replacement."""
    hand = list(position.hand)
    hand[kind] -= _CARRE
    return replace(
        position,
        hand=tuple(hand),
        laid=tuple(n + (other == kind) for other, n in enumerate(position.laid)),
        kept=tuple(min(position.kept[other], hand[other]) for other in range(KINDS)),
    )

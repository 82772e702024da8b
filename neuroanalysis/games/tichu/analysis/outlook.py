"""How likely it is that each of some plays of a hand is beaten, as the hand is held now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from neuroanalysis.games.tichu.analysis.beaten import Beaten, Unseen, beaten_many
from neuroanalysis.games.tichu.position import Cards, Combination, Position
from neuroanalysis.games.tichu.rules import PLAYERS

__all__ = ["Outlook", "outlook"]

_OTHERS = PLAYERS - 1


@dataclass(frozen=True)
class Outlook:
    """How likely it is that plays are beaten.

    Parameters
    ----------
    position
        The hand, and what was seen.
    rows
        An answer a play, in the order in which they were asked of.
    """

    position: Position
    rows: tuple[Beaten, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each other player holds, as far as the chances go."""
        return _sizes(self.position)

    @property
    def assumed(self) -> bool:
        """Whether nothing was said of these numbers, so that they are as equal as can be."""
        return not self.position.others

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "others": list(self.sizes),
            "others_assumed": self.assumed,
            "beaten": [row.to_dict() for row in self.rows],
        }


def outlook(hand: Cards | Position, plays: Iterable[Combination]) -> Outlook | None:
    """Return how likely it is that each play is beaten, exactly (clause 8.7).

    Parameters
    ----------
    hand
        See `Position.of`; with what was seen, as a position.
    plays
        Plays of its cards.

    Returns
    -------
    Outlook or None
        None where fewer cards have been seen than a hand has: then not all other hands are full, or
        something that was seen has not been said.

    Examples
    --------
    >>> position = Position.of("As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s")
    >>> found = outlook(position, [Combination.of("As-Ah-Ad"), Combination.of("Ks-Kh")])
    >>> found.sizes, [str(row.chance("anyone", bombs=False)) for row in found.rows]
    ((14, 14, 14), ['0', '13/41'])
    """
    position = Position.of(hand)
    if position.unseen.bit_count() > _OTHERS * position.rules.hand_size:
        return None
    after, partner, before = _sizes(position)
    unseen = Unseen(position.unseen, (after, partner, before), position.rules)
    return Outlook(position, beaten_many(plays, unseen))


def _sizes(position: Position) -> tuple[int, ...]:
    """Return the sizes of the other hands; the first ones in turn have a card more if need be."""
    if position.others:
        return position.others
    each, more = divmod(position.unseen.bit_count(), _OTHERS)
    return tuple(each + (place < more) for place in range(_OTHERS))

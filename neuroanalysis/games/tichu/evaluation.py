"""What an evaluation says: partitions of a hand, what it contains, its leads, as frozen values.

Nothing here searches; `scoring` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from neuroanalysis.games.tichu.pieces import PIECES
from neuroanalysis.games.tichu.position import Combination, Position
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Answers", "Controls", "Evaluation", "Leads", "Partition"]


@dataclass(frozen=True)
class Partition:
    """A hand parted into plays that use up its cards.

    Partitions are told apart by the sets of cards of their plays, and by what the Phoenix stands
    for.

    Parameters
    ----------
    plays
        The plays, rising by rank.
    """

    plays: tuple[Combination, ...]

    def __len__(self) -> int:
        """Return the number of plays."""
        return len(self.plays)

    @property
    def phoenix(self) -> int | None:
        """The rank that the Phoenix stands for; None where it is alone or not in hand."""
        return next((play.phoenix for play in self.plays if play.phoenix), None)

    def to_text(self) -> str:
        """Return its plays as text.

        Examples
        --------
        >>> Partition((Combination.of("7s-7h"), Combination.of("Dr"))).to_text()
        '7s-7h Dr'
        """
        return " ".join(play.to_text() for play in self.plays)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"text": self.to_text(), "plays": [play.to_dict() for play in self.plays]}


@dataclass(frozen=True)
class Leads:
    """A partition with fewest losing leads (clause 3.5).

    Parameters
    ----------
    partition
        The plays.
    loses
        For each play whether it is a losing lead.
    against_bombs
        Whether bombs of the cards outside count for plays that are none.
    """

    partition: Partition
    loses: tuple[bool, ...]
    against_bombs: bool

    @property
    def losing(self) -> int:
        """Number of losing leads."""
        return sum(self.loses)

    @property
    def holding(self) -> int:
        """Number of plays that win the lead themselves."""
        return len(self.loses) - self.losing

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        plays = zip(self.partition.plays, self.loses, strict=True)
        return {
            "losing": self.losing,
            "holding": self.holding,
            "against_bombs": self.against_bombs,
            "text": self.partition.to_text(),
            "plays": [play.to_dict() | {"loses": loses} for play, loses in plays],
        }


@dataclass(frozen=True)
class Controls:
    """What takes the lead back (clause 3.6).

    Parameters
    ----------
    aces
        Number of aces.
    dragon, phoenix
        Whether each is held.
    bombs
        The most bombs that can be laid one after another.
    bombs_outside
        The bombs that the unseen cards contain.
    """

    aces: int
    dragon: bool
    phoenix: bool
    bombs: int
    bombs_outside: int

    @property
    def total(self) -> int:
        """Aces, Dragon, Phoenix and bombs together."""
        return self.aces + self.dragon + self.phoenix + self.bombs

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "aces": self.aces,
            "dragon": self.dragon,
            "phoenix": self.phoenix,
            "bombs": self.bombs,
            "bombs_outside": self.bombs_outside,
            "total": self.total,
        }


@dataclass(frozen=True)
class Answers:
    """What a player in turn may lay.

    Parameters
    ----------
    position
        The question.
    plays
        What may be laid, rising; a pass besides unless he leads or is obliged.
    obliged
        Whether the wish obliges him to lay one of them.
    """

    position: Position
    plays: tuple[Combination, ...]
    obliged: bool

    @property
    def may_pass(self) -> bool:
        """Whether he may pass."""
        return self.position.trick is not None and not self.obliged

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "may_pass": self.may_pass,
            "obliged": self.obliged,
            "plays": [play.to_dict() for play in self.plays],
        }


@dataclass(frozen=True)
class Evaluation:
    """The answer to "what is this hand worth?".

    Parameters
    ----------
    position
        The question.
    fewest_plays
        The fewest plays that use up the hand.
    partitions
        The partitions into so many, or the first of them.
    partition_count
        How many there are.
    combinations
        How many combinations of each kind the hand contains.
    bombs
        The bombs that it contains.
    leads
        The partition with the fewest losing leads; None where a hand is too large to look for it.
    controls
        The control measures.
    answers
        The legal answers; None where there is no trick and no wish.
    """

    position: Position
    fewest_plays: int
    partitions: tuple[Partition, ...]
    partition_count: int
    combinations: Mapping[str, int]
    bombs: tuple[Combination, ...]
    leads: Leads | None
    controls: Controls
    answers: Answers | None

    @cached_property
    def best(self) -> Partition:
        """A partition into the fewest plays."""
        return self.partitions[0]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it; keys are the contract of the command line."""
        record: dict[str, object] = {
            "game": "tichu",
            "hand": PIECES.format(self.position.hand),
            "fewest_plays": self.fewest_plays,
            "bombs": len(self.bombs),
            "bomb_list": [bomb.to_text() for bomb in self.bombs],
            "combinations": dict(self.combinations),
            "partition_count": self.partition_count,
            "partitions": [partition.to_dict() for partition in self.partitions],
            "losing_leads": self.leads.losing if self.leads else None,
            "leads": self.leads.to_dict() if self.leads else None,
            "controls": self.controls.to_dict(),
        }
        return record | {"answers": self.answers.to_dict()} if self.answers else record

    def to_frame(self) -> pd.DataFrame:
        """Return all partitions shown as a tidy table, a row a play.

        Columns: ``partition`` (from 1), ``kind``, ``rank``, ``length``, ``cards``.
        """
        import pandas as pd

        rows = [
            (number, play.kind, play.rank, play.length, play.to_text())
            for number, partition in enumerate(self.partitions, start=1)
            for play in partition.plays
        ]
        return pd.DataFrame(rows, columns=["partition", "kind", "rank", "length", "cards"])

    def __str__(self) -> str:
        """Say the answer in one line."""
        return text(
            "tichu.evaluation.line",
            plays=self.fewest_plays,
            partition=self.best.to_text(),
            bombs=len(self.bombs),
        )

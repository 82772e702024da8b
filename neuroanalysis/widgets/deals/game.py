"""What a deal explorer has to be told of its game: questions, cards to pick, options, words.

How questions are answered is the game's own :class:`neuroanalysis.core.contract.DealsOffer`; here
is only what stands on the page round the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from neuroanalysis.core.contract import DealsOffer, RuleSet
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.selection import Selection

__all__ = ["Asked", "DealGame", "Held", "Vectors"]

R = TypeVar("R", bound=RuleSet)

Vectors = Mapping[str, Iterable[int]]
"""Counts by the picker's roles; those left out are empty."""


@dataclass(frozen=True)
class Asked(Generic[R]):
    """A question about deals.

    Parameters
    ----------
    of
        One of the game's questions.
    cards
        Cards dealt.
    rules
        The rules in force.
    """

    of: str
    cards: int
    rules: R


class Held(NamedTuple, Generic[R]):
    """A hand that was read: how many cards it has, under which rules, and how it is picked."""

    cards: int
    rules: R
    picked: Vectors


class DealGame(Protocol[R]):
    """A game, as a deal explorer knows it."""

    @property
    def words(self) -> str:
        """The catalogue's table with its words.

        What is not in it is said in the words of all games; see
        :func:`neuroanalysis.widgets.deals.words.said`.
        """
        ...

    def offer(self, rules: R) -> DealsOffer:
        """Return what the game says about deals under rules."""
        ...

    # Questions

    def question(self, of: str) -> str:
        """Say a question in words."""
        ...

    def title(self, asked: Asked[R]) -> str:
        """Say a question, of how many cards, and under which rules."""
        ...

    def logarithmic(self, of: str) -> bool:
        """Return whether a question's outcomes are too rare to be seen on an even scale."""
        ...

    # Rules

    def fields(self, rules: R) -> tuple[Sequence[str], Sequence[str]]:
        """Return fields for rules: of the choice between presets, and of single options."""
        ...

    def changed_rules(self, rules: R, do: str, value: str) -> R | None:
        """Return the rules after a request of one of the fields; None for other requests."""
        ...

    def readings(self, asked: Asked[R]) -> Sequence[tuple[str, R]]:
        """Return rules to compare with: what is changed of those in force, and the others."""
        ...

    def reading(self, point: str, rules: R) -> str:
        """Say how a point is changed from these rules."""
        ...

    # Cards

    def read(self, hand: str, asked: Asked[R]) -> Held[R]:
        """Read a hand, under the rules that it may name itself.

        Raises
        ------
        NeuroanalysisError
            For what is no hand.
        """
        ...

    def write(self, picked: Selection, asked: Asked[R]) -> str:
        """Write what is picked as a line, which `read` reads; nothing where no card is picked."""
        ...

    def lacking(self, picked: Selection, asked: Asked[R]) -> str:
        """Say what has to be picked first, where `write` has nothing to write without it."""
        ...

    def picker(
        self,
        asked: Asked[R],
        picked: Vectors,
        random: np.random.Generator,
        parse: Callable[[str], Vectors],
    ) -> PickerGame:
        """Return what the picker has to be told.

        Parameters
        ----------
        asked
            What is asked: hands of so many cards are dealt.
        picked
            What is picked, where that changes what cards look like.
        random
            What hands are dealt with.
        parse
            Reads the picker's text box.
        """
        ...

    def looks(self, asked: Asked[R], picked: Vectors) -> object:
        """Return what cards look like by, besides their kinds: something that can be compared."""
        ...

    def gone(self, gone: Sequence[int]) -> str:
        """Say which cards a change of rules took away, and how they come back."""
        ...

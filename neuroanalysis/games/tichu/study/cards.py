"""What a card is worth: rounds with it and without it, but for that the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked, entries
from neuroanalysis.core.chunks import Control
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.rounds.simulation import HowToWork
from neuroanalysis.core.seeds import round_key, round_seed, shuffled, tickets
from neuroanalysis.core.study import (
    FEWEST_ROUNDS,
    LEVEL,
    MOST_ROUNDS,
    MOST_SEED,
    Part,
    heading,
    interval_text,
    mean_of,
    plain,
    round_parts,
)
from neuroanalysis.core.work import run
from neuroanalysis.games.tichu.pieces import CARDS, PIECES, bits_of, kind_name
from neuroanalysis.games.tichu.policies import Skill, played
from neuroanalysis.games.tichu.rules import GAME, PLAYERS, Rules
from neuroanalysis.games.tichu.study.rounds import Table
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CardValues", "value_of_cards"]

_EDITION: Final = 1
_SPECIAL: Final = ("MJ", "Dog", "Ph", "Dr")


@dataclass(frozen=True)
class CardValues:
    """What cards are worth to whom they are dealt.

    Parameters
    ----------
    lead
        By card: what a team has more than the other when one of its players is dealt the card, less
        what it has on the same deal in which another player has it, and he an ordinary card of that
        player's instead. Another player is the partner as often as either opponent.
    first_out
        By card: how much more often that player is first out.
    rounds, seed
        Of the simulation.
    """

    lead: Mapping[int, Estimate]
    first_out: Mapping[int, Estimate]
    rounds: int
    seed: int

    def to_frame(self) -> pd.DataFrame:
        """Return one row a card, by its code: ``lead`` and ``first_out``, Estimates."""
        import pandas as pd

        rows = {
            PIECES.codes[card]: {"lead": self.lead[card], "first_out": self.first_out[card]}
            for card in self.lead
        }
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("card")

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "game": GAME,
            "rounds": self.rounds,
            "seed": self.seed,
            "level": LEVEL,
            "cards": {
                PIECES.codes[card]: {
                    "lead": plain(self.lead[card]),
                    "first_out": plain(self.first_out[card]),
                }
                for card in self.lead
            },
        }

    def __str__(self) -> str:
        """Say what each card is worth."""
        lines = [heading("tichu.study.cards", self.rounds, self.seed)]
        lines += [
            text("tichu.study.card", card=kind_name(card), lead=interval_text(lead))
            for card, lead in self.lead.items()
        ]
        return "\n".join(lines)


@checked
def value_of_cards(
    cards: str | Sequence[str] = _SPECIAL,
    *,
    policy: str | Skill = "planner",
    rules: Rules | None = None,
    rounds: int = 2000,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> CardValues:
    """Estimate what it is worth to be dealt a card, all else equal.

    Parameters
    ----------
    cards
        Codes, in a list or as text; the four special cards by default.
    policy
        How all four play.
    rules, rounds, seed, **work
        See `~.simulate.simulate`.

    Raises
    ------
    CardError
        For an unknown card.

    Examples
    --------
    >>> found = value_of_cards(["As", "2s"], rounds=1000, workers=1)
    >>> ace, two = found.lead.values()
    >>> ace.interval.low > two.interval.high
    True
    """
    check_whole("rounds", rounds, FEWEST_ROUNDS, MOST_ROUNDS)
    check_whole("seed", seed, 0, MOST_SEED)
    codes = cards.split() if isinstance(cards, str) else entries("cards", cards)
    kinds = list(dict.fromkeys(PIECES.kind(code) for code in codes))
    table = Table.of([policy] * PLAYERS, rules).to_mapping()
    key = {"game": GAME, "edition": _EDITION, "seed": seed, "cards": kinds, **table}
    parts = round_parts(json.dumps(table | {"cards": kinds}), seed, 0, rounds)
    whole = np.concatenate(run(_play, parts, key=key, **work), axis=1)
    return CardValues(
        {card: mean_of(whole[at, :, 0], seed) for at, card in enumerate(kinds)},
        {card: mean_of(whole[at, :, 1], seed) for at, card in enumerate(kinds)},
        rounds,
        seed,
    )


def _play(part: Part, control: Control) -> NDArray[np.int64]:
    """Play a chunk's rounds with and without each card: (cards, rounds, 2) differences."""
    from neuroanalysis.games.tichu._kernels import rounds

    said = json.loads(part.table)
    table, numbers = Table.from_mapping(said), range(part.begin, part.stop)
    seeds = [round_seed(part.seed, number) for number in numbers]
    keys = [round_key(one) for one in seeds]
    found = np.zeros((len(said["cards"]), len(numbers), 2), dtype=np.int64)
    for at, card in enumerate(said["cards"]):
        both = [_swapped(card, one, table.rules) for one in seeds]
        for side, sign in ((0, 1), (1, -1)):
            hands = np.array([pair[side] for pair in both], dtype=np.int64)
            ended = played(hands, keys, table.players, table.rules, progress=control.array)
            control.check()
            found[at, :, 0] += sign * (ended.points[:, 0] - ended.points[:, 1])
            found[at, :, 1] += sign * (ended.told[:, 0, rounds.PLACE] == 1)
    return found


def _swapped(card: int, seed: int, rules: Rules) -> list[list[tuple[int, int]]]:
    """Return the hands of a deal in which the first player has a card, and has another instead."""
    order, size = list(shuffled(range(CARDS), seed)), rules.hand_size
    place = order.index(card)
    own, seat, theirs = tickets(3, seed, 1)
    if place < size:
        elsewhere = size + (seat % (PLAYERS - 1)) * size + theirs % size
    else:
        elsewhere, place = place, own % size
    # Now the card lies at one of these two places of the deal; its owner is whoever has the first.
    swapped = list(order)
    swapped[place], swapped[elsewhere] = order[elsewhere], order[place]
    with_it, without = (order, swapped) if order[place] == card else (swapped, order)
    return [_hands(with_it, rules), _hands(without, rules)]


def _hands(order: Sequence[int], rules: Rules) -> list[tuple[int, int]]:
    size, first = rules.hand_size, rules.first_cards
    own = [order[size * seat : size * (seat + 1)] for seat in range(PLAYERS)]
    return [(bits_of(cards[:first]), bits_of(cards)) for cards in own]

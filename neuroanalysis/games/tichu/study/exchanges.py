"""Which cards to give: ways of giving ranked by what they bring on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.core.rounds.simulation import HowToWork
from neuroanalysis.core.study import LEVEL, heading, interval_text, mean_of, plain
from neuroanalysis.errors import InputError
from neuroanalysis.games.tichu.pieces import PIECES, cards_of
from neuroanalysis.games.tichu.policies import Skill
from neuroanalysis.games.tichu.rules import GAME, Rules
from neuroanalysis.games.tichu.study.hands import Asked, Cards, check_size, hand_bits, play_hand
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ExchangeRanking", "Given", "rank_exchanges"]

_FOR_OPPONENTS: Final = 3
_FOR_PARTNER: Final = 3


@dataclass(frozen=True)
class Given:
    """A way of giving, and what it brings.

    Parameters
    ----------
    cards
        To the next player, the partner and the one before.
    lead
        What the hand's team has more than the other, a round.
    behind
        How much the best way of all has more, on the same deals; 0 for itself.
    """

    cards: tuple[int, int, int]
    lead: Estimate
    behind: Estimate


@dataclass(frozen=True)
class ExchangeRanking:
    """Ways of giving, the best first.

    Parameters
    ----------
    hand
        As bits.
    ways
        The best first. Of many ways the best one's mean is rather too high: it was lucky as well.
    rounds, seed
        Of the simulation, each way.
    """

    hand: int
    ways: tuple[Given, ...]
    rounds: int
    seed: int

    def to_frame(self) -> pd.DataFrame:
        """Return one row a way: ``to_next``, ``to_partner``, ``to_previous``, ``lead``, ``behind``.

        Cards are codes; the others are Estimates.
        """
        import pandas as pd

        names = ("to_next", "to_partner", "to_previous")
        return pd.DataFrame(
            [
                dict(zip(names, (PIECES.codes[card] for card in one.cards), strict=True))
                | {"lead": one.lead, "behind": one.behind}
                for one in self.ways
            ],
            columns=[*names, "lead", "behind"],
        )

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "game": GAME,
            "rounds": self.rounds,
            "seed": self.seed,
            "level": LEVEL,
            "ways": [
                {
                    "cards": [PIECES.codes[card] for card in one.cards],
                    "lead": plain(one.lead),
                    "behind": plain(one.behind),
                }
                for one in self.ways
            ],
        }

    def __str__(self) -> str:
        """Say each way, the best first."""
        lines = [heading("tichu.study.exchanges", self.rounds, self.seed)]
        for one in self.ways:
            to_next, to_partner, to_previous = (PIECES.codes[card] for card in one.cards)
            lines.append(
                text(
                    "tichu.study.given",
                    next=to_next,
                    partner=to_partner,
                    previous=to_previous,
                    lead=interval_text(one.lead),
                    behind=interval_text(one.behind),
                )
            )
        return "\n".join(lines)


@checked
def rank_exchanges(
    hand: Cards,
    ways: Sequence[str] | None = None,
    *,
    policy: str | Skill = "planner",
    rules: Rules | None = None,
    rounds: int = 500,
    seed: int = 0,
    **work: Unpack[HowToWork],
) -> ExchangeRanking:
    """Rank ways of giving three cards by simulated rounds on the same deals.

    Parameters
    ----------
    hand
        14 cards before the exchange.
    ways
        Each three cards, to the next player, the partner and the one before: ``"2s As 3h"``. If
        None, those are tried that give opponents of the three cards that are missed least, and the
        partner of three that are good to have, as a planner weighs them; calls are not made.
    policy, rules, rounds, seed, **work
        See `~.calls.first_out`.

    Raises
    ------
    InputError
        For another number of cards, or a way that does not give three cards of the hand.

    Examples
    --------
    >>> hand = "Dr Ac Ks Kh Qd Js Th 9d 8c 7s 7h 4d 3c 2s"
    >>> found = rank_exchanges(hand, ["2s Qd 3c", "Dr Qd Ac"], rounds=100, workers=1)
    >>> [PIECES.codes[card] for card in found.ways[0].cards]
    ['2s', 'Qd', '3c']
    """
    bits, rules = hand_bits(hand), Rules.or_default(rules)
    check_size(bits, rules.hand_size)
    three = _ways(bits, rules) if ways is None else [_read(one, bits) for one in ways]
    if not three:
        raise InputError("tichu.study.no_ways")
    found = play_hand(
        bits,
        [Asked(call=0, give=one) for one in three],
        policy=policy,
        rules=rules,
        rounds=rounds,
        seed=seed,
        **work,
    )
    order = np.argsort(-found.lead.sum(axis=1), kind="stable").tolist()
    best = found.lead[order[0]]
    given = tuple(
        Given(three[at], mean_of(found.lead[at], seed), mean_of(best - found.lead[at], seed))
        for at in order
    )
    return ExchangeRanking(bits, given, rounds, seed)


def _read(words: str, hand: int) -> tuple[int, int, int]:
    codes = words.replace(",", " ").split()
    cards = [PIECES.kind(code, place) for place, code in enumerate(codes, start=1)]
    if len({*cards}) != 3 or len(cards) != 3 or not all(hand >> card & 1 for card in cards):
        raise InputError("tichu.study.way", value=words)
    return cards[0], cards[1], cards[2]


def _ways(hand: int, rules: Rules) -> list[tuple[int, int, int]]:
    """Return the ways that give what is missed least, and to the partner what is good to have."""
    from neuroanalysis.games.tichu._kernels import players as kernel

    space, numbers, left = kernel.make_space(), rules.to_arrays().numbers, {}
    for card in cards_of(hand):
        sight = np.zeros(kernel.SIGHT, dtype=np.int64)
        sight[kernel.HAND] = hand & ~(1 << card)
        left[card] = kernel.hand_cost(sight, numbers, space)

    def best(share: float, n: int) -> list[int]:
        return sorted(left, key=lambda card: left[card] - share * kernel.worth_to_hold(card))[:n]

    low, high = best(-1.2, _FOR_OPPONENTS), best(0.8, _FOR_PARTNER)
    return [
        (one, partner, other)
        for one, partner, other in product(low, high, low)
        if len({one, partner, other}) == 3
    ]

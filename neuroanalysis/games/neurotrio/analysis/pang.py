"""Whether to take a discard: the chance with it against the chance without, and what decides.

A panged card is face up and may never be discarded, but taking it costs no draw. `pang_or_not`
compares the two for one discard; `offered` is a turn in which several cards may be taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Computed, number_text
from neuroanalysis.core.options import check_whole
from neuroanalysis.core.work import Cancel
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.neurotrio.analysis.chances import MODELS, Line, Odds
from neuroanalysis.games.neurotrio.analysis.draw_tree import DrawTree, Worth
from neuroanalysis.games.neurotrio.analysis.odds import (
    POINTS_ROUNDING,
    ROUNDING,
    SAMPLES,
    asked_position,
    check_playing,
    checked_model,
    odds,
    played_out,
)
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.games.neurotrio.position import Cards, Position
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.games.neurotrio.analysis.odds import How, Playing

__all__ = ["MOST_OFFERS", "Pang", "offered", "pang_or_not"]

MOST_OFFERS: Final = 10


@dataclass(frozen=True)
class Pang:
    """Taking a discard compared with leaving it, with equally many draws to come.

    Parameters
    ----------
    position
        The hand between turns to which the card is offered.
    kind
        The card.
    take
        What becomes of the hand with the card, which is kept: all moves, best first.
    leave
        What becomes of the hand without it.
    free
        What would become of it if the card might be discarded later: what that rule costs.
    """

    position: Position
    kind: int
    take: Odds
    leave: Odds
    free: Odds

    @property
    def card(self) -> str:
        """The code of the card."""
        return PIECES.codes[self.kind]

    @cached_property
    def taking(self) -> bool:
        """Whether taking it is better: by the chance, and where that is the same by points."""
        return self.take.best.rank > self.leave.best.rank

    @property
    def reason(self) -> str:
        """What decides: ``"finish"``, ``"chance"``, ``"points"`` or ``"equal"``."""
        if self.take.best.action == "finish":
            return "finish"
        mine, other = self.take.best.rank, self.leave.best.rank
        if mine[0] != other[0]:
            return "chance"
        return "points" if mine[1] != other[1] else "equal"

    def __str__(self) -> str:
        """Say what to do and why."""
        return self.why()

    def why(self) -> str:
        """Say what to do and why, with the numbers, in the language in force."""
        take, leave = self.take.best, self.leave.best
        said = text(
            f"neurotrio.pang.{self.reason}",
            do=text(f"neurotrio.pang.{'take' if self.taking else 'leave'}", card=self.card),
            card=self.card,
            draws=self.take.draws,
            minimum=self.position.minimum,
            taken=_percent(take.chances[-1]),
            left=_percent(leave.chances[-1]),
            taken_points=number_text(take.rank[1]),
            left_points=number_text(leave.rank[1]),
        )
        lost = self.free.best.chances[-1] - take.chances[-1]
        if round(lost, 4) > 0:
            said += " " + text("neurotrio.pang.kept", card=self.card, lost=_percent(lost))
        for way in (self.take, self.leave):
            if not isinstance(way.best.chance, Computed):
                sampled = way.best.chance[-1]
                return said + " " + text("neurotrio.pang.sampled", n=sampled.n, seed=sampled.seed)
        return said

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "card": self.card,
            "take": self.taking,
            "reason": self.reason,
            "why": self.why(),
            "taken": self.take.to_dict(),
            "left": self.leave.to_dict(),
        }


@checked
def pang_or_not(
    position: Cards | Position,
    discard: str,
    draws: int = 2,
    minimum: int | None = None,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
    **how: Unpack[How],
) -> Pang:
    """Compare taking another player's discard with leaving it.

    Parameters
    ----------
    position, minimum, rules, laid, kept, seen
        A hand between turns; see `odds`. The discard is not among the cards seen.
    discard
        The card offered, one code.
    draws
        Draws still to come, the same either way: taking costs none.
    **how
        ``model``, ``samples``, ``seed``, ``solution``, ``cancel``: see `odds`.

    Returns
    -------
    Pang

    Raises
    ------
    CardError, InputError
        For a card that cannot be (all its copies are held, laid or seen), and as `odds`.

    Notes
    -----
    Rules page, section "Play": who pangs is the active player, and may finish, lay or discard, but
    never discard that card. Both ways are played at best afterwards; further pangs are left out.

    Examples
    --------
    >>> pang = pang_or_not("1cn*3 1cv*3 1cb*3 2cn*3 2cv", "2cv", 1, 18)
    >>> pang.taking, pang.reason
    (True, 'finish')
    """
    held = asked_position(position, minimum, rules=rules, laid=laid, kept=kept, seen=seen)
    _check_between_turns(held)
    cards = PIECES.parse(discard)
    if cards.sum() != 1:
        raise InputError("input.one_card", value=discard)
    kind = int(np.flatnonzero(cards)[0])
    # The position with one more copy seen says what is wrong when there is none.
    leave = replace(held, seen=_one_more(held.seen, kind))
    free = replace(held, hand=_one_more(held.hand, kind))
    take = replace(free, kept=_one_more(held.kept, kind))
    answers = [odds(way, draws, **how) for way in (take, leave, free)]
    return Pang(held, kind, *answers)


@checked
def offered(
    position: Cards | Position,
    offers: int,
    draws: int = 1,
    minimum: int | None = None,
    *,
    rules: Rules | None = None,
    laid: Cards = "",
    kept: Cards = "",
    seen: Cards = "",
    **how: Unpack[How],
) -> Odds:
    """Return the chance to finish within some draws when discards may be taken before each.

    Before each draw the player is offered so many cards one after the other, each any unseen card;
    he may take one of them at most, without knowing those to come, and then may never discard it.

    Parameters
    ----------
    position, draws, minimum, rules, laid, kept, seen
        A hand between turns; see `odds`.
    offers
        0 to 10: the discards of so many turns of others.
    **how
        ``model``, ``samples``, ``seed``, ``solution``, ``cancel``: see `odds`. Without replacement
        a card that is not taken never comes back.

    Returns
    -------
    Odds
        One draw where discards return: computed by search. Else estimated: played out with the
        solved solitaire's moves, a card being taken when that betters its chance: a lower bound.

    Raises
    ------
    CardError, InputError
        For another number of cards or of offers, and as `odds`.
    Cancelled
        When it was cancelled.

    Examples
    --------
    >>> hand = "1cn*3 1cv*3 1cb*3 2cn*3 2cv"
    >>> none, three = (offered(hand, n, minimum=20).best.chances[0] for n in (0, 3))
    >>> f"{none:.3f} {three:.3f}"
    '0.411 0.879'
    """
    held = asked_position(position, minimum, rules=rules, laid=laid, kept=kept, seen=seen)
    _check_between_turns(held)
    check_whole("offers", offers, 0, MOST_OFFERS)
    check_playing(how.get("samples", SAMPLES), how.get("seed", 0))
    model = checked_model(how.get("model", MODELS[0]))
    if draws > 1 or model == "without-replacement":
        return played_out(
            held, model, draws, offers=offers, unsolved="input.unsolved_playout", **_playing(how)
        )
    waiting = _worth(held, how.get("cancel"))
    unseen = replace(held, seen=(0,) * KINDS).unseen
    taken = [
        (unseen[kind], _worth(_taken(held, kind), how.get("cancel")))
        for kind in range(KINDS)
        if unseen[kind]
    ]
    for _ in range(offers if taken else 0):
        waiting = _mean([(n, _better(worth, waiting)) for n, worth in taken])
    line = Line(
        Computed([waiting.chance], ROUNDING),
        Computed([waiting.points], POINTS_ROUNDING),
        Computed([waiting.most_points], POINTS_ROUNDING),
    )
    return Odds(held, "discards-return", 1, "search", (line,))


def _playing(how: How) -> Playing:
    """Return what playing out needs of it."""
    return {
        "samples": how.get("samples", SAMPLES),
        "seed": how.get("seed", 0),
        "solution": how.get("solution"),
        "cancel": how.get("cancel"),
    }


def _worth(position: Position, cancel: Cancel | None) -> Worth:
    """Return what a hand is worth within one draw more where discards return."""
    tree = DrawTree(
        position.rules,
        position.counts[np.newaxis],
        position.laid_counts[np.newaxis],
        None,
        np.array(position.kept, dtype=np.uint8),
        1,
        position.minimum,
        cancel,
        after_draw=position.to_discard,
    )
    return tree.worth(0, 1)


def _better(one: Worth, other: Worth) -> Worth:
    best = max(one, other, key=lambda worth: worth.rank)
    return best._replace(most_points=max(one.most_points, other.most_points))


def _mean(weighted: Sequence[tuple[int, Worth]]) -> Worth:
    total = sum(n for n, _ in weighted)
    return Worth(*(sum(n * worth[i] for n, worth in weighted) / total for i in range(3)))


def _taken(held: Position, kind: int) -> Position:
    return replace(
        held,
        hand=_one_more(held.hand, kind),
        kept=_one_more(held.kept, kind),
        seen=(0,) * KINDS,
    )


def _one_more(counts: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def _check_between_turns(position: Position) -> None:
    wanted = position.rules.hand_size - 3 * sum(position.laid)
    if sum(position.hand) != wanted:
        question = text("neurotrio.question.pang")
        raise CardError("card.few", n=sum(position.hand), question=question, accepted=wanted)


def _percent(share: float) -> str:
    return f"{number_text(100 * share, 3)} %"

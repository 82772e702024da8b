"""The chance to be first out with a hand, and whether to call: by the points that it brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.intervals import Estimate, number_text
from neuroanalysis.core.rounds.simulation import HowToWork
from neuroanalysis.core.study import (
    LEVEL,
    heading,
    interval_text,
    mean_of,
    percent_text,
    plain,
    share_of,
)
from neuroanalysis.games.tichu.policies import Skill
from neuroanalysis.games.tichu.rules import GAME, Rules
from neuroanalysis.games.tichu.study.hands import (
    Asked,
    Cards,
    HandRounds,
    check_size,
    hand_bits,
    play_hand,
)
from neuroanalysis.games.tichu.study.rounds import CALLS
from neuroanalysis.texts import text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CallAdvice", "CallResult", "first_out", "whether_to_call"]


@dataclass(frozen=True)
class CallResult:
    """What calling brings, or calling nothing.

    Parameters
    ----------
    first_out
        How often the hand is first out.
    lead
        What the hand's team has more than the other, a round.
    gain
        That less what calling nothing brings, on the same deals; None for calling nothing.
    break_even
        At which share of first places the call would bring as much as none: half, moved by what the
        call changes besides (how the others play against it, and what the partner gives up). None
        for calling nothing, or a call that is worth nothing.
    """

    first_out: Estimate
    lead: Estimate
    gain: Estimate | None = None
    break_even: float | None = None


@dataclass(frozen=True)
class CallAdvice:
    """A hand played with each call and without any.

    Parameters
    ----------
    hand
        As bits.
    results
        By call: ``none``, ``tichu``, and ``grand_tichu`` for a hand of first cards.
    rounds, seed
        Of the simulation.
    """

    hand: int
    results: Mapping[str, CallResult]
    rounds: int
    seed: int

    @property
    def best(self) -> str:
        """The call of the highest mean; whether it is surely better, the intervals of gains say."""
        return max(self.results, key=lambda call: self.results[call].lead.value)

    def to_frame(self) -> pd.DataFrame:
        """Return one row a call: ``first_out``, ``lead``, ``gain``, ``break_even``."""
        import pandas as pd

        rows = {call: vars(one) for call, one in self.results.items()}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("call")

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "game": GAME,
            "rounds": self.rounds,
            "seed": self.seed,
            "level": LEVEL,
            "calls": {
                call: {
                    "first_out": plain(one.first_out),
                    "lead": plain(one.lead),
                    "gain": None if one.gain is None else plain(one.gain),
                    "break_even": one.break_even,
                }
                for call, one in self.results.items()
            },
            "best": self.best,
        }

    def __str__(self) -> str:
        """Say what each call brings."""
        lines = [heading("tichu.study.calls", self.rounds, self.seed)]
        for call, one in self.results.items():
            said = text(
                "tichu.study.call_result",
                call=text(f"tichu.call.{call}"),
                finished=percent_text(one.first_out),
                lead=interval_text(one.lead),
            )
            if one.gain is not None:
                said += text("tichu.study.gain", gain=interval_text(one.gain))
            if one.break_even is not None:
                said += text("tichu.study.even", share=number_text(100 * one.break_even, 3))
            lines.append(said)
        return "\n".join(lines)


@checked
def first_out(
    hand: Cards,
    *,
    policy: str | Skill = "planner",
    rules: Rules | None = None,
    rounds: int = 2000,
    seed: int = 0,
    exchanged: bool = False,
    **work: Unpack[HowToWork],
) -> Estimate:
    """Estimate the chance to be first out with a hand, calling nothing.

    Parameters
    ----------
    hand
        The first cards (8 by default) or all 14, before the exchange; the others are dealt.
    policy
        How all four play.
    rules, rounds, seed, **work
        See `~.simulate.simulate`.
    exchanged
        Whether the 14 cards are those after the exchange; the other hands are dealt all the same.

    Raises
    ------
    InputError
        For another number of cards.

    Examples
    --------
    >>> strong = first_out("Dr Ph As Ah Ad Ac Ks Kh Kd Qs Qh Qd 9s 9h", rounds=100, workers=1)
    >>> strong.value > 0.6, strong.n
    (True, 100)
    """
    found = _played(hand, (0,), policy, rules, rounds, seed, exchanged, work)
    return share_of(found.first_out[0], seed)


@checked
def whether_to_call(
    hand: Cards,
    *,
    policy: str | Skill = "planner",
    rules: Rules | None = None,
    rounds: int = 2000,
    seed: int = 0,
    exchanged: bool = False,
    **work: Unpack[HowToWork],
) -> CallAdvice:
    """Compare calling with calling nothing, on the same deals and with the same luck.

    Parameters are those of `first_out`. With the first cards Grand Tichu is weighed, and Tichu
    called later; with 14 cards Tichu alone. Under ``tichu_before_exchange`` Tichu is called before
    the exchange, else in turn before the first card.

    Examples
    --------
    >>> advice = whether_to_call("Dr Ph As Ah Ad Ac Ks Kh", rounds=100, workers=1)
    >>> advice.best, list(advice.results)
    ('grand_tichu', ['none', 'tichu', 'grand_tichu'])
    """
    bits, chosen = hand_bits(hand), Rules.or_default(rules)
    # With all cards in the first ones nothing tells the two apart but what they are worth.
    grand = bits.bit_count() == chosen.first_cards
    codes = (0, 1, 2) if grand else (0, 1)
    found = _played(hand, codes, policy, chosen, rounds, seed, exchanged, work)
    worth = (0, chosen.tichu_points, chosen.grand_tichu_points)
    results = {}
    for code in codes:
        lead, share = mean_of(found.lead[code], seed), share_of(found.first_out[code], seed)
        if code == 0:
            results[CALLS[code]] = CallResult(share, lead)
            continue
        gains = found.lead[code] - found.lead[0]
        even = None
        if worth[code]:
            besides = float((gains - found.call_points[code]).mean())
            even = (1 - besides / worth[code]) / 2
        results[CALLS[code]] = CallResult(share, lead, mean_of(gains, seed), even)
    return CallAdvice(bits, results, rounds, seed)


def _played(
    hand: Cards,
    codes: tuple[int, ...],
    policy: str | Skill,
    rules: Rules | None,
    rounds: int,
    seed: int,
    exchanged: bool,
    work: HowToWork,
) -> HandRounds:
    bits, rules = hand_bits(hand), Rules.or_default(rules)
    sizes = {rules.hand_size} if exchanged else {rules.first_cards, rules.hand_size}
    check_size(bits, *sorted(sizes))
    return play_hand(
        bits,
        [Asked(call=code) for code in codes],
        policy=policy,
        rules=rules,
        rounds=rounds,
        seed=seed,
        exchanged=exchanged,
        **work,
    )

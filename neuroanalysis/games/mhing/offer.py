"""Mhing as the command line and the notebooks know it: the contract of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.core import options
from neuroanalysis.core.asking import one_of, position_of_record, position_of_text, whole_field
from neuroanalysis.core.contract import (
    USUAL_DRAWS,
    ResultTable,
    Solitaire,
    UsualRounds,
    WarmUp,
)
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.rule_sets import layered
from neuroanalysis.errors import InputError
from neuroanalysis.games.mhing.analysis import (
    MODELS,
    Discards,
    Goals,
    Odds,
    Outlook,
    choose_goal,
    deal_distribution,
    discards,
    odds,
    outcome_of,
    outlook,
    questions,
    sample_deals,
)
from neuroanalysis.games.mhing.analysis.deals import EXACT_QUESTIONS, Question, card_limits
from neuroanalysis.games.mhing.analysis.odds import SAMPLES, without
from neuroanalysis.games.mhing.evaluation import Evaluation
from neuroanalysis.games.mhing.policies import PLAYERS_KNOWN
from neuroanalysis.games.mhing.position import Position
from neuroanalysis.games.mhing.rules import GAME, PRESETS, Rules
from neuroanalysis.games.mhing.scoring import LIMIT, complete_many, evaluate, evaluate_many
from neuroanalysis.games.mhing.study import (
    TARGETS,
    MinimumDesign,
    Simulation,
    design_minimum,
    simulate,
)
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.contract import DesignOptions, SimulateOptions
    from neuroanalysis.core.work import Options

__all__ = ["MHING", "Advised", "Chances", "Mhing", "MhingRuled"]

_ALL: Final = "all"
_MOST_CREDITS: Final = 999


@dataclass(frozen=True)
class Advised:
    """An evaluation, and what would better the hand.

    Parameters
    ----------
    evaluation
        What the hand is worth.
    advice
        The discards where one is due, else what brings the hand nearer; None where it was not
        asked.
    after
        Of a hand to discard from that is not complete, what brings it nearer after the best
        discard.
    """

    evaluation: Evaluation
    advice: Discards | Outlook | None = None
    after: Outlook | None = None

    @property
    def position(self) -> Position:
        """The question."""
        return self.evaluation.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the evaluation's fields, then those of the advice.

        What holds after the best discard stands in ``after``.
        """
        record = self.evaluation.to_dict()
        if self.advice is not None:
            record |= self.advice.to_dict()
        return record if self.after is None else record | {"after": self.after.to_dict()}


@dataclass(frozen=True)
class Chances:
    """The chances of a hand, and what comes of the goals that it may be played for.

    Parameters
    ----------
    odds
        The chance to win, and the points to expect.
    goals
        Quick and rich hands compared; None where it was not asked.
    """

    odds: Odds
    goals: Goals | None = None

    @property
    def position(self) -> Position:
        """The question."""
        return self.odds.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the fields of the odds, and ``goals`` with those of goals."""
        record = self.odds.to_dict()
        return record if self.goals is None else record | {"goals": self.goals.to_dict()}


@dataclass(frozen=True)
class MhingRuled:
    """Mhing under rules: `rules` are what `layers` make of the default ones."""

    rules: Rules
    layers: tuple[Mapping[str, object], ...] = ()

    def ask(
        self,
        source: str,
        parts: Mapping[str, str] | None = None,
        *,
        limit: int = LIMIT,
        advice: bool = True,
    ) -> Advised:
        """Answer a hand or a position's text; see :class:`neuroanalysis.core.contract.Ruled`.

        Examples
        --------
        >>> Mhing().under({"flowers": 2}).ask("123456789m 11p 567p F").evaluation.credits
        7
        """
        return _answer(self._position(source, parts or {}), limit=limit, advice=advice)

    def ask_record(
        self, record: Mapping[str, object], *, limit: int = LIMIT, advice: bool = False
    ) -> Advised:
        """Answer a JSON object; see :class:`neuroanalysis.core.contract.Ruled`.

        Examples
        --------
        >>> record = {"hand": "123456789m 11p 567p F", "rules": {"flowers": 2}}
        >>> Mhing().under().ask_record(record).evaluation.points
        32
        """
        return _answer(self._position_of_record(record), limit=limit, advice=advice)

    def _position(self, source: str, parts: Mapping[str, str]) -> Position:
        position = position_of_text(Position.from_text, source, parts, self.rules)
        rules = layered(position.rules, *self.layers)
        return position if rules == position.rules else replace(position, rules=rules)

    def _position_of_record(self, record: Mapping[str, object]) -> Position:
        return position_of_record(Position.from_mapping, record, self.rules)

    @property
    def odds_models(self) -> tuple[str, ...]:
        """The models of what is drawn; see `odds`."""
        return MODELS

    @property
    def usual_draws(self) -> int:
        """How many draws are told of where nothing else is asked."""
        return USUAL_DRAWS

    def odds(
        self,
        source: str,
        parts: Mapping[str, str] | None = None,
        *,
        draws: int = 1,
        model: str = MODELS[0],
        samples: int = SAMPLES,
        seed: int = 0,
    ) -> Chances:
        """Return the chance to win within some draws; see `analysis.odds.odds`.

        A part ``minimum`` is the credits asked to go out. A part ``goals`` asks for a comparison of
        goals besides: ``all`` that are near, or their names, separated by commas; see
        `analysis.goals.choose_goal`.

        Examples
        --------
        >>> print(Mhing().under().odds("123456789m 11z 23p", {"minimum": "5"}).odds.chance)
        0.07933 (computed, error at most 10⁻¹²)
        """
        given = dict(parts or {})
        minimum, aims = given.pop("minimum", None), given.pop("goals", None)
        position = self._position(source, given)
        return _chances(position, draws, minimum, model, samples, seed, aims)

    def odds_record(
        self, record: Mapping[str, object], *, samples: int = SAMPLES, seed: int = 0
    ) -> Chances:
        """Return the same for a JSON object with ``draws``, ``minimum``, ``model``, ``goals``."""
        position = self._position_of_record(record)
        draws = whole_field(record, "draws", 1)
        aims, model = record.get("goals"), record.get("model", MODELS[0])
        return _chances(position, draws, record.get("minimum"), model, samples, seed, aims)

    @property
    def skills(self) -> tuple[str, ...]:
        """The names of the players."""
        return PLAYERS_KNOWN

    @property
    def design_targets(self) -> tuple[str, ...]:
        """What can be made equal among the players of a table."""
        return TARGETS

    @property
    def usual_rounds(self) -> UsualRounds:
        """How many rounds are played where nothing else is asked: some ten a second."""
        return UsualRounds(simulated=200, designed=200)

    def simulate(
        self,
        players: Sequence[str],
        minimums: Sequence[int] | None = None,
        **how: Unpack[SimulateOptions],
    ) -> Simulation:
        """Play rounds; see `study.simulate`.

        The credits asked are the same for all and an option of the rules, so `minimums` are
        refused.
        """
        if minimums is not None:
            raise InputError("mhing.minimums")
        return simulate(players, rules=self.rules, **how)

    def design(
        self, players: Sequence[str], target: str, **how: Unpack[DesignOptions]
    ) -> MinimumDesign:
        """Find the credits to ask with which players are equal; see `study.design_minimum`."""
        return design_minimum(players, target, rules=self.rules, **how)

    @property
    def solitaire(self) -> Solitaire | None:
        """Mhing is not solved for one player alone."""
        return None

    def deal_questions(self) -> tuple[str, ...]:
        """Return all that may be asked of a deal under these rules."""
        return questions(self.rules)

    def exact_questions(self) -> tuple[str, ...]:
        """Return what is counted exactly."""
        return EXACT_QUESTIONS

    def hand_questions(self) -> tuple[str, ...]:
        """Return what may be asked of a single hand: not what it wins at last."""
        return EXACT_QUESTIONS

    def card_limits(self, of: str) -> tuple[int, int]:
        """Return of how few and of how many cards a question can be asked."""
        return card_limits(of, self.rules)

    def cards_dealt(self, of: str, cards: int | None) -> int:
        """Return how many cards are meant, flowers apart: those given, or as many as are dealt."""
        size = self.rules.hand_size if cards is None else cards
        return Question(of, size, self.rules).cards

    def deals(self, of: str, cards: int | None = None, **how: Unpack[Options]) -> Distribution:
        """Return how many of all deals have each outcome; see `deal_distribution`."""
        return deal_distribution(of, cards, self.rules, **how)

    def sampled_deals(
        self,
        of: str,
        cards: int | None = None,
        *,
        samples: int,
        seed: int,
        players: int = 1,
        **how: Unpack[Options],
    ) -> SampledDistribution:
        """Return how often each outcome occurs in random deals; see `sample_deals`.

        Each hand is dealt from a whole pack: whatever others are dealt, a hand is any 13 cards that
        are no flower (clause 7.1), so dealing several together would tell nothing more.
        """
        if players != 1:
            raise InputError("mhing.deals.together", n=players)
        return sample_deals(of, cards, self.rules, samples=samples, seed=seed, **how)

    def hand_size(self, hand: str) -> int:
        """Return how many cards a hand has, flowers apart."""
        return self._position(hand, {}).cards

    def outcome(self, hand: str, of: str) -> Outcome:
        """Return what a hand would be counted as; see `outcome_of`."""
        return outcome_of(self._position(hand, {}), of)


@dataclass(frozen=True)
class Mhing:
    """The game as :class:`neuroanalysis.core.contract.Game` describes it."""

    name: str = GAME

    @property
    def presets(self) -> Mapping[str, Rules]:
        """The named rule sets, the default first."""
        return PRESETS

    def under(self, *layers: Mapping[str, object]) -> MhingRuled:
        """Return the game under rules; each layer of option values over the ones before it."""
        return MhingRuled(layered(Rules(), *layers), layers)

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return tasks that together compile all kernels."""
        hand, winning = "123345567m 99m 2p 1z", "123445566789m 11z"
        many = Position.of(winning).counts[np.newaxis]
        return (
            ("readings", lambda: evaluate(winning)),
            ("value", lambda: (evaluate_many(many), complete_many(many))),
            ("advice", lambda: (discards(f"{hand} 5p"), outlook(hand))),
            ("deals", _warm_up_deals),
            ("odds", lambda: odds(hand, 2)),
            ("goals", lambda: choose_goal(hand, 3, samples=2)),
            ("rounds", lambda: simulate(["balanced", "fast"], rounds=2, seed=1, workers=1)),
        )

    def tables(self) -> tuple[ResultTable, ...]:
        """Return the result tables that ship with the package: none, for all is quickly counted."""
        return ()


MHING: Final = Mhing()


def _warm_up_deals() -> None:
    deal_distribution("distance")
    for of in ("distance", "unmatched_distance", "credits"):
        sample_deals(of, samples=2, seed=1, workers=1)


def _answer(position: Position, *, limit: int, advice: bool) -> Advised:
    evaluation = evaluate(position, limit=limit)
    if not advice:
        return Advised(evaluation)
    if not position.to_discard:
        return Advised(evaluation, outlook(position))
    table = discards(position)
    left = without(position, table.best.kind)
    return Advised(evaluation, table, None if evaluation.complete else outlook(left))


def _checked_minimum(value: object) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_CREDITS:
        said = value if isinstance(value, str) else options.written(value)
        raise InputError("mhing.minimum", value=said, most=_MOST_CREDITS)
    return value


def _chances(
    position: Position,
    draws: int,
    minimum: object,
    model: object,
    samples: int,
    seed: int,
    aims: object,
) -> Chances:
    least = None if minimum is None else _checked_minimum(minimum)
    found = odds(
        position, draws, least, model=one_of("model", model, MODELS), samples=samples, seed=seed
    )
    if aims is None:
        return Chances(found)
    if not isinstance(aims, str):
        said, expected = options.written(aims), text("errors.type.text")
        raise InputError("input.field_type", name="goals", value=said, expected=expected)
    names = None if aims == _ALL else [name.strip() for name in aims.split(",")]
    return Chances(found, choose_goal(position, draws, aims=names, samples=samples, seed=seed))

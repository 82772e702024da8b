"""Neurotrio as the command line and the notebooks know it: the contract of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.core.asking import position_of_record, position_of_text, whole_field
from neuroanalysis.core.contract import USUAL_DRAWS, UsualRounds, WarmUp
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.rule_sets import layered
from neuroanalysis.games.neurotrio.analysis.chances import MODELS, Odds
from neuroanalysis.games.neurotrio.analysis.class_table import distance_table
from neuroanalysis.games.neurotrio.analysis.curve_tables import CurveTable, find_curves
from neuroanalysis.games.neurotrio.analysis.curves import Curves, compute_curves
from neuroanalysis.games.neurotrio.analysis.deal_tables import DealTable
from neuroanalysis.games.neurotrio.analysis.deals import (
    card_limits,
    deal_distribution,
    deal_question,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.neurotrio.analysis.goals import goals
from neuroanalysis.games.neurotrio.analysis.hand import (
    Discards,
    UsefulCard,
    discards,
    useful_cards,
)
from neuroanalysis.games.neurotrio.analysis.odds import SAMPLES, checked_model, odds
from neuroanalysis.games.neurotrio.analysis.solitaire import (
    MOST_DRAWS,
    check_question,
    draws_kept,
    solve,
)
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.evaluation import Evaluation
from neuroanalysis.games.neurotrio.play import deal
from neuroanalysis.games.neurotrio.policies import (
    LEVELS,
    compiled_rounds,
    moves_of_round,
    player,
    skill,
)
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import GAME, PRESETS, Rules
from neuroanalysis.games.neurotrio.scoring import (
    LIMIT,
    distance_many,
    evaluate,
    evaluate_many,
    finish_many,
)
from neuroanalysis.games.neurotrio.study.design import Design, checked_target, design_minimums
from neuroanalysis.games.neurotrio.study.figures import TARGETS
from neuroanalysis.games.neurotrio.study.sensitivity import compute_sensitivity
from neuroanalysis.games.neurotrio.study.sensitivity_tables import SensitivityTable
from neuroanalysis.games.neurotrio.study.simulate import Simulation, simulate

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.contract import DesignOptions, SimulateOptions
    from neuroanalysis.core.work import Options, Progress

__all__ = [
    "NEUROTRIO",
    "Advice",
    "Advised",
    "Neurotrio",
    "NeurotrioRuled",
    "NeurotrioSolitaire",
]

Advice = Discards | tuple[UsefulCard, ...] | None


@dataclass(frozen=True)
class Advised:
    """An evaluation, and what would better the hand.

    Parameters
    ----------
    evaluation
        What the hand is worth.
    advice
        The discards where one is due, else the useful cards; None where neither was asked or makes
        sense.
    """

    evaluation: Evaluation
    advice: Advice = None

    @property
    def position(self) -> Position:
        """The question."""
        return self.evaluation.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the evaluation's fields, then ``useful`` or ``discards``."""
        record = self.evaluation.to_dict()
        if isinstance(self.advice, Discards):
            return record | self.advice.to_dict()
        if self.advice is not None:
            return record | {"useful": [card.to_dict() for card in self.advice]}
        return record


@dataclass(frozen=True)
class NeurotrioRuled:
    """Neurotrio under rules: `rules` are what `layers` make of the default ones."""

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
        >>> Neurotrio().under({"trio_points": 3}).ask("2eb 2ev 2en | minimum 20").evaluation.points
        3
        """
        return _answer(self._position(source, parts or {}), limit=limit, advice=advice)

    def ask_record(
        self, record: Mapping[str, object], *, limit: int = LIMIT, advice: bool = False
    ) -> Advised:
        """Answer a JSON object; see :class:`neuroanalysis.core.contract.Ruled`.

        Examples
        --------
        >>> record = {"hand": "2eb 2ev 2en", "rules": {"trio_points": 3}}
        >>> Neurotrio().under().ask_record(record).evaluation.points
        3
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
    ) -> Odds:
        """Return the chance to finish within some draws; see `analysis.odds.odds`.

        Examples
        --------
        >>> hand = "3cn 2rn 3ev 1eb 3cn 3rv 3ev 1cb 3cn 2rn 1cn 1cb 2rn"
        >>> print(Neurotrio().under().odds(hand, {"minimum": "20"}).chance)
        0.117 (computed, error at most 10⁻¹²)
        """
        position = self._position(source, parts or {})
        return odds(position, draws, model=checked_model(model), samples=samples, seed=seed)

    def odds_record(
        self, record: Mapping[str, object], *, samples: int = SAMPLES, seed: int = 0
    ) -> Odds:
        """Return the same for a JSON object with ``draws`` and ``model``.

        Examples
        --------
        >>> record = {"hand": "3cn*4 2rn*3 3ev*2 1eb 3rv 1cb*2", "draws": 1, "minimum": 50}
        >>> Neurotrio().under().odds_record(record).best.chances
        (0.0,)
        """
        position = self._position_of_record(record)
        draws = whole_field(record, "draws", 1)
        model = checked_model(record.get("model", MODELS[0]))
        return odds(position, draws, model=model, samples=samples, seed=seed)

    @property
    def skills(self) -> tuple[str, ...]:
        """The names of the skills, the least first."""
        return LEVELS

    @property
    def design_targets(self) -> tuple[str, ...]:
        """What can be made equal among the players of a table."""
        return TARGETS

    @property
    def usual_rounds(self) -> UsualRounds:
        """How many rounds are played where nothing else is asked."""
        return UsualRounds()

    def simulate(
        self,
        players: Sequence[str],
        minimums: Sequence[int] | None = None,
        **how: Unpack[SimulateOptions],
    ) -> Simulation:
        """Play rounds; see `study.simulate`."""
        return simulate(players, minimums, rules=self.rules, **how)

    def design(self, players: Sequence[str], target: str, **how: Unpack[DesignOptions]) -> Design:
        """Find minimums that make a table fair; see `study.design_minimums`."""
        return design_minimums(players, checked_target(target), rules=self.rules, **how)

    @property
    def solitaire(self) -> NeurotrioSolitaire:
        """The game played alone."""
        return NeurotrioSolitaire(self.rules)

    def deal_questions(self) -> tuple[str, ...]:
        """Return all that may be asked of a deal under these rules."""
        return questions(self.rules)

    def exact_questions(self) -> tuple[str, ...]:
        """Return what is counted exactly: all questions."""
        return self.deal_questions()

    def hand_questions(self) -> tuple[str, ...]:
        """Return what may be asked of a single hand: all questions."""
        return self.deal_questions()

    def card_limits(self, of: str) -> tuple[int, int]:
        """Return of how few and of how many cards a question can be asked."""
        return card_limits(of, self.rules)

    def cards_dealt(self, of: str, cards: int | None) -> int:
        """Return how many cards are meant: those given, or as many as the question is about."""
        return deal_question(of, cards, self.rules).cards

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
        """Return how often each outcome occurs in random deals; see `sample_deals`."""
        return sample_deals(
            of, cards, self.rules, samples=samples, seed=seed, players=players, **how
        )

    def hand_size(self, hand: str) -> int:
        """Return how many cards a hand has."""
        return Position.of(hand, rules=self.rules).cards

    def outcome(self, hand: str, of: str) -> Outcome:
        """Return what a hand would be counted as; see `outcome_of`."""
        return outcome_of(hand, of, self.rules)


@dataclass(frozen=True)
class NeurotrioSolitaire:
    """Neurotrio under rules, played alone; see :class:`neuroanalysis.core.contract.Solitaire`."""

    rules: Rules

    @property
    def minimums(self) -> tuple[int, ...]:
        """The suggested minimums, the lowest first."""
        return tuple(sorted({points for _, points in self.rules.minimums}))

    @property
    def most_draws(self) -> int:
        """Within how many draws chances are computed at most."""
        return MOST_DRAWS

    def solve(
        self,
        minimums: Sequence[int],
        draws: int,
        *,
        workers: int | None = None,
        progress: Progress | None = None,
    ) -> Solution:
        """Solve it for every hand, and keep the solution; see `solitaire.solve`."""
        return solve(self.rules, minimums, draws, workers=workers, progress=progress)

    def draws_kept(self, minimums: Sequence[int], draws: int) -> int:
        """Return how many draws a run that was stopped has kept; see `solitaire.draws_kept`."""
        check_question(minimums, draws)
        return draws_kept(self.rules, minimums, draws)

    def curves(self, minimums: Sequence[int] | None, draws: int) -> Curves | None:
        """Return curves that ship or are kept; see `curve_tables.find_curves`."""
        check_question(minimums or (), draws)
        return find_curves(self.rules, minimums, draws)


@dataclass(frozen=True)
class Neurotrio:
    """The game as :class:`neuroanalysis.core.contract.Game` describes it."""

    name: str = GAME

    @property
    def presets(self) -> Mapping[str, Rules]:
        """The named rule sets, the default first."""
        return PRESETS

    def under(self, *layers: Mapping[str, object]) -> NeurotrioRuled:
        """Return the game under rules; each layer of option values over the ones before it."""
        return NeurotrioRuled(layered(Rules(), *layers), layers)

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return tasks that together compile all kernels."""
        finishing = "1cn*4 1cv*4 1cb*4 1eb*4 1rb*2"
        hands = Position.of(finishing).counts[np.newaxis]
        return (
            ("distance", lambda: distance_many(hands)),
            ("value", lambda: evaluate_many(hands)),
            ("finish", lambda: finish_many(hands)),
            ("groupings", lambda: evaluate(finishing)),
            ("advice", lambda: discards("1cn*4 1cv*4 1cb*4 2rb*2")),
            ("deals", _warm_up_deals),
            ("odds", lambda: odds("1cn*4 1cv*4 1cb*4 2rb*2", 1, model="without-replacement")),
            ("goals", lambda: goals("1cn*4 1cv*4 1cb*4 2rb")),
            ("solitaire", _warm_up_solitaire),
            ("sensitivity", _warm_up_sensitivity),
            ("rounds", _warm_up_rounds),
        )

    def tables(self) -> tuple[DealTable | CurveTable | SensitivityTable, ...]:
        """Return the result tables that ship with the package."""
        return (
            *(DealTable(name) for name in PRESETS),
            *(CurveTable(name) for name in PRESETS),
            *(SensitivityTable(name) for name in PRESETS),
        )


NEUROTRIO: Final = Neurotrio()


def _warm_up_deals() -> None:
    for of in ("value,distance", "bonus:N9", "distinct"):
        deal_distribution(of, 2, method="classes", workers=1)
    distance_table(2).of(Position.of("1cn*2").counts[np.newaxis])


def _warm_up_solitaire() -> None:
    # One structure and four cards: every kernel of the solved solitaire, in a moment.
    compute_curves(Rules(structures=1, hand_size=4), [18], 1, workers=1)


def _warm_up_sensitivity() -> None:
    compute_sensitivity(Rules(structures=1, hand_size=4, bonuses=()), workers=1)


def _warm_up_rounds() -> None:
    for _ in moves_of_round(deal(["1", "2"], seed=1), [player("child", 18)] * 2, seed=1):
        pass
    compiled_rounds([skill("child")] * 2, [18, 18], Rules(), 1, 0, 1)


def _answer(position: Position, *, limit: int, advice: bool) -> Advised:
    evaluation = evaluate(position, limit=limit)
    return Advised(evaluation, _advice(position) if advice else None)


def _advice(position: Position) -> Advice:
    if position.to_discard:
        return discards(position) if position.hand != position.kept else None
    # More cards than that are no position of play (carrés count, but are not laid yet).
    between_turns = position.rules.hand_size - 3 * sum(position.laid)
    return useful_cards(position) if sum(position.hand) <= between_turns else None

"""Okey 51 as the command line and the notebooks know it: the contract of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.asking import position_of_record, position_of_text, whole_field
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
from neuroanalysis.games.okey51.analysis import (
    MODELS,
    Discards,
    Distances,
    Odds,
    UsefulTile,
    deal_distribution,
    discards,
    distances,
    odds,
    outcome_of,
    questions,
    sample_deals,
    useful_tiles,
)
from neuroanalysis.games.okey51.analysis.deals import (
    EXACT_QUESTIONS,
    card_limits,
    deal_question,
)
from neuroanalysis.games.okey51.analysis.odds import SAMPLES, checked_model
from neuroanalysis.games.okey51.evaluation import Evaluation
from neuroanalysis.games.okey51.policies import PLAYERS_KNOWN
from neuroanalysis.games.okey51.position import Position, checked_threshold
from neuroanalysis.games.okey51.rules import GAME, PRESETS, Rules
from neuroanalysis.games.okey51.scoring import LIMIT, evaluate
from neuroanalysis.games.okey51.study import (
    TARGETS,
    Simulation,
    ThresholdBalance,
    balance_threshold,
    simulate,
)

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.contract import DesignOptions, SimulateOptions
    from neuroanalysis.core.work import Options

__all__ = ["OKEY51", "Advised", "Nearness", "Okey51", "Okey51Ruled"]


@dataclass(frozen=True)
class Nearness:
    """How far a rack is from what it may do, and what brings it nearer.

    Parameters
    ----------
    distances
        Draws until it opens and until it goes out.
    useful
        The tiles of which the next brings it nearer to its aim.
    """

    distances: Distances
    useful: tuple[UsefulTile, ...]

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "distances": self.distances.to_dict(),
            "useful": [tile.to_dict() for tile in self.useful],
        }


@dataclass(frozen=True)
class Advised:
    """An evaluation, and what would better the rack.

    Parameters
    ----------
    evaluation
        What the rack is worth.
    advice
        The discards where one is due, else how near the rack is; None where it was not asked.
    """

    evaluation: Evaluation
    advice: Discards | Nearness | None = None

    @property
    def position(self) -> Position:
        """The question."""
        return self.evaluation.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the evaluation's fields, then those of the advice."""
        record = self.evaluation.to_dict()
        return record if self.advice is None else record | self.advice.to_dict()


@dataclass(frozen=True)
class Okey51Ruled:
    """Okey 51 under rules: `rules` are what `layers` make of the default ones."""

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
        """Answer a rack or a position's text; see :class:`neuroanalysis.core.contract.Ruled`.

        Examples
        --------
        >>> answer = Okey51().under().ask("r10 r11 r12 r13 b1", {"okey": "y2"}, advice=False)
        >>> answer.evaluation.meld_value
        46
        """
        return _answer(self._position(source, parts or {}), limit=limit, advice=advice)

    def ask_record(
        self, record: Mapping[str, object], *, limit: int = LIMIT, advice: bool = False
    ) -> Advised:
        """Answer a JSON object; see :class:`neuroanalysis.core.contract.Ruled`.

        Examples
        --------
        >>> record = {"hand": "r12 r13 r1", "okey": "y2", "rules": {"one_after_13": 14}}
        >>> Okey51().under().ask_record(record).evaluation.meld_value
        39
        """
        return _answer(self._position_of_record(record), limit=limit, advice=advice)

    def _position(self, source: str, parts: Mapping[str, str]) -> Position:
        position = position_of_text(Position.from_text, source, parts, self.rules)
        rules = layered(position.rules, *self.layers)
        if rules == position.rules:
            return position
        threshold = position.threshold
        if threshold == position.rules.threshold:
            threshold = rules.threshold
        return replace(position, rules=rules, threshold=threshold)

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
        """Return the chance to open within some draws; see `analysis.odds.odds`.

        A part ``minimum`` is the threshold in force, as in every game.

        Examples
        --------
        >>> rack = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9"
        >>> print(Okey51().under().odds(rack, {"okey": "y2"}).chance)
        0.1099 (computed, error at most 10⁻¹⁵)
        """
        given = dict(parts or {})
        minimum = given.pop("minimum", None)
        position = self._position(source, given)
        threshold = None if minimum is None else checked_threshold(minimum)
        return odds(
            position, draws, threshold, model=checked_model(model), samples=samples, seed=seed
        )

    def odds_record(
        self, record: Mapping[str, object], *, samples: int = SAMPLES, seed: int = 0
    ) -> Odds:
        """Return the same for a JSON object with ``draws``, ``minimum`` and ``model``."""
        position = self._position_of_record(record)
        draws = whole_field(record, "draws", 1)
        minimum = record.get("minimum")
        threshold = None if minimum is None else checked_threshold(minimum)
        model = checked_model(record.get("model", MODELS[0]))
        return odds(position, draws, threshold, model=model, samples=samples, seed=seed)

    @property
    def skills(self) -> tuple[str, ...]:
        """The names of the players."""
        return PLAYERS_KNOWN

    @property
    def design_targets(self) -> tuple[str, ...]:
        """What a threshold can be balanced for."""
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
        """Play rounds; see `study.simulate`.

        The threshold is one for all and an option of the rules, so `minimums` are refused.
        """
        if minimums is not None:
            raise InputError("okey51.minimums")
        return simulate(players, rules=self.rules, **how)

    def design(
        self, players: Sequence[str], target: str, **how: Unpack[DesignOptions]
    ) -> ThresholdBalance:
        """Find the threshold that opens early as often as not; see `study.balance_threshold`."""
        return balance_threshold(players, rules=self.rules, target=target, **how)

    @property
    def solitaire(self) -> Solitaire | None:
        """Okey 51 is not solved for one player alone."""
        return None

    def deal_questions(self) -> tuple[str, ...]:
        """Return all that may be asked of a deal under these rules."""
        return questions(self.rules)

    def exact_questions(self) -> tuple[str, ...]:
        """Return what is counted exactly."""
        return EXACT_QUESTIONS

    def hand_questions(self) -> tuple[str, ...]:
        """Return what may be asked of a single hand: all questions."""
        return self.deal_questions()

    def card_limits(self, of: str) -> tuple[int, int]:
        """Return of how few and of how many tiles a question can be asked."""
        return card_limits(of, self.rules)

    def cards_dealt(self, of: str, cards: int | None) -> int:
        """Return how many tiles are meant: those given, or as many as are dealt."""
        return deal_question(of, cards, self.rules).tiles

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
        """Return how many tiles a rack has."""
        return self._position(hand, {}).tiles

    def outcome(self, hand: str, of: str) -> Outcome:
        """Return what a rack would be counted as; see `outcome_of`."""
        return outcome_of(self._position(hand, {}), of)


@dataclass(frozen=True)
class Okey51:
    """The game as :class:`neuroanalysis.core.contract.Game` describes it."""

    name: str = GAME

    @property
    def presets(self) -> Mapping[str, Rules]:
        """The named rule sets, the default first."""
        return PRESETS

    def under(self, *layers: Mapping[str, object]) -> Okey51Ruled:
        """Return the game under rules; each layer of option values over the ones before it."""
        return Okey51Ruled(layered(Rules(), *layers), layers)

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return tasks that together compile all kernels."""
        rack = "r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9"
        return (
            ("arrangements", lambda: evaluate(rack, okey="y2")),
            ("deals", _warm_up_deals),
            ("advice", lambda: discards(f"{rack} b2", okey="y2")),
            ("odds", lambda: odds(rack, 2, okey="y2")),
            ("rounds", lambda: simulate(["counter"] * 4, rounds=2, seed=1, workers=1)),
        )

    def tables(self) -> tuple[ResultTable, ...]:
        """Return the result tables that ship with the package: none, for all is quickly counted."""
        return ()


OKEY51: Final = Okey51()


def _warm_up_deals() -> None:
    for of in ("meld_value", "distance"):
        sample_deals(of, samples=2, seed=1, workers=1)


def _answer(position: Position, *, limit: int, advice: bool) -> Advised:
    evaluation = evaluate(position, limit=limit)
    return Advised(evaluation, _advice(position) if advice else None)


def _advice(position: Position) -> Discards | Nearness | None:
    size = position.rules.hand_size
    if position.to_discard:
        return discards(position)
    # Who has opened holds fewer tiles; others only hold another number on the way to a question.
    if position.opened or position.tiles == size:
        return Nearness(distances(position), useful_tiles(position))
    return None

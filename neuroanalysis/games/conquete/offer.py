"""Neurotrio conquête as the command line and the notebooks know it: the contract of every game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.asking import one_of, position_of_record, position_of_text, whole_field
from neuroanalysis.core.contract import ResultTable, Solitaire, UsualRounds, WarmUp
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.intervals import Computed
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.position_text import text_field
from neuroanalysis.core.rule_sets import layered
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.conquete.analysis import (
    CellOutlook,
    Outlook,
    deal_distribution,
    outcome_of,
    outlook,
    questions,
    sample_deals,
)
from neuroanalysis.games.conquete.analysis.cells import holding
from neuroanalysis.games.conquete.analysis.deals import card_limits, question
from neuroanalysis.games.conquete.evaluation import Evaluation, Placement
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.games.conquete.policies import PLAYERS_KNOWN
from neuroanalysis.games.conquete.position import PARTS, Domain, Position
from neuroanalysis.games.conquete.rules import GAME, PRESETS, Rules
from neuroanalysis.games.conquete.scoring import check_placement, evaluate
from neuroanalysis.games.conquete.study import (
    TARGETS,
    ExtraCardDesign,
    Simulation,
    design_extra_card,
    simulate,
)
from neuroanalysis.games.conquete.study.design import HIGH, LOW, TOLERANCE

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Unpack

    from neuroanalysis.core.contract import RoundOptions, SimulateOptions
    from neuroanalysis.core.work import Options

__all__ = ["CONQUETE", "Advised", "Chances", "Conquete", "ConqueteRuled"]

MODELS: Final = ("unseen",)
"""Where random cards come from: all unseen ones are equally likely."""

_LISTED: Final = 100
# A second or two for a full hand; what is not proved then has its bound.
_BUDGET: Final = 200_000
_MOST_LISTED: Final = 1_000_000
_MOST_VP: Final = 1000
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,6}")
_PLACEMENT: Final = re.compile(
    r"(?P<card>\S+)\s+\(?\s*(?P<row>[+-]?\d{1,6})\s*,\s*(?P<column>[+-]?\d{1,6})\s*\)?", re.ASCII
)
# A chance is a fraction, rounded once to a float between 0 and 1.
_ROUNDING: Final = 2.0**-54


@dataclass(frozen=True)
class Advised:
    """An evaluation, and a placement that was asked about.

    Parameters
    ----------
    evaluation
        Where the cards may go; its plan is None where no advice was asked for.
    play
        A placement that is legal; None where none was asked about.
    """

    evaluation: Evaluation
    play: Placement | None = None

    @property
    def position(self) -> Position:
        """The question."""
        return self.evaluation.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the evaluation's fields, and ``play``."""
        record = self.evaluation.to_dict()
        return record if self.play is None else record | {"play": self.play.to_dict()}


@dataclass(frozen=True)
class Chances:
    """The chance that random unseen cards hold one for the domain, and for each free cell.

    Parameters
    ----------
    outlook
        What one random card does.
    draws
        How many cards are taken at most.
    minimum
        What a placement brings at least to be counted.
    """

    outlook: Outlook
    draws: int
    minimum: int

    @property
    def position(self) -> Position:
        """The question."""
        return self.outlook.position

    @cached_property
    def exact(self) -> tuple[Fraction, ...]:
        """The chance that 1, 2, ... random cards hold one that may go anywhere."""
        return self._holding(self.outlook.scores)

    def of_cell(self, cell: CellOutlook) -> tuple[Fraction, ...]:
        """Return the same for one free cell."""
        return self._holding(cell.chances.scores)

    def _holding(self, scores: Distribution) -> tuple[Fraction, ...]:
        fitting = self.counted(scores)
        return tuple(holding(fitting, scores.total, n) for n in range(1, self.draws + 1))

    def counted(self, scores: Distribution) -> int:
        """Return how many cards bring as much as is asked for."""
        return sum(
            number
            for vp, number in scores.counts.items()
            if isinstance(vp, int) and vp >= self.minimum
        )

    @property
    def computed(self) -> Computed:
        """The chances as floats, with the bound of their rounding."""
        return Computed([float(chance) for chance in self.exact], error=_ROUNDING)

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it; ``fractions`` are the chances without any rounding."""
        computed = self.computed
        return {
            "game": GAME,
            "model": MODELS[0],
            "minimum": self.minimum,
            "draws": self.draws,
            "probability": list(computed.values),
            "kind": computed.kind,
            "error": computed.error,
            "fractions": [str(chance) for chance in self.exact],
            "unseen": self.outlook.unseen,
            "fitting": self.counted(self.outlook.scores),
            "scores": self.outlook.scores.to_dict()["counts"],
            "cells": [self._cell(cell) for cell in self.outlook.rows],
        }

    def _cell(self, cell: CellOutlook) -> dict[str, object]:
        chances = self.of_cell(cell)
        return cell.to_dict() | {
            "probability": [float(chance) for chance in chances],
            "fractions": [str(chance) for chance in chances],
        }


@dataclass(frozen=True)
class ConqueteRuled:
    """Neurotrio conquête under rules: `rules` are what `layers` make of the default ones."""

    rules: Rules
    layers: tuple[Mapping[str, object], ...] = ()

    def ask(
        self,
        source: str,
        parts: Mapping[str, str] | None = None,
        *,
        limit: int = _LISTED,
        advice: bool = True,
    ) -> Advised:
        """Answer a hand or a position's text; see :class:`neuroanalysis.core.contract.Ruled`.

        All placements are listed, whatever the limit. A part ``play`` is what the player would
        place, a card and its cell: it is refused where he may not.

        Examples
        --------
        >>> parts = {"domain": "0,0 2eb ; 0,1 2ev ; 1,0 2cb", "play": "2cv 1,1"}
        >>> answer = Conquete().under().ask("2cv 1ev", parts)
        >>> answer.play.vp, answer.evaluation.plan.value
        (1, 0)
        """
        given = dict(parts or {})
        play = given.pop("play", "")
        return _answer(self._position(source, given), play, limit=limit, advice=advice)

    def ask_record(
        self, record: Mapping[str, object], *, limit: int = _LISTED, advice: bool = False
    ) -> Advised:
        """Answer a JSON object; see :class:`neuroanalysis.core.contract.Ruled`.

        Examples
        --------
        >>> record = {"domain": [[0, 0, "2eb"], [0, 1, "2ev"], [1, 0, "2cb"]], "hand": "2rn"}
        >>> Conquete().under().ask_record(record).to_dict()["placements"]
        []
        """
        play = text_field(record, "play")
        return _answer(self._position_of_record(record), play, limit=limit, advice=advice)

    def _position(self, source: str, parts: Mapping[str, str]) -> Position:
        position = position_of_text(Position.from_text, source, parts, self.rules)
        rules = layered(position.rules, *self.layers)
        if rules == position.rules:
            return position
        return Position.of(
            position.counts,
            domain=position.domain,
            player=position.player,
            enlarged=position.enlarged,
            rules=rules,
        )

    def _position_of_record(self, record: Mapping[str, object]) -> Position:
        return position_of_record(Position.from_mapping, record, self.rules)

    @property
    def odds_models(self) -> tuple[str, ...]:
        """Where random cards come from: one model."""
        return MODELS

    @property
    def usual_draws(self) -> int:
        """A single card is taken where nothing else is asked."""
        return 1

    def odds(
        self,
        source: str,
        parts: Mapping[str, str] | None = None,
        *,
        draws: int = 1,
        model: str = MODELS[0],
        samples: int = 0,
        seed: int = 0,
    ) -> Chances:
        """Return the chance that random unseen cards hold one for the domain, and for each cell.

        Nothing is drawn in conquête: ``draws`` is how many cards a hand has of which nothing is
        known. With a part ``minimum`` only placements that bring so much count. All is counted
        exactly, so nothing is sampled.

        Examples
        --------
        >>> chances = Conquete().under().odds("1cn", {"domain": "0,0 2eb"}, draws=2)
        >>> chances.exact
        (Fraction(1, 4), Fraction(15, 34))
        """
        del samples, seed
        given = dict(parts or {})
        minimum = given.pop("minimum", None)
        return _chances(self._position(source, given), draws, minimum, model)

    def odds_record(
        self, record: Mapping[str, object], *, samples: int = 0, seed: int = 0
    ) -> Chances:
        """Return the same for a JSON object with ``draws``, ``minimum`` and ``model``."""
        del samples, seed
        position = self._position_of_record(record)
        draws, model = whole_field(record, "draws", 1), record.get("model", MODELS[0])
        return _chances(position, draws, record.get("minimum"), model)

    @property
    def skills(self) -> tuple[str, ...]:
        """The names of the players."""
        return PLAYERS_KNOWN

    @property
    def design_targets(self) -> tuple[str, ...]:
        """Who is made equal by the VP for a card more."""
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
        """Play rounds; see `study.simulate`. Nothing has to be reached to go out: no minimums."""
        if minimums is not None:
            raise InputError("conquete.minimums")
        return simulate(players, rules=self.rules, **how)

    def design(
        self,
        players: Sequence[str],
        target: str = TARGETS[0],
        *,
        low: int | None = None,
        high: int | None = None,
        tolerance: float | None = None,
        **how: Unpack[RoundOptions],
    ) -> ExtraCardDesign:
        """Find the VP for a card more that make a table fair; see `study.design_extra_card`.

        Here ``low`` and ``high`` are the range of these VP.
        """
        return design_extra_card(
            players,
            target,
            rules=self.rules,
            low=LOW if low is None else low,
            high=max(HIGH, low or 0) if high is None else high,
            tolerance=TOLERANCE if tolerance is None else tolerance,
            **how,
        )

    @property
    def solitaire(self) -> Solitaire | None:
        """Conquête is not played alone."""
        return None

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
        low, high = card_limits(of, self.rules)
        return max(1, low), high

    def cards_dealt(self, of: str, cards: int | None) -> int:
        """Return how many cards are meant: those given, or as many as the question is about."""
        dealt = question(of, cards, self.rules).cards
        check_whole("cards", dealt, 1, self.rules.deck_size)
        return dealt

    def deals(self, of: str, cards: int | None = None, **how: Unpack[Options]) -> Distribution:
        """Return how many of all deals have each outcome; see `deal_distribution`."""
        return deal_distribution(of, self.cards_dealt(of, cards), self.rules, **how)

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
        if players != 1:
            raise InputError("conquete.deals.together", n=players)
        dealt = self.cards_dealt(of, cards)
        return sample_deals(of, dealt, self.rules, samples=samples, seed=seed, **how)

    def hand_size(self, hand: str) -> int:
        """Return how many cards are in a hand, the start card of a domain left out."""
        cards, _ = self._dealt(hand)
        return len(cards)

    def outcome(self, hand: str, of: str) -> Outcome:
        """Return what cards would be counted as, in their order; see `outcome_of`.

        Where a card is placed between others, it stands first. What is held against a start card
        has that as its domain.

        Examples
        --------
        >>> ruled = Conquete().under()
        >>> ruled.outcome("2ev 1ev 3ev 2cv", "vp"), ruled.outcome("1ev 2ev 3ev 2cv", "vp")
        (5, 1)
        >>> ruled.outcome("2ev 2ev 1rn | domain 0,0 2eb", "compatible")
        2
        """
        cards, start = self._dealt(hand)
        if of == "compatible" and start is None:
            raise InputError("conquete.deals.start_wanted", of=of)
        if of != "compatible" and start is not None:
            raise InputError("conquete.deals.start_unwanted", of=of)
        first = () if start is None else (start,)
        return outcome_of(first + cards, of, self.rules)

    def _dealt(self, hand: str) -> tuple[tuple[int, ...], int | None]:
        """Return the kinds of the cards of a text in their order, and the start card it names."""
        parts = Position.parts(hand)
        for name in parts.keys() - {"hand", "domain"}:
            accepted = ", ".join(map(PARTS.said, ("hand", "domain")))
            raise PositionError("position.part", name=PARTS.said(name), accepted=accepted)
        cards = PIECES.in_order(parts.get("hand", ""), self.rules.copies)
        if "domain" not in parts:
            return cards, None
        lying = tuple(Domain.of(parts["domain"]))
        if len(lying) > 1:
            raise InputError("conquete.deals.domain", n=len(lying))
        return cards, lying[0].kind


@dataclass(frozen=True)
class Conquete:
    """The game as :class:`neuroanalysis.core.contract.Game` describes it."""

    name: str = GAME

    @property
    def presets(self) -> Mapping[str, Rules]:
        """The named rule sets, the default first."""
        return PRESETS

    def under(self, *layers: Mapping[str, object]) -> ConqueteRuled:
        """Return the game under rules; each layer of option values over the ones before it."""
        return ConqueteRuled(layered(Rules(), *layers), layers)

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return tasks that together compile all kernels."""
        position = Position.of("2cv 1ev", domain="0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb", player=1)
        return (
            ("placements", lambda: evaluate(position, plan=False)),
            ("plans", lambda: evaluate(position)),
            ("rounds", lambda: simulate(PLAYERS_KNOWN, rounds=2, seed=1, workers=1)),
        )

    def tables(self) -> tuple[ResultTable, ...]:
        """Return the result tables that ship with the package: none, for all is quickly counted."""
        return ()


CONQUETE: Final = Conquete()


def _answer(position: Position, play: str, *, limit: int, advice: bool) -> Advised:
    check_whole("limit", limit, 1, _MOST_LISTED)
    placed = _placement(position, play) if play else None
    return Advised(evaluate(position, plan=advice, budget=_BUDGET), placed)


def _placement(position: Position, play: str) -> Placement:
    """Return what a placement brings that is written as ``2cv 1,1``."""
    lying = _PLACEMENT.fullmatch(play.strip())
    if lying is None:
        raise InputError("conquete.play", value=play)
    return check_placement(position, lying["card"], (int(lying["row"]), int(lying["column"])))


def _chances(position: Position, draws: int, minimum: object, model: object) -> Chances:
    one_of("model", model, MODELS)
    least = min(position.rules.placing) if minimum is None else _minimum(minimum)
    found = outlook(position)
    check_whole("draws", draws, 1, found.unseen)
    return Chances(found, draws, least)


def _minimum(value: object) -> int:
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _MOST_VP:
        said = value if isinstance(value, str) else written(value)
        raise InputError("conquete.minimum", value=said, most=_MOST_VP)
    return value

"""Tichu as the command line and the notebooks know it: the contract of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from neuroanalysis.core.asking import one_of, position_of_record, position_of_text, whole_field
from neuroanalysis.core.contract import ResultTable, Solitaire, UsualRounds, WarmUp
from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
from neuroanalysis.core.options import check_whole, written
from neuroanalysis.core.position_text import text_field
from neuroanalysis.core.rule_sets import layered
from neuroanalysis.core.study import FEWEST_ROUNDS, LEVEL, MOST_ROUNDS
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.tichu.analysis import (
    Beaten,
    Unseen,
    beaten_plays,
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.tichu.analysis.deals import (
    EXACT_QUESTIONS,
    HAND_QUESTIONS,
    Question,
    card_limits,
)
from neuroanalysis.games.tichu.evaluation import Evaluation
from neuroanalysis.games.tichu.policies import PLAYERS_KNOWN
from neuroanalysis.games.tichu.position import Combination, Position
from neuroanalysis.games.tichu.rules import GAME, PLAYERS, PRESETS, Rules
from neuroanalysis.games.tichu.scoring import (
    LIMIT,
    bombs_many,
    check_answer,
    evaluate,
    fewest_plays,
    fewest_plays_many,
)
from neuroanalysis.games.tichu.study import CallAdvice, Simulation, simulate, whether_to_call

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.contract import DesignOptions, SimulateOptions
    from neuroanalysis.core.work import Options

__all__ = ["TICHU", "Advised", "Calls", "Tichu", "TichuRuled"]

MODELS: Final = ("planner", *(name for name in PLAYERS_KNOWN if name != "planner"))
"""Who plays the rounds in which a hand is tried."""
SAMPLES: Final = 2000
"""How many rounds they are."""

_YES: Final = ("yes", "oui", "true")
_NO: Final = ("no", "non", "false")
_IN_PLAY: Final = ("trick", "wish", "seen", "others")


@dataclass(frozen=True)
class Advised:
    """An evaluation, how likely its plays are beaten, and a play that was asked about.

    Parameters
    ----------
    evaluation
        What the hand is worth.
    beaten
        The chances that plays are beaten: of the legal ones where there is a trick or a wish, else
        of the partition with the fewest losing leads. None where it was not asked, or less has
        been seen than a hand has cards.
    play
        A play that may be laid, as it is then; None where none was asked about.
    """

    evaluation: Evaluation
    beaten: tuple[Beaten, ...] | None = None
    play: Combination | None = None

    @property
    def position(self) -> Position:
        """The question."""
        return self.evaluation.position

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it: the evaluation's fields, those of the chances, ``play``."""
        record = self.evaluation.to_dict()
        if self.beaten is not None:
            record |= {
                "others": list(Unseen.by(self.position).sizes),
                "others_assumed": not self.position.others,
                "beaten": [one.to_dict() for one in self.beaten],
            }
        return record if self.play is None else record | {"play": self.play.to_dict()}


@dataclass(frozen=True)
class Calls:
    """The chance to be first out with a hand, and what each call brings.

    Parameters
    ----------
    position
        The question.
    advice
        What each call brings.
    model
        Who plays: one of `MODELS`, all four alike.
    exchanged
        Whether the hand is one after the exchange.
    """

    position: Position
    advice: CallAdvice
    model: str
    exchanged: bool

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it.

        ``probability`` is that of being first out without a call: one number, for nothing is drawn.
        """
        first = self.advice.results["none"].first_out
        record = self.advice.record()
        return {
            "model": self.model,
            "minimum": 0,
            "draws": 0,
            "exchanged": self.exchanged,
            "probability": [first.value],
            "kind": "estimate",
            "interval": [list(first.interval)],
            "level": LEVEL,
            "n": self.advice.rounds,
            "seed": self.advice.seed,
            "calls": record["calls"],
            "best": record["best"],
        }


@dataclass(frozen=True)
class TichuRuled:
    """Tichu under rules: `rules` are what `layers` make of the default ones."""

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

        A part ``play`` is what the player would lay: it is refused where he may not.

        Examples
        --------
        >>> answer = Tichu().under().ask("9s Ts Th Ph", {"trick": "9h", "play": "Ph"})
        >>> answer.evaluation.fewest_plays, answer.play.to_text()
        (1, 'Ph=9+')
        """
        given = dict(parts or {})
        play = given.pop("play", "")
        return _answer(self._position(source, given), play, limit=limit, advice=advice)

    def ask_record(
        self, record: Mapping[str, object], *, limit: int = LIMIT, advice: bool = False
    ) -> Advised:
        """Answer a JSON object; see :class:`neuroanalysis.core.contract.Ruled`.

        Examples
        --------
        >>> record = {"hand": "7s 7h 7d 7c Ph", "rules": {"phoenix_full_house_from_quad": True}}
        >>> Tichu().under().ask_record(record).evaluation.fewest_plays
        1
        """
        play = text_field(record, "play")
        return _answer(self._position_of_record(record), play, limit=limit, advice=advice)

    def _position(self, source: str, parts: Mapping[str, str]) -> Position:
        position = position_of_text(Position.from_text, source, parts, self.rules)
        rules = layered(position.rules, *self.layers)
        return position if rules == position.rules else replace(position, rules=rules)

    def _position_of_record(self, record: Mapping[str, object]) -> Position:
        return position_of_record(Position.from_mapping, record, self.rules)

    @property
    def odds_models(self) -> tuple[str, ...]:
        """Who plays the rounds in which a hand is tried, all four alike; see `odds`."""
        return MODELS

    @property
    def usual_draws(self) -> int:
        """None: no card is drawn in a round."""
        return 0

    def odds(
        self,
        source: str,
        parts: Mapping[str, str] | None = None,
        *,
        draws: int = 0,
        model: str = MODELS[0],
        samples: int = SAMPLES,
        seed: int = 0,
    ) -> Calls:
        """Return the chance to be first out with a hand, and whether to call.

        The hand is that of the first cards, or all cards before the exchange; with a part
        ``exchanged`` that is ``yes`` they are those after it. See `study.whether_to_call`.

        Examples
        --------
        >>> calls = Tichu().under().odds("Dr Ph As Ah Ad Ac Ks Kh", samples=50)
        >>> calls.advice.best, calls.to_dict()["n"]
        ('grand_tichu', 50)
        """
        given = dict(parts or {})
        exchanged = _whether(given.pop("exchanged", False))
        return _calls(self._position(source, given), draws, model, exchanged, samples, seed)

    def odds_record(
        self, record: Mapping[str, object], *, samples: int = SAMPLES, seed: int = 0
    ) -> Calls:
        """Return the same for a JSON object with ``model`` and ``exchanged``."""
        position = self._position_of_record(record)
        draws, model = whole_field(record, "draws", 0), record.get("model", MODELS[0])
        exchanged = _whether(record.get("exchanged", False))
        return _calls(position, draws, model, exchanged, samples, seed)

    @property
    def skills(self) -> tuple[str, ...]:
        """The names of the players."""
        return PLAYERS_KNOWN

    @property
    def design_targets(self) -> tuple[str, ...]:
        """None: there is no number that a player could be given to make him equal to others."""
        return ()

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
            raise InputError("tichu.minimums")
        return simulate(players, rules=self.rules, **how)

    def design(
        self, players: Sequence[str], target: str = "", **how: Unpack[DesignOptions]
    ) -> Simulation:
        """Refuse: nothing is designed in Tichu.

        Raises
        ------
        InputError
            In any case.
        """
        raise InputError("tichu.design", game=GAME)

    @property
    def solitaire(self) -> Solitaire | None:
        """Tichu is not played alone."""
        return None

    def deal_questions(self) -> tuple[str, ...]:
        """Return all that may be asked of a deal under these rules."""
        return questions(self.rules)

    def exact_questions(self) -> tuple[str, ...]:
        """Return what is counted exactly."""
        return EXACT_QUESTIONS

    def hand_questions(self) -> tuple[str, ...]:
        """Return what may be asked of a single hand."""
        return HAND_QUESTIONS

    def card_limits(self, of: str) -> tuple[int, int]:
        """Return of how few and of how many cards a question can be asked."""
        low, high = card_limits(of, self.rules)
        return max(1, low), high

    def cards_dealt(self, of: str, cards: int | None) -> int:
        """Return how many cards of each hand are meant: those given, or as many as are dealt."""
        return self._question(of, cards).cards

    def deals(self, of: str, cards: int | None = None, **how: Unpack[Options]) -> Distribution:
        """Return how many of all deals have each outcome; see `deal_distribution`."""
        return deal_distribution(of, self._question(of, cards).cards, self.rules, **how)

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

        What is asked of several hands dealt together is a question of its own, ``bomb_hands_2`` to
        ``bomb_hands_4``.
        """
        if players != 1:
            raise InputError("tichu.deals.together", n=players)
        dealt = self._question(of, cards).cards
        return sample_deals(of, dealt, self.rules, samples=samples, seed=seed, **how)

    def _question(self, of: str, cards: int | None) -> Question:
        """Return a question about a deal, which has a card at least."""
        usual = Question(of, self.rules.hand_size, self.rules)
        if cards is None:
            return usual
        check_whole("cards", cards, 1, self.rules.deck_size // usual.hands)
        return Question(of, cards, self.rules)

    def hand_size(self, hand: str) -> int:
        """Return how many cards a hand has."""
        return self._position(hand, {}).cards

    def outcome(self, hand: str, of: str) -> Outcome:
        """Return what a hand would be counted as; see `outcome_of`."""
        return outcome_of(self._position(hand, {}).counts, of, self.rules)


@dataclass(frozen=True)
class Tichu:
    """The game as :class:`neuroanalysis.core.contract.Game` describes it."""

    name: str = GAME

    @property
    def presets(self) -> Mapping[str, Rules]:
        """The named rule sets, the default first."""
        return PRESETS

    def under(self, *layers: Mapping[str, object]) -> TichuRuled:
        """Return the game under rules; each layer of option values over the ones before it."""
        return TichuRuled(layered(Rules(), *layers), layers)

    def warm_up(self) -> tuple[WarmUp, ...]:
        """Return tasks that together compile all kernels."""
        hand = "3s 4h 5d 6c 7s 7h 7d 8s 9h Tc Jd As Ah Ph"
        position = Position.of(hand, trick="5s-5h", wish="7")
        many = position.counts[np.newaxis]
        return (
            ("plays", lambda: (evaluate(position), fewest_plays(hand))),
            ("many", lambda: (fewest_plays_many(many), bombs_many(many))),
            ("advice", _warm_up_chances),
            ("deals", _warm_up_deals),
            ("odds", lambda: whether_to_call(hand, rounds=2, workers=1)),
            ("rounds", lambda: simulate(["planner", "caller"] * 2, rounds=2, seed=1, workers=1)),
        )

    def tables(self) -> tuple[ResultTable, ...]:
        """Return the result tables that ship with the package: none, for all is quickly counted."""
        return ()


TICHU: Final = Tichu()


def _warm_up_chances() -> None:
    # So much work that it is looked at what is reached.
    hand = Position.of("As Ks Kh 9s 9h 8d 7d 6s 5h 5d 4s 4h 2s Ph", others=(4, 4, 4))
    beaten_plays(hand, [Combination.of("4s-5h-6s-7d-8d")])


def _warm_up_deals() -> None:
    deal_distribution("bomb_hands_4")
    sample_deals("fewest_plays", samples=2, seed=1, workers=1)


def _answer(position: Position, play: str, *, limit: int, advice: bool) -> Advised:
    most = position.rules.hand_size
    in_play = any(bool(part) for part in (position.trick, position.wish, position.others, play))
    if in_play and position.cards > most:
        raise PositionError("tichu.position.many", n=position.cards, most=most)
    laid = check_answer(position, play) if play else None
    evaluation = evaluate(position, limit=limit)
    # With less seen not all other hands are full, or something that was seen has not been said.
    if not advice or position.unseen.bit_count() > (PLAYERS - 1) * most:
        return Advised(evaluation, play=laid)
    return Advised(evaluation, beaten_plays(position, _told(evaluation, laid)), laid)


def _told(evaluation: Evaluation, laid: Combination | None) -> tuple[Combination, ...]:
    """Return the plays of which the chances are told."""
    if laid is not None:
        return (laid,)
    if evaluation.answers is not None:
        return evaluation.answers.plays
    return (evaluation.leads.partition if evaluation.leads else evaluation.best).plays


def _whether(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if value in _YES or value in _NO:
        return value in _YES
    said = value if isinstance(value, str) else written(value)
    raise InputError("tichu.odds.exchanged", value=said)


def _calls(
    position: Position, draws: int, model: object, exchanged: bool, samples: int, seed: int
) -> Calls:
    if draws:
        raise InputError("tichu.odds.draws", draws=draws)
    parts = (position.trick, position.wish, any(position.seen), position.others)
    for name, part in zip(_IN_PLAY, parts, strict=True):
        if part:
            raise InputError("tichu.odds.part", name=name)
    policy = one_of("model", model, MODELS)
    check_whole("samples", samples, FEWEST_ROUNDS, MOST_ROUNDS)
    advice = whether_to_call(
        position.counts,
        policy=policy,
        rules=position.rules,
        rounds=samples,
        seed=seed,
        exchanged=exchanged,
    )
    return Calls(position, advice, policy, exchanged)

"""What every game offers, and where games are found by name.

The command line, and tests that drive every game, know games only by these protocols. They hold
what is used today; a further question about a game is a further method here.

A game is asked *under* rules, and gives answers that can be shown or written as JSON::

    ruled = games.game("neurotrio").under({"preset": "two_decks"}, {"one_duo": True})
    ruled.ask("2eb 2eb 2ev").to_dict()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, Required, TypeAlias, TypedDict

from neuroanalysis.errors import InputError

if TYPE_CHECKING:
    import os
    from pathlib import Path
    from typing import Unpack

    from neuroanalysis.core.distribution import Distribution, Outcome, SampledDistribution
    from neuroanalysis.core.tables import Table
    from neuroanalysis.core.work import Options, Progress

__all__ = [
    "USUAL_DRAWS",
    "Answer",
    "Curves",
    "DealsOffer",
    "DesignOptions",
    "Game",
    "OddsOffer",
    "Position",
    "Registry",
    "ResultTable",
    "RoundOptions",
    "RuleSet",
    "Ruled",
    "SimulateOptions",
    "Solitaire",
    "Solved",
    "Study",
    "StudyOffer",
    "UsualRounds",
    "WarmUp",
]

USUAL_DRAWS: Final = 3
"""How many draws games with a draw pile tell of where nothing else is asked."""


class RuleSet(Protocol):
    """Validated, unchanging rules of a game."""

    def to_mapping(self) -> dict[str, object]:
        """Return every option by name, as plain values such as JSON holds."""
        ...

    def to_toml(self) -> str:
        """Return every option as TOML."""
        ...

    def differences(self) -> dict[str, object]:
        """Return the options that rebuild these rules, with the nearest preset as ``preset``."""
        ...


class Position(Protocol):
    """What a question is about, with a text form that can be saved, pasted and asked again."""

    def to_text(self) -> str:
        """Return the text form, one part a line."""
        ...

    def to_line(self) -> str:
        """Return the text form in one line."""
        ...


class Answer(Protocol):
    """An answer about a position."""

    @property
    def position(self) -> Position:
        """The question."""
        ...

    def to_dict(self) -> dict[str, object]:
        """Return the answer as JSON holds it, with the fields of the command line's contract."""
        ...


class DealsOffer(Protocol):
    """What a game under rules says about random deals."""

    def deal_questions(self) -> tuple[str, ...]:
        """Return all that may be asked of a deal."""
        ...

    def exact_questions(self) -> tuple[str, ...]:
        """Return those of `deal_questions` that `deals` answers; the others are only sampled."""
        ...

    def hand_questions(self) -> tuple[str, ...]:
        """Return those of `deal_questions` that `outcome` answers about a single hand."""
        ...

    def card_limits(self, of: str) -> tuple[int, int]:
        """Return of how few and of how many cards a question can be asked.

        Raises
        ------
        InputError
            For an unknown question.
        """
        ...

    def cards_dealt(self, of: str, cards: int | None) -> int:
        """Return how many cards are meant: those given, or as many as the question is about.

        Raises
        ------
        InputError
            For an unknown question or a number of cards it is not asked of.
        """
        ...

    def deals(self, of: str, cards: int | None = None, **how: Unpack[Options]) -> Distribution:
        """Return how many of all deals have each outcome: exact."""
        ...

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
        """Return how often each outcome occurs in random deals: estimated."""
        ...

    def hand_size(self, hand: str) -> int:
        """Return how many cards a hand has."""
        ...

    def outcome(self, hand: str, of: str) -> Outcome:
        """Return what a hand would be counted as."""
        ...


class OddsOffer(Protocol):
    """What a game under rules says about what may still be drawn."""

    @property
    def odds_models(self) -> tuple[str, ...]:
        """The models of what is drawn, or of who plays, the default first."""
        ...

    @property
    def usual_draws(self) -> int:
        """How many draws are told of where nothing else is asked; 0 where nothing is drawn."""
        ...

    def odds(
        self,
        source: str,
        parts: Mapping[str, str],
        *,
        draws: int,
        model: str,
        samples: int,
        seed: int,
    ) -> Answer:
        """Answer what the chance is within some draws, and what each move makes of it.

        Where nothing is drawn: what the chance is to win the round, and what each call makes of it.

        Parameters
        ----------
        source, parts
            As in `Ruled.ask`.
        draws
            How many draws are still to come.
        model
            One of `odds_models`.
        samples, seed
            For what can only be estimated.
        """
        ...

    def odds_record(self, record: Mapping[str, object], *, samples: int, seed: int) -> Answer:
        """Answer a JSON object: fields of a position, ``draws`` and ``model``; see `odds`."""
        ...


class Study(Protocol):
    """What many rounds say."""

    def record(self) -> dict[str, object]:
        """Return it as JSON holds it, with the fields of the command line's contract."""
        ...


class RoundOptions(TypedDict, total=False):
    """How rounds are played: how many, what they come from, and how the work is done.

    ``rounds`` and ``seed``: how many, and what they come from. ``workers`` and ``progress``: see
    :func:`neuroanalysis.core.work.imap`. ``resume``: a folder that keeps what is finished.
    """

    rounds: Required[int]
    seed: Required[int]
    workers: int | None
    resume: str | os.PathLike[str] | None
    progress: Progress | None


class SimulateOptions(RoundOptions, total=False):
    """Those of a simulation; ``out``: a parquet file for the rows."""

    out: str | os.PathLike[str] | None


class DesignOptions(RoundOptions, total=False):
    """Those of a design.

    ``low`` and ``high``: the range of minimums, the game's own if None. ``tolerance``: how far
    apart players may be at a fair table, the target's own if None.
    """

    low: int | None
    high: int | None
    tolerance: float | None


class UsualRounds(NamedTuple):
    """How many rounds are played where nothing else is asked: so many as take minutes at most."""

    simulated: int = 1000
    designed: int = 4000


class StudyOffer(Protocol):
    """What a game under rules says about rounds between players of stated skill."""

    @property
    def skills(self) -> tuple[str, ...]:
        """The names of the skills, the least first."""
        ...

    @property
    def design_targets(self) -> tuple[str, ...]:
        """What can be made equal among the players of a table, the default first; maybe nothing."""
        ...

    @property
    def usual_rounds(self) -> UsualRounds:
        """How many rounds are played where nothing else is asked."""
        ...

    def simulate(
        self,
        players: Sequence[str],
        minimums: Sequence[int] | None = None,
        **how: Unpack[SimulateOptions],
    ) -> Study:
        """Play rounds.

        Parameters
        ----------
        players
            Names of skills, clockwise.
        minimums
            One each; those that go with the skills if None.
        **how
            See `SimulateOptions`.

        Raises
        ------
        NeuroanalysisError
            For anything in the question that is not valid.
        """
        ...

    def design(self, players: Sequence[str], target: str, **how: Unpack[DesignOptions]) -> Study:
        """Find minimums that make a table of these players fair.

        Parameters
        ----------
        players
            As for `simulate`.
        target
            One of `design_targets`.
        **how
            See `DesignOptions`.

        Raises
        ------
        NeuroanalysisError
            For anything in the question that is not valid.
        """
        ...


class Curves(Protocol):
    """How soon a random deal finishes: a curve for each minimum."""

    @property
    def minimums(self) -> tuple[int, ...]:
        """For which minimums."""
        ...

    def to_dict(self) -> dict[str, object]:
        """Return the chances within 1, 2, ... draws by minimum, played at best."""
        ...

    def summary(self) -> str:
        """Say in words and small tables what they say."""
        ...


class Solved(Protocol):
    """A game played alone, solved for every hand, and kept on disk."""

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        ...

    @property
    def minimums(self) -> tuple[int, ...]:
        """For which minimums."""
        ...

    @property
    def draws(self) -> int:
        """Within how many draws."""
        ...

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        ...

    @property
    def error(self) -> float:
        """No chance is further off than this."""
        ...


class Solitaire(Protocol):
    """A game under rules, played alone: what can be solved for every hand at once."""

    @property
    def minimums(self) -> tuple[int, ...]:
        """The suggested minimums, the lowest first."""
        ...

    @property
    def most_draws(self) -> int:
        """Within how many draws chances are computed at most."""
        ...

    def solve(
        self,
        minimums: Sequence[int],
        draws: int,
        *,
        workers: int | None = None,
        progress: Progress | None = None,
    ) -> Solved:
        """Solve it and keep the solution; what is kept is not done again.

        Raises
        ------
        InputError
            For minimums or draws out of range, or too little room on the disk.
        """
        ...

    def draws_kept(self, minimums: Sequence[int], draws: int) -> int:
        """Return how many draws the same solving has behind it, if it was stopped before its end.

        Raises
        ------
        InputError
            As `solve`.
        """
        ...

    def curves(self, minimums: Sequence[int] | None, draws: int) -> Curves | None:
        """Return curves that ship or are kept, for all known minimums if None; None if unknown."""
        ...


class Ruled(DealsOffer, OddsOffer, StudyOffer, Protocol):
    """A game under rules."""

    @property
    def solitaire(self) -> Solitaire | None:
        """The game played alone; None if it cannot be solved."""
        ...

    @property
    def rules(self) -> RuleSet:
        """The rules in force where a question names none."""
        ...

    def ask(
        self, source: str, parts: Mapping[str, str], *, limit: int, advice: bool = True
    ) -> Answer:
        """Answer what a hand is worth.

        Parameters
        ----------
        source
            A hand, or the text form of a position. Options given to `Game.under` hold over the
            rules that a position names.
        parts
            Further parts of the position by name, as text.
        limit
            How many equally good answers to list.
        advice
            Whether to say too what would better the hand.

        Raises
        ------
        NeuroanalysisError
            For anything in the question that is not valid.
        """
        ...

    def ask_record(
        self, record: Mapping[str, object], *, limit: int, advice: bool = False
    ) -> Answer:
        """Answer a JSON object, of which the field ``rules`` holds over `rules`.

        Other parameters and errors are those of `ask`. Unknown fields are ignored; an unknown
        option among the rules is an error.
        """
        ...


class ResultTable(Protocol):
    """A table of results that ships with the package, to be made and to be checked."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Its columns."""
        ...

    def entry(self, version: str) -> Table:
        """Return its entry in the manifest, still without the file's digest."""
        ...

    @property
    def parts(self) -> tuple[str, ...]:
        """What can be computed without the rest."""
        ...

    def rows(
        self, told: Callable[[str], None] = ..., **how: Unpack[Options]
    ) -> Sequence[Sequence[object]]:
        """Compute it; `told` hears what is being worked on."""
        ...

    def renewed(
        self,
        kept: Sequence[Mapping[str, str]],
        part: str,
        told: Callable[[str], None] = ...,
        **how: Unpack[Options],
    ) -> Sequence[Sequence[object]]:
        """Compute one of its `parts`, and take all other rows as they were kept."""
        ...

    def same(self, kept: Sequence[Sequence[str]], made: Sequence[Sequence[str]]) -> bool:
        """Return whether rows that were kept say what was computed again."""
        ...

    def faults(self, rows: Sequence[Mapping[str, str]]) -> Sequence[str]:
        """Return what cannot be right in rows that were read, in words."""
        ...


WarmUp: TypeAlias = tuple[str, Callable[[], object]]
"""The name of a part of a game's compiled code, and a small task after which it is ready."""


class Game(Protocol):
    """A game."""

    @property
    def name(self) -> str:
        """The name by which it is asked for."""
        ...

    @property
    def presets(self) -> Mapping[str, RuleSet]:
        """The named rule sets, the default first."""
        ...

    def under(self, *layers: Mapping[str, object]) -> Ruled:
        """Return the game under rules.

        Parameters
        ----------
        *layers
            Option values by name, each layer over the ones before it; ``preset`` starts anew from
            a named rule set. Without any, the default rules.

        Raises
        ------
        RulesError
            For an unknown option and for values that are wrong or contradict each other.
        """
        ...

    def tables(self) -> Sequence[ResultTable]:
        """Return the result tables that ship with the package."""
        ...

    def warm_up(self) -> Sequence[WarmUp]:
        """Return tasks that together compile all that the game's questions need."""
        ...


class Registry:
    """Games by name, each loaded when it is first asked for.

    Examples
    --------
    >>> registry = Registry()
    >>> registry.names
    ()
    """

    def __init__(self) -> None:
        self._loaders: dict[str, Callable[[], Game]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all games, in the order in which they were registered."""
        return tuple(self._loaders)

    def register(self, name: str, load: Callable[[], Game]) -> None:
        """Add a game.

        Parameters
        ----------
        name
            Its name.
        load
            Returns the game; called each time it is asked for.

        Raises
        ------
        ValueError
            For a name that is taken.
        """
        if name in self._loaders:
            raise ValueError(f"there is a game {name!r} already")
        self._loaders[name] = load

    def game(self, name: str) -> Game:
        """Return a game by name.

        Raises
        ------
        InputError
            For an unknown name; the nearest ones are said.
        """
        try:
            load = self._loaders[name]
        except KeyError:
            nearest = get_close_matches(name[:40].lower(), self.names, n=3, cutoff=0.5)
            accepted = ", ".join(nearest or self.names)
            raise InputError("input.unknown_game", name=name, accepted=accepted) from None
        return load()

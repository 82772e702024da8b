"""What explorers of Mhing show beside their answers: the cards to pick, and the rules' options.

A field's name in a page's request is that of the option of `Rules`; `changed_rules` obeys it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from neuroanalysis.core.hands import deal_hands
from neuroanalysis.games.mhing.pieces import (
    COPIES,
    FLOWER,
    JOKER,
    KINDS,
    PIECES,
    WINDS,
    compact,
    suit_of,
)
from neuroanalysis.games.mhing.position import Combination
from neuroanalysis.games.mhing.rules import CREDIT_LINES, Rules
from neuroanalysis.plots.mhing import Card, card_svg
from neuroanalysis.texts import catalogue, language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.numbers import typed_number
from neuroanalysis.widgets.picker import Face, Pane, PickerGame
from neuroanalysis.widgets.selection import Role, Selection

__all__ = [
    "OPTIONS",
    "card_game",
    "cards_free",
    "changed_rules",
    "credit_fields",
    "gone_cards",
    "minimum_field",
    "option_fields",
    "option_name",
    "write_cards",
]

OPTIONS: Final = (
    "joker_in_nothing_matches",
    "double_run_excludes_identical",
    "broken_royal_excludes_royal",
    "same_kind_triplets_match",
    "honour_triplets_double",
)
"""The options of `Rules`, yes or no, that change what a hand is worth; the others concern play."""

_TEXTS: Final = "widgets.mhing"
_MOST_MINIMUM: Final = 99
_COMBINATION: Final = 3
_WORDS: Final = (
    "label",
    "cards",
    "hand",
    "hand_hint",
    "seen",
    "seen_hint",
    "none",
    "one",
    "many",
    "text",
    "placeholder",
    "deal_hint",
)


def card_game(
    rules: Rules,
    *,
    laid: Sequence[Combination],
    random: np.random.Generator,
    parse: Callable[[str], Mapping[str, Iterable[int]]],
) -> PickerGame:
    """Return what a picker has to be told of the cards under these rules.

    Parameters
    ----------
    rules
        Of which the size of a hand is asked.
    laid
        The combinations that the player has on the table: their cards cannot be had any more, and
        so many fewer are in his hand.
    random
        What random hands are dealt with; flowers are laid and replaced.
    parse
        See `PickerGame`.

    Examples
    --------
    >>> game = card_game(
    ...     Rules(),
    ...     laid=(),
    ...     random=np.random.default_rng(1),
    ...     parse=lambda line: {"hand": PIECES.parse(line).tolist()},
    ... )
    >>> sum(game.deal(13)["hand"][:FLOWER])
    13
    """
    free = cards_free(laid)
    held = rules.hand_size - _COMBINATION * len(laid)

    def deal(size: int) -> Mapping[str, Iterable[int]]:
        return {"hand": _dealt(size, free, random)}

    return PickerGame(
        codes=PIECES.codes,
        copies=free,
        faces=lambda: [Face(card_svg(kind, width=None), Card(kind).name) for kind in range(KINDS)],
        panes=_panes,
        parse=parse,
        write=write_cards,
        deal=deal,
        deal_sizes=(held, held + 1),
        roles=(Role("hand", most=held + 1, beside=frozenset({FLOWER})), Role("seen")),
        words=_words,
    )


def _dealt(size: int, free: Sequence[int], random: np.random.Generator) -> list[int]:
    """Deal so many cards; flowers that come before the last of them are laid besides."""
    left = [*free]
    flowers, left[FLOWER] = left[FLOWER], 0
    hand = [int(n) for n in deal_hands(1, size, left, random)[0]]
    # Each flower lies in one of the gaps of the other cards' order; those before the last count.
    others = sum(left)
    places = random.permutation(others + flowers) < flowers
    hand[FLOWER] = int(places[: int(np.flatnonzero(~places)[size - 1])].sum())
    return hand


def cards_free(laid: Iterable[Combination]) -> tuple[int, ...]:
    """Return how many copies of each kind do not lie in combinations.

    Examples
    --------
    >>> free = cards_free([Combination.of("4s-5s*-6s")])
    >>> [free[PIECES.kind(code)] for code in ("4s", "5s", "J")]
    [3, 4, 5]
    """
    free = list(COPIES)
    for one in laid:
        for kind, joker in zip(one.kinds, one.jokers, strict=True):
            taken = JOKER if joker else kind
            free[taken] = max(0, free[taken] - 1)
    return tuple(free)


def write_cards(picked: Selection) -> str:
    """Write what is picked as a line.

    Examples
    --------
    >>> picked = {"hand": [0] * KINDS, "seen": [0] * KINDS}
    >>> picked["hand"][0] = picked["seen"][JOKER] = 2
    >>> write_cards(picked)
    '11m | seen J J'
    """
    hand = compact(picked["hand"])
    if not hand:
        return ""
    return f"{hand} | seen {compact(picked['seen'])}" if any(picked.get("seen", ())) else hand


def minimum_field(rules: Rules) -> str:
    """Return the field of the credits asked to go out; it sends ``min_credits``."""
    name = option_name("min_credits")
    return controls.number(name, "min_credits", rules.min_credits, 0, _MOST_MINIMUM, shown=name)


def option_fields(rules: Rules) -> list[str]:
    """Return a field for each of `OPTIONS`; it sends the option's name."""
    return [controls.checkbox(option_name(name), name, getattr(rules, name)) for name in OPTIONS]


def credit_fields(rules: Rules) -> list[str]:
    """Return a field for the credits of each line; it sends the line's code."""
    fields = []
    for line in CREDIT_LINES:
        name = text(f"mhing.credit.{line}")
        fields.append(
            controls.number(name, line, getattr(rules, line), 0, _MOST_MINIMUM, shown=name)
        )
    return fields


def option_name(name: str) -> str:
    """Say an option as the fields do."""
    return text(f"{_TEXTS}.options.{name}")


def gone_cards(gone: Sequence[int]) -> str:
    """Say which cards a change of rules or combinations took away."""
    return text(f"{_TEXTS}.fewer", cards=compact(gone))


def changed_rules(rules: Rules, do: str, value: str) -> Rules | None:
    """Return the rules after a request of one of the fields here; None for others.

    Raises
    ------
    InputError, RulesError
        For a value that there is not, or that contradicts another.

    Examples
    --------
    >>> changed_rules(Rules(), "joker_in_nothing_matches", "false").joker_in_nothing_matches
    False
    >>> changed_rules(Rules(), "one_suit", "10").one_suit
    10
    >>> changed_rules(Rules(), "language", "fr") is None
    True
    """
    if do in OPTIONS:
        return Rules.from_mapping({do: value == "true"}, rules)
    if do not in (*CREDIT_LINES, "min_credits"):
        return None
    name = option_name(do) if do == "min_credits" else text(f"mhing.credit.{do}")
    return Rules.from_mapping({do: typed_number(value, name, 0, _MOST_MINIMUM)}, rules)


def _words() -> dict[str, str]:
    """The picker's words for Mhing; the page fills in their fields."""
    entries = catalogue(language())
    return {name: entries[f"{_TEXTS}.{name}"] for name in _WORDS}


def _panes() -> list[list[Pane]]:
    """One table: a row a suit; under them the honours, the joker and the flower."""
    suits = [tuple(kind for kind in range(WINDS) if suit_of(kind) == suit) for suit in range(3)]
    return [[Pane(text(f"{_TEXTS}.cards"), (*suits, tuple(range(WINDS, KINDS))))]]

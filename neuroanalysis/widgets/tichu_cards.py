"""What the explorer of Tichu shows beside its answers: the cards to pick, and the rules' options.

A field's name in a page's request is that of the option of `Rules`; `changed_rules` obeys it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import numpy as np

from neuroanalysis.games.tichu.pieces import (
    CARDS,
    MAH_JONG,
    PIECES,
    RANKS,
    SUITS,
    kind_name,
)
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.plots.tichu import card_svg
from neuroanalysis.texts import catalogue, language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.picker import Face, Pane, PickerGame
from neuroanalysis.widgets.selection import Role, Selection

__all__ = ["OPTIONS", "card_game", "changed_rules", "option_fields", "option_name", "write_cards"]

OPTIONS: Final = (
    "mah_jong_in_straight_flush",
    "phoenix_full_house_from_quad",
    "tichu_before_exchange",
    "bomb_own_trick",
    "both_partners_may_call",
)
"""The options of `Rules`, yes or no, that are shown; the others can be set from Python."""

_TEXTS: Final = "widgets.tichu"
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
    "add",
    "text",
    "placeholder",
    "deal_hint",
)


def card_game(
    rules: Rules,
    *,
    random: np.random.Generator,
    parse: Callable[[str], Mapping[str, Iterable[int]]],
) -> PickerGame:
    """Return what a picker has to be told of the cards under these rules.

    Parameters
    ----------
    rules
        Of which the size of a hand, and of its first cards, is asked.
    random
        What random hands are dealt with.
    parse
        See `PickerGame`.

    Examples
    --------
    >>> game = card_game(
    ...     Rules(),
    ...     random=np.random.default_rng(1),
    ...     parse=lambda line: {"hand": PIECES.parse(line).tolist()},
    ... )
    >>> sum(game.deal(14)["hand"]), game.deal_sizes
    (14, (8, 14))
    """

    def deal(size: int) -> Mapping[str, Iterable[int]]:
        hand = [0] * CARDS
        for card in random.permutation(CARDS)[:size]:
            hand[card] = 1
        return {"hand": hand}

    sizes = (rules.first_cards, rules.hand_size)
    return PickerGame(
        codes=PIECES.codes,
        copies=1,
        faces=lambda: [Face(card_svg(card, width=None), kind_name(card)) for card in range(CARDS)],
        panes=_panes,
        parse=parse,
        write=write_cards,
        deal=deal,
        deal_sizes=tuple(dict.fromkeys(size for size in sizes if size)),
        roles=(Role("hand"), Role("seen", takes_from="hand")),
        words=_words,
    )


def write_cards(picked: Selection) -> str:
    """Write what is picked as a line.

    Examples
    --------
    >>> picked = {"hand": [0] * CARDS, "seen": [0] * CARDS}
    >>> picked["hand"][0] = picked["seen"][MAH_JONG] = 1
    >>> write_cards(picked)
    '2s | seen MJ'
    """
    hand = PIECES.format(picked["hand"])
    if not hand:
        return ""
    return f"{hand} | seen {PIECES.format(picked['seen'])}" if any(picked.get("seen", ())) else hand


def option_fields(rules: Rules) -> list[str]:
    """Return a field for each of `OPTIONS`; it sends the option's name."""
    return [controls.checkbox(option_name(name), name, getattr(rules, name)) for name in OPTIONS]


def option_name(name: str) -> str:
    """Say an option as the fields do."""
    return text(f"{_TEXTS}.options.{name}")


def changed_rules(rules: Rules, do: str, value: str) -> Rules | None:
    """Return the rules after a request of one of the fields here; None for others.

    Examples
    --------
    >>> changed_rules(Rules(), "bomb_own_trick", "false").bomb_own_trick
    False
    >>> changed_rules(Rules(), "language", "fr") is None
    True
    """
    if do not in OPTIONS:
        return None
    return Rules.from_mapping({do: value == "true"}, rules)


def _words() -> dict[str, str]:
    """The picker's words for Tichu; the page fills in their fields."""
    entries = catalogue(language())
    return {name: entries[f"{_TEXTS}.{name}"] for name in _WORDS}


def _panes() -> list[list[Pane]]:
    """One table: a row a suit, a column a rank; the special cards under them."""
    rows: list[tuple[int | None, ...]] = [
        tuple(SUITS * rank + suit for rank in range(RANKS)) for suit in range(SUITS)
    ]
    return [[Pane(text(f"{_TEXTS}.cards"), (*rows, tuple(range(MAH_JONG, CARDS))))]]

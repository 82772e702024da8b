"""What the explorer of Neurotrio conquête shows beside its answers: cards to pick, rules' options.

A field's name in a page's request is that of the option of `Rules`; `changed_rules` obeys it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from neuroanalysis.games.conquete._kernels.layout import MOST_CARDS
from neuroanalysis.games.conquete.pieces import KINDS, PIECES
from neuroanalysis.games.conquete.position import Domain
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.texts import catalogue, language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_deck import deck_faces, deck_panes
from neuroanalysis.widgets.numbers import typed_number
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.selection import Role, Selection

__all__ = [
    "CHOSEN",
    "DEALS",
    "MOST_ENLARGED",
    "card_game",
    "changed_rules",
    "option_fields",
    "option_name",
    "write_cards",
]

CHOSEN: Final = "turned"
"""The role of the card that is to be placed: it may be of the hand, and need not."""

DEALS: Final = (6, 13)
"""The sizes of hand that are dealt: what eight and what four players get."""

MOST_ENLARGED: Final = MOST_CARDS
"""How often a grid can be said to have been enlarged."""

_TEXTS: Final = "widgets.conquete"
_YES_OR_NO: Final = ("grid_either_way_up",)
_NUMBERS: Final = ("shape_ratio", "needed")
_WORDS: Final = (
    "label",
    "hand",
    "hand_hint",
    "turned",
    "turned_hint",
    "none",
    "text",
    "placeholder",
    "deal_hint",
    "clear",
)


def card_game(
    rules: Rules,
    domain: Domain | None,
    *,
    deal: Callable[[int], Mapping[str, Iterable[int]]],
    parse: Callable[[str], Mapping[str, Iterable[int]]],
) -> PickerGame:
    """Return what a picker has to be told of the cards under these rules.

    Parameters
    ----------
    rules
        Of which the copies of a kind are asked.
    domain
        The cards that lie, which can no longer be picked.
    deal, parse
        See `PickerGame`.

    Examples
    --------
    >>> game = card_game(Rules(), Domain.of("0,0 1cn"), deal=lambda size: {}, parse=lambda line: {})
    >>> game.copies[:2], game.deal_sizes
    ((1, 2), (6, 13))
    """
    laid = domain.counts.tolist() if domain is not None else [0] * KINDS
    return PickerGame(
        codes=PIECES.codes,
        copies=tuple(max(0, rules.copies - n) for n in laid),
        faces=deck_faces,
        panes=deck_panes,
        parse=parse,
        write=write_cards,
        deal=deal,
        deal_sizes=tuple(size for size in DEALS if size < rules.deck_size),
        roles=(Role("hand"), Role(CHOSEN, most=1, replaces=True, apart=True)),
        words=_words,
    )


def write_cards(picked: Selection) -> str:
    """Write the hand as a line.

    Examples
    --------
    >>> write_cards({"hand": (2, *[0] * 26), "turned": (0, 1, *[0] * 25)})
    '1cn*2'
    """
    return PIECES.format(picked["hand"])


def option_fields(rules: Rules) -> list[str]:
    """Return a field for each option that is shown; it sends the option's name."""
    fields = [
        controls.checkbox(option_name(name), name, getattr(rules, name)) for name in _YES_OR_NO
    ]
    for name in _NUMBERS:
        low, high = rules.ranges[name]
        shown = option_name(name)
        fields.append(controls.number(shown, name, getattr(rules, name), low, high, shown=shown))
    return fields


def option_name(name: str) -> str:
    """Say an option as the fields do."""
    return text(f"conquete.option.{name}")


def changed_rules(rules: Rules, do: str, value: str) -> Rules | None:
    """Return the rules after a request of one of the fields here; None for others.

    Raises
    ------
    InputError
        For a number that cannot be.

    Examples
    --------
    >>> changed_rules(Rules(), "shape_ratio", "3").shape_ratio
    3
    >>> changed_rules(Rules(), "language", "fr") is None
    True
    """
    if do in _YES_OR_NO:
        return Rules.from_mapping({do: value == "true"}, rules)
    if do in _NUMBERS:
        number = typed_number(value, option_name(do), *rules.ranges[do])
        return Rules.from_mapping({do: number}, rules)
    return None


def _words() -> dict[str, str]:
    """The picker's words for conquête; the page fills in their fields."""
    entries = catalogue(language())
    return {name: entries[f"{_TEXTS}.{name}"] for name in _WORDS}

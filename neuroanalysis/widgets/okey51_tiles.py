"""What explorers of Okey 51 show beside their answers: the tiles to pick, presets and options.

A field's name in a page's request is that of the option of `Rules`; `changed_rules` obeys it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from neuroanalysis.core.hands import deal_hands
from neuroanalysis.games.okey51.pieces import (
    COLOURS,
    COPIES,
    FAKE,
    IDENTITIES,
    NUMBERS,
    PIECES,
    TILES,
    identity,
    indicator_of,
)
from neuroanalysis.games.okey51.position import Meld
from neuroanalysis.games.okey51.rules import PRESETS, Rules
from neuroanalysis.plots.okey51 import drawn_tile, tile_svg
from neuroanalysis.texts import catalogue, language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.picker import Face, Pane, PickerGame
from neuroanalysis.widgets.selection import Role, Selection

__all__ = [
    "FAKES",
    "ONES",
    "OPTIONS",
    "changed_rules",
    "gone_tiles",
    "option_fields",
    "option_name",
    "preset_field",
    "threshold_field",
    "tile_game",
    "tiles_free",
    "turned_kind",
    "write_tiles",
]

OPTIONS: Final = ("wrap_13_1", "one_after_13", "fake_okey_value", "okey_pairs")
"""The options of `Rules` that change what a rack is worth; the others concern play."""

_TEXTS: Final = "widgets.okey51"
ONES: Final = (1, 14)
FAKES: Final = ("okey", "indicator")
_HIGHEST_THRESHOLD: Final = 999
_WORDS: Final = (
    "label",
    "cards",
    "hand",
    "hand_hint",
    "turned",
    "turned_hint",
    "seen",
    "seen_hint",
    "none",
    "one",
    "many",
    "text",
    "placeholder",
    "deal_hint",
)


def tile_game(
    rules: Rules,
    *,
    okey: int | None,
    melds: Sequence[Meld],
    random: np.random.Generator,
    parse: Callable[[str], Mapping[str, Iterable[int]]],
) -> PickerGame:
    """Return what a picker has to be told of the tiles under these rules.

    Parameters
    ----------
    rules
        Of which the size of a rack is asked, and what a fake okey counts as.
    okey
        What is wild, and so is drawn; None where no indicator is turned.
    melds
        The melds open on the table, whose tiles cannot be had any more.
    random
        What random racks and indicators are dealt with.
    parse
        See `PickerGame`.

    Examples
    --------
    >>> game = tile_game(
    ...     Rules(),
    ...     okey=PIECES.kind("r6"),
    ...     melds=(),
    ...     random=np.random.default_rng(1),
    ...     parse=lambda line: {"hand": PIECES.parse(line).tolist()},
    ... )
    >>> dealt = game.deal(14)
    >>> sum(dealt["hand"]), sum(dealt["turned"])
    (14, 1)
    >>> game.faces()[PIECES.kind("r6")].name
    'red 6 as okey (wild)'
    """
    fake_identity = _fake_identity(rules, okey)

    def faces() -> list[Face]:
        tiles = (drawn_tile(kind, okey, fake_identity) for kind in range(TILES))
        return [Face(tile_svg(tile, width=None), tile.name) for tile in tiles]

    def deal(size: int) -> Mapping[str, Iterable[int]]:
        indicator = int(random.integers(IDENTITIES))
        turned = [int(kind == indicator) for kind in range(TILES)]
        left = [COPIES] * TILES
        if rules.first_player_indicator_removed:
            left[indicator] -= 1
        return {"hand": deal_hands(1, size, left, random)[0].tolist(), "turned": turned}

    return PickerGame(
        codes=PIECES.codes,
        copies=tiles_free(melds, okey, fake_identity),
        faces=faces,
        panes=_panes,
        parse=parse,
        write=write_tiles,
        deal=deal,
        deal_sizes=(rules.hand_size, rules.hand_size + 1),
        roles=(
            Role("hand", most=rules.hand_size + 1),
            Role("turned", most=1, replaces=True, apart=not rules.first_player_indicator_removed),
            Role("seen"),
        ),
        words=_words,
    )


def tiles_free(
    melds: Iterable[Meld], okey: int | None, fake_identity: int | None
) -> tuple[int, ...]:
    """Return how many copies of each kind do not lie in open melds.

    A tile that stands where a fake okey may stand is not counted, as it may be either.

    Examples
    --------
    >>> free = tiles_free([Meld.of("r4-r5*-r6", Rules())], PIECES.kind("b2"), None)
    >>> [free[PIECES.kind(code)] for code in ("r4", "r5", "b2")]
    [1, 2, 1]
    """
    free = [COPIES] * TILES
    for tile in (tile for meld in melds for tile in meld.tiles):
        if tile.wild:
            taken = okey
        elif tile.identity == okey:
            taken = FAKE  # an okey in its own place would be said to be wild
        else:
            taken = None if tile.identity == fake_identity else tile.identity
        if taken is not None:
            free[taken] = max(0, free[taken] - 1)
    return tuple(free)


def write_tiles(picked: Selection) -> str:
    """Write what is picked as a line; unlike a position it may lack the okey.

    Examples
    --------
    >>> picked = {"hand": [0] * 53, "turned": [0] * 53, "seen": [0] * 53}
    >>> picked["hand"][4] = picked["turned"][12] = 1
    >>> write_tiles(picked)
    'r5 | indicator r13'
    """
    hand = PIECES.format(picked["hand"])
    if not hand:
        return ""
    parts = [hand]
    parts += [
        f"{name} {PIECES.format(picked[role])}"
        for role, name in (("turned", "indicator"), ("seen", "seen"))
        if any(picked.get(role, ()))
    ]
    return " | ".join(parts)


def turned_kind(picked: Selection) -> int | None:
    """Return the kind that is turned, if one is."""
    return next((kind for kind, n in enumerate(picked["turned"]) if n), None)


def preset_field(rules: Rules) -> str:
    """Return the field that chooses between the presets; it sends ``preset``."""
    choices = [(preset, text(f"{_TEXTS}.preset.{preset}")) for preset in PRESETS]
    return controls.select(option_name("rules"), "preset", choices, rules.differences()["preset"])


def threshold_field(threshold: int) -> str:
    """Return the field of what an opening is worth at least; it sends ``threshold``."""
    name = option_name("threshold")
    return controls.number(name, "threshold", threshold, 0, _HIGHEST_THRESHOLD, shown=name)


def option_fields(rules: Rules) -> list[str]:
    """Return a field for each of `OPTIONS`; it sends the option's name."""
    ones = [(points, text(f"{_TEXTS}.options.points", n=points)) for points in ONES]
    if rules.one_after_13 not in ONES:
        ones.append((rules.one_after_13, str(rules.one_after_13)))
    fakes = [(value, option_name(value)) for value in FAKES]
    return [
        controls.checkbox(option_name("wrap_13_1"), "wrap_13_1", rules.wrap_13_1),
        controls.select(option_name("one_after_13"), "one_after_13", ones, rules.one_after_13),
        controls.select(
            option_name("fake_okey_value"), "fake_okey_value", fakes, rules.fake_okey_value
        ),
        controls.checkbox(option_name("okey_pairs"), "okey_pairs", rules.okey_pairs),
    ]


def option_name(name: str) -> str:
    """Say an option, or a value of one, as the fields do."""
    return text(f"{_TEXTS}.options.{name}")


def gone_tiles(gone: Sequence[int]) -> str:
    """Say which tiles a change of rules, melds or indicator took away, and how they come back."""
    return text(f"{_TEXTS}.fewer", tiles=PIECES.format(gone))


def changed_rules(rules: Rules, do: str, value: str) -> Rules | None:
    """Return the rules after a request of `preset_field` or `option_fields`; None for others.

    Raises
    ------
    RulesError
        For a preset or a value that there is not.

    Examples
    --------
    >>> changed_rules(Rules(), "wrap_13_1", "false").wrap_13_1
    False
    >>> changed_rules(Rules(), "one_after_13", "14").one_after_13
    14
    >>> changed_rules(Rules(), "language", "fr") is None
    True
    """
    if do == "preset":
        return Rules.preset(value)
    if do not in OPTIONS:
        return None
    read: object = value
    if do in Rules.ranges:
        read = int(value) if value.isascii() and value.isdigit() else value
    elif do not in Rules.choices:
        read = value == "true"
    return Rules.from_mapping({do: read}, rules)


def _words() -> dict[str, str]:
    """The picker's words for tiles; the page fills in their fields."""
    entries = catalogue(language())
    return {name: entries[f"{_TEXTS}.{name}"] for name in _WORDS}


def _panes() -> list[list[Pane]]:
    """One table: a row a colour, a column a number; the fake okey under them."""
    rows: list[tuple[int | None, ...]] = [
        tuple(identity(colour, number) for number in range(1, NUMBERS + 1))
        for colour in range(COLOURS)
    ]
    return [[Pane(text(f"{_TEXTS}.tiles"), (*rows, (FAKE,)))]]


def _fake_identity(rules: Rules, okey: int | None) -> int | None:
    if okey is None:
        return None
    if rules.fake_okey_value == "okey":
        return okey
    return indicator_of(okey)

"""What every explorer of Neurotrio shows: the cards to pick, the presets, the open points of rules.

A field's name in a page's request is that of the option of `Rules`; `changed_rules` obeys it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from neuroanalysis.core.hands import deal_hands
from neuroanalysis.games.neurotrio import NEUROTRIO, Rules
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.neurotrio_deck import deck_faces, deck_panes
from neuroanalysis.widgets.picker import ROLES, PickerGame
from neuroanalysis.widgets.selection import Role, Selection

__all__ = [
    "OPEN_POINTS",
    "SCOPES",
    "card_game",
    "changed_rules",
    "gone_cards",
    "open_point_fields",
    "option_name",
    "preset_field",
    "preset_name",
    "write_cards",
]

OPEN_POINTS: Final = ("distinct_scope", "repeat_bonuses", "one_duo")
"""The options of `Rules` that the source leaves open; a change of preset keeps them."""

SCOPES: Final = ("hand", "grouped")
"""The values of ``distinct_scope``; the other two options are true or false."""

_RULE_FIELDS: Final = frozenset({"preset", *OPEN_POINTS})


def card_game(
    rules: Rules,
    *,
    random: np.random.Generator,
    deal_sizes: Sequence[int],
    parse: Callable[[str], Mapping[str, Iterable[int]]],
    words: Callable[[], Mapping[str, str]],
    roles: Sequence[Role] = (Role("hand"),),
) -> PickerGame:
    """Return what a picker has to be told of the cards under these rules.

    Parameters
    ----------
    rules
        Of which the copies of a kind are asked.
    random
        What random hands are dealt with.
    deal_sizes, parse, words, roles
        See `PickerGame`.

    Examples
    --------
    >>> game = card_game(
    ...     Rules(),
    ...     random=np.random.default_rng(1),
    ...     deal_sizes=(13,),
    ...     parse=lambda line: {"hand": PIECES.parse(line).tolist()},
    ...     words=dict,
    ... )
    >>> game.copies, len(game.codes), sum(game.deal(13)["hand"])
    (4, 27, 13)
    """

    def deal(size: int) -> Mapping[str, Iterable[int]]:
        return {"hand": deal_hands(1, size, [rules.copies] * KINDS, random)[0].tolist()}

    return PickerGame(
        codes=PIECES.codes,
        copies=rules.copies,
        faces=deck_faces,
        panes=deck_panes,
        parse=parse,
        write=write_cards,
        deal=deal,
        deal_sizes=tuple(deal_sizes),
        roles=tuple(roles),
        words=words,
    )


def write_cards(picked: Selection) -> str:
    """Write what is picked as a line; unlike a position it may be empty or hold too much.

    Examples
    --------
    >>> write_cards({"hand": (2, *[0] * 26), "seen": (0, 1, *[0] * 25)})
    '1cn*2 | seen 1cv'
    """
    first, *others = ROLES
    parts = [PIECES.format(picked[first])]
    parts += [
        f"{role} {PIECES.format(picked[role])}" for role in others if any(picked.get(role, ()))
    ]
    return " | ".join(filter(None, parts))


def preset_name(preset: str) -> str:
    """Say which game a preset is for."""
    return text(f"widgets.neurotrio.preset.{preset}")


def preset_field(rules: Rules) -> str:
    """Return the field that chooses between the presets; it sends ``preset``."""
    chosen = rules.differences()["preset"]
    choices = [(preset, preset_name(preset)) for preset in NEUROTRIO.presets]
    return controls.select(option_name("rules"), "preset", choices, chosen)


def open_point_fields(rules: Rules) -> list[str]:
    """Return a field for each of `OPEN_POINTS`; it sends the point's name."""
    scopes = [(scope, option_name(scope)) for scope in SCOPES]
    return [
        controls.select(
            option_name("distinct_scope"), "distinct_scope", scopes, rules.distinct_scope
        ),
        *(
            controls.checkbox(option_name(point), point, getattr(rules, point))
            for point in ("repeat_bonuses", "one_duo")
        ),
    ]


def option_name(name: str) -> str:
    """Say an option, or a value of ``distinct_scope``, as the fields do."""
    return text(f"widgets.neurotrio.options.{name}")


def gone_cards(gone: Sequence[int]) -> str:
    """Say which cards a change of rules took away, and how they come back.

    Examples
    --------
    >>> gone_cards([2] + [0] * 26)
    'Taken away, as these rules have too few of them: 1cn*2. ...'
    """
    return text("widgets.neurotrio.fewer", cards=PIECES.format(gone))


def changed_rules(rules: Rules, do: str, value: str) -> Rules | None:
    """Return the rules after a request of `preset_field` or `open_point_fields`; None for others.

    Raises
    ------
    RulesError
        For a preset or a value that there is not.

    Examples
    --------
    >>> changed_rules(Rules(), "one_duo", "true").one_duo
    True
    >>> changed_rules(Rules(one_duo=True), "preset", "three_trios").one_duo
    True
    >>> changed_rules(Rules(), "language", "fr") is None
    True
    """
    if do not in _RULE_FIELDS:
        return None
    if do == "preset":
        kept = {point: getattr(rules, point) for point in OPEN_POINTS}
        return Rules.from_mapping({"preset": value, **kept})
    return Rules.from_mapping({do: value if do == "distinct_scope" else value == "true"}, rules)

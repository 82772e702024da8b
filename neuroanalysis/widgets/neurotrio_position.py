"""What explorers of a Neurotrio position share: its cards, its rules, a minimum.

A subclass says what is asked of a position and how the answer is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import traitlets

from neuroanalysis.core import options
from neuroanalysis.games.neurotrio import Position, Rules
from neuroanalysis.games.neurotrio.pieces import KINDS, PIECES
from neuroanalysis.texts import catalogue, language, set_language, text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.explorer import Explorer
from neuroanalysis.widgets.neurotrio_cards import (
    OPEN_POINTS,
    card_game,
    changed_rules,
    gone_cards,
    open_point_fields,
    preset_field,
)
from neuroanalysis.widgets.picker import PickerGame
from neuroanalysis.widgets.selection import Role

__all__ = ["HIGHEST_MINIMUM", "PositionExplorer", "minimum_field", "minimum_of"]

HIGHEST_MINIMUM: Final = 999

_TEXTS: Final = "widgets.neurotrio"
_CARRE: Final = 4

_ROLES: Final = (
    Role("hand"),
    Role("kept", part_of="hand"),
    Role("laid", step=_CARRE, takes_from="hand"),
    Role("seen"),
)


class PositionExplorer(Explorer[Position]):
    """Pick a position, and read what a subclass says of it.

    Parameters
    ----------
    hand
        What to begin with: cards, the text of a position, or a position. Nothing by default.
    rules, minimum
        Where the position names none: the default rules, and their lowest suggested minimum.
    lang
        ``"en"`` or ``"fr"``, for the whole process, as with `set_language`; None for the language
        in force.
    lesson
        Whether everything is larger, for a projector; an attribute that may be assigned.
    **more
        Traits of the subclass.

    Raises
    ------
    NeuroanalysisError
        For a position that is not valid. What is wrong later is shown on the page.
    """

    rules = traitlets.Instance(Rules)
    minimum = traitlets.Int(min=0, max=HIGHEST_MINIMUM)

    def __init__(
        self,
        hand: str | Position = "",
        *,
        rules: Rules | None = None,
        minimum: int | None = None,
        lang: str | None = None,
        lesson: bool = False,
        **more: object,
    ) -> None:
        if lang is not None:
            set_language(lang)
        start = None
        if isinstance(hand, Position) or hand.strip():
            start = Position.of(hand, rules=rules, minimum=minimum)
        in_force = start.rules if start else Rules.or_default(rules)
        super().__init__(
            _vectors(start, in_force) if start else {},
            rules=in_force,
            minimum=start.minimum if start else minimum or in_force.least_minimum,
            lesson=lesson,
            **more,
        )
        self.observe(lambda _: self._change_game(), "rules")
        self.observe(lambda _: self._change_minimum(), "minimum")

    @property
    def position(self) -> Position | None:
        """What is picked, or None without a hand.

        Raises
        ------
        NeuroanalysisError
            For cards that cannot be a position under these rules.
        """
        picked = self.picker.selection
        nothing = (0,) * KINDS
        hand, laid = picked["hand"], picked.get("laid", nothing)
        if not any(hand) and not any(laid):
            return None
        return Position(
            hand=hand,
            laid=tuple(n // _CARRE for n in laid),
            kept=picked["kept"],
            seen=picked["seen"],
            minimum=self.minimum,
            rules=self.rules,
        )

    # What a subclass says

    def _fields(self) -> str:
        """Return fields of its own, under those of every explorer."""
        return ""

    def _obey(self, do: str, value: str) -> None:
        """Do what a field or a button of its own asks; ValueError for what it has not."""
        raise ValueError(f"unknown request of the page: {do!r}")

    # What every explorer of the game does

    def _change_minimum(self) -> None:
        self._ask()
        self._draw_options()

    def _perform(self, do: str, value: str) -> None:
        rules = changed_rules(self.rules, do, value)
        if rules is not None:
            self.rules = rules
        elif do == "minimum":
            self.picker.message = ""  # what was wrong with the field before
            if value:  # the entry "own" has none
                self.minimum = minimum_of(value)
            self._draw_options()
        else:
            self._obey(do, value)

    def _kind(self, code: str) -> int:
        return PIECES.kind(code)

    def _gone_words(self, gone: tuple[int, ...]) -> str:
        return gone_cards(gone)

    def _game(self) -> PickerGame:
        rules = self.rules
        return card_game(
            rules,
            random=self._random,
            deal_sizes=(rules.hand_size, rules.finish_size),
            parse=self._parse,
            roles=[role for role in _ROLES if rules.carre or role.name != "laid"],
            words=lambda: _words() | {"label": text(f"{self.name}.label")},
        )

    def _parse(self, line: str) -> Mapping[str, Iterable[int]]:
        """Read cards or a whole position; the rules and the minimum that it names hold from now."""
        if not line.strip():
            return {}
        position = Position.from_text(line, rules=self.rules)
        self.rules = position.rules
        if "minimum" in line.lower():
            self.minimum = position.minimum
        return _vectors(position, position.rules)

    def _options_html(self) -> str:
        changes = self.rules.differences()
        for name in ("preset", *OPEN_POINTS):
            changes.pop(name, None)
        names = f"{_TEXTS}.options"
        shown = [
            controls.row(
                preset_field(self.rules),
                minimum_field(self.rules, self.minimum),
                controls.view_buttons(lesson=self.lesson),
            ),
            self._fields(),
            controls.unfold(text(f"{names}.more"), *open_point_fields(self.rules)),
        ]
        if changes:
            words = " ".join(options.words(changes))
            shown.append(controls.message(text(f"{names}.changes", changes=words)))
        return "".join(shown)


def minimum_field(rules: Rules, minimum: int) -> str:
    """Return the fields of a minimum, suggested or typed; they send ``minimum``."""
    names = catalogue(language())
    suggested: list[tuple[object, str]] = [
        (points, f"{names.get(f'{_TEXTS}.minimum.{name}', name)} · {points}")
        for name, points in rules.minimums
    ]
    chosen: object = minimum
    if chosen not in dict(suggested):
        suggested.append(("", text(f"{_TEXTS}.options.own_minimum")))
        chosen = ""
    label = text(f"{_TEXTS}.options.minimum")
    exact = text(f"{_TEXTS}.options.minimum_number")
    return controls.together(
        controls.select(label, "minimum", suggested, chosen),
        controls.number(exact, "minimum", minimum, 0, HIGHEST_MINIMUM),
        one_line=True,
    )


def minimum_of(value: str) -> int:
    """Return the minimum that was typed; read, and refused, as in the text of a position.

    Examples
    --------
    >>> minimum_of("22")
    22
    """
    return Position.from_text(f"hand 1cn | minimum {value}").minimum


def _vectors(position: Position, rules: Rules) -> dict[str, Iterable[int]]:
    """Return what the picker is to show of a position; it counts each card of a carré."""
    vectors: dict[str, Iterable[int]] = {
        "hand": position.hand,
        "kept": position.kept,
        "seen": position.seen,
    }
    if rules.carre:
        vectors["laid"] = [_CARRE * n for n in position.laid]
    return vectors


def _words() -> dict[str, str]:
    names = [name for role in _ROLES for name in (role.name, f"{role.name}_hint")]
    return {"label": text(f"{_TEXTS}.label")} | {name: text(f"{_TEXTS}.{name}") for name in names}

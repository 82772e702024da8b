"""Sections 1 to 4: the cube, the trios, count vectors, hypergeometric chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import combinations_with_replacement
from math import comb, prod
from typing import ClassVar, Final

import numpy as np

from neuroanalysis.core.enumeration import count_hands, count_vectors
from neuroanalysis.core.hands import deal_hands
from neuroanalysis.core.intervals import number_text
from neuroanalysis.games.neurotrio.analysis.closed_forms import (
    cards_of_value,
    cards_on_line,
    copies_of_kind,
)
from neuroanalysis.games.neurotrio.pieces import (
    FORCES,
    KINDS,
    LINES,
    PIECES,
    kind_name,
    shared_values,
)
from neuroanalysis.plots.colours import ESTIMATE, HERE
from neuroanalysis.plots.neurotrio import CardGroup, card_svg, hand_html, kinds_of
from neuroanalysis.plots.neurotrio.cube import cube_svg
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.lessons.base import Play, bar, numbers, table

__all__ = ["ChancesPlay", "CubePlay", "MultisetsPlay", "TriosPlay"]

_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_EXACT: Final = HERE
_DEALT: Final = ESTIMATE


class CubePlay(Play):
    """Section 1: click kinds, and see their lines in the cube.

    Attributes
    ----------
    picked
        The kinds that are picked.

    Examples
    --------
    >>> play = CubePlay()
    >>> play.toggle(0)
    >>> play.lit()
    (0, 9, 18)
    """

    name = "cube"

    def __init__(self, *, lesson: bool = False) -> None:
        self.picked: frozenset[int] = frozenset()
        super().__init__(lesson=lesson)

    def toggle(self, kind: int) -> None:
        """Pick a kind, or take it back."""
        self.picked ^= {kind}
        self.redraw()

    def lit(self) -> tuple[int, ...]:
        """Return the lines to light: those of a single kind, else those with two kinds or more."""
        least = 1 if len(self.picked) == 1 else 2
        return tuple(
            number for number, line in enumerate(LINES) if len(self.picked & set(line)) >= least
        )

    def press(self, do: str, value: str) -> None:
        """Pick a kind by its code, or clear."""
        if do == "pick":
            self.toggle(PIECES.kind(value))
        elif do == "clear":
            self.picked = frozenset()
        else:
            super().press(do, value)

    def draw(self) -> tuple[str, str]:
        """Draw the cards to click, the cube, and what can be said of the choice."""
        panes = "".join(
            f"<div><div>{escape(text('lessons.play.cube.force', value=value))}</div>"
            '<div style="display:grid;grid-template-columns:repeat(3,auto);gap:2px;'
            f'justify-content:start">{"".join(map(self._button, range(9 * force, 9 * force + 9)))}'
            "</div></div>"
            for force, value in enumerate(FORCES)
        )
        said = self._said()
        drawn = (
            '<div style="display:flex;flex-wrap:wrap;gap:12px 28px;align-items:center">'
            f'<div data-rove="cube" style="display:flex;flex-wrap:wrap;gap:14px">{panes}</div>'
            f"{cube_svg(self.picked, self.lit())}</div>"
        )
        clear = controls.button(text("lessons.play.clear"), "clear")
        return drawn + controls.row(f"<span>{escape(said)}</span>", clear), said

    def _button(self, kind: int) -> str:
        name = escape(f"{kind_name(kind)} ({PIECES.codes[kind]})")
        picked = kind in self.picked
        frame = f"box-shadow:0 0 0 3px {ESTIMATE}" if picked else ""
        return (
            f'<button type="button" class="na-pick" data-do="pick" '
            f'data-value="{PIECES.codes[kind]}" aria-pressed="{str(picked).lower()}" '
            f'aria-label="{name}" title="{name}" '
            f'style="{frame}">{card_svg(kind, width=30, decorative=True)}</button>'
        )

    def _said(self) -> str:
        if not self.picked:
            return text("lessons.play.cube.none")
        touched = [len(self.picked & set(line)) for line in LINES]
        if len(self.picked) == 1:
            [kind] = self.picked
            near = sum(1 for other in range(KINDS) if len(shared_values((kind, other))) == 2)
            return text(
                "lessons.play.cube.one", card=kind_name(kind), lines=sum(touched), neighbours=near
            )
        return text(
            "lessons.play.cube.many",
            picked=len(self.picked),
            pairs=sum(comb(n, 2) for n in touched),
            all=comb(len(self.picked), 2),
            touched=sum(1 for n in touched if n),
            full=touched.count(3),
        )


class TriosPlay(Play):
    """Section 2: the trios of games of any size, counted three ways; and those of one line.

    Examples
    --------
    >>> play = TriosPlay()
    >>> [total for *_, total in play.ways()]
    [216, 216, 216]
    """

    name = "trios"
    choices: ClassVar[Mapping[str, tuple[Sequence[int], int]]] = {
        "forces": (numbers(1, 6), 3),
        "natures": (numbers(1, 6), 3),
        "backgrounds": (numbers(1, 6), 3),
    }

    def ways(self) -> tuple[tuple[str, str, int], ...]:
        """Return the name, the calculation and the result of each way to count."""
        sizes = tuple(self.chosen.values())
        kinds = prod(sizes)
        lines = [(kinds // size, size) for size in sizes]
        by_lines = [(n, comb(size + 2, 3) - size) for n, size in lines]
        different = sum(n * comb(size, 3) for n, size in lines)
        two = kinds * sum(size - 1 for size in sizes)
        # Rows of three cards with two values in common; three alike lie on three lines.
        rows = sum(n * size**3 for n, size in lines) - 2 * kinds
        swapped = kinds + two
        parts = {"different": different, "two": two, "alike": kinds}
        said = (f"{n} ({text(f'lessons.play.trios.{part}')})" for part, n in parts.items())
        return (
            (
                "lines",
                " + ".join(f"{n} × {each}" for n, each in by_lines) + f" + {kinds}",
                sum(n * each for n, each in by_lines) + kinds,
            ),
            (
                "composition",
                " + ".join(said),
                different + two + kinds,
            ),
            (
                "symmetry",
                f"({rows} + 3 × {swapped} + 2 × {kinds}) / 6",
                (rows + 3 * swapped + 2 * kinds) // 6,
            ),
        )

    def draw(self) -> tuple[str, str]:
        """Draw the choices, the three counts, and the trios of a line."""
        names = "lessons.play.trios"
        fields = [self.select(name, text(f"{names}.{name}")) for name in self.choices]
        ways = [
            (
                escape(text(f"{names}.{way}")),
                escape(calculation),
                f"<b>{number_text(total)}</b>",
            )
            for way, calculation, total in self.ways()
        ]
        head = [text(f"{names}.{name}") for name in ("way", "sum", "result")]
        line = LINES[-1]
        groups = [CardGroup(trio) for trio in combinations_with_replacement(line, 3)]
        drawn = hand_html(groups=groups, width=24, label=text(f"{names}.line"))
        title = f'<div style="margin:10px 0 6px">{escape(text(f"{names}.line"))}</div>'
        return controls.row(*fields) + table(head, ways, words=2) + title + drawn, ""


class MultisetsPlay(Play):
    """Section 3: the coefficients of (1 + x + ... + x^copies)^kinds, factor by factor.

    Examples
    --------
    >>> play = MultisetsPlay(kinds=3, copies=4, cards=5)
    >>> play.rows()[-1][5]
    18
    """

    name = "multisets"
    choices: ClassVar[Mapping[str, tuple[Sequence[int], int]]] = {
        "kinds": (numbers(1, 27), 3),
        "copies": (numbers(1, 4), 4),
        "cards": (numbers(0, 14), 5),
    }
    _SHOWN: Final = 8

    def rows(self) -> list[list[int]]:
        """Return the coefficients up to the number of cards, after each factor from none on."""
        kinds, copies, cards = self.chosen.values()
        return [[count_vectors(n, copies, at) for at in range(cards + 1)] for n in range(kinds + 1)]

    def draw(self) -> tuple[str, str]:
        """Draw the choices and the last rows of the triangle."""
        kinds, copies, cards = self.chosen.values()
        fields = [self.select(name, text(f"lessons.play.{name}")) for name in self.choices]
        rows = list(enumerate(self.rows()))
        shown = rows if len(rows) <= self._SHOWN + 1 else [*rows[:2], *rows[2 - self._SHOWN :]]
        body: list[list[str]] = []
        before = -1
        for factors, row in shown:
            if factors != before + 1:
                body.append(["⋮"] * (cards + 2))
            before = factors
            last = factors == kinds
            body.append(
                [str(factors)]
                + [
                    f"<b>{number_text(n)}</b>" if last and at == cards else number_text(n)
                    for at, n in enumerate(row)
                ]
            )
        head = [
            text("lessons.play.multisets.factors"),
            *(f"x{str(at).translate(_RAISED)}" for at in range(cards + 1)),
        ]
        said = text(
            "lessons.play.multisets.said",
            vectors=number_text(count_vectors(kinds, copies, cards)),
            hands=number_text(count_hands(kinds, copies, cards)),
            cards=cards,
        )
        return controls.row(*fields) + table(head, body) + f"<div>{escape(said)}</div>", said


class ChancesPlay(Play):
    """Section 4: hypergeometric chances beside what comes out when one deals.

    Parameters
    ----------
    seed
        For the same deals again; None for others each time.
    **chosen
        Choices to begin with.

    Attributes
    ----------
    tally
        How many hands had how many special cards, since the last choice.

    Examples
    --------
    >>> play = ChancesPlay(seed=1)
    >>> play.deal(1000)
    >>> sum(play.tally.values())
    1000
    """

    name = "chances"
    choices: ClassVar[Mapping[str, tuple[Sequence[int], int]]] = {
        "special": (numbers(0, 2), 1),
        "cards": (numbers(1, 14), 13),
    }
    _SPECIAL: Final = (
        (13,),
        tuple(kind for kind in range(KINDS) if kind // 3 % 3 == 1),
        LINES[4],
    )
    _LAWS: Final = (copies_of_kind, cards_of_value, cards_on_line)

    def __init__(self, seed: int | None = None, *, lesson: bool = False, **chosen: int) -> None:
        self.tally: Counter[int] = Counter()
        self.last: tuple[int, ...] = ()
        self._random = np.random.default_rng(seed)
        super().__init__(lesson=lesson, **chosen)

    def chosen_anew(self, name: str) -> None:
        """Forget the deals, which belonged to another question."""
        self.tally, self.last = Counter(), ()

    def deal(self, hands: int) -> None:
        """Deal so many hands and count their special cards."""
        dealt = deal_hands(hands, self.chosen["cards"], [4] * KINDS, self._random)
        special = list(self._SPECIAL[self.chosen["special"]])
        self.tally.update(dealt[:, special].sum(axis=1).tolist())
        self.last = kinds_of(dealt[-1])
        self.redraw()

    def press(self, do: str, value: str) -> None:
        """Deal once or a thousand times."""
        if do == "deal" and value in {"1", "1000"}:
            self.deal(int(value))
        else:
            super().press(do, value)

    def draw(self) -> tuple[str, str]:
        """Draw the choices, the last hand, and both rows of bars."""
        names = "lessons.play.chances"
        law = self._LAWS[self.chosen["special"]](self.chosen["cards"])
        dealt = sum(self.tally.values())
        words = {n: text(f"{names}.{name}") for n, name in enumerate(("kind", "value", "line"))}
        fields = controls.row(
            self.select("special", text(f"{names}.special"), words),
            self.select("cards", text("lessons.play.cards")),
            controls.button(text("lessons.play.deal1"), "deal", 1),
            controls.button(text("lessons.play.deal1000"), "deal", 1000),
        )
        most = max(float(law.probability(outcome)) for outcome in law.counts)
        rows = []
        for outcome in law.counts:
            if not isinstance(outcome, int):
                continue
            chance, found = law.probability(outcome), self.tally[outcome]
            share = Fraction(found, dealt) if dealt else Fraction(0)
            rows.append(
                [
                    str(outcome),
                    bar(float(chance) / most, _EXACT),
                    number_text(chance),
                    bar(float(share) / most, _DEALT),
                    f"{number_text(found)}" if dealt else "",
                ]
            )
        head = [
            text(f"{names}.number"),
            "",
            text(f"{names}.chance"),
            "",
            text(f"{names}.dealt"),
        ]
        said = text(f"{names}.said", deals=number_text(dealt), mean=number_text(law.mean()))
        return fields + self._hand() + table(head, rows) + f"<div>{escape(said)}</div>", said

    def _hand(self) -> str:
        if not self.last:
            return ""
        special = self._SPECIAL[self.chosen["special"]]
        held = tuple(kind for kind in self.last if kind in special)
        others = tuple(kind for kind in self.last if kind not in special)
        groups = [CardGroup(held, style="frame")] if held else []
        caption = escape(text("lessons.play.chances.last"))
        drawn = hand_html(others, groups=groups, width=30, label=text("lessons.play.chances.last"))
        under = f'<div class="na-hint" style="margin-top:6px">{caption}</div>'
        return f'<div style="margin:10px 0">{drawn}{under}</div>'

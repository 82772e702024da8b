"""Make the pictures of the start page's gallery: one small SVG file a notebook.

Cards are drawn as everywhere else, and what looks like a chart is one: its numbers are asked of the
games. `python tools/thumbnails.py okey51/01_hand` makes some, without names all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "neuroanalysis" / "widgets" / "start" / "thumbnails"
WIDTH, HEIGHT = 240, 150
# Readable on their own ground, whatever the page's theme.
INK, FAINT, BLUE, ORANGE = "#1f2a33", "#8b98a3", "#0072b2", "#b85000"
# A tint a game, the same for all its notebooks.
GROUNDS = {
    "neurotrio": "#e9f1ec",
    "conquete": "#efeaf4",
    "okey51": "#f6efe1",
    "mhing": "#f5e9ea",
    "tichu": "#e8eef6",
}

Card = Callable[[int, float], str]
"""Draws a card of a kind, so wide."""


def placed(drawing: str, x: float, y: float) -> str:
    """Return a drawing at a place of another."""
    return drawing.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1)


def words(x: float, y: float, said: object, size: float = 13, ink: str = INK) -> str:
    """Return words with their middle at x."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="700" fill="{ink}" '
        f'text-anchor="middle" font-family="system-ui,sans-serif">{said}</text>'
    )


def rows(card: Card, kinds: Sequence[Sequence[int]], width: float, tall: float, top: float) -> str:
    """Return rows of cards, each in the middle."""
    drawn = []
    for place, row in enumerate(kinds):
        left = (WIDTH - len(row) * (width + 3) + 3) / 2
        y = top + place * (tall + 5)
        drawn += [
            placed(card(kind, width), left + n * (width + 3), y) for n, kind in enumerate(row)
        ]
    return "".join(drawn)


def hand(card: Card, kinds: Sequence[int], said: object, *, first: int, tall: float) -> str:
    """Return a hand in two rows, and under it a number that is worked out of it."""
    width = min(30.0, (WIDTH - 24) / first - 3)
    both = [kinds[:first], kinds[first:]]
    return rows(card, both, width, width * tall, 14) + (
        f'<rect x="84" y="116" width="72" height="25" rx="12.5" fill="{BLUE}"/>'
        + words(120, 134, said, 16, "#fff")
    )


def columns(shares: Iterable[float], card: str) -> str:
    """Return columns that are as tall as shares are large, and a card beside them."""
    listed = list(shares)
    step = (WIDTH - 40) / len(listed)
    scale = 96 / max(listed)
    drawn = "".join(
        f'<rect x="{20 + n * step + 2:.1f}" y="{126 - share * scale:.1f}" width="{step - 4:.1f}" '
        f'height="{max(share * scale, 1):.1f}" fill="{BLUE}"/>'
        for n, share in enumerate(listed)
    )
    foot = f'<path d="M16 126H224" stroke="{INK}" stroke-width="1.5"/>'
    return drawn + foot + placed(card, WIDTH - 46, 12)


def line(points: Sequence[tuple[float, float]], ink: str, dash: str = "") -> str:
    """Return a line through points."""
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M{path}" fill="none" stroke="{ink}" stroke-width="3"{dashed}/>'


def axes() -> str:
    """Return an axis to the right and one up."""
    return f'<path d="M24 16V128H222" fill="none" stroke="{INK}" stroke-width="1.5"/>'


def table(card: Card, kinds: Sequence[int], players: int, tall: float) -> str:
    """Return a table with players round it, and cards in its middle."""
    from math import cos, pi, sin

    seats = []
    for n in range(players):
        turn = pi / 2 + 2 * pi * n / players
        x, y = 120 + 92 * cos(turn), 75 + 55 * sin(turn)
        seats.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="{BLUE if n else ORANGE}"/>'
            + words(x, y + 5, n + 1, 14, "#fff")
        )
    width = 27.0
    laid = rows(card, [kinds], width, width * tall, 75 - width * tall / 2)
    return f'<ellipse cx="120" cy="75" rx="88" ry="50" fill="#fff" stroke="{FAINT}"/>' + "".join(
        [laid, *seats]
    )


# --- Each game's cards ----------------------------------------------------------------------------


def neurotrio_card(kind: int, width: float) -> str:
    """Draw a card of Neurotrio."""
    from neuroanalysis.plots.neurotrio import card_svg

    return card_svg(kind, width=width, decorative=True)


def okey_tile(kind: int, width: float) -> str:
    """Draw a tile."""
    from neuroanalysis.plots.okey51.tiles import tile_svg

    return tile_svg(kind, width=width, decorative=True)


def mhing_card(kind: int, width: float) -> str:
    """Draw a card of Mhing."""
    from neuroanalysis.plots.mhing.cards import card_svg

    return card_svg(kind, width=width, decorative=True)


def tichu_card(kind: int, width: float) -> str:
    """Draw a card of Tichu."""
    from neuroanalysis.plots.tichu.cards import card_svg

    return card_svg(kind, width=width, decorative=True)


def held(counts: Iterable[int]) -> list[int]:
    """Return the kinds of a hand, one an item, from how many there are of each."""
    return [kind for kind, copies in enumerate(counts) for _ in range(copies)]


# --- The pictures ---------------------------------------------------------------------------------


def neurotrio_hand() -> str:
    """Draw cards, and what they are worth."""
    from neuroanalysis.games import neurotrio

    answer = neurotrio.evaluate("1cn*3 1cb 2en 2ev 2eb 3rb")
    return hand(neurotrio_card, held(answer.position.hand), answer.points, first=4, tall=1.4)


def neurotrio_deals() -> str:
    """Draw how much deals are worth."""
    from neuroanalysis.games import neurotrio

    value = neurotrio.deal_distribution("value")
    shares = (float(value.probability(points)) for points in range(0, 24, 2))
    return columns(shares, neurotrio_card(13, 32))


def neurotrio_counting() -> str:
    """Draw the cube of all kinds, and one of its lines."""
    dots, lattice = [], []

    def at(x: int, y: int, z: int) -> tuple[float, float]:
        return 62 + 46 * x + 22 * z, 116 - 40 * y - 12 * z

    for a in range(3):
        for b in range(3):
            for ends in (((0, a, b), (2, a, b)), ((a, 0, b), (a, 2, b)), ((a, b, 0), (a, b, 2))):
                (x1, y1), (x2, y2) = (at(*end) for end in ends)
                lattice.append(f"M{x1:g} {y1:g}L{x2:g} {y2:g}")
            for c in range(3):
                x, y = at(a, b, c)
                ink = ORANGE if a == b == c else BLUE
                dots.append(f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="{ink}"/>')
    return (
        f'<path d="{"".join(lattice)}" stroke="{FAINT}" stroke-width="1"/>'
        + line([at(0, 0, 0), at(2, 2, 2)], ORANGE)
        + "".join(dots)
    )


def neurotrio_odds() -> str:
    """Draw three discards, and the chance that each leaves."""
    from neuroanalysis.games import neurotrio

    drawn = "1cv 1cb 1eb 2cv 2cb 2en 2eb*2 2rv 2rb*2 3cn 3cv 3cb"
    chances = {
        move.line.kind: move.line.chances[-1]
        for move in neurotrio.moves(neurotrio.odds(drawn, 2, minimum=20)).rows
        if move.line.kind is not None and move.line.action == "discard"
    }
    best = max(chances.values())
    listed = sorted({round(chance, 6): kind for kind, chance in chances.items()}.items())
    parts = []
    for place, (chance, kind) in enumerate([listed[-1], listed[-2], listed[0]]):
        y = 10 + 45 * place
        long = 150 * chance / best
        parts.append(placed(neurotrio_card(kind, 29), 16, y))
        parts.append(
            f'<rect x="58" y="{y + 12}" width="{max(long, 2):.1f}" height="18" rx="3" '
            f'fill="{ORANGE if place else BLUE}"/>'
        )
    return "".join(parts)


def neurotrio_minimums() -> str:
    """Draw how soon deals finish, for three minimums."""
    from neuroanalysis.games import neurotrio

    curves = neurotrio.deal_curves()
    drawn = [axes()]
    inks = {18: (BLUE, ""), 22: (INK, "8 4"), 26: (ORANGE, "2 4")}
    for minimum, (ink, dash) in inks.items():
        chances = curves.curve(minimum).values[:41]
        points = [(24 + 4.8 * n, 128 - 108 * chance) for n, chance in enumerate(chances)]
        drawn.append(line(points, ink, dash))
    return "".join(drawn)


def okey_rack() -> str:
    """Draw a rack, and what its melds are worth."""
    from neuroanalysis.games import okey51

    answer = okey51.evaluate("r10 r11 r12 r13 b1 k1 y1 b5 b6 k7 y3 y8 k2 r4", okey="y2")
    tiles = held(answer.position.hand)
    return hand(okey_tile, tiles, answer.meld_value, first=7, tall=4 / 3)


def okey_deals() -> str:
    """Draw how many pairs are dealt."""
    from neuroanalysis.games import okey51

    pairs = okey51.deal_distribution("pairs")
    return columns((float(pairs.probability(n)) for n in range(8)), okey_tile(3, 32))


def mhing_hand() -> str:
    """Draw a hand, and its credits."""
    from neuroanalysis.games import mhing

    answer = mhing.evaluate("555m 555p 555s 666z 11z")
    cards = held(answer.position.hand)
    return hand(mhing_card, cards, answer.credits, first=(len(cards) + 1) // 2, tall=1.4)


def mhing_deals() -> str:
    """Draw how far dealt hands are from winning."""
    from neuroanalysis.games import mhing

    distance = mhing.deal_distribution("distance")
    return columns((float(distance.probability(n)) for n in range(9)), mhing_card(33, 32))


def tichu_hand() -> str:
    """Draw a hand, and into how few plays it parts."""
    from neuroanalysis.games import tichu
    from neuroanalysis.plots.tichu import cards_of

    answer = tichu.evaluate("MJ 3s 4h 5d 6c 7s 7h 9d Ts Th Kd As Ph Dr")
    cards = [card.kind for card in cards_of(answer.position.bits)]
    return hand(tichu_card, cards, answer.fewest_plays, first=7, tall=1.4)


def tichu_deals() -> str:
    """Draw how long the longest straight of a hand is."""
    from neuroanalysis.games import tichu

    longest = tichu.deal_distribution("longest_straight")
    shares = (float(longest.probability(n)) for n in range(4, 14))
    return columns(shares, tichu_card(55, 32))


def tichu_calls() -> str:
    """Draw what a call of 100 points brings on average, by the chance to be first out: 2p - 1."""
    zero = f'<path d="M24 72H222" stroke="{FAINT}" stroke-dasharray="4 4" stroke-width="1.5"/>'
    points = [(24 + 198 * p, 72 - 50 * (2 * p - 1)) for p in (0.0, 1.0)]
    middle = f'<circle cx="123" cy="72" r="6" fill="{ORANGE}"/>'
    return axes() + zero + line(points, BLUE) + middle + words(123, 144, "50 %", 13)


def conquete_domain() -> str:
    """Draw four cards round a cell, and what the card is worth that goes with all of them."""
    from neuroanalysis.games import conquete

    found = conquete.building()
    assert found is not None
    domain = found.position.domain
    around = {card.cell: card.kind for card in domain.cards}
    width, tall, left, top = 30.0, 42.0, 72.0, 8.0
    drawn = [
        placed(neurotrio_card(kind, width), left + 34 * (column + 1), top + 46 * (row + 1))
        for (row, column), kind in around.items()
    ]
    hole = (
        f'<rect x="{left + 34:g}" y="{top + 46:g}" width="{width:g}" height="{tall:g}" rx="4" '
        f'fill="none" stroke="{ORANGE}" stroke-width="3" stroke-dasharray="6 4"/>'
    )
    worth = words(left + 34 + width / 2, top + 46 + 27, conquete.Rules().four_vp, 15)
    return "".join(drawn) + hole + worth


PICTURES: Mapping[str, Callable[[], str]] = {
    "neurotrio/01_hand_explorer": neurotrio_hand,
    "neurotrio/02_deals": neurotrio_deals,
    "neurotrio/03_counting": neurotrio_counting,
    "neurotrio/04_odds": neurotrio_odds,
    "neurotrio/05_rounds": partial(table, neurotrio_card, (4, 13, 22), 3, 1.4),
    "neurotrio/06_minimums": neurotrio_minimums,
    "okey51/01_hand": okey_rack,
    "okey51/02_deals": okey_deals,
    "okey51/03_rounds": partial(table, okey_tile, (0, 1, 2), 4, 4 / 3),
    "mhing/01_hand": mhing_hand,
    "mhing/02_deals": mhing_deals,
    "mhing/03_rounds": partial(table, mhing_card, (27, 31, 33), 4, 1.4),
    "tichu/01_hand": tichu_hand,
    "tichu/02_deals": tichu_deals,
    "tichu/03_calls": tichu_calls,
    "conquete/01_domain": conquete_domain,
    "conquete/02_games": partial(table, neurotrio_card, (13, 14, 22), 4, 1.4),
}
"""For each notebook, without its ending, what draws its picture."""


def picture(name: str) -> str:
    """Return the picture of a notebook."""
    ground = GROUNDS[name.partition("/")[0]]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>'
        f"{PICTURES[name]()}</svg>\n"
    )


def main(names: Sequence[str]) -> None:
    """Make the pictures of these notebooks, or of all."""
    for name in names or PICTURES:
        path = FOLDER / f"{name}.svg"
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".part")
        beside.write_text(picture(name), encoding="utf-8")
        beside.replace(path)
        sys.stdout.write(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1024:.1f} kB\n")


if __name__ == "__main__":
    main(sys.argv[1:])

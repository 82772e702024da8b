"""Rounds played card by card, without pangs: the judge of the rounds that are played side by side.

A style is a function of a hand left by a move that gives its score; the greatest is played, of
equals the first. Nothing here is shared with the package.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.oracles import neurotrio

Score = Callable[[list[int], list[int], bool], float]


def distance_style(rules: dict[str, Any]) -> Score:
    """Least distance; of equals a lay, then most points."""

    @cache
    def known(hand: tuple[int, ...], laid: tuple[int, ...]) -> float:
        points, _ = neurotrio.evaluate(hand, list(laid), rules)
        return -neurotrio.distance(hand, list(laid), rules) + points / 1e9

    return lambda hand, laid, lay: known(tuple(hand), tuple(laid)) + 0.5 * lay


def points_style(rules: dict[str, Any]) -> Score:
    """Most points; of equals a lay."""

    @cache
    def known(hand: tuple[int, ...], laid: tuple[int, ...]) -> float:
        return neurotrio.evaluate(hand, list(laid), rules)[0]

    return lambda hand, laid, lay: known(tuple(hand), tuple(laid)) + 0.5 * lay


def play(
    rules: dict[str, Any],
    hand: list[int],
    styles: list[Score],
    minimums: list[int],
    luck: random.Random,
) -> tuple[int, int]:
    """Play a round from a hand that draws next; return who finished (-1: nobody), own points."""
    copies, size = rules["copies"], sum(hand)
    unseen = [kind for kind in range(27) for _ in range(copies - hand[kind])]
    luck.shuffle(unseen)
    hands = [list(hand)]
    for _ in styles[1:]:
        hands.append([unseen[:size].count(kind) for kind in range(27)])
        unseen = unseen[size:]
    laid: list[list[int]] = [[] for _ in styles]
    pile: list[int] = []
    reshuffles = rules["reshuffles"]

    def draw(player: int) -> bool:
        nonlocal unseen, pile, reshuffles
        if not unseen and reshuffles and pile:
            unseen, pile, reshuffles = pile, [], reshuffles - 1
            luck.shuffle(unseen)
        if not unseen:
            return False
        hands[player][unseen.pop()] += 1
        return True

    while True:
        for player, style in enumerate(styles):
            going = draw(player)
            while going:
                mine = hands[player]
                total, _ = neurotrio.finish(tuple(mine), laid[player], rules)
                if total is not None and total >= minimums[player]:
                    if player == 0:
                        return 0, total
                    return player, neurotrio.evaluate(tuple(hands[0]), laid[0], rules)[0]
                options = []
                for kind in range(27):
                    if mine[kind]:
                        left = [n - (at == kind) for at, n in enumerate(mine)]
                        options.append((style(left, laid[player], False), -kind, kind))
                    if mine[kind] >= 4 and rules["carre"]:
                        left = [n - 4 * (at == kind) for at, n in enumerate(mine)]
                        table = [*laid[player], kind]
                        options.append((style(left, table, True), -27 - kind, 27 + kind))
                move = max(options)[2]
                if move < 27:
                    mine[move] -= 1
                    pile.append(move)
                    break
                mine[move - 27] -= 4
                laid[player].append(move - 27)
                going = draw(player)
            if not going:
                return -1, neurotrio.evaluate(tuple(hands[0]), laid[0], rules)[0]

"""How many deals have so many pairs and okeys: counted by generating functions.

A deal is a subset of the tiles. Tiles fall into groups of one identity, and what a group adds (a
pair or two, a single tile) depends on how many of it are dealt; so the deals are counted by a
product of one small polynomial for each group. All but a few groups are alike: of `m` groups of two
tiles, ``C(m, p) * C(m - p, s) * 2**s`` ways hold both tiles of `p` and one of `s`.
"""

from __future__ import annotations

from collections import Counter
from math import comb

from neuroanalysis.games.okey51.pieces import COPIES, IDENTITIES
from neuroanalysis.games.okey51.rules import Rules

__all__ = ["deck_dealt", "most_pairs", "pairs_and_okeys"]


def deck_dealt(rules: Rules) -> int:
    """Return how many tiles a deal is taken from; the indicator, a number tile, may lie apart.

    Examples
    --------
    >>> deck_dealt(Rules()), deck_dealt(Rules(first_player_indicator_removed=False))
    (105, 106)
    """
    return rules.deck_size - rules.first_player_indicator_removed


def most_pairs(pairs: int, singles: int, wilds: int, okey_pairs: bool) -> int:
    """Return the most disjoint pairs of a hand with natural pairs, single tiles and wilds.

    Examples
    --------
    A wild pairs with a single tile; with none there, two wilds pair with each other:

    >>> most_pairs(3, 2, 1, okey_pairs=True), most_pairs(3, 0, 2, okey_pairs=True)
    (4, 4)
    >>> most_pairs(3, 2, 1, okey_pairs=False)
    3
    """
    taken = min(singles, wilds) if okey_pairs else 0
    return pairs + taken + (wilds - taken) // 2


def pairs_and_okeys(tiles: int, rules: Rules) -> dict[tuple[int, int], int]:
    """Return how many deals have so many pairs at most, and so many okeys.

    Parameters
    ----------
    tiles
        Dealt.
    rules
        Whether okeys pair with any tile, what a fake okey is, whether the indicator lies apart.

    Examples
    --------
    >>> counts = pairs_and_okeys(14, Rules())
    >>> sum(n for (pairs, _), n in counts.items() if pairs >= 5)
    51296550740400
    """
    # The groups that are not two number tiles: the indicator's identity, and the fake okeys, which
    # are of that one or have the okey's to themselves (its two tiles are wild).
    indicator = COPIES - rules.first_player_indicator_removed
    own_fakes = rules.fake_okey_value == "okey"
    special = [indicator, COPIES] if own_fakes else [indicator + COPIES]
    alike = IDENTITIES - 2
    # By tiles, natural pairs and single tiles.
    few: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for size in special:
        more: Counter[tuple[int, int, int]] = Counter()
        for (n, pairs, singles), ways in few.items():
            for k in range(size + 1):
                more[n + k, pairs + k // 2, singles + k % 2] += ways * comb(size, k)
        few = more
    found: Counter[tuple[int, int]] = Counter()
    for okeys in range(COPIES + 1):
        for (n, pairs, singles), ways in few.items():
            rest = tiles - okeys - n
            for both in range(rest // 2 + 1):
                one = rest - 2 * both
                if one < 0 or both + one > alike:
                    continue
                number = comb(COPIES, okeys) * ways
                number *= comb(alike, both) * comb(alike - both, one) * 2**one
                most = most_pairs(pairs + both, singles + one, okeys, rules.okey_pairs)
                found[most, okeys] += number
    return dict(found)

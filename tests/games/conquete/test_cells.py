"""What cells accept, against trying all cards; symmetries; the cell between four; whole domains."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, perm

import pytest

from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.conquete import PIECES, Rules
from neuroanalysis.games.conquete.analysis import (
    building,
    cell_chances,
    cell_table,
    outlook,
    surrounded,
)
from neuroanalysis.games.conquete.analysis.fits import scores_of_kinds
from neuroanalysis.games.conquete.analysis.orbits import multisets, orbits, symmetries
from neuroanalysis.games.conquete.pieces import KINDS, shared_values
from neuroanalysis.games.conquete.position import Position
from neuroanalysis.texts import speaking
from tests.cases import handed_cases
from tests.oracles import conquete_deals as oracle

LOOSE = Rules(copies=3, shared_attributes=1, needed=3, two_vp=7, four_vp=5)
"""Rules under which more goes together, and two numbers of compatible cards bring the same."""


def oracle_rules(rules: Rules) -> oracle.Rules:
    return oracle.Rules(
        rules.copies,
        rules.shared_attributes,
        rules.needed,
        rules.placing,
        rules.shape_ratio,
        rules.most_rows,
        rules.most_columns,
        rules.grid_either_way_up,
    )


def codes(kinds) -> list[str]:
    return [PIECES.codes[kind] for kind in kinds]


# --- Single cells ---------------------------------------------------------------------------------


def test_kinds_go_where_the_slow_twin_says():
    rng = random.Random(1)
    for _ in range(150):
        rules = Rules(
            shared_attributes=rng.randint(1, 3),
            needed=rng.randint(1, 4),
            one_vp=rng.randint(-1, 2),
            three_vp=rng.randint(0, 2),
        )
        neighbours = [rng.randrange(KINDS) for _ in range(rng.randint(1, 4))]
        # Neighbours that differ in few attributes are rarer than cells to be tested.
        neighbours = [kind if rng.random() < 0.4 else kind % 3 for kind in neighbours]
        known = [
            oracle.score(card, codes(neighbours), oracle_rules(rules)) for card in oracle.KINDS
        ]
        assert list(scores_of_kinds(neighbours, rules)) == known


def test_a_cell_among_seen_cards_by_trying_all_hands():
    seen = "2ev 2eb 1cn 1cn 3rn"
    cell = cell_chances("2eb 2cv", seen=seen)
    left = oracle.unseen(["2eb", "2cv", *seen.split()], oracle.DEFAULT)
    brings = [oracle.score(card, ["2eb", "2cv"], oracle.DEFAULT) for card in left]
    assert cell.scores.counts == Counter(brings)
    assert cell.chance == Fraction(sum(vp != "none" for vp in brings), len(left))
    assert cell.expected_vp == Fraction(sum(vp for vp in brings if vp != "none"), len(left))
    hands = [
        max(hand, key=lambda vp: -1 if vp == "none" else vp) for hand in combinations(brings, 2)
    ]
    assert cell.best_of(2).counts == Counter(hands)
    assert cell.holding(2) == Fraction(sum(vp != "none" for vp in hands), comb(len(left), 2))
    assert cell.holding(0) == 0


def test_a_cell_that_takes_cards_for_20():
    cell = cell_chances("1cn 1cn 1ev 1ev")
    assert codes(cell.kinds[20]) == ["1cv", "1en"]
    assert cell.scores.counts[20] == 4
    assert list(cell.table()["vp"]) == list(cell.kinds)
    assert cell.to_dict()["fitting"] == cell.fitting


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: cell_chances(""), InputError),
        (lambda: cell_chances("1cn 1cn 1cv 1cv 1cb"), InputError),
        (lambda: cell_chances("1cn 4cn"), CardError),
        (lambda: cell_chances([27]), InputError),
        (lambda: cell_chances("1cn 1cn", seen="1cn"), CardError),
        (lambda: cell_chances([0], Rules(copies=1), seen=range(1, KINDS)), InputError),
        (lambda: cell_chances("1cn").holding(54), InputError),
        (lambda: cell_chances("1cn").best_of(0), InputError),
        (lambda: cell_table(5), InputError),
        (lambda: outlook("domain 0,0 2eb | hand").best_of(54), InputError),
    ],
)
def test_what_cannot_be_asked_is_refused(language, call, error):
    with speaking(language), pytest.raises(error) as caught:
        call()
    assert str(caught.value)


# --- All cells ------------------------------------------------------------------------------------


def test_the_symmetries_are_all_that_keep_what_kinds_share():
    renamed = symmetries()
    assert len({tuple(row) for row in renamed.tolist()}) == 1296
    shared = [[oracle.shared(a, b) for b in oracle.KINDS] for a in oracle.KINDS]
    for row in renamed.tolist():
        assert sorted(row) == list(range(KINDS))
        assert all(
            shared[row[a]][row[b]] == shared[a][b] for a, b in combinations(range(0, KINDS, 2), 2)
        )
    # There are no others. What a kind shares with the first one and its six compatible kinds tells
    # it from all others, so a renaming is known by where those go; and they go nowhere else.
    base = [kind for kind in range(KINDS) if shared[0][kind] >= 2]
    assert len({tuple(shared[kind][other] for other in base) for kind in range(KINDS)}) == KINDS
    gone = [()]
    for place, kind in enumerate(base):
        gone = [
            (*images, image)
            for images in gone
            for image in range(KINDS)
            if all(shared[image][images[n]] == shared[kind][base[n]] for n in range(place))
        ]
    assert len(gone) == 1296


@pytest.mark.parametrize(("cards", "copies"), list(product((1, 2, 3, 4), (1, 2, 4))))
def test_there_are_as_many_orbits_as_burnside_counts(cards, copies):
    """A renaming leaves a multiset alone that has each of its cycles wholly, or so many times."""
    fixed = 0
    for row in symmetries().tolist():
        left, ways = set(range(KINDS)), [1] + [0] * cards
        while left:
            kind = min(left)
            length = 0
            while kind in left:
                left.remove(kind)
                kind, length = row[kind], length + 1
            ways = [
                sum(ways[n - length * times] for times in range(copies + 1) if length * times <= n)
                for n in range(cards + 1)
            ]
        fixed += ways[cards]
    found = orbits(cards, copies)
    assert len(found) == fixed / 1296
    assert all(1296 % orbit.size == 0 for orbit in found)
    assert sum(orbit.size for orbit in found) == sum(1 for _ in multisets(cards, copies))


def check_table(neighbours: int, rules: Rules) -> None:
    known = oracle.profiles(neighbours, oracle_rules(rules))
    table = cell_table(neighbours, rules)
    found: dict[oracle.Profile, list[int]] = {}
    for row in table.classes:
        profile = oracle.profile(codes(row.neighbours), oracle_rules(rules))
        assert dict(profile.kinds) == {
            vp: len(kinds) for vp, kinds in row.chances.kinds.items()
        } | ({"none": KINDS - row.kinds} if row.kinds < KINDS else {})
        assert dict(profile.cards) == row.chances.scores.counts
        ways = found.setdefault(profile, [0, 0, 0])
        for place, n in enumerate((row.multisets, row.sequences, row.deals)):
            ways[place] += n
    assert {profile: tuple(ways) for profile, ways in found.items()} == known
    assert table.multisets == sum(ways.multisets for ways in known.values())
    assert sum(row.sequences for row in table.classes) == sum(w.sequences for w in known.values())
    assert table.deals == comb(rules.deck_size, neighbours)
    assert len(table.table()) == len(table.classes)


@pytest.mark.parametrize("neighbours", [1, 2, 3])
def test_all_cells_are_counted_as_by_looking_at_each(neighbours):
    check_table(neighbours, Rules())


@pytest.mark.slow
@pytest.mark.parametrize(("neighbours", "rules"), [(4, Rules()), (3, LOOSE)])
def test_all_other_cells_are_counted_as_by_looking_at_each(neighbours, rules):
    check_table(neighbours, rules)


def test_cells_that_accept_nothing():
    """Two cards that share nothing; three of which no two are alike or compatible by half."""
    closed = {n: cell_table(n).closed for n in (1, 2, 3, 4)}
    assert [sum(row.multisets for row in closed[n]) for n in (1, 2, 3, 4)] == [0, 108, 36, 0]
    for row in closed[2] + closed[3]:
        pairs = combinations(row.neighbours, 2)
        assert all(not shared_values(pair) for pair in pairs)


# --- The cell between four ------------------------------------------------------------------------


@pytest.mark.slow
def test_the_chance_of_a_card_that_goes_with_four():
    found = surrounded()
    assert found.fitting == Fraction(comb(13, 4), comb(53, 4))
    assert found.kinds.total == found.cards.total == comb(54, 4)
    # A kind goes with all four where these are among the fourteen cards of its own seven kinds.
    assert found.kinds.mean() == Fraction(27 * comb(14, 4), comb(54, 4))
    assert found.cards.mean() / 50 == cell_table(4).scores.probability(20)
    known = Counter(
        ways
        for profile, n in oracle.profiles(4, oracle.DEFAULT).items()
        for ways in [dict(profile.cards).get(20, 0)] * n.deals
    )
    assert found.cards.counts == known
    assert found.chance == Fraction(sum(known.values()) - known[0], comb(54, 4))
    assert len(found.table()) == len(found.kinds.counts)


def test_no_fewer_cards_surround_a_cell():
    found = building()
    assert found.cards == 7
    assert not any(oracle.surrounding(cards, 3) for cards in (4, 5, 6))
    shapes = oracle.surrounding(7, 3)
    assert set(shapes) == {frozenset(shape) for shape in found.shapes}
    assert len(shapes) == len(found.shapes) == 4
    # Connected sets of n cells are the fixed polyominoes, each with n cells that may be the one
    # above; there are 1, 2, 6, 19, 63, 216, 760, and here those are left out that have the hole.
    assert all(
        n <= size * number
        for size, (n, number) in enumerate(
            zip(found.tried, (1, 2, 6, 19, 63, 216, 760), strict=True), start=1
        )
    )


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(shape_ratio=0), Rules(most_rows=3, shape_ratio=3)]
)
def test_the_orders_of_placing(rules):
    found = building(rules)
    assert found.orders == (found.orders[0],) * 4
    assert found.orders[0] == oracle.orders(frozenset(found.shapes[0]), oracle_rules(rules))


@pytest.mark.parametrize(
    ("first", "rules"),
    [
        ("2ev", Rules(copies=1)),
        ("1cn", Rules()),
        pytest.param("3rv", Rules(copies=3), marks=pytest.mark.slow),
    ],
)
def test_the_ways_to_surround_a_cell(first, rules):
    """The slow twin tries all rows that begin with one kind; 27 kinds are alike."""
    by_kinds, single = oracle.buildings(first, oracle_rules(rules))
    found = building(rules)
    assert found.kinds.counts == {n: KINDS * ways for n, ways in by_kinds.items()}
    assert found.dealt == KINDS * single
    assert found.chance == Fraction(KINDS * single, perm(rules.deck_size, 7))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(copies=1),
        pytest.param(Rules(shared_attributes=1, copies=4), marks=pytest.mark.slow),
    ],
)
def test_the_example_is_placed_card_by_card(rules):
    *before, (hole, last) = building(rules).example
    domain: dict[oracle.Cell, str] = {}
    for cell, kind in before:
        card = PIECES.codes[kind]
        if domain:
            assert oracle.on_cell(card, cell, domain, oracle_rules(rules)) == rules.one_vp
        domain[cell] = card
        assert oracle.fits_shape(list(domain), oracle_rules(rules))
    card = PIECES.codes[last]
    assert oracle.on_cell(card, hole, domain, oracle_rules(rules)) == 20
    assert max(Counter([*domain.values(), card]).values()) <= rules.copies
    position = building(rules).position
    assert Position.of(position.to_line()) == position


@pytest.mark.parametrize(
    "rules",
    [
        Rules(shape_ratio=1),
        Rules(shared_attributes=3, copies=4),
        Rules(most_rows=2),
        Rules(most_columns=2),
    ],
)
def test_where_no_cell_can_be_surrounded(rules):
    assert building(rules) is None


# --- Domains --------------------------------------------------------------------------------------


def check_outlook(position: Position) -> None:
    rules = oracle_rules(position.rules)
    domain = {card.cell: PIECES.codes[card.kind] for card in position.domain}
    hand = PIECES.format(position.hand, starred=False).split()
    left = oracle.unseen([*domain.values(), *hand], rules)
    found = outlook(position)
    cells = oracle.free_cells(domain, rules)
    assert [row.cell for row in found.rows] == cells
    best: list[int | str] = ["none"] * len(left)
    for row in found.rows:
        brings = [oracle.on_cell(card, row.cell, domain, rules) for card in left]
        assert row.chances.scores.counts == Counter(brings)
        best = [
            vp if so_far == "none" or (vp != "none" and vp > so_far) else so_far
            for vp, so_far in zip(brings, best, strict=True)
        ]
    assert found.scores.counts == Counter(best)
    fitting = sum(vp != "none" for vp in best)
    assert (found.fitting, found.unseen) == (fitting, len(left))
    assert found.chance == Fraction(fitting, len(left))
    n = min(3, len(left))
    none = len(left) - fitting
    assert found.holding(n) == 1 - Fraction(comb(none, n), comb(len(left), n))


CASES = [case for case in handed_cases("conquete") if len(case["domain"]) < 50]


@pytest.mark.parametrize("case", CASES[1::8], ids=lambda case: str(len(case["domain"])))
def test_the_outlook_of_a_domain_by_trying_all_cards(case):
    check_outlook(Position.from_mapping(case))


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: str(len(case["domain"])))
def test_the_outlook_agrees_with_the_handed_placements(case):
    """Of the cards in hand, those cells take what was handed, for as many VP."""
    position = Position.from_mapping(case)
    held = set(position.kinds)
    found = [
        [*row.cell, PIECES.codes[kind], vp]
        for row in outlook(position).rows
        for vp, kinds in row.chances.kinds.items()
        for kind in kinds
        if kind in held
    ]
    assert sorted(found) == sorted(case["placements"])


def test_an_outlook_is_told_and_tabled():
    found = outlook("domain 0,0 2eb ; 0,1 2ev | hand 1cn 1cn")
    assert json.loads(json.dumps(found.to_dict()))["unseen"] == 50
    assert len(found.table(cards=5)) == len(found.rows)
    several = found.best_of(2)
    by_pairs = Counter(
        max(pair, key=lambda vp: -1 if vp == "none" else vp)
        for pair in combinations([vp for vp, n in found.scores.counts.items() for _ in range(n)], 2)
    )
    assert several.counts == by_pairs


@pytest.mark.parametrize("language", ["en", "fr"])
def test_results_are_told_in_both_languages(language):
    with speaking(language):
        told = [
            str(cell_chances("2eb 2ev")),
            str(cell_table(3)),
            str(outlook("domain 0,0 2eb | hand")),
            str(surrounded()),
            str(building()),
        ]
    word = "card" if language == "en" else "carte"
    assert all(word in text for text in told)
    assert all("{" not in text for text in told)
    assert json.dumps([cell_table(2).to_dict(), surrounded().to_dict(), building().to_dict()])
    assert list(building().table()["card"])[-1] == PIECES.codes[building().example[-1].kind]

"""Domains and positions: text forms both ways, and what is refused."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.errors import CardError, InputError, NeuroanalysisError, PositionError
from neuroanalysis.games.conquete import Domain, DomainCard, Position, Rules
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.games.conquete.position.building import building_order
from tests.cases import handed_cases
from tests.games.conquete.support import position, random_case
from tests.oracles import conquete as oracle
from tests.refusals import answer_or_none, refused_with

CORNER = "0,0 2eb ; 0,1 2ev 1 ; 1,0 2cb 2"


def test_a_position_and_its_text():
    asked = Position.of("1eb 2en", domain=CORNER, player=1, enlarged=1, rules=Rules(needed=3))
    line = (
        f"conquete | domain {CORNER} | hand 2en 1eb | player 1 | enlarged 1 | "
        "rules conquete needed=3"
    )
    assert asked.to_line().split(" | ")[:2] == line.split(" | ")[:2]
    assert Position.of(line) == Position.of(asked.to_text()) == Position.of(asked) == asked
    assert Position.from_mapping(asked.to_dict(), rules=Rules(needed=3)) == asked


def test_the_french_parts():
    asked = Position.of("main 1eb | domaine (0, -1) 2hb ; | joueur 2 | agrandi 1 | règles needed=1")
    assert (asked.player, asked.enlarged, asked.rules.needed) == (2, 1, 1)
    assert asked.domain.cards == (DomainCard(0, -1, PIECES.kind("2cb")),)
    assert Position.of("2eb 2en | domain 0,0 2eb").cards == 2


@pytest.mark.parametrize("seed", range(5))
def test_text_and_back(seed):
    rng = random.Random(seed)
    domain, hand, rules = random_case(rng, 25, 8)
    asked = position(domain, hand, rules, rng.choice([None, 3]))
    assert Position.from_text(asked.to_text()) == asked
    assert Position.from_mapping(asked.to_dict() | {"rules": rules}) == asked
    assert Domain.of(asked.domain.to_list()) == Domain.of(asked.domain.to_text()) == asked.domain
    assert asked.unseen.sum() + asked.cards + len(asked.domain) == asked.rules.deck_size
    for cell, (card, owner) in domain.items():
        assert asked.domain.at(cell) == DomainCard(*cell, PIECES.kind(card), owner)
    arrays = asked.domain.to_arrays()
    assert all(arrays.cell_at(arrays.place_of(cell)) == cell for cell in domain)
    assert set(asked.domain.free_cells()) == {
        cell for lying in domain for cell in oracle.around(lying) if cell not in domain
    }


def test_files(tmp_path):
    asked = Position.of("1eb", domain=CORNER)
    asked.save(str(tmp_path / "one.txt"))
    assert Position.load(str(tmp_path / "one.txt")) == asked


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("hand 1eb", "conquete.position.no_domain"),
        ("domain 0,0 2eb", "position.no_hand"),
        ("hand 1eb | domain", "conquete.domain.empty"),
        ("hand 1eb | domain 0,0 2eb ; 0,0 2ev", "conquete.domain.twice"),
        ("hand 1eb | domain 0,0 2eb ; 1,1 2ev", "conquete.domain.apart"),
        ("hand 1eb | domain 0,0 2eb ; 0,1 1cn", "conquete.domain.lonely"),
        ("hand 1eb | domain 0,0 2eb ; 0,1 2eb ; 0,2 2en", "conquete.domain.ratio"),
        ("hand | domain 0,0 2eb ; 0,1 2ev | rules most_columns=1", "conquete.domain.grid"),
        ("hand 1eb | domain 0,0 2eb ; 0 1 2ev", "conquete.domain.entry"),
        ("hand 1eb | domain 9999999,0 2eb", "conquete.domain.far"),
        ("hand 1eb | domain 0,0 9eb", "card.unknown"),
        ("hand 1eb | domain 0,0 2eb 9", "conquete.position.player"),
        ("hand 1eb | domain 0,0 2eb | player 0", "conquete.position.player"),
        ("hand 1eb | domain 0,0 2eb | player one", "conquete.position.player"),
        ("hand 1eb | domain 0,0 2eb | enlarged -1", "conquete.position.enlarged"),
        ("hand 1eb*2 | domain 0,0 1eb", "conquete.position.copies"),
        ("hand 1eb*3 | domain 0,0 1eb", "card.too_many"),
        ("hand | domain 0,0 1eb ; 0,1 1eb ; 1,0 1eb", "card.too_many"),
        # Four cards in a ring: the last one to lie needs two compatible neighbours.
        ("hand | domain 0,0 2eb ; 0,1 2ev ; 1,0 2cb ; 1,1 1ev", "conquete.domain.order"),
        ("okey51 | hand 1eb", "position.game"),
    ],
)
def test_text_that_is_refused(source, key):
    refused_with(key, lambda: Position.of(source))


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        ({}, InputError),
        ({"hand": "1eb"}, InputError),
        ({"hand": 3, "domain": [[0, 0, "2eb"]]}, InputError),
        ({"hand": "1eb", "domain": 3}, InputError),
        ({"hand": "1eb", "domain": [3]}, PositionError),
        ({"hand": "1eb", "domain": ["2eb"]}, PositionError),
        ({"hand": "1eb", "domain": [[0, 0]]}, PositionError),
        ({"hand": "1eb", "domain": [[0, 0.5, "2eb"]]}, PositionError),
        ({"hand": "1eb", "domain": [[0, True, "2eb"]]}, PositionError),
        ({"hand": "1eb", "domain": [[0, 0, "2eb", "1"]]}, PositionError),
        ({"hand": "1eb", "domain": [[0, 10**30, "2eb"]]}, PositionError),
        ({"hand": "1eb", "domain": [[0, 0, "2eb"]], "player": 1.5}, PositionError),
        ({"hand": "1eb", "domain": []}, PositionError),
        ({"hand": "1eb", "domain": [[0, 0, "xx"]]}, CardError),
    ],
)
def test_records_that_are_refused(record, kind):
    with pytest.raises(kind) as told:
        Position.from_mapping(record)
    assert str(told.value)


def test_parts_beside_a_whole_position_are_refused():
    asked = Position.of("1eb", domain=CORNER)
    for part in ({"domain": CORNER}, {"player": 1}, {"enlarged": 1}, {"rules": Rules(needed=1)}):
        refused_with("position.part_twice", lambda part=part: Position.of(asked, **part))


def test_domains_that_are_refused():
    for cards in ((), (DomainCard(0, 0, 27),), (DomainCard(0, 0, 3, 0),)):
        with pytest.raises(PositionError):
            Domain(cards)
    refused_with(
        "conquete.domain.many", lambda: Domain(tuple(DomainCard(0, n, 0) for n in range(109)))
    )


JUNK = st.text(alphabet="0123,; -()2ebv|\nhanddomainplayer 1", max_size=60)


@given(JUNK)
def test_junk_is_answered_or_refused(source):
    answer_or_none(Position.of, source)
    answer_or_none(Position.of, "1eb", domain=source)


# --- Orders of placing ---------------------------------------------------------------------------


def random_block(rng, size):
    """Return connected cards that hang together by compatible edges, often in no order at all."""
    cells = {(0, 0)}
    while len(cells) < size:
        cells.add(rng.choice(oracle.around(rng.choice(sorted(cells)))))
    few = rng.sample(oracle.DECK, 6)
    return {cell: (rng.choice(few), None) for cell in cells}


@pytest.mark.parametrize("seed", range(4))
def test_domains_of_all_sorts_are_buildable_or_not(seed):
    rng = random.Random(100 + seed)
    found = set()
    for _ in range(150):
        domain = random_block(rng, rng.randint(2, 8))
        rules = rng.choice([{}, {"needed": 1}, {"needed": 3}, {"shape_ratio": 0}])
        rules |= {"copies": 4}
        table = Domain.of([[*cell, card] for cell, (card, _) in domain.items()])
        order = building_order(table, rules=Rules(**rules), budget=10**6)
        buildable = oracle.can_be_built(domain, rules)
        found.add(buildable)
        assert (order is not None) == buildable, domain
        if order:
            now = {order[0]: domain[order[0]]}
            for cell in order[1:]:
                assert oracle.vp_of(now, domain[cell][0], cell, rules) is not None
                now[cell] = domain[cell]
            assert now == domain
        if not buildable and oracle.shape_allowed(domain, rules):
            with pytest.raises(NeuroanalysisError):
                position(domain, [], rules)
    assert found == {False, True}


def test_what_was_placed_is_never_refused():
    """The search may give up, but not say that what lies cannot have been placed."""
    rng = random.Random(110)
    for _ in range(12):
        domain, hand, rules = random_case(rng, rng.choice([20, 35, 53]), 3)
        position(domain, hand, rules)


def test_orders_are_found_for_the_handed_domains():
    for case in handed_cases("conquete"):
        asked = Position.from_mapping(case)
        assert building_order(asked.domain, rules=asked.rules, budget=1000)

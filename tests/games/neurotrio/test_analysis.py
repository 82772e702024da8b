"""Useful cards and discards against the oracle, and the reasons that are given."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from neuroanalysis.errors import CardError, NeuroanalysisError
from neuroanalysis.games.neurotrio.analysis import discards, hand, useful_cards
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules
from neuroanalysis.games.neurotrio.scoring import distance
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.neurotrio.support import oracle_rules, random_hand
from tests.oracles import neurotrio as oracle

TENPAI = "1cn 1cv 1cb 2en 2en 2en 3rb 3rv 3rn 1eb 2eb 2rv 2rv"


def codes(cards):
    return {PIECES.codes[card.kind]: card.copies for card in cards}


# --- Useful cards --------------------------------------------------------------------------------


def test_useful_cards_worked_by_hand():
    # Three trios and the duo 2rv are there; 1eb and 2eb wait for a third of theirs, or of *eb.
    assert codes(useful_cards(TENPAI)) == {"1eb": 3, "2eb": 3, "3eb": 4}
    assert codes(useful_cards(TENPAI, seen="3eb*4 1eb*2")) == {"1eb": 1, "2eb": 3}


def test_a_complete_hand_has_no_useful_card():
    assert useful_cards("1cn*3 1cv*3 1cb*3 1eb*3 1rb*2") == ()


def test_cards_on_the_table_cannot_be_drawn():
    rules = Rules(hand_size=7, duos=1, structures=2, bonuses=())
    assert codes(useful_cards("1cn 1cv 2rb*2", rules=rules, laid="1cb*4")) == {"1cn": 3, "1cv": 3}


@pytest.mark.parametrize("seed", range(6))
def test_useful_cards_by_the_oracle(seed):
    rng = random.Random(seed)
    for name in ("two_decks", "two_decks", "one_deck_shape", "two_duos_two_trios", "three_trios"):
        rules = PRESETS[name]
        laid = rng.sample(range(27), rng.randint(0, 2)) if rules.carre else []
        cards = rules.hand_size - 3 * len(laid)
        held = random_hand(rng, cards, rules.copies, rng.randint(0, 2), tuple(laid))
        barred = tuple(kind for kind in range(27) if held[kind] or kind in laid)
        seen = random_hand(rng, 8, rules.copies, 0, barred)
        table = [4 * (kind in laid) for kind in range(27)]
        found = useful_cards(held, rules=rules, laid=table, seen=seen)
        wanted = oracle.useful_cards(held, laid, oracle_rules(rules), seen)
        assert {card.kind for card in found} == wanted
        for card in found:
            left = rules.copies - held[card.kind] - table[card.kind] - seen[card.kind]
            assert card.copies == left > 0
        assert [card.kind for card in found] == sorted(wanted)


def test_useful_cards_lead_to_a_complete_hand_in_as_many_steps():
    rng = random.Random(11)
    for _ in range(40):
        held = list(random_hand(rng, 13, sort=rng.randint(0, 2)))
        for lacking in range(distance(held), 0, -1):
            assert distance(held) == lacking
            held[rng.choice(useful_cards(held)).kind] += 1
        assert useful_cards(held) == ()
        # Looked at by itself: four trios and a duo are among the cards.
        assert any(
            len(trios) == 4 and any(n >= 2 for n in left)
            for trios, left in oracle.structure_choices(held, (), oracle.make_rules(carre=False))
        )


# --- Discards ------------------------------------------------------------------------------------


def test_discards_worked_by_hand():
    table = discards(TENPAI + " 3cn")
    assert PIECES.codes[table.best.kind] == "3cn"
    assert (table.best.distance, table.best.copies) == (1, 10)
    assert codes(table.best.useful) == {"1eb": 3, "2eb": 3, "3eb": 4}
    assert {PIECES.codes[row.kind] for row in table.rows} == set((TENPAI + " 3cn").split())


@pytest.mark.parametrize("seed", range(3))
def test_discards_by_the_oracle(seed):
    rng = random.Random(seed)
    for name in ("two_decks", "one_deck_shape", "two_duos_two_trios", "three_trios"):
        rules, asked = PRESETS[name], oracle_rules(PRESETS[name])
        laid = rng.sample(range(27), rng.randint(0, 2)) if rules.carre else []
        cards = rules.finish_size - 3 * len(laid)
        held = random_hand(rng, cards, rules.copies, rng.randint(0, 2), tuple(laid))
        table = discards(held, rules=rules, laid=[4 * (kind in laid) for kind in range(27)])
        rows = []
        for kind in range(27):
            if held[kind]:
                left = oracle.without(held, (kind,))
                # The card that goes is no more to be drawn than the cards that stay.
                gone = [int(other == kind) for other in range(27)]
                useful = oracle.useful_cards(left, laid, asked, gone)
                copies = sum(rules.copies - held[other] - 4 * (other in laid) for other in useful)
                points, _ = oracle.evaluate(left, laid, asked)
                lacking = oracle.distance(left, laid, asked)
                rows.append((lacking, -copies, -points, kind, useful))
        rows.sort(key=lambda row: row[:4])
        found = [
            (row.distance, -row.copies, -row.points, row.kind, {card.kind for card in row.useful})
            for row in table.rows
        ]
        assert found == rows


def test_a_panged_card_is_never_offered_but_another_of_its_kind_is():
    offered = {
        kept: {PIECES.codes[row.kind] for row in discards(TENPAI + " 3cn", kept=kept).rows}
        for kept in ("", "3cn", "2rv", "2rv*2", "2rv 3cn")
    }
    everything = offered[""]
    assert offered["3cn"] == everything - {"3cn"}
    assert offered["2rv"] == everything
    assert offered["2rv*2"] == everything - {"2rv"}
    assert offered["2rv 3cn"] == everything - {"3cn"}


def test_cards_seen_change_the_order():
    table = discards(TENPAI + " 3cn", seen="1eb*3 2eb*2")
    assert codes(table.best.useful) == {"2eb": 1, "3eb": 4}
    assert table.best.copies == 5


REASONS = {
    # Any other card leaves distance 2.
    "distance": (TENPAI + " 3cn", ""),
    "only": ("1cn*4 1cv*4 1cb*4 1eb*2", "1cn*4 1cv*4 1cb*4 1eb"),
}


@pytest.mark.parametrize("reason", REASONS)
def test_what_decided_worked_by_hand(reason):
    cards, kept = REASONS[reason]
    table = discards(cards, kept=kept)
    assert table.reason == reason
    assert [row.distance for row in table.rows].count(1) == 1


def test_the_reason_is_the_first_number_that_differs():
    rng = random.Random(2)
    met = set()
    for _ in range(150):
        table = discards(random_hand(rng, 14, sort=rng.randint(0, 2)))
        best, second = table.rows[:2]
        if best.distance != second.distance:
            wanted = "distance"
        elif best.copies != second.copies:
            wanted = "copies"
        elif best.points != second.points:
            wanted = "points"
        else:
            wanted = "order"
        assert table.reason == wanted
        met.add(wanted)
        for language in ("en", "fr"):
            with speaking(language):
                said = table.why()
            assert "{" not in said
            assert PIECES.codes[best.kind] in said
            numbers = {"distance": best.distance, "copies": best.copies, "points": best.points}
            if wanted != "order":
                assert str(numbers[wanted]) in said
    assert met == {"distance", "copies", "points", "order"}


def test_the_reason_in_words():
    cards, kept = REASONS["only"]
    table = discards(cards, kept=kept)
    with speaking("en"):
        assert table.why() == "1eb is the only card that may go."
    with speaking("fr"):
        assert table.why() == "1eb est la seule carte que l’on puisse rejeter."


def test_discards_as_json_and_as_a_table():
    table = discards(TENPAI + " 3cn")
    answer = json.loads(json.dumps(table.to_dict()))
    frame = table.to_frame()
    assert list(frame.columns) == [
        *("card", "distance", "useful_kinds", "useful_copies", "useful", "points"),
    ]
    assert len(frame) == len(answer["discards"]) == len(table.rows)
    first = answer["discards"][0]
    assert (first["card"], first["distance"], first["useful_copies"]) == ("3cn", 1, 10)
    assert first["useful"] == [
        {"card": "1eb", "copies": 3},
        {"card": "2eb", "copies": 3},
        {"card": "3eb", "copies": 4},
    ]
    assert frame.loc[0, "useful"] == "1eb*3 2eb*3 3eb*4"
    assert frame["useful_kinds"].tolist() == [len(row.useful) for row in table.rows]
    assert answer["reason"] == table.reason


def test_a_position_may_be_asked_about():
    position = Position.of(TENPAI + " 3cn", kept="3cn", seen="1cn")
    assert discards(position) == discards(TENPAI + " 3cn", kept="3cn", seen="1cn")
    assert discards(position.to_line()) == discards(position)
    assert useful_cards(f"{TENPAI} | seen 3eb*4") == useful_cards(TENPAI, seen="3eb*4")


# --- What is refused -----------------------------------------------------------------------------

BAD = [
    (
        lambda: discards(TENPAI),
        "card.few",
        "13 cards; a discard takes 14",
        "13 cartes\u202f; pour un rejet il en faut 14",
    ),
    (
        lambda: discards("1cn*4 1cv*4 1cb*4 2rb*3"),
        "card.few",
        "15 cards; a discard takes 14",
        "15 cartes\u202f; pour un rejet il en faut 14",
    ),
    (
        lambda: discards("1cv*4 1cb*4 2rb*2", laid="1cn*4"),
        "card.few",
        "10 cards; a discard takes 11",
        "10 cartes\u202f; pour un rejet il en faut 11",
    ),
    (
        lambda: discards("1cn*4 1cv*4 1cb*4 1eb*2", kept="1cn*4 1cv*4 1cb*4 1eb*2"),
        "card.all_kept",
        "every card of the hand is kept (panged), so none may be discarded",
        "toutes les cartes de la main sont gardées (panguées)\u00a0: aucune ne peut être rejetée",
    ),
]


@pytest.mark.parametrize(("ask", "key", "english", "french"), BAD)
def test_what_is_refused(ask, key, english, french):
    for language, said in (("en", english), ("fr", french)):
        with speaking(language):
            with pytest.raises(CardError) as caught:
                ask()
            assert str(caught.value) == said
            assert caught.value.key == key


def test_every_error_of_this_room_is_told_above():
    assert raised_keys(Path(hand.__file__)) == {key for _, key, *_ in BAD}


@pytest.mark.parametrize("ask", [useful_cards, discards])
@pytest.mark.parametrize("junk", ["", "4cn", "1cn*5", "1cn | table", "1cn | minimum x"])
def test_junk_is_refused_by_name(ask, junk):
    with pytest.raises(NeuroanalysisError) as caught:
        ask(junk)
    assert str(caught.value)

"""Positions: what they are made of, their text and JSON forms, and what is refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.errors import (
    CardError,
    InputError,
    NeuroanalysisError,
    PositionError,
    RulesError,
)
from neuroanalysis.games.neurotrio import position as room
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.neurotrio.support import random_rules
from tests.oracles import neurotrio as oracle
from tests.refusals import answer_or_none


def counts(text):
    return tuple(oracle.parse(text))


# --- What a position is --------------------------------------------------------------------------


def test_a_plain_hand_is_a_position():
    position = Position.of("2eb*2 2ev")
    assert position.hand == counts("2eb*2 2ev")
    assert position.laid == position.kept == position.seen == (0,) * 27
    assert (position.minimum, position.rules) == (18, Rules())


@pytest.mark.parametrize(
    "hand",
    [counts("2eb*2 2ev"), list(counts("2eb*2 2ev")), np.array(counts("2eb*2 2ev")), "2sb 2sb 2sg"],
)
def test_a_hand_may_come_as_counts(hand):
    assert Position.of(hand) == Position.of("2eb*2 2ev")


def test_a_position_comes_back_as_it_is():
    position = Position.of("2eb*2 2ev", minimum=22)
    assert Position.of(position) is position


def test_all_parts():
    position = Position.of(
        "2eb*2 2ev", laid="3rb*4 1cn*4", kept="2eb", seen="1cv*3", minimum=24, rules=Rules()
    )
    assert position.laid == tuple(int(kind in (0, 26)) for kind in range(27))
    assert position.kept == counts("2eb")
    assert position.seen == counts("1cv*3")
    assert position.cards == 3 + 8
    assert position.counts.tolist() == list(counts("2eb*2 2ev"))
    assert position.counts.dtype == position.laid_counts.dtype == np.uint8
    assert position.laid_counts.tolist() == list(position.laid)
    unseen = [4] * 27
    for kind, n in ((0, 4), (26, 4), (14, 2), (13, 1), (1, 3)):
        unseen[kind] -= n
    assert list(position.unseen) == unseen


@pytest.mark.parametrize(
    ("hand", "laid", "preset", "due"),
    [
        ("1cn*4 1cv*4 1cb*4 2rb*2", "", "two_decks", True),
        ("1cn*4 1cv*4 1cb*4 2rb", "", "two_decks", False),
        ("1cn*4 1cv*4 2rb*2 2rv", "1cb*4", "two_decks", True),
        ("1cn*4 1cv*4 2rb*2 2rv 2rn", "1cb*4", "two_decks", False),
        ("2rb*2", "1cn*4 1cv*4 1cb*4 1en*4", "two_decks", True),
        ("1cn*3 1cv*3 1cb*3", "", "three_trios", True),
        ("1cn*3 1cv*3 1cb*2", "", "three_trios", False),
    ],
)
def test_whether_a_discard_is_due(hand, laid, preset, due):
    assert Position.of(hand, laid=laid, rules=PRESETS[preset]).to_discard is due


# --- Text forms ----------------------------------------------------------------------------------

FULL = Position.of("2eb*2 2ev", laid="3rb*4", kept="2ev", seen="1cv", minimum=22)
SAME = [
    "neurotrio | hand 2eb*2 2ev | laid 3rb*4 | kept 2ev | seen 1cv | minimum 22",
    "neurotrio | hand 2eb*2 2ev | laid 3rb*4 | kept 2ev | seen 1cv | minimum 22 | rules two_decks",
    "2eb 2eb 2ev | laid 3rb*4 | kept 2ev | seen 1cv | minimum 22",
    "neurotrio 2eb 2eb 2ev | laid 3rb*4 | kept 2ev | seen 1cv | minimum 22",
    "neurotrio: 2eb 2eb 2ev | laid: 3rb*4 | kept: 2ev | seen: 1cv | minimum: 22",
    "minimum 22 | seen 1cv | kept 2ev | laid 3rb*4 | hand 2eb*2 2ev",
    "Neurotrio\nHand 2EB*2 2EV\nLaid 3RB*4\nKept 2EV\nSeen 1CV\nMinimum 22\n",
    "# saved\nneurotrio\n\nhand 2eb*2 2ev\n  # table\nlaid 3rb*4\nkept 2ev\nseen 1cv\nminimum 22",
    "main 2eb*2 2ev | posés 3rb*4 | gardées 2ev | vues 1cv | minimum 22 | règles two_decks",
    "main 2eb*2 2ev | poses 3rb*4 | gardees 2ev | vues 1cv | minimum 22 | regles two_decks",
    "hand\t2eb*2\t2ev|laid\t3rb*4|kept 2ev|seen 1cv|minimum\t22",
    "hand 2eb*2 2ev\r\nlaid 3rb*4\r\nkept 2ev\r\nseen 1cv\r\nminimum 22\r\n",
]


@pytest.mark.parametrize("text", SAME)
def test_writings_of_one_position(text):
    assert Position.from_text(text) == FULL
    assert Position.of(text) == FULL


def test_the_line_that_is_written():
    assert FULL.to_line() == (
        "neurotrio | hand 2ev 2eb*2 | laid 3rb*4 | kept 2ev | seen 1cv | minimum 22 "
        "| rules two_decks"
    )
    assert FULL.to_text().splitlines() == FULL.to_line().split(" | ")


def test_rules_in_a_line():
    text = "2eb | rules three_trios trio_points=3 bonuses.S3_2=5"
    assert Position.from_text(text).rules == Rules.from_mapping(
        {"preset": "three_trios", "trio_points": 3, "bonuses": {"S3_2": 5}}
    )
    base = Rules(one_duo=True)
    assert Position.from_text("2eb", rules=base).rules == base
    assert Position.from_text("2eb | rules trio_points=3", rules=base).rules == replace(
        base, trio_points=3
    )
    assert Position.from_text("2eb | rules two_decks", rules=base).rules == Rules()


def test_a_hand_may_be_all_on_the_table():
    position = Position.of("", laid="1cn*4")
    assert position.cards == 4
    assert Position.from_text(position.to_line()) == position
    assert Position.from_text("laid 1cn*4") == position


@st.composite
def positions(draw):
    rng = random.Random(draw(st.integers(0, 2**32)))
    rules = random_rules(rng)
    if rng.random() < 0.2:
        rules = replace(rules, minimums=(("knight of | the rose", 30), ("=", 2)))
    deck = [kind for kind in range(27) for _ in range(rules.copies)]
    laid = rng.sample(range(27), rng.randint(0, 3)) if rules.carre else []
    deck = [kind for kind in deck if kind not in laid]
    rng.shuffle(deck)
    hand = [deck.pop() for _ in range(rng.randint(1, rules.most_cards - 4 * len(laid)))]
    seen = [deck.pop() for _ in range(rng.randint(0, 20))]
    kept = rng.sample(hand, rng.randint(0, len(hand)))
    return Position(
        hand=tuple(hand.count(kind) for kind in range(27)),
        laid=tuple(int(kind in laid) for kind in range(27)),
        kept=tuple(kept.count(kind) for kind in range(27)),
        seen=tuple(seen.count(kind) for kind in range(27)),
        minimum=rng.randint(0, 999),
        rules=rules,
    )


@given(positions())
def test_a_position_is_written_and_read_back(position):
    for written in (position.to_line(), position.to_text()):
        assert Position.from_text(written) == position
        assert Position.of(written) == position
    assert "\n" not in position.to_line()
    code = oracle.CODES
    record = {
        "hand": " ".join(c for c, n in zip(code, position.hand, strict=True) for _ in range(n)),
        "laid": " ".join(f"{c}*4" for c, n in zip(code, position.laid, strict=True) if n),
        "kept": " ".join(f"{c}x{n}" for c, n in zip(code, position.kept, strict=True) if n),
        "seen": ",".join(f"{c}*{n}" for c, n in zip(code, position.seen, strict=True) if n),
        "minimum": position.minimum,
        "rules": position.rules.to_mapping(),
        "points": "an answer is no part of the question",
    }
    assert Position.from_mapping(json.loads(json.dumps(record))) == position
    record["rules"] = position.rules.differences()
    assert Position.from_mapping(json.loads(json.dumps(record))) == position


@given(positions(), st.randoms())
def test_the_order_of_cards_and_parts_does_not_matter(position, rng):
    parts = position.to_text().splitlines()[1:]
    shuffled = []
    for part in parts:
        name, *words = part.split()
        if name in {"hand", "kept", "seen", "laid"}:
            rng.shuffle(words)
        shuffled.append(" ".join([name, *words]))
    rng.shuffle(shuffled)
    assert Position.from_text(" | ".join(shuffled)) == position


def test_a_position_is_saved_and_loaded(tmp_path):
    path = tmp_path / "position.txt"
    FULL.save(path)
    assert Position.load(path) == FULL
    path.write_text(FULL.to_line(), encoding="utf-8")
    assert Position.load(str(path)) == FULL


def test_a_record_may_leave_out_everything_but_the_hand():
    assert Position.from_mapping({"hand": "2eb"}) == Position.of("2eb")
    assert Position.from_mapping({"hand": "2eb", "minimum": None}) == Position.of("2eb")
    base = Rules(one_duo=True)
    assert Position.from_mapping({"hand": "2eb"}, rules=base).rules == base
    record = {"hand": "2eb", "rules": {"trio_points": 3}}
    assert Position.from_mapping(record, rules=base).rules == replace(base, trio_points=3)


# --- What is refused -----------------------------------------------------------------------------


def of(*cards, **parts):
    return lambda: Position.of(*cards, **parts)


def read(text):
    return lambda: Position.from_text(text)


def record(**fields):
    return lambda: Position.from_mapping(fields)


NINETEEN = "1cn*4 1cv*4 1cb*4 1eb*4 1rb*3"
BAD = [
    (
        of(""),
        CardError,
        "card.none_held",
        "no card; a position takes 1 to 18",
        "aucune carte\u202f; pour une position il en faut 1 à 18",
    ),
    (
        of(NINETEEN),
        CardError,
        "card.few",
        "19 cards; a position takes 1 to 18",
        "19 cartes\u202f; pour une position il en faut 1 à 18",
    ),
    (
        of("1rb*3", laid="1cn*4 1cv*4 1cb*4 1eb*4"),
        CardError,
        "card.few",
        "19 cards; a position takes 1 to 18",
        "19 cartes\u202f; pour une position il en faut 1 à 18",
    ),
    (
        of("1cn*3 1cv*3 1cb*3 2cn", rules=PRESETS["three_trios"]),
        CardError,
        "card.few",
        "10 cards; a position takes 1 to 9",
        "10 cartes\u202f; pour une position il en faut 1 à 9",
    ),
    (
        of("2eb*5"),
        CardError,
        "card.too_many",
        "5 copies of 2eb; there are only 4",
        "5 exemplaires de 2eb\u202f; il n’y en a que 4",
    ),
    (
        of("2eb 4eb"),
        CardError,
        "card.unknown",
        "unknown card '4eb' at position 2; nearest: ",
        "carte inconnue «\u00a04eb\u00a0» en position 2\u202f; les plus proches\u00a0: ",
    ),
    (
        of("2eb", laid="1cn*3"),
        PositionError,
        "position.laid",
        "laid carré: 3 of 1cn; a carré is four alike, write 1cn*4",
        (
            "carré posé\u00a0: 3 fois 1cn\u202f; un carré est fait de quatre cartes "
            "identiques, écrire 1cn*4"
        ),
    ),
    (
        of("2eb", laid="1cn*4 1cv*4 1cb*4 1en*4 1ev*4"),
        PositionError,
        "position.laid_many",
        "5 laid carrés; a hand has at most 4 structures",
        "5 carrés posés\u202f; une main a au plus 4 structures",
    ),
    (
        of("2eb", laid="1cn*4", rules=PRESETS["three_trios"]),
        PositionError,
        "position.laid_never",
        "these rules know no carré, but 1cn is laid",
        "ces règles ne connaissent pas le carré, mais 1cn est posé",
    ),
    (
        of("2eb*2", kept="2eb*3"),
        PositionError,
        "position.kept",
        "2eb is said to be kept (panged), but only 2 of 3 are in the hand",
        "2eb est dit gardé (pangué), mais la main n’en a que 2 sur 3",
    ),
    (
        of("2eb*2", kept="1cn", laid="1cn*4"),
        PositionError,
        "position.kept",
        "1cn is said to be kept (panged), but only 0 of 1 are in the hand",
        "1cn est dit gardé (pangué), mais la main n’en a que 0 sur 1",
    ),
    (
        of("2eb*2", seen="2eb*3"),
        PositionError,
        "position.copies",
        "5 copies of 2eb over hand, laid and seen; there are only 4",
        "5 exemplaires de 2eb entre main, cartes posées et cartes vues\u202f; il n’y en a que 4",
    ),
    (
        of("1cn", laid="1cn*4"),
        PositionError,
        "position.copies",
        "5 copies of 1cn over hand, laid and seen; there are only 4",
        "5 exemplaires de 1cn entre main, cartes posées et cartes vues\u202f; il n’y en a que 4",
    ),
    (
        read("2eb | table 1cn*4"),
        PositionError,
        "position.part",
        "unknown part 'table' of a position; accepted: hand, laid, kept, seen, minimum, rules",
        (
            "partie inconnue «\u00a0table\u00a0» d’une position\u202f; acceptées\u00a0: "
            "main, posés, gardées, vues, "
        ),
    ),
    (
        read("table: 2eb"),
        PositionError,
        "position.part",
        "unknown part 'table' of a position; accepted: hand, laid, kept, seen, minimum, rules",
        (
            "partie inconnue «\u00a0table\u00a0» d’une position\u202f; acceptées\u00a0: "
            "main, posés, gardées, vues, "
        ),
    ),
    (
        read("mhing | hand 2eb"),
        PositionError,
        "position.game",
        "this position is of the game 'mhing'; accepted: neurotrio",
        "cette position est du jeu «\u00a0mhing\u00a0»\u202f; acceptés\u00a0: neurotrio",
    ),
    *(
        (
            read(line),
            PositionError,
            "position.game",
            f"this position is of the game '{line.split()[0]}'; accepted: neurotrio",
            (
                f"cette position est du jeu «\u00a0{line.split()[0]}\u00a0»\u202f; "
                f"acceptés\u00a0: neurotrio"
            ),
        )
        for line in (
            "okey51 | hand 2eb*2",
            "okey51 | rack r1 r2",
            "tichu | minimum 3",
            "go | main 2eb",
            "okey51\nhand 2eb*2\n",
        )
    ),
    *(
        (
            read(line),
            CardError,
            "card.unknown",
            f"unknown card '{line.split()[0]}' at position 1",
            f"carte inconnue «\u00a0{line.split()[0]}\u00a0» en position 1",
        )
        for line in ("zz", "okey51", "tichu", "zz | minimum 20", "okey51 2eb | seen 1cn")
    ),
    (
        read("2eb | seen 1cn | vues 1cv"),
        PositionError,
        "position.part_twice",
        "the part 'seen' stands twice",
        "la partie «\u00a0vues\u00a0» figure deux fois",
    ),
    (
        read("minimum 20"),
        PositionError,
        "position.no_hand",
        "the position has no hand",
        "la position n’a pas de main",
    ),
    (
        read(""),
        PositionError,
        "position.no_hand",
        "the position has no hand",
        "la position n’a pas de main",
    ),
    (
        read("# only a remark"),
        PositionError,
        "position.no_hand",
        "the position has no hand",
        "la position n’a pas de main",
    ),
    *(
        (
            ask,
            PositionError,
            "position.minimum",
            f"the minimum '{shown}' is no whole number from 0 to 999",
            f"le minimum «\u00a0{shown}\u00a0» n’est pas un entier de 0 à 999",
        )
        for ask, shown in [
            (of("2eb", minimum=-1), -1),
            (of("2eb", minimum=1000), 1000),
            (of("2eb", minimum=True), "true"),
            (of("2eb", minimum=18.0), 18.0),
            (read("2eb | minimum many"), "many"),
            (read("2eb | minimum"), ""),
            (read("2eb | minimum -3"), "-3"),
            (read("2eb | minimum ²"), "²"),
            (read("2eb | minimum " + "9" * 5000), "9" * 39 + "…"),
            (record(hand="2eb", minimum=[3]), "[3]"),
        ]
    ),
    (
        read("2eb | rules trio_points"),
        RulesError,
        "rules.unknown_preset",
        "unknown preset 'trio_points'; accepted: two_decks, ",
        "jeu de règles inconnu «\u00a0trio_points\u00a0»\u202f; acceptés\u00a0: two_decks, ",
    ),
    (
        read("2eb | rules trio_points=3 four"),
        RulesError,
        "rules.reader",
        "option 'four' has no value; write four=value",
        "l’option «\u00a0four\u00a0» n’a pas de valeur\u202f; écrire four=valeur",
    ),
    (
        record(laid="1cn*4"),
        InputError,
        "input.field",
        "the field 'hand' is missing",
        "le champ «\u00a0hand\u00a0» manque",
    ),
    (
        record(hand=3),
        InputError,
        "input.field_type",
        "the field 'hand': 3, where text is expected",
        "le champ «\u00a0hand\u00a0»\u00a0: 3, alors qu’il faut\u00a0: texte",
    ),
    (
        record(hand="2eb", seen=["1cn"]),
        InputError,
        "input.field_type",
        "the field 'seen': [\"1cn\"], where text is expected",
        'le champ «\u00a0seen\u00a0»\u00a0: ["1cn"], alors qu’il faut\u00a0: texte',
    ),
    (
        record(hand="2eb", rules=["three_trios"]),
        RulesError,
        "rules.type",
        "option 'rules': [\"three_trios\"], where table is expected",
        'option «\u00a0rules\u00a0»\u00a0: ["three_trios"], alors qu’il faut\u00a0: table',
    ),
]


@pytest.mark.parametrize(("ask", "kind", "key", "english", "french"), BAD)
def test_what_is_refused(ask, kind, key, english, french):
    for language, said in (("en", english), ("fr", french)):
        with speaking(language):
            with pytest.raises(kind) as caught:
                ask()
            assert str(caught.value).startswith(said)
            assert caught.value.key == key


def test_every_error_of_this_room_is_told_above():
    raised = raised_keys(Path(room.__file__))
    assert raised
    assert raised <= {key for _, _, key, *_ in BAD}


def test_a_file_that_is_no_position(tmp_path):
    with pytest.raises(InputError, match="there is no file"):
        Position.load(tmp_path / "gone.txt")
    (tmp_path / "empty.txt").touch()
    with pytest.raises(InputError, match="is empty"):
        Position.load(tmp_path / "empty.txt")
    (tmp_path / "shopping.txt").write_text("flour\nmilk\n", encoding="utf-8")
    with pytest.raises(NeuroanalysisError):
        Position.load(tmp_path / "shopping.txt")


# --- Junk ----------------------------------------------------------------------------------------

WORDS = [
    *("neurotrio", "hand", "main", "laid", "kept", "seen", "minimum", "rules", "2eb", "2eb*4"),
    *("1cn*4", "3rb", "|", "\n", "20", "three_trios", "trio_points=3", "bonuses.S4_2=9", ":", "#"),
    *(" ", "\t", "=", ".", "*", "hand:", "{", "minimums.a=3", "hand_size=8", '"', "x3"),
]
JUNK = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="123cervnb hskg*x|=.,;\n\t{}[]\"'#:-0minumlaidkptso_", max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=14).map("".join),
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join),
)


@given(JUNK)
def test_junk_text_is_read_or_refused(text):
    for reader in (Position.of, Position.from_text):
        position = answer_or_none(reader, text)
        assert position is None or Position.of(position.to_line()) == position


PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), JUNK, st.lists(JUNK))


@given(
    st.dictionaries(
        st.sampled_from(["hand", "laid", "kept", "seen", "minimum", "rules", "note"]),
        PLAIN | st.dictionaries(st.sampled_from(["preset", "copies", "bonuses"]), PLAIN),
    )
)
def test_a_junk_record_is_read_or_refused(fields):
    position = answer_or_none(Position.from_mapping, fields)
    assert position is None or Position.of(position.to_line()) == position


@given(hand=JUNK, laid=JUNK, kept=JUNK, seen=JUNK)
def test_junk_parts_are_read_or_refused(hand, laid, kept, seen):
    position = answer_or_none(Position.of, hand, laid=laid, kept=kept, seen=seen)
    assert position is None or Position.of(position.to_line()) == position

"""Positions and open melds: text forms both ways, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.errors import CardError, NeuroanalysisError, PositionError
from neuroanalysis.games.okey51.pieces import FAKE, PIECES
from neuroanalysis.games.okey51.position import Meld, MeldTile, Position
from neuroanalysis.games.okey51.rules import Rules
from neuroanalysis.games.okey51.scoring import evaluate, evaluate_many
from neuroanalysis.texts import speaking

NO_WRAP = Rules(wrap_13_1=False)


def codes(kinds):
    return {PIECES.codes[kind] for kind in kinds}


# --- melds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "kind", "value"),
    [
        ("r4-r5-r6", "run", 15),
        ("r4 r5* r6*", "run", 15),
        ("y1-y2-y3", "run", 6),
        ("b12-b13-b1", "run", 26),
        ("-".join(f"k{n}" for n in [*range(2, 14), 1]), "run", 91),
        ("b9-r9-k9", "set", 27),
        ("b9-r9*-k9*-y9", "set", 36),
        ("r1-b1-k1", "set", 3),
    ],
)
def test_melds_and_their_values(words, kind, value):
    meld = Meld.of(words, Rules())
    assert (meld.kind, meld.value(Rules())) == (kind, value)
    assert Meld.of(meld.to_text(), Rules()) == meld


@pytest.mark.parametrize(
    "words",
    [
        "-".join(f"k{n}" for n in [*range(1, 14), 1]),
        "r4-r5",
        "r4-r5-r7",
        "r4-b5-r6",
        "r13-r1-r2",
        "r9-r9-b9",
        "r9-b9",
        "r6-r5-r4",
        "r4",
        "",
    ],
)
def test_what_is_no_meld_is_refused(words):
    with speaking("en"), pytest.raises(PositionError, match="no meld"):
        Meld.of(words, Rules())


def test_the_1_after_13_is_an_option_and_so_is_its_worth():
    assert Meld.of("r12-r13-r1*", Rules(one_after_13=14)).value(Rules(one_after_13=14)) == 39
    with pytest.raises(PositionError):
        Meld.of("r12-r13-r1", NO_WRAP)


@pytest.mark.parametrize(
    ("words", "rules", "accepted"),
    [
        ("r4-r5-r6", Rules(), {"r3", "r7"}),
        ("r1-r2-r3", Rules(), {"r4"}),
        ("r11-r12-r13", Rules(), {"r10", "r1"}),
        ("r11-r12-r13", NO_WRAP, {"r10"}),
        ("r12-r13-r1", Rules(), {"r11"}),
        ("-".join(f"k{n}" for n in range(1, 14)), Rules(), set()),
        ("-".join(f"k{n}" for n in range(2, 14)), Rules(), {"k1"}),
        ("-".join(f"k{n}" for n in [*range(3, 14), 1]), Rules(), {"k2"}),
        ("-".join(f"k{n}" for n in [*range(2, 14), 1]), Rules(), set()),
        ("b9-k9-y9", Rules(), {"r9"}),
        ("r9-b9-k9-y9", Rules(), set()),
    ],
)
def test_what_may_be_laid_off(words, rules, accepted):
    meld = Meld.of(words, rules)
    assert codes(meld.extensions(rules)) == accepted
    for kind in range(FAKE):
        tile = MeldTile(kind, wild=True)
        if PIECES.codes[kind] in accepted:
            longer = meld.with_tile(tile, rules)
            assert Meld.of(longer.to_text(), rules) == longer
            assert set(longer.tiles) == {*meld.tiles, tile}
        else:
            with pytest.raises(PositionError):
                meld.with_tile(tile, rules)


# --- positions -----------------------------------------------------------------------------------


def test_okeys_are_wild_and_fakes_stand_for_them():
    position = Position.of("r6*2 fo*2 r7 b1", okey="r6")
    assert position.wilds == 2
    assert position.naturals[PIECES.kind("r6")] == 2
    assert int(position.naturals.sum()) == 4
    indicated = Position.of("fo r5 b1", okey="r6", rules=Rules(fake_okey_value="indicator"))
    assert indicated.naturals[PIECES.kind("r5")] == 2


def test_the_indicator_names_the_okey():
    assert Position.of("r7", indicator="r13") == Position.of("r7", okey="r1")


def test_what_is_unseen():
    position = Position.of("r5 r6 fo b1", okey="r6", melds="k4-k5*-k6 b1-y1-k1", seen="b2 r9*2")
    unseen = dict(zip(PIECES.codes, position.unseen, strict=True))
    assert unseen["r5"] == 0  # one in hand, one lies as indicator
    assert unseen["r6"] == 0  # one in hand, one stands for k5
    assert unseen["fo"] == 1
    assert (unseen["b1"], unseen["b2"], unseen["r9"]) == (0, 1, 0)
    assert (unseen["k4"], unseen["k5"], unseen["k6"], unseen["y1"]) == (1, 2, 1, 1)
    # 106 tiles, less the indicator, four in hand, six on the table, three seen.
    assert sum(unseen.values()) == 106 - 1 - 4 - 6 - 3


def test_a_fake_on_the_table_is_no_longer_to_be_drawn():
    position = Position.of("b1", okey="r6", melds="r5-r6-r7")
    assert position.unseen[FAKE] == 1
    assert position.unseen[PIECES.kind("r6")] == 2


@pytest.mark.parametrize(
    ("hand", "how", "error", "said"),
    [
        ("r5*3", {}, CardError, "3 copies of r5"),
        ("fo fo fo", {}, CardError, "3 copies of fo"),
        ("r5", {"okey": "fo"}, PositionError, "number tile"),
        ("r5", {"okey": None}, PositionError, "okey is not said"),
        ("r5", {"indicator": "r1"}, PositionError, "both said"),
        ("z5", {}, CardError, "unknown card 'z5'"),
        ("", {}, CardError, "no card"),
        ("r1*2 r2*2 r3*2 r4*2 r5*2 r6*2 r7*2 r8*2", {}, CardError, "16 tiles.*at most 15"),
        ("r5*2", {"seen": "r5"}, PositionError, "3 tiles r5"),
        ("r5*2", {"okey": "r6"}, PositionError, "3 tiles r5.*only 2"),
        ("r5", {"melds": "r4-r5-r6 r5-b5-k5"}, PositionError, "3 tiles r5"),
        ("b8 b1", {"melds": "r4-r5*-r6 r5*-b5-k5"}, PositionError, "3 tiles okey"),
        ("r5", {"threshold": -1}, PositionError, "-1"),
        ("r5", {"melds": "r4-r5"}, PositionError, "no meld"),
    ],
)
def test_bad_positions_are_refused_with_what_and_where(hand, how, error, said):
    with speaking("en"), pytest.raises(error, match=said):
        Position.of(hand, **{"okey": "b8", **how})


def test_both_tiles_like_the_indicator_may_be_held_where_it_is_shuffled_in():
    rules = Rules(first_player_indicator_removed=False)
    assert Position.of("r5*2", okey="r6", rules=rules).tiles == 2


racks = st.lists(st.integers(0, 2), min_size=53, max_size=53)


@given(racks, st.integers(0, 51), st.integers(0, 99), st.booleans())
def test_a_position_is_written_and_read_back(counts, okey, threshold, opened):
    kept = 0
    for kind, n in enumerate(counts):
        counts[kind] = min(n, 14 - kept)
        kept += counts[kind]
    try:
        position = Position.of(counts, okey=okey, threshold=threshold, opened=opened)
    except NeuroanalysisError:
        return
    for text in (position.to_text(), position.to_line()):
        assert Position.from_text(text) == position
        assert Position.of(text) == position
    assert sum(position.unseen) == 105 - position.tiles


def test_other_parts_beside_a_position_are_refused():
    whole = "r5 r6 | okey b8"
    with pytest.raises(PositionError, match="threshold"):
        Position.of(whole, threshold=60)
    with pytest.raises(PositionError, match="seen"):
        Position.of(Position.of(whole), seen="r1")
    with pytest.raises(PositionError, match="kept"):
        Position.from_text("r5 | okey b8 | kept r5")
    with pytest.raises(PositionError, match="neurotrio"):
        Position.from_text("neurotrio | hand r5 | okey b8")


def test_a_record_takes_melds_as_answers_write_them():
    record = {"hand": "r5 b3", "okey": "y2", "melds": ["r6-r7-r8", "b9-r9*-k9"]}
    position = Position.from_mapping(record)
    assert [meld.to_text() for meld in position.melds] == ["r6-r7-r8", "r9*-b9-k9"]
    with speaking("en"), pytest.raises(NeuroanalysisError, match="melds"):
        Position.from_mapping({**record, "melds": [3]})


def test_french_words_name_the_parts():
    position = Position.from_text("main n5 j6 | indicateur r5 | seuil 60 | ouvert oui | vues r1")
    assert position == Position.of("k5 y6", okey="r6", threshold=60, opened=True, seen="r1")


# --- what Python hands over ----------------------------------------------------------------------


def test_parts_may_be_lists_and_tables():
    written = Position.of("b8 k2", okey="y2", melds="r5-r6-r7 b9-k9-y9", rules=NO_WRAP)
    run, *_ = written.melds
    for melds in (["r5-r6-r7", "b9-k9-y9"], [run, "b9-k9-y9"], ("r5-r6-r7 b9-k9-y9",)):
        for hand in (["b8", "k2"], ("k2", "b8"), list(written.hand)):
            listed = Position.of(hand, okey="y2", melds=melds, rules={"wrap_13_1": False})
            assert listed == written
    assert Position.of("b8 k2", okey=PIECES.kind("y2")) == Position.of("b8 k2", okey="y2")
    assert Position.of("b8", indicator=np.int64(4)) == Position.of("b8", indicator="r5")
    assert evaluate("b8 k2", okey="y2", melds=["r5-r6-r7"]).position.melds == (run,)
    batch = np.array([written.hand])
    assert evaluate_many(batch, okey="y2", melds=["r5-r6-r7"]) == evaluate_many(
        batch, okey="y2", melds=[run]
    )


@pytest.mark.parametrize(
    ("parts", "key", "name"),
    [
        ({"melds": 7}, "input.field_type", "melds"),
        ({"melds": [7]}, "input.field_type", "melds"),
        ({"melds": Meld.of("r5-r6-r7", Rules())}, "input.field_type", "melds"),
        ({"rules": 7}, "input.field_type", "rules"),
        ({"rules": "okey51"}, "input.field_type", "rules"),
        ({"rules": {"treshold": 60}}, "rules.unknown_option", "treshold"),
        ({"rules": {"threshold": "x"}}, "rules.type", "threshold"),
        ({"limit": "3"}, "input.argument", "limit"),
        ({"limit": True}, "input.argument", "limit"),
        ({"limit": 0}, "input.limit", "limit"),
        ({"okey": True}, "input.field_type", "okey"),
        ({"okey": 2.5}, "input.field_type", "okey"),
        ({"okey": 53}, "input.limit", "okey"),
        ({"okey": -1}, "input.limit", "okey"),
        ({"okey": None, "indicator": 99}, "input.limit", "indicator"),
        ({"opened": "no"}, "input.argument", "opened"),
        ({"seen": 7}, "input.field_type", "seen"),
        ({"hand": None}, "input.field_type", "hand"),
    ],
)
def test_a_part_of_the_wrong_type_is_refused_by_its_name(parts, key, name):
    given = {"hand": "r5 r6", "okey": "y2"} | parts
    with pytest.raises(NeuroanalysisError) as caught:
        evaluate(given.pop("hand"), **given)
    assert (caught.value.key, caught.value.values["name"]) == (key, name)
    for language in ("en", "fr"):
        with speaking(language):
            assert name in str(caught.value)
    with pytest.raises(PositionError, match="fake okey"):
        evaluate("r5", okey=FAKE)

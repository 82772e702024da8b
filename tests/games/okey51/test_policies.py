"""Players of stated skill: what they choose, and both engines on the same rounds.

The best melds are compared with the oracle; rounds with the readable engine, which refuses whatever
is against the rules.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.core.seeds import round_key, round_seed
from neuroanalysis.errors import InputError
from neuroanalysis.games.okey51._kernels import choosing, table
from neuroanalysis.games.okey51._kernels import rounds as kernel
from neuroanalysis.games.okey51.pieces import PIECES
from neuroanalysis.games.okey51.play import (
    Discard,
    Draw,
    LayOff,
    Open,
    OpenPairs,
    Pair,
    Steal,
    Take,
    deal,
    do,
    result,
)
from neuroanalysis.games.okey51.policies import (
    PLAYERS_KNOWN,
    SKILLS,
    Skill,
    compiled_rounds,
    moves_of_round,
    play_out,
    player,
    skill,
)
from neuroanalysis.games.okey51.policies.codes import code_of, meld_of
from neuroanalysis.games.okey51.position import Meld, MeldTile
from neuroanalysis.games.okey51.rules import Rules, preset
from tests.games.okey51.support import Question, dealt, oracle_rules
from tests.oracles import okey51 as oracle

NAMES = ["Ana", "Bo", "Cem", "Dua"]
TABLE = ("random", "opener", "counter", "pairs")


# --- Melds as numbers ----------------------------------------------------------------------------

MELDS = ["r1-r2-r3", "b12*-b13-b1", "y3-y4*-y5*-y6-y7", "r9-b9*-k9", "r1-b1-k1-y1*", "k11-k12*-k13"]
MELDS += ["k10-k11-k12-k13-k1", "r12-r13-r1*", "r1*-r2-r3"]


@pytest.mark.parametrize("rules", [Rules(), Rules(wrap_13_1=False), Rules(one_after_13=14)])
def test_what_a_meld_takes_and_is_worth_is_the_same_in_numbers(rules):
    arrays, laid = rules.to_arrays(), 0
    for words in MELDS:
        meld = Meld.of(words, Rules())
        code = code_of(meld)
        assert meld_of(code) == meld
        assert table.meld_value(code, arrays) == meld.value(rules)
        naturals = np.zeros(52, dtype=np.int64)
        assert table.tiles_of(code, naturals) == meld.wilds
        assert Counter(tile.identity for tile in meld.tiles if not tile.wild) == {
            kind: n for kind, n in enumerate(naturals.tolist()) if n
        }
        for identity in range(52):
            place = table.place_for(code, identity, arrays)
            assert (place != table.NOWHERE) == (identity in meld.extensions(rules))
            wild_here = MeldTile(identity, wild=True) in meld.tiles
            bit = table.okey_place(code, identity)
            assert (bit >= 0) == wild_here
            if wild_here:
                at = meld.tiles.index(MeldTile(identity, wild=True))
                assert table.okey_value(code, bit, arrays) == meld.tile_value(at, rules)
            if place == table.NOWHERE:
                continue
            for wild in (0, 1):
                longer = meld.with_tile(MeldTile(identity, bool(wild)), rules)
                assert meld_of(table.with_tile(code, identity, place, wild)) == longer
                worth = table.place_value(code, identity, place, arrays)
                assert worth == longer.value(rules) - meld.value(rules)
                laid += 1
    assert laid >= 16


def test_a_pair_in_numbers():
    for pair in (Pair(8), Pair(51, 1), Pair(0, 2)):
        assert meld_of(code_of(pair)) == pair
        assert table.place_for(code_of(pair), pair.identity, Rules().to_arrays()) == table.NOWHERE
        assert table.okey_place(code_of(pair), pair.identity) == -1


# --- The best melds ------------------------------------------------------------------------------


def chosen(question: Question, tile=choosing.NO_TILE, way=choosing.MOST_VALUE):
    """What the kernel finds: its weight, and the melds."""
    space = choosing.make_space()
    weight, melds = choosing.best_melds(
        np.array(question.counts, dtype=np.int64),
        np.int64(question.wilds),
        np.int64(question.outside),
        tile,
        way,
        question.rules.to_arrays(),
        space,
    )
    return int(weight), [meld_of(code) for code in space.found[:melds].tolist()]


def check_held(question, melds):
    """Check that a rack has all tiles of melds, and one more if one is to be kept."""
    used = Counter(tile.identity for meld in melds for tile in meld.tiles if not tile.wild)
    assert all(n <= question.counts[kind] for kind, n in used.items())
    wilds = sum(meld.wilds for meld in melds)
    assert wilds <= question.wilds
    left = sum(question.counts) + question.wilds - used.total() - wilds
    assert left >= question.outside


@pytest.mark.parametrize("options", [{}, {"wrap_13_1": False}, {"one_after_13": 14}], ids=str)
def test_the_dearest_melds_are_those_of_the_oracle(options):
    rng = random.Random(1)
    for _ in range(80):
        question = dealt(rng, 15, Rules(**options))
        weight, melds = chosen(question)
        expected = oracle.meld_value(
            question.counts, question.wilds, oracle_rules(question.rules), outside=True
        )
        assert weight == expected == sum(meld.value(question.rules) for meld in melds)
        check_held(question, melds)


def test_melds_with_most_tiles_leave_the_fewest():
    rng = random.Random(2)
    for tiles in (7, 11, 15):
        for _ in range(25):
            question = replace(dealt(rng, tiles), outside=True)
            weight, melds = chosen(question, way=choosing.MOST_TILES)
            rack = (question.counts, question.wilds, oracle_rules(question.rules))
            fewest, _ = oracle.least_left(*rack, outside=True)
            assert tiles - weight // choosing.TILE == fewest
            assert weight // choosing.TILE == sum(len(meld.tiles) for meld in melds)


def test_melds_with_a_tile_among_them():
    # Each meld with the tile, and the best that the oracle finds in the rest.
    rng, found = random.Random(3), Counter()
    rules = Rules()
    for _ in range(40):
        question = dealt(rng, 15)
        tile = rng.choice([kind for kind, n in enumerate(question.counts) if n])
        best = 0
        for use in oracle.uses_of(question.counts, question.wilds, oracle_rules(rules), longest=5):
            if tile not in use.naturals:
                continue
            rest = list(question.counts)
            for kind in use.naturals:
                rest[kind] -= 1
            after = (rest, question.wilds - use.wilds, oracle_rules(rules))
            if sum(rest) + after[1] >= 1:
                best = max(best, use.value + oracle.meld_value(*after, outside=True))
        weight, melds = chosen(question, np.int64(tile))
        assert weight == best
        assert not melds or any(MeldTile(tile) in meld.tiles for meld in melds)
        found[best > 0] += 1
    assert min(found.values()) > 3


@pytest.mark.parametrize("okey_pairs", [True, False])
def test_most_pairs_are_those_of_the_oracle(okey_pairs):
    rng, rules = random.Random(4), Rules(okey_pairs=okey_pairs)
    for tiles in (9, 14, 15):
        for _ in range(60):
            question = dealt(rng, tiles, rules)
            space = choosing.make_space()
            pairs = choosing.best_pairs(
                np.array(question.counts, dtype=np.int64),
                np.int64(question.wilds),
                np.int64(question.outside),
                choosing.NO_TILE,
                0,
                rules.to_arrays(),
                space,
            )
            rack = (question.counts, question.wilds, oracle_rules(rules))
            assert pairs == oracle.pairs(*rack, outside=question.outside)
            codes = space.found[:pairs].tolist()
            assert sum(meld_of(code).wilds for code in codes) <= question.wilds


# --- The same rounds on both engines -------------------------------------------------------------

RULES = [
    Rules(),
    Rules(threshold=30, steal_before_opening=True, fake_okey_value="indicator", one_after_13=14),
    Rules(threshold=20, layoffs_per_turn=1, doubling=False, wrap_13_1=False, okey_left=7),
    Rules(
        teams=True,
        threshold=20,
        indicator_fake="double",
        first_player_indicator_removed=False,
        okey_pairs=False,
        pairs_to_open=3,
        penalised_discard="never",
    ),
    preset("okey101"),
]


def readable(names, rules, seed, number):
    """Play a round on the readable engine; return its moves and its end."""
    one = round_seed(seed, number)
    state, moves = deal(NAMES, seed=one, first=number % 4, rules=rules), []
    for move, after in moves_of_round(state, [player(name) for name in names], seed=one):
        moves.append(move)
        state = after
    return moves, state


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.differences()))
def test_both_engines_play_the_same_rounds(rules):
    played = compiled_rounds([skill(name) for name in TABLE], rules, 5, 2, 8, log=True)
    made = Counter()
    for row in range(6):
        moves, end = readable(TABLE, rules, 5, 2 + row)
        assert played.moves(row) == moves
        made.update(type(move).__name__ for move in moves)
        told, ends = played.told[row], played.ends[row]
        ended = result(end)
        assert told[:, kernel.CHARGED_LAID_OFF : kernel.AT_END + 1].sum(axis=1).tolist() == list(
            ended.points
        )
        assert told[:, kernel.AT_END].tolist() == list(ended.at_end)
        assert ends[kernel.FINISHER] == (-1 if ended.finisher is None else ended.finisher)
        assert ("hand", "pairs", "okey", "empty")[ends[kernel.END]] == ended.end
        assert ends[kernel.TURNS] == end.turn
        assert played.doubled[row] == end.doubled
        for seat, opening in enumerate(end.opened):
            column = told[seat, kernel.OPENED : kernel.OPENING_TURN + 1].tolist()
            how = {"melds": 1, "pairs": 2}
            assert column == (
                [how[opening.how], opening.value, opening.turn] if opening else [0, 0, 0]
            )
            assert told[seat, kernel.LEFT] == sum(end.racks[seat])
            takes = sum(isinstance(move, Take) and move.player == seat for move in moves)
            assert told[seat, kernel.TAKES] == takes
    assert {"Draw", "Discard", "Open", "LayOff"} <= set(made)


def test_rounds_do_not_depend_on_how_they_are_cut():
    skills = [skill(name) for name in TABLE]
    whole = compiled_rounds(skills, Rules(), 9, 0, 12)
    for begin, stop in ((0, 5), (5, 12)):
        part = compiled_rounds(skills, Rules(), 9, begin, stop)
        assert (part.told == whole.told[begin:stop]).all()
        assert (part.ends == whole.ends[begin:stop]).all()


# --- What they choose ----------------------------------------------------------------------------


def charged(names, kind, rounds=300):
    """The mean charges of a kind a round of each player."""
    played = compiled_rounds([skill(name) for name in names], Rules(), 3, 0, rounds)
    return played.told[:, :, kind].mean(axis=0)


def test_an_opener_opens_as_soon_as_he_may():
    # Whoever has not opened in the end never held an opening when he had to discard.
    asked = 0
    for number in range(8):
        state = deal(NAMES, seed=round_seed(3, number), first=number % 4)
        key = round_key(round_seed(3, number))
        players = [player("opener")] * 4
        while state.phase != "over":
            move = players[state.active].move(state, state.active, key)
            rack = state.racks[state.active]
            if isinstance(move, Discard) and state.opened[state.active] is None:
                counts = list(rack[:52])
                counts[state.okey] = rack[52]
                rules = oracle_rules(state.rules)
                held = (counts, rack[state.okey], rules)
                assert oracle.meld_value(*held, outside=True) < state.threshold
                assert oracle.pairs(*held, outside=True) < 5
                asked += 1
            state = do(state, move)
    assert asked > 40


def test_a_counter_avoids_penalised_discards():
    penalised = charged(["counter", "opener", "counter", "opener"], kernel.CHARGED_PENALISED)
    assert penalised[0] < 0.2 * penalised[1]
    assert penalised[2] < 0.2 * penalised[3]


def test_a_pairs_player_opens_by_pairs_more_often():
    played = compiled_rounds(
        [skill(name) for name in ("pairs", "opener", "pairs", "opener")], Rules(), 3, 0, 400
    )
    by_pairs = (played.told[:, :, kernel.OPENED] == 2).sum(axis=0)
    assert by_pairs[[0, 2]].sum() > 5 * by_pairs[[1, 3]].sum()


@pytest.mark.parametrize(("better", "worse"), [("counter", "opener"), ("opener", "random")])
def test_skill_tells(better, worse):
    # Both at two seats each; the difference is a hundred points and more, its standard error 20.
    names = [better, worse] * 2
    played = compiled_rounds([skill(name) for name in names], Rules(), 4, 0, 1000)
    points = played.told[:, :, kernel.CHARGED_LAID_OFF : kernel.AT_END + 1].sum(axis=2)
    means = points.mean(axis=0)
    assert means[[0, 2]].mean() + 50 < means[[1, 3]].mean()


def test_a_random_player_lets_half_of_the_chances_pass():
    kinds = Counter()
    for number in range(12):
        moves, _ = readable(["random"] * 4, Rules(threshold=20), 6, number)
        kinds.update(type(move).__name__ for move in moves)
    assert {"Draw", "Discard", "Open", "LayOff", "Take"} <= set(kinds)
    one = [readable(["random"] * 4, Rules(), 6, 0)[0] for _ in range(2)]
    assert one[0] == one[1]
    assert readable(["random"] * 4, Rules(), 7, 0)[0] != one[0]


def rack(text):
    return tuple(int(n) for n in PIECES.parse(text))


def moment(**changes):
    """A round in which Ana has opened with a run, and it is Bo's turn to act."""
    run = "b4-b5*-b6"
    state = deal(NAMES, seed=1)
    from neuroanalysis.games.okey51.play.state import OnTable, Opening

    return replace(
        state,
        indicator=PIECES.kind("r5"),
        table=(OnTable(0, Meld.of(run, Rules())), OnTable(1, Meld.of("r1-b1-k1", Rules()))),
        opened=(Opening("melds", 51, 0), Opening("melds", 52, 1), None, None),
        racks=(state.racks[0], rack("b7 y2 k9"), *state.racks[2:]),
        active=1,
        turn=5,
        **changes,
    )


@pytest.mark.parametrize("name", ["opener", "counter", "pairs"])
def test_an_open_player_steals_then_lays_off_then_discards(name):
    one, key = player(name), 7
    assert one.move(moment(), 1, key) == LayOff(1, 0, MeldTile(PIECES.kind("b7")))
    thief = replace(moment(), racks=(moment().racks[0], rack("b5 b7 k9"), *moment().racks[2:]))
    assert one.move(thief, 1, key) == Steal(1, 0, PIECES.kind("b5"))
    # y1 fits Bo's own ones: an opener discards what promises least, a counter pays no 100 for it.
    last = replace(moment(), racks=(moment().racks[0], rack("y1"), *moment().racks[2:]))
    assert one.move(last, 1, key) == Discard(1, PIECES.kind("y1"))


def test_an_okey_is_laid_off_where_it_costs_an_opponent_most():
    state = replace(moment(), racks=(moment().racks[0], rack("r6 y10"), *moment().racks[2:]))
    assert player("opener").move(state, 1, 7) == LayOff(1, 0, MeldTile(PIECES.kind("b7"), True))


def test_a_discard_is_taken_where_it_can_be_laid_off():
    from neuroanalysis.games.okey51.play.state import Discarded

    offered = {"phase": "draw", "discards": (Discarded(0, PIECES.kind("b3")),)}
    move = player("opener").move(moment(**offered), 1, 7)
    assert move == Take(1, LayOff(1, 0, MeldTile(PIECES.kind("b3"))))
    offered["discards"] = (Discarded(0, PIECES.kind("k13")),)
    assert player("opener").move(moment(**offered), 1, 7) == Draw(1)


def test_whoever_can_go_out_by_pairs_opens_by_pairs():
    hand = "r10*2 b10*2 k10*2 y5*2 y6*2 y7*2 b1*2 k3"
    state = replace(moment(), racks=(rack(hand), *moment().racks[1:]), opened=(None,) * 4, active=0)
    assert isinstance(player("opener").move(state, 0, 7), OpenPairs)
    fewer = hand.replace("b1*2", "b1 b9")
    state = replace(state, racks=(rack(fewer), *state.racks[1:]))
    assert isinstance(player("opener").move(state, 0, 7), Open)
    assert isinstance(player("pairs").move(state, 0, 7), OpenPairs)


# --- Names ---------------------------------------------------------------------------------------


def test_skills_are_named():
    assert PLAYERS_KNOWN == TABLE == tuple(SKILLS)
    mine = Skill("mine", penalty=2.0)
    assert skill(mine) is mine
    assert player(mine).name == "mine"
    with pytest.raises(InputError, match="opener"):
        skill("expert")


def test_play_out_gives_the_end():
    end = play_out(deal(NAMES, seed=2), [player(name) for name in TABLE], seed=2)
    assert end.phase == "over"
    assert sum(end.tiles().values()) == 106

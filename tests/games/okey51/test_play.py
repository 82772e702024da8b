"""Rounds and games: transcripts played again, random rounds, and every refusal.

The transcripts' points, and those of the tables below, are worked out by hand from the rules; the
tiles on the table are counted from the moves alone.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

from neuroanalysis.core import transcript_reading as reader
from neuroanalysis.core import transcripts
from neuroanalysis.errors import CardError, MoveError, PositionError
from neuroanalysis.games.okey51 import play
from neuroanalysis.games.okey51.pieces import FAKE, PIECES
from neuroanalysis.games.okey51.play import (
    Discard,
    Draw,
    Game,
    Lay,
    LayOff,
    LayPair,
    Open,
    OpenPairs,
    Pair,
    Steal,
    Take,
    can,
    charges,
    deal,
    do,
    legal_moves,
    listing,
    moves,
    pairs,
    reading,
    record,
    replay,
    result,
    scores,
    start,
    state,
    transcript,
    turns,
    verify,
)
from neuroanalysis.games.okey51.position import Meld, MeldTile
from neuroanalysis.games.okey51.rules import Rules, preset
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.okey51.support import oracle_rules
from tests.games.transcripts import (
    comes_back,
    each_beginning_comes_back,
    junk,
    moves_as_written,
    names_clause,
    played_again,
    transcripts_beside,
    wrong_line_is_named,
    wrong_word_is_found,
)
from tests.oracles import okey51 as oracle
from tests.refusals import refused_with

TRANSCRIPTS = transcripts_beside(__file__)
CLAUSES = [f"4.{n}" for n in range(1, 8)] + [f"5.{n}" for n in range(1, 6)]
CLAUSES += [f"6.{n}" for n in range(1, 11)]
NAMES = ["Ana", "Bo", "Cem", "Dua"]
PLAY = [charges, listing, moves, pairs, reading, scores, state, transcript, turns]


def kind(code):
    return PIECES.kind(code)


def meld(text, rules=None):
    return Meld.of(text, rules or Rules())


# --- Transcripts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_a_transcript_is_played_again(name):
    # Its lines check each tile drawn, each refusal, the penalties and the points said.
    assert played_again(play, TRANSCRIPTS[name]).phase == "over"
    assert "\nscores " in TRANSCRIPTS[name]


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_a_transcript_comes_back_from_what_is_recorded(name):
    comes_back(play, TRANSCRIPTS[name])


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_named_in_a_transcript(clause):
    assert any(names_clause(text, clause) for text in TRANSCRIPTS.values())


def test_what_is_recorded_says_the_moves_as_they_were_written():
    for source in TRANSCRIPTS.values():
        played = replay(source)
        written = record(played.begin, played.moves)
        assert moves_as_written(written, NAMES) == moves_as_written(source, NAMES)


FRENCH = {
    "players": "joueurs",
    "rules": "règles",
    "indicator": "indicateur",
    "doubled": "doublée",
    "rack": "chevalet",
    "pile": "pioche",
    "nobody": "personne",
    "penalties": "pénalités",
    "scores": "points",
    "refused": "refusé",
    "draws": "pioche",
    "takes": "prend",
    "opens with pairs": "ouvre par paires",
    "opens with": "ouvre avec",
    "lays": "pose",
    "pairs": "apparie",
    "adds": "ajoute",
    "steals": "vole",
    "from": "de",
    "to": "à",
    "and": "et",
    "discards": "défausse",
}


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_a_transcript_is_understood_in_french(name):
    source = re.sub("#.*", "", TRANSCRIPTS[name])
    # An option's name is the same in both languages.
    for english, french in FRENCH.items():
        source = re.sub(rf"(?<![\w=-])(?<!okey51 ){english}(?![\w=])", french, source)
    source = re.sub(r"\bk(?=\d)", "n", re.sub(r"\by(?=\d)", "j", source))
    assert replay(source) == replay(TRANSCRIPTS[name])


HEAD = TRANSCRIPTS["teams"].partition("\nAna opens")[0] + "\n"
LINES = HEAD.count("\n")
WRONG_LINES = [
    ("okey51.transcript.words", "Ana"),
    ("okey51.transcript.words", "Ana sings r5"),
    ("okey51.transcript.words", "Ana opens"),
    ("okey51.transcript.words", "Ana lays r1-r2-r3 r4-r5-r6"),
    ("okey51.transcript.words", "Ana adds b6 to Bo"),
    ("okey51.transcript.words", "Ana takes b6 and pairs b6-b6"),
    ("transcript.player", "Zoe draws"),
    ("transcript.late", "Ana discards k9\npile r1"),
    ("okey51.transcript.top", "Ana discards k9\nBo draws r1"),
    ("okey51.transcript.no_meld", "Ana adds b6 to Bo b3-b4-b5"),
    ("okey51.transcript.penalties", "penalties Ana 10"),
    ("okey51.transcript.number", "penalties Ana"),
    ("okey51.transcript.number", "penalties Ana many"),
    ("transcript.allowed", "refused Ana discards k9"),
    ("transcript.nobody", "nobody finishes"),
    ("okey51.move.not_over", "scores Ana 1, Bo 2, Cem 3, Dua 4"),
    ("okey51.move.turn", "Bo draws y9"),
    ("card.unknown", "Ana discards r14"),
    ("okey51.meld.none", "Ana opens with b3-b4-b6"),
    ("okey51.move.pair_text", "Ana opens with pairs b3-b4"),
]
WRONG_HEADS = [
    ("transcript.missing", "# nothing", 1),
    ("transcript.missing", "players Ana, Bo, Cem, Dua\nAna draws", 2),
    ("transcript.missing", "players Ana, Bo, Cem, Dua\nindicator r5\nAna draws", 3),
    ("transcript.missing", "rack Ana: r1", 1),
    ("transcript.again", "players Ana, Bo, Cem, Dua\nplayers Ana", 2),
    ("transcript.again", HEAD + "rack Bo: r1", LINES + 1),
    ("transcript.again", HEAD + "pile r1", LINES + 1),
    ("transcript.again", HEAD + "indicator r1", LINES + 1),
    ("transcript.again", HEAD + "rules okey51", LINES + 1),
    ("okey51.round.rack", HEAD.replace("b3 b4", "b3") + "Ana draws", LINES + 1),
    ("okey51.position.fake_okey", HEAD.replace("r5", "fo") + "Ana draws", LINES + 1),
]


@pytest.mark.parametrize(
    ("key", "source", "line"),
    [(key, HEAD + lines, LINES + 1 + lines.count("\n")) for key, lines in WRONG_LINES]
    + WRONG_HEADS,
)
def test_a_wrong_line_is_named(key, source, line):
    wrong_line_is_named(replay, key, source, line)


WRONG_WORDS = [
    ("melds", "takes b12 and opens", "takes b13 and opens", "okey51.transcript.last"),
    ("melds", "scores Ana -330", "scores Ana -331", "transcript.scores"),
    ("melds", "penalties Ana 80", "penalties Ana 90", "okey51.transcript.penalties"),
    ("empty", "Dua draws r13", "Dua draws r12", "okey51.transcript.top"),
]


@pytest.mark.parametrize(("name", "right", "wrong", "key"), WRONG_WORDS)
def test_a_wrong_word_is_found(name, right, wrong, key):
    wrong_word_is_found(replay, TRANSCRIPTS[name], right, wrong, key)


READERS = (transcript.__file__, reading.__file__, transcripts.__file__, reader.__file__)


def test_every_refusal_of_a_line_is_tested():
    keys = raised_keys(*map(Path, READERS))
    tested = {key for key, *_ in WRONG_LINES + WRONG_HEADS if "transcript" in key}
    tested |= {key for *_, key in WRONG_WORDS}
    assert keys == tested | {"transcript.line", "round.name"}


def test_junk_is_played_or_refused():
    sources = [TRANSCRIPTS[name] for name in sorted(TRANSCRIPTS)]
    refused = junk(replay, sources, 150)
    assert min(refused[True], refused[False]) > 20


@pytest.mark.parametrize("name", ["Ana Maria", "pile", "a,b", "Refused", ""])
def test_a_name_that_a_line_cannot_hold_is_refused(name):
    with pytest.raises(PositionError, match="transcript"), speaking("en"):
        record(deal([name, "Bo", "Cem", "Dua"], seed=1), [])


# --- Random rounds -------------------------------------------------------------------------------

EASY = {"threshold": 25, "pairs_to_open": 3}
RULES = [
    Rules(),
    Rules(**EASY),
    Rules(**EASY, teams=True),
    Rules(**EASY, doubling=False, layoffs_per_turn=1, one_after_13=14),
    Rules(**EASY, steal_before_opening=True, fake_okey_value="indicator", okey_pairs=False),
    Rules(
        **EASY,
        taken_discard_may_return=True,
        taken_discard_new_meld=True,
        first_player_indicator_removed=False,
        indicator_fake="double",
    ),
    replace(preset("okey101"), threshold=40),
]


def choose(rng, now):
    listed = legal_moves(now)
    eager = [move for move in listed if not isinstance(move, Draw | Discard)]
    if eager and rng.random() < 0.7:
        return rng.choice(eager)
    return rng.choice([move for move in listed if isinstance(move, Draw | Discard)])


def random_round(rng, seed, rules):
    """Give a round's states and moves."""
    states, made = [deal(NAMES, seed=seed, rules=rules, first=seed % 4)], []
    while states[-1].phase != "over":
        made.append(choose(rng, states[-1]))
        states.append(do(states[-1], made[-1]))
    return states, made


@pytest.fixture(scope="module")
def rounds():
    rng = random.Random(20)
    return [random_round(rng, seed, rules) for seed, rules in enumerate(RULES * 3)]


def test_random_rounds_have_all_kinds_of_moves_and_ends(rounds):
    made = Counter(type(move) for _, moves in rounds for move in moves)
    assert set(made) == {Draw, Take, Open, OpenPairs, Lay, LayPair, LayOff, Steal, Discard}
    ends = {result(states[-1]).end for states, _ in rounds}
    assert {"hand", "empty"} <= ends
    charged = {charge.kind for states, _ in rounds for charge in states[-1].charges}
    assert charged == {"laid_off", "taken", "stolen", "penalised"}


def test_no_tile_is_lost_or_made(rounds):
    for states, _ in rounds:
        for now in states:
            okey = now.okey
            everywhere = list(now.pile) + [tile.kind for tile in now.discards]
            if now.rules.first_player_indicator_removed:
                everywhere.append(now.indicator)
            for rack in now.racks:
                for kind in range(53):
                    everywhere += [kind] * rack[kind]
            for laid in now.table:
                fakes = laid.fakes
                for tile in laid.meld.tiles:
                    natural = tile.identity
                    if fakes and not tile.wild and natural == now.fake_identity:
                        natural, fakes = FAKE, fakes - 1
                    everywhere.append(okey if tile.wild else natural)
                assert fakes == 0
            assert sorted(everywhere) == [kind for kind in range(53) for _ in range(2)]
            assert now.tiles() == Counter(everywhere)


def test_turns_go_clockwise_and_end_with_a_discard(rounds):
    for states, made in rounds:
        discards = [move.player for move in made if isinstance(move, Discard)]
        first = states[0].active
        assert discards == [(first + turn) % 4 for turn in range(len(discards))]
        assert states[-1].turn == len(discards)
        begun = [move.player for move in made if isinstance(move, Draw | Take)]
        assert begun == discards[1:]


def test_a_rack_holds_what_was_drawn_and_not_laid(rounds):
    for states, made in rounds:
        held = [sum(rack) for rack in states[0].racks]
        for before, move, now in zip(states, made, states[1:], strict=False):
            if isinstance(move, Draw | Take):
                held[move.player] += 1
            held[move.player] -= len(now.discards) > len(before.discards)
            held[move.player] -= sum(len(laid.meld.tiles) for laid in now.table)
            held[move.player] += sum(len(laid.meld.tiles) for laid in before.table)
            # A stolen okey comes for the tile that is given: no more, no less.
            assert held == [sum(rack) for rack in now.racks]
            if now.phase != "over":
                assert min(held) >= 1


def test_openings_follow_the_chain(rounds):
    # Clauses 4.1 to 4.3, from the moves alone.
    openings = Counter()
    for states, made in rounds:
        rules, least = states[0].rules, states[0].rules.threshold
        for move in made:
            use = move.use if isinstance(move, Take) else move
            if isinstance(use, Open):
                value = 0
                for one in use.melds:
                    for place, tile in enumerate(one.tiles):
                        number = tile.identity % 13 + 1
                        before = one.tiles[place - 1].identity % 13 + 1
                        after_13 = place and number == 1 and before == 13
                        value += rules.one_after_13 if after_13 else number
                assert value >= least
                openings["melds"] += 1
                if rules.doubling:
                    least = value + 1
            elif isinstance(use, OpenPairs):
                assert len(use.pairs) >= rules.pairs_to_open
                openings["pairs"] += 1
    assert min(openings.values()) > 5


def test_points_are_the_charges_and_the_end(rounds):
    for states, _ in rounds:
        now, ended = states[-1], result(states[-1])
        double = 1 + now.doubled
        for player in range(4):
            charged = sum(charge.points for charge in now.charges if charge.player == player)
            assert ended.charged[player] == double * charged
            assert ended.points[player] == ended.at_end[player] + double * charged
        for before, after in pairwise(states):
            assert before.charges == after.charges[: len(before.charges)]


def test_random_rounds_come_back_from_text(rounds):
    for states, made in rounds[::3]:
        comes_back(play, record(states[0], made))


def test_a_round_that_was_stopped_comes_back_from_text(rounds):
    states, made = rounds[1]
    each_beginning_comes_back(play, states, made)


def test_a_position_shows_what_lies_open(rounds):
    for states, _ in rounds[::2]:
        for now in states[::9]:
            for player in range(4):
                if any(now.racks[player]):
                    position = now.position(player)
                    assert position.hand == now.racks[player]
                    hidden = sum(map(sum, now.racks)) - sum(now.racks[player]) + len(now.pile)
                    # The indicator that went back into the pile is seen all the same.
                    assert sum(position.unseen) == hidden


def every_act(now):
    """Every move of the active player that lays one tile, gives one, draws or discards."""
    player, places = now.active, range(len(now.table))
    uses = [
        LayOff(player, place, MeldTile(kind, wild))
        for place in places
        for kind in range(52)
        for wild in (False, True)
    ]
    uses += [Steal(player, place, kind) for place in places for kind in range(52)]
    yield from uses
    yield from (Take(player, use) for use in uses)
    yield Draw(player)
    yield from (Discard(player, kind) for kind in range(53))


def test_what_may_be_done_with_one_tile_is_listed(rounds):
    # What is not listed is refused, and the other way round.
    rng, kinds = random.Random(6), Counter()
    for states, _ in rounds:
        open_late = [now for now in states if len(now.table) > 2] or states
        for now in [*rng.sample(open_late, min(2, len(open_late))), states[-1]]:
            listed = {
                move
                for move in legal_moves(now)
                if not isinstance(move, Open | OpenPairs | Lay | LayPair)
                and not (isinstance(move, Take) and not isinstance(move.use, LayOff | Steal))
            }
            assert listed == {move for move in every_act(now) if can(now, move)}
            kinds.update(type(move).__name__ for move in listed)
    assert {"LayOff", "Take", "Draw", "Discard"} <= set(kinds)


def test_melds_that_may_be_laid_are_listed(rounds):
    # Every meld of the oracle that the rack has, with each place of its wilds.
    asked = 0
    for states, _ in rounds:
        rules = oracle_rules(states[0].rules)
        acting = [
            now
            for now in states
            if now.phase == "act" and now.opened[now.active] and sum(now.racks[now.active]) > 3
        ]
        for now in acting[:: max(1, len(acting) // 3)]:
            if now.opened[now.active].how == "pairs":
                continue
            rack = now.racks[now.active]
            counts = list(rack[:52])
            counts[now.okey] = 0
            counts[now.fake_identity] += rack[FAKE]
            uses = oracle.uses_of(counts, rack[now.okey], rules)
            size = sum(rack)
            expected = {
                tuple((kind, place in use.wild) for place, kind in enumerate(use.tiles))
                for use in uses
                if use.wilds < len(use.tiles) < size
            }
            found = {
                tuple((tile.identity, tile.wild) for tile in move.meld.tiles)
                for move in legal_moves(now)
                if isinstance(move, Lay)
            }
            assert found == expected
            asked += bool(found)
    assert asked > 3


def test_an_opening_is_listed_wherever_there_is_one(rounds):
    found = Counter()
    for states, _ in rounds:
        rules = oracle_rules(states[0].rules)
        acting = [now for now in states if now.phase == "act" and not now.opened[now.active]]
        for now in acting[::6]:
            rack = now.racks[now.active]
            counts = list(rack[:52])
            counts[now.okey] = 0
            counts[now.fake_identity] += rack[FAKE]
            held = (counts, rack[now.okey], rules)
            moves = legal_moves(now)
            opens = oracle.meld_value(*held, outside=True) >= now.threshold
            assert any(isinstance(move, Open) for move in moves) == opens
            pairs = oracle.pairs(*held, outside=True) >= now.rules.pairs_to_open
            assert any(isinstance(move, OpenPairs) for move in moves) == pairs
            found[opens, pairs] += 1
    assert len(found) >= 3


def other_moves(rng, now):
    """Moves of which most are illegal."""
    players, places = range(-1, 5), range(-1, len(now.table) + 1)
    kinds = [rng.randrange(-1, 54) for _ in range(6)]
    melds = [meld(text) for text in ("r10-r11-r12-r13", "b9-r9*-k9", "y1-y2-y3*")]
    yield from (Draw(player) for player in players)
    yield from (Discard(player, kind) for player in players for kind in kinds)
    acts = [Open(p, tuple(melds)) for p in players] + [Open(p, ()) for p in players]
    acts += [Open(now.active, (Meld((MeldTile(0), MeldTile(2))),))]
    acts += [OpenPairs(p, (Pair(k),) * 5) for p in players for k in kinds]
    acts += [Lay(p, one) for p in players for one in melds]
    for player, place, kind in product(players, places, kinds):
        acts += [LayOff(player, place, MeldTile(kind, wild)) for wild in (False, True)]
        acts.append(Steal(player, place, kind))
    yield from acts
    yield from (LayPair(p, Pair(k, w)) for p in players for k in kinds for w in (0, 1, 2))
    yield from (Take(now.active, use) for use in (None, *rng.sample(acts, 20)))


def test_a_refused_move_changes_nothing(rounds):
    rng, refused = random.Random(8), 0
    for states, _ in rounds[::3]:
        for now in [*rng.sample(states, 3), states[-1]]:
            copy = replace(now)
            for move in other_moves(rng, now):
                if not can(now, move):
                    with pytest.raises(MoveError):
                        do(now, move)
                    refused += 1
                else:
                    assert do(now, move) != now
            assert now == copy
    assert refused > 1000


# --- Refusals ------------------------------------------------------------------------------------


def at(name, line):
    """The state of a transcript before the line that begins so."""
    source = TRANSCRIPTS[name]
    return replay(source[: source.index("\n" + line)]).end


AT = {
    "begin": ("melds", "# 5.1"),
    "bo_draws": ("melds", "# 5.2"),
    "bo_acts": ("melds", "# 4.2"),
    "bo_open": ("melds", "Bo discards b12"),
    "cem": ("melds", "# 5.3"),
    "bo_pairs": ("pairs", "Bo pairs r12"),
    "limit": ("options", "# 4.5"),
    "options_bo": ("options", "# 2.5"),
    "bo_okeys": ("okeys", "# 4.7"),
    "last": ("melds", "# 5.4"),
    "cem_pairs": ("pairs", "Cem discards y4"),
}
CEMS = (meld("r12-k12-y12"), meld("r7-r8-r9"))
REFUSED = [
    ("move.seat", "begin", lambda: Draw(4)),
    ("okey51.move.turn", "begin", lambda: Draw(1)),
    ("okey51.move.to_act", "begin", lambda: Draw(0)),
    ("okey51.move.to_act", "begin", lambda: Take(0, None)),
    ("okey51.move.to_draw", "bo_draws", lambda: Discard(1, kind("r3"))),
    ("move.kind", "begin", lambda: Discard(0, 53)),
    ("okey51.move.not_held", "begin", lambda: Discard(0, kind("r1"))),
    ("okey51.move.not_held", "bo_okeys", lambda: Lay(1, meld("r2-r3-r4"))),
    ("okey51.move.not_held", "not_b8", lambda: Steal(1, 0, kind("b8"))),
    ("okey51.move.unused", "cem", lambda: Take(2, None)),
    ("okey51.move.unused", "cem", lambda: Take(2, Open(2, CEMS))),
    ("okey51.move.turn", "cem", lambda: Take(2, Open(1, (meld("r7-r8-r9"),)))),
    ("okey51.move.new_meld", "cem", lambda: Take(2, Lay(2, meld("r7-r8-r9")))),
    ("okey51.move.opened", "bo_open", lambda: Open(1, (meld("r7-r8-r9"),))),
    ("okey51.move.unopened", "bo_acts", lambda: Lay(1, meld("k2-k3-k4"))),
    ("okey51.move.no_pairs_player", "bo_open", lambda: LayPair(1, Pair(kind("r3")))),
    ("okey51.move.pairs_player", "bo_pairs", lambda: LayOff(1, 5, MeldTile(kind("r12")))),
    ("okey51.move.threshold", "bo_acts", lambda: Open(1, (meld("k2-k3-k4"),))),
    ("okey51.move.threshold", "begin", lambda: Open(0, ())),
    ("okey51.move.few_pairs", "begin", lambda: OpenPairs(0, (Pair(kind("r10")),))),
    ("okey51.move.no_meld", "begin", lambda: Open(0, (Meld((MeldTile(0), MeldTile(2))),))),
    ("okey51.move.no_meld", "bo_open", lambda: Lay(1, Meld(()))),
    ("okey51.move.no_meld", "bo_open", lambda: Lay(1, Meld(meld("r9-b9-k9").tiles[::-1]))),
    ("okey51.move.no_pair", "bo_pairs", lambda: LayPair(1, Pair(kind("r12"), 2))),
    ("okey51.move.no_pair", "bo_pairs", lambda: LayPair(1, Pair(FAKE))),
    ("okey51.move.okey_pair", "options_bo", lambda: OpenPairs(1, (Pair(kind("y2"), 1),) * 2)),
    ("okey51.move.no_open_meld", "bo_open", lambda: LayOff(1, 9, MeldTile(kind("r3")))),
    ("okey51.move.no_open_meld", "cem_pairs", lambda: LayOff(2, 0, MeldTile(kind("r3")))),
    ("okey51.move.no_open_meld", "bo_okeys", lambda: Steal(1, -1, kind("r3"))),
    ("okey51.move.no_place", "bo_open", lambda: LayOff(1, 0, MeldTile(kind("b13")))),
    ("okey51.move.laid_off", "limit", lambda: LayOff(2, 0, MeldTile(kind("b8")))),
    ("okey51.move.no_okey", "bo_okeys", lambda: Steal(1, 0, kind("b8"))),
    ("okey51.move.no_okey", "bo_okeys", lambda: Steal(1, 0, -3)),
    ("okey51.move.keep_one", "last", lambda: LayOff(0, 1, MeldTile(kind("y10")))),
]  # fmt: skip


def without_b8():
    """The state in which Bo could steal an okey, but for the tile."""
    now = at("okeys", "Bo steals b8")
    rack = list(now.racks[1])
    rack[kind("b8")], rack[kind("b6")] = 0, 1
    return replace(now, racks=(now.racks[0], tuple(rack), *now.racks[2:]))


@pytest.mark.parametrize(("key", "where", "move"), REFUSED)
def test_a_move_is_refused_with_its_reason(key, where, move):
    now = at(*AT[where]) if where in AT else without_b8()
    refused_with(key, lambda: verify(now, move()), MoveError)
    assert not can(now, move())


def test_a_discard_can_be_taken_only_where_there_is_one():
    now = replace(at(*AT["cem"]), discards=())
    with pytest.raises(MoveError) as caught:
        verify(now, Take(2, None))
    assert caught.value.key == "okey51.move.nothing_offered"


def test_no_move_follows_the_end():
    end = replay(TRANSCRIPTS["teams"]).end
    with pytest.raises(MoveError) as caught:
        do(end, Draw(3))
    assert caught.value.key == "okey51.move.over"
    assert legal_moves(end) == ()


RACKS = ["r1 r2 r3 r4 r7", "b1 b2 b3 b4", "k1 k2 k3 k4", "y1 y2 y3 y4"]
SHORT = Rules(hand_size=4, pairs_to_open=2)


def short_pile(racks=RACKS, indicator="r5"):
    left = Counter(dict.fromkeys(range(53), 2))
    left[kind(indicator)] -= 1
    for rack in racks:
        left.subtract(dict(enumerate(map(int, PIECES.parse(rack)))))
    return list(left.elements())


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("okey51.round.players", {"names": NAMES[:3]}),
        ("okey51.round.players", {"racks": RACKS[:3]}),
        ("round.same_name", {"names": ["Ana", "Bo", "Ana", "Dua"]}),
        ("round.seat", {"first": 4}),
        ("okey51.position.fake_okey", {"indicator": FAKE}),
        ("okey51.round.rack", {"first": 1}),
        ("okey51.round.tiles", {"indicator": 0}),
        ("okey51.round.tiles", {"pile": [0]}),
    ],
)
def test_a_beginning_is_refused_with_its_reason(key, change):
    given = {
        "names": NAMES,
        "racks": RACKS,
        "pile": short_pile(),
        "indicator": kind("r5"),
        "rules": SHORT,
    }
    assert start(**given).phase == "act"
    refused_with(key, lambda: start(**given | change), (CardError, PositionError))


def test_a_deal_needs_four_players():
    with pytest.raises(PositionError, match="4"):
        deal(NAMES * 2, seed=1)


def test_every_refusal_is_tested():
    files = [Path(module.__file__) for module in PLAY if module not in (transcript, reading)]
    tested = {key for key, *_ in REFUSED + WRONG_LINES + WRONG_HEADS}
    tested |= {"okey51.round.players", "round.same_name", "round.seat", "okey51.round.tiles"}
    tested |= {"okey51.move.nothing_offered", "okey51.move.over", "okey51.move.game_over"}
    tested |= {"okey51.meld.fake"}
    # Those without a dot are assertions, for programmers.
    assert {key for key in raised_keys(*files) if "." in key} <= tested


@pytest.mark.parametrize("words", ["fo-fo", "b9", "b9-b9-b9"])
def test_what_is_no_pair_is_refused(words):
    with pytest.raises((CardError, PositionError)):
        Pair.of(words)


# --- Dealing -------------------------------------------------------------------------------------


def test_the_first_player_has_one_tile_more_and_the_deal_goes_round():
    dealt = [deal(NAMES, seed=4, first=first) for first in range(4)]
    for first, now in enumerate(dealt):
        assert [sum(rack) for rack in now.racks] == [14 + (place == first) for place in range(4)]
        # The same racks, counted from the first player on.
        assert (*now.racks[first:], *now.racks[:first]) == dealt[0].racks
        assert (now.pile, now.indicator) == (dealt[0].pile, dealt[0].indicator)


def test_a_fake_okey_turned_is_put_back_and_may_double_the_round():
    turned = 0
    for seed in range(300):
        redrawn = deal(NAMES, seed=seed)
        double = deal(NAMES, seed=seed, rules=Rules(indicator_fake="double"))
        assert redrawn.indicator != FAKE
        assert not redrawn.doubled
        assert (double.racks, double.pile) == (redrawn.racks, redrawn.pile)
        turned += double.doubled
    # 2 of 106 tiles: 5.7 of 300, and hardly ever none or more than 15.
    assert 1 <= turned <= 15


def test_an_indicator_may_go_back_into_the_pile():
    rules = Rules(first_player_indicator_removed=False)
    places = []
    for seed in range(60):
        now, apart = deal(NAMES, seed=seed, rules=rules), deal(NAMES, seed=seed)
        assert sorted(now.pile) == sorted((*apart.pile, apart.indicator))
        assert now.racks == apart.racks
        places.append(now.pile.index(now.indicator))
    assert min(places) < 10
    assert max(places) > 38


# --- The table of penalties ----------------------------------------------------------------------

# Every line of the table, with what is left worked out from the rules: Bo has opened by melds and
# has r13 b2 and an okey: 115; Cem by pairs and has fo, which is r6, and y9: 15; Dua has not opened.
LEFT = ["", "r13 b2 r6", "fo y9", "y1 y2"]
TABLE = [
    # end, last tile, how Ana opened, points of Ana, Bo, Cem, Dua
    ("hand", "r1", "melds", (-500, 115 * 5, 15 * 10, 500)),
    ("pairs", "r1", "pairs", (-1000, 115 * 10, 15 * 10, 1000)),
    ("okey", "r6", "melds", (-1000, 115 * 10, 15 * 10, 1000)),
    ("pairs", "r6", "pairs", (-1000, 115 * 10, 15 * 10, 1000)),
    ("hand", "fo", "melds", (-500, 115 * 5, 15 * 10, 500)),
]


def ended(last, how, **options):
    opened = (
        state.Opening(how, 60, 0),
        state.Opening("melds", 60, 1),
        state.Opening("pairs", 5, 2),
    )
    return state.RoundState(
        rules=Rules(**options),
        names=tuple(NAMES),
        racks=tuple(tuple(map(int, PIECES.parse(rack))) for rack in LEFT),
        indicator=kind("r5"),
        pile=(),
        active=0,
        opened=(*opened, None),
        phase="over",
        finisher=None if last is None else 0,
        last=None if last is None else kind(last),
    )


@pytest.mark.parametrize(("end", "last", "how", "points"), TABLE)
def test_each_end_brings_what_the_table_says(end, last, how, points):
    assert result(ended(last, how)).end == end
    assert result(ended(last, how)).points == points
    # Partners of the one who went out pay nothing; here Cem.
    teams = result(ended(last, how, teams=True))
    assert teams.points == (points[0], points[1], 0, points[3])
    assert teams.sides == (points[0], points[1] + points[3])


def test_an_empty_pile_spares_nobody():
    # Ana has nothing left but has not gone out: this cannot come up, and her rack brings 0.
    assert result(ended(None, "melds")).points == (0, 115 * 5, 15 * 10, 500)
    assert result(ended(None, "melds", teams=True)).points == (0, 115 * 5, 15 * 10, 500)


def test_every_number_of_the_table_is_an_option():
    options = {
        "finish_points": 1,
        "double_finish_points": 2,
        "unopened_points": 3,
        "double_unopened_points": 4,
        "left_factor": 6,
        "double_left_factor": 7,
        "okey_left": 50,
    }
    assert result(ended("r1", "melds", **options)).points == (-1, 65 * 6, 15 * 7, 3)
    assert result(ended("r6", "melds", **options)).points == (-2, 65 * 7, 15 * 7, 4)


def test_a_round_that_counts_double_doubles_everything():
    now = ended("r1", "melds")
    charged = replace(
        now, charges=(state.Charge(0, "taken", 90, 3), state.Charge(3, "stolen", 180, 4))
    )
    assert result(charged).points == (-410, 575, 150, 680)
    assert result(replace(charged, doubled=True)).points == (-820, 1150, 300, 1360)


def test_the_1_after_a_13_is_charged_what_it_is_worth_there():
    now = at("okeys", "Ana adds r1")
    dear = replace(now, rules=Rules(one_after_13=14))
    move = LayOff(0, 2, MeldTile(kind("r1")))
    assert do(now, move).charges[-1].points == 10
    assert do(dear, move).charges[-1].points == 140
    # Taken as the end of a run of an opening, it is worth as much; its discarder is Bo.
    rack = tuple(map(int, PIECES.parse("y11 y12 y13 r1")))
    taken = replace(
        now,
        rules=dear.rules,
        phase="draw",
        opened=(None, *now.opened[1:]),
        discards=(state.Discarded(1, kind("y1")),),
        racks=(rack, *now.racks[1:]),
        threshold=50,
    )
    opening = Take(0, Open(0, (meld("y11-y12-y13-y1"),)))
    assert do(taken, opening).charges[-1] == state.Charge(1, "taken", 140, now.turn)
    # In the short form y1 is worth one: 36 + 1 do not open.
    assert not can(replace(taken, rules=Rules()), opening)


def test_a_tile_left_costs_nothing_more_to_the_unopened():
    now = ended("r1", "melds")
    richer = replace(now, racks=(*now.racks[:3], tuple(map(int, PIECES.parse("r6 r13*2 b13*2")))))
    assert result(richer).points == result(now).points


# --- Games ---------------------------------------------------------------------------------------


def test_a_game_has_its_rounds_and_least_points_win():
    game = Game(tuple(NAMES), Rules(rounds=2, hand_size=21))
    ends = []
    for _ in range(2):
        now = game.deal(seed=5)
        assert now.active == len(ends)
        while now.phase != "over":
            now = do(now, legal_moves(now)[0] if now.phase == "draw" else legal_moves(now)[-1])
        ends.append(result(now).points)
        game = game.counting(now)
    assert game.over
    assert game.totals == tuple(map(sum, zip(*ends, strict=True)))
    for refused in (lambda: game.deal(seed=5), lambda: game.counting(now)):
        with pytest.raises(MoveError) as caught:
            refused()
        assert caught.value.key == "okey51.move.game_over"


def test_teams_are_added_and_the_lower_total_leads():
    game = Game(tuple(NAMES), Rules(teams=True, rounds=3), totals=(-100, 50, 300, 70), rounds=1)
    assert game.sides == (200, 120)
    assert game.leaders == (1,)
    assert replace(game, rules=Rules(rounds=3)).leaders == (0,)

"""Rounds: transcripts played again, random rounds, and every refusal.

The transcripts' points are worked out by hand from the rules. Random rounds are judged by a slow
judge of their text that knows nothing of the engine.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuroanalysis.errors import CardError, MoveError, PositionError, RulesError
from neuroanalysis.games.conquete import play
from neuroanalysis.games.conquete.pieces import PIECES
from neuroanalysis.games.conquete.play import (
    Pass,
    Place,
    can,
    deal,
    do,
    legal_moves,
    record,
    replay,
    result,
    start,
    turns,
)
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.transcripts import (
    clauses_of_readme,
    comes_back,
    each_beginning_comes_back,
    junk,
    names_clause,
    played_again,
    transcripts_beside,
    wrong_line_is_named,
)
from tests.oracles.conquete_rounds import DEFAULT, Round
from tests.refusals import refused_with

TRANSCRIPTS = transcripts_beside(__file__)
CLAUSES = [
    f"{chapter}.{n}"
    for chapter, most in zip("567", (7, 4, 4), strict=True)
    for n in range(1, most + 1)
]
NAMES = ["Ana", "Bo", "Cem", "Dua", "Eli", "Fay", "Gus", "Hal"]


def judged(source, rules):
    """What the judge finds in a transcript; it checks each line and the scores."""
    return Round(source, **{name: getattr(rules, name) for name in DEFAULT})


# --- Transcripts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_is_played_again_and_the_judge_finds_the_same(name):
    source = TRANSCRIPTS[name]
    end = played_again(play, source)
    assert end.phase == "over"
    assert "\nscores " in source
    found = judged(source, end.rules)
    assert (found.over, tuple(found.vp.values())) == (end.end, end.vp)
    comes_back(play, source)


def test_every_clause_is_named_in_a_transcript_and_in_the_readme():
    assert clauses_of_readme(turns.__file__, "567") == CLAUSES
    for clause in CLAUSES:
        assert any(names_clause(text, clause) for text in TRANSCRIPTS.values()), clause


FRENCH = {
    "players": "joueurs",
    "rules": "règles",
    "first": "premier",
    "start": "départ",
    "hand": "main",
    "scores": "points",
    "refused": "refusé",
    "enlarged": "agrandi",
    "places": "pose",
    "passes": "passe",
    "at": "en",
    "for": "pour",
}


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_is_understood_in_french(name):
    source = re.sub("#.*", "", TRANSCRIPTS[name])
    for english, french in FRENCH.items():
        source = re.sub(rf"(?<![\w=-]){english}(?![\w=])", french, source)
    assert replay(source) == replay(TRANSCRIPTS[name])


HEAD = "players Ana, Bo\nstart 2eb\nhand Ana: 2ev 2cb\nhand Bo: 2cv 3rn\n"
WRONG_LINES = [
    ("conquete.transcript.words", "Ana"),
    ("conquete.transcript.words", "Ana sings 2ev"),
    ("conquete.transcript.words", "Ana places 2ev"),
    ("conquete.transcript.words", "Ana places 2ev at 0;1"),
    ("conquete.transcript.words", "Ana places 2ev at 0,1 with 0"),
    ("conquete.transcript.words", "Ana passes twice"),
    ("conquete.transcript.vp", "Ana places 2ev at 0,1 for 1"),
    ("conquete.transcript.vp", "Ana places 2ev at 0,1 for one"),
    ("conquete.transcript.enlarged", "enlarged 1"),
    ("conquete.transcript.number", "Ana places 2ev at 0,1\nBo passes\nscores Ana 1, Bo"),
    ("transcript.player", "Zoe passes"),
    ("transcript.late", "Ana passes\nhand Bo: 2cv"),
    ("transcript.allowed", "refused Ana passes"),
    ("conquete.move.not_over", "scores Ana 1, Bo 2"),
    ("conquete.move.turn", "Bo passes"),
    ("conquete.move.not_held", "Ana places 3rn at 0,1"),
    ("conquete.placement.apart", "Ana places 2ev at 1,1"),
    ("card.unknown", "Ana places 9zz at 0,1"),
]
WRONG_HEADS = [
    ("transcript.missing", "# nothing", 1),
    ("transcript.missing", "players Ana, Bo\nAna passes", 2),
    ("transcript.missing", HEAD.replace("start 2eb\n", "") + "Ana passes", 4),
    ("transcript.again", HEAD + "start 2eb", 5),
    ("transcript.again", HEAD + "hand Bo: 2cv", 5),
    ("card.unknown", "players Ana, Bo\nstart 9zz", 2),
    ("conquete.round.sizes", HEAD.replace("2cv 3rn", "2cv*2 3rn") + "Ana passes", 5),
    ("conquete.round.cards", HEAD.replace("2cv 3rn", "2eb*2") + "Ana passes", 5),
    ("conquete.round.players", "players Ana\nstart 2eb\nhand Ana: 2ev\nAna passes", 4),
]


@pytest.mark.parametrize(
    ("key", "source", "line"),
    [(key, HEAD + lines, 5 + lines.count("\n")) for key, lines in WRONG_LINES] + WRONG_HEADS,
)
def test_a_wrong_line_is_named(key, source, line):
    wrong_line_is_named(replay, key, source, line)


def test_wrong_points_are_found():
    source = TRANSCRIPTS["turns"].replace("scores Ana 3", "scores Ana 4")
    wrong_line_is_named(replay, "transcript.scores", source, source.count("\n"))


def test_junk_is_played_or_refused():
    refused = junk(replay, list(TRANSCRIPTS.values()), 60)
    assert min(refused[True], refused[False]) > 5


@pytest.mark.parametrize("name", ["Ana Maria", "start", "a,b", "Enlarged", ""])
def test_a_name_that_a_line_cannot_hold_is_refused(name):
    with pytest.raises(PositionError, match="transcript"), speaking("en"):
        record(deal([name, "Bo"], seed=1), [])


# --- Random rounds -------------------------------------------------------------------------------

OPTIONS = {
    "copies": [1, 2, 3],
    "start_vp": [0, 5],
    "extra_card_vp": [-9, 1],
    "shared_attributes": [1, 2, 2, 3],
    "needed": [1, 2, 2, 3],
    "one_vp": [0, -2],
    "pass_cost": [0, 1, 3],
    "may_pass_when_able": [True, False],
    "vp_may_go_negative": [True, False],
    "rounds_of_passes": [1, 3],
    "most_rows": [2, 3, 6],
    "most_columns": [3, 4, 11],
    "grid_either_way_up": [True, False],
    "shape_ratio": [0, 1, 2],
    "rows_enlarged": [0, 1, 2],
    "columns_enlarged": [0, 1, 2],
    "set_less": [0, 2, 5],
}


def some_rules(rng):
    return Rules(**{name: rng.choice(values) for name, values in OPTIONS.items()})


def random_round(rng, seed, rules, players):
    """Give a round's states and moves; players pass now and then, some of them more often."""
    idle = rng.choice([0.05, 0.9])
    names = NAMES[:players]
    states, made = [deal(names, seed=seed, rules=rules, first=rng.randrange(players))], []
    while states[-1].phase != "over":
        listed = legal_moves(states[-1])
        passes = [move for move in listed if isinstance(move, Pass)]
        places = [move for move in listed if isinstance(move, Place)]
        passing = passes and (not places or rng.random() < idle)
        made.append(rng.choice(passes if passing else places))
        states.append(do(states[-1], made[-1]))
    return states, made


@pytest.fixture(scope="module")
def rounds():
    rng = random.Random(20)
    return [
        random_round(rng, seed, Rules() if seed < 3 else some_rules(rng), rng.randint(2, 8))
        for seed in range(24)
    ]


def test_random_rounds_have_all_kinds_of_moves_and_ends(rounds):
    made = Counter(type(move) for _, moves in rounds for move in moves)
    assert set(made) == {Place, Pass}
    assert {states[-1].end for states, _ in rounds} == {*play.ENDS}
    assert any(states[-1].enlarged > 1 for states, _ in rounds)


def test_the_judge_finds_each_random_round_legal_and_its_points_right(rounds):
    # He checks whose turn it is, each placement and its VP, each enlargement, and when it is over.
    for states, moves in rounds:
        end = states[-1]
        found = judged(record(states[0], moves), end.rules)
        assert (found.over, found.lines) == (end.end, len(moves))
        assert tuple(found.vp.values()) == end.vp
        assert found.out == [end.names[player] for player in end.out]
        for ledger, parts in zip(end.ledgers, found.parts.values(), strict=True):
            assert {name: vp for name, vp in vars(ledger).items() if vp} == {
                name: vp for name, vp in parts.items() if vp
            }
        assert result(end).winners == tuple(
            player for player, vp in enumerate(end.vp) if vp == max(end.vp)
        )


def test_what_may_be_placed_is_what_the_judge_lets_place(rounds):
    rng = random.Random(4)
    for states, moves in rounds[::2]:
        n = rng.randrange(len(states))
        now = states[n]
        if now.phase == "over":
            continue
        source = record(states[0], moves[:n])
        placements = judged(source, now.rules).placements(now.names[now.active], now.enlarged)
        listed = legal_moves(now)
        mine = {(move.cell, PIECES.codes[move.kind]) for move in listed if isinstance(move, Place)}
        assert mine == {*placements}
        allowed = now.rules.may_pass_when_able or not placements
        assert can(now, Pass(now.active)) == allowed == (Pass(now.active) in listed)


@settings(max_examples=8, deadline=None)
@given(luck=st.randoms(use_true_random=False), seed=st.integers(0, 2**40))
def test_no_card_is_lost_or_made(luck, seed):
    rules = some_rules(luck)
    states, _ = random_round(luck, seed, rules, luck.randint(2, 8))
    for now in states:
        assert now.cards() == (rules.copies,) * 27
        assert len(now.domain) + sum(map(sum, now.hands)) == rules.deck_size


def test_random_rounds_come_back_from_text(rounds):
    for states, moves in rounds[::4]:
        comes_back(play, record(states[0], moves))
    each_beginning_comes_back(play, *(part[:20] for part in rounds[1]))


def test_a_deal_gives_the_same_cards_in_turn_order_whoever_begins():
    one, other = (deal(NAMES[:3], seed=5, first=first) for first in (0, 2))
    assert one.domain == other.domain
    assert one.hands == (other.hands[2], other.hands[0], other.hands[1])
    assert [sum(hand) for hand in one.hands] == [18, 18, 17]
    assert (other.active, other.vp) == (2, (6, 5, 6))


# --- Refusals ------------------------------------------------------------------------------------


def beginning(**rules):
    return start(NAMES[:2], ["2ev 2cb", "2cv 3rn"], "2eb", rules=Rules(**rules))


def place(code, row, column, player=0):
    return Place(player, row, column, PIECES.kind(code))


def over():
    return replay(TRANSCRIPTS["turns"]).end


SITUATIONS = {
    "move.over": (over, Pass(0)),
    "move.turn": (beginning, Pass(1)),
    "move.must_place": (lambda: beginning(may_pass_when_able=False), Pass(0)),
    "move.not_held": (beginning, place("3rn", 0, 1)),
    "placement.taken": (beginning, place("2ev", 0, 0)),
    "placement.apart": (beginning, place("2ev", 1, 1)),
    "placement.one": (
        lambda: start(NAMES[:2], ["3rn", "2ev"], "2eb"),
        place("3rn", 0, 1),
    ),
    "placement.several": (
        lambda: replay(TRANSCRIPTS["turns"].partition("# 1eb")[0]).end,
        place("1eb", -1, 1),
    ),
    "placement.ratio": (
        lambda: do(do(beginning(), place("2ev", 0, 1)), Pass(1)),
        place("2cb", 0, -1),
    ),
    "placement.grid": (lambda: beginning(most_rows=1), place("2ev", 1, 0)),
}


@pytest.mark.parametrize("key", SITUATIONS)
def test_an_illegal_move_is_refused_in_words_and_changes_nothing(key):
    make, move = SITUATIONS[key]
    now = make()
    refused_with(f"conquete.{key}", lambda: do(now, move), MoveError)
    assert not can(now, move)
    assert now == make()


def test_every_refusal_of_a_move_is_tested():
    keys = {key for key in raised_keys(Path(turns.__file__)) if key.startswith("conquete.")}
    assert keys == {f"conquete.{key}" for key in SITUATIONS if key.startswith("move.")}


@pytest.mark.parametrize(
    ("key", "ask"),
    [
        ("move.seat", lambda: do(beginning(), Pass(2))),
        ("move.kind", lambda: do(beginning(), Place(0, 0, 1, 27))),
        ("move.kind", lambda: start(NAMES[:2], ["2ev", "2cv"], 27)),
        ("conquete.round.players", lambda: start(NAMES[:2], ["2ev"], "2eb")),
        ("conquete.rules.players", lambda: deal(["Ana"], seed=1)),
        ("round.same_name", lambda: deal(["Ana"] * 2, seed=1)),
        ("round.seat", lambda: start(NAMES[:2], ["2ev", "2cv"], "2eb", first=2)),
        ("conquete.round.sizes", lambda: start(NAMES[:2], ["2ev", "2cv 3rn"], "2eb")),
        ("conquete.round.sizes", lambda: start(NAMES[:2], ["2ev 2en 1rv", "3rn"], "2eb")),
        ("conquete.round.cards", lambda: start(NAMES[:2], ["2eb", "2eb"], "2eb")),
        ("conquete.move.not_over", lambda: result(beginning())),
    ],
)
def test_other_refusals(key, ask):
    refused_with(key, ask)


def test_cards_that_are_none_and_too_many_players_are_refused():
    with pytest.raises(CardError):
        start(NAMES[:2], ["9zz", "2ev"], "2eb")
    with pytest.raises(RulesError):
        deal([*NAMES, "Ivo"], seed=1)


def test_a_move_refused_has_its_clause_in_the_words():
    now = replace(beginning(), active=1)
    with speaking("en"), pytest.raises(MoveError, match=r"2cv .* 3\.2"):
        do(now, place("2cv", 0, 1, player=1))

"""Rounds and games: transcripts played again, random rounds, and every refusal.

Points and finishing hands are compared with the oracle; whose turn it is, who has a panged card and
which card may not go are worked out from the list of moves alone.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from neuroanalysis.core import transcript_reading as reader
from neuroanalysis.core import transcripts
from neuroanalysis.errors import CardError, MoveError, PositionError
from neuroanalysis.games.neurotrio import play
from neuroanalysis.games.neurotrio.pieces import PIECES
from neuroanalysis.games.neurotrio.play import (
    Discard,
    Discarded,
    Draw,
    Finish,
    Game,
    Lay,
    Pang,
    Pass,
    Shuffle,
    can,
    deal,
    do,
    legal_moves,
    reading,
    record,
    replay,
    result,
    scores,
    shuffle,
    shuffled,
    start,
    state,
    transcript,
    turns,
    verify,
)
from neuroanalysis.games.neurotrio.rules import PRESETS, Rules, preset
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.neurotrio.support import oracle_rules
from tests.games.transcripts import (
    comes_back,
    each_beginning_comes_back,
    junk,
    moves_as_written,
    names_clause,
    played_again,
    transcripts_beside,
    wrong_line_is_named,
)
from tests.oracles import neurotrio as oracle

TRANSCRIPTS = transcripts_beside(__file__)
CLAUSES = [f"4.{n}" for n in range(1, 5)] + [f"5.{n}" for n in range(1, 8)]
NAMES = ["Ana", "Bo", "Cem", "Dua", "Eli", "Fay"]


def counts(text):
    return tuple(oracle.parse(text))


def kind(code):
    return oracle.CODES.index(code)


def laid_kinds(laid):
    return tuple(kind for kind in range(27) if laid[kind])


def oracle_finish(now, player):
    rules = oracle_rules(now.rules)
    return oracle.finish(now.hands[player], laid_kinds(now.laid[player]), rules)[0]


def oracle_points(now):
    rules = oracle_rules(now.rules)
    return tuple(
        oracle_finish(now, player)
        if player == now.finisher
        else oracle.evaluate(now.hands[player], laid_kinds(now.laid[player]), rules)[0]
        for player in range(len(now.hands))
    )


# --- Transcripts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_a_transcript_is_played_again(name):
    # Its lines check each card drawn, each refusal and the points said.
    now = played_again(play, TRANSCRIPTS[name])
    if now.phase == "over":
        assert result(now).points == oracle_points(now)


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_a_transcript_comes_back_from_what_is_recorded(name):
    comes_back(play, TRANSCRIPTS[name])


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_named_in_a_transcript(clause):
    assert any(names_clause(text, clause) for text in TRANSCRIPTS.values())


def test_what_is_recorded_says_the_moves_as_they_were_written():
    source = TRANSCRIPTS["pang_to_finish"]
    played = replay(source)
    written = record(played.begin, played.moves)
    assert moves_as_written(written, NAMES) == moves_as_written(source, NAMES)


def test_a_record_in_the_middle_of_the_answers_keeps_them():
    begin = replay(TRANSCRIPTS["pangs"]).begin
    moves = [Draw(0), Discard(0, kind("1rb")), Pass(2)]
    played = replay(record(begin, moves))
    assert played.moves == tuple(moves)
    assert played.end.passing == {2}


HEAD = """players Ana 18, Bo 20
hand Ana: 1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 3eb 2rv
hand Bo: 2cn*4 2cv*4 2cb*4 3cn
pile 1rn 1rv ...
"""
WRONG_LINES = [
    ("transcript.words", HEAD + "Ana", 5),
    ("transcript.words", HEAD + "Ana sings 1cn", 5),
    ("transcript.words", HEAD + "Ana draws\nAna discards 1cn\nBo passes 1cn", 7),
    ("transcript.player", HEAD + "Zoe draws", 5),
    ("transcript.late", HEAD + "Ana draws\npile 1cn", 6),
    ("transcript.missing", "# nothing", 1),
    ("transcript.missing", "players Ana 18, Bo 20\nAna draws", 2),
    ("transcript.again", "players Ana 18, Bo 20\nplayers Ana 18, Bo 20", 2),
    ("transcript.again", HEAD + "hand Bo: 1cn", 5),
    ("transcript.again", HEAD + "pile 1cn", 5),
    ("transcript.missing", "hand Ana: 1cn", 1),
    ("transcript.again", "rules two_decks\nrules two_decks", 2),
    ("transcript.minimum", "players Ana, Bo", 1),
    ("transcript.top", HEAD + "\nAna draws 1rb", 6),
    ("transcript.offered", HEAD + "Ana draws\nAna discards 1cn\nBo pangs 1cv", 7),
    ("transcript.worth", HEAD.replace("1rn", "2rv") + "Ana draws\nAna finishes with 22", 6),
    ("transcript.allowed", HEAD + "refused Ana draws", 5),
    ("transcript.nobody", HEAD + "nobody finishes", 5),
    (
        "transcript.scores",
        HEAD.replace("1rn", "2rv") + "Ana draws\nAna finishes\nscores Ana 23, Bo 0",
        7,
    ),
    ("move.not_over", HEAD + "scores Ana 23, Bo 0", 5),
    ("move.turn", HEAD + "Ana draws\nBo discards 2cn", 6),
    ("card.unknown", HEAD + "Ana draws 4cn", 5),
    ("position.minimum", "players Ana x, Bo 20", 1),
    ("round.hand", "players Ana 18, Bo 20\nhand Ana: 1cn\nhand Bo: 1cn\nAna draws", 4),
]


@pytest.mark.parametrize(("key", "source", "line"), WRONG_LINES)
def test_a_wrong_line_is_named(key, source, line):
    wrong_line_is_named(replay, key, source, line)


def test_junk_is_played_or_refused():
    sources = [TRANSCRIPTS[name] for name in sorted(TRANSCRIPTS)]
    refused = junk(replay, sources, 400)
    assert min(refused[True], refused[False]) > 50


READERS = (transcript.__file__, reading.__file__, transcripts.__file__, reader.__file__)


def test_every_refusal_of_a_line_is_tested():
    keys = raised_keys(*map(Path, READERS))
    assert keys == {"transcript.line", "round.name"} | {
        key for key, *_ in WRONG_LINES if key.startswith("transcript.")
    }


@pytest.mark.parametrize("name", ["Ana Maria", "pile", "a,b", "Refused", ""])
def test_a_name_that_a_line_cannot_hold_is_refused(name):
    with pytest.raises(PositionError, match="transcript"), speaking("en"):
        record(deal([name, "Bo"], seed=1), [])


# --- Random rounds -------------------------------------------------------------------------------


def random_start(rng, rules, players):
    """Deal; often like cards to one player, so that carrés and finishing hands come up."""
    deck = [kind for kind in range(27) for _ in range(rules.copies)]
    noise = rng.choice([0.5, 2, 30])
    deck.sort(key=lambda kind: kind + rng.gauss(0, noise))
    size = rules.hand_size
    hands = [deck[size * place : size * (place + 1)] for place in range(players)]
    pile = deck[size * players :]
    if rng.random() < 0.5:
        rng.shuffle(pile)
    return start(
        NAMES[:players],
        [[hand.count(kind) for kind in range(27)] for hand in hands],
        pile,
        rules=rules,
        minimums=[rng.choice([0, 18, 22]) for _ in range(players)],
        first=rng.randrange(players),
    )


def choose(rng, now):
    if now.phase == "shuffle":
        return shuffle(now, rng.randrange(1000))
    moves = legal_moves(now)
    eager = [move for move in moves if isinstance(move, Finish | Lay)]
    if eager and rng.random() < 0.8:
        return eager[0]
    passes = [move for move in moves if isinstance(move, Pass)]
    return rng.choice(passes) if passes and rng.random() < 0.7 else rng.choice(moves)


def random_round(rng, rules, players):
    """Give a round's states and moves; it may be left before its end."""
    states, moves = [random_start(rng, rules, players)], []
    while states[-1].phase != "over" and len(moves) < 1500:
        moves.append(choose(rng, states[-1]))
        states.append(do(states[-1], moves[-1]))
    return states, moves


ROUNDS = [(Rules(), players) for players in range(2, 7) for _ in range(2)]
ROUNDS += [(preset(name), players) for name in PRESETS for players in (2, 5)]


@pytest.fixture(scope="module")
def rounds():
    rng = random.Random(20)
    return [random_round(rng, rules, players) for rules, players in ROUNDS]


def test_random_rounds_have_all_kinds_of_moves_and_ends(rounds):
    made = Counter(type(move) for _, moves in rounds for move in moves)
    assert set(made) == {Draw, Finish, Lay, Discard, Pang, Pass, Shuffle}
    assert {states[-1].phase for states, _ in rounds} == {"over"}
    assert {states[-1].finisher is None for states, _ in rounds} == {True, False}


def test_no_card_is_lost_or_made(rounds):
    for states, _ in rounds:
        for now in states:
            everywhere = list(now.pile) + [card.kind for card in now.discards]
            everywhere += [now.offered.kind] if now.offered else []
            for hand, laid in zip(now.hands, now.laid, strict=True):
                for kind in range(27):
                    everywhere += [kind] * (hand[kind] + 4 * laid[kind])
            assert sorted(everywhere) == [
                kind for kind in range(27) for _ in range(now.rules.copies)
            ]
            assert now.cards() == Counter(everywhere)


def test_players_have_their_number_of_cards(rounds):
    for states, _ in rounds:
        for now in states:
            for player, (hand, laid) in enumerate(zip(now.hands, now.laid, strict=True)):
                extra = now.phase == "act" and player == now.active
                extra |= player == now.finisher
                size = now.rules.hand_size - 3 * sum(laid) + extra
                # Whoever has just laid a carré has ten in his hand, as before a turn, and draws.
                assert sum(hand) == size, (player, now.phase)


def test_turns_go_clockwise_whatever_is_panged(rounds):
    # Clause 5.5: leave out replacements, and the draws are those of a table without pangs.
    for states, moves in rounds:
        drawers = [
            move.player
            for place, move in enumerate(moves)
            if isinstance(move, Draw) and not replaces(moves[:place])
        ]
        first, players = states[0].active, len(states[0].names)
        assert drawers == [(first + turn) % players for turn in range(len(drawers))]


def replaces(before):
    before = [move for move in before[-2:] if not isinstance(move, Shuffle)]
    return bool(before) and isinstance(before[-1], Lay)


def test_who_says_pang_first_in_clockwise_order_has_the_card(rounds):
    # Clause 5.4, from the moves alone.
    pangs = 0
    for states, moves in rounds:
        players, said, discard = len(states[0].names), [], None
        for now, move in zip(states, moves, strict=False):
            if isinstance(move, Pang):
                said.append(move.player)
            elif said and not isinstance(move, Pass):
                steps = min((player - discard.player) % players for player in said)
                taker = (discard.player + steps) % players
                assert (now.active, now.phase) == (taker, "act")
                assert now.kept[taker][discard.kind] >= 1
                pangs, said = pangs + 1, []
            if isinstance(move, Discard):
                discard = move
    assert pangs > 100


def test_a_panged_card_stays_with_its_player(rounds):
    # Clause 5.3: what a player panged is in his hand or in a carré that he laid, to the end.
    for states, _ in rounds:
        taken = Counter()
        for before, now in pairwise(states):
            if before.phase == "pang" and now.phase == "act":
                taken[now.active, before.offered.kind] += 1
            for (player, kind), n in taken.items():
                assert now.hands[player][kind] + 4 * now.laid[player][kind] >= n


def test_the_discards_are_shuffled_twice_at_most_and_only_for_an_empty_pile(rounds):
    # Clause 5.6.
    for states, moves in rounds:
        shuffles = [
            now for now, move in zip(states, moves, strict=False) if isinstance(move, Shuffle)
        ]
        assert len(shuffles) <= 2
        assert not any(now.pile for now in shuffles)
        end = states[-1]
        if end.finisher is None:
            assert not end.pile
            assert len(shuffles) == 2


def test_finishing_is_legal_exactly_where_the_oracle_says(rounds):
    # Clauses 4.1 to 4.3. Only states that a player could finish in, and some of the others.
    rng, legal = random.Random(5), 0
    for states, _ in rounds:
        acting = [now for now in states if now.phase == "act"]
        asked = rng.sample(acting, min(6, len(acting)))
        asked += [now for now in acting if can(now, Finish(now.active))][:3]
        for now in asked:
            total = oracle_finish(now, now.active)
            allowed = total is not None and total >= now.minimums[now.active]
            assert can(now, Finish(now.active)) is allowed
            legal += allowed
    assert legal > 3


def test_points_of_random_rounds_are_those_of_the_oracle(rounds):
    for states, _ in rounds[::2]:
        assert result(states[-1]).points == oracle_points(states[-1])


def test_random_rounds_come_back_from_text(rounds):
    for states, moves in rounds[::3]:
        comes_back(play, record(states[0], moves))


def test_a_round_that_was_stopped_comes_back_from_text(rounds):
    states, moves = rounds[1]
    each_beginning_comes_back(play, states, moves)


def every_move(now):
    players = range(-1, len(now.names) + 1)
    yield from (move(player) for move in (Draw, Finish, Pang, Pass) for player in players)
    yield from (move(p, kind) for move in (Lay, Discard) for p in players for kind in range(27))
    cards = tuple(card.kind for card in now.discards)
    yield from (Shuffle(cards), Shuffle((*cards, 0)), Shuffle(()))


def test_what_is_not_listed_is_refused_and_changes_nothing(rounds):
    rng = random.Random(8)
    for states, _ in rounds[::2]:
        for now in [*rng.sample(states, min(5, len(states))), states[-1]]:
            copy, listed = replace(now), set(legal_moves(now))
            for move in every_move(now):
                if isinstance(move, Shuffle):
                    cards = sorted(card.kind for card in now.discards)
                    legal = now.phase == "shuffle" and sorted(move.cards) == cards
                else:
                    legal = move in listed
                assert can(now, move) is legal
                if legal:
                    assert do(now, move) != now
                else:
                    with pytest.raises(MoveError):
                        do(now, move)
                assert now == copy


# --- Refusals ------------------------------------------------------------------------------------

ANA = "1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 3eb 2rv"
BO = "2cn*4 2cv*4 2cb*4 3cn"


def table(pile="1rn 1rv", rules=None, hands=(ANA, BO), minimums=(24, 18)):
    """A round whose pile begins with these cards."""
    rules = rules or Rules()
    left = Counter(dict.fromkeys(range(27), rules.copies))
    for hand in hands:
        left -= Counter({kind: n for kind, n in enumerate(counts(hand)) if n})
    top = [kind(code) for code in pile.split()]
    rest = sorted((left - Counter(top)).elements())
    return start(NAMES[: len(hands)], hands, [*top, *rest], rules=rules, minimums=minimums)


def after(*moves, **how):
    now = table(**how)
    for move in moves:
        now = do(now, move)
    return now


def last_card(now):
    """The same state with an empty pile and nothing to shuffle."""
    return replace(now, pile=(), reshuffles=now.rules.reshuffles)


OPEN = (Draw(0), Discard(0, kind("1rn")))
THREE = ("1cn 1cv 1cb 2en*3 3rb 3rv 3rn 1eb 2eb 3eb 2rv", BO, "1rb*4 2rb*4 2rn*4 3cv")
TRIOS = "1cn*3 1cv*3 1cb*2"


def all_panged():
    """All thirteen cards of Bo came by pang; with the one that lies open he could only finish."""
    now = after(*OPEN, hands=(ANA, "2cn*3 2cv*3 2cb*3 3cn*3 3cv"))
    return replace(now, kept=(now.kept[0], now.hands[1]))


def finished():
    return after(Draw(0), Finish(0), pile="2rv", minimums=(23, 18))


REFUSED = [
    ("move.over", finished, Draw(1)),
    ("move.over", finished, Discard(0, 0)),
    ("move.seat", table, Draw(2)),
    ("move.seat", table, Draw(-1)),
    ("move.turn", table, Draw(1)),
    ("move.to_draw", table, Discard(0, kind("1cn"))),
    ("move.to_draw", table, Finish(0)),
    ("move.to_act", lambda: after(Draw(0)), Draw(0)),
    ("move.to_shuffle", lambda: replace(table(), phase="shuffle"), Draw(0)),
    ("move.open", lambda: after(*OPEN), Draw(1)),
    ("move.nothing_open", table, Pang(1)),
    ("move.nothing_open", lambda: after(Draw(0)), Pass(1)),
    ("move.own", lambda: after(*OPEN), Pang(0)),
    ("move.answered", lambda: after(*OPEN, Pass(2), hands=THREE, minimums=None), Pang(2)),
    ("move.answered", lambda: after(*OPEN, Pang(2), hands=THREE, minimums=None), Pass(2)),
    ("move.all_kept", all_panged, Pang(1)),
    ("move.no_pang", lambda: after(*OPEN, rules=Rules(pang=False)), Pang(1)),
    ("move.not_held", lambda: after(Draw(0)), Discard(0, kind("3cn"))),
    ("move.kept", lambda: after(*OPEN, Pang(1)), Discard(1, kind("1rn"))),
    (
        "move.no_carre",
        lambda: after(
            Draw(0),
            pile="1cb",
            hands=(TRIOS, "2en*4 2ev*4"),
            rules=preset("three_trios"),
            minimums=None,
        ),
        Lay(0, kind("1cn")),
    ),
    ("move.not_four", lambda: after(Draw(0)), Lay(0, kind("2en"))),
    (
        "move.laid_all",
        lambda: replace(
            after(*OPEN, Pass(1), Draw(1)), laid=(counts(""), counts("1en 1ev 3en 3ev"))
        ),
        Lay(1, kind("2cn")),
    ),
    (
        "move.no_replacement",
        lambda: last_card(after(*OPEN, Pass(1), Draw(1))),
        Lay(1, kind("2cn")),
    ),
    ("move.no_finish", lambda: after(Draw(0)), Finish(0)),
    ("move.minimum", lambda: after(Draw(0), pile="2rv"), Finish(0)),
    ("move.no_shuffle", table, Shuffle(())),
    ("move.no_shuffle", lambda: after(*OPEN), Shuffle((kind("1rn"),))),
    (
        "move.shuffle_cards",
        lambda: do(replace(after(*OPEN), pile=()), Pass(1)),
        Shuffle((kind("1rv"),)),
    ),
    ("move.kind", lambda: after(Draw(0)), Discard(0, 27)),
    ("move.kind", lambda: after(Draw(0)), Lay(0, -1)),
]


@pytest.mark.parametrize(("key", "make", "move"), REFUSED)
def test_an_illegal_move_says_why(key, make, move):
    now = make()
    copy = replace(now)
    assert not can(now, move)
    for act in (verify, do):
        with pytest.raises(MoveError) as caught:
            act(now, move)
        assert caught.value.key == key
    assert now == copy
    if key not in {"move.seat", "move.kind"}:  # no rule of the game, but of the call
        for language, word in (("en", "clause"), ("fr", "article")):
            with speaking(language):
                assert re.search(rf"\({word}s? [2345]\.\d", str(caught.value))


def test_every_refusal_of_a_move_is_tested():
    raised = {key for key in raised_keys(Path(turns.__file__)) if key.startswith("move.")}
    assert raised == {key for key, *_ in REFUSED}
    assert raised_keys(Path(scores.__file__)) == {"move.not_over", "move.game_over"}


def test_who_has_panged_all_his_cards_may_still_pang_to_finish_or_to_lay():
    now = all_panged()
    finishing = replace(now, hands=(now.hands[0], counts("2cn*3 2cv*3 2cb*3 3cn*3 1rn")))
    finishing = replace(finishing, kept=(now.kept[0], finishing.hands[1]))
    assert can(finishing, Pang(1))
    laying = replace(now, offered=replace(now.offered, kind=kind("3cn")), minimums=(24, 99))
    assert can(laying, Pang(1))
    assert not can(last_card(laying), Pang(1))


def test_a_laid_carre_may_hold_a_panged_card():
    now = table(hands=(ANA, "2cn*3 2cv*4 2cb*4 3cn 3cv"), pile="2cn 1rn")
    now = do(do(do(now, Draw(0)), Discard(0, kind("2cn"))), Pang(1))
    now = do(now, Lay(1, kind("2cn")))
    assert (now.kept[1], now.phase, now.active, now.due) == ((0,) * 27, "draw", 1, 1)
    assert do(now, Draw(1)).position(1).to_discard


def test_a_replacement_may_need_a_shuffle():
    # Clauses 5.2 and 5.6: the pile is empty when Bo lays; the discards are shuffled for him.
    now = replace(after(*OPEN, Pass(1), Draw(1)), pile=())
    now = do(now, Lay(1, kind("2cn")))
    assert (now.phase, now.active, now.due, legal_moves(now)) == ("shuffle", 1, 0, ())
    now = do(now, Shuffle((kind("1rn"),)))
    assert (now.phase, now.active, now.due, now.discards) == ("draw", 1, 0, ())
    assert do(now, Draw(1)).hands[1] == counts("1rn 1rv 2cv*4 2cb*4 3cn")


def test_no_carre_is_laid_where_all_discards_were_panged():
    # Clauses 5.2 and 5.6: shuffles are left, but there is nothing to shuffle.
    now = replace(after(*OPEN, Pang(1)), pile=())
    assert now.discards == ()
    assert not can(now, Lay(1, kind("2cn")))
    assert can(replace(now, discards=(Discarded(0, kind("1rv")),)), Lay(1, kind("2cn")))
    # A discard that nobody pangs is one to shuffle, so a turn can always begin.
    assert do(do(now, Discard(1, kind("3cn"))), Pass(0)).phase == "shuffle"


def test_each_shuffle_of_a_round_is_another():
    now = replay(TRANSCRIPTS["reshuffles"]).end
    cards = replace(now, discards=now.discards * 5)
    orders = {shuffle(replace(cards, reshuffles=n), seed).cards for n in (0, 1) for seed in (1, 2)}
    assert len(orders) == 4
    assert {tuple(sorted(order)) for order in orders} == {
        tuple(sorted(card.kind for card in cards.discards))
    }
    assert shuffle(cards, 1) == shuffle(cards, 1)


def test_a_position_sees_what_lies_on_the_table():
    assert after(*OPEN).position(1).seen == counts("1rn")
    laid = after(*OPEN, Pass(1), Draw(1), Lay(1, kind("2cn")))
    assert laid.position(0).seen == counts("1rn 2cn*4")
    assert laid.position(1).laid == counts("2cn")
    now = after(*OPEN, Pang(1))
    assert now.position(0).seen == counts("1rn")
    now = do(do(now, Discard(1, kind("3cn"))), Pass(0))
    assert now.position(0).seen == counts("1rn 3cn")
    assert now.position(1).seen == counts("3cn")
    assert now.position(1).kept == counts("1rn")


# --- Dealing -------------------------------------------------------------------------------------

STARTS = [
    ("round.players", {"names": ["Ana"]}),
    ("round.players", {"names": [*NAMES, "Gil"]}),
    ("round.same_name", {"names": ["Ana", "Ana"]}),
    ("round.lengths", {"names": ["Ana", "Bo"], "minimums": [18]}),
    ("round.seat", {"names": ["Ana", "Bo"], "first": 2}),
    ("position.minimum", {"names": ["Ana", "Bo"], "minimums": [18, -1]}),
]


@pytest.mark.parametrize(("key", "how"), STARTS)
def test_a_deal_that_cannot_be_is_refused(key, how):
    with pytest.raises(PositionError) as caught:
        deal(seed=1, **how)
    assert caught.value.key == key


def test_cards_that_are_not_the_game_are_refused():
    now = table()
    with pytest.raises(PositionError, match="107 cards"), speaking("en"):
        start(["Ana", "Bo"], [ANA, BO], now.pile[1:])
    with pytest.raises(PositionError, match="Bo has 12 cards"), speaking("en"):
        start(["Ana", "Bo"], [ANA, "2cn*4 2cv*4 2cb*4"], now.pile)
    with pytest.raises(CardError):
        start(["Ana", "Bo"], [ANA, "2cn*5"], now.pile)
    assert raised_keys(Path(state.__file__)) == {"round.hand", "round.cards"} | {
        key for key, _ in STARTS if key.startswith("round.")
    }


def test_a_deal_is_the_same_for_the_same_seed_only():
    assert deal(NAMES, seed=4) == deal(NAMES, seed=4)
    assert len({deal(NAMES, seed=seed).hands for seed in range(50)}) == 50
    # Whoever begins is dealt to first.
    assert deal(NAMES, seed=4, first=2).hands[2] == deal(NAMES, seed=4).hands[0]


def test_all_orders_are_as_likely():
    orders = Counter(shuffled(range(3), seed) for seed in range(6000))
    assert len(orders) == 6
    # Six orders of 1000 expected: five standard deviations of 29.
    assert all(abs(n - 1000) < 145 for n in orders.values())


# --- Games ---------------------------------------------------------------------------------------


def test_a_game_is_rounds_until_the_target():
    first, second = (replay(TRANSCRIPTS[name]) for name in ("game_1", "game_2"))
    game = Game(("Ana", "Bo"), (18, 18), rules=first.begin.rules, first=first.begin.active)
    game = game.counting(first.end)
    assert (game.totals, game.over, game.rounds) == ((23, 12), False, 1)
    assert game.first == second.begin.active == game.deal(seed=1).active == 1
    game = game.counting(second.end)
    assert (game.totals, game.over, game.leaders) == ((54, 24), True, (0,))
    for ask in (lambda: game.deal(seed=1), lambda: game.counting(second.end)):
        with pytest.raises(MoveError, match="50 points"), speaking("en"):
            ask()


def test_a_whole_game():
    # Clause 5.7: points add up round by round, who begins goes clockwise, and it ends in time.
    rng = random.Random(2)
    game = Game(("Ana", "Bo", "Cem"), (18, 20, 22), rules=Rules(game_target=40), first=2)
    totals, beginners = Counter(), []
    while not game.over:
        now = game.deal(seed=9)
        beginners.append(now.active)
        while now.phase != "over":
            now = do(now, choose(rng, now))
        assert max(totals.values(), default=0) < 40
        totals.update(dict(enumerate(oracle_points(now))))
        game = game.counting(now)
    assert game.totals == tuple(totals[player] for player in range(3))
    assert max(game.totals) >= 40
    assert beginners == [(2 + turn) % 3 for turn in range(game.rounds)]


def test_each_round_of_a_game_has_other_cards():
    game = Game(("Ana", "Bo"), (18, 18))
    after_one = replace(game, rounds=1)
    assert game.deal(seed=1).hands not in {after_one.deal(seed=1).hands, game.deal(seed=2).hands}


def test_a_round_that_goes_on_has_no_points():
    with pytest.raises(MoveError, match=r"clause 4\.4"), speaking("en"):
        result(table())


def test_cards_are_written_as_the_oracle_writes_them():
    assert list(PIECES.codes) == oracle.CODES

"""Rounds and games: transcripts played again, random rounds, and every refusal.

The transcripts' points are worked out by hand from the rules; who gets a discard, where the cards
are and what a claimed card earns is found by other ways than the engine's.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neuroanalysis.core import transcript_reading as reader
from neuroanalysis.core import transcripts
from neuroanalysis.errors import CardError, MoveError, PositionError
from neuroanalysis.games.mhing import play
from neuroanalysis.games.mhing.pieces import COPIES, FLOWER, JOKER, PIECES, parse
from neuroanalysis.games.mhing.play import (
    NO_WIN,
    Discard,
    Draw,
    Game,
    Mhing,
    Pang,
    Pass,
    Shuffle,
    Tcheu,
    can,
    claimed_credits,
    deal,
    do,
    legal_moves,
    listing,
    moves,
    reading,
    record,
    replay,
    result,
    scores,
    shuffle,
    start,
    state,
    transcript,
    turns,
    verify,
    winning,
)
from neuroanalysis.games.mhing.position import Combination
from neuroanalysis.games.mhing.rules import Rules
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.mhing.support import oracle_rules, winning_hand
from tests.games.transcripts import (
    clauses_of_readme,
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
from tests.oracles import mhing as oracle
from tests.refusals import refused_with

TRANSCRIPTS = transcripts_beside(__file__)
CLAUSES = [f"4.{n}" for n in range(1, 6)] + [f"5.{n}" for n in range(1, 7)]
CLAUSES += [f"6.{n}" for n in range(1, 5)]
NAMES = ["Ana", "Bo", "Cem", "Dua", "Eli", "Fay", "Gil", "Hal"]
PLAY = [listing, moves, reading, scores, state, transcript, turns, winning]


def kind(code):
    return PIECES.kind(code)


def counts(text):
    return tuple(int(n) for n in parse(text))


# --- Transcripts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_a_transcript_is_played_again(name):
    # Its lines check each card drawn, each refusal and the points said.
    assert played_again(play, TRANSCRIPTS[name]).phase == "over"
    assert "\nscores " in TRANSCRIPTS[name]


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_a_transcript_comes_back_from_what_is_recorded(name):
    comes_back(play, TRANSCRIPTS[name])


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_named_in_a_transcript(clause):
    assert any(names_clause(text, clause) for text in TRANSCRIPTS.values())


def test_the_clauses_are_those_of_the_readme():
    assert clauses_of_readme(turns.__file__, "456") == CLAUSES


def test_what_is_recorded_says_the_moves_as_they_were_written():
    for source in TRANSCRIPTS.values():
        played = replay(source)
        written = record(played.begin, played.moves)
        assert moves_as_written(written, NAMES, until=" with ") == moves_as_written(
            source, NAMES, until=" with "
        )


FRENCH = {
    "players": "joueurs",
    "rules": "règles",
    "dealer": "donneur",
    "hand": "main",
    "pile": "pioche",
    "shuffle": "mélange",
    "nobody": "personne",
    "scores": "points",
    "refused": "refusé",
    "draws": "pioche",
    "discards": "défausse",
    "pangs": "pangue",
    "tcheus": "tcheute",
    "makes": "fait",
    "with": "avec",
}


@pytest.mark.parametrize("name", sorted(TRANSCRIPTS))
def test_a_transcript_is_understood_in_french(name):
    source = re.sub("#.*", "", TRANSCRIPTS[name])
    for english, french in FRENCH.items():
        source = re.sub(rf"(?<![\w=-]){english}(?![\w=])", french, source)
    assert replay(source) == replay(TRANSCRIPTS[name])


HEAD = TRANSCRIPTS["claims"].partition("\n# 4.2")[0] + "\n"
LINES = HEAD.count("\n")
WRONG_LINES = [
    ("mhing.transcript.words", "Ana"),
    ("mhing.transcript.words", "Ana sings 1m"),
    ("mhing.transcript.words", "Ana draws 1z 2z"),
    ("mhing.transcript.words", "Ana discards"),
    ("mhing.transcript.words", "Ana makes tea"),
    ("mhing.transcript.words", "Ana pangs 555m 666m"),
    ("transcript.player", "Zoe draws"),
    ("transcript.late", "Ana draws 1z\npile 1m"),
    ("mhing.transcript.top", "Ana draws 2z"),
    ("mhing.transcript.number", "scores Ana 1, Bo"),
    ("mhing.transcript.number", "scores Ana many"),
    ("transcript.allowed", "refused Ana draws"),
    ("transcript.nobody", "nobody wins"),
    ("mhing.move.not_over", "scores Ana 1, Bo 2, Cem 3, Dua 4"),
    ("mhing.move.turn", "Bo draws"),
    ("card.unknown", "Ana discards 0m"),
    ("mhing.combination.none", "Ana pangs 556m"),
]
WRONG_HEADS = [
    ("transcript.missing", "# nothing", 1),
    ("transcript.missing", "players Ana, Bo\nAna draws", 2),
    ("transcript.missing", "hand Ana: 1m", 1),
    ("transcript.again", "players Ana, Bo\nplayers Ana", 2),
    ("transcript.again", HEAD + "hand Bo: 1m", LINES + 1),
    ("transcript.again", HEAD + "pile 1m", LINES + 1),
    ("transcript.again", HEAD + "dealer Bo\ndealer Bo", LINES + 2),
    ("transcript.again", HEAD + "rules mhing\nrules mhing", LINES + 2),
    ("mhing.round.hand", HEAD.replace("55m", "5m") + "Ana draws", LINES + 1),
]


@pytest.mark.parametrize(
    ("key", "source", "line"),
    [(key, HEAD + lines, LINES + 1 + lines.count("\n")) for key, lines in WRONG_LINES]
    + WRONG_HEADS,
)
def test_a_wrong_line_is_named(key, source, line):
    wrong_line_is_named(replay, key, source, line)


WRONG_WORDS = [
    ("claims", "makes mhing with 4", "makes mhing with 8", "mhing.transcript.worth"),
    ("worthless", "makes mhing with 0", "makes mhing for 0", "mhing.transcript.words"),
    ("claims", "scores Ana 0, Bo 0, Cem 0, Dua 4", "scores Ana 0", "transcript.scores"),
    ("claims", "Dua draws F", "Dua draws 1m", "mhing.transcript.top"),
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
    sources = [TRANSCRIPTS[name] for name in sorted(TRANSCRIPTS) if name != "void"]
    refused = junk(replay, sources, 150)
    assert min(refused[True], refused[False]) > 20


@pytest.mark.parametrize("name", ["Ana Maria", "pile", "a,b", "Refused", ""])
def test_a_name_that_a_line_cannot_hold_is_refused(name):
    with pytest.raises(PositionError, match="transcript"), speaking("en"):
        record(deal([name, "Bo"], seed=1), [])


# --- Random rounds -------------------------------------------------------------------------------

RULES = [
    Rules(),
    Rules(claim_pair_for_mhing=True, players_max=8),
    Rules(min_credits=3, max_reshuffles=1),
    Rules(joker_in_nothing_matches=False, max_reshuffles=0),
]


def random_round(rng, seed, rules, players):
    """Give a round's states and moves; whoever can goes out, or most of the time."""
    states, made = [deal(NAMES[:players], seed=seed, rules=rules, dealer=seed % players)], []
    while states[-1].phase != "over":
        now = states[-1]
        if now.phase == "shuffle":
            move = shuffle(now, seed)
        else:
            listed = legal_moves(now)
            if now.phase == "claim":  # whoever answers first
                one = rng.choice(listed).player
                listed = [move for move in listed if move.player == one]
            out = [move for move in listed if isinstance(move, Mhing)]
            move = out[0] if out and rng.random() < 0.8 else rng.choice(listed)
        made.append(move)
        states.append(do(now, move))
    return states, made


@pytest.fixture(scope="module")
def rounds():
    rng = random.Random(20)
    return [random_round(rng, seed, RULES[seed % 4], 2 + seed % 5) for seed in range(16)]


def everything(now):
    """All cards, counted part by part."""
    cards = [*now.pile, *(card.kind for card in now.discards)]
    if now.offered:
        cards.append(now.offered.kind)
    for hand in now.hands:
        cards += [one for one in range(36) for _ in range(hand[one])]
    for laid in now.laid:
        for one in laid:
            cards += [JOKER if joker else k for k, joker in zip(one.kinds, one.jokers, strict=True)]
    return sorted(cards)


DECK = [one for one, n in enumerate(COPIES) for _ in range(n)]


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**40),
    luck=st.randoms(use_true_random=False),
    players=st.integers(2, 6),
    rules=st.sampled_from([RULES[1], RULES[2], RULES[3]]),
)
def test_no_card_is_lost_or_made(seed, luck, players, rules):
    assert len(DECK) == 150
    for now in random_round(luck, seed, rules, players)[0]:
        assert everything(now) == DECK
        assert now.cards() == Counter(DECK)


def test_random_rounds_have_all_kinds_of_moves_and_ends(rounds):
    made = Counter(type(move) for _, moves in rounds for move in moves)
    assert set(made) == {Draw, Discard, Mhing, Pang, Tcheu, Pass, Shuffle}
    assert {(states[-1].void, states[-1].claimed) for states, _ in rounds} == {
        (True, False),
        (False, True),
        (False, False),
    }


def test_no_card_of_a_random_round_is_lost(rounds):
    for states, _ in rounds:
        for now in states:
            assert everything(now) == DECK


def test_hands_have_their_size_and_no_flower_is_held(rounds):
    for states, _ in rounds:
        for now in states:
            for player in range(now.players):
                size = sum(now.hands[player][:FLOWER]) + 3 * len(now.laid[player])
                drawn = now.phase == "act" and player == now.active
                out = player == now.finisher
                assert size == 13 - now.owed[player] + (drawn or out)
            seen = sum(hand[FLOWER] for hand in now.hands)
            assert seen + Counter(now.pile)[FLOWER] == 8
            assert all(card.kind != FLOWER for card in now.discards)


def test_flowers_of_the_deal_are_replaced_clockwise_from_the_dealer(rounds):
    replaced = 0
    for states, made in rounds:
        dealer, drew = states[0].dealer, []
        for now, move in zip(states, made, strict=False):
            if any(now.owed):
                assert move == Draw(now.active)
                drew.append((move.player - dealer) % now.players)
                replaced += 1
            else:
                assert (now.active, now.phase) == (dealer, "draw")
                break
        assert drew == sorted(drew)
    assert replaced > 20


def test_who_said_most_gets_the_discard_and_play_goes_on_from_him(rounds):
    contested = 0
    for states, made in rounds:
        said = []
        for before, move, now in zip(states, made, states[1:], strict=False):
            if before.offered is None:
                continue
            if not isinstance(move, Pass):
                said.append(move)
            if now.offered is not None:
                continue
            thrower, n = before.offered.player, before.players
            if said:
                ranks = {Mhing: 0, Pang: n, Tcheu: 2 * n}
                ranked = {ranks[type(one)] + (one.player - thrower) % n: one for one in said}
                first = ranked[min(ranked)]
                contested += len(said) > 1
                assert now.active == first.player
                if isinstance(first, Mhing):
                    assert (now.finisher, now.claimed) == (first.player, True)
                else:
                    assert now.laid[first.player] == (
                        *before.laid[first.player],
                        first.combination,
                    )
                    assert now.phase == "act"
                assert now.discards == before.discards
            else:
                assert now.active == (thrower + 1) % n
                assert now.discards == (*before.discards, before.offered)
            said = []
    assert contested > 10


def test_an_empty_pile_is_made_of_the_discards(rounds):
    shuffles = void = 0
    for states, made in rounds:
        for before, move, now in zip(states, made, states[1:], strict=False):
            if isinstance(move, Shuffle):
                assert before.pile == ()
                assert sorted(now.pile) == sorted(card.kind for card in before.discards)
                assert now.discards == ()
                shuffles += 1
        assert states[-1].reshuffles <= states[0].rules.max_reshuffles
        if states[-1].void:
            void += 1
            assert states[-1].pile == ()
            assert states[-1].reshuffles == states[0].rules.max_reshuffles
            assert not any(result(states[-1]).points)
    assert min(shuffles, void) > 0


def test_only_the_winner_scores_and_his_hand_is_one_of_the_oracle(rounds):
    for states, _ in rounds:
        now, ended = states[-1], result(states[-1])
        if now.void:
            continue
        out = now.finisher
        assert all(n == 0 for player, n in enumerate(ended.points) if player != out)
        laid = [one.kinds for one in now.laid[out]]
        rules = oracle_rules(now.rules)
        earned, *_ = oracle.evaluate(list(now.hands[out]), rules, laid)
        assert earned == ended.credits >= now.rules.min_credits
        assert ended.points[out] == oracle.points(earned)


def test_random_rounds_come_back_from_text(rounds):
    for states, made in rounds[::3]:
        comes_back(play, record(states[0], made))


def test_a_round_that_was_stopped_comes_back_from_text(rounds):
    states, made = rounds[1]
    each_beginning_comes_back(play, states, made)


def test_a_position_shows_what_lies_open(rounds):
    for states, _ in rounds[::2]:
        for now in states[::9]:
            for player in range(now.players):
                position = now.position(player)
                assert (position.hand, position.laid) == (now.hands[player], now.laid[player])
                hidden = len(now.pile) + sum(
                    sum(hand[:FLOWER]) for other, hand in enumerate(now.hands) if other != player
                )
                assert sum(position.unseen) == hidden


def other_moves(now):
    """Moves of which most are illegal."""
    players = range(-1, now.players + 1)
    words = ("111m", "555m", "1z-1z-1z*", "123m", "4m-5m*-6m", "789s", "1p*-1p*-1p*")
    for player in players:
        yield from (Draw(player), Mhing(player), Pass(player))
        yield from (Discard(player, one) for one in range(-1, 37))
        for text, move in product(words, (Pang, Tcheu)):
            yield move(player, Combination.of(text))
        yield Pang(player, Combination((0, 0), (False, False)))
        yield Tcheu(player, Combination((8, 9, 10)))
        yield Tcheu(player, Combination((34, 35, 36)))
    yield Shuffle(())
    yield Shuffle(tuple(card.kind for card in now.discards))


def test_a_refused_move_changes_nothing(rounds):
    rng, refused, done = random.Random(8), 0, 0
    for states, _ in rounds[::2]:
        for now in [*rng.sample(states, 4), states[-1]]:
            copy = replace(now)
            for move in other_moves(now):
                if can(now, move):
                    assert do(now, move) != now
                    done += 1
                else:
                    with pytest.raises(MoveError):
                        do(now, move)
                    refused += 1
            assert now == copy
    assert refused > 1000
    assert done > 20


def test_all_legal_moves_are_listed(rounds):
    # Every combination with every choice of jokers that are not beside an equal card.
    possible = []
    for one in [*((k,) * 3 for k in range(34)), *oracle.RUNS]:
        possible += [
            Combination(tuple(one), jokers)
            for jokers in product((False, True), repeat=3)
            if len(set(one)) == 3 or list(jokers) == sorted(jokers)
        ]
    rng, listed_claims = random.Random(4), 0
    for states, _ in rounds:
        claims = [now for now in states if now.phase == "claim"]
        for now in claims[:6]:  # early, while hands are large
            listed = legal_moves(now)
            assert len(set(listed)) == len(listed)
            every = {
                move(player, one)
                for player in range(now.players)
                for one in possible
                for move in (Pang, Tcheu)
                if can(now, move(player, one))
            }
            assert {one for one in listed if isinstance(one, Pang | Tcheu)} == every
            listed_claims += len(every)
            for player in range(now.players):
                for move in (Mhing(player), Pass(player)):
                    assert can(now, move) == (move in listed)
        acting = rng.choice([now for now in states if now.phase == "act"])
        every = [Discard(acting.active, one) for one in range(36)] + [Mhing(acting.active)]
        assert set(legal_moves(acting)) == {move for move in every if can(acting, move)}
    assert listed_claims > 30


# --- Going out with a claimed card ---------------------------------------------------------------


def claimed_by_the_oracle(hand, laid, card, rules):
    """The most credits of a reading with the claimed card in a combination; None without one."""
    options = oracle_rules(rules)
    best = []
    for groups, pair in oracle.readings(hand, laid):
        own = list(groups)
        for one in laid:
            own.remove(one)
        need = Counter(k for group in (*own, pair) for k in group)
        inside = {k for group in own for k in group}
        stands = {k for k in need if need[k] > hand[k]}
        if (stands & inside) if card == JOKER else card in inside:
            times = oracle.lines((groups, pair), options)
            best.append(sum(oracle.earned(times, options).values()))
    if not laid and oracle.unmatched_readings(hand, options):
        best += [
            sum(oracle.earned({code: 1}, options).values())
            for cards in oracle.unmatched_readings(hand, options)
            for code in [
                "nothing_matches_with_honours"
                if set(range(27, 34)) <= set(cards)
                else "nothing_matches"
            ]
        ]
    return None if not best else max(best) + hand[FLOWER] * rules.flowers


def test_a_claimed_card_must_be_part_of_a_combination():
    rng, answers = random.Random(6), Counter()
    for round_ in range(120):
        laid_n, jokers = rng.choice([0, 1, 2]), rng.choice([0, 1, 2])
        hand, laid = winning_hand(rng, jokers, laid=laid_n, narrow=round_ % 3 == 0)
        held = [one for one in range(35) if hand[one]]
        card = JOKER if jokers and rng.random() < 0.4 else rng.choice(held)
        combinations = [Combination(tuple(group)) for group in laid]
        found, combination = claimed_credits(tuple(hand), combinations, card, Rules())
        expected = claimed_by_the_oracle(list(hand), list(laid), card, Rules())
        assert found == (NO_WIN if expected is None else expected), (hand, laid, card)
        answers[expected is None] += 1
        # With the option, the card may be anything.
        free, none = claimed_credits(
            tuple(hand), combinations, card, Rules(claim_pair_for_mhing=True)
        )
        assert free >= found
        assert none is None
        if combination is not None:
            used = zip(combination.kinds, combination.jokers, strict=True)
            assert card in [JOKER if joker else one for one, joker in used]
    assert min(answers[True], answers[False]) > 5


def test_a_pair_of_2_that_was_claimed_as_a_triplet_of_it_earns_nothing():
    # 222p 22m: the claimed 2m completes only the pair. 22m 222m of five needs a joker.
    hand = counts("123m 456m 789p 22p 22m J")
    assert claimed_credits(hand, (), kind("2m"), Rules())[0] >= 0
    hand = counts("345m 456s 789p 111p 22s")
    assert claimed_credits(hand, (), kind("2s"), Rules()) == (NO_WIN, None)
    assert claimed_credits(hand, (), kind("2s"), Rules(claim_pair_for_mhing=True)) == (1, None)


# --- Refusals ------------------------------------------------------------------------------------


def at(name, line):
    """The state of a transcript before the line that begins so."""
    source = TRANSCRIPTS[name]
    return replay(source[: source.index("\n" + line)]).end


AT = {
    "begin": ("claims", "# 4.2"),
    "ana_acts": ("claims", "Ana discards 5m"),
    "open": ("claims", "# 5.1"),
    "half": ("claims", "Cem pangs 5m"),
    "joker": ("claims", "# 5.6"),
    "credits": ("options", "# 6.2"),
    "empty": ("void", "# 4.5 The pile is empty, and"),
}
COMBINATION = Combination.of
REFUSED = [
    ("move.seat", "begin", lambda: Draw(4)),
    ("mhing.move.turn", "begin", lambda: Draw(1)),
    ("mhing.move.to_draw", "begin", lambda: Discard(0, 0)),
    ("mhing.move.to_draw", "begin", lambda: Mhing(0)),
    ("mhing.move.to_act", "ana_acts", lambda: Draw(0)),
    ("mhing.move.open", "open", lambda: Draw(1)),
    ("mhing.move.nothing_open", "begin", lambda: Pass(1)),
    ("mhing.move.nothing_open", "ana_acts", lambda: Pang(1, COMBINATION("555m"))),
    ("mhing.move.own", "open", lambda: Tcheu(0, COMBINATION("345m"))),
    ("mhing.move.own", "open", lambda: Mhing(0)),
    ("mhing.move.answered", "half", lambda: Pass(1)),
    ("mhing.move.flower", "ana_acts", lambda: Discard(0, FLOWER)),
    ("move.kind", "ana_acts", lambda: Discard(0, 36)),
    ("mhing.move.not_held", "ana_acts", lambda: Discard(0, kind("9m"))),
    ("mhing.move.no_pang", "open", lambda: Pang(1, COMBINATION("456m"))),
    ("mhing.move.no_pang", "open", lambda: Pang(1, Combination((4, 4), (False, False)))),
    ("mhing.move.no_tcheu", "open", lambda: Tcheu(3, COMBINATION("555m"))),
    ("mhing.move.no_tcheu", "open", lambda: Tcheu(3, Combination((8, 9, 10)))),
    ("mhing.move.without", "open", lambda: Pang(3, COMBINATION("111s"))),
    ("mhing.move.without", "open", lambda: Pang(2, COMBINATION("5m*-5m*-5m*"))),
    ("mhing.move.without", "joker", lambda: Tcheu(1, COMBINATION("456m"))),
    ("mhing.move.lacks", "open", lambda: Pang(2, COMBINATION("555m"))),
    ("mhing.move.no_claim", "open", lambda: Mhing(1)),
    ("mhing.move.no_win", "ana_acts", lambda: Mhing(0)),
    ("mhing.move.credits", "credits", lambda: Mhing(0)),
    ("mhing.move.no_shuffle", "begin", lambda: Shuffle(())),
    ("mhing.move.to_shuffle", "shuffle", lambda: Draw(6)),
    ("mhing.move.shuffle_cards", "shuffle", lambda: Shuffle((0,))),
]


def state_at(where):
    if where != "shuffle":
        return at(*AT[where])
    now = at(*AT["empty"])
    while now.phase == "claim":
        now = do(now, next(move for move in legal_moves(now) if isinstance(move, Pass)))
    return now


@pytest.mark.parametrize(("key", "where", "move"), REFUSED)
def test_a_move_is_refused_with_its_reason(key, where, move):
    now = state_at(where)
    refused_with(key, lambda: verify(now, move()), MoveError)
    assert not can(now, move())


def test_no_move_follows_the_end():
    end = replay(TRANSCRIPTS["worthless"]).end
    with pytest.raises(MoveError) as caught:
        do(end, Draw(0))
    assert caught.value.key == "mhing.move.over"
    assert legal_moves(end) == ()


GIVEN = replay(TRANSCRIPTS["worthless"]).begin


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("mhing.round.players", {"names": ["Ana"]}),
        ("mhing.round.players", {"names": NAMES[:7]}),
        ("mhing.round.hands", {"names": NAMES[:3]}),
        ("round.same_name", {"names": ["Ana", "Ana"]}),
        ("round.seat", {"dealer": 2}),
        ("mhing.round.hand", {"hands": ["123m", "123m"]}),
        ("mhing.round.cards", {"pile": [0]}),
        ("card.too_many", {"hands": ["11111m", "123m"]}),
    ],
)
def test_a_beginning_is_refused_with_its_reason(key, change):
    given_ = {"names": ["Ana", "Bo"], "hands": list(GIVEN.hands), "pile": GIVEN.pile}
    assert start(**given_) == GIVEN
    refused_with(key, lambda: start(**given_ | change), (CardError, PositionError))


def test_every_refusal_is_tested():
    files = [Path(module.__file__) for module in PLAY if module not in (transcript, reading)]
    tested = {key for key, *_ in REFUSED + WRONG_LINES + WRONG_HEADS}
    tested |= {"mhing.round.players", "mhing.round.hands", "mhing.round.cards", "round.same_name"}
    tested |= {"round.seat", "mhing.move.over"}
    # Those without a dot are assertions, for programmers.
    assert {key for key in raised_keys(*files) if "." in key} <= tested


# --- Dealing and games ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_deal_goes_round(players):
    dealt = [deal(NAMES[:players], seed=4, dealer=dealer) for dealer in range(players)]
    for dealer, now in enumerate(dealt):
        assert [sum(hand) for hand in now.hands] == [13] * players
        # The same hands, counted from the dealer on.
        assert (*now.hands[dealer:], *now.hands[:dealer]) == dealt[0].hands
        assert now.pile == dealt[0].pile


def test_a_game_adds_rounds_and_passes_the_deal():
    rng = random.Random(1)
    game, ends = Game(("Ana", "Bo", "Cem"), Rules(max_reshuffles=0)), []
    for number in range(5):
        assert (game.rounds, game.dealer) == (number, number % 3)
        now = game.deal(seed=5)
        assert now.dealer == number % 3
        with pytest.raises(MoveError):
            game.counting(now)
        while now.phase != "over":
            now = do(now, rng.choice(legal_moves(now)))
        ends.append(result(now))
        game = game.counting(now)
    assert game.totals == tuple(map(sum, zip(*(end.points for end in ends), strict=True)))
    assert game.void == sum(end.winner is None for end in ends)
    most = max(game.totals)
    assert game.leaders == tuple(p for p, total in enumerate(game.totals) if total == most)

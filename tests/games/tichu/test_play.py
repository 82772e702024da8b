"""Rounds and games: transcripts played again, random rounds, and every refusal.

The transcripts' points are worked out by hand from the rules. Random rounds are judged by a scorer
of their text that knows nothing of the engine, and by the oracle of plays.
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

from neuroanalysis.errors import CardError, MoveError, PositionError
from neuroanalysis.games.tichu import play
from neuroanalysis.games.tichu.pieces import DRAGON, PIECES, cards_of
from neuroanalysis.games.tichu.play import (
    Decline,
    Exchange,
    Game,
    Gift,
    GrandTichu,
    Laid,
    Lay,
    Pass,
    Tichu,
    can,
    deal,
    do,
    laying_moves,
    legal_moves,
    record,
    replay,
    result,
    scores,
    start,
    state,
    turns,
)
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.tichu.support import bits
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
from tests.oracles import tichu as oracle
from tests.oracles.tichu_rounds import Round, as_play, on_top
from tests.refusals import refused_with

TRANSCRIPTS = transcripts_beside(__file__)
CLAUSES = [
    f"{chapter}.{n}"
    for chapter, most in zip("4567", (6, 6, 3, 5), strict=True)
    for n in range(1, most + 1)
]
NAMES = ["Ana", "Bo", "Cem", "Dua"]


# --- Transcripts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_is_played_again(name):
    assert played_again(play, TRANSCRIPTS[name]).phase == "over"
    assert "\nscores " in TRANSCRIPTS[name]


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_comes_back_from_what_is_recorded(name):
    comes_back(play, TRANSCRIPTS[name])


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_scorer_finds_the_points_of_a_transcript(name):
    found = Round(TRANSCRIPTS[name], partner_leads=name == "double").points()
    assert list(found.values()) == list(result(replay(TRANSCRIPTS[name]).end).of_players)


def test_every_clause_is_named_in_a_transcript_and_in_the_readme():
    assert clauses_of_readme(turns.__file__, "4567") == CLAUSES
    for clause in CLAUSES:
        assert any(names_clause(text, clause) for text in TRANSCRIPTS.values()), clause


FRENCH = {
    "players": "joueurs",
    "rules": "règles",
    "hand": "main",
    "scores": "points",
    "refused": "refusé",
    "gives the trick to": "donne le pli à",
    "gives": "donne",
    "calls": "annonce",
    "declines": "renonce",
    "lays": "pose",
    "passes": "passe",
    "wishing": "en demandant",
}


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_transcript_is_understood_in_french(name):
    source = re.sub("#.*", "", TRANSCRIPTS[name])
    for english, french in FRENCH.items():
        source = re.sub(rf"(?<![\w=-]){english}(?![\w=])", french, source)
    assert replay(source) == replay(TRANSCRIPTS[name])


HEAD = TRANSCRIPTS["double"].partition("Bo declines")[0]
LINES = HEAD.count("\n")
WRONG_LINES = [
    ("tichu.transcript.words", "Ana"),
    ("tichu.transcript.words", "Ana sings 2s"),
    ("tichu.transcript.words", "Ana calls tea"),
    ("tichu.transcript.words", "Ana gives 2s 3s"),
    ("tichu.transcript.words", "Ana lays MJ wishing 1"),
    ("tichu.transcript.words", "Ana lays MJ hoping 2"),
    ("transcript.player", "Zoe calls tichu"),
    ("transcript.late", "Bo declines\nhand Bo: 2s"),
    ("tichu.transcript.number", "scores Ana 1, Bo"),
    ("transcript.allowed", "refused Ana calls grand tichu"),
    ("tichu.move.not_over", "scores Ana 1, Bo 2, Cem 1, Dua 2"),
    ("tichu.move.in_exchange", "Ana passes"),
    ("card.unknown", "Ana lays 1z"),
    ("tichu.combination.none", "Ana lays 2s-3s"),
]
WRONG_HEADS = [
    ("transcript.missing", "# nothing", 1),
    ("transcript.missing", "players Ana, Bo, Cem, Dua\nAna passes", 2),
    ("transcript.again", HEAD + "hand Bo: 2s", LINES + 1),
    ("transcript.again", HEAD + "rules tichu", LINES + 1),
    ("tichu.round.hand", HEAD.replace("MJ 2s", "MJ") + "Ana passes", LINES + 1),
    ("tichu.round.cards", HEAD.replace("MJ 2s", "MJ 2c") + "Ana passes", LINES + 1),
]


@pytest.mark.parametrize(
    ("key", "source", "line"),
    [(key, HEAD + lines, LINES + 1 + lines.count("\n")) for key, lines in WRONG_LINES]
    + WRONG_HEADS,
)
def test_a_wrong_line_is_named(key, source, line):
    wrong_line_is_named(replay, key, source, line)


def test_wrong_points_are_found():
    source = TRANSCRIPTS["double"].replace("scores Ana 400", "scores Ana 300")
    wrong_line_is_named(replay, "transcript.scores", source, source.count("\n"))


def test_junk_is_played_or_refused():
    refused = junk(replay, list(TRANSCRIPTS.values()), 60)
    assert min(refused[True], refused[False]) > 5


@pytest.mark.parametrize("name", ["Ana Maria", "hand", "a,b", "Refused", ""])
def test_a_name_that_a_line_cannot_hold_is_refused(name):
    with pytest.raises(PositionError, match="transcript"), speaking("en"):
        record(deal([name, *NAMES[1:]], seed=1), [])


# --- Random rounds -------------------------------------------------------------------------------

OPTIONS = {
    "wish": ["optional", "mandatory", "off"],
    "tichu_before_exchange": [True, False],
    "bomb_own_trick": [True, False],
    "both_partners_may_call": [True, False],
    "phoenix_full_house_from_quad": [True, False],
    "mah_jong_in_straight_flush": [True, False],
    "dragon_gift_last_trick": [True, False],
    "lead_passes_when_out": ["next", "partner"],
    "first_cards": [0, 8, 14],
}
MOST_MOVES = 4 + 4 + 4 + 56 * 4 + 14


def random_round(rng, seed, rules):
    """Give a round's states and moves: bombs and long combinations more often than by chance."""
    states, made = [deal(NAMES, seed=seed, rules=rules)], []
    while states[-1].phase != "over":
        now = states[-1]
        if now.phase == "exchange" and rng.random() < 0.9:
            giver = next(one for one in range(4) if now.given[one] is None)
            move = Exchange(giver, *rng.sample(cards_of(now.hands[giver]), 3))
        else:
            listed = legal_moves(now)
            some = rng.choices(listed, k=3)
            move = max(some, key=lambda one: one.combination.length if isinstance(one, Lay) else 0)
        made.append(move)
        states.append(do(now, move))
        assert len(made) <= MOST_MOVES
    return states, made


def some_rules(rng):
    return Rules(**{name: rng.choice(values) for name, values in OPTIONS.items()})


@pytest.fixture(scope="module")
def rounds():
    rng = random.Random(20)
    return [random_round(rng, seed, Rules() if seed < 5 else some_rules(rng)) for seed in range(24)]


@settings(max_examples=10, deadline=None)
@given(luck=st.randoms(use_true_random=False), seed=st.integers(0, 2**40))
def test_no_card_and_no_point_is_lost_or_made(luck, seed):
    states, _ = random_round(luck, seed, some_rules(luck))
    for now in states:
        everywhere = [*now.hands, *now.to_come, *now.won, now.trick_cards]
        assert sum(place.bit_count() for place in everywhere) == 56
        assert now.cards() == [1] * 56
    cards = result(states[-1]).cards
    assert sorted(cards) == [0, 200] if states[-1].double_win else sum(cards) == 100


def test_random_rounds_have_all_kinds_of_moves_and_ends(rounds):
    made = Counter(type(move) for _, moves in rounds for move in moves)
    assert set(made) == {GrandTichu, Decline, Tichu, Exchange, Lay, Pass, Gift}
    assert {states[-1].double_win for states, _ in rounds} == {True, False}
    assert any(
        move.player != before.active
        for states, moves in rounds
        for before, move in zip(states, moves, strict=False)
        if isinstance(move, Lay)
    )


def test_the_scorer_finds_the_points_of_random_rounds(rounds):
    scored = 0
    for states, moves in rounds:
        rules = states[0].rules
        if rules.mah_jong_in_straight_flush or rules.phoenix_full_house_from_quad:
            continue
        found = Round(
            record(states[0], moves),
            partner_leads=rules.lead_passes_when_out == "partner",
            dragon_kept=not rules.dragon_gift_last_trick,
        )
        assert tuple(found.points().values()) == result(states[-1]).of_players
        assert found.out == [NAMES[player] for player in states[-1].out]
        scored += 1
    assert scored > 7


def test_random_rounds_come_back_from_text(rounds):
    for states, moves in rounds[::4]:
        comes_back(play, record(states[0], moves))
    each_beginning_comes_back(play, *(part[:40] for part in rounds[1]))


def words_of(cards):
    return [PIECES.codes[card] for card in cards_of(cards)]


def test_what_may_be_laid_is_what_the_oracle_lets_lay(rounds):
    # Every subset of a small hand is looked at; a wish leaves only plays with its rank, if any.
    rng, seen, wishes = random.Random(4), 0, 0
    for states, _ in rounds[:12]:
        rules = {name: getattr(states[0].rules, name) for name in oracle.DEFAULT}
        small = [now for now in states if now.phase == "play" and now.size(now.active) <= 8]
        wished = [now for now in small if now.wish][:2]
        for now in [*wished, *rng.sample(small, min(4, len(small)))]:
            found = {one.combination for one in laying_moves(now, now.active)}
            top = as_oracle(now.top) if now.top else None
            legal = set()
            for one in oracle.plays(words_of(now.hands[now.active]), rules):
                laid = as_play("Ph", top) if one[3] == {"Ph"} else one
                if top is None or on_top(laid, top):
                    legal.add(laid)
            if now.wish:
                code = oracle.RANKS[now.wish - 2]
                bound = {
                    one
                    for one in legal
                    if any(card[0] == code and len(card) == 2 for card in one[3])
                }
                legal, wishes = bound or legal, wishes + bool(bound)
                assert can(now, Pass(now.active)) == (top is not None and not bound)
            assert {as_oracle(one) for one in found} == legal
            seen += 1
    assert seen > 25
    assert wishes > 0


def as_oracle(one):
    half = 0.5 if PIECES.codes[one.cards[0]] == "Ph" and one.length == 1 else 0
    cards = frozenset(PIECES.codes[card] for card in one.cards)
    return one.kind, one.rank + half, one.phoenix, cards


# --- Situations by hand --------------------------------------------------------------------------


def holding(*hands, top=None, holder=3, active=0, won=("", "", "", ""), **more):
    """A round in which players hold these cards, and everything else is won by somebody."""
    trick = () if top is None else (Laid(holder, Combination.of(top)),)
    held = [bits(hand) for hand in hands]
    named = [bits(cards) for cards in won]
    left = (1 << 56) - 1
    for part in (*held, *named, *(one.combination.bits for one in trick)):
        left &= ~part
    named[3] |= left
    return replace(
        deal(NAMES, seed=1, rules=more.pop("rules", None)),
        hands=tuple(held),
        to_come=(0,) * 4,
        phase=more.pop("phase", "play"),
        active=active,
        trick=trick,
        won=tuple(named),
        **more,
    )


def lays(player, words, wish=None):
    return Lay(player, Combination.of(words), wish)


def test_the_dragon_that_ends_a_round_is_given_away_or_kept():
    for gift in (True, False):
        now = holding(
            "Dr", "", "", "5s", active=0, out=(1, 2), rules=Rules(dragon_gift_last_trick=gift)
        )
        now = do(now, lays(0, "Dr"))
        assert now.phase == ("gift" if gift else "over")
        if gift:
            # To Bo, who is out: his own team's opponents.
            now = do(now, Gift(0, 1))
        assert now.phase == "over"
        assert now.won[1 if gift else 0] >> DRAGON & 1


def test_a_bomb_of_the_last_to_go_out_takes_the_dragons_trick():
    now = holding("7s 7h 7d 7c", "2s", "3s", "", top="Dr", holder=1, active=2, out=(3,))
    now = do(now, lays(0, "7s-7h-7d-7c"))
    assert now.out == (3, 0)
    assert now.active == 1
    for player in (1, 2):
        now = do(now, Pass(player))
    assert now.won[0] >> DRAGON & 1
    assert now.active == 1


def test_a_player_bombs_his_own_trick_where_the_rules_let_him():
    bomb = lays(3, "7s-7h-7d-7c")
    for allowed in (True, False):
        rules = Rules(bomb_own_trick=allowed)
        now = holding("2s", "2h", "2d", "7s 7h 7d 7c 8s", top="As", active=0, rules=rules)
        assert can(now, bomb) is allowed
        assert (bomb in legal_moves(now)) is allowed


def test_a_wish_is_fulfilled_by_a_bomb_out_of_turn():
    now = holding("2s 3s", "7s 7h 7d 7c 8s", "2d", "9s", top="As", active=0, wish=7)
    now = do(now, lays(1, "7s-7h-7d-7c"))
    assert now.wish is None
    now = holding("2s 3s", "8s 8h 8d 8c", "2d", "9s", top="As", active=0, wish=7)
    assert do(now, lays(1, "8s-8h-8d-8c")).wish == 7


def test_a_wish_binds_to_a_bomb_but_not_to_what_does_not_beat():
    now = holding("7s 7h 7d 7c 2s", "3s", "4s", "5s", top="As", active=0, wish=7)
    assert [one.combination.kind for one in laying_moves(now, 0)] == ["four_of_a_kind"]
    now = holding("7s 7h 2s Ph", "3s", "4s", "5s", top="As", active=0, wish=7)
    assert can(now, Pass(0))
    # With a pair to beat, the Phoenix may help a card of the rank, but is none by itself.
    now = holding("7s 2s Ph", "3s", "4s", "5s", top="6s-6h", active=0, wish=7)
    assert not can(now, Pass(0))
    now = holding("8s 2s Ph", "3s", "4s", "5s", top="6s-6h", active=0, wish=7)
    assert can(now, Pass(0))


def test_the_dog_is_not_bombed():
    now = holding("Dog 2s", "7s 7h 7d 7c", "3s", "4s", active=0)
    now = do(now, lays(0, "Dog"))
    assert (now.active, now.trick) == (2, ())
    assert not can(now, lays(1, "7s-7h-7d-7c"))


SITUATIONS = {
    "over": (lambda: holding("2s", "", "", "3s", out=(1, 2, 0), phase="over"), Pass(0)),
    "in_grand": (lambda: deal(NAMES, seed=1), Pass(0)),
    "in_exchange": (lambda: holding("2s", "3s", "4s", "5s", phase="exchange"), Pass(0)),
    "in_play": (lambda: holding("2s", "3s", "4s", "5s"), Decline(0)),
    "in_gift": (lambda: holding("2s", "3s", "4s", "5s", top="Dr", phase="gift", active=3), Pass(0)),
    "answered": (lambda: do(deal(NAMES, seed=1), Decline(0)), GrandTichu(0)),
    "partner_called": (
        lambda: do(deal(NAMES, seed=1, rules=Rules(both_partners_may_call=False)), GrandTichu(0)),
        GrandTichu(2),
    ),
    "no_call_now": (lambda: deal(NAMES, seed=1), Tichu(0)),
    "called": (lambda: exchanging(calls=("tichu", None, None, None)), Tichu(0)),
    "too_late": (lambda: holding("2s", "3s", "4s", "5s"), Tichu(0)),
    "has_given": (lambda: exchanging(given=((0, 1, 2), None, None, None)), Exchange(0, 0, 1, 2)),
    "three_cards": (lambda: exchanging(wish=None), Exchange(0, 0, 0, 1)),
    "not_held": (lambda: holding("2s", "3s", "4s", "5s"), lays(0, "3s")),
    "no_gift": (lambda: holding("2s", "3s", "4s", "5s"), Gift(0, 1)),
    "gift_to": (
        lambda: holding("2s", "3s", "4s", "5s", top="Dr", phase="gift", active=3),
        Gift(3, 1),
    ),
    "out": (lambda: holding("2s", "", "4s", "5s", out=(1,)), lays(1, "3s")),
    "no_combination": (
        lambda: holding("2s 3s", "4s", "5s", "6s"),
        Lay(0, Combination("pair", 3, (PIECES.kind("2s"), PIECES.kind("3s")))),
    ),
    "turn": (lambda: holding("2s", "3s", "4s", "5s"), lays(1, "3s")),
    "own_trick": (
        lambda: holding(
            "2s", "2h", "2d", "7s 7h 7d 7c 8s", top="As", rules=Rules(bomb_own_trick=False)
        ),
        lays(3, "7s-7h-7d-7c"),
    ),
    "beats": (lambda: holding("2s", "3s", "4s", "5s", top="6s"), lays(0, "2s")),
    "lead": (lambda: holding("2s", "3s", "4s", "5s"), Pass(0)),
    "wish_binds": (lambda: holding("7s 8s", "3s", "4s", "5s", top="6s", wish=7), lays(0, "8s")),
    "must_wish": (
        lambda: holding("MJ 8s", "3s", "4s", "5s", rules=Rules(wish="mandatory")),
        lays(0, "MJ"),
    ),
    "no_wish": (lambda: holding("MJ 8s", "3s", "4s", "5s"), lays(0, "8s", 7)),
    "wish_rank": (lambda: holding("MJ 8s", "3s", "4s", "5s"), lays(0, "MJ", 1)),
}


def exchanging(**more):
    now = deal(NAMES, seed=1)
    for player in range(4):
        now = do(now, Decline(player))
    hands = list(now.hands)
    for card in range(3):
        owner = next(one for one in range(4) if hands[one] >> card & 1)
        spare = next(one for one in cards_of(hands[0]) if one > 2)
        if owner:
            hands[owner] ^= 1 << card | 1 << spare
            hands[0] ^= 1 << card | 1 << spare
    return replace(now, hands=tuple(hands), **more)


@pytest.mark.parametrize("key", SITUATIONS)
def test_an_illegal_move_is_refused_in_words_and_changes_nothing(key):
    make, move = SITUATIONS[key]
    now = make()
    refused_with(f"tichu.move.{key}", lambda: do(now, move), MoveError)
    assert not can(now, move)
    assert now == make()


def test_every_refusal_of_a_move_is_tested():
    keys = {key for key in raised_keys(Path(turns.__file__)) if key.startswith("tichu.move.")}
    assert keys == {f"tichu.move.{key}" for key in SITUATIONS}


@pytest.mark.parametrize(
    ("key", "ask"),
    [
        ("move.seat", lambda: do(deal(NAMES, seed=1), Decline(4))),
        ("move.kind", lambda: do(exchanging(), Exchange(0, 0, 1, 56))),
        ("tichu.round.players", lambda: deal(NAMES[:3], seed=1)),
        ("round.same_name", lambda: deal(["Ana"] * 4, seed=1)),
        ("tichu.move.not_over", lambda: result(deal(NAMES, seed=1))),
        ("tichu.move.game_over", lambda: Game(tuple(NAMES), totals=(1000, 0)).deal(1)),
    ],
)
def test_other_refusals(key, ask):
    refused_with(key, ask)


def test_cards_that_are_none_are_refused():
    with pytest.raises(CardError):
        start(NAMES, ["1z"] * 4)
    assert state.partner_of(1) == 3


def test_a_game_goes_on_in_a_tie_and_ends_beyond_the_target():
    game = Game(tuple(NAMES), totals=(900, 900))
    end = replay(TRANSCRIPTS["tricks"]).end
    after = game.counting(end)
    assert after.totals == (960, 740)
    assert after.rounds == 1
    assert replace(after, totals=(1100, 1100)).winner is None
    assert replace(after, totals=(1100, 1200)).winner == 1
    assert game.deal(5) == deal(NAMES, seed=5 << 32)
    assert scores.team_of(3) == 1

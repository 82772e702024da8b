"""The players' decisions, held against slow twins of what each level is said to look at."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from scipy.stats import chi2

from neuroanalysis.games.neurotrio._kernels import outlook, rounds
from neuroanalysis.games.neurotrio._kernels.simple_players import DISCARD, FINISH, LAY
from neuroanalysis.games.neurotrio.analysis.solitaire import solve
from neuroanalysis.games.neurotrio.analysis.solution import Solution
from neuroanalysis.games.neurotrio.play import Discard, deal
from neuroanalysis.games.neurotrio.policies import (
    SKILLS,
    Skill,
    knowledge,
    moves_of_round,
    parameters,
    player,
)
from neuroanalysis.games.neurotrio.rules import Rules, preset
from tests.games.neurotrio.support import oracle_rules, random_hand
from tests.oracles import neurotrio_players as slowly
from tests.oracles.neurotrio_players import Sight

RULES = {
    "two_decks": Rules(),
    "three_trios": preset("three_trios"),
    "two_structures": Rules(structures=2, hand_size=7),
    "one_structure": Rules(structures=1, hand_size=4),
}
WORDS = {name: oracle_rules(rules) for name, rules in RULES.items()}


# --- Asking ---------------------------------------------------------------------------------------


def arrays(sight):
    laid = [int(kind in sight.laid) for kind in range(27)]
    rows = (sight.hand, sight.kept, laid, sight.unseen)
    return [np.array(row, dtype=np.uint8) for row in rows]


class Asked:
    """A player of the package at a table where everybody has his minimum."""

    def __init__(self, chosen: Skill, minimum: int, rules: Rules) -> None:
        self.row = parameters([chosen], [minimum], rules)[0]
        self.known = *knowledge([chosen], [minimum], rules), rules.to_arrays()

    def move(self, sight, key=1):
        number = rounds.decide(
            *arrays(sight), sight.minimum, sight.can_draw, self.row, np.uint64(key), *self.known
        )
        if number == FINISH:
            return ("finish", -1)
        return ("discard", number - DISCARD) if number < LAY else ("lay", number - LAY)

    def wants(self, sight, key=1):
        wanted = np.zeros(27, dtype=np.bool_)
        rounds.wish(*arrays(sight), sight.minimum, self.row, np.uint64(key), *self.known, wanted)
        return set(np.flatnonzero(wanted).tolist())


def asked(level, sight, rules):
    return Asked(SKILLS[level], sight.minimum, RULES[rules])


def horizon_of(level, minimum, rules):
    chosen = SKILLS[level]
    return chosen.horizon + chosen.growth * max(0, minimum - RULES[rules].least_minimum)


# --- Positions ------------------------------------------------------------------------------------


def seen_by(state, seat, rules):
    """What a player sees, told from where all other cards are: in the pile or in others' hands."""
    unseen = Counter(state.pile)
    for other in range(state.players):
        if other != seat:
            for kind in range(27):
                unseen[kind] += state.hands[other][kind] - state.kept[other][kind]
    return Sight(
        hand=state.hands[seat],
        unseen=tuple(unseen[kind] for kind in range(27)),
        minimum=state.minimums[seat],
        kept=state.kept[seat],
        laid=tuple(kind for kind in range(27) if state.laid[seat][kind]),
        can_draw=bool(state.pile) or (bool(state.discards) and state.reshuffles < 2),
        rules=WORDS[rules],
    )


def met(rules, minimum, levels=("child", "random", "hiker"), seeds=range(4), every=3):
    """Positions of rounds: those of a player who acts, and those of one who has discarded."""
    acting, waiting = [], []
    for seed in seeds:
        minimums = [minimum] * len(levels)
        state = deal([*levels], seed=seed, rules=RULES[rules], minimums=minimums)
        players = [player(level, minimum, RULES[rules]) for level in levels]
        waiting.append(seen_by(state, 0, rules))
        for number, (move, after) in enumerate(moves_of_round(state, players, seed=seed)):
            if number % every == 0 and after.phase == "act":
                acting.append(seen_by(after, after.active, rules))
            if number % every == 1 and isinstance(move, Discard):
                waiting.append(seen_by(after, move.player, rules))
            if number > 40 * every:
                break
    return acting, waiting


def made(rules, minimum, n, more, seed=0):
    """Positions with panged cards, laid carrés and seen cards; `more` is 1 for one who acts."""
    rng = random.Random(seed)
    sights = []
    size = RULES[rules].hand_size + more
    copies = RULES[rules].copies
    while len(sights) < n:
        place = len(sights)
        laid = ()
        if RULES[rules].carre and place % 3 == 1 and RULES[rules].structures > 1:
            laid = (rng.randrange(27),)
        hand = random_hand(rng, size - 3 * len(laid), copies, place % 3, laid)
        kept = tuple(rng.randint(0, n) if rng.random() < 0.3 else 0 for n in hand)
        left = [copies - held - 4 * (kind in laid) for kind, held in enumerate(hand)]
        unseen = tuple(rng.randint(0, n) if place % 2 else n for n in left)
        if more and kept == hand:
            continue
        can_draw = place % 7 != 3
        sights.append(Sight(hand, unseen, minimum, kept, laid, can_draw, WORDS[rules]))
    return sights


def kinds_of_positions(sights):
    """How many have panged cards, laid carrés, a carré in hand."""
    return (
        sum(any(sight.kept) for sight in sights),
        sum(bool(sight.laid) for sight in sights),
        sum(bool(sight.lays()) for sight in sights),
    )


# --- Chance, groups -------------------------------------------------------------------------------


def chi_square(counts, expected):
    """The chance of counts that are further from the expected ones."""
    statistic = sum((n - expected) ** 2 / expected for n in counts)
    return chi2.sf(statistic, len(counts) - 1)


def test_the_random_player_makes_each_legal_move_with_the_same_chance():
    hands = [
        ("1cn*4 1cv*2 1cb*2 2en*3 3rb*3", 18),  # finishes, or lays, or discards
        ("1cn 1cv 1cb 2en 2ev 2eb 3rn 3rv 3rb 1en 2rn 2rv 3cn 3eb", 18),
        ("1cn*4 1cv*4 2ev*4 3rb 3rn", 18),
    ]
    finishing = 0
    for text, minimum in hands:
        hand = tuple(slowly.oracle.parse(text))
        unseen = tuple(4 - n for n in hand)
        sight = Sight(hand, unseen, minimum, rules=WORDS["two_decks"])
        legal = slowly.legal_moves(sight)
        finishing += ("finish", -1) in legal
        one = asked("random", sight, "two_decks")
        n = 150 * len(legal)
        made = Counter(one.move(sight, key) for key in range(n))
        assert set(made) == legal
        assert chi_square(made.values(), n / len(legal)) > 0.001
    assert finishing == 1


def test_the_random_player_wants_each_kind_half_of_the_time():
    sight = made("two_decks", 18, 1, 0)[0]
    one = asked("random", sight, "two_decks")
    n = 1000
    wanted = [one.wants(sight, key) for key in range(n)]
    counts = Counter(kind for kinds in wanted for kind in kinds)
    spread = sum((counts[kind] - n / 2) ** 2 / (n / 4) for kind in range(27))
    assert 0.001 < chi2.sf(spread, 27) < 0.999
    # Kinds are wanted each by itself: of how many, the spread is that of 27 tosses.
    sizes = [len(kinds) for kinds in wanted]
    assert np.mean(sizes) == pytest.approx(13.5, abs=0.35)
    assert np.var(sizes) == pytest.approx(6.75, rel=0.2)


@pytest.mark.parametrize("level", ["child", "beginner"])
def test_who_leaves_equals_to_luck_makes_all_of_the_best_moves_and_no_other(level):
    moves_of = {"child": slowly.child_moves, "beginner": slowly.beginner_moves}[level]
    acting, _ = met("two_decks", 18, every=5)
    sights = acting[:40] + made("two_decks", 18, 40, 1)
    assert min(kinds_of_positions(sights)) > 3
    kinds = Counter()
    for sight in sights:
        best = moves_of(sight)
        one = asked(level, sight, "two_decks")
        chosen = {one.move(sight, key) for key in range(60)}
        if chosen != best:
            # Of carrés the first is laid, without luck.
            assert {what for what, _ in best} == {"lay"}, sight
            assert chosen == {min(best)}, sight
        kinds.update({what for what, _ in best})
    assert min(kinds["discard"], kinds["lay"]) > 2


def test_a_child_keeps_what_the_example_says():
    # A trio 1cn 1cv 1cb, a duo 2en 2en, and 3rb alone.
    hand = tuple(slowly.oracle.parse("1cn 1cv 1cb 2en 2en 3rb"))
    sight = Sight(hand, tuple(4 - n for n in hand), 18, rules=WORDS["two_decks"])
    assert slowly.child_moves(sight) == {("discard", slowly.oracle.CODES.index("3rb"))}
    kinds = {slowly.oracle.CODES[kind] for kind in slowly.child_wants(sight)}
    assert kinds == {"2en", "2ev", "2eb", "2cn", "2rn", "1en", "3en"}


def wishes_agree(level, sights, rules, wants_of):
    """Compare wishes; return how many were there."""
    number = 0
    for sight in sights:
        expected = wants_of(sight)
        assert asked(level, sight, rules).wants(sight) == expected, sight
        number += len(expected)
    return number


@pytest.mark.parametrize("minimum", [18, 24])
def test_simple_players_want_what_their_twins_want(minimum):
    _, waiting = met("two_decks", minimum, seeds=range(1), every=4)
    sights = waiting[:9] + made("two_decks", minimum, 15, 0)
    assert min(kinds_of_positions(sights)[:2]) > 3
    assert wishes_agree("child", sights, "two_decks", slowly.child_wants) > 50
    beginner = wishes_agree(
        "beginner", sights, "two_decks", lambda sight: slowly.nearer_wants(sight, watches=False)
    )
    hiker = wishes_agree(
        "hiker", sights, "two_decks", lambda sight: slowly.nearer_wants(sight, watches=True)
    )
    assert beginner >= hiker > 50


def one_card_away(rules, minimum, n, more, seed=5):
    """Finishing hands without a card, one other added for who acts: where minimums matter."""
    rng = random.Random(seed)
    words, sights = WORDS[rules], []
    while len(sights) < n:
        groups = [rng.choice(slowly.oracle.DUOS) for _ in range(words["duos"])]
        groups += [rng.choice(slowly.oracle.TRIOS) for _ in range(words["structures"])]
        cards = [kind for group in groups for kind in group]
        cards.remove(rng.choice(cards))
        cards += rng.choices(range(27), k=more)
        hand = tuple(cards.count(kind) for kind in range(27))
        if max(hand) <= words["copies"]:
            unseen = tuple(rng.randint(0, words["copies"] - n) for n in hand)
            sights.append(Sight(hand, unseen, minimum, rules=words))
    return sights


def test_who_watches_does_not_complete_too_little():
    # One card away, and worth too little for most cards that complete the hand.
    sights = one_card_away("two_decks", 24, 20, 0)
    both = [
        (
            asked("beginner", sight, "two_decks").wants(sight),
            asked("hiker", sight, "two_decks").wants(sight),
        )
        for sight in sights
    ]
    for sight, (beginner, hiker) in zip(sights, both, strict=True):
        assert beginner == slowly.nearer_wants(sight, watches=False)
        assert hiker == slowly.nearer_wants(sight, watches=True)
    assert sum(hiker < beginner for beginner, hiker in both) > 5


# --- Distance and copies --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "minimum", "n"),
    [("three_trios", 16, 18), ("two_structures", 16, 16), ("one_structure", 14, 24)],
)
def test_a_hiker_makes_a_move_of_the_best(rules, minimum, n):
    acting, _ = met(rules, minimum, seeds=range(2), every=2)
    sights = acting[:n] + made(rules, minimum, n, 1) + one_card_away(rules, minimum, n // 2, 1)
    hiker_agrees(sights, rules)


def hiker_agrees(sights, rules):
    several = 0
    for sight in sights:
        best = slowly.hiker_moves(sight)
        assert asked("hiker", sight, rules).move(sight) in best, sight
        several += len(best) < len(slowly.beginner_moves(sight))
    assert several > len(sights) // 8  # copies or worth decided


@pytest.mark.slow
def test_a_hiker_makes_a_move_of_the_best_in_the_two_deck_game():
    acting, _ = met("two_decks", 22, every=6)
    sights = acting[:30] + made("two_decks", 22, 30, 1) + one_card_away("two_decks", 24, 30, 1)
    hiker_agrees(sights, "two_decks")


# --- Expert ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("serving", [1, 4, 9])
@pytest.mark.parametrize("horizon", [Fraction(3, 2), Fraction(39, 10)])
def test_with_one_card_lacking_the_chance_is_that_of_a_race(serving, horizon):
    # The round ends before each card with the same chance, after `horizon` cards in the mean.
    unseen = np.full(27, 3, dtype=np.uint8)
    asked_for = np.uint64(sum(1 << kind for kind in range(serving)))
    hit = Fraction(3 * serving, 81)
    goes_on = horizon / (1 + horizon)
    cards, reached, chance = Fraction(0), Fraction(1), Fraction(0)
    for missed in range(150):
        reached *= goes_on  # this card comes
        cards += reached
        chance += reached * (1 - hit) ** missed * hit
    assert float(cards) == pytest.approx(float(horizon), abs=1e-9)
    answer = outlook.chance_of_steps(3.0 * serving, asked_for, unseen, 1, float(horizon))
    assert answer == pytest.approx(float(chance), abs=1e-9)


def test_no_way_is_no_chance():
    unseen = np.full(27, 3, dtype=np.uint8)
    assert outlook.chance_of_steps(0.0, np.uint64(0), unseen, 1, 2.0) == 0
    assert outlook.chance_of_steps(3.0, np.uint64(1), unseen, 0, 2.0) == 0


def test_ways_are_the_sequences_of_cards_that_complete_a_goal():
    # Two cards lacking: all pairs of unseen copies are tried, one after the other.
    several = 0
    for sight in made("one_structure", 14, 12, 1, seed=3):
        goals = slowly.goals_lacking(sight, 2)
        copies = [kind for kind in range(27) for _ in range(sight.unseen[kind])]
        lacks = {goal.lacks for goal in goals}
        assert len(lacks) <= len(goals)
        serving, firsts = Counter(), set()
        for pair in permutations(range(len(copies)), 2):
            kinds = [copies[place] for place in pair]
            brought = tuple(kinds.count(kind) for kind in range(27))
            if brought in lacks:
                serving[brought] += 1
                firsts.add(pair[0])
        ways = sum(goal.ways for goal in goals)
        assert sum(serving[goal.lacks] for goal in goals) == factorial(2) * ways
        if not goals:
            continue
        several += 1
        kinds = {kind for goal in goals for kind in range(27) if goal.lacks[kind]}
        assert len(firsts) == sum(sight.unseen[kind] for kind in kinds)
        mask = np.uint64(sum(1 << kind for kind in kinds))
        rate = 2.5 / len(copies)
        first, later = len(firsts) * rate, 2 * ways / len(firsts) * rate
        answer = outlook.chance_of_steps(float(ways), mask, arrays(sight)[3], 2, 2.5)
        assert answer == pytest.approx(first / (1 + first) * later / (1 + later), rel=1e-12)
    assert several > 3


EXPERTS = [
    ("one_structure", 14, 9, 4),
    ("two_structures", 18, 6, 2),
    ("three_trios", 18, 3, 2),
    pytest.param("one_structure", 14, 60, 4, marks=pytest.mark.slow),
    pytest.param("two_structures", 18, 30, 3, marks=pytest.mark.slow),
    pytest.param("three_trios", 18, 10, 2, marks=pytest.mark.slow),
]


def expert_sights(rules, minimum, n, more):
    acting, waiting = met(rules, minimum, ("hiker", "random", "expert"), range(2), every=2)
    drawn = (acting if more else waiting)[:n]
    return drawn + made(rules, minimum, n, more) + one_card_away(rules, minimum, n, more)


@pytest.mark.parametrize(("rules", "minimum", "n", "reach"), EXPERTS)
def test_an_expert_makes_the_move_with_most_expected_points(rules, minimum, n, reach):
    chosen = replace(SKILLS["expert"], reach=reach)
    horizon = horizon_of("expert", minimum, rules)
    one = Asked(chosen, minimum, RULES[rules])
    seeing = 0
    for sight in expert_sights(rules, minimum, n, 1):
        assert one.move(sight) in slowly.expert_moves(sight, horizon, reach), sight
        seeing += bool(slowly.outlook(sight, reach))
    assert seeing >= n


@pytest.mark.parametrize(("rules", "minimum", "n", "reach"), EXPERTS)
def test_an_expert_wants_what_brings_more_points(rules, minimum, n, reach):
    horizon = horizon_of("expert", minimum, rules)
    number = Counter()
    for place, sight in enumerate(expert_sights(rules, minimum, n, 0)):
        margin = (-0.5, 0.4)[place % 2]
        chosen = replace(SKILLS["expert"], reach=reach, margin=margin)
        wanted, doubtful = slowly.expert_wants(sight, horizon, reach, margin)
        one = Asked(chosen, minimum, RULES[rules])
        assert one.wants(sight) - doubtful == wanted, sight
        number.update(kind in wanted for kind in range(27))
    assert min(number[True], number[False]) > n


# --- Mythical -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """The solved solitaire of the smallest rules, where players look for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NEUROANALYSIS_CACHE", str(tmp_path_factory.mktemp("solved")))
        yield solve(RULES["one_structure"], [14, 16], 3, workers=1)


@pytest.mark.parametrize("minimum", [14, 16])
def test_a_mythical_player_without_a_goal_makes_the_move_of_the_solved_solitaire(solved, minimum):
    rules = "one_structure"
    chosen = replace(SKILLS["mythical"], horizon=1.6, growth=0.0, reach=0)
    one, draws, reward = Asked(chosen, minimum, RULES[rules]), 2, minimum + chosen.premium
    acting, _ = met(rules, minimum, seeds=range(6), every=1)
    sights = [replace(s, kept=slowly.NOTHING) for s in acting + made(rules, minimum, 60, 1)]
    for kind in range(1, 27):
        hand = tuple(4 * (at == 0) + (at == kind) for at in range(27))
        unseen = tuple(4 - n for n in hand)
        sights.append(Sight(hand, unseen, minimum, rules=WORDS[rules]))
    decided = Counter()
    for sight in sights:
        if sight.finishes:
            assert one.move(sight) == ("finish", -1)
            continue
        hand, kept, laid, _ = arrays(sight)
        values = {}
        for kind, lays, chances in solved.moves(hand, laid, kept, minimum):
            if lays and not sight.can_draw:
                continue
            after = sight.laying(kind) if lays else sight.without(kind)
            # The replacement of a carré is none of the draws.
            chance = chances[draws - 1]
            points = chance * reward + (1 - chance) * after.worth
            values["lay" if lays else "discard", kind] = points
        move = one.move(sight)
        assert values[move] == pytest.approx(max(values.values()), abs=1e-9), sight
        decided[move[0]] += min(values.values()) < max(values.values()) - 1e-9
    assert decided["discard"] > 30
    assert decided["lay"] > 0


@pytest.mark.parametrize("alone", [1.2, 4.0])
def test_where_nobody_pangs_a_mythical_player_goes_by_the_solution_alone(solved, alone):
    # In games that are solved within a test all choose alike. So each class is given chances that
    # rise with the draws and are random else, which nobody can follow who does not look them up.
    rules, minimum = "one_structure", 14
    silent = replace(RULES[rules], pang=False)
    assert Solution.find(silent) is not None  # pangs do not matter to what hands are worth
    chosen = replace(SKILLS["mythical"], alone=alone, alone_growth=0.0)
    one = Asked(chosen, minimum, silent)
    steps = solved.steps(minimum)
    rising = np.sort(np.random.default_rng(3).integers(0, 65536, steps.shape), axis=0)
    invented = rising.astype(np.uint16)
    invented.flags.writeable = False
    known = one.known[0]
    one.known = (known._replace(chances=(invented, *known.chances[1:])), *one.known[1:])
    acting, _ = met(rules, minimum, seeds=range(4), every=1)
    sights = [replace(s, kept=slowly.NOTHING) for s in acting + made(rules, minimum, 40, 1)]
    sights += [replace(s, kept=slowly.NOTHING) for s in one_card_away(rules, minimum, 40, 1)]
    decided = Counter()
    for sight in sights:
        if sight.finishes:
            assert one.move(sight) == ("finish", -1)
            continue
        values = {}
        moves = [("discard", kind, sight.without(kind)) for kind in sight.discards()]
        moves += [("lay", kind, sight.laying(kind)) for kind in sight.lays()]
        for what, kind, after in moves:
            hand, _, laid, _ = arrays(after)
            [place] = solved.places(hand[None], laid[None])
            gains = np.diff([0, *invented[:, place].tolist()]) / 65535
            # Nobody comes before the replacement of a carré.
            turns = np.arange(len(gains)) + (what == "discard")
            chance = float((gains * (1 - 1 / alone) ** turns).sum())
            points = chance * (minimum + chosen.premium) + (1 - chance) * after.worth
            values[what, kind] = points
        move = one.move(sight)
        assert values[move] == pytest.approx(max(values.values()), abs=1e-9), sight
        decided["seeing"] += bool(slowly.outlook(sight, 4))
        decided["unlike an expert"] += asked("expert", sight, rules).move(sight) != move
    assert decided["seeing"] > 40
    assert decided["unlike an expert"] > 20


def test_a_mythical_player_without_a_goal_wants_what_the_solved_solitaire_values_more(solved):
    rules, minimum = "one_structure", 16
    _, waiting = met(rules, minimum, seeds=range(6), every=2)
    sights = [replace(s, kept=slowly.NOTHING) for s in waiting + made(rules, minimum, 40, 0)]
    number = Counter()
    for place, sight in enumerate(sights):
        margin = (-0.5, 0.4)[place % 2]
        chosen = replace(
            SKILLS["mythical"], horizon=1.6, growth=0.0, reach=0, margin=margin, premium=2.0
        )

        def chance_and_points(sight):
            hand, _, laid, _ = arrays(sight)
            [chance] = solved.chances(hand[None], laid[None], 2, minimum)
            return chance, chance * (minimum + 2.0) + (1 - chance) * sight.worth

        before, now = chance_and_points(sight)
        wanted, doubtful = set(), set()
        for kind in range(27):
            more = sight.plus(kind)
            if not sight.unseen[kind]:
                continue
            if more.finishes:
                wanted.add(kind)
                continue
            gains = [-1.0]
            for other in more.discards():
                # The very card that was taken may not go.
                if other != kind or sight.hand[kind]:
                    chance, points = chance_and_points(more.without(other))
                    # Nothing but a step to a finish may be worth less than going on without it.
                    gains.append(points - now - (margin if chance > before else 0.0))
            if max(gains) > 1e-9:
                wanted.add(kind)
            elif max(gains) > -1e-9:
                doubtful.add(kind)
        one = Asked(chosen, minimum, RULES[rules])
        assert one.wants(sight) - doubtful == wanted, sight
        number.update(kind in wanted for kind in range(27))
    assert min(number.values()) > 50

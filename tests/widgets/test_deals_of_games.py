"""The deal explorers of the games beside Neurotrio, driven as `test_deals` drives that one."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from math import comb

import pytest

from neuroanalysis import games
from neuroanalysis.core.work import Cancelled
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games import okey51
from neuroanalysis.texts import LANGUAGES, catalogue, set_language, speaking
from neuroanalysis.widgets import mhing_deals, okey51_deals
from tests.oracles import okey51 as okey_oracle
from tests.oracles import tichu as tichu_oracle
from tests.widgets.test_deals import PATIENCE, do, page, settled, words

GAMES = ("okey51", "mhing", "tichu", "conquete")
RACK = "r10 r11 r12 r13 b1 b2 k3 k3 y4 y9 k9 r1 b13 b7"


@pytest.fixture
def explore():
    """Make explorers of a game, and close them in the end."""
    made = []

    def make(game, *args, **options):
        options = {"samples": 200, "lang": "en", **options}
        if game == "mhing" and not args:
            args = ("jokers",)  # to count distances takes seconds, and is tested with the game
        module = import_module(f"neuroanalysis.widgets.{game}_deals")
        made.append(module.DealExplorer(*args, **options))
        return settled(made[-1])

    yield make
    for explorer in made:
        explorer.close()
        assert explorer.wait(PATIENCE)
    set_language(None)


# --- What all do alike ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_the_game_is_on_offer_in_words(explore, game):
    explorer = explore(game)
    ruled = games.game(game).under()
    shown = re.findall(r'<option value="([^"]*)"', explorer._options.html)
    assert shown[: len(ruled.deal_questions())] == list(ruled.deal_questions())
    said = set()
    for lang in LANGUAGES:
        with speaking(lang):
            said |= {(of, explorer.game.question(of)) for of in ruled.deal_questions()}
    assert all(words and "_" not in words for _, words in said)
    assert explorer.cards == ruled.cards_dealt(explorer.of, None)


@pytest.mark.parametrize(
    ("game", "of", "cards"),
    [
        ("okey51", "pairs", 3),
        ("mhing", "jokers", 3),
        ("tichu", "aces", 3),
        ("conquete", "kinds", 3),
    ],
)
def test_it_shows_the_exact_count_and_a_sample_over_it(explore, game, of, cards):
    explorer = explore(game, of, cards)
    ruled = games.game(game).under()
    assert explorer.answer.exact == ruled.deals(of, cards)
    assert explorer.answer.sampled == ruled.sampled_deals(of, cards, samples=200, seed=1)
    said = words(explorer._shown)
    assert "exact, computed: total" in said
    assert "estimate from a sample: n = 200, seed 1" in said
    assert re.search(r"The 200 random \w+ agree with the exact count", said)
    do(explorer, "samples", "0")
    assert explorer.answer.sampled is None
    do(explorer, "scale", "log")
    assert "10⁻" in explorer._shown.html
    bundle = explorer._repr_mimebundle_()
    assert "exact, computed" in bundle["text/html"]
    assert bundle["text/plain"] == catalogue("en")[f"deals.{game}.label"]


@pytest.mark.parametrize("game", GAMES)
def test_a_dealt_hand_is_written_found_and_picked(explore, game):
    explorer = explore(game)
    do(explorer, "deal")
    assert explorer.found.outcome == games.game(game).under().outcome(explorer.hand, explorer.of)
    assert re.match(r"Th\w+ \w+ counts? as ", words(explorer._told))
    assert "▸" in explorer._shown.html
    picked = dict(explorer.picker.selection)
    # What was written is read again as what was picked.
    line = explorer.hand
    do(explorer, "hand", "")
    assert words(explorer._told) == ""
    assert not any(map(any, explorer.picker.selection.values()))
    do(explorer, "hand", line)
    assert explorer.picker.selection == picked


@pytest.mark.parametrize("game", GAMES)
def test_another_question_keeps_the_number_of_cards_unless_it_was_the_usual_or_cannot_be(
    explore, game
):
    explorer = explore(game, samples=0)
    ruled = games.game(game).under()
    of, other = next(
        (one, two)
        for one in ruled.exact_questions()
        for two in ruled.exact_questions()
        # To count distances of Mhing takes seconds.
        if one != two
        and "distance" not in one + two
        and ruled.card_limits(one)[0] <= 3 <= ruled.card_limits(two)[1]
    )
    do(explorer, "of", of)
    assert explorer.cards == ruled.cards_dealt(of, None)
    do(explorer, "of", other)
    assert explorer.cards == ruled.cards_dealt(other, None)


@pytest.mark.parametrize("game", GAMES)
def test_mistakes_are_said_and_nothing_is_lost(explore, game):
    explorer = explore(game)
    before, of = explorer.answer, explorer.of
    do(explorer, "cards", "99")
    assert "99 is outside 1 to" in words(explorer._shown)
    do(explorer, "hand", "9zz")
    assert "9zz" in words(explorer._told)
    assert (explorer.answer, explorer.of, explorer.found) == (before, of, None)
    with pytest.raises(InputError, match="luck"):
        type(explorer)("luck")
    with pytest.raises(InputError, match="99"):
        type(explorer)(cards=99)
    with pytest.raises(CardError, match="9zz"):
        type(explorer)(hand="9zz | okey r1" if game == "okey51" else "9zz")
    with pytest.raises(ValueError, match="fly"):
        do(explorer, "fly")


@pytest.mark.parametrize("game", GAMES)
def test_in_french_everything_is_french(explore, game):
    explorer = explore(game)
    do(explorer, "deal")
    do(explorer, "comparing", "true")
    english = page(explorer)
    do(explorer, "language", "fr")
    said = page(explorer)
    assert re.match(r"C\w+ \w+ compte(nt)? pour ", words(explorer._told))
    for word in (
        "Question",
        "exact",
        "hand",
        "rack",
        "Seed",
        "Compare",
        "the",
        "of all deals",
        "dealt",
    ):
        assert (f" {word} " in f" {said} ") <= (word in ("Question", "exact"))
    do(explorer, "language", "en")
    assert page(explorer) == english


# --- What some games have ------------------------------------------------------------------------


def test_pairs_of_okey_are_as_often_as_was_worked_out_by_hand(explore):
    exact = explore("okey51", samples=0).answer.exact
    five = exact.share(lambda pairs: pairs >= 5)
    assert five == Fraction(51296550740400, 91748617512913200)


def test_what_melds_are_worth_is_only_sampled_and_says_so(explore):
    explorer = explore("okey51", "opening", samples=4000)
    assert explorer.answer.exact is None
    said = words(explorer._shown)
    assert "This question is not counted: all below is estimated from random deals." in said
    # 0.1930 +- 0.0004 of all racks open: the interval is that of the smaller sample.
    low, high = explorer.answer.sampled.intervals()[1]
    assert low < 0.1930 < high
    do(explorer, "samples", "0")
    assert "Random racks: 0 is outside 1 to" in words(explorer._shown)
    do(explorer, "of", "okeys")
    do(explorer, "samples", "0")
    assert explorer.answer.sampled is None
    do(explorer, "of", "ways")
    assert explorer.samples == 20_000


def test_the_rarity_of_a_rack_among_sampled_ones_is_an_estimate(explore):
    explorer = explore("okey51", "meld_value", hand=f"{RACK} | okey b5")
    value = okey_oracle.meld_value(*okey_oracle.parse(RACK, "b5"))
    assert explorer.found.outcome == value
    counts = explorer.answer.sampled.counts
    below = sum(n for outcome, n in counts.items() if outcome < value)
    said = words(explorer._told)
    assert said.startswith(f"This rack counts as {value}: of 200 random deals, {below / 2:g} % (")
    assert said.endswith("(estimates, in brackets 95 % intervals).")
    # Ways to open are no more and no less than one another.
    do(explorer, "of", "ways")
    assert re.match(
        r"This rack counts as (melds|none), as do [\d.]+ % \([\d.]+ to [\d.]+\) of 200 random "
        r"deals \(an estimate, in brackets a 95 % interval\)\.$",
        words(explorer._told),
    )
    do(explorer, "of", "meld_value,okeys")
    said = words(explorer._told)
    assert said.startswith(f"This rack has value of melds {value}, okeys 0, as have ")
    assert "(value of melds, okeys) count share" in words(explorer._shown)


def test_the_indicator_is_turned_first(explore):
    explorer = explore("okey51", "okeys", 2)
    do(explorer, "pick")
    assert explorer.picker.mode == "turned"
    explorer.picker.mode = "hand"
    explorer.picker.add(okey51.pieces.PIECES.kind("r6"))
    assert words(settled(explorer)._told).startswith("First turn the indicator")
    assert explorer.hand == ""
    explorer.picker.add(okey51.pieces.PIECES.kind("r5"), "turned")
    assert settled(explorer).hand == "r6 | indicator r5"
    assert words(explorer._told) == ("This rack has 1 of the 2 tiles that the question is about.")
    # The tile is wild now, and looks it.
    assert explorer.picker.names[okey51.pieces.PIECES.kind("r6")] == "red 6 as okey (wild)"
    explorer.picker.add(okey51.pieces.PIECES.kind("r6"))
    assert settled(explorer).found.outcome == 2


def test_thresholds_and_options_of_okey_are_chosen_and_compared(explore):
    explorer = explore("okey51", "opening")
    do(explorer, "threshold", "0")
    low = explorer.answer.sampled.counts[1]
    do(explorer, "threshold", "101")
    assert explorer.answer.sampled.counts.get(1, 0) < low
    do(explorer, "threshold", "many")
    assert "many" in words(explorer._shown)
    do(explorer, "comparing", "true")
    others = dict(explorer.answer.others)
    assert list(others) == list(okey51_deals.OPTIONS)
    rules = okey51.Rules(threshold=101, one_after_13=14)
    assert others["one_after_13"] == okey51.sample_deals(
        "opening", rules=rules, samples=200, seed=1
    )
    assert "A 1 after 13 is worth 14 points" in words(explorer._shown)
    do(explorer, "preset", "okey101")
    assert (explorer.cards, explorer.rules.threshold) == (21, 101)
    do(explorer, "cards", "22")
    do(explorer, "comparing", "false")
    do(explorer, "deal")
    assert sum(explorer.picker.counts) == 22
    do(explorer, "preset", "okey51")
    do(explorer, "hand", "")
    do(explorer, "cards", "16")
    assert re.search(
        r'data-do="deal"[^>]*aria-disabled|aria-disabled[^>]*data-do="deal"', explorer._options.html
    )
    do(explorer, "deal")
    assert explorer.hand == ""


def test_hands_of_mhing_are_counted_without_their_flowers(explore):
    explorer = explore("mhing", "jokers", 4, hand="123m J F F")
    assert dict(explorer.answer.exact.counts) == {
        n: comb(6, n) * comb(136, 4 - n) for n in range(5)
    }
    assert words(explorer._told).startswith("This hand counts as 1:")
    do(explorer, "hand", "123m J | laid 4s-5s-6s")
    assert explorer.found is None
    assert "laid" in words(explorer._told)


def test_no_hand_has_a_place_in_what_is_played_out(explore, monkeypatch):
    explorer = explore("mhing", "jokers", hand="123m 456p 789s 1123z")
    dealt = []

    def played(self, asked, samples, seed, progress, cancel):
        dealt.append(asked.rules)
        raise Cancelled

    # Playing out takes seconds and is asked elsewhere.
    monkeypatch.setattr(mhing_deals.DealExplorer, "_sample", played)
    explorer._options.perform({"do": "of", "value": "credits"})
    assert explorer.wait(PATIENCE)
    assert words(explorer._told) == (
        "This question is not about what a single hand holds, so no hand has a place in its answer."
    )
    assert (explorer.cards, len(dealt)) == (13, 1)
    readings = [name for name, _ in explorer.game.readings(explorer.question)]
    assert len(readings) == 5


def test_bombs_of_tichu_are_as_often_as_was_published(explore):
    explorer = explore("tichu", samples=0)
    assert explorer.answer.exact.counts[1] == 294663199638
    assert explorer.answer.exact.total == 5804731963800
    do(explorer, "comparing", "true")
    ((name, other),) = explorer.answer.others
    assert (name, other.counts[1]) == ("mah_jong_in_straight_flush", 304445765908)
    do(explorer, "cards", "8")
    assert explorer.answer.exact.probability(1) == Fraction(4229667, 1420494075)


def test_parts_of_a_joint_outcome_are_named(explore):
    explorer = explore("tichu", "strongest_bomb", samples=0, cards=5, hand="7s 7h 7d 7c 9s")
    assert explorer.found.outcome == (0, 7)
    assert words(explorer._told).startswith("This hand has length 0, rank 7, as have ")
    do(explorer, "language", "fr")
    assert words(explorer._told).startswith("Cette main : longueur 0, rang 7, comme ")


def test_fewest_plays_of_a_hand_among_sampled_ones(explore):
    hand = "3s 4h 5d 6c 7s 9h 9d Jc"
    explorer = explore("tichu", "fewest_plays", 8, hand=hand)
    assert explorer.found.outcome == tichu_oracle.fewest_plays(hand.split())


def test_cards_of_conquete_that_share_attributes(explore):
    explorer = explore("conquete", "shared_attributes", samples=0)
    assert dict(explorer.answer.exact.counts) == {0: 432, 1: 648, 2: 324, 3: 27}
    do(explorer, "needed", "1")
    assert "needed=1" in words(explorer._shown)


def test_a_card_that_is_placed_stands_apart(explore):
    explorer = explore("conquete", "vp", 4, hand="2ev 1ev 3ev 2cv")
    # Compatible with all three, which brings 5; the other way round with one of them only.
    assert explorer.found.outcome == 5
    do(explorer, "hand", "1ev 2ev 3ev 2cv")
    assert explorer.found.outcome == 1
    kind = games.conquete.pieces.PIECES.kind
    explorer.picker.select(hand=explorer.picker.counts, turned=[0] * 27)
    assert words(settled(explorer)._told) == "Choose the card that is placed too."
    explorer.picker.add(kind("1ev"), "turned")
    assert settled(explorer).found.outcome == 1
    # Asked of a hand it is a card as others, and none is lost.
    do(explorer, "of", "kinds")
    assert explorer.picker.counts[kind("1ev")] == 1
    assert sum(explorer.picker.counts) == 4
    do(explorer, "of", "compatible")
    assert "start card" in words(explorer._told)
    do(explorer, "hand", "2ev 2ev 1rn | domain 0,0 2eb")
    do(explorer, "cards", "3")
    assert explorer.found.outcome == 2

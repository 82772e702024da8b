"""Random cards counted exactly against closed forms, against trying all deals, and sampled."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from neuroanalysis.core.agreement import agreement
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.conquete import PIECES, Rules
from neuroanalysis.games.conquete.analysis import (
    deal_distribution,
    outcome_of,
    questions,
    sample_deals,
)
from neuroanalysis.games.conquete.analysis.deals import QUESTIONS, card_limits, drawn
from neuroanalysis.texts import speaking
from tests.games.conquete.test_cells import oracle_rules
from tests.oracles import conquete_deals as oracle

OTHER = Rules(copies=3, shared_attributes=1, needed=3, two_vp=7, three_vp=-2, four_vp=7)
FEW = Rules(copies=1, needed=1)


def test_the_handed_pairs():
    assert deal_distribution("shared_attributes").counts == {0: 432, 1: 648, 2: 324, 3: 27}
    assert deal_distribution("shared_attributes").total == 1431


@pytest.mark.parametrize("neighbours", [1, 2, 3, 4])
def test_what_a_card_brings_is_hypergeometric(neighbours):
    """Of 53 other cards 13 are compatible with it, whatever it is."""
    vp = {n: 54 * comb(13, n) * comb(40, neighbours - n) for n in range(neighbours + 1)}
    least = 1 if neighbours == 1 else 2
    known = Counter({"none": sum(vp[n] for n in range(least))})
    known.update({Rules().placing[n - 1]: vp[n] for n in range(least, neighbours + 1)})
    assert deal_distribution("vp", neighbours + 1).counts == known
    fit = deal_distribution("fit", neighbours + 1)
    assert fit.counts == {0: known["none"], 1: fit.total - known["none"]}


def test_means_of_what_cells_accept():
    for n in (1, 2, 3, 4):
        goes = deal_distribution("fit", n + 1).probability(1)
        assert deal_distribution("accepting_cards", n).mean() == goes * (54 - n)
        each = Fraction(comb(14, n), comb(54, n))  # its own two cards go with a kind too
        assert deal_distribution("common", n).mean() == 27 * each
    assert deal_distribution("accepting", 1).counts == {7: 54}
    # Of two cards, both have to be compatible.
    assert deal_distribution("accepting", 2) == deal_distribution("common", 2)
    assert deal_distribution("accepting", 2).counts == {0: 432, 2: 648, 3: 324, 7: 27}


@pytest.mark.parametrize("rules", [Rules(), OTHER, FEW])
def test_every_deal_is_counted_once(rules):
    deck = rules.deck_size
    for cards in (0, 1, 2, 13, 26, deck - 1):
        compatible = deal_distribution("compatible", cards, rules)
        assert compatible.total == deck * comb(deck - 1, cards)
        kinds = deal_distribution("kinds", cards, rules)
        pairs = deal_distribution("pairs", cards, rules)
        assert kinds.total == pairs.total == comb(deck, cards)
        held = 1 - Fraction(comb(deck - rules.copies, cards), comb(deck, cards))
        assert kinds.mean() == 27 * held
        if rules.copies == 2:  # a card is the first of its kind or makes a pair
            assert pairs.map(lambda n, cards=cards: cards - n) == kinds


@pytest.mark.parametrize(
    ("of", "dealt", "rules"),
    [
        ("shared_attributes", 2, OTHER),
        ("compatible", 3, FEW),
        ("compatible", 2, OTHER),
        ("vp", 3, FEW),
        ("fit", 3, FEW),
        ("accepting", 2, OTHER),
        ("accepting", 3, FEW),
        ("accepting_cards", 2, Rules()),
        ("accepting_cards", 2, FEW),
        ("common", 2, OTHER),
        ("kinds", 2, OTHER),
        ("pairs", 3, Rules()),
    ],
)
def test_deals_are_counted_by_trying_all(of, dealt, rules):
    known = oracle.counts(of, dealt, oracle_rules(rules))
    assert deal_distribution(of, dealt - (of == "compatible"), rules).counts == known


@pytest.mark.slow
@pytest.mark.parametrize(
    ("of", "dealt", "rules"),
    [
        ("vp", 4, FEW),
        ("accepting_cards", 3, Rules()),
        ("common", 4, FEW),
        ("pairs", 3, OTHER),
        ("fit", 3, OTHER),
    ],
)
def test_more_deals_are_counted_by_trying_all(of, dealt, rules):
    known = oracle.counts(of, dealt, oracle_rules(rules))
    assert deal_distribution(of, dealt, rules).counts == known


# --- Sampled --------------------------------------------------------------------------------------


@pytest.mark.parametrize("of", QUESTIONS)
@pytest.mark.parametrize("rules", [Rules(), OTHER])
def test_sampled_deals_agree_with_the_exact_count(of, rules):
    cards = {"fit": 4, "vp": 5, "accepting": 4, "accepting_cards": 3}.get(of)
    exact = deal_distribution(of, cards, rules)
    assert agreement(sample_deals(of, cards, rules, samples=10_000, seed=3), exact).agrees


@pytest.mark.parametrize("rules", [Rules(), OTHER, FEW])
def test_cards_are_counted_as_the_slow_twin_says(rules):
    rng = random.Random(4)
    deck = [kind for kind, _ in oracle.deck(oracle_rules(rules))]
    for _ in range(40):
        force = rng.choice("123")  # cards of one force have more in common than any
        few = [kind for kind in deck if kind[0] == force] if rng.random() < 0.7 else deck
        for of in QUESTIONS:
            low, high = card_limits(of, rules)
            cards = rng.sample(few, rng.randint(low, min(high, 8)) + (of == "compatible"))
            if cards:
                known = oracle.outcome(cards, of, oracle_rules(rules))
                assert outcome_of(" ".join(cards), of, rules) == known
                kinds = [PIECES.kind(card) for card in cards]
                assert outcome_of(kinds, of, rules) == known


def test_cards_are_dealt_from_one_pack():
    dealt = drawn(50, 54, Rules(), np.random.default_rng(2))
    assert (np.sort(dealt, axis=1) == np.repeat(np.arange(27), 2)).all()
    assert len(np.unique(dealt, axis=0)) == 50


def test_the_answer_does_not_depend_on_the_workers():
    answers = [sample_deals("compatible", samples=9_000, seed=1, workers=n) for n in (1, 2)]
    assert answers[0] == answers[1]
    assert answers[0] != sample_deals("compatible", samples=9_000, seed=2)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: deal_distribution("bombs"), InputError),
        (lambda: deal_distribution("shared_attributes", 3), InputError),
        (lambda: deal_distribution("fit", 1), InputError),
        (lambda: deal_distribution("vp", 6), InputError),
        (lambda: deal_distribution("accepting", 0), InputError),
        (lambda: deal_distribution("compatible", 54), InputError),
        (lambda: deal_distribution("kinds", 55), InputError),
        (lambda: sample_deals("kinds", samples=0), InputError),
        (lambda: outcome_of("2eb", "vp"), InputError),
        (lambda: outcome_of("2eb 2eb 2eb", "kinds"), CardError),
        (lambda: outcome_of("2eb 9eb", "vp"), CardError),
    ],
)
def test_what_cannot_be_asked_is_refused(language, call, error):
    with speaking(language), pytest.raises(error) as caught:
        call()
    assert str(caught.value)


def test_all_questions_are_listed():
    assert questions() == QUESTIONS
    assert all(deal_distribution(of).total for of in QUESTIONS)

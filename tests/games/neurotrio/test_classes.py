"""Classes of hands: the fast canonical form and listing, against what the symmetries are.

The judges are the symmetries as `tests.oracles.deals` writes them, Burnside's lemma, polynomials
and binomials, and the plain listing of `neuroanalysis.core.enumeration`, which knows no layers.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuroanalysis.core.enumeration import classes, count_hands, count_vectors, hands_of_vector
from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import CardError, InputError, RulesError
from neuroanalysis.games.neurotrio._kernels import classes as kernels
from neuroanalysis.games.neurotrio.analysis import (
    canonical,
    class_parts,
    count_classes,
    hand_classes,
    layers,
)
from neuroanalysis.games.neurotrio.analysis import classes as module
from neuroanalysis.games.neurotrio.analysis.classes import (
    class_chunks,
    list_keys,
    list_part,
    symmetries,
)
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.texts import speaking
from tests.error_calls import raised_keys
from tests.games.neurotrio.support import random_hand
from tests.oracles import deals, neurotrio

COPIES = (1, 2, 3, 4)


def hands_of_all_sorts(seed, n, copies=4, sizes=range(27)):
    rng = random.Random(seed)
    rows = [
        random_hand(rng, min(rng.choice(sizes), 27 * copies), copies, rng.randint(0, 2))
        for _ in range(n)
    ]
    return np.array(rows, dtype=np.uint8)


def digits(number, copies):
    return [number // (copies + 1) ** place % (copies + 1) for place in range(26, -1, -1)]


# --- The group -----------------------------------------------------------------------------------


def test_the_symmetries_are_the_renamings_and_swaps():
    rows = [tuple(row) for row in symmetries().permutations.tolist()]
    assert len(rows) == len(set(rows)) == 1296
    assert set(rows) == set(deals.symmetries())


def test_the_symmetries_keep_the_27_lines():
    lines = {frozenset(line) for line in neurotrio.LINES}
    for row in symmetries().permutations.tolist():
        assert {frozenset(row[kind] for kind in line) for line in lines} == lines


# --- Canonical form ------------------------------------------------------------------------------


@pytest.mark.parametrize("copies", COPIES)
def test_the_canonical_number_is_the_same_for_all_1296_images(copies):
    images = symmetries().permutations
    for hand in hands_of_all_sorts(copies, 25, copies, range(1, 27 * copies + 1)):
        moved = np.zeros((len(images), 27), dtype=np.uint8)
        np.put_along_axis(moved, images, np.broadcast_to(hand, moved.shape), axis=1)
        numbers, orders = canonical(moved, copies)
        assert len(set(numbers.tolist())) == 1
        # Orbit and stabiliser: as many symmetries keep the hand as give each of its images.
        assert set(orders.tolist()) == {1296 // len(np.unique(moved, axis=0))}
        assert digits(int(numbers[0]), copies) in moved.tolist()


@pytest.mark.parametrize("copies", COPIES)
def test_two_hands_have_the_same_number_exactly_if_the_plain_canonical_form_agrees(copies):
    # Few cards, so that many hands share a class; then hands of all sizes.
    few = hands_of_all_sorts(10 + copies, 3000, copies, range(6))
    hands = np.concatenate([few, hands_of_all_sorts(20 + copies, 1500, copies)])
    numbers, orders = canonical(hands, copies)
    plain, plain_orders = symmetries().canonical(hands, copies)
    pairs = set(zip(numbers.tolist(), plain.tolist(), strict=True))
    assert len(pairs) == len(set(numbers.tolist())) == len(set(plain.tolist()))
    assert len(pairs) < len(hands) - 1000
    assert orders.tolist() == plain_orders.tolist()


@given(
    st.lists(st.integers(0, 4), min_size=27, max_size=27),
    st.sampled_from(deals.symmetries()),
    st.integers(0, 26),
)
def test_a_hand_and_its_image_agree_and_one_card_less_is_another_class(hand, symmetry, kind):
    fewer = list(hand)
    fewer[kind] = max(0, fewer[kind] - 1)
    numbers, _ = canonical(np.array([hand, deals.moved(hand, symmetry), fewer], dtype=np.uint8))
    assert numbers[0] == numbers[1]
    assert (numbers[0] == numbers[2]) == (hand == fewer)


def test_a_canonical_hand_is_its_own_and_a_member_of_the_class():
    for copies in COPIES:
        hands = hands_of_all_sorts(30 + copies, 300, copies)
        numbers, orders = canonical(hands, copies)
        own = np.array([digits(number, copies) for number in numbers.tolist()], dtype=np.uint8)
        again, again_orders = canonical(own, copies)
        assert again.tolist() == numbers.tolist()
        assert again_orders.tolist() == orders.tolist()
        for hand, first in zip(hands[:20], own[:20], strict=True):
            assert tuple(first.tolist()) in deals.orbit(hand)


def test_no_hand_and_all_hands_are_alone_in_their_classes():
    numbers, orders = canonical(np.array([[0] * 27, [4] * 27], dtype=np.uint8))
    assert numbers.tolist() == [0, 5**27 - 1]
    assert orders.tolist() == [1296, 1296]
    assert canonical(np.zeros((0, 27), dtype=np.uint8))[0].shape == (0,)


# --- Listing -------------------------------------------------------------------------------------


def walked(cards, copies=4):
    """Return how many classes, count vectors and hands there are, from the parts of the listing."""
    number, vectors, hands = 0, 0, 0
    ways = np.array([comb(copies, n) for n in range(copies + 1)], dtype=np.int64)
    for chunk in class_chunks(cards, copies):
        counts, orders = list_part(chunk.payload)
        assert not counts.size or counts.sum(axis=1).min() == counts.sum(axis=1).max() == cards
        assert not (1296 % orders).any()
        sizes = 1296 // orders.astype(np.int64)
        for rows in range(0, len(counts), 1 << 16):
            part = ways[counts[rows : rows + (1 << 16)]].prod(axis=1)
            # Some 10^10 times 65,536 fit 63 bits; the sum of all parts need not.
            hands += int((part * sizes[rows : rows + (1 << 16)]).sum())
        vectors += int(sizes.sum())
        number += len(counts)
    return number, vectors, hands


def expected(cards, copies):
    burnside = symmetries().count_classes(copies, cards)
    return burnside, count_vectors(27, copies, cards), comb(27 * copies, cards)


SIZES = [(cards, copies) for copies in COPIES for cards in range(1, 12)] + [
    pytest.param(cards, copies, marks=pytest.mark.slow)
    for copies in COPIES
    for cards in (12, 13, 14)
]


@pytest.mark.parametrize(("cards", "copies"), SIZES)
def test_the_listing_has_burnsides_number_all_count_vectors_and_all_hands(cards, copies):
    assert walked(cards, copies) == expected(cards, copies)


def test_the_handed_numbers():
    assert count_hands(27, 4, 13) == 20_592_957_740_312_160
    assert [count_classes(cards) for cards in (13, 14)] == [5_966_376, 16_588_518]
    assert [count_vectors(27, 4, n) for n in (13, 14)] == [7_633_490_490, 21_310_147_575]


@pytest.mark.parametrize("copies", COPIES)
def test_every_class_of_the_plain_listing_is_found_exactly_once(copies):
    for cards in range(1, 7):
        plain = classes(symmetries(), copies, cards)
        fast = hand_classes(cards, copies)
        numbers, _ = symmetries().canonical(fast.counts, copies)
        own, _ = symmetries().canonical(plain.counts, copies)
        order = np.argsort(numbers)
        assert numbers[order].tolist() == own.tolist()  # both without repetition
        assert fast.sizes[order].tolist() == plain.sizes.tolist()
        assert fast.weights()[order].tolist() == plain.weights().tolist()


@pytest.mark.parametrize("copies", COPIES)
def test_a_listed_hand_is_the_canonical_hand_of_its_class(copies):
    for cards in (4, 7):
        listed = hand_classes(cards, copies)
        numbers, orders = canonical(listed.counts, copies)
        assert [digits(number, copies) for number in numbers.tolist()] == listed.counts.tolist()
        assert len(set(numbers.tolist())) == len(listed)
        assert (1296 // orders == listed.sizes).all()


def test_all_hands_of_four_cards_fall_into_the_listed_classes():
    hands = np.array(list(deals.count_vectors(4, 4)), dtype=np.uint8)
    listed = hand_classes(4)
    members = Counter(canonical(hands)[0].tolist())
    own = canonical(listed.counts)[0].tolist()
    assert members == dict(zip(own, listed.sizes.tolist(), strict=True))


def test_weights_are_hands_and_fit_up_to_18_cards():
    listed = hand_classes(6)
    for row, size, weight in zip(listed.counts, listed.sizes, listed.weights(), strict=True):
        assert int(weight) == int(size) * hands_of_vector(row.tolist(), 4)
    # The most ways that n cards of one kind give, for each card: 4 for one card, less for more.
    assert max(comb(4, n) ** (1 / n) for n in range(1, 5)) == 4
    assert 1296 * 4**18 < 10**14


@pytest.mark.parametrize("copies", [1, 2])
def test_one_copy_fewer_lists_a_part_of_the_classes(copies):
    more = hand_classes(5, copies + 1)
    kept = more.counts[more.counts.max(axis=1) <= copies]
    fewer = hand_classes(5, copies)
    assert set(canonical(kept, 4)[0].tolist()) == set(canonical(fewer.counts, 4)[0].tolist())
    assert len(kept) == len(fewer)


# --- With laid carrés ----------------------------------------------------------------------------

MARK = 5  # in the place of a count: this kind's carré lies on the table
LAID_SIZES = [(4, 1), (5, 1), (8, 1), (8, 2), (6, 0), (12, 3), (13, 2), (16, 4)]


def laid_polynomial(cycles, cards, laid):
    """Return how many hands with so many cards and laid carrés are constant on cycles of kinds."""
    terms = Counter({(0, 0): 1})
    for length in cycles:
        longer = Counter()
        for (n, on_table), ways in terms.items():
            for count in range(5):
                longer[n + count * length, on_table] += ways
            longer[n + 4 * length, on_table + length] += ways
        terms = Counter({at: ways for at, ways in longer.items() if at[0] <= cards})
    return terms[cards, laid]


@pytest.fixture(scope="module")
def marked():
    return class_tables(4, laid=True)


def keys_of(hands, tables):
    keys, orders = np.zeros(len(hands), dtype=np.int64), np.zeros(len(hands), dtype=np.int16)
    kernels.canonical_keys(hands, tables, keys, orders)
    return keys, orders


@pytest.mark.parametrize(
    ("cards", "laid"), [*LAID_SIZES, pytest.param(18, 4, marks=pytest.mark.slow)]
)
def test_the_listing_with_laid_carres_has_burnsides_number_and_all_of_them(cards, laid, marked):
    parts = [list_keys(chunk.payload) for chunk in class_chunks(cards, laid=laid)]
    keys = np.concatenate([part[0] for part in parts])
    orders = np.concatenate([part[1] for part in parts])
    fixed = sum(
        times * laid_polynomial(cycles, cards, laid)
        for cycles, times in symmetries().cycle_types.items()
    )
    assert len(keys) == len(np.unique(keys)) == fixed // 1296
    assert int((1296 // orders.astype(int)).sum()) == laid_polynomial([1] * 27, cards, laid)
    hands = np.zeros((len(keys), 27), dtype=np.uint8)
    kernels.hands_of_keys(keys, marked, hands)
    held = np.where(hands == MARK, 4, hands)
    assert (held.sum(axis=1) == cards).all()
    assert ((hands == MARK).sum(axis=1) == laid).all()
    assert [part.tolist() for part in keys_of(hands, marked)] == [keys.tolist(), orders.tolist()]


def test_with_laid_carres_too_the_number_is_constant_exactly_on_classes(marked):
    rng = random.Random(8)
    hands = []
    for _ in range(1500):
        laid = rng.sample(range(27), rng.randint(0, 2))
        hand = list(random_hand(rng, rng.randint(0, 4), sort=1, barred=tuple(laid)))
        for kind in laid:
            hand[kind] = MARK
        hands += [hand, deals.moved(hand, rng.choice(deals.symmetries()))]
    keys, orders = keys_of(np.array(hands, dtype=np.uint8), marked)
    assert keys[::2].tolist() == keys[1::2].tolist()
    # Judged by the greatest of all images, a mark being a fifth copy: base 6 does not fit 63 bits,
    # so the images are compared as rows.
    greatest = {}
    for hand, key, order in zip(hands[:300:2], keys[:300:2], orders[:300:2], strict=True):
        images = [deals.moved(hand, symmetry) for symmetry in deals.symmetries()]
        assert greatest.setdefault(int(key), max(images)) == max(images)
        assert images.count(tuple(hand)) == order
    assert len(set(greatest.values())) == len(greatest)


def test_a_laid_carre_is_not_a_held_one(marked):
    held, laid = np.zeros((2, 27), dtype=np.uint8)
    held[3], laid[3] = 4, MARK
    keys, _ = keys_of(np.array([held, laid]), marked)
    assert keys[0] != keys[1]


def test_numbers_of_layers_fit_their_bits(marked):
    # Of three layers with 18 cards, fullest first, the second has at most 9, the third at most 6.
    assert marked.starts[10, 0] < 1 << kernels.ONE_BITS
    assert marked.starts[7, 0] < 1 << kernels.OTHER_BITS
    assert len(marked.by_cards) < 1 << (63 - kernels.ONE_BITS - kernels.OTHER_BITS)


# --- As work -------------------------------------------------------------------------------------


def test_the_listing_is_the_same_for_any_number_of_workers():
    one, two = (hand_classes(9, workers=workers) for workers in (1, 2))
    assert np.array_equal(one.counts, two.counts)
    assert np.array_equal(one.sizes, two.sizes)


def test_progress_never_goes_back_and_ends_at_the_end():
    told = []
    hand_classes(10, progress=lambda done, total: told.append((done, total)))
    done = [n for n, _ in told]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, told[0][1])
    assert len({total for _, total in told}) == 1


def test_a_cancelled_listing_stops_and_the_next_one_is_whole():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        hand_classes(9, cancel=cancel)
    assert len(hand_classes(9)) == count_classes(9)


@pytest.mark.parametrize(
    ("cards", "copies"), [(9, 4), (13, 4), (14, 4), (18, 4), (18, 3), (18, 2), (13, 1)]
)
def test_parts_are_even_and_know_about_how_many_classes_they_have(cards, copies):
    chunks = class_chunks(cards, copies)
    sizes = [chunk.size for chunk in chunks]
    # By Burnside's lemma, which lists nothing.
    number = symmetries().count_classes(copies, cards)
    assert 0.8 * number < sum(sizes) < 1.25 * number
    alone = [len(chunk.payload.firsts) == 1 for chunk in chunks]
    # Only a single layer may be larger than what two half-full parts are together.
    assert all(size < 1 << 15 or one for size, one in zip(sizes, alone, strict=True))


def test_parts_are_as_large_as_they_say():
    for chunk in class_chunks(11):
        found = len(list_keys(chunk.payload)[0])
        # Within the room that is made for them, so that none is listed twice.
        assert chunk.size / 2 < found <= chunk.payload.room


def test_with_laid_carres_too_parts_know_about_how_many_classes_they_have(marked):
    for cards, laid in LAID_SIZES[:7]:
        chunks = class_chunks(cards, laid=laid)
        found = sum(len(list_keys(chunk.payload)[0]) for chunk in chunks)
        layers_met = sum(len(chunk.payload.firsts) for chunk in chunks)  # each counts 1 at least
        said = sum(chunk.size for chunk in chunks)
        assert 0.8 * found < said < 1.25 * found + layers_met
    assert marked.marked


def test_a_part_with_more_classes_than_it_says_is_listed_whole():
    (chunk,) = class_chunks(7)
    few = replace(chunk.payload, expected=0)
    assert few.room < len(list_keys(few)[0]) == count_classes(7)


# --- What is refused -----------------------------------------------------------------------------

BAD = [
    (lambda: hand_classes(0), InputError, "cards: 0 is outside 1 to 18"),
    (lambda: hand_classes(19), InputError, "cards: 19 is outside 1 to 18"),
    (
        lambda: hand_classes(18),
        InputError,
        (
            "631449017 classes of hands with 18 cards and 4 copies of each kind; at most 50000000 "
            "are listed at once (class_chunks and list_part list them in parts)"
        ),
    ),
    (lambda: class_chunks(-1), InputError, "cards: -1 is outside 1 to 18"),
    (
        lambda: hand_classes(3, copies=5),
        RulesError,
        "option 'copies': 5; exact counts over all deals are made for at most 4 copies",
    ),
    (
        lambda: canonical(np.full((1, 27), 5), copies=5),
        RulesError,
        "option 'copies': 5; exact counts over all deals are made for at most 4 copies",
    ),
    (
        lambda: canonical(np.full((1, 27), 5)),
        CardError,
        "5 copies of 1cn; there are only 4",
    ),
    (
        lambda: canonical(np.zeros(27, dtype=np.uint8)),
        CardError,
        "counts of shape (27,); expected (n, 27)",
    ),
]


@pytest.mark.parametrize(("ask", "error", "message"), BAD)
def test_what_is_refused(ask, error, message):
    with pytest.raises(error) as caught:
        ask()
    with speaking("en"):
        assert str(caught.value) == message
    with speaking("fr"):
        assert str(caught.value) not in {"", message}


def test_every_error_of_this_room_is_told_above():
    told = set()
    for ask, error, _ in BAD:
        with pytest.raises(error) as caught:
            ask()
        told.add(caught.value.key)
    rooms = (module, class_parts, layers)
    assert raised_keys(*(Path(room.__file__) for room in rooms)) <= told

"""``neuroanalysis deals``: the contract's JSON, the readable tables, what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from tests.oracles import neurotrio as oracle


def brute_values(cards: int) -> Counter:
    """Count the best values of all deals of so few cards, one deal after the other."""
    counts: Counter = Counter()
    stock = [kind for kind in range(27) for _ in range(4)]
    known: dict[tuple[int, ...], int] = {}
    for deal in combinations(stock, cards):
        hand = tuple(deal.count(kind) for kind in range(27))
        if hand not in known:
            known[hand] = oracle.evaluate(hand)[0]
        counts[str(known[hand])] += 1
    return counts


def test_exact_counts_are_those_of_all_deals(cli):
    record = cli("deals", "neurotrio", "--cards", 2, "--exact", "--json").record
    assert record["counts"] == brute_values(2)
    assert {key: record[key] for key in ("game", "cards", "of", "exact", "total")} == {
        "game": "neurotrio",
        "cards": 2,
        "of": "value",
        "exact": True,
        "total": comb(108, 2),
    }


def test_known_figures_come_out(cli):
    record = cli("deals", "neurotrio", "--of", "distance", "--exact", "--json").record
    assert record["cards"] == 13
    assert record["total"] == 20_592_957_740_312_160
    shares = {key: n / record["total"] for key, n in record["counts"].items()}
    assert (round(shares["1"], 3), round(shares["2"], 3)) == (0.070, 0.454)
    finish = cli("deals", "neurotrio", "--of", "finish", "--exact", "--json").record
    assert finish["cards"] == 14
    assert min(int(key) for key in finish["counts"] if key != "none") == 18


def test_joint_outcomes_and_other_rules(cli):
    words = ("--cards", 3, "--of", "value,distance", "--exact", "--json")
    record = cli("deals", "neurotrio", *words, "-o", "trio_points=7").record
    assert set(record["counts"]) == {"0,11", "4,11", "7,11"}
    assert sum(record["counts"].values()) == comb(108, 3)


def test_a_sample_says_how_many_and_which(cli):
    words = ("deals", "neurotrio", "--samples", 3000, "--seed", 5, "--of", "distance", "--json")
    record = cli(*words).record
    assert (record["exact"], record["n"], record["seed"], record["level"]) == (False, 3000, 5, 0.95)
    assert sum(record["counts"].values()) == 3000
    for key, n in record["counts"].items():
        low, high = record["intervals"][key]
        assert 0 <= low <= n / 3000 <= high <= 1
    assert cli(*words, "--workers", 2).record == record
    assert cli(*words, "--seed", 6).record != record


def test_readable_tables_say_exact_or_estimated(cli):
    ran = cli("deals", "neurotrio", "--of", "duos", "--cards", 2, "--exact")
    assert (ran.code, ran.err) == (0, "")
    assert "exact, computed: total 5,778" in ran.out
    assert "162" in ran.out
    assert "exact, from data" in cli("deals", "neurotrio", "--exact").out
    sampled = cli("deals", "neurotrio", "--samples", 500, "--seed", 3).out
    assert "500" in sampled
    assert "seed 3" in sampled


def test_how_rare_a_hand_is(cli):
    words = ("deals", "neurotrio", "--cards", 2, "--of", "duos", "--exact", "--hand", "2eb*2")
    record = cli(*words, "--json").record
    assert record["hand"] == "1"
    assert record["equal"] == pytest.approx(162 / 5778)
    assert record["below"] == pytest.approx(1 - 162 / 5778)
    assert record["above"] == 0
    assert "Your hand counts as 1" in cli(*words).out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--of", "x"], 1, "unknown question 'x'; accepted: value, distance"),
        (["--of", "bonus:X"], 1, "unknown question 'bonus:X'"),
        (["--cards", "0"], 1, "cards: 0 is outside 1 to 14"),
        (["--cards", "15"], 1, "cards: 15 is outside 1 to 14"),
        (["--cards", "19", "--of", "finish"], 1, "cards: 19 is outside 14 to 18"),
        (["--samples", "0"], 1, "samples: 0 is outside 1 to 1000000000"),
        (["--players", "9"], 1, "players: 9 is outside 1 to 8"),
        (["--seed", "-1"], 1, "seed"),
        (["--workers", "0"], 1, "workers"),
        (["--exact", "--seed", "1"], 2, "--exact and --seed do not go together"),
        (["--cards", "x"], 2, "'x' is no whole number"),
        (["--hand", "2eb"], 2, "the hand has 1 cards, but 13 are dealt"),
        (["--hand", "4cn"], 1, "unknown card '4cn'"),
        (["--exact", "--cards", "2", "-o", "copies=5"], 1, "at most 4 copies"),
    ],
)
def test_what_is_refused(cli, words, code, said):
    ran = cli("deals", "neurotrio", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err

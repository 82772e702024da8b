"""``neuroanalysis deals``: the contract's JSON, the readable tables, what is refused."""

from __future__ import annotations

import os
import signal
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
    assert (record["hand"], record["outcome"]) == ("2eb*2", "1")
    assert record["equal"] == pytest.approx(162 / 5778)
    assert record["below"] == pytest.approx(1 - 162 / 5778)
    assert record["above"] == 0
    assert "Your hand counts as 1" in cli(*words).out


def test_a_hand_is_found_among_joint_outcomes_and_among_sampled_ones(cli):
    hand = ("--cards", 3, "--hand", "2eb*3", "--of")
    joint = cli("deals", "neurotrio", *hand, "value,distance", "--exact", "--json").record
    assert joint["outcome"] == "4,11"
    assert joint["equal"] == pytest.approx(27 * 4 / comb(108, 3))
    assert not {"below", "above"} & set(joint)
    sampled = cli("deals", "neurotrio", *hand, "value", "--samples", 2000, "--json").record
    assert sampled["outcome"] == "4"
    assert sampled["below"] + sampled["equal"] + sampled["above"] == pytest.approx(1)
    assert sampled["below"] >= sampled["counts"]["0"] / 2000


# Fourteen kinds once each: there is no duo.
SINGLES = "1cn 1cv 1cb 1en 1ev 1eb 1rn 1rv 1rb 2cn 2cv 2cb 2en 2ev"


def test_words_lie_below_all_numbers(cli):
    hand = ("--of", "finish", "--hand", SINGLES, "--exact", "--json")
    record = cli("deals", "neurotrio", *hand).record
    assert (record["outcome"], record["below"]) == ("none", 0)
    assert record["equal"] == pytest.approx(0.9905, abs=1e-4)
    assert record["source"] == "data"


def squeezed(words):
    return " ".join(words.replace("─", " ").split())


def test_the_table_says_number_share_and_sum_of_each_outcome(cli):
    words = ("deals", "neurotrio", "--of", "duos", "--cards", 2, "--exact", "--hand", "1cn*2")
    said = squeezed(cli(*words).out)
    # 27 kinds, six ways each to take two of four copies, among 108 x 107 / 2 deals.
    assert "0 5,616 97.2 % 97.2 % ████████████████████ 1 ◂ 162 2.804 % 100 % ▌" in said
    french = squeezed(cli(*words, "--lang", "fr").out)
    assert "0 5 616 97,2 % 97,2 %" in french.replace("\u202f", " ")
    assert "exact, calculé" in french


def test_what_is_less_than_all_is_not_said_to_be_all(cli):
    said = squeezed(cli("deals", "tichu", "--of", "longest_straight_flush", "--exact").out)
    assert "12 7,224 1.245 × 10⁻⁷ % > 99.99 %" in said
    assert said.count(" 100 %") == 1


def test_bars_are_as_long_as_outcomes_are_frequent_on_a_narrow_terminal_too(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    out = cli("deals", "neurotrio", "--of", "distance", "--exact").out
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= 80
    bars = [line.count("█") for line in out.splitlines() if "█" in line]
    # 7.0 %, 45.4 %, 40.5 % and 6.8 %; less than an eighth of a place is not drawn.
    assert len(bars) == 4
    assert bars[1] > bars[2] > 5 * bars[3]


def test_joint_outcomes_are_no_decimals_and_words_are_translated(cli):
    words = ("deals", "neurotrio", "--of", "value,distance", "--cards", 3, "--exact")
    english, french = cli(*words).out, cli(*words, "--lang", "fr").out
    pairs = cli(*words, "--json").record["counts"]
    assert len(pairs) > 1
    for pair in pairs:
        one, two = pair.split(",")
        assert f" ({one}, {two}) " in english
        assert f" ({one}\u202f; {two}) " in french
        assert f" {pair} " not in french
    finish = cli("deals", "neurotrio", "--of", "finish", "--exact", "--lang", "fr").out
    assert "aucun" in finish
    assert "none" not in finish


def test_hands_dealt_together_are_said_to_depend_on_each_other(cli):
    words = ("deals", "neurotrio", "--samples", 400, "--players", 4)
    assert "depend on each other" in cli(*words).out
    assert "depend on each other" not in cli(*words[:-2]).out
    assert cli(*words, "--json").record["n"] == 400


@pytest.mark.parametrize("words", [["--exact", "--cards", "3"], ["--samples", "500"]])
def test_progress_is_shown_on_a_terminal_only_and_beside_the_answer(cli, monkeypatch, words):
    quiet = cli("deals", "neurotrio", *words, "--json")
    assert quiet.err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    loud = cli("deals", "neurotrio", *words, "--json")
    assert "100%" in loud.err
    assert loud.out == quiet.out


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("words", [["--exact", "-o", "trio_points=3"], ["--samples", "1000000000"]])
def test_an_interrupt_ends_a_long_count_with_one_line(start_working, words):
    process = start_working("deals", "neurotrio", *words)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    # Behind what has wiped away the bar.
    assert err.endswith(b"stopped\n")
    assert b"Traceback" not in err


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
        (["--okey", "r5"], 2, "--okey goes only with --hand"),
        (["--exact", "--indicator", "r5"], 2, "--indicator goes only with --hand"),
        (["--hand", "2eb"], 2, "the hand has 1 card, but 13 are dealt"),
        (["--hand", "4cn"], 1, "unknown card '4cn'"),
        (["--exact", "--cards", "2", "-o", "copies=5"], 1, "at most 4 copies"),
    ],
)
def test_what_is_refused(cli, words, code, said):
    ran = cli("deals", "neurotrio", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err

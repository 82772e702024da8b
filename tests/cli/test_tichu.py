"""Tichu on the command line: the contract's JSON, the readable answers, what is refused."""

from __future__ import annotations

import json
import re
from importlib import import_module
from math import comb, sqrt

import pytest

from tests.cases import HERE, handed_cases

HAND = "3s 4h 5d 6c 7s 7h 7d 8s 9h Tc Jd As Ah Ph"
KINGS = "As Ah Ad Ks Kh Qs Js 9s 9h 5s 5h 4s 3s 2s"
FIRST = "Dr Ph As Ah Ad Ac Ks Kh"
# All ranks and Mah Jong: whoever leads them is out at once.
AT_ONCE = "MJ 2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As"
TWO_TEAMS = ("--players", "caller,planner,caller,planner")


def test_the_handed_cases_come_out_of_the_batch(cli):
    ran = cli("evaluate", "tichu", "--input", HERE / "tichu.jsonl", "--json")
    assert (ran.code, ran.err) == (0, "")
    cases = handed_cases("tichu")
    assert len(ran.records) == len(cases) == 130
    for answer, case in zip(ran.records, cases, strict=True):
        assert (answer["fewest_plays"], answer["bombs"]) == (case["fewest_plays"], case["bombs"])


BAD = [
    ("As Ks As", "2 copies of As", "2 exemplaires de As"),
    ("As*2", "2 copies of As", "2 exemplaires de As"),
    ("Ph Ph", "2 copies of Ph", "2 exemplaires de Ph"),
    ("As 1x", "'1x'", "«\u00a01x\u00a0»"),
    ("Tz", "'Tz'", "«\u00a0Tz\u00a0»"),
]


def test_a_bad_line_has_its_error_and_the_others_their_answers(cli, tmp_path):
    lines = [{"hand": ""}, *({"hand": hand} for hand, *_ in BAD)]
    lines += [{"hand": "As", "rules": {"targets": 1}}, {"hand": "As", "wish": 77}]
    lines += [{"hand": "As Ks", "trick": "Ad", "play": "Ks"}, {}, {"hand": "7s 7h 7d 7c"}]
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    ran = cli("evaluate", "tichu", "--input", path, "--json")
    assert ran.code == 1
    assert "9 of 11 lines" in ran.err
    first, *bad, last = ran.records
    assert (first["fewest_plays"], first["bombs"], first["partition_count"]) == (0, 0, 1)
    assert (last["fewest_plays"], last["bombs"], last["bomb_list"]) == (1, 1, ["7s-7h-7d-7c"])
    said = [*(english for _, english, _ in BAD), "target", "wish", "Ks does not beat Ad", "hand"]
    for record, words in zip(bad, said, strict=True):
        assert list(record) == ["error"]
        assert words in record["error"]


@pytest.mark.parametrize(("hand", "english", "french"), BAD)
@pytest.mark.parametrize("command", ["evaluate", "odds"])
def test_bad_hands_are_refused_in_both_languages(cli, command, hand, english, french):
    for lang, said in (("en", english), ("fr", french)):
        ran = cli(command, "tichu", hand, "--lang", lang)
        assert (ran.code, ran.out) == (1, "")
        assert said in ran.err


def test_a_person_reads_partitions_leads_and_the_chances_to_be_beaten(cli):
    out = cli("evaluate", "tichu", KINGS).out
    assert "fewest losing leads" in out
    # The fourth ace and the Phoenix in one hand: 13/41, of an opponent two thirds of it.
    kings = cli("evaluate", "tichu", KINGS, "--play", "Ks-Kh").out
    assert re.search(r"Ks-Kh +pair of kings +21.1 % +\d+.* +31.7 %", kings)
    # Of four kings outside somebody of three holds two; of two opponents that is but likely.
    low = cli("evaluate", "tichu", HAND, "--trick", "5s-5h", "--play", "7s-7h").out
    assert re.search(r"7s-7h +pair of 7s +> 99.9 % +> 99.9 % +100 % +100 %", low)
    french = cli("evaluate", "tichu", HAND, "--lang", "fr").out
    assert "Il faut au moins 2 combinaisons" in french
    assert re.search(r"full, brelan as +non +0 %", french)
    assert "3 sur 7 sont montrées" in french
    none = cli("evaluate", "tichu", "").out
    assert "No cards" in none
    assert "14 cards or more" in cli("evaluate", "tichu", "As Ks").out
    bombs = cli("evaluate", "tichu", "2s 3s 4s 5s 6s 7s 2h 2d 2c").out
    assert "Bombs (4):" in bombs


def test_legal_answers_to_a_trick_and_under_a_wish(cli):
    words = ("evaluate", "tichu", "9s Ts Th Ph", "--trick", "9h", "--json")
    plain = cli(*words).record["answers"]
    assert plain["may_pass"] is True
    assert [play["cards"] for play in plain["plays"]] == ["Ph=9+", "Ts", "Th"]
    wished = cli(*words, "--wish", "10").record["answers"]
    assert (wished["may_pass"], wished["obliged"]) == (False, True)
    assert [play["cards"] for play in wished["plays"]] == ["Ts", "Th"]
    out = cli("evaluate", "tichu", HAND, "--trick", "5s-5h", "--wish", "7").out
    assert "The wish obliges; plays of which one must be laid: 6" in out
    assert "14 13 13" in out
    led = cli("evaluate", "tichu", HAND, "--wish", "2", "--lang", "fr").out
    assert "Combinaisons qui peuvent être entamées\u00a0: " in led
    assert "--json" in led
    assert "May pass" in cli("evaluate", "tichu", HAND, "--trick", "8h-8d").out
    assert "pass." in cli("evaluate", "tichu", "2s 3h", "--trick", "Dr").out


def test_the_chances_are_exact_in_json(cli):
    words = ("evaluate", "tichu", KINGS, "--play", "Ks-Kh", "--json")
    record = cli(*words).record
    [row] = record["beaten"]
    assert record["play"]["cards"] == row["cards"] == "Ks-Kh"
    anyone = row["of_type"]["anyone"]
    assert (anyone["numerator"], anyone["denominator"]) == (13, 41)
    others = cli(*words, "--others", "2 0 1").record["beaten"][0]["of_type"]
    chance = others["next"]["numerator"] / others["next"]["denominator"]
    assert chance == pytest.approx(1 / comb(42, 2), rel=1e-12)
    assert others["previous"]["numerator"] == 0
    assert "beaten" not in cli(*words, "--no-advice").record


def test_what_is_estimated_is_said_with_its_interval(cli, monkeypatch):
    """As if nothing could be counted in time."""
    chances = import_module("neuroanalysis.games.tichu.analysis.beaten")
    monkeypatch.setattr(chances, "_MOST_EFFORT", 0)
    words = ("evaluate", "tichu", KINGS, "--play", "Ks-Kh")
    out = cli(*words).out
    # 13/41 is 31.7 %.
    assert re.search(r"pair of kings +.*3\d\.?\d* \([23]\d\.?\d* to 3\d\.?\d*\) %", out)
    assert "95 % intervals in brackets: of 20,000 random deals, seed 0" in " ".join(out.split())
    said = " ".join(cli(*words, "--lang", "fr").out.split())
    assert "entre parenthèses : sur 20 000 distributions au hasard" in said
    record = cli(*words, "--json").record["beaten"][0]["of_type"]["anyone"]
    low, high = record["interval"]
    assert low < 13 / 41 < high
    assert (record["kind"], record["n"]) == ("estimate", 20_000)


FIGURES = {
    "four_of_a_kind": {"1": 204703407480},
    "straight_flush": {"1": 92272299834},
    "bomb": {"1": 294663199638},
    "longest_straight_flush": {"5": 77497737660, "6": 12663862404, "7": 1846862262},
}


@pytest.mark.parametrize("of", FIGURES)
def test_deals_are_counted_as_the_rules_page_says(cli, of):
    record = cli("deals", "tichu", "--of", of, "--exact", "--json").record
    assert (record["total"], record["cards"]) == (comb(56, 14), 14)
    assert {key: record["counts"][key] for key in FIGURES[of]} == FIGURES[of]


def test_deals_of_first_cards_and_of_a_hand(cli):
    # Without a question a game's first is asked.
    first = cli("deals", "tichu", "--exact", "--json", "--cards", 8).record
    assert first["of"] == "bomb"
    assert first["counts"]["1"] * 1420494075 == 4229667 * first["total"]
    out = cli("deals", "tichu", "--of", "aces", "--exact", "--hand", HAND, "--lang", "fr").out
    assert "2 ◂" in out


def test_the_fewest_plays_are_sampled(cli):
    words = ("deals", "tichu", "--of", "fewest_plays", "--cards", 2, "--samples", 4000, "--seed", 3)
    record = cli(*words, "--json").record
    assert (record["n"], record["seed"], set(record["counts"])) == (4000, 3, {"1", "2"})
    # A pair of a rank, or the Phoenix with a card of any.
    pairs = (13 * comb(4, 2) + 52) / comb(56, 2)
    spread = sqrt(pairs * (1 - pairs) / 4000)
    assert abs(record["counts"]["1"] / 4000 - pairs) < 4 * spread
    assert "épuisent la main" in cli(*words, "--lang", "fr").out
    refused = cli("deals", "tichu", "--of", "fewest_plays", "--exact")
    assert (refused.code, refused.out) == (1, "")
    assert "sampling" in refused.err


def test_odds_weigh_calls(cli):
    words = ("odds", "tichu", FIRST, "--samples", 60, "--seed", 5)
    record = cli(*words, "--json").record
    assert (record["kind"], record["model"], record["n"], record["seed"]) == (
        "estimate",
        "planner",
        60,
        5,
    )
    calls = record["calls"]
    assert list(calls) == ["none", "tichu", "grand_tichu"]
    assert record["probability"] == [calls["none"]["first_out"]["value"]]
    [(low, high)] = record["interval"]
    assert 0 < low < record["probability"][0] < high < 1
    for call in ("tichu", "grand_tichu"):
        gain = calls[call]["lead"]["value"] - calls["none"]["lead"]["value"]
        assert calls[call]["gain"]["value"] == pytest.approx(gain)
    out = cli(*words).out
    assert "Call Grand Tichu" in out
    assert "break-even" in out


def test_a_hand_after_the_exchange_is_kept_as_it_is(cli):
    words = ("odds", "tichu", AT_ONCE, "--samples", 20)
    before = cli(*words, "--json").record
    words = (*words, "--exchanged")
    record = cli(*words, "--json").record
    assert (before["exchanged"], record["exchanged"]) == (False, True)
    # Who leads all his cards at once is out; given away before, they fall apart.
    assert record["probability"][0] == 1 > before["probability"][0]
    assert list(record["calls"]) == ["none", "tichu"]
    assert "après l’échange" in cli(*words, "--lang", "fr").out


def test_odds_of_lines(cli, tmp_path):
    path = tmp_path / "hands.jsonl"
    lines = [
        {"hand": AT_ONCE, "exchanged": True},
        {"hand": AT_ONCE, "exchanged": "perhaps"},
        {"hand": AT_ONCE, "draws": 2},
        {"hand": AT_ONCE, "model": "expert"},
        {"hand": "As Ks"},
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    ran = cli("odds", "tichu", "--input", path, "--samples", 10, "--json")
    assert ran.code == 1
    good, *bad = ran.records
    assert good["probability"][0] > 0.5
    for record, said in zip(bad, ("perhaps", "draws", "planner", "8, 14"), strict=True):
        assert said in record["error"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rounds_are_told_in_80_columns(cli, monkeypatch, lang):
    monkeypatch.setenv("COLUMNS", "80")
    out = cli("simulate", "tichu", *TWO_TEAMS, "--rounds", 40, "--lang", lang).out
    lines = out.splitlines()
    for place in (1, 2, 3, 4):
        assert sum(f" {place}. " in f" {line}" for line in lines) == 1
    assert max(map(len, lines)) <= 80
    wanted = ("Lead of the first team", "Bombs") if lang == "en" else ("Avance", "Bombes")
    for words in wanted:
        assert words in out


def test_rounds_are_told_as_json_and_kept_in_a_file(cli, tmp_path):
    path = tmp_path / "rounds.parquet"
    words = ("simulate", "tichu", *TWO_TEAMS, "--rounds", 6, "--seed", 7, "--json")
    ran = cli(*words, "--out", path)
    assert (ran.code, path.exists()) == (0, True)
    record = ran.record
    assert (record["game"], record["rounds"], record["seed"]) == ("tichu", 6, 7)
    assert [player["minimum"] for player in record["players"]] == [0] * 4
    assert sum(player["finish_share"] for player in record["players"]) == pytest.approx(1)
    assert sum(share["value"] for share in record["ends"].values()) == pytest.approx(1)
    assert cli(*words, "--workers", 1).record == record


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("width", [80, 40, 20])
def test_no_number_is_cut_where_the_terminal_is_narrow(cli, monkeypatch, lang, width):
    monkeypatch.setenv("COLUMNS", str(width))
    for words in (("evaluate", HAND), ("evaluate", KINGS), ("odds", FIRST, "--samples", 10)):
        command, *rest = words
        out = cli(command, "tichu", *rest, "--lang", lang).out
        assert max(map(len, out.splitlines())) <= max(width, 30)
        assert "…" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("evaluate", "Ks 2h", "--trick", "As", "--play", "Ks"), "Ks does not beat As"),
        (("evaluate", "Ks 2h", "--trick", "As", "--play", "Dr"), "Dr"),
        (("evaluate", "Ks 2h", "--trick", "2s", "--wish", "K", "--play", "2h"), "2h"),
        (("evaluate", "7s Kd 2h", "--trick", "2s", "--wish", "K", "--play", "7s"), "king"),
        (("evaluate", "Ks 2h", "--play", "Ks-2h"), "'Ks-2h'"),
        (("evaluate", "Ks 2h", "--trick", "Ks"), "Ks"),
        (("evaluate", "Ks 2h", "--trick", "7s-8s"), "'7s-8s'"),
        (("evaluate", "Ks 2h", "--wish", "1"), "'1'"),
        (("evaluate", "Ks 2h", "--others", "15 1 1"), "14"),
        (("evaluate", "Ks 2h", "--others", "1 1"), "others"),
        (("evaluate", "Ks 2h", "--seen", "Ks"), "seen"),
        (("evaluate", f"{HAND} 2s", "--trick", "Td"), "15 cards"),
        (("evaluate", "Ks", "--laid", "2h"), "'laid'"),
        (("evaluate", "Ks", "--minimum", "2"), "'minimum'"),
        (("evaluate", "mhing | hand 11m"), "'mhing'"),
        (("odds", f"{HAND} 2s"), "15 card"),
        (("odds", FIRST, "--exchanged"), "14 cards"),
        (("odds", FIRST, "--draws", "2"), "draws"),
        (("odds", FIRST, "--minimum", "2"), "'minimum'"),
        (("odds", FIRST, "--seen", "2s"), "'seen'"),
        (("odds", FIRST, "--model", "without-replacement"), "planner"),
        (("odds", FIRST, "--samples", "1"), "samples"),
        (("deals", "--cards", "57"), "56"),
        (("deals", "--cards", "0"), "0"),
        (("deals", "--of", "bomb_hands_4", "--cards", "15"), "14"),
        (("deals", "--of", "value"), "'value'"),
        (("deals", "--samples", "10", "--players", "2"), "bomb_hands_2"),
        (("deals", "--exact", "--hand", f"{HAND} 2s"), "15 card"),
        (("simulate", "--players", "caller,planner"), "4"),
        (("simulate", "--players", "a,b,c,d"), "'a'"),
        (("simulate", *TWO_TEAMS, "--minimums", "1,1,1,1"), "minimums"),
        (("design", *TWO_TEAMS), "odds"),
        (("solve",), "tichu"),
        (("rules", "-o", "targets=6"), "target"),
        (("rules", "--preset", "mhing"), "tichu"),
    ],
)  # fmt: skip
def test_what_is_refused(cli, words, said):
    command, *rest = words
    for lang in ("en", "fr"):
        ran = cli(command, "tichu", *rest, "--lang", lang)
        assert ran.code != 0
        assert ran.out == ""
        assert "Traceback" not in ran.err
        if lang == "en":
            assert said in ran.err


def test_the_rules_are_shown_and_written(cli):
    assert "what a double win scores" in cli("rules", "tichu").out
    assert "ce que marque un capot" in cli("rules", "tichu", "--lang", "fr").out
    assert "target = 500" in cli("rules", "tichu", "-o", "target=500", "--toml").out
    assert cli("rules", "tichu", "--list").out.count("\n") == 1


@pytest.mark.parametrize("option", ["--trick", "--wish", "--others", "--play"])
def test_its_parts_are_refused_by_other_games(cli, option):
    ran = cli("evaluate", "neurotrio", "2eb", option, "7")
    assert ran.code == 1
    assert f"'{option[2:]}'" in ran.err


def test_an_exchange_is_refused_by_other_games(cli):
    ran = cli("odds", "neurotrio", "2eb", "--exchanged")
    assert ran.code == 1
    assert "'exchanged'" in ran.err

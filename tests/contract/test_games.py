"""Every registered game keeps the contract of ``core/contract.py``."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from dataclasses import replace

import pytest

from neuroanalysis import games
from neuroanalysis.core.agreement import agreement
from neuroanalysis.core.contract import Registry
from neuroanalysis.core.tables import manifest, read_rows
from neuroanalysis.errors import InputError, NeuroanalysisError, RulesError
from neuroanalysis.texts import LANGUAGES, catalogue
from tests.cases import HERE, handed_cases
from tests.project import PACKAGE, ROOT

NAMES = games.names()
PRESETS = [(name, preset) for name in NAMES for preset in games.game(name).presets]
# A hand of each game, and an option with two values that are allowed.
HANDS = {
    "neurotrio": "2eb 2ev 2en",
    "okey51": "r10 r11 r12 | okey y2",
    "mhing": "123m 11z J F",
    "tichu": "7s 7h 7d 7c Ph",
    "conquete": "2cv 1ev | domain 0,0 2eb ; 0,1 2ev",
}
OPTIONS = {
    "neurotrio": ("trio_points", 3, 4),
    "okey51": ("pairs_to_open", 3, 4),
    "mhing": ("flowers", 2, 3),
    "tichu": ("cards_in_straight", 4, 6),
    "conquete": ("start_vp", 3, 4),
}
# A question about small deals that is soon answered over all of them, and a hand dealt like that.
DEALS = {
    "neurotrio": ("value", 3, "2eb*3"),
    "okey51": ("pairs", 13, "r1*2 r2*2 r3*2 r4*2 r5*2 r6*2 b1 | okey y2"),
    "mhing": ("nothing_matches", 3, "1m 4m J"),
    "tichu": ("bomb", 8, "7s 7h 7d 7c 2s 3s 4s 5s"),
    "conquete": ("vp", 4, "2ev 1ev 3ev 2cv"),
}
# How many play at a table.
PLAYERS = {"neurotrio": 2, "okey51": 4, "mhing": 2, "tichu": 4, "conquete": 4}
# A minimum for all that is soon played, and how many rounds a design is tried on at least; a game
# that is not here designs nothing. In conquête no player has a minimum.
DESIGNS = {"neurotrio": (18, 100), "okey51": (18, 100), "mhing": (2, 20), "conquete": (0, 20)}
LIMIT = 5


def test_every_game_there_is_is_driven_here():
    # A game is offered once it has an offer.
    folders = {path.parent.name for path in (PACKAGE / "games").glob("*/offer.py")}
    assert folders
    assert set(NAMES) == folders == set(HANDS) == set(OPTIONS) == set(DEALS)
    assert folders == set(PLAYERS)
    assert folders >= set(DESIGNS)
    assert len(NAMES) == len(set(NAMES))
    assert {name for name, _ in PRESETS} == set(NAMES)


@pytest.fixture(params=NAMES)
def game(request):
    return games.game(request.param)


@pytest.fixture
def cases(game):
    found = handed_cases(game.name)
    assert found
    return found


def test_it_is_found_by_its_name(game):
    assert games.game(game.name) is game
    assert game.name in NAMES


# --- rules ---------------------------------------------------------------------------------------


def test_without_options_the_first_preset_is_in_force(game):
    first = next(iter(game.presets.values()))
    assert game.under().rules == first


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_preset_comes_back_from_each_of_its_forms(name, preset):
    game = games.game(name)
    rules = game.presets[preset]
    assert game.under({"preset": preset}).rules == rules
    assert rules.differences() == {"preset": preset}
    assert game.under(rules.to_mapping()).rules == rules
    assert game.under(tomllib.loads(rules.to_toml())).rules == rules
    assert json.loads(json.dumps(rules.to_mapping())) == rules.to_mapping()


def test_a_later_layer_holds_over_an_earlier_one(game):
    option, low, high = OPTIONS[game.name]
    *_, last = game.presets
    layers = {"preset": last, option: low}, {option: high}
    rules = game.under(*layers).rules
    assert rules.to_mapping()[option] == high
    assert rules == game.under({"preset": last, option: high}).rules
    assert rules.differences() == {"preset": last, option: high}
    assert game.under(*layers, {"preset": last}).rules == game.presets[last]


@pytest.mark.parametrize("wrong", [None, {}, -1, "x"])
def test_a_value_that_is_none_is_refused_by_name(game, wrong):
    option, *_ = OPTIONS[game.name]
    with pytest.raises(RulesError, match=option):
        game.under({option: wrong})


def test_unknown_options_and_presets_are_refused_by_name(game):
    with pytest.raises(RulesError, match="no_such_option"):
        game.under({"no_such_option": 1})
    with pytest.raises(RulesError, match="no_such_preset"):
        game.under({"preset": "no_such_preset"})
    with pytest.raises(RulesError, match="no_such_game"):
        game.under({"game": "no_such_game"})


# --- answers -------------------------------------------------------------------------------------


def test_the_handed_cases_are_answered_as_they_say(game, cases):
    ruled = game.under()
    # The answers stand in the case itself: what is no input is ignored. Cards come back in the
    # program's own letters.
    cards = dict.fromkeys(("hand", "okey"), "")
    for asked in cases:
        answer = ruled.ask_record(asked, limit=LIMIT).to_dict()
        case = dict(asked)
        if "breakdowns" in case:  # where several answers are right, the case holds all of them
            assert answer["breakdown"] in case["breakdowns"]
            case["breakdown"] = answer["breakdown"]
        assert {**answer, **case, **cards} == {**case, **answer, **cards}


def test_an_answer_is_json_and_the_question_stays_as_it_was(game, cases):
    ruled = game.under()
    for case in cases[:20]:
        before = json.dumps(case)
        answer = ruled.ask_record(case, limit=LIMIT, advice=True).to_dict()
        assert json.dumps(case) == before
        assert json.loads(json.dumps(answer)) == answer
        assert answer["game"] == game.name
        assert answer == ruled.ask_record(case, limit=LIMIT, advice=True).to_dict()


def test_a_position_asked_again_has_the_same_answer(game, cases):
    ruled = game.under()
    for case in cases[:20]:
        answer = ruled.ask_record(case, limit=LIMIT, advice=True)
        for form in (answer.position.to_text(), answer.position.to_line()):
            again = ruled.ask(form, {}, limit=LIMIT, advice=True)
            assert again.to_dict() == answer.to_dict()
            assert again.position == answer.position
        assert "\n" not in answer.position.to_line()


def test_rules_of_a_record_hold_over_those_of_the_game(game):
    hand = HANDS[game.name]
    option, low, high = OPTIONS[game.name]

    def rules_of(ruled, record):
        return ruled.ask_record(record, limit=LIMIT).position.to_line()

    plain = rules_of(game.under(), {"hand": hand, "rules": {option: low}})
    assert plain == rules_of(game.under({option: low}), {"hand": hand})
    assert plain == rules_of(game.under({option: high}), {"hand": hand, "rules": {option: low}})
    assert plain != rules_of(game.under(), {"hand": hand})
    # And those of the command line hold over those that a position's text names.
    text = game.under({option: high}).ask(hand, {}, limit=LIMIT).position.to_text()
    over = game.under({option: low}).ask(text, {}, limit=LIMIT)
    assert over.position.to_line() == plain


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"hand": None},
        {"hand": 3},
        {"hand": ["2eb"]},
        {"hand": "no such card"},
        {"hand": "\ud800 \x00"},
        {"hand": "*"},
        {"hand": "|"},
        {"rules": {}},
    ],
)
def test_a_question_that_is_none_is_refused(game, record):
    with pytest.raises(NeuroanalysisError) as refused:
        game.under().ask_record(record, limit=LIMIT)
    assert str(refused.value)


def test_unknown_options_of_a_record_are_refused_each_time(game):
    ruled = game.under()
    for _ in range(2):
        with pytest.raises(RulesError, match="no_such_option"):
            ruled.ask_record(
                {"hand": HANDS[game.name], "rules": {"no_such_option": 1}}, limit=LIMIT
            )
    for rules in (None, [], "two", 3):
        with pytest.raises(RulesError, match="rules"):
            ruled.ask_record({"hand": HANDS[game.name], "rules": rules}, limit=LIMIT)


# --- deals ---------------------------------------------------------------------------------------


def test_each_question_about_deals_is_asked_of_some_number_of_cards(game):
    ruled = game.under()
    questions = ruled.deal_questions()
    assert len(questions) == len(set(questions)) > 1
    for of in questions:
        cards = ruled.cards_dealt(of, None)
        assert cards > 0
        assert ruled.cards_dealt(of, cards) == cards
    for ask in (ruled.cards_dealt, ruled.deals):
        with pytest.raises(InputError, match=r"no_such_question.*" + questions[0]):
            ask("no_such_question", 2)
        for cards in (0, -1, 1000):
            with pytest.raises(InputError, match=str(cards)):
                ask(questions[0], cards)


def test_questions_say_whether_they_are_counted_asked_of_a_hand_and_of_how_many_cards(game):
    ruled = game.under()
    asked = ruled.deal_questions()
    for some in (ruled.exact_questions(), ruled.hand_questions()):
        assert list(some) == [of for of in asked if of in some]
    for of in asked:
        low, high = ruled.card_limits(of)
        assert 1 <= low <= ruled.cards_dealt(of, None) <= high
        assert (ruled.cards_dealt(of, low), ruled.cards_dealt(of, high)) == (low, high)
        for cards in (low - 1, high + 1):
            with pytest.raises(InputError, match=str(cards)):
                ruled.cards_dealt(of, cards)
        if of not in ruled.exact_questions():
            with pytest.raises(InputError, match=of):
                ruled.deals(of)
    with pytest.raises(InputError, match="no_such_question"):
        ruled.card_limits("no_such_question")


def test_exact_deals_are_json_with_all_cases_counted(game):
    of, cards, _ = DEALS[game.name]
    told = []
    exact = game.under().deals(of, cards, progress=lambda done, total: told.append((done, total)))
    assert told
    assert told[-1][0] == told[-1][1]
    answer = exact.to_dict()
    assert json.loads(json.dumps(answer)) == answer
    assert answer["exact"] is True
    assert answer["total"] == sum(answer["counts"].values())
    assert 0 not in answer["counts"].values()
    assert len(answer["counts"]) > 1


def test_sampled_deals_are_json_that_depends_on_the_seed_and_agrees_with_the_exact_ones(game):
    of, cards, _ = DEALS[game.name]
    ruled = game.under()
    samples = [
        ruled.sampled_deals(of, cards, samples=20_000, seed=seed, workers=workers)
        for seed, workers in ((1, 1), (1, 2), (2, 1))
    ]
    assert samples[0] == samples[1]
    assert samples[0] != samples[2]
    assert agreement(samples[0], ruled.deals(of, cards)).agrees
    answer = samples[0].to_dict()
    assert json.loads(json.dumps(answer)) == answer
    assert (answer["exact"], answer["n"], answer["seed"]) == (False, 20_000, 1)
    assert answer["intervals"].keys() == answer["counts"].keys()


def test_a_hand_is_one_of_the_outcomes(game):
    of, cards, hand = DEALS[game.name]
    ruled = game.under()
    assert ruled.hand_size(hand) == cards
    assert ruled.outcome(hand, of) in ruled.deals(of, cards).counts
    with pytest.raises(NeuroanalysisError):
        ruled.outcome("no such card", of)
    with pytest.raises(InputError):
        ruled.outcome(hand, "no_such_question")


def test_the_result_tables_are_those_that_ship(game):
    tables = game.tables()
    entries = [table.entry("1.2.3") for table in tables]
    shipped = {entry.file: entry for entry in manifest() if entry.game == game.name}
    assert sorted(shipped) == sorted(entry.file for entry in entries)
    for table, entry in zip(tables, entries, strict=True):
        kept = shipped[entry.file]
        assert entry.file.startswith(f"{game.name}/")
        assert replace(entry, version=kept.version, sha256=kept.sha256) == kept
        rows = read_rows(kept)
        assert tuple(rows[0]) == table.columns
        assert table.faults(rows) == []
        assert table.faults(rows[:-1]) != []
        assert len(set(table.parts)) == len(table.parts) >= 1


# --- odds ----------------------------------------------------------------------------------------


def test_odds_are_asked_by_a_model_of_its_own(game):
    ruled = game.under()
    assert ruled.odds_models
    assert ruled.usual_draws >= 0
    asked = {"draws": ruled.usual_draws, "samples": 10, "seed": 1}
    with pytest.raises(InputError, match="no_such_model"):
        ruled.odds(HANDS[game.name], {}, model="no_such_model", **asked)


# --- many rounds ---------------------------------------------------------------------------------


def test_rounds_between_its_players_are_told_as_json(game):
    ruled = game.under()
    players = ruled.skills[: PLAYERS[game.name]]
    study = ruled.simulate(players, rounds=20, seed=1)
    record = study.record()
    assert json.loads(json.dumps(record)) == record
    assert (record["game"], record["rounds"], record["seed"]) == (game.name, 20, 1)
    assert [row["policy"] for row in record["players"]] == list(players)
    assert ruled.simulate(players, rounds=20, seed=1, workers=1).record() == record
    with pytest.raises(NeuroanalysisError, match="no_such_player"):
        ruled.simulate(["no_such_player", *players[1:]], rounds=20, seed=1)


def test_minimums_are_designed_for_each_of_its_targets(game):
    ruled = game.under()
    players = [ruled.skills[1]] * PLAYERS[game.name]
    if game.name not in DESIGNS:
        assert ruled.design_targets == ()
        with pytest.raises(InputError, match=game.name):
            ruled.design(players, "", rounds=100, seed=1)
        return
    low, rounds = DESIGNS[game.name]
    assert ruled.design_targets
    for target in ruled.design_targets:
        record = ruled.design(players, target, rounds=rounds, seed=1, low=low, high=low).record()
        assert json.loads(json.dumps(record)) == record
        assert (record["target"], record["minimums"]) == (target, [low] * len(players))
    with pytest.raises(NeuroanalysisError, match="no_such_target"):
        ruled.design(players, "no_such_target", rounds=100, seed=1)


# --- warming up ----------------------------------------------------------------------------------


def test_each_part_that_is_warmed_up_has_a_name_in_each_language(game):
    tasks = game.warm_up()
    assert tasks
    assert len({name for name, _ in tasks}) == len(tasks)
    for name, work in tasks:
        work()
        for lang in LANGUAGES:
            assert f"cli.warmup.{game.name}.{name}" in catalogue(lang)


@pytest.mark.slow
def test_after_warming_up_nothing_is_left_to_compile(game):
    # Code is at hand or not for the types of a call's arguments. So that nothing has to be compiled
    # here, what counts is which types kernels were called for, wherever their code came from.
    of, cards, _ = DEALS[game.name]
    script = f"""
import json, sys
from pathlib import Path
from neuroanalysis import games
from tests import kernel_census
game = games.game({game.name!r})
table = kernel_census.kernels()[{game.name!r}]
def ready():
    return {{(name, types) for name, kernel in table.items() for types in kernel.overloads}}
for _, work in game.warm_up():
    work()
before = ready()
ruled = game.under()
for line in Path({str(HERE / (game.name + ".jsonl"))!r}).read_text().splitlines():
    ruled.ask_record(json.loads(line), limit={LIMIT}, advice=True)
ruled.deals({of!r}, {cards})
for question in ruled.deal_questions():
    ruled.sampled_deals(question, samples=100, seed=1)
print(len(before), sorted(name for name, _ in ready() - before))
"""
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    number, missing = answer.stdout.split(maxsplit=1)
    assert int(number) > 0
    assert missing.strip() == "[]"


# --- the registry --------------------------------------------------------------------------------


def test_an_unknown_name_is_refused_with_the_nearest():
    registry = Registry()
    for name in ("okey", "tichu"):
        registry.register(name, lambda: None)
    assert registry.names == ("okey", "tichu")
    with pytest.raises(InputError, match="'tich'; accepted: tichu"):
        registry.game("tich")
    with pytest.raises(InputError, match="'chess'; accepted: okey, tichu"):
        registry.game("chess")
    with pytest.raises(ValueError, match="okey"):
        registry.register("okey", lambda: None)

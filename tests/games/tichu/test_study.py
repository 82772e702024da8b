"""Simulated rounds: the rows against rounds played move by move, and what is estimated of them."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import pytest

from neuroanalysis.core.chunks import Cancel, Cancelled, Control
from neuroanalysis.core.seeds import round_seed
from neuroanalysis.core.study import CHUNK
from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.tichu.pieces import PIECES, cards_of
from neuroanalysis.games.tichu.play import Exchange, Lay, deal, result
from neuroanalysis.games.tichu.policies import SKILLS, moves_of_round, player
from neuroanalysis.games.tichu.rules import Rules
from neuroanalysis.games.tichu.study import (
    Simulation,
    Table,
    cards,
    compare_rules,
    first_out,
    hands,
    play_rounds,
    rank_exchanges,
    simulate,
    value_of_cards,
    whether_to_call,
)
from neuroanalysis.games.tichu.study.rounds import CALLS, ENDS
from neuroanalysis.texts import speaking
from tests.games.tichu.support import bits
from tests.games.tichu.test_play import NAMES
from tests.oracles import tichu as oracle
from tests.refusals import refused_with

PLAYERS = ("caller", "planner", "shedder", "planner")
N = 2 * CHUNK + 5
SEED = 7
EXACT_BOMB = 294663199638 / 5804731963800
"""Hands of 14 cards with a bomb, from the rules page."""

STRONG = "Dr Ph As Ah Ad Ac Ks Kh Kd Qs Qh Qd 9s 9h"
WEAK = "2s 3h 5d 6s 8h 9d Js Qh 2d 3d 5s 7h Th Dog"
MIDDLING = "Dr Ac Ks Kh Qd Js Th 9d 8c 7s 7h 4d 3c 2s"


@pytest.fixture(scope="module")
def simulation():
    return simulate(PLAYERS, rounds=N, seed=SEED, workers=2)


# --- Rows ----------------------------------------------------------------------------------------


def test_rows_are_those_of_rounds_played_move_by_move():
    names = ["caller", "random", "planner", "random"]
    rows = play_rounds(Table.of(names), SEED, 3, 11)
    for row, number in enumerate(range(3, 11)):
        seed = round_seed(SEED, number)
        now = deal(NAMES, seed=seed)
        dealt = [one | other for one, other in zip(now.hands, now.to_come, strict=True)]
        held, laid, tricks = None, [0] * 4, 0
        for move, after in moves_of_round(now, [player(name) for name in names], seed=seed):
            if held is None and after.phase == "play":
                held = after.hands
            if isinstance(move, Lay):
                laid[move.player] += move.combination.is_bomb
            # A trick is begun by whoever lays on nothing.
            tricks += isinstance(move, Lay) and not now.trick
            now = after
        ended = result(now)
        assert rows.points[row].tolist() == list(ended.of_players)
        assert rows.card_points[row].tolist() == [ended.cards[seat % 2] for seat in range(4)]
        assert rows.laid_bombs[row].tolist() == laid
        assert rows.tricks[row].sum() == rows.turns[row] == tricks
        assert ENDS[rows.end[row]] == ("double_win" if now.double_win else "counted")
        assert [CALLS[code] for code in rows.call[row]] == [call or "none" for call in now.calls]
        assert rows.cards_left[row].tolist() == [now.size(seat) for seat in range(4)]
        for had, own in ((rows.dealt_bomb, dealt), (rows.held_bomb, held)):
            words = [[PIECES.codes[card] for card in cards_of(hand)] for hand in own]
            assert had[row].tolist() == [int(oracle.bombs(hand) > 0) for hand in words]


def test_what_is_estimated_is_the_mean_of_the_rows(simulation):
    rows, players = simulation.rows, simulation.players
    assert len(rows) == 4 * N
    for place in range(4):
        mine, one = rows[rows["player"] == place], players.iloc[place]
        assert one["points"].value == pytest.approx(mine["points"].mean())
        assert one["finish_share"].value == pytest.approx((mine["place"] == 1).mean())
        assert one["call_share"].value == pytest.approx((mine["call"] != "none").mean())
    frame = simulation.rounds_frame
    assert simulation.lead.value == pytest.approx((frame["points_0"] - frame["points_1"]).mean())
    assert simulation.ends["double_win"].value == pytest.approx(
        (frame["end"] == "double_win").mean()
    )
    assert simulation.length.value == pytest.approx(frame["turns"].mean())
    assert (rows.groupby("round")["tricks"].sum() == frame["turns"]).all()
    counted = frame[frame["end"] == "counted"]["round"]
    cards_of_teams = rows[rows["round"].isin(counted) & (rows["player"] < 2)]
    assert (cards_of_teams.groupby("round")["card_points"].sum() == 100).all()
    for row in simulation.calls().to_dict("records"):
        mine = rows[(rows["policy"] == row["policy"]) & (rows["call"] == row["call"])]
        assert row["n"] == len(mine)
        if row["n"]:
            assert row["won"].value == pytest.approx((mine["place"] == 1).mean())
    assert simulation.by("policy")["points"]["planner"].value == pytest.approx(
        rows[rows["policy"] == "planner"]["points"].mean()
    )


def test_bombs_of_dealt_hands_are_as_many_as_there_are(simulation):
    found = simulation.bombs()
    assert found["dealt_hands"].interval.covers(EXACT_BOMB)
    assert found["dealt_rounds"].value >= found["dealt_hands"].value
    rows = simulation.rows
    assert found["held_hands"].value == pytest.approx(rows["held_bomb"].mean())
    assert found["laid"].value == pytest.approx(rows["laid_bombs"].sum() / N)


def test_who_works_changes_nothing(simulation, tmp_path):
    with ProcessPoolExecutor(1) as executor:
        other = simulate(PLAYERS, rounds=N, seed=SEED, executor=executor)
    assert other.played.equals(simulation.played)
    again = simulate(PLAYERS, rounds=N, seed=SEED, workers=1, resume=tmp_path)
    assert again.played.equals(simulation.played)
    assert json.dumps(again.record()) == json.dumps(simulation.record())


def test_rows_come_back_from_a_file(simulation, tmp_path):
    path = tmp_path / "rounds.parquet"
    simulation.save(path)
    back = Simulation.read(path)
    assert back.played.equals(simulation.played)
    assert (back.table, back.seed) == (simulation.table, SEED)


def test_the_record_is_the_contract(simulation):
    told = json.loads(json.dumps(simulation.record()))
    assert (told["game"], told["rounds"], told["seed"]) == ("tichu", N, SEED)
    assert [one["policy"] for one in told["players"]] == list(PLAYERS)
    for one in told["players"]:
        assert one["finish_interval"][0] <= one["finish_share"] <= one["finish_interval"][1]
        assert one["points_interval"][0] <= one["mean_points"] <= one["points_interval"][1]
    assert sum(one["value"] for one in told["ends"].values()) == pytest.approx(1)
    assert sum(one["finish_share"] for one in told["players"]) == pytest.approx(1)
    assert told["length"]["least"] >= 1
    assert told["bombs"]["dealt_hands"]["value"] > 0


def test_a_run_can_be_cancelled():
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        simulate(PLAYERS, rounds=N, cancel=cancel)


# --- Hands ---------------------------------------------------------------------------------------


def test_a_strong_hand_is_first_out_and_a_weak_one_is_not():
    strong, weak = (first_out(hand, rounds=200, seed=3, workers=1) for hand in (STRONG, WEAK))
    assert strong.interval.low > weak.interval.high
    assert strong.n == 200
    again = first_out(STRONG, rounds=200, seed=3, workers=2)
    assert again == strong


def test_a_call_is_judged_by_points_on_the_same_deals():
    advice = whether_to_call(STRONG, rounds=300, seed=3, workers=1)
    assert advice.best == "tichu"
    assert advice.results["tichu"].gain.interval.low > 0
    weak = whether_to_call(WEAK, rounds=300, seed=3, workers=1)
    assert weak.best == "none"
    assert weak.results["tichu"].gain.interval.high < 0
    for found in (advice, weak):
        none, called = found.results["none"], found.results["tichu"]
        assert called.gain.value == pytest.approx(called.lead.value - none.lead.value)
        # At the break-even share the call's own points are what it costs besides.
        besides = called.gain.value - 100 * (2 * called.first_out.value - 1)
        assert 100 * (2 * called.break_even - 1) + besides == pytest.approx(0)


def test_grand_tichu_is_weighed_with_eight_cards():
    advice = whether_to_call("Dr Ph As Ah Ad Ac Ks Kh", rounds=200, seed=3, workers=1)
    assert list(advice.results) == ["none", "tichu", "grand_tichu"]
    assert advice.best == "grand_tichu"
    assert advice.record()["calls"]["none"]["gain"] is None


def test_a_told_hand_does_as_it_is_told():
    hand, give = bits(MIDDLING), tuple(PIECES.kind(code) for code in ("2s", "Qd", "3c"))
    table = json.dumps(Table.of(["planner"] * 4).to_mapping())
    part = hands._Part(hand, False, (hands.Asked(1, give),), table, SEED, 0, 6)
    found = hands._play(part, Control())
    for number in range(6):
        seed = round_seed(SEED, number)
        dealt = hands._dealt(hand, seed, Rules())
        now = replace(
            deal(NAMES, seed=1),
            hands=tuple(first for first, _ in dealt),
            to_come=tuple(whole & ~first for first, whole in dealt),
        )
        assert now.cards() == [1] * 56
        # The readable engine, with a player who is told.
        told = _Told(SKILLS["planner"], give)
        for _, after in moves_of_round(now, [told, *[player("planner")] * 3], seed=seed):
            now = after
        points = result(now).points
        assert found[0, number].tolist() == [
            points[0] - points[1],
            100 if now.out[0] == 0 else -100,
            now.out[0] == 0,
        ]


class _Told(type(player("planner"))):
    """A planner who calls Tichu and gives what he is told."""

    def __init__(self, skill, give):
        object.__setattr__(self, "skill", skill)
        object.__setattr__(self, "give", give)

    def tichu(self, state, player, key):
        return True

    def exchange(self, state, player, key):
        return Exchange(player, *self.give)


def test_giving_the_dragon_away_is_worse_than_giving_low_cards():
    ranked = rank_exchanges(MIDDLING, ["Dr Qd Ac", "2s Qd 3c"], rounds=200, seed=3, workers=1)
    assert [PIECES.codes[card] for card in ranked.ways[0].cards] == ["2s", "Qd", "3c"]
    best, other = ranked.ways
    assert best.behind.value == 0
    assert other.behind.interval.low > 0
    assert other.behind.value == pytest.approx(best.lead.value - other.lead.value)
    tried = rank_exchanges(MIDDLING, rounds=20, workers=1)
    assert 1 < len(tried.ways) <= 18
    leads = [one.lead.value for one in tried.ways]
    assert leads == sorted(leads, reverse=True)
    assert len(tried.to_frame()) == len(tried.record()["ways"]) == len(leads)


def test_a_card_is_swapped_with_another_hand_and_nothing_else_is():
    rules, owners = Rules(), set()
    for number in range(200):
        with_it, without = cards._swapped(55, round_seed(SEED, number), rules)
        one, other = ([whole for _, whole in side] for side in (with_it, without))
        assert one[0] >> 55 & 1
        assert not other[0] >> 55 & 1
        assert (one[0] ^ other[0]).bit_count() == 2
        [owner] = [seat for seat in range(1, 4) if one[seat] != other[seat]]
        assert one[0] ^ other[0] == one[owner] ^ other[owner]
        assert all((first & ~whole) == 0 for first, whole in (*with_it, *without))
        owners.add(owner)
    assert owners == {1, 2, 3}


def test_special_cards_are_worth_what_they_are_known_for():
    found = value_of_cards(["As", "Dog", "2s"], rounds=1000, seed=3, workers=1)
    lead = {PIECES.codes[card]: one for card, one in found.lead.items()}
    assert lead["As"].interval.low > 0
    assert max(lead["Dog"].interval.high, lead["2s"].interval.high) < lead["As"].interval.low
    assert set(found.record()["cards"]) == set(lead)


def test_rules_are_compared_on_the_same_deals():
    same = compare_rules(Rules(), Rules(target=500), ["planner"] * 4, rounds=50, workers=1)
    assert all(one.value == 0 for one in same.to_frame()["difference"])
    worth = compare_rules(Rules(), Rules(tichu_points=0), ["caller"] * 4, rounds=300, workers=1)
    frame = worth.to_frame()
    assert frame["difference"]["turns"].value == 0
    assert frame["difference"]["calls"].value == 0


# --- Words and refusals --------------------------------------------------------------------------


def test_results_are_said_in_both_languages(simulation):
    said = [
        simulation,
        whether_to_call(STRONG, rounds=20, workers=1),
        rank_exchanges(MIDDLING, ["2s Qd 3c"], rounds=20, workers=1),
        value_of_cards(["Dr"], rounds=20, workers=1),
        compare_rules(Rules(), Rules(wish="off"), ["planner"] * 4, rounds=20, workers=1),
    ]
    for result_ in said:
        with speaking("en"):
            english = str(result_)
        with speaking("fr"):
            french = str(result_)
        assert english != french
        assert "{" not in english + french


@pytest.mark.parametrize(
    ("key", "ask"),
    [
        ("tichu.study.hand", lambda: first_out("As")),
        ("tichu.study.hand", lambda: first_out("As Ah Ad Ac Ks Kh Kd Kc", exchanged=True)),
        ("tichu.study.hand", lambda: rank_exchanges("As")),
        ("tichu.study.way", lambda: rank_exchanges(MIDDLING, ["2s 2s 3c"])),
        ("tichu.study.way", lambda: rank_exchanges(MIDDLING, ["2s As 3c"])),
        ("tichu.study.no_ways", lambda: rank_exchanges(MIDDLING, [])),
        ("tichu.round.table", lambda: simulate(["planner"] * 3)),
        ("input.skill", lambda: simulate(["wizard"] * 4)),
    ],
)
def test_what_cannot_be_studied_is_refused(key, ask):
    refused_with(key, ask, (InputError, PositionError))


def test_cards_may_be_named_in_one_text():
    both = [value_of_cards(cards, rounds=4, seed=1, workers=1) for cards in ("As Dr", ["As", "Dr"])]
    assert both[0].record() == both[1].record()


def test_a_hand_after_the_exchange_is_played_without_one():
    kept = first_out(STRONG, rounds=100, seed=3, exchanged=True, workers=1)
    assert kept.n == 100
    assert kept.value > 0.8

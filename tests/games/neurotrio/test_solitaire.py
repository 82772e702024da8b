"""The solved solitaire on small rule sets: against the plain recursion, stopped, damaged."""

from __future__ import annotations

import _thread
import json
import random
import time
from dataclasses import replace

import numpy as np
import pytest

from neuroanalysis.core.hands import deal_hands
from neuroanalysis.core.work import Cancel, Cancelled
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.neurotrio.analysis import graph, solitaire
from neuroanalysis.games.neurotrio.analysis.draw_tree import DrawTree
from neuroanalysis.games.neurotrio.analysis.graph import build_graph, held_levels
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.analysis.solitaire import Sweeper, draws_kept, solve
from neuroanalysis.games.neurotrio.analysis.solution import (
    QUANTUM,
    Meta,
    Solution,
    file_of,
    keys_file,
)
from neuroanalysis.games.neurotrio.position import Position
from neuroanalysis.games.neurotrio.rules import Rules
from tests.games.neurotrio.support import oracle_rules
from tests.oracles.odds import Solitaire

TINY = Rules(structures=1, hand_size=4)
PLAIN = Rules(structures=1, hand_size=4, carre=False, copies=2, players_max=6)
MINIMUMS = [14, 16, 18]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return solve(TINY, MINIMUMS, 3, folder=tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    return solve(PLAIN, MINIMUMS, 3, folder=tmp_path_factory.mktemp("plain"))


def random_position(rules: Rules, rng: random.Random) -> Position:
    kinds = rng.sample(range(27), 4)
    hand, laid = [0] * 27, [0] * 27
    size = rules.hand_size
    if rules.carre and rng.random() < 0.5:
        laid[kinds.pop()] = 1
        size -= 3
    for kind in rng.sample([kind for kind in kinds for _ in range(rules.copies)], size):
        hand[kind] += 1
    return Position.of(hand, rules=rules, laid=[4 * n for n in laid])


@pytest.mark.parametrize("name", ["tiny", "plain"])
def test_every_hand_asked_has_the_chances_of_a_plain_recursion(name, request):
    solution = request.getfixturevalue(name)
    rng = random.Random(name)
    for minimum in MINIMUMS:
        judge = Solitaire(oracle_rules(solution.rules), minimum, returning=True)
        for _ in range(4):
            position = random_position(solution.rules, rng)
            expected = [
                float(judge.best_chance(position.hand, position.laid, (0,) * 27, draws)[0])
                for draws in (1, 2)
            ]
            curve = solution.curve(position, minimum)
            assert curve.error == QUANTUM
            assert list(curve.values[:2]) == pytest.approx(expected, abs=QUANTUM + 1e-12)
            assert curve.values[2] >= curve.values[1]


@pytest.mark.parametrize(
    ("hand", "laid", "kept"),
    [
        ("1cn*4 2ev", "", ""),
        ("1cn*4 1cv", "", "1cn*4"),
        ("1cn*3 1cv*2", "", "1cv"),
        ("1cn*3 1cv 1cb", "", ""),
        ("2ev*2", "1cn*4", ""),
        ("1cv 1cb", "1cn*4", "1cv"),
    ],
)
def test_each_move_has_the_chances_of_a_plain_recursion(tiny, hand, laid, kept):
    position = Position.of(hand, rules=TINY, laid=laid, kept=kept)
    held, on_table = position.hand, position.laid
    for minimum in MINIMUMS:
        judge = Solitaire(oracle_rules(TINY), minimum, returning=True)
        moves = tiny.moves(
            position.counts, position.laid_counts, np.array(position.kept, np.uint8), minimum
        )
        expected = []
        for kind in range(27):
            if held[kind] > position.kept[kind]:
                left = tuple(n - (at == kind) for at, n in enumerate(held))
                expected.append((kind, False, left, on_table, 0))
        for kind in range(27):
            if held[kind] == 4 and not laid:
                left = tuple(0 if at == kind else n for at, n in enumerate(held))
                more = tuple(int(at == kind) for at in range(27))
                # The replacement is a draw to the recursion.
                expected.append((kind, True, left, more, 1))
        assert [(kind, lay) for kind, lay, _ in moves] == [row[:2] for row in expected]
        for (_, lay, chances), (_, _, left, table, more) in zip(moves, expected, strict=True):
            # A whole hand three draws ahead is more than fractions can do in a test.
            for draws in (1, 2, 3) if lay or laid else (1, 2):
                judged = judge.best_chance(left, table, (0,) * 27, draws + more)[0]
                assert chances[draws - 1] == pytest.approx(float(judged), abs=QUANTUM + 1e-12)


def test_a_lay_within_all_solved_draws_is_worth_what_one_draw_more_solves(tmp_path):
    rules = Rules(structures=2, hand_size=7, bonuses=())
    short = solve(rules, [18], 1, folder=tmp_path / "short")
    longer = solve(rules, [18], 2, folder=tmp_path / "longer")
    nothing = np.zeros(27, dtype=np.uint8)
    for hand in ("1cn*4 1cv*4", "1cn*4 1cv*3 1cb", "1cn*4 2ev*2 1cv*2"):
        counts = Position.of(hand, rules=rules).counts
        for one, other in zip(
            short.moves(counts, nothing, nothing, 18),
            longer.moves(counts, nothing, nothing, 18),
            strict=True,
        ):
            assert one[:2] == other[:2]
            assert one[2][0] == pytest.approx(other[2][0], abs=2 * QUANTUM)


def test_the_sweep_has_the_chances_of_the_tree_search():
    rules = Rules(structures=2, hand_size=7)
    moves = build_graph(rules)
    sweeper = Sweeper(moves, [16, 18, 22])
    swept = []
    for _ in range(3):
        sweeper.advance()
        swept.append(sweeper.chances[0].copy())
    rng = np.random.default_rng(3)
    hands = deal_hands(8, 7, [4] * 27, rng)
    # Near to finishing, and two carrés to lay.
    hands[0] = Position.of("1cn*4 1cv*3", rules=rules).counts
    hands[1] = Position.of("1cn*2 1cv*2 1cb*2 2ev", rules=rules).counts
    places = np.searchsorted(moves.held[0].keys, level_keys(hands))
    nothing = np.zeros(27, dtype=np.uint8)
    for column, minimum in enumerate((16, 18, 22)):
        tree = DrawTree(rules, hands, np.zeros_like(hands), None, nothing, 3, minimum)
        for row, place in enumerate(places):
            for draws in (1, 2, 3):
                chance = swept[draws - 1][place, column]
                assert chance == pytest.approx(tree.worth(row, draws)[0], abs=1e-12)


def level_keys(hands):
    from neuroanalysis.games.neurotrio._kernels.classes import canonical_keys

    keys = np.zeros(len(hands), dtype=np.int64)
    canonical_keys(hands, class_tables(4, laid=True), keys, np.zeros(len(hands), dtype=np.int16))
    return keys


def test_relabelled_hands_have_the_same_place(tiny):
    one = Position.of("1cn*2 1cv 2eb", rules=TINY)
    other = Position.of("3rb*2 2rb 1ev", rules=TINY)
    hands = np.array([one.hand, other.hand], dtype=np.uint8)
    places = tiny.places(hands, np.zeros_like(hands))
    assert places[0] == places[1]


def test_the_curve_of_deals_is_the_mean_over_all_deals(plain):
    # All hands of four cards are few enough under these rules to be asked one by one.
    level = held_levels(PLAIN)[0]
    assert plain.meta.classes == (len(level.keys),)
    for minimum in MINIMUMS:
        curve = plain.curve_of_deals(minimum)
        assert all(a <= b for a, b in zip(curve.values, curve.values[1:], strict=False))
        assert 0 <= curve.values[0] <= curve.values[-1] <= 1
    # Within one draw: the chance that five random cards finish, and four of them can be any.
    judge = Solitaire(oracle_rules(PLAIN), 14, returning=True)
    rng = random.Random(5)
    stock = [kind for kind in range(27) for _ in range(2)]
    dealt = []
    for _ in range(400):
        hand = [0] * 27
        for kind in rng.sample(stock, 4):
            hand[kind] += 1
        dealt.append(float(judge.best_chance(tuple(hand), (0,) * 27, (0,) * 27, 1)[0]))
    spread = np.std(dealt) / np.sqrt(len(dealt))
    assert abs(np.mean(dealt) - plain.curve_of_deals(14).values[0]) < 4 * spread + 1e-9


def test_one_sweep_serves_all_minimums_and_workers_do_not_matter(tiny):
    moves = build_graph(TINY, workers=1)
    alone, together = Sweeper(moves, [16], workers=1), Sweeper(moves, MINIMUMS, workers=2)
    for _ in range(2):
        alone.advance()
        together.advance()
    for one, several in zip(alone.chances, together.chances, strict=True):
        assert np.array_equal(one[:, 0], several[:, 1])


def test_what_is_kept_is_not_done_again_and_a_new_minimum_joins(tmp_path, monkeypatch):
    solve(PLAIN, [14], 2, folder=tmp_path)
    both = solve(PLAIN, [16], 2, folder=tmp_path)
    assert both.minimums == (14, 16)
    monkeypatch.setattr(solitaire, "build_graph", None)
    assert solve(PLAIN, [16, 14], 1, folder=tmp_path).minimums == (14, 16)


def test_a_stopped_run_goes_on_and_gives_the_same(tmp_path):
    whole = solve(PLAIN, MINIMUMS, 10, folder=tmp_path / "whole")
    cancel = Cancel()

    def stop_late(done, total):
        if done >= 1000 * (20 + 6):
            cancel.cancel()

    with pytest.raises(Cancelled):
        solve(PLAIN, MINIMUMS, 10, folder=tmp_path / "cut", progress=stop_late, cancel=cancel)
    assert Meta.read(tmp_path / "cut") is None
    kept = draws_kept(PLAIN, MINIMUMS, 10, folder=tmp_path / "cut")
    assert draws_kept(PLAIN, [14], 10, folder=tmp_path / "cut") == 0
    seen = []
    again = solve(
        PLAIN, MINIMUMS, 10, folder=tmp_path / "cut", progress=lambda done, total: seen.append(done)
    )
    # The first four draws were kept.
    assert kept == 4
    assert 1000 * (20 + 4) in seen
    assert 1000 * (20 + 3) not in seen
    for minimum in MINIMUMS:
        assert again.meta.curves[minimum] == whole.meta.curves[minimum]
        assert file_of(again.folder, minimum).read_bytes() == (
            file_of(whole.folder, minimum).read_bytes()
        )
    assert not list((tmp_path / "cut").glob("*checkpoint*"))
    assert draws_kept(PLAIN, MINIMUMS, 10, folder=tmp_path / "cut") == 0


def test_more_draws_take_the_place_of_fewer_and_leave_no_file_behind(tmp_path):
    solve(PLAIN, [14, 16], 1, folder=tmp_path)
    (tmp_path / "chances-30.part").write_bytes(b"left by a run that was stopped")
    assert solve(PLAIN, [16], 2, folder=tmp_path).minimums == (16,)
    assert [file.name for file in tmp_path.glob("chances-*")] == ["chances-16.u16"]


def test_an_interrupt_in_a_sweep_stops_the_threads_soon(monkeypatch):
    monkeypatch.setattr(graph, "_CHUNK", 1)
    moves = build_graph(TINY, workers=1)
    looked = []

    def interrupt_once():
        looked.append(1)
        if len(looked) == 1:
            _thread.interrupt_main()
        time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        Sweeper(moves, [16], workers=2).advance(interrupt_once)
    assert len(looked) < sum(map(len, moves.drawn)) / 2


def test_damaged_files_are_noticed(tmp_path):
    solution = solve(PLAIN, [14], 2, folder=tmp_path)
    file = file_of(solution.folder, 14)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(InputError) as caught:
        Solution(PLAIN, tmp_path)
    assert caught.value.key == "input.unsolved"
    assert solve(PLAIN, [14], 2, folder=tmp_path).minimums == (14,)
    (tmp_path / "solution.json").write_text(json.dumps({"format": 99}), encoding="utf-8")
    assert Meta.read(tmp_path) is None


def test_what_is_refused(tiny, tmp_path):
    for draws in (0, 41):
        with pytest.raises(InputError, match="draws"):
            solve(TINY, [14], draws, folder=tmp_path)
    with pytest.raises(InputError, match="minimums"):
        solve(TINY, [-1], 2, folder=tmp_path)
    with pytest.raises(InputError, match="minimum 17 is not solved; solved: 14, 16, 18"):
        tiny.curve("1cn*4", 17)
    with pytest.raises(CardError, match="3 cards"):
        tiny.curve("1cn*3", 14)
    hands = np.zeros((1, 27), dtype=np.uint8)
    with pytest.raises(CardError, match="a discard takes 5"):
        tiny.moves(hands[0], hands[0], hands[0], 14)
    with pytest.raises(InputError, match="draws"):
        tiny.chances(hands, hands, 4, 14)


def test_too_little_room_is_said_before_anything_is_written(tmp_path, monkeypatch):
    usage = replace_usage(free=10)
    monkeypatch.setattr(solitaire.shutil, "disk_usage", lambda folder: usage)
    with pytest.raises(InputError) as caught:
        solve(PLAIN, [14], 2, folder=tmp_path)
    assert caught.value.key == "input.no_room"
    assert list(tmp_path.iterdir()) == []


def replace_usage(free: int):
    from collections import namedtuple

    return namedtuple("Usage", "total used free")(free, 0, free)


def test_other_minimums_of_the_rules_do_not_matter_to_where_it_is_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("NEUROANALYSIS_CACHE", str(tmp_path))
    assert Solution.find(PLAIN) is None
    solve(PLAIN, [14], 1)
    assert Solution.find(replace(PLAIN, minimums=(("all", 30),))) is not None
    assert Solution.find(replace(PLAIN, trio_points=3)) is None


def test_a_damaged_list_of_classes_is_made_anew(tmp_path):
    solution = solve(TINY, [16], 1, folder=tmp_path)
    before = solution.curve("1cn*3 1cv", 16)
    keys = keys_file(tmp_path, 0)
    keys.write_bytes(keys.read_bytes()[:200])
    with pytest.raises(InputError, match="damaged"):
        Solution(TINY, tmp_path)
    assert solve(TINY, [16], 1, folder=tmp_path).curve("1cn*3 1cv", 16) == before


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(InputError, match="cannot write"):
        solve(TINY, [16], 1, folder=tmp_path / "file" / "below")

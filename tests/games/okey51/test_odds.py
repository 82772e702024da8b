"""Chances within some draws: every draw looked at by itself, and play-outs replayed by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from neuroanalysis.core.work import seeded_chunks
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.okey51.analysis.distances import distances, outlooks
from neuroanalysis.games.okey51.analysis.odds import odds
from neuroanalysis.games.okey51.pieces import FAKE, IDENTITIES, PIECES, TILES
from neuroanalysis.games.okey51.position import Position
from neuroanalysis.texts import speaking

RACKS = [
    Position.of("r10 r11 b7 k7 y7 b1 k2 y4 k6 y13 b10 r3 r5 y9", okey="y2"),
    Position.of("r2 r2 b5 b5 k9 k9 y12 y12 r7 y8 b1 k4 y6 r13", okey="b8"),
    Position.of("r10 r11 b7 k7 fo b1 y2 y4 k6 y13 b10 r3 r5 y9", okey="y2", seen="r12 k10 r9*2"),
]


def opening(position: Position) -> int | None:
    """Return the distance to opening alone: going out takes longer to look for."""
    return outlooks(position, [None], drawn=False, aims=["open"])[0].distances.open


def with_tile(position: Position, kind: int) -> Position:
    hand = list(position.hand)
    hand[kind] += 1
    return replace(position, hand=tuple(hand))


def without(position: Position, kind: int) -> Position:
    hand, seen = list(position.hand), list(position.seen)
    hand[kind] -= 1
    seen[kind] += 1
    return replace(position, hand=tuple(hand), seen=tuple(seen))


def slow_chance(position: Position, draws: int) -> Fraction:
    """Draw every tile, then try every discard."""
    total = sum(position.unseen)
    chance = Fraction(0)
    for kind in range(TILES):
        if not position.unseen[kind]:
            continue
        after = with_tile(position, kind)
        if opening(after) == 0:
            best = Fraction(1)
        elif draws == 1:
            best = Fraction(0)
        else:
            kinds = [other for other in range(TILES) if after.hand[other]]
            near = [k for k in kinds if opening(without(after, k)) == 1]
            best = max((slow_chance(without(after, k), 1) for k in near), default=Fraction(0))
        chance += best * Fraction(position.unseen[kind], total)
    return chance


@pytest.mark.parametrize("position", RACKS)
def test_the_next_draw_is_looked_at_tile_by_tile(position):
    assert odds(position).exact == (slow_chance(position, 1),)


def test_two_draws_are_looked_at_pair_by_pair():
    assert odds(RACKS[1], 2).exact == (slow_chance(RACKS[1], 1), slow_chance(RACKS[1], 2))


def test_a_discard_is_worth_what_the_rack_left_is():
    drawn = with_tile(RACKS[0], PIECES.kind("y9"))
    answer = odds(drawn, 2)
    assert not answer.now
    held = PIECES.format(drawn.hand, starred=False).split()
    assert {line.card for line in answer.lines} == set(held)
    for line in answer.lines[::5]:
        assert line.exact == odds(without(drawn, line.kind), 2).exact
    last = [line.exact[-1] for line in answer.lines]
    assert last == sorted(last, reverse=True)
    assert answer.exact == tuple(max(line.exact[t] for line in answer.lines) for t in (0, 1))


def test_who_opens_now_needs_no_luck():
    answer = odds(with_tile(RACKS[0], PIECES.kind("r12")), 2)
    assert answer.now
    assert answer.to_dict()["probability"] == [1.0, 1.0]


def test_a_higher_threshold_is_harder():
    shares = [odds(RACKS[0], 2, threshold).exact[1] for threshold in (40, 51, 70)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[2]


def replayed(position: Position, decided: np.ndarray) -> list[int]:
    """Play out as it is told: nearest, most useful tiles, then by identity with okeys last."""
    ends = []
    for numbers in decided:
        now, end = position, 0
        for turn, number in enumerate(numbers, start=1):
            places = []
            for identity in range(IDENTITIES):
                kinds = [identity] if identity != now.okey else []
                kinds += [FAKE] if identity == now.fake_identity else []
                places += [kind for kind in kinds for _ in range(now.unseen[kind])]
            places += [now.okey] * now.unseen[now.okey]
            now = with_tile(now, places[int(number * len(places))])
            if opening(now) == 0:
                end = turn
                break
            kinds = [kind for kind in range(TILES) if now.hand[kind] and kind != now.okey]
            kinds.sort(key=lambda kind: now.fake_identity if kind == FAKE else kind)
            kinds += [now.okey] * (now.wilds > 0)
            looks = outlooks(now, kinds, drawn=True, aims=["open"])
            ranks = [
                (look.distances.open, -sum(tile.copies for tile in look.useful_for("open")), place)
                for place, look in enumerate(looks)
            ]
            now = without(now, kinds[min(ranks)[2]])
        ends.append(end)
    return ends


@pytest.mark.parametrize("position", RACKS)
def test_play_outs_are_those_of_the_stated_player(position):
    answer = odds(position, 4, samples=40, seed=3)
    (chunk,) = seeded_chunks(40, 256, 3)
    ends = replayed(position, chunk.payload.generator().random((40, 4)))
    for draws, estimate in enumerate(answer.best.played, start=1):
        assert estimate.value == sum(0 < end <= draws for end in ends) / 40
    assert answer.best.exact == odds(position, 2).exact


def test_play_outs_cover_what_is_exact():
    answer = odds(RACKS[0], 3, samples=4000, seed=5)
    assert answer.best.played[0].interval.covers(answer.exact[0])
    # No play does better than the best one; 4 standard errors are hardly ever exceeded.
    estimate = answer.best.played[1]
    assert estimate.value <= float(answer.exact[1]) + 4 * (0.25 / 4000) ** 0.5
    assert estimate.value >= answer.best.played[0].value


def test_the_answer_does_not_depend_on_the_workers():
    answers = [
        odds(RACKS[0], 4, samples=600, seed=1, how={"workers": workers}).to_dict()
        for workers in (1, 2)
    ]
    assert answers[0] == answers[1]
    other = odds(RACKS[0], 4, samples=600, seed=2).to_dict()
    assert other["probability"] != answers[0]["probability"]


def test_going_out_is_an_aim_too():
    position = Position.of("r7 r8 y9 y4", okey="y2", melds="r4-r5-r6 b9-r9-k9", opened=True)
    total = sum(position.unseen)
    answer = odds(position, 1)
    assert answer.aim == "out"
    goes = [
        kind
        for kind in range(TILES)
        if position.unseen[kind] and distances(with_tile(position, kind), drawn=True).out == 0
    ]
    assert answer.exact[0] == Fraction(sum(position.unseen[kind] for kind in goes), total)
    assert {PIECES.codes[kind] for kind in goes} >= {"r3", "r9", "y2"}


def test_the_record_keeps_the_contract():
    record = odds(RACKS[0], 2).to_dict()
    assert record["model"] == "without-replacement"
    assert (record["minimum"], record["kind"], len(record["probability"])) == (51, "computed", 2)
    assert record["error"] <= 1e-9
    estimated = odds(with_tile(RACKS[0], PIECES.kind("y9")), 3, samples=20).to_dict()
    assert estimated["kind"] == "estimate"
    assert len(estimated["interval"]) == len(estimated["probability"]) == 3
    assert {"card", "probability", "cost"} <= set(estimated["discards"][0])


def test_tables_have_a_row_for_each_discard_and_draw():
    frame = odds(with_tile(RACKS[0], PIECES.kind("y9")), 2).to_frame()
    assert list(frame.columns) == ["card", "draws", "chance"]
    assert len(frame) == 2 * 14
    assert "low" in odds(RACKS[0], 3, samples=20).to_frame().columns


@pytest.mark.parametrize("language", ["en", "fr"])
def test_chances_are_said(language):
    with speaking(language):
        drawn = odds(with_tile(RACKS[0], PIECES.kind("y9")), 2)
        assert drawn.best.card in str(drawn)
        assert "51" in str(drawn)
        assert not drawn.remark
        assert odds(RACKS[0], 3, samples=20).remark
        assert odds(RACKS[0], 1, 150).remark
        assert odds(with_tile(RACKS[0], PIECES.kind("r12"))).remark


@pytest.mark.parametrize(
    ("hand", "asked", "error"),
    [
        ("r1 r2 r3", {}, CardError),
        (RACKS[0], {"draws": 0}, InputError),
        (RACKS[0], {"draws": 21}, InputError),
        (RACKS[0], {"draws": True}, InputError),
        (RACKS[0], {"model": "discards-return"}, InputError),
        (RACKS[0], {"aim": "win"}, InputError),
        (RACKS[0], {"samples": 1}, InputError),
        (RACKS[0], {"seed": -1}, InputError),
        (replace(RACKS[0], opened=True), {"aim": "open"}, InputError),
    ],
)
def test_what_cannot_be_asked_is_refused(hand, asked, error):
    if isinstance(hand, str):
        asked |= {"okey": "y2"}
    with pytest.raises(error) as caught:
        odds(hand, **asked)
    assert str(caught.value)

"""One point more or less drawn: every number that was found stands there, and no bar lies."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from neuroanalysis.games.neurotrio.rules import PRESETS, Rules
from neuroanalysis.games.neurotrio.study.compare import compare_deals
from neuroanalysis.games.neurotrio.study.sensitivity import compute_sensitivity, sensitivity
from neuroanalysis.games.neurotrio.study.words import option_code, signed
from neuroanalysis.plots.neurotrio.comparison import comparison_html
from neuroanalysis.plots.neurotrio.sensitivity import reach_html, sensitivity_html, tornado_svg
from neuroanalysis.texts import speaking


def bars(drawn):
    """Left end and length of each bar, in percent of the width."""
    found = re.findall(r'<rect x="([\d.]+)%" width="([\d.]+)%"', drawn)
    return [(float(left), float(length)) for left, length in found]


def test_bars_are_as_long_as_the_changes_and_on_their_sides():
    found = sensitivity()
    changes = [
        change.value.mean_change for change in found.possible if change.value.mean_change != 0
    ]
    most = max(map(abs, changes))
    middle = 57.0
    drawn = bars(tornado_svg(found))
    expected = [change for change in changes if abs(change) / most * 30 >= 0.4]
    assert len(drawn) == len(expected)
    less = sorted(length for left, length in drawn if left < middle)
    more = sorted(length for left, length in drawn if left == middle)
    for lengths, way in ((less, -1), (more, 1)):
        right = sorted(float(abs(c) / most) * 30 for c in expected if c * way > 0)
        assert lengths == pytest.approx(right, abs=0.01)
    # Bars that grow to the left end at the middle line.
    assert all(
        left + length == pytest.approx(middle, abs=0.011) for left, length in drawn if left < middle
    )


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_change_is_written_beside_its_name_the_widest_first(lang):
    found = sensitivity()
    with speaking(lang):
        drawn = tornado_svg(found)
        written = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
        names = [option_code(change.option) for change in found.changes[::2]]
        order = [word for word in written if word in names]
        assert sorted(order) == sorted(names)
        assert order[:3] == ["trio", "N11", "N12"]
        place = written.index("N12")
        change = found.change("N12").value.mean_change
        assert written[place + 1 : place + 3] == [signed(-change), signed(change)]
        assert 'role="img"' in drawn
        assert f"N12 {signed(-change)}" in re.search('aria-label="([^"]*)"', drawn)[1]


def test_each_minimum_has_its_column_and_what_changes_stands_there():
    found = sensitivity()
    with speaking("en"):
        drawn = reach_html(found)
    rows = re.findall(r"<tr.*?</tr>", drawn)
    assert len(rows) == 2 + 16
    cells = {
        re.sub("<[^>]*>", "", row.split("</td>")[0]): row.split("</td>")[1:-1] for row in rows[1:]
    }
    assert re.sub("<[^>]*>", "", cells["as it is"][0]) == "100 %"
    for change in found.possible:
        for minimum, cell in zip(found.minimums, cells[option_code_en(change)], strict=True):
            moved = 100 * change.finish.reach_change(minimum)
            assert (signed(moved) in cell) or moved == 0
            sides = [found.change(change.option, step) for step in (-1, 1)]
            none = all(
                side.refused is not None or side.finish.reach_change(minimum) == 0 for side in sides
            )
            assert none == ("<svg" not in cell)


def option_code_en(change):
    with speaking("en"):
        return option_code(change.option)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_refused_changes_are_told_with_the_reason(lang):
    with speaking(lang):
        drawn = sensitivity_html(sensitivity())
        assert "duo_points" in drawn
        assert "0 → −1" in drawn
    assert ("Refused: " in drawn) == (lang == "en")


def test_rules_that_nobody_finishes_under_are_drawn():
    # One copy of each kind: no duo, so nobody can finish, and no three alike.
    rules = replace(
        PRESETS["three_trios"], copies=1, structures=1, hand_size=2, players_max=6, bonuses=()
    )
    found = compute_sensitivity(rules, workers=1)
    assert [change.option for change in found.changes[::2]] == ["trio_points", "finish_points"]
    assert "<svg" in sensitivity_html(found)
    assert str(found)


def test_two_rule_sets_are_drawn_under_what_is_said_of_them():
    found = compare_deals(Rules(), Rules(trio_points=3))
    for lang, said in (("en", "points of a trio"), ("fr", "points d’un trio")):
        with speaking(lang):
            drawn = comparison_html(found)
        assert said in drawn
        assert drawn.count("<svg") == 2
    counts = [len(one.counts) for one in found.worth["value"]]
    assert comparison_html(found).split("</svg>")[0].count("<rect") == sum(counts)

"""What is printed: pages read back from PDF, and cards looked at as pictures."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from scipy.ndimage import label

from neuroanalysis.games.neurotrio import Rules
from neuroanalysis.plots.neurotrio.deck import card_back_svg, deck_pages
from neuroanalysis.plots.neurotrio.score_sheet import score_page
from neuroanalysis.plots.paper import Page, paper, pdf
from neuroanalysis.plots.paper.drawing import Place, draw_svg
from neuroanalysis.plots.paper.outlines import outline
from neuroanalysis.texts import speaking
from tests.plots.pdf_pages import sheets, title
from tests.refusals import refused_with

CODES = ["".join(parts) for parts in product("123", "cer", "nvb")]
SIZES = {"a4": (210, 297), "letter": (8.5 * 25.4, 11 * 25.4)}
DOTS = 60  # an inch


def picture(page):
    page.figure.set_dpi(DOTS)
    canvas = FigureCanvasAgg(page.figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].astype(int)


def patches(seen):
    """Count patches; a few pixels at a figure's tip are none."""
    return int((np.bincount(label(seen)[0].ravel())[1:] > 20).sum())


def test_a_deck_has_each_card_as_often_as_it_should():
    read = sheets(pdf(deck_pages(2, "letter")))
    assert len(read) == 12
    found = Counter(word for sheet in read for word in sheet.words if word in CODES)
    assert found == dict.fromkeys(CODES, 4)
    for number, sheet in enumerate(read, start=1):
        assert (sheet.width, sheet.height) == pytest.approx(SIZES["letter"])
        digits = [word for word in sheet.words if word in {"1", "2", "3"}]
        assert digits == [word[0] for word in sheet.words if word in CODES]
        foot = f"Neurotrio, sheet {number} of 12: print at 100 %"
        assert sheet.words[-1] == foot


def test_a_printed_card_looks_like_what_its_code_says():
    for page in deck_pages(1)[:3]:
        seen = picture(page)
        codes = [text.get_text() for text in page.figure.axes[0].texts]
        for number, code in enumerate(code for code in codes if code in CODES):
            row, column = divmod(number, 3)
            # Nine cards of 63 by 88.2 mm in the middle of the paper.
            left, top = (210 - 189) / 2 + 63 * column, (297 - 3 * 88.2) / 2 + 88.2 * row
            x0, y0, x1, y1 = (round(at / 25.4 * DOTS) for at in (left, top, left + 63, top + 88.2))
            card = seen[y0:y1, x0:x1]
            red, green, blue = card[30, 8]  # beside the digit there is no pattern
            ground = {"n": max(red, green, blue) < 60, "v": green > max(red, blue), "b": blue > 120}
            assert ground[code[2]]
            assert sum(ground.values()) == 1
            heart = (abs(card - (255, 235, 238)) < 3).all(axis=2)
            star = (abs(card - (255, 240, 184)) < 3).all(axis=2)
            figures = {"c": patches(heart), "e": patches(star)}
            whites = (card > 250).all(axis=2).mean()
            assert figures == {name: int(code[0]) * (code[1] == name) for name in "ce"}, code
            assert (whites > 0.12) == (code[1] == "r"), (code, whites)


def test_backs_come_behind_each_page_and_are_the_same_either_way_up():
    pages = deck_pages(1, backs=True)
    assert len(pages) == 12
    assert [len(sheet.words) > 0 for sheet in sheets(pdf(pages[:4]))] == [True, False] * 2
    back = Page(paper("letter"))  # of whole pixels
    back.drawing(0, 0, card_back_svg(), 2 * 25.4 / DOTS)  # two pixels a unit
    seen = picture(back)[:168, :120]
    assert (abs(seen - seen[::-1, ::-1]) > 60).any(axis=2).mean() < 0.01
    assert len(np.unique(seen.reshape(-1, 3), axis=0)) > 3


def test_the_same_deck_is_the_same_file():
    one, other = (pdf(deck_pages(1)[:1], "x") for _ in range(2))
    assert one == other
    assert title(one) == "x"


@pytest.mark.parametrize(("lang", "player"), [("en", "Player"), ("fr", "Joueur")])
def test_a_score_sheet_has_rounds_and_players_and_the_rules_in_force(lang, player):
    with speaking(lang):
        [sheet] = sheets(pdf([score_page(3, "letter")]))
    assert (sheet.width, sheet.height) == pytest.approx(SIZES["letter"])
    words = sheet.words
    assert player in words
    assert words.count("points") == words.count("total") == 3
    first = words.index("1")
    rounds = words[first : words.index("points")]
    assert rounds == [str(number) for number in range(1, len(rounds) + 1)]
    assert len(rounds) > 12
    bonuses = [word for word in words if word.split()[0] in {"S4_2", "D_S3_2", "N9"}]
    points = [words[words.index(bonus) + 1] for bonus in bonuses]
    assert points == ["16", "8", "1"]
    [minimums] = [word for word in words if "26" in word]
    assert [word for word in minimums if word.isdigit()] == list("1820222426")


def test_a_score_sheet_says_other_rules():
    rules = Rules.from_mapping({"carre": False, "trio_points": 3, "game_target": 77})
    [sheet] = sheets(pdf([score_page(2, rules=rules)]))
    assert not any("Carré" in word for word in sheet.words)
    at = sheet.words.index("Trio: three cards with two values in common")
    assert sheet.words[at + 1] == "3"
    assert any("77 points" in word for word in sheet.words)


def test_nothing_on_a_score_sheet_runs_into_its_neighbour():
    for lang, size in (("en", "a4"), ("fr", "letter")):
        with speaking(lang):
            page = score_page(6, size)
        FigureCanvasAgg(page.figure)
        boxes = [(text.get_text(), text.get_window_extent()) for text in page.figure.axes[0].texts]
        for at, (one, box) in enumerate(boxes):
            assert box.x0 > 0
            assert box.x1 < page.figure.bbox.x1
            for other, beside in boxes[at + 1 :]:
                assert not box.overlaps(beside), (lang, one, other)


def test_what_is_not_there_is_refused():
    refused_with("input.choice", lambda: paper("a5"))
    refused_with("input.limit", lambda: deck_pages(0))
    refused_with("input.choice", lambda: deck_pages(1, "tabloid"))
    refused_with("input.limit", lambda: score_page(7))


@pytest.mark.parametrize("d", ["m0 0l1 1", "M0 0L1", "M0 0A1 1 0 0 0 2 2"])
def test_outlines_of_others_are_no_outlines_of_ours(d):
    with pytest.raises(ValueError, match="no outline"):
        outline(d)


def test_elements_of_others_are_not_left_out_in_silence():
    with pytest.raises(ValueError, match="circle"):
        draw_svg(None, "<svg><circle/></svg>", Place(0, 0, 1))

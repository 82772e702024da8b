"""The drawn domain of conquête: where cards lie, whose they are, what is said of free cells."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from neuroanalysis.games.conquete.pieces import PIECES, kind_name
from neuroanalysis.games.conquete.position import Domain, DomainCard
from neuroanalysis.plots.conquete.domain import Mark, domain_html, domain_words, spot_name
from neuroanalysis.plots.conquete.players import PLAYERS, badge_html, player_name
from neuroanalysis.texts import speaking
from tests.plots.svg import contrast

DOMAIN = Domain.of("-1,0 2ev ; 0,0 2eb 1 ; 0,1 2en 8 ; 1,0 2cb 3")


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


class _Table(HTMLParser):
    """The rows of an ARIA table: what is said of each cell."""

    def __init__(self, html):
        super().__init__()
        self.rows = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        match given.get("role"):
            case "row":
                self.rows.append([])
            case "cell":
                self.rows[-1].append("")
            case "columnheader" | "rowheader":
                self.rows[-1].append(given.get("aria-label", ""))
            case "img":
                self.rows[-1][-1] = given["aria-label"]


def rows(html):
    return _Table(html).rows


def test_each_card_lies_under_its_coordinates():
    head, *body = rows(domain_html(DOMAIN))
    assert head == ["", "column 0", "column 1"]
    assert [line[0] for line in body] == ["row −1", "row 0", "row 1"]
    for row, line in enumerate(body, start=-1):
        for column, said in enumerate(line[1:]):
            card = DOMAIN.at((row, column))
            if card is None:
                assert said == ""
                continue
            assert said.startswith(f"{kind_name(card.kind)}, {spot_name((row, column))}")
            assert said.endswith(f"owner: {player_name(card.owner)}")


def test_coordinates_are_kept_as_given():
    head, line = rows(domain_html([DomainCard(-40, 7, 3), DomainCard(-40, 9, 4)]))
    assert head == ["", "column 7", "column 8", "column 9"]
    assert line[0] == "row −40"
    assert line[2] == ""


def test_marked_cells_widen_the_grid_and_are_said():
    marks = {(0, 2): Mark("5", "VP", "brings 5 VP"), (2, 0): Mark("–", strong=False)}
    head, *body = rows(domain_html(DOMAIN, cells=marks))
    assert head[-1] == "column 2"
    assert body[1][3] == "row 0, column 2: brings 5 VP"
    assert body[-1][:2] == ["row 2", "row 2, column 0: –"]


def test_a_card_hides_no_mark_and_cells_become_buttons_where_asked():
    def press(cell, drawing, name):
        return f'<button data-value="{cell}" aria-label="{name}">{drawing}</button>'

    marks = {(0, 0): Mark("1"), (0, 2): Mark("5")}
    html = domain_html(DOMAIN, cells=marks, press=press)
    assert re.findall(r'data-value="([^"]*)"', html) == ["(0, 2)"]
    assert 'data-rove="cells"' in html
    assert "data-rove" not in domain_html(DOMAIN, cells=marks)


def test_owners_and_the_last_card_are_told_by_words_and_signs():
    html = domain_html(DOMAIN, last=(0, 1), names=["Ana", *"BCDEFG", "Hans"])
    [last] = [said for line in rows(html) for said in line if "placed last" in said]
    assert last == "2 stars on black, row 0, column 1, owner: Hans (P8), placed last"
    assert html.count("P8◆") == 1
    legend = re.sub(r"<[^>]*>", " ", html.rpartition('role="rowheader"')[2])
    assert re.search(r"P1\s+Ana\s+P3\s+C\s+P8\s+Hans\s+no badge: nobody’s\s+◆ placed last", legend)
    assert "placed last" not in domain_html(DOMAIN)


@pytest.mark.parametrize("player", range(1, 9))
def test_badges_can_be_read_and_frames_stand_out_on_light_and_dark_pages(player):
    shown = PLAYERS[player - 1]
    assert contrast(shown.ground, shown.ink) >= 4.5
    assert min(contrast(shown.ground, page) for page in ("#ffffff", "#111111")) >= 3
    assert f"P{player}" in badge_html(player)


def test_players_are_all_told_apart_without_their_number_too():
    assert len({(shown.ground, shown.line) for shown in PLAYERS}) == 8
    for one, other in pairwise(PLAYERS):
        assert one.line != other.line


def test_names_are_escaped():
    html = domain_html(DOMAIN, names=["<b>", *"BCDEFGH"])
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


def test_an_empty_domain_is_said_to_be_empty():
    assert domain_html([]) == "<div>The domain is still empty.</div>"


def test_french():
    with speaking("fr"):
        head, *body = rows(domain_html(DOMAIN, last=(-1, 0)))
        assert head[1] == "colonne 0"
        name = kind_name(PIECES.kind("2ev"))
        assert body[0][1] == f"{name}, ligne −1, colonne 0, à\u00a0: personne, posée en dernier"
        assert domain_words(DOMAIN) == (
            "Domaine\u00a0: cartes 4, lignes ouvertes 3, colonnes ouvertes 2"
        )

"""Whatever is shown in a lesson can be made larger, by its button and from Python."""

from __future__ import annotations

import pytest

from neuroanalysis.games.conquete import play as conquete_play
from neuroanalysis.games.mhing import play as mhing_play
from neuroanalysis.games.okey51 import play as okey51_play
from neuroanalysis.games.tichu import play as tichu_play
from neuroanalysis.texts import catalogue, set_language
from neuroanalysis.widgets import conquete, conquete_deals, mhing, neurotrio, okey51, tichu
from neuroanalysis.widgets.balance import BalanceExplorer
from neuroanalysis.widgets.conquete_rounds import RoundViewer as ConqueteViewer
from neuroanalysis.widgets.deals import DealExplorer
from neuroanalysis.widgets.lessons import CubePlay, InclusionPlay, ask
from neuroanalysis.widgets.mhing_rounds import RoundViewer as MhingViewer
from neuroanalysis.widgets.odds import OddsExplorer, OddsTrainer
from neuroanalysis.widgets.okey51_rounds import RoundViewer as OkeyViewer
from neuroanalysis.widgets.panels import Latest
from neuroanalysis.widgets.rounds import RoundExplorer
from neuroanalysis.widgets.start import StartPage
from neuroanalysis.widgets.tichu_rounds import RoundViewer as TichuViewer

CLASS = "na-lesson"
NAMES = ["Ana", "Bo", "Cem"]

SHOWN = {
    "neurotrio": neurotrio.HandExplorer,
    "odds": OddsExplorer,
    "okey51": okey51.RackExplorer,
    "mhing": mhing.HandExplorer,
    "tichu": tichu.HandExplorer,
    "conquete": conquete.DomainExplorer,
    "conquete deals": lambda **how: conquete_deals.DealExplorer("fit", 5, samples=0, **how),
    "deals": lambda **how: DealExplorer("duos", cards=1, samples=0, **how),
    "balance": BalanceExplorer,
    "rounds": lambda **how: RoundExplorer(["child", "child"], **how),
    "trainer": lambda **how: OddsTrainer("Ada", draws=1, **how),
    "mhing rounds": lambda **how: MhingViewer(mhing_play.deal(NAMES, seed=1), (), **how),
    "tichu rounds": lambda **how: TichuViewer(tichu_play.deal([*NAMES, "Di"], seed=1), (), **how),
    "okey51 rounds": lambda **how: OkeyViewer(okey51_play.deal([*NAMES, "Di"], seed=1), (), **how),
    "conquete rounds": lambda **how: ConqueteViewer(conquete_play.deal(NAMES, seed=1), (), **how),
    "start": StartPage,
    "play": CubePlay,
    "count": InclusionPlay,
    "exercises": lambda **how: ask("cube", "Ada", **how),
}


@pytest.fixture(autouse=True)
def english(monkeypatch):
    """In English, and without answers: they take time, and change nothing of this."""
    monkeypatch.setattr(Latest, "ask", lambda *_, **__: None)
    set_language("en")
    yield
    set_language(None)


def panel_of(shown):
    """Return the panel that has the button."""
    panels = [panel for panel in vars(shown).values() if hasattr(panel, "perform")]
    with_button = [panel for panel in [*panels, shown] if 'data-do="lesson"' in html_of(panel)]
    assert len(with_button) == 1
    return with_button[0]


def html_of(panel):
    return getattr(panel, "html", "")


def is_larger(shown):
    """Whether it is larger; its button says the same."""
    larger = CLASS in getattr(shown, "view", shown)._dom_classes
    html = panel_of(shown).html
    button = html[: html.index("</button>", html.index('data-do="lesson"'))].rpartition("<")[2]
    assert f'aria-pressed="{str(larger).lower()}"' in button
    assert f'data-value="{str(not larger).lower()}"' in button
    return larger


@pytest.mark.parametrize("name", SHOWN)
def test_all_is_larger_where_it_is_asked(name):
    shown = SHOWN[name](lesson=True)
    try:
        assert shown.lesson
        assert is_larger(shown)
        shown.lesson = False
        assert not is_larger(shown)
        panel_of(shown).perform({"do": "lesson", "value": "true"})
        assert shown.lesson
        assert is_larger(shown)
        if 'data-do="language"' in panel_of(shown).html:
            panel_of(shown).perform({"do": "language", "value": "fr"})
            assert catalogue("fr")["widgets.panel.lesson"] in panel_of(shown).html
            assert is_larger(shown)
    finally:
        shown.close() if hasattr(shown, "close") else shown.view.close()


@pytest.mark.parametrize("name", ["neurotrio", "rounds", "start", "play"])
def test_nothing_is_larger_at_first(name):
    shown = SHOWN[name]()
    assert not shown.lesson
    assert not is_larger(shown)
    shown.close()

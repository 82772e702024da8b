"""The deal explorer, driven through its traits and its page's requests; no browser."""

from __future__ import annotations

import re
import threading
from html import unescape

import pytest
import traitlets

from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.neurotrio import Rules, deal_distribution, sample_deals
from neuroanalysis.texts import set_language
from neuroanalysis.widgets.deals import DealExplorer
from neuroanalysis.widgets.deals import explorer as deals

PATIENCE = 120
DEALT = "1cn*3 1cv 1cb 1rb 2en 2ev 2eb*2 2rb 3en 3rb"


@pytest.fixture
def explore():
    """Make explorers, and close them in the end."""
    made = []

    def make(*args, **options):
        options = {"samples": 500, "lang": "en", **options}
        made.append(DealExplorer(*args, **options))
        return settled(made[-1])

    yield make
    for explorer in made:
        explorer.close()
        assert explorer.wait(PATIENCE)
    set_language(None)


@pytest.fixture
def explorer(explore):
    return explore("duos", cards=2)


def settled(explorer):
    assert explorer.wait(PATIENCE)
    return explorer


def words(panel):
    bare = re.sub(r"<svg.*?</svg>", "", panel.html, flags=re.S)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", bare).split()))


def page(explorer):
    panels = (explorer._options, explorer._told, explorer._shown)
    return " ".join(map(words, panels))


def do(explorer, action, value=""):
    """Use the page."""
    explorer._options.perform({"do": action, "value": value})
    return settled(explorer)


@pytest.fixture
def gate(monkeypatch):
    """Hold the exact count of three cards back; it goes on, or is stopped, when told."""
    begun, release = threading.Event(), threading.Event()
    real = deals.deal_distribution

    def slow(of, cards, rules, *, progress, cancel):
        if cards == 3:
            begun.set()
            progress(1, 4)
            while not release.wait(0.01):
                cancel.check()
        return real(of, cards, rules, progress=progress, cancel=cancel)

    monkeypatch.setattr(deals, "deal_distribution", slow)
    return begun, release


def test_it_shows_the_exact_count_and_a_sample_over_it(explorer):
    # 27 kinds, each with 6 pairs, among 108 * 107 / 2 deals of two cards.
    assert dict(explorer.answer.exact.counts) == {0: 5778 - 162, 1: 162}
    assert explorer.answer.sampled == sample_deals("duos", 2, samples=500, seed=1)
    said = words(explorer._shown)
    assert said.startswith("Kinds held exactly twice · cards dealt: 2 · Two decks (13 cards)")
    assert "exact, computed: total 5,778" in said
    assert "estimate from a sample: n = 500, seed 1, with 95 % intervals" in said
    assert "1 162 2.804 % 100 % 2.804 %" in said
    assert "The 500 random hands agree with the exact count" in said


def test_what_ships_with_the_package_says_so(explore):
    assert "exact, from data: total 20,592,957,740,312,160" in page(explore())


def test_another_question_keeps_what_can_be_kept(explorer):
    do(explorer, "of", "value")
    assert (explorer.of, explorer.cards) == ("value", 2)
    do(explorer, "cards", "3")
    assert explorer.answer.exact == deal_distribution("value", 3)
    do(explorer, "of", "finish")
    assert (explorer.of, explorer.cards, explorer.log) == ("finish", 14, True)
    assert "best finishing total" in words(explorer._shown).lower()
    do(explorer, "of", "distance")
    assert (explorer.cards, explorer.log) == (13, False)


def test_joint_questions_name_their_axes(explorer):
    do(explorer, "of", "value,distance")
    assert "value\u00a0↓ distance\u00a0→" in explorer._shown.html
    assert "Every pair with its count outcome count share in the sample" in words(explorer._shown)


def test_sample_and_scale_are_chosen(explorer):
    do(explorer, "samples", "1000")
    do(explorer, "seed", "9")
    assert explorer.answer.sampled == sample_deals("duos", 2, samples=1000, seed=9)
    before = explorer._shown.html
    do(explorer, "scale", "log")
    assert explorer._shown.html != before
    assert "10⁻" in explorer._shown.html
    do(explorer, "samples", "0")
    assert explorer.answer.sampled is None
    assert "random hands agree" not in page(explorer)


def test_rules_are_chosen_and_a_bonus_that_is_gone_is_not_asked(explorer):
    do(explorer, "cards", "4")
    do(explorer, "of", "bonus:S4_2")
    do(explorer, "one_duo", "true")
    do(explorer, "preset", "three_trios")
    assert (explorer.of, explorer.cards) == ("value", 8)
    assert (explorer.rules.structures, explorer.rules.one_duo) == (3, True)
    do(explorer, "cards", "2")
    do(explorer, "distinct_scope", "grouped")
    assert explorer.rules.distinct_scope == "grouped"
    said = words(explorer._shown)
    assert 'Three trios (8 cards) · distinct_scope="grouped" one_duo=true' in said
    assert explorer.answer.exact == deal_distribution("value", 2, explorer.rules)


def test_a_typed_hand_is_found_in_the_distribution(explorer):
    do(explorer, "hand", "2eb*2")
    assert words(explorer._told) == (
        "This hand counts as 1: of all deals, 97.2 % lie below, 2.804 % are equal, 0 % lie above."
    )
    assert "▸ 1" in words(explorer._shown)
    assert "▼" in explorer._shown.html
    assert explorer.picker.text == "2eb*2"
    do(explorer, "hand", "")
    assert words(explorer._told) == ""
    assert "▼" not in explorer._shown.html


def test_a_picked_hand_is_found_too(explorer):
    explorer.picker.add(0)
    assert words(settled(explorer)._told) == (
        "This hand has 1 of the 2 cards that the question is about."
    )
    explorer.picker.add(1)
    assert explorer.hand == "1cn 1cv"
    assert "This hand counts as 0" in words(settled(explorer)._told)
    assert "1cn 1cv" in explorer._options.html
    explorer.picker.undo()
    explorer.picker.clear()
    assert settled(explorer).found is None


def test_a_hand_is_dealt(explorer):
    do(explorer, "cards", "5")
    do(explorer, "deal")
    assert sum(explorer.picker.counts) == 5
    assert "This hand counts as" in words(explorer._told)


def test_the_picker_is_shown_on_demand_and_follows_the_rules(explorer):
    assert explorer._picker_box.layout.display == "none"
    do(explorer, "pick")
    assert explorer._picker_box.layout.display is None
    assert 'aria-pressed="true">Pick cards' in explorer._options.html
    do(explorer, "hand", "2eb*4")
    do(explorer, "preset", "one_deck_shape")
    assert set(explorer.picker.copies) == {2}
    assert explorer.picker.deal_sizes == [10]
    # There are two copies of each card only.
    assert explorer.hand == "2eb*2"
    do(explorer, "pick")
    assert explorer._picker_box.layout.display == "none"


def test_cards_that_go_with_the_rules_are_named_and_undo_brings_them_back(explorer):
    do(explorer, "hand", "2eb*4 1cn")
    do(explorer, "preset", "one_deck_shape")
    assert (explorer.hand, explorer.picker.text) == ("1cn 2eb*2", "1cn 2eb*2")
    # Said where the way back is, and that is shown.
    assert explorer._picker_box.layout.display is None
    assert "too few of them: 2eb*2." in explorer.picker.message
    do(explorer, "preset", "two_decks")
    assert explorer.hand == "1cn 2eb*2"
    assert explorer.picker.can_undo
    explorer.picker.undo()
    assert settled(explorer).hand == "1cn 2eb*4"


def test_a_hand_that_names_rules_of_fewer_copies_takes_the_place_of_the_one_before(explorer):
    do(explorer, "hand", "2eb*4")
    do(explorer, "hand", "1cn*2 | rules one_deck_shape")
    assert explorer.hand == "1cn*2 | rules one_deck_shape"
    assert explorer.picker.text == "1cn*2"


def test_a_hand_may_name_its_rules(explorer):
    do(explorer, "hand", "2eb*2 | rules two_decks trio_points=3")
    assert explorer.rules.trio_points == 3
    assert explorer.found.question.rules == explorer.answer.question.rules == explorer.rules
    assert "This hand counts as 1" in words(explorer._told)


def test_the_rarity_of_a_joint_outcome(explore):
    explorer = explore("value,distance", hand=DEALT)
    assert re.match(
        r"This hand has value 10, distance 1, as have 1\.828 % of all deals\.",
        words(explorer._told),
    )


@pytest.mark.parametrize(
    ("action", "value", "said"),
    [
        ("hand", "4cn 1cn", "unknown card"),
        ("hand", "2eb*5", "2eb"),
        ("hand", "1cn | laid 2eb*4", "before any carré is laid"),
        ("cards", "99", "Cards dealt: 99 is outside 1 to 14"),
        ("cards", "", "Cards dealt: '–' is no whole number; accepted: 1 to 14"),
        ("cards", "1.5", "Cards dealt: '1.5' is no whole number; accepted: 1 to 14"),
        (
            "cards",
            "9" * 5000,
            "Cards dealt: 999999999999999999999999999999999999999… is outside 1 to 14",
        ),
        ("samples", "-5", "Random hands over it: -5 is outside 0 to 10000000"),
        ("seed", "1e3", "Seed: '1e3' is no whole number; accepted: 0 to 2147483647"),
    ],
)
def test_a_mistake_is_said_and_nothing_is_lost(explorer, action, value, said):
    before = explorer.answer
    if "laid" in value:
        do(explorer, "cards", "5")
        before = explorer.answer
    do(explorer, action, value)
    assert said in page(explorer)
    assert explorer.answer is before
    assert (explorer.of, explorer.samples, explorer.seed) == ("duos", 500, 1)
    assert explorer.found is None


def test_a_mistake_goes_with_what_was_wrong(explorer):
    do(explorer, "cards", "99")
    do(explorer, "cards", "3")
    assert "outside" not in page(explorer)
    do(explorer, "hand", "9zz")
    do(explorer, "language", "fr")
    assert "carte inconnue" in words(explorer._told)
    do(explorer, "hand", "2eb*3")
    assert "inconnue" not in page(explorer)


def test_open_points_of_the_rules_stand_side_by_side(explorer):
    do(explorer, "of", "value")
    do(explorer, "cards", "13")
    do(explorer, "cards", "4")
    do(explorer, "comparing", "true")
    others = dict(explorer.answer.others)
    assert list(others) == ["distinct_scope", "repeat_bonuses", "one_duo"]
    assert others["distinct_scope"] == deal_distribution(
        "value", 4, Rules(distinct_scope="grouped")
    )
    said = words(explorer._shown)
    assert "Distinct cards are counted among cards in groups" in said
    assert said.count("This changes nothing here") == 3
    do(explorer, "of", "bonus:N9")
    do(explorer, "cards", "9")
    said = words(explorer._shown)
    assert "Largest difference: outcome 0, from " in said
    assert said.count("This changes nothing here") == 2
    do(explorer, "distinct_scope", "grouped")
    assert "Distinct cards are counted among all cards" in words(explorer._shown)
    do(explorer, "comparing", "false")
    assert explorer.answer.others == ()


def test_what_was_counted_once_is_not_counted_again(explorer, monkeypatch):
    do(explorer, "cards", "3")
    monkeypatch.setattr(deals, "deal_distribution", None)
    do(explorer, "samples", "100")
    do(explorer, "cards", "2")
    assert (explorer.answer.exact.total, explorer.answer.sampled.n) == (5778, 100)


def test_the_page_stays_usable_while_it_counts(explorer, gate):
    begun, release = gate
    explorer._options.perform({"do": "cards", "value": "3"})
    assert begun.wait(PATIENCE)
    assert explorer._shown.working == "Counting over all classes of hands…"
    assert explorer._shown.stoppable
    assert 0 < explorer._shown.share < 1
    # What stands there is still about two cards, and says so; so does the hand wait for the rest.
    explorer.hand = "2eb*2 1cn"
    assert explorer._placing.wait(PATIENCE)
    assert words(explorer._told) == "This hand counts as 1."
    assert "cards dealt: 2" in words(explorer._shown)
    assert "▼" not in explorer._shown.html
    release.set()
    assert "cards dealt: 3" in words(settled(explorer)._shown)
    assert "This hand counts as 1: of all deals" in words(explorer._told)
    assert "▼" in explorer._shown.html


def test_a_long_count_is_stopped_and_taken_up_again(explorer, gate):
    begun, release = gate
    explorer._options.perform({"do": "cards", "value": "3"})
    assert begun.wait(PATIENCE)
    do(explorer, "stop")
    assert explorer.answer.question.cards == 2
    said = words(explorer._shown)
    assert said.startswith("Stopped; below stands the answer found before. Count after all")
    assert explorer._shown.working == ""
    release.set()
    do(explorer, "again")
    assert explorer.answer.question.cards == 3
    assert "Stopped" not in page(explorer)


def test_a_cancelled_count_leaves_nothing_behind(explorer, gate):
    begun, _ = gate
    explorer._options.perform({"do": "cards", "value": "3"})
    assert begun.wait(PATIENCE)
    do(explorer, "cards", "2")
    assert explorer.answer.question.cards == 2
    assert {question.cards for question in explorer._counted} == {2}


def test_traits_may_be_assigned(explorer):
    explorer.of = "distinct"
    assert settled(explorer).answer.exact == deal_distribution("distinct", 2)
    explorer.cards = 99
    assert "99" in words(settled(explorer)._shown)
    explorer.cards = 3
    assert settled(explorer).answer.question.cards == 3
    with pytest.raises(traitlets.TraitError):
        explorer.samples = -1


def test_wrong_arguments_raise_at_once():
    with pytest.raises(InputError, match="99"):
        DealExplorer(cards=99)
    with pytest.raises(InputError, match="luck"):
        DealExplorer("luck")
    with pytest.raises(CardError):
        DealExplorer(hand="9zz")
    with pytest.raises(ValueError, match="klingon"):
        DealExplorer(lang="klingon")


def test_in_french_everything_is_french(explorer):
    do(explorer, "hand", "2eb*2")
    do(explorer, "comparing", "true")
    english = page(explorer)
    do(explorer, "language", "fr")
    said = page(explorer)
    assert words(explorer._told).startswith("Cette main compte pour 1 : parmi toutes les donnes")
    assert "exact, calculé" in said
    assert "estimation sur un échantillon" in said
    assert "sans finir" in said
    for word in ("exact count", "This", "How rare", "Cards", "Seed", "with", "nothing", "share"):
        assert word in english
        assert word not in said
    do(explorer, "language", "en")
    assert page(explorer) == english


def test_an_unknown_request_of_the_page_is_a_fault(explorer):
    with pytest.raises(ValueError, match="fly"):
        do(explorer, "fly")


def test_without_a_kernel_the_answer_can_still_be_seen(explorer):
    bundle = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "exact, computed: total 5,778" in bundle["text/html"]
    assert bundle["text/plain"] == "Deal explorer"

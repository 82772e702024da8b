"""The deal distributions that ship with the package, one table a preset: made, read, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.distribution import Distribution, outcome_from_text, outcome_text
from neuroanalysis.core.tables import Table, find_table, read_rows
from neuroanalysis.games.neurotrio.analysis.closed_forms import distinct_kinds
from neuroanalysis.games.neurotrio.analysis.deals import Question, deal_distribution
from neuroanalysis.games.neurotrio.analysis.preset_tables import PresetTable
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import GAME, PRESETS, Rules
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.work import Options

__all__ = ["ABOUT", "COLUMNS", "DealTable", "deal_rows", "shipped_deals", "shipped_questions"]

ABOUT: Final = "deals"
COLUMNS: Final = ("of", "cards", "outcome", "count")


def shipped_questions(rules: Rules) -> Iterator[Question]:
    """Give the questions about deals whose answers ship with the package, for one preset."""
    for cards in (rules.hand_size, rules.finish_size):
        for of in ("value", "distance", "value,distance"):
            yield Question(of, cards, rules)
    for bonus in rules.bonuses:
        yield Question(f"bonus:{bonus.code}", rules.hand_size, rules)
    for cards in range(rules.finish_size, rules.most_cards + 1):
        yield Question("finish", cards, rules)


@dataclass(frozen=True)
class DealTable(PresetTable):
    """The table of a preset's deal distributions, as one to be made and checked."""

    about = ABOUT
    column_names = COLUMNS

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the table answers."""
        return tuple(shipped_questions(PRESETS[self.preset]))

    @property
    def parts(self) -> tuple[str, ...]:
        """What can be computed without the rest: a question, for all its numbers of cards."""
        return tuple(dict.fromkeys(question.of for question in self.questions))

    @property
    def command(self) -> str:
        """The command that makes it: the tables of deals come first, and need no other name."""
        return f"neuroanalysis data build {GAME} --preset {self.preset}"

    def rows(
        self, told: Callable[[str], None] = lambda what: None, **how: Unpack[Options]
    ) -> list[tuple[object, ...]]:
        """Compute the whole table over all classes of hands; `told` hears of each question."""
        found: list[tuple[object, ...]] = []
        for question in self.questions:
            found += self._computed(question, told, **how)
        return found

    def renewed(
        self,
        kept: Sequence[Mapping[str, str]],
        part: str,
        told: Callable[[str], None] = lambda what: None,
        **how: Unpack[Options],
    ) -> list[tuple[object, ...]]:
        """Compute the answers to one of the `parts`, and take all others as they were kept."""
        answers = _answers(kept)
        found: list[tuple[object, ...]] = []
        for question in self.questions:
            of, cards = question.of, question.cards
            if of == part:
                found += self._computed(question, told, **how)
            else:
                found += [(of, cards, *row) for row in answers.get((of, cards), {}).items()]
        return found

    def _computed(
        self, question: Question, told: Callable[[str], None], **how: Unpack[Options]
    ) -> list[tuple[str, int, str, int]]:
        told(f"{self.preset}: {question.of}, {question.cards}")
        return deal_rows(question, **how)

    def faults(self, rows: Sequence[Mapping[str, str]]) -> list[str]:
        """Return what cannot be right in a table, as far as can be said without any hand.

        Looked at are missing answers, totals, marginals; whether as many deals finish as lack no
        card; and the bonuses of distinct kinds, for which there is a closed form.
        """
        answers = _answers(rows)
        rules = PRESETS[self.preset]
        faults = []
        for question in self.questions:
            name = f"{question.of}, {question.cards}"
            counts = answers.get((question.of, question.cards))
            if counts is None:
                faults.append(text("neurotrio.tables.missing", question=name))
                continue
            total = comb(rules.deck_size, question.cards)
            if sum(counts.values()) != total:
                faults.append(
                    text(
                        "neurotrio.tables.total",
                        question=name,
                        sum=sum(counts.values()),
                        total=total,
                    )
                )
        for cards in sorted({question.cards for question in self.questions}):
            joint = answers.get(("value,distance", cards))
            for place, of in enumerate(("value", "distance")):
                single = answers.get((of, cards))
                if joint is not None and single is not None and _marginal(joint, place) != single:
                    faults.append(text("neurotrio.tables.marginal", question=f"{of}, {cards}"))
        for question, expected in _known(rules, answers):
            counts = answers.get((question.of, question.cards))
            if counts is None:
                continue  # told above
            outcome = "none" if question.of == "finish" else "1"
            if counts.get(outcome, 0) != expected:
                faults.append(
                    text(
                        "neurotrio.tables.known",
                        question=f"{question.of}, {question.cards}",
                        outcome=outcome,
                        found=counts.get(outcome, 0),
                        expected=expected,
                    )
                )
        return faults


def _known(
    rules: Rules, answers: Mapping[tuple[str, int], Mapping[str, int]]
) -> Iterator[tuple[Question, int]]:
    """Give what is known of the answers otherwise: of how many deals the outcome told is."""
    total = comb(rules.deck_size, rules.finish_size)
    near = answers.get(("distance", rules.finish_size))
    if near is not None:
        # Without laid carrés a hand of that size lacks no card just if it finishes.
        yield Question("finish", rules.finish_size, rules), total - near.get("0", 0)
    kinds = distinct_kinds(rules.hand_size, rules.copies).counts
    for bonus in rules.bonuses:
        above = [other.distinct for other in rules.bonuses if bonus.code in other.contains]
        if rules.distinct_scope != "hand" or not bonus.distinct or 0 in above:
            continue
        enough = range(bonus.distinct, min(above, default=KINDS + 1))
        yield (
            Question(f"bonus:{bonus.code}", rules.hand_size, rules),
            sum(kinds.get(n, 0) for n in enough),
        )


def _marginal(joint: Mapping[str, int], place: int) -> dict[str, int]:
    sums: dict[str, int] = {}
    for outcome, n in joint.items():
        key = outcome.split(",")[place]
        sums[key] = sums.get(key, 0) + n
    return sums


def deal_rows(question: Question, **how: Unpack[Options]) -> list[tuple[str, int, str, int]]:
    """Return the rows of one question, computed over all classes of hands."""
    answer = deal_distribution(question.of, question.cards, question.rules, method="classes", **how)
    return [
        (question.of, question.cards, outcome_text(outcome), n)
        for outcome, n in answer.counts.items()
    ]


def shipped_deals(question: Question) -> Distribution | None:
    """Return the answer to a question from the tables, or None where none has it.

    Raises
    ------
    InputError
        For a table that is damaged.
    """
    table = find_table(GAME, ABOUT, question.rules.scoring_digest())
    if table is None:
        return None
    counts = {
        outcome_from_text(outcome): n
        for outcome, n in _rows(table).get((question.of, question.cards), {}).items()
    }
    if not counts:
        return None
    total = comb(question.rules.deck_size, question.cards)
    return Distribution(counts, total, source="data")


@lru_cache(maxsize=8)
def _rows(table: Table) -> dict[tuple[str, int], dict[str, int]]:
    return _answers(read_rows(table))


def _answers(rows: Sequence[Mapping[str, str]]) -> dict[tuple[str, int], dict[str, int]]:
    answers: dict[tuple[str, int], dict[str, int]] = {}
    for row in rows:
        answers.setdefault((row["of"], int(row["cards"])), {})[row["outcome"]] = int(row["count"])
    return answers

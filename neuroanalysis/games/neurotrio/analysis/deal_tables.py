"""The deal distributions that ship with the package, one table a preset: made, read, checked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final

from neuroanalysis.core.distribution import Distribution, outcome_from_text, outcome_text
from neuroanalysis.core.tables import Table, find_table, read_rows
from neuroanalysis.games.neurotrio.analysis.deals import Question, deal_distribution
from neuroanalysis.games.neurotrio.rules import GAME, PRESETS, Rules

if TYPE_CHECKING:
    from typing import Unpack

    from neuroanalysis.core.work import Options

__all__ = ["ABOUT", "COLUMNS", "deal_rows", "deal_table", "shipped_deals", "shipped_questions"]

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


def deal_table(preset: str, version: str) -> Table:
    """Return the entry of a preset's table in the manifest, still without its digest."""
    return Table(
        file=f"{GAME}/{preset}/deals.csv",
        game=GAME,
        about=ABOUT,
        rules=preset,
        digest=PRESETS[preset].scoring_digest(),
        command=f"neuroanalysis data build {GAME} --preset {preset}",
        version=version,
        sha256="",
    )


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
    answers: dict[tuple[str, int], dict[str, int]] = {}
    for row in read_rows(table):
        answers.setdefault((row["of"], int(row["cards"])), {})[row["outcome"]] = int(row["count"])
    return answers

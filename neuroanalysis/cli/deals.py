"""``neuroanalysis deals``: how often a random deal has a property, exactly or sampled."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Final

import typer

from neuroanalysis import games
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import show, table, write_json, write_text
from neuroanalysis.cli.progress import progress_bar
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, under
from neuroanalysis.cli.usage import UsageError, number_or_none
from neuroanalysis.core.contract import Ruled
from neuroanalysis.core.distribution import (
    Distribution,
    Outcome,
    SampledDistribution,
    outcome_text,
)
from neuroanalysis.core.intervals import number_text
from neuroanalysis.core.work import Options
from neuroanalysis.texts import text

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["deals"]

SAMPLES: Final = 100_000
SEED: Final = 0
_BAR: Final = 20


def deals(
    game: Annotated[str, typer.Argument(metavar="game", help="argument.game")],
    cards: Annotated[
        str | None, typer.Option("--cards", metavar="number", help="deals.cards")
    ] = None,
    of: Annotated[str, typer.Option("--of", metavar="question", help="deals.of")] = "value",
    exact: Annotated[bool, typer.Option("--exact", help="deals.exact")] = False,
    samples: Annotated[
        str | None, typer.Option("--samples", metavar="number", help="deals.samples")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="number", help="deals.seed")] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="number", help="deals.players")
    ] = None,
    hand: Annotated[str | None, typer.Option("--hand", metavar="hand", help="deals.hand")] = None,
    preset: PresetName = None,
    file: RulesFile = None,
    option: OptionWords = None,
    workers: Annotated[
        str | None, typer.Option("--workers", metavar="number", help="option.workers")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="option.json")] = False,
    show_usage: Help = False,
) -> None:
    """Count, or sample, over random deals."""
    if exact:
        for name, value in (("--samples", samples), ("--seed", seed), ("--players", players)):
            if value is not None:
                raise UsageError(text("cli.usage.together", one="--exact", other=name))
    size, n, first, together, threads = (
        number_or_none(word, name)
        for word, name in (
            (cards, "--cards"),
            (samples, "--samples"),
            (seed, "--seed"),
            (players, "--players"),
            (workers, "--workers"),
        )
    )
    ruled = under(games.game(game), preset, file, option)
    dealt = ruled.cards_dealt(of, size)
    outcome = None if hand is None else _outcome(ruled, hand, of, dealt)
    with progress_bar(text("cli.deals.working")) as told:
        how: Options = {"workers": threads, "progress": told}
        answer = (
            ruled.deals(of, dealt, **how)
            if exact
            else ruled.sampled_deals(
                of,
                dealt,
                samples=SAMPLES if n is None else n,
                seed=SEED if first is None else first,
                players=1 if together is None else together,
                **how,
            )
        )
    if as_json:
        record = {"game": game, "cards": dealt, "of": of} | answer.to_dict()
        if outcome is not None:
            record |= {"hand": outcome_text(outcome), **_rarity(answer, outcome)}
        write_json(record)
        return
    write_text(text("cli.deals.title", of=of, cards=dealt) + "\n")
    write_text(f"{answer}\n\n")
    if isinstance(answer, Distribution):
        _show_exact(answer, outcome)
    else:
        _show_sampled(answer, outcome)
    if outcome is not None:
        _show_rarity(answer, outcome)


def _outcome(ruled: Ruled, hand: str, of: str, dealt: int) -> Outcome:
    """Return what the hand is counted as, after a look at its size."""
    size = ruled.hand_size(hand)
    if size != dealt:
        raise UsageError(text("cli.deals.hand_size", n=size, cards=dealt))
    return ruled.outcome(hand, of)


def _percent(share: Fraction | float) -> str:
    return f"{number_text(100 * float(share), 6)} %"


def _bar(share: float, highest: float) -> str:
    return "█" * max(round(_BAR * share / highest), 1 if share else 0)


def _marked(key: Outcome, outcome: Outcome | None) -> str:
    return f"{outcome_text(key)} ◂" if key == outcome else outcome_text(key)


def _columns(*names: str) -> Table:
    """Return an empty table; all columns but the last have numbers, which are left whole."""
    headings = (text(f"cli.deals.column.{name}") if name else "" for name in names)
    rows = table(*headings, numbers=range(len(names) - 1))
    for column in rows.columns[:-1]:
        column.no_wrap = True
    return rows


def _show_exact(answer: Distribution, outcome: Outcome | None) -> None:
    rows = _columns("outcome", "deals", "share", "up_to", "")
    highest = max(answer.counts.values()) / answer.total
    so_far = 0
    for key, n in answer.counts.items():
        so_far += n
        rows.add_row(
            _marked(key, outcome),
            f"{n:,}".replace(",", "\u202f"),
            _percent(Fraction(n, answer.total)),
            _percent(Fraction(so_far, answer.total)),
            _bar(n / answer.total, highest),
        )
    show(rows)


def _show_sampled(answer: SampledDistribution, outcome: Outcome | None) -> None:
    rows = _columns("outcome", "hands", "share", "interval", "")
    intervals = answer.intervals()
    highest = max(answer.counts.values()) / answer.n
    for key, n in answer.counts.items():
        low, high = intervals[key]
        rows.add_row(
            _marked(key, outcome),
            f"{n:,}".replace(",", "\u202f"),
            _percent(n / answer.n),
            f"{_percent(low)} – {_percent(high)}",
            _bar(n / answer.n, highest),
        )
    show(rows)


def _shares(answer: Distribution | SampledDistribution, outcome: Outcome) -> tuple[float, ...]:
    """Return the shares of deals below an outcome, equal to it, above it; joint ones only equal."""
    total = answer.total if isinstance(answer, Distribution) else answer.n
    keys = list(answer.counts)
    if isinstance(outcome, tuple):
        return (answer.counts.get(outcome, 0) / total,)
    below = sum(answer.counts[key] for key in keys if _less(key, outcome))
    equal = answer.counts.get(outcome, 0)
    return (below / total, equal / total, (total - below - equal) / total)


def _less(key: Outcome, outcome: Outcome) -> bool:
    # Words such as "none" lie below all numbers.
    if isinstance(key, str) or isinstance(outcome, str):
        return isinstance(key, str) and not isinstance(outcome, str)
    return not isinstance(key, tuple) and not isinstance(outcome, tuple) and key < outcome


def _rarity(answer: Distribution | SampledDistribution, outcome: Outcome) -> dict[str, object]:
    shares = _shares(answer, outcome)
    names = ("below", "equal", "above") if len(shares) == 3 else ("equal",)
    return dict(zip(names, shares, strict=True))


def _show_rarity(answer: Distribution | SampledDistribution, outcome: Outcome) -> None:
    shares = [_percent(share) for share in _shares(answer, outcome)]
    key = "rarity" if len(shares) == 3 else "rarity_joint"
    write_text(
        "\n"
        + text(
            f"cli.deals.{key}",
            outcome=outcome_text(outcome),
            below=shares[0],
            equal=shares[len(shares) // 2],
            above=shares[-1],
        )
        + "\n"
    )

"""``neuroanalysis deals``: how often a random deal has a property, exactly or sampled."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from neuroanalysis import games
from neuroanalysis.cli.distributions import (
    AnyDistribution,
    distribution_table,
    rarity,
    rarity_words,
)
from neuroanalysis.cli.help import Help
from neuroanalysis.cli.output import show, write_json, write_text
from neuroanalysis.cli.position_options import IndicatorTile, Okey
from neuroanalysis.cli.progress import progress_bar
from neuroanalysis.cli.rule_options import OptionWords, PresetName, RulesFile, under
from neuroanalysis.cli.usage import UsageError, number_or_none
from neuroanalysis.core.contract import Ruled
from neuroanalysis.core.distribution import Distribution, Outcome, outcome_text
from neuroanalysis.core.work import Options
from neuroanalysis.texts import catalogue, language, text

__all__ = ["deals"]

SAMPLES: Final = 100_000
SEED: Final = 0


def deals(
    game: Annotated[str, typer.Argument(metavar="game", help="argument.game")],
    cards: Annotated[
        str | None, typer.Option("--cards", metavar="number", help="deals.cards")
    ] = None,
    of: Annotated[str | None, typer.Option("--of", metavar="question", help="deals.of")] = None,
    exact: Annotated[bool, typer.Option("--exact", help="deals.exact")] = False,
    samples: Annotated[
        str | None, typer.Option("--samples", metavar="number", help="deals.samples")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="number", help="deals.seed")] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="number", help="deals.players")
    ] = None,
    hand: Annotated[str | None, typer.Option("--hand", metavar="hand", help="deals.hand")] = None,
    okey: Okey = None,
    indicator: IndicatorTile = None,
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
    if hand is None:
        for name, value in (("--okey", okey), ("--indicator", indicator)):
            if value is not None:
                raise UsageError(text("cli.usage.only_with", one=name, other="--hand"))
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
    of = ruled.deal_questions()[0] if of is None else of
    dealt = ruled.cards_dealt(of, size)
    asked = None if hand is None else _with_parts(hand, okey=okey, indicator=indicator)
    outcome = None if asked is None else _outcome(ruled, asked, of, dealt)
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
        write_json({"game": game, "cards": dealt, "of": of} | _record(answer, hand, outcome))
        return
    write_text(_title(game, of, dealt) + "\n")
    write_text(f"{answer}\n")
    if together is not None and together > 1:
        write_text(text("cli.deals.together", players=together) + "\n")
    write_text("\n")
    show(distribution_table(answer, outcome))
    if outcome is not None:
        write_text(f"\n{rarity_words(answer, outcome)}\n")


def _title(game: str, of: str, cards: int) -> str:
    """Say what was asked in the game's own words, where it has some."""
    known = catalogue(language())
    asked = ", ".join(known.get(f"deals.{game}.of.{part}", part) for part in of.split(","))
    key = f"cli.{game}.dealt"
    return text(key if key in known else "cli.deals.title", of=asked, cards=cards)


def _record(
    answer: AnyDistribution, hand: str | None, outcome: Outcome | None
) -> dict[str, object]:
    record = answer.to_dict()
    if isinstance(answer, Distribution):
        record["source"] = answer.source
    if outcome is not None:
        record |= {"hand": hand, "outcome": outcome_text(outcome), **rarity(answer, outcome)}
    return record


def _with_parts(hand: str, **parts: str | None) -> str:
    """Return a hand with further parts of its position, as text."""
    given = [f"{name} {value}" for name, value in parts.items() if value is not None]
    return "\n".join([f"hand {hand}", *given]) if given else hand


def _outcome(ruled: Ruled, hand: str, of: str, dealt: int) -> Outcome:
    """Return what the hand is counted as, after a look at its size."""
    size = ruled.hand_size(hand)
    if size != dealt:
        raise UsageError(text("cli.deals.hand_size", n=size, cards=dealt))
    return ruled.outcome(hand, of)

"""Reading the solved solitaire: a hand's chances within any number of draws, its best discard.

The numbers stand in files of the user's cache (see `solitaire`, which makes them) and are mapped
into memory, so that a look-up reads only what it needs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import platformdirs
from numpy.typing import NDArray

from neuroanalysis.core.files import write_text
from neuroanalysis.core.intervals import Computed
from neuroanalysis.errors import CardError, InputError
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.position import Cards, Position
from neuroanalysis.games.neurotrio.rules import Rules
from neuroanalysis.texts import text

__all__ = [
    "QUANTUM",
    "STEPS",
    "Meta",
    "Move",
    "Solution",
    "file_of",
    "keys_file",
    "solution_folder",
]

STEPS: Final = 65535
"""A chance is kept as a whole number of steps of this many in one."""
QUANTUM: Final = 0.5 / STEPS + 1e-12
"""The greatest error of a chance that was kept: half a step, and that of the sums before it."""

_META: Final = "solution.json"
_FORMAT: Final = 1
_CARRE: Final = 4

Move: TypeAlias = tuple[int, bool, NDArray[np.float64]]
"""A kind, whether its carré is laid or a card of it discarded, and the chances from there on."""


def solution_folder(rules: Rules) -> Path:
    """Return where the solution under a rule set is kept: in the cache, by what hands are worth."""
    chosen = os.environ.get("NEUROANALYSIS_CACHE")
    root = Path(chosen) if chosen else platformdirs.user_cache_path("neuroanalysis")
    return root / "solitaire" / rules.scoring_digest()


def file_of(folder: Path, minimum: int) -> Path:
    """Return the file with the chances for a minimum."""
    return folder / f"chances-{minimum}.u16"


def keys_file(folder: Path, laid: int) -> Path:
    """Return the file with the numbers of the held classes with so many carrés laid."""
    return folder / f"keys-{laid}.npy"


@dataclass(frozen=True)
class Meta:
    """What stands beside the numbers.

    Parameters
    ----------
    classes
        How many held classes there are, by carrés laid.
    draws
        Within how many draws chances are known.
    curves
        For each minimum, the chance of a random deal within 1, 2, ... draws.
    """

    classes: tuple[int, ...]
    draws: int
    curves: Mapping[int, Sequence[float]]

    def write(self, folder: Path) -> None:
        """Write it into a solution's folder."""
        content = {
            "format": _FORMAT,
            "classes": self.classes,
            "draws": self.draws,
            "curves": {str(minimum): list(curve) for minimum, curve in self.curves.items()},
        }
        write_text(folder / _META, json.dumps(content, indent=1))

    @classmethod
    def read(cls, folder: Path) -> Meta | None:
        """Return it, or None where there is none, or none that fits the files beside it."""
        try:
            content = json.loads((folder / _META).read_text(encoding="utf-8"))
            if content["format"] != _FORMAT:
                return None
            curves = {int(minimum): curve for minimum, curve in content["curves"].items()}
            meta = cls(tuple(content["classes"]), int(content["draws"]), curves)
            size = 2 * meta.draws * sum(meta.classes)
            whole = all(file_of(folder, m).stat().st_size == size for m in meta.curves)
            whole &= all(
                len(np.load(keys_file(folder, q), mmap_mode="r")) == n
                for q, n in enumerate(meta.classes)
            )
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError):
            return None
        return meta if whole else None


@dataclass(frozen=True, eq=False)
class Solution:
    """The solved solitaire under a rule set, as it is kept in a folder.

    Parameters
    ----------
    rules
        The rule set.
    folder
        Where the files are; `solution_folder` has the usual place.

    Raises
    ------
    InputError
        When it was not solved yet, or the files are damaged.
    """

    rules: Rules
    folder: Path

    def __post_init__(self) -> None:
        """Look for the files."""
        if Meta.read(self.folder) is None:
            raise InputError("input.unsolved", folder=self.folder)

    @classmethod
    def find(cls, rules: Rules | None = None) -> Solution | None:
        """Return the solution in the user's cache, or None where there is none."""
        rules = Rules.or_default(rules)
        folder = solution_folder(rules)
        return None if Meta.read(folder) is None else cls(rules, folder)

    @cached_property
    def meta(self) -> Meta:
        """What stands beside the numbers."""
        meta = Meta.read(self.folder)
        if meta is None:
            raise InputError("input.unsolved", folder=self.folder)
        return meta

    @property
    def draws(self) -> int:
        """Within how many draws chances are known."""
        return self.meta.draws

    @property
    def error(self) -> float:
        """No chance of a hand is further off than this."""
        return QUANTUM

    @property
    def size(self) -> int:
        """How many bytes the files take."""
        return sum(file.stat().st_size for file in self.folder.iterdir() if file.is_file())

    @property
    def minimums(self) -> tuple[int, ...]:
        """The minimums that are solved."""
        return tuple(sorted(self.meta.curves))

    def curve_of_deals(self, minimum: int) -> Computed:
        """Return the chance of a random deal to finish within 1, 2, ... draws, played at best.

        The error is that of floating-point sums: below 1e-12.
        """
        self.check_minimum(minimum)
        return Computed(tuple(self.meta.curves[minimum]), 1e-12)

    def curve(self, hand: Cards | Position, minimum: int | None = None) -> Computed:
        """Return the best chance of a hand between turns to finish within 1, 2, ... draws.

        Parameters
        ----------
        hand
            13 cards, or three fewer for each laid carré.
        minimum
            The position's if None; one of `minimums`.

        Raises
        ------
        CardError, InputError
            For another number of cards, or a minimum that is not solved.
        """
        position = (
            Position.of(hand) if isinstance(hand, Position) else Position.of(hand, rules=self.rules)
        )
        wanted = self.rules.hand_size - 3 * sum(position.laid)
        if sum(position.hand) != wanted:
            raise CardError(
                "card.few",
                n=sum(position.hand),
                question=text("neurotrio.question.chance"),
                accepted=wanted,
            )
        minimum = position.minimum if minimum is None else minimum
        place = self.places(position.counts[np.newaxis], position.laid_counts[np.newaxis])[0]
        column = self.steps(minimum)[:, place].astype(np.float64) / STEPS
        return Computed(tuple(float(chance) for chance in column), QUANTUM)

    def chances(
        self,
        counts: NDArray[np.uint8],
        laid: NDArray[np.uint8],
        draws: int,
        minimum: int,
    ) -> NDArray[np.float64]:
        """Return the best chances of many hands between turns to finish within so many draws.

        Parameters
        ----------
        counts, laid
            (n, 27): cards in hand, and 1 for each laid carré.
        draws, minimum
            As solved.
        """
        if not 1 <= draws <= self.draws:
            raise InputError("input.limit", name="draws", value=draws, low=1, high=self.draws)
        steps = self.steps(minimum)[draws - 1, self.places(counts, laid)]
        return np.asarray(steps / STEPS, dtype=np.float64)

    def moves(
        self,
        counts: NDArray[np.uint8],
        laid: NDArray[np.uint8],
        kept: NDArray[np.uint8],
        minimum: int,
    ) -> list[Move]:
        """Return what each move after a draw leads to: the best chances from there on.

        Parameters
        ----------
        counts, laid, kept
            27 each: the cards in hand, one more than between turns; 1 for each laid carré; cards
            that may not be discarded now. Later moves are counted as free, so with kept cards the
            chances are bounds from above.
        minimum
            As solved.

        Returns
        -------
        list of (int, bool, numpy.ndarray)
            Kind, whether its carré is laid (else one card of it is discarded), and the chances to
            finish within 1, 2, ... `draws` draws more, with an error of at most `QUANTUM`. The
            replacement of a laid carré is none of these draws, but one may finish on it. By kind,
            discards first; finishing at once is not among them.

        Raises
        ------
        CardError, InputError
            For another number of cards, or a minimum that is not solved.
        """
        wanted = self.rules.finish_size - 3 * int(laid.sum())
        if counts.sum() != wanted:
            raise CardError(
                "card.few",
                n=int(counts.sum()),
                question=text("neurotrio.question.discard"),
                accepted=wanted,
            )
        discards = [int(kind) for kind in np.flatnonzero(counts > kept)]
        lays = [int(kind) for kind in np.flatnonzero(self._layable(counts, laid))]
        found: list[Move] = []
        if discards:
            left = np.repeat(counts[np.newaxis], len(discards), axis=0)
            left[np.arange(len(discards)), discards] -= 1
            places = self.places(left, np.repeat(laid[np.newaxis], len(discards), axis=0))
            rows = self.steps(minimum)[:, places].T / STEPS
            found += [(kind, False, row) for kind, row in zip(discards, rows, strict=True)]
        for kind in lays:
            below, above = _with_carre_laid(counts, laid, kind)
            place = self.places(below[np.newaxis], above[np.newaxis])[0]
            # The first draw of the hand with one more laid is the replacement.
            row = np.append(
                self.steps(minimum)[1:, place] / STEPS, self._beyond(below, above, minimum)
            )
            found.append((kind, True, row))
        return found

    def _layable(self, counts: NDArray[np.uint8], laid: NDArray[np.uint8]) -> NDArray[np.bool_]:
        allowed = self.rules.carre and int(laid.sum()) < self.rules.structures
        return (counts >= _CARRE) & allowed

    def _beyond(self, counts: NDArray[np.uint8], laid: NDArray[np.uint8], minimum: int) -> float:
        """Return the chance of a hand between turns within one draw more than was solved."""
        from neuroanalysis.games.neurotrio.scoring import finish_many

        unseen = self.rules.copies - counts.astype(np.int64) - _CARRE * laid.astype(np.int64)
        kinds = np.flatnonzero(unseen)
        drawn = np.repeat(counts[np.newaxis], len(kinds), axis=0)
        drawn[np.arange(len(kinds)), kinds] += 1
        finishes = finish_many(drawn, rules=self.rules, laid=laid, workers=1) >= minimum
        total = 0.0
        nothing = np.zeros(KINDS, dtype=np.uint8)
        for kind, hand, finish in zip(kinds, drawn, finishes, strict=True):
            moves = self.moves(hand, laid, nothing, minimum)
            best = 1.0 if finish else max(row[-1] for *_, row in moves)
            total += float(unseen[kind]) * float(best)
        return total / float(unseen.sum())

    def places(self, counts: NDArray[np.uint8], laid: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the place of each hand's class among all held classes."""
        from neuroanalysis.games.neurotrio._kernels.classes import canonical_keys

        tables = class_tables(self.rules.copies, laid=self.rules.carre)
        digits = np.where(laid > 0, tables.base - 1, counts).astype(np.uint8)
        keys = np.zeros(len(digits), dtype=np.int64)
        canonical_keys(digits, tables, keys, np.zeros(len(digits), dtype=np.int16))
        level = laid.sum(axis=1)
        places = np.zeros(len(digits), dtype=np.int64)
        begin = 0
        for q, listed in enumerate(self.keys):
            here = level == q
            places[here] = begin + np.searchsorted(listed, keys[here])
            begin += len(listed)
        return places

    @cached_property
    def keys(self) -> list[NDArray[np.int64]]:
        """The numbers of the held classes, rising, by how many carrés are laid."""
        return [
            np.load(keys_file(self.folder, q), mmap_mode="r") for q in range(len(self.meta.classes))
        ]

    def check_minimum(self, minimum: int) -> None:
        """Raise InputError for a minimum that is not solved."""
        if minimum not in self.meta.curves:
            solved = ", ".join(map(str, self.minimums))
            raise InputError("input.unsolved_minimum", minimum=minimum, accepted=solved)

    def steps(self, minimum: int) -> NDArray[np.uint16]:
        """Return the kept chances for a minimum, (draws, classes), in steps of 1/65535.

        Raises
        ------
        InputError
            For a minimum that is not solved.
        """
        self.check_minimum(minimum)
        if minimum not in self._maps:
            self._maps[minimum] = np.memmap(
                file_of(self.folder, minimum),
                dtype=np.uint16,
                mode="r",
                shape=(self.draws, sum(self.meta.classes)),
            )
        return self._maps[minimum]

    @cached_property
    def _maps(self) -> dict[int, NDArray[np.uint16]]:
        return {}


def _with_carre_laid(
    counts: NDArray[np.uint8], laid: NDArray[np.uint8], kind: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    counts, laid = counts.copy(), laid.copy()
    counts[kind] -= _CARRE
    laid[kind] = 1
    return counts, laid

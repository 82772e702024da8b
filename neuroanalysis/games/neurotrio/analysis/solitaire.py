"""The whole solitaire solved: the best chance to finish, for every hand at once.

The model is *discards return*: each draw is uniform over the cards not held, so a hand's future
depends on the hand alone. One sweep over the graph of classes turns the chances within ``t - 1``
draws into those within ``t``: a drawn hand is worth 1 if it finishes with the minimum, else the
best of what its discards and lays lead to; a held hand is worth the mean over its draws. Laying a
carré leads to a hand with one more laid and as many draws, so the laid ones go first.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from neuroanalysis.core.arguments import checked
from neuroanalysis.core.work import Cancel, usable_cores
from neuroanalysis.errors import InputError
from neuroanalysis.games.neurotrio.analysis.graph import (
    DrawnChunk,
    Graph,
    HeldLevel,
    build_graph,
    held_levels,
)
from neuroanalysis.games.neurotrio.analysis.layers import class_tables
from neuroanalysis.games.neurotrio.analysis.solution import (
    STEPS,
    Meta,
    Solution,
    file_of,
    keys_file,
    solution_folder,
)
from neuroanalysis.games.neurotrio.pieces import KINDS
from neuroanalysis.games.neurotrio.rules import Rules

if TYPE_CHECKING:
    from neuroanalysis.core.work import Progress

__all__ = [
    "MOST_DRAWS",
    "SHARES",
    "Sweeper",
    "check_question",
    "deal_shares",
    "draws_kept",
    "solve",
]

MOST_DRAWS: Final = 40
_HIGHEST_MINIMUM: Final = 999
SHARES: Final = 2
"""So many sums are made, whoever adds them up, so that an answer never depends on that."""
# A run that was stopped goes on from the last multiple of this many draws.
_SAVED_EVERY: Final = 4
_CHECKPOINT: Final = "checkpoint.npz"
# What reading a file that is not there, or is cut or none of ours, may raise.
_UNREADABLE: Final = (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile)
# Building the graph takes about as long as so many sweeps.
_BUILDING: Final = 20


class Sweeper:
    """Chances of all held classes to finish within a number of draws, one more at each `advance`.

    Parameters
    ----------
    graph
        The moves.
    minimums
        Points at which one may finish; a column each.
    workers
        Threads; more than two are not used.
    """

    def __init__(self, graph: Graph, minimums: Sequence[int], workers: int | None = None) -> None:
        self.graph = graph
        self.minimums = np.array(minimums, dtype=np.int64)
        self.workers = min(workers or usable_cores(), SHARES)
        self.chances = [self._zeros(level) for level in graph.held]
        """By carrés laid: (classes, minimums)."""
        # One pair of sums serves all levels and draws: no memory is asked for anew in a sweep.
        longest = max(len(level.keys) for level in graph.held)
        self._sums = [np.zeros((longest, len(self.minimums))) for _ in range(SHARES)]

    def _zeros(self, level: HeldLevel) -> NDArray[np.float64]:
        return np.zeros((len(level.keys), len(self.minimums)))

    def advance(self, told: Callable[[], None] = lambda: None) -> None:
        """Go from the chances within so many draws to those within one draw more.

        `told` is called now and then; what it raises ends the sweep, and `chances` with it.
        """
        from neuroanalysis.games.neurotrio._kernels.solve import mean_over_draws

        above = np.zeros((1, len(self.minimums)))
        for level in reversed(self.graph.held):
            chances = self.chances[level.laid]
            sums = [part[: len(chances)] for part in self._sums]
            stop = Cancel()

            def heard(stop: Cancel = stop) -> None:
                stop.check()
                told()

            with ThreadPoolExecutor(self.workers) as pool:
                shares = [
                    pool.submit(partial(self._add_up, level, share, above, sums[share], heard))
                    for share in range(SHARES)
                ]
                try:
                    for share in shares:
                        share.result()
                except BaseException:
                    # An interrupt is heard here only; the threads would go on to the end.
                    stop.cancel()
                    raise
            # What they were within one draw less is not needed any more.
            unseen = self.graph.unseen(level.laid)
            mean_over_draws(sums[0], sums[1], level.orders, unseen, chances)
            above = chances

    def _add_up(
        self,
        level: HeldLevel,
        share: int,
        above: NDArray[np.float64],
        sums: NDArray[np.float64],
        told: Callable[[], None],
    ) -> None:
        for chunk in self.graph.drawn[level.laid][share::SHARES]:
            told()
            self.sweep_chunk(chunk, above, sums)

    def sweep_chunk(
        self, chunk: DrawnChunk, above: NDArray[np.float64], sums: NDArray[np.float64]
    ) -> None:
        """Add to `sums` what a chunk's drawn classes are worth to the held ones that lead there.

        `above` has the chances of the held classes with one more laid, one draw further already.
        """
        from neuroanalysis.games.neurotrio._kernels.solve import sweep

        sweep(
            chunk.finishes,
            chunk.orders,
            chunk.edges,
            chunk.lengths,
            chunk.lays,
            self.minimums,
            self.chances[chunk.laid],
            above,
            sums,
        )


@checked
def solve(
    rules: Rules | None = None,
    minimums: Sequence[int] = (18,),
    draws: int = MOST_DRAWS,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    cancel: Cancel | None = None,
    folder: Path | None = None,
) -> Solution:
    """Solve the solitaire for every hand, and keep the solution; what is kept is not done again.

    Parameters
    ----------
    rules
        The default rules if None; at most four copies of a kind.
    minimums
        Points at which one may finish. One sweep serves all; each takes 0.84 GB of disk.
    draws
        1 to 40.
    workers, progress, cancel
        See :func:`neuroanalysis.core.work.imap`. A run that was stopped goes on near where it was.
    folder
        Where to keep the solution; `solution_folder` if None.

    Returns
    -------
    Solution
        With all minimums that are kept, these and earlier ones; solving for more draws than before
        drops the earlier ones.

    Raises
    ------
    InputError
        For draws or minimums out of range, too little room on the disk, or a folder that cannot be
        written.
    Cancelled
        When it was cancelled.
    """
    rules = Rules.or_default(rules)
    check_question(minimums, draws)
    root = folder or solution_folder(rules)
    missing, wanted = _left_to_do(root, minimums, draws)
    if missing:
        try:
            _Run(rules, missing, wanted, root).go(workers, progress, cancel or Cancel())
        except OSError as reason:
            # A folder that cannot be written, a disk that is full, another run in the same place.
            path, said = reason.filename or root, reason.strerror or reason
            raise InputError("input.unwritable", path=path, reason=said) from None
    return Solution(rules, root)


def check_question(minimums: Sequence[int], draws: int) -> None:
    """Refuse minimums and numbers of draws that cannot be asked for.

    Raises
    ------
    InputError
        For draws outside 1 to 40, or minimums outside 0 to 999.
    """
    if not 1 <= draws <= MOST_DRAWS:
        raise InputError("input.limit", name="draws", value=draws, low=1, high=MOST_DRAWS)
    for minimum in minimums:
        if not 0 <= minimum <= _HIGHEST_MINIMUM:
            raise InputError(
                "input.limit", name="minimums", value=minimum, low=0, high=_HIGHEST_MINIMUM
            )


def _left_to_do(root: Path, minimums: Sequence[int], draws: int) -> tuple[list[int], int]:
    """Return the minimums that are not kept, and for how many draws they are to be solved."""
    kept = Meta.read(root)
    if kept is not None and kept.draws < draws:
        kept = None
    known = set(kept.curves) if kept else set()
    return sorted({int(minimum) for minimum in minimums} - known), kept.draws if kept else draws


class _Run:
    """One run for some minimums, from the graph to the files."""

    def __init__(self, rules: Rules, minimums: list[int], draws: int, root: Path) -> None:
        self.rules = rules
        self.minimums = minimums
        self.draws = draws
        self.root = root
        self.curves: list[list[float]] = [[] for _ in minimums]

    def go(self, workers: int | None, progress: Progress | None, cancel: Cancel) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        steps = 1000 * (_BUILDING + self.draws)

        def building(done: int, total: int) -> None:
            if progress is not None:
                progress(1000 * _BUILDING * done // max(total, 1), steps)

        def sweeping(draw: int) -> None:
            cancel.check()
            if progress is not None:
                progress(1000 * (_BUILDING + draw), steps)

        building(0, 1)
        # The room is asked about before the long work begins.
        held = held_levels(self.rules, workers=workers, cancel=cancel)
        classes = tuple(len(level.keys) for level in held)
        self._check_room(sum(classes))
        graph = build_graph(self.rules, held, workers=workers, progress=building, cancel=cancel)
        for level in graph.held:
            np.save(keys_file(self.root, level.laid), level.keys)
        sweeper = Sweeper(graph, self.minimums, workers)
        for minimum in self.minimums:
            self._make_room(minimum, sum(classes))
        shares = deal_shares(graph.held[0], self.rules)
        for draw in range(self._resume(sweeper), self.draws):
            sweeping(draw)
            sweeper.advance(cancel.check)
            for column, minimum in enumerate(self.minimums):
                self._write(minimum, draw, [part[:, column] for part in sweeper.chances])
                # Pairwise summation, whose error is far below that of a plain sum.
                self.curves[column].append(float((shares * sweeper.chances[0][:, column]).sum()))
            if (draw + 1) % _SAVED_EVERY == 0:
                self._save(sweeper, draw + 1)
        sweeping(self.draws)
        self._finish(classes)

    def _check_room(self, classes: int) -> None:
        kept = _description_kept(self.root)
        done = kept.done if kept is not None and kept.serves(self.minimums, self.draws) else 0
        # Chances in steps, the numbers of the classes, and a checkpoint with the next beside it.
        left = self.draws - done
        needed = classes * (2 * left * len(self.minimums) + 8 * (1 + 2 * len(self.minimums)))
        free = shutil.disk_usage(self.root).free
        if free < needed:
            raise InputError(
                "input.no_room", folder=self.root, needed=needed // 10**6, free=free // 10**6
            )

    def _unfinished(self, minimum: int) -> Path:
        return file_of(self.root, minimum).with_suffix(".part")

    def _make_room(self, minimum: int, classes: int) -> None:
        with self._unfinished(minimum).open("ab") as file:
            file.truncate(2 * self.draws * classes)

    def _write(self, minimum: int, draw: int, levels: Sequence[NDArray[np.float64]]) -> None:
        # Plain writing: pages of a mapped file would count as this process's memory.
        with self._unfinished(minimum).open("r+b") as file:
            file.seek(2 * draw * sum(map(len, levels)))
            for chances in levels:
                file.write(np.rint(chances * STEPS).astype(np.uint16).tobytes())

    def _finish(self, classes: tuple[int, ...]) -> None:
        for minimum in self.minimums:
            self._unfinished(minimum).replace(file_of(self.root, minimum))
        kept = Meta.read(self.root)
        curves = dict(kept.curves) if kept and kept.draws == self.draws else {}
        curves |= dict(zip(self.minimums, self.curves, strict=True))
        Meta(classes, self.draws, curves).write(self.root)
        (self.root / _CHECKPOINT).unlink(missing_ok=True)
        # What was solved for fewer draws, and what runs left that were stopped and never taken up.
        good = {file_of(self.root, minimum) for minimum in curves}
        for file in self.root.glob("chances-*"):
            if file not in good:
                file.unlink()

    def _save(self, sweeper: Sweeper, draw: int) -> None:
        beside = self.root / f"writing-{_CHECKPOINT}"
        chances = {f"laid{q}": part for q, part in enumerate(sweeper.chances)}
        said = json.dumps(asdict(_Description(self.minimums, self.draws, draw, self.curves)))
        np.savez(beside, description=np.array(said), allow_pickle=False, **chances)
        beside.replace(self.root / _CHECKPOINT)

    def _resume(self, sweeper: Sweeper) -> int:
        """Take up what an earlier run for the same minimums has done; return how many draws."""
        description = _description_kept(self.root)
        if description is None or not description.serves(self.minimums, self.draws):
            return 0
        try:
            with np.load(self.root / _CHECKPOINT) as saved:
                chances = [saved[f"laid{q}"] for q in range(len(sweeper.chances))]
        except _UNREADABLE:
            return 0
        if [part.shape for part in chances] != [part.shape for part in sweeper.chances]:
            return 0
        sweeper.chances = chances
        self.curves = description.curves
        return description.done


@dataclass(frozen=True)
class _Description:
    """What a checkpoint says of itself: which run it belongs to, and how far that came."""

    minimums: list[int]
    draws: int
    done: int
    curves: list[list[float]]

    def serves(self, minimums: Sequence[int], draws: int) -> bool:
        return self.minimums == list(minimums) and self.draws == draws


def _description_kept(root: Path) -> _Description | None:
    try:
        with np.load(root / _CHECKPOINT) as saved:
            said = json.loads(str(saved["description"]))
        curves = [[float(chance) for chance in curve] for curve in said["curves"]]
        minimums = [int(minimum) for minimum in said["minimums"]]
        return _Description(minimums, int(said["draws"]), int(said["done"]), curves)
    except _UNREADABLE:
        return None


def draws_kept(
    rules: Rules, minimums: Sequence[int], draws: int, *, folder: Path | None = None
) -> int:
    """Return how many draws a run that was stopped has behind it, and the same one need not redo.

    Parameters
    ----------
    rules, minimums, draws, folder
        As for `solve`.

    Examples
    --------
    >>> draws_kept(Rules(), [18], 40, folder=Path("no such folder"))
    0
    """
    root = folder or solution_folder(rules)
    description = _description_kept(root)
    if description is None:
        return 0
    missing, wanted = _left_to_do(root, minimums, draws)
    return description.done if description.serves(missing, wanted) else 0


def deal_shares(level: HeldLevel, rules: Rules) -> NDArray[np.float64]:
    """Return the share of all deals that each class without laid carrés has."""
    from neuroanalysis.games.neurotrio._kernels.classes import hands_of_keys
    from neuroanalysis.games.neurotrio._kernels.deals import class_weights

    ways = np.array([comb(rules.copies, n) for n in range(rules.copies + 1)], dtype=np.int64)
    tables = class_tables(rules.copies, laid=rules.carre)
    weights = np.zeros(len(level.keys), dtype=np.int64)
    step = 1 << 18
    for begin in range(0, len(weights), step):
        part = slice(begin, begin + step)
        counts = np.zeros((len(weights[part]), KINDS), dtype=np.uint8)
        hands_of_keys(level.keys[part], tables, counts)
        class_weights(counts, level.orders[part], ways, weights[part])
    return weights / comb(rules.deck_size, rules.hand_size)

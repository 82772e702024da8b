"""A call of each kernel about deals of unseen cards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from neuroanalysis.games.tichu._kernels import beaten

LAYERS = np.array([[0, 5, 1, 1, 1, 1, 0, 0, 4, 1]], dtype=np.int64)
STEPS = np.array([[0, 0, n, ways] for n, ways in enumerate((1, 4, 6, 4, 1))], dtype=np.int64)
FOLLOWING = np.array([-1, -1, 0, -1, -1], dtype=np.int64)


def swept() -> list[int]:
    """Deal four cards of a rank to two hands, neither of which may get three; twice, by a modulus.

    The first hand gets two or three cards, and the others are the last one's.
    """
    widths = np.array([1, 1, 4, 2], dtype=np.int64)
    gains = np.array([[0, 0, n] for n in range(5)], dtype=np.int64)
    answers = []
    for modulus in (0, 5):
        answer = np.zeros(4, dtype=np.int64)
        beaten.sweep(widths, LAYERS, STEPS, gains, FOLLOWING, modulus, answer)
        answers += answer.tolist()
    return answers


def reached() -> list[int]:
    """Return how many sums there are of these cards, if there could be seven sizes before."""
    return [beaten.reached(LAYERS, STEPS, FOLLOWING, np.array([7], dtype=np.int64))]


CALLS: dict[str, Callable[[], list[int]]] = {"beaten.sweep": swept, "beaten.reached": reached}

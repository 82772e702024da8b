"""Errors that are the user's to mend, and say how.

One small hierarchy. Each message names what was wrong, where, and what is accepted; the words are
in :mod:`neuroanalysis.texts`, so an error speaks the language in force when it is shown.
"""

from __future__ import annotations

from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import quoted_values

__all__ = [
    "CardError",
    "InputError",
    "MoveError",
    "NeuroanalysisError",
    "PositionError",
    "RulesError",
]


class NeuroanalysisError(ValueError):
    """A mistake in what was asked; the base of all errors that the package raises on purpose.

    Parameters
    ----------
    key
        The entry of the catalogue ``errors``, without that prefix.
    **values
        The fields of the entry.

    Examples
    --------
    >>> str(CardError("card.unknown", code="4cn", position=2, accepted="3cn"))
    "unknown card '4cn' at position 2; nearest: 3cn"
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        """Say it in the language in force."""
        return text(f"errors.{self.key}", **quoted_values(self.values))

    def __reduce__(self) -> tuple[object, ...]:
        """Let the error travel from a worker process, which exceptions with keywords do not."""
        return (_rebuilt, (type(self), self.key, self.values))


class CardError(NeuroanalysisError):
    """A hand's text or counts: an unknown code, one copy too many, too many or too few cards."""


class RulesError(NeuroanalysisError):
    """A rule set: an unknown option, a value of the wrong type, values that contradict another."""


class PositionError(NeuroanalysisError):
    """A position: a laid carré which is none, a kept card that is not held, an unknown part."""


class MoveError(NeuroanalysisError):
    """An illegal move; the state is as it was before."""


class InputError(NeuroanalysisError):
    """A file or a line of one: missing, empty, not JSON, without a field it needs."""


def _rebuilt(
    kind: type[NeuroanalysisError], key: str, values: dict[str, object]
) -> NeuroanalysisError:
    return kind(key, **values)

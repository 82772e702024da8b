"""Refuses, in words, what is handed to a public function and cannot be what it asks for.

The plain ones among a function's parameters are checked as they are annotated: whole numbers,
numbers, texts, yes or no, and lists of whole numbers. What else belongs to a value, such as its
range, is the function's own to say.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import wraps
from numbers import Integral
from typing import Final, ParamSpec, TypeVar

from neuroanalysis.errors import InputError
from neuroanalysis.texts import text
from neuroanalysis.texts.quoting import written

__all__ = ["checked", "entries"]

P = ParamSpec("P")
T = TypeVar("T")

_NONE: Final = " | None"
_LISTS: Final = ("Sequence[int]", "Iterable[int]", "Collection[int]")


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that refuses plain arguments of the wrong type before it begins.

    Raises
    ------
    InputError
        When it is called with such an argument; its name and what is accepted are said.

    Examples
    --------
    >>> @checked
    ... def twice(n: int) -> int:
    ...     return 2 * n
    >>> twice(3)
    6
    >>> twice("3")
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.InputError: n: "3", where whole number is expected
    """
    signature = inspect.signature(function)
    asked = {
        name: found
        for name, parameter in signature.parameters.items()
        if (found := _asked(parameter.annotation)) is not None
    }

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        # What is missing or too many is said by the function itself when it is called.
        given: Mapping[str, object] = {}
        with suppress(TypeError):
            given = signature.bind_partial(*args, **kwargs).arguments
        _check(asked, given)
        return function(*args, **kwargs)

    return call


def entries(name: str, given: Iterable[T]) -> tuple[T, ...]:
    """Return the entries of a list that was handed to an argument.

    Raises
    ------
    InputError
        For what has no entries; the argument is named.

    Examples
    --------
    >>> entries("players", ["child", "expert"])
    ('child', 'expert')
    """
    try:
        return tuple(given)
    except TypeError:
        expected = text("errors.type.list")
        raise InputError(
            "input.argument", name=name, value=written(given), expected=expected
        ) from None


def _asked(annotation: object) -> str | None:
    """Return the plain type that an annotation names, if it does."""
    said = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    plain = said.removesuffix(_NONE)
    return said if plain in _ACCEPTED or plain in _LISTS else None


def _check(asked: Mapping[str, str], given: Mapping[str, object]) -> None:
    for name, value in given.items():
        if name not in asked:
            continue
        plain = asked[name].removesuffix(_NONE)
        if value is None and plain != asked[name]:
            continue
        accepts = _whole_numbers if plain in _LISTS else _ACCEPTED[plain]
        if not accepts(value):
            expected = text(f"errors.type.{_EXPECTED.get(plain, 'integers')}")
            raise InputError("input.argument", name=name, value=written(value), expected=expected)


def _whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _text(value: object) -> bool:
    return isinstance(value, str)


def _yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


def _whole_numbers(value: object) -> bool:
    # What can be gone through but once is left to the function.
    entries = value if isinstance(value, list | tuple) else ()
    return isinstance(value, Iterable) and not isinstance(value, str) and all(map(_whole, entries))


_ACCEPTED: Final[Mapping[str, Callable[[object], bool]]] = {
    "int": _whole,
    "float": _number,
    "str": _text,
    "bool": _yes_or_no,
}
_EXPECTED: Final = {"int": "integer", "float": "number", "str": "text", "bool": "boolean"}

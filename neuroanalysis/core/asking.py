"""What the offers of all games do alike: read a question, and the fields of a JSON object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from neuroanalysis.core import options
from neuroanalysis.core.rule_sets import OptionRules, rules_of_line
from neuroanalysis.errors import InputError
from neuroanalysis.texts import text

__all__ = [
    "FromMapping",
    "FromText",
    "one_of",
    "position_of_record",
    "position_of_text",
    "whole_field",
]

C = TypeVar("C")
R = TypeVar("R", bound=OptionRules)
P_co = TypeVar("P_co", covariant=True)
R_contra = TypeVar("R_contra", contravariant=True)


class FromText(Protocol[P_co, R_contra]):
    """Reads the text form of a position."""

    def __call__(self, source: str, *, rules: R_contra | None = None) -> P_co:
        """Return the position, under these rules where the text names none."""
        ...


class FromMapping(Protocol[P_co, R_contra]):
    """Reads the JSON object of a position."""

    def __call__(self, record: Mapping[str, object], *, rules: R_contra | None = None) -> P_co:
        """Return the position, under these rules where the object names none."""
        ...


def position_of_text(
    read: FromText[P_co, R], source: str, parts: Mapping[str, str], rules: R
) -> P_co:
    """Return the position that a hand, or a position's text, and further parts make.

    Parameters
    ----------
    read
        Reads the whole text.
    source
        A hand, or the text form of a position.
    parts
        Further parts by name.
    rules
        Those in force where the text names none.
    """
    segments = [source if source.strip() else "hand"]
    segments += [f"{name} {value}" for name, value in parts.items()]
    return read("\n".join(segments), rules=rules)


def position_of_record(read: FromMapping[P_co, R], record: Mapping[str, object], rules: R) -> P_co:
    """Return the position of a JSON object, of which the field ``rules`` holds over `rules`."""
    if "rules" not in record:
        return read(record, rules=rules)
    in_force = rules_of_line(rules, options.table(record["rules"], "rules"))
    rest = {name: value for name, value in record.items() if name != "rules"}
    return read(rest, rules=in_force)


def whole_field(record: Mapping[str, object], name: str, default: int) -> int:
    """Return a field that is a whole number.

    Raises
    ------
    InputError
        For anything else; the field is named.

    Examples
    --------
    >>> whole_field({"draws": 2}, "draws", 1), whole_field({}, "draws", 1)
    (2, 1)
    """
    value = record.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int):
        whole, said = text("errors.type.integer"), options.written(value)
        raise InputError("input.field_type", name=name, value=said, expected=whole)
    return value


def one_of(name: str, value: object, accepted: Sequence[C]) -> C:
    """Return which of some choices a value is.

    Raises
    ------
    InputError
        For none of them; they are named.

    Examples
    --------
    >>> one_of("model", "b", ("a", "b"))
    'b'
    """
    for choice in accepted:
        if value == choice:
            return choice
    said = ", ".join(map(str, accepted))
    raise InputError("input.choice", name=name, value=options.written(value), accepted=said)

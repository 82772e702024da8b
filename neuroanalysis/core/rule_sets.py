"""What the rule sets of all games do alike: read option values, write them, name their differences.

A game's ``Rules`` is a frozen dataclass with a field for each option, derived from `OptionRules`.
Fields that are whole numbers, yes or no, or one of some words are read and written here; for any
other field the game says how (`read_field`, `plain_field`).
"""

from __future__ import annotations

import dataclasses
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import ClassVar, Self, TypeVar, cast

import tomli_w

from neuroanalysis.core import options
from neuroanalysis.errors import RulesError
from neuroanalysis.texts import catalogue, language

__all__ = ["OptionRules", "layered", "rules_of_line"]

R = TypeVar("R", bound="OptionRules")


@dataclass(frozen=True)
class OptionRules(ABC):
    """The base of every game's rules: option values by name, both ways."""

    game: ClassVar[str]
    """The game's name."""
    ranges: ClassVar[Mapping[str, tuple[int, int]]]
    """The least and the greatest value of each field that is a whole number."""
    choices: ClassVar[Mapping[str, tuple[str, ...]]]
    """The words that each field takes which is one of some words."""

    @classmethod
    @abstractmethod
    def presets(cls) -> Mapping[str, Self]:
        """Return the named rule sets, the default first."""

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return a named rule set.

        Raises
        ------
        RulesError
            For an unknown name; the message lists the known ones.
        """
        known = cls.presets()
        if name not in known:
            raise RulesError("rules.unknown_preset", name=name, accepted=", ".join(known))
        return known[name]

    @classmethod
    def or_default(cls, rules: Self | None) -> Self:
        """Return the rules that a caller gave, or the default ones for none.

        Raises
        ------
        RulesError
            For anything but rules of this game, such as the name of a preset.
        """
        if rules is None:
            return cls()
        if not isinstance(rules, cls):
            raise RulesError("rules.object", value=options.written(rules), game=cls.game)
        return rules

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        """Return the names of all options, in their order."""
        return tuple(field.name for field in dataclasses.fields(cls))

    def check_plain_fields(self) -> None:
        """Check each field that is a whole number, yes or no, or one of some words.

        Raises
        ------
        RulesError
            For the first that is wrong.
        """
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name in self.ranges:
                options.integer(value, field.name, *self.ranges[field.name])
            elif field.name in self.choices:
                options.choice(value, field.name, self.choices[field.name])
            elif isinstance(field.default, bool):
                options.boolean(value, field.name)

    @classmethod
    def from_mapping(cls, values: Mapping[str, object], base: Self | None = None) -> Self:
        """Build a rule set from option values by name, over a preset or another rule set.

        Parameters
        ----------
        values
            ``preset`` names the start; every other entry is a field.
        base
            The start where no preset is named; the default rules if None.

        Raises
        ------
        RulesError
            For unknown names and wrong values; the name is in the message.
        """
        options.only(values, ["game", "preset", *cls.field_names()], "")
        if values.get("game", cls.game) != cls.game:
            raise RulesError("rules.game", found=values["game"], expected=cls.game)
        start = base or cls()
        if "preset" in values:
            start = cls.preset(options.string(values["preset"], "preset"))
        changes = {
            name: start.read_field(name, value)
            for name, value in values.items()
            if name not in ("game", "preset")
        }
        return replace(start, **changes)

    def read_field(self, name: str, value: object) -> object:
        """Return an option's value as its field holds it; what it does not name stays as here.

        Raises
        ------
        RulesError
            For a value that is wrong.
        """
        if name in self.choices:
            return options.choice(value, name, self.choices[name])
        if name in self.ranges:
            return options.integer(value, name, *self.ranges[name])
        return options.boolean(value, name)

    def plain_field(self, name: str) -> object:
        """Return a field as JSON and TOML hold it."""
        value: object = getattr(self, name)
        return value

    @classmethod
    def meaning(cls, name: str) -> str:
        """Return what an option means; a name that only its owner knows stands for itself."""
        return catalogue(language()).get(f"{cls.game}.option.{name}", name)

    def to_mapping(self) -> dict[str, object]:
        """Return all fields as plain values, such as JSON and TOML hold."""
        return {"game": self.game} | {name: self.plain_field(name) for name in self.field_names()}

    def differences(self) -> dict[str, object]:
        """Return the options that rebuild this rule set from the nearest preset, that one named."""
        return min(
            ({"preset": name} | self.changes(rules) for name, rules in self.presets().items()),
            key=len,
        )

    def changes(self, base: Self) -> dict[str, object]:
        """Return the options that make this rule set of another."""
        mine, theirs = self.to_mapping(), base.to_mapping()
        return {name: mine[name] for name in mine if mine[name] != theirs[name]}

    @classmethod
    def from_toml(cls, source: str) -> Self:
        """Read a rule set from TOML, as `to_toml` writes it; fields left out keep their default.

        Raises
        ------
        RulesError
            For text that is not TOML, and as `from_mapping`.
        """
        return cls.from_mapping(options.read_toml(source))

    def to_toml(self) -> str:
        """Return the rule set as TOML."""
        return tomli_w.dumps(self.to_mapping())

    def digest(self) -> str:
        """Return a short name of what these rules say: equal exactly for equal rules."""
        return self.digest_without()

    def digest_without(self, *left_out: str) -> str:
        """Return such a name of the options but some."""
        said = {name: value for name, value in self.to_mapping().items() if name not in left_out}
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]

    @classmethod
    def of_words(cls, words: list[str], base: Self | None) -> Self:
        """Return the rules that words say: the name of a preset first or none, then option=value.

        Raises
        ------
        RulesError
            As `from_mapping`, and for a word without a value.
        """
        values: dict[str, object] = {}
        if words and "=" not in words[0]:
            values["preset"] = words[0]
            words = words[1:]
        return cls.from_mapping({**values, **options.assignments(words)}, base)

    def to_words(self) -> list[str]:
        """Write the rules as the words that `of_words` reads."""
        differences = self.differences()
        return [str(differences.pop("preset")), *options.words(differences)]


def layered(rules: R, *layers: Mapping[str, object]) -> R:
    """Return what layers of option values make of rules, each over the ones before it."""
    for layer in layers:
        rules = rules.from_mapping(layer, rules)
    return rules


def rules_of_line(base: R, given: Mapping[str, object]) -> R:
    """Return the rules of a batch's line; most lines have those of the line before."""
    return cast(R, _rules_of_json(base, json.dumps(given)))


@lru_cache(maxsize=64)
def _rules_of_json(base: OptionRules, given: str) -> OptionRules:
    return base.from_mapping(json.loads(given), base)

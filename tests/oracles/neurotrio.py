"""Neurotrio "french" mah-jong, two decks: the slow, obvious reference for the fast evaluator.

It follows the rules page and its French source word for word, with its own parsing, tables and
search, in plain Python; where it and the fast code differ, the fast code is wrong until shown
otherwise. It validates little: whoever calls it hands it sensible hands.

Words used here
---------------
kind      an integer, ``9*(force-1) + 3*nature + background`` (nature c, e, r; background n, v, b).
counts    27 integers, how many of each kind the player has *besides* laid carrés.
laid      the kinds of the carrés on the table, one entry a carré (its four cards not in counts).
group     a sorted tuple of kinds: a duo (2 alike), a trio (3 on a line) or a carré (4 alike).
grouping  ``(structures, duos)``, two sorted tuples of groups; the cards in neither are the rest.
rules     a plain dict like ``DEFAULT``; make one with ``make_rules(copies=2, ...)``.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

Rules = Mapping[str, Any]
Counts = Sequence[int]
Laid = Sequence[int]
Group = tuple[int, ...]
Grouping = tuple[tuple[Group, ...], tuple[Group, ...]]

# --- Cards -----------------------------------------------------------------------------------

KINDS = range(27)
CODES = [force + nature + ground for force in "123" for nature in "cer" for ground in "nvb"]
TO_FRENCH = str.maketrans("hskg", "cenv")  # heart, star, black, green; r and b serve both tongues
CARD = re.compile(r"([123][cerhs][nvbkg])(?:\s*[*x]\s*(\d+))?")


def parse(text: str) -> list[int]:
    """Counts of a hand such as ``"2eb 2eb, 1sk*3"``."""
    text = text.lower()
    if CARD.sub("", text).strip(" ,\n\t"):
        raise ValueError(f"not a hand: {text!r}")
    counts = [0] * 27
    for code, times in CARD.findall(text):
        counts[CODES.index(code.translate(TO_FRENCH))] += int(times or 1)
    return counts


def attributes(kind: int) -> set[tuple[str, int]]:
    """The three attribute values of a card, such as force 2, étoile, bleu."""
    return {("force", kind // 9), ("nature", kind // 3 % 3), ("background", kind % 3)}


@cache
def in_common(cards: Group) -> frozenset[tuple[str, int]]:
    """Attribute values that every one of the cards has."""
    return frozenset(set.intersection(*(attributes(card) for card in cards)))


@cache
def combinations_in_common(cards: Group, size: int) -> tuple[frozenset[tuple[str, int]], ...]:
    """Every choice of ``size`` attribute values among those that all the cards have.

    Two values name a line of the cube, one value a plane, three a single kind, none the whole.
    """
    return tuple(frozenset(choice) for choice in combinations(in_common(cards), size))


# --- Groups ----------------------------------------------------------------------------------

DUOS: list[Group] = [(kind, kind) for kind in KINDS]
TRIOS: list[Group] = [
    cards for cards in combinations_with_replacement(KINDS, 3) if len(in_common(cards)) >= 2
]
CARRES: list[Group] = [(kind,) * 4 for kind in KINDS]
LINES = sorted({tuple(sorted(set(cards))) for cards in TRIOS if len(set(cards)) == 3})


def has(counts: Counts, cards: Group) -> bool:
    """Whether the cards are all there."""
    return all(counts[kind] >= cards.count(kind) for kind in cards)


def without(counts: Counts, cards: Group) -> list[int]:
    """What is left when the cards are taken away."""
    return [held - cards.count(kind) for kind, held in enumerate(counts)]


# --- Rules -----------------------------------------------------------------------------------


def bonus(code: str, points: int, **conditions: Any) -> dict[str, Any]:
    """One line of the bonus table: its code, its points, and what of these is asked for.

    ``duos`` duos and ``structures`` structures have at least ``shared`` attribute values in
    common, and there are at least ``distinct`` kinds. ``contains``: codes it does not add to.
    ``per_line``: where bonuses repeat, it counts once for each choice of ``shared`` values.
    """
    nothing = {"duos": 0, "structures": 0, "shared": 0, "distinct": 0, "contains": ()}
    return {"code": code, "points": points, **nothing, "per_line": False, **conditions}


DEFAULT: dict[str, Any] = {
    "copies": 4,
    "hand_size": 13,  # nothing here depends on it: the caller decides how many cards there are
    "duos": 1,
    "structures": 4,
    "carre": True,
    "duo_points": 0,
    "trio_points": 2,
    "three_alike_points": 4,
    "carre_points": 8,
    "finish_points": 10,
    "distinct_scope": "hand",
    "repeat_bonuses": False,
    "one_duo": False,
    "bonuses": [
        bonus("S4_2", 16, structures=4, shared=2, contains=["S3_2", "S4_1"]),
        bonus("D_S3_2", 8, duos=1, structures=3, shared=2, contains=["S3_2", "D_S2_2"]),
        bonus("S3_2", 4, structures=3, shared=2),
        bonus("D_S2_2", 2, duos=1, structures=2, shared=2, per_line=True),
        bonus("D_S4_1", 2, duos=1, structures=4, shared=1, contains=["S4_1"]),
        bonus("S4_1", 1, structures=4, shared=1),
        bonus("N13", 6, distinct=13, contains=["N12"]),
        bonus("N12", 4, distinct=12, contains=["N11"]),
        bonus("N11", 3, distinct=11, contains=["N10"]),
        bonus("N10", 2, distinct=10, contains=["N9"]),
        bonus("N9", 1, distinct=9),
    ],
}


def make_rules(**changes: Any) -> dict[str, Any]:
    """The default rules with some entries replaced."""
    unknown = set(changes) - set(DEFAULT)
    if unknown:
        raise KeyError(f"no such rule: {sorted(unknown)}")
    return {**DEFAULT, **changes}


# --- What a grouping is worth ----------------------------------------------------------------


def group_points(group: Group, rules: Rules) -> int:
    """Points of one duo, trio or carré by itself."""
    name = {2: "duo_points", 3: "trio_points", 4: "carre_points"}[len(group)]
    if len(group) == 3 and len(set(group)) == 1:
        name = "three_alike_points"
    return int(rules[name])


def times_satisfied(entry: Mapping[str, Any], grouping: Grouping, distinct: int) -> int:
    """On how many choices of shared attribute values the bonus is earned (0: not at all)."""
    if distinct < entry["distinct"]:
        return 0
    if not entry["duos"] and not entry["structures"]:
        return 1
    structures, duos = grouping
    size = entry["shared"]
    good_structures = Counter(c for s in structures for c in combinations_in_common(s, size))
    good_duos = Counter(c for d in duos for c in combinations_in_common(d, size))
    return sum(
        good_structures[choice] >= entry["structures"] and good_duos[choice] >= entry["duos"]
        for choice in set(good_structures) | set(good_duos)
    )


def all_contained(code: str, table: Sequence[Mapping[str, Any]]) -> set[str]:
    """Codes that the bonus contains, directly or through another."""
    inner = {c for entry in table if entry["code"] == code for c in entry["contains"]}
    return inner.union(*(all_contained(c, table) for c in inner))


def bonuses(
    grouping: Grouping, counts: Counts, laid: Laid = (), rules: Rules = DEFAULT
) -> tuple[dict[str, int], set[str]]:
    """Bonuses that count, each with how many times; and those dropped as contained in another."""
    if rules["distinct_scope"] == "hand":
        kinds = {kind for kind in KINDS if counts[kind]} | set(laid)
    else:
        kinds = {card for groups in grouping for group in groups for card in group}
    table = rules["bonuses"]
    earned = {}
    for entry in table:
        times = times_satisfied(entry, grouping, len(kinds))
        if times:
            earned[entry["code"]] = times if rules["repeat_bonuses"] and entry["per_line"] else 1
    dropped = {inner for code in earned for inner in all_contained(code, table)} & set(earned)
    return {code: times for code, times in earned.items() if code not in dropped}, dropped


def grouping_value(
    grouping: Grouping, counts: Counts, laid: Laid = (), rules: Rules = DEFAULT
) -> int:
    """Points of the groups plus bonuses, without the finishing bonus."""
    structures, duos = grouping
    points: dict[str, int] = {entry["code"]: entry["points"] for entry in rules["bonuses"]}
    counted, _ = bonuses(grouping, counts, laid, rules)
    return sum(group_points(group, rules) for group in structures + duos) + sum(
        points[code] * times for code, times in counted.items()
    )


# --- All groupings ---------------------------------------------------------------------------


def choices(counts: Counts, most: int, groups: Sequence[Group]) -> Iterator[list[Group]]:
    """Every multiset of at most ``most`` of the groups that the cards can form side by side."""
    yield []
    if most == 0:
        return
    possible = [group for group in groups if has(counts, group)]
    for place, group in enumerate(possible):
        # Only this group and later ones may follow, so that each multiset comes once.
        for others in choices(without(counts, group), most - 1, possible[place:]):
            yield [group, *others]


def structure_choices(
    counts: Counts, laid: Laid, rules: Rules
) -> Iterator[tuple[tuple[Group, ...], list[int]]]:
    """Every choice of structures, the laid carrés always among them, and the cards left over."""
    groups = TRIOS + CARRES if rules["carre"] else TRIOS
    for chosen in choices(list(counts), rules["structures"] - len(laid), groups):
        left = list(counts)
        for group in chosen:
            left = without(left, group)
        yield tuple(sorted(chosen + [(kind,) * 4 for kind in laid])), left


def duos_within(counts: Counts) -> tuple[Group, ...]:
    """All duos of the cards: one for each two alike."""
    return tuple((kind, kind) for kind in KINDS for _ in range(counts[kind] // 2))


def groupings(counts: Counts, laid: Laid = (), rules: Rules = DEFAULT) -> list[Grouping]:
    """All distinct groupings of a player who has not finished, each once.

    Structures: any choice, none included. Duos: every pair left beside them is declared, or
    under ``one_duo`` one of them, in every way; so a grouping is known by its structures (and
    that one duo).
    """
    found: list[Grouping] = []
    for structures, left in structure_choices(counts, laid, rules):
        pairs = duos_within(left)
        if rules["one_duo"] and pairs:
            found.extend((structures, (pair,)) for pair in sorted(set(pairs)))
        else:
            found.append((structures, pairs))
    return found


def best_of(
    candidates: Sequence[Grouping], counts: Counts, laid: Laid, rules: Rules
) -> tuple[int, set[Grouping]]:
    """The highest value among the groupings, and all that have it."""
    values = {grouping: grouping_value(grouping, counts, laid, rules) for grouping in candidates}
    best = max(values.values())
    return best, {grouping for grouping, value in values.items() if value == best}


def evaluate(counts: Counts, laid: Laid = (), rules: Rules = DEFAULT) -> tuple[int, set[Grouping]]:
    """Best value without finishing, and all optimal groupings."""
    return best_of(groupings(counts, laid, rules), counts, laid, rules)


def finish(
    counts: Counts, laid: Laid = (), rules: Rules = DEFAULT
) -> tuple[int | None, set[Grouping]]:
    """Best total with the finishing bonus, and all groupings that have it; or ``(None, set())``.

    All cards together must form exactly the duos and structures asked for, nothing else. A carré
    that is still in the hand may serve (it can be laid first; the caller counts the cards).
    """
    complete = []
    for structures, left in structure_choices(counts, laid, rules):
        pairs = duos_within(left)
        whole_shape = (len(structures), len(pairs)) == (rules["structures"], rules["duos"])
        if whole_shape and sum(left) == 2 * len(pairs):
            complete.append((structures, pairs))
    if not complete:
        return None, set()
    best, optimal = best_of(complete, counts, laid, rules)
    return best + int(rules["finish_points"]), optimal


# --- How far a hand is from complete ---------------------------------------------------------


@cache
def wholes(part: Group, size: int) -> list[Group]:
    """The duos (size 2) or trios (size 3) that contain the part."""
    groups = DUOS if size == 2 else TRIOS
    return [g for g in groups if all(g.count(card) >= part.count(card) for card in part)]


def splits(counts: Counts, duos: int, trios: int, spare: int) -> Iterator[list[tuple[Group, int]]]:
    """Every way to see the cards as parts of that many duos and trios, at most ``spare`` unused.

    A part is the held cards of one group, with the size of the group: ``((4, 5), 3)`` is two
    cards of a trio. A group of which nothing is held is an empty part.
    """
    if sum(counts) - spare > 2 * duos + 3 * trios:
        return  # too many cards for the groups
    if not any(counts):
        yield [*([((), 2)] * duos), *([((), 3)] * trios)]
        return
    # The lowest card begins a part, or it and its like are all unused.
    low = next(kind for kind in KINDS if counts[kind])
    for size, wanted in ((2, duos), (3, trios)):
        for part in parts_from(low, size) if wanted else ():
            if has(counts, part):
                left = without(counts, part)
                for others in splits(left, duos - (size == 2), trios - (size == 3), spare):
                    yield [(part, size), *others]
    if counts[low] <= spare:
        yield from splits(without(counts, (low,) * counts[low]), duos, trios, spare - counts[low])


@cache
def parts_from(low: int, size: int) -> list[Group]:
    """Parts of a duo (size 2) or trio (size 3) whose lowest card is the given one."""
    sizes = range(1, size + 1)
    parts = {p for whole in wholes((low,), size) for n in sizes for p in combinations(whole, n)}
    return sorted(part for part in parts if part[0] == low)


def can_be_completed(parts: Sequence[tuple[Group, int]], existing: Counts) -> bool:
    """Whether each part can grow to a whole group within the cards that exist; tries all ways."""
    if not parts:
        return True
    first, *others = sorted(parts, key=lambda part: len(wholes(*part)))
    return any(
        has(existing, whole) and can_be_completed(others, without(existing, whole))
        for whole in wholes(*first)
    )


def existing_cards(laid: Laid, rules: Rules) -> list[int]:
    """How many cards of each kind are in the game besides the laid carrés."""
    return [rules["copies"] - 4 * list(laid).count(kind) for kind in KINDS]


def distance(counts: Counts, laid: Laid = (), rules: Rules = DEFAULT) -> int | None:
    """Fewest further cards with which the duos and structures are all there (None: never).

    A laid carré is a structure done; a carré in the hand counts as its trio. For 0, 1, 2, ...
    missing cards, every way to use all but as few held cards as that leaves idle is tried, and
    it is checked that the missing cards exist.
    """
    counts = [int(held) for held in counts]  # numpy's small integers would wrap below
    duos, trios = rules["duos"], rules["structures"] - len(laid)
    existing = existing_cards(laid, rules)
    needed = 2 * duos + 3 * trios
    for missing in range(needed + 1):
        spare = sum(counts) - (needed - missing)
        if spare >= 0 and any(
            can_be_completed(parts, existing) for parts in splits(counts, duos, trios, spare)
        ):
            return missing
    return None


def brute_distance(counts: Counts, laid: Laid = (), rules: Rules = DEFAULT) -> int | None:
    """As ``distance``, by looking at every complete hand there is: for tiny rule sets only."""
    existing = existing_cards(laid, rules)
    best = None
    for trios in combinations_with_replacement(TRIOS, rules["structures"] - len(laid)):
        for duos in combinations_with_replacement(DUOS, rules["duos"]):
            target = Counter(card for group in trios + duos for card in group)
            if all(existing[kind] >= wanted for kind, wanted in target.items()):
                lacking = sum(max(0, wanted - counts[k]) for k, wanted in target.items())
                best = lacking if best is None else min(best, lacking)
    return best


def useful_cards(
    counts: Counts, laid: Laid = (), rules: Rules = DEFAULT, seen: Counts = (0,) * 27
) -> set[int]:
    """Kinds of which one more card brings the hand nearer, and of which a card is left.

    ``seen``: counts of other cards known to be gone (they leave ``distance`` as it is).
    """
    here = distance(counts, laid, rules)
    existing = existing_cards(laid, rules)
    useful = set()
    for kind in KINDS:
        if here and counts[kind] + seen[kind] < existing[kind]:
            more = list(counts)
            more[kind] += 1
            after = distance(more, laid, rules)
            if after is not None and after < here:
                useful.add(kind)
    return useful

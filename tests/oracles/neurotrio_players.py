"""What players of each level may do, by what the levels are said to look at; slowly.

A player sees a `Sight`. Moves are ``("finish", -1)``, ``("discard", kind)`` and ``("lay", kind)``;
the functions ``*_moves`` return all that the level allows, luck or an order choosing among them,
and ``*_wants`` the kinds that it pangs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import comb, factorial, prod
from typing import Any

from tests.oracles import neurotrio as oracle
from tests.oracles import neurotrio_goals
from tests.oracles.neurotrio import KINDS, Group

Move = tuple[str, int]
NOTHING = (0,) * 27
CLOSE = 1e-9


@dataclass(frozen=True)
class Sight:
    """What a player holds, has panged, has laid (kinds), and how many copies he does not see."""

    hand: tuple[int, ...]
    unseen: tuple[int, ...]
    minimum: int
    kept: tuple[int, ...] = NOTHING
    laid: tuple[int, ...] = ()
    can_draw: bool = True
    rules: dict[str, Any] = field(default_factory=oracle.make_rules)

    def without(self, kind: int) -> Sight:
        return replace(self, hand=changed(self.hand, kind, -1))

    def plus(self, kind: int) -> Sight:
        return replace(self, hand=changed(self.hand, kind, 1))

    def laying(self, kind: int) -> Sight:
        return replace(self, hand=changed(self.hand, kind, -4), laid=(*self.laid, kind))

    @property
    def worth(self) -> int:
        return _answer(oracle.evaluate, self)[0]

    @property
    def distance(self) -> int:
        return _answer(oracle.distance, self)

    @property
    def finishes(self) -> bool:
        total = _answer(oracle.finish, self)[0]
        return total is not None and total >= self.minimum

    def discards(self) -> list[int]:
        return [kind for kind in KINDS if self.hand[kind] > self.kept[kind]]

    def lays(self) -> list[int]:
        if not (self.can_draw and self.rules["carre"]):
            return []
        if len(self.laid) == self.rules["structures"]:
            return []
        return [kind for kind in KINDS if self.hand[kind] >= 4]


def changed(counts: Sequence[int], kind: int, by: int) -> tuple[int, ...]:
    return tuple(n + by * (at == kind) for at, n in enumerate(counts))


_ANSWERS: dict[Any, Any] = {}


def _answer(question: Callable[..., Any], sight: Sight) -> Any:
    """Ask the oracle; remember what it said."""
    key = (question, sight.hand, sight.laid, id(sight.rules))
    if key not in _ANSWERS:
        # The rules are kept with the answer, so that no others come to have their identity.
        _ANSWERS[key] = question(sight.hand, sight.laid, sight.rules), sight.rules
    return _ANSWERS[key][0]


def legal_moves(sight: Sight) -> set[Move]:
    """Every move that the rules allow."""
    moves = {("discard", kind) for kind in sight.discards()}
    moves |= {("lay", kind) for kind in sight.lays()}
    return moves | ({("finish", -1)} if sight.finishes else set())


# --- Child: looks at groups ----------------------------------------------------------------------


@cache
def _trios_of(hand: tuple[int, ...]) -> list[Group]:
    return [trio for trio in oracle.TRIOS if oracle.has(hand, trio)]


def in_trios(hand: tuple[int, ...]) -> set[int]:
    return {kind for trio in _trios_of(hand) for kind in trio}


def child_moves(sight: Sight) -> set[Move]:
    """Lays; else keeps trios and duos, as far as there is another card; else trios."""
    if sight.finishes:
        return {("finish", -1)}
    if sight.lays():
        return {("lay", kind) for kind in sight.lays()}
    free = [kind for kind in sight.discards() if kind not in in_trios(sight.hand)]
    single = [kind for kind in free if sight.hand[kind] == 1]
    return {("discard", kind) for kind in single or free or sight.discards()}


def child_wants(sight: Sight) -> set[int]:
    """What finishes, and all of a line on which two cards lie that are in no trio."""
    busy = in_trios(sight.hand)
    free = [n if kind not in busy else 0 for kind, n in enumerate(sight.hand)]
    wanted = {kind for line in oracle.LINES if sum(free[k] for k in line) == 2 for kind in line}
    return wanted | {kind for kind in KINDS if sight.unseen[kind] and sight.plus(kind).finishes}


# --- Beginner and hiker: the distance, and useful copies -----------------------------------------


def least_distance(sight: Sight) -> list[int]:
    """The discards after which the distance is least."""
    distances = {kind: sight.without(kind).distance for kind in sight.discards()}
    least = min(distances.values(), default=99)
    return [kind for kind, distance in distances.items() if distance == least]


def lays_no_further(sight: Sight) -> set[Move]:
    """Carrés after which one is no further away than after the best discard (clause A.4)."""
    best = least_distance(sight)
    limit = sight.without(best[0]).distance if best else 99
    return {("lay", kind) for kind in sight.lays() if sight.laying(kind).distance <= limit}


def beginner_moves(sight: Sight) -> set[Move]:
    if sight.finishes:
        return {("finish", -1)}
    return lays_no_further(sight) or {("discard", kind) for kind in least_distance(sight)}


def nearer_wants(sight: Sight, *, watches: bool) -> set[int]:
    """What finishes or comes nearer; who watches does not complete a hand worth too little."""
    here = sight.distance
    wanted = set()
    for kind in KINDS:
        more = sight.plus(kind)
        if sight.unseen[kind]:
            nearer = more.distance < here and not (watches and more.distance == 0)
            if more.finishes or nearer:
                wanted.add(kind)
    return wanted


def useful_copies(sight: Sight) -> int:
    """Unseen copies that bring a hand nearer; those that finish with the minimum if one does."""
    here = sight.distance
    return sum(
        sight.unseen[kind]
        for kind in KINDS
        if sight.unseen[kind]
        and (sight.plus(kind).finishes if here == 1 else sight.plus(kind).distance < here)
    )


def hiker_moves(sight: Sight) -> set[Move]:
    if sight.finishes:
        return {("finish", -1)}
    if lays := lays_no_further(sight):
        return lays
    ranks = {}
    for kind in least_distance(sight):
        after = sight.without(kind)
        ranks[kind] = (useful_copies(after), after.worth)
    return {("discard", kind) for kind, rank in ranks.items() if rank == max(ranks.values())}


# --- Expert: expected points from the goals within reach -----------------------------------------


@dataclass(frozen=True)
class Goal:
    """A finishing hand: its cards, its total, what it lacks and in how many ways that comes."""

    cards: tuple[int, ...]
    total: int
    lacks: tuple[int, ...]
    ways: int


def goals_lacking(sight: Sight, n: int) -> list[Goal]:
    """All finishing hands worth the minimum that lack exactly n cards."""
    seen = tuple(
        exist - held - unseen
        for exist, held, unseen in zip(
            oracle.existing_cards(sight.laid, sight.rules), sight.hand, sight.unseen, strict=True
        )
    )
    found = neurotrio_goals.finishing_hands(
        sight.hand, n, sight.laid, sight.kept, seen, sight.rules
    )
    goals = []
    for cards, (lacking, total) in found.items():
        if lacking == n and total >= sight.minimum:
            lacks = tuple(max(0, w - h) for w, h in zip(cards, sight.hand, strict=True))
            ways = prod(comb(u, lack) for u, lack in zip(sight.unseen, lacks, strict=True))
            goals.append(Goal(cards, total, lacks, ways))
    return goals


def outlook(sight: Sight, reach: int) -> list[tuple[int, list[Goal]]]:
    """The nearest goals, and where these are one card away those two cards away."""
    for n in range(1, reach + 1):
        if nearest := goals_lacking(sight, n):
            further = goals_lacking(sight, 2) if n == 1 and reach > 1 else []
            return [(n, nearest), (2, further)]
    return []


def step_chance(
    ways: float, asked: set[int], unseen: Sequence[int], lacking: int, horizon: float
) -> float:
    """Each step is a race: cards that serve, so many of all unseen, against the round's end."""
    serving = [float(sum(unseen[kind] for kind in asked))]
    if lacking > 1:
        of_others = factorial(lacking) * ways / serving[0]
        serving += [of_others ** (1 / (lacking - 1))] * (lacking - 1)
    odds = [n * horizon / sum(unseen) for n in serving]
    return prod(odd / (1 + odd) for odd in odds)


Weighted = tuple[Goal, float, set[int]]


def expected(
    levels: Sequence[tuple[int, Sequence[Weighted]]], sight: Sight, value: int, horizon: float
) -> float:
    """Points of a finish by the first goals in time, else by the others; else the value kept."""
    points, missed = 0.0, 1.0
    for lacking, weighted in levels:
        ways = sum(n for _, n, _ in weighted)
        if ways and lacking > 0:
            asked = set().union(*(kinds for *_, kinds in weighted))
            chance = step_chance(ways, asked, sight.unseen, lacking, horizon)
            points += missed * chance * sum(goal.total * n for goal, n, _ in weighted) / ways
            missed *= 1 - chance
    return points + missed * value


def _asked(goal: Goal) -> set[int]:
    return {kind for kind in KINDS if goal.lacks[kind]}


def expert_values(sight: Sight, horizon: float, reach: int) -> dict[Move, float]:
    """What each move lets expect."""
    levels = outlook(sight, reach)
    values: dict[Move, float] = {}
    for kind in sight.discards():
        left = [
            (n, [(g, g.ways, _asked(g)) for g in goals if g.cards[kind] < sight.hand[kind]])
            for n, goals in levels
        ]
        worth = sight.without(kind).worth
        values["discard", kind] = expected(left, sight, worth, horizon)
    for kind in sight.lays():
        left = [
            (n, [(g, g.ways, _asked(g)) for g in goals if g.cards[kind] >= 4])
            for n, goals in levels
        ]
        # The replacement is one card more that he surely sees.
        worth = sight.laying(kind).worth
        values["lay", kind] = expected(left, sight, worth, horizon + 1)
    return values


def expert_moves(sight: Sight, horizon: float, reach: int) -> set[Move]:
    """The moves with most expected points; a carré is laid before as good a discard."""
    if sight.finishes:
        return {("finish", -1)}
    values = expert_values(sight, horizon, reach)
    best = max(values.values())
    good = {move for move, value in values.items() if value > best - CLOSE}
    return {move for move in good if move[0] == "lay"} or good


def takes(
    sight: Sight, kind: int, levels: Sequence[tuple[int, Sequence[Goal]]]
) -> Iterator[tuple[int, list[Any], bool]]:
    """Each discard after a card is taken: what is then left to be had, and whether it is a step."""
    steps = [(n, [goal for goal in goals if goal.lacks[kind]]) for n, goals in levels]
    for other in sight.plus(kind).discards():
        # The very card that was taken may not go.
        if other == kind and sight.hand[kind] == sight.kept[kind]:
            continue
        left = []
        for n, goals in steps:
            chosen = []
            for goal in goals:
                if goal.cards[other] < sight.hand[other]:
                    lacks = changed(goal.lacks, kind, -1)
                    # Of the choices of copies, those that have the taken one.
                    asked = {k for k in KINDS if lacks[k]}
                    rest = prod(comb(sight.unseen[k] - (k == kind), lacks[k]) for k in asked)
                    chosen.append((goal, rest, asked))
            left.append((n - 1, chosen))
        yield other, left, bool(left and left[0][1])


def expert_wants(
    sight: Sight, horizon: float, reach: int, margin: float
) -> tuple[set[int], set[int]]:
    """The kinds that are wanted, and those where rounding may decide."""
    levels = outlook(sight, reach)
    aims = [(n, [(g, g.ways, _asked(g)) for g in goals]) for n, goals in levels]
    now = expected(aims, sight, sight.worth, horizon)
    wanted, doubtful = set(), set()
    for kind in KINDS:
        if not sight.unseen[kind]:
            continue
        more = sight.plus(kind)
        if more.finishes:
            wanted.add(kind)
            continue
        gains = []
        for other, left, step in takes(sight, kind, levels):
            points = expected(left, sight, more.without(other).worth, horizon)
            gains.append(points - now - (margin if step else 0.0))
        if max(gains, default=-1.0) > CLOSE:
            wanted.add(kind)
        elif max(gains, default=-1.0) > -CLOSE:
            doubtful.add(kind)
    return wanted, doubtful

"""The beginning of a round: cards dealt, or given."""

from __future__ import annotations

from collections.abc import Sequence

from neuroanalysis.core.hands import CountsLike, as_counts
from neuroanalysis.core.seeds import shuffled
from neuroanalysis.errors import PositionError
from neuroanalysis.games.conquete.pieces import KINDS, PIECES
from neuroanalysis.games.conquete.play.ending import settled
from neuroanalysis.games.conquete.play.state import Ledger, RoundState
from neuroanalysis.games.conquete.position import Domain, DomainCard
from neuroanalysis.games.conquete.rules import PLAYERS, Rules

__all__ = ["deal", "start"]


def start(
    names: Sequence[str],
    hands: Sequence[str | CountsLike],
    card: str | int,
    *,
    rules: Rules | None = None,
    first: int = 0,
) -> RoundState:
    """Return a round that begins with given cards.

    Parameters
    ----------
    names
        Of the players, in turn order.
    hands
        The cards of each, as text or 27 counts. A round may begin with fewer cards than there are
        (clause 7.4), but who plays first has as many as the others, or one more.
    card
        The start card, as text or a number.
    rules
        The default rules if None.
    first
        The place of who plays first.

    Raises
    ------
    CardError, PositionError
        For a number of players, hands or cards that cannot be, or two players of one name.

    Examples
    --------
    >>> state = start(["Ana", "Bo"], ["1eb 2en", "3cv"], "2eb")
    >>> state.vp, state.phase
    ((6, 5), 'play')
    """
    rules, names = Rules.or_default(rules), tuple(names)
    if len(names) not in PLAYERS or len(hands) != len(names):
        raise PositionError(
            "conquete.round.players",
            names=len(names),
            hands=len(hands),
            low=PLAYERS[0],
            high=PLAYERS[-1],
        )
    for name in names:
        if names.count(name) > 1:
            raise PositionError("round.same_name", name=name)
    if not 0 <= first < len(names):
        raise PositionError("round.seat", player=first, high=len(names) - 1)
    kind = PIECES.kind(card) if isinstance(card, str) else card
    if not 0 <= kind < KINDS:
        raise PositionError("move.kind", kind=kind, high=KINDS - 1)
    held = tuple(tuple(int(n) for n in as_counts(hand, PIECES, rules.copies)) for hand in hands)
    sizes = tuple(sum(hand) for hand in held)
    _check_sizes(names, sizes, first)
    fewest = min(sizes)
    ledgers = [
        Ledger(start=rules.start_vp).changed(
            rules, extra=rules.extra_card_vp if size > fewest else 0
        )
        for size in sizes
    ]
    state = RoundState(
        rules,
        names,
        held,
        Domain((DomainCard(0, 0, kind),)),
        sizes,
        tuple(ledgers),
        active=first,
    )
    for number, n in enumerate(state.cards()):
        if n > rules.copies:
            raise PositionError(
                "conquete.round.cards", code=PIECES.codes[number], n=n, most=rules.copies
            )
    return settled(state)


def _check_sizes(names: tuple[str, ...], sizes: tuple[int, ...], first: int) -> None:
    in_turn = [(first + step) % len(names) for step in range(len(names))]
    fewest = sizes[in_turn[-1]]
    before = fewest + 1
    for player in in_turn:
        if not fewest <= sizes[player] <= before:
            raise PositionError(
                "conquete.round.sizes",
                name=names[player],
                n=sizes[player],
                last=names[in_turn[-1]],
                fewest=fewest,
            )
        before = sizes[player]


def deal(
    names: Sequence[str], *, seed: int, rules: Rules | None = None, first: int = 0
) -> RoundState:
    """Return a round with shuffled cards (section 1).

    Parameters
    ----------
    names, rules, first
        See `start`.
    seed
        The same seed deals the same cards, on every machine and with every version; who plays
        first gets the same hand, whatever his place.

    Examples
    --------
    >>> state = deal(["Ana", "Bo", "Cem", "Dua"], seed=1)
    >>> [state.size(player) for player in range(4)], state.vp
    ([14, 13, 13, 13], (6, 5, 5, 5))
    """
    rules = Rules.or_default(rules)
    cards = shuffled([kind for kind in range(KINDS) for _ in range(rules.copies)], seed)
    n, at = len(names), 1
    hands: list[tuple[int, ...]] = [()] * n
    for step, size in enumerate(rules.hand_sizes(n)):
        own = cards[at : at + size]
        hands[(first + step) % n] = tuple(own.count(kind) for kind in range(KINDS))
        at += size
    return start(names, hands, cards[0], rules=rules, first=first)

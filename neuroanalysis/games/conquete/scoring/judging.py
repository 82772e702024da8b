"""Why a card may not lie on a cell: the clause that forbids it."""

from __future__ import annotations

from neuroanalysis.errors import InputError, PositionError
from neuroanalysis.games.conquete.evaluation import Placement
from neuroanalysis.games.conquete.pieces import PIECES, compatible_kinds
from neuroanalysis.games.conquete.position import Cards, DomainLike, Position
from neuroanalysis.games.conquete.position.domain import Cell, cell_words
from neuroanalysis.games.conquete.position.grid import fits_grid, fits_ratio
from neuroanalysis.games.conquete.rules import Rules
from neuroanalysis.games.conquete.scoring.sets import SetsOf

__all__ = ["check_placement"]


def check_placement(
    hand: Cards | Position,
    card: str | int,
    cell: Cell,
    *,
    domain: DomainLike | None = None,
    player: str | int | None = None,
    enlarged: str | int | None = None,
    rules: Rules | None = None,
) -> Placement:
    """Return what a placement brings; refuse one that is not legal, by its clause.

    Parameters
    ----------
    hand
        The cards held, or the whole position.
    card
        The card to place: its code, or its kind as a number.
    cell
        Row and column.
    domain, player, enlarged, rules
        See `Position.of`.

    Raises
    ------
    PositionError
        For a card that is not held, a cell that is not free or touches nothing, too few compatible
        neighbours, or a shape that is not allowed.

    Examples
    --------
    >>> check_placement("2cv", "2cv", (1, 1), domain="0,0 2eb ; 0,1 2ev ; 1,0 2cb").vp
    1
    >>> check_placement("1ev", "1ev", (1, 1), domain="0,0 2eb ; 0,1 2ev ; 1,0 2cb")
    Traceback (most recent call last):
    ...
    neuroanalysis.errors.PositionError: 1ev on cell 1,1 touches 2 cards and is compatible with 1 ...
    """
    position = Position.of(hand, domain=domain, player=player, enlarged=enlarged, rules=rules)
    kind = PIECES.kind(card) if isinstance(card, str) else card
    if not 0 <= kind < len(PIECES):
        raise InputError("input.limit", name="card", value=kind, low=0, high=len(PIECES) - 1)
    table, in_force = position.domain, position.rules
    said = {"code": PIECES.codes[kind], "cell": cell_words(cell)}
    if not position.hand[kind]:
        raise PositionError("conquete.placement.held", code=said["code"])
    lying = table.at(cell)
    if lying:
        raise PositionError("conquete.placement.taken", lying=PIECES.codes[lying.kind], **said)
    touching = table.touching(cell)
    if not touching:
        raise PositionError("conquete.placement.apart", **said)
    goes_with = compatible_kinds(in_force.shared_attributes)[kind]
    compatible = sum(goes_with >> other.kind & 1 for other in touching)
    if len(touching) == 1 and not compatible:
        other = PIECES.codes[touching[0].kind]
        raise PositionError(
            "conquete.placement.one", other=other, shared=in_force.shared_attributes, **said
        )
    if len(touching) > 1 and compatible < in_force.needed:
        raise PositionError(
            "conquete.placement.several",
            touched=len(touching),
            n=compatible,
            needed=in_force.needed,
            **said,
        )
    _check_shape(position, cell, said)
    joined = (sets := SetsOf(table, position.player, in_force)).joined(cell)
    return Placement(
        row=cell[0],
        column=cell[1],
        kind=kind,
        vp=in_force.placing[compatible - 1],
        touched=len(touching),
        compatible=compatible,
        joined=joined,
        set_change=sets.change(joined),
    )


def _check_shape(position: Position, cell: Cell, said: dict[str, str]) -> None:
    top, bottom, left, right = position.domain.box
    rows = max(bottom, cell[0]) - min(top, cell[0]) + 1
    columns = max(right, cell[1]) - min(left, cell[1]) + 1
    rules, enlarged = position.rules, position.enlarged
    if not fits_ratio(rows, columns, rules):
        raise PositionError(
            "conquete.placement.ratio",
            rows=rows,
            columns=columns,
            ratio=rules.shape_ratio,
            **said,
        )
    if not fits_grid(rows, columns, enlarged, rules):
        raise PositionError(
            "conquete.placement.grid",
            rows=rows,
            columns=columns,
            most_rows=rules.most_rows + enlarged * rules.rows_enlarged,
            most_columns=rules.most_columns + enlarged * rules.columns_enlarged,
            enlarged=enlarged,
            **said,
        )

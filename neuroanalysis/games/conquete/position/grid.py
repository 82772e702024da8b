"""Which numbers of open rows and columns may be (section 4)."""

from __future__ import annotations

from neuroanalysis.games.conquete.rules import Rules

__all__ = ["fits_grid", "fits_ratio"]


def fits_ratio(rows: int, columns: int, rules: Rules) -> bool:
    """Return whether the shape ratio allows so many open rows and columns (clause 4.2).

    Examples
    --------
    >>> fits_ratio(2, 4, Rules()), fits_ratio(2, 5, Rules())
    (True, False)
    """
    ratio = rules.shape_ratio
    return not ratio or (rows <= ratio * columns and columns <= ratio * rows)


def fits_grid(rows: int, columns: int, enlarged: int, rules: Rules) -> bool:
    """Return whether the grid, enlarged so often, has room for them (clauses 4.3 and 4.4).

    Examples
    --------
    >>> fits_grid(6, 11, 0, Rules()), fits_grid(7, 11, 0, Rules()), fits_grid(7, 12, 1, Rules())
    (True, False, True)
    """
    most_rows = rules.most_rows + enlarged * rules.rows_enlarged
    most_columns = rules.most_columns + enlarged * rules.columns_enlarged
    if rows <= most_rows and columns <= most_columns:
        return True
    return rules.grid_either_way_up and rows <= most_columns and columns <= most_rows

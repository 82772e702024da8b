"""Saving an answer: as JSON, as a table, and as a picture of the panel that shows it.

A widget says what its answer is as data; that is worked out only when a person asks for a file. The
picture is taken by the page itself.
"""

from __future__ import annotations

import json
import os
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import traitlets

from neuroanalysis.core.files import write_text
from neuroanalysis.core.intervals import Estimate
from neuroanalysis.errors import InputError
from neuroanalysis.texts import text
from neuroanalysis.widgets import controls
from neuroanalysis.widgets.complete import Complete
from neuroanalysis.widgets.panels import Panel

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Saved", "Saving", "tidy"]

_TEXTS: Final = "widgets.saving"
_KINDS: Final = {"json": "application/json", "csv": "text/csv"}


@dataclass(frozen=True)
class Saved:
    r"""An answer as data.

    Parameters
    ----------
    name
        What files of it are called, without an ending.
    record
        Returns it as JSON holds it.
    table
        Returns it as a table.

    Examples
    --------
    >>> import pandas as pd
    >>> saved = Saved("coin", lambda: {"sides": 2}, lambda: pd.DataFrame({"side": ["heads"]}))
    >>> saved.content("json"), saved.content("csv")
    ('{"sides": 2}\n', 'side\nheads\n')
    """

    name: str
    record: Callable[[], Mapping[str, object]]
    table: Callable[[], pd.DataFrame]

    def content(self, kind: str) -> str:
        """Return the text of a file: ``"json"``, one line as the command prints it; or ``"csv"``.

        Raises
        ------
        InputError
            For any other kind.
        """
        if kind == "json":
            return json.dumps(self.record()) + "\n"
        if kind == "csv":
            return tidy(self.table()).to_csv(index=False, lineterminator="\n")
        raise InputError("input.answer_kind", kind=kind, accepted=", ".join(_KINDS))


def tidy(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose estimates are numbers: a column of them becomes three.

    Parameters
    ----------
    frame
        A table in which cells may be estimates; where a column has any, its other cells have none.

    Examples
    --------
    >>> import pandas as pd
    >>> share = Estimate.of_share(1, 2, seed=1)
    >>> tidy(pd.DataFrame({"player": ["Ana"], "first": [share]})).columns.tolist()
    ['player', 'first', 'first_low', 'first_high']
    """
    import pandas as pd

    columns: dict[str, list[object]] = {}
    for name in frame:
        cells = frame[name].tolist()
        said = [cell if isinstance(cell, Estimate) else None for cell in cells]
        if not any(said):
            columns[str(name)] = cells
            continue
        columns[str(name)] = [one and one.value for one in said]
        columns[f"{name}_low"] = [one and one.interval.low for one in said]
        columns[f"{name}_high"] = [one and one.interval.high for one in said]
    return pd.DataFrame(columns)


class Saving(traitlets.HasTraits, metaclass=Complete):
    """A widget whose answer can be saved."""

    @abstractmethod
    def _saved(self) -> Saved | None:
        """Return the answer as data; None while there is none."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the answer as the file's ending says: ``.json`` or ``.csv``.

        The file is written beside its place and then renamed.

        Parameters
        ----------
        path
            The file; what was there before is replaced.

        Raises
        ------
        InputError
            While there is no answer, for another ending, and where nothing can be written.
        """
        saved = self._saved()
        if saved is None:
            raise InputError("input.no_answer")
        write_text(Path(path), saved.content(Path(path).suffix.removeprefix(".").lower()))

    def _hand_over(self, panel: Panel, kind: str) -> None:
        """Give the page of a panel, which asked for it, the file of a kind."""
        saved = self._saved()
        if saved is not None and kind in _KINDS:
            panel.hand_over(f"{saved.name}.{kind}", _KINDS[kind], saved.content(kind))

    def _saving_row(self, *, picture: bool = True) -> str:
        """Return the buttons that save the answer; nothing while there is none.

        Parameters
        ----------
        picture
            Whether the panel that they stand on is worth a picture.
        """
        saved = self._saved()
        if saved is None:
            return ""
        buttons = [
            controls.button(
                kind.upper(), "export", kind, name=text(f"{_TEXTS}.{kind}"), key=f"export-{kind}"
            )
            for kind in _KINDS
        ]
        if picture:
            name, failed = escape(text(f"{_TEXTS}.png")), escape(text(f"{_TEXTS}.failed"))
            buttons.append(
                f'<button type="button" class="na-button" data-key="export-png" '
                f'data-picture="{escape(saved.name)}.png" data-failed="{failed}" '
                f'aria-label="{name}" title="{name}">PNG</button>'
            )
        label = text(f"{_TEXTS}.label")
        shown = f'<span aria-hidden="true">{escape(label)}</span>'
        return (
            f'<div class="na-part na-unpictured">'
            f"{controls.row(controls.together(shown, *buttons, label=label))}</div>"
        )

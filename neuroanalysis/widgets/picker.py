"""A picker of cards or tiles: click, type, paste or deal; the state is traits.

The widget knows no rule and no text code: a :class:`PickerGame` gives it the faces, their layout,
and functions that read, write and deal. What a click does stands in
:mod:`neuroanalysis.widgets.selection`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anywidget
import traitlets
from traitlets import Bool, Dict, Int, List, Unicode

from neuroanalysis.errors import NeuroanalysisError
from neuroanalysis.texts import catalogue, language
from neuroanalysis.widgets.selection import Board, History, Role, Selection
from neuroanalysis.widgets.turns import Turns

__all__ = ["ROLES", "Face", "HandPicker", "Pane", "PickerGame"]

ROLES: Final = ("hand", "kept", "laid", "turned", "seen")
"""The roles that a picker has traits for; a game offers some of them, the hand first."""

_TEXTS: Final = "widgets.picker."
# The hand's trait keeps the name that the whole package has for a hand as numbers.
_TRAITS: Final = {
    "hand": "counts",
    "kept": "kept",
    "laid": "laid",
    "turned": "turned",
    "seen": "seen",
}
_HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Face:
    """How a kind looks and what it is called: SVG markup without ids, and its name in words."""

    svg: str
    name: str


@dataclass(frozen=True)
class Pane:
    """A titled table of kinds, row by row; None leaves a place empty."""

    title: str
    rows: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True)
class PickerGame:
    """What a picker has to be told of a game.

    Parameters
    ----------
    codes
        The text code of each kind.
    copies
        How many copies of a kind exist, or of each kind.
    faces
        Returns a face for each kind, in the language in force.
    panes
        Returns lines of panes; those of a line stand side by side.
    parse
        Reads the text box: counts by role, those left out being empty. Raises
        :class:`~neuroanalysis.errors.NeuroanalysisError` with the message to show.
    write
        Writes counts by role as one line, which `parse` reads.
    deal
        Deals a random hand of so many cards; None offers no deals.
    deal_sizes
        The sizes of hand to offer deals of.
    roles
        The roles on offer, from those named in :data:`ROLES`.
    words
        Returns texts that replace the picker's own, by their names in the table ``[picker]`` of
        ``widgets.toml``, in the language in force: a game's own words for its roles.
    """

    codes: Sequence[str]
    copies: int | Sequence[int]
    faces: Callable[[], Sequence[Face]]
    panes: Callable[[], Sequence[Sequence[Pane]]]
    parse: Callable[[str], Mapping[str, Iterable[int]]]
    write: Callable[[Selection], str]
    deal: Callable[[int], Mapping[str, Iterable[int]]] | None = None
    deal_sizes: tuple[int, ...] = ()
    roles: tuple[Role, ...] = (Role("hand"),)
    words: Callable[[], Mapping[str, str]] = dict


class HandPicker(anywidget.AnyWidget):
    """Pick cards by role: of the hand, kept, laid on the table, turned face up, seen elsewhere.

    Everything a person can do is also a method, which raises what the page would show as a message.
    Each change, whoever makes it, is one step of one history over all roles.

    Parameters
    ----------
    game
        The game's faces, layout and functions.
    **selection
        Counts by role to begin with.

    Attributes
    ----------
    counts, kept, laid, turned, seen
        A count for each kind. May be assigned; what does not fit the copies is refused.
    mode
        The role that clicks give.
    version
        Counts changes of the selection; one observer of it sees all roles change together.
    message
        The error on show, or nothing.
    text
        The selection as one line of text.

    Raises
    ------
    CardError
        A selection with more copies than there are.

    Examples
    --------
    >>> game = PickerGame(
    ...     codes=("heads", "tails"),
    ...     copies=2,
    ...     faces=lambda: [Face("<svg/>", "heads"), Face("<svg/>", "tails")],
    ...     panes=lambda: [[Pane("coins", ((0, 1),))]],
    ...     parse=lambda line: {"hand": [line.count("h"), line.count("t")]},
    ...     write=lambda selection: str(selection["hand"]),
    ... )
    >>> picker = HandPicker(game)
    >>> picker.add(1)
    >>> picker.counts, picker.can_undo
    ([0, 1], True)
    >>> picker.undo()
    >>> picker.counts
    [0, 0]
    """

    _esm = _HERE / "picker.js"
    _css = _HERE / "picker.css"

    counts = List(Int()).tag(sync=True)
    kept = List(Int()).tag(sync=True)
    laid = List(Int()).tag(sync=True)
    turned = List(Int()).tag(sync=True)
    seen = List(Int()).tag(sync=True)
    mode = Unicode("hand").tag(sync=True)
    version = Int(0)

    text = Unicode().tag(sync=True)
    message = Unicode().tag(sync=True)
    can_undo = Bool(False).tag(sync=True)
    can_redo = Bool(False).tag(sync=True)

    codes = List(Unicode()).tag(sync=True)
    copies = List(Int()).tag(sync=True)
    svgs = List(Unicode()).tag(sync=True)
    names = List(Unicode()).tag(sync=True)
    panes: List[object] = List().tag(sync=True)
    roles = List(Dict()).tag(sync=True)
    deal_sizes = List(Int()).tag(sync=True)
    labels = Dict().tag(sync=True)

    def __init__(self, game: PickerGame, **selection: Iterable[int]) -> None:
        self._game = game
        self._board = _board_of(game)
        self._history = History(self._board.checked(selection))
        # While set, role traits are being written from the history and are not new steps of it.
        self._showing = True
        super().__init__(
            **_facts_of(game, self._board),
            **_traits_of(self._history.current, len(game.codes)),
        )
        self.refresh_texts()
        self.text = game.write(self._history.current)
        self._showing = False
        self._turns = Turns()
        self.on_msg(_answer)

    def change_game(self, game: PickerGame) -> tuple[int, ...]:
        """Go on with another game of the same kinds, such as the same one under other rules.

        What fits it of the selection stays. The history goes on: what does not fit this game is
        passed over, and is there again with a game that it fits.

        Returns
        -------
        tuple of int
            Of each kind, how many cards were taken away because the new game has not the copies or
            the role.
        """
        board = _board_of(game)
        kinds = range(len(game.codes))
        before = [self._board.used(self.selection, kind) for kind in kinds]
        kept = self._history.change_board(board)
        self._game, self._board = game, board
        with self.hold_sync():
            for name, value in _facts_of(game, board).items():
                setattr(self, name, value)
            if self.mode not in self.selection:
                self.mode = game.roles[0].name
            self.refresh_texts()
            self._show()
        return tuple(before[kind] - board.used(kept, kind) for kind in kinds)

    def plays(self, game: PickerGame) -> bool:
        """Return whether a game has the copies, roles and deals of the one in force."""
        facts = _facts_of(game, _board_of(game))
        return all(getattr(self, name) == value for name, value in facts.items())

    # What a person does, as methods

    @property
    def selection(self) -> Selection:
        """The counts of each role that the game offers."""
        return self._history.current

    def select(self, **vectors: Iterable[int]) -> None:
        """Replace the whole selection; roles that are not named become empty.

        Raises
        ------
        CardError
            More copies than there are.
        """
        self._take(self._board.checked(vectors))

    def add(self, kind: int, role: str = "hand") -> None:
        """Give a role one more card of a kind (four for a carré laid).

        Raises
        ------
        CardError
            There are not that many copies.
        """
        self._take(self._board.add(self.selection, role, kind))

    def remove(self, kind: int, role: str = "hand") -> None:
        """Take one card of a kind from a role, if it has one."""
        self._take(self._board.remove(self.selection, role, kind))

    def submit(self, line: str) -> None:
        """Read a line of text and make it the selection.

        Raises
        ------
        NeuroanalysisError
            What the game's parser says; the selection stays as it was.
        """
        self.select(**self._game.parse(line))

    def deal(self, size: int) -> None:
        """Replace the selection by a random hand; ValueError if the game deals none such."""
        if self._game.deal is None or size not in self._game.deal_sizes:
            raise ValueError(f"no deals of {size}")
        self.select(**self._game.deal(size))

    def clear(self) -> None:
        """Make the selection empty (undo brings it back)."""
        self._take(self._board.empty())

    def undo(self) -> None:
        """Go back to the selection before, if there is one."""
        self._history.undo()
        self._show()

    def redo(self) -> None:
        """Go forth again after an undo."""
        self._history.redo()
        self._show()

    def refresh_texts(self) -> None:
        """Ask for all words again, after a change of language."""
        faces = self._game.faces()
        own = {
            key.removeprefix(_TEXTS): entry
            for key, entry in catalogue(language()).items()
            if key.startswith(_TEXTS)
        }
        with self.hold_sync():
            self.svgs = [face.svg for face in faces]
            self.names = [face.name for face in faces]
            self.panes = [
                [{"title": pane.title, "rows": [list(row) for row in pane.rows]} for pane in line]
                for line in self._game.panes()
            ]
            self.labels = {**own, **self._game.words(), "language": language()}
            self.message = ""

    def refresh_text(self) -> None:
        """Write the line anew, when what the game writes beside the cards has changed."""
        self.text = self._game.write(self.selection)

    # State

    def _take(self, selection: Selection) -> None:
        self._history.push(selection)
        self._show()

    def _show(self) -> None:
        """Write the selection in force to the traits, together."""
        selection = self._history.current
        self._showing = True
        try:
            with self.hold_trait_notifications():
                for name, counts in _traits_of(selection, len(self._board.codes)).items():
                    setattr(self, name, counts)
                self.text = self._game.write(selection)
                self.message = ""
                self.can_undo = self._history.can_undo
                self.can_redo = self._history.can_redo
                # Last, so that its observers see all the rest in place.
                self.version += 1
        finally:
            self._showing = False

    @traitlets.validate(*_TRAITS.values())
    def _fits(self, proposal: traitlets.Bunch) -> list[int]:
        counts: list[int] = proposal["value"]
        if not self._showing:
            name = self._on_board(_role_of(proposal["trait"].name))
            self._board.checked({**self.selection, name: counts})
        return counts

    @traitlets.observe(*_TRAITS.values())
    def _assigned(self, change: traitlets.Bunch) -> None:
        if not self._showing:
            name = _role_of(change["name"])
            self._take(self._board.checked({**self.selection, name: change["new"]}))

    @traitlets.validate("mode")
    def _on_offer(self, proposal: traitlets.Bunch) -> str:
        return self._on_board(proposal["value"])

    def _on_board(self, name: str) -> str:
        if name not in self.selection:
            raise traitlets.TraitError(f"role {name!r}: the game of this picker has none such")
        return name

    # Requests of the page

    def _perform(self, request: Mapping[str, object]) -> None:
        match request:
            case {"do": "add", "kind": int(kind), "role": str(role)}:
                # Of a card that there is once, a second click can only mean to take it back.
                if max(self._board.copies) == 1 and self.selection[role][kind]:
                    self.remove(kind, role)
                else:
                    self.add(kind, role)
            case {"do": "remove", "kind": int(kind), "role": str(role)}:
                self.remove(kind, role)
            case {"do": "mode", "role": str(role)}:
                self.mode = role
            case {"do": "submit", "line": str(line)}:
                self.submit(line)
            case {"do": "deal", "size": int(size)}:
                self.deal(size)
            case {"do": "clear"}:
                self.clear()
            case {"do": "undo"}:
                self.undo()
            case {"do": "redo"}:
                self.redo()
            case _:
                raise ValueError(f"unknown request of the page: {request!r}")


def _answer(picker: HandPicker, request: Mapping[str, object], _buffers: object) -> None:
    picker._turns.take(request.get("id"), lambda: _perform(picker, request))


def _perform(picker: HandPicker, request: Mapping[str, object]) -> None:
    """Do what the page asks, show a mistake as a message, and say that it is done either way."""
    done = False
    try:
        picker._perform(request)
        done = True
    except NeuroanalysisError as mistake:
        picker.message = str(mistake)
    finally:
        picker.send({"answer": request.get("id"), "done": done})


def _board_of(game: PickerGame) -> Board:
    copies = (game.copies,) * len(game.codes) if isinstance(game.copies, int) else game.copies
    return Board(tuple(game.codes), tuple(copies), game.roles)


def _facts_of(game: PickerGame, board: Board) -> dict[str, object]:
    """Return the traits which stay as they are as long as the game does."""
    return {
        "codes": list(board.codes),
        "copies": list(board.copies),
        "roles": [
            {
                "name": role.name,
                "part_of": role.part_of,
                "takes_from": role.takes_from,
                "uses_copies": role.uses_copies,
                "most": role.most,
            }
            for role in board.roles
        ],
        "deal_sizes": list(game.deal_sizes) if game.deal else [],
    }


def _traits_of(selection: Selection, kinds: int) -> dict[str, list[int]]:
    """Return the value of each role's trait; zeros for roles that the game does not offer."""
    return {trait: list(selection.get(role, (0,) * kinds)) for role, trait in _TRAITS.items()}


def _role_of(trait: str) -> str:
    return next(role for role, name in _TRAITS.items() if name == trait)

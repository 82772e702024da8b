"""What is picked: cards by role, within the copies that exist; and the history of it.

Plain values without a widget, so that everything a click does can be tested without a browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from neuroanalysis.errors import CardError

__all__ = ["Board", "History", "Role", "Selection"]

# A count vector for each role.
Selection = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True)
class Role:
    """What a picked card may be, and how it stands to the other roles.

    Parameters
    ----------
    name
        Name of the role; it is also the name of the picker's trait, and of its texts.
    step
        How many copies one click adds or takes away (4 for a carré).
    part_of
        The role whose cards these are some of: a kept card is a card of the hand, marked.
        Such cards use up no copies of their own.
    takes_from
        The role which gives its copies first when cards get this one: a laid carré leaves the hand.
    most
        How many cards it has room for; None for as many as there are.
    replaces
        Whether one more card takes the place of those that fill it, rather than being refused.
    apart
        Whether its cards use up no copies: they are named, and lie among the others.
    beside
        Kinds that take no room, such as flowers, which are laid and replaced.

    Examples
    --------
    >>> Role("kept", part_of="hand").step
    1
    """

    name: str
    step: int = 1
    part_of: str | None = None
    takes_from: str | None = None
    most: int | None = None
    replaces: bool = False
    apart: bool = False
    beside: frozenset[int] = frozenset()

    def filled(self, counts: Sequence[int]) -> int:
        """Return how many cards take room.

        Examples
        --------
        >>> Role("hand", most=14, beside=frozenset({1})).filled((3, 2))
        3
        """
        return sum(counts) - sum(counts[kind] for kind in self.beside)

    @property
    def uses_copies(self) -> bool:
        """Whether a card in it is a copy that no other role can have."""
        return self.part_of is None and not self.apart


@dataclass(frozen=True)
class Board:
    """The kinds and copies there are, and the roles that cards can have.

    Parameters
    ----------
    codes
        The text code of each kind, for messages.
    copies
        How many copies of each kind exist.
    roles
        The roles on offer; a role stands after those it refers to.

    Examples
    --------
    >>> roles = (Role("hand"), Role("kept", part_of="hand"))
    >>> board = Board(codes=("1cn", "1cv"), copies=(4, 4), roles=roles)
    >>> board.add(board.empty(), "kept", 1)
    {'hand': (0, 1), 'kept': (0, 1)}
    """

    codes: tuple[str, ...]
    copies: tuple[int, ...]
    roles: tuple[Role, ...]

    def empty(self) -> Selection:
        """Return the selection without a card."""
        return {role.name: (0,) * len(self.codes) for role in self.roles}

    def checked(self, vectors: Mapping[str, Iterable[int]]) -> Selection:
        """Return a selection of these counts; roles that are not named are empty.

        Raises
        ------
        CardError
            A vector of another length, a negative count, more copies than there are, or more cards
            than a role has room for.
        KeyError
            A role which this board has not.
        """
        selection = dict(self.empty())
        for name, vector in vectors.items():
            counts = tuple(int(count) for count in vector)
            if len(counts) != len(selection[name]):
                raise CardError(
                    "card.shape", shape=(len(counts),), expected=f"({len(self.codes)},)"
                )
            selection[name] = counts
        for kind, (code, most) in enumerate(zip(self.codes, self.copies, strict=True)):
            if any(vector[kind] < 0 for vector in selection.values()):
                raise CardError("card.negative", code=code)
            held = self.used(selection, kind)
            if held > most:
                raise CardError("card.too_many", held=held, code=code, most=most)
        for role in self.roles:
            if role.most is not None and role.filled(selection[role.name]) > role.most:
                raise CardError("card.no_room", most=role.most)
        return self._settled(selection)

    def add(self, selection: Selection, name: str, kind: int) -> Selection:
        """Give a role one more card of a kind (or as many as its step says).

        Raises
        ------
        CardError
            There are not that many copies, or there is no room for more.
        """
        role = self.role(name)
        vectors = {other: list(counts) for other, counts in selection.items()}
        held = role.filled(vectors[name])
        if role.replaces and role.most is not None and held + role.step > role.most:
            vectors[name] = [0] * len(self.codes)
        vectors[name][kind] += role.step
        if role.part_of is not None:
            whole = vectors[role.part_of]
            whole[kind] = max(whole[kind], vectors[name][kind])
        if role.takes_from is not None:
            giver = vectors[role.takes_from]
            giver[kind] = max(0, giver[kind] - role.step)
        return self.checked(vectors)

    def remove(self, selection: Selection, name: str, kind: int) -> Selection:
        """Take one card of a kind from a role; the same selection if it has none."""
        counts = selection[name]
        fewer = max(0, counts[kind] - self.role(name).step)
        return self._settled({**selection, name: (*counts[:kind], fewer, *counts[kind + 1 :])})

    def fitted(self, vectors: Mapping[str, Iterable[int]]) -> Selection:
        """Return as much of the counts as there are roles and copies for; earlier roles go first.

        Examples
        --------
        >>> board = Board(codes=("1cn",), copies=(4,), roles=(Role("hand"), Role("laid", step=4)))
        >>> board.fitted({"hand": (3,), "laid": (4,), "seen": (1,)})
        {'hand': (3,), 'laid': (0,)}
        """
        left = list(self.copies)
        selection = dict(self.empty())
        for role in self.roles:
            counts = list(vectors.get(role.name, selection[role.name]))
            room = sum(counts) if role.most is None else role.most
            if role.part_of is None:
                for kind, copies in enumerate(self.copies if role.apart else left):
                    free = kind in role.beside
                    counts[kind] = min(counts[kind], copies, copies if free else room)
                    counts[kind] -= counts[kind] % role.step
                    room -= 0 if free else counts[kind]
                    if role.uses_copies:
                        left[kind] -= counts[kind]
            selection[role.name] = tuple(counts)
        return self.checked(selection)

    def fits(self, vectors: Mapping[str, Iterable[int]]) -> bool:
        """Return whether there are roles and copies for all of the counts."""
        counts = {name: tuple(vector) for name, vector in vectors.items()}
        nothing = (0,) * len(self.codes)
        fitted = self.fitted(counts)
        return all(fitted.get(name, nothing) == vector for name, vector in counts.items())

    def used(self, selection: Selection, kind: int) -> int:
        """Return how many copies of a kind the selection uses, over all roles."""
        return sum(selection[role.name][kind] for role in self.roles if role.uses_copies)

    def role(self, name: str) -> Role:
        """Return the role of a name; KeyError if there is none."""
        for role in self.roles:
            if role.name == name:
                return role
        raise KeyError(name)

    def _settled(self, selection: Selection) -> Selection:
        """A part never has more cards than its whole: marks fall off with the last cards."""
        settled = dict(selection)
        for role in self.roles:
            if role.part_of is not None:
                settled[role.name] = tuple(map(min, settled[role.name], settled[role.part_of]))
        return settled


class History:
    """Selections to go back and forth in; a new one after going back drops what was ahead.

    Selections may be of boards that were there before: those that do not fit the one in force are
    passed over, and wait until they do again.

    Examples
    --------
    >>> history = History({"hand": (0,)})
    >>> history.push({"hand": (1,)})
    >>> history.undo()
    {'hand': (0,)}
    >>> history.redo()
    {'hand': (1,)}
    """

    # Each is a few hundred bytes; the bound is for explorers that are left running for days.
    _MOST: Final = 1000

    def __init__(self, first: Selection) -> None:
        self._states: list[Selection] = [first]
        self._at = 0
        self._board: Board | None = None

    def change_board(self, board: Board) -> Selection:
        """Go on with another board; what fits it of the selection in force is in force now.

        Examples
        --------
        >>> history = History({"hand": (3,)})
        >>> history.change_board(Board(("1cn",), (2,), (Role("hand"),)))
        {'hand': (2,)}
        >>> history.can_undo
        False
        >>> _ = history.change_board(Board(("1cn",), (4,), (Role("hand"),)))
        >>> history.undo()
        {'hand': (3,)}
        """
        self._board = board
        fitted = board.fitted(self.current)
        if board.fits(self.current):
            self._states[self._at] = fitted  # the same cards, with the roles of this board
        else:
            self.push(fitted)
        return fitted

    @property
    def current(self) -> Selection:
        """The selection in force."""
        return self._states[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier selection."""
        return self._next(-1) is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is a later selection, which an undo left."""
        return self._next(1) is not None

    def push(self, selection: Selection) -> None:
        """Record a selection, unless it is the one in force."""
        if selection == self.current:
            return
        self._states[self._at + 1 :] = [selection]
        del self._states[: -self._MOST]
        self._at = len(self._states) - 1

    def undo(self) -> Selection:
        """Go back one, if there is one, and return the selection in force."""
        return self._go(-1)

    def redo(self) -> Selection:
        """Go forth one, if there is one, and return the selection in force."""
        return self._go(1)

    def _next(self, step: int) -> int | None:
        """Return the place of the nearest selection that fits, before or behind; None if none."""
        place = self._at + step
        while 0 <= place < len(self._states):
            state = self._states[place]
            if self._board is None or (self._board.fits(state) and not self._shown_as(state)):
                return place
            place += step
        return None

    def _shown_as(self, state: Selection) -> bool:
        """Whether a selection of another board is here the one in force."""
        return self._board is not None and self._board.fitted(state) == self.current

    def _go(self, step: int) -> Selection:
        place = self._next(step)
        if place is not None:
            self._at = place
            if self._board is not None:
                self._states[place] = self._board.fitted(self._states[place])
        return self.current

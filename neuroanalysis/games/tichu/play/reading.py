"""Reads the transcript of a round and plays it again; its form is told in `.transcript`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from neuroanalysis.errors import InputError, NeuroanalysisError
from neuroanalysis.games.tichu.pieces import LOWEST, PIECES, RANK_CODES
from neuroanalysis.games.tichu.play.moves import (
    Decline,
    Exchange,
    Gift,
    GrandTichu,
    Lay,
    Move,
    Pass,
    Tichu,
)
from neuroanalysis.games.tichu.play.scores import TEAMS, result, team_of
from neuroanalysis.games.tichu.play.state import RoundState, start
from neuroanalysis.games.tichu.play.transcript import HEAD, OTHER, Transcript, said_points
from neuroanalysis.games.tichu.play.turns import can, do, verify
from neuroanalysis.games.tichu.position import Combination
from neuroanalysis.games.tichu.rules import PLAYERS, Rules

__all__ = ["replay"]

_VERBS: Final = {
    "calls": "calls",
    "annonce": "calls",
    "declines": "declines",
    "renonce": "declines",
    "gives": "gives",
    "donne": "gives",
    "lays": "lays",
    "pose": "lays",
    "passes": "passes",
    "passe": "passes",
}
_GRAND: Final = "grand"
_TICHU: Final = "tichu"
_TRICK: Final = (("the", "trick", "to"), ("le", "pli", "à"))
_WISHING: Final = (["wishing"], ["en", "demandant"], ["demandant"])
_FRENCH: Final = {"10": "T", "V": "J", "D": "Q", "R": "K"}


def replay(source: str) -> Transcript:
    """Play a transcript again, each move checked against the rules.

    Raises
    ------
    InputError
        With the number of the line and what is wrong in it: words that are not understood, an
        illegal move, points that are not as said.
    """
    reader = _Reader()
    number = 0
    for number, line in enumerate(source.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        if content:
            try:
                reader.read(content)
            except NeuroanalysisError as reason:
                raise InputError("transcript.line", line=number, reason=reason) from reason
    try:
        begin, end = reader.begun(), reader.state
    except NeuroanalysisError as reason:
        raise InputError("transcript.line", line=max(number, 1), reason=reason) from reason
    return Transcript(begin, tuple(reader.moves), end or begin)


@dataclass
class _Reader:
    """Reads line after line: first the head, then moves."""

    names: list[str] = field(default_factory=list)
    rules: Rules | None = None
    hands: dict[int, str] = field(default_factory=dict)
    begin: RoundState | None = None
    state: RoundState | None = None
    moves: list[Move] = field(default_factory=list)

    def read(self, line: str) -> None:
        """Read one line."""
        word, _, content = line.partition(" ")
        key, content = word.lower().rstrip(":"), content.strip()
        if key in HEAD:
            if self.begin is not None:
                raise InputError("transcript.late", name=word)
            self._read_head(HEAD[key], content)
            return
        self.begun()
        if key not in OTHER:
            self._play(self._move(line))
        elif OTHER[key] == "refused":
            move = self._move(content)
            if can(self._at(move), move):
                raise InputError("transcript.allowed")
        else:
            self._check_scores(content)

    def _read_head(self, key: str, content: str) -> None:
        if key == "players":
            if self.names:
                raise InputError("transcript.again", name=key)
            self.names = [name.strip() for name in content.split(",")]
        elif key == "rules":
            if self.rules is not None:
                raise InputError("transcript.again", name=key)
            self.rules = Rules.of_words(content.split(), None)
        else:
            name, _, cards = content.partition(":")
            player = self._player(name.strip())
            if player in self.hands:
                raise InputError("transcript.again", name=f"hand {self.names[player]}")
            self.hands[player] = cards

    def begun(self) -> RoundState:
        """Return the state before the first move, once the head is read."""
        if self.begin is None:
            if not self.names:
                raise InputError("transcript.missing", name="players")
            for player, name in enumerate(self.names):
                if player not in self.hands:
                    raise InputError("transcript.missing", name=f"hand {name}")
            hands = [self.hands[player] for player in range(len(self.names))]
            self.begin = self.state = start(self.names, hands, rules=self.rules)
        return self.begin

    def _player(self, name: str) -> int:
        if not self.names:
            raise InputError("transcript.missing", name="players")
        if name not in self.names:
            raise InputError("transcript.player", name=name, accepted=", ".join(self.names))
        return self.names.index(name)

    def _at(self, move: Move) -> RoundState:
        """Return the state in which a line's move is made: others than answers end those first."""
        state = self.state or self.begun()
        if isinstance(move, GrandTichu | Decline):
            return state
        while state.phase == "grand":
            silent = next(Decline(one) for one in range(PLAYERS) if can(state, Decline(one)))
            self.moves.append(silent)
            state = do(state, silent)
        self.state = state
        return state

    def _move(self, line: str) -> Move:
        """Return the move that a line says."""
        words = line.split()
        verb = _VERBS.get(words[1].lower()) if len(words) > 1 else None
        if verb is None:
            raise InputError("tichu.transcript.words")
        player, more = self._player(words[0]), words[2:]
        low = [word.lower() for word in more]
        if verb == "calls" and low in ([_TICHU], [_GRAND, _TICHU]):
            return Tichu(player) if low == [_TICHU] else GrandTichu(player)
        if verb == "declines" and not more:
            return Decline(player)
        if verb == "passes" and not more:
            return Pass(player)
        if verb == "gives" and tuple(low[:-1]) in _TRICK:
            return Gift(player, self._player(more[-1]))
        if verb == "gives" and len(more) == PLAYERS - 1:
            return Exchange(player, *(PIECES.kind(code) for code in more))
        if verb == "lays" and more:
            return self._lay(player, more)
        raise InputError("tichu.transcript.words")

    def _lay(self, player: int, more: list[str]) -> Lay:
        wish = None
        if len(more) > 1:
            code = _FRENCH.get(more[-1].upper(), more[-1].upper())
            if [word.lower() for word in more[1:-1]] not in _WISHING or code not in RANK_CODES:
                raise InputError("tichu.transcript.words")
            wish = LOWEST + RANK_CODES.index(code)
        return Lay(player, Combination.of(more[0], self.rules), wish)

    def _play(self, move: Move) -> None:
        state = self._at(move)
        verify(state, move)
        self.state = do(state, move)
        self.moves.append(move)

    def _check_scores(self, content: str) -> None:
        state = self.state or self.begun()
        said: dict[int, int] = {}
        for part in content.split(","):
            words = part.split()
            if len(words) != 2 or not words[1].removeprefix("-").isdecimal():
                raise InputError("tichu.transcript.number", value=part.strip())
            said[team_of(self._player(words[0]))] = int(words[1])
        points = result(state).points
        if said != {team: points[team] for team in range(TEAMS)}:
            raise InputError("transcript.scores", points=said_points(state))

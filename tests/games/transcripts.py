"""What transcripts of every game must do: be played again, come back, be refused by the line."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from neuroanalysis.errors import InputError
from neuroanalysis.texts import speaking
from tests.refusals import answer_or_none


def transcripts_beside(test: str) -> dict[str, str]:
    """The transcripts in the folder beside a test file, by name."""
    folder = Path(test).parent / "transcripts"
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))}


def played_again(play, source: str):
    """The end of a transcript, whose lines check each piece drawn, each refusal and the points."""
    played = play.replay(source)
    now = played.begin
    for move in played.moves:
        now = play.do(now, move)
    assert now == played.end
    return now


def comes_back(play, source: str) -> None:
    played = play.replay(source)
    written = play.record(played.begin, played.moves)
    again = play.replay(written)
    assert (again.begin, again.end) == (played.begin, played.end)
    assert play.record(again.begin, again.moves) == written


def each_beginning_comes_back(play, states: Sequence, moves: Sequence) -> None:
    """Wherever a round is stopped, in the middle of the answers too, nothing of it is lost."""
    for n, now in enumerate(states):
        again = play.replay(play.record(states[0], moves[:n]))
        assert (again.begin, again.end) == (states[0], now)
        assert Counter(again.moves) == Counter(moves[:n])


def names_clause(source: str, clause: str) -> bool:
    return bool(re.search(rf"^# (.*\. )?{re.escape(clause)} ", source, re.MULTILINE))


def clauses_of_readme(room: str, chapters: str) -> list[str]:
    """The numbers of the clauses of some chapters, in the README of the game of a file."""
    text = (Path(room).parents[1] / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^([{chapters}]\.\d+)\. ", text, re.MULTILINE)


def moves_as_written(source: str, names: Iterable[str], *, until: str = "#") -> list[list[str]]:
    """The words of the lines that say players' moves, as far as some words."""
    lines = [line.split("#")[0].split(until)[0].split() for line in source.splitlines()]
    return [words for words in lines if words and words[0] in {*names}]


def wrong_line_is_named(replay: Callable, key: str, source: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        replay(source)
    assert (caught.value.key, caught.value.values["line"]) == ("transcript.line", line)
    assert caught.value.values["reason"].key == key
    for language, said in (("en", f"line {line}: "), ("fr", f"ligne {line}\u00a0: ")):
        with speaking(language):
            assert str(caught.value).startswith(said)


def wrong_word_is_found(replay: Callable, source: str, right: str, wrong: str, key: str) -> None:
    assert right in source
    with pytest.raises(InputError) as caught:
        replay(source.replace(right, wrong))
    assert caught.value.values["reason"].key == key


def junk(replay: Callable, sources: Sequence[str], times: int) -> Counter:
    """How many transcripts with words and lines changed are refused (True), and how many played."""
    rng, refused = random.Random(3), Counter()
    words = [word for source in sources for word in source.split()]
    for _ in range(times):
        lines = [line.split() for line in rng.choice(sources).splitlines()]
        for _ in range(rng.randint(0, 2)):
            line = rng.choice(lines)
            place = rng.randrange(len(line) + 1)
            line[place : place + rng.randint(0, 1)] = [rng.choice(words)] * rng.randint(0, 2)
        if rng.random() < 0.2:
            lines.remove(rng.choice(lines))
        refused[answer_or_none(replay, "\n".join(map(" ".join, lines))) is None] += 1
    return refused

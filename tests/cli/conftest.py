"""Running the command, inside this process or as one of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass

import pytest

from neuroanalysis.cli import main
from tests.project import ROOT


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def records(self):
        """The answers as JSON, a line each."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def record(self):
        [record] = self.records
        return record


@pytest.fixture
def cli(capsys, monkeypatch):
    """Return a function that runs the command in this process, on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "160")

    def run(*words, stdin=b""):
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def start():
    """Return a function that starts the command as a process; what still runs is ended after."""
    begun = []

    def begin(*words, **environment):
        process = subprocess.Popen(
            [sys.executable, "-m", "neuroanalysis", *map(str, words)],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        begun.append(process)
        return process

    yield begin
    for process in begun:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            # What nobody read any more is of no interest.
            with contextlib.suppress(BrokenPipeError):
                stream.close()


@pytest.fixture
def start_working(start):
    """Return a function that starts the command and waits until it shows a share of its work."""

    def begin(*words):
        # What makes a process show its progress, although nobody watches.
        process = start(*words, FORCE_COLOR="1", TERM="xterm")
        seen = b""
        while b"%" not in seen:
            byte = process.stderr.read(1)
            assert byte, seen
            seen += byte
        return process

    return begin

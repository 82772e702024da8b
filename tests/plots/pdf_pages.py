"""Reads PDF files back that matplotlib wrote: sizes of pages, and the words on them."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

_OBJECT = re.compile(rb"(?ms)^(\d+) 0 obj\n(.*?)\nendobj$")
_STREAM = re.compile(rb"(?s)(.*?)\nstream\r?\n(.*)\nendstream$")
_WORD = re.compile(rb"(?s)\(((?:\\.|[^\\)])*)\)|\b(T[jJ])\b")


@dataclass(frozen=True)
class Sheet:
    """A page: millimetres, and each line of words that is written on it."""

    width: float
    height: float
    words: list[str]
    drawn: bytes


def _said(string):
    plain = re.sub(rb"(?s)\\([0-7]{3}|.)", lambda code: _escaped(code[1]), string)
    return plain.decode("utf-16" if plain.startswith(b"\xfe\xff") else "cp1252")


def _escaped(code):
    return {b"n": b"\n", b"r": b"\r"}.get(code, code) if len(code) == 1 else bytes([int(code, 8)])


def _lines(content):
    """Give what each operator Tj or TJ shows; between the parts of a line stand distances."""
    parts = []
    for word in _WORD.finditer(content):
        if word[2]:
            yield "".join(parts)
            parts = []
        else:
            parts.append(_said(word[1]))


def sheets(data):
    """Return the pages of a file."""
    assert data.startswith(b"%PDF-")
    assert data.rstrip().endswith(b"%%EOF")
    objects = {int(number): body for number, body in _OBJECT.findall(data)}
    found = []
    for body in objects.values():
        if not re.search(rb"/Type /Page\b", body):
            continue
        box = re.search(rb"/MediaBox \[ ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) \]", body)
        left, foot, right, top = (float(number) for number in box.groups())
        assert (left, foot) == (0, 0)
        content = objects[int(re.search(rb"/Contents (\d+) 0 R", body)[1])]
        head, stream = _STREAM.match(content).groups()
        drawn = zlib.decompress(stream) if b"/FlateDecode" in head else stream
        found.append(Sheet(right / 72 * 25.4, top / 72 * 25.4, list(_lines(drawn)), drawn))
    return found


def title(data):
    """Return the title that the file names."""
    return _said(re.search(rb"(?s)/Title \(((?:\\.|[^\\)])*)\)", data)[1])

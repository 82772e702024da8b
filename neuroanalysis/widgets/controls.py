"""Parts of a panel's HTML that a person can use; what they send is said in `Panel`.

All words are escaped here.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final
from urllib.parse import quote

from neuroanalysis.texts import LANGUAGES, language, text

__all__ = [
    "button",
    "checkbox",
    "copy_button",
    "download",
    "lesson_button",
    "lines",
    "message",
    "number",
    "pager",
    "pick",
    "row",
    "select",
    "slider",
    "step_buttons",
    "together",
    "unfold",
    "upload",
    "view_buttons",
    "words",
]

# Each in its own language, so that whoever reads only that one finds it.
_LANGUAGE_NAMES: Final = {"en": "English", "fr": "Français"}


def _including(label: str, name: str) -> str:
    """Return a name with the words that one sees, by which those who speak to the page call it."""
    seen = any(letter.isalpha() for letter in label)
    return f"{label}: {name}" if seen and label.casefold() not in name.casefold() else name


def button(
    label: str,
    do: str,
    value: object = "",
    *,
    name: str = "",
    pressed: bool | None = None,
    enabled: bool = True,
    lang: str = "",
    key: str = "",
) -> str:
    """Return a button.

    Parameters
    ----------
    label, do, value
        What stands on it and what it sends.
    name
        What it is called where its label does not say it.
    pressed, enabled
        For a button that shows a choice, whether it is made; whether it can be used.
    lang
        The language of its label, if another than the page's.
    key
        What tells the page that it is the same button as before, though its value changed.

    Examples
    --------
    >>> button("Undo", "undo")
    '<button type="button" class="na-button" data-do="undo" data-value="">Undo</button>'
    """
    more = ""
    if name:
        name = _including(label, name)
        more += f' aria-label="{escape(name)}" title="{escape(name)}"'
    if pressed is not None:
        more += f' aria-pressed="{str(pressed).lower()}"'
    if not enabled:
        # It keeps the focus, so that a person who came to the end by key is not lost.
        more += ' aria-disabled="true"'
    if key:
        more += f' data-key="{escape(key)}"'
    if lang:
        more += f' lang="{escape(lang)}"'
    return (
        f'<button type="button" class="na-button" data-do="{escape(do)}" '
        f'data-value="{escape(str(value))}"{more}>{escape(label)}</button>'
    )


def pick(drawing: str, do: str, value: object, name: str) -> str:
    """Return a button that shows a drawing (markup) and is called `name`."""
    return (
        f'<button type="button" class="na-pick" data-do="{escape(do)}" '
        f'data-value="{escape(str(value))}" aria-label="{escape(name)}" '
        f'title="{escape(name)}">{drawing}</button>'
    )


def select(
    label: str,
    do: str,
    options: Iterable[tuple[object, str]],
    chosen: object,
    *,
    shown: str | None = None,
) -> str:
    """Return a field to choose from pairs of value and words.

    Its label is what it is called; where that is long, `shown` stands before it instead.
    """
    listed = "".join(
        f'<option value="{escape(str(value))}"{" selected" * (value == chosen)}>'
        f"{escape(words)}</option>"
        for value, words in options
    )
    # Named by itself too: the text of a label round a field has all the field's options in it.
    return (
        f'<label class="na-field">{escape(label if shown is None else shown)} '
        f'<select data-do="{escape(do)}" aria-label="{escape(label)}">{listed}</select></label>'
    )


def checkbox(label: str, do: str, checked: bool) -> str:
    """Return a field that is on or off; it sends ``"true"`` or ``"false"``."""
    on = " checked" if checked else ""
    return (
        f'<label class="na-field"><input type="checkbox" data-do="{escape(do)}"{on}>'
        f"{escape(label)}</label>"
    )


def number(name: str, do: str, value: int, low: int, high: int, *, shown: str = "") -> str:
    """Return a field for a whole number; what is `shown` stands before it as its label."""
    field = (
        f'<input type="number" data-do="{escape(do)}" value="{value}" min="{low}" max="{high}" '
        f'step="1" aria-label="{escape(name)}" title="{escape(name)}">'
    )
    return f'<label class="na-field">{escape(shown)} {field}</label>' if shown else field


def slider(name: str, do: str, value: int, low: int, high: int) -> str:
    """Return a slider for a whole number, without a visible label; a value outside is at its end.

    Examples
    --------
    >>> 'type="range"' in slider("Minimum", "minimum", 18, 10, 40)
    True
    """
    return (
        f'<input type="range" data-do="{escape(do)}" data-key="{escape(do)}-slider" '
        f'value="{value}" min="{low}" max="{high}" step="1" aria-label="{escape(name)}" '
        f'title="{escape(name)}">'
    )


def lines(label: str, do: str, value: str, *, rows: int = 8) -> str:
    """Return a field for a text of several lines; it is sent when the field is left.

    Examples
    --------
    >>> "players Ana 18, Bo 20</textarea>" in lines("Text", "load", "players Ana 18, Bo 20")
    True
    """
    return (
        f'<textarea data-do="{escape(do)}" data-key="{escape(do)}" rows="{rows}" '
        f'aria-label="{escape(label)}" title="{escape(label)}" spellcheck="false" '
        f'autocomplete="off">{escape(value)}</textarea>'
    )


def words(label: str, do: str, value: str, *, example: str = "", kept: bool = False) -> str:
    """Return a field for words; they are sent when Enter is pressed or the field is left.

    Parameters
    ----------
    label, do, value
        What stands before it, what it sends, and what is in it.
    example
        What may be typed, shown while nothing is.
    kept
        Whether a page without code fills it in again when it is loaded anew, as in another
        language.

    Examples
    --------
    >>> "data-kept" in words("Name", "name", "Zoé", kept=True)
    True
    """
    shown = f' placeholder="{escape(example)}"' if example else ""
    shown += " data-kept" * kept
    return (
        f'<label class="na-field">{escape(label)} <input type="text" data-do="{escape(do)}" '
        f'value="{escape(value)}"{shown} autocomplete="off" spellcheck="false"></label>'
    )


def copy_button(label: str, words: str | None, done: str) -> str:
    """Return a button that copies words, then says `done`; None leaves nothing to copy."""
    what = ' aria-disabled="true"' if words is None else f' data-copy="{escape(words)}"'
    return (
        f'<button type="button" class="na-button" data-key="copy" '
        f'data-done="{escape(done)}"{what}>{escape(label)}</button>'
    )


def download(label: str, file: str, content: str | None) -> str:
    """Return a link that saves a text as a file; None leaves nothing to save."""
    if content is None:
        return (
            f'<a role="link" class="na-button" data-key="download" aria-disabled="true">'
            f"{escape(label)}</a>"
        )
    return (
        f'<a class="na-button" data-key="download" download="{escape(file)}" '
        f'href="data:text/plain;charset=utf-8,{quote(content)}">{escape(label)}</a>'
    )


def upload(label: str, do: str, accept: str) -> str:
    """Return a field for a file, whose text is sent; too large a one sends ``do`` + ``-large``."""
    return (
        f'<label class="na-button na-upload"><input type="file" data-do="{escape(do)}" '
        f'accept="{escape(accept)}">{escape(label)}</label>'
    )


def row(*parts: str) -> str:
    """Return parts side by side, as far as there is room."""
    return f'<div class="na-row">{"".join(parts)}</div>'


def together(*parts: str, label: str = "", end: bool = False, one_line: bool = False) -> str:
    """Return parts that belong together; at the end of their row, or never broken, if so asked."""
    group = f' role="group" aria-label="{escape(label)}"' if label else ""
    kinds = "na-set" + " na-end" * end + " na-one-line" * one_line
    return f'<span class="{kinds}"{group}>{"".join(parts)}</span>'


def unfold(title: str, *parts: str) -> str:
    """Return parts that are folded away under a title."""
    return (
        f'<details data-key="{escape(title)}"><summary>{escape(title)}</summary>'
        f"{row(*parts)}</details>"
    )


def message(words: str, *, error: bool = False) -> str:
    """Return a hint, or what was wrong."""
    return f'<div class="na-{"error" if error else "hint"}">{escape(words)}</div>'


def pager(do: str, number: int, listed: int, total: int, names: str) -> str:
    """Return buttons to turn over what is listed, and which of them is shown.

    Parameters
    ----------
    do
        What the buttons send, with the number to show.
    number, listed, total
        Which is shown, from 1; how many can be; how many there are.
    names
        The catalogue's table with its words: ``previous``, ``next``, ``page`` and ``page_listed``.

    Examples
    --------
    >>> from neuroanalysis.texts import speaking
    >>> with speaking("en"):
    ...     "Grouping 2 of 3" in pager("grouping", 2, 3, 3, "widgets.explorer")
    True
    """
    said = "page" if listed == total else "page_listed"
    place = text(f"{names}.{said}", number=number, total=total, listed=listed)
    back, forth = (
        button(
            sign,
            do,
            target,
            name=text(f"{names}.{name}"),
            enabled=1 <= target <= listed,
            key=name,
        )
        for sign, name, target in (("‹", "previous", number - 1), ("›", "next", number + 1))
    )
    return together(back, f"<span>{escape(place)}</span>", forth)


def step_buttons(*more: str, begun: bool, on: bool) -> str:
    """Return buttons to go through a round: to its begin, back, to the next move, turn, its end.

    They send ``begin``, ``back``, ``next``, ``turn`` and ``end``.

    Parameters
    ----------
    *more
        Buttons that stand behind them.
    begun, on
        Whether there is anything to go back to, and on to.

    Examples
    --------
    >>> buttons = step_buttons(begun=False, on=True)
    >>> buttons.count("<button"), buttons.count('aria-disabled="true"')
    (5, 2)
    """
    names = "widgets.rounds"
    steps = [
        ("«", "begin", begun),
        ("‹", "back", begun),
        (text(f"{names}.next"), "next", on),
        (text(f"{names}.turn"), "turn", on),
        (text(f"{names}.end"), "end", on),
    ]
    buttons = [
        button(label, do, name=text(f"{names}.to_{do}"), enabled=enabled, key=f"go-{do}")
        for label, do, enabled in steps
    ]
    return together(*buttons, *more, label=text(f"{names}.steps"))


def view_buttons(*, lesson: bool) -> str:
    """Return buttons for how all is shown, at the end of their row: larger, and in which language.

    They send ``lesson``, with what it shall be, and ``language``.

    Examples
    --------
    >>> view_buttons(lesson=True).count('aria-pressed="true"')
    2
    """
    return together(lesson_button(lesson=lesson), _language_buttons(), end=True)


def lesson_button(*, lesson: bool) -> str:
    """Return the button that makes all larger, for a projector, or as it was.

    Examples
    --------
    >>> 'data-do="lesson" data-value="false"' in lesson_button(lesson=True)
    True
    """
    return button(
        text("widgets.panel.lesson"),
        "lesson",
        str(not lesson).lower(),
        name=text("widgets.panel.larger"),
        pressed=lesson,
        key="lesson",
    )


def _language_buttons() -> str:
    buttons = (
        button(_LANGUAGE_NAMES[lang], "language", lang, pressed=lang == language(), lang=lang)
        for lang in LANGUAGES
    )
    return together(*buttons, label=text("widgets.panel.language"))

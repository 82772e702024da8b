"""What notebooks tell is shown as Markdown, in the language in force."""

from __future__ import annotations

import pytest

from neuroanalysis.core.prose import Prose, prose
from neuroanalysis.errors import InputError
from neuroanalysis.texts import speaking


def test_a_part_speaks_the_language_in_force():
    with speaking("fr"):
        assert prose("hands", "python").startswith("## La même chose en Python")
    with speaking("en"):
        told = prose("hands", "python")
    assert told.startswith("## The same from Python")
    assert type(told) is Prose
    assert told._repr_markdown_() == str(told)


@pytest.mark.parametrize(("notebook", "part"), [("hands", "end"), ("", ""), ("errors", "card")])
def test_an_unknown_part_is_refused_with_those_there_are(notebook, part):
    with pytest.raises(InputError, match=r"accepted: .*hands\.python"):
        prose(notebook, part)

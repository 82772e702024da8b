"""What is wrong with a page is noticed, and its picture kept."""

from __future__ import annotations

import pytest

from tests.browser import watching
from tests.browser.watching import Watch

pytestmark = pytest.mark.browser

PAGE = """<script>
console.log("said only");
console.error("said as an error");
setTimeout(() => { throw new Error("raised"); });
</script>
<img src="http://elsewhere.invalid/picture.png">"""


def test_errors_and_requests_to_other_machines_are_noted(browser, tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "PICTURES", tmp_path)
    own = Watch(browser)
    context = own.session()
    context.route("**/*", lambda route: route.abort())
    page = context.new_page()
    page.set_content(PAGE)
    page.wait_for_timeout(50)
    wrong = "\n".join(own.end("tests/browser/test_some.py::test_page[one/two]"))
    context.close()
    for words in ("said as an error", "raised", "another machine: http://elsewhere.invalid/"):
        assert words in wrong
    assert "said only" not in wrong
    kept = [file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.png")]
    assert kept == ["test_some/test_page-one-two.png"]

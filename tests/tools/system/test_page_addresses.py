"""An address is completed as an address bar does, and what would run is refused."""

from __future__ import annotations

import pytest

from ufo.errors import NotActionable
from ufo.tools.system.page_addresses import address_of


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("https://example.org/a?b#c", "https://example.org/a?b#c"),
        (" example.org/page ", "https://example.org/page"),
        ("localhost", "http://localhost"),
        ("localhost:8000/x", "http://localhost:8000/x"),
        ("127.0.0.1:80", "http://127.0.0.1:80"),
        ("example.org:8443/x", "http://example.org:8443/x"),
        ("/tmp/page.html", "file:///tmp/page.html"),
        ("about:blank", "about:blank"),
        ("HTTPS://Example.org", "HTTPS://Example.org"),
    ],
)
def test_an_address_is_completed(text: str, whole: str) -> None:
    assert address_of(text) == whole


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java\nscript:alert(1)",
        "\u200bjavascript:alert(1)",
        "data:text/html,<script>",
        "blob:http://x/1",
        "view-source:http://x",
        "filesystem:http://x",
        "mailto:ida@example.org",
        "how to cook rice",
        "",
    ],
)
def test_what_would_run_or_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(NotActionable):
        address_of(text)

"""Calls an icon of a page by what the page's own source calls it, where nothing else names it.

Many pages draw a bin or a star as a bare element with a picture behind it. Its class or id is then all that tells what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ufo.desktop.linux.text import clean_name
from ufo.schema.patterns import regex

PRESSED_BY = frozenset({"click", "press", "jump", "activate"})
"""Names of the first action of an element that is pressed itself. One whose press goes to an element around it has another."""
_PARTS = regex(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_SAYS_NOTHING = frozenset(
    {
        "active", "bi", "block", "btn", "button", "btns", "clearfix", "click", "clickable", "col", "container", "div", "fa",
        "fab", "fal", "far", "fas", "glyphicon", "ic", "ico", "icon", "icons", "image", "img", "inline", "item", "left", "lg",
        "link", "material", "md", "mdi", "pull", "right", "row", "sm", "span", "svg", "symbols", "ui", "wrap",
        "wrapper", "xl", "xs",
    }
)  # fmt: skip
"""Words of classes that tell how an element is laid out, and not what it is."""
_MOST_WORDS, _LONGEST_WORD = 4, 20


def icon_words(attributes: Mapping[str, str]) -> str:
    """Return the words of an element's class, or else of its id, by its attributes on the accessibility bus; "" where it belongs
    to no page, or where they say nothing."""
    if "tag" not in attributes:
        return ""
    for name in ("class", "id"):
        words = list(dict.fromkeys(_words(attributes.get(name, ""))))
        if words:
            return clean_name(" ".join(words[:_MOST_WORDS]))
    return ""


def _words(said: str) -> Iterator[str]:
    for text in said.split():
        parts = [part.lower() for part in _PARTS.findall(text)]
        if any(part.isdecimal() or len(part) > _LONGEST_WORD for part in parts):
            # Generated names, such as "css-1q2w3e", say nothing.
            continue
        yield from (part for part in parts if len(part) > 1 and part not in _SAYS_NOTHING)

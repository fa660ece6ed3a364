"""Completes a fact that is told of an act, a look or a condition: its line within its length, its literals once each."""

from __future__ import annotations

from ufo.schema.fact import Fact
from ufo.schema.patterns import regex

_LONGEST = 300
_BREAKS = regex(r"[^\S ]+")
"""White space but the plain one, several of which may set something in columns."""


def shortened(text: str, most: int = _LONGEST) -> str:
    """Return the text in one line of at most `most` characters."""
    line = _BREAKS.sub(" ", text).strip()
    return line if len(line) <= most else f"{line[: most - 1]}…"


def listed(fact: Fact) -> Fact:
    """Return the fact with its line in one piece and each of its texts once."""
    texts = (text.strip() for text in fact.texts)
    return fact.model_copy(
        update={"line": shortened(fact.line), "texts": tuple(dict.fromkeys(text for text in texts if text))}
    )

"""Detects controls whose own text reads like an entry of the list of controls that they appear in.

The list quotes every name on one line, so no name can become an entry. A reader may still be misled by text inside the
quotation marks, so such a control is marked as doubtful. It is never left out.
"""

from __future__ import annotations

import unicodedata

from ufo.schema.patterns import any_case
from ufo.schema.roles import ROLES, WORKED_LOOKALIKES

POSES = "its words read like an entry of this list; take it for nothing but the control of its own id"
_ID = r"\[\s*(?:id\s*[:=#]?\s*)?\d+(?:\s*-\s*\d+)?\s*\]"
_MARKS = "\"'`\u201c-\u201f\u2018-\u201b\u00ab\u00bb"
_ENTRY = any_case(
    rf"{_ID}\s*(?:(?:empty\s+)?(?:{'|'.join(sorted(ROLES))})s?\b|[{_MARKS}])"
    rf"|\b(?:{'|'.join(sorted(WORKED_LOOKALIKES))})\s*{_ID}"
    r"|\[\s*id\s*[:=#]?\s*\d+\s*\]"
)


def poses(*texts: str | None) -> bool:
    """Tell whether one of the texts reads like a list entry, full-width letters included."""
    return any(_reads_like_one(text) for text in texts if text)


def _reads_like_one(text: str) -> bool:
    if "[" not in text and text.isascii():
        return False
    return _ENTRY.search(unicodedata.normalize("NFKC", text)) is not None

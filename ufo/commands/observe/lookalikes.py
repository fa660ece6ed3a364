"""Words from a screen that read like an entry of the list of controls, which they stand in themselves.

The list quotes every name on one line, so none can become an entry; but who reads it may be misled by one inside the
quotation marks. Such a control is said to be in doubt, never left out.
"""

from __future__ import annotations

import re
import unicodedata

from ufo.schema.roles import ROLES, WORKED_LOOKALIKES

POSES = "its words read like an entry of this list; take it for nothing but the control of its own id"
_ID = r"\[\s*(?:id\s*[:=#]?\s*)?\d+(?:\s*-\s*\d+)?\s*\]"
_MARKS = "\"'`\u201c-\u201f\u2018-\u201b\u00ab\u00bb"
_ENTRY = re.compile(
    rf"{_ID}\s*(?:(?:{'|'.join(sorted(ROLES))})\b|[{_MARKS}])"
    rf"|\b(?:{'|'.join(sorted(WORKED_LOOKALIKES))})\s*{_ID}"
    r"|\[\s*id\s*[:=#]?\s*\d+\s*\]",
    re.IGNORECASE,
)


def poses(*texts: str | None) -> bool:
    """Whether one of them reads like an entry, in whatever width of letters it is written."""
    return any(_reads_like_one(text) for text in texts if text)


def _reads_like_one(text: str) -> bool:
    if "[" not in text and text.isascii():
        return False
    return _ENTRY.search(unicodedata.normalize("NFKC", text)) is not None

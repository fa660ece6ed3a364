"""Fences text from outside in a prompt, so that nothing in it can be read as an instruction or end its own fence.

Everything that a screen, a document, a tool or another model wrote goes through `fence` before a model sees it.
"""

from __future__ import annotations

import json
import re
from typing import Any

# A model would overlook white space and invisible characters between the letters of a forged delimiter.
# The quantifier is possessive, since otherwise a long run of them would be tried in every split.
_UNSEEN = r"[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]*+"
_WORD = _UNSEEN.join("data")
_DELIMITER = re.compile(f"[<\uff1c\ufe64](?={_UNSEEN}(?:[/\uff0f]{_UNSEEN})?{_WORD})", re.IGNORECASE)
_ESCAPED = "\\u003c"


def fence(name: str, content: str) -> str:
    r"""Return `content` between `<data name="…">` and `</data>`. A delimiter inside it is written `\u003cdata`, so that it does
    not count.
    """
    label = re.sub(r"[^\w .-]", "_", name)
    return f'<data name="{label}">\n{_DELIMITER.sub(lambda _: _ESCAPED, _whole(content))}\n</data>'


def quoted(text: str, max_chars: int = 2000) -> str:
    """Return `text` as one line in double quotes with JSON escapes, so that it cannot pass for a line of its own."""
    return in_one_line(json.dumps(_cut(text, max_chars), ensure_ascii=False))


def in_one_line(line: str, max_chars: int | None = None) -> str:
    """Return JSON, whose line breaks are escaped, without the others that Unicode knows, cut where `max_chars` is given."""
    return re.sub(r"[\u0085\u2028\u2029]", " ", _whole(_cut(line, max_chars) if max_chars else line))


def _cut(text: str, max_chars: int) -> str:
    return text if len(text) <= max_chars else f"{text[:max_chars]}… ({len(text) - max_chars} more characters)"


def _whole(text: str) -> str:
    """Replace each half of a character with "?". Broken programs put such lone surrogates in titles, and they cannot be sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def compact_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), default=str)

"""Says which part of a text is meant: "H[2]O" is the 2 in H2O."""

from __future__ import annotations

import re

_MARKED = re.compile(r"([^\[\]]*)\[([^\[\]]+)\]([^\[\]]*)")


def marked_part(text: str) -> tuple[str, int, int]:
    """Return the text without its brackets, and where the part in them begins and how long it is. A text without such a part, or
    with several, is meant as a whole.
    """
    found = _MARKED.fullmatch(text)
    if found is None or not (found[1] or found[3]):
        return text, 0, len(text)
    return "".join(found.groups()), len(found[1]), len(found[2])

"""The file that a window was opened for: the HostAgent knows it, and tells it with the sub-task."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOLD = re.compile(r"The document is (?P<path>/.+)\.", re.DOTALL)


def told_of(path: str) -> list[str]:
    """What the HostAgent says of it; nothing where it does not know a whole path."""
    return [f"The document is {path}."] if path.startswith("/") else []


def own_file(host_message: Sequence[str]) -> str:
    """ "" where it was not told."""
    return next((found["path"] for one in host_message if (found := _TOLD.fullmatch(one))), "")

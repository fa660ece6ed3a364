"""Regular expressions that are compiled when they are first used.

Compiling the phrases of the planner and of the checks takes longer than everything else that a start of `ufo` does; one run uses
few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Pattern:
    """Stands for a compiled pattern. The first use of anything that it has compiles it."""

    __slots__ = ("_compiled", "flags_given", "pattern")

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags_given = flags
        self._compiled: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> Any:
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self.flags_given)
        return getattr(self._compiled, name)


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return the pattern `text`, compiled at its first use. A fault in it is raised then, as `re.error`."""
    return cast(re.Pattern[str], _Pattern(text, flags))


def any_case(text: str) -> re.Pattern[str]:
    """Return the same for letters of either case."""
    return regex(text, re.IGNORECASE)

"""The list of names that may stay unused names nothing that is gone."""

from __future__ import annotations

import re
from pathlib import Path

TREE = Path(__file__).parents[2]
LIST = TREE / "scripts/names_in_use.py"
_ENTRY = re.compile(r"^_\.(\w+)$", re.MULTILINE)


def names_gone(listed: str, sources: str) -> list[str]:
    """Names of the list that no source has."""
    words = set(re.findall(r"\w+", sources))
    return [name for name in _ENTRY.findall(listed) if name not in words]


def test_every_listed_name_is_in_the_sources() -> None:
    paths = [path for folder in ("ufo", "extensions", "bench") for path in (TREE / folder).rglob("*.py")]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    assert names_gone(LIST.read_text(encoding="utf-8"), sources) == []


def test_a_listed_name_that_is_gone_is_told() -> None:
    assert names_gone("_.kept\n_.gone\n", "def kept() -> None: ...") == ["gone"]

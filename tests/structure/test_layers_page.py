"""The page on the architecture shows the layers that the import linter enforces."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"^## Layers$.*?^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r"\w+")


def test_the_page_shows_every_layer_in_its_order() -> None:
    settings = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    enforced = next(contract["layers"] for contract in contracts if contract["name"] == "Rooms in layers")
    page = _BLOCK.search((_ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert page is not None, "docs/architecture.md has no block of layers"
    # `__main__` is an entry and no room.
    wanted = [set(_ENTRY.findall(item)) for item in enforced if item != "__main__"]
    assert [set(_ENTRY.findall(line)) for line in page[1].splitlines()] == wanted

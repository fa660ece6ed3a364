"""Waits until a browser has written to its profile what it was told, as a file keeps it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_WRITTEN_S, _TICK_S = 15.0, 0.1
_PREFERENCES = ("Preferences", "Secure Preferences")


async def noted_settings(profile: Path, wanted: Mapping[str, Any]) -> tuple[Path, dict[str, str]]:
    """Wait until the file of the settings holds these values, and return it with those that it holds, as JSON by key. Chromium
    writes it some 10 s after a change.
    """
    return await _noted([profile / name for name in _PREFERENCES], lambda data: _settings_in(data, wanted), len(wanted))


async def noted_bookmark(profile: Path, title: str, address: str) -> tuple[Path, dict[str, str]]:
    """Do the same for a bookmark: the keys lead to its title and its address."""
    return await _noted([profile / "Bookmarks"], lambda data: _bookmark_in(data, title, address), 2)


async def _noted(files: list[Path], find: Any, count: int) -> tuple[Path, dict[str, str]]:
    over = asyncio.get_running_loop().time() + _WRITTEN_S
    while True:
        found = [(file, find(_data(file))) for file in files]
        best = max(found, key=lambda one: len(one[1]))
        if len(best[1]) >= count or asyncio.get_running_loop().time() > over:
            return best
        await asyncio.sleep(_TICK_S)


def _data(file: Path) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def _settings_in(data: Any, wanted: Mapping[str, Any]) -> dict[str, str]:
    return {key: _as_told(value) for key, value in wanted.items() if _at(data, key) == value}


def _at(data: Any, key: str) -> Any:
    for name in key.split("."):
        data = data.get(name) if isinstance(data, dict) else None
    return data


def _bookmark_in(data: Any, title: str, address: str) -> dict[str, str]:
    roots = data.get("roots", {}) if isinstance(data, dict) else {}
    for name, root in roots.items():
        found = _place(root, f"roots.{name}", title, address)
        if found:
            return {f"{found}.name": title, f"{found}.url": address}
    return {}


def _place(node: Any, path: str, title: str, address: str) -> str:
    """Return the path of the newest such bookmark below a folder; "" where there is none."""
    children = node.get("children", ()) if isinstance(node, dict) else ()
    for at in range(len(children) - 1, -1, -1):
        one, own = children[at], f"{path}.children[{at}]"
        if one.get("type") == "url" and (one.get("name"), one.get("url")) == (title, address):
            return own
        inside = _place(one, own, title, address)
        if inside:
            return inside
    return ""


def _as_told(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

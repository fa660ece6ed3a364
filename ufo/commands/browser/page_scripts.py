"""The scripts that run in pages. They are fixed; what a model says reaches them as a JSON argument only."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).with_name("scripts")
_WALK = (_FOLDER / "walk.js").read_text("utf-8")


def _script(name: str) -> str:
    return f"(argument) => {{{_WALK}{(_FOLDER / name).read_text('utf-8')}}}"


TEXT = _script("text.js")
LINKS = _script("links.js")
TABLES = _script("tables.js")
TURN_PAGE = _script("turn_page.js")

"""Which system it runs on, the backends of desktops and `ufo/platform/` ask alone: everything else tries, or asks these."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.sources import house, nodes_of

_OWNERS = ("desktop/", "platform/")
_ASKS = frozenset({"sys.platform", "sys.getwindowsversion", "os.name", "os.uname", "platform.system", "platform.uname"})


def _questions(source: str) -> Iterator[str]:
    """Yield where a module asks which system it runs on, however it imports what tells that."""
    if not any(question.partition(".")[2] in source for question in _ASKS):
        return
    for node in nodes_of(source):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if f"{module}.{name}" in _ASKS:
                yield f"{node.lineno} asks {module}.{name}"
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{node.lineno} imports {it.name}" for it in names if f"{module}.{it.name}" in _ASKS)


def test_nothing_above_the_desktops_asks_which_system_it_is_on_but_the_room_for_it() -> None:
    found = [
        f"{file}:{asks}" for file, source in house() if not file.startswith(_OWNERS) for asks in _questions(source)
    ]
    assert found == []


def test_a_planted_question_is_found() -> None:
    planted = "import sys, os\nfrom platform import system\nif sys.platform == 'win32' or os.name != 'nt': system()"
    assert sorted(_questions(planted)) == ["2 imports system", "3 asks os.name", "3 asks sys.platform"]

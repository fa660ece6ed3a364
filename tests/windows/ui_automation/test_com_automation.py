"""UI Automation by comtypes, against a COM server of our own: what is read, what is called, and what is said where that fails."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from tests.windows.ui_automation.automation_server import Part, Server, part
from ufo.desktop.windows.ui_automation.com_automation import ComAutomation

_WINDOW = 1


@contextlib.contextmanager
def automation(server: Server, **bounds: float) -> Iterator[ComAutomation]:
    made = ComAutomation(server.pointer, **bounds)
    try:
        yield made
    finally:
        made.end()


def form() -> Part:
    return part(
        50032,
        "Form",
        part(50000, "Save", patterns=["Invoke"]),
        part(50025, "", part(50002, "Tick me", patterns=["Toggle"], toggle_state=1)),
        part(50004, "Name", patterns=["Value"], value="Ada"),
    )


WAYS = {"at once": (), "level by level": ("put_TreeScope",), "step by step": ("CreateCacheRequest",)}


@pytest.mark.parametrize("lacks", WAYS.values(), ids=WAYS)
def test_each_way_to_read_tells_the_same_tree(lacks: tuple[str, ...]) -> None:
    with automation(Server(form(), lacks)) as read:
        tree = read.tree(_WINDOW)
    assert tree.cut is None
    assert [(node.depth, node.name) for node in tree.nodes] == [
        (0, "Form"), (1, "Save"), (1, ""), (2, "Tick me"), (1, "Name"),
    ]  # fmt: skip
    save, _, tick, name = tree.nodes[1:]
    assert save.patterns == ("Invoke",) and save.rect == (10, 10, 80, 20)
    assert tick.toggle_state == 1
    assert name.value == "Ada" and not name.readonly

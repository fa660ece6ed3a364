"""Windows' own programs, as Wine has them: a text is written and saved, a tree and folders are looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.suite import Stage, aimed, becomes, find, get
from tests.windows.connection import connected
from ufo.desktop.snapshot import Element, Snapshot
from ufo.desktop.values import Click, Keys, Launch, TypeText

_TEXT = "Zoë owes 3 €\nand more"
"""In the code page that Wine's notepad saves in."""


async def test_notepad_writes_saves_by_its_dialog_and_reads_back(tmp_path: Path) -> None:
    place = tmp_path / "note of today.txt"
    async with connected() as desktop:
        stage = Stage(desktop, Launch("notepad"))
        window = await stage.open()
        await desktop.send(window.id, [TypeText(_TEXT)])
        await stage.until(window, lambda now: any(_lines(element.value) == _TEXT for element in now))
        await desktop.send(window.id, [Keys(("ctrl", "s"))])
        saving = await stage.until(window, lambda now: _field(now) is not None)
        field = _field(saving)
        assert field is not None
        await desktop.act(field.handle, "set_text", str(place))
        button = get(saving, "Save", "Button")
        await desktop.send(await aimed(desktop, window, button), [Click(button.rect.center)])

        async def is_saved() -> bool:
            return place.exists() and _lines(place.read_bytes().decode("cp1252")) == _TEXT

        assert await becomes(is_saved)
        await stage.until(window, lambda now: find(now, "Save", "Button") is None)


def _lines(value: str | None) -> str:
    return (value or "").replace("\r\n", "\n").removesuffix("\n")


def _field(look: Snapshot) -> Element | None:
    """The field for the name of the file in a dialog that saves: the one that has the keyboard when it has opened."""
    inside = (element for element in look if element.window != look.window_id)
    return next((element for element in inside if element.role == "Edit" and "focused" in element.states), None)


@pytest.mark.matrix
async def test_regedit_tells_its_tree_and_unfolds_a_branch() -> None:
    async with connected() as desktop:
        stage = Stage(desktop, Launch("regedit"))
        window = await stage.open()
        look = await stage.until(window, lambda now: find(now, "HKEY_CURRENT_USER", "TreeItem") is not None)
        await desktop.act(get(look, "HKEY_CURRENT_USER", "TreeItem").handle, "expand")
        await stage.until(window, lambda now: find(now, "Software", "TreeItem") is not None)


@pytest.mark.matrix
async def test_winefile_tells_its_window_and_its_bars() -> None:
    async with connected() as desktop:
        stage = Stage(desktop, Launch("winefile"))
        window = await stage.open()
        look = await stage.until(window, lambda now: len(now.elements) > 3)
        assert look.degraded is None
        assert {"StatusBar", "ToolBar"} & {element.role for element in look}

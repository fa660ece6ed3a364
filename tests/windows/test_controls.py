"""Standard controls of every kind are read, and worked by their own messages."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conformance.suite import Stage, find, get
from tests.windows.connection import connected
from ufo.desktop.values import Launch
from ufo.errors import NotActionable

_FORM = Path(__file__).with_name("forms") / "controls.py"
_ROWS = 10_000


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with connected() as desktop:
        yield Stage(desktop, Launch(sys.executable, (os.fspath(_FORM), str(_ROWS))))


async def test_a_look_tells_every_kind_of_control(stage: Stage) -> None:
    look = await stage.desktop.snapshot((await stage.open()).id)
    assert get(look, "Name", "Edit").value == "Ada"
    assert "disabled" in get(look, "Not now", "Button").states
    assert "checked" not in get(look, "Tick me", "CheckBox").states
    assert get(look, "Colour", "Group") and get(look, "Blue", "RadioButton")
    assert get(look, "Size", "ComboBox").value == "Medium"
    assert "multiline" in next(element for element in look if element.value == "Line one\r\nLine two").states
    assert get(look, "Volume", "Slider").value == "0"
    assert next(element for element in look if element.role == "ProgressBar").value == "40"
    assert get(look, "Ready", "StatusBar")
    assert [element.name for element in look if element.role == "TabItem"] == ["General", "Security", "Details"]
    assert get(look, "Fruit", "List") and get(look, "Banana", "ListItem")
    assert "collapsed" in get(look, "Animals", "TreeItem").states


async def test_of_a_long_table_the_rows_in_sight_are_told_and_how_many_there_are(stage: Stage) -> None:
    look = await stage.desktop.snapshot((await stage.open()).id)
    table = get(look, "Files", "Table")
    assert {element.name for element in look if element.role == "HeaderItem"} == {"Name", "Size"}
    cell = get(look, "7 kB", "Cell")
    assert (cell.row, cell.column) == (1, 1)
    assert table.rect.covers(cell.rect)
    assert len([element for element in look if element.role == "Cell"]) < 40
    assert any(f"{_ROWS} rows" in line for line in look.more)
    assert await stage.desktop.entries(table.handle, 100) is None


async def test_a_row_a_branch_a_tab_and_a_choice_are_chosen(stage: Stage) -> None:
    window = await stage.open()
    look = await stage.desktop.snapshot(window.id)
    await stage.desktop.act(get(look, "file3.txt", "Cell").handle, "select")
    await stage.desktop.act(get(look, "Cherry", "ListItem").handle, "select")
    await stage.desktop.act(get(look, "Security", "TabItem").handle, "select")
    await stage.desktop.act(get(look, "Animals", "TreeItem").handle, "expand")
    choices = await stage.desktop.entries(get(look, "Size", "ComboBox").handle, 100)
    assert choices is not None and [choice.name for choice in choices] == ["Small", "Medium", "Large"]
    await stage.desktop.act(choices[2].handle, "select")
    await stage.desktop.act(get(look, "Volume", "Slider").handle, "set_value", "30")
    now = await stage.until(window, lambda now: find(now, "Cat", "TreeItem") is not None)
    assert "selected" in get(now, "file3.txt", "Cell").states
    assert "selected" in get(now, "Cherry", "ListItem").states
    assert "selected" in get(now, "Security", "TabItem").states
    assert get(now, "Size", "ComboBox").value == "Large"
    assert get(now, "Volume", "Slider").value == "30"
    assert (await stage.desktop.limits([get(now, "Volume", "Slider").handle])) == {
        get(now, "Volume", "Slider").handle.key: (0.0, 100.0)
    }


async def test_what_is_disabled_is_not_pressed(stage: Stage) -> None:
    look = await stage.desktop.snapshot((await stage.open()).id)
    with pytest.raises(NotActionable, match="disabled"):
        await stage.desktop.act(get(look, "Not now", "Button").handle, "press")

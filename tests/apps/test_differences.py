"""What differs between two looks at real windows, and what is marked as new, in Qt and in LibreOffice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.needs import need_scene
from tests.office_profiles import own_profile
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.matching.diff import Difference, difference
from ufo.desktop.values import Keys, Launch, TypeText
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]


@dataclass(frozen=True, slots=True)
class Watched:
    """`new`: what the list of controls marks so."""

    what: Difference
    new: frozenset[str]
    line: str

    @property
    def added(self) -> set[str]:
        return {element.name for element in self.what.added if element.name}

    @property
    def removed(self) -> set[str]:
        return {element.name for element in self.what.removed if element.name}

    def changed(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        (change,) = (change for change in self.what.changed if change.after.name == name)
        return change.gained, change.lost


async def _over(
    bench: Bench, act: Callable[[], Awaitable[object]], shows: Callable[[set[str]], bool] = bool
) -> Watched:
    """What an action changed, once the window shows what it must."""
    await bench.look()
    before = bench.selection.snapshot
    window = bench.selection.require_window()
    await act()
    desktop = bench.scope.desktop
    with in_time():
        while True:
            await desktop.settle(window.id)
            if shows({element.name for element in await desktop.snapshot(window.id)}):
                break
    controls = await bench.look()
    assert before is not None
    assert bench.selection.snapshot is not None
    new = frozenset(control.name for control in controls.values() if "new" in control.states and control.name)
    return Watched(difference(before, bench.selection.snapshot), new, bench.eyes.changes)


@pytest.mark.matrix
async def test_in_qt_boxes_pages_menus_and_dialogs_are_told_as_what_they_are(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    need_scene(SCENES["Qt6"])
    stage = await Stage.open(SCENES["Qt6"], desktop, tmp_path)
    await stage.compared()
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = stage.window

    nothing = await _over(bench, stage.look)
    assert not nothing.what and not nothing.new

    box = await _over(bench, lambda: bench.on("click_input", "Remember"))
    assert (box.added, box.removed, box.new) == (set(), set(), frozenset())
    # A button that keeps its state is clicked, which gives it the focus.
    assert box.changed("Remember") == (frozenset({"unchecked", "focused"}), frozenset({"checked"}))

    page = await _over(bench, lambda: bench.on("click_input", "Second"), lambda names: "On the second page" in names)
    assert page.added == page.new == {"On the second page"}
    assert page.removed == {"On the first page"}
    assert any("selected" in change.gained for change in page.what.changed if change.after.role == "TabItem")

    asked = await _over(bench, lambda: bench.on("click_input", "Ask"), lambda names: "Really?" in names)
    assert {"A question", "Really?"} <= asked.added == asked.new
    assert "dialog 'A question' opened" in asked.line
    gone = await _over(bench, stage.escape, lambda names: "Really?" not in names)
    assert (gone.removed, gone.new) == (asked.added, frozenset())
    await bench.dispatcher.close()


@pytest.mark.matrix
async def test_in_a_sheet_a_cell_that_was_written_a_button_that_was_pressed_and_a_dialog_are_all_that_differs(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    window = await desktop.launch(Launch("soffice", ("--calc", "--norestore", "--nologo", own_profile(tmp_path))), 90)
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = window

    async def type_hello() -> None:
        await desktop.send(None, [TypeText("hello"), Keys(("enter",))])

    written = await _over(bench, type_hello)
    assert (written.added, written.removed, written.new) == (set(), set(), frozenset())
    values = {
        change.after.name: (change.before.value or "", change.after.value)
        for change in written.what.changed
        if "value" in change.facets
    }
    assert values["A1"] == ("", "hello")
    assert {name for name in values if name not in ("", "A1", "Name Box", "Input line")} == set()
    assert "'A1' now shows 'hello'" in written.line
    assert "selected" in written.changed("A2")[0]

    bold = await _over(bench, lambda: bench.on("click_input", "Bold"))
    assert (bold.added, bold.removed) == (set(), set())
    assert "pressed" in bold.changed("Bold")[0]

    dialog = await _over(
        bench, lambda: desktop.send(None, [Keys(("ctrl", "1"))]), lambda names: {"Format Cells", "Numbers"} <= names
    )
    assert {"Format Cells", "Numbers", "Borders"} <= dialog.added
    assert dialog.removed == set()
    assert {"Numbers", "Borders"} <= dialog.new <= dialog.added
    closed = await _over(
        bench, lambda: desktop.send(None, [Keys(("escape",))]), lambda names: "Format Cells" not in names
    )
    assert dialog.added <= closed.removed
    assert closed.added == set()
    await bench.dispatcher.close()

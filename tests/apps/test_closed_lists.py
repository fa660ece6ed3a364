"""A list or a menu that was opened for an entry that is not there, or cannot be chosen, is closed again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.needs import BOTH_SCREENS, need, need_scene
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_MOST = frozenset({"GTK3", "Qt6", "Chromium"})
_WITHOUT_A_BOX = frozenset({"Qt6 QML", "Qt5 QML", "GTK2", "wxWidgets"})


def _scenes() -> list[object]:
    names = [name for name, scene in SCENES.items() if scene.tree and name not in _WITHOUT_A_BOX]
    return [pytest.param(name, marks=() if name == "GTK3" else (pytest.mark.matrix,)) for name in names]


@pytest.fixture(params=_scenes())
async def stage(
    request: pytest.FixtureRequest, desktop: LinuxDesktop, screen: str, tmp_path: Path
) -> AsyncIterator[Stage]:
    scene = SCENES[request.param]
    if screen == "sway" and scene.wayland is None:
        pytest.skip(f"{scene.name} needs X")
    need_scene(scene, screen)
    with in_time():
        item = await Stage.open(scene, desktop, tmp_path, screen)
    yield item


def _is_open(bench: Bench) -> bool:
    look = bench.selection.snapshot
    return look is not None and (
        bool(look.popups) or any("expanded" in element.states for element in look if element.role == "ComboBox")
    )


@BOTH_SCREENS
async def test_a_box_whose_list_lacks_the_entry_is_closed_and_works_afterwards(
    stage: Stage, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = stage.window
    try:
        # GTK 4.18 calls it by what is chosen in it.
        called = stage.truth().get("colour").name
        await _looks_until_listed(bench, called)
        for wanted in ("Magenta", 40):
            missing = await bench.run("select", id=_box(bench, called), items=[wanted])
            assert not missing.ok or missing.effect is Effect.SUSPECTED_NOOP, missing
            await bench.look()
            assert not _is_open(bench)
        assert not any(what == "chosen" for _, what in stage.events())
        if stage.scene.name not in _MOST:
            return
        chosen = await bench.run("select", id=_box(bench, called), items=["Blue"])
        assert chosen.effect is Effect.CONFIRMED, chosen
        await bench.look()
        assert not _is_open(bench)
        assert stage.truth().get("colour").value == "Blue"
    finally:
        await bench.dispatcher.close()


def _box(bench: Bench, name: str) -> str:
    """The id of the box of that name or label; "" where there is none."""
    boxes = (
        key
        for key, element in bench.selection.controls.items()
        if element.role == "ComboBox" and name in (element.name, element.label)
    )
    return next(boxes, "")


async def _looks_until_listed(bench: Bench, name: str) -> None:
    with in_time():
        while await bench.look() and not _box(bench, name):
            pass


async def test_the_file_types_of_a_save_dialog_are_closed_again_and_the_dialog_stays_open(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    need("gnumeric")
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = await desktop.launch(Launch("gnumeric"), timeout_s=60)
    try:
        await bench.look()
        assert (await bench.run("visit", path=["File", "Save As..."])).ok
        await _looks_until_listed(bench, "File type:")
        missing = await bench.run("select", id=_box(bench, "File type:"), items=["Microsoft Excel 2007 (*.xlsx)"])
        assert "offers 'ECMA 376" in (missing.error or ""), missing
        await bench.look()
        assert not _is_open(bench)
        field = next(key for key, element in bench.selection.controls.items() if "focused" in element.states)
        written = await bench.run("set_edit_text", id=field, name="", text="other", clear_current_text=True)
        assert written.effect is Effect.CONFIRMED, written
    finally:
        await bench.dispatcher.close()

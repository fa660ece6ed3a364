"""Controls of windows that lie partly off the screen, across monitors, on 4K, or under windows of their own."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from Xlib import X
from Xlib.display import Display

from tests.desktop.linux.mapping import mapped
from tests.needs import needs
from tests.owned_apps.scenes import SCENES
from tests.owned_apps.stage import Stage
from tests.owned_apps.truth import compare, find
from tests.requirement import requirement
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo.schema.command import Effect
from ufo.schema.geometry import Rect
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps


@asynccontextmanager
async def _on(
    width: int, height: int, folder: Path, monitors: tuple[str, ...] = ()
) -> AsyncIterator[tuple[Stage, str]]:
    async with await PrivateDesktop.start(width, height) as private:
        for number, place in enumerate(monitors):
            command = ["xrandr", "--setmonitor", f"monitor{number}", place, "none" if number else "screen"]
            subprocess.run(command, env=dict(private.environment), check=True)
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings(width=width, height=height))
        try:
            with in_time():
                yield await Stage.open(SCENES["GTK3"], desktop, folder), private.display
        finally:
            await desktop.shutdown()


async def _move(stage: Stage, screen: str, x: int, y: int) -> None:
    display = Display(screen)
    try:
        before = stage.truth().get("press").rect
        display.create_resource_object("window", int(stage.window.id, 16)).configure(x=x, y=y)
        display.sync()
        await stage.until(lambda truth: truth.get("press").rect != before)
    finally:
        display.close()


async def test_what_lies_beyond_the_edge_of_the_screen_is_out_of_sight_and_the_rest_is_clickable(
    tmp_path: Path,
) -> None:
    async with _on(1280, 800, tmp_path) as (stage, display):
        await _move(stage, display, -60, 500)
        screen = Rect(0, 0, 1280, 800)
        truth, snapshot = await stage.look()
        assert snapshot.window_rect.x < 0
        by_place = {element.name: element for element in snapshot if element.name}
        press = truth.get("press")
        assert press.rect is not None and press.rect.right > 0 > press.rect.x
        assert by_place["Press me"].rect == press.rect.intersection(screen)
        hidden = [control for control in truth.shown if control.rect and control.rect.intersection(screen).is_empty]
        assert hidden
        assert not [control.name for control in hidden if find(control, snapshot.elements)]
        for key in ("press", "loud", "on-first"):
            element = find(truth.get(key), snapshot.elements)
            assert element is not None
            assert await stage.click(truth.get(key), element) is None


@pytest.mark.matrix
@needs("xrandr")
async def test_controls_across_two_monitors_are_where_they_are(tmp_path: Path) -> None:
    monitors = ("480/100x800/100+0+0", "800/100x800/100+480+0")
    async with _on(1280, 800, tmp_path, monitors) as (stage, display):
        await _move(stage, display, 200, 60)
        truth, snapshot = await stage.look()
        assert len(await stage.desktop.screens()) == 2
        assert snapshot.window_rect.x < 480 < snapshot.window_rect.right
        assert not compare(truth, snapshot.elements).faults
        for key in ("press", "volume", "row2"):
            element = find(truth.get(key), snapshot.elements)
            assert element is not None
            assert await stage.click(truth.get(key), element) is None


@needs("xrandr")
async def test_between_monitors_of_different_sizes_controls_on_none_are_out_of_sight_and_the_others_react(
    tmp_path: Path,
) -> None:
    monitors = ("880/100x800/100+400+0", "400/100x270/100+0+0")
    seen = (Rect(400, 0, 880, 800), Rect(0, 0, 400, 270))
    async with _on(1280, 800, tmp_path, monitors) as (stage, display):
        await _move(stage, display, 180, 120)
        truth, snapshot = await stage.look()
        nowhere = [
            control
            for control in truth.shown
            if control.rect and all(control.rect.intersection(part).is_empty for part in seen)
        ]
        assert nowhere
        assert not [control.name for control in nowhere if find(control, snapshot.elements)]
        for item in snapshot:
            hidden = all(item.rect.intersection(part).is_empty for part in seen)
            assert ("offscreen" in item.states) is hidden, item
            assert hidden or any(part.contains(item.rect.center) for part in seen), item
            again = await stage.desktop.reidentify(item.handle)
            assert (again.rect, "offscreen" in again.states) == (item.rect, hidden), item
        for key in ("press", "row2"):
            element = find(truth.get(key), snapshot.elements)
            assert element is not None
            assert await stage.click(truth.get(key), element) is None


@pytest.mark.matrix
@needs("xrandr")
@requirement("bad:two-monitors")
async def test_a_drag_goes_from_one_monitor_to_the_other_and_none_to_where_no_monitor_is(tmp_path: Path) -> None:
    async with await PrivateDesktop.start(1280, 800) as private:
        for name, place, output in (
            ("low", "400/100x270/100+0+0", "screen"),
            ("tall", "880/100x800/100+400+0", "none"),
        ):
            subprocess.run(["xrandr", "--setmonitor", name, place, output], env=dict(private.environment), check=True)
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
        program = Display(private.display)
        try:
            window = await _dragged_upon(desktop, program)
            bench = Bench(tmp_path, app_ui, desktop=desktop)
            bench.selection.window = window
            await bench.look()

            def at(x: int, y: int, end: str) -> dict[str, float]:
                inside = (x - window.rect.x) / window.rect.width, (y - window.rect.y) / window.rect.height
                return {f"{end}_x": inside[0], f"{end}_y": inside[1]}

            refused = await bench.run(
                "drag_on_coordinates", **at(600, 150, "start"), **at(300, 350, "end"), duration=0.1
            )
            assert refused.effect is Effect.REFUSED
            assert "outside of every screen" in str(refused.error)
            assert not program.pending_events()
            result = await bench.run(
                "drag_on_coordinates", **at(300, 150, "start"), **at(700, 400, "end"), duration=0.1
            )
            assert result.ok, result.error
            with in_time():
                while program.pending_events() < 2:
                    await anyio.sleep(0.02)
            pressed, released = program.next_event(), program.next_event()
            assert (pressed.type, pressed.root_x, pressed.root_y) == (X.ButtonPress, 300, 150)
            assert (released.type, released.root_x, released.root_y) == (X.ButtonRelease, 700, 400)
            await bench.dispatcher.close()
        finally:
            program.close()
            await desktop.shutdown()


async def _dragged_upon(desktop: LinuxDesktop, program: Display) -> Window:
    """A window that lies over both monitors and hears of the buttons of the pointer."""
    own = program.screen().root.create_window(0, 0, 700, 400, 0, X.CopyFromParent, background_pixel=0x80)
    own.set_wm_name("drawn upon")
    await mapped(program, own)
    with in_time():
        while not [window for window in await desktop.windows() if window.title == "drawn upon"]:
            await anyio.sleep(0.02)
        own.configure(x=200, y=60)
        program.sync()
        while True:
            found = next(window for window in await desktop.windows() if window.title == "drawn upon")
            if found.rect.x < 300 and found.rect.right > 700 and found.rect.bottom > 400:
                break
            await anyio.sleep(0.02)
    own.change_attributes(event_mask=X.ButtonPressMask | X.ButtonReleaseMask)
    program.sync()
    return found


@pytest.mark.matrix
async def test_controls_on_4k_are_where_they_are(tmp_path: Path) -> None:
    async with _on(3840, 2160, tmp_path) as (stage, display):
        await _move(stage, display, 2900, 1500)
        comparison = await stage.compared()
        assert comparison.shown and not comparison.faults, comparison.faults
        truth, snapshot = await stage.look()
        element = find(truth.get("check"), snapshot.elements)
        assert element is not None and element.rect.x > 2900
        assert await stage.click(truth.get("check"), element) is None


async def test_what_a_dialog_of_its_own_covers_says_so(tmp_path: Path) -> None:
    async with _on(1280, 800, tmp_path) as (stage, _):
        truth, snapshot = await stage.look()
        ask = find(truth.get("ask"), snapshot.elements)
        assert ask is not None
        assert await stage.click(truth.get("ask"), ask) is None
        assert await stage.until(
            lambda now: any(control.key == "ask:yes" and control.shown for control in now.controls)
        )
        assert not (await stage.compared()).faults
        truth, snapshot = await stage.look()
        under = {
            control.name
            for control in truth.controls
            if control.seen == "covered" and control.name and control.key != "under"
        }
        assert under
        said = {element.name for element in snapshot if "covered" in element.states}
        assert under <= said

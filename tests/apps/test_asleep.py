"""A browser that a person started without accessibility is made to tell its pages, running or started again."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import anyio
import pytest

from tests.tools.bench import Bench
from tests.waiting import for_a_while
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch, TypeText, Window
from ufo.schema.command import Effect, ResultStatus
from ufo.tools.servers.app_ui import app_ui

pytestmark = pytest.mark.apps
_PAGE = "<title>By hand</title><h1>Orders</h1><button>Press me</button><label>Name <input autofocus></label>"
# A keyring that nobody unlocked would ask for its password, over the page.
_OPTIONS = ("--no-first-run", "--password-store=basic", *(("--no-sandbox",) if os.geteuid() == 0 else ()))


async def _started(desktop: LinuxDesktop, folder: Path, *more: str) -> Window:
    """Start a browser as a person does: not by its own name, with which we start one that tells everything."""
    page = folder / "page.html"
    page.write_text(_PAGE)
    profile = folder / "a profile"
    profile.mkdir()
    arguments = (*_OPTIONS, *more, f"--user-data-dir={profile}")
    command = ("-u", "QT_ACCESSIBILITY", "chromium", *arguments)
    if not any(text.startswith("--app=") for text in more):
        command += (page.as_uri(),)
    window = await desktop.launch(Launch("/usr/bin/env", command), timeout_s=60)
    await desktop.settle(window.id)
    return window


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    made = Bench(tmp_path, app_ui, desktop=desktop)
    yield made
    await made.dispatcher.close()


async def _names(bench: Bench) -> set[str]:
    await bench.look()
    return {control.name for control in bench.selection.controls.values()}


async def _soon_named(bench: Bench, wanted: Sequence[str]) -> bool:
    with for_a_while():
        while not set(wanted) <= await _names(bench):
            await anyio.sleep(0.05)
        return True
    return False


async def test_the_look_says_in_one_line_what_makes_it_tell(desktop: LinuxDesktop, tmp_path: Path) -> None:
    window = await _started(desktop, tmp_path)
    look = await desktop.snapshot(window.id)
    assert not look.elements
    said = look.degraded or ""
    for part in (
        "without accessibility",
        "wake_application",
        "chrome://accessibility",
        "--force-renderer-accessibility",
    ):
        assert part in said
    assert "\n" not in said


@pytest.mark.matrix
async def test_it_is_woken_as_it_runs_and_what_was_typed_stays(
    bench: Bench, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    window = bench.selection.window = await _started(desktop, tmp_path)
    await desktop.send(window.id, [TypeText("not sent", struck=True)])
    woken = await bench.run("wake_application")
    assert woken.effect is Effect.CONFIRMED, woken
    assert await _soon_named(bench, ["Orders", "Press me", "Name"])
    field = next(
        control for control in bench.selection.controls.values() if control.role == "Edit" and control.name == "Name"
    )
    assert field.value == "not sent"
    (only,) = await desktop.windows()
    assert only.id == window.id and only.title.startswith("By hand")
    # What tells already is left alone.
    assert (await bench.run("wake_application")).effect is Effect.CONFIRMED
    assert (await bench.run("wake_application", restart=True)).status is ResultStatus.FAILURE
    assert [window.id for window in await desktop.windows()] == [window.id]


@pytest.mark.matrix
async def test_it_is_started_again_with_its_pages(bench: Bench, desktop: LinuxDesktop, tmp_path: Path) -> None:
    window = bench.selection.window = await _started(desktop, tmp_path, "--disable-renderer-accessibility")
    again = await bench.run("wake_application", restart=True)
    assert again.effect is Effect.CONFIRMED, again
    assert await _soon_named(bench, ["Orders", "Press me", "Name"])
    assert bench.selection.window.title.startswith("By hand")
    assert bench.selection.window.pid != window.pid


@pytest.mark.matrix
async def test_a_window_of_a_web_application_is_neither_pressed_nor_ended(
    bench: Bench, desktop: LinuxDesktop, tmp_path: Path
) -> None:
    """It has neither that page nor a session to restore."""
    address = (tmp_path / "page.html").as_uri()
    window = bench.selection.window = await _started(desktop, tmp_path, f"--app={address}")
    assert not (await desktop.snapshot(window.id)).elements
    for restart in (False, True):
        refused = await bench.run("wake_application", restart=restart)
        assert refused.status is ResultStatus.FAILURE, refused
    assert [window.id for window in await desktop.windows()] == [window.id]


@pytest.mark.matrix
async def test_a_program_whose_environment_keeps_it_off_the_bus_is_told_with_the_setting(desktop: LinuxDesktop) -> None:
    script = Path(__file__).parent.parent / "owned_apps" / "gtk3_two_windows.py"
    launch = Launch("/usr/bin/env", ("NO_AT_BRIDGE=1", "/usr/bin/python3", str(script), "Off"))
    look = await desktop.snapshot((await desktop.launch(launch)).id)
    assert not look.elements and "NO_AT_BRIDGE=1" in (look.degraded or "")

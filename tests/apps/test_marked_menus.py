"""Entries of menus that carry a mark and are reported as plain commands are switched, and read back in their open menu."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from tests.needs import need
from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Result
from ufo.tools.servers.app_ui import app_ui

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    yield item
    await item.dispatcher.close()


async def _set(bench: Bench, path: Sequence[str], checked: bool = True) -> Result:
    done = await bench.run("set_checked", path=list(path), checked=checked)
    await bench.look()
    assert bench.selection.snapshot is not None and not bench.selection.snapshot.popups
    return done


async def _open(bench: Bench, desktop: LinuxDesktop, program: str) -> None:
    need(program)
    bench.selection.window = await desktop.launch(Launch(program), timeout_s=60)
    await desktop.settle(bench.selection.window.id)
    await bench.look()


@pytest.mark.matrix
async def test_marks_that_only_the_picture_tells_are_set_and_cleared(bench: Bench, desktop: LinuxDesktop) -> None:
    await _open(bench, desktop, "mousepad")
    for checked in (True, False):
        done = await _set(bench, ("View", "Line Numbers"), checked)
        assert (done.effect, done.result) == (Effect.CONFIRMED, checked), done
        again = await _set(bench, ("View", "Line Numbers"), checked)
        assert (again.effect, again.route) == (Effect.CONFIRMED, None), again
    ending = await _set(bench, ("Document", "Line Ending", "DOS / Windows (CR LF)"))
    assert (ending.effect, ending.result) == (Effect.CONFIRMED, True), ending
    refused = await _set(bench, ("File", "New"))
    assert not refused.ok and "does not tell whether it is on" in (refused.error or ""), refused
    assert len(await desktop.windows()) == 1


@pytest.mark.matrix
async def test_marks_of_which_only_the_set_ones_are_reported_are_set_and_cleared(
    bench: Bench, desktop: LinuxDesktop
) -> None:
    await _open(bench, desktop, "speedcrunch")
    for path in (("Settings", "Angle Unit", "Degree"), ("Settings", "Angle Unit", "Radian")):
        done = await _set(bench, path)
        assert (done.effect, done.result) == (Effect.CONFIRMED, True), done
    cleared = await _set(bench, ("Settings", "Behavior", "Partial Results"), False)
    assert (cleared.effect, cleared.result) == (Effect.CONFIRMED, False), cleared

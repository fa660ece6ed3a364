"""Programs that answer nothing, and programs that end: each is told in time, and the rest of the desktop goes on."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest

from tests.conformance.suite import Stage, aimed, becomes, get
from tests.windows.connection import connected
from ufo.desktop.values import Click, Launch
from ufo.errors import ApplicationHung, DesktopError, NotActionable, WindowGone

_FORMS = Path(__file__).with_name("forms")
_BOUND_S = 10.0


def _form(name: str, *arguments: str) -> Launch:
    return Launch(sys.executable, (os.fspath(_FORMS / name), *arguments))


async def test_a_program_that_answers_nothing_is_hung_and_another_one_is_worked_meanwhile() -> None:
    async with connected() as desktop:
        hung, other = Stage(desktop, _form("busy.py", "hang")), Stage(desktop, _form("registration.py"))
        beside = await other.open()
        window = await hung.open()
        begin = get(await desktop.snapshot(window.id), "Begin")
        await desktop.act(begin.handle, "press")

        async def answers_nothing() -> bool:
            began = time.monotonic()
            try:
                await desktop.snapshot(window.id)
            except ApplicationHung:
                assert time.monotonic() - began < _BOUND_S
                return True
            return False

        assert await becomes(answers_nothing)
        assert any(item.id == window.id for item in await desktop.windows())
        box = get(await desktop.snapshot(beside.id), "Send me the newsletter")
        await desktop.act(box.handle, "press")
        await other.until(beside, lambda now: "checked" in get(now, "Send me the newsletter").states)


async def test_a_program_that_ends_takes_its_window_and_its_controls_with_it() -> None:
    async with connected() as desktop:
        stage = Stage(desktop, _form("busy.py", "close"))
        window = await stage.open()
        begin = get(await desktop.snapshot(window.id), "Begin")
        await desktop.act(begin.handle, "press")

        async def is_gone() -> bool:
            return all(item.id != window.id for item in await desktop.windows())

        assert await becomes(is_gone)
        with pytest.raises(WindowGone):
            await desktop.snapshot(window.id)
        with pytest.raises(DesktopError):
            await desktop.act(begin.handle, "press")
        assert not await desktop.runs(window.pid)


async def test_a_window_that_came_over_the_control_gets_no_click_in_its_place() -> None:
    async with connected() as desktop:
        below = Stage(desktop, _form("registration.py"))
        window = await below.open()
        box = get(await desktop.snapshot(window.id), "Send me the newsletter")
        target = await aimed(desktop, window, box)
        assert target.over is None
        above = await Stage(desktop, _form("registration.py")).open()
        if not above.rect.contains(box.rect.center):
            pytest.skip("the window manager put the second window beside the first")
        with pytest.raises(DesktopError) as refused:
            await desktop.send(target, [Click(box.rect.center)])
        assert isinstance(refused.value, NotActionable) or "changed" in str(refused.value)
        await asyncio.gather(*(desktop.settle(item.id) for item in (window, above)))
        for item in (window, above):
            await desktop.focus(item.id)
            assert "unchecked" in get(await desktop.snapshot(item.id), "Send me the newsletter").states

"""An application is killed or stopped, the accessibility bus dies, a text is far too long: at any moment of an action the answer
is a clear one in bounded time, and what comes next works."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from dbus_fast import Message
from dbus_fast.aio import MessageBus

from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import DesktopSettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, Window
from ufo.errors import DesktopError
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.tools.servers.app_ui import app_ui

_FORM = Path(__file__).parents[1] / "conformance" / "gtk_registration.py"
NEWS = "Send me the newsletter"
_LONGEST_S = 20.0

pytestmark = pytest.mark.apps


@contextlib.asynccontextmanager
async def _form(desktop: LinuxDesktop, folder: Path) -> AsyncIterator[tuple[Bench, Window]]:
    window = await desktop.launch(Launch("/usr/bin/python3", (str(_FORM),)))
    bench = Bench(folder, app_ui, desktop=desktop)
    bench.selection.window = window
    try:
        await bench.look()
        yield bench, window
    finally:
        await bench.dispatcher.close()


async def _soon(bench: Bench, tool: str, **arguments: object) -> Result:
    with anyio.fail_after(_LONGEST_S):
        return await bench.run(tool, **arguments)


async def _signalled(pid: int, what: signal.Signals, after_s: float) -> None:
    await asyncio.sleep(after_s)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, what)


def _is_plain(result: Result) -> bool:
    """An answer for the model, and no success that nobody saw."""
    if result.status is ResultStatus.FAILURE:
        return bool(result.error) and "Traceback" not in str(result.error)
    return result.effect in (Effect.PARTIAL, Effect.UNVERIFIABLE, Effect.SUSPECTED_NOOP) or bool(result.evidence)


def _moments(*milliseconds: int, more: tuple[int, ...]) -> list[Any]:
    """`more`: the same between others."""
    return [*milliseconds, *(pytest.param(number, marks=pytest.mark.matrix) for number in more)]


@pytest.mark.parametrize("after_ms", _moments(0, 100, more=(5, 15, 40, 250)))
async def test_an_application_that_is_killed_at_any_moment_of_an_action_is_said_to_be_gone(
    desktop: LinuxDesktop, tmp_path: Path, after_ms: int
) -> None:
    async with _form(desktop, tmp_path) as (bench, window):
        named = {"id": bench.id_of("Email", "Edit"), "name": "Email"}
        async with asyncio.TaskGroup() as group:
            group.create_task(_signalled(window.pid, signal.SIGKILL, after_ms / 1000))
            result = await _soon(bench, "set_edit_text", **named, text="ada@example.org " * 200)
        assert _is_plain(result), result
        with in_time():
            while window.id in {window.id for window in await desktop.windows()}:
                await anyio.sleep(0.02)
        after = await _soon(bench, "click_input", id=bench.id_of(NEWS), name=NEWS)
        assert after.effect is Effect.REFUSED and "closed" in str(after.error), after


@pytest.mark.parametrize("look_deadline_s", [2.0])
@pytest.mark.parametrize("after_ms", _moments(60, more=(0, 15)))
async def test_an_application_that_stops_at_any_moment_of_an_action_is_told_so_and_worked_on_when_it_goes_on(
    desktop: LinuxDesktop, tmp_path: Path, after_ms: int
) -> None:
    async with _form(desktop, tmp_path) as (bench, window):
        named = {"id": bench.id_of("Email", "Edit"), "name": "Email"}
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(_signalled(window.pid, signal.SIGSTOP, after_ms / 1000))
                result = await _soon(bench, "set_edit_text", **named, text="ada@example.org", clear_current_text=True)
        finally:
            os.kill(window.pid, signal.SIGCONT)
        shown = [
            target.value for target in (await bench.look()).values() if target.name == "Email" and target.type == "Edit"
        ]
        assert _is_plain(result), result
        assert result.effect is not Effect.CONFIRMED or shown == ["ada@example.org"], (result, shown)
        again = {"id": bench.id_of("Email", "Edit"), "name": "Email", "text": "b@c.org", "clear_current_text": True}
        written = await _soon(bench, "set_edit_text", **again)
        assert written.effect is Effect.CONFIRMED, written


async def _accessibility_bus(private: PrivateDesktop) -> int:
    session = await MessageBus(bus_address=private.environment["DBUS_SESSION_BUS_ADDRESS"]).connect()
    found = await session.call(Message("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"))
    session.disconnect()
    assert found is not None
    bus = await MessageBus(bus_address=found.body[0]).connect()
    name = "org.freedesktop.DBus"
    answer = await bus.call(Message(name, "/", name, "GetConnectionUnixProcessID", signature="s", body=[name]))
    bus.disconnect()
    assert answer is not None
    return int(answer.body[0])


@pytest.mark.parametrize("after_ms", _moments(120, more=(0, 10, 40)))
async def test_an_accessibility_bus_that_dies_in_an_action_is_told_and_the_next_application_is_seen(
    tmp_path: Path, after_ms: int
) -> None:
    async with await PrivateDesktop.start(1280, 800) as private:
        desktop = await LinuxDesktop.connect(private.environment, DesktopSettings())
        try:
            async with _form(desktop, tmp_path) as (bench, _):
                daemon = await _accessibility_bus(private)
                named = {"id": bench.id_of("Email", "Edit"), "name": "Email"}
                async with asyncio.TaskGroup() as group:
                    group.create_task(_signalled(daemon, signal.SIGKILL, after_ms / 1000))
                    result = await _soon(
                        bench, "set_edit_text", **named, text="ada@example.org", clear_current_text=True
                    )
                assert _is_plain(result), result
                with contextlib.suppress(DesktopError), anyio.fail_after(_LONGEST_S):
                    await bench.look()
            async with _form(desktop, tmp_path) as (bench, _):
                result = await _soon(bench, "click_input", id=bench.id_of(NEWS), name=NEWS)
                assert result.effect is Effect.CONFIRMED, result
        finally:
            await desktop.shutdown()


async def test_a_text_of_ten_megabytes_in_an_application_is_looked_at_and_read_in_bounded_time_and_memory(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    note = tmp_path / "long.txt"
    note.write_text("0123456789 words of a long line that goes on and on\n" * 200_000, encoding="utf-8")
    window = await desktop.launch(Launch("mousepad", (str(note),)))
    bench = Bench(tmp_path, app_ui, desktop=desktop)
    bench.selection.window = window
    try:
        with in_time():
            while not any("multiline" in target.states and target.value for target in (await bench.look()).values()):
                await desktop.settle(window.id)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        field = next(key for key, element in bench.selection.controls.items() if "multiline" in element.states)
        with in_time():
            read = await bench.run("texts", id=field, name="")
            added = await bench.run("set_edit_text", id=field, name="", text="more", clear_current_text=False)
        used_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        assert read.ok and str(read.result).endswith(
            "10,400,000 characters in all; read the rest from the document's file"
        )
        assert len(str(read.result)) < 1_001_000
        assert added.status is ResultStatus.FAILURE and "put it in a file" in str(added.error), added
        assert used_mb < 400, used_mb
    finally:
        await bench.dispatcher.close()

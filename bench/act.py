"""Times typing and clicking through our tools, read back, and the same by `xdotool` and pyatspi with their usual pauses.

python -m bench.act
"""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.measure import Row, median, print_rows
from bench.measured_desktop import MeasuredDesktop
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Keys, Launch, TypeText, Window
from ufo.schema.command import Command, Effect
from ufo.tools.dispatch.mcp_dispatcher import LocalCommandDispatcher, NamedServer
from ufo.tools.observe.observer import Observer
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.servers.app_ui import app_ui

_FORM = Path(__file__).parents[1] / "tests" / "conformance" / "gtk_registration.py"
_PYATSPI = Path(__file__).with_name("act_pyatspi.py")
_BOX = "Send me the newsletter"
_MENU = ("Document", "Line Ending", "DOS / Windows (CR LF)")
_XDOTOOL_DELAY_MS = 12
_PAUSE_S = 0.5
"""What scripts customarily sleep after a click; xdotool's own manual types with 12 ms a key."""
_REPEAT = 8


@dataclass
class Hand:
    """An application on a desktop of its own, with the tools that work it."""

    desktop: MeasuredDesktop
    window: Window
    selection: Selection
    dispatcher: LocalCommandDispatcher
    eyes: Observer
    environment: Mapping[str, str]

    async def run(self, tool: str, **parameters: object) -> float:
        """Return the milliseconds of a tool whose effect was seen."""
        began = time.perf_counter()
        (result,) = await self.dispatcher.execute_commands([Command(tool_name=tool, parameters=parameters)])
        if not result.ok or result.effect in (Effect.SUSPECTED_NOOP, Effect.UNVERIFIABLE):
            raise SystemExit(f"{tool} did not work: {result}")
        return (time.perf_counter() - began) * 1000

    def usual(self, *command: str) -> str:
        done = subprocess.run(command, env=dict(self.environment), capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{command[0]} did not work: {done.stderr}")
        return done.stdout


def rows() -> list[Row]:
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    async with at_hand(Launch("mousepad")) as hand:
        ten_thousand = median([await typed(hand, 10_000) for _ in range(5)])
        thousand = median([await typed(hand, 1_000) for _ in range(5)])
        by_xdotool = await _typed_by_xdotool(hand, 1_000)
        menu = median([await hand.run("visit", path=list(_MENU)) for _ in range(_REPEAT)])
        menu_usual = _by_pyatspi(hand, *_MENU)
    async with at_hand(Launch("/usr/bin/python3", (str(_FORM),))) as hand:
        box = next(key for key, element in hand.selection.controls.items() if element.name == _BOX)
        clicks = median([await hand.run("click_input", id=box, name=_BOX) for _ in range(_REPEAT)])
        clicks_usual = _clicked_by_xdotool(hand, box)
        clicks_pyatspi = _by_pyatspi(hand, _BOX)
    delay, pause = f"xdotool type, {_XDOTOOL_DELAY_MS} ms a key", f"{_PAUSE_S:g} s after each"
    return [
        Row("10,000 characters into an editor, read back", ten_thousand, "ms", 1000),
        Row("1,000 characters, read back", thousand, "ms", None, by_xdotool, delay),
        Row("a box ticked, read back", clicks, "ms", None, clicks_usual, f"xdotool, not read back, {pause}"),
        Row("the same", clicks, "ms", None, clicks_pyatspi, f"pyatspi, {pause}"),
        Row("a menu path of three", menu, "ms", None, menu_usual, f"pyatspi, {pause}"),
    ]


@asynccontextmanager
async def at_hand(launch: Launch, wayland: bool = False) -> AsyncIterator[Hand]:
    with tempfile.TemporaryDirectory() as folder:
        async with await PrivateDesktop.start(wayland=wayland) as private:
            desktop = await MeasuredDesktop.connect(private.environment, DesktopSettings())
            window = await desktop.launch(launch)
            selection = Selection(window=window)
            scope = ToolScope(desktop, selection, Path(folder))
            dispatcher = LocalCommandDispatcher([NamedServer("AppUIExecutor", "action", app_ui(scope))])
            eyes = Observer(scope)
            await eyes.controls()
            try:
                yield Hand(desktop, window, selection, dispatcher, eyes, private.environment)
            finally:
                await dispatcher.close()
                await desktop.shutdown()


async def typed(hand: Hand, count: int) -> float:
    text = ("A line of words, with an Ä and a full stop.\n" * (count // 40))[:count]
    await _empty(hand)
    began = time.perf_counter()
    await hand.desktop.send(hand.window.id, [TypeText(text)])
    await _until_shown(hand, text)
    return (time.perf_counter() - began) * 1000


async def _typed_by_xdotool(hand: Hand, count: int) -> float:
    text = ("A line of words, with an A and a full stop. " * (count // 40))[:count]
    await _empty(hand)
    began = time.perf_counter()
    await asyncio.to_thread(hand.usual, "xdotool", "type", "--delay", str(_XDOTOOL_DELAY_MS), text)
    await _until_shown(hand, text)
    return (time.perf_counter() - began) * 1000


async def _empty(hand: Hand) -> None:
    await hand.desktop.focus(hand.window.id)
    await hand.desktop.send(hand.window.id, [Keys(("ctrl", "a")), Keys(("delete",))])
    await _until_shown(hand, "")


async def _until_shown(hand: Hand, text: str) -> None:
    for _ in range(200):
        field = next(
            element for element in await hand.desktop.snapshot(hand.window.id) if "multiline" in element.states
        )
        if (await hand.desktop.text(field.handle) or "").strip() == text.strip():
            return
        await hand.desktop.settle(hand.window.id)
    raise SystemExit("the editor does not show what was typed")


def _clicked_by_xdotool(hand: Hand, box: str) -> float:
    point = hand.selection.controls[box].rect.center
    times = []
    for _ in range(_REPEAT):
        began = time.perf_counter()
        hand.usual("xdotool", "mousemove", str(point.x), str(point.y), "click", "1", "sleep", str(_PAUSE_S))
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


def _by_pyatspi(hand: Hand, *names: str) -> float:
    command = ("/usr/bin/python3", str(_PYATSPI), str(hand.window.pid), str(_PAUSE_S), str(_REPEAT), *names)
    return median([float(line) for line in hand.usual(*command).split()])


if __name__ == "__main__":
    print_rows("Acting", rows())

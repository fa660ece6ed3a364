"""`ufo attach`: works tabs of the person's own browser, after the person agreed in the browser itself; `--give-back` ends it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from ufo.cli.output import print_answer, print_remark
from ufo.cli.settings import command_settings
from ufo.conditions.readers.pages.connection import UNANSWERED, Connection, QuestionRefused
from ufo.conditions.world import BROWSERS
from ufo.desktop.backend import Desktop
from ufo.desktop.linux.launch.programs import attached_socket, attached_sockets, started_sockets
from ufo.desktop.values import Window
from ufo.errors import ConfigError, ToolError
from ufo.runs.desktops import DesktopInUse, open_desktop
from ufo_browser.own.choose import Chooser, Chosen
from ufo_browser.own.holder import CONNECT, GIVE_BACK, GRANT
from ufo_browser.own.running_browser import Running, Speaks, door, running
from ufo_browser.own.tree import turn_on
from ufo_browser.tab import until

_ANSWER_S = 15.0
_MOST_BYTES = 32 * 1024 * 1024
_KEPT = ("UFO_PRIVATE_DESKTOP", "UFO_LAUNCH")
_TELLS_S = 20.0
_ASLEEP = "{} does not tell its fields and buttons by their names: those are read from the picture"
_AGREE = 'Press "Allow" in {}, if it asks (within {:g} s).'


def attach(
    tabs: Sequence[str], where: str | None, browser: str | None, within_s: float, *, as_json: bool = False
) -> int:
    """Attach to the tabs with these words, or to the one in sight. Raises ConfigError and ToolError."""
    settings = command_settings(desktop={"where": where})
    if settings.desktop.where == "private":
        raise ConfigError("a private desktop has no browser of yours; attach on your own screen: --desktop here")

    async def attached() -> tuple[Running, Chosen]:
        async with open_desktop(settings.desktop) as used:
            return await _attached(used, tabs, browser, within_s)

    found, chosen = asyncio.run(attached())
    told = ", ".join(tab.told for tab in chosen.tabs)
    print_answer(
        as_json,
        {
            "browser": found.told,
            "pid": found.pid,
            "pages": [{"title": tab.title, "address": tab.address} for tab in chosen.tabs],
        },
        f"{told} in {found.told} is attached; nothing else of it is read. Give it back with: ufo attach --give-back",
    )
    return 0


def give_back(where: str | None, *, keep: bool, as_json: bool = False) -> int:
    """Give back every attached browser of the desktop. Raises ConfigError and ToolError."""
    settings = command_settings(desktop={"where": where})

    async def given() -> list[int]:
        async with open_desktop(settings.desktop) as used:
            places = attached_sockets(used.environment)
            for place in places.values():
                await _give_back(place, keep)
            return list(places)

    pids = asyncio.run(given())
    told = f"{len(pids)} given back" if pids else "no browser is attached"
    print_answer(as_json, {"given_back": pids}, told)
    return 0


async def _attached(
    used: DesktopInUse, tabs: Sequence[str], browser: str | None, within_s: float
) -> tuple[Running, Chosen]:
    folder = used.environment.get("XDG_RUNTIME_DIR")
    if not folder:
        raise ConfigError(
            "XDG_RUNTIME_DIR is not set, where the browser's socket would lie; log in to a desktop session"
        )
    ours = started_sockets(used.environment)
    windows = [item for item in await used.desktop.windows() if _is_browser(item) and item.pid not in ours]
    window = _window(windows, tabs, browser)
    if window.pid in attached_sockets(used.environment):
        raise ToolError(f"{window.title!r} is attached already; give it back first: ufo attach --give-back")
    found = running(window.pid)
    entrance = await asyncio.to_thread(door, found)
    place = attached_socket(Path(folder), found.pid)

    async def of_browser() -> list[Window]:
        return [item for item in await used.desktop.windows() if item.pid == found.pid]

    told = {"browser": asdict(found), "door": asdict(entrance), "place": str(place)}
    async with _holder() as connection:
        if found.speaks is Speaks.DEVTOOLS:
            print_remark(_AGREE.format(found.told, within_s))
        await _asked(connection, CONNECT, within_s + _ANSWER_S, within_s=within_s, **told)
        active = next((item for item in await used.desktop.windows() if item.active), None)
        chosen = await Chooser(connection, of_browser).choose(tabs, window)
        if found.speaks is Speaks.DEVTOOLS:
            chosen.grant.tree = await turn_on(connection.ask)
        await _asked(connection, GRANT, _ANSWER_S, **chosen.grant.told())
        if chosen.grant.before and active is not None:
            await used.desktop.focus(active.id)
    # A look at the page is also what makes it go on telling its controls.
    shown = chosen.grant.windows[chosen.tabs[0].window]
    if not await until(partial(_tells, used.desktop, shown), _TELLS_S):
        print_remark(_ASLEEP.format(found.told))
    return found, chosen


async def _tells(desktop: Desktop, window: str) -> bool:
    return any(element.role == "Document" for element in await desktop.snapshot(window))


def _is_browser(window: Window) -> bool:
    return window.parent is None and bool({window.app_root, window.process} & BROWSERS)


def _window(windows: Sequence[Window], tabs: Sequence[str], browser: str | None) -> Window:
    """Return the window of the browser that is meant. Raises ToolError where none or several may be."""
    if not windows:
        raise ToolError("no browser of yours is open on this screen; open it and try again")
    if browser is not None:
        plain = browser.casefold()
        windows = [
            item for item in windows if plain == str(item.pid) or plain in f"{item.app_root} {item.process}".casefold()
        ]
        if not windows:
            raise ToolError(f"no browser {browser!r} is open on this screen")
    titled = [item for item in windows if any(words.casefold() in item.title.casefold() for words in tabs)]
    meant = titled or windows
    if len({item.pid for item in meant}) > 1:
        listed = "; ".join(f"{item.pid}: {item.title[:80]!r}" for item in meant)
        raise ToolError(f"several browsers may be meant; say which by its process with --browser: {listed}")
    if not tabs and len(meant) > 1 and not any(item.active for item in meant):
        listed = "; ".join(repr(item.title[:80]) for item in meant)
        raise ToolError(f"the browser has several windows; name the tab: {listed}")
    return next((item for item in meant if item.active), meant[0])


def _started() -> socket.socket:
    ours, theirs = socket.socketpair()
    with theirs:
        # It outlives this command; its environment names no display, and what marks the desktop's own processes.
        subprocess.Popen(
            [sys.executable, "-I", "-m", "ufo_browser.own.holder"],
            stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
        )  # fmt: skip
    return ours


@contextlib.asynccontextmanager
async def _holder() -> AsyncIterator[Connection]:
    """Start the process that holds the connection, and talk to it. It ends with this, unless tabs were granted to it."""
    ours = await asyncio.to_thread(_started)
    connection = Connection(*await asyncio.open_unix_connection(sock=ours, limit=_MOST_BYTES))
    try:
        yield connection
    finally:
        await connection.close()


async def _asked(connection: Connection, method: str, answer_s: float, **parameters: object) -> None:
    try:
        async with asyncio.timeout(answer_s):
            await connection.ask(method, **parameters)
    except QuestionRefused as error:
        raise ToolError(str(error)) from error
    except UNANSWERED as error:
        raise ToolError("the browser ended meanwhile, or does not answer; look at it and try again") from error


async def _give_back(place: Path, keep: bool) -> None:
    try:
        connection = await Connection.open(place)
    except OSError:
        # What held it was ended; with it the browser let go.
        await asyncio.to_thread(place.unlink, missing_ok=True)
        return
    try:
        await _asked(connection, GIVE_BACK, _ANSWER_S, keep=keep)
    finally:
        await connection.close()

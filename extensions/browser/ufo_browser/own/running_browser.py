"""A browser that runs, and the door that it has opened in its profile for programs that the person lets in.

The profile is not looked for by name: it is a folder above the files that the kernel says the process has open. Of the profile
one file is read: Chromium's `DevToolsActivePort`, Firefox's `WebDriverBiDiServer.json`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ufo.errors import ToolError
from ufo.platform import proc
from ufo_browser.own.sockets import holder_named, holds, listener

_LEVELS = 3
_TELLS = "GNOME_ACCESSIBILITY=1"
_MOST_BYTES = 4096


class Speaks(StrEnum):
    """The protocol by which a browser is worked."""

    DEVTOOLS = "devtools"
    BIDI = "bidi"


_DOORS = {Speaks.DEVTOOLS: "DevToolsActivePort", Speaks.BIDI: "WebDriverBiDiServer.json"}
_NAMES = {
    "chrome": "Chrome", "chromium": "Chromium", "chromium-browser": "Chromium", "brave": "Brave", "msedge": "Edge",
    "vivaldi-bin": "Vivaldi", "firefox": "Firefox", "firefox-bin": "Firefox", "firefox-esr": "Firefox", "librewolf": "LibreWolf",
}  # fmt: skip
_SCHEMES = {"Brave": "brave", "Edge": "edge", "Vivaldi": "vivaldi"}
_FIREFOXES = frozenset({"Firefox", "LibreWolf"})


@dataclass(frozen=True, slots=True)
class Door:
    """Where the browser listens: a port of this machine, and the path that only who may read the profile knows."""

    port: int
    path: str


@dataclass(frozen=True, slots=True)
class Running:
    """`build`: "", "Snap" or "Flatpak". `start`: the command that starts it so that it tells its controls."""

    pid: int
    name: str
    speaks: Speaks
    build: str
    start: str

    @property
    def told(self) -> str:
        return f"{self.name} ({self.build})" if self.build else self.name


def running(pid: int) -> Running:
    """Return the browser that runs as this process. Raises ToolError for another program, and for another user's browser."""
    folder, program = Path(f"/proc/{pid}"), proc.program(pid)
    try:
        owner = folder.stat().st_uid
    except OSError as error:
        raise ToolError("the browser has ended; open it and try again") from error
    if owner != os.geteuid():
        raise ToolError(f"the browser (process {pid}) is another user's; only your own is worked")
    file = program.name.removesuffix(" (deleted)") if program is not None else ""
    packed = next((part for part in program.parts if part in _NAMES), file) if program is not None else file
    name = _NAMES.get(packed if file in _NAMES else file)
    if program is None or name is None:
        raise ToolError(f"process {pid} ({file or 'unreadable'}) is no browser that can be attached to: {_known()}")
    speaks = Speaks.BIDI if name in _FIREFOXES else Speaks.DEVTOOLS
    if program.parts[1:2] == ("snap",):
        return Running(pid, name, speaks, "Snap", f"{_TELLS} snap run {program.parts[2]}")
    info = folder / "root/.flatpak-info"
    if program.parts[1:2] == ("app",) or info.exists():
        return Running(pid, name, speaks, "Flatpak", f"flatpak run --env={_TELLS} {_flatpak(info)}")
    return Running(pid, name, speaks, "", f"{_TELLS} {file}")


def door(browser: Running) -> Door:
    """Return the door of a browser. Raises ToolError with what the person has to switch on where there is none, and where
    another program listens there.
    """
    for file in _door_files(browser):
        found = _read(file, browser.speaks)
        number = listener(found.port) if found is not None else None
        if found is None or number is None:
            # Left by a browser that ended before.
            continue
        if not holds(browser.pid, number):
            raise ToolError(
                f"{browser.told} says that it listens on port {found.port}, but {holder_named(number)} does; nothing was sent "
                "there. Close that program, or switch the browser's remote debugging off and on again"
            )
        return found
    raise ToolError(switched_off(browser))


def switched_off(browser: Running) -> str:
    """Return what the person has to do so that the browser lets programs in."""
    if browser.speaks is Speaks.BIDI:
        return (
            f"{browser.told} lets no program in, and has no switch for that while it runs: close it, and start it with: "
            f"{browser.start} --remote-debugging-port"
        )
    page = f"{_SCHEMES.get(browser.name, 'chrome')}://inspect/#remote-debugging"
    return (
        f'{browser.told} lets no program in: open {page} in it and tick "Allow remote debugging for this browser instance" '
        "(version 144 or later), then try again; take the tick out when you are done"
    )


def _door_files(browser: Running) -> Iterator[Path]:
    seen: set[Path] = set()
    for file in sorted(proc.open_files(browser.pid)):
        for folder in list(file.parents)[:_LEVELS]:
            if not folder.is_absolute() or folder in seen:
                continue
            seen.add(folder)
            # A program in a container may see another file system than we do.
            for path in (
                folder / _DOORS[browser.speaks],
                Path(f"/proc/{browser.pid}/root{folder}") / _DOORS[browser.speaks],
            ):
                if path.is_file():
                    yield path
                    break


def _read(file: Path, speaks: Speaks) -> Door | None:
    try:
        with file.open("rb") as opened:
            text = opened.read(_MOST_BYTES).decode("ascii")
        if speaks is Speaks.BIDI:
            return Door(int(json.loads(text)["ws_port"]), "/session")
        port, path = text.split("\n")[:2]
        return Door(int(port), path.strip()) if path.startswith("/devtools/browser/") else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _flatpak(info: Path) -> str:
    try:
        lines = info.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    return next((line.partition("=")[2].strip() for line in lines if line.startswith("name=")), "its name")


def _known() -> str:
    return ", ".join(dict.fromkeys(_NAMES.values()))

"""`ufo wayland` on Plasma: what lets us point, type and take pictures in KWin."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path

from ufo.cli.output import print_answer
from ufo.desktop.linux.wayland.kwin import kwin_grant
from ufo.desktop.linux.wayland.kwin.kwin_screen import open_screen
from ufo.errors import DesktopError
from ufo.schema.geometry import Rect

_SOON = "KWin heeds it some seconds later."


@dataclass(frozen=True, slots=True)
class Status:
    """What KWin gives this program; "" where it gives it, or else why not."""

    pointer: str
    pictures: str


def install(wayland: Path, as_json: bool) -> int:
    file = kwin_grant.grant(os.environ)
    program = kwin_grant.program()
    told = (
        f"Granted pointer, keyboard and pictures to {program} in {file}.\n"
        f"Every script that this Python runs has them too. {_SOON} Take it back with: ufo wayland remove"
    )
    print_answer(as_json, {"granted": str(file), "program": program, "wayland": str(wayland)}, told)
    return 0


def status(wayland: Path, as_json: bool) -> int:
    """Tell what KWin gives. Return 1 where something is missing."""
    found = asyncio.run(_asked(wayland))
    granted = kwin_grant.is_granted(os.environ)
    lines = [
        f"KWin at {wayland}",
        f"grant: {kwin_grant.grant_file(os.environ) if granted else 'none; give it with: ufo wayland install'}",
        f"pointer and keyboard: {found.pointer or 'ok'}",
        f"pictures: {found.pictures or 'ok'}",
    ]
    row = {"granted": granted, "pointer": found.pointer, "pictures": found.pictures, "wayland": str(wayland)}
    print_answer(as_json, row, "\n".join(lines))
    return 1 if found.pointer or found.pictures else 0


def remove(as_json: bool) -> int:
    was_there = kwin_grant.take_back(os.environ)
    file = str(kwin_grant.grant_file(os.environ))
    told = f"Removed {file}. {_SOON}" if was_there else "Nothing was granted."
    print_answer(as_json, {"removed": was_there, "file": file}, told)
    return 0


async def _asked(wayland: Path) -> Status:
    """Ask KWin for each. Raises DesktopUnavailable."""
    screen = await open_screen(wayland, os.environ.get("DBUS_SESSION_BUS_ADDRESS", ""), dict, "never")
    pointer = pictures = ""
    try:
        try:
            await screen.strokes.run(lambda strokes: strokes.begin())
        except DesktopError as error:
            pointer = str(error)
        try:
            await screen.pictures.run(lambda shots: shots.seen_in(Rect(0, 0, 1, 1)))
        except DesktopError as error:
            pictures = str(error)
    finally:
        await screen.close()
    return Status(pointer, pictures)

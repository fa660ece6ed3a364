"""Joins the menus of LibreOffice with its commands: those that stand in them, and those that it has besides."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ufo.commands.uno.bridge import OfficeBridge
from ufo.commands.uno.instances import find_instance
from ufo.desktop.values import Window
from ufo.errors import UfoError
from ufo.schema.menus import MenuEntry, Menus

_OFFICE = ("libreoffice-writer", "libreoffice-calc", "libreoffice-impress", "libreoffice-draw")
_ASK_S = 8.0


async def with_commands(menus: Menus, window: Window, bridge: OfficeBridge) -> Menus:
    """Return menus with the commands of LibreOffice, where the window is one of it and it answers."""
    if not menus.entries or window.app_root not in _OFFICE:
        return menus
    try:
        # A LibreOffice with an open dialog may not answer before that is closed; its menus are known all the same.
        async with asyncio.timeout(_ASK_S):
            commands = await bridge.call(window, "commands.offered", timeout_s=_ASK_S)
    except (UfoError, TimeoutError):
        return menus
    return replace(menus, entries=tuple(_joined(menus.entries, commands)))


def listens(window: Window) -> bool:
    """Tell whether the window is of a LibreOffice that can be asked for its commands, and listens already."""
    if window.app_root not in _OFFICE:
        return False
    try:
        return bool(find_instance(window.pid).addresses)
    except UfoError:
        return False


def _joined(entries: Collection[MenuEntry], commands: Collection[Mapping[str, Any]]) -> Iterator[MenuEntry]:
    """Yield the entries, each with the command of its place, and then the commands that stand in no menu."""
    by_place = {_place(one["menu"].split(" > ")): one for one in commands if one["menu"]}
    for entry in entries:
        command = by_place.get(_place(entry.path))
        if command is None:
            yield entry
            continue
        tip = entry.description or _beside(command["tip"], entry.label)
        yield replace(entry, command=command["command"], description=tip)
    for one in commands:
        if not one["menu"]:
            yield MenuEntry((one["label"],), "", _beside(one["tip"], one["label"]), one["command"], in_menu=False)


def _place(path: Collection[str]) -> tuple[str, ...]:
    return tuple(one.removesuffix("...").removesuffix("…").strip().casefold() for one in path)


def _beside(tip: str, label: str) -> str:
    """Return what a tip says beside the label."""
    said = " ".join(dict.fromkeys(tip.split()))
    return "" if said.casefold() in label.casefold() else said

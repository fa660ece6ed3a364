"""What the menu bar of a window offers, without opening it. Wine reports no menu of another process."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

from ufo.desktop.windows.api.functions import user32
from ufo.desktop.windows.tree.control_kinds import without_mnemonic
from ufo.schema.menus import MenuEntry

_BY_POSITION = 0x400
_MOST, _DEEPEST = 200, 5


def entries_of(window: int) -> tuple[MenuEntry, ...]:
    """Return the entries in their order; none where the window has no menu that others can read."""
    menu = user32.GetMenu(window)
    return tuple(_below(menu, ())) if menu else ()


def _below(menu: int, path: tuple[str, ...]) -> Iterator[MenuEntry]:
    for place in range(min(_MOST, max(0, user32.GetMenuItemCount(menu)))):
        buffer = ctypes.create_unicode_buffer(256)
        user32.GetMenuStringW(menu, place, buffer, 256, _BY_POSITION)
        caption, _, shortcut = buffer.value.partition("\t")
        if not caption:
            continue
        here = (*path, without_mnemonic(caption))
        inner = user32.GetSubMenu(menu, place)
        if inner and len(here) < _DEEPEST:
            yield from _below(inner, here)
        else:
            yield MenuEntry(path=here, shortcut=shortcut)

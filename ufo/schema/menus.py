"""What an application offers in its menus and by its commands, as it tells it itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry of a menu, or a command that stands in none. `path`: the labels from the menu bar down to the entry, as the
    application shows them; a command of no menu has its label alone. `shortcut`: such as "Ctrl+Shift+S". `description`: the
    application's own. `command`: the application's name of it, which a tool can run. Each of these is "" where it has none.
    """

    path: tuple[str, ...]
    shortcut: str = ""
    description: str = ""
    command: str = ""
    in_menu: bool = True

    @property
    def label(self) -> str:
        return self.path[-1] if self.path else ""


@dataclass(frozen=True, slots=True)
class Menus:
    """All entries of one application. `application`: an application root. `version`: "" where nothing tells it. `language`: of
    the labels, as in the variable LANG. `silence`: why nothing is told, "" where something is.
    """

    application: str
    version: str = ""
    language: str = ""
    entries: tuple[MenuEntry, ...] = ()
    silence: str = ""

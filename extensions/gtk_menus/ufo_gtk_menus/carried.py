"""The menus and shortcut windows that a GTK program carries as resources, in the language that it was started for."""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ufo.desktop.linux.menus.program_file import file_of, language_of
from ufo.schema.menus import MenuEntry
from ufo.text.labels import label
from ufo_gtk_menus.gresource import resources
from ufo_gtk_menus.gtk_builder import Described, Translate, described_entries

_LOCALES = "/usr/share/locale"
_DOMAIN = re.compile(rb"<interface[^>]*\bdomain=\"([\w.-]+)\"")


def carried_entries(pid: int) -> tuple[MenuEntry, ...]:
    """Return what the program's resources describe. It reads files, so it blocks."""
    files, language = _loaded_files(pid), language_of(pid)
    found: dict[Described, None] = {}
    for file in files:
        for name, content in resources(file, ".ui"):
            translate = _translating(content, [name.strip("/").split("/")[-2:][0], *_stems(files)], language)
            found.update(dict.fromkeys(described_entries(content, translate)))
    return _with_shortcuts(list(found))


def _loaded_files(pid: int) -> list[Path]:
    """Return the program's file, its own libraries and its files of resources. Libraries of others are left out."""
    file = file_of(pid)
    if file is None:
        return []
    try:
        lines = Path(f"/proc/{pid}/maps").read_text(errors="replace").splitlines()
    except OSError:
        return []
    mapped = dict.fromkeys(
        line.split(maxsplit=5)[5] for line in lines if "/" in line and len(line.split(maxsplit=5)) == 6
    )
    own = [item for item in mapped if item.endswith(".gresource") or file.name in item]
    return [Path(item) for item in own]


def _stems(files: list[Path]) -> list[str]:
    return list(dict.fromkeys(file.name for file in files if "." not in file.name))


def _translating(content: bytes, domains: list[str], language: str) -> Translate:
    named = _DOMAIN.search(content)
    known = [named[1].decode(), *domains] if named else domains
    for domain in known:
        try:
            texts = gettext.translation(domain, _LOCALES, [language])
        except OSError:
            continue
        return lambda context, text: texts.pgettext(context, text) if context else texts.gettext(text)
    return lambda _, text: text


def _with_shortcuts(found: list[Described]) -> tuple[MenuEntry, ...]:
    """Give each entry the shortcut that is told of the same action, as by a menu bar that is not shown, or else in the shortcut
    window under the same label. What is in no menu and has no shortcut is left out.
    """
    of_action = {item.action: item.entry.shortcut for item in found if item.action and item.entry.shortcut}
    of_label = {label(item.entry.label): item.entry.shortcut for item in found if not item.entry.in_menu}
    told = (
        replace(item.entry, shortcut=item.entry.shortcut or of_action.get(item.action) or _named(item.entry, of_label))
        for item in found
        if not item.in_bar
    )
    return tuple(dict.fromkeys(entry for entry in told if entry.in_menu or entry.shortcut))


def _named(entry: MenuEntry, of_label: Mapping[str, str]) -> str:
    return of_label.get(label(entry.label), "")

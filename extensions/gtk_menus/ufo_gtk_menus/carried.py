"""The menus and shortcut windows that a GTK program carries as resources, in the language that it was started for."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

from ufo.desktop.linux.menus.program_file import file_of, language_of
from ufo.schema.menus import MenuEntry
from ufo.text.labels import label
from ufo_gtk_menus.gresource import resources
from ufo_gtk_menus.gtk_builder import Translate, described_entries

_LOCALES = "/usr/share/locale"
_DOMAIN = re.compile(rb"<interface[^>]*\bdomain=\"([\w.-]+)\"")


def carried_entries(pid: int) -> tuple[MenuEntry, ...]:
    """Return what the program's resources describe. It reads files, so it blocks."""
    files, language = _loaded_files(pid), language_of(pid)
    found: dict[MenuEntry, None] = {}
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


def _with_shortcuts(entries: list[MenuEntry]) -> tuple[MenuEntry, ...]:
    """Give the entries of menus the shortcut that the shortcut window tells under the same label."""
    keys = {label(entry.label): entry.shortcut for entry in entries if not entry.in_menu}
    return tuple(
        MenuEntry(entry.path, keys.get(label(entry.label), ""), entry.description)
        if entry.in_menu and not entry.shortcut
        else entry
        for entry in entries
    )

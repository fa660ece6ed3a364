"""Reads menus and shortcut windows from GTK's descriptions of user interfaces (GtkBuilder)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError, fromstring

from ufo.desktop.linux.menus.shortcut_text import shortcut_text
from ufo.schema.menus import MenuEntry

Translate = Callable[[str, str], str]
"""Called with a context, often "", and a text."""
_BARS = frozenset({"menubar", "menu-bar", "app-menu", "appmenu"})
"""Menus that only a menu bar shows; these descriptions are read where there is none."""
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Described:
    """An entry, and the name of the action that it starts, "" where none is told. `in_bar`: only a menu bar shows it."""

    entry: MenuEntry
    action: str = ""
    in_bar: bool = False


def described_entries(xml: bytes, translate: Translate) -> Iterator[Described]:
    """Yield the entries of one description; none where it is broken."""
    try:
        root = fromstring(xml)
    except ParseError:
        return
    for menu in root.iter("menu"):
        name = menu.get("id", "")
        for entry, action in _menu(menu, (_words(name),), translate, 0):
            yield Described(entry, action, name in _BARS)
    for shortcut in _objects(root, "GtkShortcutsShortcut"):
        title, keys = _property(shortcut, "title", translate), _property(shortcut, "accelerator", _same)
        if title:
            told = shortcut_text(keys.split()[0].partition("...")[0]) if keys else ""
            yield Described(MenuEntry((title,), told, in_menu=False), _property(shortcut, "action-name", _same))


def _menu(holder: Element, above: tuple[str, ...], translate: Translate, depth: int) -> Iterator[tuple[MenuEntry, str]]:
    if depth > _DEEPEST:
        return
    for item in holder:
        label = _attribute(item, "label", translate)
        if item.tag == "section":
            yield from _menu(item, above, translate, depth + 1)
        elif item.tag == "submenu":
            yield from _menu(item, (*above, label) if label else above, translate, depth + 1)
        elif item.tag == "item" and label and not label.isdigit():
            action, target = (_attribute(item, name, _same) for name in ("action", "target"))
            entry = MenuEntry((*above, label), shortcut_text(_attribute(item, "accel", _same)))
            yield entry, f"{action}::{target}" if target else action


def _objects(root: Element, kind: str) -> Iterator[Element]:
    return (item for item in root.iter("object") if item.get("class") == kind)


def _attribute(holder: Element, name: str, translate: Translate) -> str:
    return _text(next((item for item in holder.findall("attribute") if item.get("name") == name), None), translate)


def _property(holder: Element, name: str, translate: Translate) -> str:
    return _text(next((item for item in holder.findall("property") if item.get("name") == name), None), translate)


def _text(element: Element | None, translate: Translate) -> str:
    """Return a text in the application's language, without the mark of its mnemonic."""
    if element is None or not element.text:
        return ""
    said = (
        translate(element.get("context", ""), element.text)
        if element.get("translatable") in ("yes", "true", "1")
        else element.text
    )
    return said.replace("__", "\0").replace("_", "").replace("\0", "_").strip()


def _same(_: str, text: str) -> str:
    return text


def _words(name: str) -> str:
    """Return the id of a menu as words: nothing tells what its button is called."""
    words = name.replace("-", " ").replace("_", " ").strip().lower()
    return words if words.endswith("menu") else f"{words} menu".strip()

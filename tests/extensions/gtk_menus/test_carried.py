from __future__ import annotations

import mmap
import os
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo.schema.menus import MenuEntry
from ufo_gtk_menus.carried import carried_entries
from ufo_gtk_menus.gresource import resources
from ufo_gtk_menus.gtk_builder import described_entries

_MENU = b"""<?xml version="1.0"?><interface><menu id="primary_menu"><section>
<item><attribute name="label" translatable="yes">Save _As&#x2026;</attribute>
<attribute name="accel">&lt;Primary&gt;&lt;Shift&gt;S</attribute></item>
<item><attribute name="label">Go to _Line</attribute><attribute name="action">win.goto-line</attribute></item>
<submenu><attribute name="label">_View</attribute><item><attribute name="label">Side __Panel</attribute></item></submenu>
</section></menu><menu id="menubar"><item><attribute name="label">Not shown</attribute>
<attribute name="action">win.goto-line</attribute><attribute name="accel">&lt;Primary&gt;I</attribute></item></menu>
<object class="GtkShortcutsShortcut"><property name="title">Find the next match</property>
<property name="accelerator">&lt;ctrl&gt;G</property></object>
<object class="GtkShortcutsShortcut"><property name="title">Jump</property>
<property name="action-name">win.goto-line</property></object>
<object class="GtkShortcutsShortcut"><property name="title">Nothing is told of this</property></object></interface>"""


def _bundle(name: str, content: bytes, packed: bool) -> bytes:
    """A bundle of one resource, as glib-compile-resources writes it: the file's name below one folder."""
    data = zlib.compress(content) if packed else content + b"\0"
    value = struct.pack("<II", len(content), int(packed)) + data + b"\0(uuay)"
    folder, leaf = b"/org/", name.encode()
    table = 24 + 8 + 4 + 2 * 24
    keys = [(table, folder), (table + len(folder), leaf)]
    begins = table + len(folder) + len(leaf)
    begins += -begins % 8
    items = b"".join(
        struct.pack("<IIIHcxII", 0, parent, at, len(key), kind, first, last)
        for (at, key), parent, kind, first, last in (
            (keys[0], 0xFFFFFFFF, b"L", 0, 0),
            (keys[1], 0, b"v", begins, begins + len(value)),
        )
    )
    head = b"GVariant" + struct.pack("<II", 0, 0) + struct.pack("<II", 24, table)
    body = head + struct.pack("<II", 0, 1) + struct.pack("<I", 0) + items + folder + leaf
    return body + bytes(begins - len(body)) + value


@pytest.mark.parametrize("packed", [False, True])
def test_a_resource_is_read_from_a_bundle(tmp_path: Path, packed: bool) -> None:
    file = tmp_path / "app.gresource"
    file.write_bytes(_bundle("menus.ui", _MENU, packed))
    assert list(resources(file, ".ui")) == [("/org/menus.ui", _MENU)]
    assert list(resources(file, ".css")) == []


@given(st.binary(max_size=300))
def test_garbage_has_no_resources(data: bytes) -> None:
    whole = _bundle("menus.ui", _MENU, False)
    for broken in (
        data,
        b"GVariant" + data,
        b"\x7fELF\x02\x01" + data,
        whole[:24] + data + whole[24:],
        whole[: len(data)],
    ):
        file = Path("/dev/shm/ufo-test-garbage.gresource")
        file.write_bytes(broken)
        list(resources(file, ".ui"))
        file.unlink()


def test_menus_and_shortcuts_are_read_from_a_description() -> None:
    found = list(described_entries(_MENU, lambda context, text: text))
    assert [item.entry for item in found if not item.in_bar] == [
        MenuEntry(("primary menu", "Save As…"), "Ctrl+Shift+S"),
        MenuEntry(("primary menu", "Go to Line")),
        MenuEntry(("primary menu", "View", "Side _Panel")),
        MenuEntry(("Find the next match",), "Ctrl+G", in_menu=False),
        MenuEntry(("Jump",), in_menu=False),
        MenuEntry(("Nothing is told of this",), in_menu=False),
    ]
    first = next(described_entries(_MENU, lambda context, text: "Speichern _unter"))
    assert first.entry.label == "Speichern unter"


def test_a_shortcut_that_is_told_of_an_action_is_told_of_every_entry_that_starts_it(tmp_path: Path) -> None:
    file = tmp_path / "editor.gresource"
    file.write_bytes(_bundle("menus.ui", _MENU, packed=True))
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, prot=mmap.PROT_READ):
        told = {entry.label: entry.shortcut for entry in carried_entries(os.getpid())}
    assert told == {
        "Save As…": "Ctrl+Shift+S", "Go to Line": "Ctrl+I", "Side _Panel": "", "Find the next match": "Ctrl+G", "Jump": "Ctrl+I",
    }  # fmt: skip


@pytest.mark.parametrize("data", [b"", b"<interface>", b"\xff", b"<menu>" * 50 + b"</menu>" * 50])
def test_a_broken_description_has_no_entries(data: bytes) -> None:
    assert list(described_entries(data, lambda context, text: text)) == []

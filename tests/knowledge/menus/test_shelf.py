from __future__ import annotations

import json
import os
from pathlib import Path

from ufo.knowledge.index.store import KnowledgeStore
from ufo.knowledge.index.values import Kind
from ufo.knowledge.menus.shelf import MenuShelf, index_kept, key_of_menus, line_of, title_of
from ufo.knowledge.shared_index import SharedIndex
from ufo.schema.menus import MenuEntry, Menus

_CALC = Menus(
    "libreoffice-calc",
    "7.4.7",
    "en_GB",
    (MenuEntry(("View", "Freeze First Row"), "Ctrl+F", "Keeps it in sight", "FreezePanesRow"),),
)


def _shelf(folder: Path, told: list[str] | None = None) -> MenuShelf:
    tell = (told if told is not None else []).append
    return MenuShelf(folder, SharedIndex(folder, tell), tell)


def test_menus_are_kept_as_plain_json_and_in_the_index(tmp_path: Path) -> None:
    shelf = _shelf(tmp_path)
    shelf.keep(_CALC)
    assert shelf.read("libreoffice-calc") == [_CALC] and shelf.read("libreoffice-draw") == []
    written = json.loads((tmp_path / "menus" / "libreoffice-calc_7.4.7_en-GB.json").read_text())
    assert written["entries"][0]["path"] == ["View", "Freeze First Row"]
    store = KnowledgeStore(tmp_path / "index.sqlite")
    (document,) = store.documents(Kind.MENUS)
    (hit,) = store.search("freeze the first row", kinds=[Kind.MENUS], application="libreoffice-calc")
    store.close()
    assert document.key == key_of_menus(_CALC) == hit.key.partition(":")[0] and document.title == "menus of Calc 7.4.7"
    assert hit.path == ("View", "Freeze First Row")


def test_each_version_and_language_is_kept_apart_the_newest_first(tmp_path: Path) -> None:
    shelf = _shelf(tmp_path)
    for age, version in enumerate(("7.4.7", "24.2.1")):
        menus = Menus("gimp", version, "C", (MenuEntry(("File", "Open")),))
        shelf.keep(menus)
        os.utime(tmp_path / "menus" / f"gimp_{version}_C.json", (age, age))
    assert [menus.version for menus in shelf.read("gimp")] == ["24.2.1", "7.4.7"]


def test_what_has_no_version_or_no_entries_is_not_kept(tmp_path: Path) -> None:
    shelf = _shelf(tmp_path)
    shelf.keep(Menus("vlc", "", "C", (MenuEntry(("Media", "Open")),)))
    shelf.keep(Menus("chromium", "156", "C"))
    assert not (tmp_path / "menus").exists() and key_of_menus(Menus("vlc")) == ""


def test_a_broken_file_is_passed_over(tmp_path: Path) -> None:
    shelf = _shelf(tmp_path)
    shelf.keep(_CALC)
    for name, data in {"a": b"{", "b": b'{"application": 7}', "c": b"\xff"}.items():
        (tmp_path / "menus" / f"libreoffice-calc_{name}_C.json").write_bytes(data)
    assert shelf.read("libreoffice-calc") == [_CALC]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "menus").write_text("a file stands there")
    _shelf(tmp_path, told).keep(_CALC)
    assert len(told) == 1 and told[0].startswith("the menus of libreoffice-calc are not kept: ")


def test_an_index_that_cannot_be_used_is_told_and_the_file_is_there(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "index.sqlite").mkdir()
    shelf = _shelf(tmp_path, told)
    shelf.keep(_CALC)
    assert shelf.read("libreoffice-calc") == [_CALC]
    assert len(told) == 1 and "are not in the index" in told[0]


def test_an_index_that_was_made_anew_gets_what_is_kept(tmp_path: Path) -> None:
    _shelf(tmp_path).keep(_CALC)
    (tmp_path / "menus" / "broken_1_C.json").write_text("{")
    store = KnowledgeStore(tmp_path / "other.sqlite")
    for _ in range(2):
        index_kept(tmp_path, store)
    (document,) = store.documents(Kind.MENUS)
    store.close()
    assert document.key == key_of_menus(_CALC)


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    shelf = _shelf(tmp_path)
    shelf.keep(Menus("../../evil", "../1", "/", (MenuEntry(("File", "Open")),)))
    assert [path.name for path in (tmp_path / "menus").iterdir()] == ["evil_1_none.json"]


def test_an_entry_is_told_in_one_line() -> None:
    assert (
        line_of(_CALC.entries[0])
        == "View > Freeze First Row [shortcut Ctrl+F, command FreezePanesRow]: Keeps it in sight"
    )
    assert line_of(MenuEntry(("Undo it",), in_menu=False)) == "Undo it (in no menu)"
    assert len(line_of(MenuEntry(("A",), description="x" * 999))) == 123
    assert title_of(Menus("gimp-2.10", "2.10.34")) == "menus of Gimp 2.10.34"
    assert title_of(Menus("gnome-text-editor")) == "menus of Gnome text editor"

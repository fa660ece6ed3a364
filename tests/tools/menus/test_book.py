from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from pathlib import Path

import pytest

from tests.requirement import requirement
from tests.tools.told_documents import Told
from ufo.desktop.fake import FakeDesktop
from ufo.desktop.fake.apps import form, text_editor
from ufo.knowledge.menus.shelf import MenuShelf
from ufo.knowledge.shared_index import SharedIndex
from ufo.schema.menus import Menus
from ufo.tools.menus.book import MenuBook
from ufo.tools.observe.open_documents import OfferedCommand, OpenDocuments


class Counting(FakeDesktop):
    """Counts how often menus were read, and can keep a reader waiting."""

    def __init__(self) -> None:
        super().__init__([text_editor(), form()])
        self.read = 0
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def menus(self, window_id: str, known: Collection[tuple[str, str]] = ()) -> Menus:
        await self.goes_on.wait()
        menus = await super().menus(window_id)
        if (menus.version, menus.language) in known:
            return Menus(menus.application, menus.version, menus.language)
        self.read += 1
        return menus


def _shelf(folder: Path) -> MenuShelf:
    return MenuShelf(folder, SharedIndex(folder, pytest.fail), pytest.fail)


def _soon(seconds: float = 20.0) -> float:
    return time.monotonic() + seconds


@requirement("knowledge:menus-once")
async def test_menus_are_collected_once_for_a_version(tmp_path: Path) -> None:
    desktop = Counting()
    desktop.start("notes")
    for _ in range(2):
        book = MenuBook(desktop, _shelf(tmp_path), 30)
        for _ in range(2):
            found = await book.by("notes", _soon())
            assert found is not None
            assert [item.entry.path for item in found[1].best("save under another name", 1)] == [("File", "Save As…")]
        await book.close()
    assert desktop.read == 1


async def test_a_turn_goes_on_without_what_is_late_and_the_next_one_has_it(tmp_path: Path) -> None:
    desktop = Counting()
    desktop.start("notes")
    book = MenuBook(desktop, _shelf(tmp_path), 30)
    desktop.goes_on.clear()
    assert await book.by("notes", _soon(0.2)) is None
    desktop.goes_on.set()
    assert await book.by("notes", _soon()) is not None and desktop.read == 1
    await book.close()


async def test_the_end_of_a_run_waits_for_no_menu(tmp_path: Path) -> None:
    desktop = Counting()
    desktop.start("notes")
    book = MenuBook(desktop, _shelf(tmp_path), 30)
    desktop.goes_on.clear()
    assert await book.by("notes", _soon(0.15)) is None
    async with asyncio.timeout(5):
        await book.close()


async def test_an_application_without_menus_is_asked_once(tmp_path: Path) -> None:
    desktop = Counting()
    desktop.start("form")
    book = MenuBook(desktop, _shelf(tmp_path), 30)
    assert [await book.by("form", _soon()) for _ in range(2)] == [None, None] and desktop.read == 1
    await book.close()


async def test_an_application_that_hangs_or_is_closed_is_asked_again_later(tmp_path: Path) -> None:
    desktop = Counting()
    book = MenuBook(desktop, _shelf(tmp_path), 30)
    assert await book.by("notes", _soon()) is None
    app = desktop.start("notes")
    app.hung = True
    assert await book.by("notes", _soon()) is None
    app.hung = False
    assert await book.by("notes", _soon()) is not None
    await book.close()


async def test_what_a_program_tells_of_its_commands_stands_beside_its_menus() -> None:
    commands = (
        OfferedCommand("SaveAs", "Save As", "File > Save As", "Save As: keep it under another name"),
        OfferedCommand("Spell", "Spelling", "", "Spelling"),
    )
    desktop = Counting()
    desktop.start("notes")
    book = MenuBook(desktop, documents=OpenDocuments([Told({}, "notes", commands=commands)]))
    (window,) = await desktop.windows()
    entries = (await book.of(window))[0].entries
    told = {entry.command: (entry.path, entry.description, entry.in_menu) for entry in entries if entry.command}
    assert told == {
        "SaveAs": (("File", "Save As…"), "Save As: keep it under another name", True),
        "Spell": (("Spelling",), "", False),
    }
    await book.close()


async def test_a_question_for_a_window_reads_anew(tmp_path: Path) -> None:
    desktop = Counting()
    desktop.start("notes")
    book = MenuBook(desktop)
    (window,) = await desktop.windows()
    assert [(await book.of(window))[0].version for _ in range(2)] == ["1.0", "1.0"] and desktop.read == 2
    await book.close()

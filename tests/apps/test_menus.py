"""What real applications offer is read from their closed menus, without one being opened, and found by words."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from mcp import Client

from bench.measured_desktop import MeasuredDesktop
from tests.apps.office import Office
from tests.apps.sessions import Opening
from tests.needs import need
from tests.requirement import requirement
from tests.scenarios.stage import app, assign, host
from tests.tool_calls import call
from ufo.cli.commands.sample import make_sample
from ufo.config.settings import DesktopSettings
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch, Window
from ufo.errors import ApplicationHung
from ufo.knowledge.documents import DocumentsRetriever
from ufo.knowledge.explored import Explored
from ufo.knowledge.menus.search import MenusRetriever
from ufo.knowledge.menus.shelf import MenuShelf
from ufo.knowledge.shared_index import SharedIndex
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.knowledge import Query
from ufo.schema.menus import MenuEntry, Menus
from ufo.tools.menus.book import MenuBook
from ufo.tools.observe.open_documents import open_documents
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.servers.app_ui import app_ui
from ufo_guides.help.explore import learn_installed

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]


def _entry(menus: Menus, *path: str) -> MenuEntry:
    return next(menu for menu in menus.entries if menu.path == path)


async def _opened(desktop: MeasuredDesktop, program: str, *arguments: str) -> Window:
    need(program)
    window = await desktop.launch(Launch(program, arguments), 60)
    await desktop.settle(window.id, 10)
    return window


@requirement("knowledge:menus-quiet")
async def test_closed_menus_of_gtk_3_tell_entries_shortcuts_and_descriptions(
    desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    window = await _opened(desktop, "mousepad")
    before = await desktop.windows()
    shelf = MenuShelf(tmp_path, SharedIndex(tmp_path, pytest.fail), pytest.fail)
    book = MenuBook(desktop, shelf, 30)
    found = await book.by("mousepad", time.monotonic() + 20)
    assert found is not None
    menus, search = found
    saved = _entry(menus, "File", "Save As...")
    assert saved.shortcut == "Ctrl+Shift+S" and "save" in saved.description.lower()
    assert search.best("store the document under another name", 1)[0].entry == saved
    assert _entry(menus, "Edit", "Convert", "To Uppercase") and len(menus.entries) > 100 and menus.version
    assert [window.id for window in await desktop.windows()] == [window.id for window in before]
    known = await desktop.menus(window.id, {(menus.version, menus.language)})
    assert known == Menus("mousepad", menus.version, menus.language)
    await book.close()
    (kept,) = (tmp_path / "menus").iterdir()
    assert json.loads(kept.read_text())["entries"]


@pytest.mark.matrix
async def test_a_session_tells_the_model_the_entry_of_its_task(desktop: MeasuredDesktop, opening: Opening) -> None:
    await _opened(desktop, "mousepad")
    answers = [assign("0", "Convert the text to uppercase"), app("FINISH"), host("FINISH")]
    provider = ScriptedProvider(answers)
    async with opening(provider, knowledge={"menus": {"use": True}, "timeout_s": 20}) as session:
        await session.run("capitals, please")
    told = next(
        str(turn.inputs.knowledge.offline_docs[0].text) for turn in provider.turns if turn.inputs.knowledge.offline_docs
    )
    assert told.startswith("Edit > Convert > To Uppercase")


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("program", "words", "path", "shortcut"),
    [
        ("gimp", "old photograph", ("Filters", "Decor", "Old Photo..."), ""),
        ("pcmanfm", "show hidden files", ("View", "Show Hidden"), "Ctrl+H"),
        ("featherpad", "save under another name", ("File", "Save As"), ""),
        ("gedit", "jump to a line", ("hamburger menu", "Go to Line…"), "Ctrl+I"),
        ("gnome-text-editor", "close the other tabs", ("tab menu", "Close Other Tabs"), ""),
    ],
)  # fmt: skip
async def test_every_toolkit_tells_its_closed_menus(
    desktop: MeasuredDesktop, program: str, words: str, path: tuple[str, ...], shortcut: str
) -> None:
    window = await _opened(desktop, program)
    book = MenuBook(desktop)
    menus, search = await book.of(window)
    assert path in [found.entry.path for found in search.best(words, 3)], (menus.silence, search.best(words, 3))
    assert _entry(menus, *path).shortcut == shortcut
    await book.close()


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("program", "some", "question"),
    [
        ("gnumeric", ("\nData: ", "\nStatistics: "), "which option gives the locale to use on the command line"),
        ("featherpad", ("File: New, ", "\nSearch: "), ""),
    ],
)  # fmt: skip
async def test_a_program_that_nobody_described_is_mapped_with_its_own_help_and_that_is_kept(
    desktop: MeasuredDesktop, tmp_path: Path, program: str, some: Sequence[str], question: str
) -> None:
    window = await _opened(desktop, program)
    before = await desktop.windows()
    index = SharedIndex(tmp_path, pytest.fail)
    said: list[str] = []
    for _ in range(2):
        book = MenuBook(desktop, MenuShelf(tmp_path, index, pytest.fail), 30)
        began = time.monotonic()
        menus = await MenusRetriever(book.by, 3).retrieve(Query("weigh it", window.app_root, began + 20))
        explored = Explored(DocumentsRetriever(index, 2), index, learn_installed, said.append)
        help_told = await explored.retrieve(Query(question, window.app_root, began + 20))
        assert time.monotonic() - began < 10
        drawn = menus.offline_docs[0].text
        assert all(text in drawn for text in some) and len(drawn) <= 1_600
        # FeatherPad brings no help.
        assert bool(help_told.offline_docs) is bool(question)
        await book.close()
    index.close()
    assert ["its own help was read" in text for text in said] == [True] * bool(question)
    # Nothing was opened for it, and nothing was changed.
    assert [window.title for window in await desktop.windows()] == [window.title for window in before]


@pytest.mark.matrix
async def test_an_application_that_is_silent_for_a_while_is_asked_again(desktop: MeasuredDesktop) -> None:
    window = await _opened(desktop, "mousepad")
    os.kill(window.pid, signal.SIGSTOP)
    asked = asyncio.create_task(desktop.menus(window.id))
    done, _ = await asyncio.wait([asked], timeout=3)
    os.kill(window.pid, signal.SIGCONT)
    menus = await asked
    assert not done and len(menus.entries) > 100


@pytest.mark.matrix
async def test_an_application_that_stays_silent_is_not_said_to_tell_nothing(desktop: MeasuredDesktop) -> None:
    window = await _opened(desktop, "mousepad")
    os.kill(window.pid, signal.SIGSTOP)
    try:
        with pytest.raises(ApplicationHung, match="did not answer"):
            await desktop.menus(window.id)
    finally:
        os.kill(window.pid, signal.SIGCONT)


@pytest.mark.matrix
async def test_a_browser_tells_nothing_and_that_is_said(desktop: MeasuredDesktop) -> None:
    window = await _opened(desktop, "chromium", "about:blank")
    menus = await desktop.menus(window.id)
    assert menus.entries == () and menus.silence.endswith(
        "tells nothing of its menus while they are closed; open one and look at it"
    )


@pytest.mark.matrix
async def test_a_document_s_name_is_no_entry_and_commands_stand_beside_their_menus(
    desktop: MeasuredDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    documents = open_documents(DesktopSettings().documents)
    with Office(private_desktop.environment, tmp_path, str(make_sample(tmp_path))) as office:
        title = office.window("quarterly-report.odt").title
        shown = next(window for window in await desktop.windows() if window.title == title)
        scope = ToolScope(desktop, Selection(window=shown), tmp_path, documents=documents)
        async with Client(app_ui(scope)) as tools:
            for words, wanted in (
                ("insert footnote", "InsertFootnote"),
                ("superscript", "SuperScript"),
                ("word count", "WordCountDialog"),
            ):
                found = await call(tools, "find_commands", words=words)
                assert wanted in [item.get("command") for item in found[:4]], (words, found)
            named = {
                item.get("command") for item in await call(tools, "find_commands", words="run macro quit close print")
            }
            assert not named & {"RunMacro", "Quit", "CloseDoc", "PrintDefault"}
            assert not any(
                "quarterly" in str(item) for item in await call(tools, "find_commands", words="quarterly report")
            )
    await documents.close()

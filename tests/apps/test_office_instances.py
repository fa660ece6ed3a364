"""Any running LibreOffice is reached, and always the document that the window shows, whatever else is open."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.apps.office import Office
from tests.tool_calls import call, refusal
from ufo.api.windows import choose
from ufo.cli.commands.sample import make_sample
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo.errors import ConfigError, UfoError, WindowGone
from ufo.schema.command import Effect
from ufo.tools.observe.open_documents import OpenDocuments
from ufo.tools.observe.selection import Selection, ToolScope
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.ui_collector import ui_collector
from ufo_libreoffice.bridge import OfficeBridge
from ufo_libreoffice.open_documents import OfficeDocuments
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = [pytest.mark.apps, pytest.mark.timeout(240)]


def _note(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "note.fodt"
    path.write_text(_NOTE.replace("TEXT", text), encoding="utf-8")
    return path


async def _windows(desktop: LinuxDesktop, name: str, count: int) -> list[Window]:
    """The windows of documents of that name, once there are so many."""
    with anyio.fail_after(90):
        while True:
            found = [window for window in await desktop.windows() if window.title.startswith(f"{name} ")]
            if len(found) == count:
                return found
            await anyio.sleep(0.1)


async def _rows(client: Client, tool: str) -> Any:
    return await call(client, tool)


@pytest.mark.matrix
async def test_documents_of_one_name_are_told_apart_by_their_folders_and_each_is_worked_alone(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    """Two in one LibreOffice, a third in another with a profile of its own; nobody made any of them listen."""
    paths = [_note(tmp_path / folder, f"from {folder}") for folder in ("north", "south", "west")]
    (tmp_path / "other").mkdir()
    with (
        Office(private_desktop.environment, tmp_path, *map(str, paths[:2])),
        Office(private_desktop.environment, tmp_path / "other", str(paths[2])),
    ):
        windows = await _windows(desktop, "note.fodt", 3)
        assert len({window.title for window in windows}) == 1 and len({window.pid for window in windows}) == 2
        bridge = OfficeBridge()
        documents = OpenDocuments([OfficeDocuments(bridge)])
        told: dict[str, Window] = {}
        while set(told) != set(map(str, paths)):
            # A busy machine answers late, and then a path is not told.
            told = {await documents.path(window): window for window in windows}
        for path in paths:
            scope = ToolScope(desktop, Selection(window=told[str(path)]), tmp_path, documents=documents)
            async with Client(writer_uno(scope)) as writer, Client(ui_collector(scope)) as eyes:
                assert (await _rows(eyes, "get_app_window_info"))["description"] == f"document {path}"
                assert await call(writer, "read_text") == f"from {path.parent.name}"
                assert (await call(writer, "replace_text", old="from", new="kept in"))["effect"] == Effect.CONFIRMED
                await call(writer, "save")
        async with Client(ui_collector(ToolScope(desktop, Selection(), tmp_path, documents=documents))) as eyes:
            listed = {row["description"] for row in await _rows(eyes, "get_desktop_app_target_info")}
            assert {f"document {path}" for path in paths} <= listed
        with pytest.raises(ConfigError, match="2 windows are called .*north/note.fodt; .*south/note.fodt"):
            await choose([told[str(path)] for path in paths[:2]], "note.fodt", None, documents)
        for path in paths:
            assert (
                await choose(list(told.values()), f"{path.parent.name}/note.fodt", None, documents) == told[str(path)]
            )
        scope = ToolScope(desktop, Selection(window=told[str(paths[0])]), tmp_path, documents=documents)
        async with Client(app_ui(scope)) as hands:
            await call(hands, "go_to_window", title="south/note.fodt")
            assert scope.selection.window == told[str(paths[1])]
            assert "by the path of its document" in await refusal(hands, "go_to_window", title="note.fodt")
        await desktop.close_window(told[str(paths[1])].id)
        await _windows(desktop, "note.fodt", 2)
        with pytest.raises(WindowGone, match="look again and select one that is there"):
            await bridge.call(told[str(paths[1])], "writer.read_text")
        assert "kept in north" in (await bridge.call(told[str(paths[0])], "writer.read_text"))["text"]
        await bridge.close()
    for path in paths:
        assert f"kept in {path.parent.name}" in path.read_text(encoding="utf-8")


@pytest.mark.matrix
async def test_an_office_that_no_longer_listens_where_it_was_told_to_is_reached_all_the_same(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    path, bridge, pipe = make_sample(tmp_path), OfficeBridge(), f"pipe,name=ufo-test-{tmp_path.name};urp;"
    with Office(private_desktop.environment, tmp_path, f"--accept={pipe}", str(path)) as office:
        window = office.window("quarterly-report.odt")
        name = pipe.removeprefix("pipe,name=").removesuffix(";urp;")
        Path(f"/tmp/OSL_PIPE_{os.getuid()}_{name}").unlink()
        for _ in range(2):
            assert (await bridge.call(window, "document.describe", timeout_s=60.0))["path"] == str(path)
        await bridge.close()


@pytest.mark.matrix
async def test_an_office_that_asks_before_it_opens_a_document_is_told_as_one_that_waits(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    """The same holds for passwords and for what is recovered after a crash: a dialog stands before the document."""
    path, bridge = make_sample(tmp_path), OfficeBridge()
    path.with_name(f".~lock.{path.name}#").write_text(",other,elsewhere,01.01.2026 10:00,file:///nowhere;", "utf-8")
    with Office(private_desktop.environment, tmp_path, str(path)) as office:
        window = office.window("Document in Use")
        with pytest.raises(UfoError, match="dialog waits for an answer|shows no document"):
            await bridge.call(window, "document.describe", timeout_s=20.0)
        await bridge.close()


@pytest.mark.matrix
async def test_an_office_that_was_killed_is_told_as_gone(private_desktop: PrivateDesktop, tmp_path: Path) -> None:
    path, bridge = make_sample(tmp_path), OfficeBridge()
    with Office(private_desktop.environment, tmp_path, str(path)) as office:
        window = office.window("quarterly-report.odt")
        assert (await bridge.call(window, "document.describe", timeout_s=60.0))["path"] == str(path)
        office.signal(signal.SIGKILL)
        with pytest.raises(WindowGone):
            await bridge.call(window, "document.describe")
    await bridge.close()


_NOTE = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"
 office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
<text:p>TEXT</text:p></office:text></office:body></office:document>"""

"""Tools for texts at bad moments, on a real Writer: what cannot be changed is refused, and a change is one step to take back."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from PIL import Image

from tests.apps.office import Office
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from tests.waiting import WAITED_S, in_time
from ufo.cli.commands.sample import make_sample
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.schema.command import Effect
from ufo.tools.observe.selection import Selection, ToolScope
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180), pytest.mark.matrix]

_PIPE = "pipe,name=ufo-test-moments"
_LINES = "Introduction\nThe harbour survey counted ships.\nEnd\n"
_SCRIPT = """
import json, os, sys
import uno
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
context = resolver.resolve(f"uno:{sys.argv[1]};urp;StarOffice.ComponentContext")
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
frames = [desktop.Frames.getByIndex(at) for at in range(desktop.Frames.getCount())]
frame = next(one for one in frames if one.Title.startswith(sys.argv[2]))
document = frame.Controller.Model
undo = document.getUndoManager()
if sys.argv[3] == "close":
    frame.close(True)
elif sys.argv[3] == "dialog":
    helper = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
    helper.executeDispatch(frame, ".uno:PageDialog", "", 0, ())
else:
    steps = len(undo.getAllUndoActionTitles())
    while sys.argv[3] == "undo" and undo.isUndoPossible():
        undo.undo()
    page = document.StyleFamilies.getByName("PageStyles").getByName("Standard")
    looks = [document.Text.String, page.Width, page.LeftMargin, page.HeaderIsOn, page.FooterIsOn, page.TextColumns.ColumnCount]
    standard = document.StyleFamilies.getByName("ParagraphStyles").getByName("Standard")
    looks += [document.GraphicObjects.Count, document.Bookmarks.Count, document.Footnotes.Count, standard.CharHeight]
    print(json.dumps([steps, looks]), flush=True)
# The bridge's threads sometimes end in a fault while Python takes itself down.
os._exit(0)
"""


def at_office(title: str, act: str) -> Any:
    """Looks into the office past our own code: "look" and "undo" tell how many steps there were and how the document is."""
    done = subprocess.run(
        ["/usr/bin/python3", "-c", _SCRIPT, _PIPE, title, act], capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(done.stdout or "null")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("moments")
    for name in ("undone", "closed"):
        (folder / f"{name}.txt").write_text(_LINES, encoding="utf-8")
    Image.new("RGB", (30, 20), (200, 30, 30)).save(folder / "red.png")
    return folder


@pytest.fixture(scope="module")
def office(private_desktop: PrivateDesktop, folder: Path) -> Iterator[Office]:
    documents = [str(path) for path in sorted(folder.glob("*.txt"))]
    with Office(private_desktop.environment, folder, f"--accept={_PIPE};urp;", "--writer", *documents) as office:
        yield office


_CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("format_text", {"look": "style", "value": "Heading 1", "texts": ["Introduction"]}),
    ("format_text", {"look": "superscript", "value": "on", "texts": ["ships"]}),
    ("set_page", {"orientation": "landscape", "size": "A5", "margins": {"left": "3 cm"}, "columns": 2}),
    ("set_header_footer", {"part": "footer", "text": "Page {page} of {pages}", "align": "center"}),
    ("set_header_footer", {"part": "header", "text": "Draft", "pages": "first"}),
    ("insert_contents", {"at": "start"}),
    ("insert_contents", {"action": "update"}),
    ("insert_section", {"first": "The harbour", "columns": 2}),
    ("mark_text", {"kind": "footnote", "text": "harbour", "value": "A port."}),
    ("mark_text", {"kind": "bookmark", "text": "survey", "value": "here"}),
    ("mark_text", {"kind": "link", "text": "counted", "value": "https://example.org/"}),
    ("insert_field", {"field": "date", "at": "end"}),
    ("edit_image", {"action": "insert", "path": "red.png", "at": "end", "caption": "Red"}),
    ("edit_image", {"action": "change", "number": 1, "width": "3 cm"}),
    ("insert_table", {"rows": 3, "columns": 2, "cells": [["b", "a"], ["2", "x"], ["1", "y"]], "at": "before", "text": "End"}),
    ("edit_table", {"action": "add rows", "texts": [["3", "z"]]}),
    ("edit_table", {"action": "sort", "by": "b"}),
    ("edit_table", {"action": "header rows", "count": 1}),
    ("edit_table", {"action": "style", "style": "Elegant"}),
    ("edit_style", {"style": "Warning", "looks": {"bold": "on", "size": "14"}}),
    ("edit_style", {"style": "Default", "looks": {"size": "13"}}),
    ("replace_text", {"old": "(sur)vey", "new": "$1prise", "pattern": True}),
)  # fmt: skip


async def test_each_change_is_one_step_and_all_are_taken_back(office: Office, folder: Path) -> None:
    window = office.window("undone.txt")
    _, before = at_office("undone.txt", "look")
    async with Client(writer_uno(scope_on(window, folder))) as writer:
        for number, (tool, arguments) in enumerate(_CHANGES, 1):
            report = await call(writer, tool, **arguments)
            assert report["effect"] == Effect.CONFIRMED, (tool, arguments, report)
            steps, after = at_office("undone.txt", "look")
            assert steps == number, (tool, arguments, steps)
    assert after != before
    steps, back = at_office("undone.txt", "undo")
    assert back == before


async def test_a_read_only_document_is_refused_by_every_tool_that_changes_it(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    path = make_sample(tmp_path)
    Image.new("RGB", (30, 20), (200, 30, 30)).save(tmp_path / "red.png")
    before = path.read_bytes()
    with Office(private_desktop.environment, tmp_path, "--view", str(path)) as office:
        async with Client(writer_uno(scope_on(office.window("quarterly-report.odt"), tmp_path))) as writer:
            for tool, arguments in _CHANGES:
                assert "read-only" in await refusal(writer, tool, **arguments), tool
            assert "read-only" in await refusal(writer, "track_changes", action="record")
    assert path.read_bytes() == before


async def test_a_document_that_was_closed_between_two_calls_is_told(office: Office, folder: Path) -> None:
    window = office.window("closed.txt")
    async with Client(writer_uno(scope_on(window, folder))) as writer:
        assert "Introduction" in await call(writer, "read_text")
        at_office("closed.txt", "close")
        assert "look again" in await refusal(writer, "set_page", orientation="landscape")


async def test_nothing_is_changed_behind_a_modal_dialog(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    (tmp_path / "covered.txt").write_text(_LINES, encoding="utf-8")
    pipe, path = f"{_PIPE}-covered", str(tmp_path / "covered.txt")
    with Office(private_desktop.environment, tmp_path, f"--accept={pipe};urp;", "--writer", path) as office:
        shown = office.window("covered.txt")
        opened = subprocess.Popen(["/usr/bin/python3", "-c", _SCRIPT, pipe, "covered.txt", "dialog"])
        with in_time():
            while not any(window.modal and window.pid == shown.pid for window in await desktop.windows()):
                await anyio.sleep(0.1)
        async with Client(writer_uno(ToolScope(desktop, Selection(window=shown), tmp_path))) as writer:
            assert "Introduction" in await call(writer, "read_text")
            assert "the dialog 'Page Style" in await refusal(writer, "set_page", orientation="landscape")
            assert "answer or close it" in await refusal(writer, "replace_text", old="End", new="x")
            assert "'End' is there 1 times" in await call(writer, "read_text", find="End")
    opened.wait(WAITED_S)

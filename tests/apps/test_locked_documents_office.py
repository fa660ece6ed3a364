"""Documents with a password and documents that are closed under the functions' hands: told as they are, and the way on."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.apps.office import titled
from tests.office_conversions import convert
from tests.office_profiles import own_profile
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.conditions.readers.read_document import read_document
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.errors import UnreadableDocument
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.documents import documents
from ufo_libreoffice.servers.calc import calc_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180)]

_PASSWORD = "heron-48"
_COMMAS = "44,34,76,1"
"""LibreOffice's tokens for reading a CSV file."""


def _launch(folder: Path, *arguments: str) -> Launch:
    return Launch("libreoffice", (own_profile(folder, "user profile"), *arguments))


async def test_a_document_with_a_password_is_told_so_and_opens_with_it_on_the_screen(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    (tmp_path / "book.csv").write_text("x,y\n1,2\n", encoding="utf-8")
    await anyio.to_thread.run_sync(
        lambda: convert(tmp_path, ("book.csv", "book.ods"), options=_COMMAS, password=_PASSWORD)
    )
    with pytest.raises(UnreadableDocument, match="password"):
        read_document(tmp_path / "book.ods")
    bench = Bench(tmp_path, app_ui, calc_uno, documents, desktop=desktop)
    try:
        refused = await bench.run("convert_document", source="book.ods", target="book.pdf")
        assert not refused.ok and "password" in (refused.error or ""), refused
        assert not (tmp_path / "book.pdf").exists()
        bench.selection.window = await desktop.launch(_launch(tmp_path, str(tmp_path / "book.ods")), timeout_s=60)
        bench.selection.window = await titled(desktop, "Password")
        refused = await bench.run("table2markdown")
        assert not refused.ok and "no document" in (refused.error or ""), refused
        await desktop.settle(bench.selection.window.id)
        fields = [target for target in (await bench.look()).values() if target.type == "Edit"]
        assert len(fields) == 1, fields
        typed = await bench.run("keyboard_input", text=_PASSWORD, keys="{ENTER}")
        assert typed.ok, typed
        with in_time():
            # The dialog says the name of the document too.
            while any("Password" in window.title for window in await desktop.windows()):
                await anyio.sleep(0.05)
        bench.selection.window = await titled(desktop, "book.ods")
        assert (await bench.run("table2markdown")).result == "| x | y |\n| --- | --- |\n| 1 | 2 |"
    finally:
        await bench.dispatcher.close()


async def test_a_sheet_that_is_open_read_only_is_read_and_not_changed(desktop: LinuxDesktop, tmp_path: Path) -> None:
    (tmp_path / "book.csv").write_text("x,y\n1,2\n", encoding="utf-8")
    await anyio.to_thread.run_sync(lambda: convert(tmp_path, ("book.csv", "book.ods"), options=_COMMAS))
    bench = Bench(tmp_path, calc_uno, desktop=desktop)
    try:
        await desktop.launch(_launch(tmp_path, "--view", str(tmp_path / "book.ods")), timeout_s=60)
        bench.selection.window = await titled(desktop, "book.ods")
        for tool, arguments in (
            ("write_cell", {"cell": "A1", "content": "z"}),
            ("fill_range", {"cells": "C1:C2", "content": 1}),
            ("sort_table", {"by": "x"}),
            ("change_sheets", {"action": "add", "new_name": "More"}),
        ):
            refused = await bench.run(tool, **arguments)
            assert not refused.ok and "open read-only; save it under another name" in (refused.error or ""), refused
        assert "| 1 | 2 |" in str((await bench.run("table2markdown")).result)
    finally:
        await bench.dispatcher.close()


async def test_a_document_that_is_closed_between_two_calls_is_told_and_the_other_one_is_not_touched(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.csv").write_text(f"{name},y\n1,2\n", encoding="utf-8")
    await anyio.to_thread.run_sync(lambda: convert(tmp_path, ("one.csv", "one.ods"), ("two.csv", "two.ods")))
    bench = Bench(tmp_path, calc_uno, desktop=desktop)
    try:
        for name in ("one.ods", "two.ods"):
            await desktop.launch(_launch(tmp_path, str(tmp_path / name)), timeout_s=60)
            bench.selection.window = await titled(desktop, name)
        first = await titled(desktop, "one.ods")
        bench.selection.window = first
        assert (await bench.run("table2markdown")).ok
        await desktop.close_window(first.id)
        with in_time():
            while any(window.id == first.id for window in await desktop.windows()):
                await anyio.sleep(0.05)
        refused = await bench.run("write_cell", cell="A1", content="lost")
        assert not refused.ok and refused.effect is Effect.REFUSED, refused
        assert "any more" in (refused.error or ""), refused
        bench.selection.window = await titled(desktop, "two.ods")
        assert "two" in str((await bench.run("table2markdown")).result)
    finally:
        await bench.dispatcher.close()

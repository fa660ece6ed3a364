"""A LibreOffice that crashed: the next one is reached at once, and what it asks about lost documents is answered on screen."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from tests.apps.office import titled
from tests.office_profiles import own_profile
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.tools.documents.odf_package import write_package
from ufo.tools.servers.app_ui import app_ui
from ufo_libreoffice.servers.calc import calc_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180)]

_SHEET = (
    '<office:body><office:spreadsheet><table:table table:name="Kept"><table:table-row>'
    '<table:table-cell office:value-type="string"><text:p>kept</text:p></table:table-cell>'
    "</table:table-row></table:table></office:spreadsheet></office:body>"
)
_OF_RECOVERY = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Recovery/RecoveryInfo"><prop oor:name="Crashed" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Recovery/RecoveryList"><node oor:name="recovery_item_1" oor:op="replace">
<prop oor:name="OriginalURL"><value>{original}</value></prop><prop oor:name="TempURL"><value>{kept}</value></prop>
<prop oor:name="DocumentState"><value>1</value></prop><prop oor:name="Filter"><value>calc8</value></prop>
<prop oor:name="Module"><value>com.sun.star.sheet.SpreadsheetDocument</value></prop>
<prop oor:name="Title"><value>book.ods</value></prop></node></item>
</oor:items>
"""  # noqa: E501 a file of another program


async def test_after_a_crash_the_functions_reach_the_office_that_was_started_next(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, calc_uno, desktop=desktop)
    launch = Launch("libreoffice", (own_profile(tmp_path), "--calc"))
    try:
        for content in ("before", "after"):
            bench.selection.window = await desktop.launch(launch, timeout_s=60)
            written = await bench.run("write_cell", cell="A1", content=content)
            assert written.ok, written
            os.kill(bench.selection.window.pid, signal.SIGKILL)
            with in_time():
                while await desktop.windows():
                    await anyio.sleep(0.05)
            gone = await bench.run("write_cell", cell="A1", content="gone")
            assert not gone.ok and "has ended" in (gone.error or ""), gone
    finally:
        await bench.dispatcher.close()


@pytest.fixture
def recovering(private_desktop: PrivateDesktop, tmp_path: Path) -> Iterator[None]:
    """An office that was started by hand and asks about a document of its last session."""
    user = tmp_path / "profile" / "user"
    user.mkdir(parents=True)
    for name in ("book.ods", "book_0.ods"):
        write_package(tmp_path / name, _SHEET, "")
    filled = _OF_RECOVERY.format(original=(tmp_path / "book.ods").as_uri(), kept=(tmp_path / "book_0.ods").as_uri())
    (user / "registrymodifications.xcu").write_text(filled, encoding="utf-8")
    command = ["soffice", own_profile(tmp_path), "--nologo", "--calc"]
    office = subprocess.Popen(
        command, env=dict(private_desktop.environment), start_new_session=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    yield
    os.killpg(office.pid, signal.SIGKILL)
    office.wait()


@pytest.mark.usefixtures("recovering")
async def test_what_an_office_asks_about_lost_documents_is_answered_on_the_screen(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    bench = Bench(tmp_path, app_ui, calc_uno, desktop=desktop)
    try:
        bench.selection.window = await titled(desktop, "Recovery")
        refused = await bench.run("table2markdown")
        assert not refused.ok and "shows no document" in (refused.error or ""), refused
        await desktop.settle(bench.selection.window.id)
        names = {target.name for target in (await bench.look()).values()}
        if "Start" in names:
            assert (await bench.on("click_input", "Start")).ok
            assert (await bench.run("wait_for", name="Finish")).ok
            await bench.look()
            assert (await bench.on("click_input", "Finish")).ok
        else:
            # LibreOffice 25.2 needs one press.
            assert (await bench.on("click_input", "Recover Selected")).ok
        bench.selection.window = await titled(desktop, "book.ods")
        assert "kept" in str((await bench.run("table2markdown")).result)
        assert (await bench.run("write_cell", cell="A2", content="after")).ok
    finally:
        await bench.dispatcher.close()

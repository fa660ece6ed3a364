"""What stands in the way of the functions of an office: a dialog over the document, and macros that want to run."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.apps.office import titled
from tests.office_profiles import own_profile
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.documents.odf_package import write_package
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.documents import documents
from ufo_libreoffice.servers.calc import calc_uno
from ufo_libreoffice.servers.drawings import drawings_uno
from ufo_libreoffice.servers.office import office_uno
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(180)]

_SHEET = (
    "<office:scripts><office:event-listeners><script:event-listener"
    ' xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0"'
    ' script:language="ooo:script" script:event-name="dom:load" xlink:type="simple"'
    ' xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document"/></office:event-listeners>'
    '</office:scripts><office:body><office:spreadsheet><table:table table:name="Kept"><table:table-row>'
    '<table:table-cell office:value-type="string"><text:p>kept</text:p></table:table-cell>'
    "</table:table-row></table:table></office:spreadsheet></office:body>"
)
_LIBRARY = '<!DOCTYPE library:{kind} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "{file}.dtd">\n'
_OF = 'xmlns:library="http://openoffice.org/2000/library"'


def _with_macro(path: Path, sign: Path) -> None:
    """A spreadsheet whose macro makes the file `sign` when it is opened."""
    write_package(path, _SHEET, "")
    parts = {
        "Basic/script-lc.xml": _LIBRARY.format(kind="libraries", file="libraries")
        + f'<library:libraries {_OF} xmlns:xlink="http://www.w3.org/1999/xlink">'
        '<library:library library:name="Standard" library:link="false"/></library:libraries>',
        "Basic/Standard/script-lb.xml": _LIBRARY.format(kind="library", file="library")
        + f'<library:library {_OF} library:name="Standard" library:readonly="false" library:passwordprotected="false">'
        '<library:element library:name="Module1"/></library:library>',
        "Basic/Standard/Module1.xml": '<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" '
        '"module.dtd">\n<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" '
        f'script:language="StarBasic">Sub Main\nOpen "{sign}" For Output As #1\nPrint #1, "ran"\nClose #1\nEnd Sub\n'
        "</script:module>",
    }
    with zipfile.ZipFile(path) as package:
        kept = {name: package.read(name) for name in package.namelist()}
    listed = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>' for name in parts
    )
    manifest = kept["META-INF/manifest.xml"].decode()
    kept["META-INF/manifest.xml"] = manifest.replace("</manifest:manifest>", f"{listed}</manifest:manifest>").encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in kept.items():
            package.writestr(name, data)
        for name, text in parts.items():
            package.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>\n{text}')


async def test_macros_of_a_document_do_not_run_and_what_the_office_says_of_them_is_answered(
    desktop: LinuxDesktop, tmp_path: Path
) -> None:
    path, sign = tmp_path / "macro.ods", tmp_path / "sign.txt"
    _with_macro(path, sign)
    bench = Bench(tmp_path, app_ui, calc_uno, office_uno, documents, desktop=desktop)
    try:
        assert (await bench.run("convert_document", source="macro.ods", target="macro.csv")).ok
        await desktop.launch(Launch("libreoffice", (own_profile(tmp_path), "--calc")), timeout_s=60)
        # The office that runs takes the document, and asks before it shows it.
        bench.selection.window = await desktop.launch(
            Launch("libreoffice", (own_profile(tmp_path), str(path))), timeout_s=60
        )
        if bench.selection.window.modal:
            # LibreOffice 25.2 says it in a bar in the document's window.
            said = " ".join(target.name for target in (await bench.look()).values())
            assert "contains macros" in said, said
            assert (await bench.on("click_input", "OK")).ok
        bench.selection.window = await titled(desktop, "macro.ods")
        assert "kept" in str((await bench.run("table2markdown")).result)
        assert (await bench.run("write_cell", cell="A2", content="after")).ok
        refused = await bench.run("run_command", command="RunMacro")
        assert not refused.ok and "run by the person only" in (refused.error or ""), refused
        assert not sign.exists()
    finally:
        await bench.dispatcher.close()


@pytest.mark.parametrize(
    ("kind", "server", "command", "tool", "arguments", "reads"),
    [
        ("ods", calc_uno, "InsertCell", "write_cell", {"cell": "A1", "content": "new"}, "table2markdown"),
        ("odt", writer_uno, "InsertSection", "replace_text", {"old": "first", "new": "second"}, "read_text"),
        ("odp", drawings_uno, "PageSetup", "write_slides", {"slides": [{"title": "new"}]}, "read_slides"),
    ],
)
async def test_a_dialog_over_the_document_is_named_and_nothing_is_changed_below_it(  # noqa: PLR0913 one row of the table
    desktop: LinuxDesktop, tmp_path: Path, kind: str, server: Any, command: str, tool: str, arguments: dict[str, Any],
    reads: str,
) -> None:  # fmt: skip
    bench = Bench(tmp_path, app_ui, server, office_uno, documents, desktop=desktop)
    try:
        made = {"sheets": {"One": [["first"]]}} if kind == "ods" else {"text": "# first\n"}
        assert (await bench.run("make_document", target=f"it.{kind}", **made)).ok
        await desktop.launch(Launch("libreoffice", (own_profile(tmp_path), str(tmp_path / f"it.{kind}"))), timeout_s=60)
        document = await titled(desktop, f"it.{kind}")
        bench.selection.window = document
        before = (await bench.run(reads)).result
        opened = await bench.run("run_command", command=command)
        assert opened.ok, opened
        with in_time():
            while not (dialogs := [window for window in await desktop.windows() if window.modal]):
                await anyio.sleep(0.05)
        for name in (tool, "save"):
            refused = await bench.run(name, **(arguments if name == tool else {}))
            assert refused.effect is Effect.REFUSED, refused
            assert repr(dialogs[0].title) in (refused.error or "") and "answer or close it" in (refused.error or "")
        assert (await bench.run(reads)).result == before, "a dialog keeps the document from being read"
        bench.selection.window = dialogs[0]
        await bench.look()
        assert (await bench.run("keyboard_input", keys="{ESC}")).ok
        bench.selection.window = await titled(desktop, f"it.{kind}")
        assert (await bench.run(tool, **arguments)).ok
        assert (await bench.run(reads)).result != before
    finally:
        await bench.dispatcher.close()

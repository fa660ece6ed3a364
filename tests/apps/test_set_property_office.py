"""One tool sets several properties at one place of a document in a real LibreOffice, and the files tell it."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from mcp import Client
from pptx import Presentation

from tests.apps.office import Office
from tests.apps.test_looks_office import truth
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.schema.command import Effect
from ufo.schema.predicate import Truth
from ufo_libreoffice.servers.calc import calc_uno
from ufo_libreoffice.servers.drawings import drawings_uno
from ufo_libreoffice.servers.writer import writer_uno

pytestmark = pytest.mark.apps


async def test_looks_page_and_header_are_set_in_one_call_and_taken_back_in_one_step(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    source = tmp_path / "lines.txt"
    source.write_text("First line\n我們喜歡蘋果和梨子。\nThird line\n", encoding="utf-8")
    with Office(private_desktop.environment, tmp_path, "--writer", str(source)) as office:
        await _lines_are_set(office, tmp_path)
    path = tmp_path / "lines.odt"
    for name, value in (("page orientation", "landscape"), ("header", "Draft"), ("left margin", "3 cm")):
        assert truth(path, property=name, value=value) is Truth.SATISFIED, name
    assert truth(path, paragraph="First line", property="bold", value="on") is Truth.SATISFIED
    assert truth(path, paragraph="First line", property="size", value="14") is Truth.SATISFIED
    content = zipfile.ZipFile(tmp_path / "chinese.odt").read("content.xml").decode()
    ((style, text),) = re.findall(r'我們喜歡<text:span text:style-name="(\w+)">(.*?)</text:span>', content)
    assert text == "蘋果"
    assert re.search(f'style:name="{style}"[^/]*<style:text-properties [^>]*style:font-weight-asian="bold"', content)


async def _lines_are_set(office: Office, folder: Path) -> None:
    async with Client(writer_uno(scope_on(office.window("lines.txt"), folder))) as writer:
        given = {
            "bold": True,
            "size": 14,
            "page orientation": "landscape",
            "header": "Draft {page}",
            "left_margin": "3 cm",
        }
        done = await call(writer, "set_property", properties=given, texts=["First line"])
        assert done["effect"] == Effect.CONFIRMED, done
        await call(writer, "save_as", file_name="lines.odt")
        chinese = await call(writer, "set_property", properties={"bold": "on"}, texts=["蘋果"])
        assert chinese["effect"] == Effect.CONFIRMED and chinese["value"]["texts"] == ["蘋果"]
        assert "text document" in await refusal(writer, "set_property", properties={"frozen rows": "1"})
        assert "did you mean" in await refusal(writer, "set_property", properties={"bolt": "on"})
        await call(writer, "save_as", file_name="chinese.odt")


async def test_cells_take_a_code_of_a_date_as_it_is_written_and_several_properties_are_one_step(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    source = tmp_path / "days.csv"
    source.write_text("Day,Price\n2026-01-05,3.5\n2026-02-06,4.25\n", encoding="utf-8")
    with Office(private_desktop.environment, tmp_path, "--calc", "--infilter=CSV:44,34,76,1", str(source)) as office:
        async with Client(calc_uno(scope_on(office.window("days.csv"), tmp_path))) as calc:
            given = {"format": "DD.MM.YYYY", "bold": "on", "comment": "Opened", "column width": "fit", "frozen rows": 1}
            done = await call(calc, "set_property", properties=given, cells="A2")
            assert done["effect"] == Effect.CONFIRMED, done
            assert done["value"]["shown"] == "05.01.2026"
            await call(calc, "save_as", file_name="days.ods")
            undone = await call(calc, "undo_changes")
            assert undone["value"]["undone"] == ["Set properties"]
            await call(calc, "save_as", file_name="before.ods")
            await call(calc, "change_sheets", action="add", new_name="Empty")
            nothing = await call(calc, "get_range_values", sheet_name="Empty", start_row=1, start_col="B")
            assert nothing == [[""]]
            assert await call(calc, "read_cells", cells="A1:B3", sheet_name="Empty") == [["", ""]] * 3
    for path, bold, comment in ((tmp_path / "days.ods", "on", True), (tmp_path / "before.ods", "off", False)):
        assert truth(path, start="A2", property="bold", value=bold) is Truth.SATISFIED
        assert (truth(path, start="A2", property="comment", value="Opened") is Truth.SATISFIED) is comment
    assert truth(tmp_path / "days.ods", start="A2", property="shows", value="05.01.2026") is Truth.SATISFIED
    assert truth(tmp_path / "days.ods", property="frozen rows", value="1") is Truth.SATISFIED


@pytest.mark.matrix
async def test_bold_off_reaches_letters_that_are_bold_of_their_own_and_a_table_has_columns_alike(
    private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    with Office(private_desktop.environment, tmp_path, "--impress") as office:
        async with Client(drawings_uno(scope_on(office.window("Untitled"), tmp_path))) as impress:
            await call(impress, "write_slides", slides=[{"title": "Plain", "bullets": ["One red word", "Two"]}])
            await call(impress, "set_property", properties={"bold": "on", "italic": "on"}, texts=["red"])
            await call(impress, "save_as", file_name="bold.odp")
            off = await call(impress, "set_property", properties={"bold": "off"})
            assert off["effect"] == Effect.CONFIRMED, off
            table = [["Item", "Count", "Price"], ["Lamp", "4", "39"]]
            await call(impress, "add_to_slide", kind="table", rows=table, width=18)
            await call(impress, "save_as", file_name="plain", file_ext="pptx")
    assert truth(tmp_path / "bold.odp", paragraph="red", property="bold", value="on") is Truth.SATISFIED
    assert truth(tmp_path / "plain.pptx", paragraph="red", property="bold", value="off") is Truth.SATISFIED
    assert truth(tmp_path / "plain.pptx", paragraph="red", property="italic", value="on") is Truth.SATISFIED
    (held,) = [shape for shape in Presentation(str(tmp_path / "plain.pptx")).slides[0].shapes if shape.has_table]
    widths = [round(column.width / 360_000, 1) for column in held.table.columns]
    assert widths == [6.0, 6.0, 6.0]

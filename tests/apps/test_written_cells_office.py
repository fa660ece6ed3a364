"""What is written into a cell of a table in a text stands there alone: its name is no content."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import needs
from tests.office_profiles import own_profile
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.conditions.readers.read_document import read_document
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(150),
    needs("soffice"),
]
_SPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "table", "text")
)


def _cell(words: str) -> str:
    return f'<table:table-cell office:value-type="string"><text:p>{words}</text:p></table:table-cell>'


_TEXT = (
    f'<?xml version="1.0"?><office:document {_SPACES} office:version="1.3" '
    'office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>'
    '<table:table table:name="Rents"><table:table-column table:number-columns-repeated="2"/>'
    f"<table:table-row>{_cell('rent')}{_cell('new rent')}</table:table-row>"
    f"<table:table-row>{_cell('7.450')}{_cell('')}</table:table-row></table:table>"
    "<text:p>end</text:p></office:text></office:body></office:document>"
)


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    (tmp_path / "rents.fodt").write_text(_TEXT, encoding="utf-8")
    item = Bench(tmp_path, app_ui, desktop=desktop)
    command = ("--writer", "--norestore", own_profile(tmp_path), str(tmp_path / "rents.fodt"))
    item.selection.window = await desktop.launch(Launch("soffice", command), timeout_s=90)
    with in_time():
        while "7.450" not in [control.value for control in (await item.look()).values()]:
            await anyio.sleep(0.2)
    yield item
    await item.dispatcher.close()


async def _write(bench: Bench, cell: str, text: str, clear: bool = False) -> None:
    await bench.look()
    place = next(
        key for key, element in bench.selection.controls.items() if (element.role, element.name) == ("Cell", cell)
    )
    done = await bench.run("set_edit_text", id=place, name=cell, text=text, clear_current_text=clear)
    assert done.effect is Effect.CONFIRMED, done


async def test_an_empty_cell_of_a_text_gets_the_text_and_nothing_else(bench: Bench, tmp_path: Path) -> None:
    await _write(bench, "B2", "9.400")
    await _write(bench, "A2", " EUR")
    await _write(bench, "A1", "old rent", clear=True)
    assert (await bench.run("keyboard_input", keys="{VK_CONTROL}s")).ok
    file = tmp_path / "rents.fodt"
    with in_time():
        while "9.400" not in file.read_text(encoding="utf-8"):
            await anyio.sleep(0.2)
    assert read_document(file).tables == ((("old rent", "new rent"), ("7.450 EUR", "9.400")),)
    assert (
        file.read_text(encoding="utf-8").count("</text:p>") + file.read_text(encoding="utf-8").count("<text:p/>") == 5
    )

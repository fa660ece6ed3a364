"""Changes that LibreOffice itself does not record: each is one step of undo, also after the process that made it has ended."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tests.apps.office import Office
from tests.apps.test_calc_tools import _done, _fresh, _judged, _saved
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo_libreoffice.servers.calc import calc_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("undone")


@pytest.fixture(scope="module")
def window(private_desktop: PrivateDesktop, folder: Path) -> Iterator[Window]:
    with Office(private_desktop.environment, folder, "--calc") as office:
        yield office.window("Untitled 1")


async def test_changes_of_a_chart_are_taken_back_by_another_process_and_done_again(
    window: Window, folder: Path
) -> None:
    async with Client(calc_uno(scope_on(window, folder))) as calc:
        await _fresh(calc, "Chart")
        options: dict[str, Any] = {"x_title": "Pieces", "legend": "right"}
        await _done(
            calc,
            "insert_chart",
            chart_type="column",
            data_range="D1:E13",
            sheet_name="Chart",
            title="Old",
            options=options,
        )
        options = {"title": "New", "y_title": "Euro", "legend": "bottom", "place": "H20", "width": 70}
        report = await call(
            calc, "change_chart", chart_type="line", data_range="E1:E9", options=options, sheet_name="Chart"
        )
        assert report["effect"] == "confirmed" and "take it back" not in str(report["evidence"]), report
        changed = await _saved(calc, window, folder, "changed")
    of = {"sheet": "Chart"}
    old = [
        {**of, "property": name, "value": value}
        for name, value in (
            ("chart title", "Old"),
            ("chart x title", "Pieces"),
            ("chart legend", "right"),
            ("chart series", "2"),
        )
    ]
    new = [
        {**of, "property": name, "value": value}
        for name, value in (
            ("chart title", "New"),
            ("chart y title", "Euro"),
            ("chart legend", "bottom"),
            ("chart series", "1"),
        )
    ]
    old.append({**of, "chart": "column"})
    new.append({**of, "chart": "line"})
    assert _judged(changed, *new) == [] and len(_judged(changed, *old[:1], *old[2:])) == 8
    # Each client has a process of its own; the one that made the change is gone.
    async with Client(calc_uno(scope_on(window, folder))) as other:
        await _done(other, "undo_changes")
        undone = await _saved(other, window, folder, "undone")
        assert _judged(undone, *old) == [] and len(_judged(undone, *new[1:])) == 8
        assert (await call(other, "look_at_sheets"))["sheets"]


async def test_a_page_setup_is_one_step_with_its_header_and_its_print_range(window: Window, folder: Path) -> None:
    async with Client(calc_uno(scope_on(window, folder))) as calc:
        await _fresh(calc, "Page")
        first = {"orientation": "portrait", "paper": "a4", "margins": {"left": 20}, "header": "First", "scale": 80}
        await _done(calc, "page_setup", page=first, sheet_name="Page")
        page = {
            "orientation": "landscape", "paper": "a5", "margins": {"left": 33}, "header": "Second {page number}", "fit_width": 1,
            "print_range": "A1:C4",
        }  # fmt: skip
        await _done(calc, "page_setup", page=page, sheet_name="Page")
    async with Client(calc_uno(scope_on(window, folder))) as other:
        await _done(other, "undo_changes")
        paths = await _saved(other, window, folder, "page")
    pairs = {
        "page orientation": "portrait", "page size": "a4", "left margin": "20 mm", "header": "First", "print range": "none",
    }  # fmt: skip
    assert _judged(paths, *({"sheet": "Page", "property": name, "value": value} for name, value in pairs.items())) == []
    with zipfile.ZipFile(paths[0]) as package:
        styles = package.read("styles.xml").decode()
    assert 'style:scale-to="80%"' in styles and "scale-to-X" not in styles

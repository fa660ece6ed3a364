"""Colour scales, data bars and icons on a real Calc, proved from both kinds of file, and each taken back as one step."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.apps.office import Office
from tests.apps.test_calc_tools import _done, _fresh, _judged, _saved
from tests.apps.test_uno_servers import scope_on
from tests.tool_calls import call, refusal
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Window
from ufo_libreoffice.servers.calc import calc_uno

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(240)]

_KINDS: list[tuple[str, dict[str, Any], str, str]] = [
    ("colour scale", {}, "colour scale min #ff6d6d, max #77bc65", "colour scale min red"),
    (
        "colour scale",
        {"points": [{"at": "percentile", "value": 10, "color": "red"}, {"at": "percent", "value": 50, "color": "yellow"},
            {"at": "formula", "value": "=AVERAGE(E2:E13)", "color": "green"}]},
        "colour scale percentile 10 red, percent 50 yellow, formula =AVERAGE($E$2:$E$13) green",
        "colour scale percentile 10 red, percent 60 yellow",
    ),
    ("data bars", {"color": "blue"}, "data bars blue, automatic, automatic, axis automatic", "data bars green"),
    (
        "data bars",
        {"points": [{"at": "number", "value": -5}, {"at": "max"}],
            "negative_color": "orange", "axis": "middle", "gradient": False},
        "data bars number -5, max, negative orange, axis middle",
        "data bars axis none",
    ),
    ("icons", {}, "icons 3 arrows, percent 33, percent 67", "icons 4 arrows"),
    (
        "icons",
        {"icons": "5 ratings", "points": [{"at": "number", "value": item} for item in (12, 14, 16, 18)], "show_value": False},
        "icons 5 ratings, number 12, number 18",
        "icons 5 ratings, number 18, number 12",
    ),
    ("icons", {"icons": "3 stars"}, "icons 3 stars", "icons 3 flags"),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shaded")


@pytest.fixture(scope="module")
def office(private_desktop: PrivateDesktop, folder: Path) -> Iterator[Office]:
    with Office(private_desktop.environment, folder, "--calc") as office:
        yield office


@pytest.fixture(scope="module")
def window(office: Office) -> Window:
    return office.window("Untitled 1")


@pytest.fixture
async def calc(window: Window, folder: Path) -> AsyncIterator[Client]:
    async with Client(calc_uno(scope_on(window, folder))) as client:
        yield client


async def test_each_kind_is_in_both_files_and_the_cells_keep_their_own_formats(
    calc: Client, window: Window, folder: Path
) -> None:
    holds, lies = [], []
    for number, (kind, how, said, wrong) in enumerate(_KINDS):
        name = f"It's {number}"
        await _fresh(calc, name)
        await _done(calc, "format_cells", cells=["E3:E4"], look="bold", value="on", sheet_name=name)
        holds += (await _done(calc, "shade_by_value", cells="E2:E13", kind=kind, how=how, sheet_name=name))["holds"]
        of = {"sheet": name, "start": "E2:E13", "property": "conditional format"}
        holds += [
            {**of, "value": said},
            {**of, "value": "on"},
            {"sheet": name, "start": "E3", "property": "bold", "value": "on"},
        ]
        lies.append({**of, "value": wrong})
    paths = await _saved(calc, window, folder, "shaded")
    assert _judged(paths, *holds) == []
    assert len(_judged(paths, *lies)) == 2 * len(lies)
    with zipfile.ZipFile(paths[1]) as package:
        sheets = "".join(package.read(text).decode() for text in package.namelist() if "worksheets/sheet" in text)
    assert 'iconSet="5Rating" showValue="0"' in sheets


async def test_rules_are_listed_kept_replaced_and_taken_away_each_as_one_step(
    calc: Client, window: Window, folder: Path
) -> None:
    await _fresh(calc, "Steps")
    of: dict[str, Any] = {"cells": "E2:E13", "sheet_name": "Steps"}

    async def listed() -> Any:
        sheets = (await call(calc, "look_at_sheets"))["sheets"]
        return next(sheet for sheet in sheets if sheet["name"] == "Steps").get("conditional formats", {})

    await _done(calc, "conditional_format", rule={"sign": ">", "value": 15}, looks={"highlight": "red"}, **of)
    first = await listed()
    await _done(calc, "shade_by_value", kind="data bars", keep=True, **of)
    both = await listed()
    assert len(both["E2:E13"]) == 2 and both["E2:E13"][1].startswith("data bars"), both
    assert "give this rule first" in await refusal(
        calc, "conditional_format", rule={"sign": "<", "value": 1}, looks={"bold": "on"}, keep=True, **of
    )
    await _done(calc, "shade_by_value", kind="icons", **of)
    assert [item[:5] for item in (await listed())["E2:E13"]] == ["icons"]
    await _done(calc, "conditional_format", rule={"sign": "<", "value": 11}, looks={"bold": "on"}, **of)
    assert "icons" not in str(await listed())
    await _done(calc, "conditional_format", rule=None, **of)
    assert await listed() == {}
    for left in ("<", "icons", "data bars", ">"):
        await _done(calc, "undo_changes")
        assert left in str(await listed()), left
    assert await listed() == first
    paths = await _saved(calc, window, folder, "steps")
    rule = {"sheet": "Steps", "start": "E2:E13", "property": "conditional format"}
    assert _judged(paths, {**rule, "value": "> 15 highlight red"}) == []
    assert len(_judged(paths, {**rule, "value": "data bars"})) == 2


async def test_a_rule_that_refers_elsewhere_is_kept_and_a_part_of_a_range_can_be_shaded(
    calc: Client, window: Window, folder: Path
) -> None:
    await _fresh(calc, "Limits")
    await _done(calc, "name_range", name="Most", cells="D2", sheet_name="Limits")
    await _fresh(calc, "Elsewhere")
    of: dict[str, Any] = {"sheet_name": "Elsewhere"}
    for formula in ("=$Limits.$D$3<E2", "=Most>E2"):
        await _done(
            calc,
            "conditional_format",
            cells="E2:E13",
            rule={"sign": "formula", "value": formula},
            looks={"bold": "on"},
            **of,
        )
        await _done(calc, "shade_by_value", cells="E5:E7", kind="colour scale", keep=True, **of)
        paths = await _saved(calc, window, folder, "elsewhere")
        rule = {"sheet": "Elsewhere", "property": "conditional format"}
        assert (
            _judged(
                paths, {**rule, "start": "E5:E7", "value": "colour scale"}, {**rule, "start": "E2:E4", "value": "on"}
            )
            == []
        )
        assert len(_judged(paths, {**rule, "start": "E2", "value": "colour scale"})) == 2


async def test_a_part_of_shaded_cells_gets_another_rule_and_undo_joins_them_again(
    calc: Client, window: Window, folder: Path
) -> None:
    await _fresh(calc, "Parts")
    await _done(calc, "shade_by_value", cells="E2:E13", kind="icons", sheet_name="Parts")
    await _done(calc, "shade_by_value", cells="E4:E5", kind="data bars", sheet_name="Parts")
    rule = {"sheet": "Parts", "property": "conditional format"}
    parts = [{**rule, "start": "E2:E3", "value": "icons"}, {**rule, "start": "E6:E13", "value": "icons"}]
    parts.append({**rule, "start": "E4:E5", "value": "data bars"})
    whole = {**rule, "start": "E2:E13", "value": "icons"}
    paths = await _saved(calc, window, folder, "parts")
    assert _judged(paths, *parts) == [] and len(_judged(paths, whole)) == 2
    await _done(calc, "conditional_format", cells="E4:E5", rule=None, sheet_name="Parts")
    paths = await _saved(calc, window, folder, "parts")
    assert _judged(paths, *parts[:2], {**rule, "start": "E4:E5", "value": "off"}) == []
    await _done(calc, "undo_changes", steps=2)
    paths = await _saved(calc, window, folder, "parts")
    assert _judged(paths, whole) == [] and len(_judged(paths, parts[2])) == 2


async def test_what_another_program_has_copied_stays_on_the_clipboard(
    calc: Client, private_desktop: PrivateDesktop
) -> None:
    environment = dict(private_desktop.environment)
    await _fresh(calc, "Copied")
    with subprocess.Popen(
        ["xclip", "-selection", "clipboard", "-quiet"], env=environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as owner:
        assert owner.stdin is not None and owner.stderr is not None
        owner.stdin.write("Grüße, ☃".encode())
        owner.stdin.close()
        owner.stderr.readline()
        await _done(calc, "shade_by_value", cells="E2:E13", kind="icons", sheet_name="Copied")
        reads = ["xclip", "-o", "-selection", "clipboard", "-t", "UTF8_STRING"]
        found = await anyio.run_process(reads, env=environment)
        owner.kill()
    assert found.stdout.decode() == "Grüße, ☃"


async def test_what_cannot_be_shaded_is_refused_with_the_next_move(calc: Client) -> None:
    await _fresh(calc, "Refused")
    of: dict[str, Any] = {"cells": "E2:E13", "sheet_name": "Refused"}
    for kind, how, said in (
        ("colour scale", {"points": [{"at": "min"}]}, "2 or 3 points"),
        ("colour scale", {"points": [{"at": "automatic"}, {"at": "max"}]}, "is not at 'automatic'"),
        ("icons", {"points": [{"at": "percent", "value": 200}, {"at": "percent", "value": 20}]}, "between 0 and 100"),
        ("data bars", {"points": [{"at": "number"}, {"at": "max"}]}, "needs a value"),
        ("data bars", {"points": [{"at": "number", "value": "many"}, {"at": "max"}]}, "takes a number"),
    ):
        assert said in await refusal(calc, "shade_by_value", kind=kind, how=how, **of)
    await _done(calc, "filter_rows", where=[{"column": "Customer", "value": "A"}], cells="A1:E13", sheet_name="Refused")
    assert "show all rows" in await refusal(calc, "shade_by_value", kind="icons", **of)

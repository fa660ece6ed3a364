"""What a verb opened and did not choose from is closed, by no Escape too many and none too few."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tools.bench import Bench
from ufo.desktop.fake import AppSpec, RunningApp, WindowSpec
from ufo.desktop.fake.spec import button, combo, menu, menu_item
from ufo.desktop.values import Application
from ufo.schema.command import Effect
from ufo.schema.geometry import Rect
from ufo.tools.servers.app_ui import app_ui


def _open(app: RunningApp) -> None:
    app.open("dialog")


def _paints() -> AppSpec:
    shades = menu("shades", "Shades", menu("dark", "Dark", menu_item("navy", "Navy")))
    opener = button("open", "Open", _open)
    main = WindowSpec("main", "Paints", (shades, opener), Rect(60, 40, 600, 500))
    box = combo("colour", "Colour", ("Red", "Green", "Blue"), "Red")
    dialog = WindowSpec("dialog", "Choose", (box,), Rect(160, 140, 300, 200), modal=True)
    return AppSpec(Application("paints", "Paints", ("paints",), "Paints", (), (), ()), (main, dialog))


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui)
    item.desktop.installed["paints"] = _paints()
    await item.open("paints")
    yield item
    await item.dispatcher.close()


def _windows(bench: Bench) -> list[str]:
    assert bench.app is not None
    return sorted(window.title for window in bench.app.windows)


async def test_a_list_without_the_entry_is_closed_and_the_dialog_around_it_stays(bench: Bench) -> None:
    await bench.on("click_input", "Open")
    for items in (["Magenta"], [7]):
        await bench.look()
        missing = await bench.run("select", id=bench.id_of("Colour", "ComboBox"), items=items)
        assert not missing.ok or missing.effect is Effect.SUSPECTED_NOOP, missing
        assert bench.app is not None and not bench.app.widget("colour").expanded
        assert _windows(bench) == ["Choose", "Paints"]
    await bench.look()
    chosen = await bench.run("select", id=bench.id_of("Colour", "ComboBox"), items=["Blue"])
    assert chosen.effect is Effect.CONFIRMED, chosen
    assert _windows(bench) == ["Choose", "Paints"]


async def test_a_list_that_was_open_before_is_closed_too(bench: Bench) -> None:
    await bench.on("click_input", "Open")
    await bench.look()
    await bench.run("expand", id=bench.id_of("Colour", "ComboBox"))
    await bench.look()
    missing = await bench.run("select", id=bench.id_of("Colour", "ComboBox"), items=["Magenta"])
    assert not missing.ok, missing
    assert bench.app is not None and not bench.app.widget("colour").expanded
    assert _windows(bench) == ["Choose", "Paints"]


async def test_menus_of_several_levels_are_closed_and_what_is_behind_them_stays(bench: Bench) -> None:
    missing = await bench.run("visit", path=["Shades", "Dark", "Olive"])
    assert not missing.ok and "leads to no 'Olive'" in (missing.error or ""), missing
    assert bench.app is not None and not bench.app.widget("shades").expanded
    assert _windows(bench) == ["Paints"]

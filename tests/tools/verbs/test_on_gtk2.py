"""The verbs on GTK 2, whose menus do not tell that they are open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import need_scene
from tests.owned_apps.scenes import Scene
from tests.tools.bench import Bench
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect
from ufo.tools.servers.app_ui import app_ui

_SCENE = Path(__file__).parents[2] / "owned_apps" / "gtk2_menus.py"

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    need_scene(Scene("GTK 2 menus", _SCENE.name, light=False, modules=("Gtk-2.0",)))
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("/usr/bin/python3", (str(_SCENE),)))
    await desktop.settle(item.selection.window.id)
    await item.look()
    yield item
    await item.dispatcher.close()


async def test_menus_inside_of_menus_are_gone_through_and_the_right_one_of_several(bench: Bench) -> None:
    for path in (["File", "Recent", "beta.txt"], ["File", "Other", "gamma.txt"], ["Tools", "Draw", "Shapes", "Square"]):
        result = await bench.run("visit", path=path)
        assert result.ok, result
        assert await bench.titled(path[-1]), path


async def test_an_entry_of_a_menu_that_is_longer_than_the_screen_is_scrolled_to(bench: Bench) -> None:
    for row in ("Row 59", "Row 2"):
        result = await bench.run("visit", path=["Rows", row])
        assert result.ok, result
        assert await bench.titled(row)


async def test_a_marked_entry_is_read_in_the_menu_opened_once_more(bench: Bench) -> None:
    result = await bench.run("set_checked", path=["View", "Grid"], checked=True)
    assert (result.effect, result.result) == (Effect.CONFIRMED, True), result
    assert await bench.titled("Grid True")
    again = await bench.run("set_checked", path=["View", "Grid"], checked=True)
    assert (again.effect, again.route) == (Effect.CONFIRMED, None), again


async def test_what_a_menu_has_not_is_told_with_what_it_has_and_nothing_stays_open(bench: Bench) -> None:
    result = await bench.run("visit", path=["Tools", "Draw", "Colours"])
    assert not result.ok and "'Shapes', 'Lines'" in str(result.error), result
    assert await bench.titled("menus")
    with anyio.fail_after(10):
        while any(target.name == "Shapes" for target in (await bench.look()).values()):
            await anyio.sleep(0.05)

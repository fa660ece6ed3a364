"""What the pointer does besides clicking, on a page that tells in its title what reached it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import for_a_while, in_time
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Effect, Result
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = Path(__file__).parents[1] / "owned_apps" / "pointing_page.html"


@pytest.fixture(scope="class")
async def bench(desktop_of_class: LinuxDesktop, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bench]:
    item = Bench(tmp_path_factory.mktemp("pointing"), app_ui, desktop=desktop_of_class)
    item.selection.window = await desktop_of_class.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Card" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


async def _do(bench: Bench, tool: str, name: str, **parameters: object) -> Result:
    await bench.look()
    if tool == "click_input":
        parameters["name"] = name
    return await bench.run(tool, id=bench.id_of(name), **parameters)


async def _told(bench: Bench) -> str:
    return next(window.title for window in await bench.scope.desktop.windows() if window.title.startswith("Pointing"))


async def _comes_to_tell(bench: Bench, words: str) -> None:
    with for_a_while():
        while f"Pointing {words}" not in await _told(bench):
            await anyio.sleep(0.05)
    assert f"Pointing {words}" in await _told(bench)


class TestPage:
    """On one page, each by controls of its own."""

    async def test_a_control_is_dragged_onto_another_by_their_ids(self, bench: Bench) -> None:
        await bench.look()
        done = await bench.run("drag_control", id=bench.id_of("Card"), to={"id": bench.id_of("Basket")})
        assert done.ok, done
        await _comes_to_tell(bench, "dropped card")

    @pytest.mark.matrix
    async def test_a_control_is_pulled_by_its_edge_and_by_pixels(self, bench: Bench) -> None:
        done = await _do(bench, "drag_control", "Grip", edge="right", to={"right": 40})
        assert done.ok, done
        await _comes_to_tell(bench, "pulled 40")

    async def test_what_shows_only_under_the_pointer_stays_shown(self, bench: Bench) -> None:
        assert not any(target.name == "Under the menu" for target in (await bench.look()).values())
        done = await _do(bench, "hover", "Menu")
        assert done.effect is not Effect.SUSPECTED_NOOP, done
        assert any(target.name == "Under the menu" for target in (await bench.look()).values())
        assert (await _do(bench, "click_input", "Under the menu")).ok

    @pytest.mark.matrix
    async def test_a_click_may_hold_a_key(self, bench: Bench) -> None:
        await _do(bench, "click_input", "One")
        await _do(bench, "click_input", "Two", key_hold="ctrl")
        await _comes_to_tell(bench, "One,Two+ctrl")

    async def test_words_of_a_text_are_selected_and_the_selection_is_read_back(self, bench: Bench) -> None:
        done = await _do(bench, "select_words", "Line", text="the", number=2)
        assert done.effect is Effect.CONFIRMED, done
        await _comes_to_tell(bench, "[the]12")
        done = await _do(bench, "select_words", "Lines", text="second words")
        assert done.effect is Effect.CONFIRMED, done
        await _comes_to_tell(bench, "[second words]12")
        typed = await bench.run("keyboard_input", text="2nd")
        assert typed.ok
        assert (await _do(bench, "texts", "Lines")).result == "first words\n2nd\nthird words"
        missing = await _do(bench, "select_words", "Line", text="horse")
        assert not missing.ok and "does not have 'horse'" in (missing.error or "")

    @pytest.mark.matrix
    async def test_a_button_is_clicked_when_a_number_falls_below_another(self, bench: Bench) -> None:
        await _do(bench, "click_input", "Go")
        watch = {"id": bench.id_of("Left"), "shows": "< 50"}
        done = await bench.run("click_when", id=bench.id_of("Stop"), watch=watch, timeout_s=20)
        assert done.ok, done
        await _comes_to_tell(bench, "stopped ")
        assert " stopped 4" in await _told(bench)
        never = await bench.run("click_when", id=bench.id_of("Stop"), watch={**watch, "shows": "> 900"}, timeout_s=0.3)
        assert not never.ok and "nothing was clicked" in (never.error or "")

    @pytest.mark.matrix
    async def test_a_long_text_is_read_page_by_page_and_searched(self, bench: Bench) -> None:
        whole = "\n".join(f"line {number}" for number in range(900))
        page = (await _do(bench, "read", "Long")).result
        read = page["text"]
        assert page["characters"] == len(whole) and len(read) < 4000
        while "next" in page:
            page = (await _do(bench, "read", "Long", offset=page["next"])).result
            read += page["text"]
        assert read == whole
        found = (await _do(bench, "read", "Long", find="line 777")).result
        assert [item["offset"] for item in found["found"]] == [whole.index("line 777")]

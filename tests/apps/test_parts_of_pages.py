"""A page's part that scrolls by itself: it is searched, read, scrolled and judged whole, and nothing hidden is offered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Command, Effect
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.ui_collector import ui_collector

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = Path(__file__).parents[1] / "owned_apps" / "parts_page.html"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, ui_collector, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Book flight for $189" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


async def _shows(bench: Bench, name: str) -> bool:
    return any(
        name in (target.name, target.value) and "offscreen" not in target.states
        for target in (await bench.look()).values()
    )


@pytest.mark.matrix
async def test_the_part_around_a_text_is_scrolled_to_its_end_and_the_page_stays(bench: Bench) -> None:
    result = await bench.on("scroll_to", "29h 58m", edge="end")
    assert (result.effect, result.route is None) == (Effect.CONFIRMED, False), result
    assert await _shows(bench, "Book flight for $301") and await _shows(bench, "Book the shortest flight.")
    again = await bench.on("scroll_to", "9h 9m", edge="end")
    assert again.effect is Effect.CONFIRMED and await _shows(bench, "Book flight for $301"), again
    back = await bench.on("scroll_to", "9h 9m", edge="start")
    assert back.effect is Effect.CONFIRMED and await _shows(bench, "Book flight for $189"), back


@pytest.mark.matrix
async def test_the_end_of_the_page_is_told_with_what_its_parts_still_hide(bench: Bench) -> None:
    result = await bench.run("scroll_to", id=bench.id_of("Parts", "Document"), edge="end")
    assert result.effect is Effect.CONFIRMED and await _shows(bench, "The small print"), result


@pytest.mark.matrix
async def test_where_only_a_part_of_the_page_scrolls_the_end_of_the_page_is_that_of_the_part(bench: Bench) -> None:
    await bench.on("click_input", "Shorten")
    await bench.look()
    result = await bench.run("scroll_to", id=bench.id_of("Parts", "Document"), edge="end")
    assert result.effect is Effect.CONFIRMED and "what scrolls around" in result.evidence[0], result
    assert await _shows(bench, "Kenya") and await _shows(bench, "Aruba") is False


async def test_a_search_tells_and_acts_on_all_of_that_name_and_on_nothing_hidden(bench: Bench) -> None:
    found = (await bench.run("find_controls", text="Book flight", role="Button")).result
    assert [item["name"] for item in found if item["name"].startswith("Book flight")] == [
        f"Book flight for ${price}" for price in (189, 285, 290, 301)
    ]
    assert "offscreen" in found[3]["states"] and found[3]["id"]
    for hidden in ("Folded away", "Never shown", "Skip to the flights", "Thunderstorm"):
        assert not (await bench.run("find_controls", text=hidden)).result, hidden

    await bench.run("find_controls", text="Book flight for $301")
    listed = await bench.look()
    (last,) = [key for key, target in listed.items() if target.name == "Book flight for $301"]
    assert {"found", "offscreen"} <= set(listed[last].states)
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    (clicked,) = await guarded.execute_commands(
        [Command(tool_name="click_input", parameters={"id": last, "name": "Book flight for $301"})]
    )
    assert clicked.ok, clicked
    assert await bench.titled("booked 301 - Chromium")


@pytest.mark.matrix
async def test_what_a_page_has_hidden_since_the_last_look_is_not_found(bench: Bench) -> None:
    assert (await bench.run("find_controls", text="Sunshine")).result
    await bench.on("click_input", "Turn over")
    assert not (await bench.run("find_controls", text="Sunshine")).result
    assert (await bench.run("find_controls", text="Thunderstorm")).result


@pytest.mark.matrix
async def test_a_page_is_read_whole_and_in_its_order(bench: Bench) -> None:
    said = (await bench.run("read", id=bench.id_of("Parts", "Document"), what="text")).result["text"].split("\n")
    wanted = [
        "29h 58m",
        "12h 1m",
        "Book flight for $285",
        "9h 9m",
        "Book flight for $301",
        "Turn over",
        "The small print",
    ]
    assert [item for item in said if item in wanted] == wanted
    assert "Folded away" not in said and "Never shown" not in said


@pytest.mark.matrix
async def test_conditions_count_what_is_scrolled_out_of_sight(bench: Bench) -> None:
    expect = [
        {"on": "element", "name": "India", "role": "ListItem", "state": "selected"},
        {"on": "element", "name": "Japan", "role": "ListItem", "state": "selected"},
        {"on": "element", "name": "Heard Island", "exists": False},
        {"on": "element", "name": "Atlantis", "role": "ListItem"},
    ]
    await bench.on("scroll_to", "Lands", edge="start")
    found = (await bench.run("verify_expectations", expect=expect, timeout_s=0)).result
    assert [item["truth"] for item in found] == ["satisfied", "unsatisfied", "unsatisfied", "unsatisfied"], found

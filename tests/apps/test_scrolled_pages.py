"""What is scrolled out of sight on a page is found by its name, and the instruction that names it is not taken for it."""

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

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = Path(__file__).parents[1] / "owned_apps" / "scrolled_page.html"


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Bright" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("text", "role"), [("Dispatch", "Button"), pytest.param("Oslo", "ListItem", marks=pytest.mark.matrix)]
)
async def test_what_an_instruction_names_is_scrolled_to_and_not_the_instruction(
    bench: Bench, text: str, role: str
) -> None:
    result = await bench.run("scroll_to", text=text)
    assert (result.effect, result.evidence) == (Effect.CONFIRMED, (f"{role} {text!r} is in sight now",))
    await bench.look()
    assert bench.id_of(text, role)


@pytest.mark.matrix
async def test_a_text_that_only_the_instruction_says_is_no_scrolling_that_was_done(bench: Bench) -> None:
    result = await bench.run("scroll_to", text="press the button")
    assert "nothing was done" in result.evidence[0] and "was in sight before" in result.evidence[0]


async def test_a_wait_for_what_is_out_of_sight_ends_at_once_and_says_where_it_is(bench: Bench) -> None:
    with in_time():
        result = await bench.run("wait_for", name="Dispatch", timeout_s=30)
    assert result.evidence == ("'Dispatch' is on the page, out of sight: scroll_to it before it is acted on",)


@pytest.mark.matrix
async def test_fields_out_of_sight_are_filled(bench: Bench) -> None:
    fields = [{"name": "Street", "value": "High"}, {"name": "Town", "value": "Ghent"}]
    result = await bench.run("fill", fields=fields)
    assert result.effect is Effect.CONFIRMED, result
    await bench.run("scroll_to", text="Dispatch")
    await bench.look()
    assert (await bench.run("click_input", id=bench.id_of("Dispatch"), name="Dispatch")).ok
    assert await bench.titled("sent High Ghent - Chromium")


async def test_a_control_named_by_its_path_is_scrolled_to(bench: Bench, tmp_path: Path) -> None:
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(ask=()), bench.scope))
    command = Command(tool_name="click_input", parameters={"path": "Dispatch"})
    (result,) = await guarded.execute_commands([command])
    assert result.effect in (Effect.CONFIRMED, Effect.PARTIAL), result
    assert await bench.titled("sent - Chromium")


@pytest.mark.matrix
async def test_a_way_through_the_page_begins_where_the_page_has_scrolled_to(bench: Bench) -> None:
    result = await bench.run("visit", path=["Dispatch"])
    assert result.effect in (Effect.CONFIRMED, Effect.PARTIAL), result
    assert await bench.titled("sent - Chromium")

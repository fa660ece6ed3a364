"""What the list shows can be acted on: under each name that it shows, and also after its application made it anew."""

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
from ufo.schema.command import Command, Effect, ResultStatus
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(120),
    needs("chromium"),
]
_PAGE = Path(__file__).parents[1] / "owned_apps" / "remade_page.html"
OK = ResultStatus.SUCCESS


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", (_PAGE.as_uri(),)), timeout_s=60)
    with in_time():
        while not any(target.name == "Quince" for target in (await item.look()).values()):
            await anyio.sleep(0.05)
    yield item
    await item.dispatcher.close()


@pytest.fixture
def guarded(bench: Bench) -> GuardedDispatcher:
    return GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(ask=()), bench.scope))


def click(bench: Bench, name: str) -> Command:
    return Command(tool_name="click_input", parameters={"id": bench.id_of(name), "name": name})


@pytest.mark.matrix
async def test_a_list_that_is_made_anew_at_each_click_is_worked_in_one_turn(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    results = await guarded.execute_commands([click(bench, name) for name in ("Pear", "Quince", "Apple")])
    assert [result.status for result in results] == [OK] * 3, results
    assert await bench.titled("took Apple - Chromium")


@pytest.mark.matrix
async def test_what_stands_among_others_now_is_another_thing(bench: Bench, guarded: GuardedDispatcher) -> None:
    results = await guarded.execute_commands([click(bench, "Other fruit"), click(bench, "Plum")])
    assert [result.status for result in results] == [OK, ResultStatus.FAILURE], results
    assert results[1].effect is Effect.REFUSED or "not shown any more" in str(results[1].error)


@pytest.mark.matrix
async def test_a_count_in_a_name_that_our_own_click_changed_makes_no_other_control(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    results = await guarded.execute_commands([click(bench, "Add to cart"), click(bench, "Cart (0)")])
    assert [result.status for result in results] == [OK] * 2, results
    assert await bench.titled("cart opened - Chromium")


async def test_a_button_that_says_something_else_now_is_not_pressed(bench: Bench, guarded: GuardedDispatcher) -> None:
    results = await guarded.execute_commands([click(bench, "Turn"), click(bench, "Keep")])
    assert [result.status for result in results] == [OK, ResultStatus.FAILURE], results
    assert "has become" in str(results[1].error)


@pytest.mark.matrix
async def test_a_field_without_a_name_is_named_by_the_words_beside_it(bench: Bench, guarded: GuardedDispatcher) -> None:
    field = next(
        key
        for key, element in bench.selection.controls.items()
        if element.role in ("Edit", "Spinner") and not element.name
    )
    (result,) = await guarded.execute_commands(
        [Command(tool_name="set_edit_text", parameters={"id": field, "name": "Width:", "text": "12"})]
    )
    assert (result.status, result.effect) == (OK, Effect.CONFIRMED), result
    assert bench.selection.newest is not None


@pytest.mark.matrix
async def test_enter_that_empties_a_search_field_stops_nothing(bench: Bench, guarded: GuardedDispatcher) -> None:
    find = bench.id_of("Find", "Edit")
    results = await guarded.execute_commands(
        [
            Command(tool_name="set_edit_text", parameters={"id": find, "name": "Find", "text": "kiwi"}),
            Command(tool_name="keyboard_input", parameters={"id": find, "name": "Find", "keys": "{ENTER}"}),
            click(bench, "Pear"),
        ]
    )
    assert [result.status for result in results] == [OK] * 3, results
    assert await bench.titled("took Pear - Chromium")

"""Nothing that needs consent runs without it, and consent is to exactly what was shown, once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.tools.bench import Bench
from ufo.config.settings import PolicySettings
from ufo.schema.command import Command, Effect, Result, ResultStatus
from ufo.schema.tool import ToolInfo
from ufo.secrets.masks import Masks
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.dispatch.protocol import BasicCommandDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.host_ui import host_ui


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, host_ui)
    yield item
    await item.dispatcher.close()


@pytest.fixture
def guarded(bench: Bench) -> GuardedDispatcher:
    return GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))


async def submit(bench: Bench) -> Command:
    """A command that sends, ready to be run."""
    app = await bench.open("form")
    app.set_value("name", "Ada")
    app.set_enabled("submit", True)
    await bench.look()
    return Command(tool_name="click_input", parameters={"id": bench.id_of("Submit"), "name": "Submit"})


async def test_a_command_to_ask_about_runs_only_after_consent_and_once(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    command = await submit(bench)
    (held,) = await guarded.execute_commands([command])
    assert (held.status, held.effect) == (ResultStatus.FAILURE, Effect.REFUSED)
    assert "consent" in str(held.error)
    assert bench.app is not None and bench.app.window("thanks") is None
    (verdict,) = await guarded.review([command])
    assert verdict.needs_consent and verdict.question == "Press 'Submit' in 'Registration'?"
    guarded.approve(command.call_id)
    (done,) = await guarded.execute_commands([command])
    assert done.effect is Effect.PARTIAL
    assert bench.app.window("thanks") is not None
    (again,) = await guarded.execute_commands([command])
    assert again.effect is Effect.REFUSED


async def test_consent_to_a_control_named_by_path_covers_it_once_it_is_there(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    await submit(bench)
    command = Command(tool_name="click_input", parameters={"path": "Submit"})
    (verdict,) = await guarded.review([command])
    assert verdict.needs_consent
    guarded.approve(command.call_id)
    (done,) = await guarded.execute_commands([command])
    assert done.effect is Effect.PARTIAL, done
    assert bench.app is not None and bench.app.window("thanks") is not None


async def test_consent_without_a_review_is_none(bench: Bench, guarded: GuardedDispatcher) -> None:
    command = await submit(bench)
    guarded.approve(command.call_id)
    (held,) = await guarded.execute_commands([command])
    assert held.effect is Effect.REFUSED


async def test_consent_is_to_exactly_what_was_shown(bench: Bench, guarded: GuardedDispatcher) -> None:
    command = await submit(bench)
    await guarded.review([command])
    guarded.approve(command.call_id)
    other = command.model_copy(update={"parameters": {**command.parameters, "double": True}})
    (swapped,) = await guarded.execute_commands([other])
    assert swapped.effect is Effect.REFUSED
    await guarded.review([command])
    guarded.approve(command.call_id)
    assert bench.app is not None
    bench.app.set_title("main", "Another registration")
    (changed,) = await guarded.execute_commands([command])
    assert "not what would happen now" in str(changed.error)


async def test_consent_outlives_the_mark_that_our_own_act_puts_into_the_title(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    command = await submit(bench)
    await guarded.review([command])
    guarded.approve(command.call_id)
    assert bench.app is not None
    bench.app.set_title("main", "*Registration")
    (done,) = await guarded.execute_commands([command])
    assert done.effect is Effect.PARTIAL, done


async def test_after_a_held_command_the_rest_is_skipped(bench: Bench, guarded: GuardedDispatcher) -> None:
    command = await submit(bench)
    tick = "Send me the newsletter"
    harmless = Command(tool_name="click_input", parameters={"id": bench.id_of(tick), "name": tick})
    first, second, third = await guarded.execute_commands([harmless, command, harmless])
    assert (first.status, second.status, third.status) == (
        ResultStatus.SUCCESS,
        ResultStatus.FAILURE,
        ResultStatus.SKIPPED,
    )
    assert bench.app is not None and bench.app.checked("newsletter")


async def test_a_denied_command_never_runs_even_with_consent(bench: Bench) -> None:
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(deny=("send",)), bench.scope))
    command = await submit(bench)
    (verdict,) = await guarded.review([command])
    guarded.approve(command.call_id)
    (result,) = await guarded.execute_commands([command])
    assert (verdict.decision, result.effect) == ("deny", Effect.REFUSED)
    assert bench.app is not None and bench.app.window("thanks") is None


async def test_the_tools_are_those_of_the_inner_dispatcher(bench: Bench, guarded: GuardedDispatcher) -> None:
    assert await guarded.list_tools() == await bench.dispatcher.list_tools()
    (unknown,) = await guarded.execute_commands([Command(tool_name="click_inptu")])
    assert "did you mean 'click_input'" in str(unknown.error)


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("visit", {"path": '["Submit"]'}),
        ("visit", {"path": "Submit"}),
        ("launch_application", {"name": "editor", "arguments": '["--execute=anything"]'}),
        ("fill", {"fields": '[{"name": "Submit", "value": true}]'}),
        ("fill", {"fields": {"name": "Submit", "value": True}}),
    ],
)
async def test_what_is_judged_is_what_runs_however_the_arguments_are_written(
    bench: Bench, guarded: GuardedDispatcher, tool: str, parameters: dict[str, Any]
) -> None:
    await submit(bench)
    command = Command(tool_name=tool, parameters=parameters)
    (verdict,) = await guarded.review([command])
    (held,) = await guarded.execute_commands([command])
    assert verdict.needs_consent and held.effect is Effect.REFUSED and "consent" in str(held.error)


async def test_a_number_where_a_text_is_wanted_is_that_text(bench: Bench, guarded: GuardedDispatcher) -> None:
    app = await bench.open("form")
    number = int(bench.id_of("Name"))
    write = Command(tool_name="set_edit_text", parameters={"id": number, "name": "Name", "text": 2026})
    (written,) = await guarded.execute_commands([write])
    assert (written.effect, app.value("name")) == (Effect.CONFIRMED, "2026")
    (filled,) = await guarded.execute_commands(
        [Command(tool_name="fill", parameters={"fields": [{"id": number, "value": 7}]})]
    )
    assert (filled.effect, app.value("name")) == (Effect.CONFIRMED, "7")


async def test_what_a_tool_gives_back_is_masked_though_it_never_passed_the_desktop(tmp_path: Path) -> None:
    bench = Bench(tmp_path, app_ui)
    await bench.open("form")
    masks = Masks()
    masks.learn("PELICAN4711")
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope), masks=masks)
    (told,) = await guarded.execute_commands([Command(tool_name="summary", parameters={"text": "it is PELICAN4711"})])
    assert told.ok and "PELICAN4711" not in str(told.result), told
    await bench.dispatcher.close()


async def test_after_an_action_that_ended_in_its_middle_the_rest_is_skipped(
    bench: Bench, guarded: GuardedDispatcher
) -> None:
    class EndsInTheMiddle(BasicCommandDispatcher):
        async def execute_commands(self, commands: Sequence[Command], timeout: float = 60.0) -> list[Result]:
            done = Result(status=ResultStatus.SUCCESS, effect=Effect.PARTIAL, unfinished="1 of 2 fields is not filled")
            return [done.model_copy(update={"call_id": command.call_id}) for command in commands]

        async def list_tools(self) -> tuple[ToolInfo, ...]:
            return await bench.dispatcher.list_tools()

        async def close(self) -> None:
            """Nothing is open."""

    await bench.open("form")
    partly = GuardedDispatcher(EndsInTheMiddle(), Policy(PolicySettings(ask=()), bench.scope))
    press = Command(tool_name="click_input", parameters={"id": bench.id_of("Submit"), "name": "Submit"})
    results = await partly.execute_commands([press, press.model_copy(update={"call_id": "2"})])
    assert [result.status for result in results] == [ResultStatus.SUCCESS, ResultStatus.SKIPPED]
    assert "1 of 2 fields is not filled" in str(results[1].error)

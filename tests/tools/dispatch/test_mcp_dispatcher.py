"""Commands through real MCP servers in this process: one result each, in order, whatever the tools do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from mcp.server import MCPServer
from mcp_types import CallToolResult

from tests.requirement import requirement
from ufo.errors import StaleElement, UfoError
from ufo.schema.command import ActionReport, Command, Effect, ResultStatus, Route
from ufo.schema.tool_facts import ToolFacts
from ufo.tools.dispatch.mcp_dispatcher import LocalCommandDispatcher, NamedServer
from ufo.tools.servers.server import ToolServer, rows


class Probe:
    """The tools of two servers and what they saw."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.started = asyncio.Event()
        self.cancelled = False

    def observing(self) -> MCPServer:
        server = ToolServer("Looks")

        @server.observes(ToolFacts())
        async def read_title(upper: bool = False) -> str:
            """Tells the title."""
            return "TITLE" if upper else "title"

        @server.observes(ToolFacts())
        async def list_rows(count: int) -> CallToolResult:
            return rows([{"id": str(number)} for number in range(count)])

        @server.observes(ToolFacts())
        async def broken_look() -> str:
            raise UfoError("the window is away; look again")

        return server

    def acting(self) -> MCPServer:
        server = ToolServer("Acts")

        @server.acts(ToolFacts())
        async def press(name: str) -> ActionReport:
            self.order.append(name)
            await asyncio.sleep(0)
            self.order.append(name)
            return ActionReport(
                value="done", effect=Effect.CONFIRMED, route=Route.ACCESSIBILITY, evidence=(f"{name} is pressed",)
            )

        @server.destroys(ToolFacts())
        async def erase() -> ActionReport:
            raise StaleElement("the control is gone; look again")

        @server.acts(ToolFacts())
        async def refuse() -> ActionReport:
            return ActionReport(effect=Effect.REFUSED, evidence=("a dialog covers it",))

        @server.acts(ToolFacts())
        async def crash() -> ActionReport:
            raise ZeroDivisionError("one from inside")

        @server.acts(ToolFacts())
        async def hang() -> ActionReport:
            self.started.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled = True
                raise
            return ActionReport()

        return server


@pytest.fixture
def probe() -> Probe:
    return Probe()


@pytest.fixture
async def dispatcher(probe: Probe) -> AsyncIterator[LocalCommandDispatcher]:
    command_dispatcher = LocalCommandDispatcher(
        [NamedServer("Looks", "data_collection", probe.observing()), NamedServer("Acts", "action", probe.acting())]
    )
    yield command_dispatcher
    await command_dispatcher.close()


def act(tool_name: str, **parameters: object) -> Command:
    return Command(tool_name=tool_name, parameters=parameters)


@requirement("tools:one-result")
async def test_results_come_in_order_with_the_ids_of_their_commands(dispatcher: LocalCommandDispatcher) -> None:
    commands = [
        act("press", name="OK"),
        Command(tool_name="read_title", parameters={"upper": True}, tool_type="data_collection"),
        Command(tool_name="list_rows", parameters={"count": 2}, tool_type="data_collection"),
    ]
    pressed, title, listed = await dispatcher.execute_commands(commands)
    assert [result.call_id for result in (pressed, title, listed)] == [command.call_id for command in commands]
    assert (pressed.result, pressed.effect, pressed.route) == ("done", Effect.CONFIRMED, Route.ACCESSIBILITY)
    assert (pressed.evidence, pressed.namespace) == (("OK is pressed",), "Acts")
    assert (title.result, title.namespace, title.effect) == ("TITLE", "Looks", None)
    assert listed.result == [{"id": "0"}, {"id": "1"}]


@requirement("tools:skipped")
async def test_after_a_failed_action_the_rest_is_skipped_with_the_reason(
    dispatcher: LocalCommandDispatcher, probe: Probe
) -> None:
    erased, after = await dispatcher.execute_commands([act("erase"), act("press", name="OK")])
    assert (erased.status, erased.effect) == (ResultStatus.FAILURE, Effect.REFUSED)
    assert erased.error == "the control is gone; look again"
    assert after.status is ResultStatus.SKIPPED
    assert "'erase'" in str(after.error) and "look again" in str(after.error)
    assert probe.order == []


@requirement("tools:skipped")
async def test_after_a_failed_look_the_rest_still_runs(dispatcher: LocalCommandDispatcher) -> None:
    looked, pressed = await dispatcher.execute_commands(
        [Command(tool_name="broken_look", tool_type="data_collection"), act("press", name="OK")]
    )
    assert looked.error == "the window is away; look again"
    assert pressed.ok


async def test_a_refusal_in_a_report_is_a_failure(dispatcher: LocalCommandDispatcher) -> None:
    (refused,) = await dispatcher.execute_commands([act("refuse")])
    assert (refused.status, refused.effect, refused.error) == (
        ResultStatus.FAILURE,
        Effect.REFUSED,
        "a dialog covers it",
    )


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (act("pres", name="OK"), "did you mean 'press'"),
        (act("zzz"), "choose one of"),
        (act("press"), "needs name"),
        (act("press", nmae="OK"), "did you mean 'name'"),
        (act("press", name={"a": 1}), "string"),
    ],
)
async def test_what_does_not_fit_a_tool_says_what_would(
    dispatcher: LocalCommandDispatcher, probe: Probe, command: Command, said: str
) -> None:
    (result,) = await dispatcher.execute_commands([command])
    assert result.status is ResultStatus.FAILURE
    assert said in str(result.error)
    assert "errors.pydantic.dev" not in str(result.error)
    assert probe.order == []


async def test_a_tool_that_raises_gives_its_reason(dispatcher: LocalCommandDispatcher) -> None:
    (result,) = await dispatcher.execute_commands([act("crash")])
    assert result.status is ResultStatus.FAILURE
    assert "another way" in str(result.error)
    assert "'crash' failed: ZeroDivisionError: one from inside" in str(result.error)


async def test_a_tool_that_hangs_is_stopped_at_its_deadline_and_others_work_on(
    dispatcher: LocalCommandDispatcher, probe: Probe
) -> None:
    (hung,) = await dispatcher.execute_commands([act("hang")], timeout=0.05)
    assert "within 0.05 s" in str(hung.error)
    assert probe.cancelled
    (pressed,) = await dispatcher.execute_commands([act("press", name="OK")])
    assert pressed.ok


async def test_cancelling_the_caller_cancels_the_tool(dispatcher: LocalCommandDispatcher, probe: Probe) -> None:
    running = asyncio.create_task(dispatcher.execute_commands([act("hang")]))
    await probe.started.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert probe.cancelled
    (pressed,) = await dispatcher.execute_commands([act("press", name="OK")])
    assert pressed.ok


async def test_two_callers_never_act_at_once(dispatcher: LocalCommandDispatcher, probe: Probe) -> None:
    await asyncio.gather(*(dispatcher.execute_commands([act("press", name=name)]) for name in "abc"))
    assert probe.order in [[*map(str, order)] for order in ("aabbcc", "aaccbb", "bbaacc", "bbccaa", "ccaabb", "ccbbaa")]


async def test_tools_tell_their_type_place_and_annotations(dispatcher: LocalCommandDispatcher) -> None:
    tools = {tool.tool_name: tool for tool in await dispatcher.list_tools()}
    assert tools["read_title"].tool_key == "data_collection::read_title"
    assert tools["read_title"].read_only and tools["read_title"].description == "Tells the title."
    assert tools["erase"].destructive and not tools["press"].destructive
    assert tools["press"].parameters == ("name",)


async def test_a_closed_dispatcher_answers_with_failures(dispatcher: LocalCommandDispatcher) -> None:
    await dispatcher.execute_commands([act("press", name="OK")])
    await dispatcher.close()
    first, second = await dispatcher.execute_commands([act("press", name="OK"), act("crash")])
    assert (first.status, second.status) == (ResultStatus.FAILURE, ResultStatus.FAILURE)
    assert "closed" in str(first.error)


async def test_one_name_in_two_servers_is_said_and_nothing_runs(probe: Probe) -> None:
    twice = LocalCommandDispatcher(
        [NamedServer("One", "action", probe.acting()), NamedServer("Two", "action", probe.acting())]
    )
    (result,) = await twice.execute_commands([act("press", name="OK")])
    assert "'One'" in str(result.error) and "'Two'" in str(result.error)
    assert probe.order == []
    await twice.close()

"""The server that `ufo mcp` runs, through the official client: in memory on a desktop in memory, and as a process."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult, ImageContent, TextContent

from tests.cli.command import Command
from tests.test_extensions import OUTSIDE
from ufo.config.load import validated
from ufo.config.settings import Settings
from ufo.mcp_server.elicitation import Elicitations
from ufo.mcp_server.place import Place
from ufo.mcp_server.server import build

Mode = Literal["auto", "legacy"]
DELETE = {"tool": "remove_file", "arguments": {"path": "notes.txt"}}


@pytest.fixture(autouse=True)
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(OUTSIDE))
    yield
    sys.modules.pop("house_parts", None)


def settings_of(folder: Path, **more: Any) -> Settings:
    system = {"control_backend": "a11y", "question_timeout_s": 20} | more.pop("system", {})
    desktop = {"backend": "house_parts:DESK", "where": "here"}
    policy = {"applications": "allow"} | more.pop("policy", {})
    return validated(desktop=desktop, system=system, policy=policy, log_dir=folder / "logs", **more)


class Person:
    """What a client's person answers. `asked` has the questions."""

    def __init__(self, **answer: Any) -> None:
        self.asked: list[str] = []
        self._answer = answer

    async def __call__(self, context: Any, params: ElicitRequestParams) -> ElicitResult:
        self.asked.append(params.message)
        return ElicitResult(action="accept", content=self._answer) if self._answer else ElicitResult(action="decline")


@asynccontextmanager
async def connected(
    settings: Settings, folder: Path, person: Person | None = None, mode: Mode = "auto"
) -> AsyncIterator[Client]:
    place, elicitations = Place(settings, folder), Elicitations(settings.system.question_timeout_s)
    try:
        async with Client(build(place, elicitations), elicitation_callback=person, mode=mode) as client:
            yield client
    finally:
        await elicitations.close()
        await place.close()


def text(answer: CallToolResult) -> str:
    return "\n".join(part.text for part in answer.content if isinstance(part, TextContent))


def id_of(look: CallToolResult, name: str) -> str:
    line = next(line for line in text(look).splitlines() if f'"{name}"' in line or name in line)
    return line.split()[0].strip("[]:")


async def test_a_client_looks_acts_by_the_ids_of_its_look_and_verifies(tmp_path: Path) -> None:
    async with connected(settings_of(tmp_path), tmp_path) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert names == {"list_windows", "observe", "find_tools", "act", "verify", "do_request"}
        rows = json.loads(text(await client.call_tool("list_windows")))
        look = await client.call_tool("observe", {"window": rows[0]["title"], "picture": True})
        assert any(isinstance(part, ImageContent) for part in look.content)
        arguments = {"id": id_of(look, "Name"), "name": "Name", "text": "Ada", "clear_current_text": True}
        done = await client.call_tool("act", {"tool": "set_edit_text", "arguments": arguments})
        assert done.structured_content is not None and done.structured_content["effect"] == "confirmed", text(done)
        condition = {"on": "element", "name": "Name", "value": "Ada"}
        found = await client.call_tool("verify", {"conditions": [condition, {**condition, "value": "Bob"}]})
        truths = [load["truth"] for load in json.loads(text(found))]
        assert truths == ["satisfied", "unsatisfied"]


async def test_what_is_wrong_is_answered_with_the_next_move(tmp_path: Path) -> None:
    async with connected(settings_of(tmp_path), tmp_path) as client:
        for tool, arguments, said in (
            ("observe", {"window": "no such window"}, "no window matches 'no such window'; the open windows are"),
            ("act", {"tool": "clik"}, "there is no tool 'clik' here; find_tools names"),
            ("act", {"tool": "click_input", "arguments": {"id": "999", "name": "x"}}, "no control has id '999'"),
            ("verify", {"conditions": [{"on": "moon"}]}, "these are no conditions"),
            ("do_request", {"request": "type {{secret:bank}}"}, "may name no secrets"),
        ):
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error and said in text(answer), text(answer)


async def test_tools_are_found_by_words_with_their_arguments(tmp_path: Path) -> None:
    async with connected(settings_of(tmp_path), tmp_path) as client:
        found = json.loads(text(await client.call_tool("find_tools", {"words": "remove a file"})))
    assert "path" in next(item for item in found if item["tool"] == "remove_file")["arguments"]["properties"]


@pytest.mark.parametrize("mode", [pytest.param("auto", marks=pytest.mark.matrix), "legacy"])
async def test_on_the_own_screen_an_application_is_looked_at_after_the_client_asked_its_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Mode
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for person, asked, is_seen in (
        (None, 0, False),
        (Person(answer="no"), 1, False),
        (Person(answer="this time"), 1, True),
        (Person(answer="always"), 1, True),
        (None, 0, True),
    ):
        settings = settings_of(tmp_path, policy={"applications": "ask"})
        async with connected(settings, tmp_path, person, mode) as client:
            rows = json.loads(text(await client.call_tool("list_windows")))
            for _ in range(2):
                seen = await client.call_tool("observe", {"window": rows[0]["id"]})
                assert seen.is_error is not is_seen, text(seen)
                assert is_seen or "ufo allow" in text(seen)
        assert person is None or len(person.asked) == asked


async def test_a_client_is_held_to_the_named_applications(tmp_path: Path) -> None:
    async with connected(settings_of(tmp_path, policy={"only": ["gimp"]}), tmp_path) as client:
        assert json.loads(text(await client.call_tool("list_windows"))) == []
        started = await client.call_tool("act", {"tool": "launch_application", "arguments": {"name": "form"}})
        assert started.is_error and "is not among what this run may work (only gimp)" in text(started)


@pytest.mark.parametrize("mode", [pytest.param("auto", marks=pytest.mark.matrix), "legacy"])
async def test_consent_is_asked_through_the_client_and_a_client_that_cannot_ask_is_refused(
    tmp_path: Path, mode: Mode
) -> None:
    file = tmp_path / "notes.txt"
    for person, is_done in (
        (None, False),
        (Person(), False),
        (Person(consent=False), False),
        (Person(consent=True), True),
    ):
        file.write_text("keep me", encoding="utf-8")
        async with connected(settings_of(tmp_path), tmp_path, person, mode) as client:
            answer = await client.call_tool("act", DELETE)
        assert (not file.exists(), answer.is_error) == (is_done, not is_done), text(answer)
        if person is not None:
            assert len(person.asked) == 1 and "notes.txt" in person.asked[0]


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.matrix)])
async def test_a_whole_request_reports_progress_and_asks_before_what_is_risky(tmp_path: Path, mode: Mode) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("keep me", encoding="utf-8")
    script = tmp_path / "script.jsonl"
    script.write_text(
        "\n".join(json.dumps(record) for record in (step("CONTINUE", "remove_file", path="notes.txt"), step("FINISH")))
    )
    settings = settings_of(tmp_path, model={"name": f"scripted:{script}", "decide_locally": False})
    told: list[str] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        told.append(f"{progress:g}/{total:g} {message}")

    person = Person(consent=True)
    async with connected(settings, tmp_path, person, mode) as client:
        answer = await client.call_tool("do_request", {"request": "tidy up"}, progress_callback=on_progress)
    assert not file.exists() and len(person.asked) == 1, text(answer)
    assert json.loads(text(answer))["outcome"] in ("COMPLETED_UNVERIFIED", "VERIFIED")
    assert any("/50 HostAgent" in line for line in told)


async def test_a_request_that_is_cancelled_ends_in_order_and_the_next_one_works(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, model={"name": f"hand:{tmp_path / 'turns'}", "decide_locally": False})
    async with connected(settings, tmp_path) as client:
        waiting = asyncio.create_task(client.call_tool("do_request", {"request": "wait for me"}))
        await until(lambda: list((tmp_path / "turns").glob("0001/*")))
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert json.loads(text(await client.call_tool("list_windows")))
    (events,) = [path.read_text(encoding="utf-8") for path in (tmp_path / "logs").glob("*/events.jsonl")]
    assert '"CANCELLED"' in events.splitlines()[-1]


@pytest.mark.matrix
@pytest.mark.apps
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_official_client_works_a_real_editor_on_a_private_desktop_over_stdio(
    tmp_path: Path, mode: Mode
) -> None:
    command = Command(tmp_path)
    words = ["-c", "from ufo.cli.entry import main; main()", "mcp", "--desktop", "private", "--folder", str(tmp_path)]
    server = StdioServerParameters(command=sys.executable, args=words, env=command.environment, cwd=tmp_path)
    person = Person(consent=True)
    (tmp_path / "draft.txt").write_text("draft", encoding="utf-8")
    async with Client(server, elicitation_callback=person, mode=mode) as client:
        opened = await client.call_tool("act", {"tool": "launch_application", "arguments": {"name": "mousepad"}})
        assert not opened.is_error, text(opened)
        look = await client.call_tool("observe", {"window": "Mousepad"})
        typed = await client.call_tool("act", {"tool": "keyboard_input", "arguments": {"text": "over the wire"}})
        assert not typed.is_error, text(typed) + text(look)
        condition = {"on": "element", "value": "over the wire", "name": ""}
        found = await client.call_tool("verify", {"conditions": [condition], "timeout_s": 5})
        assert json.loads(text(found))[0]["truth"] == "satisfied", text(found)
        removed = await client.call_tool("act", {"tool": "remove_file", "arguments": {"path": "draft.txt"}})
        assert not (tmp_path / "draft.txt").exists() and person.asked, text(removed)
        done = await client.call_tool("do_request", {"request": "open the calculator and compute 6*7"})
        assert "42" in text(done), text(done)
    assert command.left() == []


def step(status: str, function: str = "", **arguments: Any) -> dict[str, Any]:
    answer = {"observation": "a desktop", "thought": "next", "status": status, "function": function}
    return {**answer, "arguments": arguments}


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)

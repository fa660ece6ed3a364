"""`ufo acp` with the official client over real pipes, on private desktops."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from acp import RequestError, resource_link_block, text_block

from tests.acp_server.editor import Editor, begun, edited, said_to
from tests.cli.command import UFO, Command, until
from tests.needs import needs
from tests.scenarios.stage import host
from tests.waiting import in_time

pytestmark = pytest.mark.apps
PRIVATE = ("--desktop", "private")


def scripted(folder: Path, *answers: dict[str, Any]) -> tuple[str, ...]:
    script = folder / "script.json"
    script.write_text(json.dumps(answers), encoding="utf-8")
    return ("--model", f"scripted:{script}", *PRIVATE)


@needs("gnome-calculator")
async def test_a_conversation_of_requests_is_done_and_proved_and_can_be_loaded_again(tmp_path: Path) -> None:
    command, editor = Command(tmp_path), Editor()
    with in_time():
        async with edited(command, editor, *PRIVATE) as agent:
            session = await begun(agent, tmp_path)
            assert await said_to(agent, session, "open the calculator and compute 6*7") == "end_turn"
            assert "**VERIFIED**" in editor.said and "42" in editor.said
            plan = editor.of("plan")
            assert plan[0].entries[0].status == "in_progress" and plan[-1].entries[0].status == "completed"
            calls = editor.of("tool_call")
            assert {call.kind for call in calls} >= {"execute"} and {call.status for call in calls} <= {
                "completed",
                "failed",
            }
            shown = [part.content for update in editor.of("tool_call_update") for part in update.content or ()]
            assert any(part.type == "image" and part.mime_type.startswith("image/") for part in shown)
            before = len(editor.updates)
            assert await said_to(agent, session, "compute 12*12 with the calculator") == "end_turn"
            assert "144" in editor.said and len(editor.updates) > before
    (run,) = command.runs()
    assert until(lambda: command.left() == [])
    assert run.name == session and (run / "report.html").is_file()
    again = Editor()
    with in_time():
        async with edited(command, again, *PRIVATE) as agent:
            await agent.load_session(cwd=str(tmp_path), session_id=session, mcp_servers=[])
            assert [update.content.text for update in again.of("user_message_chunk")] == [
                "open the calculator and compute 6*7", "compute 12*12 with the calculator",
            ]  # fmt: skip
            assert again.said == editor.said and again.of("tool_call")


async def test_a_risky_act_asks_in_the_editor_and_text_files_are_shown_as_differences(tmp_path: Path) -> None:
    (tmp_path / "gone.txt").write_text("keep me\n", encoding="utf-8")
    remove = host("CONTINUE", function="remove_file", arguments={"path": "gone.txt"})
    options = scripted(tmp_path, *[remove, host("FINISH", result="gone")] * 2)
    for wanted, is_there in (("reject_once", True), ("allow_once", False)):
        command, editor = Command(tmp_path), Editor(wanted)
        with in_time():
            async with edited(command, editor, *options) as agent:
                await said_to(agent, await begun(agent, tmp_path), "tidy up")
        assert (tmp_path / "gone.txt").exists() is is_there, editor.said
        ((question, kinds),) = editor.asked
        assert "gone.txt" in question and kinds == ["allow_once", "reject_once"]
    differences = [part for call in editor.of("tool_call") for part in call.content or () if part.type == "diff"]
    assert [(part.path, part.old_text, part.new_text) for part in differences] == [
        (str(tmp_path / "gone.txt"), "keep me\n", "")
    ]


@pytest.mark.matrix
async def test_a_question_is_put_into_the_conversation_and_the_next_prompt_answers_it(tmp_path: Path) -> None:
    asks = host("PENDING", questions=["Which colour?"])
    options = scripted(tmp_path, asks, host("FINISH", result="blue then"))
    command, editor = Command(tmp_path), Editor()
    with in_time():
        async with edited(command, editor, *options) as agent:
            session = await begun(agent, tmp_path)
            assert await said_to(agent, session, "paint it") == "end_turn"
            assert "**Question** Which colour?" in editor.said and "COMPLETED" not in editor.said
            assert await said_to(agent, session, "blue") == "end_turn"
            assert "blue then" in editor.said
    (run,) = command.runs()
    assert '"answer":"blue"' in (run / "events.jsonl").read_text("utf-8").replace('": "', '":"')


async def test_a_request_is_cancelled_in_order_and_the_next_one_works(tmp_path: Path) -> None:
    command, editor = Command(tmp_path), Editor()
    turns = tmp_path / "turns"
    with in_time():
        async with edited(command, editor, "--model", f"hand:{turns}", *PRIVATE) as agent:
            session = await begun(agent, tmp_path)
            going_on = asyncio.create_task(said_to(agent, session, "wait for me"))
            while not list(turns.glob("0001/*")):
                await asyncio.sleep(0.05)
            with pytest.raises(RequestError, match="goes on already"):
                await said_to(agent, session, "another one")
            await agent.cancel(session_id=session)
            assert await going_on == "cancelled"
            going_on = asyncio.create_task(said_to(agent, session, "and again"))
            while not list(turns.glob("0002/*")):
                await asyncio.sleep(0.05)
    # The editor left in the middle of the second one.
    going_on.cancel()
    assert until(lambda: command.left() == [])
    (run,) = command.runs()
    assert (run / "events.jsonl").read_text("utf-8").count('"CANCELLED"') >= 2


async def test_what_is_wrong_is_answered_with_the_next_move(tmp_path: Path) -> None:
    command, editor = Command(tmp_path), Editor()
    with in_time():
        async with edited(command, editor, *PRIVATE) as agent:
            for wrong in ("relative", str(tmp_path / "missing"), str(tmp_path / "script.json")):
                with pytest.raises(RequestError, match="absolute path"):
                    await agent.new_session(cwd=wrong, mcp_servers=[])
            with pytest.raises(RequestError):
                await said_to(agent, "no such session", "x")
            for unknown in ("no such session", "../../etc", "20200101-000000-abcdef"):
                with pytest.raises(RequestError):
                    await agent.load_session(cwd=str(tmp_path), session_id=unknown, mcp_servers=[])
            session = await begun(agent, tmp_path)
            assert await said_to(agent, session, "  ") == "end_turn" and "empty" in editor.said
            link = resource_link_block("x.txt", (tmp_path / "a b.txt").as_uri())
            answer = await agent.prompt(prompt=[text_block("look at \x1b[31m"), link], session_id=session)
            assert answer.stop_reason == "end_turn" and "\x1b" not in editor.said
    assert until(lambda: command.left() == [])


_GARBAGE = (
    b"no JSON",
    b"5",
    b"[]",
    b'"text"',
    b"{}",
    b'{"id": 7}',
    b'{"method": 5, "id": 1}',
    b'{"jsonrpc": "2.0", "id": {"a": 1}, "method": "initialize"}',
    b'{"a":' * 5000,
    b"[" * 200_000,
    b"\xff\xfe\x00",
    b'{"jsonrpc": "2.0", "id": 3, "method": "session/prompt", "params": {"sessionId": 5}}',
    b'{"jsonrpc": "2.0", "id": 4, "method": "session/new", "params": null}',
    b'{"jsonrpc": "2.0", "id": 5, "method": "no/such"}',
    b'{"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "x"}}',
    b"x" * (17 << 20),
)


async def test_garbage_on_standard_input_is_answered_and_the_next_message_works(tmp_path: Path) -> None:
    pipes: dict[str, Any] = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
    environment = Command(tmp_path).environment
    server = await asyncio.create_subprocess_exec(*UFO, "acp", env=environment, cwd=tmp_path, **pipes)
    assert server.stdin is not None and server.stdout is not None
    with in_time():
        for number, line in enumerate(_GARBAGE, start=1000):
            hello = {"jsonrpc": "2.0", "id": number, "method": "initialize", "params": {"protocolVersion": 1}}
            server.stdin.write(line + b"\n" + json.dumps(hello).encode() + b"\n")
            await server.stdin.drain()
            seen: list[dict[str, Any]] = []
            while not seen or seen[-1].get("id") != number:
                seen.append(json.loads(await server.stdout.readline()))
            assert seen[-1]["result"]["protocolVersion"] == 1, line[:60]
            assert all("error" in answer for answer in seen[:-1]), line[:60]
        server.stdin.close()
        assert await server.wait() == 0


def test_at_a_terminal_or_from_a_file_it_says_who_starts_it(tmp_path: Path) -> None:
    told = Command(tmp_path).run("acp")
    assert told.returncode == 2 and "docs/acp.md" in told.stderr, told

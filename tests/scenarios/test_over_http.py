"""A whole session with a model behind real HTTP: what it is sent, what it costs, and what becomes of bad answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.llm.model_server import Step
from tests.llm.openai_server import OpenAIServer, Reply, Request, fails, says
from tests.scenarios.readers import reads
from tests.scenarios.stage import act, app, host, stage
from ufo.config.settings import ModelSettings
from ufo.llm.provider import Provider
from ufo.llm.registry import Surroundings, create
from ufo.schema.outcome import RunOutcome

PRICED = {"input_price": 2.0, "output_price": 10.0}


async def _at_once(_: float) -> None:
    return None


def model(server: OpenAIServer, **more: Any) -> Provider:
    settings = ModelSettings(name="openai:local", base_url=server.base_url, **PRICED, **more)
    return create(settings, Surroundings(sleep=_at_once))


def texts(request: Request) -> str:
    """Everything written that the model was sent."""
    parts = []
    for message in request.body["messages"]:
        content = message["content"]
        parts += [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    return "\n".join(parts)


def pictures(request: Request) -> list[str]:
    return re.findall(r"data:image/[a-z]+;base64,", json.dumps(request.body["messages"]))


def choose_form(request: Request) -> Reply:
    return says(host("ASSIGN", "select_application_window", {"id": "0"}, current_subtask="write the address"))


def fill_in(request: Request) -> Reply:
    """Finds the field's id in the outline, as a model does."""
    found = re.search(r"Edit \W*Email\W[^\n]*?\[(\d+)\]|\[(\d+)\][^\n]*Edit[^\n]*Email", texts(request))
    assert found, texts(request)
    field = found.group(1) or found.group(2)
    expect = [{"on": "element", "name": "Email", "role": "Edit", "value": "a@b.example"}]
    return says(app("FINISH", act("set_edit_text", id=field, name="Email", text="a@b.example"), expect=expect))


async def test_a_model_over_http_works_an_application_and_its_cost_is_counted(tmp_path: Path) -> None:
    with OpenAIServer([choose_form, fill_in, reads]) as server:
        async with stage(tmp_path, model(server)) as scene:
            summary = await scene.run("sign me up as a@b.example")
    assert summary.outcome is RunOutcome.VERIFIED
    assert (summary.usage.model_calls, summary.usage.input_tokens, summary.usage.output_tokens) == (3, 300, 60)
    assert summary.usage.cost is not None and round(summary.usage.cost, 6) == round(300 * 2e-6 + 60 * 1e-5, 6)
    hosts, apps = server.requests[0], server.requests[1]
    assert "sign me up as a@b.example" in texts(hosts) and "Registration" in texts(hosts)
    assert len(pictures(hosts)) == 1 and len(pictures(apps)) >= 2
    assert hosts.body["response_format"]["type"] == "json_schema"


def tick(request: Request) -> Reply:
    found = re.search(r"\[(\d+)\][^\n]*newsletter", texts(request))
    assert found, texts(request)
    return says(app("CONTINUE", act("set_checked", id=found.group(1), checked=True)))


async def test_pictures_go_with_the_first_look_and_from_when_the_model_asks_on(tmp_path: Path) -> None:
    shut = says(app("FAIL", result="enough"))
    steps: list[Step] = [choose_form, tick, says(app("SCREENSHOT")), says(app("CONTINUE")), shut, says(host("FAIL"))]
    with OpenAIServer(steps) as server:
        async with stage(tmp_path, model(server)) as scene:
            await scene.run("subscribe me")
    apps = [request for request in server.requests if "You are the AppAgent" in texts(request)]
    assert [len(pictures(request)) for request in apps] == [2, 0, 2, 2]
    assert ["No picture goes with this look" in texts(request) for request in apps] == [False, True, False, False]


async def test_a_setting_sends_pictures_with_each_look(tmp_path: Path) -> None:
    steps: list[Step] = [choose_form, tick, says(app("FAIL", result="enough")), says(host("FAIL"))]
    with OpenAIServer(steps) as server:
        settings: dict[str, Any] = {"model": {"pictures": "always"}}
        async with stage(tmp_path, model(server, pictures="always"), **settings) as scene:
            await scene.run("subscribe me")
    apps = [request for request in server.requests if "You are the AppAgent" in texts(request)]
    assert [len(pictures(request)) for request in apps] == [2, 2]


async def test_a_blind_model_is_sent_no_pictures(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"model": {"visual_mode": False}}
    with OpenAIServer([choose_form, fill_in, reads]) as server:
        async with stage(tmp_path, model(server, visual_mode=False), **settings) as scene:
            summary = await scene.run("sign me up as a@b.example")
    assert summary.outcome is RunOutcome.VERIFIED
    assert not [picture for request in server.requests for picture in pictures(request)]


async def test_trouble_on_the_way_is_overcome_and_told(tmp_path: Path) -> None:
    cut_off = says('{"observation": "the desk', finish_reason="length")
    steps: list[Step] = [
        fails(429, headers={"Retry-After": "1"}),
        fails(500),
        Reply(reset=True),
        says("Sure! I will do that."),
        cut_off,
        says(host("FINISH", result="in the end")),
        reads,
    ]
    with OpenAIServer(steps) as server:
        async with stage(tmp_path, model(server)) as scene:
            summary = await scene.run()
    assert summary.answer == "in the end"
    # The end in three tries, and a reading.
    assert summary.usage.model_calls == 4


async def test_a_model_that_stays_away_ends_the_run_with_its_reason_and_without_its_key(tmp_path: Path) -> None:
    with OpenAIServer([fails(503, "overloaded")]) as server:
        async with stage(tmp_path, model(server, api_key="sk-very-secret-key")) as scene:
            summary = await scene.run()
        folder = scene.folder
    assert summary.outcome is RunOutcome.FAILED
    assert "503" in summary.reason
    assert all(request.headers["authorization"] == "Bearer sk-very-secret-key" for request in server.requests)
    logged = "".join(path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in (".jsonl", ".log"))
    assert logged and "sk-very-secret-key" not in logged

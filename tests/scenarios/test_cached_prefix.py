"""What a request begins with is the same to the byte in all turns of an agent, so that the provider finds it in its cache."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.llm.model_server import Reply, Request, says
from tests.llm.openai_asking import Waits
from tests.llm.wires.endpoints import FORMATS, Speaking
from tests.scenarios.readers import texts_in
from tests.scenarios.stage import act, app, host, stage
from ufo.llm.registry import create

BY_NAME = {speaking.kind: speaking for speaking in FORMATS}


def _texts(request: Request) -> str:
    return "\n".join(texts_in(request.body))


def _id_of(request: Request, name: str) -> str:
    found = re.search(rf"\[(\d+)\][^\n]*{name}", _texts(request))
    assert found, _texts(request)
    return found.group(1)


def _choose(request: Request) -> Reply:
    return says(host("ASSIGN", "select_application_window", {"id": "0"}, current_subtask="write the address"))


def _fill(request: Request) -> Reply:
    return says(app("CONTINUE", act("set_edit_text", id=_id_of(request, "Email"), text="a@b.example")))


def _tick(request: Request) -> Reply:
    return says(app("CONTINUE", act("set_checked", id=_id_of(request, "newsletter"), checked=True)))


def _give_up(request: Request) -> Reply:
    return says(app("FAIL", result="enough"))


def _plan_again(request: Request) -> Reply:
    return says(host("CONTINUE", "open_application", {"name": "notes"}, current_subtask="write hello"))


STEPS: tuple[Callable[[Request], Reply], ...] = (
    _choose,
    _fill,
    lambda _: says("That is no JSON."),
    _tick,
    lambda _: says(app("SCREENSHOT")),
    _give_up,
    _plan_again,
    lambda _: says(app("SCREENSHOT")),
    _give_up,
    lambda _: says(host("FAIL", comment="enough")),
)


def _prefix(request: Request) -> str:
    """Return all of a request that comes before what the user says in this turn, in the order of the wire."""
    body = dict(request.body)
    said = [body.pop(name) for name in ("messages", "contents", "input") if name in body]
    system = [item for item in (said[0] if said else []) if item.get("role") == "system"]
    return json.dumps([body, system])


def _by_agent(requests: list[Request]) -> Iterator[list[Request]]:
    for name in ("HostAgent", "AppAgent"):
        yield [request for request in requests if f"You are the {name}" in _texts(request)]


@pytest.mark.parametrize(
    "speaking",
    [
        BY_NAME["openai"],
        BY_NAME["anthropic"],
        *(
            pytest.param(BY_NAME[name], marks=pytest.mark.matrix)
            for name in ("openai-responses", "google", "bedrock", "openrouter", "ollama")
        ),
    ],
    ids=lambda item: item.kind,
)
async def test_every_turn_of_an_agent_begins_with_the_same_bytes(speaking: Speaking, tmp_path: Path) -> None:
    with speaking.serving(*STEPS) as server:
        provider = create(speaking.settings(server), Waits().surroundings())
        async with stage(tmp_path, provider) as scene:
            await scene.run("write a@b.example into the field Email")
        requests = list(server.requests)
    hosts, apps = _by_agent(requests)
    assert len(hosts) >= 3 and len(apps) >= 5
    assert len({_prefix(request) for request in hosts}) == 1
    # A sub-task in another application has other tools, and the rules before them are the same.
    first, others = apps[:5], apps[5:]
    assert len({_prefix(request) for request in first}) == 1
    assert len({_prefix(request) for request in others}) <= 1
    assert all(len(_prefix(request)) > 6000 for request in requests)


@pytest.mark.parametrize("kind", ["anthropic", pytest.param("bedrock", marks=pytest.mark.matrix)])
async def test_the_marks_for_the_cache_stand_where_a_provider_needs_them(kind: str, tmp_path: Path) -> None:
    speaking = BY_NAME[kind]
    with speaking.serving(*STEPS) as server:
        async with stage(tmp_path, create(speaking.settings(server), Waits().surroundings())) as scene:
            await scene.run("write a@b.example into the field Email")
        for request in server.requests:
            body = request.body
            if kind == "anthropic":
                assert body["tools"][-1]["cache_control"] and body["system"][-1]["cache_control"]
                assert json.dumps(body["messages"]).count("cache_control") == 0
            else:
                assert "cachePoint" in body["toolConfig"]["tools"][-1] and "cachePoint" in body["system"][-1]

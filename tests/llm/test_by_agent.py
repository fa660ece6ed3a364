"""A large model plans and a small one acts: each gets its own turns and its own key, over real HTTP."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.llm.openai_server import OpenAIServer, Request, fails, says
from tests.requirement import requirement
from tests.scenarios.readers import reads
from tests.scenarios.stage import app, stage
from tests.scenarios.test_over_http import choose_form, fill_in, texts
from ufo.config.agent_models import AgentName
from ufo.config.load import load_settings
from ufo.config.sections import ModelSections
from ufo.config.settings import ModelSettings
from ufo.errors import ConfigError, SecretRefused
from ufo.llm.by_agent import choose
from ufo.llm.probe.findings import Findings, remember
from ufo.llm.registry import Surroundings
from ufo.schema.outcome import RunOutcome
from ufo.trace.events import ModelAnswered, RunStarted
from ufo_computer_use.operator_provider import create_operator

PLACE = "http://127.0.0.1:9/v1"
PLANS = (choose_form, reads)


def _of(server: OpenAIServer, name: str, **more: Any) -> dict[str, Any]:
    return {"name": f"openai:{name}", "base_url": server.base_url, "max_retry": 0, **more}


def _key(request: Request) -> str:
    return request.headers["authorization"].removeprefix("Bearer ")


@requirement("models:by-agent")
async def test_each_agent_asks_its_own_model_with_its_own_key(tmp_path: Path) -> None:
    with OpenAIServer(PLANS) as large, OpenAIServer([fill_in]) as small:
        agents = {"app": _of(small, "small", api_key="small-key", input_price=1.0, output_price=1.0)}
        model = _of(large, "large", api_key="large-key", input_price=2.0, output_price=10.0)
        async with stage(tmp_path, None, model=model, agents=agents) as scene:
            summary = await scene.run("sign me up as a@b.example")
    assert summary.outcome is RunOutcome.VERIFIED
    assert {_key(request) for request in large.requests} == {"large-key"}
    assert {_key(request) for request in small.requests} == {"small-key"}
    # A request is read by the model of the HostAgent, unless its reader has one of its own.
    assert ["You are the HostAgent" in texts(request) for request in large.requests] == [True, False]
    assert all("You are the AppAgent" in texts(request) for request in small.requests)
    assert [request.body["model"] for request in small.requests] == ["small"]
    costs = {event.model: event.usage.cost for event in scene.heard.events if isinstance(event, ModelAnswered)}
    assert costs["small"] == pytest.approx(120 / 1e6)
    assert costs["large"] == pytest.approx((100 * 2.0 + 20 * 10.0) / 1e6)
    (started,) = [event for event in scene.heard.events if isinstance(event, RunStarted)]
    assert started.model == "openai:large (acts: openai:small)"


@pytest.mark.matrix
async def test_one_agent_may_see_pictures_and_the_other_not(tmp_path: Path) -> None:
    with OpenAIServer(PLANS) as large, OpenAIServer([fill_in]) as small:
        agents = {"app": _of(small, "small", visual_mode=False)}
        async with stage(tmp_path, None, model=_of(large, "large"), agents=agents) as scene:
            await scene.run("sign me up as a@b.example")
    assert "data:image" in json.dumps(large.requests[0].body)
    assert "data:image" not in json.dumps(small.requests[0].body)


async def test_a_key_comes_from_a_secret_by_its_name_and_is_masked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMALL_KEY", "k-1234-5678")
    secrets = {"small": {"from": "environment", "variable": "SMALL_KEY"}}
    with OpenAIServer(PLANS) as large, OpenAIServer([says(app("FAIL", result="my key is k-1234-5678"))]) as small:
        agents = {"app": _of(small, "small", key_secret="small")}
        async with stage(tmp_path, None, model=_of(large, "large"), agents=agents, secrets=secrets) as scene:
            await scene.run("sign me up as a@b.example")
    assert {_key(request) for request in small.requests} == {"k-1234-5678"}
    assert "k-1234-5678" not in "".join(path.read_text("utf-8") for path in scene.folder.glob("*.jsonl"))


async def test_a_secret_that_is_not_there_is_said_before_anything_runs(tmp_path: Path) -> None:
    with OpenAIServer(PLANS) as large:
        with pytest.raises(SecretRefused, match="no secret is named 'gone'"):
            async with stage(tmp_path, None, model=_of(large, "large", key_secret="gone")):
                raise AssertionError("no session may begin")
        assert not large.requests


async def test_the_backup_answers_with_its_own_key_where_an_agents_model_does_not(tmp_path: Path) -> None:
    with OpenAIServer(PLANS) as large, OpenAIServer([fails(500)]) as down, OpenAIServer([fill_in]) as spare:
        agents = {
            "app": _of(down, "small", api_key="small-key"),
            "backup": _of(spare, "spare", api_key="spare-key"),
        }
        async with stage(tmp_path, None, model=_of(large, "large", api_key="large-key"), agents=agents) as scene:
            summary = await scene.run("sign me up as a@b.example")
    assert summary.outcome is RunOutcome.VERIFIED
    assert {_key(request) for request in spare.requests} == {"spare-key"}
    assert {_key(request) for request in down.requests} == {"small-key"}


@pytest.mark.parametrize("agent", ["host", "app", "operator", "evaluation"])
def test_what_was_found_out_about_a_model_counts_for_every_agent_and_its_backup(
    tmp_path: Path, agent: AgentName
) -> None:
    environ = {"XDG_CACHE_HOME": str(tmp_path)}
    for name, context in (("openai:small", 4096), ("openai:spare", 8192)):
        found = Findings(model=name, place=PLACE, found=date(2026, 11, 1), pictures=False, context=context)
        remember(found, environ)
    own = {"name": "openai:small", "base_url": PLACE}
    agents = {agent: own, "backup": {"name": "openai:spare", "base_url": PLACE}}
    chosen = choose(ModelSections.of(load_settings(agents=agents)), agent, Surroundings(environ=environ))
    assert (chosen.settings.visual_mode, chosen.settings.context_tokens) == (False, 4096)
    if agent == "evaluation":
        # Who judges is not one of those that acted.
        assert chosen.backup is None
    else:
        assert chosen.backup is not None and chosen.backup.context_tokens == 8192


def test_an_operator_that_was_found_to_see_nothing_is_refused_with_the_next_move() -> None:
    blind = ModelSettings(name="openai:computer-use-preview", base_url=PLACE, visual_mode=False)
    with pytest.raises(ConfigError, match=r"gets no pictures; .*ufo doctor --model openai:computer-use-preview"):
        create_operator(blind)

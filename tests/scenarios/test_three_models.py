"""One run in which a model plans, another acts and a third judges: who did what, what it cost, and that no key is written."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.llm.openai_server import OpenAIServer, Reply, Request, fails, says
from tests.scenarios.readers import reads
from tests.scenarios.stage import app, host, stage
from tests.scenarios.test_over_http import choose_form, fill_in, texts
from ufo.desktop.values import Keys
from ufo.schema.outcome import RunOutcome
from ufo.trace.cost import account_of
from ufo.trace.events import RunEnded
from ufo.trace.reader import read_run
from ufo.viewer.report import write_report


def reads_cached(request: Request) -> Reply:
    return replace(reads(request), usage=(100, 20, 80))


PLANS = (choose_form, reads_cached)
YES = says({"complete": "yes", "reason": "the address is there", "sub_scores": []})
KEYS = {"large": "sk-marked-large-1111", "small": "sk-marked-small-2222", "judge": "sk-marked-judge-3333"}
SPARE_KEY = "sk-marked-spare-4444"


def model(server: OpenAIServer, name: str, price: float, **more: Any) -> dict[str, Any]:
    own = {"name": f"openai:{name}", "base_url": server.base_url, "max_retry": 0, "api_key": KEYS.get(name, SPARE_KEY)}
    return own | {"input_price": price, "output_price": price, "cached_price": price / 10} | more


async def test_three_models_share_a_run_and_the_report_says_who_did_what_and_what_each_cost(tmp_path: Path) -> None:
    with OpenAIServer(PLANS) as large, OpenAIServer([fill_in]) as small, OpenAIServer([YES]) as judge:
        agents = {"app": model(small, "small", 1.0), "evaluation": model(judge, "judge", 5.0)}
        asked_twice = model(large, "large", 10.0, decide_locally=False)
        async with stage(tmp_path, None, model=asked_twice, agents=agents) as scene:
            summary = await scene.run("sign me up as a@b.example")
    assert summary.outcome is RunOutcome.VERIFIED
    uses = account_of(scene.heard.events).uses
    assert [(use.agent, use.model, use.usage.model_calls) for use in uses] == [
        ("HostAgent", "openai:large", 1),
        ("AppAgent", "openai:small", 1),
        ("ReaderAgent", "openai:large", 1),
        ("EvaluationAgent", "openai:judge", 1),
    ]
    planned, acted, read, judged = (use.usage.cost for use in uses)
    assert planned == pytest.approx(120 * 10 / 1e6)
    assert read == pytest.approx((20 + 8 + 20) * 10 / 1e6)
    assert acted == pytest.approx(120 / 1e6)
    assert judged == pytest.approx(600 / 1e6)
    assert summary.usage.cost == pytest.approx(168e-5 + 12e-5 + 60e-5)
    assert summary.usage.cached_tokens == 80
    page = re.sub(r"\s+", " ", write_report(scene.folder, None).read_text("utf-8"))
    for agent, name, price in (
        ("HostAgent", "large", 10),
        ("ReaderAgent", "large", 10),
        ("AppAgent", "small", 1),
        ("EvaluationAgent", "judge", 5),
    ):
        assert re.search(rf"<td>{agent}</td><td>openai:{name}</td>.*?\${price} in[^<]*your own prices", page)
    assert "(80% from cache)" in page and "· $0.0001" in page


async def test_a_run_that_would_break_its_limit_ends_before_the_call_with_the_next_move(tmp_path: Path) -> None:
    with OpenAIServer(PLANS) as large, OpenAIServer([fill_in]) as small:
        agents = {"app": model(small, "small", 1000.0)}
        limits = {"max_cost_usd": 1.0}
        async with stage(tmp_path, None, model=model(large, "large", 0.1), agents=agents, limits=limits) as scene:
            summary = await scene.run("sign me up as a@b.example")
        assert not small.requests
    assert summary.outcome is RunOutcome.LIMIT
    assert re.search(r"next call of the model could cost \d+\.\d+ USD.*--max-cost", summary.reason)
    assert summary.usage.model_calls == 1


async def test_the_halt_key_stops_a_run_in_the_middle_of_a_call(tmp_path: Path) -> None:
    with OpenAIServer([Reply(hang=True)]) as large:
        async with stage(tmp_path, None, model=model(large, "large", 1.0)) as scene:
            running = asyncio.ensure_future(scene.run("sign me up as a@b.example"))
            while not large.requests:
                await asyncio.sleep(0.01)
            await scene.desktop.send(None, [Keys(("ctrl", "super", "escape"))])
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(running, 5)
    (ended,) = [event.summary for event in scene.heard.events if isinstance(event, RunEnded)]
    assert ended.outcome is RunOutcome.CANCELLED


async def test_no_key_of_any_agent_is_written_anywhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The endpoints say the keys in errors and answers, as some do."""
    everyone = [*KEYS.values(), SPARE_KEY]
    echo = ", ".join(everyone)
    thinks = host("FINISH", result=f"done with {echo}")
    plans = (choose_form, says({**thinks, "thought": f"my key is {KEYS['large']}"}))
    with (
        OpenAIServer(plans) as large,
        OpenAIServer([fails(401, f"wrong key {echo}")]) as small,
        OpenAIServer([says(f"no JSON but {echo}"), says(app("FAIL", result=f"I hold {echo}"))]) as spare,
        OpenAIServer([says({"complete": "unsure", "reason": echo, "sub_scores": []})]) as judge,
    ):
        agents = {
            "app": model(small, "small", 1.0),
            "evaluation": model(judge, "judge", 5.0),
            "backup": model(spare, "spare", 1.0),
        }
        settings = model(large, "large", 10.0, record=str(tmp_path / "record.jsonl"))
        async with stage(tmp_path, None, model=settings, agents=agents) as scene:
            await scene.run("sign me up as a@b.example")
        write_report(scene.folder, None)
        asked = "".join(texts(request) for server in (large, small, spare, judge) for request in server.requests)
    assert spare.requests and (tmp_path / "record.jsonl").is_file()
    told = capfd.readouterr()
    written = {str(path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    written |= {"terminal": (told.out + told.err).encode(), "prompts of others": asked.encode()}
    assert [where for where, data in written.items() if b"sk-marked" in data] == []
    assert json.loads((tmp_path / "record.jsonl").read_text("utf-8").splitlines()[-1])
    assert read_run(scene.folder).finished

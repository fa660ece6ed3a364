"""A whole run of several agents and models, with all that goes wrong with models, is recorded and played without a network."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.extensions.computer_use.servers import ResponsesServer
from tests.llm.openai_server import OpenAIServer, Reply, fails, says
from tests.scenarios.operator_stage import operated
from tests.scenarios.readers import reads
from tests.scenarios.stage import Stage, app, host, stage
from tests.scenarios.test_operator import BY_MODEL, NEWS, TICKED, ends, ticks
from tests.scenarios.test_over_http import choose_form, fill_in
from tests.scenarios.test_three_models import KEYS, SPARE_KEY, YES, model
from ufo.knowledge.retriever import Retriever
from ufo.llm.recording.record_file import ExchangeLine, ModelLine, read
from ufo.schema.knowledge import Knowledge, Passage, Query
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.schema.running_mode import RunningMode
from ufo.trace.cost import account_of
from ufo.trace.events import ModelAnswered, Noticed

REQUEST = "sign me up as a@b.example"


def _told(summary: RunSummary, scene: Stage) -> dict[str, Any]:
    """Return what a run came to, which is the same when it is played."""
    said = summary.model_dump(mode="json", exclude={"run_id", "seconds", "log_path", "usage"})
    usage = summary.usage.model_dump(mode="json", exclude={"model_seconds"})
    answered = [
        (event.agent, event.model, event.asked, event.attempts, event.error)
        for event in scene.heard.events
        if isinstance(event, ModelAnswered)
    ]
    # How long a try waits differs by chance, and nothing waits when it is played.
    notices = [re.sub(r"in \d+\.\d s", "", event.text) for event in scene.heard.events if isinstance(event, Noticed)]
    notices = [text for text in notices if "nothing is asked or paid for" not in text]
    uses = [(use.agent, use.model, use.usage.cost) for use in account_of(scene.heard.events).uses]
    return {"summary": said, "usage": usage, "answers": answered, "notices": notices, "uses": uses}


def _exchanges(path: Path) -> list[ExchangeLine]:
    alike = {"began": 0.0, "seconds": 0.0}
    return [item.model_copy(update=alike) for item in read(path) if isinstance(item, ExchangeLine)]


async def test_a_run_of_four_models_with_every_kind_of_trouble_is_played_byte_for_byte(tmp_path: Path) -> None:
    recording, again = tmp_path / "run.jsonl", tmp_path / "again.jsonl"
    plans = (fails(429, headers={"Retry-After": "0.01"}), choose_form, reads)
    refuses = says("", finish_reason="content_filter")
    trouble = (Reply(reset=True), says({"action": "cut"}, cut="chunked"), refuses)
    acts = (says("I would rather talk."), says('{"observation": "half'), fill_in)
    with (
        OpenAIServer(plans) as large,
        OpenAIServer(trouble) as small,
        OpenAIServer(acts) as spare,
        OpenAIServer([YES]) as judge,
    ):
        agents = {
            "app": model(small, "small", 1.0, max_retry=3, answers="schema"),
            "evaluation": model(judge, "judge", 5.0),
            "backup": model(spare, "spare", 2.0),
        }
        settings = model(large, "large", 10.0, record=str(recording), max_retry=2)
        async with stage(tmp_path, None, model=settings, agents=agents) as scene:
            lived = _told(await scene.run(REQUEST), scene)
    played = {"name": f"recorded:{recording}", "record": str(again)}
    # The models of this machine's own settings have no part in it.
    other = {"app": {"name": "openai:none", "base_url": "http://127.0.0.1:9"}}
    async with stage(tmp_path, None, model=played, agents=other) as scene:
        replayed = _told(await scene.run(REQUEST), scene)
    assert lived["summary"]["outcome"] == RunOutcome.VERIFIED
    # The end of the proved request is decided without a model.
    assert {item[2] for item in lived["answers"]} == {"", "openai:large", "openai:spare", "openai:judge"}
    assert replayed == lived
    assert _exchanges(again) == _exchanges(recording)
    lines = {item.line for item in read(recording) if isinstance(item, ModelLine)}
    assert lines == {"host", "host backup", "app", "app backup", "evaluation", "evaluation backup"} - {
        "evaluation backup"
    }
    written = recording.read_text("utf-8")
    assert not [key for key in (*KEYS.values(), SPARE_KEY) if key in written]
    assert oct(recording.stat().st_mode & 0o777) == "0o600"
    assert all(json.loads(line) for line in written.splitlines())


class _Known(Retriever):
    def __init__(self, *texts: str) -> None:
        self._found = Knowledge(offline_docs=tuple(Passage(text, "a guide") for text in texts))

    async def retrieve(self, query: Query) -> Knowledge:
        return self._found


@pytest.mark.parametrize("known", [(), ("The form has a field Name.",)], ids=["nothing", "a passage"])
async def test_a_run_is_played_with_what_was_known_when_it_was_recorded(tmp_path: Path, known: tuple[str, ...]) -> None:
    recording = tmp_path / "run.jsonl"
    with OpenAIServer([says(host("FAIL", comment="no"))]) as large:
        settings = model(large, "large", 1.0, record=str(recording))
        async with stage(tmp_path, None, model=settings, retriever=_Known(*known)) as scene:
            lived = _told(await scene.run(REQUEST), scene)
    later = _Known("What was learned since then.")
    async with stage(tmp_path, None, model={"name": f"recorded:{recording}"}, retriever=later) as scene:
        replayed = _told(await scene.run(REQUEST), scene)
    assert "no answer" not in lived["summary"]["reason"] and replayed == lived
    assert KEYS["large"] not in recording.read_text("utf-8")


async def test_a_recording_that_lacks_what_is_asked_ends_the_run_with_the_next_move(tmp_path: Path) -> None:
    recording = tmp_path / "run.jsonl"
    with OpenAIServer([says(host("FAIL", comment="no"))]) as large:
        async with stage(tmp_path, None, model=model(large, "large", 1.0, record=str(recording))) as scene:
            await scene.run(REQUEST)
    async with stage(tmp_path, None, model={"name": f"recorded:{recording}"}) as scene:
        summary = await scene.run("something else")
    assert summary.outcome is RunOutcome.FAILED
    assert "holds no answer to this request" in summary.reason and "record it again" in summary.reason


async def test_a_run_by_sight_is_played_as_well(tmp_path: Path) -> None:
    recording = tmp_path / "run.jsonl"
    by_model = {**BY_MODEL, "record": str(recording)}
    async with operated(tmp_path, ResponsesServer, [ticks, ends], [TICKED], model=by_model) as lived:
        first = await lived.scene.run(f"tick '{NEWS}'")
        clicked = lived.scene.desktop.inputs
    agents = {
        "host": {"name": f"scripted:{tmp_path / 'host.json'}", "decide_locally": False},
        "operator": {"name": f"recorded:{recording}"},
    }
    async with stage(tmp_path, None, mode=RunningMode.NORMAL_OPERATOR, agents=agents) as scene:
        second = await scene.run(f"tick '{NEWS}'")
    assert (first.outcome, second.outcome) == (RunOutcome.VERIFIED, RunOutcome.VERIFIED)
    assert scene.desktop.inputs == clicked


async def test_an_agent_of_the_built_in_planner_is_played_by_the_planner(tmp_path: Path) -> None:
    recording = tmp_path / "run.jsonl"
    request = "type 'Ada' into the field Name in the form and tick 'Send me the newsletter'"
    with OpenAIServer([says(app("FAIL", result="I will not"))]) as small:
        agents = {"app": model(small, "small", 1.0)}
        async with stage(tmp_path, None, model={"record": str(recording)}, agents=agents) as scene:
            first = await scene.run(request)
        assert small.requests
    async with stage(tmp_path, None, model={"name": f"recorded:{recording}"}) as scene:
        second = await scene.run(request)
    assert (second.outcome, second.reason) == (first.outcome, first.reason)
    lines = {item.line: item.settings["name"] for item in read(recording) if isinstance(item, ModelLine)}
    assert lines == {"host": "builtin", "app": "openai:small"}

"""Traces and figures as a collector receives them, over real HTTP, decoded by OpenTelemetry's own schema."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from tests.fleet.working import Scene, task
from tests.needs import need_part
from ufo.fleet.jobs.ends import AttemptEnd, AttemptOutcome
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.rows import QueueLoad
from ufo.schema.action import ActionCommandInfo
from ufo.schema.command import Effect, Result, ResultStatus
from ufo.schema.usage import Usage
from ufo.trace.emitter import Emitter
from ufo.trace.events import ModelAnswered, RunStarted, StepEnded
from ufo.trace.run_folders import EVENTS
from ufo.trace.writer import LogWriter

need_part("opentelemetry.exporter")

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest  # noqa: E402
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest  # noqa: E402
from opentelemetry.proto.common.v1.common_pb2 import KeyValue  # noqa: E402

from ufo.fleet.telemetry.otlp import Telemetry  # noqa: E402

_ATTEMPT = AttemptId(task("", "key")[0])
_END = AttemptEnd(outcome=AttemptOutcome.FAILED, summary={"cost": 0.25}, why="hunter2 was wrong")


def _log_of_a_run(folder: Path) -> Path:
    now = time.monotonic()
    with_texts = {
        "status": ResultStatus.SUCCESS,
        "result": "hunter2",
        "effect": Effect.CONFIRMED,
        "span": (now, now + 0.5),
    }
    act = ActionCommandInfo(function="set_edit_text", arguments={"text": "hunter2"}, result=Result(**with_texts))
    log = LogWriter(folder)
    emitter = Emitter([log], time.monotonic)
    started = "2026-11-30T03:00:00+00:00"
    emitter.emit(RunStarted(run_id=log.run_id, request="type hunter2", model="m", desktop="d", started=started))
    emitter.step = 1
    usage = Usage(model_calls=1, input_tokens=1200, output_tokens=34, cached_tokens=1000, cost=0.25)
    emitter.emit(ModelAnswered(agent="AppAgent", model="gpt-9-2026", asked="openai:gpt-9", usage=usage, seconds=0.0))
    told = {"response": {"thought": "hunter2"}, "actions": (act,), "application": "mousepad"}
    emitter.emit(StepEnded(agent="AppAgent", state="CONTINUE", status="FINISH", **told))
    log.close()
    return log.folder / EVENTS


@contextmanager
def _telemetry(load: Callable[[], QueueLoad], told: list[str] | None = None) -> Iterator[Telemetry]:
    made = Telemetry(load, (told if told is not None else []).append)
    try:
        yield made
    finally:
        made.close()


def _nothing() -> QueueLoad:
    return QueueLoad(0, 0, 0.0, 0.0)


def _values(attributes: list[KeyValue]) -> dict[str, object]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value") or "") for each in attributes}


@pytest.fixture
def collector(httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> HTTPServer:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", httpserver.url_for("").rstrip("/"))
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=night")
    for path in ("/v1/traces", "/v1/metrics"):
        httpserver.expect_request(path).respond_with_response(Response(b"", content_type="application/x-protobuf"))
    return httpserver


def _bodies(server: HTTPServer, path: str) -> list[bytes]:
    return [request.get_data() for request, _ in server.log if request.path == path]


def test_a_run_is_one_trace_of_turns_calls_and_acts_without_a_text(collector: HTTPServer, tmp_path: Path) -> None:
    log = _log_of_a_run(tmp_path / "runs")
    damaged = tmp_path / "damaged"
    damaged.write_text(log.read_text().replace("2026-11-30T", "yesterday"))
    with _telemetry(_nothing) as telemetry:
        telemetry.attempt_ended(_ATTEMPT, _END, damaged)
        telemetry.attempt_ended(_ATTEMPT, _END, log)
        telemetry.attempt_ended(_ATTEMPT, None, tmp_path / "never began")
    (body,) = _bodies(collector, "/v1/traces")
    assert b"hunter2" not in body
    (resource,) = ExportTraceServiceRequest.FromString(body).resource_spans
    assert {"service.name": "ufo", "deployment.environment.name": "night"}.items() <= _values(
        list(resource.resource.attributes)
    ).items()
    root, turn, call, act = resource.scope_spans[0].spans
    assert len({span.trace_id for span in (root, turn, call, act)}) == 1
    assert [root.parent_span_id, turn.parent_span_id] == [b"", root.span_id]
    assert call.parent_span_id == act.parent_span_id == turn.span_id
    assert [span.name for span in (root, turn, call, act)] == [
        "invoke_agent ufo",
        "invoke_agent AppAgent",
        "chat gpt-9",
        "execute_tool set_edit_text",
    ]
    told = _values(list(root.attributes))
    assert (told["ufo.outcome"], told["ufo.cost_usd"], told["ufo.task"]) == ("FAILED", 0.25, "job/key/0")
    assert root.start_time_unix_nano == 1796007600 * 10**9
    assert {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-9",
        "gen_ai.response.model": "gpt-9-2026",
        "gen_ai.usage.input_tokens": 1200,
        "gen_ai.usage.output_tokens": 34,
        "gen_ai.usage.cache_read.input_tokens": 1000,
    }.items() <= _values(list(call.attributes)).items()
    assert _values(list(act.attributes))["ufo.effect"] == "confirmed"


def test_the_queue_is_told_in_figures(collector: HTTPServer, scene: Scene) -> None:
    scene.fleet.submit([task("", f"k{number}") for number in range(3)])
    with _telemetry(scene.fleet.load):
        pass
    (body,) = _bodies(collector, "/v1/metrics")[-1:]
    metrics = ExportMetricsServiceRequest.FromString(body).resource_metrics[0].scope_metrics[0].metrics
    found = {metric.name: metric.gauge.data_points[0] for metric in metrics}
    assert set(found) == {"ufo.queue.waiting", "ufo.queue.running", "ufo.queue.oldest_age", "ufo.queue.ended_rate"}
    assert (found["ufo.queue.waiting"].as_int, found["ufo.queue.running"].as_int) == (3, 0)
    assert 0 <= found["ufo.queue.oldest_age"].as_double < 60


def test_a_collector_that_does_not_answer_holds_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log, told = _log_of_a_run(tmp_path / "runs"), list[str]()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        begun = time.monotonic()
        with _telemetry(_nothing, told) as telemetry:
            for _ in range(300):
                telemetry.attempt_ended(_ATTEMPT, _END, log)
            assert time.monotonic() - begun < 2.0
        assert time.monotonic() - begun < 6.0
    assert len(told) == 1 and "traces are lost" in told[0]

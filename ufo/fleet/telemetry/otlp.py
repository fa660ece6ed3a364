"""Sends traces of runs and figures of the queue to a collector, by OTLP over HTTP, as the standard variables OTEL_* say.

All of it is done in threads of its own, which nobody waits for: what a collector that is down or slow does not take is lost.
"""

from __future__ import annotations

import hashlib
import logging
import os
import queue
import socket
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.metrics import CallbackOptions, Observation
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags

from ufo.errors import ConfigError
from ufo.fleet.jobs.ends import AttemptEnd
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.rows import QueueLoad
from ufo.fleet.telemetry.run_spans import RunSpan, spans_of
from ufo.trace.reader import parsed

_SCOPE = InstrumentationScope("ufo.fleet")
_MOST_WAITING = 100
_CLOSING_S = 2.0


@dataclass(frozen=True, slots=True)
class _Log:
    attempt: AttemptId
    end: AttemptEnd | None
    data: bytes


class Telemetry:
    """`load`: reads the figures of the queue, and may block. `tell`: is told once that a collector takes nothing."""

    def __init__(self, load: Callable[[], QueueLoad], tell: Callable[[str], object]) -> None:
        # They tell of each try, and this tells once.
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
        own = {"service.instance.id": f"{socket.gethostname()}.{os.getpid()}"}
        self._resource = Resource.create(own if os.environ.get("OTEL_SERVICE_NAME") else {**own, SERVICE_NAME: "ufo"})
        self._tell, self._is_lost = tell, False
        self._logs: queue.Queue[_Log | None] = queue.Queue(_MOST_WAITING)
        self._exporter = OTLPSpanExporter()
        self._meters = MeterProvider([PeriodicExportingMetricReader(OTLPMetricExporter())], self._resource)
        self._measure(load)
        self._thread = threading.Thread(target=self._send, name="telemetry", daemon=True)
        self._thread.start()

    def attempt_ended(self, attempt: AttemptId, end: AttemptEnd | None, log: Path) -> None:
        """Send the trace of an attempt, from its log. `end`: None where it was cut or cancelled."""
        try:
            self._logs.put_nowait(_Log(attempt, end, log.read_bytes()))
        except OSError:
            # Its run never began.
            return
        except queue.Full:
            self._lose()

    def close(self) -> None:
        """Send what is left, for a short while."""
        closing = threading.Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(_CLOSING_S)

    def _close(self) -> None:
        self._logs.put(None)
        self._thread.join()
        self._meters.shutdown(round(_CLOSING_S * 1000))

    def _send(self) -> None:
        while (log := self._logs.get()) is not None:
            events, _ = parsed(log.data.split(b"\n"))
            try:
                spans = spans_of(log.attempt, events, log.end)
                result = self._exporter.export(self._traced(log.attempt, spans)) if spans else SpanExportResult.SUCCESS
            except ValueError:
                # A damaged log, or a name that no encoding has.
                continue
            if result is not SpanExportResult.SUCCESS:
                self._lose()
            elif spans:
                self._is_lost = False

    def _lose(self) -> None:
        if not self._is_lost:
            self._is_lost = True
            self._tell(
                "the collector of OTEL_EXPORTER_OTLP_ENDPOINT takes nothing: traces are lost, and all else goes on"
            )

    def _traced(self, attempt: AttemptId, spans: Iterable[RunSpan]) -> list[ReadableSpan]:
        """Return them as OpenTelemetry has them. An attempt has the same trace whoever sends it."""
        trace = hashlib.sha256(str(attempt).encode()).digest()
        whole = int.from_bytes(trace[:16])

        def context(place: int) -> SpanContext:
            one = int.from_bytes(hashlib.sha256(trace + place.to_bytes(8)).digest()[:8])
            return SpanContext(whole, one, is_remote=False, trace_flags=TraceFlags(TraceFlags.SAMPLED))

        return [
            ReadableSpan(
                span.name,
                context(place),
                None if span.parent is None else context(span.parent),
                self._resource,
                span.told,
                kind=SpanKind.CLIENT if span.is_call else SpanKind.INTERNAL,
                status=Status(StatusCode.ERROR if span.has_failed else StatusCode.OK),
                start_time=span.began,
                end_time=span.ended,
                instrumentation_scope=_SCOPE,
            )
            for place, span in enumerate(spans)
        ]

    def _measure(self, load: Callable[[], QueueLoad]) -> None:
        """Have the figures of the whole fleet's queue read at each interval; each worker tells the same."""
        meter = self._meters.get_meter(_SCOPE.name)

        def gauge(name: str, unit: str, what: str, value: Callable[[QueueLoad], float]) -> None:
            def read(_options: CallbackOptions) -> Iterable[Observation]:
                try:
                    yield Observation(value(load()))
                except ConfigError:
                    return

            meter.create_observable_gauge(name, [read], unit, what)

        gauge("ufo.queue.waiting", "{task}", "Tasks that wait for a desktop.", lambda found: found.waiting)
        gauge("ufo.queue.running", "{task}", "Tasks that run.", lambda found: found.running)
        gauge("ufo.queue.oldest_age", "s", "How long the oldest of them has waited.", lambda found: found.oldest_s)
        gauge(
            "ufo.queue.ended_rate", "{task}/min", "Tasks that ended a minute, of late.", lambda found: found.per_minute
        )

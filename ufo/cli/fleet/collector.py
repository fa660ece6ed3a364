"""The collector of OpenTelemetry that a worker tells of its runs, where the person's settings say so."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ufo.config.settings import TelemetrySettings
from ufo.dotted import load
from ufo.errors import ConfigError
from ufo.fleet.engine.address import Database
from ufo.fleet.engine.fleet import Fleet
from ufo.fleet.jobs.ends import AttemptEnd
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.rows import QueueLoad
from ufo.platform.own_install import to_add_extra

Logged = Callable[[AttemptId, AttemptEnd | None, Path], object]


@contextmanager
def telemetry(settings: TelemetrySettings, database: Database, tell: Callable[[str], object]) -> Iterator[Logged]:
    """Yield what is told of each attempt's log. Raises ConfigError where the library is not installed, or what the variables say
    cannot be used.
    """
    if not settings.otlp or os.environ.get("OTEL_SDK_DISABLED", "").casefold() == "true":
        yield lambda _attempt, _end, _log: None
        return

    def load_of_queue() -> QueueLoad:
        with Fleet(database) as fleet:
            return fleet.load()

    try:
        told = load("ufo.fleet.telemetry.otlp:Telemetry")(load_of_queue, tell)
    except ModuleNotFoundError as error:
        raise ConfigError(f"telemetry.otlp needs {error.name}; to install it: {to_add_extra('otel')}") from None
    except (OSError, ValueError) as error:
        raise ConfigError(f"the variables OTEL_* cannot be used: {error}") from None
    try:
        yield told.attempt_ended
    finally:
        told.close()

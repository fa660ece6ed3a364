"""How the engine is set up in a process."""

from __future__ import annotations

from dbos import DBOSConfig
from sqlalchemy import Engine

from ufo.fleet.engine.json_only import SERIALIZER
from ufo.fleet.engine.tables import APPLICATION


def engine_config(
    engine: Engine, executor: str, release: str, poll_s: float = 1.0, schedules_s: float = 30.0
) -> DBOSConfig:
    """Return the engine's settings; `engine` has its connections. The release is told, and not hashed from its sources, so that
    two builds of one release play each other's tasks.
    """
    return DBOSConfig(
        name=APPLICATION,
        system_database_engine=engine,
        application_version=release,
        executor_id=executor,
        serializer=SERIALIZER,
        enable_otlp=False,
        log_level="WARNING",
        notification_listener_polling_interval_sec=poll_s,
        scheduler_polling_interval_sec=schedules_s,
    )

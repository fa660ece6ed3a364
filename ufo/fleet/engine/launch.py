"""How the engine is set up in a process."""

from __future__ import annotations

from dbos import DBOSConfig

from ufo.fleet.engine.address import POOL, Database
from ufo.fleet.engine.json_only import SERIALIZER
from ufo.fleet.engine.tables import APPLICATION


def engine_config(
    database: Database, executor: str, release: str, poll_s: float = 1.0, schedules_s: float = 30.0
) -> DBOSConfig:
    """Return the engine's settings. The release is told, and not hashed from its sources, so that two builds of one release play
    each other's tasks.
    """
    return DBOSConfig(
        name=APPLICATION,
        system_database_url=database.secret_url,
        sys_db_pool_size=POOL,
        db_engine_kwargs=database.engine_settings,
        application_version=release,
        executor_id=executor,
        serializer=SERIALIZER,
        enable_otlp=False,
        log_level="WARNING",
        notification_listener_polling_interval_sec=poll_s,
        scheduler_polling_interval_sec=schedules_s,
    )

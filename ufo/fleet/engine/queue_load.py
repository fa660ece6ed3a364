"""How much waits and runs in the whole fleet, counted by the database."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ufo.fleet.engine.queues import ATTEMPT
from ufo.fleet.engine.tables import Tables
from ufo.fleet.jobs.rows import RECENT_S, QueueLoad

_MS, _MINUTE_S = 1000.0, 60.0


def load_of(tables: Tables) -> QueueLoad:
    names = ("name", "status", "created_at", "completed_at")
    status = sa.table("workflow_status", *map(sa.column, names), schema=tables.schema)
    waits, runs = status.c.status == "ENQUEUED", status.c.status == "PENDING"
    recent = status.c.completed_at > (tables.now - RECENT_S) * _MS
    kinds = (("waiting", waits), ("running", runs), ("ended", recent))
    columns: list[Any] = [sa.func.count(sa.case((which, 1))).label(name) for name, which in kinds]
    columns.append((tables.now - sa.func.min(sa.case((waits, status.c.created_at))) / _MS).label("oldest"))
    which = sa.and_(status.c.name == ATTEMPT, sa.or_(waits, runs, recent))
    (row,) = tables.rows(sa.select(*columns).where(which))
    return QueueLoad(
        waiting=row["waiting"],
        running=row["running"],
        oldest_s=max(0.0, float(row["oldest"] or 0.0)),
        per_minute=row["ended"] / RECENT_S * _MINUTE_S,
    )

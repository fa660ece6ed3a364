"""The engine's queues: one for each class of machines, and beside it one for tasks that must not run twice at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from dbos import DBOS, DBOSClient, EnqueueOptions, Queue

from ufo.fleet.engine.json_only import SERIALIZER
from ufo.fleet.engine.tables import APPLICATION, RELEASE, Tables
from ufo.fleet.jobs.names import AttemptId
from ufo.fleet.jobs.order import TaskOrder

ATTEMPT = "ufo.attempt"
SCHEDULED = "ufo.scheduled"
SCHEDULES = "schedules"
"""The queue of what schedules submit. It has no desktops."""

_ALONE = "+alone"
_MIDDLE = 1001
_LEAST = 1
_SELDOM = 5


def queue_of(machine_class: str, exclusive: str = "") -> str:
    """Return the queue of a class of machines, "" for any. No class has a `+` in its name."""
    return ("desktops" + (f"-{machine_class}" if machine_class else "")) + (_ALONE if exclusive else "")


def machine_class_of(queue: str) -> str:
    """Return the class of machines of a queue of desktops, "" for any."""
    return queue.removesuffix(_ALONE).removeprefix("desktops").removeprefix("-")


def queues_of(machine_classes: tuple[str, ...]) -> list[str]:
    return [queue_of(each, exclusive) for each in machine_classes for exclusive in ("", "alone")]


def open_client(tables: Tables) -> DBOSClient:
    """Return the engine's client. It shares the connections of our tables, and raises where they are lost."""
    return DBOSClient(
        system_database_engine=tables.engine,
        serializer=SERIALIZER,
        application_name=APPLICATION,
        lazy=True,
        retry_connection_errors=False,
    )


def make_queues(client: DBOSClient, names: list[str], poll_s: float) -> None:
    """Make the queues that are missing. One desktop is the least that a worker has; how many it has, it knows itself."""
    for name in names:
        client.register_queue(
            name,
            worker_concurrency=_LEAST,
            partition_concurrency=1 if name.endswith(_ALONE) else None,
            polling_interval_sec=poll_s,
            on_conflict="never_update",
        )


def enqueue(client: DBOSClient, connection: Any, attempt: AttemptId, order: TaskOrder, delay_s: float = 0.0) -> None:
    """Put an attempt into its queue, in a transaction of the caller's. One that is there already is left as it is."""
    options: EnqueueOptions = {
        "workflow_name": ATTEMPT,
        "workflow_id": str(attempt),
        "queue_name": queue_of(order.queue, order.exclusive),
        "priority": _rank(order),
        "app_version": RELEASE,
    }
    if order.exclusive:
        options["queue_partition_key"] = order.exclusive
    if delay_s > 0:
        options["delay_seconds"] = delay_s
    client.enqueue_in_transaction(connection, options, order.model_dump_json())


def _rank(order: TaskOrder) -> int:
    # The engine begins with the lowest.
    return _MIDDLE - order.priority


def enqueue_all(
    tables: Tables, client: DBOSClient, attempts: Sequence[tuple[AttemptId, TaskOrder]], delay_s: float
) -> None:
    """Put attempts into their queues, in this order, some at a time. Those that are there already are left as they are.

    The engine takes half a millisecond for each. So it writes the first alone, and the rows of the others are made from its rows.
    """
    kept = _reflected(tables) if len(attempts) > 1 else []
    rows: list[tuple[sa.Table, dict[str, Any]]] = []
    others = attempts
    # The first one that waits: another one that submits the same may have been faster, and a worker have begun with it.
    while others and (not rows or rows[0][1]["status"] not in _WAITS):
        (model, order), *others = others
        with tables.engine.begin() as connection:
            enqueue(client, connection, model, order, delay_s)
            # In the same transaction, since after it a worker may begin.
            rows = [(table, _row(connection, table, model)) for table in kept]
    for first in range(0, len(others), _AT_ONCE):
        some = list(enumerate(others[first : first + _AT_ONCE], first + 1))
        with tables.engine.begin() as connection:
            for table, row in rows:
                new = tables.insert(table).on_conflict_do_nothing()
                connection.execute(new, [_like(row, place, attempt, order) for place, (attempt, order) in some])


def _reflected(tables: Tables) -> list[sa.Table]:
    names = ("workflow_status", "workflow_input")
    return [sa.Table(name, sa.MetaData(), schema=tables.schema, autoload_with=tables.engine) for name in names]


def _row(connection: sa.Connection, table: sa.Table, attempt: AttemptId) -> dict[str, Any]:
    found = connection.execute(sa.select(table).where(table.c.workflow_uuid == str(attempt))).mappings().one()
    # An empty value is not written at all: the text of an empty JSON value is another one.
    return {column: value for column, value in found.items() if value is not None}


def _like(row: Mapping[str, Any], place: int, attempt: AttemptId, order: TaskOrder) -> dict[str, Any]:
    """Return the row of an attempt that follows, at this distance, on the one whose row is given."""
    told: dict[str, Any] = {"workflow_uuid": str(attempt)}
    if "inputs" in row:
        told["inputs"] = SERIALIZER.serialize({"namedArgs": {}, "positionalArgs": [order.model_dump_json()]})
    else:
        told |= {
            "queue_name": queue_of(order.queue, order.exclusive),
            "queue_partition_key": order.exclusive or None,
            "priority": _rank(order),
            # Whose time is the same are begun in any order.
            "created_at": row["created_at"] + place,
        }
    return {**row, **told}


_WAITS = ("ENQUEUED", "DELAYED")
_AT_ONCE = 500
"""Tasks in one transaction: SQLite's other writers wait for it."""


def still_running(client: DBOSClient, worker: str) -> bool:
    """Tell whether the engine has anything that runs under the name of a worker."""
    return bool(
        client.list_workflows(executor_id=worker, status="PENDING", load_input=False, load_output=False, limit=1)
    )


def set_room(engine: DBOS, room: Callable[[str], int], poll_s: float) -> None:
    """Let this process ask `room`, whenever it takes work, how many of a queue's tasks it may have at once.

    The engine keeps that number in the queue's row, one for all workers, while ours have different numbers of desktops, and none
    while they drain, hold or lack memory. So the row is changed as it is read here; were that lost, each worker would have one.
    """

    class RoomyQueue(Queue):
        @property
        def _worker_concurrency(self) -> int:
            return room(self.name)

        @_worker_concurrency.setter
        def _worker_concurrency(self, _number: int | None) -> None: ...

    database: Any = vars(engine)["_sys_db_field"]
    read = database.get_queue

    def get_queue(name: str, **how: Any) -> Any:
        queue = read(name, **how)
        if queue is not None and name == SCHEDULES:
            # A minute is the least that a schedule tells, and an idle worker should cost nothing.
            queue._polling_interval_sec = _SELDOM * poll_s
        elif queue is not None:
            vars(queue).pop("_worker_concurrency", None)
            queue.__class__ = RoomyQueue
            queue._polling_interval_sec = poll_s
        return queue

    database.get_queue = get_queue

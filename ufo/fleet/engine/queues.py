"""The engine's queues: one for each class of machines, and beside it one for tasks that must not run twice at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
        # The engine begins with the lowest.
        "priority": _MIDDLE - order.priority,
        "app_version": RELEASE,
    }
    if order.exclusive:
        options["queue_partition_key"] = order.exclusive
    if delay_s > 0:
        options["delay_seconds"] = delay_s
    client.enqueue_in_transaction(connection, options, order.model_dump_json())


def still_running(client: DBOSClient, worker: str) -> bool:
    """Tell whether the engine has anything that runs under the name of a worker."""
    return bool(
        client.list_workflows(executor_id=worker, status="PENDING", load_input=False, load_output=False, limit=1)
    )


def runners(client: DBOSClient) -> dict[str, str]:
    """Return the workers under whose names the engine has anything that runs, with its release."""
    running = client.list_workflows(status="PENDING", load_input=False, load_output=False)
    return {each.executor_id: each.app_version or "" for each in running if each.executor_id}


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

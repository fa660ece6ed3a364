"""Jobs that are submitted again and again. The workers fire them; each firing is a job of its own, submitted once."""

from __future__ import annotations

import asyncio
from typing import Any

from dbos import DBOS, ClientScheduleInput, DBOSClient
from dbos import error as engine_error

from ufo.errors import ConfigError
from ufo.fleet.engine.queues import SCHEDULED, SCHEDULES, enqueue_all
from ufo.fleet.engine.tables import Tables
from ufo.fleet.jobs.names import AttemptId, JobId, TaskKey, checked_name
from ufo.fleet.jobs.order import TaskOrder
from ufo.fleet.jobs.rows import ScheduleRow

Tasks = list[tuple[TaskKey, TaskOrder]]

_LONGEST_NAME = 40
_STAMP = 19


def register_schedules(tables: Tables, client: DBOSClient) -> None:
    """Make the workflow of schedules known to the engine of this process."""

    async def scheduled(at: str, context: dict[str, Any]) -> int:
        job = _job_at(str(context["job"]), str(at))
        tasks = [(TaskKey(job, str(key), int(seed)), TaskOrder.parse(order)) for key, seed, order in context["tasks"]]
        await asyncio.to_thread(submit_all, tables, client, tasks)
        return len(tasks)

    DBOS.workflow(name=SCHEDULED)(scheduled)


def submit_all(tables: Tables, client: DBOSClient, tasks: Tasks, delay_s: float = 0.0) -> int:
    """Put the first attempt of each task into its queue, and return how many are new. Those that are there stay as they are."""
    before = _known(client, tasks)
    new = [(AttemptId(key), order) for key, order in tasks if str(AttemptId(key)) not in before]
    enqueue_all(tables, client, new, delay_s)
    return len(new)


def _known(client: DBOSClient, tasks: Tasks) -> set[str]:
    jobs = {key.job for key, _ in tasks}
    return {
        found.workflow_id
        for job in jobs
        for found in client.list_workflows(workflow_id_prefix=f"{job}/", load_input=False, load_output=False)
    }


def repeat(client: DBOSClient, job: JobId, cron: str, zone: str, tasks: Tasks) -> None:
    """Submit the tasks at each time of `cron`, from now on, in place of an earlier schedule of that name. Raises ConfigError."""
    checked_name(job, "schedule")
    if len(job) > _LONGEST_NAME:
        raise ConfigError(f"{job!r} is too long for a schedule; at most {_LONGEST_NAME} characters")
    context = {"job": job, "tasks": [[key.key, key.seed, order.model_dump_json()] for key, order in tasks]}
    told: ClientScheduleInput = {
        "schedule_name": job,
        "workflow_name": SCHEDULED,
        "schedule": cron,
        "context": context,
        "cron_timezone": zone or None,
        "queue_name": SCHEDULES,
    }
    try:
        client.apply_schedules([told])
    except engine_error.DBOSException as error:
        raise ConfigError(
            f"{cron!r} is no schedule ({error}); write five fields as in a crontab, as '0 22 * * 1-5'"
        ) from None


def schedules(client: DBOSClient) -> list[ScheduleRow]:
    return [
        ScheduleRow(
            name=found["schedule_name"],
            cron=found["schedule"],
            zone=found.get("cron_timezone") or "UTC",
            tasks=len(found["context"]["tasks"]) if isinstance(found["context"], dict) else 0,
            active=found["status"] == "ACTIVE",
            last=found.get("last_fired_at") or "",
        )
        for found in client.list_schedules(workflow_name=SCHEDULED)
    ]


def _job_at(name: str, at: str) -> JobId:
    """Return the job of one firing: its name, and the time that was due."""
    stamp = "".join(each for each in at[:_STAMP] if each.isalnum())
    return JobId(f"{name}-{stamp}")

"""The commands of a fleet, `ufo submit`, `ufo worker` and `ufo jobs`: their names, options and help."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ufo.cli.options import Agent, Do, Dry, Json, Model, Only, Yes, bounds, group, limits

_Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="UFO_DATABASE",
        metavar="URL",
        help="postgresql://USER@HOST/NAME, or a file. Without: one of yours on this machine.",
    ),
]
_Store = Annotated[
    str | None,
    typer.Option("--store", envvar="UFO_STORE", metavar="FOLDER|s3://…", help="The place for files (docs/fleet.md)."),
]
_Which = Annotated[str, typer.Argument(metavar="JOB|TASK", help="As `ufo jobs list` and `ufo jobs show` name them.")]
_Task = Annotated[str, typer.Argument(metavar="TASK", help="JOB/KEY/SEED, as `ufo jobs show JOB` has it.")]


def _place(database: str | None, store: str | None = None) -> dict[str, Any]:
    return {"database": database, "store": store}


def add_fleet(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command()
    def submit(
        source: Annotated[
            str, typer.Argument(metavar="FILE|FOLDER|REQUEST", help="Tasks as for `ufo batch`, or one request.")
        ],
        seeds: Annotated[int, typer.Option("--seeds", min=1, max=1000, help="How often each task is done.")] = 1,
        priority: Annotated[int, typer.Option("--priority", min=-1000, max=1000, help="Higher ones begin first.")] = 0,
        at: Annotated[
            str | None, typer.Option("--at", metavar="TIME", help="Not before 22:00, 2026-12-01T06:30.")
        ] = None,
        every: Annotated[
            str | None, typer.Option("--every", metavar="CRON", help="Again and again, e.g. '0 22 * * 1-5'.")
        ] = None,
        zone: Annotated[str, typer.Option("--zone", help="The time zone of --every. Without: UTC.")] = "",
        queue: Annotated[str, typer.Option("--queue", help="Only workers that serve it (`ufo worker --queue`).")] = "",
        tries: Annotated[int, typer.Option("--tries", min=1, max=100, help="Attempts, where one fails.")] = 1,
        repeatable: Annotated[
            bool, typer.Option("--repeatable", help="Do it again by itself where its worker died in mid-act.")
        ] = False,
        exclusive: Annotated[
            str, typer.Option("--exclusive", metavar="NAME", help="No two tasks of that name at the same time.")
        ] = "",
        hold: Annotated[float, typer.Option("--hold", min=0, help="Minutes that a question holds the desktop.")] = 10.0,
        file: Annotated[
            list[Path] | None, typer.Option("--file", exists=True, dir_okay=False, help="A file for each task.")
        ] = None,
        calls_per_minute: Annotated[
            int, typer.Option("--calls-per-minute", min=0, help="Of the model, over the whole fleet. 0: no limit.")
        ] = 0,
        job_budget: Annotated[float, typer.Option("--job-budget", min=0, help="USD, of the whole job.")] = 0.0,
        day_budget: Annotated[float, typer.Option("--day-budget", min=0, help="USD, of the fleet in a day.")] = 0.0,
        name: Annotated[str | None, typer.Option("--name", help="Of the job. Without: by what it is made of.")] = None,
        model: Model = None,
        agent: Agent = "app",
        sandbox: Annotated[bool, typer.Option("--sandbox", help="As for `ufo run`.")] = False,
        only: Only = None,
        dry_run: Dry = False,
        max_steps: Annotated[int | None, typer.Option(min=1, help="For each task.")] = None,
        max_cost: Annotated[float | None, typer.Option(min=0, help="USD, for each task.")] = None,
        max_time: Annotated[float | None, typer.Option(min=0, help="Seconds, for each task.")] = None,
        yes: Yes = False,
        database: _Database = None,
        store: _Store = None,
        as_json: Json = False,
    ) -> None:
        """Give tasks to a fleet of workers. The same submission twice is one (docs/fleet.md)."""
        overrides = {
            "model": {"name": model},
            "desktop": {"sandbox": sandbox or None},
            "policy": bounds(only, dry_run),
            "limits": limits(max_steps, max_cost, max_time),
        }
        manner = {
            "priority": priority,
            "queue": queue,
            "tries": tries,
            "repeatable": repeatable,
            "exclusive": exclusive,
            "consents": yes,
            "calls_per_minute": calls_per_minute,
            "job_budget": job_budget,
            "day_budget": day_budget,
        }
        when = {"at": at, "every": every, "zone": zone, "hold_min": hold}
        what = {"seeds": seeds, "files": file or [], "name": name, "operator": agent == "operator"}
        do(
            "submit",
            "submit",
            source,
            overrides,
            manner,
            place=_place(database, store),
            as_json=as_json,
            **when,
            **what,
        )

    @app.command()
    def worker(
        desktops: Annotated[int, typer.Option("--desktops", min=1, max=1000, help="Tasks at the same time.")] = 1,
        queue: Annotated[
            list[str] | None,
            typer.Option("--queue", help="Serve this one alone; may be given again. Without: tasks of none."),
        ] = None,
        folder: Annotated[Path | None, typer.Option("--folder", help="Where tasks work.")] = None,
        memory_floor: Annotated[
            float, typer.Option("--memory-floor", min=0, help="MB that must be free to begin a task.")
        ] = 1500.0,
        disk_floor: Annotated[
            float, typer.Option("--disk-floor", min=0, help="MB that must be free to begin a task.")
        ] = 2000.0,
        keep_days: Annotated[
            float, typer.Option("--keep-days", min=0, help="Forget what has been over for longer. 0: forget nothing.")
        ] = 0.0,
        until_empty: Annotated[
            bool, typer.Option("--until-empty", help="Leave once nothing waits in its queues any more.")
        ] = False,
        database: _Database = None,
        store: _Store = None,
        as_json: Json = False,
    ) -> None:
        """Play tasks of a fleet on private desktops of this machine, until SIGTERM: then it ends what runs, and leaves."""
        where = {"place": _place(database, store), "folder": folder}
        floors = {"memory_mb": memory_floor, "disk_mb": disk_floor, "keep_days": keep_days}
        floors["until_empty"] = until_empty
        do("worker", "work", desktops, queue or [], as_json=as_json, **where, **floors)

    _add_jobs(group(app, "jobs", "The work of a fleet: what waits, runs and is done (docs/fleet.md)."), do)


def _add_jobs(jobs: typer.Typer, do: Do) -> None:
    @jobs.command("list")
    def list_(database: _Database = None, as_json: Json = False) -> None:
        """List jobs with how far they are, and what is submitted again and again."""
        do("jobs", "list_", _place(database), as_json)

    @jobs.command()
    def show(
        which: _Which,
        everything: Annotated[bool, typer.Option("--all", help="Not only the first 40.")] = False,
        database: _Database = None,
        as_json: Json = False,
    ) -> None:
        """Show the tasks of a job, or the attempts at a task."""
        do("jobs", "show", which, _place(database), everything, as_json)

    @jobs.command()
    def watch(
        which: Annotated[str | None, typer.Argument(metavar="[JOB|TASK]", help="Without: all.")] = None,
        database: _Database = None,
        as_json: Json = False,
    ) -> None:
        """Show how far a job is, until nothing of it runs any more."""
        do("jobs", "watch", which, _place(database), as_json)

    @jobs.command()
    def logs(
        task: Annotated[str, typer.Argument(metavar="TASK|ATTEMPT", help="JOB/KEY/SEED, or with /N.")],
        follow: Annotated[bool, typer.Option("--follow", "-f", help="Until it ends.")] = False,
        database: _Database = None,
        store: _Store = None,
        as_json: Json = False,
    ) -> None:
        """Print what a run does, at most ten seconds late and without texts; all that it tells once it has ended."""
        do("jobs", "logs", task, _place(database, store), follow, as_json)

    _add_decisions(jobs, do)


def _add_decisions(jobs: typer.Typer, do: Do) -> None:
    @jobs.command()
    def cancel(which: _Which, database: _Database = None, as_json: Json = False) -> None:
        """Cancel a job or a task, or end a schedule. What runs ends its desktop within seconds."""
        do("jobs", "cancel", which, _place(database), as_json)

    @jobs.command()
    def retry(which: _Which, database: _Database = None, as_json: Json = False) -> None:
        """Do again what has failed or was cancelled."""
        do("jobs", "retry", which, _place(database), as_json)

    @jobs.command()
    def answer(
        task: _Task,
        text: Annotated[str, typer.Argument(help="The answer; of a task cut in mid-act: again, done or drop.")],
        database: _Database = None,
        as_json: Json = False,
    ) -> None:
        """Answer the question of a task, or decide over one that was cut in mid-act. The first answer wins."""
        do("jobs", "answer", task, text, _place(database), as_json)

    @jobs.command()
    def fetch(
        which: _Which,
        out: Annotated[
            Path | None, typer.Option("--out", "-o", help="The folder to fetch into. Without: here.")
        ] = None,
        database: _Database = None,
        store: _Store = None,
        as_json: Json = False,
    ) -> None:
        """Fetch the files of a task, or of all tasks of a job: what they made, and their runs."""
        do("jobs", "fetch", which, out, _place(database, store), as_json)

    @jobs.command()
    def workers(database: _Database = None, as_json: Json = False) -> None:
        """List the workers, what they play, and why one takes nothing."""
        do("jobs", "workers", _place(database), as_json)

    @jobs.command()
    def forget(
        days: Annotated[float, typer.Option("--days", min=0, help="Over for longer than this.")],
        queue: Annotated[
            list[str] | None, typer.Option("--queue", help="Of this one alone; may be given again. Without: of all.")
        ] = None,
        database: _Database = None,
        store: _Store = None,
        as_json: Json = False,
    ) -> None:
        """Forget tasks that have been over for long, with their files."""
        do("jobs", "forget", days, queue or [], _place(database, store), as_json)

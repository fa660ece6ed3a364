"""`ufo submit`: gives tasks to a fleet. The same submission twice is one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from ufo.cli.fleet.fleet_place import FleetPlace
from ufo.cli.fleet.task_orders import OrderMaker, Submission, seconds_until
from ufo.cli.output import Terminal, print_json
from ufo.cli.settings import command_settings, given
from ufo.errors import ConfigError
from ufo.fleet.engine.fleet import Fleet
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.schema.running_mode import RunningMode

_MOST_BROKEN = 20
_MINUTE_S = 60.0
_MANY = 1000
"""More tasks than these take seconds: half a millisecond each."""


def submit(  # noqa: PLR0913 a command's options are its parameters
    source: str,
    overrides: Mapping[str, Any],
    manner: Mapping[str, Any],
    *,
    place: Mapping[str, Any],
    seeds: int,
    files: list[Path],
    at: str | None,
    every: str | None,
    zone: str,
    name: str | None,
    operator: bool,
    hold_min: float,
    as_json: bool,
) -> int:
    """Submit the tasks and print their job. Exit code 11 where a line was no task."""
    options = given(overrides)
    settings = command_settings(**options)
    where = FleetPlace(**place)
    delay_s = seconds_until(at, datetime.now().astimezone()) if at else 0.0
    if every and at:
        raise ConfigError("--every says when it begins, so --at has no place beside it; leave one of them out")
    fields = {
        **manner,
        "overrides": options,
        "mode": RunningMode.BATCH_OPERATOR if operator else RunningMode.BATCH_NORMAL,
        "hold_s": hold_min * _MINUTE_S,
        "model_key": settings.model.name,
    }
    maker = OrderMaker(where.opened_store(), seeds, fields, files)
    made = maker.submission(source, name)
    console = Terminal(stderr=True)
    _tell_broken(made, console)
    if len(made.tasks) > _MANY:
        console.say(f"submitting {len(made.tasks)} tasks", "dim")
    with Fleet(where.opened_database()) as fleet:
        if every:
            fleet.repeat(made.job, every, made.tasks, zone)
            new = len(made.tasks)
        else:
            new = fleet.submit(made.tasks, delay_s)
    if as_json:
        print_json({"job": made.job, "tasks": len(made.tasks), "new": new, "broken": len(made.broken), "every": every})
    else:
        Terminal().say(_told(made, new, every))
    return EXIT_FAILED if made.broken else 0


def _tell_broken(made: Submission, console: Terminal) -> None:
    for broken in made.broken[:_MOST_BROKEN]:
        console.say(f"{broken.place}: {broken.why}", "red")
    if len(made.broken) > _MOST_BROKEN:
        console.say(f"… and {len(made.broken) - _MOST_BROKEN} broken lines more", "red")
    if not made.tasks:
        raise ConfigError("there is no task in it; nothing was submitted")


def _told(made: Submission, new: int, every: str | None) -> str:
    count = len(made.tasks)
    if every:
        return (
            f"{made.job}: {count} tasks at each {every!r}; ufo jobs list shows it, ufo jobs cancel {made.job} ends it"
        )
    if not new:
        return f"{made.job} is there already, with all {count} tasks; to have it done once more: --name NAME"
    old = f", {count - new} were there already" if count > new else ""
    return f"{made.job}: {new} tasks{old}; watch them with: ufo jobs watch {made.job}"

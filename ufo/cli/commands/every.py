"""`ufo every`: has a request done again and again by the machine's own timer, and tells how the last times ended."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from ufo.cli.output import Terminal, print_answer, print_remark, table
from ufo.cli.process.surroundings import working_folder
from ufo.cli.settings import command_settings
from ufo.errors import ConfigError
from ufo.platform.loop_signals import stopping
from ufo.schedules.due import do, message_of
from ufo.schedules.messages.tell import tell
from ufo.schedules.schedule import Ending, Schedule, ScheduleStore, name_for
from ufo.schedules.timer import starts_with, timer_here
from ufo.schema.exit_codes import EXIT_CANCELLED
from ufo.schema.request_text import complaint
from ufo.secrets.secret_resolver import SecretStore

_MOST_SHOWN = 20


def add(
    when: str, request: str, options: Sequence[str], *, name: str | None, folder: Path | None, as_json: bool
) -> int:
    """Schedule a request. `options`: those of `ufo run`, which were checked."""
    if problem := complaint(request):
        raise ConfigError(problem)
    if not when.isprintable():
        raise ConfigError(f'{when!r} is no time in one line; write e.g. "weekdays 8:00"')
    store, place = ScheduleStore(), (folder or working_folder()).absolute()
    if not place.is_dir():
        raise ConfigError(f"there is no folder {str(place)!r}; name one that exists with --folder")
    chosen = name or name_for(request, store)
    if store.has(chosen):
        raise ConfigError(f"something is scheduled as {chosen!r} already; choose another --name, or remove that first")
    schedule = Schedule(name=chosen, when=when, request=request, options=tuple(options), folder=str(place))
    timer = timer_here()
    due = timer.check(schedule)
    store.write(schedule)
    try:
        timer.set_up(schedule)
    except ConfigError:
        store.remove(chosen)
        raise
    said = f"{chosen} is scheduled by {timer.name}: {schedule.calendar}{f', next {due}' if due else ''}"
    print_answer(as_json, {**schedule.model_dump(), "timer": timer.name, "next": due}, said)
    return 0


def list_(as_json: bool) -> int:
    store = ScheduleStore()
    rows = [(schedule, _last(store.endings(schedule.name))) for schedule in store.all()]
    if as_json or not rows:
        value = [{**schedule.model_dump(), "last": last.model_dump() if last else None} for schedule, last in rows]
        print_answer(as_json, value, 'nothing is scheduled; write e.g. ufo every "weekdays 8:00" "REQUEST"')
        return 0
    cells = [
        (schedule.name, schedule.when, "paused" if schedule.paused else "", _short(last), schedule.request)
        for schedule, last in rows
    ]
    Terminal().print(table(("name", "when", "", "last", "request"), cells, whole=("name",)))
    return 0


def set_paused(name: str, paused: bool, as_json: bool) -> int:
    store = ScheduleStore()
    schedule = store.read(name).model_copy(update={"paused": paused})
    timer = timer_here()
    if paused:
        timer.take_down(name)
    else:
        timer.check(schedule)
        timer.set_up(schedule)
    store.write(schedule)
    print_answer(as_json, schedule.model_dump(), f"{name} is {'paused' if paused else 'scheduled again'}")
    return 0


def remove(name: str, as_json: bool) -> int:
    store = ScheduleStore()
    if not store.has(name):
        store.read(name)
    timer_here().take_down(name)
    store.remove(name)
    print_answer(as_json, {"removed": name}, f"{name} is removed; its runs stay")
    return 0


def results(name: str, as_json: bool) -> int:
    store = ScheduleStore()
    store.read(name)
    endings = store.endings(name)[-_MOST_SHOWN:]
    if as_json or not endings:
        print_answer(as_json, [ending.model_dump() for ending in endings], f"{name} was not started yet")
        return 0
    cells = [(ending.began, _outcome(ending), ending.run, ending.answer or ending.reason) for ending in endings]
    Terminal().print(table(("began", "outcome", "run", "answer or reason"), cells, whole=("began", "run")))
    return 0


def start(name: str, as_json: bool) -> int:
    """Do it now, as the timer does, and tell the person where they have to know of it."""
    return asyncio.run(_start(name, as_json))


async def _start(name: str, as_json: bool) -> int:
    store = ScheduleStore()
    schedule = store.read(name)
    with stopping(lambda: os._exit(EXIT_CANCELLED)):
        ending = await do(schedule, store, starts_with())
    if ending is None:
        print_answer(as_json, {"skipped": name}, f"{name} goes on already, and is not started twice")
        return 0
    if (message := message_of(schedule, ending)) is not None:
        settings = command_settings()
        for line in await tell(message, settings.notify, SecretStore(settings.secrets), os.environ):
            print_remark(line)
    print_answer(as_json, ending.model_dump(), f"{name}: {_short(ending)} {ending.answer or ending.reason}")
    return ending.exit_code


def _last(endings: Sequence[Ending]) -> Ending | None:
    return endings[-1] if endings else None


def _outcome(ending: Ending) -> str:
    return ending.outcome or f"exit code {ending.exit_code}"


def _short(ending: Ending | None) -> str:
    return f"{_outcome(ending)} {ending.began[:16]}" if ending is not None else ""

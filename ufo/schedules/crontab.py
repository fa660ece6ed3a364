"""The person's crontab, where no systemd manager answers: a line for each schedule, marked as ours. Source: crontab(5).

A time is written in systemd's words here too; what a crontab cannot say (seconds, years, the last day of a month) is refused.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence

from ufo.desktop.private.environment_filter import desktop_environment
from ufo.errors import ConfigError
from ufo.schedules.schedule import Schedule
from ufo.schedules.systemd_timers import next_elapse

_ANSWER_S = 30.0
_SHORT = {
    "minutely": "* * * * *", "hourly": "0 * * * *", "daily": "0 0 * * *", "weekly": "0 0 * * 1",
    "monthly": "0 0 1 * *", "quarterly": "0 0 1 1,4,7,10 *", "semiannually": "0 0 1 1,7 *", "yearly": "0 0 1 1 *",
    "annually": "0 0 1 1 *",
}  # fmt: skip
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_FORM = re.compile(
    r"(?:(?P<days>[A-Za-z.,]+)(?: |$))?"
    r"(?:(?:\*-)?(?P<month>[\d*,./]+)-(?P<day>[\d*,./]+)(?: |$))?"
    r"(?:(?P<hour>[\d*,./]+):(?P<minute>[\d*,./]+)(?::0?0)?)?"
)
_PART = re.compile(r"(?:\*|(\d+)(?:\.\.(\d+))?)(?:/(\d+))?")


class Crontab:
    """`command`: what starts ufo, as words."""

    name = "crontab"

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command

    def is_there(self) -> bool:
        return shutil.which("crontab") is not None

    def check(self, schedule: Schedule) -> str:
        fields_of(schedule)
        return next_elapse(schedule)

    def set_up(self, schedule: Schedule) -> None:
        words = shlex.join([*self._command, "every", "start", schedule.name]).replace("%", "\\%")
        _write([*_without(schedule.name, _lines()), f"{fields_of(schedule)} {words} {_mark(schedule.name)}"])

    def take_down(self, name: str) -> None:
        lines = _lines()
        # One that is paused has no line, and a crontab that is not there cannot be removed.
        if (others := _without(name, lines)) != lines:
            _write(others)


def fields_of(schedule: Schedule) -> str:
    """Return the five fields of a line. Raises ConfigError for what a crontab cannot say."""
    calendar = schedule.calendar.strip()
    if calendar.casefold() in _SHORT:
        return _SHORT[calendar.casefold()]
    found = _FORM.fullmatch(calendar)
    if found is None or not calendar:
        raise _cannot(schedule)
    day, month = _field(found["day"] or "*", 1, 31), _field(found["month"] or "*", 1, 12)
    week = _week(found["days"]) if found["days"] else "*"
    if None in (day, month, week) or (week != "*" and day != "*"):
        # Where both are given, cron starts it on either.
        raise _cannot(schedule)
    hour, minute = _field(found["hour"] or "0", 0, 23), _field(found["minute"] or "0", 0, 59)
    if hour is None or minute is None:
        raise _cannot(schedule)
    return f"{minute} {hour} {day} {month} {week}"


def _field(text: str, least: int, most: int) -> str | None:
    """Return one part of a time as cron writes it; None where it cannot. `9/2` is systemd's for every second one from 9 on."""
    parts = []
    for part in text.split(","):
        found = _PART.fullmatch(part)
        if found is None:
            return None
        first, last, step = found.groups()
        if first is None:
            parts.append(f"*/{step}" if step else "*")
            continue
        numbers = [int(number) for number in (first, last) if number is not None]
        if not all(least <= number <= most for number in numbers) or step == "0":
            return None
        written = "-".join(map(str, numbers))
        parts.append(f"{written}{'' if last else f'-{most}'}/{int(step)}" if step else written)
    return ",".join(parts)


def _week(text: str) -> str | None:
    days: list[str] = []
    for part in text.split(","):
        ends = [_DAYS.index(end[:3].casefold()) if end[:3].casefold() in _DAYS else -1 for end in part.split("..")]
        if -1 in ends or len(ends) > 2:
            return None
        count = (ends[-1] - ends[0]) % len(_DAYS)
        days += [str((ends[0] + step) % len(_DAYS)) for step in range(count + 1)]
    return ",".join(sorted(set(days)))


def _cannot(schedule: Schedule) -> ConfigError:
    return ConfigError(
        f'{schedule.when!r} names no time that a crontab can say; write e.g. "weekdays 8:00", "Mon,Thu 17:30", "daily", '
        '"*-*-1 9:00", or use a machine with a systemd user manager'
    )


def _mark(name: str) -> str:
    return f"# ufo every: {name}"


def _without(name: str, lines: Sequence[str]) -> list[str]:
    return [line for line in lines if not line.endswith(_mark(name))]


def _lines() -> list[str]:
    """Return the lines of the crontab; none where the person has none."""
    done = _run(["crontab", "-l"], "")
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    if done.returncode != 0 and "no crontab" not in done.stderr:
        raise ConfigError(f"the crontab cannot be read: {done.stderr.strip()[:300]}")
    return lines


def _write(lines: Sequence[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    done = _run(["crontab", "-"], text) if lines else _run(["crontab", "-r"], "")
    if done.returncode != 0:
        raise ConfigError(f"the crontab cannot be written: {done.stderr.strip()[:300]}")


def _run(command: Sequence[str], said: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            env=desktop_environment(os.environ),
            input=said,
            capture_output=True,
            text=True,
            timeout=_ANSWER_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ConfigError(f"crontab does not answer: {error}") from error

"""Timers of the person's systemd manager: a service and a timer for each schedule. Source: systemd.timer(5), systemd.service(5),
systemd.time(7).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ufo.desktop.private.environment_filter import desktop_environment
from ufo.errors import ConfigError
from ufo.faults import of_system
from ufo.schedules.schedule import Schedule
from ufo.secrets import files

_ANSWER_S = 30.0
_SERVICE = """\
[Unit]
Description=ufo: {name}

[Service]
Type=oneshot
ExecStart={command}
"""
_TIMER = """\
[Unit]
Description=ufo: {name}

[Timer]
OnCalendar={calendar}
Persistent=true

[Install]
WantedBy=timers.target
"""


class SystemdTimers:
    """`command`: what starts ufo, as words. A timer that was due while the machine was off is started when it is on again."""

    name = "systemd"

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command

    def is_there(self) -> bool:
        """Tell whether a user manager answers."""
        if shutil.which("systemctl") is None:
            return False
        try:
            return _ask("systemctl", "--user", "show-environment").returncode == 0
        except ConfigError:
            return False

    def check(self, schedule: Schedule) -> str:
        return next_elapse(schedule)

    def set_up(self, schedule: Schedule) -> None:
        folder, unit = _units(), unit_of(schedule.name)
        words = [*self._command, "every", "start", schedule.name]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            service = _SERVICE.format(name=schedule.name, command=" ".join(map(_quoted, words)))
            files.write(folder / f"{unit}.service", service.encode())
            timer = _TIMER.format(name=schedule.name, calendar=schedule.calendar)
            files.write(folder / f"{unit}.timer", timer.encode())
        except OSError as error:
            raise ConfigError(f"the units in {str(folder)!r} cannot be written: {of_system(error)}") from error
        _manage("daemon-reload")
        _manage("enable", "--now", f"{unit}.timer")

    def take_down(self, name: str) -> None:
        unit = unit_of(name)
        if (_units() / f"{unit}.timer").exists():
            _manage("disable", "--now", f"{unit}.timer")
        for ending in ("timer", "service"):
            (_units() / f"{unit}.{ending}").unlink(missing_ok=True)
        _manage("daemon-reload")


def unit_of(name: str) -> str:
    return f"ufo-every-{name}"


def next_elapse(schedule: Schedule) -> str:
    """Return when it is due next, as systemd says it. Raises ConfigError for words that it does not know."""
    if shutil.which("systemd-analyze") is None:
        return ""
    told = _ask("systemd-analyze", "calendar", "--", schedule.calendar)
    if told.returncode != 0:
        raise ConfigError(
            f'{schedule.when!r} names no time: {told.stderr.strip()[:200]}; write e.g. "weekdays 8:00", "Mon,Thu 17:30", '
            '"daily" or "*-*-1 9:00" (systemd.time(7))'
        )
    rows = (line.partition(":") for line in told.stdout.splitlines())
    return next((value.strip() for key, _, value in rows if key.strip() == "Next elapse"), "")


def _units() -> Path:
    config = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (config if config.is_absolute() else Path.home() / ".config") / "systemd/user"


def _quoted(word: str) -> str:
    """Quote a word as ExecStart wants it: no variable and no specifier in it is filled in."""
    for letter, instead in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$")):
        word = word.replace(letter, instead)
    return f'"{word}"'


def _manage(*words: str) -> None:
    done = _ask("systemctl", "--user", *words)
    if done.returncode != 0:
        raise ConfigError(f"systemd could not do {' '.join(words)!r}: {done.stderr.strip()[:300]}")


def _ask(*command: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            env=desktop_environment(os.environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_ANSWER_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ConfigError(f"{command[0]} does not answer: {error}") from error

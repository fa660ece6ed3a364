"""The machine's own timer, which starts what is due: whichever of the two is there."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from ufo.errors import ConfigError
from ufo.schedules.crontab import Crontab
from ufo.schedules.schedule import Schedule
from ufo.schedules.systemd_timers import SystemdTimers


class Timer(Protocol):
    """Its methods raise ConfigError with the next move."""

    @property
    def name(self) -> str: ...

    def check(self, schedule: Schedule) -> str:
        """Raise ConfigError where it cannot be started at these times; else return when it is due next, "" where nobody says."""
        ...

    def set_up(self, schedule: Schedule) -> None:
        """Start it from now on, in place of what was set up under its name."""
        ...

    def take_down(self, name: str) -> None:
        """Start it no more."""
        ...


def timer_here() -> Timer:
    """Return the timer of this machine. Raises ConfigError where there is none."""
    timers: tuple[SystemdTimers | Crontab, ...] = (SystemdTimers(starts_with()), Crontab(starts_with()))
    for timer in timers:
        if timer.is_there():
            return timer
    raise ConfigError(
        "there is no timer here: neither does a systemd user manager answer (systemctl --user status), nor is there a crontab; "
        "install one with: sudo apt-get install cron"
    )


def starts_with() -> Sequence[str]:
    """Return the command of this ufo, as words."""
    own = Path(sys.argv[0]).absolute()
    return (str(own),) if own.name == "ufo" and own.is_file() else (sys.executable, "-m", "ufo")

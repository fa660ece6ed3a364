"""When something is due, and how the machine's timers are told: units that systemd accepts, lines of a crontab."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.needs import needs
from ufo.errors import ConfigError
from ufo.schedules.crontab import fields_of
from ufo.schedules.schedule import Schedule

REQUEST = "open the calculator and compute 6*7"


def schedule(when: str) -> Schedule:
    return Schedule(name="sums", when=when, request=REQUEST, folder="/tmp")


class Machine:
    """The command beside programs in the place of `systemctl` and `crontab`, which keep what they are told."""

    def __init__(self, folder: Path, *, manager: bool) -> None:
        self.command = Command(folder)
        self.told = folder / "told"
        self.table = folder / "table"
        programs = folder / "bin"
        programs.mkdir()
        systemctl = f'echo "$*" >>{self.told}\nexit {0 if manager else 1}'
        crontab = f'case $1 in\n-l) cat {self.table} 2>/dev/null || {{ echo "no crontab for me" >&2; exit 1; }} ;;\n' \
            f"-r) rm {self.table} ;;\n*) cat >{self.table} ;;\nesac"  # fmt: skip
        for name, body in (("systemctl", systemctl), ("crontab", crontab)):
            (programs / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
            (programs / name).chmod(0o755)
        self.units = folder / "config/systemd/user"
        self.command.environment |= {
            "PATH": f"{programs}:/usr/bin:/bin",
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"),
        }

    def every(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.command.run("every", *words)


@pytest.mark.parametrize(
    ("when", "fields"),
    [
        ("weekdays 8:00", "0 8 * * 1,2,3,4,5"),
        ("Weekends 10:30", "30 10 * * 0,6"),
        ("Mon,Thu 17:30", "30 17 * * 1,4"),
        ("Fri..Mon 9:05:00", "05 9 * * 0,1,5,6"),
        ("daily", "0 0 * * *"),
        ("*-*-1 9:00", "00 9 1 * *"),
        ("*-3,9-15 00:00", "00 00 15 3,9 *"),
        ("*:0/15", "0-59/15 * * * *"),
        ("9..17:00", "00 9-17 * * *"),
    ],
)
def test_a_time_in_the_words_of_systemd_is_written_as_a_crontab_has_it(when: str, fields: str) -> None:
    def same(text: str) -> list[str]:
        return [part.lstrip("0") or "0" for part in text.split()]

    assert same(fields_of(schedule(when))) == same(fields)


@pytest.mark.parametrize(
    "when",
    [
        "",
        "someday",
        "8:00:30",
        "2027-01-01 8:00",
        "*-*~01 9:00",
        "Mon *-*-1 8:00",
        "25:00",
        "8:61",
        "Xyz 8:00",
        "8:0/0",
    ],
)
def test_what_a_crontab_cannot_say_is_refused_with_examples(when: str) -> None:
    with pytest.raises(ConfigError, match="weekdays 8:00"):
        fields_of(schedule(when))


@needs("systemd-analyze")
def test_a_systemd_manager_gets_units_that_it_accepts_and_loses_them_again(tmp_path: Path) -> None:
    machine = Machine(tmp_path, manager=True)
    done = machine.every("weekdays 8:00", REQUEST, "--max-steps", "20", "--name", "sums", "--json")
    told = json.loads(done.stdout)
    assert (told["timer"], told["options"]) == ("systemd", ["--max-steps", "20"]) and told["next"], done.stderr
    timer, service = machine.units / "ufo-every-sums.timer", machine.units / "ufo-every-sums.service"
    assert "OnCalendar=Mon..Fri 8:00\n" in timer.read_text() and '"every" "start" "sums"' in service.read_text()
    checked = subprocess.run(
        ["systemd-analyze", "--user", "verify", str(timer), str(service)],
        env={"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "ufo-every" not in checked.stderr, checked.stderr
    assert machine.every("pause", "sums").returncode == 0 and not timer.exists()
    assert json.loads(machine.every("list", "--json").stdout)[0]["paused"] is True
    assert machine.every("resume", "sums").returncode == 0 and timer.exists()
    assert machine.every("remove", "sums").returncode == 0 and not service.exists()
    said = machine.told.read_text()
    assert "--user enable --now ufo-every-sums.timer" in said and "--user disable --now ufo-every-sums.timer" in said
    refused = machine.every("someday", REQUEST)
    assert refused.returncode == 2 and "systemd.time(7)" in refused.stderr


def test_without_a_manager_the_crontab_gets_a_line_of_ours_beside_those_of_the_person(tmp_path: Path) -> None:
    machine = Machine(tmp_path, manager=False)
    machine.table.write_text("5 4 * * * theirs\n")
    assert machine.every("weekdays 8:00", REQUEST, "--name", "sums").returncode == 0
    theirs, ours = machine.table.read_text().splitlines()
    assert theirs == "5 4 * * * theirs" and ours.endswith("every start sums # ufo every: sums") and REQUEST not in ours
    again = machine.every("daily", REQUEST, "--name", "sums")
    assert again.returncode == 2 and "--name" in again.stderr
    assert machine.every("remove", "sums").returncode == 0 and machine.table.read_text() == "5 4 * * * theirs\n"


def test_what_is_paused_is_removed_also_where_nothing_else_stands_in_the_crontab(tmp_path: Path) -> None:
    machine = Machine(tmp_path, manager=False)
    for words in (("daily", REQUEST, "--name", "sums"), ("pause", "sums"), ("pause", "sums"), ("remove", "sums")):
        done = machine.every(*words)
        assert done.returncode == 0, (words, done.stderr)
    assert json.loads(machine.every("list", "--json").stdout) == [] and not machine.table.exists()


def test_what_is_wrong_is_told_before_anything_is_scheduled(tmp_path: Path) -> None:
    machine = Machine(tmp_path, manager=False)
    for words, said in (
        (("weekdays 8:00",), "ufo every WHEN REQUEST"),
        (("weekdays 8:00", REQUEST, "--no-such"), "No such option"),
        (("weekdays 8:00", REQUEST, "--name", "A B"), "cannot name a schedule"),
        (("weekdays 8:00", REQUEST, "--folder", "/no/such"), "there is no folder"),
        (("weekdays 8:00", "  "), "the request is empty"),
        (("daily\nExecStart=/bin/true", REQUEST), "no time in one line"),
        (("results", "../x"), "cannot name a schedule"),
        (("pause", "nothing"), "nothing is scheduled as"),
    ):
        done = machine.every(*words)
        assert done.returncode == 2 and said in done.stderr, (words, done.stderr)
    assert json.loads(machine.every("list", "--json").stdout) == []
    assert not machine.table.exists()

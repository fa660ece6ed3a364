"""Tasks in a terminal: searching, counting, permissions, links."""

from __future__ import annotations

import os
from pathlib import Path

from bench.minds.task import Place, Task, Verdict

_SIZES = {
    "mail/out.log": 9_000,
    "mail/in.log": 41_000,
    "web/access.log": 120_500,
    "web/error.log": 66_000,
    "cron.log": 700,
}
_ERRORS = {"web/error.log": 17, "mail/in.log": 5, "cron.log": 1}


def _logs(place: Place) -> None:
    for name, size in _SIZES.items():
        file = place.folder / "logs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = ["2026-05-02 ERROR disk is full"] * _ERRORS.get(name, 0)
        text = "\n".join([*lines, ""])
        plain = "2026-05-02 INFO all is well\n"
        file.write_text((text + plain * (size // len(plain) + 1))[: size - 1] + "\n", encoding="utf-8")


def _judge_logs(place: Place, answer: str) -> Verdict:
    report = place.folder / "report.txt"
    if not report.is_file():
        return Verdict(False, "there is no report.txt")
    lines = [line.strip() for line in report.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    names = [Path(line.split()[-1]).name for line in lines[:3]]
    if len(lines) != 4 or names != ["access.log", "error.log", "in.log"]:
        return Verdict(False, f"report.txt says {lines}")
    wanted = str(sum(_ERRORS.values()))
    return Verdict(wanted in lines[3].split(), f"the last line is {lines[3]!r}, not {wanted}")


_TOOLS = ("backup.sh", "clean.sh", "notes.md")
_REPORTS = ("report-2025-11.txt", "report-2026-02.txt", "report-2026-04.txt")


def _tools(place: Place) -> None:
    for folder, names in (("tools", _TOOLS), ("reports", _REPORTS)):
        (place.folder / folder).mkdir()
        for name in names:
            file = place.folder / folder / name
            file.write_text(f"{name}\n", encoding="utf-8")
            file.chmod(0o644)


def _judge_tools(place: Place, answer: str) -> Verdict:
    modes = {
        name: (place.folder / "tools" / name).stat().st_mode & 0o777
        for name in _TOOLS
        if (place.folder / "tools" / name).is_file()
    }
    wanted = {"backup.sh": 0o700, "clean.sh": 0o700, "notes.md": 0o644}
    if modes != wanted:
        return Verdict(False, f"permissions: { {name: oct(mode) for name, mode in modes.items()} }")
    link = place.folder / "latest"
    if not link.is_symlink():
        return Verdict(False, "latest is no link")
    return Verdict(
        os.path.realpath(link) == os.path.realpath(place.folder / "reports" / _REPORTS[-1]),
        f"it leads to {link.readlink()}",
    )


_HOSTS = ("10.0.0.7 printer", "10.0.0.3 nas", "10.0.0.9 old-router", "10.0.0.4 camera")


def _hosts(place: Place) -> None:
    (place.folder / "hosts.txt").write_text("\n".join(_HOSTS) + "\n", encoding="utf-8")


def _judge_hosts(place: Place, answer: str) -> Verdict:
    file = place.folder / "hosts.txt"
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines() if file.is_file() else []
    wanted = ["10.0.0.3 nas", "10.0.0.4 camera", "10.0.0.7 printer", "10.0.0.12 door"]
    left = sorted(path.name for path in place.folder.iterdir() if path.name.endswith(".swp"))
    return Verdict(lines == wanted and not left, f"hosts.txt is {lines}; vim has open {left}")


TASKS = (
    Task(
        "terminal-logs",
        "With a terminal, find the three biggest files below logs and write their names into report.txt, the "
        "biggest first, one a line; "
        "on a fourth line write how many lines with ERROR there are in all the logs together.",
        ("xterm",),
        _logs,
        _judge_logs,
        opens=("xterm",),
        careful_calls=3,
    ),
    Task(
        "terminal-permissions",
        "Only I may read and run the shell scripts in tools (nobody else anything), and I want a link called "
        "latest here that leads to "
        "the newest report in reports.",
        ("xterm",),
        _tools,
        _judge_tools,
        careful_calls=3,
    ),
    Task(
        "terminal-vim",
        "In the vim that is open: throw out the old router, add '10.0.0.12 door' at the end, put the other lines "
        "in order of the "
        "address, save and leave vim.",
        ("xterm", "vim"),
        _hosts,
        _judge_hosts,
        opens=("xterm", "-e", "vim", "{folder}/hosts.txt"),
        careful_calls=2,
    ),
)

"""Tells of a running program which file it is, which version, and in which language."""

from __future__ import annotations

import re
import subprocess
from functools import lru_cache
from pathlib import Path

from ufo.platform import proc

_INTERPRETERS = re.compile(r"(?:python|perl|ruby|gjs|node|java|mono|bash|sh|dash)[\d.]*(?:-console)?")
_ASK_S = 5.0
_PLAIN = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
_UPSTREAM = re.compile(r"(?:\d+:)?([^-+~]+)")
_LANGUAGES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def version_and_language(pid: int) -> tuple[str, str]:
    """Return the version of the package that a program was installed from, "" where no package is known, and the language that
    it was started for. It blocks.
    """
    file = file_of(pid)
    return _version(str(file), _age(file)) if file is not None else "", language_of(pid)


def language_of(pid: int) -> str:
    """Return the language that a program was started for, as its environment names it; "C" for none."""
    try:
        told = proc.started_as(pid)[1]
    except OSError:
        return "C"
    return next((told[name].partition(":")[0].partition(".")[0] for name in _LANGUAGES if told.get(name)), "C")


def file_of(pid: int) -> Path | None:
    """Return the program's file; of a script, that of the script."""
    program = proc.program(pid)
    if program is None or not _INTERPRETERS.fullmatch(program.name):
        return program
    named = (Path(argument) for argument in proc.arguments(pid)[1:] if argument.startswith("/"))
    return next((path for path in named if path.is_file()), program)


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


@lru_cache(maxsize=64)
def _version(file: str, age: float) -> str:
    """Ask the system's packages; `age` makes a file that was replaced another one."""
    owner = _said("dpkg-query", "-S", file).partition(":")[0]
    found = _UPSTREAM.match(_said("dpkg-query", "-W", "-f", "${Version}", owner)) if owner else None
    if found is not None:
        return found[1]
    package = _said("rpm", "-qf", "--qf", "%{VERSION}", file)
    return package if re.fullmatch(r"[\w.~+-]+", package) else ""


def _said(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_ASK_S, env=_PLAIN, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else ""

"""A task's world, laid out as before it is played, without any application."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.minds.task import Place, Task
from tests.needs import need

_MADE_BY_PROGRAMS = {"settings-editor": ("gsettings", "mousepad")}


@contextmanager
def prepared(task: Task, root: Path) -> Iterator[Place]:
    need(*_MADE_BY_PROGRAMS.get(task.name, ()))
    folder, home = root / "task", root / "home"
    folder.mkdir()
    home.mkdir()
    environment = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "PATH": "/usr/bin:/bin",
        "GSETTINGS_BACKEND": "keyfile",
    }
    server = task.serve(folder) if task.serve else None
    try:
        place = Place(folder, environment, server.port if server else None)
        task.prepare(place)
        yield place
    finally:
        if server:
            server.close()

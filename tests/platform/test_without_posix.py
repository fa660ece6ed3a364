"""A system without what only POSIX systems have: hidden from a process, together with the platform's name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HIDING = Path(__file__).with_name("without_posix.py")
IMPORT_ALL = """
import importlib, pkgutil, ufo
OF_LINUX = ("ufo.desktop.linux", "ufo.commands.uno.office", "ufo.__main__")
for one in pkgutil.walk_packages(ufo.__path__, "ufo."):
    if not one.name.startswith(OF_LINUX):
        importlib.import_module(one.name)
"""
COMMANDS = """
import contextlib, importlib, io, json, sys
from ufo.cli.main import main
said = {}
for words in (["--help"], ["doctor", "--json"], ["run", "x"], ["desktop", "list"], ["config", "limits"]):
    sys.argv[1:] = words
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        main()
    said[words[0]] = out.getvalue()
print(json.dumps(said))
"""


def ran(code: str, home: Path) -> str:
    environment = {**os.environ, "HOME": str(home), "DISPLAY": ""}
    done = subprocess.run(
        [sys.executable, str(HIDING), code], cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_module_but_those_of_linux_can_be_imported_and_used(tmp_path: Path) -> None:
    said = json.loads(ran(IMPORT_ALL + COMMANDS, tmp_path).splitlines()[-1])
    assert "Usage:" in said["--help"] and "limits.max_step" in said["config"]
    checks = {one["name"]: one for one in json.loads(said["doctor"])["checks"]}
    assert checks["python"]["ok"] and checks["log folder"]["ok"]
    assert "no desktop backend for 'plan9'" in checks["private desktop"]["detail"]
    for command in ("run", "desktop"):
        assert said[command].startswith("ufo: there is no desktop backend for 'plan9'"), said[command]

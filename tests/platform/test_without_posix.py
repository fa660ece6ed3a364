"""A system without what only POSIX systems have: hidden from a process, together with the platform's name."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import mypy

from tests.platform.without_posix import KEPT, OF_ASYNCIO, OF_OS, OF_SIGNAL, OF_SOCKET
from tests.portable import MODULES_OF_LINUX, MODULES_OF_WINDOWS

ROOT = Path(__file__).parents[2]
STUBS = Path(mypy.__file__).parent / "typeshed/stdlib"
_USED = re.compile(r"\b(os|signal|asyncio|select|socket)\.(\w+)")
HIDING = Path(__file__).with_name("without_posix.py")
IMPORT_ALL = f"""
import importlib, pkgutil, ufo, ufo_libreoffice
OF_LINUX = {MODULES_OF_LINUX + MODULES_OF_WINDOWS!r}
for package in (ufo, ufo_libreoffice):
    for module in pkgutil.walk_packages(package.__path__, f"{{package.__name__}}."):
        if not module.name.startswith(OF_LINUX):
            importlib.import_module(module.name)
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
    checks = {load["name"]: load for load in json.loads(said["doctor"])["checks"]}
    assert checks["python"]["ok"] and checks["log folder"]["ok"]
    assert "no desktop backend for 'plan9'" in checks["private desktop"]["detail"]
    for command in ("run", "desktop"):
        assert said[command].startswith("ufo: there is no desktop backend for 'plan9'"), said[command]


def test_every_name_of_posix_that_is_used_is_hidden() -> None:
    """What a system without POSIX lacks stands in the type checker's own stubs."""
    used = {item for path in _sources() for item in _USED.findall(path.read_text(encoding="utf-8"))}
    hidden = {
        "os": f"{OF_OS} {KEPT}",
        "signal": OF_SIGNAL,
        "asyncio": OF_ASYNCIO,
        "select": "poll epoll",
        "socket": OF_SOCKET,
    }
    for module, names in hidden.items():
        lacking = {
            name for stub in _stubs(module) for name in _posix_alone(ast.parse(stub.read_text(encoding="utf-8")))
        }
        assert lacking & {name for of, name in used if of == module} <= set(names.split()), module


def _sources() -> Iterator[Path]:
    office = ROOT / "extensions/libreoffice"
    found = (
        (place, path)
        for place, room in ((ROOT, "ufo"), (office, "ufo_libreoffice"))
        for path in (place / room).rglob("*.py")
    )
    return (path for place, path in found if not ".".join(path.relative_to(place).parts).startswith(MODULES_OF_LINUX))


def _stubs(module: str) -> list[Path]:
    whole = STUBS / f"{module}.pyi"
    return [whole] if whole.exists() else sorted((STUBS / module).glob("*.pyi"))


def _posix_alone(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "sys.platform" in ast.unparse(node.test) and "win32" in ast.unparse(node.test):
            item = node.body if "!=" in ast.unparse(node.test) else node.orelse
            other = node.orelse if "!=" in ast.unparse(node.test) else node.body
            yield from set(_named(item)) - set(_named(other))


def _named(body: list[ast.stmt]) -> Iterator[str]:
    for node in (inner for stmt in body for inner in ast.walk(stmt)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id

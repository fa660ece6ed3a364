"""Which test files another system than Linux can run: those that import nothing that only Linux has, not through our own test
modules either.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ufo.platform.system_packages import OF_LINUX

ROOT = Path(__file__).parents[1]
MODULES_OF_LINUX = (
    "ufo.desktop.linux",
    "ufo.desktop.private.private_desktop",
    "ufo.cli.commands.gnome",
    "ufo.cli.commands.plasma",
    "ufo.cli.commands.wayland",
    "ufo.schedules.messages.desktop_notice",
    "ufo.secrets.secret_service",
    "ufo.tools.servers.session_bus_tools",
    "ufo.tools.services.bus_values",
    "ufo.tools.services.session_bus",
    "ufo_libreoffice.office",
    "ufo.__main__",
)
"""Our own, which are imported where they are used, and only on Linux, with those inside of them."""
MODULES_OF_WINDOWS = ("ufo.desktop.windows", "ufo_libreoffice.microsoft.com", "ufo_libreoffice.microsoft.__main__")
NEEDS_WINDOWS = ("tests/windows", "tests/conformance/test_windows.py")
NEEDS_POSIX: Mapping[str, str] = MappingProxyType(
    {
        "tests/agents/agent/test_basic_agent.py::test_without_the_safe_guard": "rm",
        "tests/agents/processors/strategies/app/test_controls.py": "the detector, which needs numpy",
        "tests/agents/processors/strategies/host/test_decide_target.py::test_the_bash_field": "a shell of POSIX",
        "tests/agents/processors/strategies/test_dispatch_actions.py::test_commands_wait_together": "a shell of POSIX",
        "tests/agents/test_named_files.py::test_only_arguments_that_name_files": "paths that begin with /",
        "tests/config/test_origin.py": "links, and the rights of files as POSIX has them",
        "tests/config/test_values.py::test_a_whole_section": "variables in small letters, which Windows turns into capitals",
        "tests/prompts/test_own_prompts.py::test_the_built_in_prompts_are_written": "paths of POSIX in what is told",
        "tests/recipes/test_experience_store.py::test_broken_files": "named pipes",
        "tests/recipes/test_experience_store.py::test_killed_in_the_middle": "SIGKILL",
        "tests/recipes/test_share.py::test_links_pipes": "named pipes",
        "tests/recipes/test_share.py::test_names_from_outside": "paths of POSIX",
        "tests/schema/test_file_names.py": "names of files that are no Unicode",
        "tests/schema/test_patterns.py::test_a_start_compiles_nearly_none": "a start within its time: Wine's takes 3 s",
        "tests/secrets/test_files.py": "the rights of files as POSIX has them",
        "tests/trace/test_panels.py": "a terminal with round corners",
        "tests/trace/test_redact.py::test_a_process_that_is_killed": "SIGKILL",
        "tests/trace/test_redact.py::test_where_it_cannot_be_masked": "the rights of folders as POSIX has them",
        "tests/trace/test_seal.py::test_a_key_that_others": "the rights of files as POSIX has them",
        "tests/trace/test_seal.py::test_what_was_written_here": "the rights of files as POSIX has them",
        "tests/trace/test_tidy.py": "SIGKILL, and locks on folders",
        "tests/trace/test_writer.py::test_a_full_disk": "/dev/full",
        "tests/trace/test_writer.py::test_a_run_reads_back_whole": "locks on folders",
        "tests/trace/test_writer.py::test_a_vanished_folder": "files that can be removed while they are open",
    }
)
"""Tests that are left out on Windows, by the beginning of their names, with what they need of POSIX or of Linux."""
_POSIX = frozenset({"fcntl", "pty", "pwd", "resource", "termios"})
# What makes a test environment for Windows leaves these out (scripts/windows_python.sh).
_LEFT_OUT = frozenset({"mypy", "numpy", "playwright", "tesserocr", "ufo_core_fonts", "ufo_sight"})
_OURS = ("tests.", "bench.")


def runs_here(file: Path, system: str = sys.platform) -> bool:
    """Tell of a file of tests whether this system can run it."""
    place = file.relative_to(ROOT).as_posix()
    if system == "linux":
        return not place.startswith(NEEDS_WINDOWS)
    return is_portable(file)


def needs_posix(test: str) -> bool:
    """Tell of a test by its name (`node id`) whether it is left out on Windows."""
    return test.startswith(tuple(NEEDS_POSIX))


def is_portable(file: Path) -> bool:
    """Tell of a file whether nothing that it imports is Linux's alone."""
    seen: set[Path] = set()
    left = [file]
    while left:
        reached = left.pop()
        for module in _imported(reached):
            if _is_of_linux(module):
                return False
            left += [place for place in _files(module) if place not in seen]
            seen.update(_files(module))
    return True


def _is_of_linux(module: str) -> bool:
    return module.partition(".")[0] in OF_LINUX | _POSIX | _LEFT_OUT or module.startswith(MODULES_OF_LINUX)


@cache
def _files(module: str) -> tuple[Path, ...]:
    """The file of a module of ours; none of any other, and none of a name in a module."""
    place = ROOT.joinpath(*module.split("."))
    files = (place.with_suffix(".py"), place / "__init__.py")
    return tuple(file for file in files if file.is_file()) if module.startswith(_OURS) else ()


@cache
def _imported(file: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)

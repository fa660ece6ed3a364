"""Runs the tests of one requirement on code that is broken on purpose, in a process of its own; no file is changed.

A mutant that its requirement's own tests do not notice survives: these tests do not show what they claim.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutations.swap_code import swap

ROOT = Path(__file__).parents[2]
_COULD_NOT_RUN = 99
_LIMIT_S = 60
_OURS = ("ufo", "tests", "bench")


@dataclass(frozen=True, slots=True)
class Mutation:
    """`path`: the module, from the root of the tree. The first `old` in it becomes `new`. `at_import`: what is broken runs while
    modules are imported.
    """

    path: str
    old: str
    new: str
    at_import: bool = False

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").replace("/", ".")

    def applies(self) -> bool:
        return self.old in (ROOT / self.path).read_text(encoding="utf-8")


class _Breaking(SourceFileLoader):
    def __init__(self, fullname: str, path: str, mutation: Mutation) -> None:
        super().__init__(fullname, path)
        self._mutation = mutation

    def get_code(self, fullname: str) -> object:  # type: ignore[override]  # never from the bytecode of the whole module
        source = Path(self.path).read_text(encoding="utf-8")
        return compile(source.replace(self._mutation.old, self._mutation.new, 1), self.path, "exec")


class _Finder(MetaPathFinder):
    def __init__(self, mutation: Mutation) -> None:
        self._mutation = mutation

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._mutation.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Breaking(fullname, spec.origin, self._mutation)
        return spec


class Fate(StrEnum):
    NOTICED = "noticed"
    SURVIVED = "SURVIVED"
    NOT_RUN = "NOT RUN: it breaks the import, or no test was found"
    ENDLESS = f"NEVER ENDS: not within {_LIMIT_S} s"


def fate(mutation: Mutation, tests: Sequence[str]) -> Fate:
    """Run the tests on the mutant. Forks: call it from a process that runs no threads of its own."""
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(_LIMIT_S)
        code = _COULD_NOT_RUN
        with contextlib.suppress(BaseException):
            code = _run(mutation, tests)
        os._exit(code)
    _, status = os.waitpid(child, 0)
    ended: dict[int, Fate] = {
        pytest.ExitCode.OK: Fate.SURVIVED,
        pytest.ExitCode.TESTS_FAILED: Fate.NOTICED,
        -signal.SIGALRM: Fate.ENDLESS,
    }
    return ended.get(os.waitstatus_to_exitcode(status), Fate.NOT_RUN)


def preload(tests: Iterable[str]) -> None:
    """Import the modules of the tests, and with them what they test, so that no fork has to."""
    paths = {Path(test.partition("::")[0]) for test in tests}
    fixtures = {
        folder / "conftest.py" for path in paths for folder in path.parents if (ROOT / folder / "conftest.py").exists()
    }
    for path in (*sorted(fixtures), *sorted(paths)):
        importlib.import_module(".".join(path.with_suffix("").parts))


def _run(mutation: Mutation, tests: Sequence[str]) -> int:
    """Run the tests in this process on the broken code: in the functions that there are, or else in new imports."""
    source = (ROOT / mutation.path).read_text(encoding="utf-8")
    if mutation.at_import or not swap(str(ROOT / mutation.path), source, source.replace(mutation.old, mutation.new, 1)):
        _import_anew(mutation)
    # What was imported before the fork cannot be rewritten any more.
    imported = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    quiet = [*imported, "-q", "-x", "-n", "0", "-m", "not matrix", "-p", "no:cacheprovider", "--no-header"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([*quiet, *tests]))


def _import_anew(mutation: Mutation) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in _OURS]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder(mutation))
    sys.dont_write_bytecode = True

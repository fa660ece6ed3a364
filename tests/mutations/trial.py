"""Runs tests in processes of their own, on the code as it is or on a mutant of it, several at a time.

A mutant that its requirement's own tests do not notice survives: these tests do not show what they claim.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from tests.claims import QUICK, quick
from tests.mutations.mutant import ROOT, Mutation

K = TypeVar("K")

_COULD_NOT_RUN, _SKIPPED = 99, 98
_LIMIT_S = 180


class Fate(StrEnum):
    NOTICED = "noticed"
    SURVIVED = "SURVIVED"
    NOT_RUN = "NOT RUN: it breaks the import, or no test was found"
    ENDLESS = f"NEVER ENDS: not within {_LIMIT_S} s"
    GONE = "GONE: the code that it breaks is not there"


def fates(mutations: dict[str, Mutation], claims: dict[str, tuple[str, ...]], jobs: int) -> Iterator[tuple[str, Fate]]:
    """Try each mutant on the tests that claim its requirement, and yield what became of it as it ends."""
    there = {key: one for key, one in mutations.items() if one.applies()}
    yield from ((key, Fate.GONE) for key in mutations if key not in there)
    trials = [(key, partial(_run, claims[key], one)) for key, one in there.items()]
    for key, code in _in_processes(trials, jobs):
        yield key, _ENDED.get(code, Fate.NOT_RUN)


def unbroken(claims: dict[str, tuple[str, ...]], jobs: int) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Run the tests of each requirement on the code as it is, those of several once, and yield whether they pass."""
    trials = [(tests, partial(_run, tests)) for tests in dict.fromkeys(claims.values())]
    for tests, code in _in_processes(trials, jobs):
        yield tests, code == pytest.ExitCode.OK


_ENDED: dict[int, Fate] = {
    pytest.ExitCode.OK: Fate.SURVIVED,
    pytest.ExitCode.TESTS_FAILED: Fate.NOTICED,
    -signal.SIGALRM: Fate.ENDLESS,
}


def preload(tests: Iterable[str]) -> None:
    """Import the modules of the tests, and with them what they test, so that no fork has to."""
    paths = {Path(test.partition("::")[0]) for test in tests}
    fixtures = {
        folder / "conftest.py" for path in paths for folder in path.parents if (ROOT / folder / "conftest.py").exists()
    }
    for path in (*sorted(fixtures), *sorted(paths)):
        importlib.import_module(".".join(path.with_suffix("").parts))


def _in_processes(works: Sequence[tuple[K, Callable[[], int]]], jobs: int) -> Iterator[tuple[K, int]]:
    """Yield the exit code of each as it ends. Forks: this process may run no threads of its own, and have no other children."""
    running: dict[int, K] = {}
    for key, work in works:
        while len(running) >= jobs:
            yield _next_ended(running)
        running[_forked(work)] = key
    while running:
        yield _next_ended(running)


def _next_ended(running: dict[int, K]) -> tuple[K, int]:
    pid, status = os.wait()
    return running.pop(pid), os.waitstatus_to_exitcode(status)


def _forked(work: Callable[[], int]) -> int:
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(_LIMIT_S)
        code = _COULD_NOT_RUN
        with contextlib.suppress(BaseException):
            code = work()
        os._exit(code)
    return child


def _run(tests: Sequence[str], mutation: Mutation | None = None) -> int:
    if mutation is not None:
        mutation.apply()
    # What was imported before the fork cannot be rewritten any more.
    imported = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    chosen = quick(tests)
    marked = ["-m", QUICK] if chosen else []
    told = [*imported, *marked, "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        skips = _Skips()
        code = int(pytest.main([*told, *(chosen or tests)], plugins=[skips]))
    return _SKIPPED if code == pytest.ExitCode.OK and skips.any and mutation is None else code


class _Skips:
    """A test that was skipped shows nothing."""

    any = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.any = self.any or report.skipped

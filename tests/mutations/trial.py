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
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest

from tests.claims import QUICK, quick
from tests.mutations.mutant import ROOT, Mutation

K = TypeVar("K")

_COULD_NOT_RUN = 99
_LIMIT_S, _FILE_LIMIT_S = 180, 900


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
    for key, code in _in_processes(trials, jobs, _LIMIT_S):
        yield key, _ENDED.get(code, Fate.NOT_RUN)


def unbroken(claims: dict[str, tuple[str, ...]], jobs: int) -> Iterator[tuple[str, frozenset[str]]]:
    """Run each test once on the code as it is, those of a file together, and yield the file with those that did not pass: they
    failed, or they were skipped and so show nothing.
    """
    files: dict[tuple[str, bool], set[str]] = {}
    for tests in claims.values():
        chosen = quick(tests)
        for test in chosen or tests:
            files.setdefault((test.partition("::")[0], bool(chosen)), set()).add(test)
    with TemporaryDirectory() as folder:
        told = {one: Path(folder) / str(number) for number, one in enumerate(files)}
        trials = [(one, partial(_run_all, sorted(tests), told[one])) for one, tests in files.items()]
        for one, _ in _in_processes(trials, jobs, _FILE_LIMIT_S):
            passed = told[one].read_text(encoding="utf-8").splitlines() if told[one].exists() else []
            yield one[0], frozenset(test for test in files[one] if test.rpartition("::")[2] not in passed)


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


def _in_processes(works: Sequence[tuple[K, Callable[[], int]]], jobs: int, limit_s: int) -> Iterator[tuple[K, int]]:
    """Yield the exit code of each as it ends. Forks: this process may run no threads of its own, and have no other children."""
    running: dict[int, K] = {}
    for key, work in works:
        while len(running) >= jobs:
            yield _next_ended(running)
        running[_forked(work, limit_s)] = key
    while running:
        yield _next_ended(running)


def _next_ended(running: dict[int, K]) -> tuple[K, int]:
    pid, status = os.wait()
    return running.pop(pid), os.waitstatus_to_exitcode(status)


def _forked(work: Callable[[], int], limit_s: int) -> int:
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(limit_s)
        code = _COULD_NOT_RUN
        with contextlib.suppress(BaseException):
            code = work()
        os._exit(code)
    return child


def _run(tests: Sequence[str], mutation: Mutation) -> int:
    mutation.apply()
    return _pytest(tests, "-x")


def _run_all(tests: Sequence[str], told: Path) -> int:
    """Run the tests, and write down those that passed."""
    outcomes = _Outcomes()
    code = _pytest(tests, plugins=[outcomes])
    told.write_text("\n".join(outcomes.passed - outcomes.other), encoding="utf-8")
    return code


def _pytest(tests: Sequence[str], *options: str, plugins: Sequence[object] = ()) -> int:
    # What was imported before the fork cannot be rewritten any more.
    imported = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    chosen = quick(tests)
    marked = ["-m", QUICK] if chosen else []
    told = [*imported, *marked, *options, "-q", "-n", "0", "-p", "no:cacheprovider", "--no-header"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([*told, *(chosen or tests)], plugins=list(plugins)))


class _Outcomes:
    """The tests that passed in a case, and those that did not pass in one."""

    def __init__(self) -> None:
        self.passed: set[str] = set()
        self.other: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("[")[0].rpartition("::")[2]
        if not report.passed:
            self.other.add(name)
        elif report.when == "call":
            self.passed.add(name)

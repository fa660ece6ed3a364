"""Calls of other programs' code, each within a time: UI Automation waits for a program that hangs for as long as it likes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar

from comtypes import COINIT_MULTITHREADED, CoInitializeEx, CoUninitialize

from ufo.errors import ApplicationHung

_Answer = TypeVar("_Answer")
_MOST_STUCK = 8


class BoundedCalls:
    """Does one call after another on a thread of its own, which COM counts among those without windows. A call that takes longer
    is left to end by itself on that thread, and the next call gets a new one. No such thread holds up the end of this program,
    as those of a `ThreadPoolExecutor` do.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: _Worker | None = None
        self._stuck: list[_Worker] = []

    def do(self, call: Callable[[], _Answer], within_s: float) -> _Answer:
        """Return the answer, or raise what the call raises. Raises ApplicationHung after that many seconds."""
        with self._lock:
            worker = self._running()
            future: Future[_Answer] = worker.submit(call)
        try:
            return future.result(within_s)
        except TimeoutError as error:
            if future.done():
                raise
            future.cancel()
            with self._lock:
                self._leave(worker)
            raise ApplicationHung(
                f"the application told nothing by UI Automation within {within_s:g} s; wait, or end it"
            ) from error

    def begin(self, call: Callable[[], object]) -> None:
        """Have it done when what came before is done. Nobody learns how it ended."""
        with self._lock:
            self._running().submit(call)

    def end(self) -> None:
        with self._lock:
            if self._worker is not None:
                self._worker.end()
            self._worker = None

    def _running(self) -> _Worker:
        if self._worker is None:
            self._stuck = [worker for worker in self._stuck if worker.is_alive()]
            if len(self._stuck) >= _MOST_STUCK:
                raise ApplicationHung(f"{_MOST_STUCK} calls of UI Automation are without an answer; end what hangs")
            self._worker = _Worker()
            self._worker.start()
        return self._worker

    def _leave(self, worker: _Worker) -> None:
        if worker is self._worker:
            worker.end()
            self._stuck.append(worker)
            self._worker = None


class _Worker(threading.Thread):
    def __init__(self) -> None:
        super().__init__(name="ui automation", daemon=True)
        self._left: SimpleQueue[tuple[Future[object], Callable[[], object]] | None] = SimpleQueue()

    def submit(self, call: Callable[[], _Answer]) -> Future[_Answer]:
        future: Future[_Answer] = Future()
        self._left.put((future, call))  # type: ignore[arg-type]  # a future takes what its own call gives
        return future

    def end(self) -> None:
        self._left.put(None)

    def run(self) -> None:
        CoInitializeEx(COINIT_MULTITHREADED)
        try:
            while (next_call := self._left.get()) is not None:
                _answer(*next_call)
        finally:
            CoUninitialize()


def _answer(future: Future[object], call: Callable[[], object]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(call())
    except Exception as error:  # noqa: BLE001  it is raised in the thread that asked
        future.set_exception(error)

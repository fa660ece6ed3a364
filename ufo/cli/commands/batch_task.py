"""`ufo batch-task`: one task of a fleet or a batch, in a process of its own, which its worker tells what to do on its input."""

from __future__ import annotations

import os
import signal
import threading
import time

from ufo.cli.commands.run import Manner, Way, work
from ufo.cli.outcome_text import as_object
from ufo.cli.settings import command_settings
from ufo.fleet.child.worker_line import WorkerLine
from ufo.runs.sessions.given_answers import GivenAnswer
from ufo.schema.running_mode import RunningMode

_LATEST_S = 3.0
"""How long the run may take to end in order once its worker is gone. The supervisor of its desktop ends the rest."""


def task() -> int:
    """Do the task as `ufo run --json` does, and return its exit code. Raises ConfigError where no worker started it."""
    line = WorkerLine(as_object, _stop)
    order = line.order
    way = Way(
        plan=order.plan if order.mode is RunningMode.FOLLOWER else None,
        mode=order.mode,
        listener=line,
        run_id=order.run_id,
        answers=tuple(GivenAnswer(question, answer) for question, answer in order.answers),
        may_call=line.may_call if order.counted else None,
    )
    settings = command_settings(**{**order.overrides, "log_dir": order.log_dir})
    line.start()
    try:
        return work(order.plan.request, settings, Manner(order.consents, as_json=True), way)
    finally:
        line.close()


def _stop() -> None:
    """Stop this process as a person would, in order; and surely, where that hangs."""

    def surely() -> None:
        time.sleep(_LATEST_S)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=surely, daemon=True).start()
    os.kill(os.getpid(), signal.SIGTERM)

"""One task of `ufo batch`, in a process of its own: it is told its task on standard input, and ends with the batch."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ufo.cli.batch.journal import JournalListener
from ufo.cli.commands.run import Manner, Way, work
from ufo.cli.process.side_by_side import told_by_parent
from ufo.cli.settings import command_settings
from ufo.errors import ConfigError
from ufo.plans.plan import Plan
from ufo.schema.running_mode import RunningMode


@dataclass(frozen=True, slots=True)
class Order:
    """What the batch tells the process. `journal` is written under `key`; `lock` is a descriptor that is held to the end."""

    plan: dict[str, Any]
    key: str
    journal: str
    lock: int
    mode: str
    consents: bool = False
    overrides: dict[str, Any] = field(default_factory=dict)

    def line(self) -> str:
        return json.dumps(asdict(self))


def do() -> int:
    """Do the task as `ufo run --json` does, and return its exit code. Raises ConfigError where no batch started it."""
    try:
        order = Order(**json.loads(told_by_parent(_stop)))
    except (ValueError, TypeError):
        raise ConfigError("batch-task is started by ufo batch, which tells it what to do; use ufo run") from None
    # Programs that are started here must not hold the lock.
    os.set_inheritable(order.lock, False)
    plan, mode = Plan.model_validate(order.plan), RunningMode(order.mode)
    way = Way(
        plan=plan if mode is RunningMode.FOLLOWER else None,
        mode=mode,
        listener=JournalListener(Path(order.journal), order.key),
    )
    return work(plan.request, command_settings(**order.overrides), Manner(order.consents, as_json=True), way)


def _stop() -> None:
    """Stop this process as a person would, in order."""
    os.kill(os.getpid(), signal.SIGTERM)

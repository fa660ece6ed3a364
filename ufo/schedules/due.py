"""Does what is due, once: `ufo run` as a process, whose outcome is noted and told where the person has to know of it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ufo.schedules.messages.tell import Message
from ufo.schedules.schedule import Ending, Schedule, ScheduleStore
from ufo.schema.exit_codes import EXIT_CANCELLED, EXIT_USAGE
from ufo.schema.outcome import RunOutcome

_WELL = frozenset(outcome.exit_code for outcome in (RunOutcome.VERIFIED, RunOutcome.DRY_RUN))
_LONGEST = 2_000
_DESKTOP = ("--desktop", "private")
"""Where a run works whose options name no desktop: it does not disturb the person."""


async def do(schedule: Schedule, store: ScheduleStore, command: Sequence[str]) -> Ending | None:
    """Do it, and note how it ended. Return None where it goes on already. A cancellation ends the run in order."""
    with store.alone(schedule.name) as free:
        if not free:
            return None
        began = datetime.now(UTC).isoformat(timespec="seconds")
        code, told = await _ran(schedule, [*command, "run", schedule.request, *_options(schedule), "--json"])
        ending = Ending(
            began=began,
            outcome=str(told.get("outcome", "")),
            exit_code=code,
            reason=str(told.get("reason") or told.get("error") or "")[:_LONGEST],
            answer=str(told.get("answer") or "")[:_LONGEST],
            run=Path(str(told.get("log_path") or "")).name,
        )
        store.note(schedule.name, ending)
        return ending


def message_of(schedule: Schedule, ending: Ending) -> Message | None:
    """Return what the person is told; None where nothing needs them."""
    if ending.exit_code in _WELL:
        return None
    waits = ending.outcome == RunOutcome.NEEDS_HELP
    unproved = ending.outcome == RunOutcome.COMPLETED_UNVERIFIED
    what = "waits for you" if waits else "is said to be done, not shown" if unproved else "was not done"
    lines = [schedule.request, f"{ending.outcome or f'exit code {ending.exit_code}'}: {ending.reason}"]
    lines += [f"ufo why {ending.run}"] if ending.run else []
    return Message(f"ufo: {schedule.name} {what}", "\n".join(lines))


def _options(schedule: Schedule) -> tuple[str, ...]:
    named = any(word in ("--desktop", "--sandbox") or word.startswith("--desktop=") for word in schedule.options)
    return schedule.options if named else (*schedule.options, *_DESKTOP)


async def _ran(schedule: Schedule, command: Sequence[str]) -> tuple[int, Mapping[str, Any]]:
    """Return the exit code and the last line of a run, which is one object."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=schedule.folder,
            env=dict(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            limit=1 << 26,
        )
    except OSError as error:
        return EXIT_USAGE, {"error": f"it could not be started in {schedule.folder!r}: {os.strerror(error.errno or 0)}"}
    try:
        out, _ = await process.communicate()
    except asyncio.CancelledError:
        process.terminate()
        out, _ = await process.communicate()
        return EXIT_CANCELLED, _last(out) or {"error": "stopped by a signal"}
    return process.returncode or 0, _last(out)


def _last(out: bytes) -> Mapping[str, Any]:
    try:
        told = json.loads(out.decode("utf-8", "replace").strip().splitlines()[-1])
    except (ValueError, IndexError):
        return {}
    return told if isinstance(told, dict) else {}

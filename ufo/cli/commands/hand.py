"""`ufo hand`: finds the turn that a run waits with, answers it, and counts what was asked (docs/by-hand.md)."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ufo.cli.output import print_answer, print_json, print_remark
from ufo.errors import ConfigError
from ufo.faults import of_system
from ufo.llm.manual.manual_turns import ANSWER, TURN, WITHDRAWN, awaited, has_ended, is_claimed, is_open, turns
from ufo.schema.exit_codes import EXIT_FAILED
from ufo.secrets import files

_BEGINS_S = 5.0
"""How long after a run has ended another one may take to begin."""
_TICK_S = 0.1


def next_(root: Path, wait_s: float = 0.0, as_json: bool = False) -> int:
    """Print the folder of the turn that waits, once there is one, for at most `wait_s` seconds, or until the run has ended. After
    a run that ended before, another one may be about to begin, and gets a moment.
    """
    until = time.monotonic() + wait_s
    had_ended, begins_until = root.exists() and bool(turns(root)) and has_ended(root), time.monotonic() + _BEGINS_S
    began = False
    while (folder := _awaited(root, wait_s)) is None and time.monotonic() < until:
        # A run gives its claim up some seconds before its process is gone, and whoever comes in between waits for its end too.
        ended = has_ended(root)
        began = began or not ended
        if ended and (began or (had_ended and time.monotonic() > begins_until)):
            break
        time.sleep(_TICK_S)
    if folder is not None:
        print_answer(as_json, {"waiting": str(folder)}, str(folder))
        return 0
    if as_json:
        print_json({"waiting": None})
    else:
        print_remark(f"no turn waits in {str(root)!r}{'' if is_claimed(root) else ', and no run puts any there now'}")
    return EXIT_FAILED


def _awaited(root: Path, wait_s: float) -> Path | None:
    # A run that is about to start makes its folder itself.
    return None if wait_s and not root.exists() else awaited(root)


def answer(folder: Path, file: str, as_json: bool = False) -> int:
    """Answer a turn by a file, or by standard input for `-`. Raises ConfigError where there is nothing to answer with, and
    where nobody waits.
    """
    if not (folder / TURN).is_file():
        raise ConfigError(f"{str(folder)!r} is no turn; see which one waits: ufo hand next FOLDER")
    if not is_open(folder):
        how = "was withdrawn" if (folder / WITHDRAWN).exists() else "has its answer already"
        raise ConfigError(f"{str(folder)!r} {how}; see which turn waits: ufo hand next {folder.parent}")
    if awaited(folder.parent) != folder:
        raise ConfigError(
            f"the run of {str(folder)!r} waits no longer; see which turn does: ufo hand next {folder.parent}"
        )
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise ConfigError(f"the answer cannot be read: {of_system(error)}") from error
    if not data.strip():
        raise ConfigError("the answer is empty; write one JSON object that fits schema.json")
    try:
        files.write(folder / ANSWER, data)
    except OSError as error:
        raise ConfigError(f"the answer cannot be written: {of_system(error)}") from error
    if as_json:
        print_json({"answered": str(folder)})
    return 0


def stats(root: Path, as_json: bool = False) -> int:
    """Print how much was asked and how long the answers took."""
    told = _counted(root)
    print_answer(as_json, told, "  ".join(f"{name.replace('_', ' ')} {value}" for name, value in told.items()))
    return 0


def _counted(root: Path) -> dict[str, Any]:
    calls = characters = pictures = rejected = 0
    seconds = 0.0
    for folder in turns(root):
        turn = _read(folder)
        calls += 1
        characters += int(turn.get("characters", 0))
        pictures += len(turn.get("pictures", ()))
        rejected += bool(turn.get("repairs"))
        if (folder / ANSWER).is_file():
            seconds += max(0.0, (folder / ANSWER).stat().st_mtime - float(turn.get("asked", 0.0)))
    return {
        "calls": calls,
        "rejected_answers": rejected,
        "characters": characters,
        "pictures": pictures,
        "seconds": round(seconds, 1),
    }


def _read(folder: Path) -> Mapping[str, Any]:
    try:
        turn = json.loads((folder / TURN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return turn if isinstance(turn, dict) else {}

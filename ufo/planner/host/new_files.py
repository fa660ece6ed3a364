"""Creates a text file that does not exist yet where the request writes it. Appending or editing needs an existing file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from ufo.planner.host.progress import LAUNCH
from ufo.planner.host.tasks import Task, WorkTask
from ufo.planner.intents import Intent, PressKeys, Save, TypeInto
from ufo.planner.phrases.say import say
from ufo.schema.inputs import HostInputs
from ufo.schema.patterns import regex

_NOT_THERE = regex(
    r"^there is no document (?P<quote>['\"])(?P<name>.+?)(?P=quote) in .*?(?:; there are: (?P<others>.*))?$"
)
_TEXTS = (".txt", ".md", ".log")
_NEEDS_ONE = r"\b(?:append|add|insert|replace|delete|remove|sort|end|bottom|top|start|beginning|lines?)\b[^;\n]*?"
_ALIKE = 0.8
_CARET = frozenset({("ctrl", "end"), ("ctrl", "home")})


def with_new_files(tasks: Sequence[Task], inputs: HostInputs) -> tuple[Task, ...]:
    """Return the tasks, with work on a missing text file turned into creating it."""
    names = new_files(inputs)
    return tuple(_made(task) if isinstance(task, WorkTask) and task.app in names else task for task in tasks)


def new_files(inputs: HostInputs) -> frozenset[str]:
    """Return the names of texts that could not be opened because they do not exist, and that the request writes."""
    found: set[str] = set()
    for one in inputs.actions:
        missing = _NOT_THERE.match(one.result.error or "") if one.function == LAUNCH and not one.result.ok else None
        name = missing["name"] if missing else ""
        if missing is None or not name.casefold().endswith(_TEXTS):
            continue
        is_slip = get_close_matches(name, (missing["others"] or "").split(", "), n=1, cutoff=_ALIKE)
        if not is_slip and not re.search(_NEEDS_ONE + re.escape(name), inputs.request, re.IGNORECASE):
            found.add(name)
    return frozenset(found)


def _made(task: WorkTask) -> WorkTask:
    steps = [step for step in task.steps if not _moves_the_caret(step)]
    if not all(_writes(step) for step in steps):
        return task
    texts = [replace(step, app="", content=step.content.strip("\n")) for step in steps if isinstance(step, TypeInto)]
    done: tuple[Intent, ...] = (*texts, Save("", "", task.app))
    return WorkTask("text editor", tuple(replace(step, text=say(step)) for step in done))


def _moves_the_caret(step: Intent) -> bool:
    return isinstance(step, PressKeys) and all(chord in _CARET for chord in step.chords)


def _writes(step: Intent) -> bool:
    if isinstance(step, TypeInto):
        return step.control is None and not step.replace
    return isinstance(step, Save) and not step.path

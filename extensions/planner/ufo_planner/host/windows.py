"""Chooses the window for a task: the one opened for it, one that fits, or one still to be opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ufo.schema.action import ActionCommandInfo
from ufo.schema.file_names import path_meant
from ufo.schema.inputs import HostInputs
from ufo.schema.places import launched_window, live_window, windows_of
from ufo.schema.target import TargetInfo
from ufo_planner.grammar.places import is_address, is_path
from ufo_planner.host.tasks import LAUNCH, SELECT, OpenTask, Standing, WorkTask
from ufo_planner.text.applications import application_named, is_blank, kind_of_window, matching_windows
from ufo_planner.text.documents import is_another
from ufo_planner.text.vocabulary import kind_of_application

_KIND_OF_FILE = {
    ".ods": "spreadsheet", ".xlsx": "spreadsheet", ".xls": "spreadsheet", ".csv": "spreadsheet",
    ".odt": "word processor", ".docx": "word processor", ".doc": "word processor", ".rtf": "word processor",
    ".odp": "presentation", ".pptx": "presentation", ".html": "browser", ".htm": "browser",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MustOpen:
    task: OpenTask


@dataclass(frozen=True, slots=True)
class Unsure:
    reason: str


def window_for(task: WorkTask, stand: Standing, inputs: HostInputs) -> TargetInfo | MustOpen | Unsure:
    opened = _opened_for(task, stand, inputs)
    if opened is not None:
        return opened
    if not task.app:
        return _unnamed(inputs)
    used = _used_before(task, stand, inputs)
    if used is not None:
        return used
    launched = any(action.function == LAUNCH and action.result.ok for action in inputs.actions[stand.since :])
    fitting = _fitting(task.app, inputs, opened=launched)
    if task.brings_a_table and not (is_path(task.app) and kind_of_application(task.app) is None):
        # Never overwrite somebody's open document.
        fitting = tuple(window for window in fitting if is_blank(window))[:1]
    return _only_one(fitting, task.app) if fitting else MustOpen(task.opened or _opening_of(task.app))


def reusable_window(task: OpenTask, inputs: HostInputs) -> TargetInfo | None:
    """Return the one window that already shows the document, or the application without a document; None otherwise."""
    if task.is_address:
        return None
    if task.arguments:
        fitting = [_fitting(name, inputs) for name in task.arguments]
        return fitting[0][0] if all(len(windows) == 1 for windows in fitting) else None
    fitting_app = [window for window in matching_windows(task.app, inputs.targets) if is_blank(window)]
    return fitting_app[0] if len(fitting_app) == 1 else None


def launch_arguments(task: OpenTask, inputs: HostInputs) -> dict[str, Any]:
    """Return the arguments of a launch. The name is an installed application's where one fits, else `task.app` as it is."""
    words = task.app or _kind_for(task)
    name = application_named(words, inputs.applications) if words else None
    return {"name": name or task.app, "arguments": list(task.arguments)}


def window_to_close(what: str, inputs: HostInputs) -> TargetInfo | Unsure:
    """Return the window to close: the one that fits the words or, without words, the one used last or in front."""
    windows = windows_of(inputs.targets)
    last = _last_window(inputs.actions, windows)
    in_use = [last] if last else [window for window in windows if "active" in window.states] or windows
    return _only_one(_fitting(what, inputs, opened=True) if what else in_use, what)


def _fitting(words: str, inputs: HostInputs, *, opened: bool = False) -> tuple[TargetInfo, ...]:
    """Return the windows that fit the words. A document is its path: one of the same name elsewhere does not fit, nor does a
    window that does not tell its document's folder, unless it was `opened` for this. A bare name that is not in the working
    folder means what is open.
    """
    windows = matching_windows(words, inputs.targets)
    folder = Path(inputs.working_folder or "/")
    meant = path_meant(words, folder)
    if not is_path(words) or kind_of_application(words) or ("/" not in words and not meant.exists()):
        return windows
    return tuple(window for window in windows if not is_another(window, meant, folder, otherwise=not opened))


def _opened_for(task: WorkTask, stand: Standing, inputs: HostInputs) -> TargetInfo | None:
    """Return the window that was opened for the task, by a task of its own or on the way to this one."""
    windows = windows_of(inputs.targets)
    actions = [done.action for done in stand.done if done.task == task.opened and done.action is not None]
    actions += [
        action_command
        for action_command in inputs.actions[stand.since :]
        if action_command.function == LAUNCH and action_command.result.ok
    ]
    for action in reversed(actions):
        shown = launched_window(action)
        found = live_window(shown, windows) if shown is not None else None
        if found is not None:
            return found
    return None


def _used_before(task: WorkTask, stand: Standing, inputs: HostInputs) -> TargetInfo | None:
    """Return the window in which earlier steps with the same words for it were carried out."""
    assigned = [
        action
        for action in inputs.actions
        if action.function == SELECT and action.status == "ASSIGN" and action.result.ok
    ]
    same = {
        done.task.subtask
        for done in stand.done
        if isinstance(done.task, WorkTask) and done.task.app.casefold() == task.app.casefold()
    }
    for action_command, record in reversed(list(zip(assigned, inputs.previous_subtasks, strict=False))):
        if record.subtask in same and record.status == "FINISH":
            shown = launched_window(action_command)
            return live_window(shown, windows_of(inputs.targets)) if shown else None
    return None


def _last_window(actions: Sequence[ActionCommandInfo], windows: Sequence[TargetInfo]) -> TargetInfo | None:
    for action in reversed(actions):
        shown = launched_window(action) if action.function in (SELECT, LAUNCH) and action.result.ok else None
        if shown is not None:
            return live_window(shown, windows)
    return None


def _unnamed(inputs: HostInputs) -> TargetInfo | MustOpen | Unsure:
    """Choose a window where the request names none: the active one, else the only one. A terminal is where `ufo` was started."""
    windows = windows_of(inputs.targets)
    others = [window for window in windows if kind_of_window(window) != "terminal"] or list(windows)
    return _only_one([window for window in others if "active" in window.states] or others, "")


def _only_one(fitting: Sequence[TargetInfo], what: str) -> TargetInfo | Unsure:
    """Return the one window, or of several the one in front."""
    active = [window for window in fitting if "active" in window.states]
    if len(fitting) == 1 or len(active) == 1:
        return (active or fitting)[0]
    shown = ", ".join(repr(window.name) for window in fitting)
    meant = f"fits {what!r}" if what else "is meant"
    return Unsure(f"it is not clear which window {meant}: {shown}" if fitting else f"no window that {meant} is open")


def _opening_of(words: str) -> OpenTask:
    if is_address(words):
        return OpenTask("", (words,), is_address=True)
    if is_path(words) and kind_of_application(words) is None:
        return OpenTask("", (words,))
    return OpenTask(words)


def _kind_for(task: OpenTask) -> str:
    if task.is_address:
        return "browser"
    name = task.arguments[0].casefold() if task.arguments else ""
    if name.endswith("/"):
        return "file manager"
    return next((kind for ending, kind in _KIND_OF_FILE.items() if name.endswith(ending)), "")

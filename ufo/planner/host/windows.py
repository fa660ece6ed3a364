"""Chooses the window for a task: the one opened for it, one that fits, or one still to be opened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ufo.planner.grammar.places import is_address, is_path
from ufo.planner.host.progress import LAUNCH, SELECT, Standing, answer_to
from ufo.planner.host.tasks import OpenTask, WorkTask
from ufo.planner.text.applications import application_named, is_blank, kind_of_window, matching_windows, windows_of
from ufo.planner.text.similarity import POSSIBLE, similarity
from ufo.planner.text.vocabulary import kind_of_application, ordinal_named
from ufo.schema.action import ActionCommandInfo
from ufo.schema.inputs import HostInputs
from ufo.schema.target import TargetInfo

_KIND_OF_FILE = {
    ".ods": "spreadsheet", ".xlsx": "spreadsheet", ".xls": "spreadsheet", ".csv": "spreadsheet",
    ".odt": "word processor", ".docx": "word processor", ".doc": "word processor", ".rtf": "word processor",
    ".odp": "presentation", ".pptx": "presentation",
    ".html": "browser", ".htm": "browser",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MustOpen:
    task: OpenTask


@dataclass(frozen=True, slots=True)
class MustAsk:
    question: str


Place = TargetInfo | MustOpen | MustAsk


def window_for(task: WorkTask, stand: Standing, inputs: HostInputs) -> Place:
    opened = _opened_for(task, stand, inputs)
    if opened is not None:
        return opened
    if not task.app:
        return _unnamed(task, inputs)
    used = _used_before(task, stand, inputs)
    if used is not None:
        return used
    fitting = matching_windows(task.app, inputs.targets)
    if task.brings_a_table and _is_general(task.app):
        # Never overwrite somebody's open document.
        fitting = tuple(window for window in fitting if is_blank(window))[:1]
    return _one_of(fitting, task, inputs) if fitting else MustOpen(_opening(task))


def reusable_window(task: OpenTask, inputs: HostInputs) -> TargetInfo | None:
    """Return the one window that already shows the document, or the application without a document; None otherwise."""
    if task.is_address:
        return None
    if task.arguments:
        fitting = [matching_windows(name, inputs.targets) for name in task.arguments]
        return fitting[0][0] if all(len(windows) == 1 for windows in fitting) else None
    fitting_app = [window for window in matching_windows(task.app, inputs.targets) if is_blank(window)]
    return fitting_app[0] if len(fitting_app) == 1 else None


def launch_arguments(task: OpenTask, inputs: HostInputs) -> dict[str, Any]:
    """Return the arguments of a launch. The name is an installed application's where one fits, else `task.app` as it is."""
    words = task.app or _kind_for(task)
    name = application_named(words, inputs.applications) if words else None
    return {"name": name or task.app, "arguments": list(task.arguments)}


def window_to_close(what: str, stand: Standing, inputs: HostInputs) -> Place | None:
    """Return the window to close, or a question where several fit; None where no such window is open."""
    windows = windows_of(inputs.targets)
    if what:
        fitting: Sequence[TargetInfo] = matching_windows(what, inputs.targets)
    else:
        last = _last_window(inputs.actions, windows)
        fitting = [last] if last else [window for window in windows if "active" in window.states] or windows
    if not fitting:
        return None
    return (
        fitting[0]
        if len(fitting) == 1
        else _chosen(fitting, f"Which window should be closed for {what or 'it'!r}?", inputs)
    )


def live_window(shown: TargetInfo, windows: Sequence[TargetInfo]) -> TargetInfo | None:
    """Return the same window from the current list, where its title may have changed; None where it is not certain."""
    same_app = [window for window in windows if window.app_root == shown.app_root]
    named = [window for window in same_app if window.name == shown.name]
    if len(named) == 1:
        return named[0]
    if len(same_app) == 1:
        return same_app[0]
    active = [window for window in named or same_app if "active" in window.states]
    return active[0] if len(active) == 1 else None


def launched_window(one: ActionCommandInfo) -> TargetInfo | None:
    """Return the window that a launch reports as opened, or that a selection chose."""
    value = one.result.result
    told = value.get("window_info") if isinstance(value, dict) else None
    if isinstance(told, dict) and told.get("name") is not None:
        return TargetInfo.model_validate({"kind": "window", **told})
    return one.target


def _opened_for(task: WorkTask, stand: Standing, inputs: HostInputs) -> TargetInfo | None:
    """Return the window that was opened for the task, by a task of its own or on the way to this one."""
    windows = windows_of(inputs.targets)
    actions = [done.action for done in stand.done if done.task == task.opened and done.action is not None]
    actions += [one for one in inputs.actions[stand.since :] if one.function == LAUNCH and one.result.ok]
    for one in reversed(actions):
        shown = launched_window(one)
        found = live_window(shown, windows) if shown is not None else None
        if found is not None:
            return found
    return None


def _used_before(task: WorkTask, stand: Standing, inputs: HostInputs) -> TargetInfo | None:
    """Return the window in which earlier steps with the same words for it were carried out."""
    assigned = [one for one in inputs.actions if one.function == SELECT and one.status == "ASSIGN" and one.result.ok]
    same = {
        done.task.subtask
        for done in stand.done
        if isinstance(done.task, WorkTask) and done.task.app.casefold() == task.app.casefold()
    }
    for one, record in reversed(list(zip(assigned, inputs.previous_subtasks, strict=False))):
        if record.subtask in same and record.status == "FINISH":
            shown = launched_window(one)
            return live_window(shown, windows_of(inputs.targets)) if shown else None
    return None


def _last_window(actions: Sequence[ActionCommandInfo], windows: Sequence[TargetInfo]) -> TargetInfo | None:
    for one in reversed(actions):
        shown = launched_window(one) if one.function in (SELECT, LAUNCH) and one.result.ok else None
        if shown is not None:
            return live_window(shown, windows)
    return None


def _unnamed(task: WorkTask, inputs: HostInputs) -> Place:
    """Choose a window where the request names none: the active one, else the only one, else ask the person."""
    windows = windows_of(inputs.targets)
    others = [window for window in windows if kind_of_window(window) != "terminal"] or list(windows)
    active = [window for window in others if "active" in window.states]
    if len(active) == 1 or len(others) == 1:
        return (active or others)[0]
    opening = f"In which window or application should this be done: {task.subtask}?"
    answer = answer_to(opening, inputs)
    if answer:
        chosen = _pick(answer, others)
        if chosen is not None:
            return chosen
        named = matching_windows(answer, inputs.targets)
        return named[0] if len(named) == 1 else MustOpen(_opening_of(answer))
    return MustAsk(f"{opening} {_listed(others)}")


def _one_of(fitting: Sequence[TargetInfo], task: WorkTask, inputs: HostInputs) -> Place:
    if len(fitting) == 1:
        return fitting[0]
    needed_only = all(not step.app for step in task.steps)
    active = [window for window in fitting if "active" in window.states]
    if needed_only and len(active) == 1:
        return active[0]
    return _chosen(fitting, f"Which window is meant by {task.app!r}?", inputs)


def _chosen(fitting: Sequence[TargetInfo], opening: str, inputs: HostInputs) -> Place:
    answer = answer_to(opening, inputs)
    chosen = _pick(answer, fitting) if answer else None
    return chosen or MustAsk(f"{opening} {len(fitting)} fit equally. {_listed(fitting)}")


def _pick(answer: str, windows: Sequence[TargetInfo]) -> TargetInfo | None:
    number = re.match(r"\W*(?:number|no\.?|window)?\s*(\d{1,3})\W*$", answer, re.IGNORECASE)
    word = re.match(r"\W*(?:the\s+)?(\w+)(?:\s+(?:one|window))?\W*$", answer, re.IGNORECASE)
    place = int(number[1]) if number else ordinal_named(word[1]) if word else 0
    if place == -1 and windows:
        return windows[-1]
    if 1 <= place <= len(windows):
        return windows[place - 1]
    scored = [max(similarity(answer, window.name), similarity(answer, window.app_root)) for window in windows]
    best = max(scored, default=0.0)
    fitting = [window for window, score in zip(windows, scored, strict=True) if score == best]
    return fitting[0] if best >= POSSIBLE and len(fitting) == 1 else None


def _listed(windows: Sequence[TargetInfo]) -> str:
    return "; ".join(f"{place}: {window.name}" for place, window in enumerate(windows, 1)) or "No window is open."


def _opening(task: WorkTask) -> OpenTask:
    return task.opened or _opening_of(task.app)


def _opening_of(words: str) -> OpenTask:
    if is_address(words):
        return OpenTask("", (words,), is_address=True)
    if is_path(words) and kind_of_application(words) is None:
        return OpenTask("", (words,))
    return OpenTask(words)


def _is_general(app: str) -> bool:
    """Tell whether the words name an application rather than a document."""
    return not is_path(app) or kind_of_application(app) is not None


def _kind_for(task: OpenTask) -> str:
    if task.is_address:
        return "browser"
    name = task.arguments[0].casefold() if task.arguments else ""
    if name.endswith("/"):
        return "file manager"
    return next((kind for ending, kind in _KIND_OF_FILE.items() if name.endswith(ending)), "")

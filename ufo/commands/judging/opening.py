"""Programs run, applications launched and closed."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo.commands.applications import find_application
from ufo.commands.judging.invoking import hands_on, invoked, is_interpreter
from ufo.commands.judging.scene import Judged, Scene, is_unsaved
from ufo.commands.programs import split_command
from ufo.desktop.backend import Application, Window
from ufo.errors import LaunchFailed, ToolError
from ufo.schema.action_class import ActionClass


def programs(scene: Scene, arguments: Mapping[str, Any], allowed: Sequence[str]) -> Judged:
    """Of run_shell and execute_command. A program that the settings allow by its bare name runs without asking."""
    command = _vector(arguments)
    if not command:
        return Judged(ActionClass.RUN_PROGRAM, "Run an empty or unreadable command")
    line = shlex.join(command)
    folder = arguments.get("cwd") or scene.working_folder
    what = f"Run {line!r} in {str(folder)!r}"
    program = Path(command[0]).name
    does = invoked(command)
    if does is not ActionClass.RUN_PROGRAM:
        return Judged(does, what)
    if command[0] in allowed and not hands_on(command):
        return Judged(ActionClass.LAUNCH, what)
    if (
        arguments.get("bash_command")
        and len(command) == 1
        and "/" not in command[0]
        and _is_application(scene, program)
    ):
        return Judged(ActionClass.LAUNCH, what)
    return Judged(ActionClass.RUN_PROGRAM, what)


def launching(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Opening an application or document is harmless; options can make it run anything."""
    name = str(arguments.get("name") or "")
    given = arguments.get("arguments")
    options = [str(one) for one in given] if isinstance(given, (list, tuple)) else [str(given)] if given else []
    what = f"Open {name or 'what opens it'} with {', '.join(options)}" if options else f"Open {name}"
    if any(one.strip().casefold().startswith(("-", "+", "javascript:", "data:")) for one in options):
        return Judged(ActionClass.RUN_PROGRAM, f"{what}, options included")
    application = _found(scene, name)
    if options and application is not None and _runs_documents(application):
        return Judged(ActionClass.RUN_PROGRAM, f"{what}, which runs them")
    return Judged(ActionClass.LAUNCH, what)


def closing(scene: Scene, arguments: Mapping[str, Any]) -> Judged:
    """Judged by the window's title now, or as listed, whichever says that there is unsaved work."""
    listed = scene.selection.windows.get(str(arguments.get("id", "")))
    if listed is None:
        return Judged(ActionClass.CLOSE, f"Close window {arguments.get('id')!r}")
    live: Window = next((one for one in scene.windows if one.id == listed.id), listed)
    if is_unsaved(live.title) or is_unsaved(listed.title):
        return Judged(ActionClass.CLOSE_UNSAVED, f"Close {live.title!r}, which has unsaved changes")
    return Judged(ActionClass.CLOSE, f"Close {live.title!r}")


def _vector(arguments: Mapping[str, Any]) -> list[str]:
    command = arguments.get("command")
    if isinstance(command, (list, tuple)):
        return [str(part) for part in command]
    try:
        return split_command(str(arguments.get("bash_command") or command or ""))
    except ToolError:
        return []


def _is_application(scene: Scene, program: str) -> bool:
    return any(one.command and Path(one.command[0]).name == program for one in scene.applications)


def _runs_documents(application: Application) -> bool:
    """Terminals and interpreters do not show what they are given, they run it."""
    command = application.command
    return "TerminalEmulator" in application.categories or bool(command and is_interpreter(command[0]))


def _found(scene: Scene, name: str) -> Application | None:
    try:
        return find_application(name, scene.applications) if name else None
    except LaunchFailed:
        return None

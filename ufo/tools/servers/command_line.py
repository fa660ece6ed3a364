"""CommandLineExecutor: runs programs by argument vector. There is no shell, so nothing can be chained or injected."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from mcp.server import MCPServer
from pydantic import Field

from ufo.desktop.private.sandbox import FOLDERS, is_sandboxed
from ufo.desktop.values import Application, Launch
from ufo.errors import ToolError
from ufo.faults import of_system
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.file_names import named
from ufo.schema.tool_facts import ActionKind, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import ToolServer
from ufo.tools.servers.whose_profile import profile_told, variables_for, with_profile
from ufo.tools.system.launch_arguments import resolve_path
from ufo.tools.system.process import Finished, run_pipeline, split_command
from ufo.tools.system.trial import Difference

# The other tool does the same; this one takes a command as a person writes it.
_SHELL_WORDS = ("command in one line", "shell", "bash", "command", "terminal", "script", "run")
_FOR_SETTINGS = frozenset({"gsettings", "dconf", "xdg-mime", "xdg-settings", "gio", "xfconf-query"})
_BROKEN_PIPE = 13
"""SIGPIPE, which Windows does not have."""
_WELL = (0, -_BROKEN_PIPE, 128 + _BROKEN_PIPE)
"""Exit codes of a program that is done, or whose reader reads no further; a sandbox tells that as a shell does."""
_WHERE = {
    "nothing": "it ran where nothing can be changed; to change files of the working folder, say may_change='copy'",
    "copy": "it ran on a copy of the working folder, without the network",
    "folder": "it ran in the sandbox, without the network; where the request needs more, say may_change='all'",
}
Timeout = Annotated[float, Field(gt=0, le=600, description="seconds")]
MayChange = Annotated[
    Literal["nothing", "copy", "folder", "all"],
    Field(
        description="nothing: it runs without a question; copy: the same, on a copy of the working folder, and keep_changes "
        "keeps what it changed; folder: the working folder itself; all: that, the network and all that the person may change"
    ),
]


def command_line(scope: ToolScope) -> MCPServer:
    server = ToolServer("CommandLineExecutor", "Runs programs without a shell.")

    @server.destroys(ToolFacts(kind=ActionKind.PROGRAM, words=_SHELL_WORDS))
    async def run_shell(bash_command: str, may_change: MayChange = "folder") -> ActionReport:
        """Run one program with its arguments, written as one line. No pipes, redirections, variables or wildcards."""
        command = split_command(bash_command)
        application = await _graphical(scope, command[0]) if may_change in ("folder", "all") else None
        if application is None:
            return await _run(scope, [command], scope.working_folder, 30.0, may_change)
        variables = {**variables_for(scope, application, ""), **scope.reach()}
        window = await scope.desktop.launch(Launch(command[0], tuple(command[1:]), variables))
        report = ActionReport(
            value={"success": True, "exit_code": None, "window": window.title},
            effect=Effect.CONFIRMED,
            route=Route.NATIVE,
            evidence=(f"{application.name}: window {window.title!r} opened",),
        )
        return with_profile(report, profile_told(scope, window))

    @server.destroys(ToolFacts(kind=ActionKind.PROGRAM))
    async def execute_command(
        command: list[str],
        timeout: Timeout = 30,
        cwd: str | None = None,
        may_change: MayChange = "folder",
        then: Annotated[
            list[list[str]] | None,
            Field(max_length=8, description="programs that read what the one before writes"),
        ] = None,
    ) -> ActionReport:
        """Run one program with its arguments. Where it may change more than a copy, it is declined unless the request spells
        the command line out or the person says yes; prefer a tool that does the same."""
        commands = [command, *(then or ())]
        if any(not item or not item[0].strip() for item in commands):
            raise ToolError("the command is empty; give a program with its arguments")
        folder = resolve_path(cwd, scope.working_folder) if cwd else scope.working_folder
        return await _run(scope, commands, folder, timeout, may_change)

    _add_keeping(server, scope)
    return server


def _add_keeping(server: ToolServer, scope: ToolScope) -> None:
    @server.acts(ToolFacts(kind=ActionKind.KEEP_CHANGES, words=_SHELL_WORDS))
    async def keep_changes() -> ActionReport:
        """Put into the working folder what the last program changed on a copy of it. What was there goes to the bin."""
        trial = scope.trials.take()
        if trial is None:
            raise ToolError("no program has changed anything on a copy; run one with may_change='copy' first")
        found = trial.difference
        try:
            for path in (*found.made, *found.changed, *found.removed):
                scope.judged.require(path)
            await asyncio.to_thread(trial.keep)
        except OSError as error:
            raise ToolError(f"not all was kept: {of_system(error)}") from error
        finally:
            await asyncio.to_thread(trial.close)
        said = f"{len(found.made)} files made, {len(found.changed)} changed, {len(found.removed)} in the bin"
        return ActionReport(value=_shown(found), effect=Effect.CONFIRMED, route=Route.NATIVE, evidence=(said,))


async def _run(
    scope: ToolScope, commands: list[list[str]], folder: Path, timeout: float, may_change: MayChange
) -> ActionReport:
    """Run programs, in the sandbox where the machine makes one."""
    around = _environment_of(commands[0][0], scope)
    enclosed = await asyncio.to_thread(_enclosed, scope, commands, folder, may_change)
    if enclosed is None:
        return _told(commands, await run_pipeline(commands, folder, timeout, around), "")
    # The sandbox is this one, and not also that of a desktop.
    unmarked = {name: value for name, value in around.items() if name != FOLDERS}
    report = _told(commands, await run_pipeline(enclosed, folder, timeout, unmarked), _WHERE[may_change])
    if may_change == "copy" and scope.trials.last is not None:
        report.value["on_a_copy"] = _shown(await asyncio.to_thread(scope.trials.last.compare))
        report.value["next"] = "nothing of it is in the folder yet; keep_changes puts it there"
    return report


def _enclosed(
    scope: ToolScope, commands: Sequence[Sequence[str]], folder: Path, may_change: MayChange
) -> list[tuple[str, ...]] | None:
    """Return the command lines that run the commands in the sandbox; None where they run without it, or in a desktop's own."""
    box = scope.box
    if box is None or may_change == "all":
        return None
    if may_change == "nothing":
        return box.reading(commands, folder, scope.judged.is_kept_back)
    if may_change == "copy":
        box.require_apart(folder)
        trial = scope.trials.begin(box.folder, scope.judged.is_kept_back)
        return box.trying(commands, folder, trial.copy)
    if is_sandboxed(scope.environment) or (len(commands) == 1 and Path(commands[0][0]).name in _FOR_SETTINGS):
        return None
    return box.working(commands, folder, scope.environment, scope.judged.paths)


def _shown(found: Difference) -> dict[str, list[str]]:
    rows = {"made": found.made, "changed": found.changed, "removed": found.removed, "left_out": found.left_out}
    return {name: [named(path) for path in paths] for name, paths in rows.items() if paths}


def _environment_of(program: str, scope: ToolScope) -> Mapping[str, str]:
    """Return the environment that a program receives: one for settings gets those of the desktop and not the person's own."""
    return scope.settings_environment if Path(program).name in _FOR_SETTINGS else scope.environment


async def _graphical(scope: ToolScope, program: str) -> Application | None:
    """Return the installed application that this program starts, if any: it shows a window and does not end by itself."""
    name = Path(program).name
    for application in await scope.desktop.applications():
        if application.command and Path(application.command[0]).name == name:
            return application
    return None


def _told(commands: Sequence[Sequence[str]], finished: Sequence[Finished], where: str) -> ActionReport:
    """Report how the programs ended. `where`: in what sandbox they ran, told where they failed."""
    report = _report(commands[0], finished[0]) if len(commands) == 1 else _of_pipeline(commands, finished)
    if where and report.effect is not Effect.CONFIRMED:
        report.value["sandbox"] = where
    return report


def _report(command: Sequence[str], finished: Finished) -> ActionReport:
    value = {
        "success": finished.exit_code == 0,
        "exit_code": finished.exit_code,
        "stdout": finished.stdout,
        "stderr": finished.stderr,
    }
    if finished.exit_code is None:
        raise ToolError(
            f"{command[0]!r} did not end in time and was stopped with all that it had started; "
            f"its output was: {(finished.stdout + finished.stderr)[-500:]!r}"
        )
    said = f"{command[0]!r} ended with exit code {finished.exit_code}"
    effect = Effect.CONFIRMED if finished.exit_code == 0 else Effect.UNVERIFIABLE
    return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=(said,))


def _of_pipeline(commands: Sequence[Sequence[str]], finished: Sequence[Finished]) -> ActionReport:
    """Report the last program's output, and the exit code and the errors of each."""
    late = [item[0] for item, done in zip(commands, finished, strict=True) if done.exit_code is None]
    if late:
        raise ToolError(f"{', '.join(late)} did not end in time, and all of the pipeline was stopped")
    codes = [done.exit_code for done in finished]
    # A program that is ended because the next one reads no further has done what was needed.
    *before, last = codes
    is_done = last == 0 and all(code in _WELL for code in before)
    errors = [f"{item[0]}: {done.stderr}" for item, done in zip(commands, finished, strict=True) if done.stderr]
    value = {"success": is_done, "exit_codes": codes, "stdout": finished[-1].stdout, "stderr": "\n".join(errors)}
    said = f"{' | '.join(command[0] for command in commands)} ended with exit codes {', '.join(map(str, codes))}"
    effect = Effect.CONFIRMED if is_done else Effect.UNVERIFIABLE
    return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=(said,))

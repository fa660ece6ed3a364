"""CommandLineExecutor: runs programs by argument vector. There is no shell, so nothing can be chained or injected."""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from mcp.server import MCPServer
from pydantic import Field

from ufo.commands.observe.selection import ToolScope
from ufo.commands.system.launch_arguments import resolve_path
from ufo.commands.system.process import Finished, run_pipeline, run_program, split_command
from ufo.commands.tools.server import ToolServer
from ufo.desktop.values import Application, Launch
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.tool_facts import ActionKind, ToolFacts

# The other tool does the same; this one takes a command as a person writes it.
_SHELL_WORDS = ("command in one line", "shell", "bash", "command", "terminal", "script", "run")
_FOR_SETTINGS = frozenset({"gsettings", "dconf", "xdg-mime", "xdg-settings", "gio", "xfconf-query"})
Timeout = Annotated[float, Field(gt=0, le=600, description="seconds")]


def command_line(scope: ToolScope) -> MCPServer:
    server = ToolServer("CommandLineExecutor", "Runs programs without a shell.")

    @server.destroys(ToolFacts(kind=ActionKind.PROGRAM, words=_SHELL_WORDS))
    async def run_shell(bash_command: str) -> ActionReport:
        """Run one program with its arguments, written as one line. No pipes, redirections, variables or wildcards."""
        command = split_command(bash_command)
        application = await _graphical(scope, command[0])
        if application is None:
            around = _environment_of(command[0], scope)
            return _report(command, await run_program(command, scope.working_folder, 30.0, around))
        window = await scope.desktop.launch(Launch(command[0], tuple(command[1:]), scope.reach()))
        return ActionReport(
            value={"success": True, "exit_code": None, "window": window.title},
            effect=Effect.CONFIRMED,
            route=Route.NATIVE,
            evidence=(f"{application.name}: window {window.title!r} opened",),
        )

    @server.destroys(ToolFacts(kind=ActionKind.PROGRAM))
    async def execute_command(
        command: list[str],
        timeout: Timeout = 30,
        cwd: str | None = None,
        then: Annotated[
            list[list[str]] | None,
            Field(max_length=8, description="programs that read what the one before writes"),
        ] = None,
    ) -> ActionReport:
        """Run one program with its arguments. Declined unless the request spells the command line out or the person says yes;
        prefer a tool that does the same."""
        commands = [command, *(then or ())]
        if any(not one or not one[0].strip() for one in commands):
            raise ToolError("the command is empty; give a program with its arguments")
        folder = resolve_path(cwd, scope.working_folder) if cwd else scope.working_folder
        around = _environment_of(command[0], scope)
        if not then:
            return _report(command, await run_program(command, folder, timeout, around))
        return _of_pipeline(commands, await run_pipeline(commands, folder, timeout, around))

    return server


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


def _report(command: list[str], finished: Finished) -> ActionReport:
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
    late = [one[0] for one, done in zip(commands, finished, strict=True) if done.exit_code is None]
    if late:
        raise ToolError(f"{', '.join(late)} did not end in time, and all of the pipeline was stopped")
    codes = [done.exit_code for done in finished]
    # A program that is ended because the next one reads no further has done what was needed.
    *before, last = codes
    is_done = last == 0 and all(code in (0, -signal.SIGPIPE) for code in before)
    errors = [f"{one[0]}: {done.stderr}" for one, done in zip(commands, finished, strict=True) if done.stderr]
    value = {"success": is_done, "exit_codes": codes, "stdout": finished[-1].stdout, "stderr": "\n".join(errors)}
    said = f"{' | '.join(one[0] for one in commands)} ended with exit codes {', '.join(map(str, codes))}"
    effect = Effect.CONFIRMED if is_done else Effect.UNVERIFIABLE
    return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=(said,))

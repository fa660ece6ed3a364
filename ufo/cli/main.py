"""The command `ufo`: its groups of commands, and the one boundary that turns errors into exit codes.

Names, options and help of commands are in `*_options.py`. What each command does is in the file of its name in `commands/`, which
is imported when the command is used, so that `ufo --help` stays quick.
"""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import signal
import sys
from typing import Annotated, Any

import typer

from ufo.cli.desktop_options import add_desktops, add_hand, add_looks, add_tools, add_wayland
from ufo.cli.door_options import add_doors
from ufo.cli.fleet_options import add_fleet
from ufo.cli.knowledge_options import add_experience, add_knowledge
from ufo.cli.one_command import narrowed
from ufo.cli.options import group
from ufo.cli.process.exit_deadline import exit_surely
from ufo.cli.process.imported import imported
from ufo.cli.process.streams import end_output, lost_output, ready_streams
from ufo.cli.process.surroundings import NO_FOLDER, has_working_folder
from ufo.cli.record_options import add_recording
from ufo.cli.run_options import add_ended, add_runs
from ufo.cli.settings_options import add_health, add_permission, add_secrets, add_settings
from ufo.cli.skill_options import add_skills
from ufo.dotted import load
from ufo.errors import Cancelled, ConfigError, DesktopUnavailable, KnowledgeError, SkillError, TraceError, UfoError
from ufo.platform.broken_pipes import READER_GONE
from ufo.platform.signals import handle
from ufo.schema.exit_codes import EXIT_CANCELLED, EXIT_FAILED, EXIT_FAULT, EXIT_USAGE

logger = logging.getLogger(__name__)

app = typer.Typer(
    name="ufo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ufo {load('importlib.metadata:version')('ufo-desktop-agent')}")
        raise typer.Exit


@app.callback()
def _ufo(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Say what you want done; ufo works your applications and proves that it was done."""


def _do(command: str, function: str, *arguments: Any, **options: Any) -> None:
    try:
        work = getattr(_module(command), function)
        _end_by_interrupt()
        # Loaded here, as commands are: `--help` needs none of it.
        load("ufo.platform.scratch:sweep")()
        code = work(*arguments, **options)
    except KeyboardInterrupt:
        raise Cancelled("stopped by the person") from None
    raise typer.Exit(code)


def _module(command: str) -> Any:
    """Import what does a command: a file of `commands/`, or of an extension. Raises ConfigError where that is missing, and
    where it needs another system.
    """
    place = f"ufo.cli.commands.{command}"
    if load("importlib.util:find_spec")(place) is not None:
        try:
            return imported(place)
        except ImportError as error:
            if load("ufo.platform.system_packages:asks_for_other_system")(error):
                raise ConfigError(f"`ufo {command}` works what only Linux has") from error
            raise
    return load("ufo.extensions:find")(load("ufo.extensions:Group").COMMANDS, command)


def _end_by_interrupt() -> None:
    """Let signals raise KeyboardInterrupt from here on. Until here a signal ends the process at once, because an interrupt in
    the middle of an import may end Python in its own way.
    """
    # asyncio replaces Python's own handler, where it finds that, by one that cancels.
    handle(signal.default_int_handler)


add_runs(app, _do)
add_experience(add_knowledge(app, _do), _do)
add_looks(app, _do)
add_recording(app, group(app, "demo", "Demonstrations: what you recorded with `ufo record`."), _do)
add_ended(app, _do)
add_settings(app, _do)
add_health(app, _do)
add_permission(app, _do)
add_tools(app, _do)
add_desktops(app, _do)
add_wayland(app, _do)
add_skills(app, _do)
add_secrets(app, _do)
add_hand(app, _do)
add_doors(app, _do)
add_fleet(app, _do)


def main() -> None:
    """Run the command. This is the one boundary that turns errors into exit codes."""
    ready_streams()
    arguments = sys.argv[1:]
    as_json = "--json" in (arguments[: arguments.index("--")] if "--" in arguments else arguments)
    try:
        is_newcomer = not arguments and all(
            stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)
        )
        code = _module("greet").greet() if is_newcomer else narrowed(app, arguments)(standalone_mode=not as_json)
    except typer.TyperException as error:
        code = _report_error(error, EXIT_USAGE, as_json)
    except (ConfigError, DesktopUnavailable, KnowledgeError, SkillError, TraceError) as error:
        code = _report_error(error, EXIT_USAGE, as_json)
    except KeyboardInterrupt:
        code = _report_error(Cancelled("stopped by the person"), EXIT_CANCELLED, as_json)
    except Cancelled as error:
        code = _report_error(error, EXIT_CANCELLED, as_json)
    except UfoError as error:
        code = _report_error(error, EXIT_FAILED, as_json)
    except OSError as error:
        code = _report_system_error(error, as_json)
    except Exception as error:
        logger.exception("this is a fault of ufo's own; please report it with these lines")
        code = _report_error(error, EXIT_FAULT, as_json)
    lost = end_output()
    exit_surely(code if lost is None else _report_error(lost, EXIT_USAGE, as_json))


def _report_system_error(error: OSError, as_json: bool) -> int:
    """Report an error of the operating system that was not expected below. One about a file names the file; one without a name
    is about what was printed.
    """
    if error.filename is None and error.errno in {*READER_GONE, errno.ENOSPC, errno.EIO, errno.EBADF}:
        lost = lost_output(error)
        return EXIT_CANCELLED if lost is None else _report_error(lost, EXIT_USAGE, as_json)
    if isinstance(error, FileNotFoundError) and not has_working_folder():
        return _report_error(ConfigError(NO_FOLDER), EXIT_USAGE, as_json)
    logger.exception("this is a fault of ufo's own; please report it with these lines")
    return _report_error(error, EXIT_FAULT, as_json)


def _report_error(error: Exception, code: int, as_json: bool) -> int:
    text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    text = load("ufo.network.addresses:redacted")(text) or type(error).__name__
    if code == EXIT_FAULT:
        text = f"{type(error).__name__}: {text}"
    # Where nothing can be written any more, the exit code still reports the error.
    with contextlib.suppress(OSError):
        typer.echo(f"ufo: {text}", err=True)
        if as_json:
            typer.echo(json.dumps({"error": text, "kind": type(error).__name__, "exit_code": code}))
    return code

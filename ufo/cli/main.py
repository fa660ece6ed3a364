"""The command `ufo`: names, options and help. What each command does is in the file of its name in `commands/`, which is
imported when the command is used, so that `ufo --help` stays quick.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import json
import logging
import signal
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ufo.cli.batch_options import add_batch
from ufo.cli.knowledge_options import add_experience, add_knowledge
from ufo.cli.process.exit_deadline import exit_surely
from ufo.cli.process.streams import end_output, lost_output, ready_streams
from ufo.cli.process.surroundings import NO_FOLDER, has_working_folder
from ufo.cli.record_options import add_recording
from ufo.errors import Cancelled, ConfigError, DesktopUnavailable, KnowledgeError, SkillError, TraceError, UfoError
from ufo.network.addresses import redacted
from ufo.platform.scratch import sweep
from ufo.platform.signals import handle
from ufo.schema.exit_codes import EXIT_CANCELLED, EXIT_FAILED, EXIT_FAULT, EXIT_USAGE

logger = logging.getLogger(__name__)

app = typer.Typer(
    name="ufo",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
tool_app = typer.Typer(help="Call any tool by hand.", no_args_is_help=True)
desktop_app = typer.Typer(help="Private desktops.", no_args_is_help=True)
app.add_typer(tool_app, name="tool")
app.add_typer(desktop_app, name="desktop")
skill_app = typer.Typer(help="Saved skills: verified runs, done again without a model.", no_args_is_help=True)
app.add_typer(skill_app, name="skill")
demo_app = typer.Typer(help="Demonstrations: what you recorded with `ufo record`.", no_args_is_help=True)
app.add_typer(demo_app, name="demo")
secret_app = typer.Typer(help="Secrets that {{secret:NAME}} stands for.", no_args_is_help=True)
app.add_typer(secret_app, name="secret")
hand_app = typer.Typer(help="Answer the turns of a run with --model hand:FOLDER.", no_args_is_help=True)
app.add_typer(hand_app, name="hand")
runs_app = typer.Typer(invoke_without_command=True)
app.add_typer(runs_app, name="runs")

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Where = Annotated[
    str | None,
    typer.Option(
        "--desktop",
        metavar="auto|here|private|NAME",
        help="Your screen, a desktop of its own, or a named one that runs. auto: your screen where there is one.",
    ),
]
PlanFile = Annotated[
    Path | None, typer.Option("--plan", help="A plan file whose steps are followed as they stand (docs/modes.md).")
]
Agent = Annotated[
    Literal["app", "operator"], typer.Option("--agent", help="Who works the applications (docs/modes.md).")
]
Plain = Annotated[bool, typer.Option("--plain", help="Tell the run in lines, without panels.")]
LogDir = Annotated[Path | None, typer.Option("--log-dir", help="Folder of runs. Without: ~/.local/state/ufo/runs.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ufo {version('ufo-desktop-agent')}")
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
        work = getattr(importlib.import_module(f"ufo.cli.commands.{command}"), function)
        _end_by_interrupt()
        sweep()
        code = work(*arguments, **options)
    except KeyboardInterrupt:
        raise Cancelled("stopped by the person") from None
    raise typer.Exit(code)


def _end_by_interrupt() -> None:
    """Let signals raise KeyboardInterrupt from here on. Until here a signal ends the process at once, because an interrupt in
    the middle of an import may end Python in its own way.
    """
    # asyncio replaces Python's own handler, where it finds that, by one that cancels.
    handle(signal.default_int_handler)


@app.command()
def run(
    request: Annotated[str | None, typer.Argument(help="What you want done. Without it you are asked.")] = None,
    model: Annotated[str | None, typer.Option(help="PROVIDER:NAME (`ufo models`), builtin, or hand:FOLDER.")] = None,
    base_url: Annotated[str | None, typer.Option(help="An endpoint that speaks the provider's format.")] = None,
    desktop: Where = None,
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="A private desktop without network; only this folder is writable.")
    ] = False,
    max_steps: Annotated[int | None, typer.Option(min=1)] = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="USD. 0: use nothing that costs money.")] = None,
    max_time: Annotated[float | None, typer.Option(min=0, help="Seconds.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Consent to everything that would be asked.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Pause before everything that is done.")] = False,
    plan: PlanFile = None,
    agent: Agent = "app",
    record: Annotated[
        Path | None, typer.Option(help="Record the traffic with the models; `--model recorded:FILE` plays it.")
    ] = None,
    plain: Plain = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Do a request on real applications and prove it."""
    _do(
        "run",
        "run_with",
        request,
        overrides={
            "model": {"name": model, "base_url": base_url, "record": record},
            "desktop": {"where": desktop, "sandbox": sandbox or None},
            "limits": {"max_step": max_steps, "max_cost_usd": max_cost, "max_time_s": max_time},
            "log_dir": log_dir,
        },
        consents=yes,
        as_json=as_json,
        stepping=step,
        plan=plan,
        operator=agent == "operator",
        plain=plain,
    )


add_batch(app, _do)
add_experience(add_knowledge(app, _do), _do)


@app.command()
def observe(
    app_name: Annotated[
        str | None, typer.Option("--app", help="Application, by part of its name, or a document's path.")
    ] = None,
    window: Annotated[str | None, typer.Option("--window", help="Window id.")] = None,
    desktop: Where = None,
    image: Annotated[Path | None, typer.Option("--image", help="Write the annotated picture here.")] = None,
    since: Annotated[Path | None, typer.Option("--since", help="Show what differs from an earlier --json.")] = None,
    outline: Annotated[bool, typer.Option("--outline", help="As compact text, the way a model reads it.")] = False,
    selectors: Annotated[
        bool,
        typer.Option("--selectors", help="With --json: the selector that finds each control again in another run."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Show the controls of a window.

    Each is shown with its id, name, type, rectangle, states and value.
    """
    if selectors and not as_json:
        raise ConfigError("--selectors needs --json: add it, or leave --selectors out")
    shown = {word for word, wanted in (("json", as_json), ("outline", outline), ("selectors", selectors)) if wanted}
    _do("observe", "observe", app_name, window, where=desktop, image=image, since=since, shown=shown)


@app.command()
def browser(
    addresses: Annotated[list[str] | None, typer.Argument(metavar="[ADDRESS]...", help="Pages to open.")] = None,
    desktop: Where = None,
    as_json: Json = False,
) -> None:
    """Open a Chromium on your screen whose pages ufo can read and work natively.

    It has a profile of its own and no port: its pages are told over a socket that only you can open.
    """
    _do("browser", "browser", addresses or (), desktop, as_json=as_json)


@tool_app.command("list")
def tool_list(as_json: Json = False) -> None:
    """List every tool with its parameters."""
    _do("tool", "list_tools", as_json=as_json)


@tool_app.command("call")
def tool_call(
    name: str,
    arguments: Annotated[list[str] | None, typer.Argument(metavar="key=value...")] = None,
    app_name: Annotated[
        str | None,
        typer.Option("--app", help="Window to work on: part of its name, or its document's path."),
    ] = None,
    desktop: Where = None,
    yes: Annotated[bool, typer.Option("--yes", help="Consent to what would be asked.")] = False,
    as_json: Json = False,
) -> None:
    """Call one tool."""
    _do("tool", "call_tool", name, arguments or [], app_name=app_name, where=desktop, consents=yes, as_json=as_json)


@desktop_app.command("start")
def desktop_start(
    name: Annotated[str, typer.Argument()] = "default",
    width: Annotated[int, typer.Option(min=320, max=16384)] = 1920,
    height: Annotated[int, typer.Option(min=240, max=16384)] = 1080,
    sandbox: Annotated[bool, typer.Option("--sandbox", help="Without network; only this folder is writable.")] = False,
    as_json: Json = False,
) -> None:
    """Start a private desktop and leave it running."""
    _do("desktop", "start", name, width=width, height=height, sandbox=sandbox, as_json=as_json)


@desktop_app.command("stop")
def desktop_stop(name: str, as_json: Json = False) -> None:
    """Stop a private desktop and everything on it."""
    _do("desktop", "stop", name, as_json=as_json)


@desktop_app.command("list")
def desktop_list(as_json: Json = False) -> None:
    """List the private desktops that run."""
    _do("desktop", "list_", as_json=as_json)


@desktop_app.command("run", context_settings={"ignore_unknown_options": True})
def desktop_run(
    command: Annotated[list[str], typer.Argument(metavar="-- CMD...")],
    env: Annotated[
        list[str] | None, typer.Option("--env", metavar="NAME", help="A variable of yours that CMD gets as well.")
    ] = None,
) -> None:
    """Run CMD on a private desktop of its own and close the desktop afterwards.

    CMD gets the part of your environment that programs need, and the variables named by --env.
    """
    _do("desktop", "run", command, env or [])


@skill_app.command("save")
def skill_save(
    run_id: Annotated[str, typer.Argument(metavar="RUN", help="A run's id or a part of it, its folder, or `last`.")],
    name: str,
    force: Annotated[bool, typer.Option("--force", help="Replace a skill of that name.")] = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Save a verified run as a skill.

    The values that may vary in it are found and named.
    """
    _do("skill", "save", run_id, name, replace=force, log_dir=log_dir, as_json=as_json)


@skill_app.command("run")
def skill_run(
    name: str,
    values: Annotated[list[str] | None, typer.Argument(metavar="key=value...")] = None,
    model: Annotated[str | None, typer.Option(help="The model that goes on where the skill is in doubt.")] = None,
    base_url: Annotated[str | None, typer.Option(help="Any OpenAI-compatible endpoint.")] = None,
    on_doubt: Annotated[str | None, typer.Option(metavar="model|person|stop")] = None,
    desktop: Where = None,
    yes: Annotated[bool, typer.Option("--yes", help="Consent to everything that would be asked.")] = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Do a saved skill again and prove it.

    Give other values for its variables as key=value, by the names that `ufo skill show` prints.
    """
    overrides = {
        "model": {"name": model, "base_url": base_url},
        "desktop": {"where": desktop},
        "skills": {"on_doubt": on_doubt},
        "log_dir": log_dir,
    }
    _do("again", "run", name, values or [], overrides=overrides, consents=yes, as_json=as_json)


@skill_app.command("list")
def skill_list(as_json: Json = False) -> None:
    """List the saved skills with their variables."""
    _do("skill", "list_", as_json=as_json)


@skill_app.command("show")
def skill_show(name: str, as_json: Json = False) -> None:
    """Show a skill step by step."""
    _do("skill", "show", name, as_json=as_json)


@skill_app.command("remove")
def skill_remove(name: str, as_json: Json = False) -> None:
    """Remove a skill."""
    _do("skill", "remove", name, as_json=as_json)


add_recording(app, demo_app, _do)


@secret_app.command("list")
def secret_list(as_json: Json = False) -> None:
    """List the configured secrets, where they come from and which applications may have them.

    A value is never shown.
    """
    _do("secret", "list_", as_json=as_json)


@secret_app.command("set")
def secret_set(name: str, as_json: Json = False) -> None:
    """Put a secret into the keyring.

    It is asked for without showing it, or read from standard input; it is never an argument.
    """
    _do("secret", "put", name, as_json=as_json)


@secret_app.command("forget")
def secret_forget(name: str, as_json: Json = False) -> None:
    """Remove a secret from the keyring."""
    _do("secret", "forget", name, as_json=as_json)


@hand_app.command("next")
def hand_next(
    folder: Annotated[Path, typer.Argument(help="The folder of hand:FOLDER.")],
    wait: Annotated[float, typer.Option("--wait", min=0, metavar="SECONDS", help="How long to wait for one.")] = 0,
    as_json: Json = False,
) -> None:
    """Print the folder of the turn that waits for an answer."""
    _do("hand", "next_", folder, wait, as_json=as_json)


@hand_app.command("answer")
def hand_answer(
    turn: Annotated[Path, typer.Argument(help="The turn's folder, such as FOLDER/0003.")],
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The answer; -: standard input.")],
    as_json: Json = False,
) -> None:
    """Answer a turn with one JSON object that fits its schema.json."""
    _do("hand", "answer", turn, file, as_json=as_json)


@hand_app.command("stats")
def hand_stats(
    folder: Annotated[Path, typer.Argument(help="The folder of hand:FOLDER.")], as_json: Json = False
) -> None:
    """Count calls, characters, pictures and the seconds that answers took."""
    _do("hand", "stats", folder, as_json=as_json)


@app.command()
def mcp(
    desktop: Where = None,
    model: Annotated[str | None, typer.Option(help="As for `ufo run`, for whole requests.")] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Where relative paths start. Without: the working folder.")
    ] = None,
    trust_requests: Annotated[
        bool, typer.Option("--trust-requests", help="What the client's requests name needs no further yes.")
    ] = False,
) -> None:
    """Offer a desktop to another program over MCP: look, act, verify and whole requests, on standard input and output.

    Risky actions ask you through the program; where it cannot ask, they are refused. docs/mcp.md has the lines for its settings.
    """
    _do("mcp", "run", {"model": {"name": model}, "desktop": {"where": desktop}}, folder, trust_requests)


@app.command()
def report(
    run_id: Annotated[str, typer.Argument(metavar="RUN", help="A run's id or a part of it, its folder, or `last`.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Where to write it. Without: beside the run.")] = None,
    opened: Annotated[bool, typer.Option("--open", help="Open it in your browser.")] = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Write a run as one self-contained HTML file."""
    _do("report", "report", run_id, out, log_dir, as_json=as_json, opened=opened)


RunId = Annotated[str, typer.Argument(metavar="RUN", help="A run's id or a part of it, its folder, or `last`.")]


@app.command()
def replay(
    run_id: RunId,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", help="An empty folder to play in, which stays. Without: one that does not."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Consent to everything that would be asked.")] = False,
    plain: Plain = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Play a run's answers and actions again on a fresh private desktop, and say where the world differs.

    Its files are played on copies. Exit code 14: something differs.
    """
    _do("replay", "replay", run_id, folder=folder, log_dir=log_dir, consents=yes, plain=plain, as_json=as_json)


@app.command()
def resume(
    run_id: RunId,
    model: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
    base_url: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Of the whole run.")] = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="USD, of the whole run.")] = None,
    max_time: Annotated[float | None, typer.Option(min=0, help="Seconds, of the whole run.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Consent to everything that would be asked.")] = False,
    plain: Plain = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Go on with a run that was broken off, from its last finished step.

    Its desktop, its windows and its files must be as that step left them; if not, it says what is not.
    """
    overrides = {
        "model": {"name": model, "base_url": base_url},
        "limits": {"max_step": max_steps, "max_cost_usd": max_cost, "max_time_s": max_time},
        "log_dir": log_dir,
    }
    _do("resume", "resume", run_id, overrides, consents=yes, as_json=as_json, plain=plain)


@app.command()
def why(
    run_or_request: Annotated[
        str,
        typer.Argument(metavar="[RUN|REQUEST]", help="A run's id, its folder, or `last`; or a request in your words."),
    ] = "last",
    model: Annotated[str | None, typer.Option(help="Who reads a request. As for `ufo run`.")] = None,
    base_url: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Show why a run ended as it did: each part of its request with what shows it, and what else changed.

    With a request in place of a run: which of its parts will need showing.
    """
    overrides = {"model": {"name": model, "base_url": base_url}, "log_dir": log_dir}
    _do("why", "why", run_or_request, overrides, as_json=as_json)


@app.command()
def undo(
    run_id: Annotated[
        str, typer.Argument(metavar="[RUN]", help="A run's id or a part of it, its folder, or `last`.")
    ] = "last",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be put back, and stop.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Put it back without being asked.")] = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Put back what a run changed in files, after a preview and your yes.

    A file that somebody changed since stays as it is. What was sent or submitted cannot be taken back; it is named.
    """
    _do("undo", "undo", run_id, dry_run=dry_run, consents=yes, log_dir=log_dir, as_json=as_json)


@runs_app.callback()
def runs(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Not only the newest 20.")] = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """List runs: when each began, how it ended, what it cost and what was asked for. With a command: keep or remove them."""
    if context.invoked_subcommand is None:
        _do("runs", "list_", everything, log_dir, as_json)


@runs_app.command("keep")
def runs_keep(
    run_id: Annotated[str, typer.Argument(metavar="RUN", help="A run's id or a part of it, its folder, or `last`.")],
    undo: Annotated[bool, typer.Option("--undo", help="Keep it no longer.")] = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Keep a run, however old it gets."""
    _do("runs", "keep_run", run_id, undo, log_dir, as_json)


@runs_app.command("tidy")
def runs_tidy(
    yes: Annotated[bool, typer.Option("--yes", help="Remove them without being asked.")] = False,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Show which runs are too old or too many, and remove them after your yes."""
    _do("runs", "tidy_runs", yes, log_dir, as_json)


@app.command()
def sample(folder: Annotated[Path, typer.Argument(help="Where to write it.")] = Path(), as_json: Json = False) -> None:
    """Write a document with a sales table to try things on."""
    _do("sample", "sample", folder, as_json=as_json)


@app.command()
def trust(
    folder: Annotated[Path, typer.Argument(help="Where the ufo.yaml lies.")] = Path(),
    listing: Annotated[bool, typer.Option("--list", help="Show which folders are trusted.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Trust the folder no longer.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Trust it without being asked.")] = False,
    as_json: Json = False,
) -> None:
    """Trust a folder's ufo.yaml, after showing what the file changes and asking you.

    Without trust only its harmless settings count. A file that changes is no longer trusted.
    """
    if listing and forget:
        raise ConfigError("--list and --forget exclude each other; give one of them")
    if listing:
        _do("trust", "list_", as_json=as_json)
    elif forget:
        _do("trust", "forget", folder, as_json=as_json)
    else:
        _do("trust", "trust", folder, consents=yes, as_json=as_json)


@app.command()
def models(
    prompts: Annotated[
        Path | None, typer.Option(help="Write the built-in prompts into this folder, to be changed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the providers of models: how each is named, where it is, and where its key comes from.

    Nothing is asked over the network, and no key is shown.
    """
    _do("models", "models", as_json=as_json, prompts=prompts)


@app.command()
def config(
    name: Annotated[str | None, typer.Argument(help="A setting or a section, such as limits.max_step.")] = None,
    model: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
    base_url: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
    desktop: Where = None,
    log_dir: LogDir = None,
    as_json: Json = False,
) -> None:
    """Show each setting, its value and where it came from; with a name, explain it.

    With options of `ufo run`: show the settings that such a run would have. A secret is never shown.
    """
    overrides = {"model": {"name": model, "base_url": base_url}, "desktop": {"where": desktop}, "log_dir": log_dir}
    _do("config", "config", name, overrides, as_json)


@app.command()
def doctor(
    model: Annotated[str | None, typer.Option(help="Only find out what this model can do.")] = None,
    base_url: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
    as_json: Json = False,
) -> None:
    """Try every mechanism, and say what is missing and how to repair it. With --model, find out what a model can do."""
    _do("doctor", "doctor", model=model, base_url=base_url, as_json=as_json)


def main() -> None:
    """Run the command. This is the one boundary that turns errors into exit codes."""
    ready_streams()
    arguments = sys.argv[1:]
    as_json = "--json" in (arguments[: arguments.index("--")] if "--" in arguments else arguments)
    try:
        code = app(standalone_mode=not as_json)
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
    if error.filename is None and error.errno in (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF):
        lost = lost_output(error)
        return EXIT_CANCELLED if lost is None else _report_error(lost, EXIT_USAGE, as_json)
    if isinstance(error, FileNotFoundError) and not has_working_folder():
        return _report_error(ConfigError(NO_FOLDER), EXIT_USAGE, as_json)
    logger.exception("this is a fault of ufo's own; please report it with these lines")
    return _report_error(error, EXIT_FAULT, as_json)


def _report_error(error: Exception, code: int, as_json: bool) -> int:
    text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    text = redacted(text) or type(error).__name__
    if code == EXIT_FAULT:
        text = f"{type(error).__name__}: {text}"
    # Where nothing can be written any more, the exit code still reports the error.
    with contextlib.suppress(OSError):
        typer.echo(f"ufo: {text}", err=True)
        if as_json:
            typer.echo(json.dumps({"error": text, "kind": type(error).__name__, "exit_code": code}))
    return code

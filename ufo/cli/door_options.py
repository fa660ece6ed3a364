"""The commands by which other programs use ufo: `ufo mcp`, `acp`, `skill-file`, and the timer: `ufo every`; their names, options
and help.
"""

from pathlib import Path
from typing import Annotated

import typer

from ufo.cli.options import Do, Dry, Json, LogDir, Only, Where, bounds, of_run
from ufo.errors import ConfigError


def add_doors(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command()
    def mcp(
        desktop: Where = None,
        model: Annotated[str | None, typer.Option(help="As for `ufo run`, for whole requests.")] = None,
        folder: Annotated[
            Path | None, typer.Option(help="Where relative paths start. Without: the working folder.")
        ] = None,
        only: Only = None,
        dry_run: Dry = False,
        trust_requests: Annotated[
            bool, typer.Option("--trust-requests", help="What the client's requests name needs no further yes.")
        ] = False,
        http: Annotated[
            bool, typer.Option("--http", help="On a port of this machine alone, for clients that show the token.")
        ] = False,
        port: Annotated[
            int | None, typer.Option("--port", min=0, max=65535, help="With --http. Without: 7830; 0: a free one.")
        ] = None,
        new_token: Annotated[
            bool, typer.Option("--new-token", help="With --http: the old one counts no more.")
        ] = False,
        as_json: Json = False,
    ) -> None:
        """Offer a desktop to another program over MCP: look, act, verify and whole requests, on standard input and output.

        With --http it prints the line that each well-known client needs. Risky actions ask you through the program; where it
        cannot ask, they are refused. docs/mcp.md has the lines for its settings.
        """
        sections = {"model": {"name": model}, "desktop": {"where": desktop}, "policy": bounds(only, dry_run)}
        if http:
            do("mcp", "run_http", sections, folder, trust_requests, port, new_token=new_token, as_json=as_json)
        if port is not None or new_token or as_json:
            raise ConfigError("--port, --new-token and --json need --http: add it, or leave them out")
        do("mcp", "run", sections, folder, trust_requests)

    @app.command()
    def acp(
        desktop: Where = None,
        model: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
        only: Only = None,
        dry_run: Dry = False,
        log_dir: LogDir = None,
    ) -> None:
        """Be the agent of an editor that speaks the Agent Client Protocol, on standard input and output.

        Risky actions are asked in the editor. docs/acp.md has the lines for its settings.
        """
        do("acp", "run", of_run(model, None, log_dir, desktop={"where": desktop}, policy=bounds(only, dry_run)))

    @app.command("skill-file")
    def skill_file(as_json: Json = False) -> None:
        """Print a SKILL.md that teaches a coding agent to use ufo from its shell.

        For example: ufo skill-file > ~/.claude/skills/ufo/SKILL.md
        """
        do("skill_file", "skill_file", as_json)

    _add_every(app, do)


_NAMED = {
    "pause": ("set_paused", True),
    "resume": ("set_paused", False),
    "remove": ("remove",),
    "results": ("results",),
}


def _add_every(app: typer.Typer, do: Do) -> None:
    @app.command(context_settings={"ignore_unknown_options": True})
    def every(
        context: typer.Context,
        words: Annotated[
            list[str],
            typer.Argument(
                metavar="WHEN REQUEST | list | pause|resume|remove|results|start NAME", help="What to do, and when."
            ),
        ],
        name: Annotated[str | None, typer.Option(help="What it is called. Without: from the request's words.")] = None,
        folder: Annotated[Path | None, typer.Option(help="Its working folder. Without: this one.")] = None,
        as_json: Json = False,
    ) -> None:
        """Have a request done again and again by the machine's own timer, with the options of `ufo run`.

        WHEN is a time in systemd's words ("Mon..Fri 8:00", "daily", "*-*-1 9:00"), or "weekdays 8:00", "weekends 10:00". It
        works on a private desktop unless --desktop says otherwise. You are told when it waits or fails (docs/every.md).
        """
        first, *rest = words
        if first == "list" and not rest:
            do("every", "list_", as_json)
        if first in (*_NAMED, "start") and len(rest) == 1:
            function, *more = _NAMED.get(first, ("start",))
            do("every", function, rest[0], *more, as_json)
        if len(words) < 2 or words[1].startswith("-"):
            raise ConfigError(
                'write: ufo every WHEN REQUEST, such as ufo every "weekdays 8:00" "REQUEST", or ufo every list'
            )
        request, *options = rest
        _require_run(app, context, request, options)
        do("every", "add", first, request, options, name=name, folder=folder, as_json=as_json)


def _require_run(app: typer.Typer, context: typer.Context, request: str, options: list[str]) -> None:
    """Raise the error of `ufo run` for options that it does not take, now and not at the first time that it is due."""
    whole = typer.main.get_command(app)
    assert isinstance(whole, typer.core.TyperGroup)
    whole.commands["run"].make_context("run", [request, *options], parent=context.parent)

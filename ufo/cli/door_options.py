"""The commands by which other programs use ufo: `ufo mcp`, `acp`, `skill-file`; their names, options and help."""

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

"""The commands `ufo learn` and `ufo knowledge`: their names, options and help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

Do = Callable[..., None]
"""(command, function, *arguments, **options): does the work of a command and exits with its code."""
_Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
_App = Annotated[
    str | None,
    typer.Option("--app", metavar="NAME", help="Only of this application, by name or as `ufo observe --json` has it."),
]
_Kind = Annotated[str | None, typer.Option("--kind", metavar="guide|menus|experience|demonstration")]


def add_knowledge(app: typer.Typer, do: Do) -> typer.Typer:
    """Add the commands to `app`, and return the group `ufo knowledge`."""

    @app.command()
    def learn(
        what: Annotated[
            list[str],
            typer.Argument(metavar="PATH|APPLICATION...", help="A file, a folder, or an installed application."),
        ],
        application: Annotated[
            str | None,
            typer.Option("--app", metavar="NAME", help="The application that a path belongs to; all: every one."),
        ] = None,
        as_json: _Json = False,
    ) -> None:
        """Learn help documents: HTML, Markdown, PDF, DocBook, Mallard, LibreOffice's help, manual pages, text, JSON, packed ones.

        For an application: the help that it installed by itself. What did not change since is not read again.
        """
        do("learn", "learn", what, application, as_json=as_json)

    group = typer.Typer(help="What was learned: guides, menus, experience, demonstrations.", no_args_is_help=True)
    app.add_typer(group, name="knowledge")

    @group.command("list")
    def list_(
        application: _App = None,
        kind: _Kind = None,
        every: Annotated[bool, typer.Option("--all", help="One line for each document.")] = False,
        as_json: _Json = False,
    ) -> None:
        """List what was learned."""
        do("knowledge", "list_", application, kind, every=every, as_json=as_json)

    @group.command()
    def search(
        text: Annotated[list[str], typer.Argument(metavar="TEXT...")],
        application: _App = None,
        kind: _Kind = None,
        top_k: Annotated[int, typer.Option("--top", min=1, max=50, help="How many.")] = 5,
        as_json: _Json = False,
    ) -> None:
        """Search what was learned, the best first, and mark what a run would be told."""
        do("knowledge", "search", " ".join(text), application, kind, top_k=top_k, as_json=as_json)

    @group.command()
    def show(
        key: Annotated[str, typer.Argument(help="As `list --all` or `search` print it.")], as_json: _Json = False
    ) -> None:
        """Show a document, or one section of it."""
        do("knowledge", "show", key, as_json=as_json)

    @group.command()
    def forget(
        what: Annotated[
            str, typer.Argument(metavar="KEY|PATH|APPLICATION", help="Of a path or an application: its guides.")
        ],
        yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
        as_json: _Json = False,
    ) -> None:
        """Forget a document, or all guides of a path or an application. The files of guides stay."""
        do("knowledge", "forget", what, consents=yes, as_json=as_json)

    return group

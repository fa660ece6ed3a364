"""The commands `ufo learn` and `ufo knowledge`: their names, options and help."""

from pathlib import Path
from typing import Annotated

import typer

from ufo.cli.options import Do, Json, LogDir, RunId

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
        as_json: Json = False,
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
        as_json: Json = False,
    ) -> None:
        """List what was learned."""
        do("knowledge", "list_", application, kind, every=every, as_json=as_json)

    @group.command()
    def search(
        text: Annotated[list[str], typer.Argument(metavar="TEXT...")],
        application: _App = None,
        kind: _Kind = None,
        top_k: Annotated[int, typer.Option("--top", min=1, max=50, help="How many.")] = 5,
        as_json: Json = False,
    ) -> None:
        """Search what was learned, the best first, and mark what a run would be told."""
        do("knowledge", "search", " ".join(text), application, kind, top_k=top_k, as_json=as_json)

    @group.command()
    def show(
        key: Annotated[str, typer.Argument(help="As `list --all` or `search` print it.")], as_json: Json = False
    ) -> None:
        """Show a document, or one section of it."""
        do("knowledge", "show", key, as_json=as_json)

    @group.command()
    def forget(
        what: Annotated[
            str, typer.Argument(metavar="KEY|PATH|APPLICATION", help="Of a path or an application: its guides.")
        ],
        yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
        as_json: Json = False,
    ) -> None:
        """Forget a document, or all guides of a path or an application. The files of guides stay."""
        do("knowledge", "forget", what, consents=yes, as_json=as_json)

    return group


def add_experience(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command()
    def keep(
        run_id: RunId,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Keep what a verified run teaches, as experience for later requests."""
        do("recipes", "keep", run_id, log_dir, as_json)

    @app.command()
    def tidy(
        yes: Annotated[bool, typer.Option("--yes", help="Do it without being asked.")] = False, as_json: Json = False
    ) -> None:
        """Merge duplicates, and remove what misled or was never used, after showing the difference and your yes."""
        do("recipes", "tidy_experience", yes, as_json)

    @app.command()
    def export(
        target: Annotated[
            Path, typer.Argument(metavar="FOLDER|FILE", help="A folder, or one file that ends in .json.")
        ],
        skills: Annotated[
            bool, typer.Option("--skills", help="Saved skills too. They hold what was typed in their runs.")
        ] = False,
        as_json: Json = False,
    ) -> None:
        """Write experience as plain JSON files that others can read and import."""
        do("recipes", "export_to", target, skills, as_json)

    @app.command("import")
    def import_(
        source: Annotated[Path, typer.Argument(metavar="FOLDER|FILE", help="What `ufo knowledge export` wrote.")],
        as_json: Json = False,
    ) -> None:
        """Take in what others exported. Nothing of it acts before you accept it."""
        do("recipes", "import_from", source, as_json)

    @app.command()
    def accept(
        names: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Without: all that wait.")] = None,
        refuse: Annotated[bool, typer.Option("--refuse", help="Remove it instead.")] = False,
        yes: Annotated[bool, typer.Option("--yes", help="Do it without being asked.")] = False,
        as_json: Json = False,
    ) -> None:
        """Show what was imported, and let it act after your yes to each."""
        do("recipes", "accept_imported", names or [], refuse, yes, as_json)

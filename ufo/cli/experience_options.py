"""The commands of `ufo knowledge` that keep, tidy and share experience: their names, options and help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ufo.cli.options import Do

_Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def add_experience(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command()
    def keep(
        run_id: Annotated[
            str, typer.Argument(metavar="RUN", help="A run's id or a part of it, its folder, or `last`.")
        ],
        log_dir: Annotated[Path | None, typer.Option("--log-dir", help="Folder of runs.")] = None,
        as_json: _Json = False,
    ) -> None:
        """Keep what a verified run teaches, as experience for later requests."""
        do("knowledge_experience", "keep", run_id, log_dir, as_json)

    @app.command()
    def tidy(
        yes: Annotated[bool, typer.Option("--yes", help="Do it without being asked.")] = False, as_json: _Json = False
    ) -> None:
        """Merge duplicates, and remove what misled or was never used, after showing the difference and your yes."""
        do("knowledge_experience", "tidy_experience", yes, as_json)

    @app.command()
    def export(
        target: Annotated[
            Path, typer.Argument(metavar="FOLDER|FILE", help="A folder, or one file that ends in .json.")
        ],
        skills: Annotated[
            bool, typer.Option("--skills", help="Saved skills too. They hold what was typed in their runs.")
        ] = False,
        as_json: _Json = False,
    ) -> None:
        """Write experience as plain JSON files that others can read and import."""
        do("knowledge_share", "export_to", target, skills, as_json)

    @app.command("import")
    def import_(
        source: Annotated[Path, typer.Argument(metavar="FOLDER|FILE", help="What `ufo knowledge export` wrote.")],
        as_json: _Json = False,
    ) -> None:
        """Take in what others exported. Nothing of it acts before you accept it."""
        do("knowledge_share", "import_from", source, as_json)

    @app.command()
    def accept(
        names: Annotated[list[str] | None, typer.Argument(metavar="NAME...", help="Without: all that wait.")] = None,
        refuse: Annotated[bool, typer.Option("--refuse", help="Remove it instead.")] = False,
        yes: Annotated[bool, typer.Option("--yes", help="Do it without being asked.")] = False,
        as_json: _Json = False,
    ) -> None:
        """Show what was imported, and let it act after your yes to each."""
        do("knowledge_share", "accept_imported", names or [], refuse, yes, as_json)

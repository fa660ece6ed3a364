"""The commands by which other programs use ufo: `ufo skill-file`; their names, options and help."""

import typer

from ufo.cli.options import Do, Json


def add_doors(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command("skill-file")
    def skill_file(as_json: Json = False) -> None:
        """Print a SKILL.md that teaches a coding agent to use ufo from its shell.

        For example: ufo skill-file > ~/.claude/skills/ufo/SKILL.md
        """
        do("skill_file", "skill_file", as_json)

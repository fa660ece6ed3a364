"""The commands of `ufo skill`: their names, options and help."""

from typing import Annotated

import typer

from ufo.cli.options import Do, Json, LogDir, RunId, Values, Where, Yes, group, of_run


def add_skills(app: typer.Typer, do: Do) -> None:
    """Add the group to `app`."""
    skill = group(app, "skill", "Saved skills: verified runs, done again without a model.")

    @skill.command()
    def save(
        run_id: RunId,
        name: str,
        force: Annotated[bool, typer.Option("--force", help="Replace a skill of that name.")] = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Save a verified run as a skill.

        The values that may vary in it are found and named.
        """
        do("skill", "save", run_id, name, replace=force, log_dir=log_dir, as_json=as_json)

    @skill.command()
    def run(
        name: str,
        values: Values = None,
        model: Annotated[str | None, typer.Option(help="The model that goes on where the skill is in doubt.")] = None,
        base_url: Annotated[str | None, typer.Option(help="Any OpenAI-compatible endpoint.")] = None,
        on_doubt: Annotated[str | None, typer.Option(metavar="model|person|stop")] = None,
        desktop: Where = None,
        yes: Yes = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Do a saved skill again and prove it.

        Give other values for its variables as key=value, by the names that `ufo skill show` prints.
        """
        overrides = of_run(model, base_url, log_dir, desktop={"where": desktop}, skills={"on_doubt": on_doubt})
        do("skill_run", "run", name, values or [], overrides=overrides, consents=yes, as_json=as_json)

    @skill.command("list")
    def list_(as_json: Json = False) -> None:
        """List the saved skills with their variables."""
        do("skill", "list_", as_json=as_json)

    @skill.command()
    def show(name: str, as_json: Json = False) -> None:
        """Show a skill step by step."""
        do("skill", "show", name, as_json=as_json)

    @skill.command()
    def remove(name: str, as_json: Json = False) -> None:
        """Remove a skill."""
        do("skill", "remove", name, as_json=as_json)

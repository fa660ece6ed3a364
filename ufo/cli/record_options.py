"""The commands `ufo record` and `ufo demo`: their names, options and help."""

from typing import Annotated

import typer

from ufo.cli.options import Do, Json, LogDir, Values

_Yes = Annotated[bool, typer.Option("--yes", help="Consent to everything that would be asked when it is done again.")]
_Model = Annotated[str | None, typer.Option(help="The model that sums it up, as for `ufo run`.")]


def add_recording(app: typer.Typer, demo_app: typer.Typer, do: Do) -> None:
    """Add the commands to both."""

    @app.command()
    def record(
        name: Annotated[str, typer.Argument(help="What it is called, such as save-memo.")],
        desktop: Annotated[
            str | None,
            typer.Option(
                "--desktop",
                metavar="auto|here|private|private-wayland|NAME",
                help="The desktop to record, as for `ufo run`.",
            ),
        ] = None,
        app_name: Annotated[str | None, typer.Option("--app", help="Open this application first.")] = None,
        request: Annotated[
            str | None,
            typer.Option("--request", help="What you do, in the words of a request. Without it you are asked."),
        ] = None,
        from_run: Annotated[
            str | None, typer.Option("--from-run", metavar="RUN", help="Take what you did when you took over that run.")
        ] = None,
        unverified: Annotated[
            bool, typer.Option("--unverified", help="Keep it even where doing it again does not prove it.")
        ] = False,
        force: Annotated[bool, typer.Option("--force", help="Replace what has that name.")] = False,
        yes: _Yes = False,
        model: _Model = None,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Record what you do on a desktop, until you press the halt key or Ctrl-C.

        It is done once more on a fresh desktop; where that proves it, it is kept as a skill and a demonstration.
        """
        do(
            "record",
            "record",
            name,
            {"desktop": {"where": desktop}, "model": {"name": model}, "log_dir": log_dir},
            app=app_name,
            request=request or "",
            from_run=from_run,
            unverified=unverified,
            replaces=force,
            consents=yes,
            as_json=as_json,
        )

    @demo_app.command("list")
    def demo_list(as_json: Json = False) -> None:
        """List the demonstrations, and the recordings that are not kept yet."""
        do("demo", "list_", as_json)

    @demo_app.command("show")
    def demo_show(name: str, as_json: Json = False) -> None:
        """Show a demonstration step by step."""
        do("demo", "show", name, as_json)

    @demo_app.command("forget")
    def demo_forget(name: str, as_json: Json = False) -> None:
        """Remove a demonstration with its recording and its skill."""
        do("demo", "forget", name, as_json)

    @demo_app.command("replay")
    def demo_replay(
        name: str,
        values: Values = None,
        yes: _Yes = False,
        model: _Model = None,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Do it once more on a fresh desktop, and keep it as verified where that proves it."""
        overrides = {"model": {"name": model}, "log_dir": log_dir}
        do("demo_replay", "replay", name, values or [], overrides, consents=yes, as_json=as_json)

    @demo_app.command("keep")
    def demo_keep(name: str, model: _Model = None, as_json: Json = False) -> None:
        """Keep a recording unverified, because you say so."""
        do("demo_replay", "replay", name, [], {"model": {"name": model}}, as_json=as_json, unverified=True)

"""The commands that look at desktops and work them by hand: `ufo observe`, `browser`, `tool`, `desktop`, `wayland`,
`hand`; their names, options and help.
"""

from pathlib import Path
from typing import Annotated

import typer

from ufo.cli.options import Do, Dry, Json, Only, Values, Where, bounds, group
from ufo.errors import ConfigError

_Turns = Annotated[Path, typer.Argument(help="The folder of hand:FOLDER.")]


def add_looks(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command()
    def observe(
        app_name: Annotated[
            str | None, typer.Option("--app", help="Application, by part of its name, or a document's path.")
        ] = None,
        window: Annotated[str | None, typer.Option("--window", help="Window id.")] = None,
        desktop: Where = None,
        image: Annotated[Path | None, typer.Option("--image", help="Write the annotated picture here.")] = None,
        since: Annotated[Path | None, typer.Option("--since", help="Show what differs from an earlier --json.")] = None,
        record_tree: Annotated[
            Path | None,
            typer.Option(
                "--record-tree", help="Write all that the window tells here, to be sent with a report of a fault."
            ),
        ] = None,
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
        files = {"image": image, "since": since, "record": record_tree}
        do("observe", "observe", app_name, window, where=desktop, files=files, shown=shown)

    @app.command()
    def browser(
        addresses: Annotated[list[str] | None, typer.Argument(metavar="[ADDRESS]...", help="Pages to open.")] = None,
        desktop: Where = None,
        as_json: Json = False,
    ) -> None:
        """Open a Chromium on your screen whose pages ufo can read and work natively.

        It has a profile of its own and no port: its pages are told over a socket that only you can open.
        """
        do("browser", "browser", addresses or (), desktop, as_json=as_json)

    @app.command()
    def attach(
        tabs: Annotated[
            list[str] | None,
            typer.Argument(metavar="[TAB]...", help="Words of a tab's title or address. Without: the one in sight."),
        ] = None,
        desktop: Where = None,
        browser: Annotated[
            str | None, typer.Option("--browser", help='Where several run: its name ("firefox") or process number.')
        ] = None,
        within: Annotated[
            float, typer.Option("--within", min=1, max=600, help="Seconds to wait for your yes in the browser.")
        ] = 60.0,
        give_back: Annotated[
            bool, typer.Option("--give-back", help="Let go of it, and close the tabs that ufo opened.")
        ] = False,
        keep_tabs: Annotated[bool, typer.Option("--keep-tabs", help="With --give-back: leave those open.")] = False,
        as_json: Json = False,
    ) -> None:
        """Work tabs of your own browser, logged in as you are.

        The browser itself asks you. Only these tabs are read and worked, natively; docs/own-browser.md says how to let it in.
        """
        if give_back and (tabs or browser):
            raise ConfigError("--give-back gives all back: leave the tabs and --browser out")
        if keep_tabs and not give_back:
            raise ConfigError("--keep-tabs needs --give-back: add it, or leave --keep-tabs out")
        if give_back:
            do("attach", "give_back", desktop, keep=keep_tabs, as_json=as_json)
        do("attach", "attach", tabs or (), desktop, browser, within, as_json=as_json)


def add_tools(app: typer.Typer, do: Do) -> None:
    """Add the group `ufo tool` to `app`."""
    tool = group(app, "tool", "Call any tool by hand.")

    @tool.command("list")
    def list_(as_json: Json = False) -> None:
        """List every tool with its parameters."""
        do("tool", "list_tools", as_json=as_json)

    @tool.command()
    def call(
        name: str,
        arguments: Values = None,
        app_name: Annotated[
            str | None, typer.Option("--app", help="Window to work on: part of its name, or its document's path.")
        ] = None,
        desktop: Where = None,
        only: Only = None,
        dry_run: Dry = False,
        yes: Annotated[bool, typer.Option("--yes", help="Consent to what would be asked.")] = False,
        as_json: Json = False,
    ) -> None:
        """Call one tool."""
        overrides = {"desktop": {"where": desktop}, "policy": bounds(only, dry_run)}
        do("tool", "call_tool", name, arguments or [], overrides, app_name=app_name, consents=yes, as_json=as_json)


def add_desktops(app: typer.Typer, do: Do) -> None:
    """Add the group `ufo desktop` to `app`."""
    desktop = group(app, "desktop", "Private desktops.")

    @desktop.command()
    def start(
        name: Annotated[str, typer.Argument()] = "default",
        width: Annotated[int, typer.Option(min=320, max=16384)] = 1920,
        height: Annotated[int, typer.Option(min=240, max=16384)] = 1080,
        sandbox: Annotated[
            bool, typer.Option("--sandbox", help="Without network; only this folder is writable.")
        ] = False,
        wayland: Annotated[
            bool, typer.Option("--wayland", help="A Wayland desktop (sway), without an X server.")
        ] = False,
        as_json: Json = False,
    ) -> None:
        """Start a private desktop and leave it running."""
        size = {"width": width, "height": height}
        do("desktop", "start", name, **size, sandbox=sandbox, wayland=wayland, as_json=as_json)

    @desktop.command()
    def stop(name: str, as_json: Json = False) -> None:
        """Stop a private desktop and everything on it."""
        do("desktop", "stop", name, as_json=as_json)

    @desktop.command("list")
    def list_(as_json: Json = False) -> None:
        """List the private desktops that run."""
        do("desktop", "list_", as_json=as_json)

    @desktop.command(context_settings={"ignore_unknown_options": True})
    def run(
        command: Annotated[list[str], typer.Argument(metavar="-- CMD...")],
        env: Annotated[
            list[str] | None, typer.Option("--env", metavar="NAME", help="A variable of yours that CMD gets as well.")
        ] = None,
    ) -> None:
        """Run CMD on a private desktop of its own and close the desktop afterwards.

        CMD gets the part of your environment that programs need, and the variables named by --env.
        """
        do("desktop", "run", command, env or [])


def add_wayland(app: typer.Typer, do: Do) -> None:
    """Add the group `ufo wayland` to `app`."""
    wayland = group(
        app, "wayland", "What a Wayland session of your own needs: GNOME an extension, Plasma a grant of yours."
    )

    @wayland.command()
    def install(as_json: Json = False) -> None:
        """Let ufo see and work the windows of this session.

        On GNOME this installs an extension of the shell for you. It works from the next log-in; any program of yours may ask it
        the same, and it is off while the screen is locked. On Plasma it is a grant for pointer, keyboard and pictures. It works
        some seconds later, and names the Python that runs ufo, so any script that this Python runs may do the same.
        """
        do("wayland", "install", as_json=as_json)

    @wayland.command()
    def status(as_json: Json = False) -> None:
        """Tell whether the session's windows can be worked, and what is missing. Exit code 1 where something is."""
        do("wayland", "status", as_json=as_json)

    @wayland.command()
    def remove(as_json: Json = False) -> None:
        """Take back what `install` brought."""
        do("wayland", "remove", as_json=as_json)


def add_hand(app: typer.Typer, do: Do) -> None:
    """Add the group `ufo hand` to `app`."""
    hand = group(app, "hand", "Answer the turns of a run with --model hand:FOLDER.")

    @hand.command("next")
    def next_(
        folder: _Turns,
        wait: Annotated[float, typer.Option("--wait", min=0, metavar="SECONDS", help="How long to wait for one.")] = 0,
        as_json: Json = False,
    ) -> None:
        """Print the folder of the turn that waits for an answer."""
        do("hand", "next_", folder, wait, as_json=as_json)

    @hand.command()
    def answer(
        turn: Annotated[Path, typer.Argument(help="The turn's folder, such as FOLDER/0003.")],
        file: Annotated[str, typer.Argument(metavar="FILE|-", help="The answer; -: standard input.")],
        as_json: Json = False,
    ) -> None:
        """Answer a turn with one JSON object that fits its schema.json."""
        do("hand", "answer", turn, file, as_json=as_json)

    @hand.command()
    def stats(folder: _Turns, as_json: Json = False) -> None:
        """Count calls, characters, pictures and the seconds that answers took."""
        do("hand", "stats", folder, as_json=as_json)

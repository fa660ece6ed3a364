"""The commands about what ufo works with: `ufo sample`, `trust`, `models`, `config`, `doctor`, `setup`, `secret`; their names,
options and help.
"""

from pathlib import Path
from typing import Annotated

import typer

from ufo.cli.options import BaseUrl, Do, Json, LogDir, Model, Where, group, of_run
from ufo.errors import ConfigError


def add_settings(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command()
    def sample(
        folder: Annotated[Path, typer.Argument(help="Where to write it.")] = Path(), as_json: Json = False
    ) -> None:
        """Write a document with a sales table to try things on."""
        do("sample", "sample", folder, as_json=as_json)

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
            do("trust", "list_", as_json=as_json)
        elif forget:
            do("trust", "forget", folder, as_json=as_json)
        else:
            do("trust", "trust", folder, consents=yes, as_json=as_json)

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
        do("models", "models", as_json=as_json, prompts=prompts)

    @app.command()
    def config(
        name: Annotated[str | None, typer.Argument(help="A setting or a section, such as limits.max_step.")] = None,
        model: Model = None,
        base_url: BaseUrl = None,
        desktop: Where = None,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Show each setting, its value and where it came from; with a name, explain it.

        With options of `ufo run`: show the settings that such a run would have. A secret is never shown.
        """
        do("config", "config", name, of_run(model, base_url, log_dir, desktop={"where": desktop}), as_json)


def add_health(app: typer.Typer, do: Do) -> None:
    """Add `doctor` and `setup` to `app`."""

    @app.command()
    def doctor(
        model: Annotated[str | None, typer.Option(help="Only find out what this model can do.")] = None,
        base_url: BaseUrl = None,
        as_json: Json = False,
    ) -> None:
        """Try every mechanism, and say what is missing and how to repair it. With --model, find out what a model can do."""
        do("doctor", "doctor", model=model, base_url=base_url, as_json=as_json)

    @app.command()
    def setup(
        yes: Annotated[bool, typer.Option("--yes", help="Install without being asked.")] = False,
        dry: Annotated[
            bool, typer.Option("--dry", help="List only what is missing and the commands that bring it.")
        ] = False,
        as_json: Json = False,
    ) -> None:
        """Say what is missing on this system and what for, ask, and install it.

        By apt, dnf, pacman or zypper (only apt was tried), with sudo where you are not root, and by whatever installed ufo.
        With --json nothing is installed without --yes.
        """
        if dry and yes:
            raise ConfigError("--dry and --yes exclude each other; give one of them")
        do("setup", "setup", consents=yes, dry=dry, as_json=as_json)


def add_permission(app: typer.Typer, do: Do) -> None:
    """Add the command to `app`."""

    @app.command()
    def allow(
        application: Annotated[
            str | None, typer.Argument(metavar="[APP]", help="Its name, its program or its id. Without: the list.")
        ] = None,
        never: Annotated[str | None, typer.Option("--never", metavar="APP", help="Never work it.")] = None,
        forget: Annotated[str | None, typer.Option("--forget", metavar="APP", help="Ask about it again.")] = None,
        as_json: Json = False,
    ) -> None:
        """List the applications that may be worked on your own screen without asking; allow one, forbid one, or forget it."""
        given = [name for name in (application, never, forget) if name is not None]
        if len(given) > 1:
            raise ConfigError("one application at a time: ufo allow APP, --never APP or --forget APP")
        if forget is not None:
            do("allow", "forget", forget, as_json)
        elif given:
            do("allow", "answer", given[0], never is not None, as_json)
        else:
            do("allow", "list_", as_json)


def add_secrets(app: typer.Typer, do: Do) -> None:
    """Add the group `ufo secret` to `app`."""
    secret = group(app, "secret", "Secrets that {{secret:NAME}} stands for.")

    @secret.command("list")
    def list_(as_json: Json = False) -> None:
        """List the configured secrets, where they come from and which applications may have them.

        A value is never shown.
        """
        do("secret", "list_", as_json=as_json)

    @secret.command("set")
    def set_(name: str, as_json: Json = False) -> None:
        """Put a secret into the keyring.

        It is asked for without showing it, or read from standard input; it is never an argument.
        """
        do("secret", "put", name, as_json=as_json)

    @secret.command()
    def forget(name: str, as_json: Json = False) -> None:
        """Remove a secret from the keyring."""
        do("secret", "forget", name, as_json=as_json)

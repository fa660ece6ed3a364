"""Options that several commands have, each declared once, and the settings that they stand for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ufo.errors import ConfigError

Do = Callable[..., None]
"""(command, function, *arguments, **options): does the work of a command and exits with its code."""

_RUN = "A run's id or a part of it, its folder, or `last`."
Agent = Annotated[
    Literal["app", "operator"], typer.Option("--agent", help="Who works the applications (docs/modes.md).")
]
BaseUrl = Annotated[str | None, typer.Option(help="As for `ufo run`.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
LogDir = Annotated[Path | None, typer.Option("--log-dir", help="Folder of runs. Without: ~/.local/state/ufo/runs.")]
Model = Annotated[str | None, typer.Option(help="As for `ufo run`.")]
Plain = Annotated[bool, typer.Option("--plain", help="Tell the run in lines, without panels.")]
RunId = Annotated[str, typer.Argument(metavar="RUN", help=_RUN)]
Only = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,…",
        help="Work these applications and no other; `started`: what the run starts (docs/permission.md).",
    ),
]
Dry = Annotated[bool, typer.Option("--dry-run", help="Go through everything and deliver nothing.")]
Values = Annotated[list[str] | None, typer.Argument(metavar="key=value...")]
Where = Annotated[
    str | None,
    typer.Option(
        "--desktop",
        metavar="auto|here|private|private-wayland|NAME",
        help="Your screen, a desktop of its own, or a named one that runs. auto: your screen where there is one.",
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Consent to everything that would be asked.")]


def group(app: typer.Typer, name: str, about: str) -> typer.Typer:
    """Add a group of commands to `app`, and return it."""
    made = typer.Typer(help=about, no_args_is_help=True)
    app.add_typer(made, name=name)
    return made


def of_run(model: str | None, base_url: str | None, log_dir: Path | None, **others: Any) -> dict[str, Any]:
    """Return the settings that the options of a run stand for; None where one was not given. `others`: sections with theirs."""
    return {**others, "model": {"name": model, "base_url": base_url, **others.get("model", {})}, "log_dir": log_dir}


def limits(steps: int | None, cost: float | None, seconds: float | None) -> dict[str, Any]:
    return {"max_step": steps, "max_cost_usd": cost, "max_time_s": seconds}


def bounds(only: str | None, dry_run: bool = False) -> dict[str, Any]:
    """Return the settings that hold a run to applications, and to looking."""
    names = None if only is None else tuple(name.strip() for name in only.split(",") if name.strip())
    if names == ():
        raise ConfigError("--only names no application; write e.g. --only gimp,libreoffice-writer")
    return {"only": names, "dry_run": dry_run or None}

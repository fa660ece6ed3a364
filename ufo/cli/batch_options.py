"""The commands `ufo batch` and, hidden, `ufo batch-task`: their names, options and help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import typer

Do = Callable[..., None]
"""(command, function, *arguments, **options): does the work of a command and exits with its code."""


def add_batch(app: typer.Typer, do: Do) -> None:
    """Add both commands to `app`."""

    @app.command()
    def batch(
        source: Annotated[
            Path, typer.Argument(metavar="FILE|FOLDER", help="Tasks: text or JSON, one a line; an array; plan files.")
        ],
        jobs: Annotated[int, typer.Option("--jobs", min=1, max=64, help="Tasks at the same time.")] = 1,
        out: Annotated[
            Path | None, typer.Option("--out", "-o", help="The result file. Without: NAME.results.json here.")
        ] = None,
        retry: Annotated[bool, typer.Option("--retry", help="Do again what ended, but was not done.")] = False,
        model: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
        base_url: Annotated[str | None, typer.Option(help="As for `ufo run`.")] = None,
        agent: Annotated[Literal["app", "operator"], typer.Option("--agent", help="As for `ufo run`.")] = "app",
        sandbox: Annotated[bool, typer.Option("--sandbox", help="As for `ufo run`.")] = False,
        max_steps: Annotated[int | None, typer.Option(min=1, help="For each task.")] = None,
        max_cost: Annotated[float | None, typer.Option(min=0, help="USD, for each task.")] = None,
        max_time: Annotated[float | None, typer.Option(min=0, help="Seconds, for each task.")] = None,
        yes: Annotated[bool, typer.Option("--yes", help="Consent to everything that would be asked.")] = False,
        log_dir: Annotated[Path | None, typer.Option("--log-dir", help="Folder of runs.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
    ) -> None:
        """Do many tasks, each on a private desktop of its own.

        What is done stays done: called again, also after a kill, it goes on with what is missing.
        """
        do(
            "batch",
            "run",
            source,
            out,
            overrides={
                "model": {"name": model, "base_url": base_url},
                "desktop": {"sandbox": sandbox or None},
                "limits": {"max_step": max_steps, "max_cost_usd": max_cost, "max_time_s": max_time},
                "log_dir": log_dir,
            },
            jobs=jobs,
            consents=yes,
            operator=agent == "operator",
            retry=retry,
            as_json=as_json,
        )

    @app.command("batch-task", hidden=True)
    def batch_task() -> None:
        """Do one task of a batch, which is told on standard input."""
        do("batch_task", "do")

"""The commands that do requests (`ufo run`, `batch`, `replay`, `resume`) and that tell of runs (`ufo report`, `why`, `undo`,
`runs`): their names, options and help.
"""

from pathlib import Path
from typing import Annotated

import typer

from ufo.cli.options import (
    Agent,
    BaseUrl,
    Do,
    Dry,
    Json,
    LogDir,
    Model,
    Only,
    Plain,
    RunId,
    Where,
    Yes,
    bounds,
    limits,
    of_run,
)


def add_runs(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command()
    def run(
        request: Annotated[str | None, typer.Argument(help="What you want done. Without it you are asked.")] = None,
        model: Annotated[
            str | None, typer.Option(help="PROVIDER:NAME (`ufo models`), builtin, or hand:FOLDER.")
        ] = None,
        base_url: Annotated[str | None, typer.Option(help="An endpoint that speaks the provider's format.")] = None,
        desktop: Where = None,
        sandbox: Annotated[
            bool, typer.Option("--sandbox", help="A private desktop without network; only this folder is writable.")
        ] = False,
        only: Only = None,
        dry_run: Dry = False,
        max_steps: Annotated[int | None, typer.Option(min=1)] = None,
        max_cost: Annotated[float | None, typer.Option(min=0, help="USD. 0: use nothing that costs money.")] = None,
        max_time: Annotated[float | None, typer.Option(min=0, help="Seconds.")] = None,
        yes: Yes = False,
        step: Annotated[bool, typer.Option("--step", help="Pause before everything that is done.")] = False,
        plan: Annotated[
            Path | None,
            typer.Option("--plan", help="A plan file whose steps are followed as they stand (docs/modes.md)."),
        ] = None,
        answers: Annotated[
            Path | None,
            typer.Option(
                "--answers", help="Answers given beforehand: JSON, or lines 'question: answer' (docs/person.md)."
            ),
        ] = None,
        agent: Agent = "app",
        record: Annotated[
            Path | None, typer.Option(help="Record the traffic with the models; `--model recorded:FILE` plays it.")
        ] = None,
        plain: Plain = False,
        watch: Annotated[bool, typer.Option("--watch", help="Open it on the page (docs/watching.md).")] = False,
        run_id: Annotated[str | None, typer.Option("--run-id", hidden=True)] = None,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Do a request on real applications and prove it."""
        overrides = of_run(
            model,
            base_url,
            log_dir,
            desktop={"where": desktop, "sandbox": sandbox or None},
            policy=bounds(only, dry_run),
            limits=limits(max_steps, max_cost, max_time),
        )
        overrides["model"]["record"] = record
        manner = {"consents": yes, "as_json": as_json, "stepping": step, "plain": plain}
        seen = {"run_id": run_id, "watched": watch, "answers": answers}
        do("run", "run_with", request, overrides, plan=plan, operator=agent == "operator", **seen, **manner)

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
        model: Model = None,
        base_url: BaseUrl = None,
        agent: Agent = "app",
        sandbox: Annotated[bool, typer.Option("--sandbox", help="As for `ufo run`.")] = False,
        only: Only = None,
        dry_run: Dry = False,
        max_steps: Annotated[int | None, typer.Option(min=1, help="For each task.")] = None,
        max_cost: Annotated[float | None, typer.Option(min=0, help="USD, for each task.")] = None,
        max_time: Annotated[float | None, typer.Option(min=0, help="Seconds, for each task.")] = None,
        yes: Yes = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Do many tasks, each on a private desktop of its own.

        What is done stays done: called again, also after a kill, it goes on with what is missing.
        """
        used = limits(max_steps, max_cost, max_time)
        sections = {"desktop": {"sandbox": sandbox or None}, "policy": bounds(only, dry_run), "limits": used}
        overrides = of_run(model, base_url, log_dir, **sections)
        manner = {"jobs": jobs, "consents": yes, "operator": agent == "operator", "retry": retry, "as_json": as_json}
        do("batch", "run", source, out, overrides=overrides, **manner)

    @app.command("batch-task", hidden=True)
    def batch_task() -> None:
        """Do one task of a batch or a fleet, which is told on standard input."""
        do("batch_task", "task")

    @app.command()
    def replay(
        run_id: RunId,
        folder: Annotated[
            Path | None,
            typer.Option("--folder", help="An empty folder to play in, which stays. Without: one that does not."),
        ] = None,
        yes: Yes = False,
        plain: Plain = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Play a run's answers and actions again on a fresh private desktop, and say where the world differs.

        Its files are played on copies. Exit code 14: something differs.
        """
        do("replay", "replay", run_id, folder=folder, log_dir=log_dir, consents=yes, plain=plain, as_json=as_json)

    @app.command()
    def resume(
        run_id: RunId,
        model: Model = None,
        base_url: BaseUrl = None,
        desktop: Where = None,
        folder: Annotated[
            Path | None, typer.Option("--folder", help="Where its working folder is now, where that was moved.")
        ] = None,
        max_steps: Annotated[int | None, typer.Option(min=1, help="Of the whole run.")] = None,
        max_cost: Annotated[float | None, typer.Option(min=0, help="USD, of the whole run.")] = None,
        max_time: Annotated[float | None, typer.Option(min=0, help="Seconds, of the whole run.")] = None,
        yes: Yes = False,
        plain: Plain = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Go on with a run that was broken off, from its last finished step.

        Its desktop, its windows and its files must be as that step left them; if not, it says what is not. With another
        --desktop, or --folder, only its files: what was not saved in its windows is lost.
        """
        used = limits(max_steps, max_cost, max_time)
        overrides = of_run(model, base_url, log_dir, desktop={"where": desktop}, limits=used)
        do("resume", "resume", run_id, overrides, moved_to=folder, consents=yes, as_json=as_json, plain=plain)


def add_ended(app: typer.Typer, do: Do) -> None:
    """Add the commands to `app`."""

    @app.command()
    def report(
        run_id: RunId,
        out: Annotated[
            Path | None, typer.Option("--out", "-o", help="Where to write it. Without: beside the run.")
        ] = None,
        opened: Annotated[bool, typer.Option("--open", help="Open it in your browser.")] = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Write a run as one self-contained HTML file."""
        do("report", "report", run_id, out, log_dir, as_json=as_json, opened=opened)

    @app.command()
    def why(
        run_or_request: Annotated[
            str,
            typer.Argument(
                metavar="[RUN|REQUEST]", help="A run's id, its folder, or `last`; or a request in your words."
            ),
        ] = "last",
        model: Annotated[str | None, typer.Option(help="Who reads a request. As for `ufo run`.")] = None,
        base_url: BaseUrl = None,
        time: Annotated[bool, typer.Option("--time", help="Show where the time of a run went instead.")] = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Show why a run ended as it did: each part of its request with what shows it, and what else changed.

        With a request in place of a run: which of its parts will need showing.
        """
        if time:
            do("run_time", "show", run_or_request, log_dir, as_json=as_json)
        else:
            do("why", "why", run_or_request, of_run(model, base_url, log_dir), as_json=as_json)

    @app.command()
    def undo(
        run_id: RunId = "last",
        dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be put back, and stop.")] = False,
        yes: Annotated[bool, typer.Option("--yes", help="Put it back without being asked.")] = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Put back what a run changed in files, after a preview and your yes.

        A file that somebody changed since stays as it is. What was sent or submitted cannot be taken back; it is named.
        """
        do("undo", "undo", run_id, dry_run=dry_run, consents=yes, log_dir=log_dir, as_json=as_json)

    @app.command()
    def serve(
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Of 127.0.0.1. Without: any.")] = 0,
        no_open: Annotated[bool, typer.Option("--no-open", help="Only print the link.")] = False,
        link: Annotated[bool, typer.Option("--link", help="Print a new link to the page that is served.")] = False,
        unused: Annotated[float | None, typer.Option("--unused", hidden=True, min=1)] = None,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Serve a page on this machine: watch runs, answer them, take over, start new ones, look back (docs/watching.md).

        Only you can open it, by a link that works once.
        """
        do("serve", "run", port, opened=not no_open, only_link=link, log_dir=log_dir, as_json=as_json, unused_s=unused)

    _add_list_of_runs(app, do)


def _add_list_of_runs(app: typer.Typer, do: Do) -> None:
    listed = typer.Typer(invoke_without_command=True)
    app.add_typer(listed, name="runs")

    @listed.callback()
    def runs(
        context: typer.Context,
        everything: Annotated[bool, typer.Option("--all", help="Not only the newest 20.")] = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """List runs: when each began, how it ended, what it cost and what was asked for. With a command: keep or remove them."""
        if context.invoked_subcommand is None:
            do("runs", "list_", everything, log_dir, as_json)

    @listed.command()
    def keep(
        run_id: RunId,
        undo: Annotated[bool, typer.Option("--undo", help="Keep it no longer.")] = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Keep a run, however old it gets."""
        do("runs", "keep_run", run_id, undo, log_dir, as_json)

    @listed.command()
    def tidy(
        yes: Annotated[bool, typer.Option("--yes", help="Remove them without being asked.")] = False,
        log_dir: LogDir = None,
        as_json: Json = False,
    ) -> None:
        """Show which runs are too old or too many, and remove them after your yes."""
        do("runs", "tidy_runs", yes, log_dir, as_json)

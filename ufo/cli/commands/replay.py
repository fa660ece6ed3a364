"""`ufo replay`: plays a run's answers and actions again on a fresh private desktop, and says where the world differs."""

from __future__ import annotations

import asyncio
import getpass
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ufo.agents.user import User
from ufo.cli.output import Terminal, at_terminal, print_json
from ufo.cli.person import person_at, require_own
from ufo.cli.process.logfile import logged
from ufo.cli.process.surroundings import prepare_memory
from ufo.cli.settings import command_settings
from ufo.config.load import changed
from ufo.config.settings import Settings
from ufo.errors import Cancelled, TraceError
from ufo.platform.loop_signals import stopping
from ufo.platform.scratch import scratch
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import open_desktop
from ufo.runs.replay.comparison import Comparison
from ufo.runs.replay.moved import Difference, Moved, bring_files, moved
from ufo.runs.replay.provider import ReplayProvider
from ufo.runs.replay.recorded_turns import RecordedPerson, answers_of, files_before, hidden_in, require_whole, turns_of
from ufo.schema.exit_codes import EXIT_CANCELLED, EXIT_DIFFERS
from ufo.schema.running_mode import RunningMode
from ufo.trace.console import plain
from ufo.trace.emitter import Listener
from ufo.trace.events import RequestRead, StepEnded
from ufo.trace.panels import listener_for
from ufo.trace.reader import RunRecord, read_run
from ufo.trace.run_folders import find_run, is_going_on
from ufo.trace.writer import LogWriter

_MORE_STEPS = 5
"""Steps beyond those of the recording, for turns that ask for consent."""


@dataclass(frozen=True, slots=True)
class Played:
    """A run that was played again. `log`: the folder of its own log."""

    recorded: RunRecord
    log: str
    steps: int
    differences: tuple[Difference, ...]
    remarks: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        return EXIT_DIFFERS if self.differences else 0


@dataclass(frozen=True, slots=True)
class Playing:
    """How a run is played. `folder`: where its files are put, None for one that is removed afterwards. `is_own`: whether the
    person's own `ufo` wrote it.
    """

    folder: Path | None = None
    log_dir: Path | None = None
    consents: bool = False
    as_json: bool = False
    plain: bool = False
    is_own: bool = True


def replay(run: str, **how: Any) -> int:
    """Play a run again. Return 0 where nothing differs. Raises TraceError for a log that cannot be played."""
    playing = Playing(**how)
    settings = _settings(playing)
    path = find_run(run, settings.log_dir)
    if is_going_on(path if path.is_dir() else path.parent):
        raise TraceError(f"{run!r} is still going on; wait for its end, or stop it")
    recorded = read_run(path)
    remarks = require_whole(recorded)
    console = Terminal(stderr=playing.as_json)
    playing = replace(playing, is_own=require_own(recorded, _inner(settings, playing, console), "play it again"))
    said = _hidden_values(recorded, console, playing.as_json)
    prepare_memory()
    for remark in remarks:
        console.say(f"ufo: {remark}", "yellow")
    with _folder(playing.folder) as folder:
        move = moved(recorded.started.working_folder if recorded.started else "", files_before(recorded), folder, said)
        played = asyncio.run(_play(recorded, settings, playing, move, console))
    if playing.as_json:
        print_json(_as_object(played))
    else:
        _tell(console, played)
    return played.exit_code


def _settings(playing: Playing) -> Settings:
    """Return the person's settings, with nothing deciding but the recording."""
    settings = command_settings(log_dir=playing.log_dir)
    return changed(
        settings,
        model={"decide_locally": False, "visual_mode": False, "record": None},
        desktop={"where": "private"},
        skills={"use": False},
        agents={"evaluation": None},
    )


def _hidden_values(run: RunRecord, console: Terminal, as_json: bool) -> dict[str, str]:
    """Ask for each value that the log masks. Raises TraceError where nobody can be asked."""
    masks = hidden_in(run)
    if masks and not at_terminal(as_json):
        raise TraceError(
            f"the log masks {len(masks)} secret{'s' if len(masks) > 1 else ''} of this run ({', '.join(masks)}), which cannot be "
            "played without; run this at a terminal to be asked, or write {{secret:NAME}} in requests (docs/secrets.md)"
        )
    return {mask: getpass.getpass(f"What does {mask} stand for? ") for mask in masks}


@contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    """Yield the folder to play in: the given one, which must be empty, or one that is removed at the end."""
    if given is None:
        with scratch() as made:
            yield made.resolve()
        return
    folder = given.expanduser().absolute()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise TraceError(f"{str(folder)!r} is not empty; name an empty or a new folder with --folder")
    yield folder


async def _play(recorded: RunRecord, settings: Settings, playing: Playing, move: Moved, console: Terminal) -> Played:
    folder = move.path(recorded.started.working_folder if recorded.started else "")
    comparison = Comparison(move)
    turns = turns_of(recorded.of(StepEnded))
    settings = changed(settings, limits={"max_step": max(settings.limits.max_step, len(turns) + _MORE_STEPS)})
    with stopping(lambda: os._exit(EXIT_CANCELLED)):
        log = LogWriter(settings.log_dir)
        for value in move.said.values():
            log.masks.learn(value)
        try:
            with logged(log.folder, log.masks):
                for difference in await asyncio.to_thread(bring_files, files_before(recorded), move):
                    comparison.add(difference)
                shown: list[Listener] = [] if playing.as_json else [listener_for(console, playing.plain)]
                async with open_desktop(settings.desktop, folder) as desktop:
                    parts = SessionParts(
                        desktop,
                        _person(recorded, settings, playing, console),
                        folder,
                        log,
                        [*shown, comparison],
                        provider=ReplayProvider(recorded.run_id, turns, move, comparison, recorded.of(RequestRead)),
                        mode=_mode_of(recorded),
                        by_provider_alone=True,
                    )
                    async with open_session(settings, parts) as session:
                        for request in recorded.requests:
                            summary = await session.run(move.text(request))
                comparison.end_turn()
                _compare_outcome(recorded, summary.outcome.value, summary.reason, comparison, len(turns))
        except asyncio.CancelledError:
            raise Cancelled("stopped by the person") from None
        finally:
            log.close()
    return Played(
        recorded, str(log.folder), comparison.compared, tuple(comparison.differences), require_whole(recorded)
    )


def _mode_of(run: RunRecord) -> RunningMode:
    """Return the mode of the run. Raises TraceError for one that this version does not have."""
    mode = run.started.mode if run.started else RunningMode.NORMAL.value
    try:
        return RunningMode(mode)
    except ValueError as error:
        raise TraceError(f"{run.run_id} was done in the mode {mode!r}, which this version does not have") from error


def _compare_outcome(run: RunRecord, outcome: str, reason: str, comparison: Comparison, turns: int) -> None:
    then = run.summary
    if comparison.stopped is None and comparison.compared == turns and then is not None and run.finished:
        judged = then.evaluation.lowered_from if then.evaluation else ""
        expected = judged or then.outcome.value
        if expected != outcome:
            comparison.add(Difference(then.steps, f"outcome {expected}", f"{outcome}: {reason}", "outcome"))


def _person(run: RunRecord, settings: Settings, playing: Playing, console: Terminal) -> User:
    # What somebody else's log says that the person answered, they did not.
    return RecordedPerson(answers_of(run) if playing.is_own else {}, _inner(settings, playing, console))


def _inner(settings: Settings, playing: Playing, console: Terminal) -> User:
    return person_at(console, settings.system.question_timeout_s, playing.consents, playing.as_json)


def _tell(console: Terminal, played: Played) -> None:
    console.print()
    for difference in played.differences:
        where = f"step {difference.step}" if difference.step else "before step 1"
        console.marked(f"[bold red]{where}[/bold red]  {difference.what}")
        console.marked(f"  expected  {plain(difference.expected)}")
        console.marked(f"  there is  {plain(difference.found)}")
    console.marked(_ending(played))


def _ending(played: Played) -> str:
    of = len(turns_of(played.recorded.of(StepEnded)))
    told = f"{played.steps} of {of} turns of {played.recorded.run_id} were played again"
    if not played.differences:
        return f"[bold green]same[/bold green]  {told}, and nothing differs"
    count = len(played.differences)
    return f"[bold red]differs[/bold red]  {told}; {count} difference{'s' if count > 1 else ''}"


def _as_object(played: Played) -> Mapping[str, object]:
    differences: Sequence[Mapping[str, object]] = [asdict(difference) for difference in played.differences]
    return {
        "run": played.recorded.run_id,
        "same": not played.differences,
        "turns": played.steps,
        "turns_recorded": len(turns_of(played.recorded.of(StepEnded))),
        "differences": differences,
        "remarks": list(played.remarks),
        "log_path": played.log,
        "exit_code": played.exit_code,
    }

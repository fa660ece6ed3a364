"""A log that can no longer be written: the run goes on, and the person hears of it."""

from __future__ import annotations

import io
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from tests.agents.turns import to_form
from tests.scenarios.controls import on
from tests.scenarios.stage import app, host, stage
from ufo.schema.outcome import RunOutcome
from ufo.trace.console import ConsoleListener
from ufo.trace.events import Noticed, RunEnded
from ufo.trace.reader import read_run


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Writing beyond it fails, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_disk_that_fills_during_the_run_is_told_once_and_the_run_ends_as_it_would_have(tmp_path: Path) -> None:
    expect = [{"on": "element", "name": "Email", "value": "a@b.example"}]
    answers = [to_form, on("Email", "set_edit_text", text="a@b.example", more={"expect": expect}), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        with files_no_larger_than(2000):
            summary = await scene.run("write a@b.example as the mail address")
    assert summary.outcome is RunOutcome.VERIFIED
    told = [event for event in scene.heard.events if isinstance(event, Noticed) and event.level == "error"]
    assert len(told) == 1 and told[0].text == scene.log.failure
    assert "The run goes on without a log" in told[0].text
    assert isinstance(scene.heard.events[-1], RunEnded)
    assert read_run(scene.folder).started is not None


async def test_a_folder_that_is_taken_away_is_shown_on_the_terminal(tmp_path: Path) -> None:
    out = io.StringIO()
    console = ConsoleListener(Console(file=out, width=400))

    def take_away(turn: object) -> dict[str, object]:
        shutil.rmtree(scene.folder)
        scene.folder.write_text("in the way", encoding="utf-8")
        return to_form(turn)  # type: ignore[arg-type]  # a Turn

    answers = [take_away, app("FINISH"), *[host("FINISH", result="well")] * 2]
    async with stage(tmp_path, answers, has_faults=True) as scene:
        summary = await scene.run()
    for event in scene.heard.events:
        console.on_event(event)
    assert summary.answer == "well", summary.reason
    assert out.getvalue().count("could not be written") == 1

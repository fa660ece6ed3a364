"""Pictures made beside the work: on disk before their step is told to be finished, whatever happens to it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

from tests.agents.turns import to_form
from tests.scenarios.controls import on
from tests.scenarios.stage import app, host, stage
from ufo.agents.picture_worker import PictureWorker
from ufo.schema.geometry import Rect
from ufo.schema.picture import Frame, Picture
from ufo.trace.emitter import Emitter
from ufo.trace.events import Event, Noticed, PictureSaved, StepEnded
from ufo.vision.encode import png

PICTURE = png(Frame(Rect(0, 0, 2, 2), bytes(16)))


@dataclass
class Told:
    """A listener that notes what it hears, in order."""

    names: list[str] = field(default_factory=list)

    def on_event(self, event: Event) -> None:
        self.names.append(event.text if isinstance(event, Noticed) else event.kind)

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        self.names.append(event.path)


def _no_memory() -> Picture:
    raise ValueError("too large")


async def test_a_picture_is_kept_as_soon_as_it_is_made_and_finish_waits_for_the_rest() -> None:
    told, may_go_on = Told(), threading.Event()
    room = PictureWorker(Emitter([told], lambda: 0.0))

    def slow() -> Picture:
        may_go_on.wait(5)
        return PICTURE

    room.submit("clean", "slow.png", slow)
    assert await room.submit("annotated", "quick.png", lambda: PICTURE, at_once=True) == PICTURE
    assert told.names == ["quick.png"]
    may_go_on.set()
    await room.finish()
    assert told.names == ["quick.png", "slow.png"]


async def test_a_picture_that_cannot_be_made_is_told_and_the_others_are_kept() -> None:
    told = Told()
    room = PictureWorker(Emitter([told], lambda: 0.0))
    room.submit("annotated", "bad.png", _no_memory, at_once=True)
    room.submit("clean", "good.png", lambda: PICTURE)
    await room.finish()
    await room.finish()
    assert sorted(told.names) == ["good.png", "the picture 'bad.png' could not be made: too large"]


async def test_every_picture_of_a_step_is_on_disk_before_the_step_is_told_to_have_ended(tmp_path: Path) -> None:
    seen: list[list[str]] = []
    answers = [to_form, on("Email", "click_input"), app("FINISH"), host("FINISH")]
    async with stage(tmp_path, answers) as scene:
        heard = scene.heard.on_event

        def note(event: Event) -> None:
            heard(event)
            if isinstance(event, StepEnded):
                seen.append(sorted(file.name for file in scene.folder.glob(f"action_step{event.step}*.png")))

        scene.heard.on_event = note  # type: ignore[method-assign]  # a listener of this test's own
        await scene.run()
    assert seen[1] == ["action_step2.png", "action_step2_annotated.png", "action_step2_selected_controls.png"]


async def test_memory_is_given_back_when_nothing_is_left_in_the_making() -> None:
    tidied: list[int] = []
    room = PictureWorker(Emitter([], lambda: 0.0), lambda: tidied.append(1))
    room.submit("annotated", "one.png", lambda: PICTURE)
    room.submit("clean", "two.png", lambda: PICTURE)
    await room.finish()
    assert tidied == [1]
    room.submit("annotated", "bad.png", _no_memory, at_once=True)
    await room.finish()
    assert tidied == [1, 1]

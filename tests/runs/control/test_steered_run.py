"""A run on a desktop in memory is paused, stepped, stopped, answered and taken over by clients of its control socket."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.requirement import requirement
from tests.runs.control.told import until, until_phase
from tests.scenarios.controls import on
from tests.scenarios.stage import Stage, app, assign, host, stage
from tests.waiting import in_time
from ufo.desktop.fake.desktop import FakeDesktop
from ufo.desktop.fake.live import LiveWidget
from ufo.errors import ControlError, PicturesRefused
from ufo.llm.provider import Turn
from ufo.runs.control.control_client import ControlClient, ShownPicture
from ufo.runs.control.messages import PointerButton, QuestionClosed, RunState, TypedText
from ufo.schema.geometry import Point
from ufo.schema.outcome import RunOutcome
from ufo.schema.picture import Frame
from ufo.trace.events import Asked, Noticed

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]

FIELDS = "write down who I am"


def _both(turn: Turn) -> dict[str, Any]:
    name = on("Name", "set_edit_text", "CONTINUE", text="Ada")(turn)
    mail = on("Email", "set_edit_text", "CONTINUE", text="a@b.c")(turn)
    return {**name, "action": [*name["action"], *mail["action"]]}


SCRIPT = [assign("0", FIELDS), _both, *[app("FINISH")] * 3, *[host("FINISH", result="done")] * 3]
ASKS = [host("PENDING", questions=["Which file?"]), host("FINISH", result="done")]
ENDED = (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)


class AtTerminal:
    """A person who answers nothing until told to."""

    is_there = True

    def __init__(self) -> None:
        self.says: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.was_let_go = False

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        try:
            return [await asyncio.shield(self.says)]
        except asyncio.CancelledError:
            self.was_let_go = True
            raise

    async def confirm(self, question: str) -> bool:
        return bool(await self.ask([question]))

    async def attend(self, upcoming: str) -> bool:
        return False


@asynccontextmanager
async def steered(folder: Path, answers: Any, **more: Any) -> AsyncIterator[tuple[Stage, ControlClient]]:
    async with stage(folder, answers, **more) as scene, await ControlClient.connect(scene.folder, "page") as client:
        yield scene, client


@requirement("control:park")
async def test_a_paused_run_does_one_act_at_a_step_and_goes_on_when_resumed(tmp_path: Path) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page):
        run = asyncio.ensure_future(scene.run(FIELDS))
        await until_phase(page, "running")
        await page.pause()
        state = await until_phase(page, "paused")
        assert state.parked_by == "page" and state.upcoming
        upcoming = [state.upcoming]
        while "set_edit_text" not in upcoming[-1]:
            await page.step()
            upcoming.append((await until_phase(page, "paused")).upcoming)
        assert not _value(scene, "name")
        await page.step()
        await until_phase(page, "paused")
        assert _value(scene, "name") == "Ada" and not _value(scene, "email")
        await page.resume()
        assert (await run).outcome in ENDED


async def test_the_time_for_which_a_run_is_parked_is_counted_apart(tmp_path: Path) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page):
        run = asyncio.ensure_future(scene.run(FIELDS))
        await until_phase(page, "running")
        await page.pause()
        await until_phase(page, "paused")
        with in_time():
            while (await page.state()).parked_s < 0.2:
                await asyncio.sleep(0.05)
        assert not run.done() and scene.session.parked_s > 0.1
        await page.resume()
        await run
        parked_s = scene.session.parked_s
        await asyncio.sleep(0.05)
        assert scene.session.parked_s == parked_s


async def test_a_stopped_run_is_cancelled_with_what_was_done(tmp_path: Path) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page):
        run = asyncio.ensure_future(scene.run(FIELDS))
        await until(page, lambda state: state.step > 0)
        await page.stop()
        with pytest.raises(asyncio.CancelledError):
            await run
        state = await until_phase(page, "idle")
        assert (state.outcome, state.reason) == ("CANCELLED", "stopped by the person")
        with pytest.raises(ControlError, match="nothing to stop"):
            await page.stop()


async def test_a_parked_run_is_stopped_at_once(tmp_path: Path) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page):
        await page.pause()
        run = asyncio.ensure_future(scene.run(FIELDS))
        await until_phase(page, "paused")
        await page.stop()
        with in_time(), pytest.raises(asyncio.CancelledError):
            await run
        assert (await until_phase(page, "idle")).outcome == "CANCELLED"


async def test_watchers_are_told_once_that_nothing_can_be_shown(tmp_path: Path) -> None:
    class Dark(FakeDesktop):
        async def capture(self, window_id: str | None = None) -> Frame:
            raise PicturesRefused("it gives no pictures")

    async with steered(tmp_path, SCRIPT, desktop_class=Dark) as (_, page):
        with in_time(), pytest.raises(ControlError, match="cannot be shown now: it gives no pictures"):
            await anext(page.pictures())
        assert (await page.state()).watchers == 0


async def test_a_client_answers_where_nobody_is_at_a_terminal(tmp_path: Path) -> None:
    async with steered(tmp_path, ASKS) as (scene, page):
        run = asyncio.ensure_future(scene.run(FIELDS))
        question = (await until(page, lambda state: bool(state.questions))).questions[0]
        assert (question.text, question.asks) == ("Which file?", "text")
        with pytest.raises(ControlError, match="takes one of"):
            await page.answer(question.id, "always")
        await page.answer(question.id, "text", "report.odt")
        await run
        assert [event.answer for event in scene.heard.events if isinstance(event, Asked)] == ["report.odt"]
        with pytest.raises(ControlError, match="not open any more"):
            await page.answer(question.id, "text", "late")


async def test_a_question_waits_for_a_person_whose_client_is_gone_until_they_are_back(tmp_path: Path) -> None:
    async with steered(tmp_path, ASKS) as (scene, page):
        await page.close()
        run = asyncio.ensure_future(scene.run(FIELDS))
        async with await ControlClient.connect(scene.folder, "list", person=False) as looking:
            await until(looking, lambda state: bool(state.questions))
        async with await ControlClient.connect(scene.folder, "page again") as back:
            await back.answer((await back.state()).questions[0].id, "text", "report.odt")
            await run
        assert [event.answer for event in scene.heard.events if isinstance(event, Asked)] == ["report.odt"]


async def test_nobody_is_waited_for_where_all_clients_only_look(tmp_path: Path) -> None:
    async with stage(tmp_path, ASKS) as scene, await ControlClient.connect(scene.folder, "list", person=False):
        with in_time():
            summary = await scene.run(FIELDS)
    assert summary.outcome is RunOutcome.NEEDS_HELP


@requirement("control:first-answer")
async def test_the_first_of_two_places_answers_and_the_other_is_told(tmp_path: Path) -> None:
    there = AtTerminal()
    async with steered(tmp_path, ASKS, user=there) as (scene, page):
        run = asyncio.ensure_future(scene.run(FIELDS))
        question = (await until(page, lambda state: bool(state.questions))).questions[0]
        await page.answer(question.id, "text", "report.odt")
        await run
        assert there.was_let_go
        assert "page answered" in [event.text for event in scene.heard.events if isinstance(event, Noticed)]


async def test_clients_are_told_that_the_terminal_answered(tmp_path: Path) -> None:
    there = AtTerminal()
    async with steered(tmp_path, ASKS, user=there) as (scene, page):
        run, news = asyncio.ensure_future(scene.run(FIELDS)), page.changes()
        await until(page, lambda state: bool(state.questions))
        there.says.set_result("a.odt")
        with in_time():
            closed = [item async for item in _until_closed(news)][-1]
        assert (closed.by, closed.choice) == ("terminal", "text")
        await run


async def _until_closed(news: AsyncIterator[Any]) -> AsyncIterator[QuestionClosed]:
    async for item in news:
        if isinstance(item, QuestionClosed):
            yield item
            return


async def test_the_agent_looks_anew_after_a_person_worked_on_the_desktop(tmp_path: Path) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page):
        run = asyncio.ensure_future(scene.run(FIELDS))
        await until(page, lambda state: state.step > 0)
        await page.take("Ann")
        state = await page.state()
        assert state.phase == "taken" and state.lease is not None and state.lease.name == "Ann"
        field = _field(scene, "email")
        pressed = (PointerButton(x=field.x, y=field.y, down=down) for down in (True, False))
        # The desktop is given back while the input still waits: all of it is done first.
        letters = [page.send_input(TypedText(text=letter)) for letter in "ann@x.org"]
        await asyncio.gather(page.send_input(*pressed), *letters, page.give())
        typed = _value(scene, "email")
        await run
        assert typed == "ann@x.org"
        assert any("took over" in event.text for event in scene.heard.events if isinstance(event, Noticed))


def _widget(scene: Stage, key: str) -> LiveWidget:
    return next(widget for widget in scene.desktop.world.windows[0].walk() if widget.key == key)


def _field(scene: Stage, key: str) -> Point:
    return _widget(scene, key).rect.center


def _value(scene: Stage, key: str) -> str | None:
    return _widget(scene, key).value


@requirement("control:lease")
async def test_only_one_client_works_on_the_desktop(tmp_path: Path) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page), await ControlClient.connect(scene.folder, "other") as other:
        run = asyncio.ensure_future(scene.run(FIELDS))
        await until(page, lambda state: state.step > 0)
        with pytest.raises(ControlError, match="take it first"):
            await page.send_input(TypedText(text="x"))
        await page.take("Ann")
        with pytest.raises(ControlError, match="Ann works on the desktop"):
            await other.take("Ben")
        with pytest.raises(ControlError, match="take it first"):
            await other.send_input(TypedText(text="x"))
        with pytest.raises(ControlError, match="Ann works on the desktop"):
            await other.resume()
        await page.send_input(TypedText(text="x"))
        await page.give()
        await run


async def test_the_lease_of_a_client_that_dies_can_be_taken_on_and_the_run_stays_parked_until_then(
    tmp_path: Path,
) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page):
        run = asyncio.ensure_future(scene.run(FIELDS))
        async with await ControlClient.connect(scene.folder, "dies") as dying:
            await until(page, lambda state: state.step > 0)
            await dying.take("Ann")
        state = await until(page, lambda told: told.lease is not None and told.lease.client == "")
        assert state.phase == "taken" and state.lease is not None and state.lease.ends_in_s <= 10.0
        await page.take("Ben")
        await page.pause()
        await page.give()
        assert (await until_phase(page, "paused")).parked_by == "page"
        await page.resume()
        assert (await run).outcome in ENDED


async def test_a_run_goes_on_after_the_lease_of_a_client_that_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ufo.runs.control.steered_run.ORPHANED_S", 0.2)
    async with steered(tmp_path, SCRIPT) as (scene, page):
        run = asyncio.ensure_future(scene.run(FIELDS))
        async with await ControlClient.connect(scene.folder, "dies") as dying:
            await until(page, lambda state: state.step > 0)
            await dying.take("Ann")
        with in_time():
            assert (await run).outcome in ENDED


@requirement("control:masked")
async def test_pictures_come_while_somebody_watches_and_show_no_password_field(tmp_path: Path) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page):
        assert (await page.state()).watchers == 0
        wide, canvas = 0, None
        async with contextlib.aclosing(page.pictures(1280)) as pictures:
            with in_time():
                async for shown in pictures:
                    canvas = _painted(None if shown.update.whole else canvas, shown)
                    place = _field(scene, "secret")
                    if canvas.getpixel((place.x, place.y)) == (0, 0, 0):
                        wide = shown.update.width
                        break
        assert wide == 1280
        await until(page, lambda state: state.watchers == 0)


def _painted(canvas: Image.Image | None, shown: ShownPicture) -> Image.Image:
    if canvas is None:
        canvas = Image.new("RGB", (shown.update.width, shown.update.height))
    for tile, file in zip(shown.update.tiles, shown.files, strict=True):
        canvas.paste(Image.open(io.BytesIO(file)), (tile.x, tile.y))
    return canvas


async def test_the_socket_is_gone_after_the_run(tmp_path: Path) -> None:
    async with steered(tmp_path, SCRIPT) as (scene, page):
        folder = scene.folder
        await scene.run(FIELDS)
    with pytest.raises(ControlError, match="cannot be reached"):
        await ControlClient.connect(folder)


async def test_clients_are_told_that_the_run_ends(tmp_path: Path) -> None:
    async with stage(tmp_path, SCRIPT) as scene:
        client = await ControlClient.connect(scene.folder, "page")
        await scene.run(FIELDS)
    with in_time():
        phases = [news.phase async for news in client.changes() if isinstance(news, RunState)]
    assert phases[-1:] == ["ended"]
    with pytest.raises(ControlError, match="the run is gone"):
        await client.pause()
    await client.close()

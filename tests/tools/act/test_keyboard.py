"""Keys reach the control that they are for, whatever happens between the last question and the first key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest

from bench.faults import under_trial
from bench.misbehaving.owned import OwnedProcess, start_intruder
from bench.misbehaving.trial import Subject
from ufo.config.sections import SeeingSections
from ufo.config.settings import Settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.target import Reconfirm, Target
from ufo.desktop.values import InputEvent
from ufo.runs.desktops import with_sight
from ufo.schema.command import Command, Effect, Result

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


class Meddled:
    """A desktop on which something happens right after a control was asked for the last time before input is sent."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.meddle: Callable[[], Awaitable[object]] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def has_meddled(self) -> bool:
        return self.meddle is None

    async def send(
        self, to: Target | str | None, events: Sequence[InputEvent], reconfirm: Reconfirm | None = None
    ) -> None:
        if reconfirm is None:
            await self._inner.send(to, events)
            return

        async def meddled() -> Target:
            target = await reconfirm()
            meddle, self.meddle = self.meddle, None
            if meddle is not None:
                await meddle()
            return target

        await self._inner.send(to, events, meddled)


@asynccontextmanager
async def trial(name: str, private: PrivateDesktop) -> AsyncIterator[tuple[Subject, Meddled]]:
    settings = Settings()
    linux = await LinuxDesktop.connect(private.environment, settings.desktop)
    desktop: Any = Meddled(with_sight(linux, SeeingSections.of(settings)))
    try:
        async with under_trial(name, private.environment, desktop, settings) as subject:
            yield subject, desktop
    finally:
        await linux.shutdown()


async def struck(subject: Subject) -> None:
    """The fault has happened, and it is to be seen."""
    before = await subject.desktop.capture(subject.window.id)
    await subject.told.tell(do="strike")
    while await subject.desktop.capture(subject.window.id) == before:
        await anyio.sleep(0.005)


async def keyed(subject: Subject, name: str, role: str, keys: str) -> Result:
    target = await subject.look_for(name, role)
    parameters: Mapping[str, Any] = {"id": target.id, "name": target.name, "keys": keys}
    (result,) = await subject.dispatcher.execute_commands(
        [Command(tool_name="keyboard_input", parameters=dict(parameters))]
    )
    return result


@pytest.mark.parametrize("toolkit", ["gtk3", "qt6"])
async def test_a_box_that_is_renamed_after_the_last_question_gets_no_key(
    toolkit: str, private_desktop: PrivateDesktop
) -> None:
    async with trial(toolkit, private_desktop) as (subject, desktop):
        await subject.told.tell(do="arm", kind="check", fault="rename", delay=0, noise="")
        desktop.meddle = lambda: struck(subject)
        result = await keyed(subject, "Remember me", "CheckBox", "{SPACE}")
        truth = await subject.told.tell(do="tell")
        assert (result.effect, truth["wrong"], truth["unseen"]) == (Effect.REFUSED, [], []), result
        assert "has become CheckBox 'Erase the disk'" in (result.error or "")


async def test_text_for_a_field_that_is_known_by_sight_does_not_go_to_the_one_that_came_in_its_place(
    private_desktop: PrivateDesktop,
) -> None:
    async with trial("tk", private_desktop) as (subject, desktop):
        await subject.told.tell(do="arm", kind="type", fault="move", delay=0, noise="")
        desktop.meddle = lambda: struck(subject)
        result = await keyed(subject, "Surname", "Edit", "Ada Lovelace")
        truth = await subject.told.tell(do="tell")
        assert desktop.has_meddled() and truth["wrong"] == [] and truth["unseen"] == [], (result, truth)
        assert truth["done"] or result.effect is Effect.REFUSED, (result, truth)


async def test_text_stops_where_the_focus_is_stolen_on_the_way_and_how_much_was_typed_is_told(
    private_desktop: PrivateDesktop,
) -> None:
    thief = await start_intruder(private_desktop.environment)
    try:
        async with trial("gtk3", private_desktop) as (subject, _):
            await subject.told.tell(do="arm", kind="type", fault="none", delay=0, noise="")
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(stolen_once_something_is_typed, subject, thief)
                result = await keyed(subject, "Surname", "Edit", "word \t{TAB}" * 1500)
            assert result.effect is Effect.UNVERIFIABLE and "'Intruder'" in (result.error or ""), result
            assert " of 9,000 characters" in (result.error or ""), result
            assert (await thief.tell(do="hide"))["keys"] == 0
    finally:
        await thief.end()


async def stolen_once_something_is_typed(subject: Subject, thief: OwnedProcess) -> None:
    while not any(
        element.value for element in await subject.desktop.snapshot(subject.window.id) if element.role == "Edit"
    ):
        await anyio.sleep(0.01)
    await thief.tell(do="steal")

"""Requests from a program, on a desktop in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

import ufo
from tests.scenarios.readers import unread
from tests.scenarios.stage import host
from ufo.config.load import load_settings
from ufo.desktop.fake.apps import form
from ufo.trace.events import Event, PictureSaved, RoundStarted
from ufo.trace.reader import read_run
from ufo.trace.run_folders import is_going_on


class _Ear:
    def __init__(self) -> None:
        self.requests: list[str] = []

    def on_event(self, event: Event) -> None:
        if isinstance(event, RoundStarted):
            self.requests.append(event.request)

    def on_picture(self, event: PictureSaved, picture: object) -> None:
        """Pictures are not listened to."""


@pytest.fixture
def settings(tmp_path: Path) -> ufo.Settings:
    return load_settings(log_dir=tmp_path / "runs", model={"decide_locally": False}, system={"control_backend": "a11y"})


def _desktop() -> ufo.FakeDesktop:
    desktop = ufo.FakeDesktop([form()])
    desktop.start("form")
    return desktop


async def test_a_session_does_one_request_after_another_and_its_run_ends_with_it(
    tmp_path: Path, settings: ufo.Settings
) -> None:
    provider, ear = unread([host("FINISH", result="one"), host("FINISH", result="two")]), _Ear()
    async with ufo.open_session(
        settings=settings, desktop=_desktop(), provider=provider, folder=tmp_path, listener=ear
    ) as session:
        assert (await session.run("say one")).answer == "one"
        told = await session.run("say two")
        assert is_going_on(Path(told.log_path))
    assert told.answer == "two" and provider.closed
    assert ear.requests == ["say one", "say two"] == list(read_run(Path(told.log_path)).requests)
    assert not is_going_on(Path(told.log_path))


async def test_a_desktop_that_was_given_stays_open(settings: ufo.Settings) -> None:
    desktop = _desktop()
    await ufo.run_async("look", settings=settings, desktop=desktop, provider=ufo.ScriptedProvider([host("FINISH")]))
    look = await ufo.observe_async("form", settings=settings, desktop=desktop, selectors=True, picture=True)
    assert set(look.selectors) <= {control.id for control in look.controls} and look.selectors
    assert look.picture is not None and look.picture.data.startswith(b"\x89PNG")


async def test_a_question_is_asked_of_the_user_who_was_given(settings: ufo.Settings) -> None:
    ask = host("PENDING", questions=["Which one?"])
    user = ufo.ScriptedUser(answers=["the first"])
    provider = ufo.ScriptedProvider([ask, host("FINISH", result="done")])
    summary = await ufo.run_async("look", settings=settings, desktop=_desktop(), provider=provider, user=user)
    assert summary.answer == "done"


def test_a_desktop_name_that_none_has_is_told(settings: ufo.Settings) -> None:
    with pytest.raises(ufo.UfoError, match="ufo desktop start nowhere"):
        ufo.run("look", settings=settings, desktop="nowhere")


def test_a_window_that_is_not_there_is_told_with_those_that_are(settings: ufo.Settings) -> None:
    with pytest.raises(ufo.UfoError, match="no window matches 'calc'"):
        ufo.observe("calc", settings=settings, desktop=_desktop())

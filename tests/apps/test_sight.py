"""Requests in everyday words on windows that no tree tells of, judged by what the applications themselves have done."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.waiting import for_a_while
from ufo.config.load import load_settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.runs.assembly import SessionParts, open_session
from ufo.runs.desktops import DesktopInUse
from ufo.runs.sessions.session import Session
from ufo.runs.sessions.users import ScriptedUser
from ufo.schema.outcome import RunOutcome
from ufo.schema.picture import Picture
from ufo.trace.events import Event, Noticed, PictureSaved
from ufo.trace.writer import LogWriter
from ufo.viewer.report import write_report
from ufo_planner.provider import BuiltinPlanner

pytestmark = [pytest.mark.apps, pytest.mark.timeout(180)]
_FORM = Path(__file__).parents[1] / "owned_apps" / "tk_form.py"
_DONE = (RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED)
_GAME = """<!doctype html><meta charset=utf-8><title>Game</title><canvas id=c width=800 height=420></canvas><script>
const c=document.getElementById('c'),x=c.getContext('2d');x.fillStyle='#fff';x.fillRect(0,0,800,420);
['Start game','High scores','Leave'].forEach((t,n)=>{x.fillStyle='#dde';x.fillRect(80,60+80*n,170,44);
x.strokeStyle='#556';x.strokeRect(80.5,60.5+80*n,170,44);x.fillStyle='#000';x.font='18px sans-serif';
x.textAlign='center';x.fillText(t,165,88+80*n)});
c.onclick=e=>{if(e.offsetX>80&&e.offsetX<250&&e.offsetY>60&&e.offsetY<104)document.title='game started'}</script>"""


@dataclass
class Ear:
    events: list[Event] = field(default_factory=list)

    def on_event(self, event: Event) -> None:
        self.events.append(event)

    def on_picture(self, event: PictureSaved, picture: Picture) -> None:
        pass


@dataclass
class Room:
    session: Session
    ear: Ear
    folder: Path
    log: LogWriter


@pytest.fixture
async def room(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Room]:
    monkeypatch.chdir(tmp_path)
    settings = load_settings(log_dir=tmp_path / "logs")
    log, ear = LogWriter(settings.log_dir), Ear()
    place = DesktopInUse(desktop, "private", private_desktop.environment)
    parts = SessionParts(
        place, ScriptedUser(consents=[True] * 20), tmp_path, log, [ear], BuiltinPlanner(), clock=time.monotonic
    )
    try:
        async with open_session(settings, parts) as session:
            yield Room(session, ear, tmp_path, log)
    finally:
        log.close()


@pytest.mark.matrix
async def test_a_form_of_a_toolkit_without_tree_is_filled_in_and_sent(desktop: LinuxDesktop, room: Room) -> None:
    truth = room.folder / "truth.json"
    await desktop.launch(Launch("/usr/bin/python3", (str(_FORM), str(truth), "Guest book")))
    summary = await room.session.run(
        'In Guest book, type "Ada Lovelace" into the Name field, tick "Subscribe to the newsletter", select Blue and '
        "click Save"
    )
    said: dict[str, Any] = {}
    with for_a_while():
        while (said := json.loads(truth.read_text(encoding="utf-8")))["said"] != "Saved for Ada Lovelace":
            await anyio.sleep(0.05)
    assert summary.outcome in _DONE
    assert said["said"] == "Saved for Ada Lovelace"
    assert (said["values"]["Name"], said["subscribed"], said["colour"]) == ("Ada Lovelace", True, "Blue")
    degraded = [event.text for event in room.ear.events if isinstance(event, Noticed) and "degraded" in event.text]
    assert degraded == ["degraded: the application has no accessibility tree; work by sight"]
    room.log.close()
    report = room.folder / "report.html"
    write_report(room.log.folder, report)
    assert "the application has no accessibility tree" in report.read_text(encoding="utf-8")


@pytest.mark.matrix
async def test_what_a_page_draws_itself_is_pressed_by_its_words(desktop: LinuxDesktop, room: Room) -> None:
    page = room.folder / "game.html"
    page.write_text(_GAME, encoding="utf-8")
    await desktop.launch(Launch("chromium", (page.as_uri(),)), 60)
    summary = await room.session.run('Click "Start game" in the Game window')
    assert summary.outcome in _DONE
    titles: list[str] = []
    with for_a_while():
        while not any("game started" in title for title in titles):
            titles = [window.title for window in await desktop.windows()]
            await anyio.sleep(0.05)
    assert any("game started" in title for title in titles)

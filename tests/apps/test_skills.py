"""A skill that was saved from a real application works it again with other values and no model."""

from __future__ import annotations

import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from ufo.assembly import DesktopInUse, SessionParts, open_session
from ufo.config.loading import load_settings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private import PrivateDesktop
from ufo.llm.builtin.planner import BuiltinPlanner
from ufo.llm.provider import Provider
from ufo.llm.scripted import ScriptedProvider
from ufo.schema.outcome import RunOutcome
from ufo.sessions.session import Session
from ufo.sessions.users import ScriptedUser
from ufo.skills.saving import save
from ufo.skills.store import SkillStore
from ufo.trace.reader import read_run
from ufo.trace.writer import LogWriter

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]

Opening = Callable[[Provider], AbstractAsyncContextManager[Session]]


@pytest.fixture
def opening(
    desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Opening:
    monkeypatch.chdir(tmp_path)

    @asynccontextmanager
    async def open_with(provider: Provider) -> AsyncIterator[Session]:
        settings = load_settings(log_dir=tmp_path / "logs")
        log = LogWriter(settings.log_dir)
        place = DesktopInUse(desktop, "private", private_desktop.environment)
        parts = SessionParts(place, ScriptedUser(), tmp_path, log, provider=provider, clock=time.monotonic)
        try:
            async with open_session(settings, parts) as session:
                yield session
        finally:
            log.close()

    return open_with


async def test_a_sum_that_was_saved_answers_another_sum_from_the_display(
    opening: Opening, tmp_path: Path, skills: Path
) -> None:
    if not shutil.which("gnome-calculator"):
        pytest.skip("gnome-calculator is not installed")
    async with opening(BuiltinPlanner()) as session:
        summary = await session.run("In the calculator compute 12*12 and tell me the result")
    assert (summary.outcome, summary.answer) == (RunOutcome.VERIFIED, "144")
    SkillStore(skills).write(save(read_run(Path(summary.log_path)), "sum", tmp_path))

    nobody = ScriptedProvider([])
    async with opening(nobody) as session:
        summary = await session.run("In the calculator compute 7*8 and tell me the result")
    assert (summary.outcome, summary.answer) == (RunOutcome.VERIFIED, "56"), summary
    assert nobody.turns == []

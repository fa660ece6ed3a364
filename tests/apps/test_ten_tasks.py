"""Ten real tasks end to end in the Wayland sessions that people have (`python -m bench.ten_tasks` prints their table)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.ten_tasks import TASKS, do
from tests.apps.gnome_session import NEEDED as GNOME
from tests.apps.person_session import person_session
from tests.needs import need
from ufo.schema.outcome import RunOutcome

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(300)]
_TOLD = {RunOutcome.VERIFIED, RunOutcome.COMPLETED_UNVERIFIED}
_NEEDED = {"sway": ("sway",), "gnome": GNOME, "kwin": ("kwin_wayland",)}


@pytest.mark.parametrize("title", TASKS)
@pytest.mark.parametrize("session", _NEEDED)
def test_a_task_of_everyday_work_is_done_in_the_session_of_a_person(session: str, title: str, tmp_path: Path) -> None:
    task = TASKS[title]
    need(*_NEEDED[session], *task.programs)
    with person_session(session) as environment:
        done = do(task, environment, tmp_path)
    assert done.right and done.outcome in _TOLD, done

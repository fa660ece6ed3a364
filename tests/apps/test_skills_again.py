"""A skill is done three times in a row on one desktop, or it stops before anything is touched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anyio
import pytest

from tests.apps.sessions import Opening
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.values import Launch
from ufo.llm.scripted import ScriptedProvider
from ufo.recipes.skill_of_run import save
from ufo.recipes.store import SkillStore
from ufo.schema.outcome import RunOutcome, RunSummary
from ufo.trace.events import StepEnded
from ufo.trace.reader import read_run
from ufo_planner.provider import BuiltinPlanner

pytestmark = [pytest.mark.apps, pytest.mark.matrix, pytest.mark.timeout(300)]
Again = Callable[[str, str], str]
MEMO = 'Open mousepad, type "{}" and save it as {}'
SUM = "Open LibreOffice Calc, write {} into cell B2 and save it as {}"


class Skilled:
    """A request that was done once by the planner and saved. It is asked for with two values."""

    def __init__(self, opening: Opening, folder: Path, skills: Path, request: str) -> None:
        self._opening, self._folder, self._skills, self._request = opening, folder, skills, request
        self.turns = 0

    async def learn(self, *values: str) -> None:
        async with self._opening(BuiltinPlanner()) as session:
            summary = await session.run(self._request.format(*values))
        assert summary.outcome is RunOutcome.VERIFIED, summary.reason
        SkillStore(self._skills).write(save(read_run(Path(summary.log_path)), "again", self._folder))

    async def run(self, *values: str) -> RunSummary:
        nobody = ScriptedProvider([])
        async with self._opening(nobody) as session:
            summary = await session.run(self._request.format(*values))
        self.turns = len(nobody.turns)
        return summary


def _acted(summary: RunSummary) -> list[str]:
    steps = [event for event in read_run(Path(summary.log_path)).events if isinstance(event, StepEnded)]
    done = [action.function for step in steps for action in step.actions if action.function]
    return [text for text in done if text != "select_application_window"]


@pytest.fixture
def skilled(opening: Opening, tmp_path: Path, skills: Path) -> Callable[[str], Skilled]:
    return lambda request: Skilled(opening, tmp_path, skills, request)


@pytest.mark.parametrize(
    ("request_", "values"),
    [(MEMO, [(f"Dear {who}", f"{who}.txt") for who in ("Ana", "Eva", "Ida", "Uma")]),
     (SUM, [(f"4{row}", f"sums{row}.ods") for row in range(4)])],
    ids=["mousepad", "calc"],
)  # fmt: skip
async def test_it_is_done_three_times_while_what_it_opened_stays_open(
    skilled: Callable[[str], Skilled], tmp_path: Path, request_: str, values: list[tuple[str, str]]
) -> None:
    work = skilled(request_)
    await work.learn(*values[0])
    for text, file in values[1:]:
        summary = await work.run(text, file)
        assert (summary.outcome, work.turns) == (RunOutcome.VERIFIED, 0), summary.reason
        assert file.endswith(".ods") or (tmp_path / file).read_text() == text


@pytest.mark.parametrize(
    ("request_", "values"), [(MEMO, ("Dear Ana", "ana.txt")), (SUM, ("41", "sums.ods"))], ids=["mousepad", "calc"]
)
async def test_where_its_file_is_there_already_nothing_is_touched(
    skilled: Callable[[str], Skilled], tmp_path: Path, request_: str, values: tuple[str, str]
) -> None:
    work = skilled(request_)
    await work.learn(*values)
    before = (tmp_path / values[1]).read_bytes()
    summary = await work.run(*values)
    assert work.turns and not _acted(summary)
    assert (tmp_path / values[1]).read_bytes() == before


async def test_it_is_done_beside_another_document_in_a_window_of_another_size(
    skilled: Callable[[str], Skilled], desktop: LinuxDesktop, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    work = skilled(MEMO)
    await work.learn("Dear Ana", "ana.txt")
    other = tmp_path / "other.txt"
    other.write_text("mine\n", encoding="utf-8")
    window = await desktop.launch(Launch("mousepad", (str(other),)))
    resizes = ["xdotool", "windowsize", "--sync", window.id, "1000", "600"]
    await anyio.run_process(resizes, env=private_desktop.environment)
    summary = await work.run("Dear Eva", "eva.txt")
    assert (summary.outcome, work.turns) == (RunOutcome.VERIFIED, 0), summary.reason
    assert other.read_text() == "mine\n"
    assert (tmp_path / "eva.txt").read_text() == "Dear Eva"


async def test_a_skill_that_ends_by_closing_is_not_begun_in_a_window_with_a_person_s_document(
    skilled: Callable[[str], Skilled], desktop: LinuxDesktop, tmp_path: Path
) -> None:
    work = skilled(f"{MEMO} and close mousepad")
    await work.learn("Dear Ana", "ana.txt")
    summary = await work.run("Dear Eva", "eva.txt")
    assert (summary.outcome, work.turns) == (RunOutcome.VERIFIED, 0), summary.reason
    other = tmp_path / "other.txt"
    other.write_text("mine\n", encoding="utf-8")
    await desktop.launch(Launch("mousepad", (str(other),)))
    summary = await work.run("Dear Ida", "ida.txt")
    assert work.turns and not _acted(summary)

"""Copies of documents that are made to be read outlive no end of the process by more than the next start."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfWriter

from tests.cli.command import until
from tests.cli.copying import WAYS
from ufo.platform.scratch import scratch, sweep
from ufo.tools.documents.odf_text import write_text_document

_ROOT = Path(__file__).parents[2]
_ONCE = ("the words of an open document", "pages of a PDF file")
"""In this process, and in one that it starts; all copies are made in the one place of ufo.platform.scratch."""
_NEXT = [sys.executable, "-c", "from ufo.cli.main import main; main()", "runs"]


class Machine:
    """A home and a folder of temporary files of its own, with a person's documents beside them."""

    def __init__(self, folder: Path) -> None:
        self.documents, self.temporary, self.state = folder / "documents", folder / "tmp", folder / "state"
        for made in (self.documents / "profile", self.temporary, self.state):
            made.mkdir(parents=True)
        write_text_document(self.documents / "letter.odt", "the plan")
        pdf = PdfWriter()
        pdf.add_blank_page(200, 200)
        pdf.write(self.documents / "letter.pdf")
        (self.documents / "user.db").write_bytes(b"")
        sqlite3.connect(self.documents / "profile/History").close()
        with (self.documents / "profile/History-wal").open("wb") as file:
            file.truncate(50_000_000)
        self.environment = {
            **os.environ,
            "TMPDIR": str(self.temporary),
            "XDG_STATE_HOME": str(self.state),
            "PYTHONPATH": str(_ROOT),
        }

    def start(self, way: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.cli.copying", way, str(self.documents)]
        return subprocess.Popen(command, env=self.environment, cwd=_ROOT, start_new_session=True)

    def start_next(self) -> None:
        subprocess.run(_NEXT, env=self.environment, cwd=self.documents, check=True, capture_output=True)

    def copies(self) -> list[Path]:
        # A folder that goes away meanwhile holds none.
        found = (walked for place in (self.temporary, self.state / "ufo/scratch") for walked in os.walk(place))
        return [Path(folder, name) for folder, _, names in found for name in names]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def _stopped_in_the_middle(run: subprocess.Popen[bytes], machine: Machine) -> bool:
    """Stop the process while a copy is there; let it go on where the copy went away meanwhile."""

    def holds() -> bool:
        assert run.poll() is None
        if not machine.copies():
            return False
        os.killpg(run.pid, signal.SIGSTOP)
        if machine.copies():
            return True
        os.killpg(run.pid, signal.SIGCONT)
        return False

    return until(holds)


@pytest.mark.parametrize("way", [way if way in _ONCE else pytest.param(way, marks=pytest.mark.matrix) for way in WAYS])
def test_no_copy_of_a_document_outlives_a_killed_process_by_more_than_the_next_start(
    machine: Machine, way: str
) -> None:
    run = machine.start(way)
    try:
        assert _stopped_in_the_middle(run, machine)
        machine.start_next()
        assert machine.copies(), "what a living process works on stays"
    finally:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    assert machine.copies()
    machine.start_next()
    assert machine.copies() == []


def test_what_is_worked_on_is_for_its_user_alone_and_gone_at_the_end(machine: Machine, state: None) -> None:
    with scratch() as folder:
        (folder / "copy").write_text("the plan")
        sweep()
        assert machine.copies() == [folder / "copy"]
        above = (folder, folder.parent, folder.parent.parent)
        assert {made.stat().st_mode & 0o777 for made in above} == {0o700}
    assert machine.copies() == []


def test_where_the_state_folder_cannot_be_written_the_work_goes_on(machine: Machine, state: None) -> None:
    (machine.state / "ufo").write_text("no folder")
    with scratch() as folder:
        (folder / "copy").write_text("the plan")
    sweep()
    assert not folder.exists()


@pytest.fixture
def state(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_STATE_HOME", str(machine.state))
    yield

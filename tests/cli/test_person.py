"""A person at a real terminal who goes through a run step by step, takes over, and stops it."""

from __future__ import annotations

import os
import pty
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.requirement import requirement
from tests.waiting import WAITED_S

RUN = ("run", 'Open mousepad and type "hello"', "--desktop", "private")


class Typist:
    """Types an answer when the program says something."""

    def __init__(self, command: Command, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        self._process = command.start_at(theirs, *arguments)
        os.close(theirs)
        self.said = b""
        self._heard = 0

    def answer(self, to: str, line: str) -> None:
        while to.encode() not in self.said[self._heard :]:
            self.said += os.read(self._ours, 4096)
        self._heard = len(self.said)
        os.write(self._ours, f"{line}\n".encode())

    def ends(self) -> int:
        while self._process.poll() is None:
            try:
                self.said += os.read(self._ours, 4096)
            except OSError:
                break
        os.close(self._ours)
        return self._process.wait(WAITED_S)


@pytest.mark.apps
@requirement("person:pause-and-step")
def test_steps_are_shown_before_they_are_done_and_what_is_taken_over_is_told(tmp_path: Path) -> None:
    command = Command(tmp_path)
    person = Typist(command, *RUN, "--step")
    person.answer("Paused before: HostAgent in CONTINUE", "s")
    person.answer("Paused before: launch_application 'Mousepad'", "nonsense")
    person.answer("q: stop", "s")
    person.answer("Paused before: HostAgent", "t")
    person.answer("The desktop is yours", "")
    code = person.ends()
    assert b"the person took over: nothing that can be seen changed" in b" ".join(person.said.split())
    assert code in (0, 10), person.said.decode()
    assert command.left() == []


@pytest.mark.apps
@requirement("person:pause-and-step")
def test_a_run_is_paused_by_a_typed_letter_and_stopped_there(tmp_path: Path) -> None:
    command = Command(tmp_path)
    person = Typist(command, *RUN)
    person.answer("type", "p")
    person.answer("Paused before", "q")
    assert person.ends() == 130
    assert b"CANCELLED" in person.said
    (folder,) = command.runs()
    assert (folder / "report.html").is_file()
    assert command.left() == []


def test_step_by_step_needs_a_terminal(tmp_path: Path) -> None:
    ended = Command(tmp_path).run(*RUN, "--step")
    assert ended.returncode == 2
    assert "--step needs a person at a terminal" in ended.stderr

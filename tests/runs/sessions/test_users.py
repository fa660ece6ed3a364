"""Who answers: nobody, a script, or a person at a terminal."""

from __future__ import annotations

import io
import queue

import pytest
from rich.console import Console

from tests.requirement import requirement
from ufo.runs.sessions.users import NobodyUser, ScriptedUser, TerminalUser


class TypingConsole(Console):
    """A console at which lines are typed."""

    def __init__(self, *lines: str) -> None:
        super().__init__(file=io.StringIO(), width=200)
        self.typed: queue.Queue[str] = queue.Queue()
        for line in lines:
            self.typed.put(line)

    def input(self, *args: object, **options: object) -> str:
        return self.typed.get()

    def said(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


async def test_nobody_answers_nothing_and_consents_only_beforehand() -> None:
    assert await NobodyUser().ask(["Which?"]) is None
    assert [await NobodyUser(consents).confirm("Delete?") for consents in (False, True)] == [False, True]


@requirement("person:without-terminal")
async def test_a_script_answers_in_order_and_then_no_more() -> None:
    user = ScriptedUser(["one", None], [True])
    assert await user.ask(["a?"]) == ["one"]
    assert await user.ask(["b?"]) is None
    assert [await user.confirm("c?"), await user.confirm("d?")] == [True, False]
    assert user.asked == ["a?", "b?", "c?", "d?"]


@pytest.mark.parametrize(("line", "consent"), [("y", True), ("YES ", True), ("", False), ("n", False), ("yep", False)])
async def test_only_a_plain_yes_is_consent(line: str, consent: bool) -> None:
    console = TypingConsole(line)
    assert await TerminalUser(console, 5).confirm("Delete [bold]'a.txt'?") is consent
    assert "Delete [bold]'a.txt'? [y/N]" in console.said()


async def test_an_empty_answer_is_none_and_ends_the_questions() -> None:
    console = TypingConsole("the first", "")
    assert await TerminalUser(console, 5).ask(["Which sheet?", "Which row?", "Which cell?"]) is None
    assert "Which cell?" not in console.said()


@requirement("host-state:pending.timeout")
async def test_a_question_that_nobody_answers_in_time_is_given_up_and_said() -> None:
    console = TypingConsole()
    user = TerminalUser(console, 0.02)
    assert not await user.confirm("Delete?")
    assert await user.ask(["Which?"]) is None
    assert console.said().count("nobody answered in time") == 2


async def test_consent_given_beforehand_is_not_asked_for() -> None:
    console = TypingConsole()
    assert await TerminalUser(console, 5, consents=True).confirm("Delete?")
    assert console.said() == ""


async def test_requests_are_taken_one_after_another() -> None:
    user = TerminalUser(TypingConsole("open the calculator", ""), 5)
    assert [await user.request(), await user.request()] == ["open the calculator", ""]


async def test_a_person_at_the_terminal_is_asked_how_a_run_goes_on_that_was_paused_elsewhere() -> None:
    console = TypingConsole("g")
    person = TerminalUser(console, 5)
    person.pause()
    assert not await person.attend("click 'Save'")
    assert "Paused before: click 'Save'" in console.said()

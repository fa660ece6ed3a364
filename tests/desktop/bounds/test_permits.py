"""Which applications a run may work: named ones, and on the person's own screen those that they allowed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ufo.config.allowed import AllowedApplications
from ufo.desktop.bounds.permits import Named, Permits, of_launch
from ufo.desktop.values import Application
from ufo.errors import ConfigError

GIMP = Named.of("gimp-2.10")


class Person:
    def __init__(self, *answers: str | None) -> None:
        self.asked: list[str] = []
        self._answers = list(answers)

    async def ask(self, questions: Sequence[str]) -> list[str] | None:
        self.asked += questions
        answer = self._answers.pop(0)
        return None if answer is None else [answer]

    async def confirm(self, question: str) -> bool:
        raise AssertionError(question)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "ufo" / "allowed.json"


def own(*answers: str | None) -> tuple[Permits, Person]:
    permits, person = Permits(is_own=True, asks=True), Person(*answers)
    permits.person = person
    return permits, person


@pytest.mark.parametrize(
    ("answer", "may", "kept"),
    [
        ("this time", True, {}),
        ("T", True, {}),
        ("yes", True, {}),
        ("always", True, {"gimp": "always"}),
        (" Always ", True, {"gimp": "always"}),
        ("never", False, {"gimp": "never"}),
        ("no", False, {}),
        ("n", False, {}),
        (None, False, {}),
    ],
)
async def test_an_application_is_asked_about_once_and_the_answer_is_kept_where_it_is_meant_for_later(
    answer: str | None, may: bool, kept: dict[str, str]
) -> None:
    permits, person = own(answer, answer)
    for _ in range(2):
        assert (await permits.asked(GIMP) == "") is may
    assert len(person.asked) == (2 if answer == "n" else 1)
    assert {name: item.answer for name, item in AllowedApplications().all().items()} == kept
    later, nobody = own()
    assert (later.why_not(GIMP) == "") is (kept.get("gimp") == "always") and not nobody.asked


async def test_what_is_no_answer_is_asked_again_and_then_refused() -> None:
    permits, person = own("perhaps", "")
    assert "nobody answered; to allow it from now on: ufo allow gimp" in await permits.asked(GIMP)
    assert len(person.asked) == 2 and permits.denied == (permits.why_not(GIMP),)


async def test_without_anybody_to_ask_the_command_that_allows_it_is_the_next_move() -> None:
    assert "ufo allow gimp" in await Permits(is_own=True, asks=True).asked(GIMP)


async def test_who_consents_to_everything_is_not_asked_and_still_never_has_worked_what_they_never_allow() -> None:
    permits = Permits(is_own=True)
    assert await permits.asked(GIMP) == "" and not AllowedApplications().all()
    AllowedApplications().remember("gimp", "never")
    assert "ufo allow --forget gimp" in permits.why_not(GIMP)


def test_on_a_private_desktop_nothing_is_asked_and_nothing_kept_counts() -> None:
    AllowedApplications().remember("gimp", "never")
    assert Permits().why_not(GIMP) == "" and not Permits().bounds


@pytest.mark.parametrize(
    ("only", "names", "may"),
    [
        (("gimp",), ("gimp-2.10",), True),
        (("writer",), ("libreoffice-writer", "soffice.bin"), True),
        (("libreoffice-*",), ("libreoffice-calc",), True),
        (("GIMP",), ("gimp",), True),
        (("gimp", "writer"), ("libreoffice-calc",), False),
        (("libreoffice",), ("libreoffice-calc",), False),
        (("gim",), ("gimp",), False),
        (("started",), ("gimp",), False),
    ],
)
def test_only_the_named_applications_are_worked(only: tuple[str, ...], names: tuple[str, ...], may: bool) -> None:
    why = Permits(only).why_not(Named.of(*names))
    assert (why == "") is may, why
    assert may or f"--only {','.join(only)},{names[0]}" in why


def test_started_names_what_the_run_started() -> None:
    permits = Permits(("started",))
    assert permits.why_not(GIMP, started=True) == "" and permits.why_not(GIMP)


@pytest.mark.parametrize(
    ("application", "root"),
    [
        (Application("org.gnome.Calculator", "Calculator", ("gnome-calculator",)), "gnome-calculator"),
        (Application("libreoffice-writer", "Writer", ("libreoffice", "--writer")), "libreoffice-writer"),
        (Application("gimp", "GNU Image Manipulation Program", ("/usr/bin/gimp-2.10", "%U")), "gimp"),
    ],
)
def test_a_launch_names_the_application_as_its_windows_will(application: Application, root: str) -> None:
    assert of_launch(application.id, [application]).root == root
    assert of_launch("/usr/bin/xterm", [application]).root == "xterm"


def test_answers_that_cannot_be_trusted_allow_nothing(state: Path) -> None:
    AllowedApplications().remember("gimp", "always")
    assert state.stat().st_mode & 0o777 == 0o600
    state.write_text("{")
    with pytest.raises(ConfigError, match="cannot be read; remove it"):
        Permits(is_own=True, asks=True)
    state.write_text('{"gimp": {"answer": "always", "since": ""}}')
    state.chmod(0o666)
    with pytest.raises(ConfigError, match="other users may write"):
        Permits(is_own=True, asks=True)

"""Real runs on a private desktop, started, answered, paused, taken over and looked back at in a real Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.needs import needs
from tests.scenarios.stage import host
from tests.web.opened_pages import NARROW, Visitor, chromium, visiting
from tests.web.served import Served, serving
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.desktop.private.processes import MARK
from ufo.trace.run_folders import TAKEOVERS

pytestmark = [pytest.mark.apps, needs("chromium", "Xvfb", "mousepad")]

_TYPED = "Hällo wörld"
_TYPE_AND_HAND_BACK = """(field, text) => {
  for (const letter of text) {
    field.value = letter;
    field.dispatchEvent(new InputEvent("input"));
  }
  const key = (held) => field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ...held }));
  key({});
  key({ ctrlKey: true, altKey: true });
}"""
"""Types faster than the page can send, and hands back at once."""
_QUESTION = "Which name shall it have?"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("steered")) as served:
        yield served


@pytest.fixture
def visitor(browser: Browser, served: Served) -> Iterator[Visitor]:
    with visiting(browser, served) as visitor:
        yield visitor
        assert visitor.wrong == []


def _ask(
    visitor: Visitor, folder: Path, *answers: dict[str, object], files: tuple[Path, ...] = (), desktop: str = "private"
) -> Page:
    """Start a request by the form, with a model that answers so."""
    script = folder / "script.json"
    script.write_text(json.dumps(answers), encoding="utf-8")
    page = visitor.go("/ask")
    page.get_by_label("The request").fill("Write a note")
    page.locator("#files").set_input_files(files)
    page.get_by_text("Model, desktop and limits").click()
    page.get_by_label("Model", exact=True).fill(f"scripted:{script}")
    page.get_by_label("Desktop").fill(desktop)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#now")).to_be_attached()
    return page


def _answer_when_paused(page: Page) -> None:
    """Answer the question of a run that was told to pause before."""
    question = page.locator(".question")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    question.get_by_role("textbox").fill("note.txt")
    question.get_by_role("button", name="Answer").click()
    expect(question).to_have_count(0)
    expect(page.locator("#phase")).to_have_text("PAUSED")


def test_a_run_is_started_answered_taken_over_handed_back_and_looked_back_at(
    browser: Browser, visitor: Visitor, served: Served, tmp_path: Path
) -> None:
    note = tmp_path / "old note.txt"
    note.write_text("before")
    answers = (
        host("PENDING", questions=[_QUESTION]),
        host("CONTINUE", "launch_application", {"name": "mousepad"}),
        host("FINISH", result="done"),
    )
    page = _ask(visitor, tmp_path, *answers, files=(note,))
    run = page.locator("#now").get_attribute("data-run")
    assert run is not None

    question = page.locator(".question")
    expect(question).to_contain_text(_QUESTION)
    assert visitor.barriers() == []
    _answer_when_paused(page)
    while "launch_application" not in page.locator("#doing").inner_text():
        before = page.locator("#doing").inner_text()
        page.locator("#step").click()
        expect(page.locator("#doing")).not_to_have_text(before)
        expect(page.locator("#phase")).to_have_text("PAUSED")
    page.locator("#step").click()
    expect(page.locator("#doing")).not_to_contain_text("launch_application")
    expect(page.locator("#phase")).to_have_text("PAUSED")

    with visiting(browser, served, NARROW) as other:
        watching = other.go(f"/runs/{run}")
        expect(watching.locator("#canvas[data-drawn]")).to_be_visible()
        page.get_by_role("button", name="Take over").click()
        expect(page.locator("#held")).to_have_text("You hold the desktop. Ctrl+Alt+Enter hands it back.")
        expect(watching.locator("#held")).to_contain_text("holds the desktop")
        expect(watching.locator("#take")).to_be_disabled()
        assert not other.is_too_wide() and other.barriers() == [] and other.wrong == []

        drawn = int(watching.locator("#canvas").get_attribute("data-drawn") or "0")
        page.locator("#canvas").click()
        page.locator("#typed").evaluate(_TYPE_AND_HAND_BACK, _TYPED)
        expect(watching.locator("#canvas")).not_to_have_attribute("data-drawn", str(drawn))
        expect(watching.locator("#held")).to_be_hidden()

    expect(page.locator("#phase")).to_have_text("PAUSED")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#ended")).to_be_visible()
    expect(page.locator("#no-picture")).to_be_hidden()
    recorded = "".join(path.read_text("utf-8") for path in (served.runs / run / TAKEOVERS).glob("*/recording.jsonl"))
    assert _TYPED in recorded

    page.get_by_role("link", name="Look back").click()
    expect(page.locator(".notice.asked")).to_contain_text("note.txt")
    expect(page.locator(".notice.person").filter(has_text=_TYPED)).to_have_count(1)
    expect(page.get_by_text(f"ufo record NAME --from-run {run}")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="old note.txt").click()
    assert download.value.path().read_text() == "before"
    page.get_by_role("button", name="Undo its changes").click()
    expect(page.get_by_role("dialog", name="Undo")).to_contain_text("put back")


@pytest.mark.matrix
def test_a_run_that_the_page_stops_ends_and_one_that_cannot_begin_says_why(visitor: Visitor, tmp_path: Path) -> None:
    page = _ask(visitor, tmp_path, host("PENDING", questions=[_QUESTION]), host("FINISH"))
    expect(page.locator(".question")).to_be_visible()
    page.locator("#stop").click()
    page.get_by_role("button", name="Stop it").click()
    expect(page.locator("#ended")).to_contain_text("CANCELLED")

    page = visitor.go("/ask")
    page.get_by_label("The request").fill("Do it")
    page.get_by_text("Model, desktop and limits").click()
    page.get_by_label("Model", exact=True).fill("nobody:knows")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="It did not begin")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("nobody")


@pytest.mark.matrix
def test_a_run_goes_on_while_the_server_is_killed_and_the_page_finds_it_again(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as served, visiting(browser, served) as visitor:
        page = _ask(visitor, tmp_path, host("PENDING", questions=[_QUESTION]), host("FINISH", result="done"))
        _answer_when_paused(page)
        served.stop()
        expect(page.locator("#lost")).to_be_visible()
        served.start_again()
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator("#phase")).to_have_text("PAUSED")
        page.get_by_role("button", name="Go on").click()
        expect(page.locator("#ended")).to_be_visible()


@pytest.mark.matrix
def test_what_a_run_wrote_is_taken_back_by_the_button(visitor: Visitor, served: Served, tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_text("before")
    answers = (
        host("CONTINUE", "write_file", {"path": "made.txt", "text": "made"}),
        host("CONTINUE", "write_file", {"path": "old.txt", "text": "and after", "mode": "append"}),
        host("FINISH", result="done"),
    )
    page = _ask(visitor, tmp_path, *answers, files=(old,))
    run = page.locator("#now").get_attribute("data-run")
    expect(page.locator("#ended")).to_be_visible()
    files = served.runs.parent / "jobs" / str(run) / "files"
    assert (files / "made.txt").read_text().strip() == "made"
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("button", name="Undo its changes").click()
    dialog = page.get_by_role("dialog", name="Undo")
    expect(dialog).to_contain_text("made.txt")
    assert (files / "made.txt").exists()
    dialog.get_by_role("button", name="Put it back").click()
    expect(dialog).to_contain_text("Done:")
    assert not (files / "made.txt").exists() and (files / "old.txt").read_text() == "before"


@pytest.mark.matrix
def test_always_for_this_application_is_kept_and_not_asked_again(
    browser: Browser, private_desktop: PrivateDesktop, tmp_path: Path
) -> None:
    answers = (host("CONTINUE", "launch_application", {"name": "mousepad"}), host("FINISH", result="done"))
    # Nothing tells a run that this is no person's own screen.
    own = {name: value for name, value in private_desktop.environment.items() if name != MARK}
    with serving(tmp_path, **own) as served, visiting(browser, served) as visitor:
        page = _ask(visitor, tmp_path, *answers, desktop="here")
        expect(page.locator(".question")).to_contain_text("mousepad")
        page.get_by_role("button", name="Always for this application").click()
        expect(page.locator("#ended")).to_be_visible()
        page = visitor.go("/permissions")
        expect(page.locator("td")).to_contain_text(["mousepad", "always"])
        page = _ask(visitor, tmp_path, *answers, desktop="here")
        expect(page.locator("#ended")).to_be_visible()
        expect(page.locator(".notice.asked")).to_have_count(0)

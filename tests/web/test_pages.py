"""The pages in a real Chromium, on recorded runs and on a log that grows: what a person sees, by mouse, by keys and by ear."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.trace.aged_runs import aged_run
from tests.trace.sample_run import write_run
from tests.web.growing_run import GrowingRun
from tests.web.opened_pages import NARROW, WIDE, Visitor, chromium, visiting
from tests.web.served import Served, serving
from ufo.viewer.report import write_report

_LISTED_S = 0.3
_FOLLOWED_S = 5.0
"""Also while every core is at work on something else."""
_PAGES = ("/runs", "/ask", "/permissions", "/recipes", "/knowledge", "/settings")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("pages")) as served:
        for number in range(2000):
            aged_run(served.runs, 10 + number / 100, size=1)
        yield served


@pytest.fixture(scope="module")
def person(browser: Browser, served: Served) -> Iterator[Visitor]:
    """One window for all: to open another one takes longer than most of what is tried in it."""
    with visiting(browser, served) as person:
        yield person


@pytest.fixture
def visitor(person: Visitor) -> Iterator[Visitor]:
    person.come_in()
    yield person
    assert person.wrong == []


@pytest.fixture
def growing(served: Served) -> Iterator[GrowingRun]:
    run = GrowingRun(served.runs)
    yield run
    run.let_go()


@pytest.fixture(scope="module")
def ended(served: Served) -> str:
    return write_run(served.runs).folder.name


def test_the_link_leaves_nothing_in_the_address_and_the_list_is_there(visitor: Visitor, ended: str) -> None:
    assert visitor.page.url == f"{visitor.served.address}/runs"
    visitor.page.reload()
    expect(visitor.page.locator("a.run")).to_have_count(20)
    expect(visitor.page.locator(f"a.run[href$='{ended}']")).to_contain_text("VERIFIED")
    visitor.page.get_by_role("link", name="Older").click()
    expect(visitor.page).to_have_url(re.compile(r"page=2$"))
    expect(visitor.page.locator("a.run").last).to_contain_text("do it")


def test_twenty_of_two_thousand_runs_are_listed_in_time(visitor: Visitor) -> None:
    def listed_s() -> float:
        began = time.perf_counter()
        visitor.page.evaluate("fetch('/runs').then((answer) => answer.text())")
        return time.perf_counter() - began

    assert min(listed_s() for _ in range(5)) < _LISTED_S


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (NARROW, "light"),
        pytest.param(WIDE, "light", marks=pytest.mark.matrix),
        pytest.param(WIDE, "dark", marks=pytest.mark.matrix),
    ],
)
def test_every_page_is_open_to_everybody(
    browser: Browser, served: Served, ended: str, size: tuple[int, int], scheme: str
) -> None:
    paths = (*_PAGES, f"/runs/{ended}") if size == WIDE else ("/runs", "/ask", f"/runs/{ended}")
    with visiting(browser, served, size, "dark" if scheme == "dark" else "light") as visitor:
        for path in paths:
            visitor.go(path)
            assert visitor.barriers() == [], path
            assert not visitor.is_too_wide(), path
        assert visitor.wrong == []


def test_a_run_is_looked_back_at_by_keys_by_effect_and_before_and_after(visitor: Visitor, ended: str) -> None:
    page = visitor.go(f"/runs/{ended}")
    expect(page.locator("h1 .part.shown")).to_have_text("Write a shopping list")
    expect(page.locator(".bar a")).to_have_count(2)
    assert page.evaluate("document.querySelectorAll('.bar .still img').length") == 2
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("#step-2 > summary")).to_be_focused()
    first = page.locator("#step-1")
    image = first.locator(".shot img").first
    before = image.get_attribute("src")
    first.get_by_role("button", name="after").click()
    assert image.get_attribute("src") != before
    first.get_by_role("button", name="before").click()
    assert image.get_attribute("src") == before


def test_the_same_report_opens_from_the_disk_without_a_server(
    browser: Browser, served: Served, ended: str, tmp_path: Path
) -> None:
    file = write_report(served.runs / ended, tmp_path / "report.html")
    wrong: list[str] = []
    page = browser.new_page()
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.goto(file.as_uri())
    expect(page.locator(".bar .still img")).to_have_count(2)
    page.locator("#step-1").get_by_role("button", name="after").click()
    assert wrong == []
    page.close()


def test_the_steps_of_a_run_come_as_they_happen_and_its_plan_and_its_end(visitor: Visitor, growing: GrowingRun) -> None:
    page = visitor.go(f"/runs/{growing.id}")
    expect(page.locator("#phase")).to_have_text("RUNNING")
    growing.plan("running", "waiting")
    growing.steps(1, 1, thought="first thought")
    expect(page.locator("#steps .step")).to_have_count(1)
    expect(page.locator("#steps")).to_contain_text("first thought")
    expect(page.locator("#plan .running")).to_have_count(1)
    growing.plan("done", "running")
    growing.steps(2, 2)
    expect(page.locator("#plan .done")).to_have_count(1)
    expect(page.locator("#steps-count")).to_have_text("2")
    assert visitor.barriers() == []
    growing.end()
    expect(page.locator("#ended")).to_contain_text("VERIFIED")
    expect(page.locator("#request .part.shown")).to_have_text("Write a shopping list")
    page.get_by_role("link", name="Look back").click()
    expect(page.locator(".badge.verified")).to_be_visible()


def test_markup_in_what_the_screen_shows_stays_text_while_it_happens(visitor: Visitor, growing: GrowingRun) -> None:
    page = visitor.go(f"/runs/{growing.id}")
    growing.steps(
        1, 1, thought="<img src=x onerror=\"document.title='caught'\"><script>document.title='caught'</script>"
    )
    expect(page.locator("#steps")).to_contain_text("onerror")
    assert page.locator("#steps img[src=x], #steps script").count() == 0 and page.title() != "caught"


@pytest.mark.matrix
def test_a_page_goes_on_where_it_was_when_its_server_was_killed_and_is_back(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as served, visiting(browser, served) as visitor:
        growing = GrowingRun(served.runs)
        page = visitor.go(f"/runs/{growing.id}")
        growing.steps(1, 2)
        expect(page.locator("#steps .step")).to_have_count(2)
        served.stop()
        expect(page.locator("#lost")).to_be_visible()
        growing.steps(3, 4)
        served.start_again()
        expect(page.locator("#steps .step")).to_have_count(4)
        expect(page.locator("#lost")).to_be_hidden()
        growing.end()
        expect(page.locator("#ended")).to_be_visible()


@pytest.mark.matrix
def test_a_run_of_five_hundred_steps_stays_usable(visitor: Visitor, growing: GrowingRun) -> None:
    growing.steps(1, 499)
    page = visitor.go(f"/runs/{growing.id}")
    expect(page.locator("#steps .step")).to_have_count(499)
    began = time.perf_counter()
    growing.steps(500, 500, thought="the last one")
    expect(page.locator("#steps .step").last).to_contain_text("the last one")
    page.locator("#steps .step > summary").last.click()
    assert time.perf_counter() - began < _FOLLOWED_S
    growing.end()
    page.get_by_role("link", name="Look back").click()
    expect(page.locator(".steps > .step")).to_have_count(500)
    page.locator("body").press("j")
    expect(page.locator("#step-1 > summary")).to_be_focused()


def test_keys_lead_through_the_pages_and_are_listed(visitor: Visitor) -> None:
    page = visitor.page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("hand back")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(page.locator("a.run").first).to_be_focused()
    page.keyboard.press("a")
    page.wait_for_url("**/ask")
    expect(page.locator("#request-text")).to_be_focused()
    page.keyboard.type("are r and a letters here?")
    expect(page.locator("#request-text")).to_have_value("are r and a letters here?")


@pytest.mark.matrix
def test_a_permission_is_given_and_taken_back(visitor: Visitor) -> None:
    page = visitor.go("/permissions")
    page.get_by_label("Application").fill("gimp")
    page.get_by_role("button", name="Never allow").click()
    expect(page.locator("td")).to_contain_text(["gimp", "never"])
    page.get_by_role("button", name="Ask again about gimp").click()
    expect(page.locator(".empty")).to_be_visible()


@pytest.mark.matrix
def test_a_browser_leaves_and_is_not_let_in_again(browser: Browser, served: Served) -> None:
    with visiting(browser, served) as visitor:
        page = visitor.go("/settings")
        page.get_by_role("button", name="Let this browser in no longer").click()
        expect(page.locator("#said")).to_contain_text("ufo serve --link")
        visitor.go("/runs")
        expect(page).to_have_url(f"{served.address}/enter")


@pytest.mark.matrix
def test_a_person_who_wants_no_motion_gets_none(browser: Browser, served: Served, growing: GrowingRun) -> None:
    with visiting(browser, served, still=True) as visitor:
        page = visitor.go(f"/runs/{growing.id}")
        beat = "getComputedStyle(document.getElementById('phase'), '::before').animationName"
        assert page.evaluate(beat) == "none"

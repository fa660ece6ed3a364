"""BrowserExecutor on a real Chromium: pages, tables, tabs, message boxes and what the browser keeps, hostile pages too."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.apps.web import Web
from tests.needs import needs
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.conditions.kinds.document import DocumentPredicate
from ufo.conditions.world import DesktopWorld
from ufo.config.settings import PolicySettings
from ufo.desktop.linux.desktop import LinuxDesktop
from ufo.desktop.values import Launch
from ufo.schema.command import Command, Effect, Result
from ufo.schema.predicate import Truth
from ufo.tools.dispatch.guarded_dispatcher import GuardedDispatcher
from ufo.tools.policy.policy import Policy
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.ui_collector import ui_collector
from ufo_browser.page_tools import browser

pytestmark = [
    pytest.mark.apps,
    pytest.mark.timeout(240),
    needs("chromium"),
]
_LEAVING = "Leave this page and discard unsaved changes?"


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as serving:
        yield serving


@pytest.fixture
async def bench(desktop: LinuxDesktop, tmp_path: Path) -> AsyncIterator[Bench]:
    item = Bench(tmp_path, app_ui, ui_collector, browser, desktop=desktop)
    item.selection.window = await desktop.launch(Launch("chromium", ("about:blank",)), timeout_s=60)
    yield item
    await item.dispatcher.close()


async def _opened(bench: Bench, address: str) -> Any:
    result = await bench.run("open_page", to=address)
    assert result.ok, result
    return result.result


async def _said(bench: Bench, words: str) -> None:
    """Look until a control of that name is there: accessibility lags behind a page that is loaded."""
    with in_time():
        while not any(target.name == words for target in (await bench.look()).values()):
            await anyio.sleep(0.05)


async def test_a_page_is_read_with_its_frames_shadow_roots_and_tables_of_many_pages(bench: Bench, web: Web) -> None:
    told = await _opened(bench, web.address)
    assert told == {"address": f"{web.address}/", "title": "home"}
    read = await bench.run("read_page")
    assert read.place == f"home, {web.address}/"
    text = read.result
    lines = text.split("\n")
    for shown in ("First words of the page.", "Rye bread\t2.10", "Words in a shadow", "At the very end, far below."):
        assert shown in lines, text
    assert lines[-3:] == [f"[frame {web.other}/frame]", "Words in a frame", "Far in the frame"]
    assert not any(hidden in text for hidden in ("hidden words", "unseen words", "secretword"))
    assert (await bench.run("read_page", find="Paged", links=True)).result == f"Paged -> {web.address}/paged"
    assert (await bench.run("read_page_table", table="price")).result.endswith(
        "Item | Price\nTea | 3.50\nRye bread | 2.10"
    )

    await _opened(bench, f"{web.address}/rows")
    assert (await bench.run("read_page_table", row=1001)).result.split("\n") == [
        "['Rows': rows 1001 to 1001 of 1,001, 1 of them headers]",
        "999 | name 999 | 2997.5",
    ]
    await _opened(bench, f"{web.address}/paged")
    saved = await bench.run("save_page_table", path="rivers.csv", next="Next")
    assert saved.effect is Effect.CONFIRMED, saved
    with Path(saved.result["path"]).open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [["River", "Length"], *([f"River {at}", str(at * 7)] for at in range(25))]
    assert (await bench.run("save_page_table", path="rivers.ods")).error


async def test_a_loop_of_message_boxes_is_told_and_its_tab_can_be_closed(bench: Bench, web: Web) -> None:
    told = await _opened(bench, f"{web.address}/alerts")
    assert told["message_box"] == {"kind": "alert", "message": "stop me"}
    assert "stop me" in str((await bench.run("read_page")).error)
    wrong = await bench.run("answer_dialog", message="Delete all?")
    assert wrong.effect is Effect.REFUSED and "stop me" in str(wrong.error)
    answers = [await bench.run("answer_dialog", message="stop me") for _ in range(4)]
    assert all(answer.effect is Effect.PARTIAL for answer in answers) and "without an end" in answers[-1].result["note"]
    assert (await bench.run("open_page", to=f"{web.address}/asks", in_new_tab=True)).ok
    closed = await bench.run("tabs", action="close", tab="alerts")
    assert closed.ok and [line.split()[0:4] for line in closed.result] == [["1", "(in", "sight)", "asks"]], closed


@pytest.mark.matrix
async def test_pages_that_are_only_drawn_in_sight_and_pages_behind_links_are_read_whole(bench: Bench, web: Web) -> None:
    await _opened(bench, f"{web.address}/grid")
    assert (await bench.run("read_page_table", row=500)).result.endswith("row 499 | 249001")
    await _opened(bench, f"{web.address}/linked")
    table = (await bench.run("read_page_table", next="Next page")).result
    assert "rows 1 to 31 of 31, of 3 pages" in table and table.endswith("29 | link 29")
    for words, error in (("Nowhere", "no button or link"), ("Next page", "no button or link")):
        assert error in str((await bench.run("read_page_table", next=words)).error)
    assert (await bench.run("read_page_table", table="7")).error and (await bench.run("read_page_table", row=99)).error


@pytest.mark.matrix
async def test_redirects_without_an_end_and_silent_pages_are_told(bench: Bench, web: Web) -> None:
    await _opened(bench, f"{web.address}/linked")
    endless = await bench.run("open_page", to=f"{web.address}/redirect")
    assert "too many redirects" in str(endless.error)
    hopping = await bench.run("open_page", to=f"{web.address}/there")
    assert "without an end" in str(hopping.error)
    chatty = await bench.run("open_page", to=f"{web.address}/chatty")
    assert chatty.effect is Effect.PARTIAL and "goes on asking" in chatty.result["note"]
    # Behind the chatty page lie those that go on by themselves, which take away what is ahead of them.
    await _opened(bench, f"{web.address}/linked")
    back = await bench.run("open_page", to="back")
    assert back.ok, back
    assert (await bench.run("open_page", to="forward")).ok
    assert (await bench.run("open_page", to="forward")).effect is Effect.REFUSED
    for refused in ("javascript:alert(1)", "data:text/html,x", "view-source:http://x", "no host at all"):
        assert (await bench.run("open_page", to=refused)).effect is Effect.REFUSED


@pytest.mark.matrix
async def test_a_crashed_page_and_a_closed_tab_are_told_and_left(bench: Bench, web: Web) -> None:
    assert "crashed" in str((await bench.run("open_page", to="chrome://crash")).error)
    assert "crashed" in str((await bench.run("read_page")).error)
    await _opened(bench, f"{web.address}/linked")
    await bench.run("open_page", to=f"{web.address}/rows", in_new_tab=True)
    await bench.run("keyboard_input", keys="^w")
    assert (await bench.run("tabs", action="show", tab="rows")).error
    assert "link 3" in (await bench.run("read_page")).result
    last = await bench.run("tabs", action="close")
    assert last.ok and not last.result, last
    assert (await bench.run("read_page")).error


@pytest.mark.matrix
async def test_a_prompt_is_answered_and_unsent_words_are_not_lost_unasked(bench: Bench, web: Web) -> None:
    await _opened(bench, f"{web.address}/asks")
    await _said(bench, "Ask")
    await bench.on("click_input", "Ask")
    answered = await bench.run("answer_dialog", message="Your name?", text="Ida")
    assert answered.effect is Effect.CONFIRMED, answered
    assert (await bench.run("read_page")).result.startswith("Ida")
    await _opened(bench, f"{web.address}/leaves")
    await _said(bench, "Words")
    await bench.on("set_edit_text", "Words", text="unsent")
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    assert (await bench.run("open_page", to=f"{web.address}/rows")).result["message_box"]["kind"] == "beforeunload"
    (asked,) = await guarded.review([Command(tool_name="answer_dialog", parameters={"message": _LEAVING})])
    assert asked.needs_consent and "discard" in asked.question
    assert (await bench.run("answer_dialog", message=_LEAVING, accept=False)).ok
    closing = await bench.run("tabs", action="close")
    assert closing.effect is Effect.PARTIAL and closing.result["message_box"]["message"] == _LEAVING
    await bench.run("answer_dialog", message=_LEAVING, accept=False)
    assert "Typed" in (await bench.run("read_page")).result


@pytest.mark.matrix
async def test_downloads_are_told_while_they_run_and_once_they_lie_there(bench: Bench, web: Web) -> None:
    await _opened(bench, f"{web.address}/links")
    await _said(bench, "Get report")
    assert (await bench.run("downloads")).result == []
    await bench.on("click_input", "Get report")
    (done,) = (await bench.run("downloads", wait_for="report")).result
    assert done["state"] == "completed" and Path(done["path"]).read_bytes() == b"a,b\n1,2\n"
    await bench.on("click_input", "Get endless")
    endless = await bench.run("downloads", wait_for="endless", within_s=2)
    assert "is not over after 2 s" in str(endless.error)
    assert [item["state"] for item in (await bench.run("downloads")).result] == ["completed", "inProgress"]
    assert "no download" in str((await bench.run("downloads", wait_for="nothing", within_s=1)).error)


async def _holds(bench: Bench, result: Result) -> bool:
    """Whether the profile holds what the tool says that it holds."""
    conditions = [
        DocumentPredicate(path=result.result["path"], key=key, value=value)
        for key, value in result.result["noted"].items()
    ]
    world = DesktopWorld(bench.scope.desktop)
    return bool(conditions) and all(
        [(await condition.check(world)).truth is Truth.SATISFIED for condition in conditions]
    )


@pytest.mark.matrix
async def test_settings_and_bookmarks_are_set_by_name_and_proved_from_the_profile(bench: Bench, web: Web) -> None:
    await _opened(bench, f"{web.address}/linked")
    found = await bench.run("browser_settings", find="home")
    assert found.result["browser.show_home_button"] is False
    wanted = {
        "browser.show_home_button": True,
        "homepage": "https://example.org",
        "homepage_is_newtabpage": False,
        "download.prompt_for_download": True,
    }
    done = await bench.run("browser_settings", changes=wanted)
    assert done.effect is Effect.CONFIRMED and set(done.result["noted"]) == set(wanted), done
    assert await _holds(bench, done)
    for bad in ({"browser.show_home_button": "yes"}, {"browser.no_such_key": True}, {"proxy": {"mode": "direct"}}):
        assert (await bench.run("browser_settings", changes=bad)).error, bad

    marked = await bench.run("bookmarks", action="add", folder="Bookmarks bar/Travel/2026")
    assert marked.effect is Effect.CONFIRMED and await _holds(bench, marked), marked
    other = await bench.run("bookmarks", action="add", address="example.org", title="Other", folder="Other bookmarks")
    assert other.effect is Effect.CONFIRMED and await _holds(bench, other), other
    assert (await bench.run("bookmarks")).result == [
        f"Bookmarks bar/Travel/2026: linked - {web.address}/linked",
        "Other bookmarks: Other - https://example.org/",
    ]
    assert (await bench.run("bookmarks", action="add", address="javascript:alert(1)")).effect is Effect.REFUSED
    visited = (await bench.run("browser_history", find=web.address)).result
    assert len(visited) == 1 and visited[0].endswith(f"linked - {web.address}/linked")
    assert [line.split(" ")[0] for line in (await bench.run("tabs")).result] == ["1"]


@pytest.mark.matrix
async def test_a_page_of_fifty_megabytes_is_read_to_its_end(bench: Bench, web: Web) -> None:
    assert (await bench.run("open_page", to=f"{web.address}/large", within_s=40)).ok
    with anyio.fail_after(180):
        while not (told := await bench.run("read_page", offset=50_000_000)).ok:
            assert "busy" in str(told.error)
    assert "this is the end" in told.result or "go on with offset=" in told.result
    found = (await bench.run("read_page", find="Part 9000 some")).result
    assert found.startswith("'Part 9000 some' is there 1 times")
    assert (await bench.run("open_page", to=f"{web.address}/linked")).ok


@pytest.mark.matrix
@pytest.mark.parametrize("name", ["Near by", "Far in the shadow"])
async def test_the_list_of_controls_has_what_lies_in_shadow_roots_once_and_also_what_is_scrolled_out(
    bench: Bench, web: Web, name: str
) -> None:
    """So the page's own tree adds no row to it."""
    await _opened(bench, f"{web.address}/parts")
    with in_time():
        while len(once := (await bench.run("find_controls", text=name, role="Button")).result) != 1:
            await bench.look()
    (again,) = (await bench.run("find_controls", text=name, role="Button")).result
    assert [item["id"] for item in once] == [again["id"]]
    (number,) = [key for key, target in (await bench.look()).items() if target.name == name]
    guarded = GuardedDispatcher(bench.dispatcher, Policy(PolicySettings(), bench.scope))
    press = Command(tool_name="click_input", parameters={"id": number, "name": name})
    (pressed,) = await guarded.execute_commands([press])
    assert pressed.ok, pressed
    with in_time():
        while "pressed 1" not in (await bench.run("read_page")).result:
            await anyio.sleep(0.05)
